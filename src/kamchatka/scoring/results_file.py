"""Results as files: TOML, JSON or CSV in, checked Results out, or every fault with its cell, all at once."""

from dataclasses import replace
from typing import Any

from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook, UnknownRulebook, load
from kamchatka.rulebook.validation import nearest
from kamchatka.scoring.faults import Fault, FaultySheet, quoted
from kamchatka.scoring.names import tidied
from kamchatka.scoring.results import PlayedTable, Results, Round
from kamchatka.scoring.results_csv import read_csv
from kamchatka.scoring.results_extras import read_lots, read_penalties, read_teams
from kamchatka.scoring.results_tables import TableReader
from kamchatka.scoring.sheet_file import parse

KEYS = ("title", "rulebook", "round", "penalty", "team", "lot")
ROUND_KEYS = ("number", "absent", "table")
MOST_ROUNDS = 999


class ResultsFault(Fault):
    """One thing to mend that only a results file can have: a code of `standings.faults`."""

    def sentence(self, lang: Language) -> str:
        place = text("scoring.faults.in_line", lang, line=self.line) if self.line else ""
        return place + text(f"standings.faults.{self.code}", lang, where=self.where, **self.values)


def read_results(source: str, *, name: str, rulebook: Rulebook | None = None) -> Results:
    """The results in a TOML or JSON file; raises FaultySheet with every fault found.

    The regulation is the table's own, else the file's, else the one given here.
    """
    reader = ResultsReader(rulebook)
    found = reader.read(parse(source, name=name))
    if reader.faults:
        raise FaultySheet(name, tuple(reader.faults))
    return found


def read_results_csv(source: str, *, name: str, rulebook: Rulebook | None = None) -> Results:
    """The results in a CSV file, one line for each seat; faults name the line."""
    reader = ResultsReader(rulebook)
    data, lines, unread = read_csv(source)
    reader.faults += [ResultsFault(code, cell, line, values) for code, cell, line, values in unread]
    found = reader.read(data) if data["round"] or not unread else Results(rounds=())
    if reader.faults:
        raise FaultySheet(name, tuple(_with_line(fault, lines) for fault in reader.faults))
    return found


def _with_line(fault: Fault, lines: dict[str, int]) -> Fault:
    """The fault with the line of the seat, table or round it stands in."""
    parts = fault.where.split(".")
    for length in range(len(parts), 0, -1):
        line = lines.get(".".join(parts[:length]))
        if line is not None and fault.line is None:
            return replace(fault, line=line)
    return fault


class ResultsReader:
    """Reads the data of a whole file and gathers what is wrong with it."""

    def __init__(self, rulebook: Rulebook | None) -> None:
        self.rulebook = rulebook
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
        said = {key: quoted(value) for key, value in values.items()}
        self.faults.append(ResultsFault(code, cell, None, said))

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
        try:
            self.rulebook = load(wanted) if isinstance(wanted, str) else None
        except UnknownRulebook as unknown:
            self.fault("unknown_rulebook", "rulebook", id=wanted, known=", ".join(unknown.known))
        if not isinstance(wanted, str):
            self.fault("not_text", "rulebook", given=wanted)

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
        return tuple(found[number] for number in sorted(found))

    def _round(self, data: dict[str, Any], position: int) -> Round:
        number = self.number(data.get("number"), f"round.{position}.number", position)
        cell = f"round.{number}"
        self.unknown(data, ROUND_KEYS, cell)
        absent = self.names(data.get("absent", []), f"{cell}.absent")
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
        for player in absent:
            if player in seated:
                self.fault("absent_but_seated", f"{cell}.absent", player=player, table=seated[player])
        return Round(number, tuple(tables.values()), tuple(dict.fromkeys(absent)))

    def _table(self, data: dict[str, Any], cell: str, round: int, place: int) -> PlayedTable:
        number = self.number(data.get("number"), f"{cell}.table.{place}.number", place)
        reader = TableReader(f"{cell}.table.{number}", self.rulebook)
        table = reader.read(data, round, number)
        self.faults += reader.faults
        self.faults += [ResultsFault(code, at, None, values) for code, at, values in reader.own]
        return table
