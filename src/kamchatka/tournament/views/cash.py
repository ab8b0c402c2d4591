"""The cash of a tournament: what each person and each club paid and owes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.scoring.views.cells import Cell
from kamchatka.tournament.clubs import ClubBadge
from kamchatka.tournament.fees import fee_of, owed
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Entrant, Tournament
from kamchatka.tournament.views.people import People, PersonRow, by_name

FeeKind = Literal["full", "member", "reduced", "exempt"]
CASH_FILTERS = ("all", "owing", "paid", "deducted")
COLUMNS = ("number", "surname", "given", "club", "kind", "fee", "paid", "owed", "reason")


@dataclass(frozen=True, kw_only=True)
class CashRow(PersonRow):
    """What a person pays; amounts in cents."""

    plain_as = "entrant=number name club kind fee paid owed reason status=entrant.status"

    entrant: Entrant
    kind: FeeKind
    fee: int
    paid: int
    owed: int
    reason: str
    """Why the fee is lower; empty: it is not, or nobody said."""

    def is_in(self, wanted: str) -> bool:
        """Whether the row passes a filter."""
        kinds = {
            "owing": self.owed > 0,
            "paid": self.paid > 0,
            "deducted": self.kind in ("reduced", "exempt"),
        }
        return kinds.get(wanted, True)


@dataclass(frozen=True)
class CashSum:
    """The sum of some rows: those of a club, or of a kind of fee."""

    people: int
    paid: int
    owed: int


@dataclass(frozen=True)
class ClubCash:
    """The sum of a club's people."""

    club: str
    """Empty: people without a club."""
    badge: ClubBadge | None
    sum: CashSum


@dataclass(frozen=True)
class CashView:
    """The fees of a tournament, by person, by club and by kind; amounts in cents."""

    rows: tuple[CashRow, ...]
    """By surname."""
    clubs: tuple[ClubCash, ...]
    kinds: Mapping[FeeKind, CashSum]
    total: CashSum
    fee: int
    member_fee: int | None

    def count(self, wanted: str) -> int:
        """Number of rows that pass a filter."""
        return sum(row.is_in(wanted) for row in self.rows)


def cash(tournament: Tournament, names: Names, reasons: Mapping[PersonId, str]) -> CashView:
    """The cash; `reasons` says why a person's fee is lower."""
    people = People(tournament, names)
    rows = by_name(_row(tournament, people(who), reasons.get(who, "")) for who in tournament.entrants)
    clubs, kinds = defaultdict(list), defaultdict(list)
    for row in rows:
        clubs[row.club].append(row)
        kinds[row.kind].append(row)
    return CashView(
        rows=tuple(rows),
        clubs=tuple(
            ClubCash(club, clubs[club][0].badge, _sum(clubs[club]))
            for club in sorted(clubs, key=lambda club: (not club, club.casefold()))
        ),
        kinds={kind: _sum(kinds[kind]) for kind in ("full", "member", "reduced", "exempt") if kinds[kind]},
        total=_sum(rows),
        fee=tournament.settings.fee,
        member_fee=tournament.settings.member_fee,
    )


def _row(tournament: Tournament, person: PersonRow, reason: str) -> CashRow:
    entrant = tournament.entrants[person.person]
    fee, full = fee_of(tournament, entrant), tournament.settings.fee
    kind: FeeKind = "full"
    if entrant.is_member:
        kind = "member"
    elif fee < full:
        kind = "reduced" if fee else "exempt"
    return CashRow(
        **vars(person),
        entrant=entrant,
        kind=kind,
        fee=fee,
        paid=entrant.paid or 0,
        owed=owed(tournament, entrant),
        reason=reason if kind in ("reduced", "exempt") else "",
    )


def _sum(rows: Iterable[CashRow]) -> CashSum:
    listed = list(rows)
    return CashSum(len(listed), sum(row.paid for row in listed), sum(row.owed for row in listed))


def cash_csv(view: CashView, lang: Language) -> Iterator[list[Cell]]:
    """The rows of the cash as a table, and its total."""
    yield [text(f"cash_page.column.{name}", lang) for name in COLUMNS]
    for row in view.rows:
        name, kind = row.full_name, text(f"cash_page.kind.{row.kind}", lang)
        amounts = [_euros(cents) for cents in (row.fee, row.paid, row.owed)]
        yield [row.number, name.surname, name.given, row.club, kind, *amounts, row.reason]
    sums = (_euros(view.total.paid), _euros(view.total.owed))
    yield [None, text("cash_page.total", lang), *[None] * 4, *sums, None]


def _euros(cents: int) -> Fraction:
    return Fraction(cents, 100)
