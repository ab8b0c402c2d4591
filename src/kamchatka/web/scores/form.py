"""The form of the scores page: its fields, the sheet made from them, and the field of each fault."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.faults import Fault, bare
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.sheet.cells import ITALIAN_HEADINGS, MOST_SEATS
from kamchatka.scoring.sheet.cells import TIE_CELLS as CELLS_OF_TIES
from kamchatka.scoring.sheet.reading import ReadSheet, sheet_of
from kamchatka.scoring.sheet.typed import cell_value
from kamchatka.scoring.views.cell_faults import FieldFault, field_fault, said, seat_and_cell

LEAST_SEATS = 3
SIZES = range(LEAST_SEATS, MOST_SEATS + 1)

TIE_CELLS = (*CELLS_OF_TIES, "lot")
PARAMETERS = {
    cell: ITALIAN_HEADINGS[cell] for cell in ("player", "points", "eliminated", "status", *TIE_CELLS)
}
"""Names of a seat's cells in sheets, and in addresses (there followed by the seat's number)."""
EXAMPLE = (("Anna", "62"), ("Bruno", "55"), ("Carla", "40"), ("Dario", "21"), ("Elena", "12"), ("Fabio", "5"))


Faults = dict[str, tuple[FieldFault, ...]]
"""Faults by field."""


@dataclass(frozen=True)
class SeatForm:
    """A seat's fields as the visitor typed them, by cell name."""

    number: int
    cells: Mapping[str, str]
    is_new: bool
    """Whether the sent form did not have this seat yet: its empty fields are no fault."""

    def typed(self, cell: str) -> str:
        """The text typed in a cell."""
        return self.cells.get(cell, "")

    def name(self, lang: Language) -> str:
        """The player's name, else the seat's number."""
        typed = self.typed("player").strip()
        return typed or text("scores_page.seat", lang, number=self.number)


@dataclass(frozen=True, kw_only=True)
class ScoresForm:
    """The fields as the visitor typed them."""

    rulebook: str
    size: str
    objective: str
    formula: str
    is_example: bool
    seats: tuple[SeatForm, ...]
    options: Mapping[str, str]
    """Options of formulas, by `formula.option`."""


def read_form(query: Mapping[str, str], rulebook: str) -> ScoresForm:
    """The form in a query; an example if the query has no seat."""
    cells = [_cells(query, number) for number in range(1, MOST_SEATS + 1)]
    example = not any(cells) and "obiettivo" not in query
    if example:
        cells = [{"player": name, "points": points} for name, points in EXAMPLE]
    return ScoresForm(
        rulebook=query.get("regolamento") or rulebook,
        size=query.get("posti", "").strip(),
        objective=query.get("obiettivo", "").strip(),
        formula=query.get("formula", "").strip(),
        is_example=example,
        seats=tuple(
            SeatForm(number, found, is_new="points" not in found) for number, found in enumerate(cells, 1)
        ),
        options={name: value for name, value in query.items() if "." in name},
    )


def _cells(query: Mapping[str, str], number: int) -> dict[str, str]:
    names = {cell: f"{parameter}{number}" for cell, parameter in PARAMETERS.items()}
    return {cell: query[name] for cell, name in names.items() if name in query}


def size_of(form: ScoresForm, book: Rulebook) -> int | None:
    """Number of seats: as typed, else the regulation's default; None if invalid."""
    if not form.size:
        return book.seats.preferred
    return next((size for size in SIZES if str(size) == form.size), None)


def read_seats(
    form: ScoresForm, book: Rulebook, size: int, lang: Language
) -> tuple[ReadSheet | None, Faults]:
    """The sheet, or the fields to correct; neither while new seats are still empty."""
    seats = form.seats[:size]
    data = {"seat": [_seat_data(form, seat, lang) for seat in seats]}
    found, all_faults = sheet_of(data, book)
    new = {f"seat.{seat.number}.points" for seat in seats if seat.is_new}
    faults = [one for one in all_faults if not (one.code == "missing_points" and one.where in new)]
    gathered: Faults = {}
    for field, told in _told(faults, form, size, lang):
        gathered[field] = (*gathered.get(field, ()), told)
    return found, gathered


def _told(
    faults: list[Fault], form: ScoresForm, size: int, lang: Language
) -> Iterator[tuple[str, FieldFault]]:
    if form.objective and form.objective not in map(str, range(1, size + 1)):
        given = bare(form.objective)
        yield "obiettivo", said(text("scores_page.faults.objective", lang, given=given))
    for fault in faults:
        yield _field(fault, form), _sentence(fault, form, lang)


def _field(fault: Fault, form: ScoresForm) -> str:
    """Id of the field a fault belongs to; a fault of the whole table goes to the first field it concerns."""
    number, cell = seat_and_cell(fault)
    if cell == "objective":
        return "obiettivo"
    if cell in PARAMETERS:
        return f"{PARAMETERS[cell]}{number}"
    wanted = "cards" if fault.code == "too_many_cards" else "eliminated"
    seat = next((seat for seat in form.seats if seat.typed(wanted)), form.seats[0])
    return f"{PARAMETERS[wanted]}{seat.number}"


def _sentence(fault: Fault, form: ScoresForm, lang: Language) -> FieldFault:
    number, _ = seat_and_cell(fault)
    return field_fault(fault, form.seats[number - 1].name(lang) if number else "", lang)


def _seat_data(form: ScoresForm, seat: SeatForm, lang: Language) -> dict[str, object]:
    """The seat as in a sheet file."""
    typed = {cell: words.strip() for cell, words in seat.cells.items() if words.strip()}
    data: dict[str, object] = {cell: cell_value(cell, words) for cell, words in typed.items()}
    data["player"] = seat.name(lang)
    if form.objective == str(seat.number):
        data["objective"] = True
    return data
