"""What the documents show is what happens: examples are run, answers compared, names looked up."""

import os
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.cli.app import COMMANDS
from tests.docs.examples import NOT_RUN, ROOT, blocks_of, mistakes

DOCUMENTS = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")))
}
READMES = {"en": "README.md", "it": "README.it.md"}
WRONG = """id = "sbagliato"
title = "Sbagliato"
extends = "rtu"

[armies]
limit = "tante"

[clock]
minutes = 5

[closing.clauses]
first = ["001-E99"]
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short game of four bots, as the examples see one again."""
    path = tmp_path_factory.mktemp("game") / "serata.partita"
    players = "soldato,soldato,soldato,soldato"
    CliRunner().invoke(app, ["play", "--players", players, "--laps", "1", "--record", str(path)])
    return path.read_bytes()


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if list(blocks_of(DOCUMENTS[name]))])
def test_examples_do_what_the_document_shows(
    name: str, played: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "serata.partita").write_bytes(played)
    (tmp_path / "sbagliato.toml").write_text(WRONG, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert mistakes(DOCUMENTS[name], "it" if name.endswith(".it.md") else "en") == []


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        ("```console\n$ ./run odds 5 3 --rulebook rtu\nWith 5 armies …\n```", "prints With 5 armies against"),
        ("```sh\n./run score nowhere.toml\n```", "ends with 2"),
        ("```sh\ncurl example\n```", "nobody knows how to run curl example"),
        ("```ruby\nputs 1\n```", "nobody knows how to run a block of ruby"),
        ("```\n./run odds 5 3\n```", "says what it is"),
        ("```python\nimport kamchatka.nowhere\n```", "ModuleNotFoundError"),
    ],
)
def test_a_planted_mistake_is_told_with_its_line(
    planted: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    [mistake] = mistakes(f"# Title\n\n{planted}\n", "en")
    assert mistake.startswith("line 3: ")
    assert told in mistake


def test_an_added_line_that_the_named_file_lacks_is_told() -> None:
    shown = 'In `src/kamchatka/ids.py`:\n\n```diff\n+Seat = NewType("Seat", int)\n+class Nowhere:\n```\n'
    assert mistakes(shown, "en") == ["line 3: src/kamchatka/ids.py has no line class Nowhere:"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_modules_commands_and_pages_that_a_document_names_exist(name: str) -> None:
    document, tree = DOCUMENTS[name], _tree()
    modules = re.findall(r"\bkamchatka(?:\.(?!pth|db)[a-z_]+)+", document)
    files = re.findall(r"(?<![\w<>./-])(?:\.\./)*([\w/]+\.py)\b", document)
    words = re.findall(r"\./run (\w+)", document)
    trials = [f"{folder}/{word}.py" for folder, word in re.findall(r"\./run (bench|soak) ([a-z]+)", document)]
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", document) if "://" not in link]
    assert [each for each in modules if not _is_there(each)] == []
    assert [
        each for each in (*files, *trials) if not any(f"/{path}".endswith(f"/{each}") for path in tree)
    ] == []
    assert {*words} - {*COMMANDS} - {*NOT_RUN} <= {"help"}
    assert [link for link in links if not _leads_somewhere(ROOT / name, link)] == []


def _tree() -> list[str]:
    folders = ("src", "tests", "bench", "soak", "tools")
    return [path.relative_to(ROOT).as_posix() for each in folders for path in (ROOT / each).rglob("*.py")]


def _leads_somewhere(page: Path, link: str) -> bool:
    """Whether a file is there, and the heading that the link names."""
    place, _, anchor = link.partition("#")
    target = page.parent / place if place else page
    if not anchor or not target.exists():
        return target.exists()
    headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.M)
    return anchor in {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}


def _is_there(name: str) -> bool:
    """Whether this is a module, or something in one."""
    parent, _, last = name.rpartition(".")
    return bool(find_spec(parent)) and (hasattr(import_module(parent), last) or bool(find_spec(name)))


@pytest.mark.parametrize("lang", READMES)
def test_every_command_is_named_by_the_readme_and_by_run_help(lang: str) -> None:
    told = subprocess.run(
        [sys.executable, str(ROOT / "run"), "help"],
        env={**os.environ, "KAMCHATKA_LANG": lang},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    for command in COMMANDS:
        assert f"./run {command}" in told
        assert re.search(rf"\b{command}\b", DOCUMENTS[READMES[lang]])
