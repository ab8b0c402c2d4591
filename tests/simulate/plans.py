"""Small plans for the tests of this folder."""

from kamchatka.rulebook import load
from kamchatka.simulate.plan import SimulationPlan


def plan(
    name: str = "rtu", *bots: str, laps: int = 6, seed: int = 20, rotate: bool = False
) -> SimulationPlan:
    """A plan of a shipped regulation; four `soldato` where nobody is named."""
    who = bots or ("soldato",) * 4
    return SimulationPlan(rulebook=load(name), label=name, bots=who, laps=laps, seed=seed, rotate=rotate)
