"""Lists and fields of the scores form that depend on the regulation and on ties."""

from dataclasses import dataclass

from kamchatka.faults import bare
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.sheet.cells import ITALIAN_STATUSES
from kamchatka.scoring.views.options import ListEntry
from kamchatka.web.desk.sheet_form import statuses
from kamchatka.web.scores.answer import MissingNumbers, ScoresAnswer
from kamchatka.web.scores.form import PARAMETERS, SIZES, TIE_CELLS, ScoresForm
from kamchatka.web.scores.options import formulas


@dataclass(frozen=True)
class TieInput:
    """The input for one seat's number."""

    name: str
    player: str
    value: str


@dataclass(frozen=True)
class TieField:
    """A number that ties need, with an input for each seat concerned."""

    cell: str
    inputs: tuple[TieInput, ...]


def size_choices(book: Rulebook, lang: Language) -> tuple[ListEntry, ...]:
    """Table sizes; those outside the regulation are labelled so."""
    return tuple(
        ListEntry(
            str(size),
            text(
                "scores_page.size" if size in book.seats.sizes else "scores_page.size_unforeseen",
                lang,
                size=size,
            ),
        )
        for size in SIZES
    )


def status_choices(book: Rulebook, lang: Language) -> tuple[ListEntry, ...]:
    """Possible statuses of a seat; only some regulations have `congelato`."""
    return tuple(
        ListEntry(ITALIAN_STATUSES[status], text(f"scores_page.status.{status.replace('-', '_')}", lang))
        for status in statuses(book)
    )


def winner_choices(form: ScoresForm, size: int, lang: Language) -> tuple[ListEntry, ...]:
    """The seats that may have reached the objective."""
    return tuple(ListEntry(str(seat.number), bare(seat.name(lang))) for seat in form.seats[:size])


def order_choices(size: int, lang: Language) -> tuple[ListEntry, ...]:
    """Possible orders of going out: one fewer than seats, since one stays."""
    return tuple(
        ListEntry(str(order), text("scores_page.out", lang, order=order)) for order in range(1, size)
    )


def formula_choices(lang: Language) -> tuple[ListEntry, ...]:
    """All formulas, sorted by name."""
    return tuple(ListEntry(formula.id, formula.name(lang)) for formula in formulas(lang))


def first_field(question: MissingNumbers, form: ScoresForm, lang: Language) -> str:
    """Id of the first field that a question concerns."""
    number = next(seat.number for seat in form.seats if seat.name(lang) == question.players[0])
    return f"{PARAMETERS[question.cells[0] if question.cells else 'eliminated']}{number}"


def tie_fields(
    form: ScoresForm, size: int, found: ScoresAnswer | None, lang: Language
) -> tuple[TieField, ...]:
    """Fields for the numbers ties need, and for those already given."""
    asked = {
        (cell, player)
        for question in (found.questions if found else ())
        for cell in question.cells
        for player in question.players
    }
    fields = []
    for cell in TIE_CELLS:
        inputs = tuple(
            TieInput(f"{PARAMETERS[cell]}{seat.number}", seat.name(lang), seat.typed(cell))
            for seat in form.seats[:size]
            if seat.typed(cell) or (cell, seat.name(lang)) in asked
        )
        if inputs:
            fields.append(TieField(cell, inputs))
    return tuple(fields)
