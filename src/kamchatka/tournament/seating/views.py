"""What people see of a draw: how each wish fared and why, what fails now, and what a swap would change."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kamchatka.faults import Phrase
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.scoring.views.notices import Notice
from kamchatka.tournament.events import BrokenWish, Receipt, WishOutcome
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.exchanges import DrawnRound, Exchange
from kamchatka.tournament.state import Round, Tournament


@dataclass(frozen=True)
class WishView:
    """A wish of a draw: how often it fails at the tables as they are, and whether it could be less."""

    outcome: WishOutcome
    failed: int
    """Now; `outcome` is of the moment of the draw."""

    def why(self, lang: Language) -> str:
        """Whether better was possible, and why not."""
        at = self.outcome
        if self.failed != at.failed:
            return text("tournament.outcome.now", lang, failed=at.failed)
        if not at.failed:
            return text("tournament.outcome.none", lang)
        if at.failed > at.least:
            return text("tournament.outcome.unknown", lang)
        code = "crowded_winners" if at.why == "crowded" and not at.named else at.why
        values = {"people": at.people, "places": at.places, "named": at.named}
        return text(f"tournament.outcome.{code}", lang, **values)


@dataclass(frozen=True)
class ReceiptView:
    """The receipt of a round, with the tables as they are now."""

    round: int
    receipt: Receipt
    wishes: tuple[WishView, ...]
    broken: tuple[Notice, ...]
    remedies: tuple[Notice, ...]
    """A swap for what could still be mended."""


def broken_wish(broken: BrokenWish, names: Names) -> Notice:
    """A wish the draw could not fulfil, as a sentence."""
    people = ", ".join(names[who] for who in broken.people)
    return Notice(f"tournament.wish.{broken.wish}", {"people": people, "table": broken.table})


def receipt_view(tournament: Tournament, names: Names, found: Round) -> ReceiptView:
    """The receipt of a round; of the one being played, with what was changed since."""
    broken: Sequence[BrokenWish] = found.receipt.violations
    remedies: tuple[Notice, ...] = ()
    if not found.is_closed:
        drawn = DrawnRound(tournament)
        broken = drawn.broken()
        remedies = tuple(_remedy(exchange, names) for exchange in drawn.remedies())
    failed = Counter(each.wish for each in broken)
    return ReceiptView(
        found.number,
        found.receipt,
        tuple(WishView(each, failed[each.wish]) for each in found.receipt.outcomes),
        tuple(broken_wish(each, names) for each in broken),
        remedies,
    )


def _remedy(exchange: Exchange, names: Names) -> Notice:
    return Notice(
        "tournament.remedy",
        {
            "one": names[exchange.one],
            "other": names[exchange.other],
            "table": exchange.table,
            "changes": changes_in_words(exchange.changes),
        },
    )


@dataclass(frozen=True)
class SwapView:
    """Somebody to swap with, and what it would change."""

    exchange: Exchange
    other: str

    def sentence(self, lang: Language) -> str:
        """In words."""
        values = {"other": self.other, "table": self.exchange.table}
        said = changes_in_words(self.exchange.changes)(lang)
        return text("tournament.swap_line", lang, **values, changes=said)


def swap_views(tournament: Tournament, names: Names, who: PersonId) -> list[SwapView]:
    """Everybody somebody could swap with, the best first."""
    found = DrawnRound(tournament).exchanges(who)
    found.sort(key=lambda each: (each.gain, each.table))
    return [SwapView(each, names[each.other]) for each in found]


def changes_in_words(changes: Mapping[str, int]) -> Phrase:
    """ "1 in meno (chi si è già incontrato)"."""

    def said(lang: Language) -> str:
        words = [
            text(
                f"tournament.change.{'more' if count > 0 else 'fewer'}",
                lang,
                count=abs(count),
                wish=text(f"format.show.wish.{kind}", lang),
            )
            for kind, count in changes.items()
            if count
        ]
        return ", ".join(words) or text("tournament.swap_none", lang)

    return said
