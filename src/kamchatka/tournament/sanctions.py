"""Commands for warnings, and for taking back a warning, a penalty or an exclusion."""

from typing import Annotated

from kamchatka import ledger
from kamchatka.command import ClauseRef, EntrantRef, Meaning, Reason
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import TournamentCommand, player_of, reasoned
from kamchatka.tournament.events import PlayerWarned, SanctionLifted
from kamchatka.tournament.state import Tournament


class WarnPlayer(TournamentCommand):
    """Warn a player."""

    name = "warn"
    help = "Il giudice ufficiale ammonisce una persona · the official judge warns somebody."
    roles = ("official-judge",)
    person: EntrantRef
    reason: Reason
    clause: ClauseRef = None

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason; changes no score."""
        reasoned(self.reason, "000-2g")
        player_of(tournament, self.person)
        if self.clause and not ledger.known(self.clause):
            raise NotUnderstood("unknown_clause", given=self.clause)
        return [PlayerWarned(self.person, self.clause)]


class LiftSanction(TournamentCommand):
    """Take back a warning, a penalty or an exclusion."""

    name = "lift-sanction"
    help = "Ritira un'ammonizione, una penalità o un'esclusione · take back a sanction."
    roles = ("official-judge",)
    number: Annotated[
        int,
        Meaning("number", "number", "provvedimento", "Il numero, dal primo dato · its number.", "N", least=1),
    ]
    reason: Reason

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason; what was given stays in the log, and counts no more."""
        reasoned(self.reason)
        given = tournament.sanctions
        if not 1 <= self.number <= len(given):
            raise NotUnderstood("no_such_sanction", number=self.number, last=len(given))
        found = given[self.number - 1]
        if found.is_lifted:
            raise NotPossibleNow("lifted_already", number=self.number, who=found.event.person)
        return [SanctionLifted(found.event.person, self.number)]
