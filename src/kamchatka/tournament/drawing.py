"""The draw of a round: what must be in order before it, who is seated, and at which tables."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.stream import below, seeded
from kamchatka.tournament.command import Command
from kamchatka.tournament.cutting import Cutting, following
from kamchatka.tournament.events import (
    Qualifier,
    Receipt,
    RoundDrawn,
    SeatedTable,
    SeedAnnounced,
    StageCut,
)
from kamchatka.tournament.format.tables import NoTables, TableShape, Turnout, tables_for
from kamchatka.tournament.gates import check_signatures, gate, has_judge
from kamchatka.tournament.rounds import stage_is_over
from kamchatka.tournament.seating import Draw, Past, seed_number
from kamchatka.tournament.state import Entrant, Tournament, evolve


def sitting(tournament: Tournament) -> tuple[Entrant, ...]:
    """Those who would be seated if the next round were drawn now."""
    return tuple(each for each in tournament.members if each.is_present)


@dataclass(frozen=True)
class AnnounceSeed(Command):
    """Make the seed of the next draw known before anybody knows who will be there."""

    seed: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Once for each round: a second seed could be chosen for what it gives."""
        number = tournament.next_number
        if number in tournament.seeds:
            raise NotPossibleNow("seed_announced", round=number, seed=tournament.seeds[number])
        return [SeedAnnounced(number, self.seed)]


@dataclass(frozen=True)
class DrawRound(Command):
    """Draw the tables of the next round."""

    seed: str
    secret: str = ""
    """What sets of objectives are dealt by, where the regulation has them; nobody is told."""

    def decide(self, tournament: Tournament) -> list[object]:
        """The tables, once everything is in order."""
        self._check(tournament)
        players = sitting(tournament)
        number = tournament.next_number
        seed = tournament.seeds.get(number, self.seed)
        events: list[object] = []
        if number == 1:
            _check_field(tournament, players)
            if straight := _straight_to_final(tournament, players):
                events.append(straight)
                tournament = evolve(tournament, straight)
        tables, receipt = _Drawing(tournament, seed, self.secret or seed).tables(players)
        missing = tuple(each.person for each in tournament.members if each not in players)
        return [*events, RoundDrawn(number, tournament.stage.id, tuple(tables), receipt, missing)]

    def _check(self, tournament: Tournament) -> None:
        number = tournament.next_number
        if tournament.open_round:
            raise NotPossibleNow("round_open", round=tournament.open_round.number)
        if stage_is_over(tournament):
            stage = tournament.stage
            after = following(tournament)
            code = "stage_over" if after else "rounds_over"
            clause = tournament.format.clause(stage, "rounds")
            raise NotAllowed(code, clause=clause, rounds=len(tournament.rounds), stage=stage.title)
        if not tournament.has_roll_call:
            raise NotPossibleNow("no_roll_call", round=number)
        gates, cite = tournament.format.gates, tournament.format.clause
        if gate(tournament, "judge") == "refuse" and not has_judge(tournament):
            raise NotAllowed("no_judge", clause=cite(gates, "judge") or "000-2a")
        check_signatures(tournament, sitting(tournament))
        _check_teams(tournament, sitting(tournament))


def _check_field(tournament: Tournament, players: Sequence[Entrant]) -> None:
    """Refuse a field the format is not made for."""
    least, most = tournament.format.entrants
    clause = tournament.format.clause(tournament.format, "entrants")
    values: dict[str, Any] = {"count": len(players), "least": least, "most": most}
    values["format"] = tournament.format.title
    if len(players) < least:
        raise NotAllowed("too_few_players", clause=clause, **values)
    if most and len(players) > most:
        raise NotAllowed("too_many_players", clause=clause, **values)


def _check_teams(tournament: Tournament, players: Sequence[Entrant]) -> None:
    """Refuse somebody without a team, and a team of more than may sit in a round."""
    most = tournament.format.teams
    if not most:
        return
    alone = tuple(each.person for each in players if not each.team)
    if alone:
        raise NotAllowed("without_team", missing=alone, who=", ".join(alone))
    for team, count in Counter(each.team for each in players).items():
        if count > most:
            raise NotAllowed("team_too_large", team=team, count=count, most=most)


def _straight_to_final(tournament: Tournament, players: Sequence[Entrant]) -> StageCut | None:
    """Where tables are played until one is left: the final at once, if all fit at one table."""
    after = following(tournament)
    sizes = tournament.stage.sizes or tournament.format.tables.sizes
    if tournament.stage.rounds != "until-one-table" or after is None or len(players) > max(sizes):
        return None
    return StageCut(after.id, tuple(Qualifier(each.person, 0, "everybody") for each in players))


def shapes_for(tournament: Tournament, players: int) -> tuple[TableShape, ...]:
    """The tables of the next round for so many players of one group. Raises NoTables."""
    played = {
        each.stage: Turnout(sum(len(table.seated.seats) for table in each.tables.values()), len(each.tables))
        for each in tournament.rounds
    }
    stage, tables = tournament.stage, tournament.cut.tables if tournament.cut else 0
    if stage.decides and not tables and stage.tables in (None, [1, 1]):
        tables = 1
    last = tournament.is_last_round
    try:
        return tables_for(
            tournament.format, stage, players, is_last_round=last, tables=tables or None, played=played
        )
    except NoTables:
        if tournament.cut is None:
            raise
        # Somebody of a knock-out withdrew: it goes on with a smaller table rather than not at all.
        usual = (stage.sizes or tournament.format.tables.sizes)[0]
        count = stage.tables[0] if stage.tables else -(-players // usual)
        return tables_for(tournament.format, stage, players, tables=count)


@dataclass(frozen=True)
class _Drawing:
    """One draw, after whatever was played before."""

    tournament: Tournament
    seed: str
    secret: str

    @cached_property
    def cutting(self) -> Cutting:
        """How everybody stands."""
        return Cutting(self.tournament)

    def tables(self, players: Sequence[Entrant]) -> tuple[list[SeatedTable], Receipt]:
        """The tables of all parallel groups, numbered through, and how they came about."""
        tables: list[SeatedTable] = []
        receipts: list[Receipt] = []
        for group, people in self._groups(players):
            drawn, receipt = self._group(group, people, len(tables))
            tables += drawn
            receipts.append(receipt)
        joined = replace(
            receipts[0],
            iterations=sum(each.iterations for each in receipts),
            cost=sum(each.cost for each in receipts),
            violations=tuple(broken for each in receipts for broken in each.violations),
        )
        return tables, joined

    def _groups(self, players: Sequence[Entrant]) -> Iterator[tuple[int, list[Entrant]]]:
        """The players of each parallel group, in the order of the standings."""
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
        """Where everybody stands now, also who must play more games to be ranked in the end."""
        rows = self.cutting.board.current.rows if self.tournament.rounds else ()
        return {PersonId(row.entry.name): row.rank for row in rows if row.rank is not None}

    def _group(self, group: int, players: list[Entrant], before: int) -> tuple[list[SeatedTable], Receipt]:
        """The tables of one group; those of earlier groups come before."""
        tournament, stage = self.tournament, self.tournament.stage
        wishes = tournament.format.wishes if stage.wishes is None else stage.wishes
        by_lot = not tournament.rounds and stage.seating in ("standing", "greek")
        draw = Draw(
            players=players,
            shapes=shapes_for(tournament, len(players)),
            method="random" if by_lot else stage.seating,
            wishes=[wish for wish in wishes if wish.in_last_round or not tournament.is_last_round],
            past=self._past,
            seed=self.seed,
            round=tournament.next_number * 16 + group,
        )
        tables, receipt = draw.tables()
        found = [
            SeatedTable(
                number=before + at,
                kind=shape.kind,
                seats=tuple(people),
                group=group,
                decides=stage.decides,
                objective_set=self._objective_set(before + at, shape.size),
                award=self._bye(people[0]) if shape.kind == "bye" else None,
            )
            for at, (shape, people) in enumerate(zip(draw.shapes, tables, strict=True), 1)
        ]
        moved = tuple(replace(each, table=each.table + before) for each in receipt.violations)
        return found, replace(receipt, violations=moved)

    def _objective_set(self, table: int, size: int) -> str:
        """The set of a table, by a secret of its own: the seed of the draw is public."""
        known = objective_sets(self.tournament, size)
        if not known:
            return ""
        _, at = below(seeded(seed_number(self.secret), table), len(known))
        return known[at]

    def _bye(self, who: PersonId) -> int:
        """What resting is worth: in the last round more for one rank, where the regulation says so."""
        rules = self.tournament.format.tables
        rank = self.cutting.ranks.get(who, 0) if self.tournament.is_last_round else 0
        return rules.bye_at_rank.get(str(rank), rules.bye)

    @cached_property
    def _past(self) -> Past:
        """What the rounds so far say of everybody."""
        rounds = self.tournament.rounds
        if not rounds:
            return Past()
        met: list[frozenset[frozenset[PersonId]]] = []
        sizes: dict[PersonId, frozenset[int]] = {}
        for each in rounds:
            tables = [table.seated.seats for table in each.tables.values()]
            met.append(frozenset(frozenset(pair) for seats in tables for pair in combinations(seats, 2)))
            for seats in tables:
                for who in seats:
                    sizes[who] = sizes.get(who, frozenset()) | {len(seats)}
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
            winners=frozenset(who for who, result in last.items() if result.place == 1),
            last={who: (result.table, result.place) for who, result in last.items()},
            without_points=frozenset(PersonId(row.entry.name) for row in rows if not row.entry.score),
        )


def objective_sets(tournament: Tournament, size: int) -> tuple[str, ...]:
    """The sets of objectives a table of this size may get, where the regulation deals them by sets."""
    setup = tournament.setup.rulebook.setup
    if setup.objective_source != "sets":
        return ()
    return tuple(each.id for each in load_board().deck(setup.objective_deck).sets_for(size))
