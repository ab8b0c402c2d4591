"""Change code of rules, scoring, referee and tournament in small ways; check that a test notices each change.

`./run soak mutants [--seed N] [--count N] [--only rules/combat.py tournament]`: see docs/mutants.md.
"""

import argparse
import os
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from soak.mutant_trial import Fate, Trials
from soak.mutator import Mutant, Source

CODE = Path(__file__).parents[1] / "src" / "kamchatka"
ARGUED = Path(__file__).with_name("equivalent_mutants.toml")
SEED, COUNT, PROCESSES, BUDGET = 12, 600, 2, 20.0
PAGES = (
    *("board", "cut_page", "desk_standings", "draw_page", "entries", "entry_form", "fold_once", "home"),
    *("judges_page", "log_page", "pages", "print_pages", "public_event", "public_safety"),
    *("rollcall", "settings", "sheets", "table_pass", "wizard"),
)
DESK = (
    "tests/referee",
    "tests/tournament",
    "tests/golden/test_golden_tournaments.py",
    "tests/cli/test_casebook_commands.py",
    "tests/cli/test_format_commands.py",
    "tests/app/test_commands.py",
    "tests/app/test_consent.py",
    # Views are seen on the pages of the desk and of the public.
    *(f"tests/web/test_{page}.py" for page in PAGES),
)
JUDGES = {
    "rules": (
        "tests/cases",
        "tests/rules",
        "tests/perft",
        "tests/golden",
        # Not test_mixed.py: its games are compiled, and compiled code would not use the mutant.
        "tests/properties/test_mutations.py",
        "tests/game",
        "tests/records",
    ),
    "scoring": (
        "tests/scoring",
        "tests/cli/test_formula_commands.py",
        "tests/cli/test_scoring_commands.py",
        "tests/cli/test_scoring_files.py",
        "tests/cli/test_scoring_tables.py",
        "tests/docs",
    ),
    "referee": DESK,
    "tournament": DESK,
}
"""The tests that judge the mutants of each package."""


@dataclass(frozen=True)
class Equivalent:
    """A mutant that no test can distinguish from the code, and the argument."""

    file: str
    function: str
    before: str
    after: str
    why: str
    nth: int = 1

    def is_for(self, mutant: Mutant) -> bool:
        """Whether it is about this mutant."""
        return all(getattr(self, name) == getattr(mutant, name) for name in IDENTIFYING)


IDENTIFYING = ("file", "function", "before", "after", "nth")


def read_equivalents(path: Path = ARGUED) -> list[Equivalent]:
    """The mutants argued to be equivalent."""
    return [Equivalent(**entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]]


def sources() -> list[Source]:
    """The files that are mutated."""
    found = []
    for package in JUDGES:
        for path in sorted((CODE / package).rglob("*.py")):
            name = path.relative_to(CODE)
            found.append(Source(name.as_posix(), path, ".".join(("kamchatka", *name.with_suffix("").parts))))
    return found


def is_within(file: str, parts: Sequence[str]) -> bool:
    """Whether a file is one of these files or lies in one of these folders."""
    return any(file == part or file.startswith(f"{part}/") for part in parts)


def draw(mutants: Sequence[Mutant], seed: int, count: int) -> list[Mutant]:
    """A random sample: each mutant has its own lot, so that an edit changes the sample only locally."""
    lots = {mutant: sha256(f"{seed} {mutant.identity}".encode()).digest() for mutant in mutants}
    return sorted(mutants, key=lots.__getitem__)[:count]


def main(argv: list[str]) -> int:
    """Try a sample of mutants; exits with 0 if all are killed or argued to be equivalent."""
    parser = argparse.ArgumentParser(prog="soak mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument(
        "--only",
        metavar="PART",
        nargs="+",
        default=list(JUDGES),
        help="only mutants of these files and folders, such as rules/combat.py tournament/seating",
    )
    parser.add_argument("--processes", type=int, default=PROCESSES)
    parser.add_argument("--budget", type=float, default=BUDGET, help="most seconds of tests for one mutant")
    wanted = parser.parse_args(argv)
    out = Console(highlight=False, soft_wrap=True, markup=False)
    out.print(f"seed {wanted.seed}")
    if not hasattr(os, "fork"):
        out.print("mutants need a system on which processes fork")
        return 1
    code = sources()
    everything = [mutant for source in code for mutant in source.mutants()]
    chosen = [mutant for mutant in everything if is_within(mutant.file, wanted.only)]
    if not chosen:
        out.print(f"{' '.join(wanted.only)}: no function to change")
        return 2
    sample = draw(chosen, wanted.seed, wanted.count)
    out.print(f"{len(sample)} of {len(chosen)} mutants")
    trials = _try(code, sample, wanted.processes, wanted.budget, out)
    if trials.trouble:
        out.print(f"nothing was tried: {trials.trouble}")
        return 1
    return report(trials, read_equivalents(), everything, out)


def _try(code: list[Source], sample: list[Mutant], processes: int, budget: float, out: Console) -> Trials:
    for name in ("CI", "KAMCHATKA_WHOLE_RUN"):
        os.environ.pop(name, None)
    judges = {package: JUDGES[package] for package in sorted({mutant.package for mutant in sample})}
    # The others need no probes.
    code = [source for source in code if is_within(source.name, list(judges))]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # A progress bar that redraws itself is a thread, and threads do not survive a fork.
    with Progress(*columns, console=out, auto_refresh=False) as progress:
        tasks: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done, refresh=True)

        trials = Trials(code, sample, judges, processes=processes, budget=budget, tell=tell)
        folders = dict.fromkeys(folder for judge in judges.values() for folder in judge)
        pytest.main(["--capture=no", "-p", "no:cacheprovider", "-p", "no:terminal", *folders], [trials])
    return trials


def report(trials: Trials, argued: Sequence[Equivalent], everything: Sequence[Mutant], out: Console) -> int:
    """Print the fates and the survivors; 0 if each survivor is argued to be equivalent."""
    equivalent = {mutant for mutant in everything if any(each.is_for(mutant) for each in argued)}
    for package in sorted({mutant.package for mutant in trials.fates}):
        out.print(_figures(package, trials, equivalent))
    survivors = {mutant for mutant, fate in trials.fates.items() if fate is Fate.SURVIVED}
    for mutant in sorted(survivors - equivalent, key=lambda each: (each.file, each.line)):
        where = ", where no test goes" if mutant in trials.unreached else ""
        number = f" ({mutant.nth})" if mutant.nth > 1 else ""
        out.print(f"survived: src/kamchatka/{mutant.file}:{mutant.line} {mutant.function}{number}{where}")
        out.print(f"  - {mutant.before}\n  + {mutant.after}")
    for mutant in equivalent & set(trials.fates) - survivors:
        out.print(f"argued to be equivalent, yet killed: {mutant.identity}")
    for each in argued:
        if not any(each.is_for(mutant) for mutant in everything):
            out.print(
                f"argued, but no longer there: {each.file} {each.function}: {each.before} -> {each.after}"
            )
    return 1 if survivors - equivalent else 0


def _figures(package: str, trials: Trials, equivalent: set[Mutant]) -> str:
    own = {mutant: fate for mutant, fate in trials.fates.items() if mutant.package == package}
    by_fate = Counter(own.values())
    argued = sum(1 for mutant, fate in own.items() if fate is Fate.SURVIVED and mutant in equivalent)
    noticed = by_fate[Fate.KILLED] + by_fate[Fate.TIMED_OUT]
    share = noticed / max(1, len(own) - argued)
    return (
        f"{package}: {len(own)} mutants, {by_fate[Fate.KILLED]} killed, {by_fate[Fate.TIMED_OUT]} timed out, "
        f"{by_fate[Fate.SURVIVED]} survived ({argued} equivalent): {share:.1%} noticed"
    )
