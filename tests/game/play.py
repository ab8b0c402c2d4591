"""Random games on the façade, for tests and long trials: legal play, judges, cards left lying."""

import copy
from collections.abc import Callable, Iterator

from kamchatka.game import actions as act
from kamchatka.game.chance import Chance, Seeded, Typed
from kamchatka.game.events import Event
from kamchatka.game.game import Game
from kamchatka.game.names import members
from kamchatka.game.record import Record, record_of
from kamchatka.ids import Seat
from kamchatka.rulebook import Rulebook, load, shipped
from kamchatka.rules.cards import take_card
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    CARD_LEFT_BY,
    DECK_SIZE,
    DISCARD,
    LAP,
    LAST_LAP,
    PHASE,
    REINFORCEMENT,
    TERRITORIES,
    position,
    secrets,
)
from kamchatka.stream import below, seeded

PLAYERS = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio")


def tables() -> list[tuple[str, int]]:
    """Every shipped regulation at every size of its tables."""
    return [(name, seats) for name in shipped() for seats in load(name).seats.sizes]


class Draw:
    """Small random numbers, the same for the same seed."""

    def __init__(self, *seed: int) -> None:
        base, index = (*seed, 0)[:2]
        self._state = seeded(base, index)

    def below(self, size: int) -> int:
        """A number from 0 to size - 1."""
        self._state, value = below(self._state, size)
        return value

    def once_in(self, number: int) -> bool:
        """True once in so many times; never for 0."""
        return number > 0 and self.below(number) == 0


class Wanderer:
    """Plays a game at random: legal actions, and now and then what is never listed."""

    def __init__(self, game: Game, seed: int, *, laps: int = 4, judge: int = 0, bold: bool = False) -> None:
        self.game = game
        self.draw = Draw(seed, 77)
        self.laps = laps
        self.judge = judge
        """A judge decides something once in so many actions; 0: never."""
        self.bold = bold

    def next(self) -> act.Action:
        """An action that is allowed now."""
        now = self.game.position.now
        if now[LAP] > self.laps and now[LAST_LAP] == 0:
            return act.ExpireTime()
        if now[CARD_LEFT_BY] and self.draw.once_in(2) and self._may(act.TakeLateCard()):
            return act.TakeLateCard()
        if now[PHASE] >= REINFORCEMENT and self.draw.once_in(self.judge):
            decided = judge_action(self.draw, self.game)
            if self._may(decided):
                return decided
        if self.bold and not self.draw.once_in(8) and (attack := weakest_target(self.game)):
            return attack
        chosen = listed(self.draw, self.game)
        # A seat that passes may leave its card, which no list names.
        if isinstance(chosen, act.EndTurn) and self.draw.once_in(4):
            return act.PassWithoutCard()
        return chosen

    def _may(self, action: act.Action) -> bool:
        return self.game.why_not(action) is None

    def walk(self) -> Iterator[tuple[Event, ...]]:
        """Play on to the end; what happened after each action."""
        while not self.game.is_over:
            yield self.game.play(self.next())


def listed(draw: Draw, game: Game) -> act.Action:
    """One of the listed actions; passing half as often as a list of attacks would have it."""
    choices = game.legal_actions()
    choice = choices[draw.below(len(choices))]
    return choice.action(choice.least + draw.below(choice.most - choice.least + 1))


def weakest_target(game: Game) -> act.Attack | None:
    """An attack with most dice on whoever holds least, if any is allowed."""
    attacks = [action for choice in game.legal_actions() if isinstance(action := choice.action(), act.Attack)]
    pos, board = game.position, game.names.board
    return min(
        attacks,
        key=lambda attack: (
            pos.owned[pos.owner[board.number(attack.target)]].bit_count(),
            -pos.armies[board.number(attack.source)],
        ),
        default=None,
    )


def judge_action(draw: Draw, game: Game) -> act.JudgeAction:
    """What a judge might decide, allowed or not."""
    seat = Seat(draw.below(game.seats))
    kinds: tuple[Callable[[], act.JudgeAction], ...] = (
        lambda: act.WithdrawSeat(seat),
        lambda: act.ExcludeSeat(seat),
        lambda: act.FreezeSeat(seat),
        lambda: correction(draw, game),
        lambda: correction(draw, game),
    )
    return kinds[draw.below(len(kinds))]()


def correction(draw: Draw, game: Game) -> act.CorrectTerritory:
    """A territory put right by a judge."""
    owner = draw.below(game.seats + 1)
    territory = game.names.territories[draw.below(len(game.names.territories))]
    return act.CorrectTerritory(territory, None if owner == game.seats else Seat(owner), 1 + draw.below(4))


def played(book: Rulebook, seats: int, seed: int, *, laps: int = 4, judge: int = 0) -> Game:
    """A whole game at random."""
    game = Game.start(book, seats, Seeded(seed))
    for _ in Wanderer(game, seed, laps=laps, judge=judge).walk():
        pass
    return game


def advanced(game: Game, seed: int, actions: int, *, laps: int = 4, judge: int = 0) -> Game:
    """The game so many actions later, or at its end."""
    for _, _ in zip(range(actions), Wanderer(game, seed, laps=laps, judge=judge).walk(), strict=False):
        pass
    return game


def written_down(game: Game) -> Record:
    """The record of a game of our usual players."""
    return record_of(game, table="tavolo 7", players=PLAYERS[: game.seats])


def copy_of(game: Game, chance: Chance | None = None) -> Game:
    """The same table once more, to be changed without changing the first."""
    other = copy.copy(game)
    other.chance = game.chance if chance is None else chance
    other._table, other._hidden = bytearray(game._table), bytearray(game._hidden)
    other._pos, other._secrets = position(other._table), secrets(other._hidden)
    other._entries, other._moments = list(game._entries), list(game._moments)
    return other


def stack(game: Game, draw: Draw) -> None:
    """Make a table where much happens: full hands, a thin deck, one seat that others can soon end."""
    pos, hidden = game.position, game.secrets
    weak = draw.below(game.seats)
    others = [seat for seat in range(game.seats) if seat != weak]
    lands = list(range(TERRITORIES))
    for _ in range(2):
        hand_over(pos, lands.pop(draw.below(len(lands))), weak)
    for land in lands:
        hand_over(pos, land, others[draw.below(len(others))])
    for land in range(TERRITORIES):
        add_armies(pos, land, (1 if pos.owner[land] == weak else 8) - pos.armies[land])
    for seat in range(game.seats):
        for _ in range(3 + draw.below(4)):
            take_card(pos, hidden, seat, draw.below(hidden.piles[0].bit_count()))
    for _ in range(hidden.piles[0].bit_count() - 4):
        card = 1 << list(members(hidden.piles[0]))[draw.below(hidden.piles[0].bit_count())]
        hidden.piles[0] &= ~card
        pos.masks[DISCARD] |= card
        pos.now[DECK_SIZE] -= 1


def all_of(game: Game) -> tuple[bytes, bytes, tuple[object, ...], int, int]:
    """Everything a refused action must leave as it was."""
    return bytes(game._table), bytes(game._hidden), game.entries, game._luck_used, len(game._moments)


def on_the_table(book: Rulebook, seats: int) -> Game:
    """A game whose luck is typed."""
    return Game.start(book, seats, Typed())
