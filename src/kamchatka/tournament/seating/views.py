"""Views of a draw: outcome of each wish, present failures, and the effect of swaps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kamchatka.ids import PersonId
from kamchatka.messages import Language, Phrase, text
from kamchatka.scoring.views.notices import Notice, Values
from kamchatka.tournament.events import BrokenWish, Receipt, WishOutcome
from kamchatka.tournament.scores import Names
from kamchatka.tournament.seating.exchanges import DrawnRound, Exchange, Failure
from kamchatka.tournament.state import Round, Tournament


@dataclass(frozen=True)
class WishView:
    """A wish of a draw: number of present failures, and whether fewer were possible."""

    plain_as = "wish=outcome.wish failed why"

    outcome: WishOutcome
    failed: int
    """Present failures; `outcome` is from the time of the draw."""

    def why(self, lang: Language) -> str:
        """Whether a better outcome was possible, and if not, why."""
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
class SwapView:
    """A swap partner and the effect of the swap."""

    plain_as = "with=other table=exchange.table changes=exchange.changes"

    exchange: Exchange
    one: str
    other: str

    @property
    def words(self) -> Phrase:
        """The effect of the swap."""
        return changes_in_words(self.exchange.changes)

    def sentence(self, lang: Language) -> str:
        """The sentence for people."""
        values = {"other": self.other, "table": self.exchange.table}
        return text("tournament.swap_line", lang, **values, changes=self.words(lang))


@dataclass(frozen=True)
class FailureView:
    """A failed wish: its people, its cause and a possible remedy."""

    broken: BrokenWish
    notice: Notice
    causes: tuple[Notice, ...] = ()
    is_avoidable: bool = False
    """Whether fewer failures of this wish may be possible."""
    remedy: SwapView | None = None
    is_mended_too: bool = False
    """Whether the remedy of an earlier failure also fixes this one."""

    def mended_by(self) -> Notice | None:
        """The swap that fixes the failure, as a notice."""
        if self.remedy is None:
            return None
        swap = self.remedy
        values: Values = {"one": swap.one, "other": swap.other, "table": swap.exchange.table}
        return Notice("tournament.remedy", {**values, "changes": swap.words})


@dataclass(frozen=True)
class ReceiptView:
    """The receipt of a round, with the present state of its tables."""

    round: int
    receipt: Receipt
    wishes: tuple[WishView, ...]
    failures: tuple[FailureView, ...]

    def remedies(self) -> list[Notice]:
        """Swaps that fix the remaining failures."""
        return [found for each in self.failures if not each.is_mended_too and (found := each.mended_by())]


def seed_sentence(receipt: Receipt, lang: Language) -> str:
    """The sentence with the seed, and how many tables were tried."""
    code = "receipt_older" if receipt.version == 1 else "receipt"
    code = "receipt_ways" if code == "receipt" and receipt.bound_by == "ways" else code
    return text(f"tournament.{code}", lang, seed=receipt.seed, tries=receipt.iterations)


def broken_wish(broken: BrokenWish, names: Names) -> Notice:
    """A failed wish as a notice."""
    people = ", ".join(names[who] for who in broken.people)
    return Notice(f"tournament.wish.{broken.wish}", {"people": people, "table": broken.table})


def receipt_view(
    tournament: Tournament, names: Names, found: Round, drawn: DrawnRound | None = None
) -> ReceiptView:
    """The receipt of a round; the open round includes later changes."""
    failures = [Failure(each, None) for each in found.receipt.violations]
    if not found.is_closed:
        failures = (drawn or DrawnRound(tournament)).failures()
    failed = Counter(each.broken.wish for each in failures)
    wishes = tuple(WishView(each, failed[each.wish]) for each in found.receipt.outcomes)
    least = {each.wish: each.least for each in found.receipt.outcomes}
    views: list[FailureView] = []
    offered: set[frozenset[PersonId]] = set()
    for each in failures:
        pair = frozenset((each.remedy.one, each.remedy.other)) if each.remedy else frozenset()
        views.append(
            FailureView(
                broken=each.broken,
                notice=broken_wish(each.broken, names),
                causes=tuple(_causes(tournament, found, each.broken)),
                is_avoidable=failed[each.broken.wish] > least.get(each.broken.wish, 0),
                remedy=_swap_view(each.remedy, names) if each.remedy else None,
                is_mended_too=pair in offered,
            )
        )
        offered |= {pair} if pair else set()
    return ReceiptView(found.number, found.receipt, wishes, tuple(views))


def _causes(tournament: Tournament, found: Round, broken: BrokenWish) -> Iterator[Notice]:
    """Where two people met before, and whether a manual change caused the failure."""
    if broken.wish == "opponents":
        met = [
            (each.number, table.number)
            for each in tournament.rounds[: found.number - 1]
            for table in each.tables.values()
            if {*broken.people} <= {*table.seated.seats}
        ]
        if met:
            yield Notice("tournament.cause.met", {"round": met[-1][0], "table": met[-1][1]})
    if broken not in found.receipt.violations and found.moved.intersection(broken.people):
        yield Notice("tournament.cause.by_hand", {})


def swap_views(tournament: Tournament, names: Names, who: PersonId) -> list[SwapView]:
    """Swap partners of a person, best first."""
    found = DrawnRound(tournament).exchanges(who)
    found.sort(key=lambda each: (each.gain, each.table))
    return [_swap_view(each, names) for each in found]


def _swap_view(exchange: Exchange, names: Names) -> SwapView:
    return SwapView(exchange, names[exchange.one], names[exchange.other])


def changes_in_words(changes: Mapping[str, int]) -> Phrase:
    """ "toglie un incontro ripetuto, aggiunge 2 coppie dello stesso club": changes as a phrase."""

    def said(lang: Language) -> str:
        words = [
            text(
                f"tournament.change.{'more' if count > 0 else 'fewer'}",
                lang,
                what=failures_in_words(kind, abs(count), lang),
            )
            for kind, count in changes.items()
            if count
        ]
        return ", ".join(words) or text("tournament.swap_none", lang)

    return said


def failures_in_words(wish: str, count: int, lang: Language) -> str:
    """A number of failures of a wish: "2 incontri ripetuti"."""
    return text(f"tournament.failure.{wish}", lang, count=count)
