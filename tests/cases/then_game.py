"""`then` lines about the game: its preparation, closing rolls, its end and the order at the table."""

from kamchatka.rules import layout
from kamchatka.rules.bits import count
from kamchatka.rules.ending import closes, closing_roller
from kamchatka.rules.places import final_points
from kamchatka.rules.setup import NO_OBJECTIVE
from kamchatka.rules.tally import table_points
from kamchatka.rules.victory import goal_of
from tests.cases.expect import THEN, letter, letters, phase, same, word
from tests.cases.names import CRITERIA, ENDINGS, PHASES, STATUSES
from tests.cases.scene import Table

says = THEN.says


@says("roll")
def _(table: Table) -> None:
    same(phase(table) in (layout.CLOSING, layout.CLOSING_CHOICE), True, "a closing roll")


@says("roll for {seat}")
def _(table: Table, seat: int) -> None:
    same(phase(table) in (layout.CLOSING, layout.CLOSING_CHOICE), True, "a closing roll")
    same(letter(table.pos.now[layout.CLOSING_SLOT]), letter(seat), "the seat it is rolled for")


@says("rolled by {seat}")
def _(table: Table, seat: int) -> None:
    roller = closing_roller(table.pos, table.pos.now[layout.CLOSING_SLOT])
    same(letter(roller), letter(seat), "who throws the closing dice")


@says("no roll")
def _(table: Table) -> None:
    same(phase(table) in (layout.CLOSING, layout.CLOSING_CHOICE), False, "a closing roll")


@says("closing set {numbers}")
def _(table: Table, totals: tuple[int, ...]) -> None:
    highest = 6 * table.tables.closing_dice
    closing_round = table.pos.now[layout.CLOSING_ROUND]
    possible = range(table.tables.closing_dice, highest + 1)
    same(tuple(t for t in possible if closes(table.tables, closing_round, t)), totals, "the closing set")


@says("game over by {ending}")
def _(table: Table, ending: int) -> None:
    same(word(PHASES, phase(table)), "over", "the phase")
    same(word(ENDINGS, table.pos.now[layout.ENDING]), word(ENDINGS, ending), "the ending")


@says("the game goes on")
def _(table: Table) -> None:
    same(phase(table) == layout.OVER, False, "the end")


@says("{seat} wins")
def _(table: Table, seat: int) -> None:
    same(word(PHASES, phase(table)), "over", "the phase")
    same(table.pos.place[seat], 1, "the place")


@says("order {seats}")
def _(table: Table, seats: tuple[int, ...]) -> None:
    found = sorted(range(table.pos.now[layout.SEATS_AT_TABLE]), key=lambda seat: table.pos.place[seat])
    same(letters(found), letters(seats), "the order")
    same(sorted(table.pos.place[seat] for seat in seats), list(range(1, len(seats) + 1)), "the places")


@says("decided by {criterion}")
def _(table: Table, criterion: int) -> None:
    first = next(seat for seat in range(layout.SEATS) if table.pos.place[seat] == 1)
    same(word(CRITERIA, table.pos.decided[first]), word(CRITERIA, criterion), "what decided")


@says("{seat} is ahead by {criterion}")
def _(table: Table, seat: int, criterion: int) -> None:
    same(word(CRITERIA, table.pos.decided[seat]), word(CRITERIA, criterion), "what decided")


@says("{seat} has {points} points")
def _(table: Table, seat: int, halves: int) -> None:
    goal = goal_of(table.tables, table.secrets, seat)
    same(table_points(table.tables, table.pos, seat, goal), halves, "the number of half points")


@says("{seat} ends with {points} points")
def _(table: Table, seat: int, halves: int) -> None:
    same(word(PHASES, phase(table)), "over", "the phase")
    same(final_points(table.tables, table.pos, table.secrets, seat), halves, "the number of half points")


@says("{seat} is placed {ordinal}")
def _(table: Table, seat: int, place: int) -> None:
    same(word(PHASES, phase(table)), "over", "the phase")
    same(table.pos.place[seat], place, "the place")


@says("{seat} is {status}")
def _(table: Table, seat: int, status: int) -> None:
    same(word(STATUSES, table.pos.status[seat]), word(STATUSES, status), "the seat")


@says("{seat} is out {ordinal}")
def _(table: Table, seat: int, place: int) -> None:
    same(table.pos.out_order[seat], place, "the order of going out")


@says("elimination order {seats}")
def _(table: Table, seats: tuple[int, ...]) -> None:
    out = [seat for seat in range(layout.SEATS) if table.pos.out_order[seat] > 0]
    same(letters(sorted(out, key=lambda seat: table.pos.out_order[seat])), letters(seats), "the order")


@says("chairs in order {numbers}")
def _(table: Table, chairs: tuple[int, ...]) -> None:
    found = tuple(table.pos.chair[seat] + 1 for seat in range(table.pos.now[layout.SEATS_AT_TABLE]))
    same(found, chairs, "the order of the chairs")


@says("chairs {numbers} roll again")
def _(table: Table, chairs: tuple[int, ...]) -> None:
    same(word(PHASES, phase(table)), "order", "the phase")
    same(table.pos.now[layout.ROLLING], sum(1 << (chair - 1) for chair in chairs), "who rolls")


@says("seats {seats} roll off")
def _(table: Table, seats: tuple[int, ...]) -> None:
    same(word(PHASES, phase(table)), "roll off", "the phase")
    same(table.pos.now[layout.ROLLING], sum(1 << seat for seat in seats), "who rolls")


@says("{seat}'s objective is {objective}")
def _(table: Table, seat: int, objective: str) -> None:
    same(table.secrets.objective[seat], table.objective_number(objective), "the objective")


@says("{seat} has no objective")
def _(table: Table, seat: int) -> None:
    same(table.secrets.objective[seat], NO_OBJECTIVE, "the objective")


@says("{number} objectives left")
def _(table: Table, left: int) -> None:
    same(count(table.secrets.objectives_left[0]), left, "the number of objectives left")


@says("{number} cards to deal")
def _(table: Table, left: int) -> None:
    known = sum(1 for card in table.secrets.queue[:-1] if card >= 0)
    same(count(table.secrets.piles[0]) + known, left, "the number of cards to deal")


@says("{number} irregular cards accepted")
def _(table: Table, flagged: int) -> None:
    same(table.pos.now[layout.DEAL_FLAGGED], flagged, "the number of cards flagged")
