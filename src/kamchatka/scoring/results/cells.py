"""The cells of a results file outside its tables: rounds, penalties, teams, lots, rules of the standings."""

from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field, PlainValidator

from kamchatka.faults import refusal
from kamchatka.faults.findings import FaultCode
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import Absences, Order, Scope
from kamchatka.scoring.sheet.cells import (
    Cells,
    NumberCell,
    PlayerCell,
    TableCell,
    TableCells,
    YesNoCell,
    exact_or_none,
)
from kamchatka.scoring.sheet.model import Target, player_name

TARGETS: tuple[str, ...] = get_args(Target)
CRITERIA: tuple[str, ...] = get_args(RankingTie)


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
    points = exact_or_none(raw, "not_exact")
    return -points if points is not None and points < 0 else points


def _lot(raw: object) -> tuple[int, ...]:
    drawn = [raw] if type(raw) is int else raw
    if not isinstance(drawn, list) or not drawn or not all(type(each) is int for each in drawn):
        raise refusal("wrong_lot")
    return tuple(drawn)


def _criteria(raw: object) -> tuple[object, ...]:
    """A list of criteria, validated as a whole."""
    if not isinstance(raw, list) or not all(each in CRITERIA for each in raw):
        raise refusal("wrong_ties", known=", ".join(CRITERIA))
    return tuple(raw)


def _table(raw: object) -> object:
    if not isinstance(raw, dict):
        raise refusal("not_a_table")
    return raw


RulebookCell = Annotated[str, FaultCode("rulebook_not_text")]
Names = Annotated[list[str], PlainValidator(_names)]
Text = Annotated[str, FaultCode("not_text")]
Count = Annotated[int, Field(ge=0, le=9999), FaultCode("wrong_number")]


class RoundCells(Cells):
    """A round."""

    number: NumberCell | None = None
    summed: YesNoCell = True
    table: list[TableCells] = Field([])
    absent: Names = Field([])


class PenaltyCells(Cells):
    """A penalty."""

    player: PlayerCell = ""
    target: Annotated[Target, FaultCode("unknown_target")] | None = None
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


class TournamentCells(Cells):
    """The rules of the standings."""

    regulation: RulebookCell | None = None
    formula: Text | None = None
    options: TableCell = Field({})
    best: NumberCell | None = None
    drop: Count | None = None
    absences: Absences | None = None
    games: Count | None = None
    ties: Annotated[tuple[RankingTie, ...], BeforeValidator(_criteria)] | None = None
    scope: Scope | None = None
    order: Order | None = None
    teams: YesNoCell | None = None
    format: Text = ""


class ResultsCells(Cells):
    """A whole results file."""

    title: Text = ""
    rulebook: RulebookCell | None = None
    tournament: Annotated[TournamentCells, BeforeValidator(_table)] = TournamentCells()
    round: list[RoundCells] = Field([])
    penalty: list[PenaltyCells] = Field([])
    team: list[TeamCells] = Field([])
    lot: list[LotCells] = Field([])
