"""Read values from a TOML table one by one, collecting faults instead of stopping at the first."""

from collections.abc import Mapping
from typing import TypeVar, cast

from kamchatka.board.faults import fault
from kamchatka.board.names import Name
from kamchatka.faults import Fault
from kamchatka.messages import LANGUAGES

Kind = TypeVar("Kind", str, int, bool)


class TomlTable:
    """One table of a deck file, and the list that collects its faults."""

    def __init__(self, values: Mapping[str, object], where: str, faults: list[Fault]) -> None:
        self._values = dict(values)
        self._where = where
        self._faults = faults
        self._taken: set[str] = set()

    def has(self, key: str) -> bool:
        """Whether the key is present."""
        return key in self._values

    def one(self, key: str, kind: type[Kind], default: Kind | None = None) -> Kind | None:
        """A single value; only `must` treats its absence as a fault."""
        self._taken.add(key)
        value = self._values.get(key)
        if value is None:
            return default
        # TOML distinguishes true and 1, Python does not.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._wrong(key, kind.__name__)
            return default
        return value

    def word_or_number(self, key: str) -> str | int | None:
        """A value that may be a word or a number; `None` if it is neither."""
        self._taken.add(key)
        value = self._values.get(key)
        return value if isinstance(value, str | int) and not isinstance(value, bool) else None

    def must(self, key: str, kind: type[Kind]) -> Kind:
        """A required value; if it is missing, a fault and an empty value."""
        self.need(key)
        value = self.one(key, kind)
        return kind() if value is None else value

    def need(self, key: str) -> None:
        """Add a fault if the key is missing."""
        if key not in self._values:
            self._taken.add(key)
            self._faults.append(fault("deck.missing_key", where=self._where, key=key))

    def many(self, key: str, kind: type[Kind]) -> tuple[Kind, ...]:
        """A list of values of one type; empty if missing."""
        self._taken.add(key)
        value = self._values.get(key, [])
        if not isinstance(value, list) or any(type(item) is not kind for item in value):
            self._wrong(key, f"[{kind.__name__}, …]")
            return ()
        return tuple(cast("list[Kind]", value))

    def name(self, key: str) -> Name | None:
        """A text in both languages, or one text for both."""
        self._taken.add(key)
        value = self._values.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            return Name(value, value)
        if isinstance(value, dict) and set(value) == set(LANGUAGES):
            return Name(str(value["it"]), str(value["en"]))
        self._wrong(key, "{ it = …, en = … }")
        return None

    def table(self, key: str) -> "TomlTable":
        """A nested table; empty if missing."""
        self._taken.add(key)
        value = self._values.get(key, {})
        if not isinstance(value, dict):
            self._wrong(key, f"[{key}]")
            value = {}
        return TomlTable(value, f"[{key}]", self._faults)

    def tables(self, key: str) -> tuple["TomlTable", ...]:
        """The `[[key]]` tables, in file order, each named by its id or its position."""
        self._taken.add(key)
        value = self._values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._wrong(key, f"[[{key}]]")
            return ()
        return tuple(
            TomlTable(item, f"[[{key}]] {item.get('id', position)}", self._faults)
            for position, item in enumerate(value, start=1)
        )

    def refuse(self, code: str, **values: str | int) -> None:
        """Add a fault about this table's contents."""
        self._faults.append(fault(code, **values))

    def finish(self) -> None:
        """Add a fault for every key that was not read."""
        for key in self._values:
            if key not in self._taken:
                allowed = ", ".join(sorted(self._taken))
                self.refuse("deck.unknown_key", where=self._where, key=key, allowed=allowed)

    def _wrong(self, key: str, wanted: str) -> None:
        self.refuse("deck.wrong_type", where=self._where, key=key, wanted=wanted)
