"""Table sizes for a number of players; a knock-out is planned over all its stages."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import takewhile
from typing import Literal, NamedTuple

from kamchatka.refusals import NotAllowed
from kamchatka.tournament.format.model import Condition, Format, Layout, Stage, StageSource, TableName, within

LEAST_EVEN = 3
"""Minimum players per table where the number of tables is fixed, unless the sizes go lower."""
FAR = 100
"""How far to search for the nearest number of players that can be seated."""
MOST_IN_KNOCK_OUT = 300
"""How far to search for a number of players that can play a knock-out without a limit."""


class TableShape(NamedTuple):
    """The kind of a table and its number of players."""

    kind: Literal["table", "dummy", "duel", "bye"]
    size: int


Tables = tuple[TableShape, ...]
SPECIAL: Mapping[TableName, TableShape] = {
    "dummy": TableShape("dummy", 3),
    "duel": TableShape("duel", 2),
    "bye": TableShape("bye", 1),
}


def table_named(name: TableName) -> TableShape:
    """The table for a name in a format file."""
    return SPECIAL.get(name) or TableShape("table", int(name))


class Turnout(NamedTuple):
    """Players and tables of a played stage."""

    players: int
    tables: int


class StagePlan(NamedTuple):
    """A planned stage: its players and tables."""

    stage: str
    players: int
    tables: Tables


class NoTables(NotAllowed):
    """The format cannot seat this number of players; carries the nearest numbers it can."""

    section = "format.refused"

    def __init__(
        self, players: int, sizes: tuple[int, ...], clause: str, *, below: int | None, above: int | None
    ) -> None:
        near = [str(number) for number in (below, above) if number is not None]
        super().__init__(
            "no_tables" if near else "no_tables_at_all",
            clause=clause,
            players=players,
            sizes=", ".join(map(str, sizes)),
            near=", ".join(near),
        )
        self.players = players
        self.sizes = sizes
        self.below = below
        """The nearest lower number that can be seated."""
        self.above = above
        """The nearest higher number that can be seated."""


def tables_for(
    format: Format,
    stage: Stage,
    players: int,
    *,
    is_last_round: bool = False,
    tables: int | None = None,
    played: Mapping[str, Turnout] | None = None,
) -> Tables:
    """The tables of one round, preferred sizes first; raises NoTables.

    A fixed number of tables (the stage's, or `tables`) is filled evenly, larger tables first. `played` holds
    the earlier stages by id: a knock-out needs them to count players who wait for a later stage.
    """

    def found(number: int) -> Tables | None:
        return _found(format, stage, number, played or {}, tables, is_last_round=is_last_round)

    here = found(players)
    if here is None:
        raise _no_tables(format, stage, players, found)
    return here


def planned_tables(
    format: Format, stage: Stage, players: int, *, played: Mapping[str, Turnout] | None = None
) -> tuple[StagePlan, ...]:
    """The knock-out stages from this one on, with the fewest tables of other than the preferred size.

    Of equal plans, the one with fewer later tables; raises NoTables if there is no plan.
    """
    found = _best_plan(format, stage, players, played or {})
    if found is None:
        raise _no_tables(
            format, stage, players, lambda number: _best_plan(format, stage, number, played or {})
        )
    return found


def unplayable_knock_out(format: Format) -> tuple[Stage, ...]:
    """The stages of the knock-out that begins the format, if no number of its players can play them."""
    chain, (least, most) = _chain(format, format.stages[0]), format.entrants
    numbers = range(least, (most or MOST_IN_KNOCK_OUT) + 1)
    is_playable = len(chain) == 1 or any(_found(format, chain[0], number, {}) for number in numbers)
    return () if is_playable else chain


def next_seatable(format: Format, stage: Stage, players: int) -> int:
    """The smallest number of players, at least this one, that the preferred sizes seat."""
    sizes = format.sizes_of(stage)
    while _split(players, sizes) is None:
        players += 1
    return players


def layouts_of(
    stage: Stage, players: Callable[[Layout], int], conditions: frozenset[Condition] = frozenset()
) -> Iterator[Layout]:
    """The picked layout, or those that fit the number of players each counts and these conditions."""
    for layout in stage.layouts:
        fits = within(players(layout), layout.players) and (not layout.when or conditions & {*layout.when})
        if stage.pick == layout.tables or (stage.pick == "auto" and fits):
            yield layout


def _found(
    format: Format,
    stage: Stage,
    players: int,
    played: Mapping[str, Turnout],
    tables: int | None = None,
    *,
    is_last_round: bool = False,
) -> Tables | None:
    """The tables of a round; None if there are none for this number."""
    fixed = format.tables.last_round if is_last_round else {}
    named = fixed.get(str(players)) or format.tables.by_number.get(str(players))
    if named:
        return tuple(map(table_named, named))
    if tables is None and stage.tables and stage.tables[0] == stage.tables[1]:
        tables = stage.tables[0]
    if tables is not None:
        return _with_dead_seats(format, _even(_sizes(format, stage), players, tables))
    if len(_chain(format, stage)) > 1:
        plan = _best_plan(format, stage, players, played)
        return _with_dead_seats(format, plan[0].tables if plan else None)
    return _seated(format, stage, players)


def _seated(format: Format, stage: Stage, players: int) -> Tables | None:
    """The tables of a round; where the format lets people rest, with as few byes as possible."""
    sizes = format.sizes_of(stage)
    for resting in range(min(sizes) if format.tables.rest else 1):
        found = _with_dead_seats(format, _all_seated(format, stage, players - resting))
        if found is not None:
            return (*found, *[SPECIAL["bye"]] * resting)
    return None


def _all_seated(format: Format, stage: Stage, players: int) -> Tables | None:
    """Tables of the preferred sizes, else with spare sizes, else with one dead seat; None if none fits.

    Where the format wants uniform tables, the first size that seats everybody by itself is taken.
    """
    sizes, rules = format.sizes_of(stage), format.tables
    bounds = stage.tables or [1, 0]
    ways = [[size] for size in sizes] if rules.uniform == "when-possible" else []
    ways += [sizes, [*sizes, *rules.spare]]
    found = next((tables for way in ways if (tables := _split(players, way, bounds))), None)
    if found is None and rules.dummy is True:
        dummy = SPECIAL["dummy"]
        rest = () if players == dummy.size else _split(players - dummy.size, sizes, bounds)
        return None if rest is None else (*rest, dummy)
    return found


def _with_dead_seats(format: Format, tables: Tables | None) -> Tables | None:
    """The tables, every one of three with a dead seat where the format says so."""
    if tables is None or format.tables.dummy != "threes":
        return tables
    dummy = SPECIAL["dummy"]
    return tuple(dummy if each == ("table", dummy.size) else each for each in tables)


def _split(players: int, sizes: list[int], bounds: list[int] | None = None) -> Tables | None:
    """As many tables of the first size as possible, then of the second…; None if they do not fit."""
    bounds = bounds or [1, 0]
    most = bounds[1] or players
    counts = _counts(players, tuple(sizes), (bounds[0], most))
    if counts is None:
        return None
    return tuple(
        TableShape("table", size) for size, count in zip(sizes, counts, strict=True) for _ in range(count)
    )


def _counts(players: int, sizes: tuple[int, ...], bounds: tuple[int, int]) -> tuple[int, ...] | None:
    """Number of tables of each size, within the bounds of their sum."""
    size, *others = sizes
    for count in range(min(players // size, bounds[1]), -1, -1):
        left = players - count * size
        if not others:
            return (count,) if left == 0 and count >= bounds[0] else None
        if left > (bounds[1] - count) * max(others):  # too many for the remaining tables
            continue
        rest = _counts(left, tuple(others), (max(0, bounds[0] - count), bounds[1] - count))
        if rest is not None:
            return (count, *rest)
    return None


def _even(sizes: list[int], players: int, tables: int) -> Tables | None:
    """Players spread evenly, one more at the first tables; None if too few or too many."""
    size, more = divmod(players, tables) if tables > 0 else (0, 0)
    if size < min(LEAST_EVEN, *sizes) or size + (more > 0) > max(sizes):
        return None
    return tuple(TableShape("table", size + (at < more)) for at in range(tables))


def _sizes(format: Format, stage: Stage) -> list[int]:
    """The sizes of the stage, with the spare ones."""
    return [*format.sizes_of(stage), *format.tables.spare]


def _chain(format: Format, stage: Stage) -> tuple[Stage, ...]:
    """The stage and the later ones whose number of players depends on tables only."""
    beside = {each.id for each in format.stages if each.beside}
    later = [each for each in format.stages[format.stages.index(stage) + 1 :] if not each.beside]
    chain = [stage, *takewhile(lambda each: _is_knock_out(each, beside), later)]
    return tuple(chain) if stage.rounds == 1 and not stage.layouts and not stage.beside else (stage,)


def _is_knock_out(stage: Stage, beside: Collection[str]) -> bool:
    """Whether tables alone decide how many play it; nobody may come from a stage played beside another."""
    return not stage.layouts and all(
        source.who in ("winners", "losers") and source.stage not in beside for source in stage.enters
    )


def _best_plan(
    format: Format, stage: Stage, players: int, played: Mapping[str, Turnout]
) -> tuple[StagePlan, ...] | None:
    """The plan with the fewest tables of other than the preferred size."""
    preferred = {each.id: format.sizes_of(each)[0] for each in format.stages}

    def cost(plan: tuple[StagePlan, ...]) -> tuple[int, int]:
        odd = sum(table.size != preferred[each.stage] for each in plan for table in each.tables)
        return odd, sum(len(each.tables) for each in plan[1:])

    return min(_plans(format, _chain(format, stage), players, played), key=cost, default=None)


def _plans(
    format: Format, chain: tuple[Stage, ...], players: int, played: Mapping[str, Turnout]
) -> Iterator[tuple[StagePlan, ...]]:
    """Every plan of these stages, for this number of players in the first."""
    stage, *later = chain
    for tables in _every_number(format, stage, players):
        here = StagePlan(stage.id, players, tables)
        if not later:
            yield (here,)
            continue
        turnouts = {**played, stage.id: Turnout(players, len(tables))}
        entering = sum(
            _entering(source, turnouts.get(source.stage or stage.id)) for source in later[0].enters
        )
        for rest in _plans(format, tuple(later), entering, turnouts):
            yield (here, *rest)


def _every_number(format: Format, stage: Stage, players: int) -> Iterator[Tables]:
    """The tables for every possible number of tables."""
    sizes, (least, most) = format.sizes_of(stage), stage.tables or [1, 0]
    fewest, highest = -(-players // max(sizes)), players // min(sizes)
    for count in range(max(least, fewest), min(most or highest, highest) + 1):
        found = _split(players, sizes, [count, count])
        if found:
            yield found


def _entering(source: StageSource, turnout: Turnout | None) -> int:
    """Number of players a source takes from a stage with this turnout."""
    if turnout is None:
        return 0
    winners = source.each * turnout.tables
    return winners if source.who == "winners" else turnout.players - winners


def _no_tables(format: Format, stage: Stage, players: int, can: Callable[[int], object | None]) -> NoTables:
    least, most = format.entrants if stage == format.stages[0] else (1, 0)
    lower = range(min(players - 1, most or players), max(least, players - FAR if not most else 0) - 1, -1)
    higher = range(max(players + 1, least), (most or players + FAR) + 1)
    below = next((number for number in lower if can(number) is not None), None)
    above = next((number for number in higher if can(number) is not None), None)
    sizes = tuple(format.sizes_of(stage))
    clause = format.clause(stage, "tables", "sizes") or format.clause(format.tables, "sizes")
    return NoTables(players, sizes, clause, below=below, above=above)
