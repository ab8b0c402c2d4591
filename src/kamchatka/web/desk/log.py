"""The log of an event in sentences, and the check that it was not altered."""

from itertools import groupby

from starlette.responses import HTMLResponse

from kamchatka.app.history import broken_sentence, check, head_of
from kamchatka.app.tournaments.diary import SUBJECTS, Diary, DiaryRow, diary
from kamchatka.messages import Language, text
from kamchatka.messages.moments import day_of, time_of
from kamchatka.web.site.locks import VIEW, LockedRouter
from kamchatka.web.site.visit import AtDesk

router = LockedRouter()

Day = tuple[str, list[tuple[str, DiaryRow]]]
"""A day, and its rows, each with its time."""


@router.page("/organizza/{id}/registro", VIEW)
def show_log(at: AtDesk, di: str = "", prima: int = 0, giorno: str = "") -> HTMLResponse:
    """The log, newest first; htmx gets only the next rows, to append."""
    id, lang = at.desk.id, at.lang
    subject = next((each for each in SUBJECTS if each == di), None)
    found = diary(at.office, id, lang, subject=subject, before=max(0, prima))
    return at.page(
        "desk/parts/log.html" if at.is_fragment else "desk/log.html",
        "log",
        subjects=("", *SUBJECTS),
        diary=found,
        days=_days(found, lang),
        subject=subject or "",
        follows=giorno,
        event_id=id,
    )


@router.page("/organizza/{id}/registro/verifica", VIEW)
def verify_log(at: AtDesk, impronta: str = "") -> HTMLResponse:
    """Check the log's hash chain, and that it contains the digest a person noted earlier."""
    lang = at.lang
    heads = [head_of(impronta)] if impronta.strip() else []
    verdict = check(at.office, heads)
    if verdict.broken:
        said = broken_sentence(verdict.broken, lang)
    else:
        said = text("log_page.whole_head" if heads else "log_page.whole", lang, count=verdict.events)
    template = "desk/parts/verdict.html" if at.is_fragment else "desk/verdict.html"
    return at.page(template, "log", sentence=said, is_whole=verdict.broken is None)


def _days(found: Diary, lang: Language) -> list[Day]:
    return [
        (day, [(time_of(row.at), row) for row in rows])
        for day, rows in groupby(found.rows, key=lambda row: day_of(row.at, lang))
    ]
