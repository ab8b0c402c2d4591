"""Options of formula and format files: their values, the entries that depend on them, and substitution."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from kamchatka.faults import Path, as_written
from kamchatka.messages import Language
from kamchatka.scoring.formula.amounts import is_same
from kamchatka.scoring.numbers import whole

REFERENCE = "@"
"""`"@bonus"` stands for the value of the option `bonus`."""
BY_OPTION = "by-option"
"""`{ by-option = "share", half = 1, none = 0 }` selects a value by the option's choice."""
LITERAL = frozenset({"option", "id", "kind", "when", "column", "columns", "score"})
"""Structural keys of a formula, in which options are not substituted."""
MOST_CHOICES = 50
"""Limit for one option: more than any formula needs, and few enough to check quickly."""

OptionChoice = Mapping[str, int]
"""The index of the chosen value of each option; 0, the default, for options not listed."""


class Option(Protocol):
    """An option as formula and format files declare it."""

    @property
    def default(self) -> Any:
        """The value used if none is chosen."""

    @property
    def choices(self) -> list[Any]:
        """The allowed values, if they are listed."""

    @property
    def about(self) -> str:
        """Description in Italian."""

    @property
    def about_en(self) -> str:
        """Description in English; empty: as in Italian."""


def about(option: Option, lang: Language) -> str:
    """Description of an option."""
    return option.about_en if lang == "en" and option.about_en else option.about


def listed(option: Option) -> list[Any]:
    """The values to choose from; empty for a free value."""
    return option.choices or ([True, False] if isinstance(option.default, bool) else [])


def word_of(value: object) -> str:
    """A value as the text of a form field."""
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def value_of(option: Option, word: str) -> Any:
    """The value for the text of a form field; invalid values are refused later."""
    plain = word.strip()
    for each in listed(option):
        if plain in (word_of(each), as_written(each)):
            return each
    if isinstance(option.default, list):
        return plain.split()
    number = whole(plain, 12)
    return plain if number is None else number


class OptionValue(NamedTuple):
    """A possible value of an option, and its path in the file."""

    value: object
    path: Path


class UnknownValue(NamedTuple):
    """A broken reference: a code of `formula.faults`, its path, and the name it refers to."""

    code: str
    path: Path
    option: str
    given: str = ""


@dataclass(frozen=True)
class Options:
    """The options of a file, as parsed."""

    stated: Mapping[str, Any]
    values: Mapping[str, tuple[OptionValue, ...]]
    """The default of each option, then its other values; empty if it has no default."""
    is_plain: bool = False
    """Whether options are only substituted as values: nothing else depends on them."""

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Options":
        """The options of a whole formula file; empty if the entry is malformed."""
        options = stated_in(raw)
        return cls(options, {name: tuple(_values(name, option)) for name, option in options.items()})

    def choices(self, name: str) -> list[Any]:
        """The allowed values; if empty, any that fits."""
        return _choices(self.stated.get(name))

    @property
    def literal(self) -> frozenset[str]:
        """Keys in which options are not substituted."""
        return frozenset({"option"}) if self.is_plain else LITERAL

    def number(self, name: str, value: object) -> int | None:
        """The index of a value."""
        numbers = (at for at, each in enumerate(self.values.get(name, ())) if is_same(each.value, value))
        return next(numbers, None)

    def holds(self, entry: object, way: OptionChoice) -> bool:
        """Whether a list entry applies; true for impossible conditions, so that the entry is validated."""
        asked = self._asked(entry).items()
        return all(number in (None, way.get(name, 0)) for name, number in asked)

    def ways(self, raw: object) -> list[OptionChoice]:
        """Choices of options that together put every value into every place where it can occur."""
        found: dict[frozenset[tuple[str, int]], OptionChoice] = {frozenset(): {}}
        for way in self._ways(raw, {}):
            found.setdefault(frozenset(item for item in way.items() if item[1]), way)
        return list(found.values())

    def _ways(self, raw: object, way: OptionChoice) -> Iterator[OptionChoice]:
        """The choices needed for each part to apply, in addition to `way`."""
        name = self.referred(raw)
        if name is not None and name in self.values:
            for number in [way[name]] if name in way else range(len(self.values[name])):
                chosen = {**way, name: number}
                yield chosen
                if isinstance(raw, dict):
                    yield from self._ways(raw.get(_branch(self.values[name][number].value)), chosen)
        elif isinstance(raw, dict):
            for key, entry in raw.items():
                if key not in self.literal:
                    yield from self._ways(entry, way)
        elif isinstance(raw, list):
            for entry in raw:
                asked = self._asked(entry).items()
                here = {**way, **{name: at for name, at in asked if at is not None}}
                yield here
                yield from self._ways(entry, here)

    def _asked(self, entry: object) -> dict[str, int | None]:
        """The option values a list entry requires, by index."""
        asked = () if self.is_plain else conditions(entry)
        return {name: self.number(name, value) for name, value in asked}

    def referred(self, raw: object) -> str | None:
        """The option that a text or table refers to."""
        if isinstance(raw, str) and raw.startswith(REFERENCE):
            return raw.removeprefix(REFERENCE)
        name = raw.get(BY_OPTION) if isinstance(raw, dict) and not self.is_plain else None
        return name if isinstance(name, str) else None


class FilledFile:
    """A file with options substituted: references replaced, and terms dropped whose `when` does not hold.

    Keeps the origin of each part. Below, `at` is a path in the result, `path` a path in the file.
    """

    def __init__(self, raw: Mapping[str, Any], options: Options, way: OptionChoice | None = None) -> None:
        self._options, self._way = options, way or {}
        self._origins: dict[Path, Path] = {}
        self._uses: dict[Path, Path] = {}
        self.blanks: set[Path] = set()
        """Paths without a value; the fault is reported elsewhere."""
        self.strays: list[UnknownValue] = []
        self.unknown: dict[Path, str] = {}
        """Texts that look like a reference to an unknown option; no fault if free text is allowed there."""
        self.data: dict[str, Any] = self._table(raw, (), ())

    def origin(self, at: Path) -> Path:
        """Path in the file where a part is written, following references."""
        return _led(at, self._origins)

    def use(self, at: Path) -> Path:
        """Path in the file of the reference that a part comes from."""
        return _led(at, self._uses)

    def is_blank(self, at: Path) -> bool:
        """Whether a value at, above or below this path is missing."""
        return any(at[: len(blank)] == blank[: len(at)] for blank in self.blanks)

    def _part(self, raw: object, at: Path, path: Path) -> Any:
        if isinstance(raw, dict):
            is_branch = BY_OPTION in raw and not self._options.is_plain
            return (self._one_branch if is_branch else self._table)(raw, at, path)
        if isinstance(raw, list):
            there = [number for number, entry in enumerate(raw) if self._options.holds(entry, self._way)]
            return [self._entry(raw, number, (*at, index), path) for index, number in enumerate(there)]
        name = self._options.referred(raw)
        return raw if name is None else self._value(name, raw, at, path)

    def _table(self, raw: Mapping[str, Any], at: Path, path: Path) -> dict[str, Any]:
        return {
            key: entry if key in self._options.literal else self._part(entry, (*at, key), (*path, key))
            for key, entry in raw.items()
        }

    def _entry(self, raw: list[Any], number: int, at: Path, path: Path) -> Any:
        if at[-1] != number:
            self._origins[at] = (*path, number)
        return self._part(raw[number], at, (*path, number))

    def _value(self, name: str, raw: object, at: Path, path: Path) -> object:
        if name not in self._options.stated:
            self.unknown[at] = name
            return raw
        values = self._options.values.get(name)
        if not values:
            self.blanks.add(at)
            return None
        self._uses[at] = path
        value, self._origins[at] = values[self._way.get(name, 0)]
        return value

    def _one_branch(self, raw: Mapping[str, Any], at: Path, path: Path) -> Any:
        key = self._branch_key(raw, path)
        if key is None:
            self.blanks.add(at)
            return None
        self._origins[at] = (*path, key)
        return self._part(raw[key], at, (*path, key))

    def _branch_key(self, raw: Mapping[str, Any], path: Path) -> str | None:
        """The key of the selected branch; None if there is none."""
        name = self._options.referred(raw)
        if name is None or name not in self._options.stated:
            self.strays.append(UnknownValue("unknown_option", (*path, BY_OPTION), str(raw[BY_OPTION])))
            return None
        if not self._options.choices(name):
            self.strays.append(UnknownValue("no_choices", (*path, BY_OPTION), name))
            return None
        branches = [_branch(each.value) for each in self._options.values[name]]
        others = [key for key in raw if key not in (BY_OPTION, *branches)]
        self.strays += [UnknownValue("unknown_branch", (*path, key), name, key) for key in others]
        chosen = branches[self._way.get(name, 0)] if branches else None
        if chosen is not None and chosen not in raw:
            self.strays.append(UnknownValue("missing_branch", path, name, chosen))
            return None
        return chosen


def stated_in(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of a whole file; empty if the entry is malformed."""
    stated = raw.get("option")
    return stated if isinstance(stated, dict) else {}


def _choices(option: object) -> list[Any]:
    found = option.get("choices") if isinstance(option, dict) else None
    return found[:MOST_CHOICES] if isinstance(found, list) else []


def _values(name: str, option: object) -> Iterator[OptionValue]:
    if isinstance(option, dict) and "default" in option:
        yield OptionValue(option["default"], ("option", name, "default"))
        for number, each in enumerate(_choices(option)):
            if not is_same(each, option["default"]):
                yield OptionValue(each, ("option", name, "choices", number))


def _led(at: Path, places: Mapping[Path, Path]) -> Path:
    """Map a path by its nearest known ancestor."""
    for end in range(len(at), 0, -1):
        if at[:end] in places:
            return (*places[at[:end]], *at[end:])
    return at


def conditions(entry: object) -> Iterable[tuple[str, object]]:
    """The option values a term requires, as parsed."""
    when = entry.get("when") if isinstance(entry, dict) else None
    return when.items() if isinstance(when, dict) else ()


def _branch(value: object) -> str:
    """The branch key for a value."""
    return ("false", "true")[value] if isinstance(value, bool) else str(value)
