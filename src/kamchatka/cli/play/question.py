"""Questions to a player: a menu shown once, a prompt, and the parser of answers."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play.board_picture import Drawing
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.words import Lands
from kamchatka.game.actions import Action
from kamchatka.game.choices import Choice
from kamchatka.game.game import Game
from kamchatka.ids import Seat, Territory
from kamchatka.messages import Language
from kamchatka.rules.moves import first_of, second_of
from kamchatka.rules.victory import goal_of
from kamchatka.scoring.numbers import whole

ARROW = re.compile(r"\s*(?:->|>|→)\s*")


@dataclass(frozen=True)
class Assault:
    """An attack repeated until the target falls or only `keep` armies are left."""

    source: Territory
    target: Territory
    keep: int


@dataclass
class Situation:
    """The table as the deciding player sees it. `looking`: whether no other player sees the screen."""

    game: Game
    screen: Screen
    draw: Drawing
    lands: Lands
    seat: Seat
    looking: bool
    assault: Assault | None = None

    @property
    def lang(self) -> Language:
        return self.screen.lang

    @property
    def goal(self) -> int:
        """Mask of the seat's objective; 0 if others may see the screen."""
        return goal_of(self.game.tables, self.game.secrets, self.seat) if self.looking else 0

    def families(self, kind: int) -> list[Choice]:
        """Legal actions of this kind."""
        return [choice for choice in self.game.legal_actions() if choice.kind() == kind]

    def pair(self, choice: Choice) -> tuple[Territory, Territory]:
        """Source and target of a choice."""
        territories = self.game.names.territories
        return territories[first_of(choice.coded)], territories[second_of(choice.coded)]

    def name(self, territory: Territory | int) -> str:
        """The name of a territory."""
        names = self.game.names
        id = names.territories[territory] if isinstance(territory, int) else territory
        return names.territory_name(id, self.lang)

    def armies(self, territory: Territory) -> int:
        """Number of armies in a territory."""
        return self.game.position.armies[self.game.names.board.number(territory)]

    def find(self, typed: str, among: Iterable[Territory]) -> Territory:
        """The territory that was typed, preferably one of `among`."""
        names = {info.id: info.name(self.lang) for info in self.game.names.board.territories}
        return self.lands.find(typed, list(among), names)


@dataclass(frozen=True)
class TerminalQuestion:
    """`read` parses an answer into an action, or None if already handled; TableRefusal if it is invalid."""

    show: Callable[[], None]
    prompt: str
    read: Callable[[str], Action | None]


def numbered(typed: str, most: int) -> int | None:
    """Index from 0 of the item a typed number names, in a list of `most`; None if it is no number."""
    if not (typed.isascii() and typed.isdigit()):
        return None
    if len(typed) > 5 or not 1 <= int(typed) <= most:
        raise TableRefusal("item", number=typed[:9], most=most)
    return int(typed) - 1


def number_between(typed: str, least: int, most: int) -> int:
    """A number in a range; Enter means the highest."""
    if not typed:
        return most
    number = whole(typed, 5)
    if number is None:
        raise TableRefusal("number", typed=typed[:20], least=least, most=most)
    return number


def find_pair(here: Situation, typed: str, choices: list[Choice]) -> tuple[Territory, Territory]:
    """Source and target, typed as a number, as “brasile > congo”, or as the target alone."""
    pairs = [here.pair(choice) for choice in choices]
    item = numbered(typed, len(pairs))
    if item is not None:
        return pairs[item]
    parts = ARROW.split(typed)
    if len(parts) > 2 or not all(parts):
        raise TableRefusal("pair", typed=typed[:40])
    if len(parts) == 2:
        source = here.find(parts[0], [source for source, _ in pairs])
        return source, here.find(parts[1], [target for start, target in pairs if start == source])
    target = here.find(typed, [target for _, target in pairs])
    sources = [source for source, end in pairs if end == target]
    if not sources:
        raise TableRefusal("unreachable", target=here.name(target))
    if len(sources) > 1:
        found = ", ".join(here.name(source) for source in sources)
        raise TableRefusal("several_sources", target=here.name(target), found=found)
    return sources[0], target
