"""Form fields of an event's settings."""

from collections.abc import Mapping
from dataclasses import replace

from starlette.datastructures import FormData, QueryParams

from kamchatka.app.library import club_library
from kamchatka.app.tournaments.event_plan import FIRST_PLAYERS, MOST_PLAYERS, EventPlan
from kamchatka.messages import Language
from kamchatka.scoring.options import word_of
from kamchatka.tournament.format.model import Length, Purpose
from kamchatka.web.scores.options import ChosenFormula, chosen_formula
from kamchatka.web.site.forms import number_in

OPTION = "o."
"""Prefix of a format's options in forms and addresses."""
RULE = "r."
"""Prefix of the regulation's values."""
LENGTHS: Mapping[str, Length] = {
    "serata": "evening",
    "giornata": "day",
    "due-giorni": "weekend",
    "stagione": "season",
}
PURPOSES: Mapping[str, Purpose] = {"amici": "friends", "club": "club", "ufficiale": "official"}
"""Answers of the wizard by the words of its addresses."""
Typed = Mapping[str, str]


def typed_in(form: FormData | QueryParams) -> Typed:
    """The text fields of a form or a query, by name."""
    return {name: value.strip() for name, value in form.multi_items() if isinstance(value, str)}


def formula_of(typed: Typed, lang: Language, wanted: str = "") -> ChosenFormula | None:
    """The chosen formula with its options; None for a formula that is not of this installation."""
    id = wanted or typed.get("formula", "")
    return chosen_formula(id, typed, lang) if id in club_library().ids("formula") else None


def plan_of(typed: Typed, lang: Language) -> EventPlan:
    """The choices so far."""
    plan = EventPlan(
        players=min(number_in(typed.get("giocatori", ""), 5) or FIRST_PLAYERS, MOST_PLAYERS),
        length=LENGTHS.get(typed.get("durata", ""), "day"),
        purpose=PURPOSES.get(typed.get("scopo", ""), "club"),
        rulebook=typed.get("regolamento", ""),
        format=typed.get("formato", ""),
        formula=typed.get("formula", ""),
        options=_with(typed, OPTION),
        rules=_with(typed, RULE),
    )
    formula = formula_of({**of_format(plan), **typed}, lang, plan.formula_id)
    return replace(plan, formula_options=formula.options) if formula else plan


def of_format(plan: EventPlan) -> Typed:
    """The options of its formula that the format chooses, as fields."""
    usual = plan.plain_format
    chosen = usual.formula_options if plan.formula_id == usual.formula else {}
    return {f"{plan.formula_id}.{name}": word_of(value) for name, value in chosen.items()}


def _with(typed: Typed, start: str) -> dict[str, str]:
    return {name.removeprefix(start): value for name, value in typed.items() if name.startswith(start)}
