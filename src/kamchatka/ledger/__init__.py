"""The clauses of the five regulations, and which of them a test has proven."""

from kamchatka.ledger.clause import Clause, How, Source, clause, clauses, known, sources
from kamchatka.ledger.results import ProvenClauses, results
from kamchatka.ledger.summary import LedgerSummary, select, summary

__all__ = [
    "Clause",
    "How",
    "LedgerSummary",
    "ProvenClauses",
    "Source",
    "clause",
    "clauses",
    "known",
    "results",
    "select",
    "sources",
    "summary",
]
