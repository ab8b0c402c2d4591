"""Planted faults: a table with one wrong cell must part the core from the second opinion."""

import ast
from pathlib import Path

import pytest

from tests.perft.boards import opening
from tests.perft.catalogue import BOARDS
from tests.perft.counts import known_counts, walk_of
from tests.perft.engine import Engine, engine, row
from tests.perft.walk import Disagreement

BY_NAME = {board.name: board for board in BOARDS}

FAULTS = [
    ("milano garrison beside an enemy", "conquest_garrison", 1),
    ("milano garrison beside an enemy", "conquest_garrison_waived_up_to", 5),
    ("rtu-2020 garrison beside an enemy", "move_garrison", 1),
    ("rtu two conquests excuse, and a seat leaves", "closing_excused_from", 1),
    ("challenge leaving", "closing_laps_after", 0),
    ("milano conquests excuse", "closing_first", 5),
    ("primavera frozen", "closing_optional", 0),
    ("aziendale closing", "closing_last", 3),
    ("rtu cards", "card_territory_bonus", 3),
    ("rtu under its limit of armies", "tris_before_placing", 0),
    ("aziendale reinforcements", "may_reposition", 1),
    ("primavera closing", "reinforcement_minimum", 1),
    ("primavera superiority of armies", "superiority_waived_from", 5),
    ("primavera seven cards", "leftovers_exchange", 1),
    ("primavera frozen", "congelato_from", 3),
    ("primavera frozen", "congelato_raise_to", 4),
    ("primavera leaving", "withdrawn_minimum_armies", 4),
    ("primavera a latecomer", "second_card_from", 2),
    ("aziendale the defender chooses", "defence_choice", 0),
    ("aziendale three for one", "others_per_missing", 4),
    ("milano elimination", "eliminated_cards_taken", 1),
    ("rtu the last seat has withdrawn", "withdrawn_closing_rolls", 0),
    ("rtu a card left lying", "late_card", 0),
    ("rtu reinforcements", "territories_per_army", 2),
    ("primavera reinforcements", "move_editable", 0),
]


@pytest.mark.parametrize(("name", "cell", "value"), FAULTS, ids=[f"{n}: {c}" for n, c, _ in FAULTS])
def test_a_wrong_cell_is_noticed(name: str, cell: str, value: int) -> None:
    board = BY_NAME[name]
    game = opening(board)
    core = engine(game)
    assert getattr(core.tables, cell) != value
    altered = core.tables._replace(**{cell: value})  # type: ignore[arg-type] # rows are altered elsewhere
    wrong = Engine(altered, core.table)
    with pytest.raises(Disagreement):
        walk_of(board).count(wrong, game, known_counts()[name].depth)


def test_a_missing_border_is_noticed() -> None:
    board = BY_NAME["challenge battles"]
    game = opening(board)
    core = engine(game)
    cells = list(core.tables.neighbours)
    cells[0] &= ~(1 << 4)
    wrong = Engine(core.tables._replace(neighbours=row(cells, len(cells))), core.table)
    with pytest.raises(Disagreement, match="only the opinion allows"):
        walk_of(board).count(wrong, game, 1)


def test_the_second_opinion_shares_no_code_with_the_core() -> None:
    here = Path(__file__).parent
    sources = sorted((here / "opinion").glob("*.py"))
    assert len(sources) > 8
    for source in (*sources, here / "country.py"):
        tree = ast.parse(source.read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {n.name for node in ast.walk(tree) if isinstance(node, ast.Import) for n in node.names}
        assert {name for name in modules if name.startswith("kamchatka")} <= {"kamchatka.rulebook"}
        # Nor by a detour through the other files beside it, which know the core.
        allowed = ("tests.perft.opinion", "tests.perft.country")
        assert all(name.startswith(allowed) for name in modules if name.startswith("tests"))
