"""`kamchatka play`: what one person may know is never on the screen of another."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from rich.text import Text

from kamchatka.app.games.digital_table import DigitalTable
from kamchatka.cli.play.board_picture import Drawing
from kamchatka.cli.play.desk import TerminalTable
from kamchatka.cli.play.question import Situation
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.telling import Telling
from kamchatka.game import events as ev
from kamchatka.game.record import replay
from kamchatka.game.view import Viewer
from kamchatka.ids import Seat
from kamchatka.rulebook import load, shipped
from tests.cli.play.typing_in import LEFT, flat, kept, play, short
from tests.cli.play.watching import Sitting
from tests.game.fair_games import fair
from tests.game.leaks import leaks

SEED = 20_261_115
"""Odd: hands are filled as the first turn begins."""


def test_what_one_person_may_know_is_never_on_the_screen_of_another(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record))
    game = replay(kept(record))
    titles = {}
    for seat in range(4):
        objective = game.names.objective(game.secrets.objective[seat])
        assert game.names.objectives is not None
        assert objective is not None
        titles[seat] = game.names.objectives.objective(objective).title("it")
    before_the_result, _, _ = result.output.partition("Risultato")
    screens = re.split(r"^─+$", before_the_result, flags=re.M)
    shown = [{seat for seat, title in titles.items() if f"«{title}»" in flat(part)} for part in screens]
    assert all(len(seats) <= 1 for seats in shown)
    people = {seat for seat in range(4) if game.position.chair[seat] < 2}
    assert set().union(*shown) == people


def sitting(
    name: str, folder: Path, desk_of: type[TerminalTable] = TerminalTable, lines: int = 155
) -> Sitting:
    book = load(name)
    print(f"seed {SEED}")
    return Sitting(book, SEED, fair(book.seats.preferred, SEED), folder, desk_of, lines)


@pytest.mark.parametrize("name", shipped())
def test_no_screen_shows_what_belongs_to_somebody_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = sitting(name, tmp_path)
    printed = watched.play(monkeypatch)
    assert watched.leaks == []
    assert leaks(fair(watched.game.seats, SEED), [printed]) == []
    assert watched.looks > 150
    assert watched.twins > 10
    shows_cards = {f"c {seat}" for seat in range(watched.game.seats)} & watched.met
    shows_goals = {f"o {seat}" for seat in range(watched.game.seats)} & watched.met
    assert len(shows_cards) > 1
    assert len(shows_goals) > 1 or watched.game.names.objectives is None


class Forgetful(TerminalTable):
    """A planted leak: the terminal is handed on as it is."""

    def look_away(self) -> None:
        self._looking = None


class Gossip(TerminalTable):
    """A planted leak: everything is told as to a judge."""

    def __init__(self, table: DigitalTable, screen: Screen, *, hide: bool) -> None:
        super().__init__(table, screen, hide=hide)

        class ToAJudge(Telling):
            def lines(self, events: Iterable[ev.Event], viewer: Viewer) -> Iterator[Text]:
                return super().lines(events, "judge")

        self.telling = ToAJudge(
            table.game.rulebook, table.game.names, screen.lang, table.name, lambda seat: ""
        )


class Unguarded(TerminalTable):
    """A planted leak: menus mark an objective whoever looks."""

    def situation(self, seat: Seat) -> Situation:
        here = super().situation(seat)
        here.looking = True
        return here


class Winking(TerminalTable):
    """A planted leak without any secret in it: a dot behind the lap if the first objective is odd."""

    def __init__(self, table: DigitalTable, screen: Screen, *, hide: bool) -> None:
        super().__init__(table, screen, hide=hide)

        game = table.game

        class Dotted(Drawing):
            def heading(self) -> Text:
                return super().heading() + Text("." * (sum(game.secrets.objective[: game.seats]) % 2))

        self.draw = Dotted(game, screen, table.name)


@pytest.mark.parametrize("leaking", [Forgetful, Gossip, Unguarded, Winking])
def test_a_planted_leak_is_seen(
    leaking: type[TerminalTable], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = sitting("rtu", tmp_path, leaking, 45)
    watched.play(monkeypatch)
    assert watched.leaks != []


def screens(printed: str) -> list[str]:
    """What could be read before each wipe, and at the end."""
    return [flat(part) for part in re.split(r"^─+$", printed, flags=re.M)]


def test_whoever_leaves_takes_what_only_they_may_know_from_the_screen(tmp_path: Path) -> None:
    result = play(*short(tmp_path / "game.partita"), typed="\n\n\nesci\n")
    assert result.exit_code == LEFT
    *_, before, last = screens(result.output)
    assert "Il tuo obiettivo" in before
    assert "Il tuo obiettivo" not in last
    assert "Per riprenderla" in last


def test_people_who_are_all_out_are_asked_before_a_clean_screen(tmp_path: Path) -> None:
    words = ["--players", "anna,bruno,soldato,soldato", "--seed", "3", "--laps", "1"]
    typed = "\n" * 40 + "ritiro\ns\n\n\n" * 9
    result = play(*words, "--record", str(tmp_path / "game.partita"), typed=typed)
    shown = screens(result.output)
    at = next(n for n, screen in enumerate(shown) if "Non ci sono più persone in gioco" in screen)
    assert "Il tuo obiettivo" in shown[at - 1]
    assert "Il tuo obiettivo" not in shown[at]
