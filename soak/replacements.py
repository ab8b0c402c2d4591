"""Replacements for a piece of code, to see whether tests notice."""

import ast
from collections.abc import Iterator
from copy import copy
from typing import Any

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}


def alternatives(node: ast.AST) -> Iterator[ast.AST]:
    """Possible replacements of this node."""
    match node:
        case ast.If() | ast.IfExp():
            yield _altered(node, test=ast.Constant(True))
            yield _altered(node, test=ast.Constant(False))
        case ast.While():
            yield _altered(node, test=ast.Constant(False))
        case ast.comprehension(ifs=[_, *_]):
            yield _altered(node, ifs=[])
        case ast.Expr() | ast.Assign() | ast.Raise():
            yield ast.Pass()
        case ast.AugAssign():
            yield ast.Pass()
            yield from _other_arithmetic(node)
        case ast.Return(value=ast.Name(id=name) as value) if name.isupper():
            # Many codes are 0: use the next number.
            yield ast.Return(ast.BinOp(value, ast.Add(), ast.Constant(1)))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(0))
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case _:
            yield from _other_expressions(node)


def _other_expressions(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                for other in COMPARISONS[type(operator)]:
                    yield _altered(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])
        case ast.BoolOp():
            yield _altered(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp():
            yield node.operand
        case ast.BinOp():
            yield from _other_arithmetic(node)
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Call(func=ast.Name(id=name)) if name in FUNCTIONS:
            yield _altered(node, func=ast.Name(FUNCTIONS[name], ast.Load()))


def _other_arithmetic(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    other = ARITHMETIC.get(type(node.op))
    if other is not None:
        yield _altered(node, op=other())


def _altered(node: ast.AST, **fields: Any) -> ast.AST:
    other = copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
