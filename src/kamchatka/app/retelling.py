"""From a file to a game we can vouch for: read, played again, and compared move by move."""

from dataclasses import dataclass

from kamchatka.app.departure import departure
from kamchatka.app.refusals import Refused
from kamchatka.app.told import Told, told_after
from kamchatka.game import record_file
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.events import Event, SeatsTaken
from kamchatka.game.log import Entry
from kamchatka.game.record import Differs, OtherRegulation, Record, Replay, rulebook_of
from kamchatka.messages import Language
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
    """Where a game of another rules version parts from ours: the log is the recorded one, or ends there."""
    told: Told | None = None
    """The rest in words, where the log ends before the game did."""


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
    record = record_file.read_record(content)
    if len(record.entries) > MOST_ENTRIES:
        raise Refused("too_long", most=MOST_ENTRIES)
    return record


def retell(record: Record, content: bytes = b"") -> Retold:
    """Play a record again. Raises Refused where our own rules version does not follow it.

    Under other rules the content helps: a text tells in words what it holds no events of.
    """
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
        if any(isinstance(entry, Event) for entry in record.entries):
            return Retold(record, book, record.entries, differs)
        entries = _up_to(differs.at, again.game.entries) if again is not None else ()
        if not any(isinstance(entry, SeatsTaken) for entry in entries):
            raise _refused(record, differs) from differs
        told = told_after(content.decode(), differs.at, len(record.players))
        return Retold(record, book, entries, differs, told)
    return Retold(record, book, again.game.entries)


def _up_to(fact: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The log before the fact of this number."""
    seen = 0
    for at, entry in enumerate(entries):
        if not isinstance(entry, Event):
            if seen == fact:
                return entries[:at]
            seen += 1
    return entries


def _regulation(record: Record) -> Rulebook:
    try:
        return rulebook_of(record)
    except (OtherRegulation, FaultyRulebook) as error:
        raise Refused("other_regulation", id=shown(record.rulebook)) from error
    except RecursionError as error:
        raise Unreadable("not_a_game") from error


def _refused(record: Record, differs: Differs) -> Refused:
    def why(lang: Language) -> str:
        return departure(record, differs, lang).sentence(lang)

    return Refused("differs", why=why)
