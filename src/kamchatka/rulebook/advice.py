"""Values a rulebook accepts although its printed source advises against them."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.ids import ClauseId
from kamchatka.messages import Sentence
from kamchatka.rulebook.model import Rulebook

ARMIES_IN_A_BOX = 130


@dataclass(frozen=True)
class Advice(Sentence):
    """A warning, with its clause; it refuses nothing."""

    section = "rulebook.advice"
    clauses: tuple[ClauseId, ...] = ()


def advice(rulebook: Rulebook) -> Iterator[Advice]:
    """Warnings about values outside the printed regulation."""
    clock = rulebook.clock
    if not clock.minutes_least <= clock.minutes <= clock.minutes_most:
        foreseen = {"least": clock.minutes_least, "most": clock.minutes_most}
        values = {"key": "clock.minutes", "minutes": clock.minutes, **foreseen}
        yield Advice("duration", values, rulebook.clauses.get("clock.minutes_most", ()))
    if rulebook.armies.limit > ARMIES_IN_A_BOX:
        found = {"key": "armies.limit", "limit": rulebook.armies.limit, "box": ARMIES_IN_A_BOX}
        yield Advice("armies", found)
