"""The log: places, versions, repeated requests, feeds, notes, texts; on both databases."""

from dataclasses import dataclass

import pytest

from kamchatka.app.events import PersonEntered
from kamchatka.app.office import Office
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store.chain import NOTHING, StoredEvent, link
from kamchatka.store.log import LogWriter, Stamp

ANNA, BRUNO = PersonId("p-00000000000000aa"), PersonId("p-00000000000000bb")


def stamp(action: str = "a-1") -> Stamp:
    return Stamp("2026-11-21T10:00:00.000000Z", "organiser/p-00000000000000aa", ActionId(action))


def test_events_of_a_stream_are_numbered_from_one_and_chained(office: Office) -> None:
    with office.store.writing(stamp()) as writing:
        writing.append("table/1", 0, PersonEntered(ANNA), PersonEntered(BRUNO))
    with office.store.writing(stamp("a-2")) as writing:
        writing.append("table/1", 2, PersonEntered(ANNA))
    with office.reading() as reading:
        events = reading.stream("table/1")
    assert [(event.sequence, event.payload) for event in events] == [
        (1, '{"person":"p-00000000000000aa"}'),
        (2, '{"person":"p-00000000000000bb"}'),
        (3, '{"person":"p-00000000000000aa"}'),
    ]
    previous = NOTHING
    for event in events:
        assert event.hash == link(previous, event)
        previous = event.hash


def test_whoever_saw_an_older_version_is_refused_and_nothing_is_written(office: Office) -> None:
    with office.store.writing(stamp()) as writing:
        writing.append("table/1", 0, PersonEntered(ANNA))

    def late(seen: int) -> None:
        with office.store.writing(stamp(f"late-{seen}")) as writing:
            writing.is_repeated([])
            writing.append("table/2", 0, PersonEntered(BRUNO))
            writing.append("table/1", seen, PersonEntered(BRUNO))

    for seen in (0, 2):
        with pytest.raises(NotPossibleNow, match="changed_meanwhile"):
            late(seen)
    with office.reading() as reading:
        assert reading.feeds() == reading.feeds("table/1") == reading.feeds("table/") == {"table/1": 1}
        assert reading.feeds("table/2") == reading.feeds("tab/") == {}
        assert reading.stream("table/2") == []
    with office.store.writing(stamp("late-0")) as writing:
        assert not writing.is_repeated([]), "the refused request left no trace"


def test_streams_of_a_tournament_share_the_numbers_of_its_feed(office: Office) -> None:
    with office.store.writing(stamp()) as writing:
        writing.append("table/1", 0, PersonEntered(ANNA), feed="raduno")
        writing.append("table/2", 0, PersonEntered(BRUNO), PersonEntered(ANNA), feed="raduno")
        writing.append("table/1", 1, PersonEntered(BRUNO), feed="raduno")
    with office.reading() as reading:
        found = [(event.number, event.stream, event.sequence) for event in reading.feed("raduno")]
        rest = [event.number for event in reading.feed("raduno", after=1, most=2)]
    assert found == [(1, "table/1", 1), (2, "table/2", 1), (3, "table/2", 2), (4, "table/1", 2)]
    assert rest == [2, 3]


def test_a_request_sent_again_is_recognised_and_another_under_its_id_refused(office: Office) -> None:
    def send(content: object) -> bool:
        with office.store.writing(stamp("a-7")) as writing:
            repeated = writing.is_repeated(content)
            if not repeated:
                writing.append("table/1", writing.version("table/1"), PersonEntered(ANNA))
            return repeated

    assert [send(["close", 4]), send(["close", 4])] == [False, True]
    with pytest.raises(NotUnderstood, match="other_content"):
        send(["close", 5])
    with office.reading() as reading:
        assert [event.sequence for event in reading.of_action(ActionId("a-7"))] == [1]


def test_a_note_stands_beside_the_log_which_keeps_only_its_seal(office: Office) -> None:
    with office.store.writing(stamp()) as writing:
        [first, second] = writing.append(
            "table/1", 0, PersonEntered(ANNA), PersonEntered(BRUNO), note="Carla è arrivata tardi"
        )
        assert [writing.note(first), writing.note(second)] == ["Carla è arrivata tardi", ""]
    assert len(first.sealed) == 64
    assert second.sealed == ""
    with office.store.writing(stamp("a-2")) as writing:
        [same] = writing.append("table/2", 0, PersonEntered(ANNA), note="Carla è arrivata tardi")
    assert same.sealed != first.sealed, "equal notes do not show"


def test_a_pinned_text_is_kept_once_for_a_tournament(office: Office) -> None:
    with office.store.writing(stamp()) as writing:
        one = writing.pin("raduno", "formula", "id = 'conversione'")
        assert writing.pin("raduno", "formula", "id = 'conversione'") == one
        assert writing.pin("raduno", "formula", "id = 'altra'") != one


def test_an_error_in_the_middle_leaves_nothing(office: Office) -> None:
    def half(writing: LogWriter) -> None:
        writing.append("table/1", 0, PersonEntered(ANNA), note="presente")
        raise RuntimeError("the computer stumbles")

    with pytest.raises(RuntimeError), office.store.writing(stamp()) as writing:
        half(writing)
    with office.reading() as reading:
        assert reading.feeds() == {}
        assert reading.note(StoredEvent("table/1", 1, *[""] * 10)) == ""  # type: ignore[arg-type]


@dataclass(frozen=True)
class Unknown:
    """An event nobody registered."""


def test_an_event_of_no_known_kind_is_our_own_mistake(office: Office) -> None:
    with pytest.raises(KeyError), office.store.writing(stamp()) as writing:
        writing.append("table/1", 0, Unknown())
