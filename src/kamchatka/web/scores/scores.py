"""The page "what would this score?": a GET form, so that a table can be shared by its address."""

from http import HTTPStatus
from urllib.parse import urlencode

from starlette.responses import HTMLResponse

from kamchatka.faults import bare
from kamchatka.messages import Language, text
from kamchatka.rulebook import shipped
from kamchatka.scoring.files import UnknownFormula
from kamchatka.scoring.sheet.reading import ReadSheet
from kamchatka.scoring.views.cell_faults import FieldFault, said
from kamchatka.web.rules.rulebook_views import known_rulebook, known_rulebooks, rulebook_of
from kamchatka.web.scores.answer import ScoresAnswer, answer
from kamchatka.web.scores.form import Faults, ScoresForm, read_form, read_seats, size_of
from kamchatka.web.scores.options import ChosenFormula, chosen_formula
from kamchatka.web.scores.parts import (
    first_field,
    formula_choices,
    order_choices,
    size_choices,
    status_choices,
    tie_fields,
    winner_choices,
)
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.visit import AtSite

router = LockedRouter()


@router.page("/punteggi", Need.NOTHING)
def show_scores(at: AtSite) -> HTMLResponse:
    """Scores of a table under every formula, or the fields to correct; an example if nothing was asked."""
    lang = at.lang
    form = read_form(at.query, shipped()[0])
    known = known_rulebook(form.rulebook)
    book = rulebook_of(known or shipped()[0])
    faults: Faults = {}
    if known is None:
        faults["regolamento"] = (_wrong("rulebook", form.rulebook, lang),)
    size = size_of(form, book)
    if size is None:
        faults["posti"] = (_wrong("size", form.size, lang),)
    chosen = _chosen(form, faults, lang)
    read: ReadSheet | None = None
    if known is not None and size is not None:
        read, wrong = read_seats(form, book, size, lang)
        faults |= wrong
    status = HTTPStatus.NOT_FOUND if known is None else HTTPStatus.BAD_REQUEST if faults else HTTPStatus.OK
    size = size or book.seats.preferred
    read = None if faults else read
    found: ScoresAnswer | None = answer(read.sheet, chosen, lang) if read else None
    return at.render(
        "scores/page.html",
        status=status,
        form=form,
        book=book,
        size=size,
        seats=form.seats[:size],
        sizes=size_choices(book, lang),
        winners=winner_choices(form, size, lang),
        orders=order_choices(size, lang),
        statuses=status_choices(book, lang),
        ties=tie_fields(form, size, found, lang),
        rulebooks=known_rulebooks(),
        formulas=formula_choices(lang),
        chosen=chosen,
        faults=faults,
        found=found,
        question_fields=[first_field(question, form, lang) for question in found.questions] if found else [],
        new_seats=[seat.name(lang) for seat in form.seats[:size] if seat.is_new],
        incidents=[incident.sentence(lang) for incident in read.incidents] if read else [],
        foreseen=size in book.seats.sizes,
        blank=urlencode({"regolamento": book.id, "posti": size, "formula": form.formula, "obiettivo": ""}),
    )


def _wrong(code: str, given: str, lang: Language) -> FieldFault:
    return said(text(f"scores_page.faults.{code}", lang, given=bare(given)))


def _chosen(form: ScoresForm, faults: Faults, lang: Language) -> ChosenFormula | None:
    """The chosen formula, if any; its faults are added to `faults`."""
    if not form.formula:
        return None
    try:
        chosen = chosen_formula(form.formula, form.options, lang)
    except UnknownFormula:
        faults["formula"] = (_wrong("formula", form.formula, lang),)
        return None
    faults.update({field: (said(sentence),) for field, sentence in chosen.faults.items()})
    return chosen
