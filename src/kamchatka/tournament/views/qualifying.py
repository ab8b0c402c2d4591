"""Lines in the standings between players who qualify and players who do not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.tournament.cutting import Cutting, following
from kamchatka.tournament.events import StageField
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.naming import towards


@dataclass(frozen=True)
class QualifyingLine:
    """A line in the standings; players above it qualify."""

    after: int
    """Number of rows above the line."""
    code: Literal["settled", "direct", "now"]
    lang: Language
    towards: str
    """Where they go on to, in words."""
    count: int
    reserves: tuple[str, ...] = ()
    """The first reserve; several while only a lot can decide who that is."""
    out: str = ""
    """Names of players above the line who do not qualify, for too few games or by the organiser's choice."""

    @property
    def sentence(self) -> str:
        """Who goes on, who does not, and the first reserve."""
        lang = self.lang
        said = [text(f"standings_page.line.{self.code}", lang, towards=self.towards, count=self.count)]
        if self.out:
            said.append(text("standings_page.line.out", lang, names=self.out))
        if self.reserves:
            reserve = "reserve_tied" if len(self.reserves) > 1 else "reserve"
            said.append(text(f"standings_page.line.{reserve}", lang, names=", ".join(self.reserves)))
        return " ".join(said)


def qualifying_lines(
    tournament: Tournament, names: Names, order: Sequence[PersonId], lang: Language, last: int | None
) -> Iterator[QualifyingLine]:
    """The lines of every cut up to a round; before the first cut, the line of the cut as it would be now."""
    if not order:
        return
    for cut in tournament.cuts:
        if cut.after_round and (last is None or cut.after_round <= last):
            yield from _lines(tournament, names, order, cut, lang)
    is_now = last is None or last >= len(tournament.rounds)
    if is_now and not tournament.cuts and (coming := _coming(tournament)):
        for line in _lines(tournament, names, order, coming, lang):
            yield replace(line, code="now")


def _coming(tournament: Tournament) -> StageField | None:
    """The cut if the stage ended now, where ranks decide it; else None."""
    if following(tournament) is None:
        return None
    cutting = Cutting(tournament)
    return cutting.made() if cutting.goes_by_ranks else None


def _lines(
    tournament: Tournament, names: Names, order: Sequence[PersonId], cut: StageField, lang: Language
) -> Iterator[QualifyingLine]:
    stage = tournament.stage_named(cut.stage)
    direct = {each.person for each in cut.direct}
    inside = {*cut.people}
    games = max(each.least_games for each in tournament.format.stages)
    able = Cutting(tournament).with_games(games)

    def line(people: set[PersonId], code: Literal["settled", "direct"], to: Stage) -> QualifyingLine | None:
        """The line below these people; None if others who could qualify stand among them."""
        after = max((at for at, who in enumerate(order, 1) if who in people), default=0)
        others = [who for who in order[:after] if who not in people]
        out = [names[who] for who in others if tournament.entrants[who].status == "playing"]
        is_parted = 0 < after < len(order) and (cut.is_by_hand or not {*able}.intersection(others))
        return (
            QualifyingLine(after, code, lang, towards(to, lang), len(people), out=", ".join(out))
            if is_parted
            else None
        )

    if direct != inside and (found := line(direct, "direct", tournament.format.stages[-1])):
        yield found
    if found := line(inside, "settled", stage):
        is_drawn = bool(tournament.rounds_of(cut.stage))
        groups = [] if is_drawn else reserve_groups(Cutting(tournament), cut)
        yield replace(found, reserves=tuple(names[who] for who in groups[0]) if groups else ())


def reserve_groups(cutting: Cutting, cut: StageField) -> list[tuple[PersonId, ...]]:
    """The reserves of a cut as they come in by the current standings, an open tie as one group."""
    drawn = (each.people for each in cutting.tournament.lots if {*each.people} & {*cut.reserves})
    inside = {*cut.people}
    able = {*cut.reserves, *(who for people in drawn for who in people)} - inside
    outside = {*cutting.order} - inside
    tied = (outside.intersection(people) for people in cutting.open_ties)
    ties = {who: cutting.by_number(people) for people in tied for who in people}
    groups = (tuple(ties.get(who, [who])) for who in cutting.order if who in able)
    return list(dict.fromkeys(groups))
