"""Who may import whom: the table of directions and the reading of imports that the tests use."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

EVERYBODYS = {
    "",
    "ids",
    "events",
    "stream",
    "clock",
    "command",
    "full_name",
    "near_names",
    "refusals",
    "lockfile",
    "faults",
    "messages",
    "ledger",
}
"""What every package may import; the empty name is `kamchatka` itself, for its version."""

_RULES = {"board", "rulebook", "rules"}
_SCORING = {*_RULES, "scoring"}
_DOMAIN = {*_SCORING, "game", "tournament", "referee"}
_ALL_BELOW_APP = {*_DOMAIN, "bots", "store", "interop", "documents"}

ALLOWED: dict[str, set[str]] = {
    "": set(),
    "__main__": {"cli"},
    "ids": set(),
    "events": {"ids"},
    "stream": set(),
    "clock": set(),
    "command": {"clock", "ids"},
    "full_name": set(),
    "near_names": set(),
    "lockfile": set(),
    "refusals": {"messages"},
    "messages": {"ids"},
    "faults": {"messages"},
    "ledger": {"ids", "messages"},
    "board": EVERYBODYS,
    "rulebook": {*EVERYBODYS, "board"},
    "rules": {"rulebook"},
    "game": {*EVERYBODYS, *_RULES},
    "bots": {*EVERYBODYS, *_RULES, "game"},
    "simulate": {*EVERYBODYS, *_RULES, "game", "bots"},
    "scoring": {*EVERYBODYS, *_RULES},
    "tournament": {*EVERYBODYS, *_SCORING},
    "referee": {*EVERYBODYS, *_SCORING},
    "store": EVERYBODYS,
    "interop": {*EVERYBODYS, *_DOMAIN},
    "documents": {*EVERYBODYS, *_DOMAIN},
    "app": {*EVERYBODYS, *_ALL_BELOW_APP},
    "web": {*EVERYBODYS, *_ALL_BELOW_APP, "simulate", "app"},
    "cli": {*EVERYBODYS, *_ALL_BELOW_APP, "simulate", "app", "web"},
}
"""Package or module of `kamchatka` → the others it may import. A new one needs a line here."""

ONLY_IN = {"numba": "simulate/compiler/", "llvmlite": "simulate/compiler/"}
"""Libraries that only one folder may know."""

ONLY_FROM_OUTSIDE = {"rules": {"typing"}}
"""Packages that may import nothing from outside `kamchatka` but these."""


@dataclass(frozen=True)
class Import:
    """One imported module, by its full name, and the line that imports it."""

    module: str
    line: int


def imports_of(source: str, package: str) -> Iterator[Import]:
    """Every import of a module that lives in `package`, wherever in the file it stands.

    `from a import b` gives `a.b` too, since b may be a module. Imports for type checking count: they are
    knowledge of another package as well.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (Import(name.name, node.lineno) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            yield from (Import(f"{base}.{name.name}", node.lineno) for name in node.names)
        elif isinstance(node, ast.Call) and _called_name(node) in {"import_module", "__import__"}:
            match node.args:
                case [ast.Constant(value=str(name)), *_]:
                    yield Import(name, node.lineno)


def _called_name(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def wrong_imports(root: Path) -> list[str]:
    """One line for each import under `root` (the folder of `kamchatka`) that goes against the table."""
    found = []
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root)
        package = ".".join(["kamchatka", *place.parts[:-1]])
        owner = _owner(root, place.parts[0].removesuffix(".py"))
        for imported in imports_of(path.read_text(encoding="utf-8"), package):
            reason = _why_wrong(root, place, owner, imported.module)
            if reason:
                found.append(f"{place.as_posix()}:{imported.line}: {reason}")
    return found


def _owner(root: Path, name: str) -> str:
    return "" if name == "__init__" or not _exists(root, name) else name


def _exists(root: Path, name: str) -> bool:
    return (root / name).is_dir() or (root / f"{name}.py").is_file()


def _why_wrong(root: Path, place: Path, owner: str, module: str) -> str:
    top, *rest = module.split(".")
    if top != "kamchatka":
        if not place.as_posix().startswith(ONLY_IN.get(top, "")):
            return f"only {ONLY_IN[top]} may import {top}"
        if top not in ONLY_FROM_OUTSIDE.get(owner, {top}):
            return f"{owner} may not import {top}"
        return ""
    if owner not in ALLOWED:
        return f"{owner} is not in the table of directions"
    target = _owner(root, rest[0]) if rest else ""
    if target == owner or target in ALLOWED[owner]:
        return ""
    return f"{owner or 'kamchatka'} may not import {target or 'kamchatka'}"
