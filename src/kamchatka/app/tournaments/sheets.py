"""Results from files: one sheet, one or more rounds of results, or the record of a digital game."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any, Protocol

import tomli_w

from kamchatka.app.games.game_sheet import sheet_of_record
from kamchatka.app.games.retelling import play_again
from kamchatka.app.office import Office
from kamchatka.app.refusals import RecordRefusal
from kamchatka.app.tournaments.opening import OpenTournament, stream_of, tournament_in
from kamchatka.app.tournaments.texts import shipped_text
from kamchatka.faults import FaultyFile, closest
from kamchatka.game.codec import Unreadable
from kamchatka.game.record import Record
from kamchatka.game.record_file import read_record as read_record_file
from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.scoring.files import parse
from kamchatka.scoring.results.csv_file import read_csv
from kamchatka.scoring.results.reading import read_results, read_results_csv
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.sheet.reading import read_sheet
from kamchatka.tournament.events import SeatResult, WrittenSheet
from kamchatka.tournament.recording import round_of
from kamchatka.tournament.scores import results_data
from kamchatka.tournament.state import Round

RECORDS = (".partita",)
ELSEWHERE = {"penalty": "penalty", "lot": "cut"}
"""Parts of a results file that no sheet has, with the commands to use instead."""


class TextFile(Protocol):
    """The content of a text file."""

    @property
    def words(self) -> str:
        """Its text."""

    @property
    def is_csv(self) -> bool:
        """Whether it is CSV."""


def read_tables(
    desk: OpenTournament,
    name: str,
    source: TextFile,
    *,
    round: int,
    table: int | None = None,
    folder: Path | None = None,
) -> list[WrittenSheet]:
    """Parse the tables of a file and match its people with the players; NotUnderstood if it is faulty.

    `round` is the round of a single sheet; results name their own rounds. Files that it refers to are read
    from `folder`, if given.
    """
    words, book = source.words, desk.tournament.setup.rulebook
    try:
        if name.lower().endswith(RECORDS):
            return [_one(desk, _record(words, name), table, round)]
        if source.is_csv:
            read_results_csv(words, name=name, rulebook=book, folder=folder)
            return list(_many(desk, read_csv(words).data))
        data = parse(words, name=name)
        if "round" in data:
            read_results(words, name=name, rulebook=book, folder=folder)
            return list(_many(desk, data))
        read_sheet(words, name=name, rulebook=book, folder=folder)
        return [_one(desk, data, table, round)]
    except FaultyFile as faulty:
        raise NotUnderstood("faulty_file", said=faulty.report) from faulty


def _record(source: str, name: str) -> Mapping[str, Any]:
    try:
        data = sheet_of_record(play_again(read_record_file(source.encode())))
    except (Unreadable, RecordRefusal) as error:
        raise NotUnderstood("game_unreadable", name=name) from error
    if data is None:
        raise NotUnderstood("game_not_over", name=name)
    return data


def read_record(desk: OpenTournament, record: Record, *, round: int, table: int | None) -> WrittenSheet:
    """The sheet of a digital game, its people matched with the players by name."""
    data = sheet_of_record(play_again(record))
    if data is None:
        raise NotUnderstood("game_not_over", name=record.table)
    return _one(desk, data, table, round)


def _one(desk: OpenTournament, data: Mapping[str, Any], table: int | None, round: int) -> WrittenSheet:
    played = round_of(desk.tournament, round)
    seats = _seats(desk, played, data["seat"])
    return WrittenSheet(round, table or _number(played, seats, None), seats, _plain(data.get("neutral", {})))


def _many(desk: OpenTournament, data: Mapping[str, Any]) -> Iterator[WrittenSheet]:
    for key, command in ELSEWHERE.items():
        if data.get(key):
            raise NotUnderstood("not_recorded_here", what=key, command=command)
    for at, each in enumerate(data["round"], 1):
        yield from tables_of_round(desk, each, each.get("number", at))


def tables_of_round(desk: OpenTournament, data: Mapping[str, Any], number: int) -> Iterator[WrittenSheet]:
    """The tables of a results file, matched with those of a drawn round."""
    played = round_of(desk.tournament, number)
    for place, table in enumerate(data.get("table", ()), 1):
        if table.get("void"):
            raise NotUnderstood("not_recorded_here", what="void", command="void")
        seats = _seats(desk, played, table["seat"])
        found = _number(played, seats, table.get("number", place))
        yield WrittenSheet(played.number, found, seats, _plain(table.get("neutral", {})))


def _seats(desk: OpenTournament, played: Round, seats: Sequence[Mapping[str, Any]]) -> tuple[SeatResult, ...]:
    seated = [who for table in played.tables.values() for who in table.seated.seats]
    return tuple(
        SeatResult(
            _person(desk, str(seat.get("player", "")), seated),
            {key: _plain(value) for key, value in seat.items() if key not in ("player", "seat")},
        )
        for seat in seats
    )


def _person(desk: OpenTournament, name: str, seated: Sequence[PersonId]) -> PersonId:
    """An entrant by name or number; a misspelt name suggests one seated in the round."""
    try:
        return desk.entrant(name)
    except NotUnderstood as refusal:
        if refusal.code != "not_entered":
            raise
        names = {player_name(desk.names[who]): who for who in seated}
        near = closest(player_name(name), names)
        code = "unknown_player_near" if near else "not_entered"
        raise NotUnderstood(code, who=name, near=near) from None


def _number(played: Round, seats: Sequence[SeatResult], said: int | None) -> int:
    """The table where these people sit; if there is none, the number in the file."""
    people = {seat.person for seat in seats}
    for table in played.tables.values():
        if set(table.seated.seats) == people:
            return table.number
    if said is None:
        raise NotUnderstood("no_table_of_these")
    return said


def _plain(value: Any) -> Any:
    """A value as stored in the log: decimals as text."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def results_files(office: Office, id: str, file: Path) -> dict[Path, str]:
    """The results of a tournament for `standings`: the results file, and the club's own texts it needs.

    A regulation or formula that differs from the shipped one of its id gets a file and an id of its own.
    """
    with office.reading() as reading:
        desk = tournament_in(reading, id)
        data = results_data(desk.tournament, desk.names)
        if "round" not in data:
            raise NotPossibleNow("nothing_to_publish")
        found: dict[Path, str] = {}
        pins = {"regulation": desk.tournament.settings.rulebook, "formula": desk.tournament.settings.formula}
        for key, pin in pins.items():
            text = reading.pinned(stream_of(id), pin.digest)
            if text != shipped_text(key, pin.id):
                own = f"{id}-{pin.id}"
                path = file.with_name(f"{file.stem}-{pin.id}.toml")
                found[path] = tomli_w.dumps({**tomllib.loads(text), "id": own})
                data["tournament"][key] = path.name
        return {**found, file: tomli_w.dumps(data)}
