"""What happened at the table, in the past tense, luck included.

A field that may be secret is None for whoever may not know it; `view.event_for` decides that.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from kamchatka.ids import Card, ObjectiveId, Seat, Territory
from kamchatka.rulebook.sections.seats import Colour
from kamchatka.rules.names import EndingName, LeavingName


@dataclass(frozen=True)
class Event:
    """Anything that happened."""


@dataclass(frozen=True)
class OrderRolled(Event):
    """Chairs threw for the first turn, or to break a tie: chair → die."""

    dice: Mapping[int, int]


@dataclass(frozen=True)
class SeatsTaken(Event):
    """The order of play is known: the chair of each seat."""

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
    """The table plays with this set of objectives; which one is secret."""

    number: int | None


@dataclass(frozen=True)
class ObjectiveTaken(Event):
    seat: Seat
    objective: ObjectiveId | None


@dataclass(frozen=True)
class TerritoriesDealt(Event):
    """Territories found their owner (None: nobody's); where a card was corrected they may be several."""

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
    """A seat's turn, with the reinforcements it is due."""

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
    """The defender may choose its dice now."""

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
    """The target fell; `armies` moved in at once."""

    seat: Seat
    territory: Territory
    loser: Seat | None
    armies: int


@dataclass(frozen=True)
class ArmiesAdvanced(Event):
    """Further armies followed into the conquered territory."""

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
    """The seat passed and left its card lying."""

    seat: Seat


@dataclass(frozen=True)
class SeatCameLate(Event):
    """The seat was not there at the beginning and leaves its first cards in the deck."""

    seat: Seat
    cards: int


@dataclass(frozen=True)
class CardsForfeited(Event):
    """Cards earned by a latecomer stayed in the deck; so many more will."""

    seat: Seat
    cards: int
    left: int


@dataclass(frozen=True)
class DeckRenewed(Event):
    """The played cards were shuffled into a new deck."""

    cards: int


@dataclass(frozen=True)
class HandTaken(Event):
    """The cards of a seat that is out went to whoever eliminated it."""

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
    """Territories of a seat that left were brought up to the least they must have: the armies added."""

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
    """The seat did not throw the closing dice, as it may."""

    seat: Seat


@dataclass(frozen=True)
class TerritoryCorrected(Event):
    """A judge put the board right."""

    territory: Territory
    owner: Seat | None
    armies: int


@dataclass(frozen=True)
class GameEnded(Event):
    """How, and who reached the goal (None: the board is counted)."""

    ending: EndingName
    winner: Seat | None


@dataclass(frozen=True)
class TieRolled(Event):
    """Seats that nothing else told apart threw for their place: seat → die."""

    dice: Mapping[int, int]


@dataclass(frozen=True)
class SeatsPlaced(Event):
    """The final order: place and half points of each seat, and what put it ahead of the next one."""

    places: tuple[int, ...]
    half_points: tuple[int, ...]
    decided: tuple[str, ...]
    objectives: tuple[ObjectiveId | None, ...]
