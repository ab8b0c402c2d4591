"""All small changes to the code of a file: the mutants of `./run soak mutants`.

Only code in functions is changed. Constants, tables, class bodies and default values run once, on import, and
other modules keep their values: altering values is the business of `./run soak controls`.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType

from soak.replacements import alternatives

FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
NOT_RUN = ("annotation", "returns", "decorator_list", "args", "type_params")
"""Fields of a node that are not code of the function: a call's `args` are a list, a function's are not."""

FunctionKey = tuple[str, int]
"""A function of a file: its qualified name and first line, as in its code object."""


@dataclass(frozen=True)
class Change:
    """The replacement of one node of a tree by another."""

    function: FunctionKey
    statement: ast.stmt
    owner: ast.AST
    field: str
    index: int | None
    old: ast.AST
    new: ast.AST

    @contextmanager
    def made(self) -> Iterator[None]:
        """Context in which the tree is changed; restored afterwards."""
        self._put(self.new)
        try:
            yield
        finally:
            self._put(self.old)

    def headline(self) -> str:
        """The statement as it is now, without its block."""
        dropped = self.old is self.statement and self.index is not None
        siblings = getattr(self.owner, self.field)
        return _headline(siblings[self.index] if dropped else self.statement)

    def _put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.owner, self.field, node)
        else:
            getattr(self.owner, self.field)[self.index] = node


@dataclass(frozen=True)
class Mutant:
    """One change, identified by its effect: moving lines around it does not matter."""

    file: str
    function: str
    before: str
    after: str
    nth: int
    """Index, from 1, among the identical changes in this function."""
    line: int
    statement: int
    """Index of the changed statement in its source."""
    change: Change = field(compare=False)

    @property
    def package(self) -> str:
        """The package it belongs to."""
        return self.file.partition("/")[0]

    @property
    def identity(self) -> str:
        """A stable text for the change, independent of other functions."""
        return f"{self.file} {self.function}: {self.before} -> {self.after} ({self.nth})"


class Source:
    """A source file, its module name, and everything that can be changed in its functions."""

    def __init__(self, name: str, path: Path, module: str) -> None:
        self.name, self.path, self.module = name, path, module
        self._text = path.read_text(encoding="utf-8")
        self._tree = ast.parse(self._text)

    def mutants(self) -> list[Mutant]:
        """Every mutant, in source order."""
        numbers = {id(statement): number for number, statement in enumerate(_statements(self._tree))}
        seen: Counter[tuple[str, str, str]] = Counter()
        found = []
        for change in _changes(self._tree):
            before = change.headline()
            with change.made():
                after = change.headline()
            # An `if` that is already always true, and the like
            if before == after:
                continue
            told = (change.function[0], before, after)
            seen[told] += 1
            line = getattr(change.old, "lineno", change.statement.lineno)
            number = numbers[id(change.statement)]
            found.append(Mutant(self.name, *told, seen[told], line, number, change))
        return found

    def mutated(self, mutant: Mutant) -> CodeType:
        """The changed code of the mutant's function."""
        with mutant.change.made():
            return self._compiled(self._tree)[mutant.change.function]

    def probed(self, probes: str) -> tuple[dict[FunctionKey, CodeType], int]:
        """Functions whose statements each set a 1 in the global `probes`; and the number of statements."""
        tree = ast.parse(self._text)
        numbers = {id(statement): number for number, statement in enumerate(_statements(tree))}
        for node in list(ast.walk(tree)):
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list):
                    setattr(node, name, list(_with_probes(block, numbers, probes)))
        return self._compiled(tree), len(numbers)

    def _compiled(self, tree: ast.Module) -> dict[FunctionKey, CodeType]:
        module = compile(tree, str(self.path), "exec", dont_inherit=True)
        codes = dict(_codes(module))
        return {key: codes[key] for key, _ in _functions(tree)}


def _with_probes(block: list[ast.stmt], numbers: dict[int, int], probes: str) -> Iterator[ast.stmt]:
    for statement in block:
        if id(statement) in numbers:
            probe = ast.parse(f"{probes}[{numbers[id(statement)]}] = 1").body[0]
            yield ast.fix_missing_locations(ast.copy_location(probe, statement))
        yield statement


def _codes(code: CodeType) -> Iterator[tuple[FunctionKey, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield (constant.co_qualname, constant.co_firstlineno), constant
            yield from _codes(constant)


def _functions(node: ast.AST, inside: str = "") -> Iterator[tuple[FunctionKey, ast.AST]]:
    """The functions of a module and of its classes; nested functions are part of theirs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FUNCTION):
            first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            yield (inside + child.name, first), child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{inside}{child.name}.")


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of all functions, in a fixed order."""
    for _, function in _functions(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.stmt) and node is not function:
                yield node


def _changes(tree: ast.Module) -> Iterator[Change]:
    for key, function in _functions(tree):
        yield from _changes_in(key, function, None)


def _changes_in(key: FunctionKey, owner: ast.AST, statement: ast.stmt | None) -> Iterator[Change]:
    for name, index, node in _parts(owner):
        where = node if isinstance(node, ast.stmt) else statement
        assert where is not None, "a function holds statements"
        for other in alternatives(node):
            new = ast.fix_missing_locations(ast.copy_location(other, node))
            yield Change(key, where, owner, name, index, node, new)
        yield from _changes_in(key, node, where)


def _parts(owner: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The child nodes that run when this node does, and their position."""
    for name, value in ast.iter_fields(owner):
        if isinstance(value, list) and name != "decorator_list":
            for index, node in enumerate(value):
                if isinstance(node, ast.AST) and not _is_left_out(node):
                    yield name, index, node
        elif isinstance(value, ast.AST) and name not in NOT_RUN and not _is_left_out(value):
            yield name, None, value


def _is_left_out(node: ast.AST) -> bool:
    match node:
        # Assertions against our own mistakes, which no test can trigger
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        # Docstrings
        case ast.Expr(value=ast.Constant()):
            return True
    return False


def _headline(statement: ast.stmt) -> str:
    """The first line of a statement, without its block."""
    shown = copy(statement)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        if hasattr(shown, name):
            setattr(shown, name, [ast.Pass()] if name == "body" else [])
    return ast.unparse(shown).partition("\n")[0]
