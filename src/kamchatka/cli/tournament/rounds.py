"""Commands on rounds: the state of the tournament, its tables, late arrivals, no-shows, the cut."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from rich.columns import Columns
from rich.panel import Panel
from rich.text import Text

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.plain import plain
from kamchatka.app.tournaments.opening import OpenTournament, named, new_seed
from kamchatka.cli.output import console
from kamchatka.cli.tournament.desk import DeskCall, Id, Reason, Seed, Who
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.tournament.arranging import (
    CoverNoShow,
    Proposal,
    SeatArrival,
    proposal_for_arrival,
    proposal_for_no_show,
)
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.events import StageCut
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.state import Tournament
from kamchatka.tournament.views.desk import DeskView, desk
from kamchatka.tournament.views.ranking import why_qualified
from kamchatka.tournament.views.tables import DrawnTableView, proposal_notice, seat_choices, tables

Accept = Annotated[bool, typer.Option("--accept", help="Fa come proposto · do as proposed.")]


def show(call: DeskCall, id: Id) -> None:
    """A che punto è il torneo, e che cosa fare adesso · how far the tournament is, and what to do now."""
    found = call.desk(id)
    view = desk(found.tournament, found.names, call.lang)
    call.give({"id": found.id, **plain(view, call.lang)}, lambda: _print_desk(call, found, view))


def _print_desk(call: DeskCall, found: OpenTournament, view: DeskView) -> None:
    out, lang = console(), call.lang
    out.print(Text(view.name, style="bold"))
    state = text(f"tournament.state.{view.state.replace('-', '_')}", lang)
    values = {"state": state, "stage": view.stage_name, "round": view.round, "entrants": view.entrants}
    call.say(text("tournament.at", lang, **values))
    if view.dates:
        days = ", ".join(f"{day.day}/{day.month}/{day.year}" for day in view.dates)
        call.say(text("tournament.dates", lang, days=days))
    for name in view.winners:
        out.print(Text(text("tournament.winner", lang, name=name), style="bold"))
    for each in view.todo:
        call.say(f"• {each.sentence}")
    for size in view.sizes:
        call.say(f"  {size.sentence(lang)}")
    call.notices(view.notices)
    call.say_next(view.next, found.id)
    if view.ahead:
        words = ", ".join(text(f"tournament.step.{step}", lang) for step in view.ahead)
        call.say(text("tournament.ahead", lang, steps=words))


def print_tables(views: Sequence[DrawnTableView], lang: Language) -> None:
    """Print tables side by side, as many as fit."""
    panels = []
    for view in views:
        width = 4
        lines = [f"{seat.badge.code if seat.badge else '':<{width}}{seat.name}" for seat in view.seats]
        kind = view.table.seated.kind
        code = "table" if kind == "table" else kind
        title = text(f"tournament.table_title.{code}", lang, number=view.table.number)
        title += f" · {view.stage.name(lang)}" if view.stage else ""
        title += f" · {view.table.venue}" if view.table.venue else ""
        panels.append(Panel("\n".join(lines), title=title, title_align="left"))
    console().print(Columns(panels, equal=True))


def show_tables(
    call: DeskCall,
    id: Id,
    sets: Annotated[
        bool,
        typer.Option("--sets", help="Per i giudici: i gruppi di obiettivi · for judges: sets of objectives."),
    ] = False,
    round: Annotated[int | None, typer.Option("--round", min=1, help="Il turno · the round.")] = None,
) -> None:
    """I tavoli di un turno · the tables of a round."""
    found = call.desk(id)
    number = round or len(found.tournament.rounds)
    if not found.tournament.rounds:
        raise NotPossibleNow("no_open_round")
    if not 1 <= number <= len(found.tournament.rounds):
        raise NotUnderstood("no_such_round", round=number, last=len(found.tournament.rounds))
    views = tables(found.tournament, found.names, number)
    words = f"{DrawnTableView.plain_as} set=table.seated.objective_set" if sets else ""

    def draw() -> None:
        print_tables(views, call.lang)
        for view in views if sets else ():
            values = {"table": view.table.number, "set": view.table.seated.objective_set or "-"}
            call.say(text("tournament.objective_set", call.lang, **values))

    call.give({"round": number, "tables": plain(views, call.lang, words)}, draw)


def arrival(
    call: DeskCall,
    id: Id,
    who: Who,
    at: Annotated[str, typer.Option(help="A che ora · at what time.")] = "",
    table: Annotated[
        int, typer.Option(min=0, help="Il tavolo; 0: il migliore · the table; 0: the best one.")
    ] = 0,
    *,
    accept: Accept = False,
) -> None:
    """Chi arriva dopo il sorteggio: dove può sedere · somebody comes after the draw: where they can sit."""
    found = call.desk(id)
    person = found.entrant(who)
    asked = SeatArrival(person, text("draw_page.reason.arrival", call.lang), at, table)
    _answer(call, found, _proposed(found, proposal_for_arrival, person), asked, accept=accept)


def no_show(call: DeskCall, id: Id, who: Who, accept: Accept = False) -> None:
    """Chi manca dopo il sorteggio: come fare senza · somebody is missing: how to do without."""
    found = call.desk(id)
    person = found.entrant(who)
    asked = CoverNoShow(person, text("draw_page.reason.no_show", call.lang))
    _answer(call, found, _proposed(found, proposal_for_no_show, person), asked, accept=accept)


def _proposed(
    found: OpenTournament, propose: Callable[[Tournament, PersonId], Proposal], who: PersonId
) -> Proposal:
    """The proposal; a refusal contains names instead of ids."""
    try:
        return propose(found.tournament, who)
    except Refusal as refusal:
        raise named(refusal, found.names) from refusal


def _answer(
    call: DeskCall, found: OpenTournament, proposal: Proposal, asked: TournamentCommand, *, accept: bool
) -> None:
    """Print the proposal; or apply it if accepted, and print the outcome."""
    said = proposal_notice(proposal, found.names).sentence(call.lang)
    if accept and proposal.tables:
        call.act(found.id, lambda *_: asked)
        return
    tables = {str(at): [found.names[each] for each in people] for at, people in proposal.tables.items()}
    choices = seat_choices(found.tournament.rounds[-1], proposal)

    def draw() -> None:
        call.say(text("tournament.proposed", call.lang, sentence=said) if tables else said)
        for each in choices[1:]:
            call.say(each.label(call.lang))

    data = {"proposal": proposal.code, "sentence": said, "tables": tables}
    call.give({**data, "choices": plain(choices, call.lang)} if choices else data, draw)


def cut(call: DeskCall, id: Id, seed: Seed = "", reason: Reason = "") -> None:
    """Decide chi passa alla fase successiva · settle who goes on to the next stage."""
    with call.writing() as office:
        outcome = execute(office, TERMINAL, id, CutStage(seed or new_seed(), reason), lang=call.lang)
        found = outcome.desk
        made = [event for event in outcome.events if isinstance(event, StageCut)]
        if not call.as_json:
            call.report(outcome)

    def draw() -> None:
        for each in made:
            if len(made) > 1:
                call.say(found.tournament.stage_named(each.stage).name(call.lang))
            for who in (*each.qualified, *each.direct):
                call.say(f"{found.names[who.person]}: {why_qualified(who)(call.lang)}")
            if each.reserves:
                names = ", ".join(found.names[who] for who in each.reserves)
                call.say(text("tournament.reserves", call.lang, names=names))

    data, *beside = (_cut_data(found, each) for each in made)
    call.give({**data, "beside": beside} if beside else data, draw)


def _cut_data(found: OpenTournament, made: StageCut) -> dict[str, Any]:
    listed = [
        {
            "entrant": found.tournament.entrants[each.person].number,
            "name": found.names[each.person],
            "rank": each.rank or None,
            "why": why_qualified(each),
            "group": each.group,
        }
        for each in (*made.qualified, *made.direct)
    ]
    reserves = [found.names[who] for who in made.reserves]
    return {"stage": made.stage, "qualified": listed, "reserves": reserves, "groups": made.groups}
