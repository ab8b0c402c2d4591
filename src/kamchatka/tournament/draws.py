"""Commands for the draw of a round, and the conditions for drawing."""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Annotated, Any

from kamchatka.command import Meaning, Reason, Secret, Seed
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.tournament.command import TournamentCommand, entrant_of, open_round, reasoned
from kamchatka.tournament.cutting import CUT_VERSION, following
from kamchatka.tournament.events import (
    PairJoined,
    PairParted,
    Qualifier,
    SeedAnnounced,
    StageCut,
    TablesHidden,
    TablesPublished,
)
from kamchatka.tournament.folding import evolve
from kamchatka.tournament.gates import check_signatures, gate, has_judge
from kamchatka.tournament.rounds import stage_is_over
from kamchatka.tournament.seating.round import RoundDraw, planned_rounds
from kamchatka.tournament.state import Entrant, Tournament
from kamchatka.tournament.teams import check_teams, players_to_seat


class AnnounceSeed(TournamentCommand):
    """Announce the seed of the next draw, before presence is known."""

    name = "seed"
    help = "Annuncia il seme del prossimo sorteggio · announce the seed of the next draw."
    seed: Annotated[
        str,
        Meaning("seed", "seed", "seme", "Senza, uno nuovo · without, a new one.", "[SEME]", "argument"),
    ]

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed once per round, so that a seed cannot be chosen for its outcome."""
        number = tournament.next_number
        if number in tournament.seeds:
            raise NotPossibleNow("seed_announced", round=number, seed=tournament.seeds[number])
        if tournament.plan and planned_rounds(tournament, number, 1):
            raise NotPossibleNow("round_planned", round=number, seed=tournament.plan.seed)
        return [SeedAnnounced(number, self.seed)]


def check_draw(tournament: Tournament) -> None:
    """Refuse the draw of the next round while a condition is not met."""
    number = tournament.next_number
    if tournament.open_round:
        raise NotPossibleNow("round_open", round=tournament.open_round.number)
    if stage_is_over(tournament):
        stage = tournament.stage
        after = following(tournament)
        code = "stage_over" if after else "rounds_over"
        clause = tournament.format.clause(stage, "rounds")
        raise NotAllowed(code, clause=clause, rounds=len(tournament.rounds), stage=stage.title)
    if not tournament.has_roll_call:
        raise NotPossibleNow("no_roll_call", round=number)
    gates, cite = tournament.format.gates, tournament.format.clause
    if gate(tournament, "judge") == "refuse" and not has_judge(tournament):
        raise NotAllowed("no_judge", clause=cite(gates, "judge") or "000-2a")
    players = players_to_seat(tournament)
    check_signatures(tournament, players)
    check_teams(tournament, players)
    if number == 1:
        _check_field(tournament, players)


class DrawRound(TournamentCommand):
    """Draw the tables of the next round."""

    name = "draw"
    seed: Seed
    secret: Secret = field(default="", repr=False)
    """Secret seed of the objective sets, where the regulation deals them; never shown."""
    is_draft: Annotated[bool, Meaning("flag", "draft", "bozza")] = False
    """Whether the tables are visible only to the desk until they are published."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Draws the tables if all conditions are met."""
        check_draw(tournament)
        players = players_to_seat(tournament)
        number = tournament.next_number
        seed = tournament.seeds.get(number, self.seed)
        events: list[object] = []
        if number == 1 and (straight := _straight_to_final(tournament, players)):
            events.append(straight)
            tournament = evolve(tournament, straight)
        drawing = RoundDraw(tournament, seed, self.secret or seed, is_draft=self.is_draft)
        return [*events, *drawing.events(players)]


class RedrawRound(TournamentCommand):
    """Draw the present round again, with the players present now and the same seed.

    Tables with a game in play keep their seats; players moved by hand stay at their tables.
    """

    name = "redraw"
    reason: Reason
    secret: Secret = field(default="", repr=False)

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason, and a table whose game has not begun."""
        reasoned(self.reason, "000-3d")
        found = open_round(tournament)
        if all(table.is_started for table in found.tables.values()):
            raise NotPossibleNow("all_started", round=found.number)
        check_signatures(tournament, players_to_seat(tournament))
        check_teams(tournament, players_to_seat(tournament))
        drawing, players = redrawing(tournament, self.secret)
        return drawing.events(players)


def redrawing(tournament: Tournament, secret: str = "") -> tuple[RoundDraw, Sequence[Entrant]]:
    """The repeated draw of the present round, and its players: those not at a table in play."""
    found = open_round(tournament)
    kept = {number: table.seated for number, table in found.tables.items() if table.is_started}
    by_hand = {
        who: number
        for number, table in found.tables.items()
        for who in table.seated.seats
        if who in found.moved and number not in kept
    }
    before = replace(tournament, rounds=tournament.rounds[:-1])
    seed = found.receipt.seed
    seated = {who for table in kept.values() for who in table.seats}
    players = [each for each in players_to_seat(tournament) if each.person not in seated]
    drawing = RoundDraw(before, seed, secret or seed, kept=kept, by_hand=by_hand, is_draft=found.is_draft)
    return drawing, players


class PublishTables(TournamentCommand):
    """Publish the draft tables of the round."""

    name = "publish-tables"

    def decide(self, tournament: Tournament) -> list[object]:
        """Gives no events if the tables are public already."""
        found = open_round(tournament)
        return [TablesPublished(found.number)] if found.is_draft else []


class HideTables(TournamentCommand):
    """Turn the published tables into a draft again."""

    name = "hide-tables"

    def decide(self, tournament: Tournament) -> list[object]:
        """Refused once a game has begun."""
        found = open_round(tournament)
        begun = tuple(str(table.number) for table in found.tables.values() if table.is_started)
        if begun:
            raise NotPossibleNow("tables_begun", round=found.number, tables=", ".join(begun))
        return [] if found.is_draft else [TablesHidden(found.number)]


class PlanSeason(TournamentCommand):
    """Plan the remaining rounds of a stage in advance, for all its players."""

    name = "plan"
    seed: Seed

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed if the stage's seating is planned."""
        if tournament.stage.seating != "planned":
            raise NotAllowed("not_planned", format=tournament.format.title)
        if tournament.open_round:
            raise NotPossibleNow("round_open", round=tournament.open_round.number)
        if stage_is_over(tournament):
            raise NotPossibleNow("stage_is_over", stage=tournament.stage.title)
        if tournament.plan and planned_rounds(tournament, tournament.next_number, 1):
            raise NotPossibleNow("round_planned", round=tournament.next_number, seed=tournament.plan.seed)
        seed = tournament.seeds.get(tournament.next_number, self.seed)
        return [RoundDraw(tournament, seed, seed).season(tournament.members)]


class PartPair(TournamentCommand):
    """Keep two people at different tables where possible, or end that wish."""

    name = "apart"
    help = "Tiene due persone a tavoli diversi, se si può · keep two people at different tables, if possible."
    one: Annotated[PersonId, Meaning("entrant", "one", "uno", "Numero o nome · number or name.", "CHI")]
    other: Annotated[PersonId, Meaning("entrant", "other", "altro", "Numero o nome · number or name.", "DA")]
    together: Annotated[
        bool, Meaning("flag", "together", "insieme", "Non più separati · no longer apart.")
    ] = False

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs two different entrants; gives no events if nothing changes."""
        one, other = (entrant_of(tournament, who).person for who in (self.one, self.other))
        if one == other:
            raise NotUnderstood("one_person_twice", who=one)
        if not self.together and not tournament.stage.heeds_pairs:
            raise NotAllowed("nobody_heeded", format=tournament.format.title)
        if (frozenset((one, other)) in tournament.apart) != self.together:
            return []
        return [PairJoined((one, other)) if self.together else PairParted((one, other))]


def _check_field(tournament: Tournament, players: Sequence[Entrant]) -> None:
    """Refuse a number of players outside the format's limits."""
    least, most = tournament.format.entrants
    clause = tournament.format.clause(tournament.format, "entrants")
    values: dict[str, Any] = {"count": len(players), "least": least, "most": most}
    values["format"] = tournament.format.title
    if len(players) < least:
        raise NotAllowed("too_few_players", clause=clause, **values)
    if most and len(players) > most:
        raise NotAllowed("too_many_players", clause=clause, **values)


def _straight_to_final(tournament: Tournament, players: Sequence[Entrant]) -> StageCut | None:
    """A cut directly to the final, if a stage played until one table is left starts with one table."""
    after = following(tournament)
    sizes = tournament.format.sizes_of(tournament.stage)
    if tournament.stage.rounds != "until-one-table" or after is None or len(players) > max(sizes):
        return None
    everybody = tuple(Qualifier(each.person, 0, "everybody") for each in players)
    return StageCut(after.id, everybody, version=CUT_VERSION)
