"""What must be true of every table after every line of a case."""

from kamchatka.game.game import NothingToUndo
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rules import layout, moves
from kamchatka.rules.bits import count
from kamchatka.rules.legality import MOST_FAMILIES, list_moves
from kamchatka.rules.step import to_act
from tests.cases.scene import Table

LISTED = (*range(moves.COLOUR, moves.END_TURN + 1), moves.UNDO_MOVE)


def legal(table: Table) -> dict[int, tuple[int, int]]:
    """Least and most n of each family of moves of the seat to act."""
    seat = to_act(table.pos)
    if seat == layout.NOBODY:
        return {}
    found = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")
    families = list_moves(table.tables, table.pos, table.secrets.hands[seat], found)
    starts = [(found[3 * at], found[3 * at + 1]) for at in range(families)]
    assert starts == sorted(set(starts)), "legal moves are not listed in order"
    return family_ranges(found, families)


def family_ranges(found: memoryview, families: int) -> dict[int, tuple[int, int]]:
    """Families by their move; cards played with different third ones share the first two."""
    ranges: dict[int, tuple[int, int]] = {}
    for at in range(families):
        coded, least, most = found[3 * at], found[3 * at + 1], found[3 * at + 2]
        if moves.kind_of(coded) == moves.TRIS:
            ranges[coded | least] = (0, 0)
        else:
            ranges[coded] = (least, most)
    return ranges


def is_listed(table: Table, coded: int) -> bool:
    """Whether the list of legal moves holds this one."""
    if moves.kind_of(coded) == moves.TRIS:
        return coded in legal(table)
    number = moves.number_of(coded)
    least, most = legal(table).get(coded - number, (1, 0))
    return least <= number <= most


def agrees_with_list(table: Table, seat: int, coded: int, allowed: bool) -> None:
    """What is allowed is listed, and nothing else."""
    if moves.kind_of(coded) in LISTED and to_act(table.pos) == seat:
        listed = is_listed(table, coded)
        assert listed == allowed, f"check says {allowed}, the list of legal moves says {listed}"


LATCHES = (layout.TURN, layout.SEAT, layout.HAS_PLACED, layout.TRIS_PLAYED, layout.CONQUESTS, layout.FROM)
"""Cells that say what a turn has closed: played, placed, attacked."""


def undo_reopens_nothing(table: Table) -> None:
    """Whatever a seat may take back now, no phase that was closed opens again."""
    game, now = table.game, table.pos.now
    before = game._moment()
    phase, closed = now[layout.PHASE], [now[cell] for cell in LATCHES]
    for seat in range(game.seats):
        try:
            game.undo(Seat(seat))
        except (NothingToUndo, RuleViolation):
            continue
        assert seat == now[layout.SEAT], "a seat takes something back out of its turn"
        assert (now[layout.PHASE], [now[cell] for cell in LATCHES]) == (phase, closed), "undo reopens a phase"
        game._go_back(before)
        game._moments.pop()


def board_is_sound(table: Table) -> None:
    """Owners, masks and sums agree, and every territory is held by at least one army."""
    pos = table.pos
    for owner in range(layout.SEATS + 1):
        held = [t for t in range(layout.TERRITORIES) if pos.owner[t] == owner]
        assert pos.owned[owner] == sum(1 << t for t in held), "a mask differs from the territories"
        if owner < layout.SEATS:
            assert pos.on_board[owner] == sum(pos.armies[t] for t in held), "armies do not add up"
    strong = sum(1 << t for t in range(layout.TERRITORIES) if pos.armies[t] >= 2)
    assert pos.masks[layout.STRONG] == strong, "the mask of strong territories is wrong"
    if pos.now[layout.PHASE] >= layout.REINFORCEMENT:
        assert min(pos.armies) >= 1, "a territory stands empty"
        seat = to_act(pos)
        # A seat that its own turn made congelata still has the roll of that turn.
        may_act = seat == layout.NOBODY or pos.now[layout.PHASE] == layout.CLOSING_CHOICE
        assert may_act or pos.status[seat] == layout.PLAYING, "a seat that left is to act"


def cards_are_sound(table: Table) -> None:
    """Every card of the deck is in exactly one place."""
    pos, secrets = table.pos, table.secrets
    if pos.now[layout.PHASE] < layout.PLACEMENT:
        return
    places = [*secrets.hands, *secrets.piles, secrets.gone[0], pos.masks[layout.DISCARD]]
    everywhere = 0
    for cards in places:
        assert everywhere & cards == 0, "a card is in two places"
        everywhere |= cards
    assert everywhere == (1 << (layout.TERRITORIES + table.tables.jolly_cards)) - 1, "a card is missing"
    assert list(pos.hand) == [count(hand) for hand in secrets.hands], "a hand has another size"
    assert pos.now[layout.DECK_SIZE] == sum(count(pile) for pile in secrets.piles), "the deck differs in size"
