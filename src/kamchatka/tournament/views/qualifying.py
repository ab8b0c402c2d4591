"""Lines in the standings between players who qualify and players who do not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.tournament.cutting import Cutting, following
from kamchatka.tournament.events import StageField
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.naming import towards


@dataclass(frozen=True)
class QualifyingLine:
    """A line in the standings; players above it qualify."""

    after: int
    """Number of rows above the line."""
    code: Literal["settled", "direct", "now"]
    towards: str
    """Where they go on to, in words."""
    count: int
    reserves: tuple[str, ...]
    """The first reserve; several while only a lot can decide who that is."""


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
    direct = {each.person for each in cut.direct}
    inside = direct | {each.person for each in cut.qualified}
    if direct and direct != inside and (after := _above(tournament, order, direct)):
        towards_last = towards(tournament.format.stages[-1], lang)
        yield QualifyingLine(after, "direct", towards_last, len(direct), ())
    if after := _above(tournament, order, inside):
        is_drawn = bool(tournament.rounds_of(cut.stage))
        reserves = [] if is_drawn else reserve_groups(Cutting(tournament), cut)
        first = tuple(names[who] for who in reserves[0]) if reserves else ()
        towards_next = towards(tournament.stage_named(cut.stage), lang)
        yield QualifyingLine(after, "settled", towards_next, len(inside), first)


def reserve_groups(cutting: Cutting, cut: StageField) -> list[tuple[PersonId, ...]]:
    """The reserves of a cut as they come in by the current standings, an open tie as one group."""
    ties = {PersonId(who): cutting.by_number(tied) for tied in cutting.open_ties for who in tied}
    drawn = (each.people for each in cutting.tournament.lots if {*each.people} & {*cut.reserves})
    inside = {each.person for each in (*cut.qualified, *cut.direct)}
    able = {*cut.reserves, *(who for people in drawn for who in people)} - inside
    groups = (tuple(ties.get(who, [who])) for who in cutting.order if who in able)
    return list(dict.fromkeys(groups))


def _above(tournament: Tournament, order: Sequence[PersonId], inside: set[PersonId]) -> int:
    """Number of top rows these people fill; 0 if other active players stand among them."""
    last = max((at for at, who in enumerate(order, 1) if who in inside), default=0)
    others = (who for who in order[:last] if who not in inside)
    if last == len(order) or any(tournament.entrants[who].status == "playing" for who in others):
        return 0
    return last
