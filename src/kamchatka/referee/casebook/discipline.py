"""The sanctions that a regulation knows, each with the clauses that print it."""

from collections.abc import Collection, Mapping
from typing import Literal

from kamchatka.ids import ClauseId
from kamchatka.referee.casebook.asking import cited_by, follows_all, rulings_of
from kamchatka.referee.casebook.loading import casebook
from kamchatka.rulebook import Rulebook

SanctionKind = Literal["warning", "points", "places", "exclusion"]
KINDS: tuple[SanctionKind, ...] = ("warning", "points", "places", "exclusion")
EFFECTS: Mapping[str, SanctionKind] = {
    "warning": "warning",
    "penalty-points": "points",
    "tournament-exclusion": "exclusion",
}
"""The effects of rulings that are sanctions in the tournament."""
GENERAL = ClauseId("000-2f")
"""The clause by which the official judge may give any of them."""


def sanction_clauses(
    rulebook: Rulebook, off: Collection[str] = ()
) -> Mapping[SanctionKind, tuple[ClauseId, ...]]:
    """The clauses of each kind of sanction, the general one first; `off` are cases left to the judges."""
    found: dict[SanctionKind, list[ClauseId]] = {kind: [] for kind in KINDS}
    for case in (each for each in casebook().values() if each.id not in off):
        for ruling in rulings_of(case, rulebook):
            for effect in ruling.effect:
                own = tuple(map(ClauseId, effect.clauses))
                if effect.kind in EFFECTS and follows_all(rulebook, own):
                    found[EFFECTS[effect.kind]] += own or cited_by(ruling, rulebook)
    general = [GENERAL] if follows_all(rulebook, [GENERAL]) else []
    return {kind: tuple(dict.fromkeys([*general, *clauses])) for kind, clauses in found.items()}
