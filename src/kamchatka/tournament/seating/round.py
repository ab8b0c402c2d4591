"""The draw of a round from the tournament's state: players, tables, wishes and earlier rounds."""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Literal

from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.stream import below, seeded
from kamchatka.tournament.cutting import Cutting
from kamchatka.tournament.events import Receipt, RoundDrawn, SeasonPlanned, SeatedTable, WishOutcome
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.format.tables import LEAST_EVEN, NoTables, TableShape, Turnout, tables_for
from kamchatka.tournament.seating.draw import VERSION, Draw, Tables, seed_number
from kamchatka.tournament.seating.season import Evening, Season
from kamchatka.tournament.seating.wishes import Field, Past
from kamchatka.tournament.state import Entrant, Tournament


def shapes_for(tournament: Tournament, players: int) -> tuple[TableShape, ...]:
    """The tables of the next round for this number of players in a group. Raises NoTables."""
    played: dict[str, Turnout] = {}
    for each in tournament.rounds:
        for id in each.stages:
            seats = [len(table.seated.seats) for table in each.tables.values() if each.stage_of(table) == id]
            played[id] = Turnout(sum(seats), len(seats))
    stage, tables = tournament.stage, tournament.cut.tables if tournament.cut else 0
    is_final = bool(stage.decides) and not tables and stage.tables in (None, [1, 1])
    tables = 1 if is_final else tables
    last = tournament.is_last_round
    try:
        return tables_for(
            tournament.format, stage, players, is_last_round=last, tables=tables or None, played=played
        )
    except NoTables:
        if tournament.cut is None or is_final:  # two tables would give two winners
            raise
        # After a withdrawal, a knock-out continues with smaller tables, or with fewer.
        usual = tournament.format.sizes_of(stage)[0]
        count = stage.tables[0] if stage.tables else -(-players // usual)
        count = max(1, min(count, players // LEAST_EVEN))
        return tables_for(tournament.format, stage, players, tables=count)


@dataclass(frozen=True)
class RoundDraw:
    """The draw of the next round from a tournament's state."""

    tournament: Tournament
    seed: str
    secret: str
    kept: Mapping[int, SeatedTable] = field(default_factory=dict)
    """Tables kept unchanged by a redraw."""
    by_hand: Mapping[PersonId, int] = field(default_factory=dict)
    """Players who stay at the table with this number."""
    is_draft: bool = False
    """Whether the tables are visible only to the desk until they are published."""
    beside: str = ""
    """The stage drawn, where it is played beside the round's own."""
    groups_before: int = 0
    """Number of groups of the stages drawn before it."""

    @cached_property
    def cutting(self) -> Cutting:
        """The present standings."""
        return Cutting(self.tournament)

    def events(self, players: Sequence[Entrant]) -> list[object]:
        """The events of the draw; planned seating replans first if other players are present."""
        if self.tournament.stage.seating == "planned" and not _is_planned(self.tournament, players):
            season = self.season(players)
            after = replace(self, tournament=evolve(self.tournament, season))
            return [season, *after._drawn(players)]
        return self._drawn(players)

    def _drawn(self, players: Sequence[Entrant]) -> list[object]:
        now = self.tournament
        nothing = Receipt(self.seed, now.stage.seating, version=VERSION)
        tables, receipt = self.tables(players) if players else ([], nothing)
        seated = {who for each in (*tables, *self.kept.values()) for who in each.seats}
        missing = tuple(each.person for each in now.members if each.person not in seated)
        every = sorted((*tables, *self.kept.values()), key=lambda each: each.number)
        return [RoundDrawn(now.next_number, now.stage.id, tuple(every), receipt, missing, self.is_draft)]

    def tables(self, players: Sequence[Entrant]) -> tuple[list[SeatedTable], Receipt]:
        """The tables of all stages and parallel groups, numbered consecutively, and one receipt."""
        tables: list[SeatedTable] = []
        receipts: list[Receipt] = []
        for drawing, own in self._stages(players):
            for group, people in drawing._groups(own):
                drawn, receipt = drawing._group(group, people, len(tables))
                tables += drawn
                receipts.append(receipt)
        by_wish: dict[str, list[WishOutcome]] = defaultdict(list)
        for outcome in (outcome for each in receipts for outcome in each.outcomes):
            by_wish[outcome.wish].append(outcome)
        joined = replace(
            receipts[0],
            iterations=sum(each.iterations for each in receipts),
            cost=sum(each.cost for each in receipts),
            bound=sum(each.bound for each in receipts),
            violations=tuple(broken for each in receipts for broken in each.violations),
            wishes=tuple(dict.fromkeys(wish for each in receipts for wish in each.wishes)),
            outcomes=tuple(map(_joined, by_wish.values())),
        )
        return tables, joined

    def _stages(self, players: Sequence[Entrant]) -> "Iterator[tuple[RoundDraw, Sequence[Entrant]]]":
        """The draw of each stage that plays this round, with its players."""
        now, groups = self.tournament, 0
        if len(now.parts) == 1:
            yield self, players
            return
        for part in now.parts:
            members = {each.person for each in part.members}
            beside = "" if part.stage.id == now.stage.id else part.stage.id
            own = [each for each in players if each.person in members]
            if own:
                yield replace(self, tournament=part, beside=beside, groups_before=groups), own
            groups += part.cut.groups if part.cut else 1

    def season(self, players: Sequence[Entrant]) -> SeasonPlanned:
        """A plan of this round with these players, and of the stage's later rounds with all members.

        If that number cannot be seated, later rounds are planned after their own roll call.
        """
        now, number = self.tournament, self.tournament.next_number
        rounds = now.stage.rounds
        assert isinstance(rounds, int), "the format was checked"
        left = rounds - len(now.rounds_of(now.stage.id)) - 1
        evenings = [Evening([each.person for each in players], shapes_for(now, len(players)))]
        try:
            later = shapes_for(now, len(now.members))
        except NoTables:
            left = 0
        else:
            evenings += [Evening([each.person for each in now.members], later)] * left
        everybody = {each.person: each for each in (*players, *now.members)}
        seasonal = [wish for wish in wishes_of(now) if wish.kind != "winners"]
        known = planned_rounds(now, number, len(evenings))
        field = Field(
            players=list(everybody.values()),
            wishes=seasonal,
            past=replace(self.past, met=(*self.past.met, _met(self.kept.values()))),
            apart=now.apart,
            rounds=len(evenings),
        )
        plan = Season(field=field, evenings=evenings, seed=self.seed, known=known).plan()
        tables = tuple(tuple(tuple(table) for table in each) for each in plan.rounds)
        return SeasonPlanned(
            number, tables, self.seed, plan.iterations, plan.repeats, plan.bound, version=VERSION
        )

    def _groups(self, players: Sequence[Entrant]) -> Iterator[tuple[int, list[Entrant]]]:
        """The players of each parallel group, in order of the standings."""
        cut = self.tournament.cut
        ranks = self._ranks
        ordered = sorted(players, key=lambda each: (ranks.get(each.person, len(ranks) + 1), each.number))
        if cut is None or cut.groups == 1:
            yield 1, ordered
            return
        group = {each.person: each.group for each in cut.qualified}
        for number in range(1, cut.groups + 1):
            if own := [each for each in ordered if group[each.person] == number]:
                yield number, own

    @cached_property
    def _ranks(self) -> Mapping[PersonId, int]:
        """Current ranks, including players with too few games to be ranked at the end."""
        rows = self.cutting.board.current.rows if self.tournament.rounds else ()
        return {PersonId(row.entry.name): row.rank for row in rows if row.rank is not None}

    def draw_of(self, players: Sequence[Entrant], shapes: Sequence[TableShape], group: int = 1) -> Draw:
        """The draw of these players at these tables."""
        now, stage = self.tournament, self.tournament.stage
        by_lot = not now.rounds and stage.seating in ("standing", "greek")
        planned = next(iter(planned_rounds(now, now.next_number, 1)), ())
        return Draw(
            players=players,
            shapes=shapes,
            method="random" if by_lot else stage.seating,
            wishes=wishes_of(now),
            past=self.past,
            seed=now.plan.seed if planned and now.plan else self.seed,
            round=now.next_number * 16 + self.groups_before + group,
            apart=now.apart,
            planned=planned,
        )

    def _group(self, group: int, players: list[Entrant], before: int) -> tuple[list[SeatedTable], Receipt]:
        """The tables of one group, numbered after `before` tables of earlier groups."""
        stage = self.tournament.stage
        shapes = self._shapes(players, group)
        numbers = self._numbers(before, len(shapes))
        draw = replace(self.draw_of(players, shapes, group), pinned=self._pinned(players, numbers, shapes))
        tables, receipt = draw.tables()
        found = [
            SeatedTable(
                number=number,
                kind=shape.kind,
                seats=tuple(people),
                group=group,
                decides=stage.decides,
                objective_set=self._objective_set(number, shape.size),
                award=self._bye(people[0]) if shape.kind == "bye" else None,
                stage=self.beside,
            )
            for number, shape, people in zip(numbers, draw.shapes, tables, strict=True)
        ]
        renumbered = tuple(replace(each, table=numbers[each.table - 1]) for each in receipt.violations)
        return found, replace(receipt, violations=renumbered)

    def _shapes(self, players: Sequence[Entrant], group: int) -> Sequence[TableShape]:
        """The tables of a group without the kept ones; recomputed if the remaining players do not fit."""
        here = [each for each in self.kept.values() if (each.stage, each.group) == (self.beside, group)]
        kept = [TableShape(each.kind, len(each.seats)) for each in here]
        left = list(shapes_for(self.tournament, len(players) + sum(shape.size for shape in kept)))
        for shape in kept:
            if shape in left:
                left.remove(shape)
        if sum(shape.size for shape in left) == len(players):
            return left
        return shapes_for(self.tournament, len(players))

    def _numbers(self, before: int, count: int) -> list[int]:
        """The first `count` free table numbers after `before` of them."""
        free = (number for number in itertools.count(1) if number not in self.kept)
        return list(itertools.islice(free, before, before + count))

    def _pinned(
        self, players: Sequence[Entrant], numbers: Sequence[int], shapes: Sequence[TableShape]
    ) -> dict[PersonId, int]:
        """Players who stay, with the index of their table, as far as there is room."""
        here = {each.person for each in players}
        found: dict[PersonId, int] = {}
        for who, number in self.by_hand.items():
            if who in here and number in numbers:
                at = numbers.index(number)
                if list(found.values()).count(at) < shapes[at].size:
                    found[who] = at
        return found

    def _objective_set(self, table: int, size: int) -> str:
        """The objective set of a table, from the secret seed, since the seed of the draw is public."""
        known = objective_sets(self.tournament, size)
        if not known:
            return ""
        _, at = below(seeded(seed_number(self.secret), table), len(known))
        return known[at]

    def _bye(self, who: PersonId) -> int | str | None:
        """The score of a bye; in the last round a rank may have its own. None: the formula gives it."""
        rules, formula = self.tournament.format.tables, self.tournament.setup.formula
        rank = self.cutting.ranks.get(who, 0) if self.tournament.is_last_round else 0
        score = rules.bye_at_rank.get(str(rank), rules.bye)
        if score == "formula":
            return 0 if formula.special.bye is None else None
        return score if isinstance(score, int) else str(score)

    @cached_property
    def past(self) -> Past:
        """The history of all players in the rounds so far."""
        rounds, people = self.tournament.rounds, self.tournament.entrants
        clubs_are: Literal["club", "team"] = "team" if self.tournament.format.teams else "club"
        clubs = {who: getattr(each, clubs_are) for who, each in people.items()}
        if not rounds:
            return Past(clubs=clubs, clubs_are=clubs_are)
        met: list[frozenset[frozenset[PersonId]]] = []
        sizes: dict[PersonId, list[int]] = defaultdict(list)
        positions: dict[PersonId, list[int]] = defaultdict(list)
        for each in rounds:
            tables = [table.seated.seats for table in each.tables.values()]
            met.append(_met(table.seated for table in each.tables.values()))
            for seats in tables:
                for at, who in enumerate(seats):
                    sizes[who].append(len(seats))
                    positions[who].append(at)
        rows = self.cutting.board.players.rows
        last = {
            PersonId(result.player): result
            for row in rows
            for result in (*row.entry.results, *row.entry.beside)
            if result.round == rounds[-1].number and result.is_game
        }
        return Past(
            met=met,
            sizes=sizes,
            positions=positions,
            clubs=clubs,
            clubs_are=clubs_are,
            winners=frozenset(who for who, result in last.items() if result.place == 1),
            last={who: (result.table, result.place) for who, result in last.items()},
            without_points=frozenset(PersonId(row.entry.name) for row in rows if not row.entry.score),
        )


def _met(tables: Iterable[SeatedTable]) -> frozenset[frozenset[PersonId]]:
    return frozenset(frozenset(pair) for table in tables for pair in combinations(table.seats, 2))


def wishes_of(tournament: Tournament) -> list[Wish]:
    """The wishes of the next draw.

    Relatives and named pairs come first if the format does not list them.
    """
    stage = tournament.stage
    wishes = list(tournament.format.wishes if stage.wishes is None else stage.wishes)
    related = tournament.apart or any(each.family for each in tournament.members)
    if related and not any(wish.kind == "family" for wish in wishes):
        wishes.insert(0, Wish(kind="family"))
    return [wish for wish in wishes if wish.in_last_round or not tournament.is_last_round]


def planned_rounds(tournament: Tournament, number: int, count: int) -> list[Tables]:
    """The planned tables of `count` rounds from this one on; empty if not all are planned."""
    plan = tournament.plan
    if plan is None or tournament.stage.seating != "planned" or number < plan.first:
        return []
    found = plan.rounds[number - plan.first :][:count]
    return [[list(table) for table in tables] for tables in found] if len(found) == count else []


def _is_planned(tournament: Tournament, players: Sequence[Entrant]) -> bool:
    """Whether the plan of the next round has exactly these players."""
    planned = planned_rounds(tournament, tournament.next_number, 1)
    return bool(planned) and {who for table in planned[0] for who in table} == {
        each.person for each in players
    }


def _joined(outcomes: Sequence[WishOutcome]) -> WishOutcome:
    """The outcome of a wish over all parallel groups; the reason comes from the worst group."""
    worst = max(outcomes, key=lambda each: each.least)
    failed, least = (sum(values) for values in zip(*((o.failed, o.least) for o in outcomes), strict=True))
    return replace(worst, failed=failed, least=least)


def table_sizes(tournament: Tournament) -> frozenset[int]:
    """Allowed sizes of a table changed by hand."""
    rules = tournament.format.tables
    return frozenset((*tournament.setup.rulebook.seats.sizes, *rules.sizes, *rules.spare))


def objective_sets(tournament: Tournament, size: int) -> tuple[str, ...]:
    """Objective sets for a table of this size; empty if the regulation does not deal sets."""
    setup = tournament.setup.rulebook.setup
    if setup.objective_source != "sets":
        return ()
    return tuple(each.id for each in load_board().deck(setup.objective_deck).sets_for(size))
