"""What papers are made of: an event at one moment, and how phones reach it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.messages.moments import date_words
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round, Tournament


@dataclass(frozen=True, kw_only=True)
class PaperSource:
    """An event as papers see it; everything but `address` and the codes follows from its log."""

    id: str
    tournament: Tournament
    names: Names
    lang: Language
    at: str
    """Time of the last event of the log: the state that papers show."""
    hash: str
    """Hash of that event, which vouches for all events before it."""
    round: int = 0
    """The round whose papers are made; 0: none is drawn."""
    address: str = ""
    """Address of the event's public page; empty if phones cannot reach it."""
    passes: Mapping[int, str] = field(default_factory=dict)
    """Address behind the QR code of each table's sheet."""
    site: str = ""
    """The address at which phones reach us; empty: they do not."""
    codes: Mapping[PersonId, str] = field(default_factory=dict)
    """Personal code of each entrant."""
    minors: frozenset[PersonId] = frozenset()
    """Entrants for whom a parent signs."""
    before: Tournament | None = None
    """The event when the tables of the round were last printed; None: they never were."""
    logo: str = ""
    """The club's logo as SVG; empty: none."""

    @property
    def drawn(self) -> Round:
        """The round whose papers are made."""
        return self.tournament.rounds[self.round - 1]

    @property
    def line(self) -> str:
        """The event in one line: name, place and day."""
        settings = self.tournament.settings
        when = date_words(settings.starts, self.lang) if settings.starts else ""
        where = ", ".join(each for each in (settings.place, when) if each)
        return " · ".join(each for each in (settings.name, where) if each)
