"""Results as files: TOML, JSON or CSV in, checked Results out, or every fault with its cell, all at once."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from kamchatka.faults import Fault, bare, nearest
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.faults import FaultySheet, results_fault
from kamchatka.scoring.results.csv_faults import csv_faults
from kamchatka.scoring.results.csv_file import read_csv
from kamchatka.scoring.results.extras import read_lots, read_penalties, read_teams
from kamchatka.scoring.results.model import PlayedTable, Results, Round
from kamchatka.scoring.results.tables import TableReader
from kamchatka.scoring.sheet.names import tidied
from kamchatka.scoring.sheet.parsing import parse
from kamchatka.scoring.sheet.shelf import NotOnShelf, Shelf

KEYS = ("title", "rulebook", "round", "penalty", "team", "lot")
ROUND_KEYS = ("number", "absent", "table")
MOST_ROUNDS = 999
RULEBOOK_FAULTS = (
    "missing_rulebook",
    "unknown_rulebook",
    "no_rulebook_file",
    "rulebook_elsewhere",
    "faulty_rulebook",
)


def read_results(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: Path | None = None
) -> Results:
    """The results in a TOML or JSON file; raises FaultySheet with every fault found.

    The regulation is the table's own, else the file's, else the one given here. The first two may name a
    file, which is looked for in the folder.
    """
    data = parse(source, name=name)
    if "seat" in data and "round" not in data:
        raise FaultySheet(name, (results_fault("is_sheet", "seat"),))
    reader = ResultsReader(rulebook, Shelf(folder))
    found = reader.read(data)
    if reader.faults:
        raise FaultySheet(name, told_once(reader.faults))
    return found


def read_results_csv(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: Path | None = None
) -> Results:
    """The results in a CSV file, one line for each seat; faults name the line."""
    reader = ResultsReader(rulebook, Shelf(folder))
    sheet = read_csv(source)
    reader.faults += [results_fault(code, cell, line, values) for code, cell, line, values in sheet.unread]
    found = reader.read(sheet.data) if sheet.data["round"] or not sheet.unread else Results(rounds=())
    if reader.faults:
        raise FaultySheet(name, csv_faults(told_once(reader.faults), sheet.lines, sheet.headings))
    return found


def told_once(faults: list[Fault]) -> tuple[Fault, ...]:
    """The faults, but one regulation that cannot be had only once: else it is told for every table."""
    found: dict[object, Fault] = {}
    for number, fault in enumerate(faults):
        is_rulebook = fault.code in RULEBOOK_FAULTS
        found.setdefault((fault.code, *fault.values.values()) if is_rulebook else number, fault)
    return tuple(found.values())


class ResultsReader:
    """Reads the data of a whole file and gathers what is wrong with it."""

    def __init__(self, rulebook: Rulebook | None, shelf: Shelf) -> None:
        self.rulebook = rulebook
        self.shelf = shelf
        self.faults: list[Fault] = []

    def read(self, data: dict[str, Any]) -> Results:
        """The results; not to be used if there are faults."""
        self.unknown(data, KEYS, "")
        self._rulebook(data.get("rulebook"))
        title = data.get("title", "")
        if not isinstance(title, str):
            self.fault("not_text", "title", given=title)
        rounds = self._rounds(data.get("round"))
        found = Results(title=str(title), rounds=rounds)
        found = replace(
            found,
            penalties=read_penalties(self, data.get("penalty", []), found),
            teams=read_teams(self, data.get("team", []), found),
        )
        return replace(found, lots=read_lots(self, data.get("lot", []), found))

    def fault(self, code: str, cell: str, **values: object) -> None:
        """Note a fault in a cell of the file."""
        said = {key: bare(value) for key, value in values.items()}
        self.faults.append(results_fault(code, cell, None, said))

    def unknown(self, data: dict[str, Any], keys: tuple[str, ...], cell: str) -> None:
        """Note every key that nobody reads."""
        for key in sorted(set(data) - set(keys)):
            self.fault("unknown_key", f"{cell}.{key}".strip("."), nearest=nearest(key, keys))

    def entries(self, raw: object, cell: str) -> list[dict[str, Any]]:
        """A list of tables, as `[[cell]]` makes it."""
        if not isinstance(raw, list) or not all(isinstance(each, dict) for each in raw):
            self.fault("not_a_list", cell)
            return []
        return raw

    def number(self, raw: object, cell: str, default: int) -> int:
        """A number from 1 that names a round or a table."""
        if raw is None:
            return default
        if type(raw) is not int or not 1 <= raw <= 99_999:
            self.fault("wrong_number", cell, given=raw)
            return default
        return raw

    def names(self, raw: object, cell: str) -> tuple[str, ...]:
        """A list of players."""
        if not isinstance(raw, list) or not all(isinstance(each, str) and each.strip() for each in raw):
            self.fault("not_names", cell)
            return ()
        return tuple(tidied(each) for each in raw)

    def _rulebook(self, wanted: object) -> None:
        if wanted is None:
            return
        if not isinstance(wanted, str):
            self.fault("rulebook_not_text", "rulebook", given=wanted)
            return
        try:
            self.rulebook = self.shelf.find(wanted, "rulebook")
        except NotOnShelf as missing:
            self.faults.append(missing.fault)

    def _rounds(self, raw: object) -> tuple[Round, ...]:
        if raw is None or raw == []:
            self.fault("no_rounds", "round")
            return ()
        listed = self.entries(raw, "round")
        if len(listed) > MOST_ROUNDS:
            self.fault("too_many_rounds", "round", most=MOST_ROUNDS)
            return ()
        found: dict[int, Round] = {}
        for position, data in enumerate(listed, 1):
            read = self._round(data, position)
            if read.number in found:
                self.fault("round_twice", f"round.{read.number}", number=read.number)
            found[read.number] = read
        if not self.faults and not any(each.tables for each in found.values()):
            self.fault("no_tables", "round")
        return tuple(found[number] for number in sorted(found))

    def _round(self, data: dict[str, Any], position: int) -> Round:
        number = self.number(data.get("number"), f"round.{position}.number", position)
        cell = f"round.{number}"
        self.unknown(data, ROUND_KEYS, cell)
        absent = self.names(data.get("absent", []), f"{cell}.absent")
        if not data.get("table") and not absent:
            self.fault("empty_round", f"{cell}.table", number=number)
        tables: dict[int, PlayedTable] = {}
        seated: dict[str, int] = {}
        for place, entry in enumerate(self.entries(data.get("table", []), f"{cell}.table"), 1):
            table = self._table(entry, cell, number, place)
            if table.number in tables:
                self.fault("table_twice", f"{cell}.table.{table.number}", number=table.number)
            tables[table.number] = table
            for player in table.players:
                before = seated.setdefault(player, table.number)
                if before != table.number:
                    values = {"player": player, "one": before, "other": table.number}
                    self.fault("two_tables", f"{cell}.table.{table.number}", **values)
        self._absent(absent, seated, f"{cell}.absent")
        return Round(number, tuple(tables.values()), tuple(dict.fromkeys(absent)))

    def _absent(self, absent: tuple[str, ...], seated: dict[str, int], cell: str) -> None:
        """Nobody is away twice, nor away and at a table."""
        for place, player in enumerate(absent, 1):
            if player in absent[: place - 1]:
                self.fault("absent_twice", f"{cell}.{place}", player=player)
            elif player in seated:
                self.fault("absent_but_seated", f"{cell}.{place}", player=player, table=seated[player])

    def _table(self, data: dict[str, Any], cell: str, round: int, place: int) -> PlayedTable:
        number = self.number(data.get("number"), f"{cell}.table.{place}.number", place)
        reader = TableReader(f"{cell}.table.{number}", self.rulebook, self.shelf)
        table = reader.read(data, round, number)
        self.faults += reader.faults
        self.faults += [results_fault(code, at, None, values) for code, at, values in reader.own]
        return table
