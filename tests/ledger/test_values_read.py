"""Values of a regulation count only where product code reads them, and rules only where it calls them."""

from pathlib import Path

import pytest

from tests.architecture.directions import ALLOWED
from tests.ledger.values_read import KEYS, idle_rules, unread, waiting_rules, waiting_values

Files = dict[str, str]


def plant(root: Path, files: Files) -> Path:
    """A little tree of modules."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_every_value_is_read_by_product_code_or_waits_for_a_part() -> None:
    assert unread() == set(waiting_values())


def test_every_rule_is_called_by_product_code_or_waits_for_a_part() -> None:
    assert idle_rules() == set(waiting_rules())


def test_what_waits_names_a_part_of_the_product() -> None:
    parts = {*waiting_values().values(), *waiting_rules().values()}
    assert parts - set(ALLOWED) == set()


@pytest.mark.parametrize(
    ("files", "read"),
    [
        ({"scoring/a.py": "limit = sheet.rulebook.armies.limit"}, {"armies.limit"}),
        (
            {"scoring/a.py": "def f(book):\n    ties = book.table_ties\n    return ties.criteria"},
            {"table_ties.criteria"},
        ),
        ({"scoring/a.py": "def f(goal: VictorySection):\n    return goal.points"}, {"victory.points"}),
        ({"game/a.py": "def f(game):\n    return game.tables.army_limit"}, {"armies.limit"}),
        ({"game/a.py": "def f(tables):\n    return tables.closing_last"}, {"closing.cap", "closing.dice"}),
        (
            {"game/a.py": "def f(tables):\n    return tables.strips[0]"},
            {"tally.strip_deck"},
        ),
        (
            {
                "rules/a.py": "def f(tables):\n    return tables.army_limit",
                "game/b.py": "from rules import a\na.f(1)",
            },
            {"armies.limit"},
        ),
        (
            {"referee/casebook/a.toml": "[let]\nover = 'armies - armies.limit'\n"},
            {"armies.limit"},
        ),
    ],
    ids=[
        *(
            "section and name",
            "named section",
            "typed section",
            "cell",
            "two values in a cell",
            "row",
            "rule",
        ),
        "case",
    ],
)
def test_a_value_is_read_where_code_asks_for_it(tmp_path: Path, files: Files, read: set[str]) -> None:
    assert KEYS - unread(plant(tmp_path, files)) == read


@pytest.mark.parametrize(
    "files",
    [
        {"rulebook/advice.py": "def f(book):\n    return book.armies.limit"},
        {"cli/show.py": "def f(book):\n    return [entry.value for entry in book.entries()]"},
        {"cli/show.py": 'def f(book):\n    return book.entry("armies.limit").clauses'},
        {"cli/show.py": "def f(army):\n    return army.limit"},
        {"board/a.py": "def f(names):\n    return names.army_limit"},
        {"rules/a.py": "def f(tables):\n    return tables.army_limit"},
        {"rules/a.py": "def f(tables):\n    return tables.army_limit", "game/b.py": "from rules.a import f"},
        {"rules/a.py": "def f(tables):\n    return tables.army_limit\ndef g(tables):\n    return f(tables)"},
        {"referee/casebook/a.toml": "[[ruling]]\nrests_on = ['armies.limit']\n"},
    ],
    ids=[
        "checked",
        "shown with all others",
        "its clauses",
        "another thing's limit",
        "no table of the rules",
        "a rule nobody calls",
        "a rule only imported",
        "a rule called by one nobody calls",
        "a case that only cites it",
    ],
)
def test_what_is_no_reading(tmp_path: Path, files: Files) -> None:
    assert unread(plant(tmp_path, files)) == KEYS


def test_rules_that_nothing_leads_to_are_found(tmp_path: Path) -> None:
    rules = "def f():\n    return g()\n\n\ndef g():\n    return 1\n\n\ndef h():\n    return f()\n"
    assert idle_rules(plant(tmp_path, {"rules/a.py": rules})) == {"a.f", "a.g", "a.h"}
    plant(tmp_path / "called", {"rules/a.py": rules, "game/b.py": "def play():\n    return f()"})
    assert idle_rules(tmp_path / "called") == {"a.h"}
