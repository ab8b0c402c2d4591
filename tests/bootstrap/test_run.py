"""The one file that sets everything up: which packages a word needs, and when they count as there."""

import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from kamchatka.cli import output

ROOT = Path(__file__).resolve().parents[2]
PINNED = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module; its name has no ending, so that it reads well when typed."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader = SourceFileLoader("kamchatka_run", str(ROOT / "run"))
    spec = importlib.util.spec_from_loader("kamchatka_run", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture
def checkout(run: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with a core set of packages and, as its Python, the one that runs the tests."""
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements" / "core.txt").write_text("rich==15.0.0\n", encoding="utf-8")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(run, "PYTHON", Path(sys.executable))
    return tmp_path


def stamp_core(run: ModuleType, checkout: Path) -> None:
    locked = (checkout / "requirements" / "core.txt").read_bytes()
    text = run.stamp_text(locked, run.version_of(run.PYTHON), str(checkout / "src"))
    run.write_stamp(checkout / "stamps" / "core.stamp", text)


@pytest.mark.parametrize(
    ("word", "packages"),
    [
        *[("serve", "core"), ("rulebook", "core"), ("clauses", "core"), ("--help", "core"), ("odds", "core")],
        *[("simulate", "sim"), ("selfplay", "sim"), ("arena", "sim"), ("tune", "sim")],
        *[("test", "test"), ("check", "test"), ("bench", "test"), ("soak", "test")],
        ("lock", "uv"),
    ],
)
def test_each_word_needs_one_set(run: ModuleType, word: str, packages: str) -> None:
    assert run.set_for(word) == packages
    assert run.requirements(packages).is_file()


def test_a_finished_set_is_ready(run: ModuleType, checkout: Path) -> None:
    assert not run.is_ready("core")
    stamp_core(run, checkout)
    assert run.is_ready("core")


def test_a_changed_lock_is_not_ready(run: ModuleType, checkout: Path) -> None:
    stamp_core(run, checkout)
    (checkout / "requirements" / "core.txt").write_text("rich==15.0.1\n", encoding="utf-8")
    assert not run.is_ready("core")


def test_a_set_whose_installation_was_interrupted_is_not_ready(run: ModuleType, checkout: Path) -> None:
    stamp_core(run, checkout)
    run.write_stamp(checkout / "stamps" / "core.stamp", run.BEGUN)
    assert not run.is_ready("core")


def test_a_set_up_compiles_what_it_installed_and_the_product(
    run: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "VENV", checkout / "venv")
    folders = (run.site_packages(run.version_of(run.PYTHON)), checkout / "src" / "product")
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "thing.py").write_text("x = 1\n", encoding="utf-8")
    (folders[0] / "for_python_2.py").write_text("print 'no'\n", encoding="utf-8")
    made = [Path(importlib.util.cache_from_source(str(folder / "thing.py"))) for folder in folders]
    run.install("core", "uv", "--version")  # the installer itself has nothing to do
    assert [path.is_file() for path in made] == [True, True]
    assert run.is_ready("core")


def test_a_set_is_not_ready_while_it_is_being_compiled(
    run: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = []
    monkeypatch.setattr(run, "VENV", checkout / "venv")
    monkeypatch.setattr(run, "compile_bytecode", lambda: ready.append(run.is_ready("core")))
    run.site_packages(run.version_of(run.PYTHON)).mkdir(parents=True)
    run.install("core", "uv", "--version")
    assert ready == [False]


def test_a_python_that_no_longer_runs_is_not_ready(
    run: ModuleType, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_core(run, checkout)
    monkeypatch.setattr(run, "PYTHON", checkout / "gone")
    assert run.version_of(run.PYTHON) == ""
    assert not run.is_ready("core")


def test_the_stamp_changes_with_the_lock_the_python_and_the_place(run: ModuleType) -> None:
    stamps = {
        run.stamp_text(b"a", "3.11.7", "x"),
        run.stamp_text(b"b", "3.11.7", "x"),
        run.stamp_text(b"a", "3.12.1", "x"),
        run.stamp_text(b"a", "3.11.7", "y"),
    }
    assert len(stamps) == 4


@pytest.mark.parametrize(
    ("version", "enough"),
    [("3.10.13", False), ("3.11.0", True), ("3.9.18", False), ("4.0.0", True), ("", False)],
)
def test_python_3_11_is_the_least(run: ModuleType, version: str, enough: bool) -> None:
    assert run.is_recent(version) is enough


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "it"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "C.UTF-8"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "it"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": ""}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "it"),
        ({"LANG": "en_GB.UTF-8", "KAMCHATKA_LANG": "it"}, "it"),
        ({"LANG": "en_GB.UTF-8", "KAMCHATKA_LANG": "fr"}, "it"),
        ({"LANG": "it_IT.UTF-8", "KAMCHATKA_LANG": "EN"}, "en"),
        ({"LC_ALL": "it_IT.UTF-8", "KAMCHATKA_LANG": "en"}, "en"),
    ],
)
def test_run_and_the_product_speak_italian_unless_told_otherwise(
    run: ModuleType, environ: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KAMCHATKA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert run.language(environ) == output.language() == expected


def test_both_languages_say_everything(run: ModuleType) -> None:
    italian, english = run.MESSAGES["it"], run.MESSAGES["en"]
    assert italian.keys() == english.keys()
    for code, sentence in italian.items():
        assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", english[code])), code


def test_help_needs_no_packages() -> None:
    command = [sys.executable, "-I", "-S", str(ROOT / "run"), "help"]
    answer = subprocess.run(command, capture_output=True, check=True, env={"KAMCHATKA_LANG": "en"})
    assert answer.stdout.startswith(b"Kamchatka: RisiKo! tournaments\n")
    assert answer.stderr == b""


def test_only_what_is_missing_is_asked_of_the_system(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "os_release", lambda: "id=debian")
    assert run.system_commands("chromium", [], "strace") == []
    assert run.system_commands("", [], "strace")[-1][-1] == "chromium-headless-shell"
    assert run.system_commands("chromium", [], "")[-1][-1] == "strace"
    assert run.system_commands("chromium", ["tr_TR.UTF-8"], "strace")[-1] == [
        *("localedef", "-i", "tr_TR", "-f", "UTF-8", "tr_TR.UTF-8")
    ]


@pytest.mark.parametrize(
    ("arguments", "environ", "is_server"),
    [
        (["serve"], {}, False),
        (["serve", "--database", "sqlite:///k.db"], {}, False),
        (["serve"], {"KAMCHATKA_DATABASE": "sqlite:///postgresql.db"}, False),
        (["serve", "--database", "postgresql://anna@host/base"], {}, True),
        (["log", "verify", "--database=postgres://anna@host/base"], {}, True),
        (["serve"], {"KAMCHATKA_DATABASE": "postgresql+psycopg://host/base"}, True),
    ],
)
def test_only_a_postgresql_needs_its_driver(
    run: ModuleType, arguments: list[str], environ: dict[str, str], is_server: bool
) -> None:
    assert run.names_server(arguments, environ) == is_server


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (["arena", "--bots", "a,b"], False),
        (["arena", "--cluster", "local:2"], True),
        (["tune", "--cluster=tcp://host:8786"], True),
    ],
)
def test_only_a_cluster_needs_its_library(run: ModuleType, arguments: list[str], asked: bool) -> None:
    assert run.asks_cluster(arguments) == asked


def pins(name: str) -> dict[str, set[str]]:
    """Package → versions of a requirements file; a package may have one for each Python."""
    found: dict[str, set[str]] = {}
    for package, version in PINNED.findall(
        (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    ):
        found.setdefault(package, set()).add(version)
    return found


def test_the_locks_agree_with_each_other_and_with_the_project(run: ModuleType) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    core, sim, server, test = pins("core"), pins("sim"), pins("postgresql"), pins("test")
    assert core.items() <= sim.items() <= test.items()
    assert core.items() <= server.items() <= test.items()
    assert sim.items() <= pins("cluster").items() <= test.items()
    assert {*server} - {*core} == {"psycopg", "psycopg-binary"}  # which a club with a file never uses
    assert project["project"]["optional-dependencies"]["postgresql"] == [
        f"psycopg[binary]=={version}" for version in server["psycopg"]
    ]
    assert pins("uv") == {"uv": {run.UV_VERSION}}
    for name, wanted in (
        ("core", project["project"]["dependencies"]),
        ("sim", project["project"]["optional-dependencies"]["sim"]),
        ("test", project["dependency-groups"]["dev"]),
    ):
        for package, version in PINNED.findall("\n".join(wanted)):
            assert pins(name)[package] == {version}


def test_every_locked_package_has_its_hash() -> None:
    for path in (ROOT / "requirements").iterdir():
        entries = re.split(r"\n(?=[a-z0-9])", path.read_text(encoding="utf-8"))
        assert all("--hash=sha256:" in entry for entry in entries), path.name


@pytest.mark.parametrize(
    ("script", "windows", "typed"),
    [
        ("./run", False, "./run"),
        ("/opt/my club/run", False, '"/opt/my club/run"'),
        ("run", False, "python3 run"),
        ("run", True, "python run"),
    ],
)
def test_the_product_suggests_commands_as_run_was_called(
    run: ModuleType, monkeypatch: pytest.MonkeyPatch, *, script: str, windows: bool, typed: str
) -> None:
    monkeypatch.delenv("KAMCHATKA_RUN", raising=False)
    monkeypatch.setattr(run.os, "name", "nt" if windows else "posix")
    assert run.how_called(script) == typed
    monkeypatch.setenv("KAMCHATKA_PROGRAM", typed)
    assert output.command("replay", "una partita.json") == f"{typed} replay 'una partita.json'"
