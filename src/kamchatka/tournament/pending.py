"""Commands that publish or close whatever is pending."""

from typing import Annotated

from kamchatka.command import Meaning, Moment
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import PublishTables
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.rounds import CloseRound
from kamchatka.tournament.settings import CloseTournament, PublishRules
from kamchatka.tournament.state import Tournament


class PublishPending(TournamentCommand):
    """Publish what is pending: draft tables, standings or rules."""

    typed = "publish"
    help = (
        "Rende pubblico ciò che aspetta: tavoli in bozza, classifica, regolamento · publish what waits."
        "\n\nUna bozza di sorteggio si fa nel browser · a draft of a draw is made in the browser."
    )
    at: Moment
    rules: Annotated[
        bool,
        Meaning("flag", "rules", "", "Il regolamento, invece della classifica · the rules instead."),
    ] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Publishes the rules if requested or if they are the next step."""
        step = next_step(tournament)
        if self.rules or (not tournament.rounds and step == "publish"):
            return PublishRules(self.at).decide(tournament)
        return (PublishTables() if step == "publish-tables" else PublishStandings()).decide(tournament)


class ClosePending(TournamentCommand):
    """Close the round, or the tournament once all rounds are played."""

    typed = "close"
    help = (
        "Chiude il turno, o il torneo quando è finito · close the round, or the tournament once it is over."
    )

    def decide(self, tournament: Tournament) -> list[object]:
        """Closes the tournament if no other step is left."""
        return (CloseTournament() if next_step(tournament) == "done" else CloseRound()).decide(tournament)
