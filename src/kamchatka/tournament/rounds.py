"""Commands that end a round and cut a stage."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

from kamchatka.command import EntrantRefs, Meaning, Reason, Seed
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import TournamentCommand, player_of, public_round, reasoned
from kamchatka.tournament.cutting import (
    Cutting,
    cut,
    cuttings_beside,
    following,
    lots_among,
    overtaken_cuts,
)
from kamchatka.tournament.events import CutKept, RoundClosed, StageCut, StageEnded
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.seating.round import shapes_for
from kamchatka.tournament.state import Tournament


def stage_is_over(tournament: Tournament) -> bool:
    """Whether all rounds of the present stage, and of those beside it, have been played."""
    if tournament.stage.rounds == "open":
        return tournament.stage.id in tournament.ended
    stages = [tournament.stage_named(each.stage) for each in tournament.last_cuts] or [tournament.stage]
    rounds = (stage.rounds if isinstance(stage.rounds, int) else 1 for stage in stages)
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


def may_end_stage(tournament: Tournament) -> bool:
    """Whether the present stage is open, has been played, and is between two rounds."""
    stage = tournament.stage
    is_open = stage.rounds == "open" and stage.id not in tournament.ended
    return is_open and not tournament.open_round and bool(tournament.rounds_of(stage.id))


class EndStage(TournamentCommand):
    """End a stage whose number of rounds is open: no more rounds of it are drawn."""

    name = "end-stage"
    help = "Finisce una fase dai turni senza numero fissato · end a stage with an open number of rounds."

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs an open stage with a round that is closed; gives no events if it has ended already."""
        stage = tournament.stage
        if stage.rounds != "open":
            raise NotAllowed("stage_has_rounds", stage=stage.title)
        if tournament.open_round:
            raise NotPossibleNow("round_open", round=tournament.open_round.number)
        if not tournament.rounds_of(stage.id):
            raise NotPossibleNow("stage_not_over", stage=stage.title, played=0)
        return [] if stage.id in tournament.ended else [StageEnded(stage.id)]


def before_cut(tournament: Tournament) -> Tournament:
    """The tournament before its cut: a cut after which no round was drawn is dropped, to be made again.

    If results were corrected, so are drawn tables at which nobody plays yet. Raises NotPossibleNow while the
    stage is not over, and in the last stage.
    """
    drawn = tournament.open_round
    if drawn and (tournament.uncut.open_round or not overtaken_cuts(tournament)):
        raise NotPossibleNow("round_open", round=drawn.number)
    tournament = tournament.uncut
    if not stage_is_over(tournament):
        stage, played = tournament.stage.title, tournament.played
        raise NotPossibleNow("stage_not_over", stage=stage, played=played)
    if following(tournament) is None:
        raise NotPossibleNow("no_stage_left")
    return tournament


def must_cut_again(tournament: Tournament) -> bool:
    """Whether a qualified player withdrew before the draw: the cut is repeated to bring in a reserve."""
    made = tournament.last_cuts
    if not made or made[0].is_by_hand or not made[0].after_round:
        return False
    if made[0].after_round != len(tournament.rounds):
        return False
    qualified = (each.person for cut in made for each in cut.qualified)
    return any(tournament.entrants[who].status != "playing" for who in qualified)


class CutStage(TournamentCommand):
    """Decide who plays the next stage; may be repeated if a player withdraws or results are corrected."""

    name = "cut"
    seed: Seed
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a finished stage and players who qualify; over corrected results also a reason."""
        before = before_cut(tournament)
        is_again = before.cuts != tournament.cuts
        if is_again and not must_cut_again(tournament) and overtaken_cuts(tournament):
            reasoned(self.reason)
        events = cut(before, self.seed)
        made = events[-1]
        if isinstance(made, StageCut) and not made.qualified:
            raise NotAllowed("nobody_qualifies", stage=before.stage_named(made.stage).title)
        return list(events)


class KeepCut(TournamentCommand):
    """Keep the confirmed players of a stage although corrected results would qualify others."""

    name = "keep-cut"
    help = "Dopo una correzione tiene chi era passato · keep who was confirmed, after a correction."
    reason: Reason

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason, and results that would qualify other players."""
        reasoned(self.reason)
        found = overtaken_cuts(tournament)
        if not found:
            raise NotPossibleNow("cut_stands")
        return [CutKept(stage, people) for stage, people in found.items()]


def may_draw_lots(tournament: Tournament) -> bool:
    """Whether ties may be drawn: the games of a stage are over, and those of the next have not begun."""
    cut = tournament.cut
    is_just_cut = cut is not None and cut.after_round == len(tournament.rounds)
    is_between = bool(tournament.rounds) and not tournament.open_round and not tournament.is_closed
    return is_between and (is_just_cut or stage_is_over(tournament))


class DrawLots(TournamentCommand):
    """Draw lots among tied players whom no other criterion separates."""

    name = "lots"
    help = (
        "Sorteggia una parità che nessun criterio scioglie · draw lots for a tie that no criterion breaks."
        "\n\nBasta nominare una persona in parità · naming one of the tied people is enough."
    )
    people: EntrantRefs
    seed: Seed

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs an open tie of these players, after the last game of a stage."""
        if not may_draw_lots(tournament):
            raise NotPossibleNow("lots_too_early")
        cutting = Cutting(tournament)
        tied = next((each for each in cutting.open_ties if {*self.people} <= {*each}), None)
        if tied is None or not self.people:
            raise NotPossibleNow("no_open_tie", who=", ".join(self.people))
        return [replace(lots_among(tournament, cutting.by_number(tied), self.seed), is_for_cut=False)]


class CutByHand(TournamentCommand):
    """Decide by hand who plays the next stage; may be repeated until the next draw."""

    name = "cut-by-hand"
    help = (
        "Decide a mano chi passa alla fase successiva · settle by hand who goes on to the next stage."
        "\n\nVale finché non si sorteggia; «check» lo dice · it holds until the draw; “check” tells it."
    )
    people: EntrantRefs
    direct: Annotated[
        tuple[PersonId, ...],
        Meaning(
            *("entrant", "direct", "diretti"),
            "Chi salta la fase e aspetta la successiva · who skips the stage and waits for the next one.",
        ),
    ] = ()
    reason: Reason = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason, players who are still in, and a number of them that can be seated."""
        reasoned(self.reason)
        before = before_cut(tournament)
        everybody = (*self.people, *self.direct)
        if not self.people:
            raise NotUnderstood("nobody_named")
        for who in everybody:
            player_of(before, who)
            if everybody.count(who) > 1:
                raise NotUnderstood("named_twice", who=who)
        made = chosen_by_hand(before, self.people, self.direct)
        if self.direct and not takes_direct(before, made.stage):
            raise NotAllowed("nobody_skips", stage=before.stage_named(made.stage).title)
        return [made, *(each.made() for each in cuttings_beside(before, made))]


def takes_direct(tournament: Tournament, stage: str) -> bool:
    """Whether the stage after this one is entered by players who skip it."""
    after = tournament.format.after(stage)
    return after is not None and any(source.who == "direct" for source in after.enters)


def chosen_by_hand(
    tournament: Tournament, people: Sequence[PersonId], direct: Sequence[PersonId]
) -> StageCut:
    """The cut that the organiser chose. Raises NoTables.

    If the players do not fit, they play without the layout's number of tables, or else as one group.
    """
    made = Cutting(tournament).by_hand(people, direct)
    ways = [made, replace(made, tables=0)]
    if made.groups > 1:
        together = tuple(replace(each, group=1) for each in made.qualified)
        ways.append(replace(made, qualified=together, groups=1, tables=0))
    for way in ways[:-1]:
        with suppress(NoTables):
            return _seatable(tournament, way)
    return _seatable(tournament, ways[-1])


def _seatable(tournament: Tournament, made: StageCut) -> StageCut:
    """The cut, if each of its groups can be seated. Raises NoTables."""
    after = evolve(tournament, made)
    for size in Counter(each.group for each in made.qualified).values():
        shapes_for(after, size)
    return made
