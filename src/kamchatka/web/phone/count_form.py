"""The form of the final count: points, objective cards and ticked territories."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue
from starlette.datastructures import FormData

from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.tournament.state import Table
from kamchatka.tournament.views.counting import NOBODY, Ticks, Way
from kamchatka.web.desk.sheet_form import typed_seats
from kamchatka.web.site.forms import field_of

WAYS: dict[str, Way] = {"punti": "points", "obiettivo": "objective", "mappa": "map"}
"""The ways as addresses and forms name them."""
CARD, HELD, TAKEN_OFF = "carta", "ha", "togli"
"""Fields of the objective card and of the territories of a seat; and one that takes ticks off."""


@dataclass(frozen=True)
class TypedCount:
    """What was typed and ticked."""

    way: Way
    cells: Mapping[PersonId, Mapping[str, JsonValue]]
    ticks: Ticks

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed or ticked."""
        return not any(self.cells.values()) and not self.ticks.cards and not self.ticks.held


def typed_count(form: FormData, table: Table, ways: tuple[Way, ...], way: Way) -> TypedCount:
    """The form as it was sent; unknown territories are left out, and ticks that were taken back."""
    asked = WAYS.get(field_of(form, "modo"), way)
    results = typed_seats(form, table) or ()
    off = {tuple(each.split(":", 1)) for each in field_of(form, TAKEN_OFF).split()}
    cards: dict[PersonId, str] = {}
    held: dict[PersonId, tuple[str, ...]] = {}
    for seat, who in enumerate((*table.seated.seats, NOBODY), 1):
        number = str(seat) if who else "0"
        given = dict.fromkeys(each for each in form.getlist(f"{HELD}{number}") if isinstance(each, str))
        lands = tuple(each for each in given if load_board().has(each) and (number, each) not in off)
        if lands:
            held[who] = lands
        if card := field_of(form, f"{CARD}{number}"):
            cards[who] = card
    return TypedCount(
        asked if asked in ways else ways[0],
        {each.person: dict(each.cells) for each in results},
        Ticks(cards=cards, held=held),
    )
