"""Everything that is wrong with a format file, found in one go, whatever options will be chosen later.

The models say what may stand where. Here is what they refused, led back to where it is written, and what the
parts of a file say about each other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import ValidationError

from kamchatka.faults import Fault, Finding, Path, as_written, choices, closest, findings
from kamchatka.messages import Phrase
from kamchatka.rulebook import Rulebook, UnknownRulebook, load, shipped
from kamchatka.scoring.draft import FileCheck
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.scoring.options import FilledFile, Options, OptionValue, stated_in
from kamchatka.tournament.format.model import Format, FormatOption, Layout, Stage, StageSource, Wish
from kamchatka.tournament.format.tables import table_named

CODES = {"wrong_type": "wrong_value", "out_of_range": "wrong_value"}
"""What is told with the same sentence in format files."""
FILE = ".toml"
"""How the name of a club's own regulation or formula ends."""


class Contradiction(NamedTuple):
    """What parts of a file say against each other: a code of `format.faults`, where, and its values."""

    code: str
    path: Path
    values: Mapping[str, str | int]
    allowed: tuple[str, ...] = ()
    beside: Path = ()
    """The other place it speaks of."""


@dataclass(frozen=True)
class FormatCheck(FileCheck):
    """What a file says, before anything in it is believed."""

    entries = "stage"
    catalogue = "format.faults"

    @cached_property
    def readable(self) -> Mapping[str, FormatOption]:
        """Its options that can be read."""
        found: dict[str, FormatOption] = {}
        for name, option in stated_in(self.raw).items():
            try:
                found[name] = FormatOption.model_validate(option)
            except ValidationError:  # told where the whole file is checked
                continue
        return found

    @cached_property
    def options(self) -> Options:
        """Its options: of each the default, then its other values."""
        values = {
            name: (
                OptionValue(option.default, ("option", name, "default")),
                *(OptionValue(each, ("option", name)) for each in option.values if each != option.default),
            )
            for name, option in self.readable.items()
        }
        return Options(stated_in(self.raw), values, is_plain=True)


def faults_of(draft: FormatCheck) -> tuple[Fault, ...]:
    """Every fault, in the order of the file; none: the format can be used under every choice."""
    told: dict[tuple[str, str], Fault] = {}
    for way in draft.options.ways(draft.raw):
        # One fault may be found under several choices.
        for fault in filled_faults(draft, FilledFile(draft.raw, draft.options, way)):
            told.setdefault((fault.code, fault.where), fault)
    return tuple(sorted(told.values(), key=lambda fault: fault.line or 0))


def filled_faults(draft: FormatCheck, file: FilledFile) -> Iterator[Fault]:
    """What is wrong with options chosen as in this file."""
    for path, name in file.unknown.items():
        yield draft.unknown_option(path, name)
    found = list(_findings(file.data))
    for each in found:
        if each.path not in file.unknown and not file.is_blank(each.path):
            yield _fault(draft, file, each)
    unread = frozenset({*(each.path for each in found), *file.unknown, *file.blanks})
    format = _readable(file.data, unread)
    for code, path, values, allowed, beside in contradictions(format) if format else ():
        if not unread & {path, beside}:
            near = closest(values.get("given", ""), allowed)
            yield draft.fault(code, file.origin(path), values, near=near, allowed=() if near else allowed)


def _findings(data: Mapping[str, Any]) -> Iterator[Finding]:
    try:
        Format.model_validate(data)
    except ValidationError as error:
        yield from findings(Format, error)


def _readable(data: Mapping[str, Any], unread: frozenset[Path]) -> Format | None:
    """The format without what cannot be read, to look at the rest; None where too little is left."""
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
    """A finding where it is really written."""
    code = CODES.get(found.code, found.code)
    if code == "unknown_clause":  # told of the whole list
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
    """What no single value shows."""
    yield from _unknown_names(format)
    yield from _stage_contradictions(format)
    yield from _table_contradictions(format)
    yield from _wishes_twice(format)
    if format.stages:
        yield from _discards(format)
        yield from _undecided(format)
    else:
        yield Contradiction("no_stage", ("stage",), {})


def _unknown_names(format: Format) -> Iterator[Contradiction]:
    """Regulations, formulas and values that do not exist; files of a club are found when it is used."""
    if not format.formula.endswith(FILE) and format.formula not in catalogue():
        values = {"given": format.formula}
        yield Contradiction("unknown_formula", ("formula",), values, catalogue())
    if format.rulebook.endswith(FILE):
        return
    try:
        rulebook = load(format.rulebook)
    except UnknownRulebook:
        yield Contradiction("unknown_rulebook", ("rulebook",), {"given": format.rulebook}, shipped())
        return
    yield from _sizes_not_played(format, rulebook)
    keys = tuple(entry.key for entry in rulebook.entries())
    for at, key in enumerate(format.free):
        if key not in keys:
            yield Contradiction("unknown_value", ("free", at), {"given": key}, (closest(key, keys),))


def _wishes_twice(format: Format) -> Iterator[Contradiction]:
    """Wishes of one kind in one list: it would not be clear how important it is."""
    lists: list[tuple[Path, list[Wish]]] = [(("wishes",), format.wishes)]
    lists += [(("stage", at, "wishes"), stage.wishes or []) for at, stage in enumerate(format.stage)]
    for path, wishes in lists:
        kinds = [wish.kind for wish in wishes]
        for at, kind in enumerate(kinds):
            if kind in kinds[:at]:
                yield Contradiction("wish_twice", (*path, at, "kind"), {"given": kind})


def _sizes_not_played(format: Format, rulebook: Rulebook) -> Iterator[Contradiction]:
    """Usual tables that the regulation knows nothing of; a spare one is the organiser's own correction."""
    listed: list[tuple[Path, list[int]]] = [(("tables", "sizes"), format.tables.sizes)]
    listed += [(("stage", at, "sizes"), stage.sizes) for at, stage in enumerate(format.stage)]
    played = tuple(map(str, rulebook.seats.sizes))
    for path, sizes in listed:
        for at, size in enumerate(sizes):
            if str(size) not in played:
                yield Contradiction("size_not_played", (*path, at), {"size": size}, played, ("rulebook",))


def _stage_contradictions(format: Format) -> Iterator[Contradiction]:
    """Stages of one name, stages entered from one that does not come before, layouts that cannot be."""
    for at, stage in enumerate(format.stage):
        if not stage.when:
            continue
        earlier = tuple(each.id for each in format.stage[:at] if each.when)
        if stage.id in earlier:
            yield Contradiction("stage_twice", ("stage", at, "id"), {"given": stage.id})
        if stage.seating == "planned" and not isinstance(stage.rounds, int):
            yield Contradiction("planned_without_end", ("stage", at, "seating"), {})
        for path, source in _sources(stage):
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


def _sources(stage: Stage) -> Iterator[tuple[Path, StageSource]]:
    """Whom a stage takes, each with its place in the stage."""
    for at, source in enumerate(stage.enters):
        yield ("enters", at), source
    for number, layout in enumerate(stage.layouts):
        for at, source in enumerate(layout.enters):
            yield ("layouts", number, "enters", at), source


def _layout_contradictions(
    format: Format, stage: Stage, layout: Layout, path: Path
) -> Iterator[Contradiction]:
    """Ranks that nobody has, or that do not fill the tables."""
    ranks = [source.ranks for source in layout.enters if source.who == "ranks"]
    last = max([layout.direct, *(most for _, most in ranks)])
    if last > layout.players[0]:
        values = {"rank": last, "players": layout.players[0]}
        yield Contradiction("layout_short", path, values, beside=(*path, "players"))
    entrants, tables = sum(most - least + 1 for least, most in ranks), layout.tables * layout.groups
    largest = max(stage.sizes or format.tables.sizes)
    if tables and ranks and not 3 * tables <= entrants <= largest * tables:
        values = {"entrants": entrants, "count": tables}
        yield Contradiction("layout_tables", (*path, "tables"), values)


def _table_contradictions(format: Format) -> Iterator[Contradiction]:
    """Tables for a number of players that seat another number."""
    rules = format.tables
    for key, by_number in (("by_number", rules.by_number), ("last_round", rules.last_round)):
        for number, names in by_number.items():
            seats = sum(table_named(name).size for name in names)
            if seats != int(number):
                yield Contradiction("seats", ("tables", key, number), {"number": number, "seats": seats})


def _discards(format: Format) -> Iterator[Contradiction]:
    """Results that count and are dropped at once, or more of them than there are."""
    rules, first, *later = format.standings, *format.stages
    key = "drop" if rules.drop else "best"
    if rules.best and rules.drop:
        yield Contradiction("best_and_drop", ("standings", "drop"), {})
    elif isinstance(first.rounds, int) and (rules.drop >= first.rounds or rules.best > first.rounds):
        given = rules.drop or rules.best
        values, rounds = {"given": given, "rounds": first.rounds}, ("stage", 0, "rounds")
        yield Contradiction("results", ("standings", key), values, beside=rounds)
    for stage in later:
        if (rules.best or rules.drop) and stage.summed:
            path: Path = ("stage", format.stage.index(stage), "summed")
            yield Contradiction("summed_after_discards", path, {"key": f"standings.{key}"})


def _undecided(format: Format) -> Iterator[Contradiction]:
    """A small final without a final: whoever sits at a table that decides ranks before all others."""
    deciding = [stage for stage in format.stages if stage.decides]
    if deciding and all(stage.decides > 1 for stage in deciding):
        path: Path = ("stage", format.stage.index(deciding[0]), "decides")
        yield Contradiction("first_undecided", path, {"given": deciding[0].decides})
