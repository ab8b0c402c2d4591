"""Quick standings without an event: paste or upload results, choose a formula; nothing is stored."""

from starlette.responses import HTMLResponse, Response

from kamchatka.app.tournaments.results_import import ImportedResults, import_results
from kamchatka.messages import Language
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.standings.whatif import what_if
from kamchatka.scoring.views.cells import csv_text
from kamchatka.scoring.views.notices import played_rulebooks
from kamchatka.scoring.views.quick import QuickFile, QuickStandings, template_rows
from kamchatka.scoring.views.reasons import RowReasons, row_reasons
from kamchatka.scoring.views.standings import csv_rows
from kamchatka.scoring.views.whatif import WhatIfView, formulas_beside, what_if_view
from kamchatka.web.desk.people_form import known_events
from kamchatka.web.rules.rulebook_views import known_rulebooks
from kamchatka.web.scores.parts import formula_choices
from kamchatka.web.scores.quick_form import (
    QuickAnswer,
    QuickForm,
    answer_quick,
    read_quick_form,
    stated_options,
)
from kamchatka.web.site.locks import LockedRouter, Need, may_open
from kamchatka.web.site.pages import csv_file, existing
from kamchatka.web.site.visit import AtSite, SiteForm, Visit
from kamchatka.web.site.work_queue import in_turn

router = LockedRouter()
HOME = "/classifica-veloce"
TEMPLATES = {"it": "risultati.csv", "en": "results.csv"}
"""Name of the template file."""


@router.page(HOME, Need.NOTHING)
def show_quick(at: AtSite) -> HTMLResponse:
    """An empty form."""
    return _page(at, answer_quick(QuickForm(), at.lang))


@router.page(f"{HOME}/modello.csv", Need.NOTHING)
def load_template(at: AtSite) -> Response:
    """A results template to fill in."""
    lang = at.lang
    return csv_file(csv_text(template_rows(lang), lang), TEMPLATES[lang])


@router.page(f"{HOME}/opzioni", Need.NOTHING)
def show_options(at: AtSite, formula: str = "") -> HTMLResponse:
    """The options of a formula, as a fragment of the form."""
    answer = answer_quick(QuickForm(formula=formula), at.lang)
    return at.render("quick/options.html", chosen=answer.chosen, faults={})


@router.form(HOME, Need.NOTHING)
@in_turn
def count_quick(at: SiteForm) -> HTMLResponse:
    """The standings, or all faults; optionally with one row explained or another formula for comparison."""
    answer = answer_quick(read_quick_form(at.form), at.lang)
    return _page(
        at,
        answer,
        opened=at.field("apri"),
        beside=at.field("confronta"),
        wants_what_if=bool(at.field("e-se") or at.field("confronta")),
    )


@router.form(f"{HOME}/perche", Need.NOTHING)
@in_turn
def explain_quick(at: SiteForm) -> HTMLResponse:
    """The reasons for a row's place, as a fragment to show below it."""
    _, _, found = _counted(at)
    why = existing(_reasons(found, at.field("apri"), at.lang))
    return at.render("quick/reasons.html", why=why)


@router.form(f"{HOME}/classifica.csv", Need.NOTHING)
@in_turn
def load_quick(at: SiteForm) -> Response:
    """The standings as CSV."""
    table, lang = _counted(at)[2].table, at.lang
    return csv_file(csv_text(csv_rows(table.view, lang, teams=table.is_of_teams), lang), "classifica.csv")


@router.form(f"{HOME}/stampa", Need.NOTHING)
@in_turn
def print_quick(at: SiteForm) -> HTMLResponse:
    """The standings, to print."""
    return at.render("quick/print.html", found=_counted(at)[2])


@router.form(f"{HOME}/torneo", Need.CREATOR)
def make_event(at: SiteForm) -> Response:
    """Create an event from these people and results, as far as they can be imported."""
    (answer, file, found), lang = _counted(at), at.lang
    results = found.table.results
    given = ImportedResults(
        name=at.field("torneo") or results.title,
        file=file,
        results=results,
        rulebook=next(iter(played_rulebooks(results)), answer.rulebook),
        formula=found.formula,
        options=stated_options(answer),
        rules=found.rules,
    )
    among = known_events(at.visitor)
    made = import_results(at.office, at.actor, given, among=among, action=at.action)
    left = " ".join(each.sentence(lang) for each in made.left)
    values = {"name": given.name, "people": made.people, "rounds": made.rounds}
    code = "brought_but" if left else "brought"
    return at.done(f"/organizza/{made.id}/classifica", f"quick_page.{code}", left=left, **values)


def _counted(at: Visit) -> tuple[QuickAnswer, QuickFile, QuickStandings]:
    """The answer of the form, with its file and standings; NotUnderstood with all faults if it has none."""
    answer = answer_quick(read_quick_form(at.form), at.lang)
    if answer.found is None or answer.file is None:
        said = [*answer.faults, *answer.field_faults.values(), answer.problem]
        raise NotUnderstood("faulty_file", said="\n".join(filter(None, said)))
    return answer, answer.file, answer.found


def _page(
    at: Visit,
    answer: QuickAnswer,
    *,
    opened: str = "",
    beside: str = "",
    wants_what_if: bool = False,
) -> HTMLResponse:
    lang, found = at.lang, answer.found
    is_wrong = bool(answer.faults or answer.field_faults or answer.problem)
    return at.render(
        "quick/page.html",
        status=422 if is_wrong else 200,
        answer=answer,
        form=answer.form,
        found=found,
        chosen=answer.chosen,
        faults=answer.field_faults,
        formulas=formula_choices(lang),
        example=csv_text(template_rows(lang), lang),
        rulebooks=known_rulebooks(),
        notices=[(each.kind, each.sentence(lang)) for each in found.notices] if found else [],
        opened=opened,
        why=_reasons(found, opened, lang) if found and opened else None,
        view=_what_if(found, beside) if found and wants_what_if else None,
        may_create=may_open(Need.CREATOR, at.visitor),
    )


def _reasons(found: QuickStandings, number: str, lang: Language) -> RowReasons | None:
    table = found.table
    row = next((row for row in table.rows if str(row.number) == number), None)
    ranked = table.standings.row(row.name) if row else None
    return row_reasons(table.standings, table.results, ranked, lang) if ranked else None


def _what_if(found: QuickStandings, beside: str) -> WhatIfView:
    others = formulas_beside(found.formula)
    return what_if_view(what_if(found.table.results, others, found.rules), beside)
