"""What a seat or a judge may want: intentions, never with dice in them.

An action is compound where people think compound: placing armies on three territories is one action and
several elementary moves of the core, all or nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from kamchatka.ids import Card, Seat, Territory

Armies = Mapping[Territory, int]
"""How many armies on which territories."""


@dataclass(frozen=True)
class Action:
    """Any intention."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, Mapping):
                object.__setattr__(self, each.name, MappingProxyType(dict(value)))


@dataclass(frozen=True)
class ChooseColour(Action):
    """Take the armies of this colour."""

    colour: str


@dataclass(frozen=True)
class DeclareStrip(Action):
    """Declare a row of the list as the own strip (where strips are declared)."""

    row: int


@dataclass(frozen=True)
class PickTerritory(Action):
    """Take a free territory in the draft."""

    territory: Territory


@dataclass(frozen=True)
class PlaceFirstArmies(Action):
    """Place initial armies."""

    armies: Armies


@dataclass(frozen=True)
class PlayCards(Action):
    """Exchange cards for armies: a tris, or fewer cards where the regulation takes them."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class PlaceArmies(Action):
    """Place reinforcements."""

    armies: Armies


@dataclass(frozen=True)
class TakeBackArmies(Action):
    """Take back armies placed this turn."""

    armies: Armies


@dataclass(frozen=True)
class Attack(Action):
    """One roll against a neighbouring territory."""

    source: Territory
    target: Territory
    dice: int


@dataclass(frozen=True)
class Defend(Action):
    """Defend with so many dice (where the defender chooses)."""

    dice: int


@dataclass(frozen=True)
class Advance(Action):
    """Let further armies follow into the conquered territory."""

    armies: int


@dataclass(frozen=True)
class MoveArmies(Action):
    """The strategic move."""

    source: Territory
    target: Territory
    armies: int


@dataclass(frozen=True)
class UndoMove(Action):
    """Take the strategic move back, to make it otherwise."""


@dataclass(frozen=True)
class RollToClose(Action):
    """Throw the closing dice (where the roll is optional)."""


@dataclass(frozen=True)
class LetItBe(Action):
    """Do not throw the closing dice (where the roll is optional)."""


@dataclass(frozen=True)
class EndTurn(Action):
    """Pass: the turn is over."""


@dataclass(frozen=True)
class PassWithoutCard(Action):
    """Pass, and leave the card due on the deck."""


@dataclass(frozen=True)
class TakeLateCard(Action):
    """Take the card left on the deck, out of turn."""


@dataclass(frozen=True)
class JudgeAction(Action):
    """What a judge decides; never listed, possible from the first turn on (lateness from the first colour),
    whoever is to act."""


@dataclass(frozen=True)
class ExpireTime(JudgeAction):
    """The time limit has passed."""


@dataclass(frozen=True)
class WithdrawSeat(JudgeAction):
    """The seat leaves the table by itself."""

    seat: Seat


@dataclass(frozen=True)
class ExcludeSeat(JudgeAction):
    """The seat is sent away."""

    seat: Seat


@dataclass(frozen=True)
class FreezeSeat(JudgeAction):
    """The seat becomes congelata."""

    seat: Seat


@dataclass(frozen=True)
class DeclareLate(JudgeAction):
    """The seat was not there when the game began: it leaves its first cards, where the regulation says so."""

    seat: Seat


@dataclass(frozen=True)
class EndGame(JudgeAction):
    """The game ends here and the board is counted as it stands."""


@dataclass(frozen=True)
class CorrectTerritory(JudgeAction):
    """The territory really belongs to this owner (None: nobody's) with so many armies."""

    territory: Territory
    owner: Seat | None
    armies: int
