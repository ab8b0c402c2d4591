"""What papers are made of: an event at one moment, and how phones reach it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.messages.moments import date_words
from kamchatka.referee.incident_views import TableIncident
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round, Tournament
from kamchatka.tournament.views.standings import StandingsPage, standings_page


@dataclass(frozen=True, kw_only=True)
class Sanction:
    """A penalty or an exclusion that a judge recorded."""

    at: str
    person: PersonId
    said: str
    reason: str
    clause: str
    author: str


@dataclass(frozen=True, kw_only=True)
class DrawNotes:
    """What the log says of a round's draw."""

    announced_at: str
    """When the seed was announced; empty: only with the draw."""
    undone: tuple[str, ...]
    """Seeds of this round that were undone."""
    changes: tuple[str, ...]
    """Sentences of what was changed by hand since, with author and reason."""


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
    short_codes: Mapping[int, str] = field(default_factory=dict)
    """Code of each table's sheet, for phones that cannot scan the QR code."""
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
    events: int = 0
    """Number of events in the log."""
    whom: PersonId | None = None
    """The player whom a paper was asked for, such as a diploma."""
    last: int | None = None
    """The last round whose results are shown; None: all rounds."""
    incidents: tuple[TableIncident, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    draw: DrawNotes | None = None
    """How the round was drawn; None: no round is."""
    ends: Mapping[int, str] = field(default_factory=dict)
    """Time of day at which the playing time of a table of the open round ends, where it is followed."""

    @property
    def rulebook(self) -> Rulebook:
        """The regulation of the event."""
        return self.tournament.setup.rulebook

    @property
    def drawn(self) -> Round:
        """The round whose papers are made."""
        return self.tournament.rounds[self.round - 1]

    @cached_property
    def standings(self) -> StandingsPage | None:
        """The standings; None while a number is missing."""
        made, _ = scored(lambda: standings_page(self.tournament, self.names, self.lang, self.last), self.lang)
        return made

    @property
    def line(self) -> str:
        """The event in one line: name, place and day."""
        settings = self.tournament.settings
        when = date_words(settings.starts, self.lang) if settings.starts else ""
        where = ", ".join(filter(None, (settings.place, when)))
        return " · ".join(filter(None, (settings.name, where)))
