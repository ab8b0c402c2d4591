"""Kinds of the circuit as own formulas: places pooled, shares cut off, dead seats, byes from a mean."""

from fractions import Fraction
from random import Random

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.loading import load_formula, read_formula, whole_text
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import written
from kamchatka.scoring.results.model import Results, Scope
from kamchatka.scoring.standings.entries import Rules
from kamchatka.scoring.standings.ranking import standings
from kamchatka.scoring.views.formula import formula_view
from tests.scoring.builders import cards, exactly, scores, sheet
from tests.scoring.circuit_kinds import LEAGUE, cut, ghost, league
from tests.scoring.rounds import rank, read, rounds, ties


def formula(old: str = "", new: str = "") -> Formula:
    """The league's formula, with these words replaced."""
    assert old in LEAGUE
    return read_formula(LEAGUE.replace(old, new) if old else LEAGUE, name="lega.toml")


def given(points: list[int], *, kind: str = "table", own: Formula | None = None) -> list[Fraction]:
    """What the product gives at one table."""
    seats = [{"player": f"p{at}", "points": each} for at, each in enumerate(points)]
    results = read({"rulebook": "rtu", "round": [{"table": [{"kind": kind, "seat": seats}]}]})
    rows = standings(own or formula(), results, Rules()).rows
    by_name = {row.entry.name: row.entry.score for row in rows}
    return [Fraction(by_name[f"p{at}"]) for at in range(len(points))]


WORKED = [
    ("60 40 30 20", "100.4 60.266 40.2 20.133"),
    ("50 50 30 20", "80.333 80.333 40.2 20.133"),
    ("60 30 30 30", "100.4 40.2 40.2 40.2"),
    ("40 40 40 40 40", "52.2 52.2 52.2 52.2 52.2"),
    ("60 60 60 20 0", "71.96 71.96 71.96 30.1 15"),
    ("62 38", "100.62 55.38"),
    ("50 50", "78 78"),
    ("50 30 20", "100.5 55.3 10.2"),
    ("40 30 30", "100.4 32.8 32.8"),
]
"""Table points and scores, worked out on paper: 215/3 is 71.66, and 60 of 200 points .3."""


@pytest.mark.parametrize(("table", "expected"), WORKED)
def test_shared_places_are_pooled_and_shares_cut_off(table: str, expected: str) -> None:
    points = [int(each) for each in table.split()]
    assert given(points) == exactly(*expected.split()) == league(points)


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_random_tables_of_the_league_score_as_on_paper(size: int) -> None:
    rng = Random(size)
    for _ in range(40):
        points = [rng.choice([10, 17, 17, 30, 44, 59]) for _ in range(size)]
        assert given(points) == league(points)
        if size == 3:
            assert given(points, kind="dummy") == league(points, with_ghost=True)


def test_a_dead_seat_takes_a_place_and_its_points_are_points_of_the_table() -> None:
    """61, 40 and 22 have a mean of 41; nine tenths are 36.9, between the second and the third."""
    assert ghost([61, 40, 22]) == Fraction("36.9")
    assert given([61, 40, 22], kind="dummy") == exactly("100.381", "60.25", "20.137")
    beside = formula("dummy", "# dummy")
    assert given([61, 40, 22], kind="dummy", own=beside) == exactly("100.495", "60.325", "40.178")
    assert given([61, 40, 22], own=beside) == given([61, 40, 22]) == exactly("100.495", "55.325", "10.178")


def test_a_player_level_with_a_dead_seat_shares_the_place_with_it() -> None:
    """50, 45 and 55: nine tenths of 50 are 45."""
    assert given([55, 50, 45], kind="dummy") == exactly("100.282", "60.256", "30.23")


def test_who_made_risiko_counts_a_hundred_for_the_dead_seat() -> None:
    seats = [{"player": "A", "points": 86, "objective": True}, *({"player": x, "points": 10} for x in "BC")]
    results = read({"rulebook": "rtu", "round": [{"table": [{"kind": "dummy", "seat": seats}]}]})
    rows = standings(formula(), results, Rules()).rows
    assert ghost([100, 10, 10]) == 36
    assert [(row.entry.name, row.entry.score) for row in rows] == [
        ("A", Fraction("100.641")),
        ("B", Fraction("30.064")),
        ("C", Fraction("30.064")),
    ]


def test_a_size_without_a_share_cannot_be_scored() -> None:
    with pytest.raises(NoSuchSize):
        cards(formula(), "rtu", "60 50 40 30 20 10")


@pytest.mark.parametrize(
    ("rounding", "expected"), [("half-up", "0.267 0.333"), ("down", "0.266 0.333"), ("up", "0.267 0.334")]
)
def test_shares_round_as_the_file_says(rounding: str, expected: str) -> None:
    """40 of 150 is .26666…, 50 of 150 .33333…"""
    own = formula('decimals = 3\nrounding = "down"', f'decimals = 3\nrounding = "{rounding}"')
    shares = [card.lines[1].amount for card in cards(own, "rtu", "60 50 40")]
    assert shares[::-1][:2] == exactly(*expected.split())


def test_without_a_word_shares_round_half_up_as_they_always_did() -> None:
    plain = 'id = "x"\ntitle = "X"\nties = "keep"\n[[term]]\nid = "s"\nkind = "share"\nper_seat = 100\n'
    own = read_formula(plain + "decimals = 1", name="x.toml")
    assert scores(own, "rtu", "62 55 40 21") == exactly("139.3", "123.6", "89.9", "47.2")
    assert scores(read_formula(plain, name="x.toml"), "rtu", "50 30 20") == exactly(150, 90, 60)


def test_three_who_share_a_place_are_pooled_only_where_the_file_says_so() -> None:
    full = formula('more = "pooled"', 'more = "full"')
    none = formula('more = "pooled"', 'more = "none"')
    level = [60, 30, 30, 30]
    assert given(level) == exactly("100.4", "40.2", "40.2", "40.2")
    assert given(level, own=full) == exactly("100.4", "60.2", "60.2", "60.2")
    assert given(level, own=none) == exactly("100.4", "0.2", "0.2", "0.2")


def evenings(*byes: str) -> Results:
    """Three rounds of two tables of two; these people have a bye in the round of their position."""
    said = ["A=60 B=40 | C=50 D=50", "A=30 C=70 | B=20 D=80", "A=55 D=45 | B=60 C=40"]
    data = {
        "rulebook": "rtu",
        "round": [
            {
                "number": number,
                "table": [
                    *({"number": at, "seat": seats} for at, seats in enumerate(_tables(words), 1)),
                    *([{"number": 3, "kind": "bye", "seat": [{"player": who}]}] if who else []),
                ],
            }
            for number, (words, who) in enumerate(zip(said, byes, strict=True), 1)
        ],
    }
    return read(data)


def _tables(words: str) -> list[list[dict[str, object]]]:
    return [
        [{"player": each.split("=")[0], "points": int(each.split("=")[1])} for each in table.split()]
        for table in words.split("|")
    ]


def bye_of(results: Results, own: Formula, who: str) -> Fraction:
    """The score of somebody's bye."""
    row = standings(own, results, Rules()).row(who)
    assert row is not None
    (found,) = [each.key[0] for each in row.entry.results if each.kind == "bye"]
    return Fraction(found)


def test_a_bye_is_worth_nine_tenths_of_the_mean_of_ones_own_games() -> None:
    """E rests in round 1 and plays in rounds 2 and 3."""
    assert bye_of(evenings("E", "", ""), formula(), "E") == 0  # no game of their own yet
    data = [
        {"number": 1, "table": [{"kind": "bye", "seat": [{"player": "E"}]}]},
        {"number": 2, "table": [{"seat": [{"player": "E", "points": 62}, {"player": "F", "points": 38}]}]},
        {"number": 3, "table": [{"seat": [{"player": "E", "points": 30}, {"player": "F", "points": 70}]}]},
    ]
    found = read({"rulebook": "rtu", "round": data})
    mean = (league([62, 38])[0] + league([30, 70])[0]) / 2
    assert mean == Fraction("77.96")
    assert bye_of(found, formula(), "E") == cut(mean * Fraction(9, 10), 1) == Fraction("70.1")
    assert bye_of(found.until(2), formula(), "E") == Fraction("90.5")  # 0.9 × 100.62


def test_a_bye_may_be_worth_the_mean_of_the_round() -> None:
    of_round = formula('mean = "own"', 'mean = "round"')
    results = evenings("E", "E", "")
    for number, tables in ((1, ([60, 40], [50, 50])), (2, ([30, 70], [20, 80]))):
        all_scores = [each for table in tables for each in league(table)]
        row = standings(of_round, results, Rules()).row("E")
        assert row is not None
        (found,) = [each.key[0] for each in row.entry.results if each.round == number]
        assert found == cut(Fraction(9, 40) * sum(all_scores), 1)


def test_what_a_referee_awards_goes_before_what_the_formula_computes() -> None:
    seats = {"A": 62, "B": 38}
    table = {"seat": [{"player": who, "points": points} for who, points in seats.items()]}
    bye = {"number": 2, "kind": "bye", "seat": [{"player": "A", "award": "12.5"}]}
    data = {"rulebook": "rtu", "round": [{"table": [table]}, {"number": 2, "table": [bye]}]}
    assert bye_of(read(data), formula(), "A") == Fraction("12.5")


def test_a_printed_bye_stays_the_number_it_is() -> None:
    fixed = formula('bye = { mean = "own", times = "9/10", decimals = 1, rounding = "down" }', "bye = 12.5")
    assert bye_of(evenings("E", "", ""), fixed, "E") == Fraction("12.5")


def test_games_that_are_not_summed_have_no_part_in_the_mean() -> None:
    data = [
        {"number": 1, "table": [{"kind": "bye", "seat": [{"player": "E"}]}]},
        {"number": 2, "table": [{"seat": [{"player": "E", "points": 62}, {"player": "F", "points": 38}]}]},
        {
            "number": 3,
            "summed": False,
            "table": [{"seat": [{"player": "E", "points": 0}, {"player": "F", "points": 9}]}],
        },
    ]
    assert bye_of(read({"rulebook": "rtu", "round": data}), formula(), "E") == Fraction("90.5")


PLAIN = 'id = "x"\ntitle = "X"\nties = "keep"\n[[term]]\nid = "p"\nkind = "place"\nby_place = [2, 1]\n'
"""Two for the first, one for the second: equal totals are easily made."""


def test_equal_totals_go_by_the_sum_of_table_points_where_asked() -> None:
    """A win and a second place each, but A took 89 table points and B 80."""
    own, results = read_formula(PLAIN, name="x.toml"), rounds("A=60 B=50", "B=30 A=29")
    asked = read_formula(PLAIN + '[standings]\nties = ["total-table-points", "lot"]', name="x.toml")
    ranked = standings(asked, results, Rules())
    assert [row.entry.name for row in ranked.rows] == ["A", "B"]
    assert ties(ranked) == {"A": "total-table-points: 89 > 80", "B": "total-table-points: 80 < 89"}
    reason = ranked.rows[0].tie
    assert reason is not None
    assert "punti tavolo di tutte le partite: 89 contro 80" in reason.sentence("it")
    assert "table points of all games: 89 against 80" in reason.sentence("en")
    assert ties(standings(own, results, Rules(ties=("lot",)))) == {"A": "lot: open", "B": "lot: open"}


@pytest.mark.parametrize(("scope", "points"), [("counted", "60 > 31"), ("all", "89 > 81")])
def test_the_sum_of_table_points_looks_at_the_results_that_count_or_at_all(scope: Scope, points: str) -> None:
    results = rounds("A=60 B=50 | C=70 D=1", "C=30 A=29 | B=31 D=2")
    rules = Rules(best=1, ties=("total-table-points",), scope=scope)
    found = standings(read_formula(PLAIN, name="x.toml"), results, rules)
    assert ties(found)["A"] == f"total-table-points: {points}"


def test_equal_totals_of_an_open_go_by_wins_then_best_result() -> None:
    """All have 100: A with a win worth 55, K with a best result of 60 and no win, B with twice 50."""
    found = rank(
        "open",
        rounds(
            "A=5 C=4 D=3 E=2 | F=60 B=50 G=40 H=30 | I=70 K=60 L=1 M=0",
            "C=50 A=45 D=3 E=2 | F=60 B=50 G=40 H=30 | I=70 K=40 L=1 M=0",
        ),
    )
    assert [row.entry.name for row in found.rows if row.entry.score == 100] == ["A", "K", "B"]
    assert [ties(found)[name] for name in "AKB"] == [
        "wins: 1 > 0",
        "best-result: 60 > 50",
        "best-result: 50 < 60",
    ]


def test_a_card_says_how_the_place_was_pooled() -> None:
    card = cards(formula(), "rtu", "60 30 30 30")[1]
    assert [line.reason("it") for line in card.lines] == [
        "2° posto in 3: i premi di quei posti, sommati e divisi",
        "30 dei 150 punti del tavolo, su 1",
    ]
    assert (
        card.lines[0].reason("en") == "place 2 shared by 3: the bonuses of those places, added up and divided"
    )


def test_the_formula_is_told_in_words() -> None:
    view = formula_view(formula(), "it")
    assert "se più di due sono in parità: i premi dei loro posti, sommati e divisi" in view.terms[0].how
    assert "con 2 decimali, troncando" in view.terms[0].how
    assert "con 3 decimali, troncando" in view.terms[1].how
    assert view.further[1:] == (
        "Riposo: la media delle proprie partite per 0,9, con un decimale, troncando",
        "Il morto prende un posto e ha dei punti tavolo: la media di chi gioca per 0,9, "
        "con un decimale, troncando",
    )
    english = formula_view(formula('mean = "own"', 'mean = "round"'), "en")
    assert english.further[1:] == (
        "Bye: the mean of the games of the round times 0.9, with one decimal, cut off",
        "A dead seat takes a place and has table points: the mean of those who play times 0.9, "
        "with one decimal, cut off",
    )
    assert "100 ai tavoli da 5" in formula_view(load_formula("open"), "it").terms[0].how
    assert all(formula_view(formula(), lang).terms for lang in LANGUAGES)


def test_the_whole_text_of_the_formula_scores_the_same() -> None:
    kept = read_formula(whole_text(LEAGUE), name="lega.toml")
    assert given([61, 40, 22], kind="dummy", own=kept) == given([61, 40, 22], kind="dummy")
    assert [written(each) for each in scores(kept, "rtu", "60 60 60 20 0")] == [
        "71.96",
        "71.96",
        "71.96",
        "30.1",
        "15",
    ]


def test_a_table_of_two_is_read_from_a_sheet() -> None:
    assert scores(formula(), "rtu", "62 38") == exactly("100.62", "55.38")
    assert len(sheet("rtu", "62 38").seats) == 2
