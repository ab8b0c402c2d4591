"""P4: no page, style or script names another host, and whatever one names is here."""

import re
from pathlib import Path

import pytest

from kamchatka.web.app import STATIC

WEB = STATIC.parent
TEXTS = sorted(
    path for path in WEB.rglob("*") if path.suffix in (".html", ".css", ".js", ".svg") and path.is_file()
)
NAMESPACES = re.compile(r"http://www\.w3\.org/(?:2000/svg|1999/xlink|1999/xhtml)")
ELSEWHERE = re.compile(
    r"(?:\bhttps?:|[\"'(=\s])//[a-z0-9\[{]|@import|\bdata:[a-z]+/|\bwss?://", re.IGNORECASE
)
JINJA = re.compile(r"{{.*?}}|{%.*?%}|{#.*?#}", re.DOTALL)
INLINE = re.compile(
    r"\sstyle=|<style|\son[a-z]+=|javascript:"
    r"|<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")"
)
TRUSTED = re.compile(r"\|\s*safe\b|autoescape false")


def names_elsewhere(text: str) -> list[str]:
    """Whatever in a file would make a browser ask another host."""
    return ELSEWHERE.findall(NAMESPACES.sub("", text))


def test_no_asset_names_another_host() -> None:
    assert len(TEXTS) > 60
    wrong = {path.relative_to(WEB).as_posix(): names_elsewhere(read(path)) for path in TEXTS}
    assert {path: found for path, found in wrong.items() if found} == {}


@pytest.mark.parametrize(
    "planted",
    [
        '<script src="https://cdn.example/x.js"></script>',
        '<link href="//fonts.example/css">',
        "@import url(other.css);",
        'fetch("//example.org/beacon")',
        "background: url(//example.org/a.png)",
        "new WebSocket('ws://example.org')",
    ],
)
def test_a_planted_foreign_address_is_found(planted: str) -> None:
    assert names_elsewhere(planted) != []


def test_every_file_that_a_page_or_style_asks_for_is_here() -> None:
    asked = {
        (path.relative_to(WEB).as_posix(), name)
        for path in TEXTS
        if "vendor" not in path.parts
        for name in re.findall(r"/static/([A-Za-z0-9_./-]+\.[a-z0-9]+)", read(path))
    }
    assert len(asked) > 20
    assert {(page, name) for page, name in asked if not (STATIC / name).is_file()} == set()


def what_is_wrong(template: str) -> list[str]:
    """Whatever in a template our own policy would block, or a name could turn into markup."""
    return [*INLINE.findall(JINJA.sub("", template)), *TRUSTED.findall(template)]


def test_templates_hold_no_inline_style_or_script_and_trust_no_text() -> None:
    templates = [path for path in TEXTS if path.suffix == ".html"]
    wrong = {path.relative_to(WEB).as_posix(): what_is_wrong(read(path)) for path in templates}
    assert {path: found for path, found in wrong.items() if found} == {}
    for planted in (
        '<p style="color: red">',
        "<script>alert(1)</script>",
        "<b onclick=x>",
        "{{ name | safe }}",
    ):
        assert what_is_wrong(planted)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")
