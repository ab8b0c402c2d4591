"""`when` lines: what luck brings, and moves that do not matter one by one."""

from kamchatka.game.game import NothingToUndo
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rulebook.tables import board_of
from kamchatka.rules import layout, moves
from kamchatka.rules.bits import contains, count, lowest
from kamchatka.rules.deal import ORIGINAL
from kamchatka.rules.setup import sets_for_table
from kamchatka.rules.step import to_act
from kamchatka.rules.violations import NOT_YOUR_TURN
from tests.cases.invariants import legal, undo_reopens_nothing
from tests.cases.names import NOTHING_TO_UNDO, VOID_THROW
from tests.cases.phrases import Phrasebook
from tests.cases.scene import Table
from tests.cases.when_moves import make

LUCK = Phrasebook("when")
"""What luck brings: each phrase gives 0, or the reason why it is void."""

brings = LUCK.says


def throw_of(dice: tuple[int, ...]) -> int:
    """Dice as one number: digits to the base 6, the first one lowest."""
    return sum((die - 1) * 6**place for place, die in enumerate(dice))


def bring(table: Table, outcome: int) -> int:
    """Let luck happen, typed in as people do."""
    request = table.game.awaiting
    assert request is not None
    numbers = [outcome // 6**place % 6 + 1 for place in range(sum(request.dice))] or [outcome]
    table.game.supply(numbers)
    undo_reopens_nothing(table)
    return 0


def bring_one_of(table: Table, mask: int, wanted: int) -> int:
    """Let luck point at one of the things in a mask; a void throw if it is not among them."""
    if not contains(mask, wanted):
        return VOID_THROW
    return bring(table, count(mask & ((1 << wanted) - 1)))


@brings("dice {dice} against {dice}")
def _(table: Table, attack: tuple[int, ...], defence: tuple[int, ...]) -> int:
    now = table.pos.now
    awaited = (now[layout.ATTACK_DICE], now[layout.DEFENCE_DICE])
    if now[layout.PHASE] != layout.BATTLE or awaited != (len(attack), len(defence)):
        return VOID_THROW
    return bring(table, throw_of(attack + defence))


@brings("closing dice {dice}")
def _(table: Table, dice: tuple[int, ...]) -> int:
    if table.pos.now[layout.PHASE] != layout.CLOSING or table.tables.closing_dice != len(dice):
        return VOID_THROW
    return bring(table, throw_of(dice))


def throw_of_all(table: Table, phase: int, dice: tuple[int, ...]) -> int:
    """A die for each chair or seat that rolls."""
    if table.pos.now[layout.PHASE] != phase or count(table.pos.now[layout.ROLLING]) != len(dice):
        return VOID_THROW
    return bring(table, throw_of(dice))


@brings("opening dice {dice}")
def _(table: Table, dice: tuple[int, ...]) -> int:
    return throw_of_all(table, layout.ORDER, dice)


@brings("tie dice {dice}")
def _(table: Table, dice: tuple[int, ...]) -> int:
    return throw_of_all(table, layout.ROLL_OFF, dice)


@brings("card {card} is taken")
def _(table: Table, card: int) -> int:
    if table.pos.now[layout.PHASE] != layout.CARD:
        return VOID_THROW
    return bring_one_of(table, table.secrets.piles[0], card)


@brings("cards {cards} are dealt", "card {cards} is dealt")
def _(table: Table, cards: tuple[int, ...]) -> int:
    for card in cards:
        if table.pos.now[layout.PHASE] != layout.DEAL:
            return VOID_THROW
        code = bring_one_of(table, table.secrets.piles[0], card)
        if code:
            return code
    return 0


@brings("the other cards are dealt in board order")
def _(table: Table) -> int:
    if table.pos.now[layout.PHASE] != layout.DEAL:
        return VOID_THROW
    while table.pos.now[layout.PHASE] == layout.DEAL:
        bring(table, 0)
    return 0


@brings("the bottom card is {card}")
def _(table: Table, card: int) -> int:
    if table.pos.now[layout.PHASE] != layout.DEAL or table.secrets.queue[ORIGINAL] < 0:
        return VOID_THROW
    return bring_one_of(table, table.secrets.piles[0], card)


@brings("objectives {objectives} are taken", "objective {objectives} is taken")
def _(table: Table, objectives: tuple[str, ...]) -> int:
    for objective in objectives:
        if table.pos.now[layout.PHASE] != layout.OBJECTIVES or not table.secrets.objectives_left[0]:
            return VOID_THROW
        code = bring_one_of(table, table.secrets.objectives_left[0], table.objective_number(objective))
        if code:
            return code
    return 0


@brings("set {set} is drawn")
def _(table: Table, name: str) -> int:
    sets = board_of(table.rulebook).deck(table.rulebook.setup.objective_deck).sets
    index = next((number for number, group in enumerate(sets) if group.id == name), len(sets))
    if table.pos.now[layout.PHASE] != layout.OBJECTIVES or table.secrets.objectives_left[0]:
        return VOID_THROW
    return bring_one_of(table, sets_for_table(table.tables, table.pos), index)


def pick_until(table: Table, left: int) -> int:
    """Every seat in turn chooses the first free territory, until so many are left."""
    if table.pos.now[layout.PHASE] != layout.DRAFT:
        return VOID_THROW
    while table.pos.now[layout.PHASE] == layout.DRAFT and list(table.pos.owner).count(layout.NOBODY) > left:
        make(table, to_act(table.pos), next(iter(legal(table))))
    return 0


@brings("the other territories are picked in board order")
def _(table: Table) -> int:
    return pick_until(table, 0)


@brings("the other territories are picked in board order but {number}")
def _(table: Table, left: int) -> int:
    return pick_until(table, left)


def place_until(table: Table, left: int) -> int:
    """Every seat in turn places what it may on its first territory, until so many armies are left."""
    if table.pos.now[layout.PHASE] != layout.PLACEMENT:
        return VOID_THROW
    while table.pos.now[layout.PHASE] == layout.PLACEMENT and sum(table.pos.to_place) > left:
        coded, (_, most) = next(iter(legal(table).items()))
        armies = min(most, sum(table.pos.to_place) - left)
        make(table, to_act(table.pos), coded + armies)
    return 0


@brings("the initial armies are placed")
def _(table: Table) -> int:
    return place_until(table, 0)


@brings("the initial armies are placed but {number}")
def _(table: Table, left: int) -> int:
    return place_until(table, left)


@brings("{seat} plays a quiet turn")
def _(table: Table, seat: int) -> int:
    if to_act(table.pos) != seat:
        return NOT_YOUR_TURN
    armies = table.pos.now[layout.TO_PLACE]
    if armies:
        make(table, seat, moves.move(moves.PLACE, lowest(table.pos.owned[seat]), 0, armies))
    return make(table, seat, moves.move(moves.END_TURN))


@brings("{seat} undoes")
def _(table: Table, seat: int) -> int:
    try:
        table.game.undo(Seat(seat))
    except NothingToUndo:
        return NOTHING_TO_UNDO
    except RuleViolation as refusal:
        return refusal.code
    return 0


def take_unnamed_card(table: Table) -> None:
    """A card that is due and that the case does not care about: the lowest of the deck."""
    while table.pos.now[layout.PHASE] == layout.CARD and to_act(table.pos) == layout.NOBODY:
        bring(table, 0)
