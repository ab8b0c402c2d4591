"""Third-party files are exactly the published ones, listed with version and licence."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from kamchatka.web.app import STATIC

FOLDERS = (STATIC / "vendor", STATIC.parents[1] / "documents" / "fonts")


def listed(folder: Path) -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads((folder / "vendor.toml").read_text(encoding="utf-8"))["file"]
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=("pages", "papers"))
def test_every_vendored_file_is_listed_with_its_sum(folder: Path) -> None:
    sums = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.parent != folder
    }
    assert {file["path"]: file["sha256"] for file in listed(folder)} == sums


@pytest.mark.parametrize("folder", FOLDERS, ids=("pages", "papers"))
def test_the_list_for_people_says_the_same(folder: Path) -> None:
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for file in listed(folder):
        cells = [
            file["package"],
            file["version"],
            file["licence"],
            f"`{file['path']}`",
            f"`{file['sha256']}`",
        ]
        assert f"| {' | '.join(cells)} |" in readme


def test_pages_use_no_attribute_of_the_older_htmx() -> None:
    older = re.compile(r"\bhx-(?:ext|sse|ws|vars|disinherit|params)\s*=")
    templates = sorted((STATIC.parent / "templates").rglob("*.html"))
    assert templates
    assert [path.name for path in templates if older.search(path.read_text(encoding="utf-8"))] == []
