"""From a file to a game we can vouch for: read, played again, and compared move by move."""

from dataclasses import dataclass

from kamchatka.app.refusals import Refused, Said
from kamchatka.game.chance import Luck
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.events import Event
from kamchatka.game.log import Acted, Entry, TurnClosed
from kamchatka.game.notation import acted_to_text, luck_to_text
from kamchatka.game.record import Differs, OtherRegulation, Record, Replay, facts, rulebook_of
from kamchatka.game.record_json import record_from_json
from kamchatka.game.record_text import record_from_text
from kamchatka.messages import Language, text
from kamchatka.rulebook import FaultyRulebook, Rulebook
from kamchatka.rules import RULES_VERSION

MOST_BYTES = 4 * 1024 * 1024
MOST_ENTRIES = 20_000
"""Many times a long game: without a bound one file could occupy the server for minutes."""


@dataclass(frozen=True)
class Retold:
    """A record and its log as we can tell it."""

    record: Record
    rulebook: Rulebook
    entries: tuple[Entry, ...]
    differs: Differs | None = None
    """Where a game of another rules version no longer follows ours; the log is then the recorded one."""


def normal(content: bytes) -> bytes:
    """The content as we keep it: forms and mail programs change ends of lines and of the file."""
    try:
        written = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused("not_text") from error
    written = written.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not written:
        raise Refused("empty")
    return f"{written}\n".encode()


def read_record(content: bytes) -> Record:
    """The record in a normal file, text or JSON; raises Unreadable or Refused."""
    written = content.decode("utf-8")
    record = record_from_json(written) if written.startswith("{") else record_from_text(written)
    if len(record.entries) > MOST_ENTRIES:
        raise Refused("too_long", most=MOST_ENTRIES)
    return record


def retell(record: Record) -> Retold:
    """Play a record again. Raises Refused where our own rules version does not follow it."""
    book = _regulation(record)
    if len(record.players) not in book.seats.sizes:
        sizes = ", ".join(map(str, book.seats.sizes))
        raise Refused("no_such_table", seats=len(record.players), sizes=sizes)
    again: Replay | None = None
    try:
        again = Replay(record)
        while not again.is_at_end:
            again.step()
    except Differs as differs:
        if record.rules_version == RULES_VERSION:
            raise _refused(record, differs) from differs
        recorded = record.entries if any(isinstance(entry, Event) for entry in record.entries) else ()
        entries = recorded or (again.game.entries if again is not None else ())
        if not entries:
            raise _refused(record, differs) from differs
        return Retold(record, book, entries, differs)
    return Retold(record, book, again.game.entries)


def _regulation(record: Record) -> Rulebook:
    try:
        return rulebook_of(record)
    except (OtherRegulation, FaultyRulebook) as error:
        raise Refused("other_regulation", id=shown(record.rulebook)) from error
    except RecursionError as error:
        raise Unreadable("not_a_game") from error


def where(record: Record, differs: Differs) -> tuple[int, int]:
    """The number of the move at which a record parts from our rules, and its turn (0: preparation)."""
    before = facts(record.entries)[: differs.at]
    closed = [entry.turn for entry in before if isinstance(entry, TurnClosed)]
    acted = sum(isinstance(entry, Acted) for entry in before)
    return acted + isinstance(differs.recorded, Acted), closed[-1] + 1 if closed else 0


def _refused(record: Record, differs: Differs) -> Refused:
    move, turn = where(record, differs)
    return Refused(
        "differs", move=move, turn=turn, recorded=said(differs.recorded), found=said(differs.found)
    )


def said(entry: Entry | Exception | None) -> Said:
    """One side of a difference, in words."""

    def words(lang: Language) -> str:
        match entry:
            case Acted():
                return text("replay_page.differs.move", lang, move=acted_to_text(entry))
            case Luck():
                return text("replay_page.differs.luck", lang, luck=luck_to_text(entry))
            case TurnClosed(turn):
                return text("replay_page.differs.turn", lang, turn=turn)
            case None:
                return text("replay_page.differs.nothing", lang)
        sentence = getattr(entry, "sentence", None)
        assert callable(sentence), entry
        return str(sentence(lang))

    return words
