"""The casebook: every case a judge may meet, and the ruling under a regulation."""

from functools import cache

from starlette.responses import HTMLResponse

from kamchatka.ids import RulebookId
from kamchatka.referee.casebook.asking import standing_of
from kamchatka.referee.casebook.loading import casebook
from kamchatka.referee.casebook.views import answered_case, case_page, case_rows
from kamchatka.rulebook import Rulebook, load, shipped
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@router.page("/casi", Need.NOTHING)
def show_cases(at: AtSite, regolamento: str = "", cerca: str = "") -> HTMLResponse:
    """Every case, or those that match a search, and who decides it under a regulation."""
    book, words = _chosen(regolamento), cerca.strip()
    rows = list(case_rows(book, at.lang, about=words))
    ruled = sum(row.standing == "ruled" for row in rows)
    return at.render("rules/cases.html", rows=rows, ruled=ruled, book=book, rulebooks=_books(), words=words)


@router.page("/casi/{name}", Need.NOTHING)
def show_case(at: AtSite, name: str, regolamento: str = "") -> HTMLResponse:
    """One case: its questions, and the ruling for the answers in the address."""
    case, book, lang = existing(casebook().get(name)), _chosen(regolamento), at.lang
    page = case_page(case, book, lang)
    written = {each.name: at.query.get(each.name, "") for each in page.questions}
    return at.render(
        "rules/case.html",
        page=page,
        written=written,
        was_asked=any(written.values()),
        answered=answered_case(case, book, written, lang),
        book=book,
        rulebooks=_books(),
    )


def _chosen(id: str) -> Rulebook:
    """The regulation in the address, by default the one that rules most cases."""
    known: dict[str, RulebookId] = {each: each for each in shipped()}
    return load(known.get(id) or _fullest())


def _books() -> list[Rulebook]:
    return [load(id) for id in shipped()]


@cache
def _fullest() -> RulebookId:
    cases = casebook().values()
    return max(shipped(), key=lambda id: sum(standing_of(each, load(id)) == "ruled" for each in cases))
