"""How lucky each seat was in battle: armies taken and lost against the exact odds of the dice it threw.

Luck is no question of fairness: fair dice make somebody lucky in every game. The percentile is exact: all
outcomes of the same rolls, counted as whole numbers.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from kamchatka.app.games.luck_rows import LuckRow
from kamchatka.game.odds.duel import battle_table

Rating = Literal["rare_bad", "bad", "usual", "good", "rare_good"]
BOUNDS: tuple[tuple[Fraction, Rating], ...] = (
    (Fraction(1, 40), "rare_bad"),
    (Fraction(1, 5), "bad"),
    (Fraction(4, 5), "usual"),
    (Fraction(39, 40), "good"),
)
"""Highest percentile of each rating: usual is three seats out of five, rare one out of forty."""
Side = Literal[0, 1]
ATTACK: Literal[0] = 0
DEFENCE: Literal[1] = 1


@dataclass(frozen=True)
class Roll:
    """One battle as a seat met it: the dice of attack and defence, the armies it took and lost."""

    dice: tuple[int, int]
    side: Side
    taken: int
    lost: int


@dataclass(frozen=True, kw_only=True)
class Fortune:
    """The battles of one seat, or a part of them."""

    rolls: int
    taken: int
    lost: int
    expected_taken: Fraction
    expected_lost: Fraction
    worse: Fraction
    """Share of the outcomes of the same rolls with a smaller balance of armies."""
    equal: Fraction
    """Share with the same balance."""

    @property
    def difference(self) -> Fraction:
        """Armies better than average: more taken, or fewer lost."""
        return self.taken - self.expected_taken - self.lost + self.expected_lost

    @property
    def percentile(self) -> Fraction:
        """The share of worse outcomes, with half of the equal ones: 1/2 is neither lucky nor unlucky."""
        return self.worse + self.equal / 2

    @property
    def rating(self) -> Rating:
        """The percentile in a word."""
        return next((code for bound, code in BOUNDS if self.percentile <= bound), "rare_good")


@dataclass(frozen=True)
class SeatFortune:
    """The luck of a seat: in all battles, when attacking and when defending."""

    seat: int
    whole: Fortune
    attack: Fortune
    defence: Fortune


def seat_fortunes(rows: tuple[LuckRow, ...], seats: int) -> tuple[SeatFortune, ...]:
    """The luck of each seat in a game."""
    rolls: list[list[Roll]] = [[] for _ in range(seats)]
    for seat, roll in _rolls(rows):
        if 0 <= seat < seats:  # the neutral armies have no luck of their own
            rolls[seat].append(roll)
    return tuple(
        SeatFortune(
            seat,
            fortune(own),
            fortune([roll for roll in own if roll.side == ATTACK]),
            fortune([roll for roll in own if roll.side == DEFENCE]),
        )
        for seat, own in enumerate(rolls)
    )


def fortune(rolls: list[Roll]) -> Fortune:
    """These rolls against everything that the same dice could have done."""
    taken, lost = sum(roll.taken for roll in rolls), sum(roll.lost for roll in rolls)
    alike = Counter((roll.dice, roll.side) for roll in rolls)
    ways = _balances(alike)
    every, balance = sum(ways.values()), taken - lost
    means = [(_mean(dice), side, times) for (dice, side), times in alike.items()]
    return Fortune(
        rolls=len(rolls),
        taken=taken,
        lost=lost,
        expected_taken=sum((mean[1 - side] * times for mean, side, times in means), start=Fraction(0)),
        expected_lost=sum((mean[side] * times for mean, side, times in means), start=Fraction(0)),
        worse=Fraction(sum(count for found, count in ways.items() if found < balance), every),
        equal=Fraction(ways.get(balance, 0), every),
    )


def _rolls(rows: tuple[LuckRow, ...]) -> Iterator[tuple[int, Roll]]:
    for row in rows:
        if row.kind != "battle" or row.arrow is None:
            continue
        attack, defence = row.dice
        dice = len(attack.faces), len(defence.faces)
        lost, killed = attack.lost or 0, defence.lost or 0
        yield attack.who, Roll(dice, ATTACK, killed, lost)
        yield defence.who, Roll(dice, DEFENCE, lost, killed)


def _mean(dice: tuple[int, int]) -> tuple[Fraction, Fraction]:
    """The average losses of attack and defence."""
    table = battle_table(*dice)
    lost = sum(ways * attacker for attacker, _, ways in table.ways)
    killed = sum(ways * defender for _, defender, ways in table.ways)
    return Fraction(lost, table.throws), Fraction(killed, table.throws)


def _balances(alike: Mapping[tuple[tuple[int, int], Side], int]) -> dict[int, int]:
    """The number of ways to every balance (armies taken less armies lost) of these rolls."""
    found = {0: 1}
    for (dice, side), times in alike.items():
        table = battle_table(*dice)
        common = math.gcd(*(ways for _, _, ways in table.ways))
        sign = 1 if side == ATTACK else -1
        steps = [(sign * (killed - lost), ways // common) for lost, killed, ways in table.ways]
        for _ in range(times):
            reached: dict[int, int] = {}
            for balance, count in found.items():
                for step, ways in steps:
                    reached[balance + step] = reached.get(balance + step, 0) + count * ways
            found = reached
    return found
