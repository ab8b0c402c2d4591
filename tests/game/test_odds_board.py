"""The odds of attacks on a board as it stands."""

import pytest

from kamchatka.game.odds.exact import attack_odds, odds
from kamchatka.rulebook import shipped
from kamchatka.rules import layout
from kamchatka.rules.hold import hand_over
from tests.cases.names import territories
from tests.cases.scene import Scene, Table, build, tables_of


def table_with(rulebook: str, **armies: int) -> Table:
    """Seat 0 holds Brasile and what else is named, seat 1 Perù and the rest, one army each."""
    names = territories()
    holdings = {names[name]: (0, number) for name, number in armies.items() if name != "peru"}
    holdings[names["peru"]] = (1, armies["peru"])
    table = build(Scene(rulebook, holdings=holdings, rest=(1, 1)))
    table.pos.now[layout.SEAT] = 0
    return table


@pytest.mark.parametrize("rulebook", shipped())
def test_on_a_board_the_odds_are_those_of_the_armies(rulebook: str) -> None:
    table = table_with(rulebook, brasile=12, peru=7)
    before = [bytes(cells) for cells in table.pos]
    source, target = territories()["brasile"], territories()["peru"]
    assert attack_odds(table.tables, table.pos, source, target) == odds(table.tables, 12, 7).win
    assert [bytes(cells) for cells in table.pos] == before


def test_armies_around_the_target_count_for_superiority_on_a_board() -> None:
    source, target = territories()["brasile"], territories()["peru"]
    alone = table_with("primavera", brasile=6, peru=6)
    helped = table_with("primavera", brasile=6, peru=6, venezuela=9)
    assert attack_odds(alone.tables, alone.pos, source, target) == 0
    chance = attack_odds(helped.tables, helped.pos, source, target)
    assert chance == pytest.approx(odds(tables_of("rtu"), 6, 6).win, abs=1e-12)


def test_on_a_board_a_forbidden_attack_has_no_chance() -> None:
    names = territories()
    table = table_with("rtu", brasile=12, peru=3, argentina=1)
    pos = table.pos
    assert attack_odds(table.tables, pos, names["brasile"], names["argentina"]) == 0  # its own
    assert attack_odds(table.tables, pos, names["brasile"], names["cina"]) == 0  # far away
    assert attack_odds(table.tables, pos, names["argentina"], names["peru"]) == 0  # one army
    hand_over(pos, names["brasile"], 1)
    assert attack_odds(table.tables, pos, names["brasile"], names["peru"]) == 0  # not its territory
