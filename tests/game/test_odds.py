"""Exact odds: against fractions, against printed numbers, and what must always hold."""

from fractions import Fraction
from itertools import product

import pytest

from kamchatka.game.odds.duel import Duel
from kamchatka.game.odds.exact import Odds, battle_table, exact_odds, odds
from kamchatka.game.odds.question import MOST_ARMIES
from kamchatka.rulebook import shipped
from kamchatka.rules.combat import THROWS, attacker_losses
from tests.cases.scene import tables_of

NINE_ROWS = {
    (1, 1): (15, 21),
    (1, 2): (55, 161),
    (1, 3): (225, 1071),
    (2, 1): (125, 91),
    (2, 2): (295, 420, 581),
    (2, 3): (979, 1981, 4816),
    (3, 1): (855, 441),
    (3, 2): (2890, 2611, 2275),
    (3, 3): (6420, 10017, 12348, 17871),
}

KNOWN = {
    "challenge": ("0.14111", "0.27056", "0.49925"),
    "rtu": ("0.14111", "0.27056", "0.49925"),
    "rtu-2020": ("0.14111", "0.27056", "0.39095"),
    "aziendale": ("0.14527", "0.27414", "0.51366"),
    "milano": ("0.14111", "0.27056", "0.39095"),
    "primavera": ("0.06370", "0.21368", "0.49925"),
}
"""10 v 10, 20 v 15, 20 v 5 then 4 then 3; the table of docs/odds.md."""

DIFFERENT = ("rtu", "rtu-2020", "aziendale", "primavera")
"""One regulation of each kind."""


def close(one: float, other: Fraction) -> bool:
    return abs(Fraction(one) - other) <= Fraction(1, 10**12)


@pytest.mark.parametrize("dice", sorted(NINE_ROWS))
def test_the_nine_rows_of_the_battle_table(dice: tuple[int, int]) -> None:
    table = battle_table(*dice)
    pairs = min(dice)
    assert table.ways == tuple((lost, pairs - lost, ways) for lost, ways in enumerate(NINE_ROWS[dice]))
    assert table.throws == 6 ** sum(dice)


def test_counting_throws_that_rank_alike_once_is_counting_all() -> None:
    for (attack, defence), row in NINE_ROWS.items():
        lost = [0] * 4
        for one, other in product(range(THROWS[attack]), range(THROWS[defence])):
            lost[attacker_losses(one, attack, other, defence)] += 1
        assert tuple(lost[: min(attack, defence) + 1]) == row


@pytest.mark.parametrize("rulebook", shipped())
def test_each_regulation_gives_its_known_numbers(rulebook: str) -> None:
    tables = tables_of(rulebook)
    asked = (odds(tables, 10, 10), odds(tables, 20, 15), odds(tables, 20, 5, chain=(4, 3)))
    assert tuple(f"{found.win:.5f}" for found in asked) == KNOWN[rulebook]


@pytest.mark.parametrize("rulebook", ["rtu", "aziendale", "primavera"])
def test_floats_equal_fractions_for_every_battle_up_to_30_v_30(rulebook: str) -> None:
    tables = tables_of(rulebook)
    for attackers, defenders in product(range(1, 31), repeat=2):
        rough, exact = odds(tables, attackers, defenders), exact_odds(tables, attackers, defenders)
        assert sum(exact.attackers_left) == sum(exact.defenders_left) == sum(exact.taken) == 1
        for name in ("won", "failed", "defenders_left", "taken"):
            assert all(map(close, getattr(rough, name), getattr(exact, name))), (name, attackers, defenders)
        assert close(rough.win, exact.win)
        assert close(rough.attacker_losses, exact.attacker_losses)
        assert close(rough.defender_losses, exact.defender_losses)


@pytest.mark.parametrize("rulebook", DIFFERENT)
@pytest.mark.parametrize(("until", "chain"), [(3, ()), (1, (4, 3, 2)), (2, (1, 6)), (5, (2,))])
def test_floats_equal_fractions_in_chains_too(rulebook: str, until: int, chain: tuple[int, ...]) -> None:
    rough = odds(tables_of(rulebook), 18, 5, until=until, chain=chain)
    exact = exact_odds(tables_of(rulebook), 18, 5, until=until, chain=chain)
    for name in ("won", "failed", "defenders_left", "taken"):
        assert all(map(close, getattr(rough, name), getattr(exact, name))), name
    assert sum(exact.taken) == 1


def test_a_battle_of_two_against_one_written_by_hand() -> None:
    """One roll decides: 15 throws of 36 take the territory."""
    found = exact_odds(tables_of("rtu"), 2, 1)
    assert found == Odds(
        attackers=2,
        defenders=(1,),
        may_attack=True,
        won=(Fraction(0), Fraction(0), Fraction(15, 36)),
        failed=(Fraction(0), Fraction(21, 36), Fraction(0)),
        defenders_left=(Fraction(15, 36), Fraction(21, 36)),
        taken=(Fraction(21, 36), Fraction(15, 36)),
    )
    assert (found.attacker_losses, found.defender_losses) == (Fraction(21, 36), Fraction(15, 36))


@pytest.mark.parametrize("rulebook", shipped())
def test_more_attackers_win_more_often_and_more_defenders_lose_less(rulebook: str) -> None:
    tables = tables_of(rulebook)
    win = {
        (attackers, defenders): exact_odds(tables, attackers, defenders).win
        for attackers, defenders in product(range(1, 17), repeat=2)
    }
    for attackers, defenders in product(range(1, 16), repeat=2):
        assert win[attackers, defenders] <= win[attackers + 1, defenders]
        assert win[attackers, defenders] >= win[attackers, defenders + 1]


@pytest.mark.parametrize("rulebook", shipped())
def test_stopping_early_never_helps_and_a_longer_chain_is_never_easier(rulebook: str) -> None:
    tables = tables_of(rulebook)
    by_until = [odds(tables, 15, 8, until=until).win for until in range(1, 16)]
    assert by_until == sorted(by_until, reverse=True)
    assert by_until[-1] == 0
    by_length = [odds(tables, 25, 6, chain=(3,) * length).win for length in range(6)]
    assert by_length == sorted(by_length, reverse=True)
    for length in range(1, 6):
        taken = odds(tables, 25, 6, chain=(3,) * length).taken
        assert sum(taken[length:]) == pytest.approx(by_length[length - 1], abs=1e-12)


@pytest.mark.parametrize("rulebook", shipped())
def test_everybody_who_stops_has_fought_down_to_the_number_or_may_not_go_on(rulebook: str) -> None:
    tables = tables_of(rulebook)
    for until in (1, 3, 5):
        found = odds(tables, 14, 9, until=until)
        asked = Duel.anywhere(tables)
        for left, chance in enumerate(found.failed):
            stuck = any(asked.dice(left, against) == (0, 0) for against in range(1, 10)) if left else False
            assert chance == 0 or until - 2 <= left <= until or stuck


def test_a_garrison_of_two_leaves_one_army_fewer_to_go_on() -> None:
    """Armies ahead and left behind after a conquest by so many armies with so many dice."""
    one, two = Duel.anywhere(tables_of("rtu")), Duel.anywhere(tables_of("rtu-2020"))
    assert (one.follow(10, 3), two.follow(10, 3)) == ((9, 1), (8, 2))
    waived = Duel.anywhere(tables_of("milano"))
    assert [waived.follow(armies, 3) for armies in (4, 5, 6)] == [(3, 1), (3, 2), (4, 2)]
    assert [two.follow(armies, 2) for armies in (3, 4)] == [(2, 1), (2, 2)]
    assert [waived.follow(armies, 2) for armies in (3, 4)] == [(2, 1), (3, 1)]


def test_superiority_is_waived_from_ten_armies_only() -> None:
    duel = Duel.anywhere(tables_of("primavera"))
    asked = {(a, d): duel.dice(a, d) for a, d in ((9, 9), (9, 8), (10, 30), (10, 10))}
    assert asked == {(9, 9): (0, 0), (9, 8): (3, 3), (10, 30): (3, 3), (10, 10): (3, 3)}
    assert not odds(tables_of("primavera"), 9, 9).may_attack


def best_by_choice(most: int, *, attacker_chooses: bool) -> list[tuple[int, int]]:
    """Battles in which the side that may choose its dice does better than with all of them."""
    win: dict[tuple[int, int], float] = {(armies, 0): 1.0 for armies in range(most + 1)}
    gained = []
    for attackers, defenders in product(range(1, most + 1), repeat=2):
        attack, defence = range(1, min(3, attackers - 1) + 1), range(1, min(3, defenders) + 1)
        chosen = [
            sum(
                win[attackers - lost, defenders - taken] * ways
                for lost, taken, ways in battle_table(*dice).ways
            )
            / battle_table(*dice).throws
            for dice in (product(attack, defence[-1:]) if attacker_chooses else product(attack[-1:], defence))
        ] or [0.0]
        best = max(chosen) if attacker_chooses else min(chosen)
        win[attackers, defenders] = best
        if abs(best - chosen[-1]) > 1e-12:
            gained.append((attackers, defenders))
    return gained


@pytest.mark.parametrize("attacker_chooses", [True, False])
def test_nobody_gains_by_throwing_fewer_dice_than_allowed(attacker_chooses: bool) -> None:
    assert best_by_choice(30, attacker_chooses=attacker_chooses) == []


def test_the_largest_battles_can_be_asked_for() -> None:
    found = odds(tables_of("primavera"), MOST_ARMIES, MOST_ARMIES)
    long = odds(tables_of("milano"), MOST_ARMIES, 5, chain=(5,) * 39)
    for answer in (found, long):
        for chances in (answer.attackers_left, answer.defenders_left, answer.taken):
            assert sum(chances) == pytest.approx(1, abs=1e-12)
