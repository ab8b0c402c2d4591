"""What every test may rely on: the `clause` mark, the book-keeping, case files as tests, real databases."""

pytest_plugins = [
    *("tests.plugins.clauses", "tests.plugins.only", "tests.plugins.alter", "tests.plugins.cases"),
    *("tests.plugins.rulings", "tests.plugins.databases"),
]
