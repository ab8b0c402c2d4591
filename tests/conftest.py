"""What every test may rely on: the `clause` mark and option, the book-keeping, case files as tests."""

pytest_plugins = ["tests.plugins.clauses", "tests.plugins.only", "tests.plugins.alter", "tests.plugins.cases"]
