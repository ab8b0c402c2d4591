"""Rows of people in lists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeVar

from kamchatka.full_name import FullName, full_name
from kamchatka.ids import PersonId
from kamchatka.tournament.clubs import ClubBadge, badges
from kamchatka.tournament.fees import fee_of, money, owed
from kamchatka.tournament.gates import gate
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Entrant, Tournament

Lack = Literal["unsigned", "owing", "rules", "parent"]


@dataclass(frozen=True)
class PersonRow:
    """A person in a list."""

    plain_as = "entrant=number name"

    person: PersonId
    number: int
    """Entrant number; 0: not entered."""
    name: str
    club: str
    badge: ClubBadge | None

    @property
    def full_name(self) -> FullName:
        """The name with its surname, by which lists are sorted."""
        return full_name(self.name)


Row = TypeVar("Row", bound=PersonRow)


@dataclass(frozen=True, kw_only=True)
class EntrantRow(PersonRow):
    """An entrant with missing items, and details of single lists."""

    plain_as = (
        "entrant=number name club present=entrant.is_present signed=entrant.signed_at|bool paid"
        " late=entrant.is_late expected=entrant.expected_at|some status=entrant.status"
    )

    entrant: Entrant
    lacks: tuple[Lack, ...]
    is_minor: bool = False
    minutes_late: int = 0
    """Minutes after the format's time; 0: on time or unknown."""
    table: int = 0
    """The table in the open round; 0: none."""
    warnings: int = 0
    """Number of warnings that count."""
    fee: int = 0
    """In cents: the fee of the tournament, or the entrant's own."""

    @property
    def is_present(self) -> bool:
        """Whether the entrant is recorded as present."""
        return bool(self.entrant.is_present)

    @property
    def paid(self) -> str | None:
        """The paid fee in euros; None: not paid."""
        paid = self.entrant.paid
        return None if paid is None else money(paid, "en")

    def is_in(self, wanted: str) -> bool:
        """Whether the row passes a filter: a missing item, or one of the words below."""
        entrant = self.entrant
        others = {
            "all": True,
            "missing": not self.is_present,
            "late": entrant.is_late or bool(entrant.expected_at),
            "minors": self.is_minor,
            "out": entrant.status != "playing",
        }
        return others.get(wanted, wanted in self.lacks)


class People:
    """Builds the rows of a tournament's people."""

    def __init__(self, tournament: Tournament, names: Names) -> None:
        self._tournament = tournament
        self._names = names
        self._clubs = badges((each.club for each in tournament.entrants.values()), tournament.club_codes)

    def __call__(self, who: PersonId) -> PersonRow:
        club, number = self._tournament.entrants[who].club, self._tournament.entrants[who].number
        return PersonRow(who, number, self._names[who], club, self._clubs.get(club))

    def entrant(self, who: PersonId) -> EntrantRow:
        """An entrant with missing items."""
        entrant = self._tournament.entrants[who]
        lacks = tuple(_lacks(self._tournament, entrant)) if entrant.status == "playing" else ()
        fee = fee_of(self._tournament, entrant)
        return EntrantRow(
            **vars(self(who)),
            entrant=entrant,
            lacks=lacks,
            fee=fee,
            warnings=self._tournament.warnings_of(who),
        )


def _lacks(tournament: Tournament, entrant: Entrant) -> Iterator[Lack]:
    if gate(tournament, "signatures") != "open" and not entrant.signed_at:
        yield "unsigned"
    if owed(tournament, entrant):
        yield "owing"
    if tournament.settings.official and not entrant.has_rules:
        yield "rules"


def entrants(tournament: Tournament, names: Names) -> list[EntrantRow]:
    """All entrants, by surname."""
    return by_name(map(People(tournament, names).entrant, tournament.entrants))


def by_name(rows: Iterable[Row]) -> list[Row]:
    """The rows sorted by surname, then by number."""
    return sorted(rows, key=lambda row: (row.full_name.order, row.number))


def search(rows: Iterable[EntrantRow], wanted: str, words: str) -> list[EntrantRow]:
    """The rows that pass the filter and contain all these words."""
    sought = words.casefold().split()
    return [
        row
        for row in rows
        if row.is_in(wanted)
        and all(word in f"{row.name} {row.club} {row.number}".casefold() for word in sought)
    ]
