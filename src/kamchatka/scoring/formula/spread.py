"""Every value that may stand at a key once the options are chosen, so that none is found wanting later."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from kamchatka.scoring.formula.keys import UNKNOWN
from kamchatka.scoring.formula.lines import Path
from kamchatka.scoring.formula.options import BY_OPTION, REFERENCE, Options, branch

MOST = 500
"""Values tried at one key: more than any formula needs, few enough not to keep anybody waiting."""


class Standing(NamedTuple):
    """A value that may stand at a key, and where its parts are written if not there."""

    value: object
    elsewhere: Mapping[Path, Path]


class Stray(NamedTuple):
    """A reference that leads nowhere: a code of `formula.faults`, where it stands, and what it names."""

    code: str
    at: Path
    option: str
    given: str = ""


class TooMany(Exception):
    """More values than anybody can mean."""


class Spread:
    """The values that may stand at one key."""

    def __init__(self, options: Options, *, is_text: bool = False) -> None:
        self._options = options
        self._is_text = is_text
        self.strays: list[Stray] = []

    def shallow(self, raw: object, at: Path) -> list[Standing]:
        """What the value may be, if it is a reference; else itself. The default comes first."""
        if isinstance(raw, str) and raw.startswith(REFERENCE) and not self._is_plain_text(raw):
            return self._referred(raw[len(REFERENCE) :], at)
        if isinstance(raw, dict) and BY_OPTION in raw:
            return self._branches(raw, at)
        return [Standing(raw, {})]

    def deep(self, raw: object, at: Path) -> list[Standing]:
        """The same for every entry of a list or table: all defaults, then one entry at a time otherwise."""
        if isinstance(raw, list):
            return self._entries(dict(enumerate(raw)), at, is_list=True)
        if isinstance(raw, dict) and BY_OPTION not in raw:
            return self._entries(raw, at, is_list=False)
        return self.shallow(raw, at)

    def _is_plain_text(self, raw: str) -> bool:
        return self._is_text and raw[len(REFERENCE) :] not in self._options.stated

    def _referred(self, name: str, at: Path) -> list[Standing]:
        if name not in self._options.stated:
            self.strays.append(Stray("unknown_option", at, name))
            return [Standing(UNKNOWN, {})]
        return [Standing(each.value, {at: each.path}) for each in self._options.possible(name)] or [
            Standing(UNKNOWN, {})
        ]

    def _branches(self, raw: Mapping[str, object], at: Path) -> list[Standing]:
        name = raw[BY_OPTION]
        if not isinstance(name, str) or name not in self._options.stated:
            self.strays.append(Stray("unknown_option", (*at, BY_OPTION), str(name)))
            return [Standing(UNKNOWN, {})]
        if not self._options.choices(name):
            self.strays.append(Stray("no_choices", (*at, BY_OPTION), name))
            return [Standing(UNKNOWN, {})]
        values = [branch(each.value) for each in self._options.possible(name)]
        for key in raw:
            if key != BY_OPTION and key not in values:
                self.strays.append(Stray("unknown_branch", (*at, key), name, key))
        return list(self._branch_values(raw, values, name, at)) or [Standing(UNKNOWN, {})]

    def _branch_values(
        self, raw: Mapping[str, object], values: list[str], name: str, at: Path
    ) -> Iterator[Standing]:
        for value in values:
            if value not in raw:
                self.strays.append(Stray("missing_branch", at, name, value))
                continue
            for each in self.deep(raw[value], at):
                yield Standing(each.value, {at: (*at, value), **each.elsewhere})

    def _entries(self, raw: Mapping[str | int, object], at: Path, *, is_list: bool) -> list[Standing]:
        each_may_be = {key: self.deep(entry, (*at, key)) for key, entry in raw.items()}
        if sum(map(len, each_may_be.values())) > MOST + len(raw):
            raise TooMany
        usual = {key: may_be[0] for key, may_be in each_may_be.items()}
        found = [_together(usual, is_list=is_list)]
        for key, may_be in each_may_be.items():
            found += [_together({**usual, key: other}, is_list=is_list) for other in may_be[1:]]
        return found


def _together(entries: Mapping[str | int, Standing], *, is_list: bool) -> Standing:
    elsewhere = {at: path for each in entries.values() for at, path in each.elsewhere.items()}
    values = {key: each.value for key, each in entries.items()}
    return Standing(list(values.values()) if is_list else values, elsewhere)
