"""The state of a table folded from the events of a game: owners, armies, cards, seats still playing.

Only events are used, so a game recorded under other rules can be shown too; tests on whole games of every
regulation compare the result with the position of the core. Recorded events are untrusted: each is validated
first.
"""

from collections.abc import Mapping

from kamchatka.game import events as ev
from kamchatka.game.names import COLOURS, Names
from kamchatka.game.narrate import DECIDED_NAMES
from kamchatka.ids import Seat
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.layout import NEUTRAL, NOBODY, PLAYING, TERRITORIES
from kamchatka.rules.names import ENDING_NAMES, STATUS_NAMES

MOST_ARMIES = 9999
MOST_DICE = 3
FACES = 6


class BadStory(ValueError):
    """Events that cannot have happened on this table."""


class StoryTable:
    """The table, updated event by event."""

    def __init__(self, names: Names, tables: Tables, seats: int) -> None:
        self._names = names
        self._tables = tables
        self._numbers: dict[str, int] = {id: number for number, id in enumerate(names.territories)}
        self._attacked_from = 0
        self.seats = seats
        self.owner = [NOBODY] * TERRITORIES
        self.armies = [0] * TERRITORIES
        self.cards = [0] * seats
        self.status = [STATUS_NAMES[PLAYING]] * seats
        self.colours: list[str | None] = [None] * seats
        self.objectives: list[str | None] = [None] * seats
        self.chairs = tuple(range(seats))
        self.turn = self.lap = self.last_lap = self.closing_round = 0
        self.turn_of: int | None = None
        self.ending: str | None = None
        self.places: tuple[int, ...] = ()
        self.half_points: tuple[int, ...] = ()

    def land(self, territory: str) -> int:
        """The number of a territory."""
        return self._numbers[territory]

    def happened(self, event: ev.Event) -> None:
        """Apply one event; raises BadStory if it is invalid."""
        check_event(self._names, self.seats, event)
        self._assign(event)
        self._place(event)
        self._fight(event)
        self._pass_cards(event)
        self._note(event)

    def _assign(self, event: ev.Event) -> None:
        match event:
            case ev.TerritoriesDealt(owners):
                for territory, owner in owners.items():
                    self._settle(territory, owner)
            case ev.TerritoryPicked(seat, territory):
                self._settle(territory, seat)
            case ev.TerritoryCorrected(territory, owner, armies):
                self._hold(territory, owner, armies)

    def _place(self, event: ev.Event) -> None:
        match event:
            case ev.FirstArmiesPlaced(_, territory, armies) | ev.ArmiesPlaced(_, territory, armies):
                self._add(territory, armies)
            case ev.ArmiesTakenBack(_, territory, armies):
                self._add(territory, -armies)
            case ev.ArmiesAdvanced(_, source, target, armies) | ev.ArmiesMoved(_, source, target, armies):
                self._add(source, -armies)
                self._add(target, armies)
            case ev.MoveUndone(_, source, target, armies):
                self._add(target, -armies)
                self._add(source, armies)
            case ev.TerritoriesRaised(added):
                for territory, armies in added.items():
                    self._add(territory, armies)

    def _fight(self, event: ev.Event) -> None:
        match event:
            case ev.BattleFought(source, target, _, _, losses):
                self._add(source, -losses[0])
                self._add(target, -losses[1])
                self._attacked_from = self.land(source)
            case ev.TerritoryConquered(seat, territory, _, armies):
                self._add(self._names.territories[self._attacked_from], -armies)
                self._hold(territory, seat, armies)

    def _pass_cards(self, event: ev.Event) -> None:
        match event:
            case ev.CardTaken(seat):
                self.cards[seat] += 1
            case ev.CardsPlayed(seat, cards):
                self.cards[seat] -= len(cards)
            case ev.HandTaken(seat, loser, int(number)):
                self.cards[seat] += number
                self.cards[loser] -= number
            case ev.HandGivenUp(seat, int(number)):
                self.cards[seat] -= number
            case ev.HandTaken() | ev.HandGivenUp():
                raise BadStory(f"{type(event).__name__} without its number")

    def _note(self, event: ev.Event) -> None:
        match event:
            case ev.SeatsTaken(chairs):
                self.chairs = chairs
            case ev.ColourChosen(seat, colour):
                self.colours[seat] = colour
            case ev.ObjectiveTaken(seat, objective):
                self.objectives[seat] = objective
            case ev.SeatLeft(seat, status):
                self.status[seat] = status
            case ev.TurnBegan(seat, turn, lap):
                self.turn_of, self.turn, self.lap = seat, turn, lap
            case ev.TimeExpired(last_lap):
                self.last_lap = last_lap
            case ev.ClosingRolled(_, _, number):
                self.closing_round = number
            case ev.GameEnded(ending):
                self.ending = ending
            case ev.SeatsPlaced(places, half_points):
                self.places, self.half_points = places, half_points

    def _settle(self, territory: str, owner: Seat | None) -> None:
        tables = self._tables
        self._hold(territory, owner, tables.neutral_armies if owner is None else tables.armies_each_territory)

    def _hold(self, territory: str, owner: Seat | None, armies: int) -> None:
        self.owner[self.land(territory)] = NEUTRAL if owner is None else owner
        self._set(territory, armies)

    def _add(self, territory: str, armies: int) -> None:
        self._set(territory, self.armies[self.land(territory)] + armies)

    def _set(self, territory: str, armies: int) -> None:
        if not 0 <= armies <= MOST_ARMIES:
            raise BadStory(f"{armies} in {territory}")
        self.armies[self.land(territory)] = armies


def check_event(names: Names, seats: int, event: ev.Event) -> None:
    """Raise BadStory if an event refers to anything that is not on this table."""
    for field, value in vars(event).items():
        if value is not None and not _is_known(names, seats, field, value):
            raise BadStory(f"{type(event).__name__}.{field}: {value!r}")


def _is_known(names: Names, seats: int, field: str, value: object) -> bool:
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        is_seat = field in ("seat", "loser", "winner", "owner")
        return 0 <= value < seats if is_seat else abs(value) <= MOST_ARMIES
    if isinstance(value, str):
        return value in _known_words(names, field)
    if isinstance(value, Mapping):
        return all(_is_known_pair(names, seats, key, item) for key, item in value.items())
    return isinstance(value, tuple) and _is_known_row(names, seats, field, value)


def _known_words(names: Names, field: str) -> frozenset[str]:
    if field == "objective":
        deck = names.objectives
        return frozenset(card.id for card in deck.objectives) if deck is not None else frozenset()
    words = {
        "colour": COLOURS,
        "status": STATUS_NAMES,
        "ending": ENDING_NAMES,
        "card": names.cards,
    }
    return frozenset(words.get(field, names.territories))


def _is_known_row(names: Names, seats: int, field: str, row: tuple[object, ...]) -> bool:
    if field == "cards":
        return all(card in names.cards for card in row)
    if field == "decided":
        return len(row) == seats and all(word in DECIDED_NAMES.values() for word in row)
    if field == "chairs":
        return sorted(map(str, row)) == [str(chair) for chair in range(seats)]
    if field == "losses":
        return len(row) == 2 and all(isinstance(number, int) and 0 <= number <= MOST_DICE for number in row)
    if field in ("attack", "defence", "dice"):
        return 1 <= len(row) <= MOST_DICE and all(
            isinstance(face, int) and 1 <= face <= FACES for face in row
        )
    return len(row) == seats


def _is_known_pair(names: Names, seats: int, key: object, item: object) -> bool:
    """Whether it is a chair or seat with its die, or a territory with its owner or armies."""
    if isinstance(key, str):
        number = isinstance(item, int) and 0 <= item <= MOST_ARMIES
        return key in names.territories and (item is None or number)
    return isinstance(key, int) and 0 <= key < seats and isinstance(item, int) and 1 <= item <= FACES
