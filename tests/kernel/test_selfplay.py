"""Random games of every regulation: clean at every step, and the same however they are run."""

import json
import os
import subprocess
import sys

import pytest

from kamchatka.bots import SOLDATO
from kamchatka.rulebook import load, shipped
from kamchatka.simulate.selfplay import SelfPlay, play_in_machine_code, self_play

TABLES = [(name, seats) for name in shipped() for seats in load(name).seats.sizes]

pytestmark = pytest.mark.xdist_group("kernel")


def played(name: str, seats: int, games: int, *, compiled: bool) -> SelfPlay:
    return self_play(load(name), seats, games, seed=20, laps=15, checked=True, compiled=compiled)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_300_games_break_no_invariant(name: str, seats: int) -> None:
    found = played(name, seats, 300, compiled=True)
    assert found.violations == []
    assert sum(found.endings.values()) == 300
    assert "bound" not in found.endings
    assert "stopped" not in found.endings


def test_games_do_not_depend_on_how_they_are_grouped() -> None:
    book = load("rtu")
    whole = play_in_machine_code(book, 4, [SOLDATO] * 4, range(40), laps=20, base=5, checked=False)
    parts = [
        game
        for first in (0, 7, 20)
        for game in play_in_machine_code(
            book,
            4,
            [SOLDATO] * 4,
            range(first, {0: 7, 7: 20, 20: 40}[first]),
            laps=20,
            base=5,
            checked=False,
        )
    ]
    assert whole == parts


@pytest.mark.parametrize("locale", ["C", "it_IT.UTF-8"])
def test_another_process_and_locale_find_the_same_digest(locale: str) -> None:
    words = [
        "selfplay",
        "--rulebook",
        "milano",
        "--games",
        "12",
        "--seed",
        "20",
        "--laps",
        "15",
        "--check",
        "--json",
    ]
    code = (
        "import locale, sys; print(locale.setlocale(locale.LC_ALL, ''), file=sys.stderr);"
        "from kamchatka.cli import app; app()"
    )
    environment = {**os.environ, "LC_ALL": locale, "PYTHONHASHSEED": "99", "TZ": "Pacific/Auckland"}
    found = subprocess.run(
        [sys.executable, "-c", code, *words], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stderr.splitlines()[0] == locale, "the locale is really active"
    report = json.loads(found.stdout)
    here = played("milano", 4, 12, compiled=False)
    assert report["digest"] == here.digest
    assert {"rulebook", "seats", "games", "seed", "violations", "digest", "endings"} <= set(report)
    assert "seme 20" in found.stderr


def test_a_planted_fault_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Negative control: an engine that loses an army in every advance does not pass."""
    from kamchatka.rules import step  # noqa: PLC0415

    def leaky(pos: object, armies: int) -> None:
        from kamchatka.rules.hold import add_armies  # noqa: PLC0415
        from kamchatka.rules.layout import FROM, TO  # noqa: PLC0415

        add_armies(pos, pos.now[FROM], -armies)  # type: ignore[arg-type, attr-defined]
        add_armies(pos, pos.now[TO], max(0, armies - 1))  # type: ignore[arg-type, attr-defined]

    monkeypatch.setattr(step, "advance", leaky)
    found = self_play(load("rtu"), 4, 3, seed=20, laps=15, checked=True, compiled=False)
    assert len(found.violations) == 3
