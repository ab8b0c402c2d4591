"""A judge at the terminal, with a steady clock that moves when the test says so."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kamchatka.app.files import data_folder
from kamchatka.clock import SECOND, ClockReading
from tests.tournament.organiser import Organiser

FOUR = ("Anna", "Bruno", "Carla", "Dario")
BEGUN: dict[tuple[str, ...], tuple[str, tuple[str, ...], dict[str, bytes]]] = {}
"""Tournaments that are ready to play, by how they were begun: id, seats and the files of the data folder."""


class Judge:
    """Types `table …` commands with `--json` at a tournament that is ready to play."""

    def __init__(self, organiser: Organiser) -> None:
        self.organiser = organiser
        self.reading = ClockReading("first", 0)
        self.id = ""

    def timer(self) -> ClockReading:
        """The steady clock."""
        return self.reading

    def wait(self, seconds: int) -> None:
        """Time goes by."""
        self.reading = ClockReading(self.reading.run, self.reading.ms + seconds * SECOND)

    def sits(self, rulebook: str, *people: str, words: tuple[str, ...] = ()) -> list[str]:
        """A round of these people under a regulation; gives who sits at table 1, in order."""
        return self._begin("sits", rulebook, people, words)

    def opens(self, rulebook: str, *people: str, words: tuple[str, ...] = ()) -> list[str]:
        """The same, with table 1 followed."""
        return self._begin("opens", rulebook, people, words)

    def _begin(self, how: str, rulebook: str, people: tuple[str, ...], words: tuple[str, ...]) -> list[str]:
        """Typed for the first test that begins like this; the next ones find the folder it left."""
        key, home = (how, rulebook, *people, "--", *words), data_folder()
        is_first_here = not home.exists()
        if is_first_here and key in BEGUN:
            self.id, seats, files = BEGUN[key]
            home.mkdir()
            for name, content in files.items():
                (home / name).write_bytes(content)
            return list(seats)
        self.id = self.organiser.open("tre-partite", "--rulebook", rulebook, *words)
        self.organiser.enter(self.id, *(people or FOUR))
        drawn = self.organiser.type("draw", self.id, "--seed", "seme")
        seats = tuple(seat["name"] for seat in drawn["tables"][0]["seats"])
        if how == "opens":
            self.type("open", "1")
        if is_first_here:
            BEGUN[key] = self.id, seats, {each.name: each.read_bytes() for each in home.iterdir()}
        return list(seats)

    def type(self, command: str, *words: str) -> Any:
        """What a command answers; it must succeed."""
        status, out, err = self.typed(command, *words)
        assert status == 0, (command, words, out, err)
        return json.loads(out)

    def refused(self, command: str, *words: str) -> dict[str, Any]:
        """Why a command is refused."""
        status, out, err = self.typed(command, *words)
        assert status in (2, 3, 4), (command, words, out, err)
        found: dict[str, Any] = json.loads(out)["error"]
        return found

    def typed(self, command: str, *words: str) -> tuple[int, str, str]:
        """Status, output and complaints."""
        return self.organiser.terminal.type("it", "table", command, self.id, *words, "--json")

    def reads(self, command: str, *words: str) -> str:
        """What people read."""
        status, out, err = self.organiser.terminal.type("it", "table", command, self.id, *words)
        assert status == 0, (command, words, out, err)
        return out

    def show(self, table: int = 1) -> dict[str, Any]:
        """How a table stands."""
        found: dict[str, Any] = self.type("show", str(table))
        return found

    def turn(self, *words: str) -> dict[str, Any]:
        """A player at table 1 passes the dice."""
        found: dict[str, Any] = self.type("turn", "1", *words)
        return found

    def roll(self, *words: str) -> dict[str, Any]:
        """The closing dice at table 1, or what became of them."""
        found: dict[str, Any] = self.type("roll", "1", *words)
        return found

    def rules(self, case: str, offender: str, *words: str, by: str = "Ugo Bassi") -> dict[str, Any]:
        """A ruling at table 1 against a seat."""
        given = ("1", case, "--offender", offender, *words, "--by", by, "--reason", "visto")
        found: dict[str, Any] = self.type("incident", *given)
        return found

    def ends(self, points: Mapping[str, int]) -> None:
        """The game at table 1 ended, counted and signed, and with it the round."""
        self.type("count", "1", "--end", "--reason", "tardi")
        self.type("count", "1", *(f"--points={name}={each}" for name, each in points.items()))
        self.type("sign", "1")
        self.organiser.type("close", self.id)

    def next_round(self, seats: list[str], points: Sequence[int] = (40, 41, 42, 43)) -> dict[str, Any]:
        """The game at table 1 counted and signed; its table of the next round followed."""
        self.ends(dict(zip(seats, points, strict=True)))
        self.organiser.type("rollcall", self.id, "--all")
        self.organiser.type("draw", self.id, "--seed", "altro")
        found: dict[str, Any] = self.type("open", "1")
        return found

    def reach_closing(self) -> None:
        """Time over in the first turn, and the laps up to the first closing roll played."""
        self.type("expire", "1")
        last = self.show()["laps_left"] + 1
        if last > 1:
            self.turn("--lap", str(last))
        for _ in range(20):
            if self.turn()["due"]:
                return
        raise AssertionError("no closing roll")
