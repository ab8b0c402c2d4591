"""Exact odds of an attack fought to its end: nothing is simulated. The arithmetic is in docs/odds.md.

The attacker rolls on while the regulation allows, both sides with all their dice. `odds` computes in floats,
`exact_odds` in fractions, with the same code.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from kamchatka.game.odds.duel import BattleTable, Duel, battle_table
from kamchatka.game.odds.question import BadQuestion, OddsQuestion
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import Position

__all__ = [
    "BadQuestion",
    "BattleTable",
    "Odds",
    "OddsQuestion",
    "attack_odds",
    "battle_table",
    "exact_odds",
    "odds",
    "odds_on_board",
]

N = TypeVar("N", float, Fraction)

Line = dict[int, N]
"""A chance by number of armies."""


@dataclass(frozen=True, kw_only=True)
class Odds(Generic[N]):
    """The outcomes of an attack and their chances."""

    attackers: int
    defenders: tuple[int, ...]
    """Armies on the first target, then on those of the chain."""
    may_attack: bool
    """Whether the regulation allows the first roll."""
    won: tuple[N, ...]
    """Chance that everything is taken, by number of the attacker's armies left, garrisons included."""
    failed: tuple[N, ...]
    """Chance that something is not taken, by number of the attacker's armies left."""
    defenders_left: tuple[N, ...]
    """Chance by number of the defender's armies left, on all targets together."""
    taken: tuple[N, ...]
    """Chance by exact number of targets taken."""

    @property
    def win(self) -> N:
        """The chance to take everything."""
        return self.taken[-1]

    @property
    def attackers_left(self) -> tuple[N, ...]:
        """Chance by number of the attacker's armies left, whatever was taken."""
        return tuple(won + failed for won, failed in zip(self.won, self.failed, strict=True))

    @property
    def attacker_losses(self) -> N:
        """The attacker's average losses."""
        return _lost(self.attackers, self.attackers_left)

    @property
    def defender_losses(self) -> N:
        """The defender's average losses."""
        return _lost(sum(self.defenders), self.defenders_left)


def _lost(before: int, left: tuple[N, ...]) -> N:
    """The average loss."""
    total = left[0] * before
    for armies in range(1, before):
        total += left[armies] * (before - armies)
    return total


def odds(
    tables: Tables, attackers: int, defenders: int, *, until: int = 1, chain: tuple[int, ...] = ()
) -> Odds[float]:
    """The odds of these attackers against these defenders.

    The attacker stops with `until` armies or fewer on the territory it attacks from. After a conquest all
    armies that may follow do, and the next territory of the `chain` is attacked from there.
    """
    question = OddsQuestion(attackers=attackers, defenders=defenders, until=until, chain=chain)
    return _answered(tables, question, lambda n, m: n / m)


def exact_odds(
    tables: Tables, attackers: int, defenders: int, *, until: int = 1, chain: tuple[int, ...] = ()
) -> Odds[Fraction]:
    """The odds as fractions: slow but exact; parameters as for `odds`."""
    question = OddsQuestion(attackers=attackers, defenders=defenders, until=until, chain=chain)
    return _answered(tables, question, Fraction)


def attack_odds(tables: Tables, pos: Position, source: int, target: int) -> float:
    """The chance to conquer the target from this source on this board; 0 if the attack is forbidden."""
    return odds_on_board(tables, pos, source, target).win


def odds_on_board(tables: Tables, pos: Position, source: int, target: int) -> Odds[float]:
    """The odds of the target from this source on this board.

    The attacker is the seat to move. Its other armies around the target count if the regulation counts them,
    but do not fight.
    """
    duel = Duel(tables, pos, source, target)
    return _fought(duel, pos.armies[source], (pos.armies[target],), 1, lambda n, m: n / m)


def _answered(tables: Tables, asked: OddsQuestion, number: Callable[[int, int], N]) -> Odds[N]:
    targets = (asked.defenders, *asked.chain)
    return _fought(Duel.anywhere(tables), asked.attackers, targets, asked.until, number)


def _fought(
    duel: Duel, attackers: int, targets: tuple[int, ...], until: int, number: Callable[[int, int], N]
) -> Odds[N]:
    """Fight one territory after another; armies left behind are kept apart, since they no longer fight."""
    zero = number(0, 1)
    won, failed = [zero] * (attackers + 1), [zero] * (attackers + 1)
    still_there = [zero] * (sum(targets) + 1)
    taken = [zero] * (len(targets) + 1)
    fronts: dict[int, Line[N]] = {0: {attackers: number(1, 1)}}
    for stage, defenders in enumerate(targets):
        beyond = sum(targets[stage + 1 :])
        next_fronts: dict[int, Line[N]] = {}
        for behind, front in fronts.items():
            ended = _battle(duel, front, defenders, until, number)
            for (armies, against), chance in ended.stopped.items():
                failed[armies + behind] += chance
                still_there[against + beyond] += chance
                taken[stage] += chance
            for (armies, dice), chance in ended.conquered.items():
                ahead, stay = duel.follow(armies, dice)
                if stage + 1 == len(targets):
                    won[ahead + stay + behind] += chance
                else:
                    add(next_fronts.setdefault(behind + stay, {}), ahead, chance)
        fronts = next_fronts
    taken[-1] = still_there[0] = sum(won, start=zero)
    return Odds(
        attackers=attackers,
        defenders=targets,
        may_attack=attackers > until and duel.opening_dice(attackers, targets[0]) != (0, 0),
        won=tuple(won),
        failed=tuple(failed),
        defenders_left=tuple(still_there),
        taken=tuple(taken),
    )


@dataclass(frozen=True)
class _Ended(Generic[N]):
    """The outcomes of the fight for one territory."""

    stopped: Mapping[tuple[int, int], N]
    """Chances by the armies left to attacker and defender."""
    conquered: Mapping[tuple[int, int], N]
    """Chances by the armies on the source at the last roll, and the dice it rolled."""


def _battle(
    duel: Duel, front: Line[N], defenders: int, until: int, number: Callable[[int, int], N]
) -> _Ended[N]:
    """All rolls against one territory, from the strongest position down to the weakest.

    A roll only removes armies, so the chance of a position is complete when its turn comes.
    """
    zero = number(0, 1)
    weights = _Weights(number)
    stopped: dict[tuple[int, int], N] = {}
    conquered: dict[tuple[int, int], N] = {}
    reached = [[zero] * (defenders + 1) for _ in range(max(front) + 1)]

    def roll(armies: int, against: int, chance: N, dice: tuple[int, int]) -> None:
        """Distribute the chance of a position over the positions its roll leads to."""
        if dice == (0, 0):
            add(stopped, (armies, against), chance)
            return
        for lost, taken, weight in weights.of(dice):
            if taken == against:
                add(conquered, (armies, dice[0]), chance * weight)
            else:
                reached[armies - lost][against - taken] += chance * weight

    for armies, chance in front.items():
        dice = duel.opening_dice(armies, defenders) if armies > until else (0, 0)
        roll(armies, defenders, chance, dice)
    for armies in range(len(reached) - 1, 0, -1):
        for against in range(defenders, 0, -1):
            chance = reached[armies][against]
            if chance:
                roll(armies, against, chance, duel.dice(armies, against) if armies > until else (0, 0))
    return _Ended(stopped, conquered)


class _Weights(Generic[N]):
    """Battle tables as chances in one number type."""

    def __init__(self, number: Callable[[int, int], N]) -> None:
        self._number: Callable[[int, int], N] = number
        self._found: dict[tuple[int, int], list[tuple[int, int, N]]] = {}

    def of(self, dice: tuple[int, int]) -> list[tuple[int, int, N]]:
        """Losses of each side, with their chance."""
        if dice not in self._found:
            table = battle_table(*dice)
            self._found[dice] = [
                (lost, taken, self._number(ways, table.throws)) for lost, taken, ways in table.ways
            ]
        return self._found[dice]


Key = TypeVar("Key")


def add(into: dict[Key, N], key: Key, chance: N) -> None:
    """Add to an entry, which may not exist yet."""
    before = into.get(key)
    into[key] = chance if before is None else before + chance
