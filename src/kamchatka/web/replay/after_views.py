"""View data of the pages of a finished game: its dice, the reasons of its bots."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from kamchatka.app.games.luck_rows import FaceCounts, LuckRow, face_counts, luck_rows
from kamchatka.app.games.reasons import TurnReasons, has_bots
from kamchatka.app.games.record_summary import shown
from kamchatka.app.games.story import Story
from kamchatka.board import load_board
from kamchatka.game import verifier
from kamchatka.game.chance import Typed
from kamchatka.game.fair import Promise
from kamchatka.game.names import letter
from kamchatka.game.record import Record
from kamchatka.game.record_json import record_to_json
from kamchatka.messages import Language, text
from kamchatka.web.replay.luck_views import luck_cards
from kamchatka.web.replay.map_drawing import colour_of
from kamchatka.web.site.event_frame import Tab

LATEST = 6
FOUND_BY_BROWSER = ("chairs", "commitment", "gap", "request", "luck")
BLANKS = {name: f"{{{name}}}" for name in ("number", "found", "right", "chairs")}
"""Values that the browser fills in."""
LONGEST_WORD = 60
WIDTH, HEIGHT, GROUND = 300, 150, 128
"""The drawing of the faces; bars stand on the ground, faces below it."""


@dataclass(frozen=True)
class Word:
    """What a chair added to the dice: its word, or bytes as hexadecimal."""

    player: str
    plain: str
    hex: str


@dataclass(frozen=True)
class ThrownSide:
    """Dice of one side, in the order thrown."""

    colour: str
    faces: tuple[int, ...]


@dataclass(frozen=True)
class NumberRow:
    """One request of luck in a table."""

    number: int
    kind: str
    what: str
    sides: tuple[ThrownSide, ...]
    chosen: str


@dataclass(frozen=True)
class FaceBar:
    """The bar of a face."""

    face: int
    count: int
    x: int
    top: float


def whole_record(story: Story) -> Record | None:
    """The record of a game with all its events; None while it may still hold secrets."""
    record = story.retelling.record
    is_told = isinstance(record.luck, Promise) and record.luck.secret is not None
    if not (story.is_finished or is_told):
        return None
    return replace(record, entries=story.retelling.entries) if story.retelling.is_whole else record


def game_tabs(address: str, story: Story) -> tuple[Tab, ...]:
    """The pages of a game; none but the replay while it may still hold secrets."""
    if whole_record(story) is None:
        return ()
    tabs = {"replay": "", "dice": "/dadi"}
    if may_count(story):
        tabs |= {"luck": "/fortuna"} | ({"scores": "/punti"} if story.is_finished else {})
        tabs |= {"why": "/perche"} if has_bots(story.retelling.record) else {}
    return tuple(Tab(f"after_game.tab.{code}", address + path) for code, path in tabs.items())


def may_count(story: Story) -> bool:
    """Whether every roll of the record is proven by its replay."""
    return story.retelling.difference is None


@dataclass(frozen=True)
class BotSeat:
    """A seat that a bot played."""

    letter: str
    name: str
    colour: str


@dataclass(frozen=True)
class BotTurn:
    """A turn of a bot, with the step of the replay where it begins; no step: the preparation."""

    bot: BotSeat
    turn: int
    lap: int
    step: int | None
    sentences: tuple[str, ...]


def why_values(story: Story, reasons: tuple[TurnReasons, ...], chosen: str, lang: Language) -> dict[str, Any]:
    """Template values of the page of reasons; `chosen` is the letter of a seat, or empty."""
    seats = sorted({each.seat for each in reasons})
    bots = {seat: BotSeat(letter(seat), shown(story.players[seat]), story.colours[seat]) for seat in seats}
    steps = {step.turn: at for at, step in reversed(list(enumerate(story.steps))) if step.turn}
    turns = [
        BotTurn(
            bots[each.seat],
            each.turn,
            each.lap,
            steps.get(each.turn),
            tuple(dict.fromkeys(why.sentence(lang) for why in each.reasons)),
        )
        for each in reasons
        if chosen in ("", letter(each.seat))
    ]
    return {"bots": list(bots.values()), "turns": turns, "chosen": chosen}


def dice_values(story: Story, record: Record, lang: Language) -> dict[str, Any]:
    """Template values of the page of the dice."""
    rows = luck_rows(story) if may_count(story) else ()
    numbers = [_number_row(story, row, lang) for row in rows]
    faces = face_counts(rows)
    source = record.luck
    is_fair = isinstance(source, Promise) and source.secret is not None
    return {
        "is_fair": is_fair,
        "promise": source,
        "why_not": "typed"
        if isinstance(source, Typed)
        else "untold"
        if isinstance(source, Promise)
        else "seeded",
        "words": _words(record),
        "kinds": list(Counter(row.kind.replace("-", "_") for row in rows).items()),
        "numbers": numbers,
        "latest": [row for row in numbers if row.kind == "battle"][-LATEST:][::-1],
        "faces": faces,
        "bars": _bars(faces),
        "band": (_height(faces.most, faces), _height(faces.least, faces), _height(faces.expected, faces)),
        "fortunes": luck_cards(story, rows, lang),
        "server_fault": _server_fault(record, lang) if is_fair else "",
        "sentences": {code: text(f"verify.luck.{code}", lang, **BLANKS) for code in FOUND_BY_BROWSER},
    }


def _server_fault(record: Record, lang: Language) -> str:
    """What our own check finds wrong, for browsers without scripts; empty if all is right."""
    try:
        verifier.verify(record_to_json(record).encode())
    except verifier.Wrong as wrong:
        return text(f"verify.luck.{wrong.code}", lang, **wrong.values)
    return ""


def _words(record: Record) -> list[Word]:
    if not isinstance(record.luck, Promise):
        return []
    pairs = zip(record.players, record.luck.entropy, strict=False)
    return [Word(shown(player), _plain(part), part.hex()) for player, part in pairs]


def _plain(part: bytes) -> str:
    try:
        word = part.decode()
    except UnicodeDecodeError:
        return ""
    return word if word.isprintable() and len(word) <= LONGEST_WORD else ""


def _number_row(story: Story, row: LuckRow, lang: Language) -> NumberRow:
    kind = row.kind.replace("-", "_")
    what = text(f"after_game.what.{kind}", lang)
    if row.arrow is not None:
        lands = load_board().territories
        source, target = lands[row.arrow.source].name(lang), lands[row.arrow.target].name(lang)
        what = text("after_game.dice.battle", lang, source=source, target=target)
    chosen = text("after_game.dice.among", lang, number=row.number + 1, among=row.among) if row.among else ""
    sides = tuple(ThrownSide(colour_of(story, side.who), side.faces) for side in row.dice)
    return NumberRow(row.luck, kind, what, sides, chosen)


def _bars(faces: FaceCounts) -> list[FaceBar]:
    return [
        FaceBar(face, count, 10 + 48 * (face - 1), _height(count, faces))
        for face, count in enumerate(faces.counts, 1)
    ]


def _height(count: float, faces: FaceCounts) -> float:
    most = max(*faces.counts, faces.most, 1)
    return round(GROUND - count / most * (GROUND - 22), 1)
