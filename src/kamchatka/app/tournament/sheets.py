"""Results that come as files: one sheet, a round or more of results, or a game that was played here."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from kamchatka.app.game_sheet import sheet_of_record
from kamchatka.app.retelling import play_again
from kamchatka.app.tournament.desk import Desk
from kamchatka.faults import closest
from kamchatka.game.record_file import read_record
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.files import parse
from kamchatka.scoring.results.csv_file import read_csv
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.state import Round

RECORDS = (".partita",)


@dataclass(frozen=True)
class TypedTable:
    """A table of a file: its people and what is said of them."""

    round: int | None
    table: int
    seats: tuple[SeatResult, ...]
    neutral: dict[str, Any]


def read_tables(desk: Desk, path: Path, source: str, *, is_csv: bool, table: int | None) -> list[TypedTable]:
    """The tables of a file, people found among those who play; FaultyFile or NotUnderstood otherwise."""
    name, book = path.name, desk.tournament.setup.rulebook
    if path.suffix in RECORDS:
        return [_one(desk, _record(source, name), table)]
    if is_csv:
        read_results_csv(source, name=name, rulebook=book, folder=path.parent)
        return list(_many(desk, read_csv(source).data))
    data = parse(source, name=name)
    if "round" in data:
        read_results(source, name=name, rulebook=book, folder=path.parent)
        return list(_many(desk, data))
    read_sheet(source, name=name, rulebook=book, folder=path.parent)
    return [_one(desk, data, table)]


def _record(source: str, name: str) -> Mapping[str, Any]:
    data = sheet_of_record(play_again(read_record(source.encode())))
    if data is None:
        raise NotUnderstood("game_not_over", name=name)
    return data


def _one(desk: Desk, data: Mapping[str, Any], table: int | None) -> TypedTable:
    played = desk.tournament.open_round
    seats = _seats(desk, played, data["seat"])
    number = table or _number(played, seats, None)
    return TypedTable(None, number, seats, _plain(data.get("neutral", {})))


def _many(desk: Desk, data: Mapping[str, Any]) -> Iterator[TypedTable]:
    for at, each in enumerate(data["round"], 1):
        number = each.get("number", at)
        known = desk.tournament.rounds
        played = known[number - 1] if number <= len(known) else None
        if played is None:
            raise NotUnderstood("no_such_round", round=number, last=len(known))
        for place, table in enumerate(each.get("table", ()), 1):
            seats = _seats(desk, played, table["seat"])
            found = _number(played, seats, table.get("number", place))
            yield TypedTable(number, found, seats, _plain(table.get("neutral", {})))


def _seats(desk: Desk, played: Round | None, seats: Sequence[Mapping[str, Any]]) -> tuple[SeatResult, ...]:
    seated = [who for table in played.tables.values() for who in table.seated.seats] if played else []
    return tuple(
        SeatResult(
            _person(desk, str(seat.get("player", "")), seated),
            {key: _plain(value) for key, value in seat.items() if key not in ("player", "seat")},
        )
        for seat in seats
    )


def _person(desk: Desk, name: str, seated: Sequence[PersonId]) -> PersonId:
    """Somebody by name or number, among those who sit in the round."""
    try:
        return desk.entrant(name)
    except NotUnderstood:
        names = {player_name(desk.names[who]): who for who in seated}
        near = closest(player_name(name), names)
        code = "unknown_player_near" if near else "not_entered"
        raise NotUnderstood(code, who=name, near=near) from None


def _number(played: Round | None, seats: Sequence[SeatResult], said: int | None) -> int:
    """The table these people sit at; the number the file says, if they sit together nowhere."""
    people = {seat.person for seat in seats}
    for table in played.tables.values() if played else ():
        if set(table.seated.seats) == people:
            return table.number
    if said is None:
        raise NotUnderstood("no_table_of_these")
    return said


def _plain(value: Any) -> Any:
    """A value as the log keeps it: decimals as they were written."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value
