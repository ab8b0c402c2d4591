"""What is wrong with a rulebook file: every fault at once, each with its key, line and remedy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kamchatka.messages import Language, text
from kamchatka.rulebook.allowed import allowed


@dataclass(frozen=True)
class Fault:
    """One thing to mend. The code names a sentence of `rulebook.faults`."""

    code: str
    key: str
    line: int | None
    values: Mapping[str, str] = field(default_factory=dict)
    allowed_for: str = ""
    """The key whose allowed values the sentence lists."""

    def sentence(self, lang: Language) -> str:
        """What is wrong and what to write instead."""
        values = dict(self.values)
        if self.allowed_for:
            values["allowed"] = allowed(self.allowed_for, lang)
        return text(f"rulebook.faults.{self.code}", lang, key=self.key, **values)


class FaultyRulebook(Exception):
    """A rulebook file that cannot be used, with all its faults."""

    def __init__(self, name: str, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"{name}: " + "; ".join(f"{fault.code} {fault.key}" for fault in faults))
        self.name = name
        self.faults = faults

    def report(self, lang: Language) -> str:
        """All faults, one line each, in the order of the file."""
        lines = [text("rulebook.faults.title", lang, name=self.name, count=len(self.faults))]
        for fault in self.faults:
            place = text("rulebook.faults.line", lang, line=fault.line) if fault.line else ""
            lines.append(f"- {place}{fault.sentence(lang)}")
        return "\n".join(lines)


class NoSuchTable(ValueError):
    """The regulation has no table of so many seats."""

    def __init__(self, seats: int, sizes: Sequence[int]) -> None:
        super().__init__(f"{seats} seats, allowed {list(sizes)}")
        self.seats = seats
        self.sizes = tuple(sizes)


class UnknownRulebook(LookupError):
    """No shipped regulation has this id."""

    def __init__(self, wanted: str, known: tuple[str, ...]) -> None:
        super().__init__(wanted)
        self.wanted = wanted
        self.known = known

    def sentence(self, lang: Language) -> str:
        return text("rulebook.faults.unknown_rulebook", lang, id=self.wanted, known=", ".join(self.known))
