"""The cut: standings and tables of one stage decide the players of the next."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from kamchatka.ids import PersonId
from kamchatka.scoring.numbers import Number, written
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.standings.ranking import StandingsRow
from kamchatka.stream import seeded
from kamchatka.tournament.events import LotsDrawn, Qualifier, StageCut, StageField
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.format.model import RECALLS, Condition, Count, Layout, Stage, StageSource
from kamchatka.tournament.format.tables import LEAST_EVEN, layouts_of, next_seatable
from kamchatka.tournament.scores import Scoreboard, board_by_ids, places_at, rounds_so_far
from kamchatka.tournament.seating.draw import seed_number, shuffled
from kamchatka.tournament.state import Tournament, once

RESERVES = 4
"""Number of reserves named for the case that a player withdraws."""
LOTS = 900
"""Offset of the lots in a seed's stream, above the offsets of draws."""
CUT_VERSION = 5
"""Version of cuts: raised by any change that qualifies others for the same results, also by new standings."""


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
        lots = lots_among(tournament, tied, seed)
        drawn.append(lots)
        tournament = evolve(tournament, lots)


def lots_among(tournament: Tournament, tied: Sequence[PersonId], seed: str) -> LotsDrawn:
    """The next lots of a tournament; the first of `people` has drawn the best one."""
    number = len(tournament.lots) + 1
    order = shuffled(seeded(seed_number(seed), LOTS + number), tied)
    return LotsDrawn(f"lot-{number}", tuple(order), tuple(range(len(order), 0, -1)), seed)


def next_cuttings(tournament: Tournament) -> "Iterator[Cutting]":
    """The cut into the next stage, then into each stage beside it that has players for a table."""
    cutting = Cutting(tournament)
    yield cutting
    yield from cuttings_beside(tournament, cutting.made())


def cuttings_beside(tournament: Tournament, made: StageField) -> "Iterator[Cutting]":
    """The cuts into the stages beside one that these players enter."""
    elsewhere = {*made.people}
    for stage in tournament.format.together(made.stage):
        if stage.beside:
            cutting = Cutting(tournament, stage, frozenset(elsewhere))
            entering = [each.person for each in cutting.made().qualified]
            if len(entering) >= min(LEAST_EVEN, *tournament.format.sizes_of(stage)):
                yield cutting
                elsewhere.update(entering)


def before_last_cut(tournament: Tournament) -> Tournament:
    """The tournament when its last cut was made, with the current results."""
    last = tournament.last_cuts
    rounds = tournament.rounds[: last[0].after_round]
    return replace(tournament, rounds=rounds, cuts=tournament.cuts[: -len(last)])


@once
def overtaken_cuts(tournament: Tournament) -> dict[str, tuple[PersonId, ...]]:
    """Stages whose last cut no longer follows from the results, each with the players it would take now.

    Leaves out a cut by hand, and one that was kept with a reason since the same players would qualify.
    An open tie counts where a lot may put somebody out who was confirmed and still plays.
    """
    last = tournament.last_cuts
    if not last or not last[0].after_round or last[0].is_by_hand:
        return {}
    cuttings = list(next_cuttings(before_last_cut(tournament)))
    again = {made.stage: made for made in (each.made() for each in cuttings)}
    tied = {who for each in cuttings for people in each.split_ties() for who in people}
    gone = {each.person for each in tournament.entrants.values() if each.status != "playing"}
    found = {}
    for made in last:
        wanted = {each.person for each in (*made.qualified, *made.direct) if each.why != "replaces"}
        now = again.get(made.stage)
        people = now.people if now else ()
        is_kept = made.kept is not None and {*made.kept} == {*people}
        if not is_kept and (tied & wanted - gone or not wanted <= gone | {*people}):
            found[made.stage] = people
    return found


@once
def following(tournament: Tournament) -> Stage | None:
    """The stage after the present one that is played; None after the last one."""
    after = tournament.format.after(tournament.stage.id)
    while after and _is_left_out(tournament, after):
        after = tournament.format.after(after.id)
    return after


def _is_left_out(tournament: Tournament, stage: Stage) -> bool:
    """Whether nobody plays the stage, nor skips it, by the layout that fits."""
    if not any(layout.is_nobodys for layout in stage.layouts):
        return False
    layout = Cutting(tournament, stage).layout
    return layout is not None and layout.is_nobodys


@dataclass(frozen=True)
class Cutting:
    """A cut after the last closed round."""

    tournament: Tournament
    beside: Stage | None = None
    """The stage to enter, where it is played beside the next one."""
    elsewhere: frozenset[PersonId] = frozenset()
    """Players of the stages it is played beside."""

    @property
    def board(self) -> Scoreboard:
        """Results so far, with ids as names."""
        return board_by_ids(self.tournament)

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
    def _games(self) -> dict[PersonId, int]:
        """Number of games by person."""
        return {PersonId(row.entry.name): row.entry.games for row in self.rows}

    def with_games(self, games: int) -> tuple[PersonId, ...]:
        """Of `order`, the players with this number of games; capped at the rounds so far."""
        needed = min(games, rounds_so_far(self.tournament))
        return tuple(who for who in self.order if self._games[who] >= needed)

    @cached_property
    def target(self) -> Stage:
        """The stage to enter: the next one, or the present one again until one table is left."""
        if self.beside:
            return self.beside
        present, after = self.tournament.stage, following(self.tournament)
        assert after is not None, "the last stage has no cut"
        if present.rounds != "until-one-table":
            return after
        left = sum(len(each.qualified) for each in self._entering(after.enters, present))
        return self.stage_for(left)

    def stage_for(self, players: int) -> Stage:
        """The stage that this number of players enters, where a stage is played until one table is left."""
        present, after = self.tournament.stage, following(self.tournament)
        assert after is not None, "the last stage has no cut"
        largest = max(self.tournament.format.sizes_of(present))
        return present if present.rounds == "until-one-table" and players > largest else after

    @cached_property
    def layout(self) -> Layout | None:
        """The layout of the stage that fits the number of players; None if the stage has no layouts.

        If no layout fits what it counts, or too few could play it (void games), those who could play decide.
        """
        return self._layout_of(self.target)

    def _layout_of(self, stage: Stage) -> Layout | None:
        conditions = frozenset(name for name, holds in _CONDITIONS.items() if holds(self))
        ways: tuple[Callable[[Layout], int], ...] = (
            lambda layout: self._counted(layout.counts),
            lambda layout: len(self.with_games(layout.least_games)),
        )
        for players in ways:
            for layout in layouts_of(stage, players, conditions):
                least = layout.direct + LEAST_EVEN * layout.tables * layout.groups
                direct = self.with_games(layout.least_direct_games)[: layout.direct]
                able = {*direct, *self.with_games(layout.least_games)}
                if stage.pick != "auto" or len(able) >= least:
                    return layout
        return next(reversed(stage.layouts), None)

    def _counted(self, what: Count) -> int:
        """Number of players as a layout counts them; those who withdrew since are among them."""
        if what == "entered":
            return len(self.tournament.entrants)
        rounds = sum(self.tournament.stage_named(each.stage).summed for each in self.tournament.rounds)
        least = 1 if what == "ranked" else rounds
        return sum(row.entry.games >= min(least, rounds) for row in self.rows)

    @cached_property
    def _sources(self) -> Sequence[StageSource]:
        """The sources of players; a repeated stage uses those of the stage after it."""
        after = following(self.tournament)
        again = after if self.target.id == self.tournament.stage.id else None
        return self._sources_of(again or self.target)

    def _sources_of(self, stage: Stage) -> Sequence[StageSource]:
        layout = self._layout_of(stage)
        return layout.sources if layout else stage.enters

    @cached_property
    def _ranges(self) -> tuple[StageSource, ...]:
        """The sources of ranks of all stages, and the ranks that skip a stage."""
        stages = self.tournament.format.stages
        layouts = filter(None, map(self._layout_of, stages))
        straight = [each.straight for each in layouts if each.straight]
        named = (each for stage in stages for each in self._sources_of(stage) if each.who == "ranks")
        return (*straight, *named)

    @property
    def goes_by_ranks(self) -> bool:
        """Whether the standings alone decide who qualifies."""
        is_next = self.tournament.stage.rounds != "until-one-table"
        return is_next and all(source.who == "ranks" for source in self._sources)

    def undecided(self) -> list[PersonId]:
        """Players in the first open tie that the cut line would split."""
        return next(self.split_ties(), [])

    def split_ties(self) -> Iterator[list[PersonId]]:
        """Players in each open tie that only a lot can break and that the cut line would split."""
        for tied in sorted(self.open_ties):
            is_split = any(
                min(places) <= edge < max(places)
                for people, edge in self._edges()
                if (places := [at for at, who in enumerate(people, 1) if who in tied])
            )
            level = (each.level for each in self._entered)
            if is_split or any({*pair} <= {*tied} for pair in level if pair):
                yield self.by_number(tied)

    @cached_property
    def open_ties(self) -> tuple[tuple[str, ...], ...]:
        """Players whose order only a lot can decide, best rank first."""
        return tuple(dict.fromkeys(row.tie.versus for row in self.rows if row.tie and row.tie.is_open))

    def by_number(self, people: Iterable[str]) -> list[PersonId]:
        """Players in the order of their entrant numbers."""
        return sorted(map(PersonId, people), key=lambda who: self.tournament.entrants[who].number)

    def _edges(self) -> Iterator[tuple[Sequence[PersonId], int]]:
        """The lines that ranks draw in lists of players: how many stand above each."""
        for source in self._sources:
            if source.who == "ranks":
                yield from self._rank_edges(source)
            elif source.ranks:
                yield from ((self.order, edge) for edge in (source.bounds[0] - 1, source.bounds[1]))
        if self.layout and self.layout.straight:
            yield from self._rank_edges(self.layout.straight)

    def _rank_edges(self, source: StageSource) -> Iterator[tuple[Sequence[PersonId], int]]:
        """The lines above and below the ranks of a source, and those of better ranks named elsewhere."""
        first, last = source.bounds
        above = self._above(source)
        yield [who for who in self.order if who not in above], len({*self.order[: first - 1]} - above)
        if last:
            yield self._able(source), last - first + 1
        for each in self._better(source):
            yield from self._rank_edges(each)

    def _better(self, source: StageSource) -> list[StageSource]:
        """The sources whose ranks are all better than those of this one."""
        return [each for each in self._ranges if 0 < each.bounds[1] < source.bounds[0]]

    def _above(self, source: StageSource) -> set[PersonId]:
        """Players whom sources of better ranks name."""
        return {who for each in self._better(source) for who in self._ranked(each)}

    def _able(self, source: StageSource) -> list[PersonId]:
        """Players from the first rank of a source on who have enough games and are not named above it."""
        left = {*self.with_games(source.games)} - self._above(source)
        return [who for who in self.order[source.bounds[0] - 1 :] if who in left]

    def _ranked(self, source: StageSource) -> list[PersonId]:
        """Players whom a source of ranks names: as many as it has ranks, if there are."""
        first, last = source.bounds
        return self._able(source)[: last - first + 1] if last else self._able(source)

    def made(self) -> StageCut:
        """The cut event."""
        layout = self.layout
        direct = self._skipping()
        groups = layout.groups if layout else self.tournament.cut.groups if self.tournament.cut else 1
        chosen = tuple(each for source in self._entered for each in source.qualified)
        if layout and groups > 1:
            chosen = tuple(replace(each, group=at % groups + 1) for at, each in enumerate(chosen))
        taken = {*self.elsewhere, *direct, *(each.person for each in chosen)}
        straight = tuple(Qualifier(who, self.ranks[who], "direct") for who in direct)
        after = self.tournament.format.after(self.target.id)
        if not chosen and straight and after:  # no players for this stage: cut to the stage after it
            return StageCut(after.id, straight, self._reserves(taken), version=CUT_VERSION)
        return StageCut(
            stage=self.target.id,
            qualified=chosen,
            reserves=self._reserves(taken),
            groups=groups,
            tables=layout.tables if layout else 0,
            direct=straight,
            version=CUT_VERSION,
        )

    def by_hand(self, people: Sequence[PersonId], direct: Sequence[PersonId]) -> StageCut:
        """The cut of players whom the organiser chose; reasons stay where the rules name the same ones."""
        made = self.made()
        known = {each.person: each for each in made.qualified}
        places = {who: table for table in self._tables(StageSource(who="losers")) for who in table.players}
        sizes = dict.fromkeys(range(1, made.groups + 1), 0)

        def chosen(who: PersonId, at: int) -> Qualifier:
            found = known.get(who) or self._qualifier(who, "by-hand")
            if made.groups == 1:
                return found
            group = at % made.groups + 1
            if not self.layout:  # each final takes players of its own semifinals
                least = min(sizes, key=lambda number: (sizes[number], number))
                group = self._group(places[who]) if who in places else least
            sizes[group] += 1
            return replace(found, group=group)

        ordered = sorted(people, key=self._by_rank)
        straight = {each.person: each for each in made.direct}
        repeats = self.tournament.stage.rounds == "until-one-table"
        return replace(
            made,
            stage=self.stage_for(len(people)).id if repeats else made.stage,
            qualified=tuple(chosen(who, at) for at, who in enumerate(ordered)),
            direct=tuple(straight.get(who) or self._qualifier(who, "by-hand") for who in direct),
            reserves=self._reserves({*people, *direct}),
            is_by_hand=True,
            ruled=(*known, *straight),
        )

    def _skipping(self) -> tuple[PersonId, ...]:
        """The first ranks that skip the stage."""
        straight = self.layout.straight if self.layout else None
        return tuple(self._ranked(straight)) if straight else ()

    @cached_property
    def _entered(self) -> list["_Entering"]:
        """The players of the stage, in the order of its sources."""
        return self._entering(self._sources, self.target, self._skipping())

    def _reserves(self, taken: set[PersonId]) -> tuple[PersonId, ...]:
        games = max((source.games for source in self._sources if source.who == "ranks"), default=0)
        able = self.with_games(self.layout.least_games if self.layout else games)
        elsewhere = taken | self._awaited(self.target)
        return tuple(who for who in able if who not in elsewhere)[:RESERVES]

    def _entering(
        self, sources: Sequence[StageSource], target: Stage, skipping: Collection[PersonId] = ()
    ) -> list["_Entering"]:
        """The players of each source, nobody twice: first those named, then replacements, then recalls."""
        taken = {*skipping, *self.elsewhere}

        def new(people: Iterator[Qualifier]) -> list[Qualifier]:
            found = [each for each in people if each.person not in taken]
            taken.update(each.person for each in found)
            return found

        found = [_Entering(source, new(self._named(source))) for source in sources]
        for each in found:
            each.qualified.extend(new(self._replacements(each.source, taken)))
        for each in found:
            if each.source.who in RECALLS:
                entering = sum(len(other.qualified) for other in found)
                scored = self._scored(each.source, taken | self._awaited(target))
                wanted = each.source.count or self._lacking(target, entering)
                level = scored[wanted - 1 : wanted + 1] if wanted else []
                if len({score for score, _ in level}) < len(level):
                    each.level = level[0][1].person, level[1][1].person
                each.qualified.extend(new(self._recalled(scored, wanted)))
        return found

    def _named(self, source: StageSource) -> Iterator[Qualifier]:
        """The players whom a source names."""
        tournament = self.tournament
        match source.who:
            case "everybody":
                yield from (self._qualifier(each.person, "everybody") for each in tournament.playing)
            case "ranks":
                yield from (self._qualifier(who, "ranks") for who in self._ranked(source))
            case "direct":
                yield from (each for each in self._direct if self._is_playing(each.person))
            case "winners":
                yield from self._winners(source)
            case "losers":
                won = {each.person for each in self._winners(source)}
                won |= {
                    each.person
                    for each in self._replacements(source.model_copy(update={"who": "winners"}), won)
                }
                for table in self._tables(source):
                    yield from (
                        self._qualifier(who, "losers", table)
                        for who in self._by_place(table)
                        if who not in won
                    )

    @property
    def _direct(self) -> tuple[Qualifier, ...]:
        """The players who skipped the present stage."""
        return self.tournament.cut.direct if self.tournament.cut else ()

    def _is_playing(self, who: PersonId) -> bool:
        return self.tournament.entrants[who].status == "playing"

    def _awaited(self, target: Stage) -> set[PersonId]:
        """Players whom a stage after the target names already: neither recalled nor reserves."""
        stages = self.tournament.format.stages
        later = stages[[stage.id for stage in stages].index(target.id) + 1 :]
        sources = (source for stage in later for source in self._sources_of(stage))
        return {
            each.person
            for source in sources
            if source.who == "ranks" or (source.who == "winners" and source.stage)
            for each in self._named(source)
        }

    def _lacking(self, target: Stage, entering: int) -> int:
        """Number of players needed to fill the tables of the stage."""
        size = self.tournament.format.sizes_of(target)[0]
        tables = target.tables[0] if target.tables and len({*target.tables}) == 1 else 0
        if target.id != self.tournament.stage.id and self.layout:
            tables = self.layout.tables * self.layout.groups or tables
        full = tables * size if tables else next_seatable(self.tournament.format, target, entering)
        return max(0, full - entering)

    def _qualifier(self, who: PersonId, why: str, table: PlayedTable | None = None) -> Qualifier:
        number = table.number if table else 0
        group = self._group(table) if table else 1
        return Qualifier(who, self.ranks.get(who, 0), why, number, group)  # type: ignore[arg-type]

    def _group(self, table: PlayedTable) -> int:
        """The parallel group of a table."""
        return self.tournament.rounds[table.round - 1].tables[table.number].seated.group

    @cached_property
    def _before(self) -> str:
        """The stage whose tables a source means that names none: the one before, even if nobody played it."""
        after = following(self.tournament)
        main = [stage for stage in self.tournament.format.stages if not stage.beside]
        return main[main.index(after) - 1].id if after else self.tournament.stage.id

    def _tables(self, source: StageSource) -> Sequence[PlayedTable]:
        """The tables of the last round of the source's stage."""
        wanted = source.stage or self._before
        rounds = self.tournament.rounds_of(wanted)
        if not rounds:
            return ()
        seated = rounds[-1].tables
        tables = self.board.tables_of(rounds[-1].number)
        return [each for each in tables if rounds[-1].stage_of(seated[each.number]) == wanted]

    def _by_place(self, table: PlayedTable) -> list[PersonId]:
        """Players of the table who are still playing, best first."""
        places = places_at(table)
        ordered = map(PersonId, sorted(places, key=places.__getitem__))
        return [who for who in ordered if self._is_playing(who)]

    def _winners(self, source: StageSource) -> Iterator[Qualifier]:
        """The winners of each table; the next player of the table replaces a winner who is gone."""
        for table in self._tables(source):
            places = places_at(table)
            for who in self._by_place(table)[: source.each]:
                yield self._qualifier(who, "winners" if places[who] <= source.each else "replaces", table)

    def _replacements(self, source: StageSource, taken: Collection[PersonId]) -> Iterator[Qualifier]:
        """Players for the places that a table or the direct players leave empty.

        They come from the same parallel group if possible; the best place at a table goes first, then the
        better rank.
        """
        groups: list[int] = []
        if source.who == "direct":
            groups = [each.group for each in self._direct if not self._is_playing(each.person)]
        elif source.who == "winners":
            for table in self._tables(source):
                groups += [self._group(table)] * max(0, source.each - len(self._by_place(table)))
        if not groups:
            return
        able = [
            (places_at(table)[who], self._by_rank(who), self._qualifier(who, "replaces", table))
            for table in self._tables(source)
            for who in self._by_place(table)
            if who not in taken
        ]
        for group in groups:
            able.sort(key=lambda each: (each[2].group != group, *each[:2]))
            if able:
                yield replace(able.pop(0)[2], group=group)

    def _by_rank(self, who: PersonId) -> int:
        return self.order.index(who) if who in self.order else len(self.order)

    def _recalled(self, scored: Sequence["_Scored"], wanted: int) -> Iterator[Qualifier]:
        """The best of these; of equal results the better rank goes first."""
        column = self.tournament.setup.formula.columns.index(self.tournament.setup.formula.score)
        out = scored[wanted].score if wanted < len(scored) else None
        for score, each in scored[:wanted]:
            yield replace(each, score=written(score[column]) if score else "", is_by_rank=score == out)

    def _scored(self, source: StageSource, taken: Collection[PersonId]) -> list["_Scored"]:
        """The players whom a source may recall, with their results, best first; equal results by rank."""
        found = self._losers(source) if source.who == "best-losers" else self._singles(source)
        left = [each for each in found if each.qualifier.person not in taken]
        left.sort(key=lambda each: self._by_rank(each.qualifier.person))
        left.sort(key=lambda each: each.score, reverse=True)
        return left

    def _losers(self, source: StageSource) -> Iterator["_Scored"]:
        """Players with their score at the tables of a stage; none if it was not played."""
        played = self.tournament.rounds_of(source.stage or self._before)
        if not played:
            return
        round = played[-1].number
        scores = {
            result.player: result.key
            for row in self.board.players.rows
            for result in (*row.entry.results, *row.entry.beside)
            if result.round == round
        }
        won = {each.person for each in self._winners(source)}
        for table in self._tables(source):
            for who in self._by_place(table):
                if who not in won:
                    yield _Scored(scores.get(who, ()), self._qualifier(who, "best-losers", table))

    def _singles(self, source: StageSource) -> Iterator["_Scored"]:
        """Players of these ranks with enough games, with their best single result."""
        first, last = source.bounds
        able = {*self.with_games(source.games)}.intersection(self.order[first - 1 : last or None])
        for row in self.rows:
            who = PersonId(row.entry.name)
            results = [
                each.key for each in row.entry.results if each.is_game and source.place in (0, each.place)
            ]
            if who in able and results:
                yield _Scored(max(results), self._qualifier(who, "recalled"))

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


class _Scored(NamedTuple):
    """A player who may be recalled, and the result."""

    score: tuple[Number, ...]
    qualifier: Qualifier


@dataclass
class _Entering:
    """The players of one source."""

    source: StageSource
    qualified: list[Qualifier]
    level: tuple[str, str] | None = None
    """The last recalled player and the first one left out, where their results are equal."""


_CONDITIONS: dict[Condition, Callable[[Cutting], bool]] = {
    "leader-below-two-wins": lambda cutting: cutting.wins(0) < 2,
    "top-three-level": lambda cutting: cutting.is_level(0, 1, 2),
    "first-or-second-gone": lambda cutting: cutting.is_gone(0) or cutting.is_gone(1),
    "second-below-two-wins": lambda cutting: cutting.wins(1) < 2,
    "second-third-level": lambda cutting: cutting.is_level(1, 2),
}
