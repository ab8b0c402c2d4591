"""Commands on results: record, correct, standings, undo and export."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.app.archive import backup as keeping
from kamchatka.app.commands.execution import execute
from kamchatka.app.files import write_whole
from kamchatka.app.office import TERMINAL
from kamchatka.app.tournaments import demo
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament, sentences, stream_of
from kamchatka.app.tournaments.sheets import read_tables, results_files
from kamchatka.app.tournaments.undo import undo
from kamchatka.cli.output import fail
from kamchatka.cli.scoring.csv_option import CsvOption, ForceOption, check_target
from kamchatka.cli.scoring.inputs import read_source
from kamchatka.cli.scoring.rules_options import ExplainOption, RoundsOption
from kamchatka.cli.scoring.standings_answer import tell_standings
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason, RoundOption, TableOption
from kamchatka.messages import text
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.notices import standings_notices
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.events import WrittenSheet
from kamchatka.tournament.format.library import FILE
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import CorrectResult, RecordSheet, round_of
from kamchatka.tournament.views.ranking import excluded_notices, ranking
from kamchatka.tournament.views.sheets import result_notices

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="Referti .toml .json .csv, o una .partita · sheets .toml .json .csv, or a .partita",
    ),
]
MOST_UNDONE = 10
By = Annotated[
    str, typer.Option(help="Quale giocatore lo manda o conferma · which player sends or confirms.")
]


def _read(desk: OpenTournament, file: Path, table: int | None, round: int) -> list[WrittenSheet]:
    source = read_source(file)
    return read_tables(desk, file.name, source, table=table, round=round, folder=file.parent)


def record(
    call: DeskCall,
    id: Id,
    file: File,
    table: TableOption = None,
    by: By = "",
) -> None:
    """Scrive il risultato di uno o più tavoli · write down the result of one table or more."""
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        current = desk.tournament.open_round
        if current is None:
            raise NotPossibleNow("no_open_round")
        typed = [each for each in _read(desk, file, table, current.number) if each.round == current.number]
        if table is not None:
            typed = [each for each in typed if each.table == table]
        if not typed:
            raise NotUnderstood("nothing_to_record", name=file.name, round=current.number)
        sender = desk.entrant(by) if by else None
        commands: list[TournamentCommand] = [
            RecordSheet(table=each.table, seats=each.seats, neutral=each.neutral, sent_by=sender)
            for each in typed
        ]
        outcome = execute(office, TERMINAL, id, *commands, lang=call.lang)
        after, numbers = outcome.desk, [each.table for each in typed]
        notices = list(result_notices(after.tournament, after.names, current.number, numbers))
        data = {"recorded": len(typed), "notices": notices}
        call.give(data, lambda: call.report(outcome, notices))


def correct(
    call: DeskCall,
    id: Id,
    *,
    file: File,
    reason: Reason = "",
    table: TableOption = None,
    round: RoundOption = None,
) -> None:
    """Corregge un referto già scritto, con il motivo · correct a sheet, with the reason."""
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        number = round or len(desk.tournament.rounds)
        commands = [
            CorrectResult(
                round=each.round,
                table=each.table,
                seats=each.seats,
                neutral=each.neutral,
                reason=reason,
            )
            for each in _read(desk, file, table, number)
            if table in (None, each.table)
        ]
        outcome = execute(office, TERMINAL, id, *commands, lang=call.lang)
        call.report(outcome, corrected=len(commands))


def standings(
    call: DeskCall,
    id: Id,
    *,
    stage: Annotated[str, typer.Option(help="Com'era alla fine di questa fase · after this stage.")] = "",
    round: RoundOption = None,
    rounds: RoundsOption = False,
    explain: ExplainOption = None,
    csv: CsvOption = None,
    force: ForceOption = False,
) -> None:
    """La classifica, con il perché di ogni spareggio · the standings, with the reason for every tie."""
    check_target(call, csv, (), force=force)
    desk = call.desk(id)
    last = round
    if stage:
        known = [each.id for each in desk.tournament.format.stages]
        if stage not in known:
            raise NotUnderstood("unknown_word", given=stage, known=", ".join(known))
        played = [each.number for each in desk.tournament.rounds_of(stage)]
        if not played:
            raise NotPossibleNow("stage_not_played", stage=stage)
        last = played[-1]
    if last is not None:
        round_of(desk.tournament, last)
    try:
        view = ranking(desk.tournament, desk.names, last)
    except Unscorable as problem:
        fail(problem.report(call.lang))
    except MissingNumber as missing:
        fail(missing.sentence(call.lang))
    if not view.results.rounds and not call.as_json:
        call.say(text("tournament.no_results", call.lang))
        return
    excluded = excluded_notices(desk.tournament, desk.names)
    tell_standings(
        call,
        view.standings,
        view.results,
        [*excluded, *standings_notices(view.results, view.standings)],
        teams=view.standings.is_of_teams,
        rounds=rounds,
        explain=explain,
        csv=csv,
        clubs={
            player_name(desk.names[who]): each.club
            for who, each in desk.tournament.entrants.items()
            if each.club
        },
        movement=view.movement,
    )


def results(
    call: DeskCall,
    id: Id,
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="Dove scrivere · where to write.")],
    force: ForceOption = False,
) -> None:
    """Scrive i risultati in un file che «standings» legge da solo · write results `standings` reads alone."""
    if file.suffix.lower() != FILE:
        raise NotUnderstood("not_toml", path=file)
    if file.exists() and not force:
        raise NotPossibleNow("file_exists", path=file)
    with call.reading() as office:
        written = results_files(office, id, file)
    try:
        for path, content in written.items():
            write_whole(path, content.encode())
    except OSError as error:
        raise NotPossibleNow("unwritable", path=file, error=error) from error
    data = {"file": str(file), "beside": [path.name for path in written if path != file]}
    call.answer(data, "tournament.results_written", path=file)


def undo_last(call: DeskCall, id: Id, reason: Reason = "") -> None:
    """Annulla l'ultima operazione · undo the last operation."""
    with call.writing() as office:
        before = open_tournament(office, id, call.lang)
        taken_back = undo(office, TERMINAL, id, reason)
        step = next_step(open_tournament(office, id).tournament)
        lines = sentences(office, taken_back, before.names, call.lang, before.tournament.format.stages)

    def draw() -> None:
        for line in lines[:MOST_UNDONE]:
            call.say(text("tournament.undone", call.lang, what=line))
        if len(lines) > MOST_UNDONE:
            call.say(text("tournament.undone_more", call.lang, count=len(lines) - MOST_UNDONE))
        call.say_next(step, id)

    call.give({"undone": lines, "next": step}, draw)


def export(
    call: DeskCall,
    id: Id,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Dove scrivere · where to write.")],
    force: ForceOption = False,
) -> None:
    """Copia il torneo con le sue persone; si riporta con «restore» · copy the tournament with its people."""
    if file.exists() and not force:
        raise NotPossibleNow("file_exists", path=file)
    with call.reading() as office:
        desk = open_tournament(office, id)
        feeds = [stream_of(id), *(f"person/{who}" for who in desk.names)]
        done = keeping.backup(office, TERMINAL, file, only=feeds)
    values = {"events": done.events, "people": done.people}
    call.answer({"file": str(file), **values}, "log.cli.backed_up", path=file, **values)


def simulate(
    call: DeskCall, id: Id, seed: Annotated[str, typer.Option(help="Il seme · the seed.")] = demo.SEED
) -> None:
    """Inventa i risultati del turno, solo nelle dimostrazioni · invent results, in demonstrations only."""
    with call.writing() as office:
        count = demo.simulate(office, TERMINAL, id, seed)
    call.answer({"recorded": count}, "tournament.simulated", count=count)
