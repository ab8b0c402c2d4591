"""An entrant's card: what is known and missing, consents, leaving and being replaced."""

from functools import partial

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.consent import NOTICE_VERSION, Agreement, Consent
from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.recognising import Candidate
from kamchatka.app.tournament.roster import agree, correct_entry, entry_card, entry_fields, substitute
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.drawing import PartPair
from kamchatka.tournament.entries import Entry, WithdrawPlayer
from kamchatka.tournament.events import EntrantRemoved
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import money
from kamchatka.web.access import ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import DESK, desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, number_in, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import date_words
from kamchatka.web.people_form import TypedPerson, parent_consent, today, typed_person
from kamchatka.web.routes.desk.entries import ask_who, known_clubs, told_who

router = LockedRouter()

AGREEMENTS = {
    "informativa": Agreement.NOTICE,
    "nome": Agreement.FULL_NAME,
    "ritiro": Agreement.WITHDRAWN,
}


def entrant_numbered(desk: Desk, number: int) -> Entrant:
    """An entrant by the number in the address; not found if nobody has it."""
    found = next((each for each in desk.tournament.entrants.values() if each.number == number), None)
    if found is None:
        raise HTTPException(404)
    return found


@router.page("/organizza/{id}/iscritti/{numero}", ORGANISERS)
def show_card(request: Request, id: str, numero: int) -> HTMLResponse:
    """All that the desk knows of an entrant."""
    return _page(request, desk_of(request), numero)


def _page(
    request: Request,
    desk: Desk,
    number: int,
    *,
    replacing: TypedPerson | None = None,
    asked: tuple[Candidate, ...] = (),
) -> HTMLResponse:
    entrant = entrant_numbered(desk, number)
    card = entry_card(office_of(request), desk, entrant.person)
    others = [each for each in desk.tournament.playing if each.person != entrant.person]
    pairs = [(str(each.number), desk.names[each.person]) for each in others]
    return desk_page(
        request,
        "desk/entry.html",
        desk,
        "entries",
        status=409 if asked else 200,
        card=card,
        settings=desk.tournament.settings,
        fields=entry_fields(desk.tournament),
        others=sorted(pairs, key=lambda pair: pair[1].casefold()),
        has_played=bool(desk.tournament.rounds),
        may_part=desk.tournament.stage.heeds_pairs,
        typed=replacing or TypedPerson(),
        asked=asked,
        known_clubs=known_clubs(desk),
        money=partial(money, lang=language_of(request)),
        date_words=partial(date_words, lang=language_of(request)),
    )


@router.form("/organizza/{id}/iscritti/{numero}", ORGANISERS)
def save_card(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """Correct what the register and this event say of somebody."""
    desk, typed = desk_of(request), typed_person(form)
    who = entrant_numbered(desk, numero).person
    data = {
        "name": typed.nome,
        "club": typed.club,
        "email": typed.email,
        "phone": typed.telefono,
        "born": typed.nascita,
    }
    entry = Entry(who, typed.club, **typed.said)
    correct_entry(office_of(request), actor_of(request), id, entry, data, action=action_of(form))
    return done(request, _card(id, numero), "entries_page.done.corrected", name=typed.nome)


def _card(id: str, number: int) -> str:
    return f"{DESK}/{id}/iscritti/{number}"


@router.form("/organizza/{id}/iscritti/{numero}/consenso", ORGANISERS)
def record_consent(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """A parent's consent, the wish for the whole name, a withdrawal, or the notice accepted again."""
    desk, what, day = desk_of(request), field_of(form, "fa"), today(request)
    who = entrant_numbered(desk, numero).person
    parent = field_of(form, "genitore")
    if what == "genitore" and parent:
        consent = parent_consent(parent, day)
    elif what in AGREEMENTS:
        consent = Consent(AGREEMENTS[what], NOTICE_VERSION, day)
    else:
        raise HTTPException(400)
    agree(office_of(request), actor_of(request), id, who, consent, action=action_of(form))
    code = "consent_withdrawn" if what == "ritiro" else "consent"
    return done(request, _card(id, numero), f"entries_page.done.{code}", name=desk.names[who])


@router.form("/organizza/{id}/iscritti/{numero}/separa", ORGANISERS)
def keep_apart(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """Keep two people at different tables, or no longer."""
    desk, is_parted = desk_of(request), field_of(form, "fa") != "unisci"
    number = number_in(field_of(form, "con"))
    if not number:
        raise NotUnderstood("nobody_chosen")
    one, other = entrant_numbered(desk, numero), entrant_numbered(desk, number)
    command = PartPair((one.person, other.person), is_parted)
    carry_out(office_of(request), actor_of(request), id, command, action=action_of(form))
    names = {"name": desk.names[one.person], "other": desk.names[other.person]}
    code = "parted" if is_parted else "joined"
    return done(request, _card(id, numero), f"entries_page.done.{code}", **names)


@router.form("/organizza/{id}/iscritti/{numero}/ritira", ORGANISERS)
def withdraw(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """Somebody plays no longer; whoever never played is taken off the list."""
    desk = desk_of(request)
    who = entrant_numbered(desk, numero).person
    happened = carry_out(
        office_of(request),
        actor_of(request),
        id,
        WithdrawPlayer(who),
        note=field_of(form, "motivo"),
        action=action_of(form),
    )
    is_removed = any(isinstance(each, EntrantRemoved) for each in happened)
    code = "entries_page.done.removed" if is_removed else "entries_page.done.withdrawn"
    return done(request, f"{DESK}/{id}/iscritti", code, name=desk.names[who])


@router.form("/organizza/{id}/iscritti/{numero}/sostituisci", ORGANISERS)
def replace_with(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """Somebody else plays on in their place, once it is clear who."""
    desk, typed = desk_of(request), typed_person(form)
    leaving = entrant_numbered(desk, numero).person
    player = told_who(request, desk, form, typed)
    if isinstance(player, tuple):
        return ask_who(request, player) or _page(request, desk, numero, replacing=typed, asked=player)
    substitute(
        office_of(request),
        actor_of(request),
        desk,
        leaving,
        player,
        is_signed=bool(field_of(form, "firmato")),
        reason=field_of(form, "motivo"),
        action=action_of(form),
    )
    names = {"name": desk.names[leaving], "by": player.person.name}
    return done(request, f"{DESK}/{id}/iscritti", "entries_page.done.substituted", **names)
