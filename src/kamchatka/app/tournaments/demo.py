"""A demonstration tournament: invented players and results up to the final; it can be removed again."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Actor, Office, Role, new_action
from kamchatka.app.register.people import enter_in
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament, stream_of
from kamchatka.app.tournaments.removal import remove_in
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.store.log import LogWriter, Stamp
from kamchatka.store.people import Person, new_person_id
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound, PublishTables
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import ConfirmResult, PublishStandings, RecordSheet
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.sampling import sampled
from kamchatka.tournament.settings import NameJudge

FORMAT = "raduno"
OPTIONS = {"uniform": "fours-first"}
"""Twenty-six tables, one of them of five, rather than twenty-one of five."""
PLAYERS = 105
SEED = "portici"
STEPS = 21
"""Approximate number of steps."""


@cache
def _invented() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("demo.toml").read_text(encoding="utf-8"))


def players() -> list[ListedPlayer]:
    """The invented players: clubs of three or four, all names different."""
    clubs = _invented()["clubs"]
    found = []
    for at in range(PLAYERS):
        club, region = clubs[at % len(clubs)]
        found.append(ListedPlayer(Person(name=invented_name(at), club=club), {"region": region}))
    return found


def find(office: Office) -> str | None:
    """The demonstration of this installation, if there is one."""
    demos = ((each.id, each.tournament.settings) for each in open_listed(office).desks)
    return next((id for id, said in demos if said.demo and said.name == _invented()["name"]), None)


def invented_name(number: int) -> str:
    """The name of the invented player with this number, from 0."""
    first, last = _invented()["first"], _invented()["last"]
    return f"{first[number * 7 % len(first)]} {last[(number * 3 + number // len(last)) % len(last)]}"


def play(office: Office, actor: Actor = TERMINAL) -> Iterator[OpenTournament]:
    """Create or continue the demonstration step by step; each step is stored before the next begins."""
    id = find(office)
    if id is None:
        said = _invented()
        id = create(
            office,
            actor,
            name=said["name"],
            texts=texts_of(FORMAT),
            options=OPTIONS,
            demo=True,
            place=said["place"],
            club=said["clubs"][0][0],
        )
    desk = open_tournament(office, id)
    while (step := next_step(desk.tournament)) != "done":
        _do(office, actor, desk, step)
        desk = open_tournament(office, id)
        yield desk


def _do(office: Office, actor: Actor, desk: OpenTournament, step: Step) -> None:
    """Execute one step, as an organiser would."""
    everybody = tuple(desk.tournament.entrants)
    match step:
        case "enter":
            if not desk.tournament.judges:
                _name_judge(office, actor, desk.id)
            enter(office, actor, desk.id, players()[:-1], signed=True, only_new=True)
        case "rollcall":
            execute(office, actor, desk.id, CallRoll(present=everybody))
        case "draw" if len(everybody) < PLAYERS and not desk.tournament.rounds:
            enter(office, actor, desk.id, players()[-1:], present=True, signed=True, only_new=True)
        case "record":
            simulate(office, actor, desk.id)
        case _:
            seed = f"{SEED}-{desk.tournament.next_number}"
            commands: dict[Step, TournamentCommand] = {
                "draw": DrawRound(seed),
                "publish-tables": PublishTables(),
                "close": CloseRound(),
                "cut": CutStage(seed),
                "publish": PublishStandings(),
            }
            waiting = desk.tournament.open_round.tables.values() if desk.tournament.open_round else ()
            confirmed = [ConfirmResult(table.number) for table in waiting if not table.is_settled]
            execute(office, actor, desk.id, *(confirmed if step == "confirm" else [commands[step]]))


def _name_judge(office: Office, actor: Actor, id: str) -> None:
    """Name an invented judge, entered into the register by the same request."""
    who = new_person_id()

    def before(writing: LogWriter) -> None:
        enter_in(writing, who, Person(name=_invented()["judge"]))

    execute(office, actor, id, NameJudge(who), before=before)


def simulate(office: Office, actor: Actor, id: str, seed: str = SEED) -> int:
    """Record invented results for the open tables of a demonstration, one request each; returns how many."""
    desk = open_tournament(office, id)
    if not desk.tournament.settings.demo:
        raise NotAllowed("not_a_demo", name=desk.tournament.settings.name)
    played = desk.tournament.open_round
    if played is None:
        raise NotPossibleNow("no_open_round")
    waiting = [table for table in played.tables.values() if table.awaits]
    for table in waiting:
        seats = sampled(desk.tournament, played.number, table, seed)
        execute(office, actor, id, RecordSheet(table=table.number, seats=seats))
    return len(waiting)


def remove(office: Office, actor: Actor) -> bool:
    """Remove all invented events with their people; False if there are none. Real events stay."""
    actor.must_be(Role.ORGANISER)
    invented = [each.id for each in open_listed(office).desks if each.tournament.settings.demo]
    for id in invented:
        with office.store.writing(Stamp(office.now(), str(actor), new_action())) as writing:
            writing.hold(stream_of(id))
            remove_in(writing, id)
    return bool(invented)
