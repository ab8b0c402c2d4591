"""Notation: one line for each action or piece of luck, as a referee writes it; every line parses back."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, get_args

from kamchatka.game import actions as act
from kamchatka.game.chance import Luck, LuckKind, Request
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.log import Acted, Entry
from kamchatka.game.names import LETTERS, letter
from kamchatka.ids import Seat

JUDGE = "giudice"
NEUTRAL = "-"

PHRASES: dict[type[act.Action], str] = {
    act.ChooseColour: "prende il colore {colour:word}",
    act.DeclareStrip: "dichiara la striscia {row:number}",
    act.PickTerritory: "sceglie {territory:word}",
    act.PlaceFirstArmies: "schiera {armies:armies}",
    act.PlayCards: "gioca {cards:cards}",
    act.PlaceArmies: "rinforza {armies:armies}",
    act.TakeBackArmies: "riprende {armies:armies}",
    act.Attack: "attacca {source:word} > {target:word} con {dice:number}",
    act.Defend: "difende con {dice:number}",
    act.Advance: "avanza con {armies:number}",
    act.MoveArmies: "sposta {source:word} > {target:word} {armies:number}",
    act.UndoMove: "riprende lo spostamento",
    act.RollToClose: "tira",
    act.LetItBe: "non tira",
    act.EndTurn: "passa",
    act.PassWithoutCard: "passa senza carta",
    act.TakeLateCard: "prende la carta rimasta",
    act.ExpireTime: "tempo scaduto",
    act.WithdrawSeat: "si ritira {seat:seat}",
    act.ExcludeSeat: "esclude {seat:seat}",
    act.FreezeSeat: "congela {seat:seat}",
    act.DeclareLate: "segna in ritardo {seat:seat}",
    act.EndGame: "chiude la partita",
    act.CorrectTerritory: "corregge {territory:word} = {owner:owner} {armies:number}",
}

LUCK_WORDS: dict[LuckKind, str] = {
    "order": "ordine",
    "objective-set": "gruppo",
    "objective": "obiettivo",
    "deal": "distribuzione",
    "battle": "battaglia",
    "card": "carta",
    "closing": "sdadata",
    "roll-off": "spareggio",
}
assert set(LUCK_WORDS) == set(get_args(LuckKind))

_Kind = tuple[str, Callable[[Any], str], Callable[[str], Any]]


def _armies(text: str) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for part in text.split(", "):
        territory, number = part.split(" ")
        if territory in found:
            raise Unreadable("named_twice", name=territory)
        found[territory] = int(number)
    return found


KINDS: dict[str, _Kind] = {
    "word": (r"[a-z_0-9]{1,40}", str, str),
    "number": (r"\d{1,6}", str, int),
    "cards": (r"[a-z_0-9]{1,40}(?: [a-z_0-9]{1,40}){0,2}", " ".join, lambda text: tuple(text.split(" "))),
    "armies": (
        r"[a-z_]{1,40} \d{1,6}(?:, [a-z_]{1,40} \d{1,6}){0,41}",
        lambda armies: ", ".join(f"{where} {number}" for where, number in armies.items()),
        _armies,
    ),
    "seat": (f"[{LETTERS}]", letter, lambda text: Seat(LETTERS.index(text))),
    "owner": (
        f"[{LETTERS}{NEUTRAL}]",
        lambda seat: NEUTRAL if seat is None else letter(seat),
        lambda text: None if text == NEUTRAL else Seat(LETTERS.index(text)),
    ),
}

FIELD = re.compile(r"\{(\w+):(\w+)\}")


def action_to_text(action: act.Action) -> str:
    """The action as text."""
    return FIELD.sub(lambda field: KINDS[field[2]][1](getattr(action, field[1])), PHRASES[type(action)])


def acted_to_text(entry: Acted) -> str:
    """The actor and the action: “A attacca brasile > congo con 3”."""
    who = JUDGE if entry.by is None else letter(entry.by)
    return f"{who} {action_to_text(entry.action)}"


def acted_from_text(line: str) -> Acted:
    """Parse an action line; Unreadable if it is none."""
    who, _, rest = line.partition(" ")
    for kind, pattern, converters in _patterns():
        found = pattern.fullmatch(rest)
        if found is None:
            continue
        action = kind(**{name: converters[name](value) for name, value in found.groupdict().items()})
        return Acted(_who(who, action), action)
    raise Unreadable("not_an_action", found=shown(line))


def _who(who: str, action: act.Action) -> Seat | None:
    if isinstance(action, act.JudgeAction):
        if who != JUDGE:
            raise Unreadable("only_the_judge", found=shown(who))
        return None
    if len(who) != 1 or who not in LETTERS:
        raise Unreadable("not_a_seat", found=shown(who))
    return Seat(LETTERS.index(who))


@cache
def _patterns() -> tuple[tuple[type[act.Action], re.Pattern[str], dict[str, Callable[[str], Any]]], ...]:
    found = []
    for kind, phrase in PHRASES.items():
        pattern, last, converters = "", 0, {}
        for field in FIELD.finditer(phrase):
            pattern += re.escape(phrase[last : field.start()]) + f"(?P<{field[1]}>{KINDS[field[2]][0]})"
            converters[field[1]] = KINDS[field[2]][2]
            last = field.end()
        pattern += re.escape(phrase[last:])
        found.append((kind, re.compile(pattern, re.ASCII), converters))
    return tuple(found)


def luck_to_text(luck: Luck) -> str:
    """Luck as text: “12 battaglia 3+2: 6 4 1 5 5”, “40 carta 1/39: 7”."""
    request = luck.request
    size = "+".join(map(str, request.dice)) if request.dice else f"1/{request.among}"
    return f"{luck.number} {LUCK_WORDS[request.kind]} {size}: {' '.join(map(str, luck.numbers))}"


def fact_to_text(entry: Entry) -> str:
    """An action or a piece of luck as its line; empty for other entries."""
    match entry:
        case Acted():
            return acted_to_text(entry)
        case Luck():
            return luck_to_text(entry)
    return ""


def fact_from_text(line: str) -> Acted | Luck:
    """Parse an action or a luck line; Unreadable if it is neither."""
    return luck_from_text(line) if line[:1].isdigit() else acted_from_text(line)


LUCK = re.compile(
    r"(?P<number>\d{1,9}) (?P<kind>[a-z]+) (?:1/(?P<among>\d{1,4})|(?P<dice>\d(?:\+\d){0,1})):"
    r"(?P<numbers>(?: \d{1,4}){1,12})",
    re.ASCII,
)


def luck_from_text(line: str) -> Luck:
    """Parse a luck line; Unreadable if it is none."""
    found = LUCK.fullmatch(line)
    kinds = {word: kind for kind, word in LUCK_WORDS.items()}
    if found is None or found["kind"] not in kinds:
        raise Unreadable("not_luck", found=shown(line))
    dice = tuple(int(side) for side in found["dice"].split("+")) if found["dice"] else ()
    request = Request(kinds[found["kind"]], dice, int(found["among"] or 0))
    return Luck(int(found["number"]), request, tuple(int(value) for value in found["numbers"].split()))
