"""Worked rulings (`*.rulings`) as tests: each is typed at the terminal, with the clauses it proves.

See docs/casebook.md for their format.
"""

import json
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.proofs import CLAUSE

SUFFIX = ".rulings"
KEYWORDS = ("title", "house", "ask", "then", "cites", "reads")


@dataclass
class WorkedRuling:
    """One question to the casebook, and the expected answer."""

    name: str
    rulebook: str
    clauses: list[str]
    at_line: int
    lines: list[tuple[str, str]] = field(default_factory=list)

    def all(self, keyword: str) -> list[str]:
        """The text of all lines with this keyword."""
        return [said for each, said in self.lines if each == keyword]


class RulingFailed(Exception):
    """A ruling whose answer differs from the expected one."""


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "RulingsFile | None":
    return RulingsFile.from_parent(parent, path=file_path) if file_path.suffix == SUFFIX else None


def read_rulings(path: Path) -> list[WorkedRuling]:
    """Parse the worked rulings of a file; ValueError names the invalid line."""
    found: list[WorkedRuling] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        keyword, _, said = raw.partition("#")[0].strip().partition(" ")
        if keyword == "case":
            rulebook, *clauses = said.split()
            found.append(WorkedRuling(f"{rulebook}-line-{number}", rulebook, clauses, number))
        elif keyword in KEYWORDS and found:
            found[-1].lines.append((keyword, said.strip()))
        elif keyword:
            raise ValueError(f"{path.name}, line {number}: {raw.strip()}")
    names: dict[str, int] = {}
    for ruling in found:
        if [len(ruling.all(each)) for each in ("title", "ask")] != [1, 1] or not ruling.all("then"):
            raise ValueError(f"{path.name}, line {ruling.at_line}: a title, one ask, a then are needed")
        stem = f"{ruling.rulebook}-{ruling.all('ask')[0].split()[0]}"
        names[stem] = names.get(stem, 0) + 1
        ruling.name = f"{stem}-{names[stem]}"
    return found


def run_ruling(ruling: WorkedRuling) -> None:
    """Type the question and compare every effect, clause and reading."""
    from typer.testing import CliRunner  # noqa: PLC0415 - only these tests type commands

    from kamchatka.cli import app  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        rulebook = house_file(ruling, Path(folder)) if ruling.all("house") else ruling.rulebook
        words = ["casebook", "ask", *shlex.split(ruling.all("ask")[0]), "--rulebook", rulebook, "--json"]
        done = CliRunner().invoke(app, words, env={"KAMCHATKA_LANG": "en"})
    try:
        answer: dict[str, Any] = json.loads(done.output)
    except json.JSONDecodeError:
        raise RulingFailed(f"{done.output}{done.exception!r}") from done.exception
    expected = {each: ruling.all(each) for each in ("then", "cites", "reads")}
    if found := _differences(expected, answer, done.exit_code):
        raise RulingFailed(f"{ruling.all('title')[0]}\n{found}\n{answer.get('ruling', '')}")


def house_file(ruling: WorkedRuling, folder: Path) -> str:
    """A house regulation that extends the one of the case with some values changed."""
    lines = ['id = "casa"', 'title = "Casa"', f'extends = "{ruling.rulebook}"', *ruling.all("house")]
    file = folder / "casa.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    return str(file)


def _differences(expected: dict[str, list[str]], answer: dict[str, Any], status: int) -> str:
    if "error" in answer:
        error = answer["error"]
        told = [f"refused {status} {error['code']}", *(f"missing {name}" for name in error["missing"])]
        cited, read = [error["clause"]] if error["clause"] else [], []
    else:
        told = [_written(effect) for effect in answer["effects"]]
        cited, read = answer["clauses"], [each["id"] for each in answer["readings"]]
    pairs = (
        (expected["then"], told),
        (sorted(" ".join(expected["cites"]).split()), sorted(cited)),
        (sorted(" ".join(expected["reads"]).split()), sorted(read)),
    )
    return "\n".join(f"expected {wanted}, was told {given}" for wanted, given in pairs if wanted != given)


def _written(effect: dict[str, Any]) -> str:
    """An effect as the files write it: its kind, then its other values."""
    rest = " ".join(f"{name} {value}" for name, value in effect.items() if name not in ("kind", "who"))
    return f"{effect['kind']} {effect.get('who', '')} {rest}".strip().replace("  ", " ")


class RulingsFile(pytest.File):
    """A file of worked rulings."""

    def collect(self) -> Iterator["RulingItem"]:
        try:
            rulings = read_rulings(self.path)
        except ValueError as mistake:
            raise self.CollectError(str(mistake)) from mistake
        for ruling in rulings:
            item = RulingItem.from_parent(self, name=ruling.name, ruling=ruling)
            item.user_properties += [(CLAUSE, clause) for clause in ruling.clauses]
            yield item


class RulingItem(pytest.Item):
    """One worked ruling."""

    def __init__(self, *, ruling: WorkedRuling, **rest: Any) -> None:
        super().__init__(**rest)
        self.ruling = ruling

    def runtest(self) -> None:
        run_ruling(self.ruling)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, RulingFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.ruling.at_line - 1, f"{self.ruling.name}: {self.ruling.all('title')[0]}"
