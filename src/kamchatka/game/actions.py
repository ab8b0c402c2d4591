"""Actions: intentions of a seat or a judge, never with dice in them.

An action is compound if people think of it as one: placing armies on three territories is one action and
several elementary moves of the core, applied all or nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from kamchatka.ids import Card, Seat, Territory

Armies = Mapping[Territory, int]
"""Number of armies by territory."""


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
    """Declare a row of the list as one's own strip (if strips are declared)."""

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
    """Exchange cards for armies: a tris, or fewer cards if the regulation accepts them."""

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
    """Choose the number of defence dice (if the defender chooses)."""

    dice: int


@dataclass(frozen=True)
class Advance(Action):
    """Move further armies into the conquered territory."""

    armies: int


@dataclass(frozen=True)
class MoveArmies(Action):
    """The strategic move."""

    source: Territory
    target: Territory
    armies: int


@dataclass(frozen=True)
class UndoMove(Action):
    """Take back the strategic move, to make another one."""


@dataclass(frozen=True)
class RollToClose(Action):
    """Roll the closing dice (if the roll is optional)."""


@dataclass(frozen=True)
class LetItBe(Action):
    """Do not roll the closing dice (if the roll is optional)."""


@dataclass(frozen=True)
class EndTurn(Action):
    """End the turn."""


@dataclass(frozen=True)
class PassWithoutCard(Action):
    """End the turn and leave the earned card on the deck."""


@dataclass(frozen=True)
class TakeLateCard(Action):
    """Take the card left on the deck, out of turn."""


@dataclass(frozen=True)
class JudgeAction(Action):
    """A judge's decision; never listed as a choice, possible from the first turn on (lateness from the first
    colour), whichever seat is to act.
    """


@dataclass(frozen=True)
class ExpireTime(JudgeAction):
    """The time limit has passed."""


@dataclass(frozen=True)
class WithdrawSeat(JudgeAction):
    """The seat leaves the table voluntarily."""

    seat: Seat


@dataclass(frozen=True)
class ExcludeSeat(JudgeAction):
    """The seat is excluded."""

    seat: Seat


@dataclass(frozen=True)
class FreezeSeat(JudgeAction):
    """The seat becomes congelata."""

    seat: Seat


@dataclass(frozen=True)
class DeclareLate(JudgeAction):
    """The seat was absent at the start: it loses its first cards, if the regulation says so."""

    seat: Seat


@dataclass(frozen=True)
class EndGame(JudgeAction):
    """The game ends here and the board is counted as it stands."""


@dataclass(frozen=True)
class CorrectTerritory(JudgeAction):
    """Correct the board: this owner (None: neutral) holds the territory with this many armies."""

    territory: Territory
    owner: Seat | None
    armies: int
