"""Copies of an event, and opening one on this computer."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData, UploadFile
from starlette.responses import HTMLResponse, Response

from kamchatka.app.copying.copier import Copier, copy_name
from kamchatka.app.copying.found import copies_in, on_sticks, open_copy
from kamchatka.app.copying.places import is_own_folder
from kamchatka.app.copying.views import CopyView, copy_view
from kamchatka.app.keeping import backup
from kamchatka.app.office import Office
from kamchatka.app.tournament.desk import stream_of
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.web.access import ORGANISERS, LockedRouter, Need, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, done, field_of, form_up_to, office_of
from kamchatka.web.hosts import is_local
from kamchatka.web.language import language_of
from kamchatka.web.moments import ago
from kamchatka.web.pages import as_file, is_fragment, render
from kamchatka.web.visitors import visitor_of

router = LockedRouter()
SECONDS_TO_COPY = 3.0
"""How long a page waits for a copy that was asked for; a slower one goes on by itself."""
MOST_MEGABYTES = 500
CopyBody = Annotated[FormData, Depends(form_up_to(MOST_MEGABYTES))]


def copier_of(request: Request) -> Copier:
    """Who makes the copies."""
    copier: Copier = request.app.state.copier
    return copier


@dataclass(frozen=True)
class CopyPanel:
    """What `desk/parts/copy.html` shows: the name `copy` of pages that include it."""

    event: str
    view: CopyView
    age: str


def copy_panel(request: Request, id: str) -> CopyPanel:
    """How the copies of an event stand now."""
    lang = language_of(request)
    view = copy_view(copier_of(request).status(id), lang)
    made = view.status.made
    return CopyPanel(id, view, ago(made, office_of(request).clock(), lang) if made else "")


@router.page("/organizza/{id}/copia", ORGANISERS)
def show_panel(request: Request, id: str) -> HTMLResponse:
    """The panel alone."""
    return render(request, "desk/parts/copy.html", copy=copy_panel(request, desk_of(request).id))


@router.page("/organizza/{id}/copie", ORGANISERS)
def show_copies(request: Request, id: str) -> HTMLResponse:
    """Where copies go, which ones there are, and where they could go."""
    desk = desk_of(request)
    copier, lang = copier_of(request), language_of(request)
    place = copier.status(id).place
    now = office_of(request).clock()
    copies = [each for each in copies_in([place.folder] if place else []) if each.event == id]
    return desk_page(
        request,
        "desk/copies.html",
        desk,
        "",
        sticks=list(copier.sticks()),
        place=place,
        copies=[(each, ago(each.made, now, lang)) for each in copies],
        may_type=visitor_of(request).is_administrator and is_local(request),
        file_name=copy_name(id),
        copy=copy_panel(request, id),
    )


@router.form("/organizza/{id}/copie", ORGANISERS)
def choose_place(request: Request, id: str, form: FormBody) -> Response:
    """Copy to a stick, or to the folder that was typed."""
    typed = field_of(form, "cartella")
    desk_of(request)
    if not typed:
        raise NotUnderstood("copy_path", path="")
    here = is_local(request)
    copier = copier_of(request)
    copier.choose(actor_of(request), id, Path(typed), at_the_computer=here)
    view = copy_view(copier.wait(id, SECONDS_TO_COPY), language_of(request))
    code = "chosen_but" if view.status.trouble else "chosen"
    return done(
        request, f"/organizza/{id}/copie", f"copies_page.{code}", place=view.place, said=view.sentence
    )


@router.form("/organizza/{id}/copie/adesso", ORGANISERS)
def copy_now(request: Request, id: str) -> Response:
    """A copy now: the panel tells how it went."""
    desk_of(request)
    copier = copier_of(request)
    copier.ask(id)
    status = copier.wait(id, SECONDS_TO_COPY)
    if is_fragment(request):
        return render(request, "desk/parts/copy.html", copy=copy_panel(request, id))
    code = "copies_page.not_copied" if status.trouble else "copies_page.copied"
    return done(request, f"/organizza/{id}/copie", code)


@router.form("/organizza/{id}/copie/smetti", ORGANISERS)
def stop_copying(request: Request, id: str) -> Response:
    """Copy no more."""
    desk_of(request)
    copier_of(request).leave(actor_of(request), id)
    return done(request, f"/organizza/{id}/copie", "copies_page.stopped")


@router.page("/organizza/{id}/copie/scarica", ORGANISERS)
def download(request: Request, id: str) -> Response:
    """A copy for the browser that asks."""
    desk_of(request)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / copy_name(id)
        backup(office_of(request), actor_of(request), path, only=[stream_of(id)])
        content = path.read_bytes()
    headers = {**as_file(copy_name(id)), "cache-control": "no-store"}
    return Response(content, media_type="application/jsonl", headers=headers)


@router.page("/copie", Need.ADMINISTRATOR)
def show_openings(request: Request) -> HTMLResponse:
    """Copies on sticks that can be opened here, and a field to send one."""
    now, lang = office_of(request).clock(), language_of(request)
    found = [(each, ago(each.made, now, lang)) for each in on_sticks(copier_of(request).sticks())]
    return render(request, "open_copy.html", found=found)


@router.form("/copie", Need.ADMINISTRATOR)
def open_here(request: Request, form: CopyBody) -> Response:
    """Open a copy: the event is here and goes on."""
    sent, chosen = form.get("file"), field_of(form, "copia")
    office = office_of(request)
    if isinstance(sent, UploadFile) and sent.size:
        opened = open_copy(office, actor_of(request), sent.file)
        return _opened(request, office, opened.event, opened.brought.events)
    if not chosen:
        raise NotUnderstood("copy_none_sent")
    copier = copier_of(request)
    found = next((each for each in on_sticks(copier.sticks()) if str(each.path) == chosen), None)
    if found is None:
        raise NotPossibleNow("copy_not_found")
    try:
        with found.path.open("rb") as file:
            opened = open_copy(office, actor_of(request), file)
    except OSError as error:
        raise NotPossibleNow("unreadable", path=found.path, error=error) from error
    if opened.event and is_own_folder(found.path.parent) and copier.status(opened.event).place is None:
        # The event goes on here: so do its copies, on the stick it came from.
        copier.choose(actor_of(request), opened.event, found.path.parent, at_the_computer=False)
    return _opened(request, office, opened.event, opened.brought.events)


def _opened(request: Request, office: Office, event: str, brought: int) -> Response:
    address = f"/organizza/{event}" if event else "/organizza"
    code = "copies_page.opened" if brought else "copies_page.nothing_new"
    return done(request, address, code, count=brought)
