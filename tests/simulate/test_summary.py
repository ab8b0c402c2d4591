"""Counts that add up, in any order, and reports made from them."""

import numpy as np
import pytest

from kamchatka.bots import BOTS, UnknownBot, bot_number
from kamchatka.simulate.batch import play_rows, player
from kamchatka.simulate.compare import play_comparison
from kamchatka.simulate.intervals import Interval
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.report import by_bot, by_objective, by_seat, figures, laps_at, mean_of
from kamchatka.simulate.summary import RunSummary
from kamchatka.simulate.variant import changed
from kamchatka.simulate.words import between, line_up, number, percent
from tests.simulate.plans import plan

pytestmark = pytest.mark.xdist_group("kernel")


def summary_of(wanted: SimulationPlan, games: int, *cuts: int) -> RunSummary:
    rows = play_rows(wanted, range(games))
    summary = RunSummary(wanted.seats)
    for part in np.split(rows, cuts):
        summary.add(part)
    return summary


def test_any_grouping_adds_up_to_the_same() -> None:
    whole, parts = summary_of(plan(), 300), summary_of(plan(), 300, 1, 100, 100, 250)
    assert whole == parts
    assert whole.digest == parts.digest


def test_every_game_is_counted_once_everywhere() -> None:
    summary = summary_of(plan("rtu", "soldato", "recluta", "recluta", "soldato", laps=3), 500)
    assert sum(summary.wins) + summary.nobody == 500
    assert sum(summary.endings.values()) == sum(summary.laps) == sum(summary.eliminations) == 500
    assert sum(it.wins for it in summary.bots.values()) == 500 - summary.nobody
    assert {name: it.tries for name, it in summary.bots.items()} == {"recluta": 500, "soldato": 500}
    assert sum(it.tries for it in summary.objectives.values()) == 4 * 500
    assert sum(it.wins for it in summary.objectives.values()) == 500 - summary.nobody
    assert all(sum(places) == 500 for places in summary.places)
    assert summary.conquests.total == sum(each.total for each in summary.conquered)


def test_figures_are_those_of_the_rows() -> None:
    rows = play_rows(plan(), range(400))
    found = figures(plan(), summary_of(plan(), 400))
    assert found["wins_by_seat"] == [int((rows["winner"] == seat).sum()) for seat in range(4)]
    assert found["turns_per_game"] == rows["turns"].mean()
    assert found["laps_per_game"] == pytest.approx(rows["laps"].mean())
    assert found["rolls_per_game"] == rows["rolls"].mean()
    assert found["points_by_seat"][2]["value"] == pytest.approx(rows["points"][:, 2].mean() / 2)
    assert found["eliminations_per_game"] == pytest.approx(rows["eliminations"].mean())
    held = (rows["objective"] == 3) & (np.arange(6) < 4)
    third = next(
        line for line in by_objective(plan().rulebook, summary_of(plan(), 400)) if line.name[-2:] == "04"
    )
    assert third.tries == held.sum()
    assert third.wins == (held & (np.arange(6) == rows["winner"])).sum()


def test_lines_name_what_an_even_table_would_give() -> None:
    wanted = plan("rtu", "soldato", "recluta", "recluta", "recluta")
    summary = summary_of(wanted, 200)
    assert [line.even for line in by_seat(summary)] == [0.25] * 4
    assert {line.name: line.even for line in by_bot(wanted, summary)} == {"recluta": 0.75, "soldato": 0.25}


def test_nothing_played_is_no_error() -> None:
    found = figures(plan(), RunSummary(4))
    assert found["turns_per_game"] == 0
    assert found["by_seat"][0]["high"] == 1.0


def test_quantiles_and_means_of_counts() -> None:
    summary = RunSummary(4)
    summary.games = 10
    summary.laps[3], summary.laps[5], summary.laps[9] = 5, 4, 1
    assert [laps_at(summary, share) for share in (0.05, 0.5, 0.51, 0.95)] == [3, 3, 5, 9]
    assert mean_of(summary.laps) == 4.4


def test_a_plan_against_itself_differs_in_nothing() -> None:
    found = play_comparison(plan(), plan(), 200, (player(plan()), player(plan())), threads=2, chunk=30)
    assert found.same == found.games == 200
    assert [pairs.interval().value for pairs in found.seats] == [0] * 4
    assert found.lengths["turns"].interval() == Interval(0, 0, 0)


def test_a_comparison_is_the_difference_of_its_sides() -> None:
    """Closing from the first roll ends more games by dice, and the interval says so."""
    base = plan(laps=2)
    book = changed(base.rulebook, {"closing.first": 7, "closing.cap": 0, "closing.mode": "at-most"}, "x")
    other = SimulationPlan(rulebook=book, label="x", bots=base.bots, laps=2, seed=base.seed)
    found = play_comparison(base, other, 500, (player(base), player(other)), chunk=200)
    data = found.as_json()
    for name, each in data["difference"]["endings"].items():
        sides = [data[side]["endings"].get(name, 0) / 500 for side in "ab"]
        assert each["value"] == pytest.approx(sides[1] - sides[0])
    for seat, each in enumerate(data["difference"]["win_rate_by_seat"]):
        assert each["value"] == pytest.approx(
            (data["b"]["wins_by_seat"][seat] - data["a"]["wins_by_seat"][seat]) / 500
        )
    assert data["difference"]["endings"]["closing"]["low"] > 0
    assert data["difference"]["turns"]["high"] < 0
    turns = [data[side]["turns_per_game"] for side in "ab"]
    assert data["difference"]["turns"]["value"] == pytest.approx(turns[1] - turns[0])


def test_bots_have_one_number_each() -> None:
    assert sorted(BOTS.values()) == list(range(len(BOTS)))
    assert bot_number("soldato") == 1
    with pytest.raises(UnknownBot) as unknown:
        bot_number("caporale")
    assert unknown.value.values == {"bot": "caporale", "known": ", ".join(BOTS)}


def test_numbers_are_written_as_people_write_them() -> None:
    assert number(1234567.891, "it", 2) == "1.234.567,89"
    assert number(1234567.891, "en", 2) == "1,234,567.89"
    assert number(-0.001, "en", 2, "+") == "0.00"
    assert number(-1.5, "it", 1, "+") == "−1,5"
    assert percent(0.2871, "it") == "28,71 %"
    assert between(Interval(0, -0.01, 0.02), "it", 100, 1, "+") == "−1,0 … +2,0"
    assert line_up(("soldato",) * 4) == "4 × soldato"
    assert line_up(("soldato", "recluta")) == "soldato, recluta"
