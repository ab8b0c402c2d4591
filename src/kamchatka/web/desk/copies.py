"""Copies of an event, and opening one on this computer."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from kamchatka.app.archive.backup import backup
from kamchatka.app.archive.copier import Copier, copy_name
from kamchatka.app.archive.found_copies import copies_in, on_sticks, open_copy
from kamchatka.app.archive.places import is_own_folder
from kamchatka.app.archive.views import CopyView, copy_view
from kamchatka.app.tournaments.opening import stream_of
from kamchatka.app.tournaments.shelving import put_aside, take_back
from kamchatka.messages.moments import ago
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.web.site.hosts import is_local
from kamchatka.web.site.locks import ORGANISERS, LockedRouter, Need
from kamchatka.web.site.pages import as_file, unkept
from kamchatka.web.site.visit import AtDesk, AtSite, DeskForm, DeskVisit, SiteForm, Visit, sending

router = LockedRouter()
SECONDS_TO_COPY = 3.0
"""Seconds a request waits for a copy; a slower copy finishes in the background."""
MOST_MEGABYTES = 500
CopyForm = Annotated[Visit, Depends(sending(Visit, MOST_MEGABYTES))]


def copier_of(at: Visit) -> Copier:
    """The Copier of this installation."""
    copier: Copier = at.request.app.state.copier
    return copier


@dataclass(frozen=True)
class CopyPanel:
    """Data of `desk/parts/copy.html`, passed to templates as `copy`."""

    event: str
    view: CopyView
    age: str


def copy_panel(at: DeskVisit) -> CopyPanel:
    """Current state of the event's copies."""
    view = copy_view(copier_of(at).status(at.id), at.lang)
    made = view.status.made
    return CopyPanel(at.desk.id, view, ago(made, at.office.clock(), at.lang) if made else "")


@router.page("/organizza/{id}/copia", ORGANISERS)
def show_panel(at: AtDesk) -> HTMLResponse:
    """The panel alone, as a fragment."""
    return at.render("desk/parts/copy.html", copy=copy_panel(at))


@router.page("/organizza/{id}/copie", ORGANISERS)
def show_copies(at: AtDesk) -> HTMLResponse:
    """Where copies go, existing copies, and drives that could hold them."""
    copier, id, now = copier_of(at), at.desk.id, at.office.clock()
    place = copier.status(id).place
    copies = [each for each in copies_in([place.folder] if place else []) if each.event == id]
    return at.page(
        "desk/copies.html",
        "",
        sticks=list(copier.sticks()),
        place=place,
        copies=[(each, ago(each.made, now, at.lang)) for each in copies],
        may_type=at.visitor.is_administrator and is_local(at.request),
        file_name=copy_name(id),
        copy=copy_panel(at),
    )


@router.form("/organizza/{id}/copie", ORGANISERS)
def choose_place(at: DeskForm) -> Response:
    """Set where copies go: a USB stick or a typed folder."""
    copier, id, typed = copier_of(at), at.desk.id, at.field("cartella")
    if not typed:
        raise NotUnderstood("copy_path", path="")
    copier.choose(at.actor, id, Path(typed), at_the_computer=is_local(at.request))
    view = copy_view(copier.wait(id, SECONDS_TO_COPY), at.lang)
    code = "chosen_but" if view.status.trouble else "chosen"
    return at.done("/copie", f"copies_page.{code}", place=view.place, said=view.sentence)


@router.form("/organizza/{id}/copie/adesso", ORGANISERS)
def copy_now(at: AtDesk) -> Response:
    """Make a copy now; the panel shows the outcome."""
    copier, id = copier_of(at), at.desk.id
    copier.ask(id)
    status = copier.wait(id, SECONDS_TO_COPY)
    if at.is_fragment:
        return at.render("desk/parts/copy.html", copy=copy_panel(at))
    code = "copies_page.not_copied" if status.trouble else "copies_page.copied"
    return at.done("/copie", code)


@router.form("/organizza/{id}/copie/smetti", ORGANISERS)
def stop_copying(at: AtDesk) -> Response:
    """Stop making copies."""
    copier_of(at).leave(at.actor, at.desk.id)
    return at.done("/copie", "copies_page.stopped")


@router.page("/organizza/{id}/copie/scarica", ORGANISERS)
def download(at: AtDesk) -> Response:
    """Download a copy."""
    id = at.desk.id
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / copy_name(id)
        backup(at.office, at.actor, path, only=[stream_of(id)])
        return unkept(as_file(Response(path.read_bytes(), media_type="application/jsonl"), path.name))


@router.page("/copie", Need.ADMINISTRATOR)
def show_openings(at: AtSite) -> HTMLResponse:
    """Copies found on sticks, and a form to upload one."""
    now, lang = at.office.clock(), at.lang
    found = [(each, ago(each.made, now, lang)) for each in on_sticks(copier_of(at).sticks())]
    return at.render("open_copy.html", found=found)


@router.form("/copie", Need.ADMINISTRATOR)
def open_here(at: CopyForm) -> Response:
    """Import the event of a copy and continue it here."""
    sent, chosen = at.form.get("file"), at.field("copia")
    if isinstance(sent, UploadFile) and sent.size:
        opened = open_copy(at.office, at.actor, sent.file)
        return _opened(at, opened.event, opened.brought.events)
    if not chosen:
        raise NotUnderstood("copy_none_sent")
    copier = copier_of(at)
    found = next((each for each in on_sticks(copier.sticks()) if str(each.path) == chosen), None)
    if found is None:
        raise NotPossibleNow("copy_not_found")
    try:
        with found.path.open("rb") as file:
            opened = open_copy(at.office, at.actor, file)
    except OSError as error:
        raise NotPossibleNow("unreadable", path=found.path, error=error) from error
    if opened.event and is_own_folder(found.path.parent) and copier.status(opened.event).place is None:
        # Further copies of the event go to the stick it came from.
        copier.choose(at.actor, opened.event, found.path.parent, at_the_computer=False)
    return _opened(at, opened.event, opened.brought.events)


@router.form("/copie/da-parte", Need.ADMINISTRATOR)
def shelve(at: SiteForm) -> Response:
    """Put an unreadable event aside."""
    id = at.field("torneo")
    put_aside(at.office, at.actor, id)
    return at.done("/organizza", "home.events.is_aside", id=id)


@router.form("/copie/riprendi", Need.ADMINISTRATOR)
def unshelve(at: SiteForm) -> Response:
    """List an event again that was put aside."""
    id = at.field("torneo")
    take_back(at.office, at.actor, id)
    return at.done("/organizza", "home.events.is_back", id=id)


def _opened(at: Visit, event: str, brought: int) -> Response:
    address = f"/organizza/{event}" if event else "/organizza"
    code = "copies_page.opened" if brought else "copies_page.nothing_new"
    return at.done(address, code, count=brought)
