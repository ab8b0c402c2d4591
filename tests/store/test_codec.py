"""Events as text: the same bytes everywhere, and older shapes read in today's without being rewritten."""

import locale
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from kamchatka.app.events import CODEC, PersonCorrected
from kamchatka.events import LoggedEvent
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.codec import Codec, Data, EncodedEvent, EventKind, canonical
from kamchatka.store.log import Stamp, open_store
from tests.plugins.databases import TESTS

ANNA = PersonId("p-00000000000000aa")
KINDS = """
person-entered person-corrected person-merged person-erased tournament-created settings-changed
judge-named judge-removed session-planned judge-rostered conflict-declared entrant-entered
entry-corrected entrant-removed acceptance-signed rules-handed-out fee-paid roll-called
player-expected player-withdrawn player-substituted player-disqualified pair-parted pair-joined
seed-announced season-planned round-drawn tables-published tables-hidden seats-changed venue-changed
seats-fixed tables-started result-recorded result-confirmed result-corrected result-kept game-voided
penalty-given round-closed lots-drawn stage-cut rules-published standings-published
visibility-changed tournament-closed file-attached action-undone phone-joined phone-named pass-revoked
table-opened order-set clock-started clock-stopped clock-resumed clock-extended clock-interrupted
interruption-settled turn-ended turn-set lap-recorded pass-asked time-expired closing-rolled
closing-excused closing-declined closing-forgotten player-eliminated objective-declared game-ended
incident-ruled incident-forwarded judge-called call-answered call-closed board-counted sheet-signed
"""
"""Every kind of event that a store may hold."""


@dataclass(frozen=True)
class TableClosed:
    """What the third shape of an event looks like."""

    table: int
    winner: str
    laps: int = 0
    words: tuple[str, ...] = field(default=())


def split_place(data: Data) -> Data:
    return {"table": int(str(data["place"]).removeprefix("table ")), "winner": data["winner"]}


def add_laps(data: Data) -> Data:
    return {**data, "laps": 35}


OLD = Codec([EventKind("table-closed", TableClosed)])
NEW = Codec([EventKind("table-closed", TableClosed, {1: split_place, 2: add_laps})])


def test_an_event_comes_back_as_it_was() -> None:
    event = PersonCorrected(ANNA, ("name", "phone"))
    encoded = CODEC.encode(event)
    assert encoded == EncodedEvent(
        "person-corrected", 1, '{"changed":["name","phone"],"person":"p-00000000000000aa"}'
    )
    assert CODEC.decode(encoded) == event


def test_a_renamed_class_keeps_the_kind_it_was_stored_as() -> None:
    assert set(KINDS.split()) - set(CODEC.kinds) == set()

    class BoardRecounted(LoggedEvent, subject="tables", stored_as="board-counted"):
        """What was once called BoardCounted."""

    assert BoardRecounted.stored_as == "board-counted"


def test_the_bytes_do_not_depend_on_the_order_of_fields_or_the_country() -> None:
    one, other = {"è": "Öğe", "a": [1, {"c": 2, "b": 3}]}, {"a": [1, {"b": 3, "c": 2}], "è": "Öğe"}
    wanted = '{"a":[1,{"b":3,"c":2}],"\\u00e8":"\\u00d6\\u011fe"}'
    before = locale.setlocale(locale.LC_ALL)
    try:
        for name in ("C", ""):
            locale.setlocale(locale.LC_ALL, name)
            assert canonical(one) == canonical(other) == wanted
    finally:
        locale.setlocale(locale.LC_ALL, before)


@pytest.mark.parametrize(
    ("version", "payload", "laps"),
    [
        (1, '{"place":"table 4","winner":"A"}', 35),
        (2, '{"table":4,"winner":"A"}', 35),
        (3, '{"laps":12,"table":4,"winner":"A","words":[]}', 12),
    ],
)
def test_every_older_shape_is_read_in_todays(version: int, payload: str, laps: int) -> None:
    assert NEW.decode(EncodedEvent("table-closed", version, payload)) == TableClosed(4, "A", laps)
    assert NEW.encode(TableClosed(4, "A", laps)).version == 3


def test_reading_an_older_shape_leaves_what_is_stored(place: str | Path) -> None:
    with open_store(place, OLD, TESTS) as store, store.writing(Stamp("", "x/y", ActionId("a"))) as writing:
        writing.is_repeated([])
        [stored] = writing.append("table/4", 0, TableClosed(4, "A"))
    halfway = Codec([EventKind("table-closed", TableClosed, {1: add_laps})])
    with open_store(place, halfway, TESTS) as store, store.reading() as reading:
        [event] = reading.stream("table/4")
        assert reading.decode(event) == TableClosed(4, "A", 35)
    with open_store(place, halfway, TESTS) as store, store.reading() as reading:
        assert reading.stream("table/4") == [stored]


NEWER = [EncodedEvent("from-tomorrow", 1, "{}"), EncodedEvent("table-closed", 4, "{}")]


@pytest.mark.parametrize("stored", NEWER)
def test_what_a_newer_program_wrote_is_not_guessed_at(stored: EncodedEvent) -> None:
    with pytest.raises(NotPossibleNow, match="newer_event"):
        NEW.decode(stored)


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize(
    "payload", ["", "{", "[]", "4", '{"table":{}}', '{"place":"table four","winner":"A"}']
)
def test_nonsense_is_refused_whatever_its_version(version: int, payload: str) -> None:
    with pytest.raises(NotPossibleNow, match="unreadable_event"):
        NEW.decode(EncodedEvent("table-closed", version, payload))
