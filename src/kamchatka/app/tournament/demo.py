"""A demonstration: a gathering of invented players, played to its final, that can be taken away again."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from kamchatka.app.office import TERMINAL, Actor, Office, new_action
from kamchatka.app.tournament.desk import (
    TOURNAMENTS,
    Desk,
    carry_out,
    create,
    listed,
    open_desk,
    stream_of,
)
from kamchatka.app.tournament.entering import ListedPlayer, enter, register_person
from kamchatka.app.tournament.texts import texts_of
from kamchatka.refusals import NotAllowed, NotPossibleNow
from kamchatka.store.log import Stamp, take_out
from kamchatka.store.people import Person
from kamchatka.store.projections import PERSON
from kamchatka.tournament.command import Command
from kamchatka.tournament.drawing import DrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import PublishStandings, RecordSheet
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.sampling import sampled
from kamchatka.tournament.settings import NameJudge

FORMAT = "raduno"
PLAYERS = 105
SEED = "portici"


@cache
def _invented() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("demo.toml").read_text(encoding="utf-8"))


def players() -> list[ListedPlayer]:
    """The invented players: clubs of three or four, no name twice."""
    said = _invented()
    first, last, clubs = said["first"], said["last"], said["clubs"]
    found = []
    for at in range(PLAYERS):
        club, region = clubs[at % len(clubs)]
        name = f"{first[at * 7 % len(first)]} {last[(at * 3 + at // len(last)) % len(last)]}"
        found.append(ListedPlayer(Person(name=name, club=club), {"region": region}))
    return found


def find(office: Office) -> str | None:
    """The demonstration of this installation, if there is one."""
    return next((id for id in listed(office) if open_desk(office, id).tournament.settings.demo), None)


def play(office: Office, actor: Actor = TERMINAL) -> Iterator[Desk]:
    """Make the demonstration, or go on with it, step by step; each step is kept before the next begins."""
    id = find(office)
    if id is None:
        said = _invented()
        id = create(
            office,
            actor,
            name=said["name"],
            texts=texts_of(FORMAT),
            demo=True,
            place=said["place"],
            club=said["clubs"][0][0],
        )
    desk = open_desk(office, id)
    while (step := next_step(desk.tournament)) != "done":
        _do(office, actor, desk, step)
        desk = open_desk(office, id)
        yield desk


def _do(office: Office, actor: Actor, desk: Desk, step: Step) -> None:
    """One step, as an organiser would do it."""
    everybody = tuple(desk.tournament.entrants)
    match step:
        case "enter":
            if not desk.tournament.judges:
                judge = register_person(office, actor, desk, _invented()["judge"])
                carry_out(office, actor, desk.id, NameJudge(judge))
            enter(office, actor, desk.id, players()[:-1], signed=True)
        case "rollcall":
            carry_out(office, actor, desk.id, CallRoll(present=everybody))
        case "draw" if len(everybody) < PLAYERS and not desk.tournament.rounds:
            enter(office, actor, desk.id, players()[-1:], present=True, signed=True)
        case "record":
            simulate(office, actor, desk.id)
        case _:
            seed = f"{SEED}-{desk.tournament.next_number}"
            commands: dict[Step, Command] = {
                "draw": DrawRound(seed),
                "close": CloseRound(),
                "cut": CutStage(seed),
                "publish": PublishStandings(),
            }
            carry_out(office, actor, desk.id, commands[step])


def simulate(office: Office, actor: Actor, id: str, seed: str = SEED) -> int:
    """Invented results for the open tables of a demonstration, one request each; gives how many."""
    desk = open_desk(office, id)
    if not desk.tournament.settings.demo:
        raise NotAllowed("not_a_demo", name=desk.tournament.settings.name)
    played = desk.tournament.open_round
    if played is None:
        raise NotPossibleNow("no_open_round")
    waiting = [table for table in played.tables.values() if table.awaits]
    for table in waiting:
        seats = sampled(desk.tournament, played.number, table, seed)
        carry_out(office, actor, id, RecordSheet(table=table.number, seats=seats))
    return len(waiting)


def remove(office: Office, actor: Actor) -> bool:
    """Take the demonstration away, with its people; False if there is none. Real events cannot be removed."""
    actor.must_be()
    id = find(office)
    if id is None:
        return False
    feed = stream_of(id)
    with office.store.writing(Stamp(office.now(), str(actor), new_action())) as writing:
        events = writing.stream(feed)
        people = {who for event in events for who in PERSON.findall(event.payload)}
        elsewhere = {
            who
            for other in writing.feeds()
            if other.startswith(TOURNAMENTS) and other != feed
            for event in writing.stream(other)
            for who in PERSON.findall(event.payload)
        }
        take_out(writing, [feed, *(f"person/{who}" for who in people - elsewhere)], people - elsewhere)
    return True
