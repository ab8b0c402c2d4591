"""The cut before and after it is made: qualifiers, reasons, lots, reserves, replacements; and the finale."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase
from kamchatka.tournament.cutting import Cutting, before_last_cut, cut, overtaken_cuts
from kamchatka.tournament.events import LotsDrawn, Qualifier, StageCut, StageField
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import is_decided, is_proclaimed, next_step
from kamchatka.tournament.rounds import (
    before_cut,
    may_draw_lots,
    may_end_stage,
    must_cut_again,
    takes_direct,
)
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.naming import towards
from kamchatka.tournament.views.people import People, PersonRow
from kamchatka.tournament.views.qualifying import reserve_groups
from kamchatka.tournament.views.ranking import why_qualified
from kamchatka.tournament.views.standings import PlayerRow, standings_page

PODIUM = 3
BY_HAND = ("to-cut", "cut", "overtaken")
"""Moments in which players may be chosen by hand."""
Moment = Literal["open", "waits", "to-cut", "cut", "drawn", "over", "overtaken"]


@dataclass(frozen=True)
class QualifierRow:
    """A player who qualifies."""

    who: PersonRow
    rank: int
    """Rank in the standings; 0: none."""
    totals: tuple[str, ...]
    """Totals of the standings row."""
    why: Phrase
    remarks: tuple[str, ...]
    """Remarks of the standings row, such as the tie that was broken."""
    group: int
    is_new: bool = False
    """Whether the player comes in for another who was confirmed."""
    is_gone: bool = False
    is_out: bool = False
    """Whether the player was confirmed and would not qualify now."""
    rank_now: int = 0
    """Rank in the current standings; 0: none."""


@dataclass(frozen=True)
class LotRow:
    """Tied players of whom a lot lets `places` qualify."""

    people: tuple[PersonRow, ...]
    places: int


@dataclass(frozen=True)
class TieRow:
    """Players who share a rank until lots are drawn."""

    rank: int
    people: tuple[PersonRow, ...]


@dataclass(frozen=True)
class CutView:
    """A cut, made or still to make."""

    stage: Stage
    qualified: tuple[QualifierRow, ...]
    direct: tuple[QualifierRow, ...]
    """Players who skip the stage and enter the next one."""
    reserves: tuple[tuple[PersonRow, ...], ...]
    """In the order they come in; several together while only a lot can decide between them."""
    groups: int
    lots: tuple[LotRow, ...] = ()
    """Lots still to be drawn."""
    gone: tuple[PersonRow, ...] = ()
    """Qualified players who have withdrawn since."""
    is_by_hand: bool = False

    def name(self, lang: Language) -> str:
        """The display name of the stage."""
        return self.stage.name(lang)

    def towards(self, lang: Language) -> str:
        """Where these players go on to, in words."""
        return towards(self.stage, lang)


@dataclass(frozen=True)
class PlayerChoice:
    """A player who may be chosen by hand."""

    who: PersonRow
    goes: Literal["on", "direct", "out"]
    """What the cut on the page says."""


@dataclass(frozen=True)
class CutPage:
    """The page of the cut: its progress and the cut itself."""

    moment: Moment
    stage: str
    """The display name of the current stage."""
    rounds_left: int
    total_headings: tuple[str, ...]
    cut: CutView | None
    choices: tuple[PlayerChoice, ...] = ()
    """Everybody who may be chosen by hand, best first; empty once the next round is drawn."""
    may_skip: bool = False
    """Whether players may be sent straight to the stage after the next one."""
    beside: tuple[CutView, ...] = ()
    """The cuts into stages played beside that one."""
    may_end: bool = False
    """Whether the organiser may end the stage now, where its number of rounds is open."""
    confirmed: tuple[CutView, ...] = ()
    """The cuts that were made, where corrected results would qualify others; `cut` shows those."""
    may_cut: bool = True
    """Whether the cut may still be made again."""
    ties: tuple[TieRow, ...] = ()
    """Ties that may be drawn now."""


def cut_page(tournament: Tournament, names: Names, lang: Language) -> CutPage:
    """The cut to decide now, else the last one made. Raises Unscorable or MissingNumber."""
    made, people = tournament.last_cuts, People(tournament, names)
    is_overtaken = bool(overtaken_cuts(tournament))
    is_due = not is_overtaken and next_step(tournament) == "cut"
    last = made[0].after_round if is_overtaken else None
    page = standings_page(tournament, names, lang, last) if is_due or made else None
    rows = {row.number: row for row in page.rows} if page and not page.is_of_teams else {}
    views: list[CutView] = []
    confirmed: list[CutView] = []
    if is_due:
        known = made if must_cut_again(tournament) else ()
        views, _ = _coming(before_cut(tournament), people, rows, known)
    elif made:
        before = before_last_cut(tournament)
        out: set[PersonId] = set()
        if is_overtaken:
            views, out = _coming(before, people, rows, made)
        confirmed = [_view(before, people, each, rows, out=out) for each in made]
    stage = tournament.stage
    left = 0
    if isinstance(stage.rounds, int):
        left = max(0, stage.rounds - sum(each.is_closed for each in tournament.rounds_of(stage.id)))
    moment = "overtaken" if is_overtaken else _moment(tournament, is_due=is_due)
    shown = views or confirmed
    may_cut = is_due or (bool(made) and tournament.uncut.cuts != tournament.cuts)
    return CutPage(
        moment=moment,
        stage=stage.name(lang),
        rounds_left=left,
        total_headings=page.total_headings if page else (),
        cut=shown[0] if shown else None,
        beside=tuple(shown[1:]),
        choices=tuple(_choices(tournament, people, shown[0]))
        if shown and moment in BY_HAND and may_cut
        else (),
        may_skip=bool(shown) and takes_direct(tournament, shown[0].stage.id),
        may_end=may_end_stage(tournament),
        confirmed=tuple(confirmed) if is_overtaken else (),
        may_cut=may_cut,
        ties=open_ties(tournament, names),
    )


def open_ties(tournament: Tournament, names: Names, last: int | None = None) -> tuple[TieRow, ...]:
    """Ties of players that may be drawn now, best rank first; those up to the rank `last`."""
    if not may_draw_lots(tournament) or tournament.format.standings.teams:
        return ()
    cutting, people = Cutting(tournament), People(tournament, names)
    ranked = ((cutting.ranks[PersonId(tied[0])], cutting.by_number(tied)) for tied in cutting.open_ties)
    return tuple(
        TieRow(rank, tuple(map(people, who))) for rank, who in ranked if last is None or rank <= last
    )


def lots_drawn(tournament: Tournament, names: Names) -> list[tuple[str, str]]:
    """The names of all lots drawn so far, the luckiest first, each with its seed."""
    return [(", ".join(names[who] for who in each.people), each.seed) for each in tournament.lots]


def _choices(tournament: Tournament, people: People, view: CutView) -> Iterator[PlayerChoice]:
    """Everybody who still plays, in the order of the standings, then by number."""
    order = Cutting(tournament).order
    others = (each.person for each in tournament.playing if each.person not in order)
    on, direct = ({each.who.number for each in rows} for rows in (view.qualified, view.direct))
    for who in map(people, (*order, *others)):
        yield PlayerChoice(who, "on" if who.number in on else "direct" if who.number in direct else "out")


def _moment(tournament: Tournament, *, is_due: bool) -> Moment:
    if is_due:
        return "to-cut"
    if is_decided(tournament):
        return "over"
    if tournament.stage.rounds == "open":
        return "open"
    made = tournament.cut
    if made is None:
        return "waits"
    return "cut" if made.after_round == len(tournament.rounds) else "drawn"


def _coming(
    before: Tournament, people: People, rows: Mapping[int, PlayerRow], known: Sequence[StageField]
) -> tuple[list[CutView], set[PersonId]]:
    """A preview of the cut, with all lots, and of the cuts into stages beside it.

    Players in a lot are listed apart from the certain ones. Beside it, who of the `known` would not qualify.
    """
    events = cut(before, "")
    drawn = [each for each in events if isinstance(each, LotsDrawn)]
    by_lot = {who for each in drawn for who in each.people}
    cuts = [each for each in events if isinstance(each, StageCut)]
    inside = {who for made in cuts for who in made.people}
    were = {who for made in known for who in made.people}
    new = inside - were if known else set()
    views = [_view(before, people, made, rows, without=by_lot, new=new) for made in cuts]
    views[0] = replace(
        views[0],
        lots=tuple(
            LotRow(
                tuple(sorted(map(people, each.people), key=lambda one: one.number)),
                sum(who in inside for who in each.people),
            )
            for each in drawn
        ),
        gone=tuple(
            people(each.person)
            for made in known
            for each in made.qualified
            if before.entrants[each.person].status != "playing"
        ),
    )
    return views, were - inside - by_lot


def _view(
    before: Tournament,
    people: People,
    made: StageField,
    rows: Mapping[int, PlayerRow],
    *,
    without: Collection[PersonId] = (),
    new: Collection[PersonId] = (),
    out: Collection[PersonId] = (),
) -> CutView:
    """The view of a cut, leaving out `without`, marking `new` and `out`."""

    def row(each: Qualifier) -> QualifierRow:
        who = people(each.person)
        stands = rows.get(who.number)
        return QualifierRow(
            who=who,
            rank=each.rank,
            totals=stands.totals if stands else (),
            why=why_qualified(each),
            remarks=stands.remarks if stands else (),
            group=each.group,
            is_new=each.person in new,
            is_gone=before.entrants[each.person].status != "playing",
            is_out=each.person in out,
            rank_now=(stands.rank or 0) if stands else 0,
        )

    groups = reserve_groups(Cutting(before), made) if made.reserves else []
    return CutView(
        stage=before.stage_named(made.stage),
        qualified=tuple(row(each) for each in made.qualified if each.person not in without),
        direct=tuple(row(each) for each in made.direct if each.person not in without),
        reserves=tuple(tuple(map(people, each)) for each in groups if not {*each} & {*without}),
        groups=made.groups,
        is_by_hand=made.is_by_hand,
    )


@dataclass(frozen=True)
class Finale:
    """The end of a tournament: podium and remaining steps."""

    is_over: bool
    podium: tuple[PlayerRow, ...]
    """The first three ranks; parallel finals give several players of one rank."""
    total_headings: tuple[str, ...]
    final: str
    """Name of the last stage, if it decides the ranks instead of the points."""
    behind: str
    """Who has more points than the winner of the final; empty if nobody on the podium."""
    is_of_teams: bool
    is_published: bool
    is_closed: bool
    ties: tuple[TieRow, ...] = ()
    """Ties for the podium that may be drawn now."""


def finale(tournament: Tournament, names: Names, lang: Language) -> Finale:
    """The finale as it stands. Raises Unscorable or MissingNumber."""
    is_over = is_decided(tournament)
    page = standings_page(tournament, names, lang) if is_over else None
    podium = tuple(row for row in page.rows if row.rank and row.rank <= PODIUM) if page else ()
    scores = {row.entry.name: row.entry.score for row in page.standings.rows} if page else {}
    return Finale(
        is_over=is_over,
        podium=podium,
        final=page.columns[-1].stage if page and page.columns else "",
        behind=next((row.name for row in podium if scores[row.name] > scores[podium[0].name]), ""),
        total_headings=page.total_headings if page else (),
        is_of_teams=bool(page and page.is_of_teams),
        is_published=is_proclaimed(tournament),
        is_closed=tournament.is_closed,
        ties=open_ties(tournament, names, PODIUM) if is_over else (),
    )
