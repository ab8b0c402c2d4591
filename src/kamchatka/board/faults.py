"""What is wrong with a deck or a board, by code, so that people read it in their language."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.messages import Language, text


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: a message code and the values its sentence needs."""

    code: str
    values: tuple[tuple[str, str | int], ...] = ()

    @property
    def card(self) -> str | None:
        """The objective card at fault, if it is one card's fault."""
        found = dict(self.values).get("card")
        return None if found is None else str(found)

    def text(self, lang: Language) -> str:
        """The sentence that says what is wrong and what to do."""
        return text(self.code, lang, **dict(self.values))


def fault(code: str, **values: str | int) -> Fault:
    """A fault whose sentence is `board.<code>`."""
    return Fault(f"board.{code}", tuple(values.items()))


class DeckRefused(Exception):
    """An objective deck that cannot be played with; carries all its faults at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(found.text("en") for found in faults))
        self.faults = tuple(faults)
