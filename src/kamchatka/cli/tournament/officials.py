"""Commands on judges: appointing them, and their sessions and shifts."""

from typing import Annotated, Any

import typer

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Role
from kamchatka.app.register.accounts import links
from kamchatka.app.tournaments.entries import register_person
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.cli.tournament.desk import DeskCall, Id
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.officials import PlanSession, RosterJudge, check_cover, covers
from kamchatka.tournament.settings import NameJudge, RemoveJudge

Name = Annotated[str, typer.Argument(metavar="NOME", help="Nome e cognome · full name.")]
ROLES = ", ".join(links.INVITED)
Hours = Annotated[str, typer.Option(help="Dalle alle, 14:00-22:00 · from and to, 14:00-22:00.")]


def judge(
    call: DeskCall,
    id: Id,
    name: Name,
    *,
    table: Annotated[bool, typer.Option("--table", help="Giudice di tavolo · table judge.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Non è più giudice · no longer a judge.")] = False,
    by: Annotated[str, typer.Option(help="Chi nomina il giudice di tavolo · who appoints.")] = "",
) -> None:
    """Nomina il giudice ufficiale, o un giudice di tavolo · name the official judge, or a table judge."""
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        appointing = _judge_or_entrant(desk, by) if by else None
        person = desk.judge(name) if remove else register_person(office, TERMINAL, desk, name)
        role: Any = "table-judge" if table else "official-judge"
        asked: TournamentCommand = RemoveJudge(person) if remove else NameJudge(person, role, appointing)
        call.report(execute(office, TERMINAL, id, asked, lang=call.lang))


def _judge_or_entrant(desk: OpenTournament, name: str) -> PersonId:
    """A judge, else an entrant, by name."""
    try:
        return desk.judge(name)
    except NotUnderstood:
        return desk.entrant(name)


def invite(
    call: DeskCall,
    id: Id,
    name: Name,
    *,
    role: Annotated[
        str, typer.Option("--as", metavar="RUOLO", help=f"Ruolo: {ROLES} · role: {ROLES}.")
    ] = Role.OFFICIAL_JUDGE,
) -> None:
    """Invita al tavolo della segreteria, con un collegamento personale · invite to the desk, by a link."""
    if role not in links.INVITED:
        raise NotUnderstood("unknown_word", given=role, known=ROLES)
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        path = f"/invito/{links.invite(office, TERMINAL, name, desk.id, role)}"
    said = text(f"accounts.roles.{role}.label", call.lang)
    call.answer(
        {"name": name, "role": role, "path": path}, "tournament.invited", name=name, role=said, path=path
    )


def roster(
    call: DeskCall,
    id: Id,
    session: Annotated[str, typer.Argument(metavar="[SESSIONE]", help="Quale · which one.")] = "",
    *,
    hours: Hours = "",
    judge: Annotated[str, typer.Option(help="Chi arbitra in quelle ore · who judges then.")] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Rifiuta se mancano ore · refuse while hours are uncovered.")
    ] = False,
) -> None:
    """Sessioni e turni dei giudici, con le ore scoperte · sessions, shifts and uncovered hours."""
    if session:
        starts, _, ends = hours.partition("-")
        with call.writing() as office:
            desk = open_tournament(office, id, call.lang)
            asked: TournamentCommand = PlanSession(session, starts, ends)
            if judge:
                asked = RosterJudge(session, desk.judge(judge), starts, ends)
            execute(office, TERMINAL, id, asked)
    desk = call.desk(id)
    if check:
        check_cover(desk.tournament)
    rows = [
        {
            "session": each.session.session,
            "hours": f"{each.session.starts}-{each.session.ends}",
            "judges": [desk.names[who] for who in each.judges],
            "uncovered": [str(gap) for gap in each.uncovered],
        }
        for each in covers(desk.tournament)
    ]

    def draw() -> None:
        for row in rows:
            code = "uncovered" if row["uncovered"] else "covered"
            said = {
                key: value if isinstance(value, str) else ", ".join(value) or "-"
                for key, value in row.items()
            }
            call.say(text(f"tournament.roster.{code}", call.lang, **said))

    call.give({"sessions": rows}, draw)
