"""Commands of judges: calls from the tables, and rulings on incidents."""

from dataclasses import replace
from typing import Annotated

import typer

from kamchatka.app.commands.reading import player_at
from kamchatka.app.office import Office
from kamchatka.app.tables.incidents import club_of, earlier_rulings, judge_of, official_judge
from kamchatka.app.tables.queue import closing, queue
from kamchatka.app.tables.tables import OpenTable, live_in
from kamchatka.app.tournaments.opening import tournament_in
from kamchatka.cli.casebook import AnswerWords, answered, print_ruling
from kamchatka.cli.referee.desk import By, ForcedConquests, MaybeNumber, Number, now, tap
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.referee.calls import AnswerCall, CallJudge
from kamchatka.referee.casebook.answers import read_answers
from kamchatka.referee.casebook.asking import Ruling
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import Scope
from kamchatka.referee.casebook.rulings import written_effect
from kamchatka.referee.casebook.views import ruling_data
from kamchatka.referee.command import TableCommand
from kamchatka.referee.incidents import RuleIncident
from kamchatka.refusals import NotUnderstood


def incident(
    call: DeskCall,
    id: Id,
    number: Number,
    case: Annotated[
        str,
        typer.Argument(metavar="CASE", help="Che cosa è successo: over-limit, … · what happened."),
    ],
    answers: AnswerWords = None,
    *,
    effect: Annotated[
        list[str] | None,
        typer.Option(
            help="Invece del regolamento, remove-armies=8 · instead of the regulation, remove-armies=8."
        ),
    ] = None,
    scope: Annotated[
        Scope | None,
        typer.Option(help="Per quanto, con --effect · for how long, with --effect."),
    ] = None,
    settles: Annotated[
        int | None, typer.Option(help="Il caso in attesa che si decide · the waiting case.")
    ] = None,
    conquests: ForcedConquests = None,
    by: By = "",
    reason: Reason = "",
) -> None:
    """Un caso della casistica e la sua decisione · a case of the casebook and its ruling."""
    found = find_case(case)
    with call.reading() as office, office.reading() as reading:
        live = live_in(reading, id, number)
        earlier = earlier_rulings(reading, live, found.id)

    def seats(words: str) -> int:
        return live.table.seat_of(player_at(live, words))

    asked = RuleIncident(
        case=found.id,
        answers=read_answers(found, answers or [], seats),
        effects=tuple(written_effect(each, scope) for each in effect or ()),
        author=judge_of(live, by) if by else official_judge(live),
        club=club_of(live.tournament),
        reason=reason,
        number=settles,
        earlier=earlier,
        conquests=conquests,
        now=now(),
    )

    def ask(answers: dict[str, Value]) -> Ruling:
        return replace(asked, answers=answers).ruling(live.table)

    given = dict(asked.answers)
    ruling = answered(ask, given, call, seats)
    command = replace(asked, answers=given)
    is_forwarded = command.must_forward(ruling)

    def done() -> None:
        print_ruling(found, live.table.rulebook, ruling, call.lang)
        if is_forwarded:
            call.say(text("referee.forwarded", call.lang))

    more = {"forwarded": is_forwarded, "ruling": ruling_data(ruling, call.lang)}
    tap(call, id, number, lambda *_: command, by=by, note=reason, done=done, **more)


def call_judge(
    call: DeskCall,
    id: Id,
    number: MaybeNumber = None,
    *,
    seat: Annotated[str, typer.Option(help="Chi chiama · who calls.")] = "",
    phase: Annotated[str, typer.Option(help="In quale fase · in which phase.")] = "",
    answer: Annotated[int | None, typer.Option(help="Rispondi alla chiamata n. · answer call no.")] = None,
    close: Annotated[int | None, typer.Option(help="Risolta la chiamata n. · settle call no.")] = None,
    stop: Annotated[
        bool, typer.Option("--stop", help="Ferma intanto il tempo del tavolo · stop its clock meanwhile.")
    ] = False,
    by: By = "",
) -> None:
    """Chiama il giudice; senza tavolo, tutte le chiamate aperte · call the judge; or the queue."""
    if number is None:
        _queue(call, id)
        return

    said: list[str] = []

    def make(_: Office, live: OpenTable) -> list[TableCommand]:
        judge = PersonId(judge_of(live, by).person) if by else None
        if answer is not None:
            return [AnswerCall(answer, judge)]
        if close is not None:
            return closing(live, close, now, judge)
        if not seat:
            raise NotUnderstood("who_calls")
        if stop and not live.table.clock.is_running:
            said.append(text("referee.no_clock_to_stop", call.lang))
        return [CallJudge(player_at(live, seat), phase, stops=stop, now=now())]

    def done() -> None:
        for each in said:
            call.say(each)

    tap(call, id, number, make, by=by, done=done)


def _queue(call: DeskCall, id: str) -> None:
    """Print every open call and forwarded incident of the round, oldest first."""
    with call.reading() as office, office.reading() as reading:
        rows = queue(reading, tournament_in(reading, id, call.lang))

    def draw() -> None:
        for row in rows:
            what = text(f"log.words.{row.call}", call.lang) if row.call else row.incident
            call.say(f"{row.at[11:16]} · {row.table} · n. {row.number} · {row.player or '-'} · {what}")

    call.give(rows, draw)
