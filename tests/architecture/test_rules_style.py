"""The rules stay short and plain, so that a newcomer can read them and the compiler too."""

import ast
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "src" / "kamchatka" / "rules"
A_SCREEN = 45
FORBIDDEN = (
    ast.ClassDef,
    ast.Dict,
    ast.DictComp,
    ast.Raise,
    ast.Try,
    ast.Lambda,
    ast.Global,
    ast.Nonlocal,
    ast.Yield,
    ast.With,
)


def functions(source: str) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]


def too_long(source: str) -> list[str]:
    lengths = {
        function.name: (function.end_lineno or 0) - function.lineno + 1 for function in functions(source)
    }
    return [name for name, lines in lengths.items() if lines > A_SCREEN]


def fancy(source: str) -> list[str]:
    return [type(node).__name__ for node in ast.walk(ast.parse(source)) if isinstance(node, FORBIDDEN)]


@pytest.mark.parametrize("module", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_no_rule_is_longer_than_a_screen(module: Path) -> None:
    assert too_long(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_rules_are_plain_functions(module: Path) -> None:
    """No classes (but the layouts), dictionaries, exceptions or closures."""
    if module.stem != "layout":
        assert fancy(module.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("module", sorted(RULES.glob("*.py")), ids=lambda path: path.stem)
def test_every_rule_says_what_it_gives(module: Path) -> None:
    nameless = [f.name for f in functions(module.read_text(encoding="utf-8")) if not ast.get_docstring(f)]
    assert nameless == []


def test_planted_faults_are_seen() -> None:
    body = "\n".join(f"    a{n} = {n}" for n in range(A_SCREEN))
    assert too_long(f"def long():\n{body}\n") == ["long"]
    assert fancy("def f():\n    raise ValueError\n") == ["Raise"]
