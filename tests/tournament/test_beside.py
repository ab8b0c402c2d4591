"""Stages played together: one cut names their players, one round holds their tables."""

from pathlib import Path
from typing import Any

import pytest

from kamchatka.tournament.format.loading import FaultyFormat, read_format
from tests.tournament.organiser import Organiser

FORMAT = """
id = "insieme"
title = "Finale e finalina insieme"
about = "Due turni, poi finale e finalina insieme"
about_en = "Two rounds, then a final and a small final together"
rulebook = "rtu"
formula = "standard"

[tables]
sizes = [4, 5]

[gates]
judge = "open"
signatures = "open"

[[stage]]
id = "turni"
title = "Turni"
rounds = 2
seating = "random"
"""
FINALS = """
[[stage]]
id = "finale"
title = "Finale"
enters = [{ who = "ranks", ranks = [1, 4] }]
summed = false
decides = 1

[[stage]]
id = "finalina"
title = "Finalina"
beside = true
enters = [{ who = "ranks", ranks = [5, 8] }]
summed = false
decides = 5
"""
SIDE = """
[[stage]]
id = "semifinali"
title = "Semifinali"
enters = [{ who = "ranks", ranks = [1, 8] }]
tables = [2, 2]
summed = false

[[stage]]
id = "consolazione"
title = "Consolazione"
beside = true
rounds = 2
enters = [{ who = "everybody" }]
summed = false

[[stage]]
id = "finale"
title = "Finale"
enters = [{ who = "winners", each = 2, stage = "semifinali" }]
summed = false
decides = 1
"""
PEOPLE = [f"P{number:02d}" for number in range(1, 17)]


def strength(name: str) -> int:
    """Table points by number: P01 always wins, and nobody ties."""
    return 90 - 5 * PEOPLE.index(name)


@pytest.fixture
def started(organiser: Organiser, tmp_path: Path) -> Any:
    """Two rounds of so many people, played; gives the event's id and the standings by name."""

    def start(stages: str, people: int = 12) -> tuple[str, list[str]]:
        path = tmp_path / "insieme.toml"
        path.write_text(FORMAT + stages, encoding="utf-8")
        id = organiser.open(str(path))
        organiser.enter(id, *PEOPLE[:people])
        for seed in ("uno", "due"):
            organiser.play(id, strength, seed=seed)
        return id, list(organiser.standings(id))

    return start


def by_stage(drawn: dict[str, Any]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for table in drawn["tables"]:
        found.setdefault(table["stage"] or "", set()).update(seat["name"] for seat in table["seats"])
    return found


def test_who_is_sent_to_the_final_by_hand_does_not_play_beside_it(organiser: Organiser, started: Any) -> None:
    id, order = started(FINALS)
    chosen = [*order[:3], order[5]]
    organiser.type("cut-by-hand", id, ", ".join(chosen), "--reason", "rinuncia")
    drawn = organiser.type("draw", id, "--seed", "tre")
    # The small final keeps its ranks, but for whoever was raised out of it.
    assert by_stage(drawn) == {"finale": set(chosen), "finalina": {order[4], *order[6:8]}}
    checked = organiser.type("check", id)
    assert (checked["differences"], len(checked["by_hand"])) == ([], 1)


def test_final_and_small_final_are_cut_and_played_in_one_round(organiser: Organiser, started: Any) -> None:
    id, order = started(FINALS)
    cut = organiser.type("cut", id)
    assert [each["name"] for each in cut["qualified"]] == order[:4]
    [small] = cut["beside"]
    assert (small["stage"], [each["name"] for each in small["qualified"]]) == ("finalina", order[4:8])
    drawn = organiser.type("draw", id, "--seed", "tre")
    assert by_stage(drawn) == {"finale": set(order[:4]), "finalina": set(order[4:8])}
    # The last of the standings wins each table: the final order is turned round, table by table.
    organiser.record(id, drawn, lambda name: 20 + order.index(name))
    organiser.type("close", id)
    assert list(organiser.standings(id)) == order[3::-1] + order[7:3:-1] + order[8:]
    assert organiser.type("show", id)["next"] == "publish"
    assert organiser.refused("draw", id)["code"] == "rounds_over"
    organiser.run(id)
    check = organiser.type("check", id)
    assert (check["differences"], check["cuts"], check["draws"]) == ([], 2, 3)


def test_without_the_key_the_small_final_is_played_after_the_final(
    organiser: Organiser, started: Any
) -> None:
    id, order = started(FINALS.replace("beside = true\n", ""))
    assert "beside" not in organiser.type("cut", id)
    drawn = organiser.type("draw", id, "--seed", "tre")
    assert by_stage(drawn) == {"": set(order[:4])}
    organiser.record(id, drawn, strength)
    organiser.type("close", id)
    assert organiser.type("show", id)["next"] == "cut"
    assert [each["name"] for each in organiser.type("cut", id)["qualified"]] == order[4:8]


def test_whoever_leaves_is_replaced_in_both_until_the_draw(organiser: Organiser, started: Any) -> None:
    id, order = started(FINALS)
    organiser.type("cut", id)
    organiser.type("withdraw", id, order[1])
    assert organiser.type("show", id)["next"] == "cut"
    again = organiser.type("cut", id)
    assert [each["name"] for each in again["qualified"]] == [order[0], *order[2:5]]
    assert [each["name"] for each in again["beside"][0]["qualified"]] == order[5:9]
    organiser.type("withdraw", id, order[6])
    again = organiser.type("cut", id)
    assert [each["name"] for each in again["beside"][0]["qualified"]] == [order[5], *order[7:10]]
    drawn = organiser.type("draw", id)
    assert by_stage(drawn)["finalina"] == {order[5], *order[7:10]}
    assert organiser.type("check", id)["differences"] == []


def test_people_of_two_stages_never_share_a_table(organiser: Organiser, started: Any) -> None:
    id, order = started(FINALS)
    organiser.type("cut", id)
    organiser.type("rollcall", id, "--all", "--absent", order[7])
    drawn = organiser.type("draw", id)
    assert by_stage(drawn) == {"finale": set(order[:4]), "finalina": set(order[4:7])}
    refused = organiser.refused("swap", id, order[0], order[4], "--reason", "Prova")
    assert refused["code"] == "not_in_stage"
    assert organiser.refused("move", id, order[3], "2", "--reason", "Prova")["code"] == "not_in_stage"
    # Whoever comes late joins the small final, never the final.
    said = organiser.type("arrival", id, order[7], "--accept")
    assert said["events"]
    tables = by_stage(organiser.type("tables", id))
    assert tables == {"finale": set(order[:4]), "finalina": set(order[4:8])}
    organiser.type("rollcall", id, "--absent", order[5])
    again = organiser.type("redraw", id, "--reason", "Manca uno")
    assert by_stage(again) == {"finale": set(order[:4]), "finalina": {*order[4:8]} - {order[5]}}
    assert organiser.type("check", id)["differences"] == []


@pytest.mark.parametrize(
    ("rank", "wishes"), [(3, ["club"]), (10, ["opponents", "five"])], ids=["semifinals", "beside"]
)
def test_a_swap_is_advised_by_the_wishes_of_its_own_stage(
    organiser: Organiser, started: Any, rank: int, wishes: list[str]
) -> None:
    stages = SIDE.replace("[[stage]]\n", '[[stage]]\nwishes = [{ kind = "club" }]\n', 1)
    beside = 'beside = true\nwishes = [{ kind = "opponents" }, { kind = "five" }]\n'
    id, order = started(stages.replace("beside = true\n", beside), 16)
    organiser.type("cut", id)
    organiser.type("draw", id, "--seed", "tre")
    swaps = organiser.type("receipt", id, "--swap", order[rank])["swaps"]
    assert [list(each["changes"]) for each in swaps] == [wishes] * 4


def test_too_few_for_a_table_play_no_small_final(organiser: Organiser, started: Any) -> None:
    id, order = started(FINALS, 5)
    assert "beside" not in organiser.type("cut", id)
    assert by_stage(organiser.type("draw", id)) == {"": set(order[:4])}


def test_a_side_event_goes_on_when_the_semifinals_are_over(organiser: Organiser, started: Any) -> None:
    id, order = started(SIDE, 16)
    cut = organiser.type("cut", id)
    assert {each["name"] for each in cut["beside"][0]["qualified"]} == set(order[8:])
    drawn = organiser.type("draw", id, "--seed", "tre")
    assert by_stage(drawn) == {"semifinali": set(order[:8]), "consolazione": set(order[8:])}
    assert [table["table"] for table in drawn["tables"]] == [1, 2, 3, 4]
    organiser.record(id, drawn, strength)
    organiser.type("close", id)
    semifinals = [[seat["name"] for seat in table["seats"]] for table in drawn["tables"][:2]]
    assert organiser.type("show", id)["next"] == "draw"
    assert organiser.refused("cut", id)["code"] == "stage_not_over"
    second = organiser.type("draw", id, "--seed", "quattro")
    assert (second["stage"], by_stage(second)) == ("consolazione", {"": set(order[8:])})
    organiser.record(id, second, strength)
    organiser.type("close", id)
    best = {name for table in semifinals for name in sorted(table, key=strength)[-2:]}
    assert {each["name"] for each in organiser.type("cut", id)["qualified"]} == best
    final = organiser.type("draw", id, "--seed", "cinque")
    organiser.record(id, final, strength)
    organiser.type("close", id)
    first = sorted(best, key=strength, reverse=True)
    assert list(organiser.standings(id))[:4] == first
    assert organiser.type("check", id)["differences"] == []


def test_stages_played_together_are_all_summed_or_none() -> None:
    with pytest.raises(FaultyFormat) as refused:
        read_format(
            FORMAT + FINALS.replace("summed = false\ndecides = 5", "decides = 5"), name="insieme.toml"
        )
    assert [fault.code for fault in refused.value.faults] == ["beside_summed"]
