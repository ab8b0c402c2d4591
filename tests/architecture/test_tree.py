"""The tree carries no address of a package registry, no path of a machine, no regulation's name in code."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "kamchatka"
REGULATIONS = {"challenge", "rtu", "rtu-2020", "aziendale", "milano", "primavera"}

# Joined here so that this file does not contain what it forbids.
REGISTRIES = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("security", "debian", "org"),
        ("archive", "ubuntu", "com"),
        ("anaconda", "org"),
    )
]
COMMON_PARENTS = {"/", "/tmp", "/var/tmp", "/opt", "/srv", "/mnt", "/home"}


def tree() -> list[Path]:
    """The files that are, or would be, in the repository."""
    if not (ROOT / ".git").exists():  # an archive: what it holds, but for what ./run and the tools made
        made = {".venv", ".setup", "data", "__pycache__"}
        inside = (path for path in ROOT.rglob("*") if path.is_file())
        return [
            path
            for path in inside
            if not any(part in made or part.endswith("_cache") for part in path.relative_to(ROOT).parts)
        ]
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def machine_paths(root: Path) -> list[str]:
    """Patterns of paths that mean something on one machine only, the checkout's own among them."""
    places = [str(root)]
    if str(root.parent) not in COMMON_PARENTS:
        places.append(str(root.parent))
    own = [re.escape(place) + r"(?![\w-])" for place in places]
    return [*own, f"/{'root'}/", f"/{'home'}/" + r"[\w.-]+/", f"/{'Users'}/" + r"[\w.-]+/"]


def forbidden(root: Path) -> re.Pattern[bytes]:
    """Any registry host or machine path."""
    hosts = [r"(?<![\w-])" + re.escape(host) for host in REGISTRIES]
    paths = [r"(?<![\w.])" + path for path in machine_paths(root)]
    return re.compile("|".join(hosts + paths).encode(), re.IGNORECASE)


def findings(paths: list[Path], root: Path) -> list[str]:
    """What is forbidden, file by file."""
    pattern = forbidden(root)
    return [
        f"{path.relative_to(root)}: {found.group().decode()}"
        for path in paths
        for found in pattern.finditer(path.read_bytes())
    ]


def named_regulations(source: str, ids: set[str]) -> list[str]:
    """The regulations' ids that stand as strings in the code, such as in a comparison or a default."""
    strings = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    words = [value.strip(" -_.").lower() for value in strings if isinstance(value, str)]
    return sorted(word for word in words if word in ids)


def shipped_ids() -> set[str]:
    """The ids that exist now, whatever was added since this list was written."""
    return REGULATIONS | {path.stem for path in SOURCE.glob("rulebook/regulations/*.toml")}


def test_no_registry_and_no_machine_path_in_the_tree() -> None:
    assert findings(tree(), ROOT) == []


@pytest.mark.parametrize("planted", [f"https://{REGISTRIES[0]}/simple", f"/{'root'}/x", f"/{'home'}/anna/x"])
def test_a_planted_address_or_path_is_found(tmp_path: Path, planted: str) -> None:
    (tmp_path / "notes.md").write_text(f"see {planted}\n", encoding="utf-8")
    (tmp_path / "where.md").write_text(f"in {tmp_path}/src\n", encoding="utf-8")
    found = findings([tmp_path / "notes.md", tmp_path / "where.md"], tmp_path)
    assert [line.partition(":")[0] for line in found] == ["notes.md", "where.md"]


def test_requirements_hold_no_address_and_no_path() -> None:
    files = sorted((ROOT / "requirements").iterdir())
    sets = ["cluster", "core", "postgresql", "sim", "test", "uv"]
    assert [path.name for path in files] == [f"{name}.txt" for name in sets]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "://" not in text
        assert " /" not in text
        assert "--index" not in text


def test_no_lock_file_that_names_hosts_is_kept() -> None:
    hosts_inside = {"uv.lock", "pylock.toml", "poetry.lock", "yarn.lock"}
    assert [path for path in tree() if path.name in hosts_inside] == []


def test_no_code_names_a_regulation() -> None:
    named = {
        str(path.relative_to(SOURCE)): found
        for path in sorted(SOURCE.rglob("*.py"))
        if (found := named_regulations(path.read_text(encoding="utf-8"), shipped_ids()))
    }
    assert named == {}


def test_a_planted_regulation_name_is_found() -> None:
    source = '"""Such as rtu."""\nif rulebook.id.startswith("rtu-") or deck == "challenge":\n    pass\n'
    assert named_regulations(source, REGULATIONS) == ["challenge", "rtu"]


SHARED_NAMES = {
    # The same thing happens at a digital and at a refereed table, and is asked for in the same words.
    *("ClosingRolled", "GameEnded", "TimeExpired", "EndGame", "EndTurn", "RollToClose"),
}
"""Class names that stand in two packages on purpose."""


def class_names(folder: Path) -> dict[str, list[str]]:
    """Public classes, and the files they stand in."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(str(path.relative_to(folder)))
    return found


def test_a_public_class_name_means_one_thing(tmp_path: Path) -> None:
    twice = {name: files for name, files in class_names(SOURCE).items() if len(files) > 1}
    assert {name: files for name, files in twice.items() if name not in SHARED_NAMES} == {}
    assert set(twice) == SHARED_NAMES, "a shared name that is used once needs no exception"
    (tmp_path / "one.py").write_text("class Desk: ...\n", encoding="utf-8")
    (tmp_path / "two.py").write_text("class Desk: ...\nclass _Own: ...\n", encoding="utf-8")
    assert class_names(tmp_path) == {"Desk": ["one.py", "two.py"]}
