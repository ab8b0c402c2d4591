"""Whether an event can be told on a table: recorded events may say anything."""

from collections.abc import Mapping

from kamchatka.game import events as ev
from kamchatka.game.names import COLOURS, Names
from kamchatka.game.narrate import ENDING_NAMES, STATUS_NAMES

MOST_ARMIES = 9999
MOST_DICE = 3
FACES = 6


class BadStory(ValueError):
    """Events that cannot have happened on this table."""


def check_event(names: Names, seats: int, event: ev.Event) -> None:
    """Everything an event names must be on this table; raises BadStory."""
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
        "status": STATUS_NAMES.values(),
        "ending": ENDING_NAMES.values(),
        "card": names.cards,
    }
    return frozenset(words.get(field, names.territories))


def _is_known_row(names: Names, seats: int, field: str, row: tuple[object, ...]) -> bool:
    if field == "cards":
        return all(card in names.cards for card in row)
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
    """A chair or seat with its die, a territory with its owner or its armies."""
    if isinstance(key, str):
        number = isinstance(item, int) and 0 <= item <= MOST_ARMIES
        return key in names.territories and (item is None or number)
    return isinstance(key, int) and 0 <= key < seats and isinstance(item, int) and 1 <= item <= FACES
