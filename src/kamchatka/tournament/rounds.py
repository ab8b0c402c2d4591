"""Commands that end a round and cut a stage."""

from typing import Annotated

from kamchatka.command import Meaning, Seed
from kamchatka.refusals import NotPossibleNow
from kamchatka.tournament.command import TournamentCommand, public_round
from kamchatka.tournament.cutting import cut, following
from kamchatka.tournament.events import RoundClosed
from kamchatka.tournament.state import Tournament


def stage_is_over(tournament: Tournament) -> bool:
    """Whether all rounds of the present stage, and of those beside it, have been played."""
    stages = [tournament.stage_named(each.stage) for each in tournament.last_cuts] or [tournament.stage]
    rounds = (1 if stage.rounds == "until-one-table" else stage.rounds for stage in stages)
    return tournament.played >= max(rounds)


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
    tournament = tournament.uncut
    if not stage_is_over(tournament):
        stage, played = tournament.stage.title, tournament.played
        raise NotPossibleNow("stage_not_over", stage=stage, played=played)
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
