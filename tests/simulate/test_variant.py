"""A regulation with values changed on the command line."""

import pytest

from kamchatka.rulebook import FaultyRulebook, diff, load
from kamchatka.simulate.variant import NotAChange, changed, split_changes


@pytest.mark.parametrize(
    ("typed", "name", "changes"),
    [
        ("rtu", "rtu", {}),
        ("C:/club/casa.toml", "C:/club/casa.toml", {}),
        ("rtu:closing.first=5", "rtu", {"closing.first": 5}),
        ("rtu:closing.first=5,closing.mode=at-most", "rtu", {"closing.first": 5, "closing.mode": "at-most"}),
        (
            "C:/casa.toml:seats.sizes=[4, 5],armies.limit=0",
            "C:/casa.toml",
            {"seats.sizes": [4, 5], "armies.limit": 0},
        ),
    ],
)
def test_changes_are_read_as_they_are_typed(typed: str, name: str, changes: dict[str, object]) -> None:
    assert split_changes(typed) == (name, changes)


@pytest.mark.parametrize("typed", ["rtu:first", "rtu:", "rtu:closing.first"])
def test_words_that_are_no_change_are_refused(typed: str) -> None:
    with pytest.raises(NotAChange):
        split_changes(typed)


def test_only_what_was_changed_differs() -> None:
    base = load("rtu")
    book = changed(base, {"closing.first": 5}, "rtu:closing.first=5")
    assert [each.key for each in diff(base, book)] == ["closing.first"]
    assert book.closing.first == 5
    assert book.digest() != base.digest()
    assert "closing.first" not in book.clauses


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"closing.frist": 5}, ["unknown_key"]),
        ({"clossing.first": 5}, ["unknown_section"]),
        ({"closing.first": 13, "closing.mode": "maybe"}, ["out_of_range", "unknown_choice"]),
        ({"closing.first": "five"}, ["wrong_type"]),
    ],
)
def test_every_fault_of_a_change_is_told(changes: dict[str, object], codes: list[str]) -> None:
    with pytest.raises(FaultyRulebook) as faulty:
        changed(load("rtu"), changes, "x")
    assert sorted(fault.code for fault in faulty.value.faults) == codes
