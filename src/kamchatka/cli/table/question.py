"""What a person is asked: a menu shown once, a prompt, and what an answer means."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kamchatka.cli.table.drawing import Drawing
from kamchatka.cli.table.matching import Lands
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Screen
from kamchatka.game.actions import Action
from kamchatka.game.choices import Choice
from kamchatka.game.game import Game
from kamchatka.ids import Seat, Territory
from kamchatka.messages import Language
from kamchatka.rules.moves import first_of, second_of
from kamchatka.rules.victory import goal_of

ARROW = re.compile(r"\s*(?:->|>|→)\s*")


@dataclass(frozen=True)
class Assault:
    """An attack that goes on by itself until the target falls or only so many armies are left."""

    source: Territory
    target: Territory
    keep: int


@dataclass
class Asked:
    """The table before the person who decides. `looking`: whether only they are before the screen."""

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
        """The seat's objective, as long as nobody else can see what is made of it."""
        return goal_of(self.game.tables, self.game.secrets, self.seat) if self.looking else 0

    def families(self, kind: int) -> list[Choice]:
        """What may be done of this kind."""
        return [choice for choice in self.game.legal_actions() if choice.kind() == kind]

    def name(self, territory: Territory | int) -> str:
        """What a territory is called."""
        names = self.game.names
        id = names.territories[territory] if isinstance(territory, int) else territory
        return names.territory_name(id, self.lang)

    def armies(self, territory: Territory) -> int:
        """How many stand there."""
        return self.game.position.armies[self.game.names.board.number(territory)]

    def find(self, typed: str, among: Iterable[Territory]) -> Territory:
        """The territory meant, preferably one of these."""
        names = {info.id: info.name(self.lang) for info in self.game.names.board.territories}
        return self.lands.find(typed, list(among), names)


@dataclass(frozen=True)
class Question:
    """`read` gives the action an answer means, None if it was dealt with; NotSo if it means nothing."""

    show: Callable[[], None]
    prompt: str
    read: Callable[[str], Action | None]


def numbered(typed: str, most: int) -> int | None:
    """The item of a list of `most` that a number names, from 0; None if it is no number."""
    if not (typed.isascii() and typed.isdigit()):
        return None
    if not 1 <= int(typed) <= most:
        raise NotSo("item", number=typed[:9], most=most)
    return int(typed) - 1


def number_between(typed: str, least: int, most: int) -> int:
    """A number in a range; Enter is the most."""
    if not typed:
        return most
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6):
        raise NotSo("number", typed=typed[:20], least=least, most=most)
    return int(typed)


def source_of(asked: Asked, choice: Choice) -> Territory:
    """The territory a family is about, or starts from."""
    return asked.game.names.territories[first_of(choice.coded)]


def target_of(asked: Asked, choice: Choice) -> Territory:
    """The territory a family leads to."""
    return asked.game.names.territories[second_of(choice.coded)]


def find_pair(asked: Asked, typed: str, choices: list[Choice]) -> tuple[Territory, Territory]:
    """Source and target meant by a number, by “brasile > congo”, or by the target alone."""
    item = numbered(typed, len(choices))
    if item is not None:
        return source_of(asked, choices[item]), target_of(asked, choices[item])
    parts = ARROW.split(typed)
    if len(parts) > 2 or not all(parts):
        raise NotSo("pair", typed=typed[:40])
    if len(parts) == 2:
        source = asked.find(parts[0], [source_of(asked, choice) for choice in choices])
        reach = [target_of(asked, choice) for choice in choices if source_of(asked, choice) == source]
        return source, asked.find(parts[1], reach)
    target = asked.find(typed, [target_of(asked, choice) for choice in choices])
    sources = [source_of(asked, choice) for choice in choices if target_of(asked, choice) == target]
    if not sources:
        raise NotSo("unreachable", target=asked.name(target))
    if len(sources) > 1:
        found = ", ".join(asked.name(source) for source in sources)
        raise NotSo("several_sources", target=asked.name(target), found=found)
    return sources[0], target
