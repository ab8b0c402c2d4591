"""One attack as the rules compute it: the dice rolled, the armies lost, the armies that may follow.

No rule is repeated here. A `Duel` keeps a small board, sets the armies on the two territories and calls
`rules.combat` and `rules.conquest`; the odds only count.
"""

from dataclasses import dataclass
from functools import cache

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import lowest
from kamchatka.rules.combat import THROWS, check_attack, declare_attack, fight, most_attack_dice, ranked
from kamchatka.rules.conquest import occupy
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    ATTACK_DICE,
    DEFENCE_DICE,
    FROM,
    LAP,
    MOST_ADVANCE,
    NOBODY,
    SEAT,
    SEATS_AT_TABLE,
    TERRITORIES,
    TO,
    Position,
    new_position,
)
from kamchatka.rules.violations import ALLOWED

ATTACKER, DEFENDER = 0, 1


@dataclass(frozen=True)
class BattleTable:
    """The number of rolls of these dice for each pair of losses."""

    attack_dice: int
    defence_dice: int
    ways: tuple[tuple[int, int, int], ...]
    """Armies the attacker loses, armies the defender loses, number of rolls; fewest attacker losses first."""

    @property
    def throws(self) -> int:
        """Total number of rolls."""
        return sum(ways for _, _, ways in self.ways)


@cache
def battle_table(attack_dice: int, defence_dice: int) -> BattleTable:
    """Fight every roll on a board and count the outcomes.

    Rolls with the same ranking have the same losses, so one of each is fought and counted for all of them.
    """
    pos = new_position()
    source, target = 0, 1
    hand_over(pos, source, ATTACKER)
    hand_over(pos, target, DEFENDER)
    pos.now[FROM], pos.now[TO] = source, target
    pos.now[ATTACK_DICE], pos.now[DEFENCE_DICE] = attack_dice, defence_dice
    before = attack_dice + defence_dice  # more than either side can lose
    found: dict[tuple[int, int], int] = {}
    for attack, attack_ways in _throws_by_rank(attack_dice):
        for defence, defence_ways in _throws_by_rank(defence_dice):
            put_armies(pos, source, before)
            put_armies(pos, target, before)
            fight(pos, attack + THROWS[attack_dice] * defence)
            lost = before - pos.armies[source], before - pos.armies[target]
            found[lost] = found.get(lost, 0) + attack_ways * defence_ways
    return BattleTable(attack_dice, defence_dice, tuple((*lost, found[lost]) for lost in sorted(found)))


def _throws_by_rank(dice: int) -> list[tuple[int, int]]:
    """One roll of each ranking, and how many rolls have it."""
    kinds: dict[int, list[int]] = {}
    for throw in range(THROWS[dice]):
        kinds.setdefault(ranked(throw, dice), []).append(throw)
    return [(alike[0], len(alike)) for alike in kinds.values()]


def put_armies(pos: Position, territory: int, armies: int) -> None:
    """Set the number of armies on a territory."""
    add_armies(pos, territory, armies - pos.armies[territory])


def copy_of(pos: Position) -> Position:
    """An independent copy of the position."""
    copied = new_position()
    for there, here in zip(copied, pos, strict=True):
        there[:] = here
    return copied


class Duel:
    """One source against one target on its own board, with any number of armies on each."""

    def __init__(self, tables: Tables, pos: Position, source: int, target: int) -> None:
        self._tables = tables
        self._opening = copy_of(pos)
        self._pos = copy_of(pos)
        self._source = source
        self._target = target
        self._going_on: dict[tuple[int, int], tuple[int, int]] = {}
        self._followed: dict[tuple[int, int], tuple[int, int]] = {}

    @classmethod
    def anywhere(cls, tables: Tables) -> "Duel":
        """An isolated attack: no other army of the attacker helps, and enemies are everywhere."""
        pos = new_position()
        source, target = 0, lowest(tables.neighbours[0])
        pos.now[SEAT], pos.now[SEATS_AT_TABLE] = ATTACKER, 2
        pos.now[FROM] = pos.now[TO] = NOBODY
        pos.now[LAP] = max(1, tables.elimination_from_lap)
        for territory in range(TERRITORIES):
            hand_over(pos, territory, ATTACKER if territory == source else DEFENDER)
            add_armies(pos, territory, 1)
        return cls(tables, pos, source, target)

    def opening_dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """Attack and defence dice of the first roll, as the board stands; (0, 0) if it is forbidden."""
        self._pos.now[FROM], self._pos.now[TO] = self._opening.now[FROM], self._opening.now[TO]
        return self._ask(attackers, defenders)

    def dice(self, attackers: int, defenders: int) -> tuple[int, int]:
        """Attack and defence dice of a roll that continues the attack; (0, 0) if it is forbidden."""
        key = attackers, defenders
        found = self._going_on.get(key)
        if found is None:
            self._pos.now[FROM], self._pos.now[TO] = self._source, self._target
            found = self._going_on[key] = self._ask(attackers, defenders)
        return found

    def _ask(self, attackers: int, defenders: int) -> tuple[int, int]:
        """The dice if both sides roll as many as they may."""
        tables, pos = self._tables, self._pos
        put_armies(pos, self._source, attackers)
        put_armies(pos, self._target, defenders)
        most = most_attack_dice(tables, pos, self._source)
        if check_attack(tables, pos, self._source, self._target, most) != ALLOWED:
            return 0, 0
        declare_attack(tables, pos, self._source, self._target, most)
        return pos.now[ATTACK_DICE], pos.now[DEFENCE_DICE]

    def follow(self, attackers: int, dice: int) -> tuple[int, int]:
        """After a conquest with all armies that may follow: those on the new territory, those left behind."""
        key = attackers, dice
        if key not in self._followed:
            pos = copy_of(self._opening)
            put_armies(pos, self._source, attackers)
            declare_attack(self._tables, pos, self._source, self._target, dice)
            put_armies(pos, self._target, 0)
            occupy(self._tables, pos)
            more = pos.now[MOST_ADVANCE]
            self._followed[key] = pos.armies[self._target] + more, pos.armies[self._source] - more
        return self._followed[key]
