"""What is needed to finish a tournament by hand: rounds and stages still to play, and a scored example."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.sheet.model import SeatSheet, TableSheet
from kamchatka.scoring.sheet.places import Unscored
from kamchatka.scoring.views.cards import CardView, card_views
from kamchatka.tournament.cutting import Cutting, following
from kamchatka.tournament.format.model import Layout, Seating, Stage, StageSource, Wish
from kamchatka.tournament.format.tables import NoTables, tables_for
from kamchatka.tournament.rounds import stage_is_over
from kamchatka.tournament.seating.draw import HEEDED
from kamchatka.tournament.seating.round import planned_rounds, shapes_for, wishes_of
from kamchatka.tournament.state import Setup, Tournament
from kamchatka.tournament.views.tables import LETTERS

NEAR = range(-3, 3)
"""Numbers of players, beside the present one, whose tables are worth knowing: people leave and come late."""


@dataclass(frozen=True)
class HandSeat:
    """Who takes a seat, as far as it is known now; without either number, a lot or an organiser decides."""

    rank: int = 0
    """The rank in the standings."""
    winner_of: int = 0
    """The table of the stage before whose winner comes here."""


@dataclass(frozen=True, kw_only=True)
class HandStage:
    """A stage that still has rounds to draw, and how their tables are formed."""

    stage: Stage
    """With the layout that applies as it stands, where it has several; else those the entrants can reach."""
    rounds: tuple[int, ...]
    """Numbers of the rounds still to draw; empty: the organiser or the tables decide how many."""
    method: Seating
    wishes: tuple[Wish, ...]
    tables: tuple[tuple[HandSeat, ...], ...]
    """The seats of each table; empty if the number of tables is not known."""
    near: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Table sizes for other numbers of players."""
    planned: tuple[tuple[tuple[PersonId, ...], ...], ...] = ()
    """The tables of each round, where all were planned in advance."""


def stages_to_play(tournament: Tournament) -> tuple[HandStage, ...]:
    """The stages with rounds still to draw after the open one, in order."""
    return (*_present(tournament), *_later(tournament))


def _present(tournament: Tournament) -> Iterator[HandStage]:
    if stage_is_over(tournament):
        return
    for part in tournament.parts:
        stage, first = part.stage, len(tournament.rounds) + 1
        left = stage.rounds - part.played if isinstance(stage.rounds, int) else 0
        if stage.rounds == "until-one-table":
            if tournament.open_round is not None:
                continue  # the next tables depend on those that play
        elif isinstance(stage.rounds, int) and left <= 0:
            continue
        number = len(part.members)
        method = "random" if not part.rounds and stage.seating in ("standing", "greek") else stage.seating
        yield HandStage(
            stage=stage,
            rounds=tuple(range(first, first + left)),
            method=method,
            wishes=_heeded(method, wishes_of(part)),
            tables=_seats(method, _sizes_for(part, number)),
            near=tuple(
                (number + more, sizes)
                for more in NEAR
                if more and number + more > 1 and (sizes := _sizes_for(part, number + more))
            ),
            planned=tuple(
                tuple(tuple(table) for table in tables)
                for tables in planned_rounds(part, first, max(left, 1))
            ),
        )


def _later(tournament: Tournament) -> Iterator[HandStage]:
    after = following(tournament)
    stages = tournament.format.stages
    ahead = stages[stages.index(after) :] if after else ()
    first = len(tournament.rounds) + 1
    if isinstance(tournament.stage.rounds, int) and not stage_is_over(tournament):
        first += max(0, tournament.stage.rounds - tournament.played)
    before: HandStage | None = None
    most = len(tournament.entrants) + max(NEAR)
    for stage in ahead:
        near = [each for each in stage.layouts if each.players[0] <= most]
        known = stage.model_copy(update={"layouts": near or stage.layouts})
        sizes: tuple[int, ...] = ()
        if stage is after:
            layout, sizes = _as_it_stands(tournament, stage)
            known = stage.model_copy(update={"layouts": [layout]}) if layout else known
        elif stage.decides and stage.tables in (None, [1, 1]):
            sizes = (tournament.format.sizes_of(stage)[0],)
        rounds = range(first, first + stage.rounds) if isinstance(stage.rounds, int) else ()
        wishes = tournament.format.wishes if stage.wishes is None else stage.wishes
        sources = known.layouts[0].enters if known.layouts else known.enters
        by_rank = bool(sources) and all(source.who == "ranks" for source in sources)
        tables = _seats(stage.seating, sizes, sources[0].bounds[0] if by_rank else 0)
        if before and len(sizes) == 1 and {source.who for source in sources} <= {"direct", "winners"}:
            tables = _winners(before, sizes[0], sources)
        before = HandStage(
            stage=known,
            rounds=tuple(rounds),
            method=stage.seating,
            wishes=() if stage.decides else _heeded(stage.seating, wishes),
            tables=tables,
        )
        yield before
        first += 0 if stage.beside else len(rounds)


def _as_it_stands(tournament: Tournament, stage: Stage) -> tuple[Layout | None, tuple[int, ...]]:
    """The layout of the next stage that applies now, and the sizes of its tables; none without results."""
    cutting = Cutting(tournament)
    try:
        made, layout = cutting.made(), cutting.layout
    except Unscored:
        return None, ()
    if not cutting.rows or made.stage != stage.id:
        return None, ()
    tables = made.tables * made.groups or (1 if stage.decides and stage.tables in (None, [1, 1]) else 0)
    try:
        shapes = tables_for(tournament.format, stage, len(made.qualified), tables=tables or None)
    except NoTables:
        return layout, ()
    return layout, tuple(shape.size for shape in shapes)


def _sizes_for(tournament: Tournament, players: int) -> tuple[int, ...]:
    try:
        return tuple(shape.size for shape in shapes_for(tournament, players))
    except NoTables:
        return ()


def _heeded(method: Seating, wishes: Sequence[Wish]) -> tuple[Wish, ...]:
    kinds = HEEDED.get(method)
    return tuple(wish for wish in wishes if kinds is None or wish.kind in kinds)


def _winners(
    before: HandStage, size: int, sources: Sequence[StageSource]
) -> tuple[tuple[HandSeat, ...], ...]:
    """One table of the first ranks that skipped the stage before, and of the winners of its tables."""
    skipped = before.stage.layouts[0].direct if before.stage.layouts else 0
    each = max((source.each for source in sources if source.who == "winners"), default=0)
    seats = [HandSeat(rank=rank) for rank in range(1, skipped + 1)]
    seats += [HandSeat(winner_of=table) for table in range(1, len(before.tables) + 1) for _ in range(each)]
    return (tuple(seats),) if before.tables else ((HandSeat(),) * size,)


def _seats(method: Seating, sizes: Sequence[int], first: int = 1) -> tuple[tuple[HandSeat, ...], ...]:
    """The tables, with the rank of each seat where ranks from `first` on decide it."""
    by_rank = bool(first) and (len(sizes) == 1 or method in ("standing", "quarters"))
    if not by_rank:
        return tuple((HandSeat(),) * size for size in sizes)
    tables: list[list[HandSeat]] = [[] for _ in sizes]
    at = 0
    for rank in range(first, first + sum(sizes)):
        while len(tables[at]) >= sizes[at]:
            at = (at + 1) % len(sizes)
        tables[at].append(HandSeat(rank=rank))
        at = (at + 1) % len(sizes) if method == "quarters" else at
    return tuple(map(tuple, tables))


def scored_example(setup: Setup, points: Sequence[int], lang: Language) -> tuple[CardView, ...]:
    """The scores of a table with these points, best first; none if a tie would need more numbers."""
    seats = tuple(
        SeatSheet(player=letter, points=each) for letter, each in zip(LETTERS, points, strict=False)
    )
    try:
        cards = setup.formula.cards(TableSheet(rulebook=setup.rulebook, seats=seats))
    except (Unscored, NoSuchSize):
        return ()
    return card_views(setup.formula, cards, lang)
