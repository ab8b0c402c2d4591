"""What every test may rely on: the `clause` mark, the book-keeping, case files as tests, real databases."""

import gc

pytest_plugins = [
    *("tests.plugins.clauses", "tests.plugins.only", "tests.plugins.alter", "tests.plugins.cases"),
    *("tests.plugins.rulings", "tests.plugins.databases"),
]


def pytest_collection_finish() -> None:
    """What collecting has loaded stays to the end: the garbage collector need not walk it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
