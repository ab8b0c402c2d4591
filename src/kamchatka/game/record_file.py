"""Parse a record from the bytes of a file, as text or JSON: the only reader of records."""

from kamchatka.game.codec import Unreadable
from kamchatka.game.record import Record
from kamchatka.game.record_json import record_from_json
from kamchatka.game.record_text import record_from_text
from kamchatka.rules import RULES_VERSION

BYTE_ORDER_MARK = "\ufeff"


def normal_text(data: bytes) -> str:
    """Decode a file, without what mail, forms and editors add: byte-order mark, other line ends, surrounding
    blanks.
    """
    try:
        said = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("not_text") from error
    lines = said.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    return lines.strip(" \t\n") + "\n"


def is_json(said: str) -> bool:
    """Whether this text is JSON."""
    return said.startswith("{")


def read_record(data: bytes) -> Record:
    """Parse a record; Unreadable if it is none, or if it needs a newer version of the rules."""
    said = normal_text(data)
    record = record_from_json(said) if is_json(said) else record_from_text(said)
    if record.rules_version > RULES_VERSION:
        raise Unreadable("newer_rules", version=record.rules_version)
    return record
