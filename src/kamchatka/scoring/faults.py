"""What is wrong with a formula, a sheet or a results file: every fault at once, with cell and remedy."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from kamchatka.messages import Language, text


@dataclass(frozen=True)
class Fault:
    """One thing to mend: a code of `scoring.faults`, and the cell it stands in."""

    code: str
    where: str
    line: int | None = None
    values: Mapping[str, str] = field(default_factory=dict)

    def sentence(self, lang: Language) -> str:
        """What is wrong and what to do."""
        place = text("scoring.faults.in_line", lang, line=self.line) if self.line else ""
        return place + text(f"scoring.faults.{self.code}", lang, where=self.where, **self.values)


class ResultsFault(Fault):
    """One thing to mend that only a results file can have: a code of `standings.faults`."""

    def sentence(self, lang: Language) -> str:
        place = text("scoring.faults.in_line", lang, line=self.line) if self.line else ""
        return place + text(f"standings.faults.{self.code}", lang, where=self.where, **self.values)


MOST_SHOWN = 60


def quoted(value: object, most: int = MOST_SHOWN) -> str:
    """What somebody wrote, as a sentence can repeat it: never more than a line of it."""
    try:
        said = _as_written(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists within lists
        return "…"
    return said if len(said) <= most else f"{said[:most]}…"


def _as_written(value: object) -> str:
    """The value as files write it, not as Python does."""
    if isinstance(value, bool | list | dict) or value is None:
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


class Faulty(ValueError):
    """A file that cannot be used, with all its faults."""

    title = "scoring.faults.title"

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{name}: " + "; ".join(f"{fault.code} {fault.where}" for fault in faults))
        self.name = name
        self.faults = faults

    def report(self, lang: Language) -> str:
        """All faults, one line each."""
        lines = [text(self.title, lang, name=self.name, count=len(self.faults))]
        return "\n".join([*lines, *(f"- {fault.sentence(lang)}" for fault in self.faults)])


class FaultyFormula(Faulty):
    """A formula file that cannot be used."""


class FaultySheet(Faulty):
    """A sheet or results file that cannot be true."""


class UnknownFormula(LookupError):
    """No shipped formula has this id."""

    def __init__(self, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = known

    def sentence(self, lang: Language) -> str:
        """Which there are."""
        return text("scoring.faults.unknown_formula", lang, id=self.wanted, known=", ".join(self.known))


class UnknownOption(ValueError):
    """An option the formula does not have, or a value it may not take."""

    def __init__(self, name: str, value: str, allowed: tuple[str, ...], least: str = "") -> None:
        super().__init__(f"{name} = {value}")
        self.name = name
        self.value = value
        self.allowed = allowed
        self.least = least
        """The least number it may be, where any number from there on will do."""

    def sentence(self, lang: Language) -> str:
        """What may be chosen."""
        if self.least:
            return text(
                "scoring.faults.option_least", lang, name=self.name, value=self.value, least=self.least
            )
        code = "option_value" if self.value else "option_name"
        values = {"name": self.name, "value": self.value, "allowed": ", ".join(self.allowed) or "-"}
        return text(f"scoring.faults.{code}", lang, **values)
