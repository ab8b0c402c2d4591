"""The public entry form: people ask to enter by themselves, and an organiser decides."""

from dataclasses import replace

from fastapi import Request
from limits import RateLimitItemPerHour
from starlette.responses import HTMLResponse, Response

from kamchatka.app.accounts.passwords import network_of
from kamchatka.app.consent import NOTICE_VERSION
from kamchatka.app.tournament.desk import open_desk
from kamchatka.app.tournament.requests import ask_to_enter
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.views.people import money
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.event_frame import PUBLIC
from kamchatka.web.forms import FormBody, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import date_words
from kamchatka.web.people_form import LONGEST_PARENT, TypedPerson, today, typed_person
from kamchatka.web.public_event import PublicEvent, event_of
from kamchatka.web.routes.doors import client_address

router = LockedRouter()

PER_ADDRESS = RateLimitItemPerHour(20)
"""Requests from one place: a family, or a club at its venue."""
ADULT, MINOR = "maggiorenne", "minorenne"


@router.page("/tornei/{id}/iscrizione", Need.NOTHING)
def show_form(request: Request, id: str, inviata: str = "") -> HTMLResponse:
    """The form, or that it is closed, or that a request was sent."""
    return _page(event_of(request), is_sent=bool(inviata))


def _page(event: PublicEvent, *, is_sent: bool = False) -> HTMLResponse:
    desk, lang = event.showing.desk, language_of(event.request)
    settings = desk.tournament.settings
    return event.page(
        "public/entry_form.html",
        "",
        is_open=desk.tournament.takes_requests,
        starts=date_words(settings.starts, lang),
        is_sent=is_sent,
        settings=settings,
        rulebook=desk.tournament.setup.rulebook,
        typed=TypedPerson(),
        notice_version=NOTICE_VERSION,
        fee=money(settings.fee, lang) if settings.fee else "",
        member_fee=money(settings.member_fee, lang) if settings.member_fee is not None else "",
    )


@router.form("/tornei/{id}/iscrizione", Need.NOTHING)
def send_form(request: Request, id: str, form: FormBody) -> Response:
    """A request to enter, which waits for an organiser."""
    event = event_of(request)
    name = event.showing.tournament.settings.name
    if field_of(form, "sito"):  # a box that people do not see: whoever fills it in is a program
        return done(request, f"{PUBLIC}/{id}/iscrizione?inviata=1")
    request.app.state.tries.limit(PER_ADDRESS, "entry-form", network_of(client_address(request)))
    typed = typed_person(form)
    is_minor = field_of(form, "eta") == MINOR
    if field_of(form, "eta") not in (ADULT, MINOR) or (is_minor and not typed.nascita):
        raise NotUnderstood("age_unsaid")
    said = replace(typed, nascita=typed.nascita if is_minor else "", genitore="")
    ask_to_enter(
        office_of(request),
        open_desk(office_of(request), id, language_of(request)),
        said.person(today(request)),
        parent=typed.genitore[:LONGEST_PARENT] if is_minor else "",
        accepts=bool(field_of(form, "accetto")),
        consents=bool(field_of(form, "consento")),
    )
    return done(request, f"{PUBLIC}/{id}/iscrizione?inviata=1", "entry_form.sent_once", name=name)
