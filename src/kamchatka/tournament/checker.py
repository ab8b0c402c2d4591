"""Verification of a tournament from its log: every draw, plan, cut and published standings is recomputed.

With the events and the pinned texts, anyone can check that the announced tables, qualifiers and ranks
follow from the rules and the seeds.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kamchatka.ids import PersonId
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.cutting import CUT_VERSION, Cutting, cut, cuttings_beside, lots_among
from kamchatka.tournament.draws import redrawing
from kamchatka.tournament.events import (
    LotsDrawn,
    PublishedRow,
    RoundDrawn,
    SeasonPlanned,
    SeatedTable,
    StageCut,
    StandingsPublished,
)
from kamchatka.tournament.folding import begun, evolve, settings_in, standing
from kamchatka.tournament.recording import published_rows
from kamchatka.tournament.rounds import chosen_by_hand
from kamchatka.tournament.scores import STANDINGS_VERSION, Names
from kamchatka.tournament.seating.draw import VERSION
from kamchatka.tournament.seating.round import RoundDraw
from kamchatka.tournament.state import Occurrence, Setup, Tournament
from kamchatka.tournament.teams import players_to_seat


@dataclass(frozen=True)
class TournamentCheck:
    """The outcome of a verification."""

    differences: tuple[Notice, ...]
    unchecked: tuple[Notice, ...]
    """Draws, plans, cuts and standings made by an earlier version, which cannot be recomputed."""
    by_hand: tuple[Notice, ...] = ()
    """Cuts made by hand, with what the rules give instead."""
    draws: int = 0
    cuts: int = 0
    publications: int = 0


def check(setup: Setup, occurrences: Sequence[Occurrence], names: Names) -> TournamentCheck:
    """Recompute every event that counts, up to the first difference."""
    events = standing(occurrences)
    checker = _Checker(names, begun(setup, settings_in(events)))
    for event in events:
        checker.verify(event)
    counts = checker.counts
    return TournamentCheck(
        tuple(checker.found),
        tuple(checker.unchecked),
        tuple(checker.by_hand),
        draws=counts[RoundDrawn],
        cuts=counts[StageCut],
        publications=counts[StandingsPublished],
    )


class _Checker:
    """State up to the current event, and the differences found so far."""

    def __init__(self, names: Names, state: Tournament) -> None:
        self.names = names
        self.state = state
        self.before_lots = state
        """The state before lots were drawn for a cut."""
        self.seed = ""
        self.found: list[Notice] = []
        self.unchecked: list[Notice] = []
        self.by_hand: list[Notice] = []
        self.counts: dict[type, int] = {RoundDrawn: 0, StageCut: 0, StandingsPublished: 0}

    def verify(self, event: object) -> None:
        """Recompute one event, then apply the recorded one."""
        if type(event) in self.counts:
            self.counts[type(event)] += 1
        if not self.found:  # later events depend on the difference
            self._recompute(event)
        self.state = evolve(self.state, event)
        if not isinstance(event, LotsDrawn) or not event.is_for_cut:
            self.before_lots, self.seed = self.state, ""

    def _recompute(self, event: object) -> None:
        match event:
            case RoundDrawn() if event.receipt.version != VERSION:
                self._older("older", round=event.round)
            case RoundDrawn():
                self.found += self._draw(event)
            case SeasonPlanned() if event.version != VERSION:
                self._older("older_plan", round=event.first)
            case SeasonPlanned():
                self.found += self._plan(event)
            case LotsDrawn(is_for_cut=True):
                self.seed = event.seed
            case LotsDrawn():
                self.found += self._lots(event)
            case StageCut() if event.version != CUT_VERSION:
                self._older("older_cut", stage=event.stage)
            case StageCut() if self.state.rounds:
                self.found += self._cut(event)
            case StandingsPublished() if event.version != STANDINGS_VERSION:
                self._older("older_standings", round=event.round)
            case StandingsPublished():
                self.found += self._ranks(event)

    def _older(self, code: str, **values: str | int) -> None:
        """Note an event that an earlier version made."""
        self.unchecked.append(Notice(f"tournament.check.{code}", values))

    def _draw(self, event: RoundDrawn) -> Iterator[Notice]:
        """Differences in the tables of a round, recomputed from its seed."""
        announced = self.state.seeds.get(event.round, event.receipt.seed)
        if announced != event.receipt.seed and event.receipt.method != "planned":
            values = {"announced": announced, "seed": event.receipt.seed}
            yield Notice("tournament.check.seed", {"round": event.round, **values})
        is_again = len(self.state.rounds) == event.round
        first = RoundDraw(self.state, event.receipt.seed, ""), players_to_seat(self.state)
        drawing, players = redrawing(self.state) if is_again else first
        again = drawing.events(players)[-1]
        assert isinstance(again, RoundDrawn)
        written, redone = ({each.number: _public(each) for each in one.tables} for one in (event, again))
        for number in sorted(written.keys() | redone.keys()):
            one, other = written.get(number), redone.get(number)
            if one != other:
                values = {"written": self._people(one), "again": self._people(other)}
                yield Notice("tournament.check.table", {"round": event.round, "table": number, **values})
        if written == redone and event.receipt != again.receipt:
            yield Notice("tournament.check.receipt", {"round": event.round})

    def _people(self, table: SeatedTable | None) -> str:
        return ", ".join(self.names[who] for who in table.seats) if table else "-"

    def _plan(self, event: SeasonPlanned) -> Iterator[Notice]:
        """Differences in a season plan, recomputed for the same players."""
        here = {who for table in event.rounds[0] for who in table}
        players = [each for each in self.state.members if each.person in here]
        first = RoundDraw(self.state, event.seed, "")
        drawing = redrawing(self.state)[0] if self.state.open_round else first
        if drawing.season(players) != event:
            yield Notice("tournament.check.plan", {"round": event.first})

    def _cut(self, event: StageCut) -> Iterator[Notice]:
        """Differences in the qualifiers, recomputed with the same lots."""
        chosen, straight = ([each.person for each in people] for people in (event.qualified, event.direct))
        is_by_hand = event.is_by_hand
        before = self.before_lots.uncut
        again = chosen_by_hand(before, chosen, straight) if is_by_hand else self._cut_again(before, event)
        one = {*event.ruled} if is_by_hand else {*chosen}
        other: set[PersonId] = set()
        if again:
            other = {*again.ruled} if is_by_hand else {each.person for each in again.qualified}
        if again != event:
            yield self._changed("cut", event, one, other)
        elif is_by_hand:
            self.by_hand.append(self._changed("by_hand", event, {*chosen, *straight}, other))

    def _cut_again(self, before: Tournament, event: StageCut) -> StageCut | None:
        """The cut into the same stage by the rules; beside a stage cut by hand, by that choice."""
        made: Iterable[object] = cut(before, self.seed)
        main = next((each for each in self.state.cuts if each not in before.cuts and each.is_by_hand), None)
        if main and self.state.stage_named(event.stage).beside:
            made = (each.made() for each in cuttings_beside(before, main))
        return next((each for each in made if isinstance(each, StageCut) and each.stage == event.stage), None)

    def _lots(self, event: LotsDrawn) -> Iterator[Notice]:
        """A difference in the order of lots, drawn again from their seed."""
        again = lots_among(self.state, Cutting(self.state).by_number(event.people), event.seed)
        if replace(again, is_for_cut=False) != event:
            written, redone = (", ".join(map(self.names.__getitem__, each.people)) for each in (event, again))
            yield Notice("tournament.check.lots", {"written": written, "again": redone})

    def _changed(self, code: str, event: StageCut, one: set[PersonId], other: set[PersonId]) -> Notice:
        """Who is in one set of players and not in the other."""
        values = {"in": self._names(one - other), "out": self._names(other - one)}
        return Notice(f"tournament.check.{code}", {"stage": event.stage, **values})

    def _names(self, people: Iterable[PersonId]) -> str:
        return ", ".join(sorted(self.names[who] for who in people)) or "-"

    def _ranks(self, event: StandingsPublished) -> Iterator[Notice]:
        """Differences in the published ranks and scores."""
        again = {row.person: row for row in published_rows(self.state)}
        written = {row.person: row for row in event.rows}
        for who in sorted(written.keys() | again.keys(), key=self.names.__getitem__):
            one, other = written.get(who), again.get(who)
            if one != other:
                said = {"written": _ranked(one), "again": _ranked(other)}
                yield Notice("tournament.check.rank", {"round": event.round, "who": self.names[who], **said})


def _public(table: SeatedTable) -> SeatedTable:
    """The table without its objective set, which is drawn with a secret seed."""
    return replace(table, objective_set="")


def _ranked(row: PublishedRow | None) -> str:
    return "-" if row is None else f"{row.rank or '-'} ({row.score})"
