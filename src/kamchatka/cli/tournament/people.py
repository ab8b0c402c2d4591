"""Commands on who takes part: entries, signatures, fees, the roll call, withdrawals, penalties."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from typer.core import TyperCommand

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.register.people import person_of
from kamchatka.app.tournaments.entries import enter, register_person
from kamchatka.app.tournaments.lists import ListedPlayer, read_list, read_text
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.cli.call import option
from kamchatka.cli.output import console
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason, Who
from kamchatka.messages import text
from kamchatka.refusals import NotUnderstood
from kamchatka.tournament.entries import CallRoll, CorrectEntry, ExpectPlayer, SubstitutePlayer
from kamchatka.tournament.events import Entry
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.views.people import EntrantRow, entrants

Name = Annotated[str, typer.Argument(metavar="NOME", help="Nome e cognome · full name.")]
Present = Annotated[bool, typer.Option("--present", help="Sono tutti presenti · all are present.")]
Signed = Annotated[bool, typer.Option("--signed", help="Hanno tutti firmato · all have signed.")]
ENTRY = {
    "club": "Il club · the club.",
    "region": "La regione · the region.",
    "team": "La squadra · the team.",
    "family": "Parola comune a chi va tenuto separato · word shared by who is kept apart.",
}
"""Data of an entrant."""
OPTIONS = {
    "enter": [option(key, str, help, default="") for key, help in ENTRY.items()],
    "entry": [option(key, str, help) for key, help in ENTRY.items()],
}
PEOPLE_OPTIONS = ("--present", "--absent", "--expected")


def enter_one(
    call: DeskCall,
    id: Id,
    name: Name,
    *,
    present: Present = False,
    signed: Signed = False,
    **said: str,
) -> None:
    """Iscrive una persona · enter somebody."""
    person = person_of({"name": name, "club": said.pop("club")})
    _enter(call, id, [ListedPlayer(person, said)], present=present, signed=signed)


def import_list(
    call: DeskCall,
    id: Id,
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="Colonne nome, club · columns nome, club.")
    ],
    present: Present = False,
    signed: Signed = False,
) -> None:
    """Iscrive tutti quelli di un elenco CSV · enter everybody on a CSV list."""
    _enter(call, id, read_list(read_text(file)), present=present, signed=signed)


def _enter(call: DeskCall, id: str, players: Sequence[ListedPlayer], *, present: bool, signed: bool) -> None:
    with call.writing() as office:
        done = enter(office, TERMINAL, id, players, present=present, signed=signed)
        step = next_step(open_tournament(office, id).tournament)
    doubts = [doubt.sentence(call.lang) for doubt in done.doubts]
    data = {"entered": done.entered, "present": done.present, "doubts": doubts}
    call.answer(data, "tournament.entered", count=done.entered)
    if not call.as_json:
        call.notices(done.doubts)
        call.say_next(step, id)


class RollCallCommand(TyperCommand):
    """The roll call, whose options take several people each."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Repeat an option before each of its people, then parse."""
        spread: list[str] = []
        option = ""
        for word in args:
            is_option = word.startswith("-")
            if is_option and spread and spread[-1] in PEOPLE_OPTIONS:
                raise typer.BadParameter(f"Option '{spread[-1]}' requires an argument.", ctx=ctx)
            if option and not is_option and spread[-1] != option:
                spread.append(option)
            spread.append(word)
            if is_option:
                option = word if word in PEOPLE_OPTIONS else ""
        return super().parse_args(ctx, spread)


def rollcall(
    call: DeskCall,
    id: Id,
    *,
    everybody: Annotated[bool, typer.Option("--all", help="Sono tutti presenti · all are present.")] = False,
    present: Annotated[list[str] | None, typer.Option(metavar="CHI…", help="Chi c'è · who is there.")] = None,
    absent: Annotated[
        list[str] | None, typer.Option(metavar="CHI…", help="Chi manca · who is missing.")
    ] = None,
    expected: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CHI ORA…", help="Chi manca e quando arriva · who is missing and when they come."
        ),
    ] = None,
    at: Annotated[str, typer.Option(help="L'ora a cui sono arrivati · the time they came.")] = "",
) -> None:
    """Appello: chi c'è e chi manca, per numero o nome · roll call: who is there, by number or name.

    Senza opzioni, l'elenco · without options, the list.
    """
    if not (everybody or present or absent or expected):
        desk = call.desk(id)
        rows = entrants(desk.tournament, desk.names)
        call.give(rows, lambda: _print_roll(call, rows))
        return
    waited = _words(expected)
    if len(waited) % 2:
        raise NotUnderstood("roll_expected")

    def make(_: Office, desk: OpenTournament) -> list[Any]:
        missing = [desk.entrant(who) for who in _words(absent)]
        here = [desk.entrant(who) for who in _words(present)]
        if everybody:
            here = [each.person for each in desk.tournament.members if each.person not in missing]
        called = [CallRoll(tuple(here), tuple(missing), at)] if here or missing else []
        pairs = zip(waited[::2], waited[1::2], strict=True)
        return called + [ExpectPlayer(desk.entrant(who), when) for who, when in pairs]

    call.act(id, make)


def _words(typed: Sequence[str] | None) -> list[str]:
    """The typed people, split at commas."""
    return [part.strip() for word in typed or () for part in word.split(",") if part.strip()]


def _print_roll(call: DeskCall, rows: Sequence[EntrantRow]) -> None:
    names = ("number", "player", "club", "present", "remarks")
    grid = Table(*(text(f"tournament.column.{name}", call.lang) for name in names))
    for each in rows:
        entrant = each.entrant
        here = {True: "yes", False: "no", None: "unknown"}[entrant.is_present]
        remarks = [
            text(f"tournament.remark.{code}", call.lang, at=entrant.expected_at or entrant.came_at)
            for code, holds in (
                (entrant.status, entrant.status != "playing"),
                ("unsigned", not entrant.signed_at),
                ("late", entrant.is_late),
                ("expected", bool(entrant.expected_at)),
            )
            if holds
        ]
        badge = f"{each.badge.code} {entrant.club}" if each.badge else ""
        present = text(f"tournament.present.{here}", call.lang)
        grid.add_row(str(entrant.number), each.name, badge, present, ", ".join(remarks))
    console().print(grid)


def correct_entry(call: DeskCall, id: Id, who: Who, **given: str | None) -> None:
    """Corregge club, regione, squadra o famiglia di chi è iscritto · correct what is said of an entrant."""

    def make(_: Office, desk: OpenTournament) -> CorrectEntry:
        known = desk.tournament.entrants[desk.entrant(who)]
        said = {key: getattr(known, key) if value is None else value for key, value in given.items()}
        return CorrectEntry(Entry(known.person, **said))

    call.act(id, make)


def substitute(
    call: DeskCall,
    id: Id,
    who: Who,
    by: Annotated[str, typer.Argument(metavar="SOSTITUTO", help="Chi entra · who comes in.")],
    *,
    club: Annotated[str, typer.Option(help=ENTRY["club"])] = "",
    signed: Signed = False,
    reason: Reason = "",
) -> None:
    """Una persona gioca al posto di un'altra · somebody plays in the place of another."""
    with call.writing() as office:
        desk = open_tournament(office, id, call.lang)
        leaving = desk.entrant(who)
        try:
            person = desk.entrant(by)
        except NotUnderstood:
            person = register_person(office, TERMINAL, desk, by, club)
        asked = SubstitutePlayer(leaving, Entry(person, club), office.now() if signed else "")
        call.report(execute(office, TERMINAL, id, asked, note=reason, lang=call.lang))
