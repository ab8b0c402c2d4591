"""A table without a terminal: opened, played, taken back, kept, resumed and given up."""

import subprocess
import sys
from pathlib import Path

import pytest

from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.app.games.game_file import GameFile
from kamchatka.app.games.players import line_up
from kamchatka.app.games.time_limit import TimeLimit
from kamchatka.app.refusals import TableRefusal
from kamchatka.game.actions import ExpireTime
from kamchatka.game.chance import Chance, Seeded, Typed
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.log import Rewound
from kamchatka.game.record import replay
from kamchatka.rulebook import load
from kamchatka.rules.layout import LAP

LAPS = 1


def opened(file: GameFile, chance: Chance, players: str = "soldato,soldato,soldato,soldato") -> DigitalTable:
    seated = line_up(players, 4, [4], 4)
    return DigitalTable.open_new(file, load("rtu"), seated, chance, name="prova", limit=TimeLimit(laps=LAPS))


def play_on(table: DigitalTable, until_lap: int = 99) -> DigitalTable:
    """Let bots play: what anybody who shows a table does."""
    game = table.game
    while not game.is_over and game.position.now[LAP] < until_lap:
        if game.awaiting is not None:
            table.draw_luck()
        elif table.limit.is_over(game):
            table.act(ExpireTime(), None)
        else:
            assert game.to_act is not None
            table.act_as_bot(game.to_act)
    table.keep()
    return table


@pytest.mark.parametrize(
    "bots", ["soldato,soldato,soldato,soldato", "sergente,recluta,sergente:irruento,sergente:cauto"]
)
def test_a_game_left_and_resumed_is_the_game_played_at_once(tmp_path: Path, bots: str) -> None:
    at_once, parted = GameFile(tmp_path / "one.json"), GameFile(tmp_path / "other.json")
    play_on(opened(at_once, Seeded(3), bots))
    play_on(opened(parted, Seeded(3), bots), until_lap=1)
    play_on(DigitalTable.resume(parted, laps=LAPS))
    assert replay(parted.read()).is_over
    assert parted.path.read_text(encoding="utf-8") == at_once.path.read_text(encoding="utf-8")
    with pytest.raises(TableRefusal, match="already_over"):
        DigitalTable.resume(parted)


def test_a_fair_table_keeps_its_secret_beside_the_record_until_the_end(tmp_path: Path) -> None:
    file = GameFile(tmp_path / "game.partita")
    secret = file.new_secret()
    table = play_on(opened(file, Fair("prova", secret, (b"1", b"2", b"3", b"4"))), until_lap=1)
    promise = file.read().luck
    assert isinstance(promise, Promise)
    assert (promise.secret, file.secret_path.exists()) == (None, True)
    table.give_up()
    promise = file.read().luck
    assert isinstance(promise, Promise)
    assert (promise.secret, file.secret_path.exists()) == (secret, False)
    with pytest.raises(TableRefusal, match="told_secret"):
        DigitalTable.resume(file)


def test_typed_dice_can_be_crossed_out_but_not_those_of_the_computer(tmp_path: Path) -> None:
    table = opened(GameFile(tmp_path / "game.partita"), Typed(), "anna,bruno,carla,dario")
    assert table.is_cardboard
    table.supply((6, 5, 4, 3), by_computer=False)
    assert table.is_seated
    assert table.undo(None) == Rewound(("0 ordine 4: 6 5 4 3",))
    assert not table.is_seated
    table.draw_luck()
    with pytest.raises(TableRefusal, match="no_rewind"):
        table.undo(None)


def test_who_sits_where_is_known_once_the_dice_have_decided(tmp_path: Path) -> None:
    table = opened(GameFile(tmp_path / "game.partita"), Typed(), "anna,soldato,bruno,soldato")
    table.supply((1, 2, 6, 3), by_computer=False)
    assert [table.name(seat) for seat in range(4)] == [
        "bruno (A)",
        "soldato 2 (B)",
        "anna (C)",
        "soldato (D)",
    ]
    assert table.people == [0, 2]
    assert not table.is_left_to_bots


def test_a_table_needs_no_terminal() -> None:
    code = (
        "import sys, kamchatka.app.games.digital_table; print(*{'rich', 'typer', 'numpy'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
