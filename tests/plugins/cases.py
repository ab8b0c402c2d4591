"""Case files (`*.cases`) as tests: one item for each case, with the clauses it proves. See docs/cases.md."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cases.reading import BadCaseFile, Case, read_file
from tests.cases.runner import CaseFailed, run_case
from tests.plugins.proofs import CLAUSE


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "CaseFile | None":
    if file_path.suffix == ".cases":
        return CaseFile.from_parent(parent, path=file_path)
    return None


class CaseFile(pytest.File):
    """A file of cases."""

    def collect(self) -> Iterator["CaseItem"]:
        try:
            cases = read_file(self.path)
        except BadCaseFile as mistake:
            raise self.CollectError(str(mistake)) from mistake
        for case in cases:
            item = CaseItem.from_parent(self, name=case.name, case=case)
            item.user_properties += [(CLAUSE, clause) for clause in case.clauses]
            yield item


class CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case

    def runtest(self) -> None:
        run_case(self.case)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.at_line - 1, f"{self.case.name}: {self.case.title}"
