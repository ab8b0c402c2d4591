"""The tables for every number of players, against the printed rows and a count of all possibilities."""

import csv
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

import pytest

from kamchatka.app.tournaments.texts import setup_of, texts_of
from kamchatka.tournament.events import Pinned, Settings
from kamchatka.tournament.folding import begun
from kamchatka.tournament.format.loading import load_format, read_format, shipped_formats
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.format.tables import (
    NoTables,
    StagePlan,
    Tables,
    next_seatable,
    planned_tables,
    tables_for,
)
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.seating.round import shapes_for

FOURS_AND_FIVES = """
4 1x4; 5 1x5; 6 -; 7 -; 8 2x4; 9 1x4+1x5; 10 2x5; 11 -; 12 3x4; 13 2x4+1x5; 14 1x4+2x5; 15 3x5
16 4x4; 17 3x4+1x5; 18 2x4+2x5; 19 1x4+3x5; 20 5x4; 21 4x4+1x5; 22 3x4+2x5; 23 2x4+3x5; 24 6x4
25 5x4+1x5; 26 4x4+2x5; 27 3x4+3x5; 28 7x4; 29 6x4+1x5; 30 5x4+2x5; 31 4x4+3x5; 32 8x4
33 7x4+1x5; 34 6x4+2x5; 35 5x4+3x5; 36 9x4; 37 8x4+1x5; 38 7x4+2x5; 39 6x4+3x5; 40 10x4
41 9x4+1x5; 42 8x4+2x5; 43 7x4+3x5; 104 26x4
"""
FOURS_FIVES_AND_SIXES = """
4 1x4; 5 1x5; 6 1x6; 7 -; 8 2x4; 9 1x4+1x5; 10 1x4+1x6; 11 1x5+1x6; 12 3x4; 13 2x4+1x5
14 2x4+1x6; 15 1x4+1x5+1x6; 16 4x4; 17 3x4+1x5; 18 3x4+1x6; 19 2x4+1x5+1x6; 20 5x4; 21 4x4+1x5
22 4x4+1x6; 23 3x4+1x5+1x6; 24 6x4; 25 5x4+1x5; 26 5x4+1x6; 27 4x4+1x5+1x6; 28 7x4; 29 6x4+1x5
30 6x4+1x6; 31 5x4+1x5+1x6; 32 8x4; 33 7x4+1x5; 34 7x4+1x6; 35 6x4+1x5+1x6
"""
FIVES_FIRST = """
3 1xdummy; 4 1x4; 5 1x5; 6 1x5+1xbye; 7 1x4+1xdummy; 8 2x4; 9 1x5+1x4; 10 2x5; 11 2x4+1xdummy; 12 3x4
13 1x5+2x4; 14 2x5+1x4; 15 3x5; 16 4x4; 17 1x5+3x4; 18 2x5+2x4; 19 3x5+1x4; 20 4x5; 21 1x5+4x4; 22 2x5+3x4
23 3x5+2x4; 24 4x5+1x4; 25 5x5; 26 2x5+4x4; 27 3x5+3x4; 28 4x5+2x4; 29 5x5+1x4; 30 6x5
31 3x5+4x4; 32 4x5+3x4; 33 5x5+2x4; 34 6x5+1x4; 35 7x5; 36 4x5+4x4; 37 5x5+3x4; 38 6x5+2x4
39 7x5+1x4; 40 8x5; 41 5x5+4x4; 42 6x5+3x4
"""
PRINTED = {
    "raduno-circuito": FOURS_AND_FIVES,
    "milano": FOURS_FIVES_AND_SIXES,
    "primavera": FIVES_FIRST,
}


def rows(printed: str) -> dict[int, str]:
    """By number of players, the tables that are printed."""
    entries = (entry.split() for line in printed.strip().splitlines() for entry in line.split("; "))
    return {int(number): tables for number, tables in entries}


def said(tables: Tables) -> str:
    """Tables as the rows print them, in their order."""
    names = (str(each.size) if each.kind == "table" else each.kind for each in tables)
    return "+".join(f"{len(list(same))}x{name}" for name, same in groupby(names))


def seated(format: Format, players: int, *, last: bool = False) -> str:
    """The tables of a round of the first stage; a dash where there are none."""
    try:
        return said(tables_for(format, format.stages[0], players, is_last_round=last))
    except NoTables:
        return "-"


@pytest.mark.parametrize("id", PRINTED)
def test_every_printed_number_is_seated_so(id: str) -> None:
    printed, format = rows(PRINTED[id]), load_format(id)
    assert {number: seated(format, number) for number in printed} == printed


@pytest.mark.clause("000-3a")
def test_sixteen_sit_at_four_tables_of_four() -> None:
    assert seated(load_format("challenge"), 16) == "4x4"
    assert warnings(load_format("challenge")) == ()


@pytest.mark.clause("000-3b")
def test_eighteen_are_corrected_by_tables_of_five() -> None:
    assert seated(load_format("challenge"), 18) == "2x4+2x5"


@pytest.mark.clause("000-3b")
def test_a_table_of_three_only_seats_who_would_be_left_over() -> None:
    format = load_format("challenge")
    found = {number: seated(format, number) for number in (3, 6, 7, 8, 11, 12)}
    assert found == {3: "1x3", 6: "2x3", 7: "1x4+1x3", 8: "2x4", 11: "2x4+1x3", 12: "3x4"}


@pytest.mark.clause("001-T1")
def test_tables_of_four_and_five_seat_thirteen_but_not_eleven() -> None:
    format = load_format("tre-partite")
    assert seated(format, 13) == "2x4+1x5"
    with pytest.raises(NoTables) as refused:
        tables_for(format, format.stages[0], 11)
    found = refused.value
    assert (found.players, found.sizes, found.clause) == (11, (4, 5), "001-T1")
    assert (found.below, found.above) == (10, 12)


UNIFORM = ("campionato", "due-giorni", "raduno", "serate", "tre-partite", "tre-partite-finale")
"""The formats of 001 whose number of tables nothing else decides."""


def ideal(players: int) -> str:
    """One size for all tables, four before five; else as few tables of five as possible; a dash if none."""
    for size in (4, 5):
        if players % size == 0:
            return f"{players // size}x{size}"
    ways = [
        (fives, fours) for fours in range(1, 60) for fives in range(1, 60) if 4 * fours + 5 * fives == players
    ]
    fives, fours = min(ways, default=(0, 0))
    return f"{fours}x4+{fives}x5" if ways else "-"


def at_the_desk(id: str, numbers: Iterable[int], **options: str) -> dict[int, str]:
    """The tables that the desk shows for the first round, by number of players; a dash where it refuses."""
    texts = texts_of(id)
    pins = {kind: Pinned(name, name) for kind, name in texts.ids.items()}
    tournament = begun(setup_of(texts, options, {}), Settings(name="Prova", **pins))  # type: ignore[arg-type]

    def shown(players: int) -> str:
        try:
            return said(shapes_for(tournament, players))
        except NoTables:
            return "-"

    return {players: shown(players) for players in numbers}


@pytest.mark.clause("001-T2")
@pytest.mark.parametrize("id", UNIFORM)
def test_tables_are_as_alike_as_possible_for_every_number_of_players(id: str) -> None:
    numbers = range(8, 201)
    wanted = {players: ideal(players) for players in numbers}
    assert [players for players in numbers if wanted[players] == "-"] == [11]
    assert [wanted[players] for players in (20, 25, 40, 105, 21)] == ["5x4", "5x5", "10x4", "21x5", "4x4+1x5"]
    assert at_the_desk(id, numbers) == wanted


def test_every_format_of_the_text_without_a_knock_out_is_uniform() -> None:
    described = (id for id in shipped_formats() if load_format(id).source == "001")
    assert tuple(id for id in described if len(planned_stages(load_format(id))) == 1) == UNIFORM


def planned_stages(format: Format) -> tuple[StagePlan, ...]:
    """The stages whose tables are planned together with those of the first."""
    return planned_tables(format, format.stages[0], format.entrants[0])


@pytest.mark.parametrize("id", UNIFORM)
def test_a_house_may_put_tables_of_four_first(id: str) -> None:
    assert at_the_desk(id, (20, 25, 30, 105), uniform="fours-first") == {
        20: "5x4",
        25: "5x4+1x5",
        30: "5x4+2x5",
        105: "25x4+1x5",
    }


def test_the_circuit_puts_tables_of_four_first() -> None:
    circuit = [id for id in shipped_formats() if not load_format(id).source]
    for id in circuit:
        found = at_the_desk(id, (25, 30, 105))
        assert found == {25: "5x4+1x5", 30: "5x4+2x5", 105: "25x4+1x5"}, id
    assert len(circuit) == 6


def test_a_knock_out_is_seated_by_the_number_of_its_tables() -> None:
    found = at_the_desk("eliminazione-diretta", (75, 85, 125))
    assert found == {75: "15x4+3x5", 85: "20x4+1x5", 125: "25x5"}


@pytest.mark.clause("001-T3")
def test_twenty_one_have_one_odd_table() -> None:
    assert seated(load_format("tre-partite"), 21) == "4x4+1x5"


@pytest.mark.clause("003-1d")
def test_tables_of_four_are_preferred_to_five_and_six() -> None:
    format = load_format("milano")
    assert [seated(format, number) for number in (13, 14, 7)] == ["2x4+1x5", "2x4+1x6", "-"]
    assert warnings(load_format("milano")) == ()


@pytest.mark.clause("004-S10a")
def test_the_first_of_two_tables_has_five() -> None:
    assert seated(load_format("primavera"), 9) == "1x5+1x4"
    assert warnings(load_format("primavera")) == ()


@pytest.mark.clause("004-S10c")
def test_tables_have_five_from_the_first_on() -> None:
    format = load_format("primavera")
    assert [seated(format, number) for number in (14, 13, 16)] == ["2x5+1x4", "1x5+2x4", "4x4"]
    assert warnings(load_format("primavera")) == ()


@pytest.mark.clause("004-S10b")
def test_three_play_with_a_dead_seat_only_where_nothing_else_fits() -> None:
    format = load_format("primavera")
    dummies = [number for number in range(3, 60) if "dummy" in seated(format, number)]
    assert dummies == [3, 7, 11]
    assert [seated(format, number) for number in (7, 11)] == ["1x4+1xdummy", "2x4+1xdummy"]


def test_six_and_seven_sit_otherwise_in_the_last_round() -> None:
    format = load_format("primavera")
    assert [seated(format, number, last=True) for number in (6, 7, 8)] == ["1x5+1xbye", "1x5+1xduel", "2x4"]


def test_a_stated_number_of_tables_is_filled_evenly() -> None:
    format = load_format("due-giorni")
    semifinals = format.stages[1]
    found = [said(tables_for(format, semifinals, players, tables=4)) for players in (16, 17, 15)]
    assert found == ["4x4", "1x5+3x4", "3x4+1x3"]
    for players in (11, 21):  # too few at one table, too many at another
        with pytest.raises(NoTables):
            tables_for(format, semifinals, players, tables=4)


def test_the_next_number_that_is_seated_counts_no_spare_size() -> None:
    format = load_format("challenge")
    assert [next_seatable(format, format.stages[0], players) for players in (1, 4, 6, 11)] == [4, 4, 8, 12]


@pytest.mark.parametrize("id", shipped_formats())
def test_nobody_is_left_over(id: str) -> None:
    format = load_format(id)
    for players in range(format.entrants[0], format.entrants[1] or 60):
        if seated(format, players) != "-":
            found = tables_for(format, format.stages[0], players)
            assert sum(table.size for table in found) == players


def plan(id: str, players: int) -> list[str]:
    """The tables of all stages of a knock-out."""
    format = load_format(id)
    return [said(stage.tables) for stage in planned_tables(format, format.stages[0], players)]


@pytest.mark.parametrize(
    ("id", "file"),
    [("eliminazione-diretta", "direct_elimination.csv"), ("seconda-chance", "second_chance.csv")],
)
def test_every_printed_knock_out_is_planned_so(id: str, file: str) -> None:
    with Path(__file__).with_name(file).open(encoding="utf-8", newline="") as lines:
        printed = {int(number): tables for number, *tables in list(csv.reader(lines))[1:]}
    assert {number: plan(id, number) for number in printed} == printed


@pytest.mark.clause("001-FP1c")
def test_a_first_game_has_sixteen_to_twenty_five_tables() -> None:
    assert [plan("eliminazione-diretta", players)[0] for players in (64, 125, 90)] == [
        "16x4",
        "25x5",
        "20x4+2x5",
    ]


@pytest.mark.clause("001-FP1d")
def test_seventeen_winners_play_four_semifinals() -> None:
    format = load_format("eliminazione-diretta")
    semifinals = format.stages[1]
    assert said(tables_for(format, semifinals, 17)) == "3x4+1x5"
    for players in (15, 26):
        with pytest.raises(NoTables) as refused:
            tables_for(format, semifinals, players)
        assert refused.value.clause == "001-FP1d"


@pytest.mark.clause("001-FP1e")
def test_the_final_is_one_table_of_the_semifinal_winners() -> None:
    assert [plan("eliminazione-diretta", players)[1:] for players in (64, 80)] == [
        ["4x4", "1x4"],
        ["5x4", "1x5"],
    ]
    assert_one_table("eliminazione-diretta")


def assert_one_table(id: str) -> None:
    """Two tables of four are no final."""
    format = load_format(id)
    with pytest.raises(NoTables):
        tables_for(format, format.stages[-1], 8)


def test_only_a_stage_of_one_game_looks_ahead_to_those_after_it() -> None:
    source = texts_of("seconda-chance").format
    assert seated(read_format(source, name="una.toml"), 69) == "1x4+13x5"
    twice = source.replace("[[stage]]", "[[stage]]\nrounds = 2", 1)
    assert seated(read_format(twice, name="due.toml"), 69) == "16x4+1x5"


@pytest.mark.clause("001-FP2c")
def test_a_first_game_leaves_a_second_chance_possible() -> None:
    assert [plan("seconda-chance", players)[0] for players in (37, 69)] == ["8x4+1x5", "1x4+13x5"]


@pytest.mark.clause("001-FP2e")
def test_all_who_won_once_fill_the_semifinals() -> None:
    assert [plan("seconda-chance", players)[2] for players in (37, 69)] == ["4x4", "5x5"]


@pytest.mark.clause("001-FP2f")
def test_four_semifinals_make_a_final_of_four() -> None:
    assert [plan("seconda-chance", players)[2:] for players in (37, 47)] == [["4x4", "1x4"], ["5x4", "1x5"]]
    assert_one_table("seconda-chance")


@pytest.mark.parametrize(
    ("id", "players", "below", "above"),
    [
        ("eliminazione-diretta", 63, None, 64),
        ("eliminazione-diretta", 126, 125, None),
        ("seconda-chance", 36, None, 37),
        ("seconda-chance", 70, 69, None),
    ],
)
def test_beyond_the_printed_limits_no_plan_exists(
    id: str, players: int, below: int | None, above: int | None
) -> None:
    format = load_format(id)
    with pytest.raises(NoTables) as refused:
        planned_tables(format, format.stages[0], players)
    assert (refused.value.below, refused.value.above) == (below, above)


def ways(players: int) -> Iterator[tuple[int, int]]:
    """Every number of tables of four and five for so many, and how many of them have five."""
    yield from ((t, players - 4 * t) for t in range(players + 1) if 4 * t <= players <= 5 * t)


def fewest_fives(players: int, *, again: bool) -> int:
    """Tables of five in the best of all knock-outs, counted one by one without the product."""
    found = []
    for first, fives in ways(players):
        for second, more in ways(players - first) if again else [(0, 0)]:
            for semifinals, also in ways(first + second):
                if semifinals in (4, 5):
                    found.append(fives + more + also + (semifinals == 5))
    return min(found)


@pytest.mark.parametrize(
    ("id", "least", "most"), [("eliminazione-diretta", 64, 125), ("seconda-chance", 37, 69)]
)
def test_no_knock_out_has_fewer_tables_of_five(id: str, least: int, most: int) -> None:
    format = load_format(id)
    again = len(format.stages) == 4
    for players in range(least, most + 1):
        planned = planned_tables(format, format.stages[0], players)
        fives = sum(table.size == 5 for stage in planned for table in stage.tables)
        assert fives == fewest_fives(players, again=again)


@pytest.mark.parametrize(
    ("semifinals", "planned"),
    [("[5, 4]", ["16x4+4x5", "4x5", "1x4"]), ("[4, 5]", ["21x4", "4x4+1x5", "1x5"])],
)
def test_each_stage_of_a_knock_out_prefers_its_own_size(semifinals: str, planned: list[str]) -> None:
    source = f"""
id = "vincitori"
title = "Vincitori"
about = "Vince uno per tavolo"
rulebook = "rtu"
formula = "open"
[tables]
sizes = [4, 5]
[[stage]]
id = "prima"
title = "Prima"
[[stage]]
id = "semifinali"
title = "Semifinali"
enters = [{{ who = "winners" }}]
sizes = {semifinals}
[[stage]]
id = "finale"
title = "Finale"
enters = [{{ who = "winners" }}]
tables = [1, 1]
"""
    format = read_format(source, name="vincitori.toml")
    assert [said(stage.tables) for stage in planned_tables(format, format.stages[0], 84)] == planned


def test_three_players_of_a_knock_out_have_a_dead_seat_where_all_threes_have_one() -> None:
    source = """
id = "vincitori"
title = "Vincitori"
about = "Passano due per tavolo"
rulebook = "rtu-2020"
formula = "open"
[tables]
sizes = [4, 3]
dummy = "threes"
[[stage]]
id = "prima"
title = "Prima"
[[stage]]
id = "finale"
title = "Finale"
enters = [{ who = "winners", each = 2 }]
tables = [1, 1]
"""
    format = read_format(source, name="vincitori.toml")
    assert [seated(format, players) for players in (7, 8)] == ["1x4+1xdummy", "2x4"]


def test_a_format_of_a_club_is_seated_by_its_own_sizes() -> None:
    source = """
id = "terzetti"
title = "Terzetti"
about = "Tavoli da tre"
about_en = "Tables of three"
rulebook = "rtu-2020"
formula = "open"
[tables]
sizes = [3]
[[stage]]
id = "unica"
title = "Unica"
"""
    format = read_format(source, name="terzetti.toml")
    assert [seated(format, players) for players in (9, 10)] == ["3x3", "-"]
