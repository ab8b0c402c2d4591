"""Online tables for browser tests: opened and joined by their forms, played by requests."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from kamchatka.app.games.online.live import Pace
from kamchatka.web import create_app
from tests.web.online_play import Player, get_ready
from tests.web.site import served

NAMES = ("Anna", "Bruno", "Carla", "Dario")
AT_ONCE = Pace(action=0, turn=0, away=600_000)
"""Bots that do not wait."""
ORDER = ("avanza", "difende", "prende", "dichiara", "sceglie", "schiera", "rinforza", "tira", "passa")
"""What a quiet player does, in this order: never an attack."""


class Person(Player):
    """Somebody whose chair a browser may take over."""

    @property
    def address(self) -> str:
        """The table."""
        return f"/gioca/{self.table}"

    @property
    def cookies(self) -> dict[str, str]:
        """What lets a browser sit on this chair."""
        return dict(self.http.cookies)

    def choices(self) -> list[dict[str, Any]]:
        """What this person may do now."""
        found: list[dict[str, Any]] = self.state()["view"]["choices"]
        return found

    def move(self) -> bool:
        """Play one quiet action, if it is this person's turn."""
        found = self.state()
        choices = found["view"]["choices"]
        if not choices or found["table"]["state"] != "playing":
            return False
        action = next(
            each["action"] for verb in ORDER for each in choices if each["action"].split()[0] == verb
        )
        id = f"{self.table}-{self.name.lower()}-{found['version']}"
        answer = self.play(action, version=found["version"], action=id)
        assert answer.status_code == HTTPStatus.OK, answer.text
        return True


def one_moves(people: Sequence[Person | None], found: dict[str, Any]) -> bool:
    """Whoever is to act, if it is one of these people by chair, plays one quiet action."""
    to_act = found["view"]["to_act"]
    chair = next(each["chair"] for each in found["table"]["players"] if each["seat"] == to_act)
    person = people[chair] if chair < len(people) else None
    return person is not None and person.move()


@dataclass(frozen=True)
class PlaySite:
    """A site whose bots do not wait, and the people who came to it."""

    address: str
    people: ExitStack

    def started(self, people: int, bots: Sequence[str] = (), **terms: str) -> list[Person]:
        """A table that has begun, with its people in the order of their chairs."""
        found = [Person(self.address, name) for name in NAMES[:people]]
        for person in found:
            self.people.enter_context(person.http)
        words = {"giri": "1", "turno": "0", "tavolo": "Giovedì sera", **terms}
        table = found[0].open(*[""] * (people - 1), *bots, **words)
        for person in found[1:]:
            assert person.sit(table).status_code == HTTPStatus.OK
        get_ready(*found)
        return found


@contextmanager
def play_site() -> Iterator[PlaySite]:
    """A site to play at."""
    with served(create_app(pace=AT_ONCE)) as address, ExitStack() as people:
        yield PlaySite(address, people)
