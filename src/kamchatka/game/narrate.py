"""Derive events from a step of the core: its cause, and the state before and after it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import get_args

from kamchatka.game import events as ev
from kamchatka.game.chance import Luck
from kamchatka.game.names import COLOURS, Names, members
from kamchatka.ids import Seat, Territory
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.rulebook.tables import Tables
from kamchatka.rules import layout, moves, places
from kamchatka.rules.layout import (
    ATTACK_DICE,
    CARD_LEFT_BY,
    CLOSING_ROUND,
    CLOSING_SLOT,
    DECK_SIZE,
    DEFENCE,
    DISCARD,
    ENDING,
    FROM,
    LAP,
    LAST_LAP,
    MOVED_ARMIES,
    MOVED_FROM,
    MOVED_TO,
    NEUTRAL,
    NOBODY,
    OVER,
    PHASE,
    RETURN_PHASE,
    ROLLING,
    SEAT,
    SEATS_AT_TABLE,
    TERRITORIES,
    TO,
    TO_PLACE,
    TURN,
    WINNER,
    Position,
    Secrets,
)
from kamchatka.rules.moves import NO_CARD, first_of, kind_of, number_of, second_of
from kamchatka.rules.names import ENDING_NAMES, LEAVING_NAMES
from kamchatka.rules.places import final_points

DECIDED_NAMES = {
    places.NOTHING: "",
    **dict(enumerate(get_args(Criterion), 1)),
    places.BY_GOAL: "goal",
    places.BY_SURVIVAL: "survival",
    places.BY_OUT_ORDER: "out-order",
    places.BY_POINTS: "points",
    places.SHARED: "shared",
}


@dataclass(frozen=True)
class Change:
    """The state before and after one step."""

    names: Names
    tables: Tables
    before: Position
    hidden_before: Secrets
    pos: Position
    hidden: Secrets

    def territory(self, number: int) -> Territory:
        return self.names.territories[number]

    def grown(self, cell: int) -> bool:
        """Whether this cell of `now` has increased."""
        return self.pos.now[cell] > self.before.now[cell]


def owner_name(number: int) -> Seat | None:
    """A seat, or None for the neutral owner."""
    return None if number == NEUTRAL else Seat(number)


def after_move(change: Change, by: int, coded: int) -> tuple[ev.Event, ...]:
    """The events of an elementary move."""
    tell = _MOVES.get(kind_of(coded))
    own = tell(change, by, coded) if tell else ()
    return (*own, *_consequences(change))


def after_luck(change: Change, luck: Luck) -> tuple[ev.Event, ...]:
    """The events of a piece of luck."""
    return (*_LUCK[luck.request.kind](change, luck.numbers), *_consequences(change))


_Told = tuple[ev.Event, ...]


def _colour(change: Change, by: int, coded: int) -> _Told:
    return (ev.ColourChosen(Seat(by), COLOURS[first_of(coded)]),)


def _strip(change: Change, by: int, coded: int) -> _Told:
    return (ev.StripDeclared(Seat(by), first_of(coded)),)


def _pick(change: Change, by: int, coded: int) -> _Told:
    return (ev.TerritoryPicked(Seat(by), change.territory(first_of(coded))),)


def _placing(told: Callable[[Seat, Territory, int], ev.Event]) -> Callable[[Change, int, int], _Told]:
    return lambda change, by, coded: (told(Seat(by), change.territory(first_of(coded)), number_of(coded)),)


def _tris(change: Change, by: int, coded: int) -> _Told:
    cards = [card for card in (first_of(coded), second_of(coded), number_of(coded)) if card != NO_CARD]
    armies = change.pos.now[TO_PLACE] - change.before.now[TO_PLACE]
    return (ev.CardsPlayed(Seat(by), tuple(change.names.cards[card] for card in cards), armies),)


def _attack(change: Change, by: int, coded: int) -> _Told:
    if change.pos.now[PHASE] != DEFENCE:
        return ()
    source, target = change.territory(first_of(coded)), change.territory(second_of(coded))
    return (ev.AttackDeclared(Seat(by), source, target, number_of(coded)),)


def _advance(change: Change, by: int, coded: int) -> _Told:
    source, target = change.before.now[FROM], change.before.now[TO]
    armies = number_of(coded)
    if armies == 0:
        return ()
    return (ev.ArmiesAdvanced(Seat(by), change.territory(source), change.territory(target), armies),)


def _move(change: Change, by: int, coded: int) -> _Told:
    source, target = change.territory(first_of(coded)), change.territory(second_of(coded))
    return (ev.ArmiesMoved(Seat(by), source, target, number_of(coded)),)


def _undo_move(change: Change, by: int, coded: int) -> _Told:
    was = change.before.now
    source, target = change.territory(was[MOVED_FROM]), change.territory(was[MOVED_TO])
    return (ev.MoveUndone(Seat(by), source, target, was[MOVED_ARMIES]),)


def _roll(change: Change, by: int, coded: int) -> _Told:
    return () if number_of(coded) else (ev.ClosingWaived(Seat(by)),)


def _pass_without_card(change: Change, by: int, coded: int) -> _Told:
    return (ev.CardLeft(Seat(by)),) if change.pos.now[CARD_LEFT_BY] == by + 1 else ()


def _expire(change: Change, by: int, coded: int) -> _Told:
    return (ev.TimeExpired(change.pos.now[LAST_LAP]),)


def _come_late(change: Change, by: int, coded: int) -> _Told:
    seat = first_of(coded)
    return (ev.SeatCameLate(Seat(seat), change.pos.forfeits[seat]),)


def _correct(change: Change, by: int, coded: int) -> _Told:
    territory = change.territory(first_of(coded))
    return (ev.TerritoryCorrected(territory, owner_name(second_of(coded)), number_of(coded)),)


_MOVES: dict[int, Callable[[Change, int, int], _Told]] = {
    moves.COLOUR: _colour,
    moves.STRIP: _strip,
    moves.PICK: _pick,
    moves.PLACE_FIRST: _placing(ev.FirstArmiesPlaced),
    moves.PLACE: _placing(ev.ArmiesPlaced),
    moves.TAKE_BACK: _placing(ev.ArmiesTakenBack),
    moves.TRIS: _tris,
    moves.ATTACK: _attack,
    moves.ADVANCE_WITH: _advance,
    moves.MOVE: _move,
    moves.UNDO_MOVE: _undo_move,
    moves.ROLL: _roll,
    moves.PASS_WITHOUT_CARD: _pass_without_card,
    moves.TIME_EXPIRED: _expire,
    moves.COME_LATE: _come_late,
    moves.CORRECT: _correct,
}


def _order(change: Change, numbers: tuple[int, ...]) -> _Told:
    rolling = members(change.before.now[ROLLING])
    rolled = ev.OrderRolled(dict(zip(rolling, numbers, strict=True)))
    if change.pos.now[ROLLING]:
        return (rolled,)
    return rolled, ev.SeatsTaken(tuple(change.pos.chair[: change.pos.now[SEATS_AT_TABLE]]))


def _objective_set(change: Change, numbers: tuple[int, ...]) -> _Told:
    return (ev.ObjectiveSetTaken(change.hidden.card_set[0]),)


def _objective(change: Change, numbers: tuple[int, ...]) -> _Told:
    seat = change.before.now[SEAT]
    return (ev.ObjectiveTaken(Seat(seat), change.names.objective(change.hidden.objective[seat])),)


def _deal(change: Change, numbers: tuple[int, ...]) -> _Told:
    owners = {
        change.territory(number): owner_name(change.pos.owner[number])
        for number in range(TERRITORIES)
        if change.pos.owner[number] not in (NOBODY, change.before.owner[number])
    }
    return (ev.TerritoriesDealt(owners),) if owners else ()


def _battle(change: Change, numbers: tuple[int, ...]) -> _Told:
    was = change.before.now
    source, target, dice = was[FROM], was[TO], was[ATTACK_DICE]
    has_fallen = change.pos.owner[target] != change.before.owner[target]
    lost = change.before.armies[target] - (0 if has_fallen else change.pos.armies[target])
    attack = tuple(sorted(numbers[:dice], reverse=True))
    defence = tuple(sorted(numbers[dice:], reverse=True))
    entered = change.pos.armies[target] if has_fallen else 0
    losses = (change.before.armies[source] - change.pos.armies[source] - entered, lost)
    fought = ev.BattleFought(change.territory(source), change.territory(target), attack, defence, losses)
    if not has_fallen:
        return (fought,)
    loser = owner_name(change.before.owner[target])
    return fought, ev.TerritoryConquered(Seat(was[SEAT]), change.territory(target), loser, entered)


def _card(change: Change, numbers: tuple[int, ...]) -> _Told:
    taken = change.names.cards_of(_card_mask(change, numbers[0]))
    return (ev.CardTaken(Seat(_taker(change)), taken[0]),)


def _taker(change: Change) -> int:
    """The seat that receives the awaited card."""
    was = change.before.now
    return was[CARD_LEFT_BY] - 1 if was[RETURN_PHASE] != NOBODY else was[SEAT]


def _card_mask(change: Change, which: int) -> int:
    """The card luck selected from the pile as it was before: the hand may be empty by now."""
    return 1 << list(members(change.hidden_before.piles[0]))[which]


def _closing(change: Change, numbers: tuple[int, ...]) -> _Told:
    was = change.before.now
    ends = change.pos.now[ENDING] == layout.BY_CLOSING
    return (ev.ClosingRolled(Seat(was[CLOSING_SLOT]), numbers, was[CLOSING_ROUND], ends),)


def _roll_off(change: Change, numbers: tuple[int, ...]) -> _Told:
    rolling = members(change.before.now[ROLLING])
    return (ev.TieRolled(dict(zip(rolling, numbers, strict=True))),)


_LUCK: dict[str, Callable[[Change, tuple[int, ...]], _Told]] = {
    "order": _order,
    "objective-set": _objective_set,
    "objective": _objective,
    "deal": _deal,
    "battle": _battle,
    "card": _card,
    "closing": _closing,
    "roll-off": _roll_off,
}


def _consequences(change: Change) -> Iterator[ev.Event]:
    """Automatic consequences: seats that left, a new deck, the next turn, the end."""
    for seat in range(change.pos.now[SEATS_AT_TABLE]):
        forfeited = change.before.forfeits[seat] - change.pos.forfeits[seat]
        if forfeited > 0:
            yield ev.CardsForfeited(Seat(seat), forfeited, change.pos.forfeits[seat])
        if change.pos.status[seat] != change.before.status[seat]:
            yield from _leaving(change, seat)
    if change.before.masks[DISCARD] and not change.pos.masks[DISCARD] and change.grown(DECK_SIZE):
        yield ev.DeckRenewed(change.pos.now[DECK_SIZE])
    if change.grown(TURN):
        now = change.pos.now
        yield ev.TurnBegan(Seat(now[SEAT]), now[TURN], now[LAP], now[TO_PLACE])
    if change.pos.now[ENDING] != change.before.now[ENDING]:
        winner = change.pos.now[WINNER]
        ending = ENDING_NAMES[change.pos.now[ENDING] - 1]
        yield ev.GameEnded(ending, None if winner == NOBODY else Seat(winner))
    if change.pos.now[PHASE] == OVER != change.before.now[PHASE]:
        yield _places(change)


def _leaving(change: Change, seat: int) -> Iterator[ev.Event]:
    yield ev.SeatLeft(Seat(seat), LEAVING_NAMES[change.pos.status[seat] - 1])
    raised = {
        change.territory(number): change.pos.armies[number] - change.before.armies[number]
        for number in members(change.pos.owned[seat] & change.before.owned[seat])
        if change.pos.armies[number] > change.before.armies[number]
    }
    if raised:
        yield ev.TerritoriesRaised(raised)
    just_taken = change.before.now[PHASE] == layout.CARD and _taker(change) == seat
    number = change.before.hand[seat] + just_taken - change.pos.hand[seat]
    if number <= 0:
        return
    lost = change.hidden_before.hands[seat]
    taker = change.before.now[SEAT]
    if taker != seat and lost and change.hidden.hands[taker] & lost == lost:
        yield ev.HandTaken(Seat(taker), Seat(seat), number, change.names.cards_of(lost))
    else:
        yield ev.HandGivenUp(Seat(seat), number)


def _places(change: Change) -> ev.SeatsPlaced:
    pos, hidden = change.pos, change.hidden
    seats = range(pos.now[SEATS_AT_TABLE])
    return ev.SeatsPlaced(
        places=tuple(pos.place[seat] for seat in seats),
        half_points=tuple(final_points(change.tables, pos, hidden, seat) for seat in seats),
        decided=tuple(DECIDED_NAMES[pos.decided[seat]] for seat in seats),
        objectives=tuple(change.names.objective(hidden.objective[seat]) for seat in seats),
    )
