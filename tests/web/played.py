"""Small events at the moment a test needs them, made by the use cases themselves."""

from collections.abc import Callable

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.demo import invented_name, simulate
from kamchatka.app.tournaments.entries import enter, register_person
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.store.people import Person
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import PublishStandings
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.settings import NameJudge

CLUBS = ("Aosta", "Bergamo", "Cesena", "Dolo")


def entered(
    office: Office,
    players: int = 16,
    *,
    name: str = "Raduno",
    format: str = "open",
    fee: int = 0,
    called: Callable[[int], str] = invented_name,
) -> str:
    """An event with a judge and signed entrants, before its roll call; gives its id."""
    id = create(office, TERMINAL, name=name, texts=texts_of(format), demo=True, place="Bologna", fee=fee)
    judge = register_person(office, TERMINAL, open_tournament(office, id), "Ugo Bassi")
    execute(office, TERMINAL, id, NameJudge(judge))
    people = [
        ListedPlayer(Person(name=called(each), club=CLUBS[each % len(CLUBS)]), {}) for each in range(players)
    ]
    enter(office, TERMINAL, id, people, signed=True, only_new=True)
    return id


def go_on(office: Office, id: str, until: Step, *, rounds: int = 0) -> None:
    """Do what comes next until this is next, and at least so many rounds are drawn."""
    for _ in range(60):
        tournament = open_tournament(office, id).tournament
        step = next_step(tournament)
        if step == until and len(tournament.rounds) >= rounds:
            return
        do(office, id, step)
    raise AssertionError(f"{id} never comes to {until}")


def do(office: Office, id: str, step: Step) -> None:
    """One step, with invented results."""
    tournament = open_tournament(office, id).tournament
    if step == "record":
        simulate(office, TERMINAL, id)
        return
    seed = f"seme-{tournament.next_number}"
    commands: dict[Step, TournamentCommand] = {
        "rollcall": CallRoll(present=tuple(tournament.entrants)),
        "draw": DrawRound(seed),
        "close": CloseRound(),
        "cut": CutStage(seed),
        "publish": PublishStandings(),
    }
    execute(office, TERMINAL, id, commands[step])
