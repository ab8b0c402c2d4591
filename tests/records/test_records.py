"""Records written by every version so far load and replay to the table they recorded."""

from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.game.log import TurnClosed
from kamchatka.game.record import Record, replay
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text
from kamchatka.rulebook import shipped
from kamchatka.rules import RULES_VERSION
from tests.records.games import FOLDER

FILES = sorted((*FOLDER.glob("*.partita"), *FOLDER.glob("*.json")))


def read(path: Path) -> Record:
    text = path.read_text(encoding="utf-8")
    return record_from_json(text) if path.suffix == ".json" else record_from_text(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_old_record_replays_to_its_last_digest(path: Path) -> None:
    record = read(path)
    game = replay(record)
    last = record.entries[-1]
    assert game.is_over
    assert isinstance(last, TurnClosed)
    assert game.digest() == last.digest


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_record_of_these_rules_is_written_again_byte_by_byte(path: Path) -> None:
    record = read(path)
    if record.rules_version != RULES_VERSION:
        assert replay(record).is_over
        return
    record = replace(record, entries=replay(record).entries)
    write = record_to_json if path.suffix == ".json" else record_to_text
    assert write(record) == path.read_text(encoding="utf-8")


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
