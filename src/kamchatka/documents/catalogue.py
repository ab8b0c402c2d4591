"""All papers, in the order in which an organiser needs them."""

from kamchatka.documents import fallback, results, rules, tables
from kamchatka.documents.paper import Paper
from kamchatka.refusals import NotUnderstood

OTHERS: tuple[Paper, ...] = (*tables.PAPERS, *results.PAPERS, *rules.PAPERS)
PAPERS: tuple[Paper, ...] = (*OTHERS, fallback.pack(OTHERS))


def paper(id: str) -> Paper:
    """A paper by its id; NotUnderstood if there is none."""
    found = next((each for each in PAPERS if each.id == id), None)
    if found is None:
        raise NotUnderstood("unknown_paper", given=id[:40], known=", ".join(each.id for each in PAPERS))
    return found
