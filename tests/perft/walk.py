"""Walk the tree of a small board with the core and the second opinion side by side.

At every node both must give the same account of the table and the same legal moves, so one count of nodes, by
depth and by kind of action, is the count of both. Positions met again are counted again, not walked again.
`count_alone` walks with one side only, every throw of the dice one by one: it must find the same numbers.
"""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import blake2b
from zlib import crc32

from tests.perft.compare import core_facts, differences, opinion_facts
from tests.perft.engine import Engine, decode, encode
from tests.perft.luck import outcomes
from tests.perft.opinion import Action, Opinion
from tests.perft.universe import moves_to_try

Path = tuple[str, ...]
Step = tuple[str, int, Engine, Opinion, Path, int]
"""Kind, how many outcomes it stands for, both games after it, the way here, judge's moves left."""


class Enough(Exception):
    """The walk has made as many steps as it was asked for."""


class Disagreement(Exception):
    """The core and the second opinion differ; the path leads to the node."""


@dataclass
class Counts:
    """Nodes below a position, every throw of the dice counted."""

    by_depth: Counter[int] = field(default_factory=Counter)
    by_kind: Counter[str] = field(default_factory=Counter)

    def add(self, kind: str, times: int, below: "Counts") -> None:
        """One more kind of child, standing for so many."""
        self.by_depth[1] += times
        self.by_kind[kind] += times
        for depth, nodes in below.by_depth.items():
            self.by_depth[depth + 1] += times * nodes
        for name, nodes in below.by_kind.items():
            self.by_kind[name] += times * nodes


@dataclass
class Walk:
    """One walk: what it may do besides the players' moves, and how much it has done."""

    outside: tuple[str, ...] = ()
    """Umpire moves to try: expire, withdraw, exclude; cards left lying: pass, late."""
    try_all_every: int = 400
    """Every so many-th position tries every number a move can be, not only the listed ones."""
    most: int = 0
    """Nodes after which it stops; 0 for no such limit."""
    walked: int = 0
    tried: int = 0
    seen: dict[bytes, dict[tuple[int, int], Counts]] = field(default_factory=dict)
    """By position (as both sides hold it): the nodes below it, by depth and judge's moves left."""

    def count(self, core: Engine, game: Opinion, depth: int, path: Path = (), judges: int = 1) -> Counts:
        """Nodes below this one."""
        if 0 < self.most <= self.walked:
            raise Enough
        self.walked += 1
        known = self.seen.setdefault(blake2b(core.table + game.key(), digest_size=16).digest(), {})
        if not known:
            known[0, 0] = Counts()
            self.compare(core, game, path)
        if depth == 0 or game.result is not None:
            return known[0, 0]
        if (depth, judges) not in known:
            counts = known[depth, judges] = Counts()
            for kind, times, next_core, next_game, way, left in self.steps(core, game, path, judges):
                counts.add(kind, times, self.count(next_core, next_game, depth - 1, way, left))
        return known[depth, judges]

    def compare(self, core: Engine, game: Opinion, path: Path) -> None:
        """Both must see the same table and the same moves."""
        found = differences(core_facts(core, len(game.board.borders)), opinion_facts(game))
        if game.result is None and game.decider() is not None and not found:
            listed = core.legal()
            named = {decode(coded) for coded in listed}
            legal = game.legal()
            if len(named) != len(listed):
                found.append("the core lists a move twice")
            if listed != sorted(listed):
                found.append("the core's list is not sorted")
            found += [f"only the core allows {x}" for x in sorted(named - legal, key=str)]
            found += [f"only the opinion allows {x}" for x in sorted(legal - named, key=str)]
            if not found and crc32(core.table) % self.try_all_every == 0:
                found += self.try_all(core, game, legal)
        if found:
            raise Disagreement("; ".join(found) + " | after " + ", ".join(path))

    def try_all(self, core: Engine, game: Opinion, legal: set[Action]) -> list[str]:
        """Every number a move can be: accepted if and only if the opinion lists it."""
        seat = game.decider()
        assert seat is not None
        allowed = {encode(action) for action in legal}
        if ("end",) in legal:
            allowed.add(encode(("pass",)))
        found = []
        for coded in moves_to_try(game):
            self.tried += 1
            if (core.refuses(seat, coded) == 0) != (coded in allowed):
                found.append(f"check answers {core.refuses(seat, coded)} to {decode(coded)}")
            other = (seat + 1) % game.seats
            if core.refuses(other, coded) == 0:
                found.append(f"seat {other} may do {decode(coded)} out of turn")
        return found

    def steps(self, core: Engine, game: Opinion, path: Path, judges: int) -> list[Step]:
        """Everything that can happen next."""
        if game.decider() is None:
            return [
                (game.phase, times, core.throw(n), game.throw(n), (*path, f"{game.phase} {n}"), judges)
                for n, times in outcomes(game, core.table)
            ]
        legal = game.legal()
        found = [
            (str(action[0]), 1, core.play(encode(action)), game.play(action), (*path, str(action)), judges)
            for action in legal
        ]
        return found + self.steps_outside(core, game, path, judges, ("end",) in legal)

    def steps_outside(
        self, core: Engine, game: Opinion, path: Path, judges: int, may_end: bool
    ) -> list[Step]:
        """Cards left lying, and what a judge decides (so many times in a path)."""
        found: list[Step] = []
        if "pass" in self.outside and may_end:
            after = (core.play(encode(("pass",))), game.play(("pass",)))
            found.append(("pass", 1, *after, (*path, "pass"), judges))
        for seat in range(game.seats):
            if (core.refuses(seat, encode(("late",))) == 0) != game.may_take_late(seat):
                raise Disagreement(f"late card of seat {seat} | after " + ", ".join(path))
            if game.may_take_late(seat):
                after = (core.play(encode(("late",))), game.take_late())
                found.append(("late", 1, *after, (*path, f"late {seat}"), judges))
        if judges == 0 or game.phase != "turn":
            return found
        if "expire" in self.outside and game.last_lap is None:
            after = (core.play(encode(("expire",))), game.expire())
            found.append(("expire", 1, *after, (*path, "expire"), judges - 1))
        for kind in ("withdraw", "exclude"):
            if kind not in self.outside:
                continue
            for seat in range(game.seats):
                may = game.status[seat] == "playing"
                if (core.refuses(0, encode((kind, seat))) == 0) != may:
                    raise Disagreement(f"{kind} {seat} | after " + ", ".join(path))
                if may:
                    leaves = game.withdraw(seat) if kind == "withdraw" else game.exclude(seat)
                    after = (core.play(encode((kind, seat))), leaves)
                    found.append((kind, 1, *after, (*path, f"{kind} {seat}"), judges - 1))
        return found


def count_alone(side: Engine | Opinion, depth: int) -> Counts:
    """Nodes below this one as one side alone finds them, every outcome of luck walked."""
    counts = Counts()
    if depth == 0:
        return counts
    for number in range(side.outcomes()):
        counts.add(side.luck_kind(), 1, count_alone(side.throw(number), depth - 1))
    if side.decider() is None:
        return counts
    if isinstance(side, Engine):
        for coded in side.legal():
            counts.add(str(decode(coded)[0]), 1, count_alone(side.play(coded), depth - 1))
    else:
        for action in side.legal():
            counts.add(str(action[0]), 1, count_alone(side.play(action), depth - 1))
    return counts
