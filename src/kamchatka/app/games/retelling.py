"""A record replayed and compared move by move: the one replay for terminal, site and tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from kamchatka.app.games.story_table import BadStory, check_event
from kamchatka.app.refusals import RecordRefusal
from kamchatka.game import events as ev
from kamchatka.game.chance import Luck, WrongLuck
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.coding import UnknownName
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, Entry, TurnClosed
from kamchatka.game.names import names_of
from kamchatka.game.notation import acted_to_text, luck_to_text
from kamchatka.game.record import OtherRegulation, Record, RecordDifference, Replay, facts, rulebook_of
from kamchatka.game.violations import RuleViolation
from kamchatka.messages import Language, text
from kamchatka.rulebook import FaultyRulebook, Rulebook
from kamchatka.rules import RULES_VERSION


@dataclass(frozen=True)
class Departure:
    """The first move of a record that differs from its replay, and its turn (0: preparation)."""

    move: int
    turn: int
    recorded: str
    found: str

    def sentence(self, lang: Language) -> str:
        """The full sentence; it may contain luck that is still secret."""
        values = {"move": self.move, "turn": self.turn, "recorded": self.recorded, "found": self.found}
        return text("replay.differs", lang, **values)


@dataclass(frozen=True)
class Chapter:
    """One turn, or the preparation (0): its events, and the digest at its end."""

    turn: int
    events: tuple[ev.Event, ...]
    digest: str | None


@dataclass(frozen=True)
class Retelling:
    """A record and the part of its log that we can show."""

    record: Record
    rulebook: Rulebook
    entries: tuple[Entry, ...]
    """The replayed log; for a difference, the recorded log of other rules, or what comes before it."""
    game: Game | None
    """The game as far as it could be replayed; None if even the first dice were wrong."""
    difference: RecordDifference | None = None

    @property
    def is_of_other_rules(self) -> bool:
        """Whether it was played under another version of the rules."""
        return self.record.rules_version != RULES_VERSION

    @property
    def is_whole(self) -> bool:
        """Whether the whole record is shown, replayed or from its events."""
        return self.difference is None or self.entries is self.record.entries

    @property
    def is_over(self) -> bool:
        """Whether the log contains the end of the game, after which nothing is secret."""
        return any(isinstance(entry, ev.GameEnded) for entry in self.entries)

    @property
    def viewer(self) -> Literal["judge", "public"]:
        """Whose view is shown: the public's for a game in progress."""
        return "judge" if self.is_over else "public"

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The log divided into turns."""
        return chapters(self.entries)

    def departure(self, lang: Language) -> Departure | None:
        """Where and how the record differs from its replay, if it does."""
        return None if self.difference is None else departure(self.record, self.difference, lang)

    def explain_difference(self, lang: Language) -> str:
        """How the record differs and how the rest of it is shown; empty if it does not differ."""
        found = self.departure(lang)
        if found is None:
            return ""
        if not self.is_of_other_rules:
            return f"{found.sentence(lang)} {text('replay.changed', lang)}"
        # The luck that differs may be a hidden card or objective.
        covered = text("replay.covered", lang, move=found.move, turn=found.turn)
        said = found.sentence(lang) if self.is_over else covered
        return f"{said} {text('replay.from_events' if self.is_whole else 'replay.cut', lang)}"


def retell(record: Record) -> Retelling:
    """Replay a record; RecordRefusal if it differs under our own version of the rules."""
    found = play_again(record)
    has_beginning = any(isinstance(entry, ev.SeatsTaken) for entry in found.entries)
    if found.difference is not None and not (found.is_of_other_rules and has_beginning):
        difference = found.difference
        raise RecordRefusal("differs", why=lambda lang: departure(record, difference, lang).sentence(lang))
    return found


def play_again(record: Record) -> Retelling:
    """Replay a record up to the first difference, if any. Raises RecordRefusal or Unreadable."""
    book = _regulation(record)
    if len(record.players) not in book.seats.sizes:
        sizes = ", ".join(map(str, book.seats.sizes))
        raise RecordRefusal("seats", seats=len(record.players), sizes=sizes)
    again: Replay | None = None
    try:
        again = Replay(record)
        while not again.is_at_end:
            again.step()
    except RecordDifference as difference:
        game = again.game if again is not None else None
        holds_events = any(isinstance(entry, ev.Event) for entry in record.entries)
        if record.rules_version != RULES_VERSION and holds_events and _are_of_this_table(record, book):
            return Retelling(record, book, record.entries, game, difference)
        return Retelling(record, book, _up_to(difference.at, game.entries) if game else (), game, difference)
    again.game.keep_for_good()
    return Retelling(record, book, again.game.entries, again.game)


def _are_of_this_table(record: Record, book: Rulebook) -> bool:
    """Whether the events of a record are valid for its table, and include seats and final places."""
    events = [entry for entry in record.entries if isinstance(entry, ev.Event)]
    try:
        for event in events:
            check_event(names_of(book), len(record.players), event)
    except BadStory:
        return False
    kinds = {type(event) for event in events}
    return ev.SeatsTaken in kinds and (ev.GameEnded not in kinds or ev.SeatsPlaced in kinds)


def _up_to(fact: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The log before the fact with this number."""
    seen = 0
    for at, entry in enumerate(entries):
        if not isinstance(entry, ev.Event):
            if seen == fact:
                return entries[:at]
            seen += 1
    return entries


def _regulation(record: Record) -> Rulebook:
    try:
        return rulebook_of(record)
    except (OtherRegulation, FaultyRulebook) as error:
        raise RecordRefusal("other_regulation", id=shown(record.rulebook)) from error
    except RecursionError as error:
        raise Unreadable("not_a_game") from error


def chapters(entries: Iterable[Entry]) -> tuple[Chapter, ...]:
    """A log divided into turns."""
    found: list[tuple[int, list[ev.Event]]] = [(0, [])]
    digests: dict[int, str] = {}
    for entry in entries:
        if isinstance(entry, ev.TurnBegan):
            found.append((entry.turn, []))
        if isinstance(entry, ev.Event):
            found[-1][1].append(entry)
        elif isinstance(entry, TurnClosed):
            digests[entry.turn] = entry.digest
    return tuple(Chapter(turn, tuple(events), digests.get(turn)) for turn, events in found)


def departure(record: Record, difference: RecordDifference, lang: Language) -> Departure:
    """Where and how a record differs from its replay."""
    before = facts(record.entries)[: difference.at]
    moves = sum(isinstance(entry, Acted) for entry in before)
    turns = [entry.turn for entry in before if isinstance(entry, TurnClosed)]
    return Departure(
        move=moves + (moves == 0 or isinstance(difference.recorded, Acted)),
        turn=turns[-1] + 1 if turns else 0,
        recorded=_in_words(difference.recorded, lang),
        found=_found(difference, lang),
    )


def _in_words(entry: Entry | None, lang: Language) -> str:
    match entry:
        case Acted():
            return acted_to_text(entry)
        case Luck():
            return luck_to_text(entry)
        case TurnClosed(turn, digest):
            return text("replay.digest", lang, turn=turn, digest=digest[:12])
    return text("replay.nothing", lang)


def _found(difference: RecordDifference, lang: Language) -> str:
    match difference.found:
        case RuleViolation() | UnknownName() as refusal:
            return text("replay.found_refusal", lang, sentence=refusal.sentence(lang).removesuffix("."))
        case WrongLuck() as wrong:
            return f"{text('replay.found_wrong_luck', lang)}: {wrong.sentence(lang)}"
        case Acted() | Luck() | TurnClosed() as entry:
            return text("replay.found_entry", lang, entry=_in_words(entry, lang))
    return text("replay.found_nothing", lang)
