"""What is wrong with a deck or a board, by code, so that people read it in their language."""

from collections.abc import Sequence

from kamchatka.faults import Fault


def fault(code: str, **values: str | int) -> Fault:
    """A fault whose sentence is `board.<code>`; the card or table it is about is among its values."""
    where = str(values.pop("where", values.get("card", "")))
    return Fault(code, where, values=values, catalogues=("board",))


class DeckRefused(Exception):
    """An objective deck that cannot be played with; carries all its faults at once."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(found.sentence("en") for found in faults))
        self.faults = tuple(faults)
