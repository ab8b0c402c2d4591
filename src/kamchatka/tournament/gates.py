"""Conditions for sitting down: a judge is there and the players have signed."""

from collections.abc import Mapping, Sequence

from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed
from kamchatka.tournament.format.model import Gate
from kamchatka.tournament.state import Entrant, Tournament


def gate(tournament: Tournament, name: str) -> Gate:
    """The gate for a missing judge or a missing signature: refuse, warn or open."""
    settings = tournament.settings
    if settings.official:
        return "refuse"
    own: Mapping[str, Gate | str] = {"judge": settings.judge_gate, "signatures": settings.signature_gate}
    return own[name] or getattr(tournament.format.gates, name)  # type: ignore[return-value]


def unsigned(people: Sequence[Entrant]) -> tuple[PersonId, ...]:
    """Entrants who have not signed the acceptance."""
    return tuple(each.person for each in people if not each.signed_at)


def has_judge(tournament: Tournament) -> bool:
    """Whether an official judge is named."""
    return "official-judge" in tournament.judges.values()


def check_signatures(tournament: Tournament, people: Sequence[Entrant]) -> None:
    """Raises NotAllowed if signatures are required and one of these entrants has not signed."""
    lacking = unsigned(people)
    if gate(tournament, "signatures") == "refuse" and lacking:
        clause = tournament.format.clause(tournament.format.gates, "signatures") or "000-2c"
        raise NotAllowed("unsigned", clause=clause, missing=lacking, who=", ".join(lacking))
