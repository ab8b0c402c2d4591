"""A tournament of invented people, played in an office as far as a test wants it."""

from collections.abc import Callable, Sequence

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.register.people import enter_in
from kamchatka.app.tournaments.demo import invented_name
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person, new_person_id
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import PublishStandings, RecordSheet
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.sampling import sampled
from kamchatka.tournament.settings import NameJudge

CLUBS = ("Le Torri", "I Navigli", "La Lanterna", "Il Golfo", "I Sassi")


def invented(count: int) -> list[ListedPlayer]:
    """So many people of five clubs."""
    return [ListedPlayer(Person(name=invented_name(at), club=CLUBS[at % len(CLUBS)])) for at in range(count)]


def opened(
    office: Office,
    players: Sequence[ListedPlayer],
    format: str = "tre-partite-finale",
    name: str = "Torneo di prova",
) -> str:
    """A tournament with these people entered; gives its id."""
    id = create(office, TERMINAL, name=name, texts=texts_of(format), place="Bologna", starts="2026-11-21")
    judge = new_person_id()

    def before(writing: LogWriter) -> None:
        enter_in(writing, judge, Person(name=f"Giudice di {name}"))

    execute(office, TERMINAL, id, NameJudge(judge), before=before)
    enter(office, TERMINAL, id, players, signed=True, only_new=True)
    return id


def played(
    office: Office, id: str, until: Callable[[OpenTournament], bool] = lambda desk: False
) -> OpenTournament:
    """The tournament after step upon step, until somebody says so, or to its end."""
    desk = open_tournament(office, id)
    while (step := next_step(desk.tournament)) != "done" and not until(desk):
        execute(office, TERMINAL, id, *_commands(desk, step))
        desk = open_tournament(office, id)
    return desk


def _commands(desk: OpenTournament, step: Step) -> list[TournamentCommand]:
    tournament = desk.tournament
    seed = f"gru-{tournament.next_number}"
    match step:
        case "rollcall":
            return [CallRoll(present=tuple(tournament.entrants))]
        case "record":
            assert tournament.open_round
            number, tables = tournament.open_round.number, tournament.open_round.tables.values()
            return [
                RecordSheet(table=each.number, seats=sampled(tournament, number, each, seed))
                for each in tables
                if each.awaits
            ]
        case "draw":
            return [DrawRound(seed)]
        case "close":
            return [CloseRound()]
        case "cut":
            return [CutStage(seed)]
        case "publish":
            return [PublishStandings()]
    raise AssertionError(step)


def rounds_closed(count: int) -> Callable[[OpenTournament], bool]:
    """Until so many rounds are closed."""
    return lambda desk: sum(each.is_closed for each in desk.tournament.rounds) >= count
