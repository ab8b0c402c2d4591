"""The clauses of the five regulations, and which of them a test has proven."""

from kamchatka.ledger.clause import Clause, How, Source, clause, clauses, known, sources
from kamchatka.ledger.results import Results, results
from kamchatka.ledger.summary import Summary, select, summary

__all__ = [
    "Clause",
    "How",
    "Results",
    "Source",
    "Summary",
    "clause",
    "clauses",
    "known",
    "results",
    "select",
    "sources",
    "summary",
]
