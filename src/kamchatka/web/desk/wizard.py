"""A new event on one page: how many people, how long, what for; then a proposal that can be changed.

The answers are in the address; nothing is stored before the button.
"""

from typing import Any

from starlette.responses import HTMLResponse, Response

from kamchatka.app.commands.execution import execute
from kamchatka.app.tournaments.entries import register_person
from kamchatka.app.tournaments.event_plan import (
    EventPlan,
    duration,
    format_options,
    formats,
    formulas,
    free_values,
    rulebooks,
)
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.messages import Language, text
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.format.adviser import FormatProposal
from kamchatka.tournament.format.warnings import warnings
from kamchatka.tournament.settings import NameJudge
from kamchatka.tournament.views.desk import shapes_in_words
from kamchatka.tournament.views.settings import read_form
from kamchatka.web.desk.people_form import known_events
from kamchatka.web.desk.settings_form import (
    LENGTHS,
    PURPOSES,
    Typed,
    formula_of,
    of_format,
    plan_of,
    typed_in,
)
from kamchatka.web.site.event_frame import DESK
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite, SiteForm

router = LockedRouter()

SHOWN = "mostrato"
"""Field that names the proposal whose options the form shows."""
NOT_AMONG_FRIENDS = ("quota", "quota_soci", "giudice")


@router.page("/organizza/nuovo", Need.CREATOR)
def show_wizard(at: AtSite) -> HTMLResponse:
    """The three questions with the answers so far, and the proposal."""
    lang, typed = at.lang, typed_in(at.query)
    plan, typed = _plan(typed, lang)
    unfit = _unfit(plan)
    if unfit and plan.format:
        plan, typed = _plan({**typed, "formato": ""}, lang)
    return at.render(
        "desk/wizard.html",
        typed=typed,
        plan=plan,
        lengths=LENGTHS,
        purposes=PURPOSES,
        unfit=_why_not(unfit, lang) if unfit else "",
        shown=_shown(plan),
        **_proposal(plan, typed, lang),
    )


def _plan(typed: Typed, lang: Language) -> tuple[EventPlan, Typed]:
    """The plan, without options that were typed for another proposal."""
    plan = plan_of(typed, lang)
    if typed.get(SHOWN, _shown(plan)) == _shown(plan):
        return plan, typed
    typed = {name: value for name, value in typed.items() if "." not in name}
    return plan_of(typed, lang), typed


def _shown(plan: EventPlan) -> str:
    return "/".join((plan.format_id, plan.rulebook_id, plan.length))


def _unfit(plan: EventPlan) -> FormatProposal | None:
    """The chosen format, if it does not suit the event."""
    found = plan.chosen_proposal
    return found if found and found.advice.obstacles else None


def _why_not(proposal: FormatProposal, lang: Language) -> str:
    why = "; ".join(each.sentence(lang) for each in proposal.advice.obstacles)
    return text("wizard_page.unfit", lang, format=proposal.advice.format.name(lang), why=why)


def _proposal(plan: EventPlan, typed: Typed, lang: Language) -> dict[str, Any]:
    """Template values of the proposal."""
    trouble = plan.trouble(lang)
    setup = None if trouble else plan.setup()
    advice = plan.advice if setup else None
    return {
        "trouble": trouble,
        "is_impossible": _unfit(plan) is not None,
        "lists": {
            "rulebook": rulebooks(plan, lang),
            "format": formats(plan, lang),
            "formula": formulas(plan, lang),
        },
        "proposal": plan.chosen_proposal,
        "options": format_options(plan.plain_format, plan.chosen_options, lang),
        "free": free_values(plan.rulebook_id, plan.free, plan.overrides, lang),
        "formula": formula_of({**of_format(plan), **typed}, lang, plan.formula_id),
        "setup": setup,
        "words": formula_view(setup.formula, lang, plan.formula_options) if setup else None,
        "lasts": duration(plan, advice, lang) if advice else "",
        "tables": shapes_in_words(advice.tables, lang) if advice else "",
        "warnings": (*advice.obstacles, *warnings(setup.format, plan.players, setup.rulebook))
        if setup and advice
        else (),
    }


@router.form("/organizza/nuovo", Need.CREATOR)
def make_event(at: SiteForm) -> Response:
    """Create the event, with the visitor as its organiser."""
    office, actor, lang = at.office, at.actor, at.lang
    sent = typed_in(at.form)
    plan, typed = _plan(sent, lang)
    if typed is not sent:  # pressed before the page showed the proposal for what was typed last
        raise NotPossibleNow("proposal_changed")
    unfit = _unfit(plan)
    if unfit:
        raise NotAllowed("unfit_format", said=lambda lang: _why_not(unfit, lang))
    if plan.purpose == "friends":
        typed = {name: value for name, value in typed.items() if name not in NOT_AMONG_FRIENDS}
    agreed = {**typed, {"friends": "amichevole", "official": "ufficiale"}.get(plan.purpose, "scopo"): "1"}
    id = create(
        office,
        actor,
        texts=plan.texts(),
        options=plan.chosen_options,
        formula_options=plan.formula_options,
        reference=at.field("fonte"),
        action=at.action,
        overrides=plan.overrides,
        **read_form(agreed),
    )
    judge = typed.get("giudice", "")
    if judge:
        desk = open_tournament(office, id, lang)
        person = register_person(office, actor, desk, judge, among=known_events(at.visitor))
        execute(office, actor, id, NameJudge(person))
    name = open_tournament(office, id, lang).tournament.settings.name
    return at.done(f"{DESK}/{id}", "wizard_page.created", name=name)
