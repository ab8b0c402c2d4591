"""The demonstration: played to its final, killed and gone on with, copied, taken away."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kamchatka.app.archive import backup as keeping
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, stream_of
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.events import RoundDrawn
from kamchatka.tournament.scores import Scoreboard
from tests.plugins.databases import TESTS
from tests.tournament.killing import ending, killed_and_begun_again
from tests.tournament.organiser import Organiser

KILLS = 2


class Demonstration(NamedTuple):
    """A demonstration nobody disturbed, in memory."""

    office: Office
    desk: OpenTournament


@pytest.fixture(scope="module")
def demonstration() -> Iterator[Demonstration]:
    with open_office(None) as office:
        *_, last = demo.play(office)
        yield Demonstration(office, open_tournament(office, last.id))


def test_a_gathering_of_105_with_one_table_of_five_one_discard_and_one_final(
    demonstration: Demonstration,
) -> None:
    desk = demonstration.desk
    tournament = desk.tournament
    sizes = [sorted(len(t.seated.seats) for t in each.tables.values()) for each in tournament.rounds]
    assert sizes == [[4] * 25 + [5]] * 3 + [[4] * 4, [4]]
    assert len({each.club for each in tournament.entrants.values()}) == 28
    assert tournament.settings.demo
    rows = Scoreboard(tournament, desk.names).standings.rows
    assert all(len(row.entry.counted) == 2 and len(row.entry.results) == 3 for row in rows)
    assert [row.rank for row in rows if row.decided] == [1, 2, 3, 4]
    drawn = [each.event for each in desk.occurrences if isinstance(each.event, RoundDrawn)]
    assert [len(event.receipt.violations) for event in drawn[:4]] == [0] * 4
    # Whoever has reached the final may have met before: at one table nothing can be done about it.
    assert all(each.failed == each.least for each in drawn[4].receipt.outcomes)


def test_killed_at_any_moment_it_goes_on_without_loss(tmp_path: Path, demonstration: Demonstration) -> None:
    """On PostgreSQL too: `./run soak tournaments`."""
    place, desk = tmp_path / "kamchatka.db", demonstration.desk
    assert killed_and_begun_again(place, tmp_path, KILLS, seed=15) == []
    rows = Scoreboard(desk.tournament, desk.names).standings.rows
    assert ending(place) == [(row.rank, row.entry.name, row.entry.total) for row in rows]


def test_it_is_taken_away_without_a_trace_and_real_events_are_not(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8)
    status, out, _ = organiser.terminal.type("it", "demo", "--json")
    assert (status, json.loads(out)["entrants"]) == (0, 105)
    before = organiser.type("list")
    assert len(before) == 2
    assert organiser.terminal.type("it", "demo", "--remove", "--json")[1].strip() == '{\n  "removed": true\n}'
    assert [each["id"] for each in organiser.type("list")] == [id]
    _, out, _ = organiser.terminal.type("it", "people", "list", "--json")
    assert len(json.loads(out)) == 9
    status, out, _ = organiser.terminal.type("it", "log", "verify", "--json")
    assert status == 0
    status, out, _ = organiser.terminal.type("it", "demo", "--remove")
    assert out.strip() == "Qui non c'è nessuna dimostrazione."
    assert organiser.refused("simulate", id)["code"] == "not_a_demo"


def test_a_trial_is_deleted_and_the_log_tells_it(organiser: Organiser) -> None:
    real, trial = organiser.begin("tre-partite", 8), organiser.begin("open", 12)
    organiser.type("draw", trial, "--seed", "uno")
    assert organiser.type("remove", trial, "--yes") == {"id": trial, "removed": True}
    assert [each["id"] for each in organiser.type("list")] == [real]
    log = json.loads(organiser.terminal.type("it", "log", "show", "removals", "--json")[1])
    assert log["events"][-1]["sentence"] == "Cancellato il torneo di prova «prova-open»."
    status, out, err = organiser.terminal.type("it", "log", "verify", "--json")
    assert status == 0, (out, err)


def test_what_was_published_is_not_deleted_even_if_undone(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8)
    organiser.type("publish", id, "--rules")
    organiser.type("undo", id, "--reason", "troppo presto")
    assert organiser.refused("remove", id, "--yes")["code"] == "published_event"
    assert [each["id"] for each in organiser.type("list")] == [id]


def test_a_copy_of_a_tournament_is_the_same_tournament(tmp_path: Path, demonstration: Demonstration) -> None:
    copy, desk = tmp_path / "torneo.jsonl", demonstration.desk
    feeds = [stream_of(desk.id), *(f"person/{who}" for who in desk.names)]
    keeping.backup(demonstration.office, TERMINAL, copy, only=feeds)
    with open_office(tmp_path / "other.db", TESTS) as other:
        keeping.restore(other, TERMINAL, copy)
        again = open_tournament(other, desk.id)
        assert (again.tournament, again.names) == (desk.tournament, desk.names)
        assert check(other).broken is None


def test_results_are_invented_only_for_demonstrations(organiser: Organiser) -> None:
    id = organiser.begin("tre-partite", 8)
    organiser.do(id, "draw")
    with (
        open_office(Path(organiser.folder) / "home" / "kamchatka.db", TESTS) as office,
        pytest.raises(NotAllowed),
    ):
        demo.simulate(office, TERMINAL, id)
