"""Events whose cuts are computed again by the words of the rule, and the formats they are played by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kamchatka.app.office import open_office
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.tournament.views.standings import standings_page
from tests.plugins.databases import TESTS
from tests.tournament.organiser import Organiser, Seated, seated

HEAD = """
id = "prova"
title = "Prova"
about = "Prova"
about_en = "Trial"
rulebook = "rtu"
formula = "bonus-50"
entrants = [4, 0]

[tables]
sizes = [4, 5]
spare = [3]

[gates]
judge = "open"
signatures = "open"
"""
GAMES = """
[[stage]]
id = "partite"
title = "Partite"
rounds = 2
"""
FINAL = """
[[stage]]
id = "finale"
title = "Finale"
summed = false
decides = 1
"""
SEMIFINALS = """
[[stage]]
id = "semifinali"
title = "Semifinali"
summed = false
"""
PARALLEL = (
    SEMIFINALS
    + """
[[stage.layouts]]
players = [16, 0]
tables = 2
groups = 2
enters = [{ who = "ranks", ranks = [1, 16] }]
"""
)
FIRST_TWO = '[[stage.enters]]\nwho = "winners"\neach = 2\n'
SMALL_FINAL = """
[[stage]]
id = "finalina"
title = "Finalina"
summed = false
decides = 5
enters = [{ who = "ranks", ranks = [5, 8] }]
"""
FIRST_FOUR = '[[stage.enters]]\nwho = "ranks"\nranks = [1, 4]\n'


def format_of(folder: Path, *parts: str) -> str:
    """A format file of these parts."""
    path = folder / "prova.toml"
    path.write_text("\n".join((HEAD, *parts)), encoding="utf-8")
    return str(path)


def people(count: int) -> list[str]:
    """P01, P02 and so on."""
    return [f"P{number:02d}" for number in range(1, count + 1)]


@dataclass
class Played:
    """The rounds of an event, and what they give by the words of the rule: points, and 50 for the winner."""

    organiser: Organiser
    id: str
    results: dict[str, list[int]] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)

    def play(self, points: Mapping[str, int], *absent: str) -> Seated:
        """A round with these points."""
        tables = self.organiser.play(self.id, points.__getitem__, *absent)
        for table in tables:
            best = max(table, key=points.__getitem__)
            self.won.append(best)
            for name in table:
                self.results.setdefault(name, []).append(points[name] + 50 * (name == best))
        return tables

    @property
    def order(self) -> list[str]:
        """Everybody by total, then by games won, then by the best result; that must tell all apart."""
        keys = {name: (sum(got), self.won.count(name), max(got)) for name, got in self.results.items()}
        assert len({*keys.values()}) == len(keys)
        return sorted(keys, key=keys.__getitem__, reverse=True)

    def best(self, among: Sequence[str]) -> list[str]:
        """These by their best single result, the better rank first where it is equal."""
        return sorted(among, key=lambda name: (-max(self.results[name]), self.order.index(name)))


def begun(organiser: Organiser, count: int, format: str) -> Played:
    id = organiser.open(format)
    organiser.enter(id, *people(count))
    return Played(organiser, id)


def falling(count: int, top: int = 70, step: int = 3) -> dict[str, int]:
    """Points that fall from person to person."""
    return {name: max(top - step * at, 1 + count - at) for at, name in enumerate(people(count))}


def names(cut: Mapping[str, Any]) -> list[str]:
    """Who is qualified or waits."""
    return [each["name"] for each in cut["qualified"]]


def desk_of(organiser: Organiser, id: str) -> OpenTournament:
    """What the pages show of an event."""
    with open_office(organiser.folder / "home" / "kamchatka.db", TESTS) as office:
        return open_tournament(office, id)


def last_line(organiser: Organiser, id: str) -> tuple[int, str]:
    """After which row the standings say who goes on, and who is left out above it."""
    desk = desk_of(organiser, id)
    lines = standings_page(desk.tournament, desk.names, "it").lines
    return (lines[-1].after, lines[-1].out) if lines else (0, "")


def withdraw(organiser: Organiser, id: str, *gone: str) -> None:
    for name in gone:
        organiser.type("withdraw", id, name)


def parallel(organiser: Organiser, folder: Path, count: int = 16) -> tuple[Played, list[Seated]]:
    """An event whose semifinals are played by the first 16, and their tables by group."""
    event = begun(organiser, count, format_of(folder, GAMES, PARALLEL, FINAL, FIRST_TWO))
    event.play(falling(count, 70, 4))
    event.play(falling(count, 71, 3))
    cut = organiser.type("cut", event.id)
    groups = {each["name"]: each["group"] for each in cut["qualified"]}
    assert [groups[name] for name in event.order[:16]] == [1, 2] * 8
    tables = organiser.play(event.id, falling(16).__getitem__)
    return event, [[table for table in tables if groups[table[0]] == number] for number in (1, 2)]


def finals(organiser: Organiser, id: str) -> list[list[str]]:
    """Who plays the finals, the first group first."""
    organiser.type("cut", id)
    return [sorted(table) for table in seated(organiser.type("draw", id, "--seed", "gru"))]
