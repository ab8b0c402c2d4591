"""The public entry form: people request entry, and an organiser decides."""

from dataclasses import replace

from limits import RateLimitItemPerHour
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.accounts.passwords import network_of
from kamchatka.app.register.consent import NOTICE_VERSION
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.requests import ask_to_enter
from kamchatka.messages.moments import date_words
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.fees import money
from kamchatka.web.desk.people_form import LONGEST_PARENT, TypedPerson, today, typed_person
from kamchatka.web.public.event import AtEvent, EventForm
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()

PER_ADDRESS = RateLimitItemPerHour(150)
"""Limit per network: enough for a full hall whose phones share one address."""
ADULT, MINOR = "maggiorenne", "minorenne"


@router.page("/tornei/{id}/iscrizione", Need.NOTHING)
def show_form(event: AtEvent, inviata: str = "") -> HTMLResponse:
    """The form, or a notice that it is closed or that the request was sent."""
    desk, lang = event.showing.desk, event.lang
    settings = desk.tournament.settings
    return event.page(
        "public/entry_form.html",
        "",
        is_open=desk.tournament.takes_requests,
        starts=date_words(settings.starts, lang),
        is_sent=bool(inviata),
        settings=settings,
        rulebook=desk.tournament.setup.rulebook,
        typed=TypedPerson(),
        notice_version=NOTICE_VERSION,
        fee=money(settings.fee, lang) if settings.fee else "",
        member_fee=money(settings.member_fee, lang) if settings.member_fee is not None else "",
    )


@router.form("/tornei/{id}/iscrizione", Need.NOTHING)
def send_form(event: EventForm) -> Response:
    """Store a request to enter, for an organiser to decide."""
    name = event.showing.tournament.settings.name
    if event.field("sito"):  # a honeypot: the field is hidden from people, only bots fill it in
        return event.done("/iscrizione?inviata=1")
    event.tries.limit(PER_ADDRESS, "entry-form", network_of(event.client_address))
    typed = typed_person(event.form)
    is_minor = event.field("eta") == MINOR
    if event.field("eta") not in (ADULT, MINOR) or (is_minor and not typed.nascita):
        raise NotUnderstood("age_unsaid")
    said = replace(typed, nascita=typed.nascita if is_minor else "", genitore="")
    ask_to_enter(
        event.office,
        open_tournament(event.office, event.id, event.lang),
        said.person(today(event.office)),
        parent=typed.genitore[:LONGEST_PARENT] if is_minor else "",
        accepts=bool(event.field("accetto")),
        consents=bool(event.field("consento")),
    )
    return event.done("/iscrizione?inviata=1", "entry_form.sent_once", name=name)
