"""The bots of a match: shipped ones by name, or a style of sergente with parameters of a file.

`sergente:path.toml` plays the file's style with the temperament stated there in place of the shipped one:

    style = "cauto"
    [temperaments.calm]
    card = 950
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kamchatka.bots import SERGENTE, STYLES, bot_number, canonical_name
from kamchatka.bots.characters import CALM, SWITCH, Characters, shipped_characters, trait_names
from kamchatka.faults import BrokenFile, read_toml
from kamchatka.refusals import NotUnderstood

PREFIX, SUFFIX = "sergente:", ".toml"
WEIGHTS = (-1000, 2000)
LIMITS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        **dict.fromkeys(("least_chance", "closing_chance", "all_in_chance"), (0, 1000)),
        **dict.fromkeys(("army", "late_army", "closing_army", "all_in_army", "kill"), (0, 250)),
        **dict.fromkeys(("near_from", "danger_from", "all_in_from", "ramp_laps", "waiting"), (0, 12)),
        **dict.fromkeys(("depth", "reserve", "tris_armies", "tris_hand"), (0, 12)),
    }
)
"""Least and most of the parameters that are no weights: chances, prices, and counts."""


class ParametersRefused(NotUnderstood):
    """A file of parameters that cannot be played."""

    section = "arena.parameters"


@dataclass(frozen=True)
class OwnRow:
    """Parameters in place of those of a shipped temperament."""

    temperament: str
    row: tuple[int, ...]


@dataclass(frozen=True)
class Contestant:
    """A bot, perhaps with a temperament of its own."""

    label: str
    number: int
    own: OwnRow | None = None

    def as_json(self) -> Any:
        """What identifies its play."""
        if self.own is None:
            return self.label
        return {"style": STYLES[self.number - SERGENTE], self.own.temperament: self.own.row}


def contestant(name: str) -> Contestant:
    """The bot somebody typed."""
    if name.startswith(PREFIX) and name.endswith(SUFFIX):
        return _from_file(name, Path(name.removeprefix(PREFIX)))
    return Contestant(canonical_name(name), bot_number(name))


def limits_of(trait: str) -> tuple[int, int]:
    """The least and the most a parameter may be."""
    return LIMITS.get(trait, WEIGHTS)


def _from_file(label: str, path: Path) -> Contestant:
    shipped, traits = shipped_characters(), trait_names()
    try:
        data = read_toml(path.read_text(encoding="utf-8"))
        number = SERGENTE + STYLES.index(data["style"])
        ((name, stated),) = data["temperaments"].items()
        row: list[int] = list(shipped.rows[shipped.temperaments.index(name)])
        for trait, value in stated.items():
            row[traits.index(trait)] = value
    except OSError as error:
        raise ParametersRefused("unreadable", path=path, error=error) from error
    except (BrokenFile, KeyError, ValueError, AttributeError) as error:
        raise ParametersRefused("not_parameters", path=path, style=", ".join(STYLES)) from error
    for trait, value in zip(traits, row, strict=True):
        least, most = limits_of(trait)
        if type(value) is not int or not least <= value <= most:
            raise ParametersRefused("number", path=path, parameter=trait, least=least, most=most)
    return Contestant(label, number, OwnRow(name, tuple(row)))


def row_to_tune(bot: Contestant, temperament: str | None) -> OwnRow:
    """The parameters of this temperament of a style of sergente, else of its own or its calm one."""
    style = bot.number - SERGENTE
    if not 0 <= style < len(STYLES):
        raise ParametersRefused("not_tunable", bot=bot.label, style=", ".join(STYLES))
    shipped = shipped_characters()
    names, cells = shipped.temperaments, shipped.characters[style]
    if bot.own and temperament in {None, bot.own.temperament}:
        return bot.own
    name = temperament or names[cells[CALM]]
    if bot.own or name not in {names[cell] for cell in cells[:SWITCH]}:
        raise ParametersRefused("no_temperament", bot=bot.label, temperament=name)
    return OwnRow(name, shipped.rows[names.index(name)])


def parameters_toml(number: int, own: OwnRow) -> str:
    """The file of a style, by the number of its bot, with a temperament of its own."""
    style, row = STYLES[number - SERGENTE], own.row
    numbers = "".join(f"{trait} = {value}\n" for trait, value in zip(trait_names(), row, strict=True))
    return f'style = "{style}"\n\n[temperaments.{own.temperament}]\n{numbers}'


def line_up(one: Contestant, other: Contestant) -> tuple[tuple[int, int], Characters]:
    """The numbers that the two bots have in the rules' loops, and the characters to play with.

    A bot with rows of its own takes the place of a style that plays no part.
    """
    characters, numbers = shipped_characters(), [one.number, other.number]
    for at, each in enumerate((one, other)):
        if each.own:
            unused = [style for style in range(len(STYLES)) if SERGENTE + style not in numbers]
            characters = _with_row(characters, each.number, each.own, unused[-1])
            numbers[at] = SERGENTE + unused[-1]
    return (numbers[0], numbers[1]), characters


def _with_row(characters: Characters, number: int, own: OwnRow, place: int) -> Characters:
    """The characters with this style and its own temperament in place of another style."""
    shipped = shipped_characters()
    cells, old = shipped.characters[number - SERGENTE], shipped.temperaments.index(own.temperament)
    new = len(characters.rows)
    played = (*(new if cell == old else cell for cell in cells[:SWITCH]), *cells[SWITCH:])
    return replace(
        characters,
        temperaments=(*characters.temperaments, f"{place} {own.temperament}"),
        rows=(*characters.rows, own.row),
        characters=(*characters.characters[:place], played, *characters.characters[place + 1 :]),
    )
