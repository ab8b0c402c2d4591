"""The cut: standings and tables of one stage decide the players of the next."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kamchatka.ids import PersonId
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.standings.ranking import StandingsRow
from kamchatka.stream import seeded
from kamchatka.tournament.events import LotsDrawn, Qualifier, StageCut
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.format.model import Condition, Layout, Stage, StageSource
from kamchatka.tournament.format.tables import LEAST_EVEN, layout_of, next_seatable
from kamchatka.tournament.scores import STANDINGS_VERSION, Scoreboard, ids, places_at
from kamchatka.tournament.seating.draw import seed_number, shuffled
from kamchatka.tournament.state import Tournament

RESERVES = 4
"""Number of reserves named for the case that a player withdraws."""
LOTS = 900
"""Offset of the lots in a seed's stream, above the offsets of draws."""


def cut(tournament: Tournament, seed: str) -> list[LotsDrawn | StageCut]:
    """The cut into the next stage, and into each stage beside it.

    Lots come first where an unbroken tie decides who qualifies.
    Raises MissingNumber or Unscorable where a table lacks a number for a tie-break.
    """
    drawn: list[LotsDrawn] = []
    while True:
        cuttings = list(next_cuttings(tournament))
        tied = next(filter(None, (each.undecided() for each in cuttings)), None)
        if not tied:
            return [*drawn, *(each.made() for each in cuttings)]
        number = len(tournament.lots) + 1
        order = shuffled(seeded(seed_number(seed), LOTS + number), tied)
        lots = LotsDrawn(f"lot-{number}", tuple(order), tuple(range(len(order), 0, -1)), seed)
        drawn.append(lots)
        tournament = evolve(tournament, lots)


def next_cuttings(tournament: Tournament) -> "Iterator[Cutting]":
    """The cut into the next stage, then into each stage beside it that has players for a table."""
    cutting = Cutting(tournament)
    yield cutting
    made, format = cutting.made(), tournament.format
    elsewhere = {each.person for each in (*made.qualified, *made.direct)}
    for stage in format.together(made.stage):
        if stage.beside:
            cutting = Cutting(tournament, stage, frozenset(elsewhere))
            made = cutting.made()
            if len(made.qualified) >= min(LEAST_EVEN, *(stage.sizes or format.tables.sizes)):
                yield cutting
                elsewhere |= {each.person for each in made.qualified}


def cut_stands(tournament: Tournament) -> bool:
    """Whether the last cut, repeated with the current results, still qualifies the same people."""
    last = tournament.last_cuts
    if not last or not last[0].after_round:
        return True
    rounds = tournament.rounds[: last[0].after_round]
    before = replace(tournament, rounds=rounds, cuts=tournament.cuts[: -len(last)])
    again = {made.stage: made for made in (each.made() for each in next_cuttings(before))}
    gone = {each.person for each in tournament.entrants.values() if each.status != "playing"}
    for made in last:
        wanted = {each.person for each in (*made.qualified, *made.direct) if each.why != "replaces"}
        now = again.get(made.stage)
        if not wanted <= gone | ({each.person for each in (*now.qualified, *now.direct)} if now else set()):
            return False
    return True


def following(tournament: Tournament) -> Stage | None:
    """The next stage, apart from those beside the present one; None after the last one."""
    stages = tournament.format.stages
    at = [stage.id for stage in stages].index(tournament.stage.id) + 1
    return next((stage for stage in stages[at:] if not stage.beside), None)


@dataclass(frozen=True)
class Cutting:
    """A cut after the last closed round."""

    tournament: Tournament
    beside: Stage | None = None
    """The stage to enter, where it is played beside the next one."""
    elsewhere: frozenset[PersonId] = frozenset()
    """Players of the stages it is played beside."""

    @cached_property
    def board(self) -> Scoreboard:
        """Results so far, with ids as names."""
        return Scoreboard(self.tournament, ids(self.tournament))

    @cached_property
    def rows(self) -> tuple[StandingsRow, ...]:
        """Rows of all ranked players, best first, including those who no longer play."""
        return tuple(row for row in self.board.players.rows if row.rank is not None)

    @cached_property
    def order(self) -> tuple[PersonId, ...]:
        """Ranked players who still play, best first; by number within a shared rank."""
        entrants = self.tournament.entrants
        found = [who for row in self.rows if entrants[who := PersonId(row.entry.name)].status == "playing"]
        return tuple(sorted(found, key=lambda who: (self.ranks[who], entrants[who].number)))

    @cached_property
    def ranks(self) -> dict[PersonId, int]:
        """Rank by person."""
        return {PersonId(row.entry.name): row.rank or 0 for row in self.rows}

    @cached_property
    def target(self) -> Stage:
        """The stage to enter: the next one, or the present one again until one table is left."""
        if self.beside:
            return self.beside
        present, after = self.tournament.stage, following(self.tournament)
        assert after is not None, "the last stage has no cut"
        if present.rounds != "until-one-table":
            return after
        left = sum(1 for _ in self._from(after.enters, present))
        return after if left <= max(present.sizes or self.tournament.format.tables.sizes) else present

    @cached_property
    def layout(self) -> Layout | None:
        """The layout of the stage that fits the number of players; None if the stage has no layouts.

        Counts players with every game played; if no layout fits (void games), all ranked players.
        """
        conditions = frozenset(name for name, holds in _CONDITIONS.items() if holds(self))
        found = layout_of(self.target, self._completed(), conditions)
        found = found or layout_of(self.target, len(self.order), conditions)
        return found or next(reversed(self.target.layouts), None)

    def _completed(self) -> int:
        """Number of players with every game of the summed stages so far."""
        rounds = sum(self.tournament.stage_named(each.stage).summed for each in self.tournament.rounds)
        return sum(row.entry.games >= rounds for row in self.rows)

    def _sources(self) -> Sequence[StageSource]:
        """The sources of players; a repeated stage uses those of the stage after it."""
        after = following(self.tournament)
        again = after if self.target.id == self.tournament.stage.id else None
        return self.layout.enters if self.layout else (again or self.target).enters

    @property
    def goes_by_ranks(self) -> bool:
        """Whether the standings alone decide who qualifies."""
        is_next = self.tournament.stage.rounds != "until-one-table"
        return is_next and all(source.who == "ranks" for source in self._sources())

    def undecided(self) -> list[PersonId]:
        """Players in an open tie that only a lot can break and that the cut line would split."""
        wanted = [source.ranks for source in self._sources() if source.who == "ranks"]
        edges = {edge for first, last in wanted for edge in (first - 1, last)}
        edges |= {self.layout.direct} if self.layout and self.layout.direct else set()
        open_ties = {row.tie.versus for row in self.rows if row.tie and row.tie.is_open}
        for tied in sorted(open_ties):
            places = [at for at, who in enumerate(self.order, 1) if who in tied]
            is_split = any(min(places, default=0) <= edge < max(places, default=0) for edge in edges)
            if is_split or any({*pair} <= {*tied} for pair in self._level_edges()):
                return sorted(map(PersonId, tied), key=lambda who: self.tournament.entrants[who].number)
        return []

    def _level_edges(self) -> Iterator[tuple[str, str]]:
        """The last qualifier and the first player left out, where their scores are equal."""
        taken: set[PersonId] = set()
        ways = {"best-losers": self._scored_losers, "recalled": self._singles}
        for source in self._sources():
            if source.who in ways:
                scored = ways[source.who](source, taken)
                wanted = self._wanted(source, taken, self.target)
                if 0 < wanted < len(scored) and scored[wanted - 1][0] == scored[wanted][0]:
                    yield scored[wanted - 1][1].person, scored[wanted][1].person
            taken |= {each.person for each in self._of(source, frozenset(taken), self.target)}

    def made(self) -> StageCut:
        """The cut event."""
        layout = self.layout
        direct = self.order[: layout.direct] if layout else ()
        chosen = tuple(self._from(self._sources(), self.target))
        groups = layout.groups if layout else self.tournament.cut.groups if self.tournament.cut else 1
        if layout and groups > 1:
            chosen = tuple(replace(each, group=at % groups + 1) for at, each in enumerate(chosen))
        taken = {*self.elsewhere, *direct, *(each.person for each in chosen)}
        straight = tuple(Qualifier(who, self.ranks[who], "direct") for who in direct)
        if not chosen and straight:  # no players for this stage: cut to the stage after it
            stages = self.tournament.format.stages
            later = stages[[stage.id for stage in stages].index(self.target.id) + 1 :]
            after = next(stage for stage in later if not stage.beside)
            return StageCut(after.id, straight, self._reserves(taken), version=STANDINGS_VERSION)
        return StageCut(
            stage=self.target.id,
            qualified=chosen,
            reserves=self._reserves(taken),
            groups=groups,
            tables=layout.tables if layout else 0,
            direct=straight,
            version=STANDINGS_VERSION,
        )

    def _reserves(self, taken: set[PersonId]) -> tuple[PersonId, ...]:
        return tuple(who for who in self.order if who not in taken)[:RESERVES]

    def _from(self, sources: Sequence[StageSource], target: Stage) -> Iterator[Qualifier]:
        """The players of the stage, without duplicates, in the order of its sources."""
        taken: set[PersonId] = set()
        for source in sources:
            for each in self._of(source, frozenset(taken), target):
                if each.person not in taken and each.person not in self.elsewhere:
                    taken.add(each.person)
                    yield each

    def _of(self, source: StageSource, taken: frozenset[PersonId], target: Stage) -> Iterator[Qualifier]:
        tournament = self.tournament
        match source.who:
            case "everybody":
                yield from (self._qualifier(each.person, "everybody") for each in tournament.playing)
            case "ranks":
                first, last = source.ranks
                yield from (self._qualifier(who, "ranks") for who in self.order[first - 1 : last])
            case "direct":
                waiting = tournament.cut.direct if tournament.cut else ()
                here = [each for each in waiting if tournament.entrants[each.person].status == "playing"]
                yield from here
                yield from self._runners_up(len(waiting) - len(here))
            case "winners":
                yield from self._winners(source)
            case "losers":
                won = {each.person for each in self._winners(source)}
                for table in self._tables(source):
                    yield from (
                        self._qualifier(who, "losers", table)
                        for who in self._by_place(table)
                        if who not in won
                    )
            case "best-losers":
                wanted = self._wanted(source, taken, target)
                yield from (each for _, each in self._scored_losers(source, taken)[:wanted])
            case "recalled":
                wanted = self._wanted(source, taken, target)
                yield from (each for _, each in self._singles(source, taken)[:wanted])

    def _qualifier(self, who: PersonId, why: str, table: PlayedTable | None = None) -> Qualifier:
        number = table.number if table else 0
        group = 1
        if table is not None:
            played = self.tournament.rounds[table.round - 1].tables[table.number]
            group = played.seated.group
        return Qualifier(who, self.ranks.get(who, 0), why, number, group)  # type: ignore[arg-type]

    def _tables(self, source: StageSource) -> Sequence[PlayedTable]:
        """The tables of the last round of the source's stage."""
        wanted = source.stage or self.tournament.stage.id
        rounds = self.tournament.rounds_of(wanted)
        if not rounds:
            return ()
        seated = rounds[-1].tables
        tables = self.board.tables_of(rounds[-1].number)
        return [each for each in tables if rounds[-1].stage_of(seated[each.number]) == wanted]

    def _by_place(self, table: PlayedTable) -> list[PersonId]:
        """Players of the table who are still playing, best first."""
        playing = {each.person for each in self.tournament.playing}
        places = places_at(table)
        return [who for name in sorted(places, key=places.__getitem__) if (who := PersonId(name)) in playing]

    def _winners(self, source: StageSource) -> Iterator[Qualifier]:
        """The winners of each table; the next player replaces a winner who is gone.

        If a table has nobody left, the best non-winners of other tables fill its places.
        """
        lacking, others = 0, []
        for table in self._tables(source):
            if table.void:
                continue
            people, places = self._by_place(table), places_at(table)
            for who in people[: source.each]:
                yield self._qualifier(who, "winners" if places[who] <= source.each else "replaces", table)
            lacking += max(0, source.each - len(people))
            others += [self._qualifier(who, "replaces", table) for who in people[source.each :]]
        yield from sorted(others, key=self._by_rank)[:lacking]

    def _runners_up(self, count: int) -> Iterator[Qualifier]:
        """The best players who did not win a table of the present stage, to replace those who are gone."""
        losers = [
            (place, who, table)
            for table in self._tables(StageSource(who="losers"))
            for place, who in enumerate(self._by_place(table))
            if place
        ]
        losers.sort(key=lambda each: (each[0], self.ranks.get(each[1], len(self.ranks))))
        yield from (self._qualifier(who, "replaces", table) for _, who, table in losers[:count])

    def _by_rank(self, each: Qualifier) -> int:
        return self.order.index(each.person) if each.person in self.order else len(self.order)

    def _wanted(self, source: StageSource, taken: Collection[PersonId], target: Stage) -> int:
        """Number of players a source sends on: the stated count, or as many as fill the tables."""
        if source.who == "recalled":
            return source.count or 1
        return source.count or next_seatable(self.tournament.format, target, len(taken)) - len(taken)

    def _scored_losers(
        self, source: StageSource, taken: Collection[PersonId]
    ) -> list[tuple[tuple[Number, ...], Qualifier]]:
        """Losers with their score at that table, best first."""
        stage = source.stage or self.tournament.stage.id
        round = self.tournament.rounds_of(stage)[-1].number
        scores = {
            result.player: result.key
            for row in self.board.players.rows
            for result in (*row.entry.results, *row.entry.beside)
            if result.round == round
        }
        lost = [
            (scores.get(who, ()), self._qualifier(who, "best-losers", table))
            for table in self._tables(source)
            for who in self._by_place(table)
            if who not in taken and who not in self.elsewhere
        ]
        return self._best_first(lost)

    def _singles(
        self, source: StageSource, taken: Collection[PersonId]
    ) -> list[tuple[tuple[Number, ...], Qualifier]]:
        """Players with enough games and their best single result, best first."""
        found = []
        for row in self.board.players.rows:
            who = PersonId(row.entry.name)
            results = [
                each.key for each in row.entry.results if each.is_game and source.place in (0, each.place)
            ]
            is_free = who in self.order and who not in taken and who not in self.elsewhere
            if is_free and results and row.entry.games >= source.games:
                found.append((max(results), self._qualifier(who, "recalled")))
        return self._best_first(found)

    def _best_first(
        self, found: list[tuple[tuple[Number, ...], Qualifier]]
    ) -> list[tuple[tuple[Number, ...], Qualifier]]:
        """Sorted by score, highest first; equal scores by rank."""
        found.sort(key=lambda each: self._by_rank(each[1]))
        found.sort(key=lambda each: each[0], reverse=True)
        return found

    def wins(self, at: int) -> int:
        """Number of games the player at this index of the standings won alone."""
        won = (
            each.place == 1 and each.sharing == 1
            for row in self.rows[at : at + 1]
            for each in row.entry.results
        )
        return sum(won)

    def is_gone(self, at: int) -> bool:
        """Whether the player at this index of the standings no longer plays."""
        return any(PersonId(row.entry.name) not in self.order for row in self.rows[at : at + 1])

    def is_level(self, *at: int) -> bool:
        """Whether the players at these indices have the same total."""
        return len({self.rows[each].entry.total for each in at if each < len(self.rows)}) == 1


_CONDITIONS: dict[Condition, Callable[[Cutting], bool]] = {
    "leader-below-two-wins": lambda cutting: cutting.wins(0) < 2,
    "top-three-level": lambda cutting: cutting.is_level(0, 1, 2),
    "first-or-second-gone": lambda cutting: cutting.is_gone(0) or cutting.is_gone(1),
    "second-below-two-wins": lambda cutting: cutting.wins(1) < 2,
    "second-third-level": lambda cutting: cutting.is_level(1, 2),
}
