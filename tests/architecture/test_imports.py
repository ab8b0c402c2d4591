"""Imports go one way: cardboard scoring never needs the game, the rules need almost nothing."""

from pathlib import Path

import pytest

import kamchatka
from tests.architecture.directions import ALLOWED, wrong_imports

SOURCE = Path(kamchatka.__file__).parent


def plant(root: Path, files: dict[str, str]) -> Path:
    """A little tree of modules; every folder is a package."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        (path.parent / "__init__.py").touch()
        path.write_text(text, encoding="utf-8")
    return root


def test_the_source_imports_only_in_the_drawn_directions() -> None:
    assert wrong_imports(SOURCE) == []


def test_every_package_stands_in_the_table() -> None:
    packages = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert packages - set(ALLOWED) == set()


@pytest.mark.parametrize(
    ("files", "complaint"),
    [
        (
            {"game/play.py": "", "scoring/sheet.py": "from kamchatka.game.play import Game"},
            "scoring/sheet.py:1: scoring may not import game",
        ),
        (
            {"game/play.py": "", "scoring/sheet.py": "import os\nfrom kamchatka import game"},
            "scoring/sheet.py:2: scoring may not import game",
        ),
        (
            {"cli/app.py": "", "board/deep/map.py": "def f():\n    from ...cli import app"},
            "board/deep/map.py:2: board may not import cli",
        ),
        (
            {"web/app.py": "", "app/use.py": "import importlib\nimportlib.import_module('kamchatka.web')"},
            "app/use.py:2: app may not import web",
        ),
        ({"rules/combat.py": "import random"}, "rules/combat.py:1: rules may not import random"),
        (
            {"ledger/clause.py": "", "rules/combat.py": "from kamchatka.ledger import clause"},
            "rules/combat.py:1: rules may not import ledger",
        ),
        (
            {"board/model.py": "", "ledger/clause.py": "from kamchatka.board import model"},
            "ledger/clause.py:1: ledger may not import board",
        ),
        (
            {"bots/fast.py": "from numba import njit"},
            "bots/fast.py:1: only simulate/compiler/ may import numba",
        ),
        (
            {"ids.py": "", "gadget/thing.py": "from kamchatka.ids import Seat"},
            "gadget/thing.py:1: gadget is not in the table of directions",
        ),
    ],
)
def test_a_planted_wrong_import_is_caught(tmp_path: Path, files: dict[str, str], complaint: str) -> None:
    assert wrong_imports(plant(tmp_path, files)) == [complaint]


def test_right_imports_pass(tmp_path: Path) -> None:
    files = {
        "ids.py": "from typing import NewType",
        "rulebook/tables.py": "from kamchatka.ids import Seat",
        "rules/combat.py": "from typing import NamedTuple\nfrom kamchatka.rulebook.tables import Tables",
        "rules/step.py": "from kamchatka.rules import combat",
        "simulate/compiler/registry.py": "import numba",
        "web/app.py": "from kamchatka import __version__",
    }
    assert wrong_imports(plant(tmp_path, files)) == []
