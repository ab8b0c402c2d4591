"""What the small suites share on which the ledger is tried."""

CONFTEST = """
import pytest
from kamchatka.board import load_board

pytest_plugins = ["tests.plugins.clauses", "tests.plugins.alter"]

@pytest.fixture(autouse=True)
def board():
    return load_board
"""
"""The plugins, and something of the product that every test uses, without which none could prove anything."""
