"""The cells of sheets and tables: their names in files, spreadsheets and forms, and their valid values."""

from functools import partial
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator

from kamchatka.board import load_board
from kamchatka.faults import refusal
from kamchatka.faults.findings import FaultCode
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.sheet.model import Kind, Status, player_name

LEAST_SEATS, MOST_SEATS = 2, 6
LONGEST_NAME = 250
MOST_NUMBER = 99_999
"""Highest number of a round or a table."""

TIE_CELLS: dict[str, Criterion] = {
    "outside": "value-outside",
    "armies_inside": "armies-inside",
    "armies_outside": "armies-outside",
    "armies": "armies",
    "cards": "cards",
    "inside_count": "territories-inside",
    "outside_count": "territories-outside",
    "territory_count": "territories",
    "missing_adjacent": "missing-beside",
    "protected": "protected",
    "best_continent": "best-continent",
    "last_turn": "earlier-last-turn",
}
"""Cells used only by tie-breaks, and the criterion each serves."""

ITALIAN_HEADINGS = {
    "round": "turno",
    "table": "tavolo",
    "seat": "posto",
    "player": "giocatore",
    "points": "punti",
    "objective": "obiettivo",
    "eliminated": "eliminato",
    "status": "stato",
    "lot": "sorteggio",
    "award": "assegnati",
    "place": "piazzamento",
    "rulebook": "regolamento",
    "kind": "tipo",
    "void": "annullato",
    "armies": "armate",
    "cards": "carte",
    "outside": "valore_fuori",
    "armies_inside": "armate_dentro",
    "armies_outside": "armate_fuori",
    "inside_count": "territori_dentro",
    "outside_count": "territori_fuori",
    "territory_count": "territori",
    "missing_adjacent": "mancanti_confinanti",
    "protected": "protetti",
    "best_continent": "miglior_continente",
    "last_turn": "ultimo_turno",
}
"""Italian headings of cells in spreadsheets and forms, by the name files use."""

ITALIAN_STATUSES = {
    "withdrawn": "ritirato",
    "excluded": "escluso",
    "congelato": "congelato",
    "congelato-in-extra-laps": "congelato-extra",
    "absent": "assente",
}
ITALIAN_KINDS = {"table": "tavolo", "bye": "riposo", "duel": "duello", "dummy": "morto"}

OTHER_STATUSES = {
    **{word: status for status, word in ITALIAN_STATUSES.items()},
    "frozen": "congelato",
    "frozen-extra": "congelato-in-extra-laps",
}
"""Accepted synonyms of a status; the last two occur in older sheets."""


def cells_asked(criterion: str) -> tuple[str, ...]:
    """The cells that hold the value of a criterion."""
    if criterion == "armies-and-cards":
        return ("armies", "cards")
    if criterion in ("die", "lot"):
        return ("lot",)
    names: dict[str, str] = {served: cell for cell, served in TIE_CELLS.items()}
    return (names.get(criterion, criterion),)


def _player(raw: object) -> str:
    if type(raw) is int:
        raise refusal("player_not_text")
    if not isinstance(raw, str) or not raw.strip() or len(raw) > LONGEST_NAME:
        raise refusal("wrong_player")
    return player_name(raw)


def exact_or_none(raw: object, wrong: str, negative: str = "") -> Number | None:
    """The number in an optional cell; other text is refused, and negative numbers if `negative` is given."""
    try:
        number = None if raw is None else exact(raw)
    except ValueError:
        raise refusal(wrong) from None
    if negative and number is not None and number < 0:
        raise refusal(negative)
    return number


def _status(raw: object) -> object:
    return OTHER_STATUSES.get(raw, raw) if isinstance(raw, str) else raw


class Cells(BaseModel):
    """A table of a file; unknown keys are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, arbitrary_types_allowed=True)


PlayerCell = Annotated[str, BeforeValidator(_player)]
YesNoCell = Annotated[bool, FaultCode("not_true_or_false")]
Whole = Annotated[int, Field(ge=0, le=9999), FaultCode("not_whole")]
NumberCell = Annotated[int, Field(ge=1, le=MOST_NUMBER), FaultCode("wrong_number")]
Points = Annotated[
    Number | None, PlainValidator(partial(exact_or_none, wrong="wrong_points", negative="wrong_points"))
]
Award = Annotated[
    Number | None, PlainValidator(partial(exact_or_none, wrong="not_exact", negative="negative_award"))
]
LotCell = Annotated[list[int], FaultCode("wrong_lot")]
TableCell = Annotated[dict[str, Any], FaultCode("not_a_table")]


def _by_ids(strip: object) -> object:
    """The territories of a strip by their ids; anything else stays, to be refused with its seat."""
    if not isinstance(strip, list):
        return strip
    found = [(each, load_board().called(each) if isinstance(each, str) else None) for each in strip]
    return [info.id if info else each for each, info in found]


class SeatCells(Cells):
    """The cells of a seat."""

    player: PlayerCell = ""
    points: Points = None
    objective: YesNoCell = False
    eliminated: Annotated[int, Field(ge=1, le=MOST_SEATS), FaultCode("not_whole")] | None = None
    status: Annotated[Status, BeforeValidator(_status), FaultCode("unknown_status")] = "playing"
    territories: TableCell | None = None
    objective_card: Any = None
    strip: Annotated[Any, AfterValidator(_by_ids)] = None
    outside: Whole | None = None
    armies_inside: Whole | None = None
    armies_outside: Whole | None = None
    armies: Whole | None = None
    cards: Whole | None = None
    inside_count: Whole | None = None
    outside_count: Whole | None = None
    territory_count: Whole | None = None
    missing_adjacent: Whole | None = None
    protected: Whole | None = None
    best_continent: Whole | None = None
    last_turn: Whole | None = None
    lot: LotCell = Field([])

    @property
    def numbers(self) -> dict[str, int]:
        """The typed tie-break cells."""
        typed = {key: getattr(self, key) for key in TIE_CELLS}
        return {key: number for key, number in typed.items() if number is not None}

    @property
    def stayed(self) -> bool:
        """Whether the seat stayed to the end, as it must to reach its objective."""
        return self.eliminated is None and self.status == "playing"


class SheetCells(Cells):
    """The cells of a sheet."""

    rulebook: Any = None
    seat: list[SeatCells] = Field([])
    neutral: TableCell = Field({})


class AwardedSeatCells(SeatCells):
    """The cells of a seat in results: also the score a referee awards, and the outcome of a duel."""

    award: Award = None
    place: Any = None


class TableCells(SheetCells):
    """The cells of a table in results."""

    number: NumberCell | None = None
    kind: Annotated[Kind, FaultCode("unknown_kind")] = "table"
    void: YesNoCell = False
    decides: NumberCell | None = None
    seat: list[AwardedSeatCells] = Field([])  # type: ignore[assignment]


STATUS_WORDS: tuple[str, ...] = get_args(Status)[1:]
"""Statuses that are written down."""
