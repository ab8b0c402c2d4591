"""The odds computed a second time, by somebody who read the regulations and shares no code with the first.

Small battles are played throw by throw; larger ones by the nine printed rows, along every way they can go.
"""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from kamchatka.game.odds.exact import exact_odds
from kamchatka.rulebook import shipped
from tests.cases.scene import tables_of

ROWS = {
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

Ends = dict[tuple[int, int, int], Fraction]
"""Territories taken, armies the attacker lost, armies the defender lost, and the chance of it."""


def goes_on(attackers: int, defenders: int, rulebook: str) -> bool:
    """Whether the attack may be made: dice enough, and in one regulation armies enough."""
    thrown = min(3, attackers - 1)
    enough = thrown >= 1 and (rulebook == "aziendale" or thrown >= min(3, defenders))
    return enough and (rulebook != "primavera" or attackers >= 10 or attackers > defenders)


def gone_ahead(attackers: int, thrown: int, rulebook: str) -> int:
    """All but one, or but two in the regulations with a garrison; those that threw go in whatever is left."""
    garrison = {"rtu-2020": 2, "milano": 2 if attackers > 4 else 1}.get(rulebook, 1)
    return max(thrown, attackers - garrison)


@cache
def played_out(attackers: int, targets: tuple[int, ...], rulebook: str) -> Fraction:
    """The chance to take all targets, dice by dice."""
    thrown = min(3, attackers - 1)
    answered = min(3, targets[0])
    if not goes_on(attackers, targets[0], rulebook):
        return Fraction(0)
    total = Fraction(0)
    for mine in product(range(1, 7), repeat=thrown):
        for theirs in product(range(1, 7), repeat=answered):
            pairs = list(zip(sorted(mine, reverse=True), sorted(theirs, reverse=True), strict=False))
            beaten = len([1 for one, other in pairs if one > other])
            if beaten < targets[0]:
                left = (targets[0] - beaten, *targets[1:])
                total += played_out(attackers - len(pairs) + beaten, left, rulebook)
            elif targets[1:]:
                total += played_out(gone_ahead(attackers, thrown, rulebook), targets[1:], rulebook)
            else:
                total += 1
    return total * Fraction(1, 6 ** (thrown + answered))


@cache
def followed(attackers: int, targets: tuple[int, ...], rulebook: str, until: int) -> Ends:
    """Every way this can end."""
    if attackers <= until or not goes_on(attackers, targets[0], rulebook):
        return {(0, 0, 0): Fraction(1)}
    thrown, answered = min(3, attackers - 1), min(3, targets[0])
    pairs = min(thrown, answered)
    ends: Ends = {}
    for lost, ways in enumerate(ROWS[thrown, answered]):
        left = targets[0] - pairs + lost
        fallen = int(left == 0)
        after: Ends = {(0, 0, 0): Fraction(1)}
        if left:
            after = followed(attackers - lost, (left, *targets[1:]), rulebook, until)
        elif targets[1:]:
            after = followed(gone_ahead(attackers, thrown, rulebook), targets[1:], rulebook, until)
        for (taken, mine, theirs), chance in after.items():
            end = taken + fallen, mine + lost, theirs + pairs - lost
            ends[end] = ends.get(end, Fraction(0)) + chance * Fraction(ways, 6 ** (thrown + answered))
    return ends


@pytest.mark.parametrize("rulebook", ["rtu", "aziendale", "primavera"])
@pytest.mark.parametrize(("attackers", "defenders"), [*product((1, 2, 3, 4), (1, 2, 3)), (4, 4), (5, 3)])
def test_small_battles_equal_their_throws_one_by_one(rulebook: str, attackers: int, defenders: int) -> None:
    found = exact_odds(tables_of(rulebook), attackers, defenders)
    assert found.win == played_out(attackers, (defenders,), rulebook)
    assert found.may_attack == (found.win > 0)


@pytest.mark.parametrize("rulebook", shipped())
@pytest.mark.parametrize("targets", [(1, 1), (2, 1), (1, 1, 1), (1, 2, 1)])
def test_small_chains_equal_their_throws_one_by_one(rulebook: str, targets: tuple[int, ...]) -> None:
    for attackers in range(2, 8):
        found = exact_odds(tables_of(rulebook), attackers, targets[0], chain=targets[1:])
        assert found.win == played_out(attackers, targets, rulebook), attackers


@pytest.mark.parametrize("rulebook", shipped())
@pytest.mark.parametrize(
    ("attackers", "targets", "until"),
    [
        (10, (10,), 1),
        (20, (15,), 1),
        (20, (15,), 6),
        (20, (5, 4, 3), 1),
        (20, (5, 4, 3), 2),
        (14, (1, 1, 1, 1, 1), 1),
        (12, (2, 6), 3),
        (9, (9, 1), 1),
    ],
)
def test_every_way_it_can_end_has_the_same_chance(
    rulebook: str, attackers: int, targets: tuple[int, ...], until: int
) -> None:
    found = exact_odds(tables_of(rulebook), attackers, targets[0], until=until, chain=targets[1:])
    won, failed = [Fraction(0)] * (attackers + 1), [Fraction(0)] * (attackers + 1)
    defenders_left = [Fraction(0)] * (sum(targets) + 1)
    by_number = [Fraction(0)] * (len(targets) + 1)
    for (taken, mine, theirs), chance in followed(attackers, targets, rulebook, until).items():
        (won if taken == len(targets) else failed)[attackers - mine] += chance
        defenders_left[sum(targets) - theirs] += chance
        by_number[taken] += chance
    assert found.won == tuple(won)
    assert found.failed == tuple(failed)
    assert found.defenders_left == tuple(defenders_left)
    assert found.taken == tuple(by_number)
