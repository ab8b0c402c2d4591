"""The settings of an event: what was agreed, in words and in fields while it may change."""

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.agreeing import agree_on
from kamchatka.app.tournament.desk import Desk, carry_out
from kamchatka.app.tournament.planning import (
    Alternative,
    Plan,
    format_options,
    formats,
    formulas,
    free_values,
    rulebooks,
)
from kamchatka.app.tournament.requests import count_waiting
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.settings import CloseTournament, PublishRules, rules_digest
from kamchatka.web.access import ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import DESK, desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import day_of
from kamchatka.web.settings_form import agreed_in, formula_of, plan_of, shown_settings, typed_in

router = LockedRouter()


@router.page("/organizza/{id}/impostazioni", ORGANISERS)
def show_settings(request: Request, id: str) -> HTMLResponse:
    """What was agreed, and what may still be changed."""
    desk, lang = desk_of(request), language_of(request)
    tournament, settings = desk.tournament, desk.tournament.settings
    setup = tournament.setup
    written = {f"{settings.formula.id}.{name}": str(each) for name, each in settings.formula_options.items()}
    return desk_page(
        request,
        "desk/settings.html",
        desk,
        "settings",
        settings=settings,
        shown=shown_settings(settings, lang),
        is_fixed=bool(tournament.rounds),
        fixed_clause=tournament.format.clause(tournament.format, "settings") or "001-R2",
        is_closed=tournament.is_closed,
        may_close=next_step(tournament) == "done",
        lists=_lists(desk, request),
        options=format_options(tournament.format, settings.options, lang),
        free=free_values(settings.rulebook.id, tournament.format.free, settings.overrides, lang),
        formula=formula_of(written, lang, settings.formula.id),
        setup=setup,
        parts=agreed_parts(setup.format, lang),
        words=formula_view(setup.formula, lang, settings.formula_options),
        warnings=warnings(setup.format, len(tournament.playing) or None),
        rules=tournament.rules,
        published=day_of(tournament.rules.at, lang) if tournament.rules else "",
        judges=[desk.names[who] for who in tournament.judges],
        waiting=count_waiting(office_of(request), desk),
    )


def _lists(desk: Desk, request: Request) -> dict[str, list[tuple[str, str]]]:
    """What else could be chosen: the present one first, as it was pinned."""
    settings, lang = desk.tournament.settings, language_of(request)
    plan = Plan(rulebook=settings.rulebook.id, players=max(len(desk.tournament.playing), 4))
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
def save_settings(request: Request, id: str, form: FormBody) -> Response:
    """Agree on something else; once a round is drawn, only on what is no rule."""
    desk, lang = desk_of(request), language_of(request)
    agreed = {"name": " ".join(field_of(form, "nome").split()), **agreed_in(form)}
    if field_of(form, "amichevole") == shown_settings(desk.tournament.settings, lang)["amichevole"]:
        agreed = {name: value for name, value in agreed.items() if not name.endswith("_gate")}
    plan = plan_of(typed_in(form), lang) if field_of(form, "regole") else None
    reference = field_of(form, "fonte")
    agree_on(office_of(request), actor_of(request), desk, agreed, plan=plan, reference=reference)
    return done(request, f"{DESK}/{id}/impostazioni", "settings_page.saved")


@router.form("/organizza/{id}/impostazioni/regolamento", ORGANISERS)
def publish_rules(request: Request, id: str, form: FormBody) -> Response:
    """Make the rules of the event available."""
    office, settings = office_of(request), desk_of(request).tournament.settings
    command = PublishRules(rules_digest(settings), office.now())
    carry_out(office, actor_of(request), id, command, action=action_of(form))
    return done(request, f"{DESK}/{id}/impostazioni", "settings_page.rules_published")


@router.form("/organizza/{id}/impostazioni/modulo", ORGANISERS)
def open_form(request: Request, id: str, form: FormBody) -> Response:
    """Open or close the public entry form."""
    is_opened = field_of(form, "fa") == "apri"
    agree_on(office_of(request), actor_of(request), desk_of(request), {"entry_form": is_opened})
    code = "settings_page.form.opened" if is_opened else "settings_page.form.shut"
    return done(request, f"{DESK}/{id}/impostazioni", code)


@router.form("/organizza/{id}/impostazioni/chiudi", ORGANISERS)
def close_event(request: Request, id: str, form: FormBody) -> Response:
    """Put the event away."""
    carry_out(office_of(request), actor_of(request), id, CloseTournament(), action=action_of(form))
    return done(request, f"{DESK}/{id}", "settings_page.closed")
