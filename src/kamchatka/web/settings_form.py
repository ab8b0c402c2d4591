"""What is agreed before round 1, as forms have it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from starlette.datastructures import FormData, QueryParams

from kamchatka.app.tournament.planning import FIRST_PLAYERS, MOST_DAYS, MOST_PLAYERS, Plan
from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.formula.loading import catalogue
from kamchatka.tournament.events import Confirmation, Settings
from kamchatka.tournament.settings import cents_of
from kamchatka.tournament.views.people import money
from kamchatka.web.forms import field_of, number_in
from kamchatka.web.scores.options import ChosenFormula, chosen_formula

OPTION = "o."
"""How the names of a format's options begin in forms and addresses."""
RULE = "r."
"""The same for values of the regulation."""
Typed = Mapping[str, str]


def typed_in(form: FormData | QueryParams) -> Typed:
    """The texts of a form or an address, by name."""
    return {name: value.strip() for name, value in form.multi_items() if isinstance(value, str)}


def formula_of(typed: Typed, lang: Language, wanted: str = "") -> ChosenFormula | None:
    """The formula that was chosen, with its options; None for a club's own, which shows none."""
    id = wanted or typed.get("formula", "")
    return chosen_formula(id, typed, lang) if id in catalogue() else None


def plan_of(typed: Typed, lang: Language) -> Plan:
    """What was chosen so far."""
    plan = Plan(
        rulebook=typed.get("regolamento", ""),
        players=_number(typed.get("giocatori", ""), FIRST_PLAYERS, MOST_PLAYERS),
        days=_number(typed.get("giornate", ""), 1, MOST_DAYS),
        format=typed.get("formato", ""),
        formula=typed.get("formula", ""),
        options=_with(typed, OPTION),
        rules=_with(typed, RULE),
    )
    formula = formula_of(typed, lang, plan.formula_id)
    return replace(plan, formula_options=formula.options if formula else {})


def _with(typed: Typed, start: str) -> dict[str, str]:
    return {name.removeprefix(start): value for name, value in typed.items() if name.startswith(start)}


def _number(word: str, usual: int, most: int) -> int:
    """A number from 1 on; what is none counts as not said."""
    return min(number_in(word, 5) or usual, most)


def agreed_in(form: FormData) -> dict[str, Any]:
    """Everything that is agreed beside regulation, format and formula."""
    member, friendly = field_of(form, "quota_soci"), bool(field_of(form, "amichevole"))
    word = field_of(form, "conferma")
    known: dict[str, Confirmation] = {each: each for each in get_args(Confirmation)}
    if word and word not in known:
        raise NotUnderstood("unknown_word", given=word, known=", ".join(known))
    return {
        "fee": cents_of(field_of(form, "quota") or "0"),
        "member_fee": cents_of(member) if member else None,
        "starts": field_of(form, "data"),
        "place": field_of(form, "sede"),
        "club": field_of(form, "organizza"),
        "contact": field_of(form, "recapito"),
        "official": bool(field_of(form, "ufficiale")),
        "judge_gate": "warn" if friendly else "",
        "signature_gate": "warn" if friendly else "",
        "confirmation": known.get(word, "player"),
    }


def shown_settings(settings: Settings, lang: Language) -> dict[str, str]:
    """The same as a form shows what is agreed now."""
    return {
        "nome": settings.name,
        "quota": money(settings.fee, lang) if settings.fee else "",
        "quota_soci": money(settings.member_fee, lang) if settings.member_fee is not None else "",
        "data": settings.starts,
        "sede": settings.place,
        "organizza": settings.club,
        "recapito": settings.contact,
        "ufficiale": "1" if settings.official else "",
        "amichevole": "1" if settings.judge_gate == settings.signature_gate == "warn" else "",
        "conferma": settings.confirmation,
    }
