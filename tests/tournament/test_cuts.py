"""Who goes on: recalls, games needed, thresholds, replacements; computed again here."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from kamchatka.messages import LANGUAGES, Language
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.views.draw import why_not_draw
from tests.tournament.cut_events import (
    FINAL,
    FIRST_FOUR,
    GAMES,
    PARALLEL,
    SEMIFINALS,
    SMALL_FINAL,
    Played,
    begun,
    desk_of,
    falling,
    finals,
    format_of,
    last_line,
    names,
    parallel,
    people,
    withdraw,
)
from tests.tournament.organiser import Organiser, seated

SEMIFINAL = (
    SEMIFINALS
    + """
[[stage.layouts]]
players = [9, 0]
tables = 1
direct = 2
enters = [{{ who = "ranks", ranks = [3, 5] }}, {{ who = "recalled", {recall} }}]
"""
)
DIRECT = """
[[stage.enters]]
who = "direct"

[[stage.enters]]
who = "winners"
each = 2
"""
Among = Callable[[Played], Sequence[str]]


@pytest.mark.parametrize(
    ("recall", "wanted"),
    [
        ("count = 1", lambda event: event.best(event.order[5:])[:1]),
        ("count = 1, ranks = [8, 0]", lambda event: event.best(event.order[7:])[:1]),
        ("count = 2, ranks = [7, 8]", lambda event: event.best(event.order[6:8])),
        ("ranks = [7, 0]", lambda event: event.best(event.order[6:])[:1]),
        ("count = 1, games = 2", lambda event: event.best(two_games(event, event.order[5:]))[:1]),
    ],
)
def test_nobody_who_goes_straight_to_the_final_is_recalled(
    organiser: Organiser, tmp_path: Path, recall: str, wanted: Among
) -> None:
    """The best single results are those of the first two: the semifinal takes the best of the others."""
    event = begun(organiser, 10, format_of(tmp_path, GAMES, SEMIFINAL.format(recall=recall), FINAL, DIRECT))
    event.play({name: points + 7 * (name == "P08") for name, points in falling(10).items()})
    event.play(falling(10, 60, 4) | {"P10": 66}, "P09")
    event.results["P09"].append(0)
    expected = list(wanted(event))
    assert event.best(event.order)[0] in event.order[:2], "else this proves nothing"
    cut = organiser.type("cut", event.id)
    assert names(cut) == [*event.order[2:5], *expected, *event.order[:2]]
    [semifinal] = seated(organiser.type("draw", event.id, "--seed", "gru"))
    assert sorted(semifinal) == sorted([*event.order[2:5], *expected])
    # By hand, too, whoever waits for the final has no seat here, nor may they replace anybody.
    for words in (("arrival",), ("arrival", "--accept")):
        refused = organiser.refused(words[0], event.id, event.order[0], *words[1:])
        assert refused["code"] == "not_in_stage"
        assert refused["sentence"].startswith(f"{event.order[0]} ")
    refused = organiser.refused("substitute", event.id, event.order[2], event.order[0])
    assert (refused["code"], refused["sentence"].split()[0]) == ("waits_for_next", event.order[0])
    out = next(name for name in event.order if name not in names(cut))
    organiser.type("substitute", event.id, event.order[2], out)
    drawn = organiser.type("tables", event.id)
    assert sorted(*seated(drawn)) == sorted([out, *event.order[3:5], *expected])
    organiser.record(event.id, drawn, falling(10).__getitem__)
    organiser.type("close", event.id)
    firsts = sorted(*seated(drawn))[:2]
    assert sorted(names(organiser.type("cut", event.id))) == sorted([*event.order[:2], *firsts])


def two_games(event: Played, among: Sequence[str]) -> list[str]:
    """Those of them who played twice; an absence is a result of 0."""
    return [name for name in among if all(event.results[name])]


def test_whom_a_later_stage_names_is_not_recalled(organiser: Organiser, tmp_path: Path) -> None:
    """Also where the recall stands before the other source, and no layout names anybody direct."""
    middle = '[[stage]]\nid = "ripescaggio"\ntitle = "Ripescaggio"\nsummed = false\n'
    middle += 'enters = [{ who = "recalled", count = 1 }, { who = "ranks", ranks = [4, 6] }]\n'
    last = '[[stage.enters]]\nwho = "ranks"\nranks = [1, 3]\n[[stage.enters]]\nwho = "winners"\n'
    event = begun(organiser, 9, format_of(tmp_path, GAMES, middle, FINAL, last))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    cut = organiser.type("cut", event.id)
    assert names(cut) == [*event.best(event.order[6:])[:1], *event.order[3:6]]
    [table] = event.organiser.play(event.id, falling(9).__getitem__)
    assert names(organiser.type("cut", event.id)) == [*event.order[:3], min(table)]


@pytest.mark.parametrize(("lang", "told"), [("it", "a pari risultato"), ("en", "of equal results")])
def test_of_equal_results_the_better_rank_is_recalled_and_that_is_said(
    organiser: Organiser, tmp_path: Path, lang: Language, told: str
) -> None:
    recall = SEMIFINAL.format(recall="count = 1")
    event = begun(organiser, 9, format_of(tmp_path, GAMES, recall, FINAL, DIRECT))
    first = dict(zip(people(9), (70, 69, 68, 67, 66, 40, 39, 38, 37), strict=True))
    event.play(first)
    event.play(first | {"P06": 20, "P07": 21, "P08": 22, "P09": 40})
    assert not any(max(event.results[name]) > 50 for name in ("P06", "P09")), "nobody of them won"
    level = [name for name in event.order[5:] if max(event.results[name]) == 40]
    assert sorted(level) == ["P06", "P09"]
    status, out, _ = organiser.terminal.type(lang, "tournament", "cut", event.id)
    [line] = [line for line in out.splitlines() if line.startswith(f"{level[0]}: ")]
    assert (status, told in line, ": 40;" in line) == (0, True, True)
    assert f"{level[1]}: " not in out
    assert told not in out.replace(line, "")


@pytest.mark.parametrize(
    ("stage", "wanted"), [("", 8), ("tables = [2, 2]\n", 8), ("tables = [3, 3]\n", 9), ("sizes = [5]\n", 10)]
)
def test_a_recall_without_a_number_fills_the_tables(
    organiser: Organiser, tmp_path: Path, stage: str, wanted: int
) -> None:
    """Six by their ranks; the ninth is the last there is."""
    middle = SEMIFINALS + stage
    middle += 'enters = [{ who = "ranks", ranks = [1, 6] }, { who = "recalled", place = 0 }]\n'
    event = begun(organiser, 9, format_of(tmp_path, GAMES, middle))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    cut = organiser.type("cut", event.id)
    assert names(cut) == [*event.order[:6], *event.best(event.order[6:])[: wanted - 6]]


@pytest.mark.parametrize(
    ("format", "rounds", "passed"),
    [("raduno-circuito", 2, True), ("master", 2, True), ("raduno", 3, True), ("due-giorni", 2, False)],
)
def test_two_games_are_needed_for_a_semifinal_of_the_circuit(
    organiser: Organiser, format: str, rounds: int, passed: bool
) -> None:
    """P01 wins a game and goes home: the place goes to the next, the rank stays."""
    event = begun(organiser, 16, format)
    strong = falling(16, 70, 2)
    for number in range(rounds):
        event.play(strong, *(["P01"] if number else []))
    before = list(organiser.standings(event.id))
    assert before.index("P01") < 8, "a rank that goes on, if one game were enough"
    coming = last_line(organiser, event.id)
    cut = organiser.type("cut", event.id)
    assert ("P01" in names(cut)) is not passed
    able = [name for name in before if name != "P01" or not passed]
    assert sorted(names(cut)) == sorted(able[: len(cut["qualified"])])
    line = max(map(before.index, names(cut))) + 1, "P01" if passed else ""
    assert coming == last_line(organiser, event.id) == line
    assert organiser.standings(event.id)["P01"]["rank"] == before.index("P01") + 1
    assert organiser.type("check", event.id)["differences"] == []


@pytest.mark.parametrize(("counts", "number"), [("entered", 10), ("ranked", 9), ("completed", 8)])
def test_a_layout_counts_whom_it_says(organiser: Organiser, tmp_path: Path, counts: str, number: int) -> None:
    """Ten have entered; P10 never comes, P09 plays once. One more would be too many for each way to count."""
    middle = SEMIFINALS
    for least, last in ((number + 1, 4), (number, 5), (4, 3)):
        middle += f'[[stage.layouts]]\nplayers = [{least}, 0]\ncounts = "{counts}"\ntables = 1\n'
        middle += f'enters = [{{ who = "ranks", ranks = [1, {last}] }}]\n'
    standings = '[standings]\nabsences = "none"\ngames = 1\n'
    event = begun(organiser, 10, format_of(tmp_path, standings, GAMES, middle))
    event.play(falling(10), "P10")
    event.play(falling(10, 60, 4), "P09", "P10")
    assert names(organiser.type("cut", event.id)) == event.order[:5]


@pytest.mark.parametrize(("gone", "straight", "playing"), [(4, 2, 3), (5, 0, 3)])
def test_a_layout_too_few_could_play_leaves_its_place_to_the_last(
    organiser: Organiser, tmp_path: Path, gone: int, straight: int, playing: int
) -> None:
    """Two wait and three play; four are too few for that, and for the six of the other layout, too."""
    semifinal = SEMIFINAL.replace(', {{ who = "recalled", {recall} }}', "").format()
    semifinal += "[[stage.layouts]]\nplayers = [6, 8]\ntables = 1\n"
    semifinal += 'enters = [{ who = "ranks", ranks = [1, 3] }]\n'
    event = begun(organiser, 9, format_of(tmp_path, GAMES, semifinal, FINAL, DIRECT))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    withdraw(organiser, event.id, *event.order[9 - gone :])
    cut = names(organiser.type("cut", event.id))
    assert cut == [*event.order[straight : straight + playing], *event.order[:straight]]


def test_a_semifinal_that_is_gone_is_replaced_from_its_own_group(
    organiser: Organiser, tmp_path: Path
) -> None:
    event, ((one, other), second) = parallel(organiser, tmp_path)
    withdraw(organiser, event.id, *one)
    usual = sorted(name for table in second for name in sorted(table)[:2])
    assert finals(organiser, event.id) == [sorted(other), usual]


def test_only_a_whole_group_that_is_gone_takes_from_the_other(organiser: Organiser, tmp_path: Path) -> None:
    """By the place at the table first, whatever the ranks; then by rank."""
    event, (first, second) = parallel(organiser, tmp_path)
    withdraw(organiser, event.id, *(name for table in first for name in table), sorted(second[0])[0])
    left, whole = sorted(second[0])[1:], sorted(second[1])
    usual = sorted([*left[:2], *whole[:2]])
    assert finals(organiser, event.id) == [sorted([left[2], *whole[2:]]), usual]


def test_a_finalist_and_a_semifinal_that_are_gone_leave_a_final_of_four(
    organiser: Organiser, tmp_path: Path
) -> None:
    semifinals = PARALLEL.replace("tables = 2\ngroups = 2", "tables = 3\ndirect = 1").replace(
        "ranks = [1, 16]", "ranks = [2, 13]"
    )
    enters = '[[stage.enters]]\nwho = "direct"\n[[stage.enters]]\nwho = "winners"\n'
    event = begun(organiser, 16, format_of(tmp_path, GAMES, semifinals, FINAL, enters))
    event.play(falling(16, 70, 4))
    event.play(falling(16, 71, 3))
    organiser.type("cut", event.id)
    one, *others = organiser.play(event.id, falling(16).__getitem__)
    withdraw(organiser, event.id, event.order[0], *one)
    [final] = finals(organiser, event.id)
    assert final == sorted(name for table in others for name in sorted(table)[:2])
    assert organiser.type("check", event.id)["differences"] == []


def test_a_small_final_played_first_takes_nobody_from_the_final(organiser: Organiser, tmp_path: Path) -> None:
    event = begun(organiser, 9, format_of(tmp_path, GAMES, SMALL_FINAL, FINAL, FIRST_FOUR))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    assert names(organiser.type("cut", event.id)) == event.order[4:8]
    assert last_line(organiser, event.id) == (0, ""), "those above go on, too"
    [table] = organiser.play(event.id, falling(9).__getitem__)
    assert list(organiser.standings(event.id)) == [*event.order[:4], *sorted(table), *event.order[8:]]
    assert names(organiser.type("cut", event.id)) == event.order[:4]


def test_a_final_for_two_tables_is_refused_before_it_is_drawn(organiser: Organiser, tmp_path: Path) -> None:
    event = begun(organiser, 8, format_of(tmp_path, FINAL.replace("summed = false", "")))
    assert isinstance(why_not_draw(desk_of(organiser, event.id).tournament), NoTables)
    assert organiser.refused("draw", event.id)["code"] == "no_tables"


def test_a_winner_whom_a_layout_sends_on_may_not_be_tied(organiser: Organiser, tmp_path: Path) -> None:
    """The formula keeps ties; where places decide who goes on, the sheet asks for the tie-break."""
    semifinal = SEMIFINALS
    semifinal += (
        '[[stage.layouts]]\nplayers = [8, 0]\nenters = [{ who = "winners" }, { who = "best-losers" }]\n'
    )
    event = begun(organiser, 8, format_of(tmp_path, GAMES.replace("rounds = 2", "rounds = 1"), semifinal))
    drawn = organiser.type("draw", event.id, "--seed", "gru")
    first, second = seated(drawn)
    points = dict(zip((*first, *second), (60, 50, 40, 30, 60, 60, 40, 30), strict=True))
    with pytest.raises(AssertionError, match="tie_unbroken"):
        organiser.record(event.id, drawn, points.__getitem__)
    organiser.record(event.id, drawn, {**points, second[0]: 61}.__getitem__)


@pytest.mark.parametrize(("count", "sizes"), [(12, [4, 4, 4]), (9, [3, 3, 3]), (8, [4, 4]), (5, [5])])
def test_too_few_for_the_tables_of_a_stage_play_at_fewer(
    organiser: Organiser, tmp_path: Path, count: int, sizes: list[int]
) -> None:
    semifinals = SEMIFINALS + "tables = [3, 3]\n"
    event = begun(organiser, 12, format_of(tmp_path, GAMES, semifinals))
    event.play(falling(12))
    event.play(falling(12, 60, 4))
    withdraw(organiser, event.id, *people(12)[count:])
    organiser.type("cut", event.id)
    drawn = seated(organiser.type("draw", event.id, "--seed", "gru"))
    assert [len(table) for table in drawn] == sizes
    assert organiser.type("check", event.id)["differences"] == []


WORDS = {
    "it": (
        "Giocatori in classifica con almeno una partita, da 9 in su",
        "fra chi in classifica va dal 8° in giù",
        "con almeno 2 partite giocate",
        "a pari risultato chi è più avanti in classifica",
        "chi ha giocato meno di 2 partite lascia il posto a chi segue",
        "quanti ne servono a riempire i tavoli",
    ),
    "en": (
        "Players in the standings with at least one game, 9 or more",
        "among number 8 of the standings and those below",
        "with at least 2 games",
        "of equal results the better rank in the standings",
        "players with fewer than 2 games leave their place to those who follow",
        "as many as fill the tables",
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_format_in_words_says_how_somebody_goes_on(
    organiser: Organiser, tmp_path: Path, lang: Language
) -> None:
    semifinal = SEMIFINAL.format(recall="ranks = [8, 0], games = 2").replace(
        "[9, 0]", '[9, 0]\ncounts = "ranked"'
    )
    path = format_of(tmp_path, GAMES, semifinal.replace("[3, 5]", "[3, 5], games = 2"), FINAL, DIRECT)
    status, out, _ = organiser.terminal.type(lang, "format", "show", path)
    said = " ".join(out.split())
    assert (status, [words for words in WORDS[lang] if words not in said]) == (0, [])


SKIPPED_SEMIFINALS = (
    SEMIFINALS
    + """
[[stage.layouts]]
players = [16, 0]
direct = 2
tables = 2
enters = [{ who = "ranks", ranks = [3, 10] }]

[[stage.layouts]]
players = [4, 15]
direct = 4
enters = []
"""
)
BESIDE = """enters = [{ who = "direct" }, { who = "winners" }]

[[stage]]
id = "finalina"
title = "Finalina"
beside = true
summed = false
decides = 5
enters = [{ who = "best-losers", stage = "semifinali", count = 4 }]
"""


@pytest.mark.parametrize(("count", "small"), [(12, 0), (16, 4)])
def test_without_semifinals_nobody_loses_one(
    organiser: Organiser, tmp_path: Path, count: int, small: int
) -> None:
    event = begun(organiser, count, format_of(tmp_path, GAMES, SKIPPED_SEMIFINALS, FINAL, BESIDE))
    event.play(falling(count))
    event.play(falling(count, 60, 2))
    assert organiser.run(event.id)["next"] == "done"
    last = organiser.type("tables", event.id)["tables"]
    assert [len(table["seats"]) for table in last] == ([4, small] if small else [4])
    if not small:
        assert {seat["name"] for seat in last[0]["seats"]} == {*event.order[:4]}
