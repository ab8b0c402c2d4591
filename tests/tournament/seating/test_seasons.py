"""Seasons planned as a whole: known schedules, bounds, and evenings that somebody misses."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from kamchatka.tournament.format.loading import load_format
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.seating.season import Evening, Season, schedule, season_of
from kamchatka.tournament.seating.wishes import Field, Past
from kamchatka.tournament.state import Entrant
from tests.tournament.organiser import Organiser, seated
from tests.tournament.seating.fields import every_way, people, shapes

KNOWN = {16: 5, 20: 5, 24: 7, 28: 9, 32: 9}
"""Rounds of four in which nobody meets anybody twice, by players."""


def season(players: list[Entrant], rounds: int, *kinds: str) -> Season:
    """All of them on every evening."""
    evening = Evening([each.person for each in players], shapes(len(players)))
    wishes = [Wish(kind=kind) for kind in kinds or ("opponents",)]  # type: ignore[arg-type]
    return Season(
        field=Field(players=players, wishes=wishes, past=Past(), rounds=rounds),
        evenings=[evening] * rounds,
        seed="gru",
    )


@pytest.mark.parametrize(("players", "rounds"), KNOWN.items())
def test_known_schedules_seat_everybody_and_repeat_nothing(players: int, rounds: int) -> None:
    known = schedule(players)
    assert len(known) == rounds
    for tables in known:
        assert sorted(chair for table in tables for chair in table) == list(range(players))
        assert {len(table) for table in tables} == {4}
    met = Counter(frozenset(pair) for tables in known for table in tables for pair in combinations(table, 2))
    assert set(met.values()) == {1}
    assert len(met) == rounds * players // 4 * 6


@pytest.mark.parametrize(
    ("players", "rounds", "repeats"), [(16, 5, 0), (24, 6, 0), (32, 8, 0), (16, 6, 24), (8, 2, 4)]
)
def test_a_season_of_fours_repeats_no_more_than_it_must(players: int, rounds: int, repeats: int) -> None:
    found = season(people(players), rounds).plan()
    assert (len(found.rounds), found.repeats, found.bound) == (rounds, repeats, repeats)


def test_people_who_never_come_on_the_same_evening_repeat_nothing() -> None:
    club = people(16)
    evenings = [Evening([each.person for each in half], shapes(8)) for half in (club[:8], club[8:])]
    assert replace(season(club, 2), evenings=evenings).bound == 0


def test_a_season_heeds_families_and_clubs_before_the_wishes_of_its_format_and_each_once() -> None:
    plain, format = people(8), load_format("due-giorni")
    clubs = people(8, ["A", "B"])
    family = [replace(clubs[0], family="Neri"), *clubs[1:]]
    own = ["club", "opponents", "five"]
    for field, kinds in ((plain, own), (clubs, own), (family, ["family", *own])):
        assert [wish.kind for wish in season_of(format, field, 2, "gru").field.wishes] == kinds
    aziendale = load_format("aziendale")
    found = season_of(aziendale, clubs, 2, "gru")
    assert [wish.kind for wish in found.field.wishes] == ["club", "opponents"]


def test_a_small_season_is_as_good_as_the_best_of_all_ways() -> None:
    club = people(8)
    found = season(club, 3).plan()
    ways = [way for way in every_way([each.person for each in club], [4, 4]) if club[0].person in way[0]]
    met = [{frozenset(pair) for table in way for pair in combinations(table, 2)} for way in ways]
    # The first evening may be any: by symmetry it is the first of the list.
    best = min(
        sum(times - 1 for times in Counter([*met[0], *one, *other]).values() if times > 1)
        for one, other in product(met, met)
    )
    assert found.repeats == best
    assert found.bound <= best


def test_clubmates_are_kept_apart_before_anything_else() -> None:
    club = people(16, ["A", "B", "C", "D"])
    found = season(club, 3, "club", "opponents").plan()
    own = {each.person: each.club for each in club}
    assert all(len({own[who] for who in table}) == 4 for tables in found.rounds for table in tables)
    assert found.repeats == 0
    # Four clubs have 96 pairs between them, and five evenings 120 meetings.
    assert season(club, 5, "club", "opponents").bound == 24
    assert season(club, 5, "opponents", "club").bound == 0


def league(organiser: Organiser, games: int = 5) -> str:
    id = organiser.open("campionato-periodico", "--set", f"games={games}", "--set", "seating=planned")
    organiser.enter(id, *(f"P{number:02d}" for number in range(1, 17)), words=("--signed",))
    return id


def meetings(rounds: list[list[list[str]]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for each in rounds for table in each for pair in combinations(table, 2))


def test_a_league_is_played_as_planned_and_nobody_meets_twice(organiser: Organiser) -> None:
    id = league(organiser)
    plan = organiser.type("plan", id, "--seed", "gru-4471")
    assert (len(plan["rounds"]), plan["repeats"], plan["bound"]) == (5, 0, 0)
    assert organiser.type("plan", id)["rounds"] == plan["rounds"], "a plan that stands is only shown"
    played = []
    for _ in range(5):
        assert organiser.refused("seed", id, "altro")["code"] == "round_planned"
        played.append(organiser.play(id, lambda name: int(name[1:])))
    assert organiser.refused("plan", id, "--seed", "altro")["code"] == "stage_is_over"
    numbers = [[[int(name[1:]) for name in table] for table in each] for each in played]
    assert numbers == plan["rounds"]
    assert max(meetings(played).values()) == 1
    assert organiser.type("check", id)["differences"] == []


def test_who_misses_an_evening_disturbs_the_plan_as_little_as_may_be(organiser: Organiser) -> None:
    id = league(organiser)
    plan = organiser.type("plan", id, "--seed", "gru-4471")["rounds"]
    first = organiser.play(id, lambda name: int(name[1:]))
    second = organiser.play(id, lambda name: int(name[1:]), "P03", "P07", "P11")
    assert sorted(map(len, second)) == [4, 4, 5]
    third = organiser.play(id, lambda name: int(name[1:]))
    assert sorted(name for table in third for name in table) == [f"P{n:02d}" for n in range(1, 17)]
    again = sum(times - 1 for times in meetings([first, second, third]).values())
    # Three tables for thirteen who sat four by four: some must meet again, and few more do.
    assert 3 <= again <= 8
    as_planned = {frozenset(f"P{number:02d}" for number in table) for table in plan[0]}
    assert {frozenset(table) for table in first} == as_planned
    assert organiser.type("check", id)["differences"] == []


def test_a_planned_round_is_drawn_again_and_what_was_decided_stays(organiser: Organiser) -> None:
    id = league(organiser, games=3)
    organiser.type("rollcall", id, "--all", "--absent", "P16")
    tables = seated(organiser.type("draw", id, "--seed", "gru-4471"))
    assert organiser.type("receipt", id)["receipt"]["seed"] == "gru-4471"
    one, other = tables[0][0], tables[1][0]
    organiser.type("swap", id, one, other, "--reason", "vicino all'ingresso")
    organiser.type("start", id, "3")
    organiser.type("rollcall", id, "--present", "P16")
    assert [each["what"] for each in organiser.type("show", id)["todo"]] == ["seat", "record"]
    now = seated(organiser.type("redraw", id, "--reason", "un arrivo"))
    assert sorted(name for table in now for name in table) == [f"P{n:02d}" for n in range(1, 17)]
    assert (one in now[1], other in now[0], now[2]) == (True, True, tables[2])
    assert [each["reason"] for each in organiser.type("receipt", id)["changes"]] == [
        "vicino all'ingresso",
        "un arrivo",
    ]
    assert organiser.type("check", id)["differences"] == []


def test_evenings_planned_anew_repeat_no_more_than_they_must() -> None:
    club = people(16)
    first = season(club, 5).plan()
    met = [frozenset(frozenset(p) for t in each for p in combinations(t, 2)) for each in first.rounds]
    evening = Evening([each.person for each in club], shapes(16))
    past = Past(met=[*met, met[0]])
    field = Field(players=club, wishes=[Wish(kind="opponents")], past=past, rounds=2)
    found = Season(field=field, evenings=[evening] * 2, seed="gru").plan()
    # Everybody has met everybody: all 48 meetings are repeats, beside the 24 there were.
    assert (found.repeats, found.bound) == (72, 72)


def test_a_plan_without_a_tournament(organiser: Organiser) -> None:
    found = organiser.type("plan", "--players", "16", "--rounds", "6", "--seed", "gru")
    assert (len(found["rounds"]), found["repeats"], found["bound"]) == (6, 24, 24)
    everybody = [sorted(number for table in tables for number in table) for tables in found["rounds"]]
    assert everybody == [list(range(1, 17))] * 6
    path = organiser.folder / "club.csv"
    path.write_text("nome,club\n" + "".join(f"G{n},Club {n % 4}\n" for n in range(12)), encoding="utf-8")
    found = organiser.type("plan", "--rounds", "2", "--clubs", str(path))
    assert all(len({n % 4 for n in table}) == 4 for tables in found["rounds"] for table in tables)
    assert organiser.refused("plan", "--players", "9", "--rounds", "2", "--clubs", str(path))["code"] == (
        "plan_clubs"
    )
    assert organiser.refused("plan")["code"] == "plan_what"
    assert organiser.refused("plan", "--players", "401", "--rounds", "2")["code"] == "plan_too_many"


def test_only_a_format_that_plans_has_a_plan(organiser: Organiser) -> None:
    id = organiser.open("campionato-periodico")
    assert organiser.refused("plan", id)["code"] == "not_planned"


def test_seats_of_a_planned_evening_are_those_of_the_draw(organiser: Organiser) -> None:
    id = league(organiser, games=3)
    organiser.type("rollcall", id, "--all")
    drawn = organiser.type("draw", id, "--seed", "gru-4471")
    assert drawn["receipt"]["method"] == "planned"
    assert drawn["receipt"]["violations"] == []
    assert len(seated(drawn)) == 4
