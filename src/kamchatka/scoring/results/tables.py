"""One table of a results file: a sheet like any other, a dummy table, a duel, a bye, or a void game."""

from collections.abc import Mapping
from typing import Any, get_args

from kamchatka.faults import Fault, bare, nearest
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.sheet.model import Kind
from kamchatka.scoring.sheet.names import tidied
from kamchatka.scoring.sheet.reading import ReadSheet, SheetReader
from kamchatka.scoring.sheet.seat_cells import KEYS
from kamchatka.scoring.sheet.shelf import Shelf

OWN_KEYS = ("number", "kind", "void")
TABLE_KEYS = (*OWN_KEYS, "rulebook", "seat", "neutral")
OWN_CELLS = ("award", "place")
"""Cells of a seat that no sheet has: the score a referee gives, the outcome of a duel."""
SEAT_KEYS = (*sorted(KEYS), *OWN_CELLS)


class TableReader:
    """Reads one table; faults of the sheet and faults of its own are gathered apart."""

    def __init__(self, where: str, rulebook: Rulebook | None, shelf: Shelf | None = None) -> None:
        self.where = where
        self.rulebook = rulebook
        self.shelf = shelf or Shelf()
        self.faults: list[Fault] = []
        self.own: list[tuple[str, str, dict[str, str]]] = []

    def read(self, data: Mapping[str, Any], round: int, number: int) -> PlayedTable:
        """The table; not to be used if there are faults."""
        kind, void = self._kind(data.get("kind", "table")), self._void(data.get("void", False))
        seats = data.get("seat")
        listed = [_tidy(seat) for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
        awards, places = self._awards(listed), self._places(listed, kind)
        special = void or kind in ("bye", "duel")
        if not special:
            for place, seat in enumerate(listed, 1):
                if "award" in seat:
                    self.fault("award_not_here", f"seat.{place}.award", player=seat.get("player", ""))
        if void or kind == "bye" or (kind == "duel" and self._is_told(listed, awards, places)):
            self._unknown(data, listed)
            players = self._players(listed, seats, kind)
            read = None
        else:
            if kind == "duel" and len(listed) != 2:
                self.fault("wrong_special_seats", "seat", kind=kind)
            read = self._sheet(data, listed if isinstance(seats, list) else None, kind)
            players = tuple(seat["player"] for seat in listed if isinstance(seat.get("player"), str))
        return PlayedTable(
            round=round,
            number=number,
            kind=kind,
            void=void,
            players=players,
            sheet=read.sheet if read else None,
            awards=awards,
            places=places,
            incidents=tuple(each for each in read.incidents if not each.is_doubt) if read else (),
            doubts=tuple(each for each in read.incidents if each.is_doubt) if read else (),
        )

    def fault(self, code: str, cell: str, **values: object) -> None:
        """Note a fault that no sheet alone can have."""
        self.own.append((code, f"{self.where}.{cell}", {key: bare(said) for key, said in values.items()}))

    def _is_told(
        self, listed: list[dict[str, Any]], awards: Mapping[str, Number], places: Mapping[str, int]
    ) -> bool:
        """Whether a duel is told by its outcome or the referee's scores, even if not told well."""
        if any("place" in seat for seat in listed):
            return True
        if awards and len(awards) < len(listed) and not any("points" in seat for seat in listed):
            self.fault("wrong_duel", "seat")
            return True
        return len({*awards, *places}) == len(listed)

    def _unknown(self, data: Mapping[str, Any], listed: list[dict[str, Any]]) -> None:
        """Note every key nobody reads, where no sheet does."""
        for key in sorted(set(data) - set(TABLE_KEYS)):
            self.fault("unknown_key", key, nearest=nearest(key, TABLE_KEYS))
        for place, seat in enumerate(listed, 1):
            for key in sorted(set(seat) - set(SEAT_KEYS)):
                self.fault("unknown_key", f"seat.{place}.{key}", nearest=nearest(key, SEAT_KEYS))

    def _kind(self, raw: object) -> Kind:
        for known in get_args(Kind):
            if raw == known:
                return known  # type: ignore[no-any-return]
        self.fault("unknown_kind", "kind", given=raw, known=", ".join(get_args(Kind)))
        return "table"

    def _void(self, raw: object) -> bool:
        if not isinstance(raw, bool):
            self.fault("not_true_or_false", "void", given=raw)
        return raw is True

    def _sheet(self, data: Mapping[str, Any], seats: object, kind: Kind) -> ReadSheet | None:
        sheet = {key: value for key, value in data.items() if key not in OWN_KEYS}
        if isinstance(seats, list) and len(seats) == len(data["seat"]):
            sheet["seat"] = [
                {key: value for key, value in seat.items() if key not in OWN_CELLS} for seat in seats
            ]
        reader = SheetReader(self.where, dummies=int(kind == "dummy"), shelf=self.shelf)
        read = reader.read(sheet, self.rulebook)
        self.faults += reader.faults
        return read

    def _players(self, listed: list[dict[str, Any]], seats: object, kind: Kind) -> tuple[str, ...]:
        """Who sat at a table without a sheet: names are all that is asked for."""
        wrong = not isinstance(seats, list) or len(listed) != len(seats) or not listed
        if wrong or (kind == "duel" and len(listed) != 2):
            self.fault("wrong_special_seats", "seat", kind=kind)
        found: list[str] = []
        for place, seat in enumerate(listed, 1):
            player = seat.get("player")
            if type(player) is int:
                self.fault("player_not_text", f"seat.{place}.player", given=player)
            elif not isinstance(player, str) or not player.strip() or len(player) > 100:
                self.fault("wrong_player", f"seat.{place}.player")
            elif player in found:
                self.fault("player_twice", f"seat.{place}.player", player=player)
            else:
                found.append(player)
        return tuple(found)

    def _awards(self, listed: list[dict[str, Any]]) -> dict[str, Number]:
        found: dict[str, Number] = {}
        for place, seat in enumerate(listed, 1):
            if "award" not in seat:
                continue
            try:
                award = exact(seat["award"])
            except ValueError:
                self.fault("not_exact", f"seat.{place}.award", given=seat["award"])
                continue
            if award < 0:
                self.fault("negative_award", f"seat.{place}.award", given=seat["award"])
            found[str(seat.get("player"))] = award
        return found

    def _places(self, listed: list[dict[str, Any]], kind: Kind) -> dict[str, int]:
        given = {place: seat for place, seat in enumerate(listed, 1) if "place" in seat}
        if given and kind != "duel":
            self.fault("place_not_here", f"seat.{min(given)}.place")
            return {}
        found = {str(seat.get("player")): seat["place"] for seat in given.values()}
        if found and sorted(map(repr, found.values())) != ["1", "2"]:
            self.fault("wrong_duel", "seat")
            return {}
        return found


def _tidy(seat: dict[str, Any]) -> dict[str, Any]:
    """The seat with its player's name as everybody else is named."""
    return {**seat, "player": tidied(seat["player"])} if "player" in seat else seat
