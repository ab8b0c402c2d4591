"""Changing the settings of a tournament: pinned texts stay unless another one is chosen."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kamchatka.app.commands.execution import Outcome, outcome_of
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tournaments.event_plan import EventPlan, chosen_options, chosen_values
from kamchatka.app.tournaments.opening import OpenTournament, pin_texts, record, stream_of, texts_now
from kamchatka.app.tournaments.texts import Texts, changed_texts, setup_of
from kamchatka.messages import Language
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.scoring.options import word_of
from kamchatka.store.log import LogWriter
from kamchatka.tournament.events import SPORTING, Settings
from kamchatka.tournament.settings import ChangeSettings


def change_settings(
    office: Office,
    actor: Actor,
    id: str,
    settings: Settings,
    *,
    texts: Texts,
    reference: str = "",
    lang: Language = "it",
) -> Outcome:
    """Change the settings, and pin the texts that they refer to."""
    setup = setup_of(texts, settings.options, settings.formula_options)

    def work(writing: LogWriter) -> None:
        pinned = pin_texts(writing, stream_of(id), settings, texts)
        record(writing, id, ChangeSettings(pinned, setup, reference))

    actor.must_be(Role.ORGANISER)
    stored = office.carry_out(actor, new_action(), [id, "settings", repr(settings)], work)
    return outcome_of(office, id, stored, lang)


def save_settings(
    office: Office,
    actor: Actor,
    desk: OpenTournament,
    agreed: Mapping[str, Any],
    *,
    plan: EventPlan | None = None,
    reference: str = "",
) -> Outcome:
    """Change the settings from a form; without a plan the rules of the tournament stay."""
    now, texts = desk.tournament.settings, texts_now(office, desk)
    if plan is None:
        said = {name: value for name, value in agreed.items() if name not in SPORTING}
        return change_settings(office, actor, desk.id, replace(now, **said), texts=texts)
    rules, texts = _rules(desk, plan, texts)
    changed = replace(now, **{**agreed, **rules})
    return change_settings(office, actor, desk.id, changed, texts=texts, reference=reference)


def _rules(desk: OpenTournament, plan: EventPlan, texts: Texts) -> tuple[dict[str, Any], Texts]:
    """The settings of the rules according to a plan, and their texts."""
    now: Settings = desk.tournament.settings
    if plan.format and plan.format_id != now.format.id:
        chosen = {"options": plan.chosen_options, "formula_options": plan.formula_options}
        return {**chosen, "overrides": plan.overrides}, plan.texts()
    rulebook = plan.rulebook if plan.rulebook and plan.rulebook_id != now.rulebook.id else ""
    formula = plan.formula if plan.formula and plan.formula_id != now.formula.id else ""
    overrides = _overrides(desk, plan, is_other=bool(rulebook))
    if overrides != dict(now.overrides):
        rulebook = rulebook or now.rulebook.id
    stood = {name: word_of(value) for name, value in now.options.items()}
    options = chosen_options(desk.tournament.format.option, {**stood, **plan.options})
    is_own = not formula and now.formula.id not in catalogue()
    said = {
        "options": options,
        # Pages do not show the options of a club's own formula: they stay.
        "formula_options": now.formula_options if is_own else plan.formula_options,
        "overrides": overrides,
    }
    return said, changed_texts(texts, rulebook, formula, overrides if rulebook else {})


def _overrides(desk: OpenTournament, plan: EventPlan, *, is_other: bool) -> dict[str, Any]:
    """The changed values of the regulation: typed ones, and earlier ones that the form does not show."""
    free = desk.tournament.format.free
    typed = chosen_values(plan.rulebook or desk.tournament.settings.rulebook.id, free, plan.rules)
    stood = desk.tournament.settings.overrides
    return typed if is_other else {**{key: stood[key] for key in stood if key not in free}, **typed}
