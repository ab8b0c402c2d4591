"""The site and the other commands start without the simulator's heavy packages."""

import subprocess
import sys

import pytest

HEAVY = ("numba", "llvmlite", "matplotlib", "pyarrow", "numpy")


def loaded(statement: str) -> list[str]:
    """Which heavy packages a fresh process has after this statement."""
    code = f"import sys; {statement}; print(*(name for name in {HEAVY} if name in sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return found.stdout.split()


@pytest.mark.parametrize(
    "statement", ["from kamchatka.web import create_app; create_app()", "import kamchatka.cli.app"]
)
def test_site_and_command_line_load_none_of_them(statement: str) -> None:
    assert loaded(statement) == []


def test_a_loaded_package_would_be_seen() -> None:
    assert loaded("import kamchatka.simulate.rows") == ["numpy"]
