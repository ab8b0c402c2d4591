"""Events: facts of play in the past tense, luck included.

A field that may be secret is None for viewers who may not know it; `view.event_for` decides that.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kamchatka.ids import Card, ObjectiveId, Seat, Territory
from kamchatka.rulebook.sections.seats import Colour
from kamchatka.rules.names import EndingName, LeavingName


@dataclass(frozen=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True)
class OrderRolled(Event):
    """Chairs rolled for the first turn, or to break a tie: chair → die."""

    dice: Mapping[int, int]


@dataclass(frozen=True)
class SeatsTaken(Event):
    """The order of play was decided: the chair of each seat."""

    chairs: tuple[int, ...]


@dataclass(frozen=True)
class ColourChosen(Event):
    seat: Seat
    colour: Colour


@dataclass(frozen=True)
class StripDeclared(Event):
    seat: Seat
    row: int


@dataclass(frozen=True)
class ObjectiveSetTaken(Event):
    """The set of objectives was chosen; which one is secret."""

    number: int | None


@dataclass(frozen=True)
class ObjectiveTaken(Event):
    seat: Seat
    objective: ObjectiveId | None


@dataclass(frozen=True)
class TerritoriesDealt(Event):
    """Territories were dealt to an owner (None: neutral); several at once after a card was corrected."""

    owners: Mapping[Territory, Seat | None]


@dataclass(frozen=True)
class TerritoryPicked(Event):
    seat: Seat
    territory: Territory


@dataclass(frozen=True)
class FirstArmiesPlaced(Event):
    seat: Seat
    territory: Territory
    armies: int


@dataclass(frozen=True)
class TurnBegan(Event):
    """A seat's turn began, with the reinforcements it is due."""

    seat: Seat
    turn: int
    lap: int
    armies: int


@dataclass(frozen=True)
class CardsPlayed(Event):
    seat: Seat
    cards: tuple[Card, ...]
    armies: int


@dataclass(frozen=True)
class ArmiesPlaced(Event):
    seat: Seat
    territory: Territory
    armies: int


@dataclass(frozen=True)
class ArmiesTakenBack(Event):
    seat: Seat
    territory: Territory
    armies: int


@dataclass(frozen=True)
class AttackDeclared(Event):
    """An attack was declared; the defender may now choose its dice."""

    seat: Seat
    source: Territory
    target: Territory
    dice: int


@dataclass(frozen=True)
class BattleFought(Event):
    """One roll: dice of both sides, highest first, and the armies each lost."""

    source: Territory
    target: Territory
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    losses: tuple[int, int]


@dataclass(frozen=True)
class TerritoryConquered(Event):
    """The target was conquered; `armies` moved in at once."""

    seat: Seat
    territory: Territory
    loser: Seat | None
    armies: int


@dataclass(frozen=True)
class ArmiesAdvanced(Event):
    """Further armies moved into the conquered territory."""

    seat: Seat
    source: Territory
    target: Territory
    armies: int


@dataclass(frozen=True)
class ArmiesMoved(Event):
    seat: Seat
    source: Territory
    target: Territory
    armies: int


@dataclass(frozen=True)
class MoveUndone(Event):
    seat: Seat
    source: Territory
    target: Territory
    armies: int


@dataclass(frozen=True)
class CardTaken(Event):
    seat: Seat
    card: Card | None


@dataclass(frozen=True)
class CardLeft(Event):
    """The seat passed and left its card on the deck."""

    seat: Seat


@dataclass(frozen=True)
class SeatCameLate(Event):
    """The seat was absent at the start and loses its first cards."""

    seat: Seat
    cards: int


@dataclass(frozen=True)
class CardsForfeited(Event):
    """Cards earned by a latecomer stayed in the deck; `left` more will."""

    seat: Seat
    cards: int
    left: int


@dataclass(frozen=True)
class DeckRenewed(Event):
    """The played cards were shuffled into a new deck."""

    cards: int


@dataclass(frozen=True)
class HandTaken(Event):
    """The cards of an eliminated seat went to the seat that eliminated it."""

    seat: Seat
    loser: Seat
    number: int | None
    cards: tuple[Card, ...] | None


@dataclass(frozen=True)
class HandGivenUp(Event):
    """The cards of a seat that is out left its hand: under the deck, out of play, or to the played ones."""

    seat: Seat
    number: int | None


@dataclass(frozen=True)
class SeatLeft(Event):
    """The seat takes no more turns: eliminated, withdrawn, excluded, congelato."""

    seat: Seat
    status: LeavingName


@dataclass(frozen=True)
class TerritoriesRaised(Event):
    """Territories of a seat that left were raised to the required minimum: the armies added."""

    armies: Mapping[Territory, int]


@dataclass(frozen=True)
class TimeExpired(Event):
    """Time is over; after this lap the closing rolls decide."""

    last_lap: int


@dataclass(frozen=True)
class ClosingRolled(Event):
    """The closing dice of a seat's turn."""

    seat: Seat
    dice: tuple[int, ...]
    round: int
    ends: bool


@dataclass(frozen=True)
class ClosingWaived(Event):
    """The seat did not roll the closing dice, as is its right."""

    seat: Seat


@dataclass(frozen=True)
class TerritoryCorrected(Event):
    """A judge corrected the board."""

    territory: Territory
    owner: Seat | None
    armies: int


@dataclass(frozen=True)
class GameEnded(Event):
    """How the game ended, and who reached the goal (None: the board is counted)."""

    ending: EndingName
    winner: Seat | None


@dataclass(frozen=True)
class TieRolled(Event):
    """Seats still tied rolled for their place: seat → die."""

    dice: Mapping[int, int]


@dataclass(frozen=True)
class SeatsPlaced(Event):
    """The final order: place and half points of each seat, and what put it ahead of the next one."""

    places: tuple[int, ...]
    half_points: tuple[int, ...]
    decided: tuple[str, ...]
    objectives: tuple[ObjectiveId | None, ...]
