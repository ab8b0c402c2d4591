"""Commands for results (record, confirm, correct, void) and for penalties."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import partial
from itertools import pairwise
from typing import Annotated, get_args

from pydantic import JsonValue

from kamchatka import ledger
from kamchatka.command import ClauseRef, EntrantRef, Meaning, Reason, RoundNumber, TableNumber
from kamchatka.faults import FaultyFile
from kamchatka.ids import PersonId
from kamchatka.messages import Language
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood, Refusal
from kamchatka.scoring.files import FaultySheet
from kamchatka.scoring.numbers import exact, written
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.scoring.sheet.cells import MOST_SEATS
from kamchatka.scoring.sheet.model import Target
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable, results_by_player
from kamchatka.tournament.command import (
    AT_TABLE,
    JUDGES,
    SHEETS,
    TournamentCommand,
    decide,
    entrant_of,
    open_round,
    public_round,
    reasoned,
    table_of,
)
from kamchatka.tournament.events import (
    GameVoided,
    PenaltyGiven,
    PublishedRow,
    ResultConfirmed,
    ResultCorrected,
    ResultKept,
    ResultRecorded,
    SeatResult,
    StandingsPublished,
    WrittenSheet,
)
from kamchatka.tournament.scores import STANDINGS_VERSION, Names, Scoreboard, ids, places_at, read_alone
from kamchatka.tournament.state import Round, Table, TableResult, Tournament

MOST_PLACES = 999


def winners_wanted(tournament: Tournament, stage: str) -> int:
    """Places per table that may not be tied: all if the stage decides ranks, else the ones that qualify."""
    stages = tournament.format.stages
    if tournament.stage_named(stage).decides:
        return MOST_SEATS
    sources = [
        (source.stage or before.id, source)
        for before, after in pairwise([each for each in stages if not each.beside])
        for entered in tournament.format.together(after.id)
        for source in (*entered.enters, *(each for layout in entered.layouts for each in layout.enters))
        if source.who in ("winners", "losers", "best-losers")
    ]
    return max((source.each for named, source in sources if named == stage), default=0)


def scored_table(
    tournament: Tournament, played: Round, table: Table, result: TableResult, names: Names | None = None
) -> PlayedTable:
    """The scored table. Refuses a sheet that is impossible, cannot be scored or leaves a tie unbroken.

    The refusal's cause names the faulty cell or the missing number.
    """
    people = [seat.person for seat in result.seats]
    if sorted(people) != sorted(table.seated.seats):
        who = ", ".join(table.seated.seats)
        raise NotUnderstood("other_players", table=table.number, round=played.number, who=who)
    full = replace(table, result=replace(result, is_confirmed=True), is_void=False)
    results, faults = read_alone(tournament, played, full, names or ids(tournament))
    if faults:
        faulty: FaultyFile = FaultySheet(str(table.number), faults)
        raise NotUnderstood("faulty_result", table=table.number, said=partial(_report, faulty)) from faulty
    [found] = results.tables()
    try:
        results_by_player(tournament.setup.formula, results)
        if wanted := winners_wanted(tournament, played.stage_of(table)):
            places_at(found, wanted)
    except Unscorable as problem:
        raise NotAllowed("unscorable", table=table.number, said=problem.report) from problem
    except MissingNumber as missing:
        raise NotAllowed(
            "tie_unbroken", clause="000-14a", table=table.number, said=missing.sentence
        ) from missing
    return found


def missing_number(refusal: Refusal) -> MissingNumber | None:
    """The number missing for a tie-break, if the result was refused for that; else None."""
    cause: object = refusal.__cause__
    if isinstance(cause, Unscorable):
        cause = cause.missing[0].cause
    return cause if isinstance(cause, MissingNumber) else None


def _report(faulty: FaultyFile, lang: Language) -> str:
    return "\n".join(f"- {fault.message(lang)}" for fault in faulty.faults)


class RecordSheet(TournamentCommand, kw_only=True):
    """Record the result of a table."""

    roles = AT_TABLE
    table: int
    seats: tuple[SeatResult, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    sent_by: PersonId | None = None
    """The player who sends it from a phone; None: an organiser or judge types it from signed paper."""

    def decide(self, tournament: Tournament) -> list[object]:
        """Allowed once; a later change is a correction and needs a reason.

        A second player who sends the same numbers confirms the first; different numbers are kept beside
        the first until a judge decides.
        """
        played = public_round(tournament)
        table = table_of(played, self.table)
        if table.is_void:
            raise NotPossibleNow("void_already", table=self.table)
        if table.result is not None and table.result.is_confirmed:
            raise NotPossibleNow("recorded_already", table=self.table, round=played.number)
        if self.sent_by is not None and self.sent_by not in table.seated.seats:
            raise NotAllowed("not_at_table", who=self.sent_by, table=self.table)
        scored_table(tournament, played, table, TableResult(seats=self.seats, neutral=self.neutral))
        stands = self.sent_by is None or tournament.settings.confirmation == "nobody"
        recorded = ResultRecorded(played.number, **vars(self), is_confirmed=stands)
        before = table.result.versions if table.result else ()
        others = [each for each in before if each.sent_by != self.sent_by]
        agree = bool(others) and all(each.says_the_same(self.seats, self.neutral) for each in others)
        if agree and not stands and tournament.settings.confirmation == "player":
            return [recorded, ResultConfirmed(played.number, self.table, others[0].sent_by)]
        return [recorded]


class ConfirmResult(TournamentCommand):
    """Confirm one result sent from a phone, or all unconfirmed results of the round."""

    typed = "confirm"
    help = "Conferma i referti arrivati dai telefoni · confirm sheets that came from phones."
    roles = AT_TABLE
    table: Annotated[int | None, Meaning("table", "table", "tavolo", "Il tavolo · the table.", least=1)] = (
        None
    )
    """None: every unconfirmed table of the round."""
    by: Annotated[
        PersonId | None,
        Meaning("entrant", "by", "", "Quale giocatore conferma · which player confirms."),
    ] = None
    """The confirming player of the table; None: an organiser or judge."""

    def decide(self, tournament: Tournament) -> list[object]:
        """The event's policy says who may confirm; the sender never may."""
        if self.table is not None:
            played = open_round(tournament)
            return [self._confirmed(tournament, played, table_of(played, self.table))]
        current = tournament.open_round
        tables = current.tables.values() if current else ()
        waiting = [each for each in tables if not each.awaits and not each.is_settled]
        if current is None or not waiting:
            raise NotPossibleNow("nothing_awaits")
        return [self._confirmed(tournament, current, each) for each in waiting]

    def _confirmed(self, tournament: Tournament, played: Round, table: Table) -> ResultConfirmed:
        number = table.number
        if table.result is None:
            raise NotPossibleNow("nothing_to_confirm", table=number)
        if table.result.is_confirmed:
            raise NotPossibleNow("confirmed_already", table=number)
        if self.by is not None:
            if tournament.settings.confirmation == "judge":
                raise NotAllowed("judge_confirms", table=number)
            if self.by not in table.seated.seats:
                raise NotAllowed("not_at_table", who=self.by, table=number)
            if self.by == table.result.sent_by:
                raise NotAllowed("confirms_own", who=self.by, table=number)
            if table.result.others:
                raise NotAllowed("judge_decides", table=number)
        return ResultConfirmed(played.number, number, self.by)


class CorrectResult(WrittenSheet, TournamentCommand, kw_only=True):
    """Replace a wrong result, even of an earlier round."""

    roles = JUDGES
    reason: str

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason; the earlier result stays in the log."""
        reasoned(self.reason)
        played = round_of(tournament, self.round)
        table = table_of(played, self.table)
        if table.result is None and not table.is_void:
            raise NotPossibleNow("nothing_to_correct", table=self.table, round=self.round)
        scored_table(tournament, played, table, TableResult(seats=self.seats, neutral=self.neutral))
        return [ResultCorrected(round=self.round, table=self.table, seats=self.seats, neutral=self.neutral)]


def round_of(tournament: Tournament, number: int) -> Round:
    """A drawn round by its number."""
    if not 1 <= number <= len(tournament.rounds):
        raise NotUnderstood("no_such_round", round=number, last=len(tournament.rounds))
    return tournament.rounds[number - 1]


class WriteSheet(TournamentCommand, kw_only=True):
    """Record a sheet typed from paper; if the table has a result, correct it and give a reason."""

    roles = JUDGES
    outlasts_closing = True
    round: int
    table: int
    seats: tuple[SeatResult, ...]
    reason: str = ""

    def decide(self, tournament: Tournament) -> list[object]:
        """Idempotent: the same sheet again gives no events, even after the tournament is closed."""
        played = round_of(tournament, self.round)
        table = table_of(played, self.table)
        result = table.result
        if table.is_void or (result and result.is_confirmed):
            if result and not table.is_void and result.says_the_same(self.seats, result.neutral):
                return []
            asked = CorrectResult(round=self.round, table=self.table, seats=self.seats, reason=self.reason)
            return decide(tournament, asked)
        if tournament.open_round is not played:
            raise NotPossibleNow("nothing_to_correct", table=self.table, round=self.round)
        return decide(tournament, RecordSheet(table=self.table, seats=self.seats))


class TypeSheet(TournamentCommand, kw_only=True):
    """Record the sheet of a table that has none, typed from paper by an assistant."""

    roles = SHEETS
    outlasts_closing = True
    round: int
    table: int
    seats: tuple[SeatResult, ...]

    def decide(self, tournament: Tournament) -> list[object]:
        """As `WriteSheet`, but a sheet with other numbers is left to a judge."""
        table = table_of(round_of(tournament, self.round), self.table)
        versions = table.result.versions if table.result else ()
        if table.is_void or not all(each.says_the_same(self.seats, each.neutral) for each in versions):
            raise NotAllowed("sheet_stands", table=self.table)
        return decide(tournament, WriteSheet(round=self.round, table=self.table, seats=self.seats))


class ChooseVersion(TournamentCommand):
    """Choose one player's version where several players sent different numbers."""

    roles = JUDGES
    outlasts_closing = True
    table: int
    sender: PersonId

    def decide(self, tournament: Tournament) -> list[object]:
        """The latest version is confirmed; an earlier one is recorded anew, as if from paper."""
        played = tournament.open_round
        result = table_of(played, self.table).result if played else None
        versions = result.versions if result and not result.is_confirmed else ()
        chosen = next((each for each in versions if each.sent_by == self.sender), None)
        if chosen is None:
            raise NotPossibleNow("nothing_to_confirm", table=self.table)
        if chosen is result:
            return decide(tournament, ConfirmResult(self.table))
        return decide(tournament, RecordSheet(table=self.table, seats=chosen.seats, neutral=chosen.neutral))


class ApproveResult(TournamentCommand):
    """Approve an unusual result as correct."""

    roles = JUDGES
    round: RoundNumber
    table: TableNumber

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a result; a second approval gives no events."""
        table = table_of(round_of(tournament, self.round), self.table)
        if table.result is None:
            raise NotPossibleNow("nothing_to_correct", table=self.table, round=self.round)
        return [] if table.is_kept else [ResultKept(self.round, self.table)]


class VoidGame(TournamentCommand):
    """Declare a game void; a player at fault gets no points for it."""

    name = "void"
    help = "Annulla la partita di un tavolo · declare the game of a table void."
    roles = JUDGES
    round: RoundNumber
    table: TableNumber
    reason: Reason
    at_fault: Annotated[
        tuple[PersonId, ...],
        Meaning("entrant", "fault", "colpa", "Chi ha colpa, e non prende nulla · who is at fault."),
    ] = ()

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason; refused at a table whose winners qualify or are ranked by it."""
        reasoned(self.reason, "000-2g")
        played = round_of(tournament, self.round)
        table = table_of(played, self.table)
        if table.is_void:
            raise NotPossibleNow("void_already", table=self.table)
        if winners_wanted(tournament, played.stage_of(table)):
            raise NotAllowed("must_be_won", table=self.table, clause="000-13a")
        for who in self.at_fault:
            if who not in table.seated.seats:
                raise NotUnderstood("not_seated", who=who, round=self.round)
        return [GameVoided(self.round, self.table, self.at_fault)]


class GivePenalty(TournamentCommand, kw_only=True):
    """Take points or places from a player."""

    name = "penalty"
    help = "Una penalità del giudice ufficiale, con il motivo · a penalty of the official judge."
    roles = ("official-judge",)
    person: EntrantRef
    points: Annotated[object, Meaning("text", "points", "punti", "Punti tolti · points taken off.")] = "0"
    places: Annotated[
        int, Meaning("number", "places", "posti", "Posti persi in classifica · places lost.", least=0)
    ] = 0
    target: Annotated[
        Target | None,
        Meaning(
            "text",
            "target",
            "bersaglio",
            "Da che cosa: result, total, ranking · from what: result, total, ranking.",
        ),
    ] = None
    """Default: the ranking for places, the total for points."""
    round: Annotated[int | None, Meaning("number", "round", "turno", "Il turno · the round.", least=1)] = None
    ranking: Annotated[str, Meaning("text", "ranking", "", "Quale classifica · which ranking.")] = ""
    clause: ClauseRef = None
    reason: Reason

    def decide(self, tournament: Tournament) -> list[object]:
        """Needs a reason, and points or places to take."""
        reasoned(self.reason, "000-2g")
        entrant_of(tournament, self.person)
        target: Target = self.target or ("ranking" if self.places else "total")
        if target not in get_args(Target):
            raise NotUnderstood("unknown_word", given=target, known=", ".join(get_args(Target)))
        try:
            points = exact(self.points)
        except ValueError:
            raise NotUnderstood("penalty_points", given=self.points) from None
        if not points and not self.places:
            raise NotUnderstood("penalty_of_nothing")
        if not 0 <= self.places <= MOST_PLACES or (self.places and target != "ranking"):
            raise NotUnderstood("penalty_places", most=MOST_PLACES)
        if self.ranking and target != "ranking":
            raise NotUnderstood("penalty_ranking")
        if self.clause and not ledger.known(self.clause):
            raise NotUnderstood("unknown_clause", given=self.clause)
        if target == "result" and self.round is None:
            raise NotUnderstood("penalty_round")
        if target == "result":
            played = round_of(tournament, self.round or 0)
            if played.table_of(self.person) is None and self.person not in played.missing:
                raise NotUnderstood("not_seated", who=self.person, round=played.number)
        elif self.round is not None:
            round_of(tournament, self.round)
        return [
            PenaltyGiven(
                person=self.person,
                target=target,
                points=written(points if points >= 0 else -points),
                places=self.places,
                round=self.round,
                ranking=self.ranking,
                clause=self.clause,
            )
        ]


class PublishStandings(TournamentCommand):
    """Publish the standings."""

    name = "publish-standings"

    def decide(self, tournament: Tournament) -> list[object]:
        """Publishes the standings after the last closed round."""
        if not any(each.is_closed for each in tournament.rounds):
            raise NotPossibleNow("nothing_to_publish")
        rows = tuple(published_rows(tournament))
        return [StandingsPublished(_last_closed(tournament), rows, STANDINGS_VERSION)]


def _last_closed(tournament: Tournament) -> int:
    return max(each.number for each in tournament.rounds if each.is_closed)


def published_rows(tournament: Tournament) -> Iterator[PublishedRow]:
    """Rank and score of every player after the last closed round."""
    board = Scoreboard(tournament, ids(tournament), _last_closed(tournament))
    for row in board.players.rows:
        yield PublishedRow(PersonId(row.entry.name), row.rank, str(row.entry.score))
