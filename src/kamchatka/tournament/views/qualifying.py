"""Lines in the standings between players who qualify and players who do not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.tournament.cutting import Cutting, following
from kamchatka.tournament.events import StageField
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Tournament


@dataclass(frozen=True)
class QualifyingLine:
    """A line in the standings; players above it qualify."""

    after: int
    """Number of rows above the line."""
    code: Literal["settled", "direct", "now"]
    stage: str
    count: int
    reserve: str


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
            yield QualifyingLine(line.after, "now", line.stage, line.count, line.reserve)


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
        yield QualifyingLine(after, "direct", tournament.format.stages[-1].name(lang), len(direct), "")
    if after := _above(tournament, order, inside):
        is_drawn = bool(tournament.rounds_of(cut.stage))
        reserve = names[cut.reserves[0]] if cut.reserves and not is_drawn else ""
        stage = tournament.stage_named(cut.stage).name(lang)
        yield QualifyingLine(after, "settled", stage, len(inside), reserve)


def _above(tournament: Tournament, order: Sequence[PersonId], inside: set[PersonId]) -> int:
    """Number of top rows these people fill; 0 if other active players stand among them."""
    last = max((at for at, who in enumerate(order, 1) if who in inside), default=0)
    others = (who for who in order[:last] if who not in inside)
    if last == len(order) or any(tournament.entrants[who].status == "playing" for who in others):
        return 0
    return last
