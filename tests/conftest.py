"""What every test may rely on: the `clause` mark, the ledger's book-keeping, case files as tests."""

pytest_plugins = ["tests.plugins.clauses", "tests.plugins.alter", "tests.plugins.cases"]
