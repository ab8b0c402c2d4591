"""Luck on both sides of a walk: every outcome is counted, those alike are walked once.

A battle's outcomes are alike when the same armies fall, closing dice when their total is the same; a card is
like no other. Which outcome of a group is walked depends on the position, so that all are met in time.
"""

from functools import cache
from zlib import crc32

from tests.perft.opinion import Opinion


@cache
def battle_groups(attack: int, defence: int) -> tuple[tuple[int, ...], ...]:
    """All throws of so many dice, grouped by how many armies the attacker loses."""
    groups: dict[int, list[int]] = {}
    for number in range(6 ** (attack + defence)):
        dice = [number // 6**place % 6 for place in range(attack + defence)]
        mine, theirs = sorted(dice[:attack])[::-1], sorted(dice[attack:])[::-1]
        lost = sum(1 for one, other in zip(mine, theirs, strict=False) if one <= other)
        groups.setdefault(lost, []).append(number)
    return tuple(tuple(groups[lost]) for lost in sorted(groups))


@cache
def total_groups(dice: int) -> tuple[tuple[int, ...], ...]:
    """All throws of the closing dice, grouped by total."""
    groups: dict[int, list[int]] = {}
    for number in range(6**dice):
        groups.setdefault(sum(number // 6**place % 6 for place in range(dice)), []).append(number)
    return tuple(tuple(groups[total]) for total in sorted(groups))


def outcomes(game: Opinion, table: bytes) -> list[tuple[int, int]]:
    """One outcome of each group and how many it stands for."""
    if game.phase == "battle":
        groups = battle_groups(game.battle[2], game.battle[3])
    elif game.phase == "closing":
        groups = total_groups(game.rules.closing.dice)
    else:
        groups = tuple((number,) for number in range(game.outcomes()))
    pick = crc32(table)
    return [(group[pick % len(group)], len(group)) for group in groups]
