"""Small plans for the tests of this folder."""

from kamchatka.rulebook import load
from kamchatka.simulate.plan import Plan


def plan(name: str = "rtu", *bots: str, laps: int = 6, seed: int = 20, rotate: bool = False) -> Plan:
    """A plan of a shipped regulation; four `soldato` where nobody is named."""
    who = bots or ("soldato",) * 4
    return Plan(rulebook=load(name), label=name, bots=who, laps=laps, seed=seed, rotate=rotate)
