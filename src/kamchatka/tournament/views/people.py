"""Who takes part, as lists show them."""

from dataclasses import dataclass

from kamchatka.messages import Language
from kamchatka.tournament.clubs import ClubBadge, badges
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Entrant, Tournament


def money(cents: int, lang: Language) -> str:
    """An amount of euros as people write it: 10, or 7,50."""
    whole, part = divmod(cents, 100)
    return f"{whole}{'.' if lang == 'en' else ','}{part:02d}" if part else str(whole)


@dataclass(frozen=True)
class EntrantView:
    """A row of the roll call."""

    entrant: Entrant
    name: str
    badge: ClubBadge | None


def entrants(tournament: Tournament, names: Names) -> list[EntrantView]:
    """Everybody, by name."""
    clubs = badges(each.club for each in tournament.entrants.values())
    rows = [
        EntrantView(each, names[each.person], clubs.get(each.club)) for each in tournament.entrants.values()
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.entrant.number))
