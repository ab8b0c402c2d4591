"""The cells of a results file: rounds of tables, penalties, teams and lots."""

from typing import Annotated, Any, get_args

from pydantic import Field, PlainValidator

from kamchatka.faults import refusal
from kamchatka.faults.findings import RefusedAs
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.results.model import Target
from kamchatka.scoring.sheet.cells import Cells, NumberCell, PlayerCell, TableCells
from kamchatka.scoring.sheet.model import player_name

TARGETS: tuple[str, ...] = get_args(Target)


def _names(raw: object) -> list[str]:
    if not isinstance(raw, list) or not all(isinstance(each, str) and each.strip() for each in raw):
        raise refusal("not_names")
    return [player_name(each) for each in raw]


def _team(raw: object) -> str:
    if not isinstance(raw, str) or not raw.strip():
        raise refusal("wrong_team")
    return player_name(raw)


def _lost(raw: object) -> Number | None:
    """Points lost; `7` and `-7` both mean seven points less."""
    try:
        points = None if raw is None else exact(raw)
    except ValueError:
        raise refusal("not_exact") from None
    return -points if points is not None and points < 0 else points


def _lot(raw: object) -> tuple[int, ...]:
    drawn = [raw] if type(raw) is int else raw
    if not isinstance(drawn, list) or not drawn or not all(type(each) is int for each in drawn):
        raise refusal("wrong_lot")
    return tuple(drawn)


Names = Annotated[list[str], PlainValidator(_names)]
Text = Annotated[str, RefusedAs("not_text")]
Count = Annotated[int, Field(ge=0, le=9999), RefusedAs("wrong_number")]


class RoundCells(Cells):
    """A round."""

    number: NumberCell | None = None
    table: list[TableCells] = Field([])
    absent: Names = Field([])


class PenaltyCells(Cells):
    """A penalty."""

    player: PlayerCell = ""
    target: Annotated[Target, RefusedAs("unknown_target")] | None = None
    ranking: Text = ""
    clause: Text = ""
    reason: Text = ""
    points: Annotated[Number | None, PlainValidator(_lost)] = None
    places: Count = 0
    round: Any = None


class TeamCells(Cells):
    """A team."""

    name: Annotated[str, PlainValidator(_team)] = ""
    players: Names = Field([])


class LotCells(Cells):
    """Lots of a player or a team."""

    player: PlayerCell = ""
    lot: Annotated[tuple[int, ...], PlainValidator(_lot)] = ()
    draw: Text = ""


class ResultsCells(Cells):
    """A whole file."""

    title: Text = ""
    rulebook: Annotated[str, RefusedAs("rulebook_not_text")] | None = None
    round: list[RoundCells] = Field([])
    penalty: list[PenaltyCells] = Field([])
    team: list[TeamCells] = Field([])
    lot: list[LotCells] = Field([])
