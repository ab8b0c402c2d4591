"""The log of an event in sentences, and whether anybody touched it."""

from functools import partial
from itertools import groupby

from fastapi import Request
from starlette.responses import HTMLResponse

from kamchatka.app.history import broken_sentence, check, head_of
from kamchatka.app.tournament.diary import SUBJECTS, Diary, DiaryRow, diary
from kamchatka.messages import Language, text
from kamchatka.web.access import JUDGES, LockedRouter
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import day_of, time_of
from kamchatka.web.pages import is_fragment, render

router = LockedRouter()

Day = tuple[str, list[tuple[str, DiaryRow]]]
"""A day, and its rows with the time of each."""


@router.page("/organizza/{id}/registro", JUDGES)
def show_log(request: Request, id: str, di: str = "", prima: int = 0, giorno: str = "") -> HTMLResponse:
    """What happened, the newest first; with htmx only the rows, to follow those that are there."""
    desk = desk_of(request)
    lang = language_of(request)
    subject = next((each for each in SUBJECTS if each == di), None)
    found = diary(office_of(request), id, lang, subject=subject, before=max(0, prima))
    page = partial(render, request, "desk/parts/log.html")
    if not is_fragment(request):
        page = partial(desk_page, request, "desk/log.html", desk, "log", subjects=("", *SUBJECTS))
    return page(diary=found, days=_days(found, lang), subject=subject or "", follows=giorno, event_id=id)


@router.page("/organizza/{id}/registro/verifica", JUDGES)
def verify_log(request: Request, id: str, impronta: str = "") -> HTMLResponse:
    """Whether the log is as it was written, and still holds what somebody wrote down."""
    desk, lang = desk_of(request), language_of(request)
    heads = [head_of(impronta)] if impronta.strip() else []
    verdict = check(office_of(request), heads)
    if verdict.broken:
        said = broken_sentence(verdict.broken, lang)
    else:
        said = text("log_page.whole_head" if heads else "log_page.whole", lang, count=verdict.events)
    page = partial(render, request, "desk/parts/verdict.html")
    if not is_fragment(request):
        page = partial(desk_page, request, "desk/verdict.html", desk, "log")
    return page(sentence=said, is_whole=verdict.broken is None)


def _days(found: Diary, lang: Language) -> list[Day]:
    return [
        (day, [(time_of(row.at), row) for row in rows])
        for day, rows in groupby(found.rows, key=lambda row: day_of(row.at, lang))
    ]
