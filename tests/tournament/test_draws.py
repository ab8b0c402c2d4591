"""How tables are drawn: by lot, with declared wishes only, and down the standings."""

from itertools import combinations

import pytest

from kamchatka.tournament.format.loading import format_source
from tests.tournament.organiser import Organiser, Seated, seated

EVEN = (100, 92, 91, 90, 89)
"""Table points of five seats, of whom only the fifth gets nothing."""


def people(count: int) -> list[str]:
    """P01, P02 and so on, none of any club."""
    return [f"P{number:02d}" for number in range(1, count + 1)]


def pairs(tables: Seated) -> set[frozenset[str]]:
    """Who sits with whom."""
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def sizes(tables: Seated) -> list[int]:
    """How many sit at each table."""
    return [len(table) for table in tables]


@pytest.mark.clause("000-3c")
def test_the_same_seed_and_list_give_the_same_tables(organiser: Organiser) -> None:
    drawn = []
    for seed in ("lupo-7", "lupo-7", "orso-3"):
        id = organiser.open("challenge")
        organiser.enter(id, *people(16))
        drawn.append(organiser.type("draw", id, "--seed", seed))
    first, again, other = map(seated, drawn)
    assert sizes(first) == [4, 4, 4, 4]
    assert sorted(name for table in first for name in table) == people(16)
    assert again == first
    assert first[0] == ["P03", "P09", "P16", "P01"], "in every version: whoever has the seed can draw again"
    assert pairs(other) != pairs(first)
    assert drawn[0]["receipt"]["seed"] == "lupo-7"
    assert (drawn[0]["receipt"]["method"], drawn[0]["receipt"]["wishes"]) == ("random", [])


@pytest.mark.clause("001-T2")
def test_twenty_five_are_drawn_at_five_tables_of_five(organiser: Organiser) -> None:
    for options, wanted in (((), [5] * 5), (("--set", "uniform=fours-first"), [4] * 5 + [5])):
        id = organiser.open("tre-partite", *options)
        organiser.enter(id, *people(25))
        assert sorted(sizes(seated(organiser.type("draw", id, "--seed", "lupo-7")))) == wanted


@pytest.mark.clause("001-T1")
def test_eleven_are_refused_with_the_numbers_that_can_be_seated(organiser: Organiser) -> None:
    id = organiser.open("tre-partite")
    organiser.enter(id, *people(11))
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("no_tables", "001-T1")
    assert all(number in refused["sentence"] for number in ("11", "10", "12"))


@pytest.mark.clause("000-3d")
def test_clubs_are_spread_and_nobody_is_moved_without_a_reason(organiser: Organiser) -> None:
    club = [f"X{number}/Club X" for number in range(1, 5)]
    for seed in ("uno", "due", "tre"):
        id = organiser.open("tre-partite")
        organiser.enter(id, *club, *people(4))
        answer = organiser.type("draw", id, "--seed", seed)
        tables = seated(answer)
        assert [sum(name.startswith("X") for name in table) for table in tables] == [2, 2]
    assert answer["receipt"]["wishes"] == ["club", "opponents", "five"]
    one, other = tables[0][0], tables[1][0]
    refused = organiser.refused("swap", id, one, other)
    assert (refused["code"], refused["clause"]) == ("reason_missing", "000-3d")
    assert seated(organiser.type("tables", id)) == tables
    organiser.type("swap", id, one, other, "--reason", "Fratello e sorella")
    assert seated(organiser.type("tables", id)) == [[other, *tables[0][1:]], [one, *tables[1][1:]]]
    # Only the kinds of steering that there are may be declared.
    house = organiser.folder / "nostro.toml"
    own = format_source("tre-partite").text.replace('id = "tre-partite"', 'id = "nostro"')
    house.write_text(own.replace('kind = "club"', 'kind = "friends"'), encoding="utf-8")
    refused = organiser.refused("new", "Prova", "--format", str(house))
    assert '«wishes.1.kind» vale "friends"' in refused["sentence"]
    house.write_text(own, encoding="utf-8")
    organiser.type("new", "Prova", "--format", str(house))


@pytest.mark.clause("001-T4")
def test_nobody_meets_again_where_it_can_be_avoided(organiser: Organiser) -> None:
    id = organiser.open("tre-partite")
    organiser.enter(id, *people(16))
    first = organiser.play(id, lambda name: int(name[1:]))
    answer = organiser.type("draw", id, "--seed", "secondo")
    assert sizes(seated(answer)) == [4, 4, 4, 4]
    assert pairs(first) & pairs(seated(answer)) == set()
    assert (answer["receipt"]["wishes"], answer["receipt"]["violations"]) == (
        ["club", "opponents", "five"],
        [],
    )


@pytest.mark.clause("001-T4")
def test_who_must_meet_again_is_named(organiser: Organiser) -> None:
    id = organiser.open("tre-partite")
    organiser.enter(id, *people(8))
    first = organiser.play(id, lambda name: int(name[1:]))
    answer = organiser.type("draw", id, "--seed", "secondo")
    again = pairs(first) & pairs(seated(answer))
    # Two of each old table at each new one are four pairs, and fewer there cannot be.
    assert len(again) == 4
    broken = answer["receipt"]["violations"]
    assert {each["wish"] for each in broken} == {"opponents"}
    assert {frozenset(each["players"]) for each in broken} == again
    # The same on the terminal, where wishes and those who meet again are printed.
    organiser.type("undo", id)
    _, printed, _ = organiser.terminal.type("it", "tournament", "draw", id, "--seed", "secondo")
    wishes = "compagni di club, chi si è già incontrato, due volte a un tavolo da cinque"
    assert f"Nel comporre i tavoli si evita, se si può e in quest'ordine: {wishes}." in printed
    assert printed.count("si sono già incontrati") == 4


def test_a_knock_out_of_one_table_begins_with_the_final(organiser: Organiser) -> None:
    for players, stage in ((4, "finale"), (8, "eliminatorie")):
        id = organiser.open("challenge")
        organiser.enter(id, *people(players))
        organiser.type("draw", id, "--seed", "gru-1")
        assert organiser.type("show", id)["stage"] == stage


@pytest.mark.clause("004-S7a")
def test_the_first_evening_is_drawn_by_lot(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *people(14))
    drawn = []
    for seed in ("lupo-7", "orso-3", "lupo-7"):
        answer = organiser.type("draw", id, "--seed", seed)
        drawn.append(seated(answer))
        assert (answer["receipt"]["method"], answer["receipt"]["seed"]) == ("random", seed)
        organiser.type("undo", id)
    assert [sizes(tables) for tables in drawn] == [[5, 5, 4]] * 3
    assert drawn[0] == drawn[2]
    assert pairs(drawn[0]) != pairs(drawn[1])
    # The log keeps the seed.
    organiser.type("draw", id, "--seed", "gru-1")
    _, log, _ = organiser.terminal.type("it", "log", "show", f"tournament/{id}", "--json")
    assert "gru-1" in log


def second_evening(
    organiser: Organiser, at_tables: list[int], without: int, *seeds: str
) -> tuple[list[str], list[list[str]]]:
    """Players at tables of these sizes, of whom so many have no point after one evening: the standings, then
    the seats of the second evening for each seed, table after table."""
    id = organiser.open("primavera")
    organiser.enter(id, *people(sum(at_tables)))
    organiser.type("rollcall", id, "--all")
    drawn = organiser.type("draw", id, "--seed", "primo")
    points = {}
    for number, table in enumerate(seated(drawn)):
        for place, name in enumerate(table):
            points[name] = EVEN[place] - number if place else EVEN[0]
    # The last of each table, and then those before them, are so far behind that they get nothing.
    last = [table[place] for place in (4, 3, 2) for table in seated(drawn) if place < len(table)]
    for at, name in enumerate(last[:without]):
        points[name] = 20 - at
    organiser.record(id, drawn, points.__getitem__)
    organiser.type("close", id)
    rows = organiser.standings(id)
    assert sum(row["total"] == "0" for row in rows.values()) == without
    organiser.type("rollcall", id, "--all")
    orders = []
    for seed in seeds:
        tables = seated(organiser.type("draw", id, "--seed", seed))
        assert sizes(tables) == at_tables
        orders.append([name for table in tables for name in table])
        organiser.type("undo", id)
    return list(rows), orders


@pytest.mark.clause("004-S7b")
@pytest.mark.parametrize(
    ("at_tables", "without"), [([5, 5, 4], 7), ([5, 5, 4], 5), ([5, 5, 5], 6), ([4, 4, 3], 5)]
)
def test_more_without_a_point_than_sit_at_the_last_table_are_seated_by_lot_among_themselves(
    organiser: Organiser, at_tables: list[int], without: int
) -> None:
    """Three with a dead seat are no table of four or five: the one before them counts."""
    seeds = ("lupo-7", "orso-3", "lupo-7")
    ranking, (one, other, again) = second_evening(organiser, at_tables, without, *seeds)
    assert one[:-without] == other[:-without] == ranking[:-without]
    assert set(one[-without:]) == set(other[-without:]) == set(ranking[-without:])
    assert one[-without:] != other[-without:]
    assert again == one


@pytest.mark.clause("004-S7b")
@pytest.mark.parametrize(("at_tables", "without"), [([5, 5, 4], 4), ([5, 5, 5], 5), ([4, 4, 3], 4)])
def test_who_all_fit_at_the_last_table_without_a_point_keep_their_order(
    organiser: Organiser, at_tables: list[int], without: int
) -> None:
    ranking, (one, other) = second_evening(organiser, at_tables, without, "lupo-7", "orso-3")
    assert one == other
    assert one[:-without] == ranking[:-without]


@pytest.mark.clause("004-S10b")
@pytest.mark.parametrize(
    ("present", "kinds"),
    [
        (3, [("dummy", 3)]),
        (7, [("table", 4), ("dummy", 3)]),
        (11, [("table", 4), ("table", 4), ("dummy", 3)]),
        (8, [("table", 4), ("table", 4)]),
        (9, [("table", 5), ("table", 4)]),
        (15, [("table", 5), ("table", 5), ("table", 5)]),
    ],
)
def test_three_play_with_a_dead_seat_only_where_nothing_else_fits(
    organiser: Organiser, present: int, kinds: list[tuple[str, int]]
) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *people(present))
    drawn = organiser.type("draw", id)
    assert [(table["kind"], len(table["seats"])) for table in drawn["tables"]] == kinds


@pytest.mark.clause("004-S11a")
def test_the_lower_ranked_of_two_spouses_goes_one_table_down(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *people(8), "Mario/Nord/Rossi", "Maria/Sud/Rossi")
    organiser.type("rollcall", id, "--all")
    drawn = organiser.type("draw", id, "--seed", "primo")
    points: dict[str, int] = {}
    for number, table in enumerate(seated(drawn)):
        # Mario the better second, Maria the better third: third and fifth of the evening.
        others = [name for name in table if name not in ("Mario", "Maria")]
        order = others[:1]
        order.append("Mario" if "Mario" in table else others[1])
        order.append("Maria" if "Maria" in table else others[2])
        order += [name for name in table if name not in order]
        scores = [60 + number, 54, 50, 45, 40]
        if "Mario" in table:
            scores[1] = 59
        if "Maria" in table:
            scores[2] = 53
        points |= dict(zip(order, scores, strict=True))
    organiser.record(id, drawn, points.__getitem__)
    organiser.type("close", id)
    ranking = list(organiser.standings(id))
    assert (ranking[2], ranking[4]) == ("Mario", "Maria")
    organiser.type("rollcall", id, "--all")
    tables = seated(organiser.type("draw", id, "--seed", "secondo"))
    assert tables == [[*ranking[:4], ranking[5]], ["Maria", *ranking[6:]]]
    # At the referee's discretion: they may sit together after all.
    organiser.type("swap", id, "Maria", ranking[5], "--reason", "L'arbitro li lascia insieme")
    assert seated(organiser.type("tables", id)) == [ranking[:5], ranking[5:]]


@pytest.mark.clause("004-S11b")
def test_at_the_last_table_the_better_ranked_of_two_spouses_goes_one_table_up(organiser: Organiser) -> None:
    id = organiser.open("primavera")
    organiser.enter(id, *people(13), "Mario/Nord/Rossi", "Maria/Sud/Rossi")
    organiser.type("rollcall", id, "--all")
    drawn = organiser.type("draw", id, "--seed", "primo")
    tables = sorted(seated(drawn), key=lambda table: "Mario" in table)
    points: dict[str, int] = {}
    for number, table in enumerate(tables):
        order = sorted(table, key=lambda name: (name in ("Mario", "Maria"), name == "Maria"))
        scores = [60 + number, 58, 57, 56, 55]
        points |= dict(zip(order, scores, strict=True))
    organiser.record(id, drawn, points.__getitem__)
    organiser.type("close", id)
    ranking = list(organiser.standings(id))
    assert {"Mario", "Maria"} <= set(ranking[10:])
    better = next(name for name in ranking if name in ("Mario", "Maria"))
    organiser.type("rollcall", id, "--all")
    at = ranking.index(better)
    expected = [ranking[:5], [*ranking[5:9], better], [*ranking[10:at], ranking[9], *ranking[at + 1 :]]]
    assert seated(organiser.type("draw", id, "--seed", "secondo")) == expected
