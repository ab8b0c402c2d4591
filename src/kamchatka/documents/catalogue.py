"""All papers, in the order in which an organiser needs them."""

from collections.abc import Iterator
from dataclasses import replace

from kamchatka.documents import fallback, people, results, rules, tables
from kamchatka.documents.paper import Paper, Part
from kamchatka.documents.source import PaperSource
from kamchatka.refusals import NotUnderstood


def minimal_set(source: PaperSource) -> Iterator[Part]:
    """A form for each entrant, a sheet for each table, the standings of each closed round (001-D2)."""
    yield from people.entry_forms(source, "short")
    for played in source.tournament.rounds:
        passes = source.passes if played.number == source.round else {}
        of_this = replace(source, round=played.number, last=played.number, passes=passes)
        yield from tables.table_sheets(of_this, "full")
        if played.is_closed and results.has_standings(of_this):
            yield from results.standings(of_this)


PAPERS: tuple[Paper, ...] = (
    *people.PAPERS,
    *tables.PAPERS,
    *results.PAPERS,
    *rules.PAPERS,
    Paper("minimo", "before", minimal_set, people.has_people),
    *fallback.PAPERS,
)


def paper(id: str) -> Paper:
    """A paper by its id; NotUnderstood if there is none."""
    found = next((each for each in PAPERS if each.id == id), None)
    if found is None:
        raise NotUnderstood("unknown_paper", given=id[:40], known=", ".join(each.id for each in PAPERS))
    return found
