"""Entries: the list with what is missing; entering people typed, pasted, uploaded or from other events."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.register.people import person_of
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.app.tournaments.lists import ListedPlayer, decoded, read_lines
from kamchatka.app.tournaments.opening import OpenTournament, listed, open_tournament
from kamchatka.app.tournaments.recognition import ListPreview, candidates, preview, recognised
from kamchatka.app.tournaments.requests import approve, count_waiting, refuse, waiting
from kamchatka.app.tournaments.roster import (
    ROSTER_FILTERS,
    enter_from,
    entrants_elsewhere,
    entry_fields,
    guessed_names,
    roster,
    say_surnames,
)
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.clubs import badges
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import HandOutRules, PayFees, SignAcceptance
from kamchatka.tournament.views.people import EntrantRow, search
from kamchatka.web.desk.people_form import TypedPerson, known_events, today, typed_person
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import ORGANISERS, ROLL_CALL, LockedRouter
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()

LARGEST_KB = 1000
FILTER_ICONS = {"unsigned": "sign", "owing": "euro", "rules": "book", "minors": "info", "out": "out"}


@router.page("/organizza/{id}/iscritti", ORGANISERS)
def show_entries(at: AtDesk, mostra: str = "all", cerca: str = "") -> HTMLResponse:
    """The entrants, and the forms to enter more."""
    return _page(at, mostra, cerca)


def _page(
    at: DeskVisit,
    wanted: str = "all",
    words: str = "",
    *,
    typed: TypedPerson | None = None,
    asked: tuple[EntrantRow, ...] = (),
) -> HTMLResponse:
    desk = at.desk
    rows = roster(at.office, desk)
    chosen = wanted if wanted in ROSTER_FILTERS else "all"
    counts = {each: sum(row.is_in(each) for row in rows) for each in ROSTER_FILTERS}
    return at.page(
        "desk/entries.html",
        "entries",
        status=409 if asked else 200,
        rows=rows,
        settings=desk.tournament.settings,
        filters=[each for each in ROSTER_FILTERS if each == "all" or counts[each]],
        filter_icons=FILTER_ICONS,
        counts=counts,
        wanted_filter=chosen,
        wanted_words=words,
        found={row.number for row in search(rows, chosen, words)},
        fields=entry_fields(desk.tournament),
        typed=typed or TypedPerson(),
        asked=asked,
        goes_on="ancora" in at.query,
        known_clubs=known_clubs(desk),
        guesses=len(guessed_names(at.office, desk)),
        badges=badges(known_clubs(desk), desk.tournament.club_codes).values(),
        sources=_sources(at),
        requests=waiting(at.office, at.actor, desk, known_events(at.visitor)),
        waiting=count_waiting(at.office, desk),
        is_form_open=desk.tournament.takes_requests,
    )


def known_clubs(desk: OpenTournament) -> list[str]:
    """The clubs of the entrants, sorted by name."""
    return sorted({each.club for each in desk.tournament.entrants.values() if each.club}, key=str.casefold)


def _sources(at: DeskVisit) -> list[tuple[str, str]]:
    """Id and name of the visitor's other tournaments that have entrants."""
    visitor, here = at.visitor, at.desk.id
    opened = open_listed(at.office, at.lang, only=lambda id: id != here and visitor.runs(id))
    return [(each.id, each.tournament.settings.name) for each in opened.desks if each.tournament.entrants]


@router.page("/organizza/{id}/iscritti/simili", ROLL_CALL)
def show_alike(at: AtDesk, nome: str = "", cognome: str = "") -> HTMLResponse:
    """Known people with a name similar to the one being typed."""
    found = candidates(at.office, at.desk, f"{nome} {cognome}", known_events(at.visitor))
    return at.render("desk/alike.html", asked=found)


@router.form("/organizza/{id}/iscritti", ORGANISERS)
def enter_one(at: DeskForm) -> Response:
    """Enter a person; asks first if the name may mean a known one."""
    desk, typed = at.desk, typed_person(at.form)
    player = told_who(at, typed)
    if isinstance(player, tuple):
        return ask_who(at, player) or _page(at, typed=typed, asked=player)
    if player.known_as in desk.tournament.entrants:
        name = desk.names[PersonId(str(player.known_as))]
        return at.done("/iscritti", "entries_page.done.already", name=name)
    among = known_events(at.visitor)
    enter(at.office, at.actor, at.id, [player], among=among, action=at.action)
    return at.done("/iscritti?ancora=1", "entries_page.done.entered", name=player.person.name)


def told_who(at: DeskVisit, typed: TypedPerson) -> ListedPlayer | tuple[EntrantRow, ...]:
    """The player to enter; or the known people the name may mean, if the form does not choose."""
    known, chosen, player = known_events(at.visitor), at.field("chi"), typed.listed(today(at.office))
    if chosen:
        return recognised(at.office, at.desk, chosen, player, known)
    alike = candidates(at.office, at.desk, typed.name, known)
    if at.field("altro"):
        return replace(player, is_new=True, unlike=tuple(each.person for each in alike))
    return alike or player


def ask_who(at: DeskVisit, asked: tuple[EntrantRow, ...]) -> HTMLResponse | None:
    """The candidates as a fragment for the form that asked; None if the browser wants a whole page."""
    if not at.is_fragment:
        return None
    page = at.render("desk/alike.html", asked=asked, status=409)
    page.headers.update({"hx-retarget": "#simili", "hx-reswap": "innerHTML"})
    return page


@router.form("/organizza/{id}/iscritti/elenco", ORGANISERS)
def enter_list(at: DeskForm) -> Response:
    """Show what was read of a pasted or uploaded list; once confirmed, enter the people left in it."""
    file, words, lang = at.form.get("file"), at.field("testo"), at.lang
    if isinstance(file, UploadFile) and file.filename:
        words = _loaded(file).strip()  # as the text field that sends it back
    among = known_events(at.visitor)
    rows = preview(at.office, at.desk, read_lines(words), among)
    if at.field("fa") != "iscrivi":
        clubs = known_clubs(at.desk)
        return at.page("desk/paste.html", "entries", rows=rows, words=words, known_clubs=clubs)
    players = list(_left_in(at, rows))
    if not players:
        raise NotUnderstood("nobody_chosen")
    entered = enter(at.office, at.actor, at.id, players, among=among, action=at.action, form=at.sent)
    said = [text("entries_page.done.list", lang, count=entered.entered)]
    said += [each.sentence(lang) for each in entered.doubts]
    return at.done("/iscritti", "web.said", said=" ".join(said))


def _left_in(at: DeskVisit, rows: Iterable[ListPreview]) -> Iterator[ListedPlayer]:
    """The ticked lines as they were corrected; NotUnderstood names the first that makes no sense."""
    ticked = at.fields("prendi")
    for row in rows:
        number, read = row.line.number, row.line.player
        if str(number) in ticked and read:
            boxes = {"name": "nome", "surname": "cognome", "club": "club"}
            typed = {key: at.field(f"{box}-{number}") for key, box in boxes.items()}
            who = at.field(f"chi-{number}")
            chosen = next((each for each in row.alike if each.person == who), None)
            typed["club"] = typed["club"] or (chosen.club if chosen else "")
            try:
                person = person_of({**read.person.model_dump(), **typed})
            except NotUnderstood as refusal:
                raise NotUnderstood("list_line", line=number, said=refusal.sentence) from refusal
            if chosen or not who:
                yield replace(read, person=person, known_as=chosen.person if chosen else None)
            else:
                unlike = tuple(each.person for each in row.alike)
                yield replace(read, person=person, is_new=True, unlike=unlike)


def _loaded(file: UploadFile) -> str:
    data = file.file.read(LARGEST_KB * 1000 + 1)
    if len(data) > LARGEST_KB * 1000:
        raise NotUnderstood("list_too_large", most=LARGEST_KB)
    return decoded(data, file.filename or "")


@router.page("/organizza/{id}/iscritti/cognomi", ORGANISERS)
def show_surnames(at: AtDesk) -> HTMLResponse:
    """The surnames that the program guessed, to be confirmed once."""
    return at.page("desk/surnames.html", "entries", names=guessed_names(at.office, at.desk))


@router.form("/organizza/{id}/iscritti/cognomi", ORGANISERS)
def confirm_surnames(at: DeskForm) -> Response:
    """Write the surnames that were confirmed or corrected."""
    numbers = {number_in(name.removeprefix("nome-")) for name in at.form}
    said = {
        number: {"name": at.field(f"nome-{number}"), "surname": at.field(f"cognome-{number}")}
        for number in numbers
        if at.field(f"nome-{number}")
    }
    say_surnames(at.office, at.actor, at.desk, said, action=at.action)
    return at.done("/iscritti", "entries_page.done.surnames", count=len(said))


@router.page("/organizza/{id}/iscritti/da-altri", ORGANISERS)
def choose_elsewhere(at: AtDesk, torneo: str) -> HTMLResponse:
    """Entrants of another event of the visitor, to choose from."""
    desk, source = at.desk, _source(at, torneo)
    people, name = entrants_elsewhere(at.office, desk, source), source.tournament.settings.name
    return at.page("desk/entries_from.html", "entries", people=people, source=source.id, name=name)


def _source(at: DeskVisit, id: str) -> OpenTournament:
    """Another event that the visitor also runs; 404 otherwise."""
    if not at.visitor.runs(id) or id not in listed(at.office):
        raise HTTPException(404)
    return open_tournament(at.office, id, at.lang)


@router.form("/organizza/{id}/iscritti/da-altri", ORGANISERS)
def enter_elsewhere(at: DeskForm) -> Response:
    """Enter the ticked people."""
    desk, source = at.desk, _source(at, at.field("torneo"))
    chosen, among = at.fields("chi"), known_events(at.visitor)
    count = enter_from(at.office, at.actor, desk, source, chosen, among=among, action=at.action)
    return at.done("/iscritti", "entries_page.done.list", count=count)


@router.form("/organizza/{id}/iscritti/segna", ORGANISERS)
def mark(at: DeskForm) -> Response:
    """Mark several entrants as having signed, paid or received the rules."""
    rows, what = roster(at.office, at.desk), at.field("fa")
    if at.field("tutti"):
        wanted = at.field("mostra")
        chosen = search(rows, wanted if wanted in ROSTER_FILTERS else "all", at.field("cerca"))
    else:
        numbers = at.fields("chi")
        chosen = [row for row in rows if str(row.number) in numbers]
    people = tuple(row.person for row in chosen if row.entrant.status == "playing")
    commands: dict[str, TournamentCommand] = {
        "firma": SignAcceptance(people, at.office.now()),
        "quota": PayFees(people),
        "quota-soci": PayFees(people, member=True),
        "regolamento": HandOutRules(people),
    }
    if what not in commands:
        raise HTTPException(400)
    if not people:
        raise NotUnderstood("nobody_chosen")
    at.execute(commands[what])
    return at.done("/iscritti", "entries_page.done.marked", count=len(people))


@router.form("/organizza/{id}/iscritti/richieste/{richiesta}", ORGANISERS)
def decide_request(at: DeskForm, richiesta: str) -> Response:
    """Approve or refuse a request to enter."""
    desk, what = at.desk, at.field("fa")
    if what == "rifiuta":
        refuse(at.office, at.actor, desk, richiesta)
        return at.done("/iscritti", "entries_page.done.refused")
    if what not in ("approva", "approva-firma") and not at.field("chi"):
        raise HTTPException(400)
    name = approve(
        at.office,
        at.actor,
        desk,
        richiesta,
        same_as=at.field("chi"),
        is_signed=what == "approva-firma",
        known=known_events(at.visitor),
        action=at.action,
    )
    return at.done("/iscritti", "entries_page.done.approved", name=name)
