"""Quick standings without an event: paste or load results, choose a formula; nothing is kept here."""

from typing import NamedTuple

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournament.bringing import BroughtResults, bring
from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import load, shipped
from kamchatka.scoring.standings.whatif import what_if
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.notices import played_rulebooks
from kamchatka.scoring.views.quick import QuickFile, QuickStandings, template_rows
from kamchatka.scoring.views.reasons import RowReasons, row_reasons
from kamchatka.scoring.views.standings import csv_rows
from kamchatka.scoring.views.whatif import WhatIfView, formulas_beside, what_if_view
from kamchatka.web.access import LockedRouter, Need, actor_of, may_open
from kamchatka.web.charts import spark
from kamchatka.web.forms import FormBody, action_of, done, field_of, office_of
from kamchatka.web.language import language_of
from kamchatka.web.pages import csv_file, render
from kamchatka.web.people_form import known_events
from kamchatka.web.quick_form import (
    QuickAnswer,
    QuickForm,
    answer_quick,
    read_quick_form,
    stated_options,
)
from kamchatka.web.scores.parts import formula_choices
from kamchatka.web.visitors import visitor_of

router = LockedRouter()
HOME = "/classifica-veloce"
TEMPLATES = {"it": "risultati.csv", "en": "results.csv"}
"""What the file to fill in is called."""


@router.page(HOME, Need.NOTHING)
def show_quick(request: Request) -> HTMLResponse:
    """An empty form."""
    return _page(request, answer_quick(QuickForm(), language_of(request)))


@router.page(f"{HOME}/modello.csv", Need.NOTHING)
def load_template(request: Request) -> Response:
    """A results file to fill in."""
    lang = language_of(request)
    return _csv(csv_text(template_rows(lang), lang), TEMPLATES[lang])


@router.page(f"{HOME}/opzioni", Need.NOTHING)
def show_options(request: Request, formula: str = "") -> HTMLResponse:
    """The options of a formula, to be put into the form."""
    answer = answer_quick(QuickForm(formula=formula), language_of(request))
    return render(request, "quick/options.html", chosen=answer.chosen, faults={})


@router.form(HOME, Need.NOTHING)
def count_quick(request: Request, form: FormBody) -> HTMLResponse:
    """The standings, or everything to mend; with one row explained, or another formula beside."""
    answer = answer_quick(read_quick_form(form), language_of(request))
    return _page(
        request,
        answer,
        opened=field_of(form, "apri"),
        beside=field_of(form, "confronta"),
        wants_what_if=bool(field_of(form, "e-se") or field_of(form, "confronta")),
    )


@router.form(f"{HOME}/perche", Need.NOTHING)
def explain_quick(request: Request, form: FormBody) -> HTMLResponse:
    """Why a row stands where it does, to be put below it."""
    counted = _counted(request, form)
    why = _reasons(counted.found, field_of(form, "apri"), language_of(request))
    if why is None:
        raise HTTPException(404)
    return render(request, "quick/reasons.html", why=why)


@router.form(f"{HOME}/classifica.csv", Need.NOTHING)
def load_quick(request: Request, form: FormBody) -> Response:
    """The standings for a spreadsheet."""
    table, lang = _counted(request, form).found.table, language_of(request)
    return _csv(csv_text(csv_rows(table.view, lang, teams=table.is_of_teams), lang), "classifica.csv")


@router.form(f"{HOME}/stampa", Need.NOTHING)
def print_quick(request: Request, form: FormBody) -> HTMLResponse:
    """The standings on paper."""
    return render(request, "quick/print.html", found=_counted(request, form).found, spark=spark)


@router.form(f"{HOME}/torneo", Need.CREATOR)
def make_event(request: Request, form: FormBody) -> Response:
    """An event of these people and results, as far as they can be taken over."""
    counted, lang = _counted(request, form), language_of(request)
    results = counted.found.table.results
    given = BroughtResults(
        name=field_of(form, "torneo") or results.title,
        file=counted.file,
        results=results,
        rulebook=next(iter(played_rulebooks(results)), counted.answer.rulebook),
        formula=counted.found.formula,
        options=stated_options(counted.answer),
        rules=counted.found.rules,
    )
    among = known_events(visitor_of(request))
    made = bring(office_of(request), actor_of(request), given, among=among, action=action_of(form))
    left = " ".join(each.sentence(lang) for each in made.left)
    values = {"name": given.name, "people": made.people, "rounds": made.rounds}
    code = "brought_but" if left else "brought"
    return done(request, f"/organizza/{made.id}/classifica", f"quick_page.{code}", left=left, **values)


class _Counted(NamedTuple):
    """A form that gave standings."""

    answer: QuickAnswer
    file: QuickFile
    found: QuickStandings


def _counted(request: Request, form: FormBody) -> _Counted:
    """The standings of a form; NotUnderstood with all that is wrong where there are none."""
    answer = answer_quick(read_quick_form(form), language_of(request))
    if answer.found is None or answer.file is None:
        said = [*answer.faults, *answer.field_faults.values(), answer.problem]
        raise NotUnderstood("faulty_file", said="\n".join(filter(None, said)))
    return _Counted(answer, answer.file, answer.found)


def _csv(words: str, name: str) -> Response:
    return csv_file(words, name)


def _page(
    request: Request,
    answer: QuickAnswer,
    *,
    opened: str = "",
    beside: str = "",
    wants_what_if: bool = False,
) -> HTMLResponse:
    lang, found = language_of(request), answer.found
    is_wrong = bool(answer.faults or answer.field_faults or answer.problem)
    return render(
        request,
        "quick/page.html",
        status=422 if is_wrong else 200,
        answer=answer,
        form=answer.form,
        found=found,
        chosen=answer.chosen,
        faults=answer.field_faults,
        formulas=formula_choices(lang),
        example=csv_text(template_rows(lang), lang),
        rulebooks=[load(id) for id in shipped()],
        spark=spark,
        notices=[(each.kind, each.sentence(lang)) for each in found.notices] if found else [],
        opened=opened,
        why=_reasons(found, opened, lang) if found and opened else None,
        view=_what_if(found, lang, beside) if found and wants_what_if else None,
        may_create=may_open(Need.CREATOR, visitor_of(request)),
    )


def _reasons(found: QuickStandings, number: str, lang: Language) -> RowReasons | None:
    table = found.table
    row = next((row for row in table.rows if str(row.number) == number), None)
    ranked = table.standings.row(row.name) if row else None
    return row_reasons(table.standings, table.results, ranked, lang) if ranked else None


def _what_if(found: QuickStandings, lang: Language, beside: str) -> WhatIfView:
    others = formulas_beside(found.formula)
    return what_if_view(what_if(found.table.results, others, found.rules), lang, beside)
