"""Entries: the list with what is missing, people typed, pasted, loaded or taken from earlier events."""

from functools import partial

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out, listed, open_desk
from kamchatka.app.tournament.entering import ListedPlayer, decoded, enter, read_pasted
from kamchatka.app.tournament.recognising import Candidate, candidates, recognised
from kamchatka.app.tournament.requests import approve, refuse, waiting
from kamchatka.app.tournament.roster import (
    ROSTER_FILTERS,
    RosterFilter,
    RosterRow,
    enter_from,
    entrants_elsewhere,
    entry_fields,
    roster,
)
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.command import Command
from kamchatka.tournament.entries import HandOutRules, PayFees, SignAcceptance
from kamchatka.tournament.views.people import money
from kamchatka.web.access import ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import DESK, desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, is_fragment, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import date_words
from kamchatka.web.pages import render
from kamchatka.web.people_form import TypedPerson, known_events, today, typed_person
from kamchatka.web.visitors import visitor_of

router = LockedRouter()

LARGEST_KB = 1000
FILTER_ICONS = {"unsigned": "sign", "owing": "euro", "rules": "book", "minors": "info", "out": "out"}


@router.page("/organizza/{id}/iscritti", ORGANISERS)
def show_entries(request: Request, id: str, mostra: str = "all", cerca: str = "") -> HTMLResponse:
    """Everybody who is entered, and the ways to enter more."""
    return _page(request, desk_of(request), mostra, cerca)


def _page(
    request: Request,
    desk: Desk,
    wanted: str = "all",
    words: str = "",
    *,
    typed: TypedPerson | None = None,
    asked: tuple[Candidate, ...] = (),
) -> HTMLResponse:
    rows = roster(office_of(request), desk)
    chosen: RosterFilter = next((each for each in ROSTER_FILTERS if each == wanted), "all")
    counts = {each: sum(row.is_in(each) for row in rows) for each in ROSTER_FILTERS}
    return desk_page(
        request,
        "desk/entries.html",
        desk,
        "entries",
        status=409 if asked else 200,
        rows=rows,
        settings=desk.tournament.settings,
        filters=[each for each in ROSTER_FILTERS if each == "all" or counts[each]],
        filter_icons=FILTER_ICONS,
        counts=counts,
        wanted_filter=chosen,
        wanted_words=words,
        found={row.entrant.number for row in _found(rows, chosen, words)},
        fields=entry_fields(desk.tournament),
        typed=typed or TypedPerson(),
        asked=asked,
        goes_on="ancora" in request.query_params,
        known_clubs=known_clubs(desk),
        sources=_sources(request, desk),
        requests=waiting(office_of(request), actor_of(request), desk, known_events(request)),
        is_form_open=desk.tournament.takes_requests,
        date_words=partial(date_words, lang=language_of(request)),
        money=partial(money, lang=language_of(request)),
    )


def known_clubs(desk: Desk) -> list[str]:
    """The clubs of those who are entered, by name."""
    return sorted({each.club for each in desk.tournament.entrants.values() if each.club}, key=str.casefold)


def _found(rows: tuple[RosterRow, ...], wanted: RosterFilter, words: str) -> list[RosterRow]:
    sought = words.casefold().split()
    return [
        row
        for row in rows
        if row.is_in(wanted)
        and all(word in f"{row.name} {row.entrant.club} {row.entrant.number}".casefold() for word in sought)
    ]


def _sources(request: Request, desk: Desk) -> list[tuple[str, str]]:
    """Other tournaments of the visitor that have people to take over: id and name."""
    office, visitor = office_of(request), visitor_of(request)
    others = [id for id in listed(office) if id != desk.id and visitor.runs(id)]
    opened = [open_desk(office, id, language_of(request)) for id in others]
    return [(each.id, each.tournament.settings.name) for each in opened if each.tournament.entrants]


@router.page("/organizza/{id}/iscritti/simili", ORGANISERS)
def show_alike(request: Request, id: str, nome: str = "") -> HTMLResponse:
    """People whose name is nearly the one that is being typed."""
    found = candidates(office_of(request), desk_of(request), nome, known_events(request))
    return render(request, "desk/alike.html", asked=found)


@router.form("/organizza/{id}/iscritti", ORGANISERS)
def enter_one(request: Request, id: str, form: FormBody) -> Response:
    """Enter somebody, once it is clear who they are."""
    desk, typed = desk_of(request), typed_person(form)
    player = told_who(request, desk, form, typed)
    if isinstance(player, tuple):
        return ask_who(request, player) or _page(request, desk, typed=typed, asked=player)
    here = f"{DESK}/{id}/iscritti"
    if player.known_as in desk.tournament.entrants:
        name = desk.names[PersonId(str(player.known_as))]
        return done(request, here, "entries_page.done.already", name=name)
    among = known_events(request)
    enter(office_of(request), actor_of(request), id, [player], among=among, action=action_of(form))
    return done(request, f"{here}?ancora=1", "entries_page.done.entered", name=player.person.name)


def told_who(
    request: Request, desk: Desk, form: FormData, typed: TypedPerson
) -> ListedPlayer | tuple[Candidate, ...]:
    """Who was typed; if it may be one of several people and nobody said which, these."""
    office, known, chosen = office_of(request), known_events(request), field_of(form, "chi")
    player = typed.listed(today(request))
    if chosen:
        return recognised(office, desk, chosen, player, known)
    if field_of(form, "altro"):
        return ListedPlayer(player.person, player.said, is_new=True)
    return candidates(office, desk, typed.nome, known) or player


def ask_who(request: Request, asked: tuple[Candidate, ...]) -> HTMLResponse | None:
    """Whom the typed name may mean, put into the form that sent it; None where a whole page is wanted."""
    if not is_fragment(request):
        return None
    page = render(request, "desk/alike.html", asked=asked, status=409)
    page.headers.update({"hx-retarget": "#simili", "hx-reswap": "innerHTML"})
    return page


@router.form("/organizza/{id}/iscritti/elenco", ORGANISERS)
def enter_list(request: Request, id: str, form: FormBody) -> Response:
    """Enter everybody of a pasted or loaded list, or nobody: the line that makes no sense is named."""
    file = form.get("file")
    words = field_of(form, "testo")
    if isinstance(file, UploadFile) and file.filename:
        words = _loaded(file)
    among = known_events(request)
    office, actor = office_of(request), actor_of(request)
    entered = enter(office, actor, id, read_pasted(words), among=among, action=action_of(form))
    lang = language_of(request)
    said = [text("entries_page.done.list", lang, count=entered.entered)]
    said += [each.sentence(lang) for each in entered.doubts]
    return done(request, f"{DESK}/{id}/iscritti", "entries_page.done.said", said=" ".join(said))


def _loaded(file: UploadFile) -> str:
    data = file.file.read(LARGEST_KB * 1000 + 1)
    if len(data) > LARGEST_KB * 1000:
        raise NotUnderstood("list_too_large", most=LARGEST_KB)
    return decoded(data, file.filename or "")


@router.page("/organizza/{id}/iscritti/da-altri", ORGANISERS)
def choose_elsewhere(request: Request, id: str, torneo: str) -> HTMLResponse:
    """People of another event of the visitor, to be ticked."""
    desk, source = desk_of(request), _source(request, torneo)
    people = entrants_elsewhere(office_of(request), desk, source)
    name = source.tournament.settings.name
    return desk_page(
        request, "desk/entries_from.html", desk, "entries", people=people, source=source.id, name=name
    )


def _source(request: Request, id: str) -> Desk:
    """Another event, which the visitor runs as well; not found otherwise."""
    if not visitor_of(request).runs(id) or id not in listed(office_of(request)):
        raise HTTPException(404)
    return open_desk(office_of(request), id, language_of(request))


@router.form("/organizza/{id}/iscritti/da-altri", ORGANISERS)
def enter_elsewhere(request: Request, id: str, form: FormBody) -> Response:
    """Enter those who were ticked."""
    desk, source = desk_of(request), _source(request, field_of(form, "torneo"))
    chosen = [str(each) for each in form.getlist("chi")]
    count = enter_from(
        office_of(request),
        actor_of(request),
        desk,
        source,
        chosen,
        among=known_events(request),
        action=action_of(form),
    )
    return done(request, f"{DESK}/{id}/iscritti", "entries_page.done.list", count=count)


@router.form("/organizza/{id}/iscritti/segna", ORGANISERS)
def mark(request: Request, id: str, form: FormBody) -> Response:
    """Note for several people that they signed, paid or received the rules."""
    office, desk = office_of(request), desk_of(request)
    rows = roster(office, desk)
    if field_of(form, "tutti"):
        filters = [each for each in ROSTER_FILTERS if each == field_of(form, "mostra")]
        chosen = _found(rows, filters[0] if filters else "all", field_of(form, "cerca"))
    else:
        numbers = {str(each) for each in form.getlist("chi")}
        chosen = [row for row in rows if str(row.entrant.number) in numbers]
    people = tuple(row.entrant.person for row in chosen if row.entrant.status == "playing")
    what = field_of(form, "fa")
    commands: dict[str, Command] = {
        "firma": SignAcceptance(people, office.now()),
        "quota": PayFees(people),
        "quota-soci": PayFees(people, member=True),
        "regolamento": HandOutRules(people),
    }
    if what not in commands:
        raise HTTPException(400)
    if not people:
        raise NotUnderstood("nobody_chosen")
    carry_out(office, actor_of(request), id, commands[what], action=action_of(form))
    return done(request, f"{DESK}/{id}/iscritti", "entries_page.done.marked", count=len(people))


@router.form("/organizza/{id}/iscritti/richieste/{richiesta}", ORGANISERS)
def decide_request(request: Request, id: str, richiesta: str, form: FormBody) -> Response:
    """Approve or refuse a request to enter."""
    office, actor, desk = office_of(request), actor_of(request), desk_of(request)
    here, what = f"{DESK}/{id}/iscritti", field_of(form, "fa")
    if what == "rifiuta":
        refuse(office, actor, desk, richiesta)
        return done(request, here, "entries_page.done.refused")
    if what not in ("approva", "approva-firma") and not field_of(form, "chi"):
        raise HTTPException(400)
    name = approve(
        office,
        actor,
        desk,
        richiesta,
        same_as=field_of(form, "chi"),
        is_signed=what == "approva-firma",
        known=known_events(request),
        action=action_of(form),
    )
    return done(request, here, "entries_page.done.approved", name=name)
