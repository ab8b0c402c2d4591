"""Compiled cells take an index as it is, so no rule may count from the end: who tries is refused here."""

from typing import Any

import numpy as np
import pytest

from kamchatka.bots import RECLUTA, SERGENTE, SOLDATO
from kamchatka.bots.notes import Notes, new_notes
from kamchatka.rulebook import Rulebook, load, shipped
from kamchatka.rulebook.tables import Tables, pack, tables
from kamchatka.rules import turn
from kamchatka.rules.combat import full_defence
from kamchatka.rules.layout import (
    NOBODY,
    POSITION_LAYOUT,
    SEATS,
    SECRETS_LAYOUT,
    TERRITORIES,
    Position,
    Secrets,
    position,
    secrets,
    size_of,
)
from kamchatka.simulate.batch import new_cells
from kamchatka.simulate.checked import play_checked
from kamchatka.simulate.compiled import POSITION, tables_record
from kamchatka.simulate.compiler.registry import compiled_batch
from kamchatka.simulate.playout import FIGURES, VIOLATION
from kamchatka.simulate.selfplay import SelfPlayedGame, play_in_machine_code
from kamchatka.stream import seeded

LAPS, BASE = 15, 11
TABLES = [(name, seats) for name in shipped() for seats in load(name).seats.sizes]


class FirmCells:
    """Cells that refuse an index before the first one."""

    def __init__(self, cells: memoryview) -> None:
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, index: int) -> int:
        if index < 0:
            raise IndexError(index)
        return self._cells[index]

    def __setitem__(self, index: int, number: int) -> None:
        if index < 0:
            raise IndexError(index)
        self._cells[index] = number


def firm(fields: Any) -> Any:
    """The same fields, each row of cells a firm one."""
    return type(fields)(*(FirmCells(each) if isinstance(each, memoryview) else each for each in fields))


def play_on_firm_cells(book: Rulebook, seats: int, bot: int, game: int) -> SelfPlayedGame:
    """A checked game of plain Python that asks for no cell before the first one."""
    here, hidden = bytearray(size_of(POSITION_LAYOUT)), bytearray(size_of(SECRETS_LAYOUT))
    bots, figures = new_cells(SEATS), new_cells(FIGURES)
    for seat in range(seats):
        bots[seat] = bot
    pos: Position = firm(position(here))
    kept: Secrets = firm(secrets(hidden))
    cells: Any = (FirmCells(bots), FirmCells(figures))
    notes: Notes = firm(new_notes(pack(book)))
    integers: Tables = firm(tables(book))
    play_checked(integers, pos, kept, seats, cells[0], LAPS, seeded(BASE, game), notes, cells[1])
    return SelfPlayedGame(bytes(here), bytes(hidden), tuple(figures))


@pytest.mark.xdist_group("kernel")
@pytest.mark.parametrize("bot", [RECLUTA, SOLDATO, SERGENTE])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_interpreted_games_never_count_from_the_end_and_equal_compiled_ones(
    name: str, seats: int, bot: int
) -> None:
    """Cell by cell, with bounds checked on both sides."""
    book, games = load(name), range(3, 7)
    plain = [play_on_firm_cells(book, seats, bot, game) for game in games]
    machine = play_in_machine_code(book, seats, [bot] * seats, games, laps=LAPS, base=BASE, checked=True)
    assert plain == machine
    assert [game.figures[VIOLATION] for game in plain] == [0] * len(games)


def test_a_rule_that_counts_from_the_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: a rule that asks what NOBODY owns."""
    monkeypatch.setattr(turn, "reinforcements_due", lambda tables, pos, seat: 3 + 0 * pos.owned[NOBODY])
    with pytest.raises(IndexError, match="-1"):
        play_on_firm_cells(load("rtu"), 4, SOLDATO, 0)


def defence_batch(integers: Any, positions: Any, territories: Any, dice: Any) -> None:
    """What a defence of each territory would throw, by a rule that the loop calls."""
    for at in range(len(territories)):
        dice[at] = full_defence(integers[0], positions[0], territories[at])


def asked(territory: int, *, checked: bool) -> int:
    """The dice of this territory on a board with three armies everywhere and two placed, compiled."""
    positions = np.zeros(1, dtype=POSITION)
    positions[0]["armies"][:] = 3
    positions[0]["masks"][:] = 2 << 48  # what lies before the armies
    positions[0]["placed"][:] = 1  # and what lies behind them
    dice = np.zeros(1, dtype=np.int64)
    play = compiled_batch(defence_batch, checked=checked)
    play(tables_record(load("rtu")), positions, np.array([territory]), dice)
    return int(dice[0])


@pytest.mark.xdist_group("kernel")
@pytest.mark.parametrize("territory", [-1, -TERRITORIES, TERRITORIES, 1 << 40])
def test_the_checked_kernel_refuses_what_is_no_cell_of_the_field(territory: int) -> None:
    """Also where a rule it calls looks the cell up: bounds are checked in all that a checked loop reaches."""
    with pytest.raises(IndexError, match="no such cell"):
        asked(territory, checked=True)


@pytest.mark.xdist_group("kernel")
def test_other_kernels_take_an_index_as_it_is() -> None:
    """Nothing is corrected: before and behind a field lie its neighbours in the layout."""
    names = [name for name, _, _ in POSITION_LAYOUT]
    assert names[names.index("armies") - 1 :][:3] == ["masks", "armies", "placed"]
    assert [asked(at, checked=False) for at in (0, TERRITORIES - 1, -1, TERRITORIES)] == [3, 3, 2, 1]
    assert [asked(at, checked=True) for at in (0, TERRITORIES - 1)] == [3, 3]
