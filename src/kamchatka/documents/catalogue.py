"""All papers, in the order in which an organiser needs them."""

from kamchatka.documents import fallback, people, results, rules, tables
from kamchatka.documents.minimal import minimal_set
from kamchatka.documents.paper import Paper
from kamchatka.refusals import NotUnderstood

SINGLE: tuple[Paper, ...] = (*people.PAPERS, *tables.PAPERS, *results.PAPERS, *rules.PAPERS)
PAPERS: tuple[Paper, ...] = (*SINGLE, minimal_set(SINGLE), fallback.pack(SINGLE))


def paper(id: str) -> Paper:
    """A paper by its id; NotUnderstood if there is none."""
    found = next((each for each in PAPERS if each.id == id), None)
    if found is None:
        raise NotUnderstood("unknown_paper", given=id[:40], known=", ".join(each.id for each in PAPERS))
    return found
