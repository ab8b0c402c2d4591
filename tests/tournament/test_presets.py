"""The formats of clubs as they are played: how many games, what counts, who reaches the final."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable

import pytest

from kamchatka.tournament.format.loading import load_format
from tests.tournament.organiser import Cells, Organiser, Seated, seated

CLUB_FORMULAS = {
    "conversione-150",
    "conversione-200",
    "bonus-50",
    "vittorie",
    "triestino",
    "standard",
    "faentino",
    "spartaco",
    "medagliere",
    "maialino",
    "veronese",
}
FIVE = ("Anna", "Bruno", "Carla", "Dario", "Elena")
TWO_DAYS = [("due-giorni", 2, "001-FT6"), ("raduno", 3, None)]
"""Formats with semifinals, the games before them, and the clause that says how many; two results count."""
CLUBS = ("tre-partite", "tre-partite-finale", "due-giorni", "raduno", "serate", "campionato")
"""Formats of clubs that take any number of players."""


def people(count: int) -> list[str]:
    """P001, P002 and so on."""
    return [f"P{number:03d}" for number in range(1, count + 1)]


def strength(name: str) -> int:
    """Table points of P001, P002…: everybody has others."""
    return 130 - int(name[1:])


def game(*points: int) -> Callable[[str], int]:
    """The table points of Anna, Bruno, Carla and so on."""
    return dict(zip(FIVE, points, strict=False)).__getitem__


def best_of(tables: Seated) -> list[str]:
    """Who wins each table, if everybody plays by their strength."""
    return [max(table, key=strength) for table in tables]


def by_hand(*rounds: Seated, best: int | None = None) -> list[str]:
    """The standings by table points and 50 for each game won, a tie to whoever won more often."""
    scores: dict[str, list[int]] = defaultdict(list)
    wins: Counter[str] = Counter()
    for tables in rounds:
        wins.update(best_of(tables))
        for table in tables:
            for name in table:
                scores[name].append(strength(name) + (50 if name in best_of([table]) else 0))
    totals = {name: sum(sorted(each, reverse=True)[:best]) for name, each in scores.items()}
    return sorted(totals, key=lambda name: (totals[name], wins[name]), reverse=True)


def names(answer: dict[str, list[dict[str, str]]]) -> list[str]:
    """Who is qualified."""
    return [each["name"] for each in answer["qualified"]]


def totals(organiser: Organiser, id: str) -> dict[str, str]:
    """Everybody's total, in the order of the standings."""
    return {name: row["total"] for name, row in organiser.standings(id).items()}


@pytest.mark.clause("001-Y1")
def test_eleven_formulas_and_two_knock_outs_may_be_chosen(organiser: Organiser) -> None:
    _, out, _ = organiser.terminal.type("it", "formula", "list", "--json")
    assert {each["id"] for each in json.loads(out) if each["source"] == "001"} == CLUB_FORMULAS
    for formula in sorted(CLUB_FORMULAS):
        organiser.type("new", "Prova", "--format", "tre-partite", "--formula", formula, "--official")
    refused = organiser.refused("new", "Prova", "--format", "tre-partite", "--formula", "a-caso")
    assert refused["code"] == "unknown_formula"
    _, out, _ = organiser.terminal.type("it", "format", "list", "--json")
    assert {"eliminazione-diretta", "seconda-chance"} <= {
        each["id"] for each in json.loads(out) if each["source"] == "001"
    }
    for knock_out in ("eliminazione-diretta", "seconda-chance"):
        organiser.type("new", "Prova", "--format", knock_out, "--official")


@pytest.mark.clause("001-FT1", "001-FT2")
@pytest.mark.parametrize(
    ("formula", "total"),
    [
        ("standard", "25.57"),
        ("conversione-150", "303.07"),
        ("conversione-200", "353.07"),
        ("bonus-50", "207"),
    ],
)
def test_three_games_are_added_up_by_the_formula_that_was_chosen(
    organiser: Organiser, formula: str, total: str
) -> None:
    id = organiser.open("tre-partite", "--formula", formula)
    organiser.enter(id, *FIVE[:4])
    organiser.play(id, game(62, 55, 40, 21))
    organiser.play(id, game(40, 62, 55, 21))
    organiser.play(id, game(55, 62, 40, 21))
    assert organiser.standings(id)["Anna"]["total"] == total
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("rounds_over", "001-FT2")


@pytest.mark.clause("001-FT3")
@pytest.mark.parametrize(
    ("words", "counted", "total"), [((), [1, 2, 3], "25.57"), (("--set", "drop=1"), [1, 3], "20.17")]
)
def test_of_three_games_the_two_best_count_if_the_club_wants(
    organiser: Organiser, words: tuple[str, ...], counted: list[int], total: str
) -> None:
    # Standard points of Anna: 12.62, 5.40 and 7.55.
    refused = organiser.refused("new", "Prova", "--format", "tre-partite", "--set", "drop=2")
    assert (refused["code"], refused["clause"]) == ("option_range", "001-FT3")
    id = organiser.open("tre-partite", *words)
    organiser.enter(id, *FIVE[:4])
    organiser.play(id, game(62, 50, 40, 21))
    organiser.play(id, game(40, 62, 55, 21))
    organiser.play(id, game(55, 40, 62, 21))
    anna = organiser.standings(id)["Anna"]
    assert (anna["counted"], anna["total"]) == (counted, total)


@pytest.mark.clause("001-FT5")
@pytest.mark.parametrize(
    ("words", "fourth", "reserve"), [((), "Dario", "Elena"), (("--set", "drop=1"), "Elena", "Dario")]
)
def test_a_discard_before_the_final_decides_who_plays_it(
    organiser: Organiser, words: tuple[str, ...], fourth: str, reserve: str
) -> None:
    # Dario has 40 three times: 120, the best two 80. Elena has 1, 1 and 62 with 50 for a win: 114 and 113.
    refused = organiser.refused("new", "Prova", "--format", "tre-partite-finale", "--set", "drop=2")
    assert (refused["code"], refused["clause"]) == ("option_range", "001-FT5")
    id = organiser.open("tre-partite-finale", "--formula", "bonus-50", *words)
    organiser.enter(id, *FIVE)
    for _ in range(2):
        organiser.play(id, game(70, 60, 50, 40, 1))
    organiser.play(id, game(60, 58, 55, 40, 62))
    cut = organiser.type("cut", id)
    assert sorted(names(cut)) == sorted([*FIVE[:3], fourth])
    assert cut["reserves"] == [reserve]


@pytest.mark.clause("003-0b", "003-11j")
def test_the_best_three_of_four_evenings_count(organiser: Organiser) -> None:
    id = organiser.open("milano")
    organiser.enter(id, *FIVE)
    # Anna: 200, 88, 60 and 10, of which the 10 is discarded; Elena came twice: 88 and 200.
    organiser.play(id, game(130, 95, 60, 0, 118), "Dario")
    organiser.play(id, game(118, 95, 60, 0, 130), "Dario")
    organiser.play(id, game(95, 130, 60, 118), "Elena")
    rows = organiser.standings(id)
    assert [rows[name]["total"] for name in ("Anna", "Elena")] == ["348", "288"]
    last: dict[str, Cells] = {"Anna": {"eliminated": 1}, "Bruno": 130, "Carla": 95, "Dario": 118}
    organiser.play(id, last.__getitem__, "Elena")
    rows = organiser.standings(id)
    assert (rows["Anna"]["counted"], rows["Anna"]["total"]) == ([1, 2, 3], "348")
    assert [each["score"] for each in rows["Anna"]["rounds"]] == ["200", "88", "60", "10"]
    assert rows["Elena"]["total"] == "288"
    assert organiser.refused("draw", id)["code"] == "rounds_over"


@pytest.mark.clause("001-FT4")
def test_the_first_four_play_a_final_whose_winner_is_the_champion(organiser: Organiser) -> None:
    id = organiser.open("tre-partite-finale")
    organiser.enter(id, *FIVE)
    organiser.play(id, game(62, 55, 40, 30, 21))
    organiser.play(id, game(70, 40, 55, 30, 21))
    organiser.play(id, game(55, 62, 30, 40, 21))
    assert organiser.refused("draw", id)["clause"] == "001-FT4"
    before = {"Anna": "32.87", "Bruno": "25.57", "Carla": "16.25", "Dario": "12", "Elena": "6.63"}
    assert totals(organiser, id) == before
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut), cut["reserves"]) == ("finale", list(FIVE[:4]), ["Elena"])
    final = organiser.play(id, game(10, 20, 30, 40))
    assert [sorted(table) for table in final] == [sorted(FIVE[:4])]
    assert organiser.type("show", id)["winners"] == ["Dario"]
    # Places of the final, then whoever did not play it; the points stay what they were.
    assert list(totals(organiser, id).items()) == [
        (name, before[name]) for name in ("Dario", "Carla", "Bruno", "Anna", "Elena")
    ]


@pytest.mark.clause("001-FT6", "001-FT7")
@pytest.mark.parametrize(("format", "games", "clause"), TWO_DAYS)
def test_games_of_104_then_sixteen_semifinalists_then_four(
    organiser: Organiser, format: str, games: int, clause: str | None
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(104))
    rounds = [organiser.play(id, strength) for _ in range(games)]
    assert [[len(table) for table in tables] for tables in rounds] == [[4] * 26] * games
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("stage_over", clause)
    ranking = by_hand(*rounds, best=2)
    assert list(totals(organiser, id)) == ranking
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut), cut["reserves"][0]) == ("semifinali", ranking[:16], ranking[16])
    assert [each["rank"] for each in cut["qualified"]] == list(range(1, 17))
    semifinals = organiser.play(id, strength)
    assert [len(table) for table in semifinals] == [4, 4, 4, 4]
    assert sorted(name for table in semifinals for name in table) == sorted(ranking[:16])
    cut = organiser.type("cut", id)
    assert (cut["stage"], sorted(names(cut))) == ("finale", sorted(best_of(semifinals)))
    [final] = organiser.play(id, strength)
    assert sorted(final) == sorted(best_of(semifinals))
    assert organiser.type("show", id)["winners"] == [max(final, key=strength)]


@pytest.mark.clause("001-FT8", "001-FT9", "001-FT10")
def test_a_few_evenings_drop_the_worst_and_end_in_a_final(organiser: Organiser) -> None:
    refused = organiser.refused("new", "Prova", "--format", "serate", "--set", "games=7")
    assert (refused["code"], refused["clause"]) == ("option_range", "001-FT8")
    for wrong in ("games=3", "drop=3"):
        refused = organiser.refused("new", "Prova", "--format", "serate", "--set", wrong)
        assert refused["clause"] == "001-FT8"
    words = ("--formula", "bonus-50", "--set", "games=5", "--set", "drop=2")
    id = organiser.open("serate", *words)
    organiser.enter(id, *FIVE)
    organiser.play(id, game(62, 55, 40, 30, 20))
    organiser.play(id, game(10, 60, 50, 30, 20))
    organiser.play(id, game(80, 11, 40, 30, 20))
    organiser.play(id, game(20, 50, 45, 35, 25))
    assert organiser.refused("cut", id)["code"] == "stage_not_over"
    organiser.play(id, game(30, 12, 70, 40, 20))
    anna = organiser.standings(id)["Anna"]
    assert anna["counted"] == [1, 3, 5]
    assert totals(organiser, id) == {
        "Anna": str(112 + 130 + 30),
        "Bruno": str(55 + 110 + 100),
        "Carla": str(50 + 45 + 120),
        "Dario": str(30 + 35 + 40),
        "Elena": str(20 + 20 + 25),
    }
    assert organiser.refused("draw", id)["clause"] == "001-FT8"
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut), cut["reserves"]) == ("finale", list(FIVE[:4]), ["Elena"])
    organiser.play(id, game(10, 20, 30, 40))
    # A small final there is only where it was wanted.
    assert organiser.refused("cut", id)["code"] == "no_stage_left"
    assert organiser.type("show", id)["winners"] == ["Dario"]


@pytest.mark.clause("001-FT8", "001-FT9")
def test_a_few_evenings_are_five_with_one_dropped_and_may_do_without_a_final(organiser: Organiser) -> None:
    id = organiser.open("serate", "--set", "final=false")
    organiser.enter(id, *FIVE)
    for _ in range(5):
        organiser.play(id, game(62, 55, 40, 30, 20))
    assert organiser.refused("draw", id)["code"] == "rounds_over"
    assert len(organiser.standings(id)["Anna"]["counted"]) == 4
    assert organiser.refused("cut", id)["code"] == "no_stage_left"
    assert organiser.type("show", id)["winners"] == ["Anna"]


@pytest.mark.clause("001-FT10")
def test_the_small_final_gives_the_places_from_the_fifth_on(organiser: Organiser) -> None:
    only = ("--set", "final=false", "--set", "finalina=true")
    refused = organiser.refused("new", "Prova", "--format", "serate", *only)
    assert refused["code"] == "option_together"
    assert "senza finale non c'è finalina" in refused["sentence"]
    id = organiser.open("serate", "--set", "games=4", "--set", "finalina=true", "--formula", "bonus-50")
    organiser.enter(id, *people(9))
    rounds = [organiser.play(id, strength) for _ in range(4)]
    ranking = by_hand(*rounds)
    assert list(totals(organiser, id)) == ranking
    organiser.type("cut", id)
    [final] = organiser.play(id, strength)
    assert sorted(final) == sorted(ranking[:4])
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut)) == ("finalina", ranking[4:8])
    result = {ranking[rank - 1]: 50 - place for place, rank in enumerate((7, 5, 8, 6))}
    organiser.play(id, result.__getitem__)
    after = list(totals(organiser, id))
    assert after[:4] == sorted(final, key=strength, reverse=True)
    assert after[4:] == [ranking[6], ranking[4], ranking[7], ranking[5], ranking[8]]
    assert [row["rank"] for row in organiser.standings(id).values()] == list(range(1, 10))


def league(organiser: Organiser, *words: str) -> str:
    """Eight evenings of five players; Anna wins six of them and is absent from two."""
    id = organiser.open("campionato", *words)
    organiser.enter(id, *FIVE)
    for _ in range(6):
        organiser.play(id, game(60, 50, 40, 30, 20))
    for _ in range(2):
        organiser.play(id, game(0, 60, 50, 40, 30), "Anna")
    return id


@pytest.mark.clause("001-FT11", "001-FT12")
def test_a_league_has_eight_games_and_drops_two(organiser: Organiser) -> None:
    for wrong, code in (("drop=1", "option_value"), ("games=7", "option_range")):
        refused = organiser.refused("new", "Prova", "--format", "campionato", "--set", wrong)
        assert (refused["code"], refused["clause"]) == (code, "001-FT11")
    id = league(organiser)
    row = organiser.standings(id)["Anna"]
    assert (row["counted"], row["total"]) == ([1, 2, 3, 4, 5, 6], "75.6")
    bruno = organiser.standings(id)["Bruno"]
    assert (len(bruno["counted"]), bruno["total"]) == (6, "55.2")
    assert organiser.refused("draw", id)["clause"] == "001-FT11"
    # Without the toggle no final follows.
    assert organiser.refused("cut", id)["code"] == "no_stage_left"
    assert organiser.type("show", id)["winners"] == ["Anna"]


@pytest.mark.clause("001-FT11")
def test_a_league_may_count_all_results(organiser: Organiser) -> None:
    rows = organiser.standings(league(organiser, "--set", "drop=0"))
    assert [len(rows[name]["counted"]) for name in ("Anna", "Bruno")] == [8, 8]
    assert load_format("campionato").option["drop"].values == (0, 2, 3, 4, 5, 6, 7)


@pytest.mark.clause("001-FT12")
def test_a_league_may_end_in_a_final_of_the_first_four(organiser: Organiser) -> None:
    id = league(organiser, "--set", "final=true")
    assert organiser.type("show", id)["winners"] == []
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut), cut["reserves"]) == ("finale", list(FIVE[:4]), ["Elena"])
    [final] = organiser.play(id, game(10, 20, 30, 40))
    assert sorted(final) == sorted(FIVE[:4])
    assert organiser.type("show", id)["winners"] == ["Dario"]


@pytest.mark.clause("001-FT14")
@pytest.mark.parametrize(("entrants", "tables"), [(32, 4), (31, 3)])
@pytest.mark.parametrize(("format", "games"), [(format, games) for format, games, _ in TWO_DAYS])
def test_four_semifinals_go_by_who_entered_whoever_comes(
    organiser: Organiser, format: str, games: int, entrants: int, tables: int
) -> None:
    """The last entrant never comes and withdraws; one of the others comes only to the first game."""
    id = organiser.open(format)
    *coming, never = people(entrants)
    organiser.enter(id, *coming, never)
    for number in range(games):
        organiser.play(id, strength, never, *coming[-1:] * (number > 0))
    organiser.type("withdraw", id, never)
    organiser.type("cut", id)
    assert len(organiser.type("draw", id, "--seed", "gru")["tables"]) == tables


@pytest.mark.parametrize(
    ("entrants", "direct"),
    [
        pytest.param(28, 1, marks=pytest.mark.clause("001-FT15")),
        pytest.param(12, 2, marks=pytest.mark.clause("001-FT16")),
    ],
)
@pytest.mark.parametrize(("format", "games"), [(format, games) for format, games, _ in TWO_DAYS])
def test_the_first_go_straight_to_the_final_where_semifinals_are_few(
    organiser: Organiser, format: str, games: int, entrants: int, direct: int
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(entrants))
    ranking = by_hand(*(organiser.play(id, strength) for _ in range(games)), best=2)
    cut = organiser.type("cut", id)
    waiting = [each["name"] for each in cut["qualified"] if each["why"].endswith("direttamente")]
    playing = [name for name in names(cut) if name not in waiting]
    semifinalists = 4 * (4 - direct)  # each semifinal sends its winner
    assert waiting == ranking[:direct]
    assert playing == ranking[direct : direct + semifinalists]
    semifinals = organiser.play(id, strength)
    assert [len(table) for table in semifinals] == [4] * (semifinalists // 4)
    assert sorted(name for table in semifinals for name in table) == sorted(playing)
    cut = organiser.type("cut", id)
    assert sorted(names(cut)) == sorted([*waiting, *best_of(semifinals)])
    [final] = organiser.play(id, strength)
    assert (len(final), set(final)) == (4, {*waiting, *best_of(semifinals)})


@pytest.mark.clause("001-FP1a")
def test_only_winners_go_on_in_a_knock_out(organiser: Organiser) -> None:
    id = organiser.open("eliminazione-diretta")
    organiser.enter(id, *people(64))
    first = organiser.play(id, strength)
    assert [len(table) for table in first] == [4] * 16
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut)) == ("semifinali", best_of(first))
    out = sorted(set(people(64)) - set(best_of(first)))
    assert len(out) == 48
    # Whoever is out is not seated, neither by the draw nor by hand.
    organiser.type("rollcall", id, "--present", *out)
    drawn = organiser.type("draw", id)
    assert sorted(name for table in seated(drawn) for name in table) == sorted(best_of(first))
    refused = organiser.refused("move", id, out[0], "1", "--reason", "Vuole giocare ancora")
    assert (refused["code"], refused["clause"]) == ("not_in_stage", "001-FP1a")
    assert refused["sentence"].startswith(f"{out[0]} ")
    organiser.record(id, drawn, strength)
    organiser.type("close", id)
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut)) == ("finale", best_of(seated(drawn)))


@pytest.mark.clause("001-FP2a")
def test_losers_play_a_second_game_while_winners_wait(organiser: Organiser) -> None:
    id = organiser.open("seconda-chance")
    organiser.enter(id, *people(37))
    first = organiser.play(id, strength)
    winners = best_of(first)
    assert len(winners) == 9
    cut = organiser.type("cut", id)
    losers = set(people(37)) - set(winners)
    assert (cut["stage"], len(losers), set(names(cut))) == ("seconda-chance", 28, losers)
    second = organiser.play(id, strength)
    assert [len(table) for table in second] == [4] * 7
    cut = organiser.type("cut", id)
    assert (cut["stage"], names(cut)) == ("semifinali", [*winners, *best_of(second)])


@pytest.mark.parametrize("format", CLUBS)
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        pytest.param(13, [4, 4, 5], marks=pytest.mark.clause("001-T1")),
        pytest.param(21, [4, 4, 4, 4, 5], marks=pytest.mark.clause("001-T3")),
    ],
)
def test_where_numbers_are_uneven_some_tables_have_five(
    organiser: Organiser, format: str, players: int, sizes: list[int]
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(players))
    assert sorted(len(table) for table in seated(organiser.type("draw", id))) == sizes


@pytest.mark.parametrize(
    ("format", "players", "games"),
    [
        pytest.param(
            *("eliminazione-diretta", 64, ["16x4", "4x4", "1x4"]),
            marks=pytest.mark.clause("001-FP1c", "001-FP1d", "001-FP1e"),
        ),
        pytest.param(
            *("eliminazione-diretta", 125, ["25x5", "5x5", "1x5"]),
            marks=pytest.mark.clause("001-FP1c", "001-FP1d", "001-FP1e"),
        ),
        pytest.param(
            *("eliminazione-diretta", 80, ["20x4", "5x4", "1x5"]), marks=pytest.mark.clause("001-T1")
        ),
        pytest.param(
            *("seconda-chance", 37, ["8x4+1x5", "7x4", "4x4", "1x4"]),
            marks=pytest.mark.clause("001-FP2c", "001-FP2d", "001-FP2e"),
        ),
        pytest.param(
            *("seconda-chance", 69, ["1x4+13x5", "11x5", "5x5", "1x5"]),
            marks=pytest.mark.clause("001-FP2c", "001-FP2d", "001-FP2e"),
        ),
        pytest.param(
            *("seconda-chance", 47, ["8x4+3x5", "9x4", "5x4", "1x5"]),
            marks=pytest.mark.clause("001-FP2f", "001-T1"),
        ),
    ],
)
def test_a_knock_out_is_drawn_as_printed_game_after_game(
    organiser: Organiser, format: str, players: int, games: list[str]
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(players))
    for wanted in games[:-1]:
        assert sizes_of(organiser.play(id, strength)) == wanted
        organiser.type("cut", id)
    assert sizes_of(organiser.play(id, strength)) == games[-1]
    assert len(organiser.type("show", id)["winners"]) == 1


def sizes_of(tables: Seated) -> str:
    """The tables as printed: how many of four, how many of five."""
    sizes = Counter(len(table) for table in tables)
    return "+".join(f"{sizes[size]}x{size}" for size in sorted(sizes))


@pytest.mark.clause("000-13a")
def test_winning_the_table_promotes_by_risiko_or_on_points(organiser: Organiser) -> None:
    id = organiser.open("challenge")
    organiser.enter(id, *people(20))
    drawn = organiser.type("draw", id)
    points = {name: strength(name) - 60 for name in people(20)}
    risiko = min(seated(drawn)[0], key=strength)
    organiser.record(
        id,
        drawn,
        lambda name: {"points": 86, "objective": True} if name == risiko else points[name],
    )
    organiser.type("close", id)
    cut = organiser.type("cut", id)
    promoted = [risiko, *best_of(seated(drawn)[1:])]
    assert (cut["stage"], names(cut)) == ("finale", promoted)
    assert [each["why"] for each in cut["qualified"]] == [f"vince il tavolo {at}" for at in (1, 2, 3, 4, 5)]
    [final] = organiser.play(id, strength)
    assert sorted(final) == sorted(promoted)
