"""`when` lines: moves of seats and decisions of judges."""

from kamchatka.game.coding import action_of
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rules import layout, moves
from kamchatka.rules.combat import most_attack_dice
from kamchatka.rules.legality import check
from kamchatka.rules.violations import ALLOWED
from tests.cases.invariants import agrees_with_list, undo_reopens_nothing
from tests.cases.phrases import Phrasebook
from tests.cases.scene import Table

MOVES = Phrasebook("when")
"""What a seat or a judge does: each phrase gives the seat and the move as a number."""

does = MOVES.says
JUDGE = layout.NOBODY


@does("{seat} places {number} on {territory}")
def _(table: Table, seat: int, armies: int, territory: int) -> tuple[int, int]:
    first = table.pos.now[layout.PHASE] < layout.REINFORCEMENT
    return seat, moves.move(moves.PLACE_FIRST if first else moves.PLACE, territory, 0, armies)


@does("{seat} takes back {number} from {territory}")
def _(table: Table, seat: int, armies: int, territory: int) -> tuple[int, int]:
    return seat, moves.move(moves.TAKE_BACK, territory, 0, armies)


@does("{seat} plays tris {cards}", "{seat} plays cards {cards}")
def _(table: Table, seat: int, cards: tuple[int, ...]) -> tuple[int, int]:
    a, b, c = sorted((*cards, *[moves.NO_CARD] * (3 - len(cards))))
    return seat, moves.move(moves.TRIS, a, b, c)


@does("{seat} attacks {territory} from {territory} with {number}")
def _(table: Table, seat: int, target: int, source: int, dice: int) -> tuple[int, int]:
    return seat, moves.move(moves.ATTACK, source, target, dice)


@does("{seat} attacks {territory} from {territory}")
def _(table: Table, seat: int, target: int, source: int) -> tuple[int, int]:
    return seat, moves.move(moves.ATTACK, source, target, most_attack_dice(table.tables, table.pos, source))


@does("{seat} goes on with {number}")
def _(table: Table, seat: int, dice: int) -> tuple[int, int]:
    # Where no attack was declared in this turn there is no territory to name: 255 stands for none.
    source, target = (table.pos.now[cell] & 255 for cell in (layout.FROM, layout.TO))
    return seat, moves.move(moves.ATTACK, source, target, dice)


@does("{seat} defends with {number}")
def _(table: Table, seat: int, dice: int) -> tuple[int, int]:
    return seat, moves.move(moves.DEFEND, 0, 0, dice)


@does("{seat} defends")
def _(table: Table, seat: int) -> tuple[int, int]:
    # The attack, once declared, awaits full strength until the defender chooses otherwise.
    return seat, moves.move(moves.DEFEND, 0, 0, table.pos.now[layout.DEFENCE_DICE])


@does("{seat} advances with {number}")
def _(table: Table, seat: int, armies: int) -> tuple[int, int]:
    return seat, moves.move(moves.ADVANCE_WITH, 0, 0, armies)


@does("{seat} moves {number} from {territory} to {territory}")
def _(table: Table, seat: int, armies: int, source: int, goal: int) -> tuple[int, int]:
    return seat, moves.move(moves.MOVE, source, goal, armies)


@does("{seat} takes back the move")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.UNDO_MOVE)


@does("{seat} ends turn", "{seat} ends its turn", "{seat} passes")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.END_TURN)


@does("{seat} passes without the card")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.PASS_WITHOUT_CARD)


@does("{seat} takes the late card")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.LATE_CARD)


@does("{seat} picks {territory}")
def _(table: Table, seat: int, territory: int) -> tuple[int, int]:
    return seat, moves.move(moves.PICK, territory)


@does("{seat} chooses {colour}")
def _(table: Table, seat: int, colour: int) -> tuple[int, int]:
    return seat, moves.move(moves.COLOUR, colour)


@does("{seat} rolls")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.ROLL, 0, 0, 1)


@does("{seat} does not roll")
def _(table: Table, seat: int) -> tuple[int, int]:
    return seat, moves.move(moves.ROLL)


@does("time expires")
def _(table: Table) -> tuple[int, int]:
    return JUDGE, moves.move(moves.TIME_EXPIRED)


@does("{seat} withdraws")
def _(table: Table, seat: int) -> tuple[int, int]:
    return JUDGE, moves.move(moves.WITHDRAW, seat)


@does("{seat} is excluded")
def _(table: Table, seat: int) -> tuple[int, int]:
    return JUDGE, moves.move(moves.EXCLUDE, seat)


@does("judge freezes {seat}")
def _(table: Table, seat: int) -> tuple[int, int]:
    return JUDGE, moves.move(moves.FREEZE, seat)


@does("judge corrects {territory} to {owner} with {number}")
def _(table: Table, territory: int, owner: int, armies: int) -> tuple[int, int]:
    return JUDGE, moves.move(moves.CORRECT, territory, owner, armies)


@does("judge declares {seat} late")
def _(table: Table, seat: int) -> tuple[int, int]:
    return JUDGE, moves.move(moves.COME_LATE, seat)


@does("judge ends the game")
def _(table: Table) -> tuple[int, int]:
    return JUDGE, moves.move(moves.END_GAME)


def make(table: Table, seat: int, coded: int) -> int:
    """Play the move as people do if it is allowed; the reason why not, on which game and core must agree."""
    hand = table.secrets.hands[seat] if seat != JUDGE else 0
    code = check(table.tables, table.pos, hand, seat, coded)
    agrees_with_list(table, seat, coded, code == ALLOWED)
    try:
        action = action_of(table.game.names, coded)
    except IndexError:  # nothing on the board can be named so
        assert code != ALLOWED
        return code
    try:
        table.game.play(action, None if seat == JUDGE else Seat(seat))
    except RuleViolation as refusal:
        assert refusal.code == code, f"the game says {refusal.code.name}"  # noqa: PT017 - the same reason
    else:
        assert code == ALLOWED, "the game allows it"
        undo_reopens_nothing(table)
    return code
