"""Validation of a format file: all faults at once, under every choice of its options.

The models validate single values. This module maps their errors back to places in the file and checks
that the parts of a file agree.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from kamchatka.faults import Fault, FaultyFile, Finding, Path, as_written, choices, closest, findings
from kamchatka.messages import Phrase
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import FaultyRulebook, Rulebook, UnknownRulebook, with_values
from kamchatka.scoring.file_check import FileCheck
from kamchatka.scoring.files import UnknownFormula, UnknownOption, report_beneath
from kamchatka.scoring.options import REFERENCE, FilledFile, Options, OptionValue, stated_in
from kamchatka.tournament.format.library import FILE, RulesLibrary
from kamchatka.tournament.format.model import Format, FormatOption, Layout, Stage, Wish
from kamchatka.tournament.format.tables import (
    LEAST_EVEN,
    MOST_IN_KNOCK_OUT,
    table_named,
    unplayable_knock_out,
)
from kamchatka.tournament.format.uses import key_uses, lacking, option_uses, proposed_uses, sources

CODES = {"wrong_type": "wrong_value", "out_of_range": "wrong_value"}
"""Codes that share one message in format files."""
UNUSABLE = (UnknownFormula, UnknownRulebook, FaultyFile, OSError, UnicodeError)
"""Why a formula or regulation cannot be used."""


class Contradiction(NamedTuple):
    """A conflict between parts of a file: a code of `format.faults`, a path and its values."""

    code: str
    path: Path
    values: Mapping[str, str | int | Phrase]
    allowed: tuple[str, ...] = ()
    beside: Path = ()
    """The path of the other conflicting value."""


@dataclass(frozen=True)
class FormatCheck(FileCheck):
    """A parsed format file with all that it extends, not yet validated."""

    entries = "stage"
    catalogue = "format.faults"

    own: Mapping[str, Any]
    """What the file itself states."""

    def line(self, path: Path) -> int | None:
        """The line of this path; for what another file states, the line that names that file."""
        own = self.own_path(path)
        return (super().line(own) if own else None) or super().line(("extends",))

    def own_path(self, path: Path) -> Path:
        """The path in the file itself, whose stages may have other numbers; empty: another file's stage."""
        if len(path) < 2 or path[0] != self.entries or self.own == self.raw:
            return path
        numbers = {each.get("id"): at for at, each in enumerate(self.own.get(self.entries, []))}
        number = numbers.get(self.entry(path).get("id"))
        return () if number is None else (self.entries, number, *path[2:])

    @cached_property
    def readable(self) -> Mapping[str, FormatOption]:
        """The valid options."""
        found: dict[str, FormatOption] = {}
        for name, option in stated_in(self.raw).items():
            try:
                found[name] = FormatOption.model_validate(option)
            except ValidationError:  # reported when the whole file is validated
                continue
        return found

    @cached_property
    def options(self) -> Options:
        """The options: of each the default, then its other values."""
        values = {
            name: (
                OptionValue(option.default, ("option", name, "default")),
                *(OptionValue(each, ("option", name)) for each in option.values if each != option.default),
            )
            for name, option in self.readable.items()
        }
        return Options(stated_in(self.raw), values, is_plain=True)


def faults_of(draft: FormatCheck) -> tuple[Fault, ...]:
    """All faults that make a format unusable, in file order; empty: it is valid under every choice."""
    told: dict[tuple[str, str], Fault] = {}
    for way in draft.options.ways(draft.raw):
        # The same fault may occur under several choices.
        for fault in filled_faults(draft, FilledFile(draft.raw, draft.options, way)):
            told.setdefault((fault.code, fault.where), fault)
    return _in_order(told.values())


def idle_faults(draft: FormatCheck) -> tuple[Fault, ...]:
    """Keys without effect under every choice, and sources that lack a key, in file order."""
    every = _every_format(draft)
    # Without an invalid entry, those after it would have other numbers.
    formats = [format for _, format, unread in every if not any(isinstance(path[-1], int) for path in unread)]
    uses = [
        *option_uses(draft.raw, draft.readable),
        *(use for each in formats for use in (*key_uses(each), *proposed_uses(each, draft.readable))),
    ]
    used = {use.path for use in uses if use.is_used}
    found = {
        use.path: draft.fault("unused_key", use.path, {"belongs": use.belongs})
        for use in uses
        if use.path not in used and _is_written(draft.own, draft.own_path(use.path))
    }
    for path, key in (each for format in formats for each in lacking(format)):
        found[path] = draft.fault("needed_key", path, {"key": key})
    for key in ("formula_options", "rulebook_values"):
        for path in _references(draft.raw.get(key), (key,)):
            found[path] = draft.fault("option_not_here", path)
    return _in_order(found.values())


def _references(raw: object, path: Path) -> Iterator[Path]:
    """The paths of values that refer to an option."""
    if isinstance(raw, dict):
        for key, each in raw.items():
            yield from _references(each, (*path, key))
    elif isinstance(raw, str) and raw.startswith(REFERENCE):
        yield path


def _in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: fault.line or 0))


def name_faults(draft: FormatCheck, library: RulesLibrary) -> tuple[Fault, ...]:
    """Regulations, formulas and their values that do not exist, knock-outs that nobody can play."""
    found: dict[tuple[str, str], Fault] = {}
    for file, format, unread in _every_format(draft):
        for each in (*_unknown_names(format, library), *_played_by_nobody(format)):
            fault = _contradiction_fault(draft, file, each)
            if not unread & {each.path, each.beside}:
                found.setdefault((fault.code, fault.where), fault)
    return _in_order(found.values())


def _every_format(draft: FormatCheck) -> Iterator[tuple[FilledFile, Format, frozenset[Path]]]:
    """The format under every choice of its options, and the paths of invalid values left out."""
    for way in draft.options.ways(draft.raw):
        file = FilledFile(draft.raw, draft.options, way)
        unread = frozenset({*(each.path for each in _findings(file.data)), *file.unknown, *file.blanks})
        format = _readable(file.data, unread)
        if format is not None:
            yield file, format, unread


def _is_written(raw: Any, path: Path) -> bool:
    """Whether the file states a value at this path; an empty path is that of another file."""
    for key in path:
        found = dict(enumerate(raw)) if isinstance(raw, list) else raw
        if not isinstance(found, dict) or key not in found:
            return False
        raw = found[key]
    return bool(path)


def filled_faults(draft: FormatCheck, file: FilledFile) -> Iterator[Fault]:
    """The faults under the choices of this file."""
    for path, name in file.unknown.items():
        yield draft.unknown_option(path, name)
    found = list(_findings(file.data))
    for finding in found:
        if finding.path not in file.unknown and not file.is_blank(finding.path):
            yield _fault(draft, file, finding)
    unread = frozenset({*(each.path for each in found), *file.unknown, *file.blanks})
    format = _readable(file.data, unread)
    for each in contradictions(format) if format else ():
        if not unread & {each.path, each.beside}:
            yield _contradiction_fault(draft, file, each)


def _contradiction_fault(draft: FormatCheck, file: FilledFile, found: Contradiction) -> Fault:
    near = closest(found.values.get("given", ""), found.allowed)
    allowed = () if near else found.allowed
    return draft.fault(found.code, file.origin(found.path), found.values, near=near, allowed=allowed)


def _findings(data: Mapping[str, Any]) -> Iterator[Finding]:
    try:
        Format.model_validate(data)
    except ValidationError as error:
        yield from findings(Format, error)


def _readable(data: Mapping[str, Any], unread: frozenset[Path]) -> Format | None:
    """The format without its invalid values, to check the rest; None if too little is left."""
    try:
        return Format.model_validate(_without(unread, data, ()))
    except ValidationError:
        return None


def _without(unread: frozenset[Path], part: Any, path: Path) -> Any:
    if isinstance(part, dict):
        kept = {key: each for key, each in part.items() if (*path, key) not in unread}
        return {key: _without(unread, each, (*path, key)) for key, each in kept.items()}
    if isinstance(part, list):
        entries = ((at, each) for at, each in enumerate(part) if (*path, at) not in unread)
        return [_without(unread, each, (*path, at)) for at, each in entries]
    return part


def _fault(draft: FormatCheck, file: FilledFile, found: Finding) -> Fault:
    """The fault of a finding, at its place in the source file."""
    code = CODES.get(found.code, found.code)
    if code == "unknown_clause":  # reported for the whole list
        return draft.fault(code, file.origin(found.path[:-1]), {"id": found.context["id"]})
    if code == "unknown_key":
        return draft.unknown(code, found.path, str(found.path[-1]), found.known)
    words = choices(found.annotation) if code == "unknown_choice" else ()
    values: dict[str, str | int | Phrase] = {"given": as_written(found.given), "wanted": found.wanted}
    near = closest(found.given, words) if isinstance(found.given, str) else ""
    path = file.origin(found.path)
    if path != found.path:
        code, values["used"] = "unfit_option", draft.where(found.path)
    return draft.fault(code, path, values, near=near, allowed=() if near else words)


def contradictions(format: Format) -> Iterator[Contradiction]:
    """Conflicts that no single value shows."""
    yield from _stage_contradictions(format)
    yield from _beside_contradictions(format)
    yield from _table_contradictions(format)
    yield from _wishes_twice(format)
    yield from _team_contradictions(format)
    if format.stages:
        yield from _discards(format)
        yield from _undecided(format)
    else:
        yield Contradiction("no_stage", ("stage",), {})


def _unknown_names(format: Format, library: RulesLibrary) -> Iterator[Contradiction]:
    """Unusable regulations and formulas; options and values they do not have."""
    try:
        library.formula(format.formula)
    except UNUSABLE as error:
        yield _unusable("formula", format.formula, library, error)
    else:
        for name, value in format.formula_options.items():
            try:
                library.formula(format.formula, {name: value})
            except UnknownOption as wrong:
                yield Contradiction("formula_option", ("formula_options", name), {"said": wrong.sentence})
    try:
        rulebook = library.rulebook(format.rulebook)
    except UNUSABLE as error:
        yield _unusable("rulebook", format.rulebook, library, error)
        return
    keys = tuple(entry.key for entry in rulebook.entries())
    named: list[tuple[Path, str]] = [(("free", at), key) for at, key in enumerate(format.free)]
    named += [(("rulebook_values", *key.split(".", 1)), key) for key in format.chosen_values]
    unknown = [(path, key) for path, key in named if key not in keys]
    for path, key in unknown:
        yield Contradiction("unknown_value", path, {"given": key}, (closest(key, keys),))
    if not unknown:
        try:
            rulebook = with_values(rulebook, format.chosen_values)
        except FaultyRulebook as faulty:
            for fault in faulty.faults:
                path = ("rulebook_values", *fault.where.split("."))
                yield Contradiction("rulebook_value", path, {"said": fault.message})
    yield from _sizes_not_played(format, rulebook)


def _unusable(
    kind: Literal["formula", "rulebook"], name: str, library: RulesLibrary, error: Exception
) -> Contradiction:
    """A formula or regulation that does not exist or cannot be read."""
    if isinstance(error, FaultyFile):
        return Contradiction("faulty_file", (kind,), {"given": name, "said": partial(report_beneath, error)})
    if isinstance(error, NotUnderstood) and not name.lower().endswith(FILE):
        return Contradiction(f"unknown_{kind}", (kind,), {"given": name}, library.ids(kind))
    code = "no_file" if isinstance(error, NotUnderstood) else "unreadable_file"
    return Contradiction(code, (kind,), {"file": name})


def _wishes_twice(format: Format) -> Iterator[Contradiction]:
    """Duplicate kinds in a list of wishes: their priority would be ambiguous."""
    lists: list[tuple[Path, list[Wish]]] = [(("wishes",), format.wishes)]
    lists += [(("stage", at, "wishes"), stage.wishes or []) for at, stage in enumerate(format.stage)]
    for path, wishes in lists:
        kinds = [wish.kind for wish in wishes]
        for at, kind in enumerate(kinds):
            if kind in kinds[:at]:
                yield Contradiction("wish_twice", (*path, at, "kind"), {"given": kind})


def _team_contradictions(format: Format) -> Iterator[Contradiction]:
    """Rules for teams where there are none, or more members required than play."""
    rules = format.team
    if not format.teams and rules.model_fields_set:
        yield Contradiction("no_teams", ("team",), {}, beside=("teams",))
    elif rules.least > format.teams:
        values = {"given": rules.least, "teams": format.teams}
        yield Contradiction("team_least", ("team", "least"), values, beside=("teams",))


def _sizes_not_played(format: Format, rulebook: Rulebook) -> Iterator[Contradiction]:
    """Table sizes that the regulation does not have; spare sizes are the organiser's choice and allowed."""
    listed: list[tuple[Path, list[int]]] = [(("tables", "sizes"), format.tables.sizes)]
    listed += [(("stage", at, "sizes"), stage.sizes) for at, stage in enumerate(format.stage)]
    played = tuple(map(str, rulebook.seats.sizes))
    for path, sizes in listed:
        for at, size in enumerate(sizes):
            if str(size) not in played:
                yield Contradiction("size_not_played", (*path, at), {"size": size}, played, ("rulebook",))


def _stage_contradictions(format: Format) -> Iterator[Contradiction]:
    """Duplicate stage ids, sources that are not earlier stages, invalid layouts."""
    for at, stage in enumerate(format.stage):
        if not stage.when:
            continue
        earlier = tuple(each.id for each in format.stage[:at] if each.when)
        if stage.id in earlier:
            yield Contradiction("stage_twice", ("stage", at, "id"), {"given": stage.id})
        if stage.seating == "planned" and not isinstance(stage.rounds, int):
            yield Contradiction("planned_without_end", ("stage", at, "seating"), {})
        if stage.beside:
            together = [each.id for each in format.together(stage.id)]
            earlier = tuple(id for id in earlier if id not in together)
        for path, source in sources(stage):
            if source.stage and source.stage not in earlier:
                yield Contradiction(
                    "stage_not_before", ("stage", at, *path, "stage"), {"given": source.stage}, earlier
                )
        for number, layout in enumerate(stage.layouts):
            yield from _layout_contradictions(format, stage, layout, ("stage", at, "layouts", number))
        picks = {layout.tables for layout in stage.layouts}
        if stage.pick != "auto" and stage.pick not in picks:
            allowed = ("auto", *map(str, sorted(picks)))
            yield Contradiction("unknown_pick", ("stage", at, "pick"), {"given": str(stage.pick)}, allowed)


def _beside_contradictions(format: Format) -> Iterator[Contradiction]:
    """Stages played together that no cut makes, that cannot end together, or of which some are summed."""
    for number, stage in enumerate(format.stages):
        path: Path = ("stage", format.stage.index(stage), "beside")
        first = format.together(stage.id)[0]
        if not stage.beside:
            continue
        if number < 2 or first is format.stages[0]:
            yield Contradiction("beside_nothing", path, {})
        elif not all(isinstance(each.rounds, int) and each.seating != "planned" for each in (first, stage)):
            yield Contradiction("beside_without_end", path, {"stage": first.id})
        elif stage.summed != first.summed:
            yield Contradiction("beside_summed", path, {"stage": first.id})


def _layout_contradictions(
    format: Format, stage: Stage, layout: Layout, path: Path
) -> Iterator[Contradiction]:
    """Ranks beyond the number of players, or too few or many for the tables."""
    ranks = [source.bounds for source in layout.enters if source.who == "ranks"]
    last = max([layout.direct, *(max(bounds) for bounds in ranks)])
    if last > layout.players[0]:
        values = {"rank": last, "players": layout.players[0]}
        yield Contradiction("layout_short", path, values, beside=(*path, "players"))
    entrants, tables = sum(most - least + 1 for least, most in ranks), layout.tables * layout.groups
    sizes = format.sizes_of(stage)
    least, largest = min(LEAST_EVEN, *sizes), max(sizes)
    is_known = 0 < len(ranks) == len(layout.enters) and all(most for _, most in ranks)
    if tables and is_known and not least * tables <= entrants <= largest * tables:
        values = {"entrants": entrants, "count": tables}
        yield Contradiction("layout_tables", (*path, "tables"), values)


def _table_contradictions(format: Format) -> Iterator[Contradiction]:
    """Table lists that do not seat their number of players."""
    rules = format.tables
    for key, by_number in (("by_number", rules.by_number), ("last_round", rules.last_round)):
        for number, names in by_number.items():
            seats = sum(table_named(name).size for name in names)
            if seats != int(number):
                yield Contradiction("seats", ("tables", key, number), {"number": number, "seats": seats})


def _discards(format: Format) -> Iterator[Contradiction]:
    """Both `best` and `drop`, or more of them than rounds."""
    rules, first, *later = format.standings, *format.stages
    key = "drop" if rules.drop else "best"
    if rules.best and rules.drop:
        yield Contradiction("best_and_drop", ("standings", "drop"), {})
    elif rules.drop and not isinstance(first.rounds, int):
        rounds = ("stage", format.stage.index(first), "rounds")
        yield Contradiction("drop_without_end", ("standings", "drop"), {}, beside=rounds)
    elif isinstance(first.rounds, int) and (rules.drop >= first.rounds or rules.best > first.rounds):
        given = rules.drop or rules.best
        values, rounds = {"given": given, "rounds": first.rounds}, ("stage", 0, "rounds")
        yield Contradiction("results", ("standings", key), values, beside=rounds)
    for stage in later:
        if (rules.best or rules.drop) and stage.summed:
            path: Path = ("stage", format.stage.index(stage), "summed")
            yield Contradiction("summed_after_discards", path, {"key": f"standings.{key}"})


def _undecided(format: Format) -> Iterator[Contradiction]:
    """A small final without a final: a table decides lower ranks, but none decides the first."""
    deciding = [stage for stage in format.stages if stage.decides]
    if deciding and all(stage.decides > 1 for stage in deciding):
        path: Path = ("stage", format.stage.index(deciding[0]), "decides")
        yield Contradiction("first_undecided", path, {"given": deciding[0].decides})


def _played_by_nobody(format: Format) -> Iterator[Contradiction]:
    """A knock-out whose tables fit no number of players from its first stage to its last."""
    chain = unplayable_knock_out(format) if format.stages else ()
    if chain:
        values: dict[str, str | int | Phrase] = {
            "least": format.entrants[0],
            "most": format.entrants[1] or MOST_IN_KNOCK_OUT,
            "stages": ", ".join(stage.id for stage in chain),
        }
        yield Contradiction("played_by_nobody", ("stage", format.stage.index(chain[-1])), values)
