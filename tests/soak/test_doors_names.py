"""Hostile names, cut to a few pages: they are only text; were they not, it would show."""

from types import SimpleNamespace

import pytest

from kamchatka.web.site import pages
from soak import doors_names
from soak.doors_names import run


@pytest.fixture(autouse=True)
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors_names, "addresses", lambda: ["/tornei/finito", "/organizza/si-gioca/iscritti"])
    monkeypatch.setattr(doors_names, "SEARCHES", doors_names.SEARCHES[:1])


def test_hostile_names_are_only_text() -> None:
    figures, faults = run(16, 6)
    assert faults == []
    assert figures["names"] == "16: 16 taken, 0 refused in words"


def test_names_that_are_markup_and_log_lines_that_break_are_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unescaped = pages.environment().overlay(autoescape=False)
    monkeypatch.setattr(pages, "environment", lambda: unescaped)
    split = SimpleNamespace(sentence="Iscritta: Anna\nBianchi", who="organizzatore")
    monkeypatch.setattr(doors_names, "history", lambda *_: SimpleNamespace(entries=[split]))
    found = run(1, 6)[1]
    assert any(fault == "the log says 'Iscritta: Anna\\nBianchi'" for fault in found)
    assert any(fault.startswith("/tornei/finito with names from 0: more {('script',)") for fault in found)
