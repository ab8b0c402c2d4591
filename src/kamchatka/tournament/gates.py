"""What must be in order before somebody sits down: a judge, signatures, not having come too late."""

from collections.abc import Mapping, Sequence

from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.format.model import Gate
from kamchatka.tournament.state import Entrant, Tournament


def gate(tournament: Tournament, name: str) -> Gate:
    """What happens where a judge, or a signature, is missing."""
    settings = tournament.settings
    if settings.official:
        return "refuse"
    own: Mapping[str, Gate | str] = {"judge": settings.judge_gate, "signatures": settings.signature_gate}
    return own[name] or getattr(tournament.format.gates, name)  # type: ignore[return-value]


def unsigned(people: Sequence[Entrant]) -> tuple[PersonId, ...]:
    """Those who have not accepted regulation and decisions."""
    return tuple(each.person for each in people if not each.signed_at)


def has_judge(tournament: Tournament) -> bool:
    """Whether somebody can settle disputes."""
    return "official-judge" in tournament.judges.values()


def check_signatures(tournament: Tournament, people: Sequence[Entrant]) -> None:
    """NotAllowed if somebody who is to sit down has not signed, where that is required."""
    lacking = unsigned(people)
    if gate(tournament, "signatures") == "refuse" and lacking:
        clause = tournament.format.clause(tournament.format.gates, "signatures") or "000-2c"
        raise NotAllowed("unsigned", clause=clause, missing=lacking, who=", ".join(lacking))
