"""`then` lines about the table: territories, armies, cards, dice, what may be done."""

from kamchatka.rules import layout, moves
from kamchatka.rules.bits import contains, count
from kamchatka.rules.combat import defence_roller
from kamchatka.rules.reinforcement import reinforcements_due
from kamchatka.rules.step import to_act
from tests.cases.expect import THEN, NotSo, letter, phase, same, word
from tests.cases.invariants import is_listed, legal
from tests.cases.names import PHASES, name_of, reason_name
from tests.cases.scene import Table
from tests.cases.when_moves import MOVES

says = THEN.says


@says("refused: {reason}")
def _(table: Table, reason: int) -> None:
    if table.refused == 0:
        raise NotSo(f"it was not refused ({reason_name(reason)})")
    same(reason_name(table.refused), reason_name(reason), "the reason")


@says("{territory} has {number} armies")
def _(table: Table, territory: int, armies: int) -> None:
    same(table.pos.armies[territory], armies, name_of(territory))


@says("{territory} belongs to {owner}")
def _(table: Table, territory: int, owner: int) -> None:
    same(letter(table.pos.owner[territory]), letter(owner), "the owner")


@says("{seat} holds {number} territories")
def _(table: Table, seat: int, territories: int) -> None:
    same(count(table.pos.owned[seat]), territories)


@says("{seat} has {number} armies on the board")
def _(table: Table, seat: int, armies: int) -> None:
    same(table.pos.on_board[seat], armies)


@says("{seat} to act")
def _(table: Table, seat: int) -> None:
    same(letter(to_act(table.pos)), letter(seat), "the seat to act")


@says("phase {phase}")
def _(table: Table, wanted: int) -> None:
    same(word(PHASES, phase(table)), word(PHASES, wanted), "the phase")


@says("lap {number}")
def _(table: Table, lap: int) -> None:
    same(table.pos.now[layout.LAP], lap, "the lap")


@says("last lap {number}")
def _(table: Table, lap: int) -> None:
    same(table.pos.now[layout.LAST_LAP], lap, "the last lap")


@says("{seat} has {number} cards")
def _(table: Table, seat: int, cards: int) -> None:
    same(table.pos.hand[seat], cards, "the hand")


@says("{seat} holds card {card}")
def _(table: Table, seat: int, card: int) -> None:
    same(contains(table.secrets.hands[seat], card), True)


@says("{seat} does not hold card {card}")
def _(table: Table, seat: int, card: int) -> None:
    same(contains(table.secrets.hands[seat], card), False)


@says("deck {number}")
def _(table: Table, cards: int) -> None:
    same(table.pos.now[layout.DECK_SIZE], cards, "the deck")


@says("discard {number}")
def _(table: Table, cards: int) -> None:
    same(count(table.pos.masks[layout.DISCARD]), cards, "the discard")


@says("{seat} may place {number}")
def _(table: Table, seat: int, armies: int) -> None:
    if phase(table) < layout.REINFORCEMENT:
        same(table.pos.to_place[seat], armies, "the number to place")
        return
    same(letter(table.pos.now[layout.SEAT]), letter(seat), "the seat in turn")
    same(table.pos.now[layout.TO_PLACE], armies, "the number to place")


@says("{seat} is due {number}")
def _(table: Table, seat: int, armies: int) -> None:
    same(reinforcements_due(table.tables, table.pos, seat), armies, "the number due")


@says("awaits {number} dice against {number}")
def _(table: Table, attack: int, defence: int) -> None:
    same(word(PHASES, phase(table)), "battle", "the phase")
    now = table.pos.now
    same((now[layout.ATTACK_DICE], now[layout.DEFENCE_DICE]), (attack, defence), "the dice awaited")


@says("defence rolled by {seat}")
def _(table: Table, seat: int) -> None:
    roller = defence_roller(table.tables, table.pos, table.pos.now[layout.TO])
    same(letter(roller), letter(seat), "who rolls for the defence")


@says("may advance {range}")
def _(table: Table, armies: tuple[int, int]) -> None:
    same(legal(table).get(moves.move(moves.ADVANCE_WITH)), armies, "the armies that may follow")


@says("{seat} may attack {territory} from {territory} with {range}")
def _(table: Table, seat: int, target: int, source: int, dice: tuple[int, int]) -> None:
    same(letter(to_act(table.pos)), letter(seat), "the seat to act")
    same(legal(table).get(moves.move(moves.ATTACK, source, target)), dice, "the dice allowed")


@says("{seat} may not attack {territory} from {territory}")
def _(table: Table, seat: int, target: int, source: int) -> None:
    same(letter(to_act(table.pos)), letter(seat), "the seat to act")
    same(legal(table).get(moves.move(moves.ATTACK, source, target)), None, "the dice allowed")


@says("{seat} may move {range} from {territory} to {territory}")
def _(table: Table, seat: int, armies: tuple[int, int], source: int, goal: int) -> None:
    same(letter(to_act(table.pos)), letter(seat), "the seat to act")
    same(legal(table).get(moves.move(moves.MOVE, source, goal)), armies, "the armies allowed")


@says("{seat} may only end its turn")
def _(table: Table, seat: int) -> None:
    same(letter(to_act(table.pos)), letter(seat), "the seat to act")
    same(list(legal(table)), [moves.move(moves.END_TURN)], "the list of legal moves")


def is_legal(table: Table, words: str) -> bool:
    """Whether the list of legal moves holds a move said in words."""
    said = MOVES.read(words)
    seat, coded = said.phrase.act(table, *said.values)
    return seat == to_act(table.pos) and is_listed(table, coded)


@says("legal: {move}")
def _(table: Table, words: str) -> None:
    same(is_legal(table, words), True, "legality")


@says("not legal: {move}")
def _(table: Table, words: str) -> None:
    same(is_legal(table, words), False, "legality")
