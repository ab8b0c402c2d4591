"""Hostile names, cut to a few pages: they are only text; were they not, it would show."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from kamchatka.web.site import pages
from soak import doors_names
from soak.doors_names import run


@pytest.fixture(autouse=True)
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors_names, "addresses", lambda: ["/tornei/finito", "/organizza/si-gioca/iscritti"])
    monkeypatch.setattr(doors_names, "SEARCHES", doors_names.SEARCHES[:1])


def test_hostile_names_are_only_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(16, 6, tmp_path) == []
    assert "16: 16 taken, 0 refused in words" in capsys.readouterr().out


def test_names_that_are_markup_and_log_lines_that_break_are_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unescaped = pages.environment().overlay(autoescape=False)
    monkeypatch.setattr(pages, "environment", lambda: unescaped)
    split = SimpleNamespace(sentence="Iscritta: Anna\nBianchi", who="organizzatore")
    monkeypatch.setattr(doors_names, "history", lambda *_: SimpleNamespace(entries=[split]))
    found = run(1, 6, tmp_path)
    assert any(fault == "the log says 'Iscritta: Anna\\nBianchi'" for fault in found)
    assert any(fault.startswith("/tornei/finito with names from 0: more {('script',)") for fault in found)
