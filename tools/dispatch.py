"""Find the modules that `./run bench` and `./run soak` can run: one module of the folder for each name."""

import importlib
import pkgutil
import sys
from collections.abc import Callable
from types import ModuleType

Main = Callable[[list[str]], int]


def dispatch(package: ModuleType, arguments: list[str], when_empty: str) -> int:
    """Run the module named first, with the remaining arguments; without a name, run all of them in order.

    A module counts if it has `main(argv) -> int`; other modules of the folder are its helpers.
    """
    name, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if name == "--list":
        for each, entry in _entries(package).items():
            print(f"{each:20} {_first_line(entry)}")
        return 0
    if name:
        return _run_named(package, name, rest)
    entries = _entries(package)
    if not entries:
        print(when_empty)
        return 0
    failed = []
    for each, entry in entries.items():
        print(f"== {each}: {_first_line(entry)}", flush=True)
        if _main_of(entry)([]) != 0:
            failed.append(each)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _run_named(package: ModuleType, name: str, rest: list[str]) -> int:
    # Import only the requested module: the others may need packages that are slow to load.
    if name in _module_names(package):
        entry = _load(package, name)
        if hasattr(entry, "main"):
            return _main_of(entry)(rest)
    known = ", ".join(_entries(package)) or "-"
    print(f"{package.__name__}: no {name!r} here; there is: {known}", file=sys.stderr)
    return 2


def _module_names(package: ModuleType) -> list[str]:
    found = (module.name for module in pkgutil.iter_modules(package.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def _entries(package: ModuleType) -> dict[str, ModuleType]:
    loaded = {name: _load(package, name) for name in _module_names(package)}
    return {name: entry for name, entry in loaded.items() if hasattr(entry, "main")}


def _load(package: ModuleType, name: str) -> ModuleType:
    return importlib.import_module(f"{package.__name__}.{name}")


def _main_of(entry: ModuleType) -> Main:
    main: Main = entry.main
    return main


def _first_line(entry: ModuleType) -> str:
    return (entry.__doc__ or "").strip().partition("\n")[0]
