"""The clauses proven by tests, from the committed result file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kamchatka.ids import ClauseId

RESULTS_FILE = "results.json"


@dataclass(frozen=True)
class ProvenClauses:
    """Proven clauses with the tests that prove them, those whose tests detect an altered value, and those
    that state one."""

    proven: Mapping[ClauseId, tuple[str, ...]] = field(default_factory=dict)
    controlled: frozenset[ClauseId] = frozenset()
    stating: frozenset[ClauseId] = frozenset()
    """Clauses that state a value of a data file, and can therefore be controlled."""

    def to_json(self) -> str:
        """Deterministic JSON, so that a rewrite changes only what changed."""
        data = {
            "controlled": sorted(self.controlled),
            "proven": {clause_id: sorted(self.proven[clause_id]) for clause_id in sorted(self.proven)},
            "stating": sorted(self.stating),
        }
        return json.dumps(data, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def from_json(cls, document: str) -> "ProvenClauses":
        """Parse the text written by `to_json`."""
        data = json.loads(document)
        return cls(
            proven={ClauseId(clause_id): tuple(tests) for clause_id, tests in data["proven"].items()},
            controlled=frozenset(ClauseId(clause_id) for clause_id in data["controlled"]),
            stating=frozenset(ClauseId(clause_id) for clause_id in data.get("stating", ())),
        )


@cache
def results() -> ProvenClauses:
    """The committed results."""
    return ProvenClauses.from_json(files(__package__).joinpath(RESULTS_FILE).read_text(encoding="utf-8"))
