"""The end of a round, and of a stage: results that stand, and who plays on."""

from dataclasses import replace
from typing import Annotated

from kamchatka.command import Meaning, Seed
from kamchatka.refusals import NotPossibleNow
from kamchatka.tournament.command import TournamentCommand, public_round
from kamchatka.tournament.cutting import cut, following
from kamchatka.tournament.events import RoundClosed
from kamchatka.tournament.state import Tournament


def stage_is_over(tournament: Tournament) -> bool:
    """Whether all rounds of the present stage have been played."""
    stage, cut_made = tournament.stage, tournament.cut
    if stage.rounds == "until-one-table":
        return len(tournament.rounds) > (cut_made.after_round if cut_made else 0)
    played = len(tournament.rounds_of(stage.id))
    return played >= stage.rounds


class CloseRound(TournamentCommand):
    """End the round: its results stand."""

    name = "close-round"
    round: Annotated[int | None, Meaning("number", "round", "turno")] = None
    """Which one it is for whoever asks, to close no other by a second click; None: the open one."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Once every table has a result that stands."""
        open_now = tournament.open_round.number if tournament.open_round else 0
        if self.round is not None and self.round != open_now:
            raise NotPossibleNow("round_closed_already", round=self.round)
        found = public_round(tournament)
        lacking = [table.number for table in found.tables.values() if not table.is_settled]
        if lacking:
            tables = tuple(map(str, lacking))
            raise NotPossibleNow(
                "tables_missing", missing=tables, tables=", ".join(tables), round=found.number
            )
        return [RoundClosed(found.number)]


def before_cut(tournament: Tournament) -> Tournament:
    """The tournament as a cut finds it: without the last one, if nothing was drawn since.

    NotPossibleNow as long as the stage is not over, and after the last one.
    """
    if tournament.open_round:
        raise NotPossibleNow("round_open", round=tournament.open_round.number)
    if tournament.cut and tournament.cut.after_round == len(tournament.rounds):
        tournament = replace(tournament, cuts=tournament.cuts[:-1])
    if not stage_is_over(tournament):
        played = len(tournament.rounds_of(tournament.stage.id))
        raise NotPossibleNow("stage_not_over", stage=tournament.stage.title, played=played)
    if following(tournament) is None:
        raise NotPossibleNow("no_stage_left")
    return tournament


class CutStage(TournamentCommand):
    """Settle who plays on; again as long as nothing was drawn, if somebody withdrew."""

    name = "cut"
    seed: Seed

    def decide(self, tournament: Tournament) -> list[object]:
        """The next stage, once the present one is over."""
        return list(cut(before_cut(tournament), self.seed))
