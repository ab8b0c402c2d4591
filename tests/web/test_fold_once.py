"""An event is folded once, and carried forward by what happens: counted, and compared with a fold anew."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import Connection

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import merging, people
from kamchatka.app.tables import tables as live_tables
from kamchatka.app.tables.tables import OpenTable, execute_at, open_live, open_table
from kamchatka.app.tournaments import opening as desks
from kamchatka.app.tournaments.opening import open_tournament, texts_now
from kamchatka.app.tournaments.passes import TablePlace, has_code, pass_path
from kamchatka.app.tournaments.public_state import open_public_state
from kamchatka.app.tournaments.settings import change_settings
from kamchatka.app.tournaments.undo import undo
from kamchatka.clock import ClockReading
from kamchatka.ids import PersonId
from kamchatka.referee import folding as table_folding
from kamchatka.referee.timing import StartClock, StopClock
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.store import people as stored_people
from kamchatka.store.database import Holder
from kamchatka.store.snapshots import Snapshots
from kamchatka.tournament import recording
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CorrectEntry
from kamchatka.tournament.events import Entry, VisibilityChanged
from kamchatka.tournament.folding import begun, evolve, folded, standing
from kamchatka.tournament.recording import (
    ChooseVersion,
    CorrectResult,
    PublishStandings,
    RecordSheet,
    WriteSheet,
)
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.settings import ChangeVisibility
from tests.tournament.played import invented, opened
from tests.tournament.small_event import drawn, points, table
from tests.web.desk_pages import DeskClient, desk_site

FOUR = (45, 30, 24, 12)
PAGES = (
    "",
    "/iscritti",
    "/appello",
    "/sorteggio",
    "/referti",
    "/referti/1/1",
    "/classifica",
    "/giudici",
    "/registro",
)


def calls_of(monkeypatch: pytest.MonkeyPatch, module: ModuleType, function: Callable[..., Any]) -> list[str]:
    """A list that grows with every call a module makes of a function."""
    calls: list[str] = []

    def counted(*args: object) -> object:
        calls.append(function.__name__)
        return function(*args)

    monkeypatch.setattr(module, function.__name__, counted)
    return calls


class Count:
    """How often an event was folded from its beginning, and how many events were folded in all."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folds = calls_of(monkeypatch, desks, begun)
        self.steps = calls_of(monkeypatch, desks, evolve)

    def taken(self) -> tuple[int, int]:
        """The counts since the last time: folds from the beginning, events."""
        found = len(self.folds), len(self.steps)
        self.folds.clear()
        self.steps.clear()
        return found


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    return Count(monkeypatch)


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


@pytest.fixture
def file(tmp_path: Path) -> Iterator[tuple[Path, Office]]:
    path = tmp_path / "kamchatka.db"
    with open_office(path, Holder("test")) as office:
        yield path, office


def is_as_folded_anew(office: Office, id: str) -> bool:
    """Whether the event that is kept is the one that its events give from the beginning."""
    kept = open_tournament(office, id)
    fresh = replace(office, store=replace(office.store, snapshots=Snapshots()))
    anew = open_tournament(fresh, id)
    return kept == anew and kept.tournament == folded(anew.tournament.setup, standing(anew.occurrences))


def recorded(office: Office, id: str, number: int) -> RecordSheet:
    return RecordSheet(table=number, seats=points(table(open_tournament(office, id), number), FOUR))


def test_a_posted_sheet_folds_only_what_it_writes(site: tuple[Office, DeskClient], count: Count) -> None:
    office, client = site
    id = drawn(office, 8, name="Riga", format="raduno")
    count.taken()
    for number in (1, 2):
        fields = {f"t{number}.punti{seat}": str(each) for seat, each in enumerate(FOUR, 1)}
        answer = client.post(f"/organizza/{id}/referti/1/{number}", fields, fragment=True)
        assert answer.status_code == 200
        assert count.taken() == (0, 1)
    assert is_as_folded_anew(office, id)


def test_pages_of_an_unchanged_event_fold_nothing(site: tuple[Office, DeskClient], count: Count) -> None:
    office, client = site
    id = drawn(office, 8, name="Ferma", format="raduno")
    execute(
        office,
        TERMINAL,
        id,
        recorded(office, id, 1),
        recorded(office, id, 2),
        CloseRound(),
        PublishStandings(),
    )
    execute(office, TERMINAL, id, ChangeVisibility(VisibilityChanged(results="published")))
    count.taken()
    for page in PAGES:
        client.get(f"/organizza/{id}{page}")
    for page in ("", "/tavoli", "/risultati"):
        client.get(f"/tornei/{id}{page}")
    assert count.taken() == (0, 0)


def test_a_wrong_pass_code_folds_nothing(office: Office, count: Count) -> None:
    place = TablePlace(drawn(office, 8, name="Codici"), 1, 1)
    right = pass_path(office, place).rpartition("/")[2]
    restarted = replace(office, store=replace(office.store, snapshots=Snapshots()))
    count.taken()
    for wrong in ("", "a" * 32, right[:-1], right[1:] + right[0]):
        assert not has_code(restarted, place, wrong)
    assert not has_code(restarted, replace(place, table=9), right)
    assert count.taken() == (0, 0)
    assert has_code(restarted, place, right)
    assert count.taken()[0] == 1


def test_each_event_of_a_request_is_folded_once(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    count.taken()
    outcome = execute(office, TERMINAL, id, recorded(office, id, 1), recorded(office, id, 2), CloseRound())
    assert count.taken() == (0, 3)
    assert [type(each).__name__ for each in outcome.events] == [
        "ResultRecorded",
        "ResultRecorded",
        "RoundClosed",
    ]
    assert outcome.desk == open_tournament(office, id)
    assert outcome.desk.tournament.rounds[-1].is_closed


def test_undoing_folds_from_the_beginning_once(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    before = open_tournament(office, id)
    execute(office, TERMINAL, id, recorded(office, id, 1))
    count.taken()
    undo(office, TERMINAL, id, "tavolo sbagliato")
    after = open_tournament(office, id)
    assert count.taken() == (1, before.version)
    assert after.tournament == before.tournament
    assert is_as_folded_anew(office, id)
    count.taken()
    execute(office, TERMINAL, id, recorded(office, id, 1))
    assert count.taken() == (0, 1)
    assert is_as_folded_anew(office, id)


def test_a_correction_is_carried_forward(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    execute(office, TERMINAL, id, recorded(office, id, 1))
    seats = points(table(open_tournament(office, id), 1), (54, 30, 24, 12))
    count.taken()
    outcome = execute(office, TERMINAL, id, CorrectResult(round=1, table=1, seats=seats, reason="letto male"))
    assert count.taken() == (0, 1)
    result = table(outcome.desk, 1).result
    assert result is not None
    assert result.seats == seats
    assert is_as_folded_anew(office, id)


def test_a_sheet_is_written_as_the_table_stands_and_counted_once(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = drawn(office, 8)
    seen = open_tournament(office, id)  # by somebody who never looks again
    checks = calls_of(monkeypatch, recording, recording.scored_table)

    def written(given: Sequence[int], reason: str = "") -> bool:
        asked = WriteSheet(round=1, table=1, seats=points(table(seen, 1), given), reason=reason)
        return execute(office, TERMINAL, id, asked).is_news_to(seen)

    assert written(FOUR)
    assert checks == ["scored_table"]
    assert not written(FOUR)
    with pytest.raises(NotAllowed, match="reason_missing"):
        written((54, 30, 24, 12))
    assert written((54, 30, 24, 12), "letto male")
    assert checks == ["scored_table"] * 2
    kinds = [type(each.event).__name__ for each in open_tournament(office, id).occurrences[seen.version :]]
    assert kinds == ["ResultRecorded", "ResultCorrected"]


def test_a_version_is_chosen_among_those_that_were_sent(office: Office) -> None:
    id = drawn(office, 8)
    at = table(open_tournament(office, id), 1)
    one, other, nobody, _ = at.seated.seats
    sent = {one: (50, 40, 30, 20), other: FOUR}
    execute(
        *(office, TERMINAL, id),
        *(RecordSheet(table=1, seats=points(at, given), sent_by=who) for who, given in sent.items()),
    )
    with pytest.raises(NotPossibleNow, match="nothing_to_confirm"):
        execute(office, TERMINAL, id, ChooseVersion(1, nobody))
    outcome = execute(office, TERMINAL, id, ChooseVersion(1, one))
    assert [type(each).__name__ for each in outcome.events] == ["ResultRecorded"]
    undo(office, TERMINAL, id)
    outcome = execute(office, TERMINAL, id, ChooseVersion(1, other))
    assert [type(each).__name__ for each in outcome.events] == ["ResultConfirmed"]
    result = table(outcome.desk, 1).result
    assert result is not None
    assert (result.is_confirmed, result.seats) == (True, points(at, FOUR))


def test_changed_settings_fold_from_the_beginning_by_the_new_texts(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    desk = open_tournament(office, id)
    count.taken()
    change_settings(
        office, TERMINAL, id, replace(desk.tournament.settings, place="Modena"), texts=texts_now(office, desk)
    )
    assert open_tournament(office, id).tournament.settings.place == "Modena"
    assert count.taken() == (1, desk.version + 1)
    assert is_as_folded_anew(office, id)


def test_who_is_renamed_merged_or_erased_is_called_so_at_once(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    one, other, third = list(open_tournament(office, id).tournament.entrants)[:3]
    count.taken()

    def name(who: PersonId) -> str:
        return open_tournament(office, id).names[who]

    people.correct(office, TERMINAL, one, {"name": "Zoe Zanetti"})
    assert name(one) == "Zoe Zanetti"
    merging.merge(office, TERMINAL, one, other)
    assert name(other).startswith("Zoe Zanetti (")
    assert count.taken() == (0, 0)
    people.erase(office, TERMINAL, third)
    assert third[-4:].upper() in name(third)
    assert count.taken() == (0, 0), "others are of the same club"
    execute(office, TERMINAL, id, CorrectEntry(Entry(one, "Il Gufo Solo")))
    assert open_tournament(office, id).tournament.entrants[one].club == "Il Gufo Solo"
    count.taken()
    people.erase(office, TERMINAL, one)
    assert open_tournament(office, id).tournament.entrants[one].club.startswith("N.N. ")
    assert count.taken()[0] == 1
    assert is_as_folded_anew(office, id)


def test_what_another_process_writes_is_carried_forward_here(file: tuple[Path, Office], count: Count) -> None:
    path, writer = file
    id = drawn(writer, 8)
    with open_office(path) as reader:
        version = open_tournament(reader, id).version
        count.taken()
        after = execute(writer, TERMINAL, id, recorded(writer, id, 1)).desk
        assert count.taken() == (0, 1)
        assert open_tournament(reader, id) == after
        assert count.taken() == (0, 1)
        undo(writer, TERMINAL, id, "tavolo sbagliato")
        count.taken()
        assert open_tournament(reader, id).version == version + 2
        assert count.taken() == (1, version)
        assert is_as_folded_anew(reader, id)


def test_what_is_rolled_back_was_never_kept(office: Office, count: Count) -> None:
    id = drawn(office, 8)
    before = open_tournament(office, id)
    count.taken()
    with pytest.raises(NotPossibleNow):  # the second one is recorded already
        execute(office, TERMINAL, id, recorded(office, id, 1), recorded(office, id, 1))
    assert open_tournament(office, id) == before
    assert count.taken() == (0, 1)
    execute(office, TERMINAL, id, recorded(office, id, 2))
    assert count.taken() == (0, 1)
    assert is_as_folded_anew(office, id)


def test_threads_share_one_state(file: tuple[Path, Office], count: Count) -> None:
    _, office = file
    id = drawn(office, 16)
    numbers = list(open_tournament(office, id).tournament.rounds[-1].tables)
    asked = [recorded(office, id, number) for number in numbers]
    count.taken()
    with ThreadPoolExecutor(2) as both:
        written = both.map(lambda command: execute(office, TERMINAL, id, command).desk.version, asked)
        seen = both.map(lambda _: open_tournament(office, id).version, range(40))
        assert sorted(seen)[-1] <= max(written)
    # A reader who began before a commit may find only the newer state, and folds for itself.
    assert count.taken()[0] <= len(asked)
    assert all(each.result for each in open_tournament(office, id).tournament.rounds[-1].tables.values())
    assert is_as_folded_anew(office, id)


def test_results_shown_as_published_are_those_of_that_moment(office: Office) -> None:
    id = drawn(office, 8)
    execute(
        office,
        TERMINAL,
        id,
        recorded(office, id, 1),
        recorded(office, id, 2),
        CloseRound(),
        PublishStandings(),
    )
    published = execute(office, TERMINAL, id, ChangeVisibility(VisibilityChanged(results="published"))).desk
    seats = points(table(published, 1), (54, 30, 24, 12))
    execute(office, TERMINAL, id, CorrectResult(round=1, table=1, seats=seats, reason="letto male"))
    execute(office, TERMINAL, id, DrawRound("gru-2"))
    shown = open_public_state(office, id)
    assert (shown.last, len(shown.results.rounds)) == (1, 1)
    result = shown.results.rounds[0].tables[1].result
    assert result is not None
    assert [each.cells["points"] for each in result.seats] == list(FOUR)


def test_a_table_folds_each_tap_once_and_all_again_when_its_opening_is_undone(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = drawn(office, 8)
    open_table(office, TERMINAL, id, 1)
    folds = calls_of(monkeypatch, live_tables, table_folding.folded)
    steps = calls_of(monkeypatch, live_tables, table_folding.evolve)

    def now(seconds: int) -> ClockReading:
        return ClockReading("run", seconds * 1000)

    outcome = execute_at(office, TERMINAL, id, 1, StartClock(now(0), "22:30"), StopClock(now(60), "table"))
    assert outcome.live == open_live(office, id, 1)
    assert (len(folds), len(steps), len(outcome.events)) == (0, 2, 2)
    assert is_table_as_folded_anew(office, id, outcome.live)
    folds.clear()
    live_tables.undo(office, TERMINAL, id, 1)
    assert open_live(office, id, 1).taps == ()
    assert len(folds) == 1
    undo(office, TERMINAL, id)  # with the opening goes what it did in the tournament
    with pytest.raises(NotPossibleNow, match="table_not_open"):
        open_live(office, id, 1)


def is_table_as_folded_anew(office: Office, id: str, live: OpenTable) -> bool:
    fresh = replace(office, store=replace(office.store, snapshots=Snapshots()))
    return open_live(fresh, id, live.table.opened.table) == live


def test_a_page_reads_only_the_people_it_names(
    site: tuple[Office, DeskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A register of years must not slow down the pages of one evening."""
    office, client = site
    id = drawn(office, 8)
    opened(office, invented(40), name="Torneo di anni fa")
    read: list[str] = []
    real = stored_people.rows

    def counted(connection: Connection, whom: Iterable[str] | None = None) -> Iterator[dict[str, str]]:
        for row in real(connection, whom):
            read.append(row["person"])
            yield row

    monkeypatch.setattr(stored_people, "rows", counted)
    of_event = {*open_tournament(office, id).names}
    pages = [page for page in PAGES if page != "/iscritti"]  # compares newcomers with the whole register
    for address in (
        "/",
        "/tornei",
        "/organizza",
        f"/tornei/{id}",
        *(f"/organizza/{id}{page}" for page in pages),
    ):
        read.clear()
        client.get(address)
        assert set(read) <= of_event, address
    assert read, "the page of the log names people"
