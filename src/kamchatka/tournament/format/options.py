"""Options of a format file: what they may be, and the file with their values put in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import ValidationError

from kamchatka.faults import Path
from kamchatka.tournament.format.model import Option

REFERENCE = "@"
"""`"@games"` stands for the value of the option `games`."""


class OptionValue(NamedTuple):
    """A value an option may have, and the key that says so."""

    value: object
    path: Path


Way = Mapping[str, OptionValue]
"""A value for every option of a file."""


def stated_options(raw: Mapping[str, Any]) -> Mapping[str, Option]:
    """The options of a file that can be read."""
    found: dict[str, Option] = {}
    stated = raw.get("option")
    for name, option in stated.items() if isinstance(stated, dict) else ():
        try:
            found[name] = Option.model_validate(option)
        except ValidationError:  # told where the whole file is checked
            continue
    return found


def ways(options: Mapping[str, Option]) -> list[Way]:
    """Ways to choose: the defaults, then every other value of each option, the rest left alone."""
    defaults = {
        name: OptionValue(option.default, ("option", name, "default")) for name, option in options.items()
    }
    others = [
        {name: OptionValue(value, ("option", name))}
        for name, option in options.items()
        for value in option.values
        if value != option.default
    ]
    return [defaults, *({**defaults, **other} for other in others)]


@dataclass(frozen=True)
class FilledFile:
    """A file with options put in, which remembers where each of these values is written."""

    data: dict[str, Any]
    origins: Mapping[Path, Path]
    strays: tuple[Path, ...]
    """Where options are named that the file does not have."""

    def origin(self, path: Path) -> Path:
        """Where a part is written: in the option that stands there or around it, else in its own place."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.origins:
                return (*self.origins[path[:end]], *path[end:])
        return path

    def is_stray(self, path: Path) -> bool:
        """Whether nobody knows what stands there, because its option is unknown or cannot be read."""
        return any(path[: len(stray)] == stray for stray in self.strays)


def filled(raw: Mapping[str, Any], way: Way) -> FilledFile:
    """The file with these values wherever their options stand."""
    filling = _Filling(way)
    data = {key: entry if key == "option" else filling.part(entry, (key,)) for key, entry in raw.items()}
    return FilledFile(data, filling.origins, tuple(filling.strays))


@dataclass
class _Filling:
    """A file being gone through."""

    way: Way
    origins: dict[Path, Path] = field(default_factory=dict)
    strays: list[Path] = field(default_factory=list)

    def part(self, raw: object, path: Path) -> Any:
        if isinstance(raw, dict):
            return {key: self.part(entry, (*path, key)) for key, entry in raw.items()}
        if isinstance(raw, list):
            return [self.part(entry, (*path, at)) for at, entry in enumerate(raw)]
        if not isinstance(raw, str) or not raw.startswith(REFERENCE):
            return raw
        found = self.way.get(raw.removeprefix(REFERENCE))
        if found is None:
            self.strays.append(path)
            return raw
        self.origins[path] = found.path
        return found.value
