"""The press: same bytes for the same event, nothing from a name runs, and a failure stays in its process."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.tournaments.demo import invented_name
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import make, note_print, paper_source
from kamchatka.documents.catalogue import PAPERS, paper
from kamchatka.documents.paper import Paper, document, part
from kamchatka.documents.press import PrintedPaper, printed
from kamchatka.documents.source import PaperSource
from kamchatka.messages import LANGUAGES, Language
from kamchatka.refusals import NotPossibleNow
from kamchatka.tournament.arranging import SwapPlayers
from kamchatka.tournament.recording import GivePenalty
from tests.documents.printing import page_count, pages_of
from tests.web import played
from tests.web.laptop import laptop

HOSTILE = (
    "#panic(1)",
    "$ x^2 $ Rossi",
    "`raw` Bianchi",
    "*Grassetto* _Corsivo_",
    "= Titolo",
    "@nome <lab>",
    "// commento",
    "/* commento",
    '"virgolette" \\ barra',
    "{{ 7 * 7 }}",
    "<script>alert(1)</script>",
    "</svg><svg onload=x>",
    "%PDF-1.4",
    "=1+1",
    "Precipitevolissimevolmente" * 2,
    "Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
    "Maria Vittoria Della Rovere Montefeltro Colonna",
    "O’Brien-D’Annunzio",
    "Łukasz Đorđević",
    "Ωμέγα Ιωάννης",
    "Иван Петров",
    "مريم عربي",
    "ﬁne lïgature",
    "a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 Zalgo",
    "漢字 太郎",
)


def source_of(office: Office, id: str, lang: Language = "it") -> PaperSource:
    return paper_source(office, open_tournament(office, id, lang), lang, site="http://192.0.2.10:8000")


def ready(source: PaperSource) -> Iterator[Paper]:
    return (each for each in PAPERS if each.is_ready(source))


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """An event of ordinary names and one of hostile names, in round 2, with all that papers may tell."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        for name, called in (("Normale", invented_name), ("Ostile", HOSTILE.__getitem__)):
            many = len(HOSTILE)
            id = played.entered(there.office, many, name=name, format="milano", fee=1000, called=called)
            played.go_on(there.office, id, "record", rounds=2)
            note_print(there.office, TERMINAL, source_of(there.office, id), paper("tavoli"), new_action())
            tables = open_tournament(there.office, id).tournament.rounds[1].tables
            one, other = (tables[number].seated.seats[0] for number in (1, 2))
            execute(there.office, TERMINAL, id, SwapPlayers(one, other, "due fratelli"))
            execute(there.office, TERMINAL, id, GivePenalty(person=one, points=3, reason="disturbo"))
        yield there.office


class AllPapers(NamedTuple):
    """All papers of an event in round 2, set as one document."""

    source: PaperSource
    papers: tuple[Paper, ...]
    made: PrintedPaper


@pytest.fixture(scope="module")
def round_two(office: Office) -> dict[Language, AllPapers]:
    """The event of ordinary names, in both languages."""
    found = {}
    for lang in LANGUAGES:
        source = source_of(office, "normale", lang)
        papers = tuple(ready(source))
        found[lang] = AllPapers(source, papers, make(source, *papers))
    return found


def test_all_papers_of_an_event_are_set_without_a_warning_and_twice_the_same(
    round_two: dict[Language, AllPapers],
) -> None:
    for lang, (_, _, made) in round_two.items():
        assert (made.warnings, made.unprintable) == ((), ""), lang
    source, papers, made = round_two["it"]
    assert make(source, *papers).pdf == made.pdf


def test_markup_is_printed_as_it_is_and_a_sign_that_the_fonts_lack_is_told_in_the_foot(
    office: Office,
) -> None:
    made = make(source_of(office, "ostile"), paper("tavoli"))
    pages = pages_of(made.pdf)
    assert made.unprintable == "漢"
    assert "manca nei nostri caratteri" in pages[0]
    for name in HOSTILE[:4] + HOSTILE[11:12]:
        assert name in "\n".join(pages)


def test_a_word_longer_than_its_line_breaks(office: Office) -> None:
    told = part("incidents", qr=None, intro=f"Giudica {'W' * 90}.", incidents=[], sanctions=[])
    [page] = pages_of(printed(document(source_of(office, "normale"), [told], "Prova")).pdf)
    lines = re.findall("W+", page.replace("\u200b", ""))
    assert len(lines) > 1
    assert sum(map(len, lines)) == 90


def test_a_document_that_takes_too_long_is_refused_with_a_sentence(office: Office) -> None:
    source = source_of(office, "normale")
    rows = [{"name": f"Nome {number}", "before": "-", "now": "-"} for number in range(60_000)]
    endless = part("changes", round="", qr=None, rows=rows)
    with pytest.raises(NotPossibleNow, match="paper_too_slow"):
        printed(document(source, [endless], "Prova"), seconds=0.5)


def test_a_press_that_dies_is_refused_with_a_sentence(office: Office) -> None:
    source = source_of(office, "normale")
    with pytest.raises(NotPossibleNow, match="paper_failed"):
        printed(document(source, [{"paper": "no such template"}], "Prova"))


def test_hostile_names_change_no_page_count(office: Office, round_two: dict[Language, AllPapers]) -> None:
    """In round 2 and after the final: together, these are all papers. It plays the events to their end."""
    _, papers, plain = round_two["it"]
    assert page_count(make(source_of(office, "ostile"), *papers).pdf) == page_count(plain.pdf)
    for id in ("normale", "ostile"):
        played.go_on(office, id, "done")
    rest = [each for each in ready(source_of(office, "ostile")) if each not in papers]
    assert {*papers, *rest} == {*PAPERS}
    done, hostile = (make(source_of(office, id), *rest) for id in ("normale", "ostile"))
    assert (done.warnings, done.unprintable) == ((), "")
    assert page_count(hostile.pdf) == page_count(done.pdf)
