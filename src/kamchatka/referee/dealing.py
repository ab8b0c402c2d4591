"""The deal assistant: checks each territory card as it is turned up, by the rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rules.bits import count
from kamchatka.rules.deal import deal_known_cards, deal_unseen_card, receiver
from kamchatka.rules.layout import DEAL_SLOT, NEUTRAL, TERRITORIES, new_position, new_secrets
from kamchatka.rules.setup import start

Verdict = Literal["legal", "moved", "next", "bottom", "again"]
ON_REFUSAL: dict[str, Verdict] = {"next-card": "next", "bottom-card": "bottom", "reshuffle": "again"}


@dataclass(frozen=True)
class DealtCard:
    """The outcome of one card."""

    card: str
    verdict: Verdict
    """Legal; moved to another seat; or which card to turn up instead."""
    seat: int | None
    first: int | None = None


def dealt(rulebook: Rulebook, seats: int, cards: Sequence[str]) -> Iterator[DealtCard]:
    """The cards of a deal in order. Raises NotUnderstood for an unknown or repeated card."""
    if rulebook.setup.assignment != "deal":
        raise NotAllowed("no_deal", id=rulebook.id)
    tables, board, pos, secrets = tables_of(rulebook), board_of(rulebook), new_position(), new_secrets()
    start(tables, pos, secrets, seats)
    for words in cards:
        number = next((at for at, info in enumerate(board.territories) if info.is_called(words)), None)
        if number is None:
            raise NotUnderstood("no_such_card", given=words[:40])
        card = str(board.territories[number].id)
        if not secrets.piles[0] >> number & 1:
            raise NotUnderstood("card_seen", given=card)
        slot = pos.now[DEAL_SLOT]
        wanted = receiver(tables, pos, slot)
        deal_unseen_card(tables, pos, secrets, count(secrets.piles[0] & ((1 << number) - 1)))
        deal_known_cards(tables, pos, secrets)
        owner = int(pos.owner[number])
        if owner < 0:
            yield DealtCard(card, ON_REFUSAL[rulebook.setup.correction], _seat(wanted))
        elif owner != wanted:
            yield DealtCard(card, "moved", _seat(owner), _seat(wanted))
        else:
            yield DealtCard(card, "legal", _seat(owner))


def is_complete(cards: Sequence[str]) -> bool:
    """Whether every card was turned up."""
    return len(set(cards)) == TERRITORIES


def _seat(owner: int) -> int | None:
    return None if owner == NEUTRAL else int(owner)
