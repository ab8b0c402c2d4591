"""A game step by step: the events, the board after them, the dice and an arrow on the map."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.app.games.retelling import Retelling
from kamchatka.app.games.story_table import StoryTable
from kamchatka.game import events as ev
from kamchatka.game.log import Acted, Entry
from kamchatka.game.names import COLOURS, names_of
from kamchatka.game.view import event_for
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of

Throw = Literal["attack", "defence", "closing", "order", "tie"]


@dataclass(frozen=True)
class Dice:
    """Dice of one side: the seat that threw them (a chair when deciding the order), and armies lost."""

    throw: Throw
    who: int
    faces: tuple[int, ...]
    lost: int | None = None


@dataclass(frozen=True)
class Arrow:
    """An arrow from one territory to another, by number."""

    kind: Literal["attack", "move"]
    source: int
    target: int


@dataclass(frozen=True)
class SeatState:
    """A seat after a step."""

    territories: int
    armies: int
    cards: int | None
    """None if the regulation keeps hand sizes secret."""
    status: str


@dataclass(frozen=True, kw_only=True)
class StoryStep:
    """One step, with the state of the game after it."""

    events: tuple[ev.Event, ...]
    owner: tuple[int, ...]
    armies: tuple[int, ...]
    seats: tuple[SeatState, ...]
    turn: int
    lap: int
    turn_of: int | None
    last_lap: int
    closing_round: int
    ended: bool
    dice: tuple[Dice, ...]
    arrow: Arrow | None

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here."""
        return any(isinstance(event, ev.TurnBegan) for event in self.events)


@dataclass(frozen=True, kw_only=True)
class Story:
    """A game as far as it was played."""

    retelling: Retelling
    steps: tuple[StoryStep, ...]
    colours: tuple[str, ...]
    """By seat; a free colour for seats that chose none."""
    players: tuple[str, ...]
    """By seat, as written in the record."""
    objectives: tuple[str | None, ...]
    """By seat; all None while the game is not over."""
    ending: str | None
    places: tuple[int, ...]
    half_points: tuple[int, ...]

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, so that nothing is secret."""
        return self.ending is not None


def tell(retelling: Retelling) -> Story:
    """The story of a game; raises BadStory if recorded events make no sense."""
    record, book = retelling.record, retelling.rulebook
    seats = len(record.players)
    table = StoryTable(names_of(book), tables_of(book), seats)
    eyes = _Eyes(retelling.viewer, book)
    steps: list[StoryStep] = []
    for group in _groups(retelling.entries):
        steps.append(_step(table, group, eyes, steps[-1] if steps else None))
    return Story(
        retelling=retelling,
        steps=tuple(steps) or (_step(table, (), eyes, None),),
        colours=_colours(table.colours),
        players=tuple(record.players[chair] for chair in table.chairs),
        objectives=tuple(table.objectives) if retelling.is_over else (None,) * seats,
        ending=table.ending,
        places=table.places,
        half_points=table.half_points,
    )


BEGINNINGS = (ev.ObjectiveTaken, ev.TerritoriesDealt, ev.TurnBegan, ev.ClosingRolled, ev.GameEnded)
"""Events that begin a new step without an action; consecutive events of one type are one step."""


def _groups(entries: tuple[Entry, ...]) -> Iterator[tuple[ev.Event, ...]]:
    """The events of each step: an action with its consequences, split at BEGINNINGS."""
    group: list[ev.Event] = []
    for entry in entries:
        begins = isinstance(entry, BEGINNINGS) and not (group and type(group[-1]) is type(entry))
        if group and (begins or isinstance(entry, Acted)):
            yield tuple(group)
            group = []
        if isinstance(entry, ev.Event):
            group.append(entry)
    if group:
        yield tuple(group)


@dataclass(frozen=True)
class _Eyes:
    """The viewer of a story, and what the regulation lets them know."""

    viewer: Literal["judge", "public"]
    book: Rulebook

    @property
    def know_hand_sizes(self) -> bool:
        return self.viewer == "judge" or self.book.cards.hand_size_public


def _step(table: StoryTable, group: tuple[ev.Event, ...], eyes: _Eyes, before: StoryStep | None) -> StoryStep:
    dice: list[Dice] = []
    arrow: Arrow | None = None
    for event in group:
        # The defender must be read before the territory changes hands.
        dice.extend(_dice(table, event))
        arrow = _arrow(table, event) or arrow
        table.happened(event)
    owner, armies = tuple(table.owner), tuple(table.armies)
    step = StoryStep(
        events=tuple(event_for(event, eyes.viewer, eyes.book) for event in group),
        owner=owner,
        armies=armies,
        seats=tuple(
            SeatState(
                territories=owner.count(seat),
                armies=sum(number for held, number in zip(owner, armies, strict=True) if held == seat),
                cards=table.cards[seat] if eyes.know_hand_sizes else None,
                status=table.status[seat],
            )
            for seat in range(table.seats)
        ),
        turn=table.turn,
        lap=table.lap,
        turn_of=table.turn_of,
        last_lap=table.last_lap,
        closing_round=table.closing_round,
        ended=table.ending is not None,
        dice=tuple(dice),
        arrow=arrow,
    )
    # Most steps change little: equal tuples are shared.
    if before is not None and before.owner == owner:
        step = replace(step, owner=before.owner)
    return step


def _dice(table: StoryTable, event: ev.Event) -> Iterator[Dice]:
    match event:
        case ev.BattleFought(source, target, attack, defence, (lost, killed)):
            yield Dice("attack", table.owner[table.land(source)], attack, lost)
            yield Dice("defence", table.owner[table.land(target)], defence, killed)
        case ev.ClosingRolled(seat, dice):
            yield Dice("closing", seat, dice)
        case ev.OrderRolled(dice):
            yield from (Dice("order", chair, (face,)) for chair, face in dice.items())
        case ev.TieRolled(dice):
            yield from (Dice("tie", seat, (face,)) for seat, face in dice.items())


def _arrow(table: StoryTable, event: ev.Event) -> Arrow | None:
    match event:
        case ev.BattleFought(source, target) | ev.AttackDeclared(_, source, target):
            return Arrow("attack", table.land(source), table.land(target))
        case ev.ArmiesAdvanced(_, source, target) | ev.ArmiesMoved(_, source, target):
            return Arrow("move", table.land(source), table.land(target))
        case ev.MoveUndone(_, source, target):
            return Arrow("move", table.land(target), table.land(source))
    return None


def _colours(chosen: list[str | None]) -> tuple[str, ...]:
    free = iter([colour for colour in COLOURS if colour not in chosen])
    return tuple(colour or next(free) for colour in chosen)
