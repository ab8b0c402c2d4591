"""Third-party files are exactly the published ones, listed with version and licence."""

import hashlib
import re
import tomllib

from kamchatka.web.app import STATIC

VENDOR = STATIC / "vendor"
LISTED = tomllib.loads((VENDOR / "vendor.toml").read_text(encoding="utf-8"))["file"]


def test_every_vendored_file_is_listed_with_its_sum() -> None:
    sums = {
        path.relative_to(VENDOR).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in VENDOR.rglob("*")
        if path.is_file() and path.parent != VENDOR
    }
    assert {file["path"]: file["sha256"] for file in LISTED} == sums


def test_the_list_for_people_says_the_same() -> None:
    readme = (VENDOR / "README.md").read_text(encoding="utf-8")
    for file in LISTED:
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
