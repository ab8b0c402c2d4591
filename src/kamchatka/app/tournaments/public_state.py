"""What everybody may see of a tournament: the tournament itself, or what it was when last published."""

from dataclasses import dataclass, replace

from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.opening import OpenTournament, open_public_tournament, stream_of
from kamchatka.messages import Language
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round, Tournament


@dataclass(frozen=True)
class PublicState:
    """A tournament as everybody may see it."""

    desk: OpenTournament
    """As it stands, but for the draft of a draw: who plays where, and what comes next."""
    results: Tournament
    """Whose results and standings are shown."""
    last: int | None
    """The last round whose results are shown; None: every one."""

    @property
    def tournament(self) -> Tournament:
        """As it stands."""
        return self.desk.tournament

    @property
    def told(self) -> Tournament:
        """As it stands, as if nobody knew the results that are not shown, nor what comes of them."""
        last = self.last
        if last is None:
            return self.tournament
        drawn = {each.stage for each in self.tournament.rounds}
        return replace(
            self.tournament,
            rounds=tuple(_told(each) if each.number > last else each for each in self.tournament.rounds),
            cuts=tuple(
                each for each in self.tournament.cuts if each.after_round <= last or each.stage in drawn
            ),
        )

    @property
    def names(self) -> Names:
        """How people may be called."""
        return self.desk.names


def _told(played: Round) -> Round:
    tables = {number: replace(table, result=None, is_void=False) for number, table in played.tables.items()}
    return replace(played, tables=tables, is_closed=False)


def open_showing(office: Office, id: str, lang: Language = "it") -> PublicState:
    """A tournament by its id, for pages that everybody may read; NotUnderstood if there is none."""
    return showing(open_public_tournament(office, id, lang))


def mark_of(office: Office, id: str) -> str:
    """What stays the same as long as pages for everybody do; nothing if there is no such tournament.

    Names change without the tournament, and with the day: a minor grows up.
    """
    with office.reading() as reading:
        mark = reading.mark(stream_of(id))
    return f"{mark}-{day_in_rome(office.clock())}" if mark else ""


def showing(desk: OpenTournament) -> PublicState:
    """The tournament with the results that everybody may see."""
    public = replace(desk, tournament=replace(desk.tournament, rounds=desk.tournament.public_rounds))
    if desk.tournament.visibility.results == "live":
        return PublicState(public, public.tournament, None)
    shown = desk.published or desk.tournament
    return PublicState(public, shown, desk.published.published if desk.published else 0)
