"""Which values of a regulation product code reads, found in its source.

A value is read where code outside `rulebook` reads `….closing.cap`, or `tables.closing_last`, a cell that the
value ends up in. To show, compare or check all values alike is not to read one. A function of `rules` counts
only if the rest of the source leads to it: what tests alone call plays no game. A case of the casebook reads
a value where it computes with it; to rest on one is only to cite it.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import kamchatka
from kamchatka.referee.casebook.expressions import Expression
from kamchatka.referee.casebook.model import COMPUTED
from kamchatka.rulebook import Rulebook, load, shipped
from kamchatka.rulebook.sections import SECTIONS
from kamchatka.rulebook.tables import LAYOUT, Tables, tables
from soak.alterations import neighbours, words_for

SOURCE = Path(kamchatka.__file__).parent
CELLS = frozenset(name for name, _ in LAYOUT)
KEYS = frozenset(f"{name}.{field}" for name, model in SECTIONS.items() for field in model.model_fields)
"""Every value a regulation has."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Waiting = Mapping[str, str]
"""What nobody uses yet, with the package that will."""


@dataclass(frozen=True)
class Rule:
    """A function of `rules`, called `setup.come_late`."""

    name: str
    body: Function


@cache
def unread(root: Path = SOURCE) -> frozenset[str]:
    """The values that no code under `root` (the folder of `kamchatka`) reads."""
    found: set[str] = set()
    for code in _played(root):
        found |= set(_keys_in(code)) | {key for cell in _cells_in(code) for key in _ending_in()[cell]}
    return KEYS - found - _computed_with(root)


def idle_rules(root: Path = SOURCE) -> frozenset[str]:
    """The functions of `rules` that nothing else under `root` leads to."""
    return frozenset(rule.name for rule in _idle(root))


def waiting_values() -> Waiting:
    """The values that are known to be unread."""
    return _waiting("values")


def waiting_rules() -> Waiting:
    """The functions of `rules` that are known to be idle."""
    return _waiting("rules")


def _waiting(table: str) -> Waiting:
    listed = tomllib.loads((Path(__file__).parent / "unread.toml").read_text(encoding="utf-8"))[table]
    return {f"{group}.{name}": part for group, names in listed.items() for name, part in names.items()}


def _played(root: Path) -> Iterator[ast.AST]:
    """Everything but `rulebook` itself and the rules nobody calls."""
    idle = {id(rule.body) for rule in _idle(root)}
    for place, module in _modules(root):
        if place.parts[0] != "rulebook":
            yield from (node for node in module.body if id(node) not in idle)


def _idle(root: Path) -> list[Rule]:
    rules, names = [], set()
    for place, module in _modules(root):
        for node in module.body:
            if place.parts[0] == "rules" and isinstance(node, Function):
                rules.append(Rule(f"{place.stem}.{node.name}", node))
            elif place.parts[0] != "rulebook":
                names |= _names_in(node)
    while called := [rule for rule in rules if rule.body.name in names]:
        rules = [rule for rule in rules if rule not in called]
        names |= {name for rule in called for name in _names_in(rule.body)}
    return rules


@cache
def _modules(root: Path) -> tuple[tuple[Path, ast.Module], ...]:
    paths = sorted(root.rglob("*.py"))
    return tuple((path.relative_to(root), ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def _names_in(code: ast.AST) -> set[str]:
    """The names code uses; importing one is not yet using it."""
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(code)
        if isinstance(node, ast.Name | ast.Attribute)
    }


def _cells_in(code: ast.AST) -> Iterator[str]:
    """The cells of `tables` that code reads."""
    for node in ast.walk(code):
        match node:
            case ast.Attribute(value=ast.Name(id="tables") | ast.Attribute(attr="tables"), attr=name):
                if name in CELLS:
                    yield name


def _keys_in(code: ast.AST) -> Iterator[str]:
    """The values that code reads from a regulation, also where a section got a name of its own."""
    named = _sections_named(code)
    for node in ast.walk(code):
        match node:
            case ast.Attribute(value=ast.Attribute(attr=section), attr=field):
                key = f"{section}.{field}"
            case ast.Attribute(value=ast.Name(id=name), attr=field) if name in named:
                key = f"{named[name]}.{field}"
            case _:
                continue
        if key in KEYS:
            yield key


def _sections_named(code: ast.AST) -> dict[str, str]:
    """Local names of sections: `goal = rulebook.victory`, or a parameter `goal: VictorySection`."""
    classes = {model.__name__: name for name, model in SECTIONS.items()}
    found = {}
    for node in ast.walk(code):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute(attr=section)):
                if section in SECTIONS:
                    found[name] = section
            case ast.arg(arg=name, annotation=ast.Name(id=kind)) if kind in classes:
                found[name] = classes[kind]
    return found


def _computed_with(root: Path) -> frozenset[str]:
    """The values that cases of the casebook compute with."""
    files = sorted(root.glob("referee/casebook/*.toml"))
    written = (text for file in files for text in _computed(tomllib.loads(file.read_text(encoding="utf-8"))))
    return KEYS & {name for text in written for name in Expression(text).names}


def _computed(table: Any, key: str = "") -> Iterator[str]:
    """The expressions of a case file: conditions, names it gives, defaults, numbers of effects."""
    if isinstance(table, dict):
        for name, entry in table.items():
            yield from _computed(entry, "let" if key == "let" else name)
    elif isinstance(table, list):
        for entry in table:
            yield from _computed(entry, key)
    elif isinstance(table, str) and key in ("if", "let", "default", *COMPUTED):
        yield table


@cache
def _ending_in() -> Mapping[str, frozenset[str]]:
    """By cell: the values that change it, tried on every regulation with every value near theirs."""
    found: dict[str, set[str]] = {cell: set() for cell in CELLS}
    for rulebook in map(load, shipped()):
        before = tables(rulebook)
        for key in KEYS:
            for after in _tables_near(rulebook, key):
                for cell in CELLS:
                    if getattr(before, cell) != getattr(after, cell):
                        found[cell].add(key)
    return {cell: frozenset(keys) for cell, keys in found.items()}


def _tables_near(rulebook: Rulebook, key: str) -> Iterator[Tables]:
    name, _, field = key.partition(".")
    section = rulebook.section(name)
    for other in neighbours(getattr(section, field), words_for(key)):
        changed = section.model_copy(update={field: other})
        try:
            yield tables(replace(rulebook, **{name: changed}))  # type: ignore[arg-type]
        except (AssertionError, KeyError, ValueError):  # no regulation has such a value
            continue
