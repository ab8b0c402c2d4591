"""The settings of an event, in words, and in form fields while they may change."""

import hashlib
from base64 import b64decode
from pathlib import PurePath
from typing import get_args

from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kamchatka.app.tournaments.event_plan import (
    Alternative,
    EventPlan,
    format_options,
    formats,
    formulas,
    free_values,
    rulebooks,
)
from kamchatka.app.tournaments.logo import logo_in, set_logo
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.app.tournaments.removal import OFFICIAL, remove_trial
from kamchatka.app.tournaments.requests import count_waiting
from kamchatka.app.tournaments.settings import save_settings
from kamchatka.documents.logo import MOST_BYTES as MOST_LOGO_BYTES
from kamchatka.messages import Language, text
from kamchatka.messages.moments import day_of
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.scoring.options import word_of
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.events import Attachment
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.settings import AttachFile, attachment_kind, attachment_title
from kamchatka.tournament.views.desk import paper_notices
from kamchatka.tournament.views.settings import read_form, shown_settings
from kamchatka.web.desk.copies import copier_of
from kamchatka.web.desk.settings_form import formula_of, plan_of, typed_in
from kamchatka.web.site.locks import ORGANISERS, LockedRouter
from kamchatka.web.site.pages import existing, say_once
from kamchatka.web.site.visit import AtDesk, DeskForm
from kamchatka.web.site.work_queue import in_turn

router = LockedRouter()


@router.page("/organizza/{id}/impostazioni", ORGANISERS)
def show_settings(at: AtDesk) -> HTMLResponse:
    """The settings, and which of them may still change."""
    desk, lang = at.desk, at.lang
    tournament, settings = desk.tournament, desk.tournament.settings
    setup = tournament.setup
    chosen = settings.formula_options.items()
    # The text of a club's own formula is pinned: its file may state other options by now.
    is_shipped = settings.formula.id in catalogue()
    written = {f"{settings.formula.id}.{name}": word_of(value) for name, value in chosen}
    return at.page(
        "desk/settings.html",
        "settings",
        settings=settings,
        shown=shown_settings(settings, lang),
        is_fixed=bool(tournament.rounds),
        fixed_clause=tournament.format.clause(tournament.format, "settings") or "001-R2",
        is_closed=tournament.is_closed,
        may_delete=not any(isinstance(each.event, OFFICIAL) for each in desk.occurrences),
        may_close=next_step(tournament) == "done",
        lists=_lists(desk, lang),
        options=format_options(tournament.format, settings.options, lang),
        free=free_values(settings.rulebook.id, tournament.format.free, settings.overrides, lang),
        formula=formula_of(written, lang, settings.formula.id) if is_shipped else None,
        setup=setup,
        parts=agreed_parts(tournament, lang),
        words=formula_view(setup.formula, lang, settings.formula_options),
        warnings=warnings(setup.format, len(tournament.playing) or None, setup.rulebook),
        rules=tournament.rules,
        published=day_of(tournament.rules.at, lang) if tournament.rules else "",
        judges=[desk.names[who] for who in tournament.judges],
        waiting=count_waiting(at.office, desk),
        kinds=[(kind, attachment_title(kind, lang)) for kind in get_args(Attachment)],
        attached=[(attachment_title(each.kind, lang), each.name) for each in tournament.attachments],
        paper_notices=list(paper_notices(settings)),
        logo=tournament.logo,
        wifi=tournament.wifi,
    )


def _lists(desk: OpenTournament, lang: Language) -> dict[str, list[tuple[str, str]]]:
    """Choices of regulation, format and formula; the pinned one comes first."""
    settings = desk.tournament.settings
    plan = EventPlan(rulebook=settings.rulebook.id, players=max(len(desk.tournament.playing), 4))
    setup = desk.tournament.setup
    found = {
        "rulebook": (settings.rulebook.id, setup.rulebook.title(lang), rulebooks(plan, lang)),
        "format": (settings.format.id, setup.format.name(lang), formats(plan, lang)),
        "formula": (settings.formula.id, setup.formula.name(lang), formulas(plan, lang)),
    }
    return {kind: _listed(*each) for kind, each in found.items()}


def _listed(id: str, title: str, others: list[Alternative]) -> list[tuple[str, str]]:
    return [(id, title), *((each.id, each.title) for each in others if each.id != id)]


@router.form("/organizza/{id}/impostazioni", ORGANISERS)
def post_settings(at: DeskForm) -> Response:
    """Change the settings; once a round is drawn, rules are fixed."""
    desk, lang = at.desk, at.lang
    agreed = read_form(typed_in(at.form), shown_settings(desk.tournament.settings, lang))
    plan = plan_of(typed_in(at.form), lang) if at.field("regole") else None
    save_settings(at.office, at.actor, desk, agreed, plan=plan, reference=at.field("fonte"))
    return at.done("/impostazioni", "settings_page.saved")


@router.page("/organizza/{id}/impostazioni/logo.png", ORGANISERS)
def show_logo(at: AtDesk) -> Response:
    """The logo that papers carry."""
    with at.office.reading() as reading:
        picture = logo_in(reading, at.desk)
    return Response(b64decode(existing(picture or None)), media_type="image/png")


@router.form("/organizza/{id}/impostazioni/logo", ORGANISERS)
@in_turn
def upload_logo(at: DeskForm) -> Response:
    """Draw an uploaded logo, and let papers carry it."""
    file = at.form.get("logo")
    if not isinstance(file, UploadFile) or not file.filename:
        raise NotUnderstood("no_file")
    content = file.file.read(MOST_LOGO_BYTES + 1)
    outcome = set_logo(at.office, at.actor, at.id, content, action=at.action, lang=at.lang)
    said = " ".join(outcome.sentences) or text("tournament.nothing", at.lang)
    return at.done("/impostazioni", "web.said", said=said)


@router.form("/organizza/{id}/impostazioni/cancella", ORGANISERS)
def remove_event(at: DeskForm) -> Response:
    """Delete an event made to try things out."""
    name = remove_trial(at.office, at.actor, at.id)
    copier_of(at).remove(at.actor, at.id)
    response = RedirectResponse("/organizza", status_code=303)
    say_once(response, text("tournament.removed", at.lang, name=name))
    return response


@router.form("/organizza/{id}/impostazioni/allega", ORGANISERS)
def attach_document(at: DeskForm) -> Response:
    """Attach a document by name and digest."""
    file = at.form.get("documento")
    if not isinstance(file, UploadFile) or not file.filename:
        raise NotUnderstood("no_file")
    name, digest = PurePath(file.filename).name, hashlib.sha256(file.file.read()).hexdigest()
    at.execute(AttachFile(attachment_kind(at.field("tipo")), name, digest))
    return at.done("/impostazioni", "settings_page.attach.done")


@router.form("/organizza/{id}/impostazioni/modulo", ORGANISERS)
def open_form(at: DeskForm) -> Response:
    """Open or close the public entry form."""
    is_opened = at.field("fa") == "apri"
    save_settings(at.office, at.actor, at.desk, {"entry_form": is_opened})
    code = "settings_page.form.opened" if is_opened else "settings_page.form.shut"
    return at.done("/impostazioni", code)
