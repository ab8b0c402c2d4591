"""The temperaments and characters of sergente, read from `characters.toml` into rows of cells."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kamchatka.bots import STYLES, traits
from kamchatka.faults import read_toml

# Cells of a character: its temperaments, and the rate of conquests from which it turns hasty
CALM = 0
HASTY = 1
PLAIN = 2
OPENING = 3
SWITCH = 4
CHARACTER_CELLS = 5


@dataclass(frozen=True)
class Characters:
    """What sergente is made of, as numbers."""

    temperaments: tuple[str, ...]
    """Their names, by row."""
    rows: tuple[tuple[int, ...], ...]
    """The parameters of each temperament."""
    characters: tuple[tuple[int, ...], ...]
    """The cells of each style, in the order of `STYLES`."""
    prior: tuple[int, int]
    """Turns counted in advance when the table's temper is read, and their conquests in hundredths."""


def trait_names() -> tuple[str, ...]:
    """The parameters by name, in the order of their cells."""
    cells = {name.lower(): at for name, at in vars(traits).items() if name.isupper() and name != "TRAITS"}
    return tuple(sorted(cells, key=lambda name: cells[name]))


@cache
def shipped_characters() -> Characters:
    """The characters of `characters.toml`."""
    return characters_from((files(__package__) / "characters.toml").read_text(encoding="utf-8"))


def characters_from(source: str) -> Characters:
    """The characters of a TOML source."""
    data = read_toml(source)
    parameters, names = data["parameters"], list(data["temperaments"])
    rows = [[parameters[trait][at] for trait in trait_names()] for at in range(len(names))]
    for name, changes in data["variants"].items():
        like = rows[names.index(changes["like"])]
        rows.append([changes.get(trait, like[at]) for at, trait in enumerate(trait_names())])
        names.append(name)
    characters = [_cells_of(data["characters"][style], names) for style in STYLES]
    return Characters(
        tuple(names),
        tuple(map(tuple, rows)),
        tuple(characters),
        (data["temper"]["turns"], data["temper"]["rate"]),
    )


def _cells_of(character: dict[str, Any], names: list[str]) -> tuple[int, ...]:
    temperaments = (character[part] for part in ("calm", "hasty", "plain", "opening"))
    return (*(names.index(each) for each in temperaments), character["switch"])
