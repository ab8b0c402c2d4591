"""The deal assistant: checks each territory card as it is turned up, by the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.board.model import TerritoryInfo
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import board_of
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rules.bits import count
from kamchatka.rules.deal import deal_unseen_card, needs_no_luck, receiver, try_known_card
from kamchatka.rules.layout import (
    DEAL_FLAGGED,
    DEAL_LOOK,
    DEAL_SLOT,
    NEUTRAL,
    TERRITORIES,
    new_position,
    new_secrets,
)
from kamchatka.rules.setup import start

Verdict = Literal["legal", "put-back", "accepted", "swapped", "next", "bottom", "again"]
ON_REFUSAL: dict[str, Verdict] = {"next-card": "next", "bottom-card": "bottom", "reshuffle": "again"}


@dataclass(frozen=True)
class DealtCard:
    """A card and its receiver."""

    card: TerritoryInfo
    seat: int | None
    """None: a neutral territory."""


@dataclass(frozen=True)
class DealStep(DealtCard):
    """The outcome of one card: its receiver, or the seat that may not have it and which card to try."""

    verdict: Verdict
    exchange: DealtCard | None = None
    """The card given back for a swapped one, and its receiver (001-C1a)."""


@dataclass(frozen=True)
class Deal:
    """The deal after the cards turned up so far."""

    steps: tuple[DealStep, ...]
    hands: tuple[int, ...]
    """Territories of each seat."""
    is_complete: bool


def dealt(rulebook: Rulebook, seats: int, cards: Sequence[str]) -> Deal:
    """The deal of these cards in order. Raises NotUnderstood for an unknown or repeated card."""
    if rulebook.setup.assignment != "deal":
        raise NotAllowed("no_deal", id=rulebook.id)
    dealer = _Dealer(rulebook, seats)
    for words in cards:
        dealer.turn_up(words)
    hands = tuple(count(dealer.pos.owned[seat]) for seat in range(seats))
    return Deal(tuple(dealer.steps), hands, dealer.pos.now[DEAL_SLOT] == TERRITORIES)


class _Dealer:
    """Deals by the rules, and notes what became of each card."""

    def __init__(self, rulebook: Rulebook, seats: int) -> None:
        self.tables, self.board = tables_of(rulebook), board_of(rulebook)
        self.pos, self.secrets = new_position(), new_secrets()
        self.on_refusal = ON_REFUSAL.get(rulebook.setup.correction, "legal")
        self.steps: list[DealStep] = []
        start(self.tables, self.pos, self.secrets, seats)

    def turn_up(self, words: str) -> None:
        """Try a card turned up, then the cards put back that are due before another is turned up."""
        info = self.board.called(words)
        if info is None:
            raise NotUnderstood("no_such_card", given=words[:40])
        card, unseen = self.board.number(info.id), self.secrets.piles[0]
        if not unseen >> card & 1:
            raise NotUnderstood("card_seen", given=words[:40])
        which = count(unseen & ((1 << card) - 1))
        self._note("legal", lambda: deal_unseen_card(self.tables, self.pos, self.secrets, which), card)
        while needs_no_luck(self.tables, self.pos, self.secrets):
            self._note("put-back", lambda: try_known_card(self.tables, self.pos, self.secrets))

    def _note(self, verdict: Verdict, attempt: Callable[[], None], card: int | None = None) -> None:
        """Make an attempt of the rules to fill the next slot, and note its outcome."""
        now, queue = self.pos.now, self.secrets.queue
        slot, flagged, earlier = now[DEAL_SLOT], now[DEAL_FLAGGED], list(self.secrets.dealt)
        attempt()
        if now[DEAL_SLOT] == slot:
            # A card that was put back and refused again lies first, or before the place tried next.
            refused = queue[max(0, now[DEAL_LOOK] - 1)] if card is None else card
            is_another_left = self.secrets.piles[0] or queue[max(1, now[DEAL_LOOK])] >= 0
            if is_another_left:
                self.steps.append(DealStep(*self._given(refused, slot), self.on_refusal))
            return
        card = self.secrets.dealt[slot]
        swapped = next((at for at in range(slot) if self.secrets.dealt[at] != earlier[at]), None)
        if swapped is not None:
            exchange = DealtCard(*self._given(card, slot))
            moved = self._given(self.secrets.dealt[swapped], swapped)
            self.steps.append(DealStep(*moved, "swapped", exchange))
        elif now[DEAL_FLAGGED] > flagged:
            self.steps.append(DealStep(*self._given(card, slot), "accepted"))
        else:
            self.steps.append(DealStep(*self._given(card, slot), verdict))

    def _given(self, card: int, slot: int) -> tuple[TerritoryInfo, int | None]:
        seat = receiver(self.tables, self.pos, slot)
        return self.board.territories[card], None if seat == NEUTRAL else int(seat)
