"""The minimal set of papers: a form for each entrant, a sheet for each table, standings for each round."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kamchatka.documents.paper import Paper, Part
from kamchatka.documents.source import PaperSource

FORMS = "iscrizione-mezzo"
STANDINGS = "classifica"
OF_ROUND = ("referti", STANDINGS)


def minimal_set(papers: Sequence[Paper]) -> Paper:
    """The minimal set among these papers (001-D2)."""
    [forms] = (each for each in papers if each.id == FORMS)
    of_round = [each for each in papers if each.id in OF_ROUND]

    def parts(source: PaperSource) -> Iterator[Part]:
        yield from forms.parts(source)
        for played in source.tournament.rounds:
            passes = source.passes if played.number == source.round else {}
            of_this = replace(source, round=played.number, last=played.number, passes=passes)
            for each in of_round:
                if each.is_ready(of_this) and (played.is_closed or each.id != STANDINGS):
                    yield from each.parts(of_this)

    return Paper(id="minimo", shelf="before", parts=parts, is_ready=forms.is_ready)
