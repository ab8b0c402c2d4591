"""The arithmetic of case files: `armies.surplus_found_times * (armies - limit)`.

A name is an answer or a computed value of the case; a dotted name is a value of the regulation. Expressions
use Python's syntax and parser, restricted to the operations below. Evaluation is lazy from left to right, so
a question is asked only if its answer matters.
"""

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

Value = bool | int | str | tuple[int, ...]
Look = Callable[[str], Any]
"""Returns the value of a name."""


def _above(numbers: tuple[int, ...], bound: int) -> int:
    """Number of values above the bound."""
    return sum(number > bound for number in numbers)


OPERATIONS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "above": _above}


@dataclass(frozen=True)
class Expression:
    """An expression of a case file; ValueError if it is invalid."""

    source: str

    def __post_init__(self) -> None:
        _ = self.names

    @cached_property
    def _tree(self) -> ast.expr:
        try:
            return ast.parse(self.source, mode="eval").body
        except SyntaxError as error:
            raise ValueError(f"not an expression: {self.source}") from error

    @cached_property
    def names(self) -> frozenset[str]:
        """All names in the expression, including dotted ones."""
        return frozenset(_names(self._tree))

    def value(self, look: Look) -> Any:
        """The value of the expression."""
        return _value(self._tree, look)


def _names(node: ast.expr) -> Iterator[str]:
    """The names in an expression; ValueError for an unsupported node."""
    match node:
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=ast.Name(id=section), attr=field):
            yield f"{section}.{field}"
        case _:
            for part in _parts(node):
                yield from _names(part)


def _parts(node: ast.expr) -> Sequence[ast.expr]:
    match node:
        case ast.Constant(value=bool() | int() | str()):
            return ()
        case ast.Call(func=ast.Name(id=function), args=parts, keywords=[]) if function in FUNCTIONS:
            return parts
        case ast.BoolOp(values=parts):
            return parts
        case ast.UnaryOp(op=ast.Not(), operand=part):
            return (part,)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in OPERATIONS:
            return left, right
        case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in OPERATIONS:
            return left, right
        case ast.IfExp(test=test, body=body, orelse=other):
            return test, body, other
    raise ValueError(f"not known in a case: {ast.unparse(node)}")


def _value(node: ast.expr, look: Look) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return look(name)
        case ast.Attribute(value=ast.Name(id=section), attr=field):
            return look(f"{section}.{field}")
        case ast.Call(func=ast.Name(id=function), args=parts):
            return FUNCTIONS[function](*(_value(part, look) for part in parts))
        case ast.BoolOp(op=ast.And(), values=parts):
            return all(_value(part, look) for part in parts)
        case ast.BoolOp(values=parts):
            return any(_value(part, look) for part in parts)
        case ast.UnaryOp(operand=part):
            return not _value(part, look)
        case (
            ast.BinOp(left=left, op=sign, right=right)
            | ast.Compare(left=left, ops=[sign], comparators=[right])
        ):
            return OPERATIONS[type(sign)](_value(left, look), _value(right, look))
        case ast.IfExp(test=test, body=body, orelse=other):
            return _value(body if _value(test, look) else other, look)
    raise AssertionError(ast.dump(node))
