"""The packages of the product that a test uses, found in its source and in that of the helpers it names.

A test's code, decorators, signature and fixtures count, and everything they name in modules of the tests. To
name something of the product is to use it; the product's own imports are not followed. Assertions that only
read a regulation back are found too.
"""

import ast
import builtins
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import pytest

PRODUCT = "kamchatka"
RULEBOOK = f"{PRODUCT}.rulebook"
"""Names from here only repeat what a regulation says."""

LIBRARIES = [Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")]


class Named(NamedTuple):
    """A name in a module of the tests; without a name, the whole module."""

    path: Path
    name: str


class Imported(NamedTuple):
    """The target of an imported name: a module, or `name` in it, which may be a module too."""

    module: str
    name: str


class Module:
    """A module of the tests, with the meaning of its names."""

    def __init__(self, path: Path) -> None:
        self._tree = ast.parse(path.read_text(encoding="utf-8"))

    def statements(self, name: str) -> Iterable[ast.stmt]:
        """The statements that define or fill a name; without a name, the whole module."""
        return self._defined.get(name, ()) if name else self._tree.body

    @cached_property
    def imported(self) -> dict[str, Imported]:
        """Imports by name, from anywhere in the module."""
        return {name: found for node in ast.walk(self._tree) for name, found in _imports(node)}

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        """Values of names assigned once, at module level."""
        return {
            target.id: statement.value
            for statement in self._tree.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name)
        }

    def is_plain(self, name: str) -> bool:
        """Whether a name is a number or text, or a builtin."""
        given = self.statements(name)
        written = [node for statement in given for node in ast.walk(statement)]
        calls = any(isinstance(node, ast.Call) for node in written)
        return hasattr(builtins, name) if not given else isinstance(written[0], ast.Assign) and not calls

    @cached_property
    def _defined(self) -> dict[str, list[ast.stmt]]:
        found: dict[str, list[ast.stmt]] = {}
        for statement in self._tree.body:
            for name in _names_defined(statement):
                found.setdefault(name, []).append(statement)
        return found


class Uses:
    """Queries for one test run; every module is parsed once."""

    def __init__(self) -> None:
        self._modules: dict[Path, Module] = {}
        self._found: dict[tuple[Named, ...], frozenset[str]] = {}

    def packages_of(self, test: pytest.Function) -> frozenset[str]:
        """The packages of the product that a test uses, such as `game`."""
        fixtures = [each.func for made in test._fixtureinfo.name2fixturedefs.values() for each in made]
        places = [(test.function, test.path), *((func, _file_of(func.__module__)) for func in fixtures)]
        start = tuple(Named(path, func.__qualname__.partition(".")[0]) for func, path in places if path)
        if start not in self._found:
            self._found[start] = frozenset(self._packages_from(start))
        return self._found[start]

    def line_that_reads_back(self, test: pytest.Function) -> int:
        """The line of the first assertion of a test that only repeats a regulation; 0 if there is none."""
        module = self._module(test.path)
        plain = set(test.callspec.params) if hasattr(test, "callspec") else set()
        for statement in module.statements(test.function.__qualname__.partition(".")[0]):
            if line := _reading_back(statement, module, plain):
                return line
        return 0

    def _module(self, path: Path) -> Module:
        if path not in self._modules:
            self._modules[path] = Module(path)
        return self._modules[path]

    def _packages_from(self, start: Iterable[Named]) -> Iterator[str]:
        waiting, seen = list(start), set(start)
        while waiting:
            for imported in self._follow(waiting.pop()):
                if isinstance(imported, str):
                    yield imported
                elif imported not in seen:
                    seen.add(imported)
                    waiting.append(imported)

    def _follow(self, place: Named) -> Iterator[str | Named]:
        """What a name refers to: packages of the product, and names in modules of the tests."""
        module = self._module(place.path)
        for statement in module.statements(place.name):
            for node in ast.walk(statement):
                for imported in _imports(node):
                    yield from _resolved(imported[1])
                if isinstance(node, ast.Name):
                    if node.id in module.imported:
                        yield from _resolved(module.imported[node.id])
                    yield Named(place.path, node.id)


def _resolved(imported: Imported) -> Iterator[str | Named]:
    parts = [*imported.module.split("."), *filter(None, [imported.name])]
    if parts[0] == PRODUCT:
        yield parts[1] if len(parts) > 1 else ""
    elif inside := _file_of(".".join(parts)):
        yield Named(inside, "")
    elif module := _file_of(imported.module):
        yield Named(module, imported.name)


def _file_of(module: str) -> Path | None:
    """The file of a module of the tests; None for a library or a name that is no module."""
    name = getattr(sys.modules.get(module), "__file__", None)
    path = Path(name) if name else None
    return None if path and any(path.is_relative_to(library) for library in LIBRARIES) else path


def _imports(node: ast.AST) -> Iterator[tuple[str, Imported]]:
    """The names an import binds, each with its target."""
    match node:
        case ast.Import(names=names):
            yield from (
                (each.asname or each.name.partition(".")[0], Imported(each.name, "")) for each in names
            )
        case ast.ImportFrom(module=str(module), names=names):
            yield from ((each.asname or each.name, Imported(module, each.name)) for each in names)


def _names_defined(statement: ast.stmt) -> Iterator[str]:
    """The names a module-level statement binds, without imports."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield statement.name
    else:
        yield from (
            node.id
            for node in ast.walk(statement)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )


def _reading_back(code: ast.stmt, module: Module, plain: set[str]) -> int:
    """The line of the first assertion that contains only a regulation and plain values."""
    read = {name for name, source in module.imported.items() if source.module == RULEBOOK}
    read |= {name for name, value in module.constants.items() if _only(value, read, module, plain)}
    for node in ast.walk(code):
        match node:
            case (
                ast.For(target=ast.Name(id=name), iter=values)
                | ast.comprehension(target=ast.Name(id=name), iter=values)
            ) if _only(values, read, module, plain):
                plain = {*plain, name}
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _only(value, read, module, plain):
                read.add(name)
    found = (node for node in ast.walk(code) if isinstance(node, ast.Assert))
    return next((node.lineno for node in found if _only(node.test, read, module, plain)), 0)


def _only(code: ast.expr, read: set[str], module: Module, plain: set[str]) -> bool:
    used = {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}
    return bool(used & read) and all(name in plain or module.is_plain(name) for name in used - read)
