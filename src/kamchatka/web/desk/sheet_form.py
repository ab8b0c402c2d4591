"""The form fields of a sheet, and the cells parsed from them.

A field is named after its table, its Italian cell name and its seat: `t7.punti1`. One form can thus hold a
whole round, and a row sent alone has the same fields.
"""

import hashlib
from collections.abc import Iterator

from pydantic import JsonValue
from starlette.datastructures import FormData

from kamchatka.ids import ActionId
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import whole
from kamchatka.scoring.sheet.cells import ITALIAN_HEADINGS, OTHER_STATUSES, STATUS_WORDS, TIE_CELLS
from kamchatka.scoring.sheet.reading import FREEZING
from kamchatka.scoring.sheet.typed import TypedSeat, cell_value, typed_seat
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.state import Table
from kamchatka.web.site.forms import ACTION, action_of, field_of

OUT = "uscita"
"""Field for how a player went out: an order, or a status."""
ORDER = "ordine"
"""Field for the order of going out, where it is asked apart."""
WINNER = "vince"
"""Field for the seat that won a duel."""
REASON = "motivo"
SEEN = "visto"
"""Field for the state of the sheet that the person saw."""
ASKED = (*TIE_CELLS, "lot", "eliminated")
"""Cells that get a field only if a tie asks for them."""


def field_name(table: int, cell: str, seat: int | str = "") -> str:
    """The name of a field."""
    return f"t{table}.{ITALIAN_HEADINGS.get(cell, cell)}{seat}"


def statuses(rulebook: Rulebook) -> list[str]:
    """Ways of going out other than elimination that the regulation knows."""
    return [each for each in STATUS_WORDS if each not in FREEZING or rulebook.congelato.single_armies]


def typed_seats(form: FormData, table: Table) -> tuple[SeatResult, ...] | None:
    """The typed results of a table, in the order of play if it was recorded; None if all fields are empty."""
    people = table.seated.seats
    cells = [_cells(form, table, seat) for seat in range(1, len(people) + 1)]
    if not any(cells):
        return None
    typed = {who: SeatResult(who, each) for who, each in zip(people, cells, strict=True)}
    order = [seat.person for seat in table.result.seats] if table.result else people
    return tuple(typed[who] for who in order)


def _cells(form: FormData, table: Table, seat: int) -> dict[str, JsonValue]:
    if table.seated.kind == "duel":
        won = field_of(form, field_name(table.number, WINNER))
        return {"place": 1 if won == str(seat) else 2} if won else {}
    return dict(_filled(form, table.number, seat))


def _filled(form: FormData, table: int, seat: int) -> Iterator[tuple[str, JsonValue]]:
    """The non-empty cells of a seat."""
    words = field_of(form, field_name(table, "points", seat))
    typed = typed_seat(words)
    if typed is None:
        yield "points", words
        typed = TypedSeat("")
    elif typed.points:
        yield "points", cell_value("points", typed.points.replace(",", "."))
    if typed.objective or field_of(form, field_name(table, "objective", seat)):
        yield "objective", True
    out = field_of(form, field_name(table, OUT, seat)) or field_of(form, field_name(table, "status", seat))
    order = whole(field_of(form, field_name(table, ORDER, seat)) if whole(out) is not None else "") or whole(
        out
    )
    if typed.eliminated is not None or order is not None:
        yield "eliminated", typed.eliminated or (1 if order is None else order)
    elif out:
        yield "status", OTHER_STATUSES.get(out, out)
    for cell in ASKED:
        if said := field_of(form, field_name(table, cell, seat)):
            yield cell, cell_value(cell, said)


def sheet_action(form: FormData, table: int, *content: object) -> ActionId:
    """Id of the request to record this: equal numbers sent twice are recorded once, others get another id."""
    given = field_of(form, field_name(table, ACTION)) or action_of(form)
    digest = hashlib.sha256(repr(content).encode()).hexdigest()[:12]
    return ActionId(f"{given}-{digest}")
