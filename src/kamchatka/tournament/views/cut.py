"""The cut before and after it is made: qualifiers, reasons, lots, reserves, replacements; and the finale."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase
from kamchatka.tournament.cutting import Cutting, cut
from kamchatka.tournament.events import LotsDrawn, Qualifier, StageCut, StageField
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import is_decided, must_cut_again, next_step
from kamchatka.tournament.rounds import before_cut, may_end_stage, takes_direct
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.people import People, PersonRow
from kamchatka.tournament.views.ranking import why_qualified
from kamchatka.tournament.views.standings import PlayerRow, standings_page

PODIUM = 3
Moment = Literal["open", "waits", "to-cut", "cut", "drawn", "over"]


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
    """Whether the player replaces one who withdrew."""
    is_gone: bool = False


@dataclass(frozen=True)
class LotRow:
    """Tied players of whom a lot lets `places` qualify."""

    people: tuple[PersonRow, ...]
    places: int


@dataclass(frozen=True)
class CutView:
    """A cut, made or still to make."""

    stage: Stage
    qualified: tuple[QualifierRow, ...]
    direct: tuple[QualifierRow, ...]
    """Players who skip the stage and enter the next one."""
    reserves: tuple[PersonRow, ...]
    groups: int
    lots: tuple[LotRow, ...] = ()
    """Lots still to be drawn."""
    gone: tuple[PersonRow, ...] = ()
    """Qualified players who have withdrawn since."""
    is_by_hand: bool = False

    def name(self, lang: Language) -> str:
        """The display name of the stage."""
        return self.stage.name(lang)


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


def cut_page(tournament: Tournament, names: Names, lang: Language) -> CutPage:
    """The cut to make now, else the last one made. Raises Unscorable or MissingNumber."""
    is_due = next_step(tournament) == "cut"
    made = tournament.last_cuts
    page = standings_page(tournament, names, lang) if is_due or made else None
    rows = {row.number: row for row in page.rows} if page and not page.is_of_teams else {}
    people = People(tournament, names)
    if is_due:
        views = _coming(tournament, people, rows)
    else:
        gone = {who for who, each in tournament.entrants.items() if each.status != "playing"}
        views = [_view(tournament, people, each, rows, gone=gone) for each in made]
    stage = tournament.stage
    left = 0
    if isinstance(stage.rounds, int):
        left = max(0, stage.rounds - sum(each.is_closed for each in tournament.rounds_of(stage.id)))
    moment = _moment(tournament, is_due=is_due)
    is_open = bool(views) and moment in ("to-cut", "cut")
    return CutPage(
        moment=moment,
        stage=stage.name(lang),
        rounds_left=left,
        total_headings=page.total_headings if page else (),
        cut=views[0] if views else None,
        beside=tuple(views[1:]),
        choices=tuple(_choices(tournament, people, views[0])) if is_open else (),
        may_skip=bool(views) and takes_direct(tournament, views[0].stage.id),
        may_end=may_end_stage(tournament),
    )


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


def _coming(tournament: Tournament, people: People, rows: Mapping[int, PlayerRow]) -> list[CutView]:
    """A preview of the cut, with all lots, and of the cuts into stages beside it.

    Players in a lot are listed apart from the certain ones.
    """
    events = cut(before_cut(tournament), "")
    drawn = [each for each in events if isinstance(each, LotsDrawn)]
    by_lot = {who for each in drawn for who in each.people}
    before = tournament.last_cuts if must_cut_again(tournament) else ()
    cuts = [each for each in events if isinstance(each, StageCut)]
    inside = {each.person for made in cuts for each in (*made.qualified, *made.direct)}
    known = {each.person for made in before for each in (*made.qualified, *made.direct)}
    new = inside - known if before else set()
    views = [_view(tournament, people, made, rows, without=by_lot, new=new) for made in cuts]
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
            for made in before
            for each in made.qualified
            if tournament.entrants[each.person].status != "playing"
        ),
    )
    return views


def _view(
    tournament: Tournament,
    people: People,
    made: StageField,
    rows: Mapping[int, PlayerRow],
    *,
    without: Collection[PersonId] = (),
    new: Collection[PersonId] = (),
    gone: Collection[PersonId] = (),
) -> CutView:
    """The view of a cut, leaving out `without`, marking `new` and `gone`."""

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
            is_gone=each.person in gone,
        )

    return CutView(
        stage=tournament.stage_named(made.stage),
        qualified=tuple(row(each) for each in made.qualified if each.person not in without),
        direct=tuple(row(each) for each in made.direct if each.person not in without),
        reserves=tuple(people(who) for who in made.reserves if who not in without),
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
        is_published=bool(tournament.rounds) and tournament.published == len(tournament.rounds),
        is_closed=tournament.is_closed,
    )
