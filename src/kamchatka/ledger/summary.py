"""Number of proven clauses, in total and by the part that implements them."""

from typing import TypedDict

from kamchatka.ids import ClauseId
from kamchatka.ledger.clause import Clause, How, clauses
from kamchatka.ledger.results import ProvenClauses, results


class LedgerSummary(TypedDict):
    """The counts, and the unproven clauses in the order of the regulations."""

    total: int
    proven: int
    controlled: int
    by_how: dict[str, list[int]]
    controls: dict[str, list[int]]
    missing: list[ClauseId]


def select(*, how: How | None = None, source: str | None = None) -> tuple[Clause, ...]:
    """The clauses implemented by one part, or of one regulation, or both; all by default."""
    return tuple(
        entry
        for entry in clauses()
        if (how is None or entry.how is how) and (source is None or entry.source == source)
    )


def summary(
    *, how: How | None = None, source: str | None = None, found: ProvenClauses | None = None
) -> LedgerSummary:
    """Counts over the selected clauses; for each of their parts `by_how` gives [proven, total] and `controls`
    gives [controlled, stating a value]."""
    found = results() if found is None else found
    chosen = select(how=how, source=source)
    by_how: dict[str, list[int]] = {}
    controls: dict[str, list[int]] = {}
    for part in How:
        ids = [entry.id for entry in chosen if entry.how is part]
        if ids:
            by_how[part.value] = [sum(clause_id in found.proven for clause_id in ids), len(ids)]
            controls[part.value] = [len(found.controlled & {*ids}), len(found.stating & {*ids})]
    return {
        "total": len(chosen),
        "proven": sum(entry.id in found.proven for entry in chosen),
        "controlled": sum(entry.id in found.controlled for entry in chosen),
        "by_how": by_how,
        "controls": controls,
        "missing": [entry.id for entry in chosen if entry.id not in found.proven],
    }
