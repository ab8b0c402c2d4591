"""A random tournament generated in this installation, request by request, as a club would run it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office
from kamchatka.app.register.people import enter_in
from kamchatka.app.tournaments.demo import invented_name
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament
from kamchatka.app.tournaments.texts import setup_of, texts_of
from kamchatka.app.tournaments.undo import undo
from kamchatka.ids import PersonId
from kamchatka.refusals import NotUnderstood
from kamchatka.store.log import LogWriter
from kamchatka.store.people import Person, new_person_id
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.generator import RandomEvent, SeededChoices, enter, play

MOST_PLAYERS = 400
USUAL = 24
"""Default number of players, if the format allows it."""


@dataclass(kw_only=True)
class _StoredEvent(RandomEvent):
    """A random tournament that executes every request in the office."""

    office: Office
    actor: Actor
    id: str
    unknown: dict[PersonId, Person] = field(default_factory=dict)
    """People to enter into the register with the next request."""

    def ask(self, *commands: TournamentCommand) -> None:
        """Execute one request, and enter its new people into the register."""
        new = dict(self.unknown)
        self.unknown.clear()

        def before(writing: LogWriter) -> None:
            for who, person in new.items():
                enter_in(writing, who, person)

        asked = execute(self.office, self.actor, self.id, *commands, before=before, note="inventato")
        self.state = asked.desk.tournament

    def undo(self) -> None:
        """Undo the last request."""
        undo(self.office, self.actor, self.id, "inventato")
        self.state = open_tournament(self.office, self.id).tournament

    def person(self, number: int) -> PersonId:
        """A new person, entered into the register with the next request."""
        who = new_person_id()
        self.unknown[who] = Person(name=invented_name(number - 1))
        return who


def generate(
    office: Office, actor: Actor, *, format: str, players: int | None, seed: str
) -> Iterator[OpenTournament]:
    """Generate a random tournament step by step; marked as a demonstration, so that it can be removed."""
    texts = texts_of(format)
    setup = setup_of(texts, {}, {})
    least, most = setup.format.entrants[0], min(setup.format.entrants[1] or MOST_PLAYERS, MOST_PLAYERS)
    count = players or min(max(USUAL, least), most)
    if not max(least, 4) <= count <= most:
        raise NotUnderstood("too_many_generated", players=count, least=max(least, 4), most=most)
    id = create(office, actor, name=f"Prova {setup.format.title} {seed}", texts=texts, demo=True)
    event = _StoredEvent(setup=setup, luck=SeededChoices(seed), office=office, actor=actor, id=id)
    event.state = open_tournament(office, id).tournament
    judge = event.person(MOST_PLAYERS * 2)
    enter(event, count, judge)
    for _ in play(event):
        yield open_tournament(office, id)
    yield open_tournament(office, id)
