"""Incidents at a table: a case of the casebook in players' words, its questions, and the ruling."""

from typing import Any

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tables.incidents import club_of, earlier_rulings
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.phone_taps import author_of, ensure_followed, tap
from kamchatka.app.tables.tables import OpenTable
from kamchatka.referee.casebook.answers import Answers
from kamchatka.referee.casebook.loading import casebook
from kamchatka.referee.casebook.model import Case
from kamchatka.referee.casebook.views import AnsweredCase, answered_case, case_page, case_rows
from kamchatka.referee.incidents import RuleIncident
from kamchatka.refusals import NotUnderstood, Refusal
from kamchatka.scoring.numbers import whole
from kamchatka.web.phone.follow import TABLE, AtTable, FollowVisit, TableForm
from kamchatka.web.phone.table_door import page_of
from kamchatka.web.site.forms import status_of
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing

router = LockedRouter()


@router.page(f"{TABLE}/casi", Need.TABLE_PASS)
def show_cases(at: AtTable, cerca: str = "") -> HTMLResponse:
    """The cases, or those that match a search in players' words."""
    tournament = at.desk.tournament
    rows = list(
        case_rows(tournament.setup.rulebook, at.lang, off=tournament.settings.cases_off, about=cerca.strip())
    )
    return at.render("table/cases.html", **at.frame(), rows=rows, words=cerca.strip())


@router.page(f"{TABLE}/casi/{{name}}", Need.TABLE_PASS)
def show_case(at: AtTable, name: str) -> HTMLResponse:
    """A case: its questions, and the ruling for the answers in the address."""
    case = existing(casebook().get(name))
    return _page(at, case, {question: at.query.get(question, "") for question in at.query})


def _page(
    at: FollowVisit, case: Case, written: dict[str, str], refusal: Refusal | None = None
) -> HTMLResponse:
    live, rulebook = at.live, at.desk.tournament.setup.rulebook
    page = case_page(case, rulebook, at.lang)
    questions = [each for each in page.questions if each.counts is None or live is None]
    try:
        answered = _answered(at, live, case, written)
    except Refusal as wrong:
        answered, refusal = AnsweredCase(), refusal or wrong
    asked = _asked(at, live, case, answered.answers) if live else None
    forwards = asked is None or answered.found is None or asked.must_forward(answered.found)
    return at.render(
        "table/case.html",
        status=status_of(refusal) if refusal else 200,
        **at.frame(),
        page=page,
        questions=questions,
        written=written,
        answered=answered,
        was_asked=bool(written),
        forwards=forwards,
        judges=at.phone.is_judge,
        people={at.number(who): at.desk.names[who] for who in at.table.seated.seats},
        refusal=refusal and {"code": "", "sentence": refusal.on_page(at.lang), "clause": refusal.clause},
    )


@router.form(f"{TABLE}/casi/{{name}}", Need.TABLE_PASS)
def record_incident(at: TableForm, name: str) -> Response:
    """Record the ruling, or pass the incident to the official judge."""
    case = existing(casebook().get(name))
    written = {question: value for question, value in at.sent if question not in ("azione", "conquiste")}
    try:
        ensure_followed(at.office, at.phone)
        live = existing(at.live)
        answered = _answered(at, live, case, written)
        if answered.found is None:
            raise NotUnderstood("answer_missing", question=answered.missing)
        command = _asked(at, live, case, answered.answers, conquests=whole(at.field("conquiste")))
        tap(at.office, at.phone, command, action=at.action, form=["incident", name, *at.sent])
    except Refusal as refusal:
        if refusal.code == "no_pass":
            raise
        return _page(at, case, written, refusal)
    return at.done(page_of(at.place))


def _answered(at: FollowVisit, live: OpenTable | None, case: Case, written: dict[str, str]) -> AnsweredCase:
    people = live.table.seats if live else at.table.seated.seats

    def seat(words: str) -> int | None:
        numbers = [str(at.number(who)) for who in people]
        return numbers.index(words) if words in numbers else None

    ask = (lambda given: _asked(at, live, case, given).ruling(live.table)) if live else None
    rulebook = at.desk.tournament.setup.rulebook
    return answered_case(case, rulebook, written, at.lang, ask=ask, seats=seat)


def _asked(at: FollowVisit, live: OpenTable, case: Case, answers: Answers, **more: Any) -> RuleIncident:
    with at.office.reading() as reading:
        earlier = earlier_rulings(reading, live, case.id)
    return RuleIncident(
        case=case.id,
        answers=answers,
        author=author_of(live, at.phone),
        club=club_of(live.tournament),
        earlier=earlier,
        now=system_timer(),
        **more,
    )
