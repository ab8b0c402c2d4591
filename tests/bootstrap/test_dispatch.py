"""`./run bench` and `./run soak`: a module of the folder is something to run, and failures are told."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tools.dispatch import dispatch

MODULE = '''"""{title}.

More."""


def main(argv: list[str]) -> int:
    print("{name}", argv)
    return {status}
'''


@pytest.fixture
def trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A package with a trial that holds, one that fails, and a helper."""
    folder = tmp_path / "planted_trials"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "dice.py").write_text(MODULE.format(title="Fair dice", name="dice", status=0))
    (folder / "power.py").write_text(MODULE.format(title="Power cuts", name="power", status=3))
    (folder / "helper.py").write_text("VALUE = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("planted_trials")
    for name in [name for name in sys.modules if name.split(".")[0] == "planted_trials"]:
        del sys.modules[name]


def test_without_a_name_all_run_and_one_failure_fails(
    trials: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(trials, [], "nothing") == 1
    printed = capsys.readouterr()
    assert printed.out.splitlines() == ["== dice: Fair dice.", "dice []", "== power: Power cuts.", "power []"]
    assert printed.err == "failed: power\n"


def test_a_name_runs_that_one_with_the_words_after_it(
    trials: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(trials, ["power", "--minutes", "2"], "nothing") == 3
    assert capsys.readouterr().out == "power ['--minutes', '2']\n"


def test_an_unknown_name_and_a_helper_are_refused_with_what_there_is(
    trials: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(trials, ["helper"], "nothing") == 2
    assert dispatch(trials, ["nobody"], "nothing") == 2
    assert capsys.readouterr().err.splitlines() == [
        "planted_trials: no 'helper' here; there is: dice, power",
        "planted_trials: no 'nobody' here; there is: dice, power",
    ]


def test_an_empty_folder_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = ModuleType("empty")
    empty.__path__ = [str(tmp_path)]
    assert dispatch(empty, [], "nothing to measure yet") == 0
    assert capsys.readouterr().out == "nothing to measure yet\n"
