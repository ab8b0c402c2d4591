"""The values of format files that clauses state, and alternatives for each.

Every table of a format has its clauses by key; `last_round.6` is one entry of a value. Each number of a list
is tried by itself, save a 0, which is no limit. A value chosen by an option is stated through the default of
the option. A word that nothing else can stand for states nothing.
"""

import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.scoring.options import REFERENCE
from kamchatka.tournament.format.loading import format_source, shipped_formats
from kamchatka.tournament.format.model import Format, Gate, Layout, Seating, StageSource, Wish
from soak.alterations import Alteration, neighbours
from soak.formula_values import FormulaValue
from tests.plugins.alter import FORMAT

WORDS: dict[str, tuple[str, ...]] = {
    "formula": catalogue(),
    "settings": get_args(Format.model_fields["settings"].annotation),
    "judge": get_args(Gate),
    "signatures": get_args(Gate),
    "seating": get_args(Seating),
    "who": get_args(StageSource.model_fields["who"].annotation),
    "kind": get_args(Wish.model_fields["kind"].annotation),
    "void": get_args(Format.model_fields["void"].annotation),
    "counts": get_args(Layout.model_fields["counts"].annotation),
}
"""The words a value is chosen from, by its key."""
WHOLE = ("choices",)
"""Lists of which each number is only one choice among others."""
LAST_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class FormatValue(FormulaValue):
    """One value of one format file; `rulebook` names the file in the form `--alter` expects."""

    file: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def label(self) -> str:
        """The unit of a trial: a format that nobody tries may state what it likes."""
        return f"{self.rulebook}:{self.key}"

    def alterations(self) -> Iterator[Alteration]:
        """All alternatives near this value."""
        for other in self._others():
            beside = tuple(f"{self.rulebook}:{words}" for words in self._beside(other))
            yield Alteration(f"{self.rulebook}:{self.key}={json.dumps(other)}", beside)

    def _others(self) -> Iterator[object]:
        if isinstance(self.value, str) and not self.among:  # a time or a day: use the next one
            yield LAST_NUMBER.sub(lambda found: f"{int(found[0]) + 1:02d}", self.value)
        else:
            yield from neighbours(self.value, [str(word) for word in self.among])

    def _beside(self, other: object) -> Iterator[str]:
        """The other changes needed for the format to stay valid."""
        stages = {stage["id"]: stage for stage in self.file.get("stage", ())}
        match self.key.split("."):
            case "option", name, "default" if isinstance(self.value, bool):
                # The stage of another option may follow from the stage of this one.
                for stage in stages.values():
                    found = stage.get("when", f"{REFERENCE}{name}").removeprefix(REFERENCE)
                    if found != name:
                        yield f"option.{found}.choices=[false]"
            case "stage", id, "layouts", at, "tables":
                name = stages[id]["pick"].removeprefix(REFERENCE)
                choices = self.file["option"][name]["choices"]
                changed = [other if choice == self.value else choice for choice in choices]
                yield f"option.{name}.choices={json.dumps(changed)}"
                yield from self._seats(stages[id]["layouts"][int(at)], f"stage.{id}.layouts.{at}", other)

    def _seats(self, layout: Mapping[str, Any], place: str, tables: object) -> Iterator[str]:
        """The ranks that fewer tables have seats for; the altered number alone would seat too many."""
        first, last = layout["enters"][0]["ranks"]
        most = first + max(self.file["tables"]["sizes"]) * int(str(tables)) - 1
        if most < last:
            yield f"{place}.enters.0.ranks={json.dumps([first, most])}"


def format_values_by_clause() -> Mapping[ClauseId, Sequence[FormatValue]]:
    """The values each clause states, over all shipped formats."""
    found: dict[ClauseId, list[FormatValue]] = defaultdict(list)
    for name in shipped_formats():
        for value in values_of(name, tomllib.loads(format_source(name).text)):
            for clause_id in sorted(value.together):
                if value not in found[clause_id]:
                    found[clause_id].append(value)
    return found


def values_of(name: str, raw: Mapping[str, Any]) -> Iterator[FormatValue]:
    """Every value of a format file that some clause states."""
    for path, table in _tables(raw, ()):
        for key, clauses in table.get("clauses", {}).items():
            if key == "why":  # the reason of a proposal: a sentence, no value
                continue
            value = _at(table, key.split("."))
            place = ".".join((*path, key))
            among = WORDS.get(key, ())
            if isinstance(value, str) and value.startswith(REFERENCE):
                option = raw["option"][value.removeprefix(REFERENCE)]
                place, value = f"option.{value.removeprefix(REFERENCE)}.default", option["default"]
                among = tuple(option.get("choices", ()))
            for at, entry in _entries(value) if key not in WHOLE else [("", value)]:
                if len(among) != 1:
                    yield FormatValue(f"{FORMAT}{name}", place + at, entry, among, frozenset(clauses), raw)


def _entries(value: object) -> Iterator[tuple[str, object]]:
    """The numbers of a list, each with its place in the key; a single number or another value as it is."""
    if isinstance(value, list) and all(isinstance(entry, int) for entry in value) and len({*value}) > 1:
        yield from ((f".{at}", entry) for at, entry in enumerate(value) if entry)
    else:
        yield "", value


def _tables(part: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Every table of a file, with its path: stages by id, other entries by index."""
    if isinstance(part, dict):
        yield path, part
        for key, entry in part.items():
            if key != "clauses":
                yield from _tables(entry, (*path, key))
    elif isinstance(part, list):
        for at, entry in enumerate(part):
            step = entry.get("id", str(at)) if isinstance(entry, dict) else str(at)
            yield from _tables(entry, (*path, step))


def _at(table: Mapping[str, Any], steps: Sequence[str]) -> Any:
    found: Any = table
    for step in steps:
        found = found[step]
    return found
