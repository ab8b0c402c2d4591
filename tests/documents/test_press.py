"""The press: same bytes for the same event, nothing from a name runs, and a failure stays in its process."""

from collections.abc import Iterator

import pytest

from kamchatka.app.office import Office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.papers import make, paper_source
from kamchatka.documents.catalogue import PAPERS
from kamchatka.documents.paper import Paper, document, part
from kamchatka.documents.press import printed
from kamchatka.documents.source import PaperSource
from kamchatka.messages import LANGUAGES, Language
from kamchatka.refusals import NotPossibleNow
from tests.documents.printing import pages_of
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
    """An event of ordinary names and one of hostile names, both at the end of their first round."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        for name, called in (("Normale", None), ("Ostile", HOSTILE.__getitem__)):
            how = {"called": called} if called else {}
            id = played.entered(there.office, len(HOSTILE), name=name, format="raduno", **how)
            played.go_on(there.office, id, "record", rounds=2)
        yield there.office


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_paper_of_an_event_is_set_without_a_warning_and_twice_the_same(
    office: Office, lang: Language
) -> None:
    source = source_of(office, "normale", lang)
    for each in ready(source):
        once = make(source, each)
        assert (once.warnings, once.unprintable) == ((), ""), each.id
        assert make(source, each).pdf == once.pdf, each.id


def test_hostile_names_change_no_page_count_and_are_printed_as_they_are(office: Office) -> None:
    plain, hostile = source_of(office, "normale"), source_of(office, "ostile")
    for each in ready(hostile):
        made = make(hostile, each)
        pages = pages_of(made.pdf)
        assert len(pages) == len(pages_of(make(plain, each).pdf)), each.id
    listed = "\n".join(pages_of(make(hostile, next(each for each in PAPERS if each.id == "tavoli")).pdf))
    for name in (
        "#panic(1)",
        "$ x^2 $ Rossi",
        "`raw` Bianchi",
        "*Grassetto* _Corsivo_",
        "</svg><svg onload=x>",
    ):
        assert name in listed


def test_a_sign_that_the_fonts_lack_is_told_in_the_foot(office: Office) -> None:
    made = make(source_of(office, "ostile"), next(each for each in PAPERS if each.id == "tavoli"))
    assert made.unprintable == "漢"
    assert "manca nei nostri caratteri" in pages_of(made.pdf)[0]


def test_a_document_that_takes_too_long_is_refused_with_a_sentence(office: Office) -> None:
    source = source_of(office, "normale")
    rows = [{"name": f"Nome {number}", "before": "-", "now": "-"} for number in range(60_000)]
    endless = part(source, "table_papers", "changes", round="", qr=None, rows=rows)
    with pytest.raises(NotPossibleNow, match="paper_too_slow"):
        printed(document(source, [endless], "Prova"), seconds=0.5)


def test_a_press_that_dies_is_refused_with_a_sentence(office: Office) -> None:
    source = source_of(office, "normale")
    with pytest.raises(NotPossibleNow, match="paper_failed"):
        printed(document(source, [{"paper": "no such template"}], "Prova"))
