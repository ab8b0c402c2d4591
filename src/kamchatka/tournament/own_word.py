"""What entrants say for themselves, by their personal code: that they are here, or that they leave."""

from typing import Annotated

from kamchatka.command import EntrantRef, Meaning
from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow
from kamchatka.tournament.command import ROLL_CALL, TournamentCommand, player_of
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import CheckInSet, WithdrawalAsked, WithdrawalDropped
from kamchatka.tournament.state import Tournament


class OpenCheckIn(TournamentCommand):
    """Let entrants answer the roll call with their personal code, or let them no longer."""

    name = "check-in"
    help = "«Sono qui» dai telefoni, con il codice personale · “I am here” from phones, by personal code."
    roles = ROLL_CALL
    stops: Annotated[bool, Meaning("flag", "stop", "basta", "Non più · no longer.")] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Nothing happens if it is so already."""
        wanted = not self.stops
        return [CheckInSet(wanted)] if wanted != tournament.checks_in else []


class CheckIn(TournamentCommand):
    """An entrant is here."""

    roles = ("player",)
    person: PersonId

    def decide(self, tournament: Tournament) -> list[object]:
        """Refused while the desk calls the roll alone."""
        if not tournament.checks_in:
            raise NotPossibleNow("check_in_shut")
        return CallRoll(present=(self.person,)).decide(tournament)


class AskToLeave(TournamentCommand):
    """An entrant wants to withdraw; the desk decides."""

    roles = ("player",)
    person: PersonId

    def decide(self, tournament: Tournament) -> list[object]:
        """Asked once, until the answer."""
        entrant = player_of(tournament, self.person)
        return [] if entrant.is_leaving else [WithdrawalAsked(self.person)]


class Stay(TournamentCommand):
    """An entrant who wanted to withdraw stays."""

    name = "stay"
    help = "Chi voleva ritirarsi resta · somebody who wanted to withdraw stays."
    roles = (*ROLL_CALL, "player")
    person: EntrantRef

    def decide(self, tournament: Tournament) -> list[object]:
        """Nothing happens if they asked for nothing."""
        entrant = player_of(tournament, self.person)
        return [WithdrawalDropped(self.person)] if entrant.is_leaving else []
