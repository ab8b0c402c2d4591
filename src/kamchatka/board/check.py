"""Check that board and decks match what the regulations presuppose."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from kamchatka.board import deckcheck
from kamchatka.board.faults import fault
from kamchatka.board.loading import load_board
from kamchatka.board.model import Board
from kamchatka.board.shape import is_connected
from kamchatka.faults import Fault
from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text

Status = Literal["ok", "warning", "failed"]

VALUE_SUMS = {
    "america_del_nord": 35,
    "america_del_sud": 12,
    "europa": 32,
    "africa": 23,
    "asia": 51,
    "oceania": 11,
}
VALUE_CLAUSES = ("000-12b", "000-12c", "000-12d", "000-12e", "000-12f", "000-12g")


@dataclass(frozen=True)
class BoardCheck:
    """One check: the expected value, the actual value, and the clauses that require it."""

    plain_as = "code status text expected found clauses details"

    code: str
    status: Status
    expected: str
    found: str
    clauses: tuple[ClauseId, ...] = ()
    details: tuple[Fault, ...] = ()

    def text(self, lang: Language) -> str:
        """The check in words."""
        return text(f"board.check.{self.code}", lang)


@dataclass(frozen=True)
class BoardReport:
    """All the checks of one board."""

    plain_as = "passed digest checks"

    checks: tuple[BoardCheck, ...]
    digest: str

    @property
    def passed(self) -> bool:
        """Whether no check failed; warnings are known and allowed."""
        return all(check.status != "failed" for check in self.checks)

    def check(self, code: str) -> BoardCheck:
        """One check by its code."""
        return next(check for check in self.checks if check.code == code)


def check_board(board: Board | None = None) -> BoardReport:
    """The report on a board, by default the shipped one."""
    board = board or load_board()
    found = [*_map_checks(board), *_card_checks(board)]
    for line in deckcheck.lines(board):
        status: Status = "ok" if line.expected == line.found else "failed"
        if status == "ok" and line.known_reading:
            status = "warning"
        found.append(
            BoardCheck(line.code, status, line.expected, line.found, _clauses(line.clauses), line.details)
        )
    return BoardReport(tuple(found), board.digest())


def _map_checks(board: Board) -> Iterator[BoardCheck]:
    yield _compare("territories", "42, 6", f"{len(board.territories)}, {len(board.continents)}")

    different = tuple(
        fault("detail.degree", territory=land.id, value=land.value, borders=board.degree(land.id))
        for land in board.territories
        if land.value != board.degree(land.id)
    )
    equal = len(board.territories) - len(different)
    yield _compare("degrees", "42", str(equal), VALUE_CLAUSES, different)
    yield _compare("total", "164", str(board.value_sum(land.id for land in board.territories)), ("000-12g",))
    sums = {str(continent.id): board.value_sum(continent.territories) for continent in board.continents}
    yield _compare(
        "continents",
        _slashes(VALUE_SUMS.values()),
        _slashes(sums.get(id) for id in VALUE_SUMS),
        VALUE_CLAUSES,
    )
    pairs = {frozenset((border.a, border.b)) for border in board.borders if border.a != border.b}
    yield _compare("borders", "82", str(len(pairs)), ("004-B7",))
    off = board.with_switch("egypt_middle_east", present=False)
    yield _compare(
        "borders_switched",
        "81: 3/5",
        f"{len(off.borders)}: {off.degree('egitto')}/{off.degree('medio_oriente')}",
        ("002-18a",),
    )
    whole = is_connected(board, (land.id for land in board.territories))
    yield _compare("connected", "1", "1" if whole else "> 1", ("000-5.2c", "000-5.2d"))


def _card_checks(board: Board) -> Iterator[BoardCheck]:
    symbols = Counter(land.card for land in board.territories)
    found = f"{_slashes(symbols[symbol] for symbol in board.symbols)} + {board.jolly_cards}"
    yield _compare("symbols", "14/14/14 + 2", found, ("000-4.4a", "000-4.8a"))


def _compare(
    code: str, expected: str, found: str, clauses: tuple[str, ...] = (), details: tuple[Fault, ...] = ()
) -> BoardCheck:
    return BoardCheck(
        code, "ok" if expected == found else "failed", expected, found, _clauses(clauses), details
    )


def _clauses(ids: Iterable[str]) -> tuple[ClauseId, ...]:
    return tuple(ClauseId(id) for id in ids)


def _slashes(numbers: Iterable[object]) -> str:
    return "/".join(map(str, numbers))
