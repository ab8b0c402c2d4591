"""Draws and plans against the optimum: failures, bounds and seconds, means of five fields.

`--solver` asks OR-Tools, if installed, for the best bound of each small draw (`pip install
'ortools==9.15.*'` into `.venv`); the product itself never uses it.
"""

import argparse
import importlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from kamchatka.ids import PersonId
from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.format.tables import TableShape
from kamchatka.tournament.seating.draw import Draw
from kamchatka.tournament.seating.season import Evening, Season
from kamchatka.tournament.seating.wishes import Field, Past
from kamchatka.tournament.state import Entrant

INSTANCES = 5
KINDS = ("club", "opponents", "five")
DRAWS = ((80, 4, 25), (104, 3, 28), (83, 4, 25), (42, 4, 12), (18, 5, 4), (1000, 3, 60))
"""Players, rounds, clubs."""
ZERO = DRAWS[:3]
"""Fields in which no wish needs to fail."""
SEASONS = ((16, 5, 0), (24, 6, 0), (32, 8, 0), (32, 9, 0), (16, 6, 24))
"""Players, evenings, and how many repeated meetings are unavoidable."""
SECONDS = {104: 2.0, 1000: 30.0}
SOLVER_SECONDS = 10


class Bar(NamedTuple):
    """A condition that must hold."""

    id: str
    value: float
    must: float

    @property
    def ok(self) -> bool:
        """Whether it holds."""
        return self.value <= self.must


@dataclass
class Event:
    """A tournament in which rounds are only drawn."""

    players: list[Entrant]
    met: list[frozenset[frozenset[PersonId]]] = field(default_factory=list)
    sizes: dict[PersonId, list[int]] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    least: Counter[str] = field(default_factory=Counter)
    proven: Counter[str] = field(default_factory=Counter)
    """Lower bounds proven by the solver."""
    seconds: list[float] = field(default_factory=list)

    def draw(self, seed: str) -> Draw:
        """The next round."""
        return Draw(
            players=self.players,
            shapes=shapes(len(self.players)),
            method="wishes",
            wishes=[Wish(kind=kind) for kind in KINDS],  # type: ignore[arg-type]
            past=Past(met=self.met, sizes=self.sizes),
            seed=seed,
            round=len(self.met) + 1,
        )

    def play(self, seed: str, *, solve: bool) -> None:
        """Draw a round and record it."""
        draw = self.draw(seed)
        began = time.perf_counter()
        tables, receipt = draw.tables()
        self.seconds.append(time.perf_counter() - began)
        bounds = solved(draw) if solve and receipt.cost > receipt.bound else {}
        for each in receipt.outcomes:
            self.failed[each.wish] += each.failed
            self.least[each.wish] += each.least
            self.proven[each.wish] += max(bounds.get(each.wish, 0), each.least)
        self.met.append(frozenset(frozenset(pair) for table in tables for pair in combinations(table, 2)))
        for table in tables:
            for who in table:
                self.sizes.setdefault(who, []).append(len(table))


def shapes(players: int) -> list[TableShape]:
    """Tables of four, and as many of five as necessary."""
    fives = players % 4
    return [TableShape("table", 5)] * fives + [TableShape("table", 4)] * ((players - 5 * fives) // 4)


def people(count: int, clubs: int, seed: int) -> list[Entrant]:
    """Entrants of random clubs."""
    luck = Random(seed)
    return [
        Entrant(person=PersonId(f"p-{at:04d}"), number=at, club=f"C{luck.randrange(clubs)}" if clubs else "")
        for at in range(1, count + 1)
    ]


def solved(draw: Draw) -> dict[str, int]:
    """The optimum OR-Tools proves for each wish in turn, with the more important ones fixed at theirs."""
    model_of = importlib.import_module("ortools.sat.python.cp_model")
    model, field_, tables = model_of.CpModel(), draw.field, range(len(draw.shapes))
    sits = {who: [model.new_bool_var("") for _ in tables] for who in (each.person for each in draw.players)}
    for seats in sits.values():
        model.add_exactly_one(seats)
    for at in tables:
        model.add(sum(seats[at] for seats in sits.values()) == draw.shapes[at].size)
    found: dict[str, int] = {}
    for wish in field_.listed:
        terms = []
        for one, other, _ in field_.unwanted(wish):
            together = model.new_bool_var("")
            for at in tables:
                model.add_bool_or(sits[one][at].negated(), sits[other][at].negated(), together)
            terms.append(together)
        if wish.kind == "five":
            times = field_.times_at(5)
            fives = [at for at in tables if draw.shapes[at].size == 5]
            terms += [sits[who][at] for who, again in times.items() if again for at in fives]
        cost = sum(terms) if terms else 0
        model.minimize(cost)
        solver = model_of.CpSolver()
        solver.parameters.max_time_in_seconds = SOLVER_SECONDS
        solver.parameters.num_workers = 2
        solver.solve(model)
        found[wish.kind] = round(solver.best_objective_bound) if terms else 0
        if terms and solver.objective_value > solver.best_objective_bound:
            break  # not proven: nothing is known about the later wishes
        if terms:
            model.add(cost <= round(solver.objective_value))
    return found


def drawn(players: int, rounds: int, clubs: int, *, solve: bool) -> list[Event]:
    """Five fields of this size."""
    events = []
    for instance in range(1 if players > 500 else INSTANCES):
        event = Event(people(players, clubs, instance))
        for number in range(rounds):
            event.play(f"seme-{instance}-{number}", solve=solve and players < 50)
        events.append(event)
    return events


def season(players: int, rounds: int, clubs: int = 0, seed: int = 0) -> Season:
    """A season of fields of this size."""
    club = people(players, clubs, seed)
    kinds = KINDS if clubs else KINDS[1:]
    wishes = [Wish(kind=kind) for kind in kinds]  # type: ignore[arg-type]
    evening = Evening([each.person for each in club], shapes(players))
    own = Field(players=club, wishes=wishes, past=Past(), rounds=rounds)
    return Season(field=own, evenings=[evening] * rounds, seed=f"seme-{seed}")


def _draws(console: Console, *, solve: bool) -> list[Bar]:
    grid = Table("players", "rounds", "clubs", *KINDS, "at least", "slowest", title="failures in all rounds")
    bars = []
    for players, rounds, clubs in DRAWS:
        events = drawn(players, rounds, clubs, solve=solve)
        failed = {kind: mean(event.failed[kind] for event in events) for kind in KINDS}
        least = {kind: mean(event.proven[kind] for event in events) for kind in KINDS}
        whole = mean(season(players, rounds, clubs, at).bound for at in range(len(events)))
        least["opponents"] = max(least["opponents"], whole)
        least["five"] = max(least["five"], rounds * 5 * (players % 4) - players)
        slowest = max(second for event in events for second in event.seconds)
        shown = [f"{failed[kind]:.1f}" for kind in KINDS]
        bound = " ".join(f"{least[kind]:.1f}" for kind in KINDS)
        grid.add_row(str(players), str(rounds), str(clubs), *shown, bound, f"{slowest:.2f} s")
        if (players, rounds, clubs) in ZERO:
            bars.append(Bar(f"draw.{players}x{rounds}.failures", sum(failed.values()), 0))
        if players in SECONDS:
            bars.append(Bar(f"draw.{players}.seconds", slowest, SECONDS[players]))
    console.print(grid)
    return bars


def _seasons(console: Console) -> list[Bar]:
    grid = Table("players", "evenings", "clubs", "meetings again", "bound", "seconds")
    bars = []
    for players, rounds, must in SEASONS:
        began = time.perf_counter()
        found = season(players, rounds).plan()
        seconds = time.perf_counter() - began
        grid.add_row(str(players), str(rounds), "-", str(found.repeats), str(found.bound), f"{seconds:.2f}")
        bars.append(Bar(f"plan.{players}x{rounds}.repeats", found.repeats, must))
    for players, rounds, clubs in ((42, 4, 12), (18, 5, 4)):
        began = time.perf_counter()
        plans = [season(players, rounds, clubs, seed).plan() for seed in range(INSTANCES)]
        seconds = (time.perf_counter() - began) / INSTANCES
        again, bound = mean(each.repeats for each in plans), mean(each.bound for each in plans)
        grid.add_row(str(players), str(rounds), str(clubs), f"{again:.1f}", f"{bound:.1f}", f"{seconds:.2f}")
    console.print(grid)
    return bars


def main(argv: list[str]) -> int:
    """Draw and plan, print; 0 if all bars are passed."""
    parser = argparse.ArgumentParser(prog="bench seating", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the bars as JSON")
    parser.add_argument("--solver", action="store_true", help="ask OR-Tools for better bounds")
    options = parser.parse_args(argv)
    console = Console(quiet=options.json)
    bars = [*_draws(console, solve=options.solver), *_seasons(console)]
    said: list[dict[str, Any]] = [{**bar._asdict(), "ok": bar.ok} for bar in bars]
    if options.json:
        print(json.dumps({"bars": said}))
    for bar in bars if not options.json else ():
        console.print(f"{bar.id}: {bar.value:.2f}, at most {bar.must:g}{'' if bar.ok else '  MISSED'}")
    return 0 if all(bar.ok for bar in bars) else 1
