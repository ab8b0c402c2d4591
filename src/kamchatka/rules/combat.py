"""One roll of dice between two neighbouring territories.

check_attack, then declare_attack; if the defender may choose, it picks its dice; then fight. If the target
falls, conquest.occupy follows. Each roll is declared separately; to go on, declare the same pair again.
"""

from kamchatka.rulebook.tables import Tables
from kamchatka.rules.hold import add_armies, are_neighbours
from kamchatka.rules.layout import (
    ARMIES_AT_ROLL,
    ATTACK_DICE,
    BATTLE,
    DEFENCE,
    DEFENCE_DICE,
    FROM,
    LAP,
    NEUTRAL,
    PHASE,
    PLAYING,
    SEAT,
    SEATS_AT_TABLE,
    TO,
    Position,
)
from kamchatka.rules.violations import (
    ALLOWED,
    DICE_MUST_BE_MAXIMUM,
    ELIMINATION_TOO_EARLY,
    FEWER_DICE_THAN_DEFENCE,
    NO_SUPERIORITY,
    NOT_ADJACENT,
    NOT_YOUR_TERRITORY,
    OWN_TARGET,
    TOO_FEW_ARMIES,
    WRONG_DICE,
)

THROWS = (1, 6, 36, 216, 1_296, 7_776, 46_656)
"""Number of different throws, by number of dice."""

# When an attacker needs more armies around the target than stand on it
NO_SUPERIORITY_ASKED = 0
SUPERIORITY_AT_FIRST_ROLL = 2

# Who rolls the defence dice of a neutral or absent owner
ATTACKER_THROWS = 0
NEXT_SEAT_THROWS = 2


def most_attack_dice(tables: Tables, pos: Position, source: int) -> int:
    """Dice the source can roll: one army always stays behind."""
    return min(tables.attack_most_dice, pos.armies[source] - 1)


def full_defence(tables: Tables, pos: Position, target: int) -> int:
    """Dice of a full defence: one for each army, up to the maximum."""
    return min(tables.defence_most_dice, pos.armies[target])


def least_attack_dice(tables: Tables, pos: Position, source: int, target: int) -> int:
    """The minimum number of dice of this attack; more than `most_attack_dice` if it is forbidden."""
    least = most_attack_dice(tables, pos, source) if tables.attack_maximum_dice else 1
    if not tables.attack_fewer_dice:
        least = max(least, full_defence(tables, pos, target))
    if too_early_to_eliminate(tables, pos, target):
        least = tables.attack_most_dice + 1
    return least


def too_early_to_eliminate(tables: Tables, pos: Position, target: int) -> bool:
    """Whether the target is the last territory of a seat at the table, in a lap without eliminations."""
    if pos.now[LAP] >= tables.elimination_from_lap or not defends_itself(pos, target):
        return False
    return pos.owned[pos.owner[target]] == 1 << target


def is_superior(tables: Tables, pos: Position, source: int, target: int) -> bool:
    """Whether the attacker has the armies the regulation requires before this roll."""
    if tables.superiority == NO_SUPERIORITY_ASKED:
        return True
    goes_on = pos.now[FROM] == source and pos.now[TO] == target
    if tables.superiority == SUPERIORITY_AT_FIRST_ROLL and goes_on:
        return True
    if 0 < tables.superiority_waived_from <= pos.armies[source]:
        return True
    return armies_around(tables, pos, target, pos.owner[source]) > pos.armies[target]


def armies_around(tables: Tables, pos: Position, target: int, seat: int) -> int:
    """Armies of a seat on all territories that border the target."""
    total = 0
    for territory in range(len(pos.armies)):
        if pos.owner[territory] == seat and are_neighbours(tables, territory, target):
            total += pos.armies[territory]
    return total


def check_attack(tables: Tables, pos: Position, source: int, target: int, dice: int) -> int:
    """ALLOWED, or the first rule that forbids these dice from source against target."""
    seat = pos.now[SEAT]
    if pos.owner[source] != seat:
        return NOT_YOUR_TERRITORY
    if pos.owner[target] == seat:
        return OWN_TARGET
    if not are_neighbours(tables, source, target):
        return NOT_ADJACENT
    most = most_attack_dice(tables, pos, source)
    if most < 1:
        return TOO_FEW_ARMIES
    if not 1 <= dice <= most:
        return WRONG_DICE
    if tables.attack_maximum_dice and dice < most:
        return DICE_MUST_BE_MAXIMUM
    if not tables.attack_fewer_dice and dice < full_defence(tables, pos, target):
        return FEWER_DICE_THAN_DEFENCE
    if too_early_to_eliminate(tables, pos, target):
        return ELIMINATION_TOO_EARLY
    if not is_superior(tables, pos, source, target):
        return NO_SUPERIORITY
    return ALLOWED


def declare_attack(tables: Tables, pos: Position, source: int, target: int, dice: int) -> None:
    """Fix the attack and its dice; a defender who may choose is asked before anybody rolls."""
    pos.now[FROM] = source
    pos.now[TO] = target
    pos.now[ATTACK_DICE] = dice
    pos.now[DEFENCE_DICE] = full_defence(tables, pos, target)
    pos.now[ARMIES_AT_ROLL] = pos.armies[source]
    if tables.defence_choice and pos.now[DEFENCE_DICE] > 1 and defends_itself(pos, target):
        pos.now[PHASE] = DEFENCE
    else:
        pos.now[PHASE] = BATTLE


def defends_itself(pos: Position, target: int) -> bool:
    """Whether the target's owner is at the table: neutral and absent seats only roll."""
    owner = pos.owner[target]
    return owner != NEUTRAL and pos.status[owner] == PLAYING


def defence_roller(tables: Tables, pos: Position, target: int) -> int:
    """Who rolls the defence dice: the owner, or the seat the regulation names for an owner who cannot."""
    if defends_itself(pos, target):
        return pos.owner[target]
    attacker = pos.now[SEAT]
    if tables.passive_roller == ATTACKER_THROWS:
        return attacker
    seats = pos.now[SEATS_AT_TABLE]
    start = attacker + 1 if tables.passive_roller == NEXT_SEAT_THROWS else 0
    for step in range(seats):
        seat = (start + step) % seats
        if seat != attacker and pos.status[seat] == PLAYING:
            return seat
    return attacker


def attacker_losses(attack: int, attack_dice: int, defence: int, defence_dice: int) -> int:
    """Armies the attacker loses; the defender loses the rest of the compared pairs.

    A throw is one number: its dice, 0 to 5 for faces 1 to 6, as digits to the base 6 (9 with two dice is 3
    and 1, faces 4 and 2). Highest is compared with highest, then second with second, third with third; ties
    go to the defender. Dice are never added.
    """
    attacking = RANKED[FIRST_OF_DICE[attack_dice] + attack]
    defending = RANKED[FIRST_OF_DICE[defence_dice] + defence]
    pairs = min(attack_dice, defence_dice)
    losses = int(attacking >> 6 <= defending >> 6)
    if pairs > 1:
        losses += int((attacking >> 3) & 7 <= (defending >> 3) & 7)
    if pairs > 2:
        losses += int(attacking & 7 <= defending & 7)
    return losses


def ranked(throw: int, dice: int) -> int:
    """The faces of a throw from highest to lowest, as three digits to the base 8; 0 for dice not rolled."""
    x = throw % 6 + 1
    y = throw // 6 % 6 + 1 if dice > 1 else 0
    z = throw // 36 + 1 if dice > 2 else 0
    highest = max(x, y, z)
    lowest = min(x, y, z)
    return (highest << 6) | ((x + y + z - highest - lowest) << 3) | lowest


FIRST_OF_DICE = (0, 0, 6, 42)
"""Index in RANKED of the first throw, by number of dice from one to three."""
RANKED = tuple(ranked(throw, dice) for dice in (1, 2, 3) for throw in range(THROWS[dice]))
"""Every throw of one, two and three dice, ranked in advance: a battle only looks its dice up."""


def split(throw: int, attack_dice: int) -> tuple[int, int]:
    """The attack's and the defence's part of one throw of all dice: the attack has the low digits.

    Written out case by case, since division by a constant is much faster than by a variable.
    """
    if attack_dice == 3:
        return throw % 216, throw // 216
    if attack_dice == 2:
        return throw % 36, throw // 36
    return throw % 6, throw // 6


def fight(pos: Position, throw: int) -> bool:
    """Apply the throw of both sides; returns whether the target fell."""
    attack_dice = pos.now[ATTACK_DICE]
    defence_dice = pos.now[DEFENCE_DICE]
    attack, defence = split(throw, attack_dice)
    lost = attacker_losses(attack, attack_dice, defence, defence_dice)
    pairs = min(attack_dice, defence_dice)
    add_armies(pos, pos.now[FROM], -lost)
    add_armies(pos, pos.now[TO], lost - pairs)  # the defender loses the other pairs
    return pos.armies[pos.now[TO]] == 0
