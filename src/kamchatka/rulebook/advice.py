"""What a rulebook allows but its printed source advises against."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.ids import ClauseId
from kamchatka.messages import Language, text
from kamchatka.rulebook.model import Rulebook

ARMIES_IN_A_BOX = 130


@dataclass(frozen=True)
class Advice:
    """A warning that refuses nothing, with the clause behind it."""

    code: str
    key: str
    clauses: tuple[ClauseId, ...]
    values: tuple[tuple[str, str], ...]

    def sentence(self, lang: Language) -> str:
        return text(f"rulebook.advice.{self.code}", lang, key=self.key, **dict(self.values))


def advice(rulebook: Rulebook) -> Iterator[Advice]:
    """Warnings on values outside what the printed regulation foresees."""
    clock = rulebook.clock
    if not clock.minutes_least <= clock.minutes <= clock.minutes_most:
        clauses = rulebook.clauses.get("clock.minutes_most", ())
        foreseen = (("least", str(clock.minutes_least)), ("most", str(clock.minutes_most)))
        yield Advice("duration", "clock.minutes", clauses, (("minutes", str(clock.minutes)), *foreseen))
    if rulebook.armies.limit > ARMIES_IN_A_BOX:
        found = (("limit", str(rulebook.armies.limit)), ("box", str(ARMIES_IN_A_BOX)))
        yield Advice("armies", "armies.limit", (), found)
