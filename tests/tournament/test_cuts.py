"""Who goes on: recalls, games needed, thresholds, replacements, a choice by hand; computed again here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from kamchatka.app.office import open_office
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.messages import LANGUAGES, Language
from kamchatka.tournament.checker import check
from kamchatka.tournament.events import StageCut
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.views.draw import why_not_draw
from kamchatka.tournament.views.standings import standings_page
from tests.plugins.databases import TESTS
from tests.tournament.organiser import Organiser, Seated, seated

HEAD = """
id = "prova"
title = "Prova"
about = "Prova"
about_en = "Trial"
rulebook = "rtu"
formula = "bonus-50"
entrants = [4, 0]

[tables]
sizes = [4, 5]
spare = [3]

[gates]
judge = "open"
signatures = "open"
"""
GAMES = """
[[stage]]
id = "partite"
title = "Partite"
rounds = 2
"""
FINAL = """
[[stage]]
id = "finale"
title = "Finale"
summed = false
decides = 1
"""


def format_of(folder: Path, *parts: str) -> str:
    """A format file of these parts."""
    path = folder / "prova.toml"
    path.write_text("\n".join((HEAD, *parts)), encoding="utf-8")
    return str(path)


def people(count: int) -> list[str]:
    """P01, P02 and so on."""
    return [f"P{number:02d}" for number in range(1, count + 1)]


@dataclass
class Played:
    """The rounds of an event, and what they give by the words of the rule: points, and 50 for the winner."""

    organiser: Organiser
    id: str
    results: dict[str, list[int]] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)

    def play(self, points: Mapping[str, int], *absent: str) -> Seated:
        """A round with these points."""
        tables = self.organiser.play(self.id, points.__getitem__, *absent)
        for table in tables:
            best = max(table, key=points.__getitem__)
            self.won.append(best)
            for name in table:
                self.results.setdefault(name, []).append(points[name] + 50 * (name == best))
        return tables

    @property
    def order(self) -> list[str]:
        """Everybody by total, then by games won, then by the best result; that must tell all apart."""
        keys = {name: (sum(got), self.won.count(name), max(got)) for name, got in self.results.items()}
        assert len({*keys.values()}) == len(keys)
        return sorted(keys, key=keys.__getitem__, reverse=True)

    def best(self, among: Sequence[str]) -> list[str]:
        """These by their best single result, the better rank first where it is equal."""
        return sorted(among, key=lambda name: (-max(self.results[name]), self.order.index(name)))


def begun(organiser: Organiser, count: int, format: str) -> Played:
    id = organiser.open(format)
    organiser.enter(id, *people(count))
    return Played(organiser, id)


def falling(count: int, top: int = 70, step: int = 3) -> dict[str, int]:
    """Points that fall from person to person."""
    return {name: max(top - step * at, 1 + count - at) for at, name in enumerate(people(count))}


def names(cut: Mapping[str, Any]) -> list[str]:
    """Who is qualified or waits."""
    return [each["name"] for each in cut["qualified"]]


def desk_of(organiser: Organiser, id: str) -> OpenTournament:
    """What the pages show of an event."""
    with open_office(organiser.folder / "home" / "kamchatka.db", TESTS) as office:
        return open_tournament(office, id)


def last_line(organiser: Organiser, id: str) -> tuple[int, str]:
    """After which row the standings say who goes on, and who is left out above it."""
    desk = desk_of(organiser, id)
    lines = standings_page(desk.tournament, desk.names, "it").lines
    return (lines[-1].after, lines[-1].out) if lines else (0, "")


def withdraw(organiser: Organiser, id: str, *gone: str) -> None:
    for name in gone:
        organiser.type("withdraw", id, name)


SEMIFINAL = """
[[stage]]
id = "semifinale"
title = "Semifinale"
summed = false

[[stage.layouts]]
players = [9, 0]
tables = 1
direct = 2
enters = [{{ who = "ranks", ranks = [3, 5] }}, {{ who = "recalled", {recall} }}]
"""
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
    middle = f'[[stage]]\nid = "semifinali"\ntitle = "Semifinali"\nsummed = false\n{stage}'
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
    middle = '[[stage]]\nid = "semifinale"\ntitle = "Semifinale"\nsummed = false\n'
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


PARALLEL = """
[[stage]]
id = "semifinali"
title = "Semifinali"
summed = false

[[stage.layouts]]
players = [16, 0]
tables = 2
groups = 2
enters = [{ who = "ranks", ranks = [1, 16] }]
"""
FIRST_TWO = '[[stage.enters]]\nwho = "winners"\neach = 2\n'


def parallel(organiser: Organiser, folder: Path, count: int = 16) -> tuple[Played, list[Seated]]:
    """An event whose semifinals are played by the first 16, and their tables by group."""
    event = begun(organiser, count, format_of(folder, GAMES, PARALLEL, FINAL, FIRST_TWO))
    event.play(falling(count, 70, 4))
    event.play(falling(count, 71, 3))
    cut = organiser.type("cut", event.id)
    groups = {each["name"]: each["group"] for each in cut["qualified"]}
    assert [groups[name] for name in event.order[:16]] == [1, 2] * 8
    tables = organiser.play(event.id, falling(16).__getitem__)
    return event, [[table for table in tables if groups[table[0]] == number] for number in (1, 2)]


def finals(organiser: Organiser, id: str) -> list[list[str]]:
    """Who plays the finals, the first group first."""
    organiser.type("cut", id)
    return [sorted(table) for table in seated(organiser.type("draw", id, "--seed", "gru"))]


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


def test_who_is_chosen_from_outside_the_semifinals_plays_the_smaller_final(
    organiser: Organiser, tmp_path: Path
) -> None:
    event, (first, second) = parallel(organiser, tmp_path, 17)
    four, three = (sorted(name for table in tables for name in table)[:4] for tables in (first, second))
    chosen = [*four, *three[:3], "P17"]
    organiser.type("cut-by-hand", event.id, ",".join(chosen), "--reason", "accordo fra i club")
    drawn = organiser.type("draw", event.id, "--seed", "gru")
    assert [sorted(table) for table in seated(drawn)] == [four, [*three[:3], "P17"]]


def test_too_few_for_two_finals_play_one_by_hand(organiser: Organiser, tmp_path: Path) -> None:
    """Two of each group cannot play apart, but together they can."""
    event, (first, second) = parallel(organiser, tmp_path)
    left = [sorted(first[0])[:2], sorted(second[0])[:2]]
    stay = sorted(name for some in left for name in some)
    withdraw(organiser, event.id, *(name for name in people(16) if name not in stay))
    organiser.type("cut", event.id)
    told = why_not_draw(desk_of(organiser, event.id).tournament)
    assert told, "the page of the draw says so, too"
    assert organiser.refused("draw", event.id, "--seed", "gru")["code"] == told.code == "no_tables"
    refused = organiser.refused("cut-by-hand", event.id, ",".join(stay[:2]), "--reason", "in due")
    assert refused["code"] == "no_tables"
    organiser.type("cut-by-hand", event.id, ",".join(stay), "--reason", "una finale sola")
    assert [sorted(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [stay]
    assert organiser.run(event.id)["next"] == "done"
    assert organiser.type("check", event.id)["differences"] == []


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


SMALL_FINAL = """
[[stage]]
id = "finalina"
title = "Finalina"
summed = false
decides = 5
enters = [{ who = "ranks", ranks = [5, 8] }]
"""
FIRST_FOUR = '[[stage.enters]]\nwho = "ranks"\nranks = [1, 4]\n'


def test_a_small_final_played_first_takes_nobody_from_the_final(organiser: Organiser, tmp_path: Path) -> None:
    event = begun(organiser, 9, format_of(tmp_path, GAMES, SMALL_FINAL, FINAL, FIRST_FOUR))
    event.play(falling(9))
    event.play(falling(9, 60, 4))
    assert names(organiser.type("cut", event.id)) == event.order[4:8]
    assert last_line(organiser, event.id) == (0, ""), "those above go on, too"
    [table] = organiser.play(event.id, falling(9).__getitem__)
    assert list(organiser.standings(event.id)) == [*event.order[:4], *sorted(table), *event.order[8:]]
    assert names(organiser.type("cut", event.id)) == event.order[:4]


def test_a_lot_tells_who_is_too_good_for_the_small_final(organiser: Organiser, tmp_path: Path) -> None:
    once = GAMES.replace("rounds = 2", "rounds = 1")
    event = begun(organiser, 9, format_of(tmp_path, once, SMALL_FINAL, FINAL, FIRST_FOUR))
    points = dict(zip(people(9), (70, 69, 68, 40, 40, 30, 29, 28, 27), strict=True))
    tables = organiser.play(event.id, points.__getitem__)
    assert not {max(table, key=points.__getitem__) for table in tables} & {"P04", "P05"}
    [fifth, *others] = names(organiser.type("cut", event.id))
    _, log, _ = organiser.terminal.type("it", "log", "show", f"tournament/{event.id}")
    [lucky] = {"P04", "P05"} - {fifth}
    assert f"Sorteggiata la parità fra {lucky}, {fifth}" in log
    assert others == ["P06", "P07", "P08"]


@pytest.mark.parametrize(("tables", "fits"), [("", False), ("tables = [1, 2]\n", True)])
def test_only_a_final_of_several_tables_is_split_by_hand(
    organiser: Organiser, tmp_path: Path, tables: str, fits: bool
) -> None:
    last = f'{tables}[[stage.enters]]\nwho = "ranks"\nranks = [1, 4]\n'
    event = begun(organiser, 8, format_of(tmp_path, GAMES, FINAL, last))
    event.play(falling(8))
    event.play(falling(8, 60, 4))
    words = ("cut-by-hand", event.id, ",".join(people(8)), "--reason", "in otto")
    if fits:
        organiser.type(*words)
        assert [len(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [4, 4]
    else:
        assert organiser.refused(*words)["code"] == "no_tables"


@pytest.mark.parametrize(("each", "fits"), [(1, True), (2, False)])
def test_a_final_that_does_not_fit_at_one_table_is_refused_until_it_is_cut_by_hand(
    organiser: Organiser, tmp_path: Path, each: int, fits: bool
) -> None:
    """Two finals of three would give two winners."""
    semifinals = '[[stage]]\nid = "semifinali"\ntitle = "Semifinali"\nsummed = false\ntables = [3, 3]\n'
    last = f'[[stage.enters]]\nwho = "winners"\neach = {each}\n'
    event = begun(organiser, 12, format_of(tmp_path, GAMES, semifinals, FINAL, last))
    event.play(falling(12))
    event.play(falling(12, 60, 4))
    organiser.type("cut", event.id)
    organiser.play(event.id, falling(12).__getitem__)
    going = names(organiser.type("cut", event.id))
    if not fits:
        refused = organiser.refused("draw", event.id, "--seed", "gru")
        assert (refused["code"], refused["sentence"].count("5")) == ("no_tables", 2), refused["sentence"]
        going = going[:5]
        organiser.type("cut-by-hand", event.id, ",".join(going), "--reason", "in cinque")
    assert [sorted(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [
        sorted(going)
    ]


def test_a_final_for_two_tables_is_refused_before_it_is_drawn(organiser: Organiser, tmp_path: Path) -> None:
    event = begun(organiser, 8, format_of(tmp_path, FINAL.replace("summed = false", "")))
    assert isinstance(why_not_draw(desk_of(organiser, event.id).tournament), NoTables)
    assert organiser.refused("draw", event.id)["code"] == "no_tables"


def test_a_winner_whom_a_layout_sends_on_may_not_be_tied(organiser: Organiser, tmp_path: Path) -> None:
    """The formula keeps ties; where places decide who goes on, the sheet asks for the tie-break."""
    semifinal = '[[stage]]\nid = "semifinale"\ntitle = "Semifinale"\n'
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


def test_a_stage_for_which_nobody_qualifies_is_cut_by_hand(organiser: Organiser, tmp_path: Path) -> None:
    last = '[[stage.enters]]\nwho = "ranks"\nranks = [9, 12]\n'
    event = begun(organiser, 8, format_of(tmp_path, GAMES, FINAL, last))
    event.play(falling(8))
    event.play(falling(8, 60, 4))
    assert organiser.refused("cut", event.id)["code"] == "nobody_qualifies"
    organiser.type("cut-by-hand", event.id, "P01,P02,P03,P04", "--reason", "in otto")
    assert organiser.run(event.id)["next"] == "done"


@pytest.mark.parametrize(("count", "sizes"), [(12, [4, 4, 4]), (9, [3, 3, 3]), (8, [4, 4]), (5, [5])])
def test_too_few_for_the_tables_of_a_stage_play_at_fewer(
    organiser: Organiser, tmp_path: Path, count: int, sizes: list[int]
) -> None:
    semifinals = '[[stage]]\nid = "semifinali"\ntitle = "Semifinali"\nsummed = false\ntables = [3, 3]\n'
    event = begun(organiser, 12, format_of(tmp_path, GAMES, semifinals))
    event.play(falling(12))
    event.play(falling(12, 60, 4))
    withdraw(organiser, event.id, *people(12)[count:])
    organiser.type("cut", event.id)
    drawn = seated(organiser.type("draw", event.id, "--seed", "gru"))
    assert [len(table) for table in drawn] == sizes
    assert organiser.type("check", event.id)["differences"] == []


def by_hand(organiser: Organiser) -> tuple[str, list[str]]:
    """An event that is to be cut, and its standings."""
    id = organiser.open("tre-partite-finale")
    organiser.enter(id, *people(9))
    for _ in range(3):
        organiser.play(id, falling(9).__getitem__)
    return id, list(organiser.standings(id))


def forgotten(event: object) -> object:
    """A cut by hand that hides whom the rules would have named."""
    return replace(event, ruled=event.ruled[1:]) if isinstance(event, StageCut) else event


def test_a_cut_by_hand_has_a_reason_and_is_told(organiser: Organiser) -> None:
    id, order = by_hand(organiser)
    chosen = [*order[:3], order[6]]
    assert organiser.refused("cut-by-hand", id, ",".join(chosen))["code"] == "reason_missing"
    said = organiser.type("cut-by-hand", id, ",".join(chosen), "--reason", "rinuncia al posto")
    assert said["next"] == "draw"
    assert said["events"] == [
        f"Passano alla finale, per scelta fatta a mano: {', '.join(chosen)}. Saltano la fase: nessuno."
    ]
    for lang in LANGUAGES:
        status, out, _ = organiser.terminal.type(lang, "log", "show", f"tournament/{id}")
        assert (status, "rinuncia al posto" in out) == (0, True)
    done = organiser.type("check", id)
    assert (done["differences"], done["unchecked"], len(done["by_hand"])) == ([], [], 1)
    [sentence] = done["by_hand"]
    assert sentence.index(order[6]) < sentence.index(order[3])
    assert last_line(organiser, id) == (7, ", ".join(order[3:6]))
    assert not any(name in sentence for name in chosen[:3])
    desk = desk_of(organiser, id)
    forged = [replace(each, event=forgotten(each.event)) for each in desk.occurrences]
    found = check(desk.tournament.setup, forged, desk.names)
    assert [notice.code for notice in found.differences] == ["tournament.check.cut"]
    [table] = seated(organiser.type("draw", id, "--seed", "gru"))
    assert sorted(table) == sorted(chosen)
    assert organiser.refused("cut-by-hand", id, ",".join(order[:4]), "--reason", "x")["code"] == "round_open"


def test_a_cut_by_hand_holds_when_somebody_withdraws_and_may_be_made_again(organiser: Organiser) -> None:
    id, order = by_hand(organiser)
    organiser.type("cut-by-hand", id, ",".join(order[4:9]), "--reason", "prova")
    withdraw(organiser, id, *order[6:9])
    assert organiser.type("show", id)["next"] == "draw", "the rules do not take the choice back"
    assert isinstance(why_not_draw(desk_of(organiser, id).tournament), NoTables), "two are left"
    organiser.type("cut-by-hand", id, ",".join(order[2:6]), "--reason", "un'altra prova")
    [table] = seated(organiser.type("draw", id, "--seed", "gru"))
    assert sorted(table) == sorted(order[2:6])
    organiser.type("undo", id)
    cut = organiser.type("cut", id)
    assert names(cut) == order[:4], "a cut by the rules takes its place"
    assert organiser.type("check", id)["by_hand"] != [], "both are in the log"


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ("P01,P02,P03,P01", "named_twice"),
        ("P01,P02,P03,P09", "is_withdrawn"),
        ("P01,P02,P03,Nessuno", "not_entered"),
        ("P01,P02", "no_tables"),
        (",".join(people(8)), "no_tables"),
    ],
)
def test_a_cut_by_hand_that_cannot_be_played_is_refused(organiser: Organiser, chosen: str, code: str) -> None:
    id, _ = by_hand(organiser)
    withdraw(organiser, id, "P09")
    assert organiser.refused("cut-by-hand", id, chosen, "--reason", "prova")["code"] == code
    words = ("cut-by-hand", id, "P02,P03,P04,P05", "--direct", "P01", "--reason", "prova")
    assert organiser.refused(*words)["code"] == "nobody_skips"


def test_parallel_semifinals_and_who_waits_may_be_chosen_by_hand(organiser: Organiser) -> None:
    id = organiser.open("due-giorni")
    organiser.enter(id, *people(16))
    for _ in range(2):
        organiser.play(id, falling(16).__getitem__)
    waiting, playing = ["P05", "P06"], [*people(4), *people(16)[6:10]]
    words = ("--direct", "P05", "--direct", "P06", "--reason", "accordo fra i club")
    organiser.type("cut-by-hand", id, ",".join(playing), *words)
    semifinals = organiser.play(id, falling(16).__getitem__)
    assert sorted(name for table in semifinals for name in table) == sorted(playing)
    [final] = finals(organiser, id)
    assert final == sorted([*waiting, *(min(table) for table in semifinals)])
    assert organiser.type("check", id)["differences"] == []


WORDS = {
    "it": (
        "Giocatori in classifica, da 9 in su",
        "fra chi in classifica va dal 8° in giù",
        "con almeno 2 partite giocate",
        "a pari risultato chi è più avanti in classifica",
        "chi ha giocato meno di 2 partite lascia il posto a chi segue",
        "quanti ne servono a riempire i tavoli",
    ),
    "en": (
        "Players in the standings, 9 or more",
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


def test_a_tie_that_nothing_breaks_is_drawn_from_the_terminal(organiser: Organiser, tmp_path: Path) -> None:
    id = organiser.open(format_of(tmp_path, GAMES.replace("rounds = 2", "rounds = 1")))
    organiser.enter(id, *people(8))
    drawn = organiser.type("draw", id)
    tables = seated(drawn)
    cells = {name: points for table in tables for name, points in zip(table, (60, 45, 30, 20), strict=True)}
    organiser.record(id, drawn, cells.__getitem__)
    [one, other] = [table[0] for table in tables]
    assert organiser.refused("lots", id, one)["code"] == "lots_too_early"
    organiser.type("close", id)
    assert {organiser.standings(id)[name]["rank"] for name in (one, other)} == {1}
    organiser.type("lots", id, one, "--seed", "gru-4471")
    ranks = [organiser.standings(id)[name]["rank"] for name in (one, other)]
    assert sorted(ranks) == [1, 2]
    assert organiser.refused("lots", id, f"{one}, {other}")["code"] == "no_open_tie"
    organiser.type("undo", id, "--reason", "di nuovo")
    organiser.type("lots", id, other, "--seed", "gru-4471")
    assert [organiser.standings(id)[name]["rank"] for name in (one, other)] == ranks, "the number decides"
    assert organiser.refused("keep-cut", id, "--reason", "così")["code"] == "cut_stands"


SKIPPED_SEMIFINALS = """
[[stage]]
id = "semifinali"
title = "Semifinali"
summed = false

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
