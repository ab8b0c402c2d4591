"""Kinds of the circuit as files of a club, played at the desk: the Open, a league with dead seats, duels."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from kamchatka.messages import Language
from kamchatka.rulebook import load
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.numbers import exact
from kamchatka.tournament.format.loading import load_format, read_format, read_recorded_format
from kamchatka.tournament.format.model import Format
from kamchatka.tournament.format.tables import layouts_of, planned_tables
from kamchatka.tournament.format.views import parts_of
from kamchatka.tournament.state import Setup
from tests.scoring.circuit_kinds import LEAGUE, cut, league
from tests.tournament.organiser import Organiser, seated
from tests.tournament.test_tables import seated as tables_of

SHAPE = """
id = "lega"
title = "Lega"
about = "Due serate"
about_en = "Two evenings"
rulebook = "rtu-2020"
formula = "standard"

[tables]
sizes = [4]
spare = [3]
dummy = "threes"
rest = true

[[stage]]
id = "serate"
title = "Serate"
rounds = 2
"""
"""Tables of four, else of three with a dead seat; if nothing else fits, somebody rests."""

DUEL = """
id = "duello"
title = "Uno contro uno"
about = "A coppie, tre turni"
about_en = "In pairs, three rounds"
rulebook = "coppie.toml"
formula = "standard"

[tables]
sizes = [2]
rest = true
bye = "formula"

[[wishes]]
kind = "opponents"

[[stage]]
id = "turni"
title = "Turni"
rounds = 3
"""
"""Everybody against one other; who is left over rests."""

PAIRS = """
extends = "rtu-2020"
id = "coppie"
title = "Uno contro uno"

[seats]
sizes = [2]
preferred = 2

[setup]
armies = { 2 = 40 }
"""


def pairs(old: str = "", new: str = "") -> Format:
    """The format of pairs under a regulation that plays them, with these words replaced."""
    assert old in DUEL
    return read_recorded_format(DUEL.replace(old, new) if old else DUEL, name="duello.toml")


def told(format: Format, lang: Language) -> str:
    """What is said of a format."""
    return str(parts_of(Setup(format, load("rtu-2020"), load_formula("standard")), lang))


def written(organiser: Organiser, **files: str) -> dict[str, str]:
    """These files in the organiser's folder, by name."""
    paths: dict[str, Path] = {name: organiser.folder / f"{name}.toml" for name in files}
    for name, path in paths.items():
        path.write_text(files[name], encoding="utf-8")
    return {name: str(path) for name, path in paths.items()}


def test_the_league_is_played_with_dead_seats_at_every_table_of_three(organiser: Organiser) -> None:
    files = written(organiser, formato=SHAPE, punti=LEAGUE)
    id = organiser.open(files["formato"], "--formula", files["punti"])
    people = [f"P{number:02d}" for number in range(10)]
    organiser.enter(id, *people)
    luck, totals = Random(5), dict.fromkeys(people, Fraction(0))
    for evening in range(2):
        organiser.type("rollcall", id, "--all")
        drawn = organiser.type("draw", id, "--seed", f"sera-{evening}")
        assert [table["kind"] for table in drawn["tables"]] == ["table", "dummy", "dummy"]
        points = {name: luck.choice([12, 20, 33, 33, 47, 61]) for name in people}
        organiser.record(id, drawn, points.__getitem__)
        organiser.type("close", id)
        for names in seated(drawn):
            own = [points[name] for name in names]
            for name, score in zip(names, league(own, with_ghost=len(own) == 3), strict=True):
                totals[name] += score
    rows = organiser.standings(id)
    assert {name: Fraction(exact(row["total"])) for name, row in rows.items()} == totals


def test_without_the_word_tables_of_three_have_no_dead_seat(organiser: Organiser) -> None:
    files = written(organiser, formato=SHAPE.replace('dummy = "threes"\n', ""), punti=LEAGUE)
    id = organiser.open(files["formato"], "--formula", files["punti"])
    organiser.enter(id, *"ABCDEFG")
    drawn = organiser.type("draw", id, "--seed", "sera")
    assert [table["kind"] for table in drawn["tables"]] == ["table", "table"]
    points = dict(zip("ABCDEFG", (60, 50, 40, 30, 20, 10, 5), strict=True))
    organiser.record(id, drawn, points.__getitem__)
    organiser.type("close", id)
    rows = organiser.standings(id)
    for names in seated(drawn):
        expected = league([points[name] for name in names])
        assert [Fraction(exact(rows[name]["total"])) for name in names] == expected


def test_one_against_one_with_somebody_resting_each_round(organiser: Organiser) -> None:
    """Seven play in pairs; a bye is nine tenths of the mean of one's own games, whenever they are played."""
    files = written(organiser, formato=DUEL, punti=LEAGUE, coppie=PAIRS)
    id = organiser.open(files["formato"], "--formula", files["punti"], "--rulebook", files["coppie"])
    organiser.enter(id, *"ABCDEFG")
    games: dict[str, list[Fraction]] = {name: [] for name in "ABCDEFG"}
    byes: Counter[str] = Counter()
    luck, met = Random(3), Counter[frozenset[str]]()
    for number in range(3):
        organiser.type("rollcall", id, "--all")
        drawn = organiser.type("draw", id, "--seed", f"turno-{number}")
        assert [table["kind"] for table in drawn["tables"]] == ["table"] * 3 + ["bye"]
        points = {name: luck.randrange(5, 60) for name in "ABCDEFG"}
        organiser.record(id, drawn, points.__getitem__)
        organiser.type("close", id)
        for names in seated(drawn):
            if len(names) == 1:
                byes[names[0]] += 1
                continue
            met[frozenset(names)] += 1
            for name, score in zip(names, league([points[name] for name in names]), strict=True):
                games[name].append(score)
        found = {name: Fraction(exact(row["total"])) for name, row in organiser.standings(id).items()}
        assert found == {name: total(games[name], byes[name]) for name in found}
    assert set(met.values()) == {1}  # nobody meets twice while others are left
    assert sum(byes.values()) == 3
    warned = organiser.type("standings", id)["warnings"]
    assert not [each for each in warned if "giocato in 2" in str(each)]


def total(games: list[Fraction], byes: int) -> Fraction:
    """The games, and for each bye nine tenths of their mean, cut after one decimal."""
    played = sum(games, Fraction(0))
    return played + byes * (cut(played / len(games) * Fraction(9, 10), 1) if games else Fraction(0))


@pytest.mark.parametrize(
    ("bye", "expected"), [("12.5", "12.5"), ('"25/2"', "12.5"), ("7", "7"), ('"formula"', "0"), ("0", "0")]
)
def test_a_bye_is_worth_what_the_format_prints(organiser: Organiser, bye: str, expected: str) -> None:
    """The formula has no bye of its own, so `formula` gives nothing."""
    files = written(organiser, formato=SHAPE.replace("rest = true", f"rest = true\nbye = {bye}"))
    id = organiser.open(files["formato"])
    organiser.enter(id, *"ABCDE")
    drawn = organiser.type("draw", id, "--seed", "turno")
    organiser.record(id, drawn, lambda name: 20 + ord(name) % 30)
    organiser.type("close", id)
    ((resting,),) = [names for names in seated(drawn) if len(names) == 1]
    assert organiser.standings(id)[resting]["total"] == expected
    exported = organiser.folder / "risultati.toml"
    organiser.type("results", id, str(exported))
    status, out, err = organiser.terminal.type("it", "standings", str(exported), "--json")
    assert status == 0, err
    assert {row["player"]: row["total"] for row in json.loads(out)["rows"]}[resting] == expected


def test_the_open_spares_second_tables_of_five_before_clubs_and_opponents(organiser: Organiser) -> None:
    format = load_format("open")
    assert [wish.kind for wish in format.wishes] == ["five", "club", "opponents"]
    id = organiser.open("open", "--set", "games=2")
    clubs = {f"P{number:02d}": f"C{number % 6}" for number in range(18)}
    organiser.enter(id, *(f"{name}/{club}" for name, club in clubs.items()))
    rounds = []
    for number in range(2):
        organiser.type("rollcall", id, "--all")
        drawn = organiser.type("draw", id, "--seed", f"turno-{number}")
        organiser.record(id, drawn, lambda name: 10 + int(name[1:]))
        organiser.type("close", id)
        rounds.append(seated(drawn))
    fives = Counter(name for tables in rounds for table in tables if len(table) == 5 for name in table)
    assert sorted(fives.values()) == [1] * 16 + [2] * 2  # ten seats of five a round: two cannot be spared
    together = [pair for tables in rounds for table in tables for pair in combinations(table, 2)]
    assert not [pair for pair in together if clubs[pair[0]] == clubs[pair[1]]]


@pytest.mark.parametrize("games", [1, 2, 5, 40])
def test_an_open_has_any_number_of_games(games: int) -> None:
    assert load_format("open", {"games": games}).stages[0].rounds == games


def test_an_open_of_no_game_is_refused(organiser: Organiser) -> None:
    refused = organiser.refused("new", "Prova", "--format", "open", "--set", "games=0")
    assert "games" in str(refused)


HOUSE = 'extends = "rtu-2020"\nid = "casa"\ntitle = "Casa"\n[table_ties]\ncriteria = ["{0}"]\n'


@pytest.mark.parametrize(
    ("criterion", "order"), [("later-seat", [3, 2, 1, 0]), ("earlier-seat", [0, 1, 2, 3])]
)
def test_equal_points_go_by_the_order_of_play_under_a_house_regulation(
    organiser: Organiser, criterion: str, order: list[int]
) -> None:
    files = written(organiser, formato=SHAPE, casa=HOUSE.format(criterion))
    id = organiser.open(files["formato"], "--rulebook", files["casa"])
    organiser.enter(id, *"ABCD")
    drawn = organiser.type("draw", id, "--seed", "turno")
    organiser.record(id, drawn, lambda name: 40)
    organiser.type("close", id)
    ((*names,),) = seated(drawn)
    rows = organiser.standings(id)
    assert list(rows) == [names[seat] for seat in order]
    assert [row["total"] for row in rows.values()] == ["12.4", "7.4", "5.4", "3.4"]


def test_equal_points_ask_for_numbers_under_the_regulation_of_the_circuit(organiser: Organiser) -> None:
    files = written(organiser, formato=SHAPE)
    id = organiser.open(files["formato"])
    organiser.enter(id, *"ABCD")
    drawn = organiser.type("draw", id, "--seed", "turno")
    with pytest.raises(AssertionError, match="valore dei territori fuori obiettivo"):
        organiser.record(id, drawn, lambda name: 40)


@pytest.mark.parametrize(
    ("players", "winners", "last"), [(156, 3, 48), (157, 4, 64), (196, 4, 64), (197, 5, 80), (400, 5, 80)]
)
def test_a_gathering_has_as_many_winners_as_its_size_asks(players: int, winners: int, last: int) -> None:
    semifinals = load_format("raduno-circuito").stages[1]
    layout = next(layouts_of(semifinals, lambda _: players), None)
    assert layout is not None
    assert (layout.groups, layout.tables) == (winners, 4)
    assert [source.ranks for source in layout.enters] == [[1, last]]


def test_a_gathering_of_two_hundred_ends_with_five_winners(organiser: Organiser) -> None:
    id = organiser.begin("raduno-circuito", 200)
    now = organiser.run(id)
    assert (len(now["winners"]), now["round"]) == (5, 4)
    ranked = [row["rank"] for row in organiser.type("standings", id)["rows"]]
    assert ranked[:21] == [1] * 5 + [6] * 5 + [11] * 5 + [16] * 5 + [21]


def test_tables_of_two_and_who_rests_for_every_number() -> None:
    found = [tables_of(pairs(), number) for number in (2, 3, 4, 7)]
    assert found == ["1x2", "1x2+1xbye", "2x2", "3x2+1xbye"]
    nobody_rests = pairs("rest = true\n", "")
    assert [tables_of(nobody_rests, number) for number in (4, 7)] == ["2x2", "-"]


def test_nobody_rests_where_a_spare_size_seats_everybody() -> None:
    fours = read_format(SHAPE, name="lega.toml")
    found = [tables_of(fours, number) for number in (5, 6, 7, 8, 9)]
    assert found == ["1x4+1xbye", "2xdummy", "1x4+1xdummy", "2x4", "3xdummy"]


def test_a_knock_out_of_pairs_halves_the_field() -> None:
    later = '[[stage]]\nid = "{0}"\ntitle = "{0}"\nenters = [{{ who = "winners" }}]\n'
    stages = later.format("semifinali") + later.format("finale") + "decides = 1\n"
    format = pairs("rounds = 3\n", f"rounds = 1\n{stages}")
    plan = planned_tables(format, format.stages[0], 8)
    assert [(each.players, len(each.tables)) for each in plan] == [(8, 4), (4, 2), (2, 1)]


def test_the_words_of_a_format_are_told() -> None:
    shape, duel = read_format(SHAPE, name="l.toml"), pairs()
    assert "Ogni tavolo da tre ha un posto morto" in told(shape, "it")
    italian, english = told(duel, "it"), told(duel, "en")
    assert "riposa chi avanza, il minor numero possibile" in italian
    assert "Punti a chi riposa: quelli della formula" in italian
    assert "those left over rest, as few as possible" in english
    assert "Points of a player who rests: those of the formula" in english
    half = pairs('bye = "formula"', "bye = 12.5")
    assert "Punti a chi riposa: 12,5" in told(half, "it")
