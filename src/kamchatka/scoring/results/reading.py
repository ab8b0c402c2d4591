"""Parse results from TOML, JSON or CSV into validated Results, or report all faults with their cells."""

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from kamchatka import ledger
from kamchatka.faults import Fault, Path, nearest
from kamchatka.faults.findings import validated
from kamchatka.ids import ClauseId
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.files import FaultList, FaultySheet, RulebookFinder, lines_of, parse, results_fault
from kamchatka.scoring.results.cells import TARGETS, LotCells, PenaltyCells, ResultsCells, TeamCells
from kamchatka.scoring.results.csv_file import csv_faults, read_csv
from kamchatka.scoring.results.model import Lot, Penalty, PlayedTable, Results, ResultsRound, Team
from kamchatka.scoring.results.stated import stated_formula, stated_rules
from kamchatka.scoring.results.tables import read_table
from kamchatka.scoring.sheet.reading import SheetReader, note_findings

MOST_ROUNDS = 999
MOST_NEAR = 200
"""Number of players searched for the closest name; a tournament may have thousands."""


def read_results(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: FilePath | None = None
) -> Results:
    """Parse the results in a TOML or JSON file; raises FaultySheet with every fault found.

    The regulation is the table's own, else the file's, else the given one. The first two, and the formula,
    may name a file, which is looked up in the folder.
    """
    data = parse(source, name=name)
    if "seat" in data and "round" not in data:
        raise FaultySheet(name, (results_fault("is_sheet", "seat"),))
    faults = FaultList(results_fault, lines_of(source, name=name))
    found = _Reader(faults, rulebook, folder).read(data)
    if faults.faults:
        raise FaultySheet(name, faults.faults)
    return found


def results_from(
    data: Mapping[str, Any], rulebook: Rulebook | None = None
) -> tuple[Results, tuple[Fault, ...]]:
    """The results in this data, and all its faults."""
    faults = FaultList(results_fault)
    return _Reader(faults, rulebook, None).read(data), faults.faults


def read_results_csv(
    source: str, *, name: str, rulebook: Rulebook | None = None, folder: FilePath | None = None
) -> Results:
    """Parse the results in a CSV file, one line for each seat; faults name the line."""
    faults = FaultList(results_fault)
    sheet = read_csv(source)
    found = Results(rounds=())
    if sheet.data["round"] or not sheet.unread:
        found = _Reader(faults, rulebook, folder).read(sheet.data)
    if told := csv_faults(sheet, faults):
        raise FaultySheet(name, told)
    return found


class _Reader:
    """Validates the data of a whole file and collects its faults."""

    def __init__(self, faults: FaultList, rulebook: Rulebook | None, folder: FilePath | None) -> None:
        self._faults = faults
        self._rulebook = rulebook
        self._folder = folder
        self._rulebooks = RulebookFinder(folder)

    def read(self, data: Mapping[str, Any]) -> Results:
        """The results; do not use them if there are faults."""
        cells, found = validated(ResultsCells, data)
        self._number(cells)
        note_findings(found, self._faults)
        self._name_rulebook(cells)
        rounds = self._rounds(cells)
        results = Results(title=cells.title, rounds=rounds)
        penalties = tuple(
            penalty for at, each in enumerate(cells.penalty) for penalty in self._penalty(at, each, results)
        )
        teams = self._teams(cells.team, results)
        return Results(
            title=cells.title,
            formula=stated_formula(cells.tournament, self._faults, self._folder),
            rules=stated_rules(cells.tournament, self._faults),
            rounds=rounds,
            penalties=penalties,
            teams=teams,
            lots=self._lots(cells.lot, results.known | {team.name for team in teams}),
        )

    def _number(self, cells: ResultsCells) -> None:
        """Register the numbers of rounds and tables, for display in faults."""
        for at, each in enumerate(cells.round):
            self._faults.numbers["round", at] = each.number or at + 1
            for place, table in enumerate(each.table):
                self._faults.numbers["round", at, "table", place] = table.number or place + 1

    def _name_rulebook(self, cells: ResultsCells) -> None:
        """Determine the file's regulation, which may be named in either of two places."""
        path: Path = ("tournament", "regulation")
        one, other = cells.rulebook, cells.tournament.regulation
        if one is not None and other is not None and one != other:
            self._faults.add("two_rulebooks", path, given=other, other=one)
        if (name := one or other) is not None:
            found = self._rulebooks.find(name, ("rulebook",) if one else path, self._faults)
            self._rulebook = found or self._rulebook

    def _rounds(self, cells: ResultsCells) -> tuple[ResultsRound, ...]:
        if not cells.round:
            self._faults.add("no_rounds", ("round",))
        if len(cells.round) > MOST_ROUNDS:
            self._faults.add("too_many_rounds", ("round",), most=MOST_ROUNDS)
            return ()
        found: dict[int, ResultsRound] = {}
        for at in range(len(cells.round)):
            read = self._round(cells, at)
            if read.number in found:
                self._faults.add("round_twice", ("round", at), number=read.number)
            found[read.number] = read
        if not self._faults.faults and not any(each.tables for each in found.values()):
            self._faults.add("no_tables", ("round",))
        return tuple(found[number] for number in sorted(found))

    def _round(self, cells: ResultsCells, at: int) -> ResultsRound:
        path: Path = ("round", at)
        each, number = cells.round[at], self._faults.numbers[path]
        if not each.table and not each.absent and not self._faults.within(path):
            self._faults.add("empty_round", (*path, "table"), number=number)
        tables: dict[int, PlayedTable] = {}
        seated: dict[str, int] = {}
        for place, entry in enumerate(each.table):
            here = (*path, "table", place)
            reader = SheetReader(self._faults, here, self._rulebooks, dummies=int(entry.kind == "dummy"))
            own = self._faults.numbers[here]
            read = read_table(entry, reader, self._rulebook, round=number, number=own)
            if read.number in tables:
                self._faults.add("table_twice", here, number=read.number)
            tables[read.number] = read
            for at_seat, player in enumerate(seat.player for seat in entry.seat):
                before = seated.setdefault(player, read.number)
                if player and before != read.number:
                    values = {"player": player, "one": before, "other": read.number}
                    cell = (*here, "seat", at_seat, "player")
                    self._faults.add("two_tables", cell, once=(number, player), **values)
        absent: set[str] = set()
        for place, player in enumerate(each.absent):
            if player in absent:
                self._faults.add("absent_twice", (*path, "absent", place), player=player)
            elif player in seated:
                values = {"player": player, "table": seated[player]}
                self._faults.add("absent_but_seated", (*path, "absent", place), **values)
            absent.add(player)
        return ResultsRound(number, tuple(tables.values()), tuple(dict.fromkeys(each.absent)), each.summed)

    def _is_named(self, player: str, known: frozenset[str], path: Path) -> bool:
        """Whether the player is named, and known."""
        if not player:
            if not self._faults.has(path[:-1]):
                self._faults.add("wrong_player", path)
            return False
        if player not in known:
            self._unknown(player, known, path)
        return player in known

    def _unknown(self, player: str, known: frozenset[str], path: Path, once: object = None) -> None:
        if not known:  # the rounds could not be parsed
            return
        may_hint = len(known) <= MOST_NEAR and self._faults.may_hint
        near = nearest(player, sorted(known)) if may_hint else "…"
        self._faults.add("unknown_player", path, once=once, player=player, nearest=near)

    def _penalty(self, at: int, cells: PenaltyCells, results: Results) -> Iterator[Penalty]:
        path: Path = ("penalty", at)
        if not self._is_named(cells.player, results.known, (*path, "player")):
            return
        if cells.target is None:
            self._faults.add("missing_target", (*path, "target"), known=", ".join(TARGETS))
            return
        if cells.clause and not ledger.known(cells.clause):
            self._faults.add("unknown_clause", (*path, "clause"), given=cells.clause)
        if cells.ranking and cells.target != "ranking":
            self._faults.add("ranking_not_here", (*path, "ranking"))
        only_places = cells.target == "ranking" and cells.places
        if cells.points is None and not only_places:
            self._faults.add("missing_penalty", (*path, "points"))
        elif cells.points == 0:
            self._faults.add("no_penalty", (*path, "points"))
        if cells.places and cells.target != "ranking":
            self._faults.add("places_not_here", (*path, "places"))
        yield Penalty(
            player=cells.player,
            target=cells.target,
            points=cells.points or 0,
            places=cells.places,
            round=self._penalty_round(cells, (*path, "round"), results),
            ranking=cells.ranking,
            clause=ClauseId(cells.clause) if cells.clause else None,
            reason=cells.reason,
        )

    def _penalty_round(self, cells: PenaltyCells, path: Path, results: Results) -> int | None:
        number, player, on_result = cells.round, cells.player, cells.target == "result"
        if number is None:
            if on_result:
                self._faults.add("penalty_without_round", path)
            return None
        known = {each.number: each for each in results.rounds}
        if type(number) is not int or number not in known:
            self._faults.add("unknown_round", path, given=number)
            return None
        seated = [table for table in known[number].tables if player in table.players]
        there = any(not table.void or player in table.awards for table in seated)
        if on_result and seated and not there:
            self._faults.add("penalty_on_void", path, player=player, round=number)
        elif on_result and not there and player not in known[number].absent:
            self._faults.add("penalty_without_result", path, player=player, round=number)
        return number

    def _teams(self, listed: list[TeamCells], results: Results) -> tuple[Team, ...]:
        """The teams: names are unique, and no player is in two of them."""
        found: dict[str, Team] = {}
        member: dict[str, str] = {}
        for at, cells in enumerate(listed):
            path: Path = ("team", at)
            if not cells.name:
                if not self._faults.has(path):
                    self._faults.add("wrong_team", (*path, "name"))
                continue
            if cells.name in found:
                self._faults.add("team_twice", (*path, "name"), team=cells.name)
            if not cells.players:
                self._faults.add("empty_team", (*path, "players"), team=cells.name)
            for player in cells.players:
                if player in member:
                    values = {"player": player, "one": member[player], "other": cells.name}
                    self._faults.add("two_teams", (*path, "players"), once=(at, player), **values)
                if player not in results.known:
                    self._unknown(player, results.known, (*path, "players"), once=(at, player))
                member[player] = cells.name
            found[cells.name] = Team(cells.name, tuple(cells.players))
        return tuple(found.values())

    def _lots(self, listed: list[LotCells], known: frozenset[str]) -> tuple[Lot, ...]:
        """Lots drawn for the ranking: one for each player or team in a draw."""
        found: dict[tuple[str, str], Lot] = {}
        for at, cells in enumerate(listed):
            path: Path = ("lot", at)
            if not cells.lot:
                if not self._faults.has(path):
                    self._faults.add("wrong_lot", (*path, "lot"))
            elif not self._is_named(cells.player, known, (*path, "player")):
                continue
            elif (cells.draw, cells.player) in found:
                self._faults.add("lot_twice", (*path, "player"), player=cells.player)
            else:
                found[cells.draw, cells.player] = Lot(cells.player, cells.lot, cells.draw)
        return tuple(found.values())
