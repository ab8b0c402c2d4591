"""The public state of a tournament: the current one, or the one last published."""

from dataclasses import dataclass, replace

from kamchatka.app.office import Office
from kamchatka.app.register.consent import day_in_rome
from kamchatka.app.tournaments.opening import OpenTournament, open_public_tournament, stream_of
from kamchatka.messages import Language
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Round, Tournament


@dataclass(frozen=True)
class PublicState:
    """A tournament as the public sees it."""

    desk: OpenTournament
    """The current state without a draft of a draw: for tables and the next step."""
    results: Tournament
    """The state whose results and standings are public."""
    last: int | None
    """The last round whose results are public; None: all rounds."""

    @property
    def tournament(self) -> Tournament:
        """The current state, without a draft of a draw."""
        return self.desk.tournament

    @property
    def tournament_shown(self) -> Tournament:
        """The current state without unpublished results and what follows from them."""
        last = self.last
        if last is None:
            return self.tournament
        drawn = {id for each in self.tournament.rounds for id in each.stages}
        return replace(
            self.tournament,
            rounds=tuple(
                _without_results(each) if each.number > last else each for each in self.tournament.rounds
            ),
            cuts=tuple(
                each for each in self.tournament.cuts if each.after_round <= last or each.stage in drawn
            ),
        )

    @property
    def names(self) -> Names:
        """The public names of people."""
        return self.desk.names


def _without_results(played: Round) -> Round:
    tables = {number: replace(table, result=None, is_void=False) for number, table in played.tables.items()}
    return replace(played, tables=tables, is_closed=False)


def open_public_state(office: Office, id: str, lang: Language = "it") -> PublicState:
    """The public state of a tournament by its id; NotUnderstood if there is none."""
    return public_state(open_public_tournament(office, id, lang))


def mark_of(office: Office, id: str) -> str:
    """Cache version of the public pages of a tournament; empty if there is none.

    It includes changes to people, and the day, since minors come of age.
    """
    with office.reading() as reading:
        mark = reading.mark(stream_of(id))
    return f"{mark}-{day_in_rome(office.clock())}" if mark else ""


def public_state(desk: OpenTournament) -> PublicState:
    """The tournament with its public results."""
    public = replace(desk, tournament=replace(desk.tournament, rounds=desk.tournament.public_rounds))
    if desk.tournament.visibility.results == "live":
        return PublicState(public, public.tournament, None)
    shown = desk.published or desk.tournament
    return PublicState(public, shown, desk.published.published if desk.published else 0)
