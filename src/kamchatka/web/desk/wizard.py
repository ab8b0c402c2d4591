"""A new event in four short steps: regulation, format, formula, when and where.

The choices are in the address; nothing is stored before the last step.
"""

from typing import Any
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from kamchatka.app.commands.execution import execute
from kamchatka.app.tournaments.entries import register_person
from kamchatka.app.tournaments.event_plan import (
    EventPlan,
    format_options,
    formats,
    formulas,
    free_values,
    rulebooks,
)
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.messages import Language
from kamchatka.rulebook import label, show_value
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.settings import NameJudge
from kamchatka.tournament.views.settings import read_form
from kamchatka.web.desk.people_form import known_events
from kamchatka.web.desk.settings_form import OPTION, RULE, Typed, formula_of, of_format, plan_of, typed_in
from kamchatka.web.site.event_frame import DESK
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite, SiteForm

router = LockedRouter()

ADDRESS = f"{DESK}/nuovo"
STEPS = ("rulebook", "format", "formula", "event")


@router.page("/organizza/nuovo", Need.CREATOR)
def show_step(at: AtSite, passo: str = "1") -> HTMLResponse:
    """One step, with the choices made before it."""
    lang, typed = at.lang, typed_in(at.query)
    plan = plan_of(typed, lang)
    step = STEPS[int(passo) - 1] if passo in ("1", "2", "3", "4") else STEPS[0]
    steps = [{"code": code, "number": at, "address": _address(typed, at)} for at, code in enumerate(STEPS, 1)]
    return at.render(
        f"desk/wizard/{step}.html",
        step=step,
        number=STEPS.index(step) + 1,
        steps=steps,
        plan=plan,
        typed=typed,
        kept=_kept(typed, step),
        back=_address(typed, STEPS.index(step)),
        **_step_values(step, plan, typed, lang),
    )


def _address(typed: Typed, step: int) -> str:
    return f"{ADDRESS}?{urlencode({**typed, 'passo': str(max(step, 1))})}"


ASKED: dict[str, tuple[str, ...]] = {
    "rulebook": ("regolamento",),
    "format": ("formato", "giocatori", "giornate"),
    "formula": ("formula", OPTION, RULE),
    "event": (),
}
"""Prefixes of the fields each step asks for; all others travel as hidden fields."""


def _kept(typed: Typed, step: str) -> list[tuple[str, str]]:
    own = ("passo", *ASKED[step])
    is_formula = step == "formula"
    return [
        (name, value)
        for name, value in typed.items()
        if not name.startswith(own) and not (is_formula and "." in name)
    ]


def _step_values(step: str, plan: EventPlan, typed: Typed, lang: Language) -> dict[str, Any]:
    """Template values of a step."""
    if step == "rulebook":
        return {"choices": rulebooks(plan, lang)}
    if step == "format":
        return {"choices": formats(plan, lang)}
    if step == "formula":
        chosen = formula_of({**of_format(plan), **typed}, lang, plan.formula_id)
        return {
            "choices": formulas(plan, lang),
            "chosen": chosen,
            "words": formula_view(chosen.formula, lang) if chosen else None,
            "options": format_options(plan.plain_format, plan.chosen_options, lang),
            "free": free_values(plan.rulebook_id, plan.free, plan.overrides, lang),
        }
    trouble = plan.trouble(lang)
    setup = None if trouble else plan.setup()
    return {
        "trouble": trouble,
        "setup": setup,
        "options": format_options(plan.plain_format, plan.chosen_options, lang),
        "parts": agreed_parts(setup, lang) if setup else (),
        "words": formula_view(setup.formula, lang, plan.formula_options) if setup else None,
        "warnings": warnings(setup.format, plan.players, setup.rulebook) if setup else (),
        "rule_words": lambda key, value: f"{label(key, lang)}: {show_value(key, value, lang)}",
    }


@router.form("/organizza/nuovo", Need.CREATOR)
def make_event(at: SiteForm) -> Response:
    """Create the event, with the visitor as its organiser."""
    office, actor, lang = at.office, at.actor, at.lang
    plan = plan_of(typed_in(at.form), lang)
    id = create(
        office,
        actor,
        texts=plan.texts(),
        options=plan.chosen_options,
        formula_options=plan.formula_options,
        reference=at.field("fonte"),
        action=at.action,
        overrides=plan.overrides,
        **read_form(typed_in(at.form)),
    )
    judge = at.field("giudice")
    if judge:
        desk = open_tournament(office, id, lang)
        person = register_person(office, actor, desk, judge, among=known_events(at.visitor))
        execute(office, actor, id, NameJudge(person))
    name = open_tournament(office, id, lang).tournament.settings.name
    return at.done(f"{DESK}/{id}", "wizard_page.created", name=name)
