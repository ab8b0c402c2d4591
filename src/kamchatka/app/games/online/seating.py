"""The waiting room: opening a table, chairs, words for the dice, readiness, the start; stop, talk, rematch.

What a seat may ask is declared once, as a command with its Italian name in addresses.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, ClassVar, get_args

from kamchatka.app.games.online import events as ev
from kamchatka.app.games.online.hall import CODE_LENGTH, SERVER, Opening, TableHall, closing, new_id
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.refusals import Forbidden, NotNow, Unknown
from kamchatka.app.games.online.table import OnlineTable, is_bot_name, luck_of, started
from kamchatka.app.games.players import LONGEST_NAME
from kamchatka.bots import bot_number, canonical_name
from kamchatka.bots.thinking import thinks
from kamchatka.clock import SECOND
from kamchatka.command import Command, Meaning, fields_of
from kamchatka.events import LoggedEvent
from kamchatka.game.fair import Fair, new_entropy
from kamchatka.game.record import is_one_line
from kamchatka.ids import ActionId
from kamchatka.messages import LANGUAGES, has_text
from kamchatka.rulebook import Rulebook, load, shipped
from kamchatka.rulebook.writing import written
from kamchatka.scoring.numbers import whole

LONGEST_WORD, LONGEST_TEXT = 40, 200
CODE_LASTS = 600 * SECOND
MOST_SECONDS, MOST_MINUTES, MOST_LAPS = 3600, 600, 200
YES = "si"
Words = Mapping[str, str]


class SeatCommand(Command, ABC):
    """A command of whoever sits on a chair."""

    name: ClassVar[str]
    roles: ClassVar[tuple[str, ...]] = ("player",)

    @abstractmethod
    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        """The events of the command. Raises a Refusal."""


Yes = Annotated[bool, Meaning("flag", form="si")]


class GiveWord(SeatCommand):
    """Add a word to the dice, before the start; without one, a random one is taken."""

    name = "parola"
    word: Annotated[str, Meaning("text", form="parola")] = ""

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        _before_start(table)
        if len(self.word) > LONGEST_WORD:
            raise Unknown("dice_word", most=LONGEST_WORD)
        entropy = self.word.encode("utf-8", errors="replace") or new_entropy()
        return [ev.DiceWordGiven(chair, entropy.hex())]


class SetReady(SeatCommand):
    """Say that one is ready, or not any more; a word for the dice may come along, else one is made."""

    name = "pronto"
    is_ready: Yes = False
    word: Annotated[str, Meaning("text", form="parola")] = ""

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        _before_start(table)
        given: list[LoggedEvent] = []
        if self.word or (self.is_ready and not table.chairs[chair].word):
            given = GiveWord(self.word).decide(table, chair)
        return [*given, ev.ReadinessSet(chair, self.is_ready)]


class StartOnlineGame(SeatCommand):
    """Start: every chair is taken, and all people are ready."""

    name = "parti"

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        _before_start(table)
        if not table.is_ready:
            raise NotNow("not_all_ready")
        if table.secret is None:
            raise NotNow("dice_lost")
        game = started(table, Fair(table.name, table.secret, table.promise.entropy))
        return [ev.OnlineGameStarted(luck_of(game.entries))]


class StopOnlineTable(SeatCommand):
    """Stop the clocks and the game."""

    name = "ferma"

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        table.require_game()
        if table.stopped_by is not None:
            raise NotNow("table_stopped")
        return [ev.OnlineTableStopped(chair)]


class ResumeOnlineTable(SeatCommand):
    """Resume the game."""

    name = "riparti"

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        table.require_game()
        if table.stopped_by is None:
            raise NotNow("table_not_stopped")
        return [ev.OnlineTableResumed(chair)]


class SayPhrase(SeatCommand):
    """Say a fixed phrase; or free text, at a private table that allows it."""

    name = "parla"
    phrase: Annotated[str, Meaning("text", form="frase")] = ""
    said: Annotated[str, Meaning("text", form="testo")] = ""

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        if self.said:
            if not table.terms.free_talk:
                raise Forbidden("fixed_phrases")
            if len(self.said) > LONGEST_TEXT or not is_one_line(self.said):
                raise Unknown("table_talk", most=LONGEST_TEXT)
            return [ev.PhraseSaid(chair, said=self.said)]
        if not (self.phrase.isidentifier() and has_text(f"online.phrases.{self.phrase}", LANGUAGES[0])):
            raise Unknown("unknown_phrase")
        return [ev.PhraseSaid(chair, self.phrase)]


class AnswerRematch(SeatCommand):
    """Want a rematch, or not."""

    name = "rivincita"
    wants: Yes = False

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        if not table.is_over:
            raise NotNow("table_not_over")
        return [ev.RematchAnswered(chair, self.wants)]


class AskToClose(SeatCommand):
    """Abandon the game or the table, once all people who still play want it."""

    name = "chiudi"

    def decide(self, table: OnlineTable, chair: int) -> list[LoggedEvent]:
        if table.is_over:
            raise NotNow("table_over")
        others = [at for at in table.people if at != chair and table.is_playing(at)]
        asked: list[LoggedEvent] = [ev.CloseAsked(chair)]
        if all(table.chairs[at].asks_to_close for at in others):
            asked.append(closing(table, is_abandoned=True))
        return asked


SEAT_COMMANDS: Mapping[str, type[SeatCommand]] = {each.name: each for each in SeatCommand.__subclasses__()}


def read_command(name: str, words: Words) -> SeatCommand:
    """The command with its fields from a form."""
    kind = SEAT_COMMANDS[name]
    values: dict[str, object] = {}
    for field in fields_of(kind):
        word = words.get(field.meaning.form, "").strip()
        values[field.name] = word == YES if field.meaning.reader == "flag" else word
    return kind(**values)


def _before_start(table: OnlineTable) -> None:
    if table.game is not None or table.is_closed:
        raise NotNow("already_started")


# Chairs


def take_chair(table: OnlineTable, name: str, chair: int | None, device: str, account: str) -> ev.ChairTaken:
    """A person takes a chair, the first free one by default."""
    _before_start(table)
    if table.chair_of(device) is not None:
        raise NotNow("seated_already")
    free = [at for at, each in enumerate(table.chairs) if not each.is_taken]
    if not free:
        raise NotNow("table_full")
    if chair is not None and chair not in free:
        raise NotNow("chair_taken")
    said = checked_name(name, LONGEST_WORD if table.terms.event else LONGEST_NAME)
    if said.casefold() in (each.name.casefold() for each in table.chairs):
        raise NotNow("same_name", name=said)
    return ev.ChairTaken(free[0] if chair is None else chair, said, device, account)


def leave_chair(table: OnlineTable, chair: int) -> list[LoggedEvent]:
    """A person leaves before the start; with nobody left the table is closed."""
    left: list[LoggedEvent] = [ev.ChairLeft(chair)]
    if table.people == [chair]:
        left.append(closing(table, is_abandoned=True))
    return left


def seat_code(live: LiveTable, chair: int, now: int) -> str:
    """A code that moves the seat of a chair to another device: valid once, for ten minutes."""
    code = new_id(CODE_LENGTH)
    with live.lock:
        others = {each: kept for each, kept in live.codes.items() if kept[0] != chair and kept[1] > now}
        live.codes = {**others, code: (chair, now + CODE_LASTS)}
    return code.upper()


def move_seat(live: LiveTable, code: str, device: str, now: int) -> ev.ChairMoved:
    """The seat of a code goes on from this device."""
    chair, until = live.codes.pop(code.replace(" ", "").lower(), (0, 0))
    if until <= now:
        raise NotNow("seat_code")
    if live.table.chair_of(device) not in (None, chair):
        raise NotNow("seated_already")
    return ev.ChairMoved(chair, device)


def checked_name(name: str, most: int = LONGEST_NAME) -> str:
    """A player's name; NotUnderstood says what is wrong with it."""
    said = " ".join(name.split())
    if not 0 < len(said) <= most or not is_one_line(said) or not said.isprintable():
        raise Unknown("player_name", most=most)
    if is_bot_name(said):
        raise Unknown("name_of_bot", name=said)
    return said


def device_of(token: str) -> str:
    """What tables know of a device: a hash of what its browser holds."""
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


# Opening


def opening(words: Words, bots: list[str], device: str, account: str = "") -> Opening:
    """A new table from the fields of its form; who opens it takes the first chair."""
    book, name = _book(words.get("regolamento", "")), checked_name(words.get("nome", ""))
    pinning = _terms(words, book, ("", *bots))

    def events(commitment: str, pinned: str) -> list[LoggedEvent]:
        opened = ev.OnlineTableOpened(pinning(pinned), _title(words), commitment)
        return [opened, ev.ChairTaken(0, name, device, account)]

    asked = ["open-online", _asked(words), bots, device]
    return Opening(written(book), asked, events, has_thinkers=_has_thinkers(bots))


def event_opening(words: Words, bots: list[str], book: Rulebook, place: tuple[str, int, int]) -> Opening:
    """A table of an event, by its regulation; nobody sits yet, and only the link leads there."""
    event, round, table = place
    pinning = _terms({**words, "pubblico": ""}, book, tuple(bots))

    def events(commitment: str, pinned: str) -> list[LoggedEvent]:
        terms = replace(pinning(pinned), event=event, round=round, table=table)
        return [ev.OnlineTableOpened(terms, _title(words), commitment)]

    asked = ["open-online", *place, _asked(words), bots]
    return Opening(written(book), asked, events, has_thinkers=_has_thinkers(bots), event=event)


def _has_thinkers(bots: list[str]) -> bool:
    return any(thinks(bot_number(bot)) for bot in bots if bot)


def _asked(words: Words) -> list[tuple[str, str]]:
    return sorted((key, value) for key, value in words.items() if key != "azione")


def _title(words: Words) -> str:
    title = words.get("tavolo", "").strip()
    if len(title) > LONGEST_WORD or not is_one_line(title):
        raise Unknown("table_name", most=LONGEST_WORD)
    return title


def _terms(words: Words, book: Rulebook, chairs: tuple[str, ...]) -> Callable[[str], ev.TableTerms]:
    """The terms from the fields of a form, but for the digest of the pinned regulation."""
    _title(words)
    if len(chairs) not in book.seats.sizes:
        raise Unknown("seats", sizes=", ".join(map(str, book.seats.sizes)))
    for bot in filter(None, chairs):
        bot_number(bot)  # refuses a bot that does not exist
    away = words.get("assente", "") or "passivo"
    if away not in AWAY:
        raise Unknown("number", given=away[:20])
    said = {field: words.get(field, "").strip() for field in ("turno", "riserva", "minuti", "giri")}
    is_default = not (said["minuti"] or said["giri"])
    is_public = words.get("pubblico", "") == YES
    return partial(
        _pinned,
        ev.TableTerms(
            rulebook=book.id,
            digest=book.digest(),
            pinned="",
            chairs=tuple(canonical_name(bot) for bot in chairs),
            turn_seconds=_number(said["turno"], MOST_SECONDS),
            reserve_seconds=_number(said["riserva"], MOST_SECONDS),
            minutes=book.clock.minutes if is_default else _number(said["minuti"], MOST_MINUTES),
            laps=_number(said["giri"], MOST_LAPS),
            away=AWAY[away],
            public=is_public,
            spectators=words.get("spettatori", "") == YES,
            odds=words.get("probabilita", "") == YES,
            free_talk=words.get("libero", "") == YES and not is_public,
        ),
    )


def _pinned(terms: ev.TableTerms, pinned: str) -> ev.TableTerms:
    return replace(terms, pinned=pinned)


def rematch_of(table: OnlineTable) -> Opening:
    """A table with the same terms, chairs and people; they give new words."""
    terms = table.terms

    def events(commitment: str, pinned: str) -> list[LoggedEvent]:
        people: list[LoggedEvent] = [
            ev.ChairTaken(at, chair.name, chair.device, chair.account)
            for at, chair in enumerate(table.chairs)
            if chair.name
        ]
        return [ev.OnlineTableOpened(terms, table.opened.title, commitment, table.id), *people]

    thinkers = _has_thinkers(list(terms.chairs))
    asked = ["rematch", table.id]
    return Opening(written(table.book), asked, events, has_thinkers=thinkers, event=terms.event)


def open_rematch(hall: TableHall, live: LiveTable) -> None:
    """Open the table of the rematch, once all people want it."""
    table = live.table
    if table.rematch or not all(table.chairs[at].rematch for at in table.people):
        return
    id = hall.open_new(SERVER, ActionId(f"rematch-{table.id}"), rematch_of(table))
    asked = [table.id, "rematch opened"]
    hall.change(live, SERVER, ActionId(f"rematch-of-{table.id}"), asked, lambda _, __: [ev.RematchOpened(id)])


AWAY: Mapping[str, ev.Away] = dict(zip(("passivo", "bot", "aspetta"), get_args(ev.Away), strict=True))


def _book(id: str) -> Rulebook:
    if id not in shipped():
        raise Unknown("rulebook", id=id[:40])
    return load(id)


def _number(words: str, most: int) -> int:
    number = whole(words.strip() or "0")
    if number is None or number > most:
        raise Unknown("number", given=words[:20])
    return number
