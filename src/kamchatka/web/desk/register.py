"""The register of people: search, correct, merge two entries or separate them again, erase."""

from collections import Counter

from starlette.responses import HTMLResponse, Response

from kamchatka.app.register import people
from kamchatka.app.register.merging import distinguish, merge, unmerge
from kamchatka.app.tournaments.directory import Directory, DirectoryRow, directory
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.web.desk.people_form import known_events, typed_person
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import existing
from kamchatka.web.site.visit import AtSite, SiteForm, Visit

router = LockedRouter()

HOME = "/anagrafe"
MOST_SHOWN = 1000
"""Most people on one page; a search finds the others."""
MOST_ALIKE = 5
"""Most pairs shown; deciding on them brings up the others."""


def _directory(at: Visit) -> Directory:
    return directory(at.office, at.actor, known_events(at.visitor))


def _row(at: Visit, who: str) -> DirectoryRow:
    """The person in the address; 404 if the visitor knows none."""
    return existing(next((row for row in _directory(at).rows if row.id == who), None))


@router.page(HOME, Need.CREATOR)
def show_register(at: AtSite, cerca: str = "") -> HTMLResponse:
    """Everybody whom the visitor knows, by surname, and pairs that may be one person."""
    found = _directory(at)
    rows = found.found(cerca)
    return at.render(
        "desk/register.html",
        total=len(found.rows),
        rows=rows[:MOST_SHOWN],
        left=len(rows[MOST_SHOWN:]),
        is_whole=len(found.rows) <= MOST_SHOWN and not cerca,
        words=cerca,
        alike=found.alike[:MOST_ALIKE],
        alike_left=len(found.alike[MOST_ALIKE:]),
    )


@router.page(HOME + "/unisci", Need.CREATOR)
def compare(at: AtSite) -> HTMLResponse:
    """Two entries side by side, to choose which one stays."""
    pair = _directory(at).pair(at.query.getlist("chi"))
    both = pair[0].events.keys() & pair[1].events.keys()
    shared = [pair[0].events[id] for id in pair[0].events if id in both]
    return at.render("desk/register_merge.html", pair=pair, shared=shared)


@router.form(HOME + "/unisci", Need.CREATOR)
def merge_two(at: SiteForm) -> Response:
    """Merge two entries, or state that they are two people."""
    one, other = _directory(at).pair(at.fields("chi"))
    if at.field("fa") == "diverse":
        distinguish(at.office, at.actor, one.id, other.id, at.action)
        names = {"one": one.person.name, "other": other.person.name}
        return at.done(HOME, "register_page.done.distinct", **names)
    kept, gone = (one, other) if at.field("resta") == one.id else (other, one)
    if at.field("resta") != kept.id:
        raise NotUnderstood("two_people")
    merge(at.office, at.actor, kept.id, gone.id, at.action)
    return at.done(f"{HOME}/{kept.id}", "register_page.done.merged", name=kept.person.name)


@router.page(HOME + "/{persona}", Need.CREATOR)
def show_person(at: AtSite, persona: str) -> HTMLResponse:
    """A person's data, events and merged entries."""
    return at.render("desk/register_person.html", row=_row(at, persona))


@router.form(HOME + "/{persona}", Need.CREATOR)
def correct_person(at: SiteForm, persona: str) -> Response:
    """Correct a person's data in the register."""
    who, typed = _row(at, persona).id, typed_person(at.form)
    data = {
        "name": typed.nome,
        "surname": typed.cognome,
        "club": typed.club,
        "email": typed.email,
        "phone": typed.telefono,
        "born": typed.nascita,
    }
    people.correct(at.office, at.actor, who, data, at.action)
    return at.done(f"{HOME}/{who}", "register_page.done.corrected", name=typed.name)


@router.form(HOME + "/{persona}/separa", Need.CREATOR)
def separate(at: SiteForm, persona: str) -> Response:
    """Undo the merge of an entry."""
    kept = _directory(at).row(persona)
    unmerge(at.office, at.actor, PersonId(persona), at.action)
    name = kept.merged[PersonId(persona)] or kept.person.name
    return at.done(f"{HOME}/{persona}", "register_page.done.separated", name=name)


@router.page(HOME + "/{persona}/cancella", Need.ADMINISTRATOR)
def ask_erase(at: AtSite, persona: str) -> HTMLResponse:
    """What erasing a person removes, and what it leaves."""
    row = _row(at, persona)
    traces = people.dossier(at.office, at.actor, row.id, at.lang).traces
    return at.render(
        "desk/register_erase.html",
        row=row,
        gone=Counter(each.kind for each in traces if each.is_erased),
        groups=[each.said for each in traces if each.kind == "word" and not each.is_erased],
        left=[each for each in traces if each.kind != "word" and not each.is_erased],
        neutral=row.id[-4:].upper(),
    )


@router.form(HOME + "/{persona}/cancella", Need.ADMINISTRATOR)
def erase_person(at: SiteForm, persona: str) -> Response:
    """Erase a person for ever."""
    if not at.field("sicuro"):
        raise NotUnderstood("not_sure")
    people.erase(at.office, at.actor, PersonId(persona), at.action)
    return at.done(HOME, "register_page.done.erased")
