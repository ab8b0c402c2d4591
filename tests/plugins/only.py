"""`--clause 001-E7`: run only the tests of a clause; repeat it for several clauses."""

from pathlib import Path

import pytest

from kamchatka.ledger import known
from tests.plugins.proofs import CLAUSE

OPTION = "only_clauses"
NAMING = (".py", ".cases", ".rulings")
"""Files that may name a clause."""

SENTENCES = {
    "it": {
        "unknown": "Non conosco la clausola «{clause}»: scrivila come nel registro, per esempio 001-E7.",
        "unproven": "Nessun test prova la clausola {clause}.",
    },
    "en": {
        "unknown": "I do not know the clause “{clause}”: write it as the ledger does, for example 001-E7.",
        "unproven": "No test proves clause {clause}.",
    },
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("kamchatka").addoption(
        "--clause",
        dest=OPTION,
        metavar="CLAUSE",
        action="append",
        default=[],
        help="run only the tests of this clause; more than once for several",
    )


def pytest_configure(config: pytest.Config) -> None:
    wanted: list[str] = config.getoption(OPTION)
    unknown = [clause for clause in wanted if not known(clause)]
    if unknown:
        raise pytest.UsageError("\n".join(_said("unknown", clause) for clause in unknown))
    if wanted:
        config.pluginmanager.register(Only(frozenset(wanted)), "only-clauses")


class Only:
    """Deselects tests that do not name the clauses, and reports clauses without a test."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self._wanted = wanted
        self._unproven: list[str] = []

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Skip files that do not contain the clause, unless they were named on the command line."""
        chosen = config.args_source is pytest.Config.ArgsSource.ARGS
        if chosen or collection_path.suffix not in NAMING:
            return None
        text = collection_path.read_text(encoding="utf-8")
        return None if any(clause in text for clause in self._wanted) else True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        named = [{str(value) for name, value in item.user_properties if name == CLAUSE} for item in items]
        config.hook.pytest_deselected(
            items=[item for item, clauses in zip(items, named, strict=True) if not clauses & self._wanted]
        )
        items[:] = [item for item, clauses in zip(items, named, strict=True) if clauses & self._wanted]
        self._unproven = sorted(self._wanted.difference(*named))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for clause in self._unproven:
            terminalreporter.write_line(_said("unproven", clause))


def _said(code: str, clause: str) -> str:
    from kamchatka.cli.output import language  # noqa: PLC0415 - only those who ask for a clause need it

    return SENTENCES[language()][code].format(clause=clause)
