"""A test may prove a clause only if it uses something that plays by the regulations."""

import re

import pytest

pytest_plugins = "pytester"

WHY = "proves nothing: it reads a regulation back and uses nothing that plays by it"

IMPORTS = """
import pytest
import helpers
from helpers import Clock, minutes_of
from kamchatka.board import Board, load_board
from kamchatka.rulebook import load, shipped

marked = pytest.mark.clause("001-E7")
"""
HELPERS = """
from datetime import timedelta
from kamchatka.board import load_board
from kamchatka.rulebook import load

def minutes_of(name): return timedelta(minutes=load(name).clock.minutes).seconds // 60
def territories(): return len(load_board().territories)
class Clock:
    def minutes(self): return minutes_of("rtu")
class World:
    def __len__(self): return territories()
WORLD = World()
"""


READING_BACK = """
BOOK = load("rtu")

@pytest.fixture
def clock(): return load("rtu").clock

@marked
def test_value(): assert load("rtu").clock.minutes == 105

@marked
def test_by_a_helper(): assert minutes_of("rtu") == 105

@marked
def test_by_a_class(): assert Clock().minutes() == 105

@marked
def test_by_a_fixture(clock, tmp_path): assert clock.minutes == 105

@marked
def test_by_a_constant(): assert BOOK.clock.minutes == 105

@marked
def test_nothing(): pass

@pytest.mark.parametrize("name", ["milano", pytest.param("rtu", marks=marked)])
def test_one_line(name): assert load(name).clock.minutes == 105
"""
USING = """
from helpers import WORLD as world

BOARD = load_board()

@pytest.fixture
def board(): return BOARD

@marked
def test_itself(): assert load_board()

@marked
def test_imported_inside():
    from kamchatka.rules.ending import closes
    assert closes

@marked
def test_by_its_full_name():
    import kamchatka.rules.ending
    assert kamchatka.rules.ending.closes

@marked
def test_by_a_helper(): assert helpers.territories() == 42

@marked
def test_by_an_object(): assert len(world) == 42

@marked
def test_by_a_fixture(board): assert board

@marked
@pytest.mark.parametrize("read", [load_board])
def test_by_a_parameter(read): assert read()

class TestMethods:
    @marked
    def test_method(self): assert BOARD

def test_without_a_mark(): assert load("rtu").clock.minutes == 105
"""


MIXED = """
MINUTES = 105
WORLD = helpers.World()
RTU = load("rtu")

@marked
def test_value():
    assert load("rtu").clock.minutes == 105
    assert load_board()

@marked
def test_named():
    assert load_board()
    clock = load("rtu").clock
    assert (clock.minutes, len(load("rtu").seats.sizes)) == (MINUTES, 2)

@marked
@pytest.mark.parametrize(("name", "minutes"), [("rtu", 105)])
def test_table(name, minutes):
    assert load_board()
    assert load(name).clock.minutes == minutes

@marked
def test_truth():
    assert load_board()
    assert not load("rtu").attack.fewer_dice_than_defence

@marked
def test_constant():
    assert load_board()
    assert RTU.clock.minutes == 105

@marked
def test_loop():
    assert load_board()
    for name in shipped():
        assert load(name).clock.minutes > 89

@marked
def test_played():
    rtu = load("rtu")
    board = load_board()
    assert len(board.deck(rtu.setup.objective_deck).objectives) == 16
    assert len(WORLD) == load("rtu").clock.minutes - 63

def test_unmarked():
    assert load("rtu").clock.minutes == 105
    assert load_board()
"""


def collected(pytester: pytest.Pytester, body: str) -> pytest.RunResult:
    """What becomes of a small suite when it is collected."""
    pytester.makeconftest('pytest_plugins = ["tests.plugins.clauses"]')
    pytester.makepyfile(helpers=HELPERS, test_a=IMPORTS + body)
    return pytester.runpytest_inprocess("--collect-only", "-q", "-p", "no:cacheprovider", "test_a.py")


def test_a_value_read_back_proves_nothing(pytester: pytest.Pytester) -> None:
    result = collected(pytester, READING_BACK)
    result.assert_outcomes(errors=1)
    names = [
        "value",
        "by_a_helper",
        "by_a_class",
        "by_a_fixture",
        "by_a_constant",
        "nothing",
        "one_line[rtu]",
    ]
    # On CI the summary at the end tells it all once more.
    told = (line for line in result.outlines if line.startswith("test_a.py::") and line.endswith(WHY))
    refused = list(dict.fromkeys(told))
    assert refused == [f"test_a.py::test_{name}: {WHY}" for name in names]


def test_an_assertion_that_reads_back_is_no_part_of_a_proof(pytester: pytest.Pytester) -> None:
    result = collected(pytester, MIXED)
    result.assert_outcomes(errors=1)
    text = (pytester.path / "test_a.py").read_text(encoding="utf-8").splitlines()
    refused = {}
    for name, line in re.findall(
        r"test_a.py::test_(\w+)\S*: line (\d+) only reads a reg", result.stdout.str()
    ):
        refused[name] = text[int(line) - 1].strip()
    assert refused == {
        "value": 'assert load("rtu").clock.minutes == 105',
        "named": 'assert (clock.minutes, len(load("rtu").seats.sizes)) == (MINUTES, 2)',
        "table": "assert load(name).clock.minutes == minutes",
        "truth": 'assert not load("rtu").attack.fewer_dice_than_defence',
        "constant": "assert RTU.clock.minutes == 105",
        "loop": "assert load(name).clock.minutes > 89",
    }


def test_what_uses_the_product_may_prove(pytester: pytest.Pytester) -> None:
    result = collected(pytester, USING)
    assert result.ret == 0
    assert "9 tests collected" in result.stdout.str()
