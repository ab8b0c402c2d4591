"""Filtering and grouping the clauses that a visitor asks for."""

import unicodedata
from dataclasses import dataclass
from itertools import groupby

from kamchatka.ledger import Clause, clauses, results
from kamchatka.messages import Language

PROVEN = "provate"
MISSING = "mancanti"


@dataclass(frozen=True, kw_only=True)
class ClauseFilter:
    """The filters of the form: an empty one matches everything, an unknown value nothing."""

    source: str = ""
    how: str = ""
    state: str = ""
    words: str = ""

    @property
    def narrows(self) -> bool:
        """Whether any filter is set."""
        return bool(self.source or self.how or self.state or self.words.strip())


@dataclass(frozen=True)
class ClauseEntry:
    """A clause and whether a test proves it."""

    clause: Clause
    proven: bool


@dataclass(frozen=True)
class ClauseGroup:
    """The clauses under one heading of one regulation."""

    title: str
    entries: tuple[ClauseEntry, ...]

    @property
    def proven(self) -> int:
        """Number of proven clauses."""
        return sum(entry.proven for entry in self.entries)


def find(wanted: ClauseFilter, lang: Language) -> tuple[ClauseGroup, ...]:
    """The clauses that match every filter, in the order of the regulations."""
    proven = results().proven
    entries = (ClauseEntry(clause, clause.id in proven) for clause in clauses())
    fitting = (entry for entry in entries if _fits(entry, wanted, lang))
    return tuple(
        ClauseGroup(f"{source} · {heading}", tuple(members))
        for (source, heading), members in groupby(
            fitting, key=lambda entry: (entry.clause.source, entry.clause.heading(lang))
        )
    )


def _fits(entry: ClauseEntry, wanted: ClauseFilter, lang: Language) -> bool:
    clause = entry.clause
    state = PROVEN if entry.proven else MISSING
    searched = plain(f"{clause.id} {clause.rule(lang)} {clause.heading(lang)}")
    return (
        wanted.source in ("", clause.source)
        and wanted.how in ("", clause.how)
        and wanted.state in ("", state)
        and all(word in searched for word in plain(wanted.words).split())
    )


def plain(words: str) -> str:
    """Words without accents and capitals, so that "perche" finds "Perché"."""
    parts = unicodedata.normalize("NFKD", words.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))
