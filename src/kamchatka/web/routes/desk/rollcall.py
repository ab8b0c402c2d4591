"""The roll call: a tap on a name is present; what is missing stands beside it; after the draw, proposals."""

from functools import partial

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.entering import enter
from kamchatka.app.tournament.recognising import Candidate
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.arranging import CoverNoShow, SeatArrival
from kamchatka.tournament.command import Command
from kamchatka.tournament.entries import CallRoll, ExpectPlayer, PayFee, SignAcceptance
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import money
from kamchatka.tournament.views.rollcall import FILTERS, Filter, RollView, roll_call
from kamchatka.web.access import ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import DESK, desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, is_fragment, office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import render
from kamchatka.web.people_form import TypedPerson, known_events, typed_person
from kamchatka.web.routes.desk.entries import ask_who, known_clubs, told_who
from kamchatka.web.routes.desk.entry import entrant_numbered

router = LockedRouter()

FILTER_ICONS = {"missing": "out", "unsigned": "sign", "owing": "euro", "late": "late"}
SAID = {"firma": "signed", "quota": "paid", "quota-soci": "paid"}
"""What a row says for a moment after a tap on one of its chips."""


@router.page("/organizza/{id}/appello", ORGANISERS)
def show_roll(request: Request, id: str, mostra: str = "all", cerca: str = "", riga: int = 0) -> HTMLResponse:
    """Everybody, whoever is missing first."""
    return _page(request, desk_of(request), mostra, cerca, riga)


def _page(
    request: Request,
    desk: Desk,
    wanted: str = "all",
    words: str = "",
    open_row: int = 0,
    *,
    typed: TypedPerson | None = None,
    asked: tuple[Candidate, ...] = (),
) -> HTMLResponse:
    view = roll_call(desk.tournament, desk.names)
    chosen: Filter = next((each for each in FILTERS if each == wanted), "all")
    return desk_page(
        request,
        "desk/rollcall.html",
        desk,
        "rollcall",
        status=409 if asked else 200,
        view=view,
        filters=FILTERS,
        filter_icons=FILTER_ICONS,
        wanted_filter=chosen,
        wanted_words=words,
        found=_found(view, chosen, words),
        open_row=open_row,
        typed=typed or TypedPerson(),
        asked=asked,
        known_clubs=known_clubs(desk),
        money=partial(money, lang=language_of(request)),
    )


def _found(view: RollView, wanted: Filter, words: str) -> set[int]:
    """The numbers of those whom a filter and a search let through."""
    sought = words.casefold().split()
    return {
        row.entrant.number
        for row in view.rows
        if row.is_in(wanted)
        and all(word in f"{row.name} {row.entrant.club} {row.entrant.number}".casefold() for word in sought)
    }


@router.page("/organizza/{id}/appello/{numero}", ORGANISERS)
def open_row(request: Request, id: str, numero: int, chiusa: int = 0) -> Response:
    """A row with room for a time of arrival, or closed again."""
    if not is_fragment(request):
        return RedirectResponse(f"{DESK}/{id}/appello?riga={numero}#n{numero}", status_code=303)
    desk = desk_of(request)
    entrant_numbered(desk, numero)
    return _row(request, desk, numero, is_open=not chiusa)


def _row(request: Request, desk: Desk, number: int, *, is_open: bool = False, said: str = "") -> HTMLResponse:
    """A row alone, or with all that a tap on it changed."""
    view = roll_call(desk.tournament, desk.names)
    row = view.row(number)
    if row is None:
        raise HTTPException(404)
    return render(
        request,
        "desk/rollcall_tap.html",
        row=row,
        view=view,
        home=f"{DESK}/{desk.id}",
        open=is_open,
        done=said,
        counts=request.method == "POST",
        filters=FILTERS,
        money=partial(money, lang=language_of(request)),
    )


@router.form("/organizza/{id}/appello", ORGANISERS)
def call_everybody(request: Request, id: str, form: FormBody) -> Response:
    """Everybody who has not answered is present."""
    desk = desk_of(request)
    view = roll_call(desk.tournament, desk.names)
    silent = tuple(row.entrant.person for row in view.rows if row.entrant.is_present is None)
    if silent:
        carry_out(office_of(request), actor_of(request), id, CallRoll(present=silent), action=action_of(form))
    return done(request, f"{DESK}/{id}/appello", "rollcall_page.everybody_done", count=len(silent))


@router.form("/organizza/{id}/appello/nuovo", ORGANISERS)
def enter_newcomer(request: Request, id: str, form: FormBody) -> Response:
    """Somebody who came without an entry: entered and present, once it is clear who they are."""
    office, actor, desk = office_of(request), actor_of(request), desk_of(request)
    typed, here, action = typed_person(form), f"{DESK}/{id}/appello", action_of(form)
    player = told_who(request, desk, form, typed)
    if isinstance(player, tuple):
        return ask_who(request, player) or _page(request, desk, typed=typed, asked=player)
    known = desk.tournament.entrants.get(player.known_as) if player.known_as else None
    if known:
        carry_out(office, actor, id, CallRoll(present=(known.person,)), action=action)
        name = desk.names[known.person]
        return done(request, here, "rollcall_page.newcomer.present", name=name)
    enter(office, actor, id, [player], present=True, among=known_events(request), action=action)
    return done(request, here, "rollcall_page.newcomer.entered", name=player.person.name)


@router.form("/organizza/{id}/appello/{numero}", ORGANISERS)
def tap(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """What a tap on a row says of somebody: present or not, signed, paid, late."""
    desk, what = desk_of(request), field_of(form, "fa")
    entrant = entrant_numbered(desk, numero)
    command = _command(request, entrant, what, field_of(form, "ora"))
    carry_out(office_of(request), actor_of(request), id, command, action=action_of(form))
    if not is_fragment(request):
        return done(request, f"{DESK}/{id}/appello#n{numero}")
    return _row(request, desk_of(request), numero, said=SAID.get(what, ""))


def _command(request: Request, entrant: Entrant, what: str, time: str) -> Command:
    who = entrant.person
    match what:
        case "presente":
            return CallRoll(present=(who,), at=time)
        case "assente":
            return CallRoll(absent=(who,))
        case "firma":
            return SignAcceptance((who,), office_of(request).now())
        case "quota":
            return PayFee(who)
        case "quota-soci":
            return PayFee(who, member=True)
        case "atteso" if time:
            return ExpectPlayer(who, time)
        case "atteso":
            raise NotUnderstood("not_a_time", given=time)
    raise HTTPException(400)


@router.form("/organizza/{id}/appello/{numero}/proposta", ORGANISERS)
def accept_proposal(request: Request, id: str, numero: int, form: FormBody) -> Response:
    """Seat whoever came after the draw, or do without whoever did not come, as proposed."""
    desk, lang = desk_of(request), language_of(request)
    who = entrant_numbered(desk, numero).person
    view = roll_call(desk.tournament, desk.names)
    proposal = next((each for each in view.proposals if each.entrant.person == who), None)
    kind = proposal.kind if proposal else "arrival"
    reason = text(f"rollcall_page.proposal.reason_{kind}", lang)
    command = SeatArrival(who, reason) if kind == "arrival" else CoverNoShow(who, reason)
    carry_out(office_of(request), actor_of(request), id, command, note=reason, action=action_of(form))
    if is_fragment(request):
        return _row(request, desk_of(request), numero)
    said = {"code": "rollcall_page.proposal.covered", "name": desk.names[who]}
    if kind == "arrival" and proposal:
        said |= {"code": "rollcall_page.proposal.accepted", "table": str(proposal.tables[0].number)}
    return done(request, f"{DESK}/{id}/appello#n{numero}", **said)
