"""Convert actions to elementary moves of the core, and back."""

from collections.abc import Callable

from kamchatka.game import actions as act
from kamchatka.game.names import COLOURS, Names
from kamchatka.ids import Seat
from kamchatka.refusals import Refusal
from kamchatka.rules import moves
from kamchatka.rules.layout import NEUTRAL
from kamchatka.rules.moves import NO_CARD, first_of, kind_of, move, number_of, second_of


class UnknownName(Refusal):
    """An action with a name the table does not have."""

    section = "game.not_understood"


MOST = 0xFFFF


def moves_of(names: Names, action: act.Action) -> tuple[int, ...]:
    """The elementary moves of an action, in order."""
    match action:
        case act.PlaceArmies(armies) | act.PlaceFirstArmies(armies) | act.TakeBackArmies(armies):
            return _each(names, _ARMIES_MOVES[type(action)], armies)
        case act.Attack(source, target, number) | act.MoveArmies(source, target, number):
            kind = _TWO_LAND_MOVES[type(action)]
            return (move(kind, _land(names, source), _land(names, target), _count(number)),)
        case act.Advance(number) | act.Defend(number):
            return (move(_NUMBER_MOVES[type(action)], n=_count(number)),)
        case act.WithdrawSeat(seat) | act.ExcludeSeat(seat) | act.FreezeSeat(seat) | act.DeclareLate(seat):
            return (move(_SEAT_MOVES[type(action)], _seat(seat)),)
        case act.PlayCards(cards):
            return (_cards(names, cards),)
        case act.PickTerritory(territory):
            return (move(moves.PICK, _land(names, territory)),)
        case act.ChooseColour(colour):
            return (move(moves.COLOUR, _colour(colour)),)
        case act.DeclareStrip(row):
            return (move(moves.STRIP, min(_count(row), 0xFF)),)
        case act.CorrectTerritory(territory, owner, armies):
            to = NEUTRAL if owner is None else _seat(owner)
            return (move(moves.CORRECT, _land(names, territory), to, _count(armies)),)
    if type(action) not in _BARE_MOVES:
        raise UnknownName("unknown_action")
    return (_BARE_MOVES[type(action)],)


def action_of(names: Names, coded: int) -> act.Action:
    """The action of an elementary move."""
    return _READERS[kind_of(coded)](names, first_of(coded), second_of(coded), number_of(coded))


def _each(names: Names, kind: int, armies: act.Armies) -> tuple[int, ...]:
    if not armies:
        raise UnknownName("nothing_named")
    return tuple(move(kind, _land(names, where), n=_count(number)) for where, number in armies.items())


def _land(names: Names, territory: str) -> int:
    if not names.board.has(territory):
        raise UnknownName("unknown_territory", name=territory)
    return names.board.number(territory)


def _colour(colour: str) -> int:
    if colour not in COLOURS:
        raise UnknownName("unknown_colour", name=colour, known=", ".join(COLOURS))
    return COLOURS.index(colour)


def _count(number: int) -> int:
    if not 0 <= number <= MOST:
        raise UnknownName("impossible_number", number=number)
    return number


def _seat(seat: int) -> int:
    if not 0 <= seat < NEUTRAL:
        raise UnknownName("unknown_seat", name=seat)
    return seat


def _cards(names: Names, cards: tuple[str, ...]) -> int:
    for card in cards:
        if card not in names.cards:
            raise UnknownName("unknown_card", name=card)
    if not 1 <= len(cards) <= 3:
        raise UnknownName("wrong_number_of_cards", number=len(cards))
    a, b, c = (*sorted(names.card_number(card) for card in cards), NO_CARD, NO_CARD)[:3]
    return move(moves.TRIS, a, b, c)


_ARMIES_MOVES: dict[type[act.Action], int] = {
    act.PlaceArmies: moves.PLACE,
    act.PlaceFirstArmies: moves.PLACE_FIRST,
    act.TakeBackArmies: moves.TAKE_BACK,
}

_TWO_LAND_MOVES: dict[type[act.Action], int] = {act.Attack: moves.ATTACK, act.MoveArmies: moves.MOVE}

_NUMBER_MOVES: dict[type[act.Action], int] = {act.Advance: moves.ADVANCE_WITH, act.Defend: moves.DEFEND}

_SEAT_MOVES: dict[type[act.Action], int] = {
    act.WithdrawSeat: moves.WITHDRAW,
    act.ExcludeSeat: moves.EXCLUDE,
    act.FreezeSeat: moves.FREEZE,
    act.DeclareLate: moves.COME_LATE,
}

_BARE_MOVES: dict[type[act.Action], int] = {
    act.UndoMove: move(moves.UNDO_MOVE),
    act.RollToClose: move(moves.ROLL, n=1),
    act.LetItBe: move(moves.ROLL),
    act.EndTurn: move(moves.END_TURN),
    act.PassWithoutCard: move(moves.PASS_WITHOUT_CARD),
    act.TakeLateCard: move(moves.LATE_CARD),
    act.ExpireTime: move(moves.TIME_EXPIRED),
    act.EndGame: move(moves.END_GAME),
}

_Reader = Callable[[Names, int, int, int], act.Action]

_READERS: dict[int, _Reader] = {
    moves.COLOUR: lambda names, a, b, n: act.ChooseColour(COLOURS[a]),
    moves.STRIP: lambda names, a, b, n: act.DeclareStrip(a),
    moves.PICK: lambda names, a, b, n: act.PickTerritory(names.territories[a]),
    moves.PLACE_FIRST: lambda names, a, b, n: act.PlaceFirstArmies({names.territories[a]: n}),
    moves.TRIS: lambda names, a, b, n: act.PlayCards(
        tuple(names.cards[card] for card in (a, b, n) if card != NO_CARD)
    ),
    moves.PLACE: lambda names, a, b, n: act.PlaceArmies({names.territories[a]: n}),
    moves.TAKE_BACK: lambda names, a, b, n: act.TakeBackArmies({names.territories[a]: n}),
    moves.ATTACK: lambda names, a, b, n: act.Attack(names.territories[a], names.territories[b], n),
    moves.DEFEND: lambda names, a, b, n: act.Defend(n),
    moves.ADVANCE_WITH: lambda names, a, b, n: act.Advance(n),
    moves.MOVE: lambda names, a, b, n: act.MoveArmies(names.territories[a], names.territories[b], n),
    moves.ROLL: lambda names, a, b, n: act.RollToClose() if n else act.LetItBe(),
    moves.END_TURN: lambda names, a, b, n: act.EndTurn(),
    moves.UNDO_MOVE: lambda names, a, b, n: act.UndoMove(),
    moves.PASS_WITHOUT_CARD: lambda names, a, b, n: act.PassWithoutCard(),
    moves.LATE_CARD: lambda names, a, b, n: act.TakeLateCard(),
    moves.TIME_EXPIRED: lambda names, a, b, n: act.ExpireTime(),
    moves.WITHDRAW: lambda names, a, b, n: act.WithdrawSeat(Seat(a)),
    moves.EXCLUDE: lambda names, a, b, n: act.ExcludeSeat(Seat(a)),
    moves.FREEZE: lambda names, a, b, n: act.FreezeSeat(Seat(a)),
    moves.COME_LATE: lambda names, a, b, n: act.DeclareLate(Seat(a)),
    moves.END_GAME: lambda names, a, b, n: act.EndGame(),
    moves.CORRECT: lambda names, a, b, n: act.CorrectTerritory(
        names.territories[a], None if b == NEUTRAL else Seat(b), n
    ),
}
