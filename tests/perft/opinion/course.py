"""From turn to turn: what is left to do at a turn's end, whose turn follows, what it brings."""

from collections.abc import Callable

from tests.perft.country import Seat
from tests.perft.opinion.closing import end_lap, end_roll, keeps_its_roll
from tests.perft.opinion.leaving import end_freeze
from tests.perft.opinion.table import Table
from tests.perft.opinion.winning import finish, has_won


def finish_turn(game: Table, cards: int) -> None:
    """The seat has passed: its cards, its freezing and its closing roll, then the next seat."""
    game.settle()
    game.moved = None
    freeze_first = game.rules.congelato.order == "before-roll"
    closing = [("freeze", game.seat), ("roll", game.seat)]
    game.to_do = [("card", game.seat)] * cards + (closing if freeze_first else closing[::-1])
    game.to_do.append(("next", game.seat))
    go_on(game)


def take_late(game: Table) -> None:
    """The cards left lying are taken after all."""
    assert game.left_cards is not None
    seat, number = game.left_cards
    game.late = game.phase
    game.to_do = [*[("card", seat)] * number, ("late", seat), *game.to_do]
    go_on(game)


def go_on(game: Table) -> None:
    """Do what is left of the turn's end until luck or somebody must choose."""
    game.phase = "turn"
    while game.to_do and game.result is None:
        step, seat = game.to_do.pop(0)
        if STEPS[step](game, seat):
            return


def end_card(game: Table, _: int) -> bool:
    """Draw a card, unless there is none."""
    if not game.piles and game.discards:
        game.piles, game.discards = [game.discards], frozenset()
    if not game.piles:
        return False
    game.phase = "card"
    return True


def end_late(game: Table, _: int) -> bool:
    """Cards left lying have been taken: back to what was going on."""
    game.phase, game.late, game.left_cards = game.late, "", None
    return True


def end_next(game: Table, seat: Seat) -> bool:
    """On to the next seat; whoever left the table may still have a closing roll."""
    follows = (seat + 1) % game.seats
    if follows == 0:
        game.to_do = [("lap", 0), ("new_lap", 0), ("enter", follows)]
    else:
        game.to_do = [("enter", follows)]
    return False


def end_new_lap(game: Table, _: int) -> bool:
    """One lap more."""
    game.lap += 1
    return False


def end_enter(game: Table, seat: Seat) -> bool:
    """The turn of this seat, or its closing roll by the one before it, or nothing."""
    if game.status[seat] == "playing":
        begin_turn(game, seat)
        return True
    game.to_do = [("next", seat)]
    if keeps_its_roll(game, seat):
        game.to_do.insert(0, ("roll", seat))
    return False


STEPS: dict[str, Callable[[Table, int], bool]] = {
    "card": end_card,
    "late": end_late,
    "freeze": end_freeze,
    "roll": end_roll,
    "lap": end_lap,
    "next": end_next,
    "new_lap": end_new_lap,
    "enter": end_enter,
}
"""Each step at the end of a turn says whether luck or somebody must choose now."""


def begin_turn(game: Table, seat: Seat) -> None:
    """Armies for territories and continents."""
    game.seat = seat
    game.phase = "turn"
    game.placed, game.has_placed, game.take_backs, game.trios = {}, False, 0, 0
    game.settled, game.combat_over, game.moved = False, False, None
    game.conquests, game.moves = 0, 0
    game.battle, game.spare, game.to_do = (0, 0, 0, 0), 0, []
    game.left_to_place = reinforcements(game, seat)
    if has_won(game):
        finish(game, "goal", seat)


def reinforcements(game: Table, seat: Seat) -> int:
    """Armies due at the start of the turn, cards apart."""
    rule = game.rules.reinforcement
    mine = game.lands(seat)
    by_lands = len(mine) // rule.territories_per_army
    by_continents = sum(c.bonus for c in game.board.continents if c.lands <= mine)
    if rule.minimum_on == "territories":
        return max(rule.minimum, by_lands) + by_continents
    return max(rule.minimum, by_lands + by_continents)
