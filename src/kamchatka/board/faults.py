"""Faults of decks and boards, as message codes."""

from collections.abc import Sequence

from kamchatka.faults import Fault


def fault(code: str, **values: str | int) -> Fault:
    """A fault with the sentence `board.<code>`; its values include the card or table it is about."""
    where = str(values.pop("where", values.get("card", "")))
    return Fault(code, where, values=values, catalogues=("board",))


class DeckRefused(Exception):
    """An unplayable objective deck, with all its faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(found.sentence("en") for found in faults))
        self.faults = tuple(faults)
