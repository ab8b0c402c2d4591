"""Records written by every version so far load and replay to the table they recorded."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.game.log import TurnClosed
from kamchatka.game.record import facts, replay
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import SEAL, record_to_text
from kamchatka.rulebook import shipped
from kamchatka.rules import RULES_VERSION
from soak.replays import LOCALES, SIX, ZONES, Environment
from tests.records.elsewhere import everything
from tests.records.games import FILES, read

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_old_record_replays_to_its_last_digest(path: Path) -> None:
    record = read(path)
    game = replay(record)
    closed = [entry for entry in game.entries if isinstance(entry, TurnClosed)]
    assert closed == [entry for entry in record.entries if isinstance(entry, TurnClosed)]
    assert game.is_over == (not path.name.startswith("unfinished"))
    assert not game.is_over or game.digest() == closed[-1].digest


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_old_record_is_written_again_with_the_same_facts(path: Path) -> None:
    """To the byte, but for what happened in words: sentences may be improved, and the seal covers them."""
    record = read(path)
    again = replace(record, entries=replay(record).entries)
    assert facts(record_from_json(record_to_json(again)).entries) == facts(record.entries)
    if path.suffix == ".partita":
        assert without_words(record_to_text(again)) == without_words(path.read_text(encoding="utf-8"))


def without_words(text: str) -> list[str]:
    return [line for line in text.split("\n") if not line.startswith(("  = ", SEAL))]


def test_every_regulation_has_a_text_and_a_json_record_of_these_rules() -> None:
    names = {path.name for path in FILES}
    wanted = {f"{name}-rules{RULES_VERSION}{end}" for name in shipped() for end in (".partita", ".json")}
    assert wanted <= names


def test_text_and_json_tell_the_same_game() -> None:
    texts = [path for path in FILES if path.suffix == ".partita"]
    assert texts
    for path in texts:
        one, other = replay(read(path)), replay(read(path.with_suffix(".json")))
        assert one.entries == other.entries


def elsewhere(environment: Environment) -> dict[str, object]:
    """What a process in this environment makes of the records."""
    command = [sys.executable, "-m", "tests.records.elsewhere"]
    done = subprocess.run(
        command, env=environment.variables(), cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    )
    said: dict[str, object] = json.loads(done.stdout)
    return said


def test_records_are_the_same_after_every_action_in_six_environments() -> None:
    """Other processes, locales, time zones and hash seeds, at every action, to the last byte."""
    here = everything()
    with ThreadPoolExecutor(2) as pool:
        there = list(pool.map(elsewhere, SIX))
    assert [report["found"] for report in there] == [here] * 6
    wanted = [[each.locale, LOCALES[each.locale], ZONES[each.zone]] for each in SIX]
    assert [report["where"] for report in there] == wanted
    assert len({report["hash"] for report in there}) == 6
