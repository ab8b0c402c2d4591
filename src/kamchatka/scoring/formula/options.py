"""Options of a formula: where they stand in the file, every value they may put there, and those chosen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kamchatka.faults import WrittenDecimal
from kamchatka.scoring.faults import UnknownOption
from kamchatka.scoring.formula.lines import Path
from kamchatka.scoring.numbers import exact

REFERENCE = "@"
"""`"@bonus"` stands for the value of the option `bonus`."""
BY_OPTION = "by-option"
"""`{ by-option = "share", half = 1, none = 0 }` stands for one of several values, as the option is chosen."""


class Possible(NamedTuple):
    """A value an option may have, and the key that says so."""

    value: object
    path: Path


@dataclass(frozen=True)
class Options:
    """The options of a file, as they stand there."""

    stated: Mapping[str, Any]

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Options":
        """Those of a whole file; none where something else stands."""
        stated = raw.get("option")
        return cls(stated if isinstance(stated, dict) else {})

    def choices(self, name: str) -> list[Any]:
        """The only values it may take; none: any that fits."""
        option = self.stated.get(name)
        found = option.get("choices") if isinstance(option, dict) else None
        return found if isinstance(found, list) else []

    def possible(self, name: str) -> Iterator[Possible]:
        """The default, then the other choices."""
        option = self.stated[name]
        if isinstance(option, dict) and "default" in option:
            yield Possible(option["default"], ("option", name, "default"))
            for at, each in enumerate(self.choices(name)):
                if not is_same(each, option["default"]):
                    yield Possible(each, ("option", name, "choices", at))

    def chosen(self, wanted: Mapping[str, object]) -> dict[str, object]:
        """The value of every option by name; UnknownOption for one that does not exist."""
        for name in wanted:
            if name not in self.stated:
                raise UnknownOption(name, "", tuple(self.stated))
        return {name: self._as_stated(name, wanted) for name in self.stated}

    def _as_stated(self, name: str, wanted: Mapping[str, object]) -> object:
        """The wanted value as the file writes it among the choices; else the default."""
        if name not in wanted:
            return next((each.value for each in self.possible(name)), None)
        value = wanted[name]
        return next((each for each in self.choices(name) if is_same(each, value)), value)


def is_same(one: object, other: object) -> bool:
    """Whether two values mean the same: `1/2` is `0.5`, but `true` is not `1`."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | str | WrittenDecimal) and isinstance(other, int | str | WrittenDecimal):
        try:
            return exact(one) == exact(other)
        except ValueError:
            return one == other
    return one == other


def branch(value: object) -> str:
    """The key under which a value says what it brings about."""
    return ("false", "true")[value] if isinstance(value, bool) else str(value)


def put_in(raw: object, chosen: Mapping[str, object]) -> Any:
    """The file with every reference replaced and every term left out whose `when` does not hold."""
    if isinstance(raw, dict):
        option = raw.get(BY_OPTION)
        if isinstance(option, str) and option in chosen:
            return put_in(raw.get(branch(chosen[option])), chosen)
        return {key: raw[key] if key == "option" else put_in(raw[key], chosen) for key in raw}
    if isinstance(raw, list):
        return [put_in(item, chosen) for item in raw if _is_there(item, chosen)]
    if isinstance(raw, str) and raw.startswith(REFERENCE) and raw[1:] in chosen:
        return chosen[raw[1:]]
    return raw


def _is_there(item: object, chosen: Mapping[str, object]) -> bool:
    when = item.get("when") if isinstance(item, dict) else None
    return not isinstance(when, dict) or all(is_same(chosen[name], value) for name, value in when.items())
