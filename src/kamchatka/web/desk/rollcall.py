"""The roll call: a tap marks an entrant present; after the draw, proposals for late arrivals and no-shows."""

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.opening import new_seed
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.arranging import CoverNoShow, SeatArrival
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import CallRoll, ExpectPlayer, PayFee, SignAcceptance
from kamchatka.tournament.state import Entrant
from kamchatka.tournament.views.people import EntrantRow, search
from kamchatka.tournament.views.rollcall import FILTERS, roll_call
from kamchatka.web.desk.entries import ask_who, known_clubs, told_who
from kamchatka.web.desk.entry import entrant_numbered
from kamchatka.web.desk.people_form import TypedPerson, known_events, typed_person
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import ORGANISERS, ROLL_CALL, LockedRouter
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()

FILTER_ICONS = {"missing": "out", "unsigned": "sign", "owing": "euro", "late": "late"}
TAP_WORDS = {"firma": "signed", "quota": "paid", "quota-soci": "paid"}
"""Messages a row shows briefly after a tap on one of its chips."""


@router.page("/organizza/{id}/appello", ROLL_CALL)
def show_roll(at: AtDesk, mostra: str = "all", cerca: str = "", riga: int = 0) -> HTMLResponse:
    """All entrants, missing ones first."""
    return _page(at, mostra, cerca, riga)


def _page(
    at: DeskVisit,
    wanted: str = "all",
    words: str = "",
    open_row: int = 0,
    *,
    typed: TypedPerson | None = None,
    asked: tuple[EntrantRow, ...] = (),
) -> HTMLResponse:
    desk = at.desk
    view = roll_call(desk.tournament, desk.names)
    chosen = wanted if wanted in FILTERS else "all"
    return at.page(
        "desk/rollcall.html",
        "rollcall",
        status=409 if asked else 200,
        view=view,
        seed=new_seed(),
        filters=FILTERS,
        filter_icons=FILTER_ICONS,
        wanted_filter=chosen,
        wanted_words=words,
        found={row.number for row in search(view.rows, chosen, words)},
        open_row=open_row,
        typed=typed or TypedPerson(),
        asked=asked,
        known_clubs=known_clubs(desk),
        checks_in=desk.tournament.checks_in,
        leaving=[row for row in view.rows if row.entrant.is_leaving],
    )


@router.page("/organizza/{id}/appello/{numero}", ROLL_CALL)
def open_row(at: AtDesk, numero: int, chiusa: int = 0) -> Response:
    """A row opened with a field for the time of arrival, or closed again."""
    if not at.is_fragment:
        return RedirectResponse(f"{at.home}/appello?riga={numero}#n{numero}", status_code=303)
    entrant_numbered(at.desk, numero)
    return _row(at, numero, is_open=not chiusa)


def _row(at: DeskVisit, number: int, *, is_open: bool = False, said: str = "") -> HTMLResponse:
    """A row alone, or with the counts that a tap changed."""
    view = roll_call(at.desk.tournament, at.desk.names)
    return at.render(
        "desk/rollcall_tap.html",
        row=existing(view.row(number)),
        view=view,
        seed=new_seed(),
        home=at.home,
        open=is_open,
        done=said,
        counts=at.request.method == "POST",
        filters=FILTERS,
    )


@router.form("/organizza/{id}/appello", ROLL_CALL)
def call_everybody(at: DeskForm) -> Response:
    """Mark everybody who has not answered as present."""
    view = roll_call(at.desk.tournament, at.desk.names)
    silent = tuple(row.entrant.person for row in view.rows if row.entrant.is_present is None)
    if silent:
        at.execute(CallRoll(present=silent))
    return at.done("/appello", "rollcall_page.everybody_done", count=len(silent))


@router.form("/organizza/{id}/appello/nuovo", ROLL_CALL)
def enter_newcomer(at: DeskForm) -> Response:
    """Enter a person who came without an entry, and mark them present; asks first if the name is known."""
    desk, typed = at.desk, typed_person(at.form)
    player = told_who(at, typed)
    if isinstance(player, tuple):
        return ask_who(at, player) or _page(at, typed=typed, asked=player)
    known = desk.tournament.entrants.get(player.known_as) if player.known_as else None
    if known:
        at.execute(CallRoll(present=(known.person,)))
        return at.done("/appello", "rollcall_page.newcomer.present", name=desk.names[known.person])
    among = known_events(at.visitor)
    enter(at.office, at.actor, at.id, [player], present=True, among=among, action=at.action)
    return at.done("/appello", "rollcall_page.newcomer.entered", name=player.person.name)


@router.form("/organizza/{id}/appello/{numero}", ROLL_CALL)
def tap(at: DeskForm, numero: int) -> Response:
    """Record a tap on an entrant's row: present or absent, signed, paid, late."""
    what = at.field("fa")
    at.execute(_command(at, entrant_numbered(at.desk, numero), what, at.field("ora")))
    if not at.is_fragment:
        return at.done(f"/appello#n{numero}")
    return _row(at.reopened(), numero, said=TAP_WORDS.get(what, ""))


def _command(at: DeskVisit, entrant: Entrant, what: str, time: str) -> TournamentCommand:
    who = entrant.person
    match what:
        case "presente":
            return CallRoll(present=(who,), at=time)
        case "assente":
            return CallRoll(absent=(who,))
        case "firma":
            return SignAcceptance((who,), at.office.now())
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
def accept_proposal(at: DeskForm, numero: int) -> Response:
    """Apply the proposal for a late arrival or a no-show."""
    desk = at.desk
    who = entrant_numbered(desk, numero).person
    view = roll_call(desk.tournament, desk.names)
    proposal = next((each for each in view.proposals if each.entrant.person == who), None)
    kind = proposal.kind if proposal else "arrival"
    reason = text(f"rollcall_page.proposal.reason_{kind}", at.lang)
    table = number_in(at.field("tavolo"))
    at.execute(SeatArrival(who, reason, table=table) if kind == "arrival" else CoverNoShow(who, reason))
    if at.is_fragment:
        return _row(at.reopened(), numero)
    said = {"code": "rollcall_page.proposal.covered", "name": desk.names[who]}
    if kind == "arrival" and proposal:
        said |= {"code": "rollcall_page.proposal.accepted", "table": str(table or proposal.tables[0].number)}
    return at.done(f"/appello#n{numero}", **said)
