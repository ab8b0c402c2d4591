"""Primavera: who throws the dice of those who cannot, and what a seat that only defends is worth."""

import pytest

from kamchatka.rules import layout
from kamchatka.rules.combat import defence_roller
from kamchatka.rules.tally import continents_points, table_points
from tests.cases.names import regions, territories
from tests.cases.scene import Scene, build


@pytest.mark.clause("004-B24c")
@pytest.mark.parametrize("how", ["congelato", "withdrawn"])
@pytest.mark.parametrize("attacker", [0, 2, 3])
def test_the_attacker_throws_for_a_seat_that_only_defends(how: str, attacker: int) -> None:
    brasile = territories()["brasile"]
    scene = Scene("primavera", holdings={brasile: (1, 1)}, gone=[(1, how)])
    scene.now = {layout.SEAT: attacker}
    table = build(scene)
    assert table.pos.armies[brasile] == 5
    assert defence_roller(table.tables, table.pos, brasile) == attacker


@pytest.mark.clause("004-B16", "004-B24d", "004-B24e")
@pytest.mark.parametrize(("last_lap", "points"), [(0, 38), (1, 20)])
def test_six_territories_are_worth_38_with_the_strip_and_20_without(last_lap: int, points: int) -> None:
    held = {*regions()["america del sud"], territories()["africa del nord"], territories()["giappone"]}
    scene = Scene("primavera", holdings=dict.fromkeys(held, (1, 1)), gone=[(1, "congelato")])
    scene.now = {layout.LAST_LAP: last_lap}
    table = build(scene)
    continents = continents_points(table.tables, table.pos.owned[1])
    assert continents == 2 * 6
    assert table_points(table.tables, table.pos, 1, 0) - continents == 2 * points
