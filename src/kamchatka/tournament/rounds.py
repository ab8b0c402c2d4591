"""Commands that end a round and cut a stage."""

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
    """Close the round: its results are final."""

    name = "close-round"
    round: Annotated[int | None, Meaning("number", "round", "turno")] = None
    """The round the user saw, so that a second click closes no other round; None: the open round."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a settled result at every table."""
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
    """The tournament before its cut: a cut after which no round was drawn is dropped, to be made again.

    Raises NotPossibleNow while the stage is not over, and in the last stage.
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
    """Decide who plays the next stage; may be repeated until the next draw, if a player withdraws."""

    name = "cut"
    seed: Seed

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a finished stage."""
        return list(cut(before_cut(tournament), self.seed))
