"""One table of a results file: an ordinary sheet, a dummy table, a duel, a bye, or a void game."""

from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.sheet.cells import TableCells
from kamchatka.scoring.sheet.reading import ReadSheet, SheetReader


def read_table(
    cells: TableCells, reader: SheetReader, rulebook: Rulebook | None, *, round: int, number: int
) -> PlayedTable:
    """The table of this round and number; do not use it if there are faults."""
    table = _Table(cells, reader)
    read: ReadSheet | None = None
    if table.is_told_without_sheet():
        table.check_players()
    else:
        table.check_duel()
        read = reader.read(cells, rulebook)
    if read is None and cells.decides is not None:
        table.check_decides()
    found = read.incidents if read else ()
    return PlayedTable(
        round=round,
        number=number,
        kind=cells.kind,
        void=cells.void,
        decides=cells.decides,
        players=tuple(seat.player for seat in cells.seat if seat.player),
        sheet=read.sheet if read else None,
        awards=table.awards,
        places=table.places,
        incidents=tuple(each for each in found if not each.is_doubt),
        doubts=tuple(each for each in found if each.is_doubt),
    )


class _Table:
    """The cells of a table outside its sheet."""

    def __init__(self, cells: TableCells, reader: SheetReader) -> None:
        self._cells = cells
        self._at, self._faults, self._add = reader.at, reader.faults, reader.add
        self.awards: dict[str, Number] = {
            seat.player: seat.award for seat in cells.seat if seat.award is not None
        }
        self.places = self._places()

    def _places(self) -> dict[str, int]:
        """The outcome of a duel."""
        given = {number: seat for number, seat in enumerate(self._cells.seat) if seat.place is not None}
        if given and self._cells.kind != "duel":
            self._add("place_not_here", "seat", min(given), "place")
            return {}
        found = {seat.player: seat.place for seat in given.values()}
        if found and sorted(map(repr, found.values())) != ["1", "2"]:
            self._add("wrong_duel", "seat")
            return {}
        return found

    def is_told_without_sheet(self) -> bool:
        """Whether there is no game to count: void, a bye, or a duel with only an outcome or scores."""
        cells = self._cells
        if cells.void or cells.kind == "bye":
            return True
        if cells.kind != "duel":
            for number, seat in enumerate(cells.seat):
                if seat.award is not None:
                    self._add("award_not_here", "seat", number, "award", player=seat.player)
            return False
        if any(seat.place is not None for seat in cells.seat):
            return True
        some = 0 < len(self.awards) < len(cells.seat)
        if some and all(seat.points is None for seat in cells.seat):
            self._add("wrong_duel", "seat")
            return True
        return len({*self.awards, *self.places}) == len(cells.seat)

    def check_duel(self) -> None:
        """Check that a duel has two seats."""
        if self._cells.kind == "duel" and len(self._cells.seat) != 2:
            self._add("wrong_special_seats", "seat", kind=self._cells.kind)

    def check_decides(self) -> None:
        """Check that the order is known: byes, and duels with only scores, decide no rank."""
        if not self.places and not self._cells.void and not self._faults.within(self._at):
            self._add("decides_not_here", "decides")

    def check_players(self) -> None:
        """Check the player names of a table without a sheet."""
        if not self._cells.seat and not self._faults.within((*self._at, "seat")):
            self._add("wrong_special_seats", "seat", kind=self._cells.kind)
        self.check_duel()
        found: list[str] = []
        for number, seat in enumerate(self._cells.seat):
            if not seat.player and not self._faults.has((*self._at, "seat", number)):
                self._add("wrong_player", "seat", number, "player")
            elif seat.player in found:
                self._add("player_twice", "seat", number, "player", player=seat.player)
            found.append(seat.player)
