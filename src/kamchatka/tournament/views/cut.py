"""Who plays on, before it is settled and after: reasons, lots, reserves, who comes in for whom; the end."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.messages import Language, Phrase
from kamchatka.tournament.cutting import cut
from kamchatka.tournament.events import LotsDrawn, Qualifier, StageCut
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.progress import is_decided, must_cut_again, next_step
from kamchatka.tournament.rounds import before_cut
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import StageEntry, Tournament
from kamchatka.tournament.views.people import People, PersonRow
from kamchatka.tournament.views.ranking import why_qualified
from kamchatka.tournament.views.standings import PlayerRow, standings_page

PODIUM = 3
Moment = Literal["waits", "to-cut", "cut", "drawn", "over"]


@dataclass(frozen=True)
class QualifierRow:
    """Somebody who plays on."""

    who: PersonRow
    rank: int
    """In the standings; 0: none."""
    totals: tuple[str, ...]
    """Of the standings."""
    why: Phrase
    remarks: tuple[str, ...]
    """What the standings say of them, such as the tie that was broken."""
    group: int
    is_new: bool = False
    """Whether somebody else stood here before a withdrawal."""
    is_gone: bool = False


@dataclass(frozen=True)
class LotRow:
    """People nothing tells apart: a lot lets so many of them play on."""

    people: tuple[PersonRow, ...]
    places: int


@dataclass(frozen=True)
class CutView:
    """A cut, made or about to be."""

    stage: Stage
    qualified: tuple[QualifierRow, ...]
    direct: tuple[QualifierRow, ...]
    """Who skips the stage and waits for the next."""
    reserves: tuple[PersonRow, ...]
    groups: int
    lots: tuple[LotRow, ...] = ()
    """Still to be drawn."""
    gone: tuple[PersonRow, ...] = ()
    """Who qualified before and withdrew since."""

    def name(self, lang: Language) -> str:
        """What the stage is called."""
        return self.stage.name(lang)


@dataclass(frozen=True)
class CutPage:
    """The page of the cut: how far it is, and the cut itself."""

    moment: Moment
    stage: str
    """That is being played, or was."""
    rounds_left: int
    total_headings: tuple[str, ...]
    cut: CutView | None


def cut_page(tournament: Tournament, names: Names, lang: Language) -> CutPage:
    """The cut there is to make, or the last that was made. Raises Unscorable or MissingNumber."""
    is_due = next_step(tournament) == "cut"
    made = tournament.cut
    page = standings_page(tournament, names, lang) if is_due or made else None
    rows = {row.number: row for row in page.rows} if page and not page.is_of_teams else {}
    view: CutView | None = None
    if is_due:
        view = _coming(tournament, names, rows)
    elif made is not None:
        view = _made(tournament, names, made, rows)
    stage = tournament.stage
    left = 0
    if isinstance(stage.rounds, int):
        left = max(0, stage.rounds - sum(each.is_closed for each in tournament.rounds_of(stage.id)))
    return CutPage(
        moment=_moment(tournament, is_due=is_due),
        stage=stage.name(lang),
        rounds_left=left,
        total_headings=page.total_headings if page else (),
        cut=view,
    )


def _moment(tournament: Tournament, *, is_due: bool) -> Moment:
    if is_due:
        return "to-cut"
    if is_decided(tournament):
        return "over"
    made = tournament.cut
    if made is None:
        return "waits"
    return "cut" if made.after_round == len(tournament.rounds) else "drawn"


def _coming(tournament: Tournament, names: Names, rows: dict[int, PlayerRow]) -> CutView:
    """The cut as it would be made; where lots decide, who is certain, and who is among them."""
    *lots, made = cut(before_cut(tournament), "")
    assert isinstance(made, StageCut)
    drawn = [each for each in lots if isinstance(each, LotsDrawn)]
    by_lot = {who for each in drawn for who in each.people}
    before = tournament.cut if must_cut_again(tournament) else None
    old = {each.person for each in (*before.qualified, *before.direct)} if before else None
    people = People(tournament, names)
    inside = {each.person for each in (*made.qualified, *made.direct)}

    def listed(some: Iterable[Qualifier]) -> tuple[QualifierRow, ...]:
        return tuple(
            _row(each, people, rows, is_new=old is not None and each.person not in old)
            for each in some
            if each.person not in by_lot
        )

    return CutView(
        stage=tournament.stage_named(made.stage),
        qualified=listed(made.qualified),
        direct=listed(made.direct),
        reserves=tuple(people(who) for who in made.reserves if who not in by_lot),
        groups=made.groups,
        lots=tuple(
            LotRow(
                tuple(sorted(map(people, each.people), key=lambda one: one.number)),
                sum(who in inside for who in each.people),
            )
            for each in drawn
        ),
        gone=tuple(
            people(each.person)
            for each in (before.qualified if before else ())
            if tournament.entrants[each.person].status != "playing"
        ),
    )


def _made(tournament: Tournament, names: Names, made: StageEntry, rows: dict[int, PlayerRow]) -> CutView:
    people = People(tournament, names)

    def listed(some: Sequence[Qualifier]) -> tuple[QualifierRow, ...]:
        gone = {who for who, each in tournament.entrants.items() if each.status != "playing"}
        return tuple(_row(each, people, rows, is_gone=each.person in gone) for each in some)

    return CutView(
        stage=tournament.stage_named(made.stage),
        qualified=listed(made.qualified),
        direct=listed(made.direct),
        reserves=tuple(map(people, made.reserves)),
        groups=made.groups,
    )


def _row(
    each: Qualifier,
    people: People,
    rows: dict[int, PlayerRow],
    *,
    is_new: bool = False,
    is_gone: bool = False,
) -> QualifierRow:
    who = people(each.person)
    row = rows.get(who.number)
    return QualifierRow(
        who=who,
        rank=each.rank,
        totals=row.totals if row else (),
        why=why_qualified(each),
        remarks=row.remarks if row else (),
        group=each.group,
        is_new=is_new,
        is_gone=is_gone,
    )


@dataclass(frozen=True)
class Finale:
    """The end of a tournament: who won, who stands beside them, what is left to do."""

    is_over: bool
    podium: tuple[PlayerRow, ...]
    """The first three ranks; several of one rank where finals are parallel."""
    total_headings: tuple[str, ...]
    is_of_teams: bool
    is_published: bool
    is_closed: bool


def finale(tournament: Tournament, names: Names, lang: Language) -> Finale:
    """The end as it stands. Raises Unscorable or MissingNumber."""
    is_over = is_decided(tournament)
    page = standings_page(tournament, names, lang) if is_over else None
    return Finale(
        is_over=is_over,
        podium=tuple(row for row in page.rows if row.rank and row.rank <= PODIUM) if page else (),
        total_headings=page.total_headings if page else (),
        is_of_teams=bool(page and page.is_of_teams),
        is_published=bool(tournament.rounds) and tournament.published == len(tournament.rounds),
        is_closed=tournament.is_closed,
    )
