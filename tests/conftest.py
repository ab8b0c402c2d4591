"""What every test may rely on: the `clause` mark and the ledger's book-keeping."""

pytest_plugins = ["tests.plugins.clauses", "tests.plugins.alter"]
