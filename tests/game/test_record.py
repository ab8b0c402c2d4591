"""Records: text and JSON replay to the same table, are written again byte by byte, and say what is wrong."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.game import actions as act
from kamchatka.game.chance import Luck, Seeded, Typed
from kamchatka.game.codec import Unreadable
from kamchatka.game.events import BattleFought, Event
from kamchatka.game.fair import Fair, Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, TurnClosed
from kamchatka.game.names import names_of
from kamchatka.game.record import (
    OtherRegulation,
    OtherVersion,
    Record,
    RecordDifference,
    Replay,
    record_of,
    replay,
    resumed,
    rulebook_of,
)
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import SEAL, record_from_text, record_to_text
from kamchatka.game.sentences import sentence
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load, load_file, read, shipped
from kamchatka.rulebook.writing import written
from kamchatka.rules import RULES_VERSION
from tests.game.mangling import try_spoiled
from tests.game.play import PLAYERS, Wanderer, advanced, copy_of, on_the_table, played, tables, written_down
from tests.game.prepared import BRASILE, PERU
from tests.game.rewriting import faults

SEED = 41

HOUSE = """\
id = "bar-sport"
title = "Regolamento del Bar Sport"
title_en = "The Bar Sport's regulation"
extends = "rtu"

[closing]
cap = 9

[tris]
jolly_and_two_equal = 13
"""


@pytest.mark.parametrize(("name", "seats"), tables())
def test_records_replay_and_are_written_again_byte_by_byte(name: str, seats: int) -> None:
    for seed in range(SEED, SEED + 3):
        print(f"seed {seed}")
        assert faults(played(load(name), seats, seed, laps=2, judge=40)) == []


def test_a_record_changed_on_the_way_is_noticed() -> None:
    """Negative control: one die, one action, one digest, one missing entry."""
    record = written_down(played(load("rtu"), 4, SEED, laps=1))
    entries = record.entries
    die = next(
        n for n, entry in enumerate(entries) if isinstance(entry, Luck) and entry.request.kind == "battle"
    )
    rolled = entries[die]
    assert isinstance(rolled, Luck)
    other = replace(rolled, numbers=tuple(7 - number for number in rolled.numbers))
    action = next(n for n, entry in enumerate(entries) if isinstance(entry, Acted))
    turn = next(n for n, entry in enumerate(entries) if isinstance(entry, TurnClosed))
    for at, entry in (
        (die, (other,)),
        (action, (Acted(None, act.ExpireTime()),)),
        (turn, (TurnClosed(0, "0" * 64),)),
        (turn, ()),
        (die, ()),
    ):
        with pytest.raises(RecordDifference):
            replay(replace(record, entries=(*entries[:at], *entry, *entries[at + 1 :])))


@pytest.mark.parametrize("where", ["text", "json"])
def test_a_broken_seal_is_noticed(where: str) -> None:
    record = written_down(played(load("rtu"), 4, SEED, laps=1))
    text = record_to_text(record) if where == "text" else record_to_json(record)
    reading = record_from_text if where == "text" else record_from_json
    with pytest.raises(Unreadable, match="broken_seal"):
        reading(text.replace("Anna", "Anno", 1))


def test_a_seal_may_be_missing() -> None:
    """Other programs, and referees with a pencil, need not seal what they write."""
    record = written_down(played(load("milano"), 4, SEED, laps=1))
    text, data = record_to_text(record), json.loads(record_to_json(record))
    del data["seal"]
    unsealed = record_from_text(text[: text.index(SEAL)])
    assert replay(unsealed).digest() == replay(record).digest()
    assert record_from_json(json.dumps(data)) == record


def test_the_seal_of_json_does_not_mind_white_space_and_order() -> None:
    record = written_down(played(load("milano"), 4, SEED, laps=1))
    data = json.loads(record_to_json(record))
    shuffled = json.dumps(dict(reversed(data.items())), indent=4)
    assert record_from_json(shuffled) == record


def test_a_referee_needs_to_write_only_what_happened() -> None:
    """Events, comments and blank lines may be left out of a text."""
    text = record_to_text(written_down(played(load("primavera"), 4, SEED, laps=1)))
    kept = [line for line in text.split("\n") if line and not line.startswith(("  =", SEAL))]
    bare = record_from_text("\n".join(kept) + "\n")
    assert replay(bare).digest() == replay(record_from_text(text)).digest()


@pytest.mark.parametrize(
    "name", ["", "Anna Maria", "Giò dell'Erba", "林", "👩‍👧", "# turno", "| x", "sedia 1 Bruno"]
)
def test_any_name_of_one_line_survives_both_files(name: str) -> None:
    game = Game.start(load("rtu"), 4, Seeded(1))
    record = record_of(game, table=name, players=(name, "Bruno", "Carla", "Dario"))
    assert record_from_text(record_to_text(record)).players == record.players
    assert record_from_text(record_to_text(record)).table == name
    assert record_from_json(record_to_json(record)) == record


@pytest.mark.parametrize("name", ["a\nb", "a\r", " a", "a ", "\t", "a\x00", "\u2028", "\ud800", "a\x85b"])
def test_a_name_that_is_not_one_line_is_refused(name: str) -> None:
    game = Game.start(load("rtu"), 4, Seeded(1))
    with pytest.raises(Unreadable) as refusal:
        record_of(game, table="7", players=(name, "Bruno", "Carla", "Dario"))
    assert refusal.value.values["field"] == "players"
    data = json.loads(record_to_json(written_down(game)))
    del data["seal"]
    with pytest.raises(Unreadable):
        record_from_json(json.dumps({**data, "table": name}))


def test_where_luck_came_from_is_kept() -> None:
    book = load("rtu")
    fair = Fair("tavolo 7", b"s" * 32, tuple(bytes([chair]) * 4 for chair in range(4)))
    for game, source in (
        (Game.start(book, 4, Seeded(-3)), Seeded(-3)),
        (on_the_table(book, 4), Typed()),
        (Game.start(book, 4, fair), fair.promise),
    ):
        record = written_down(game)
        assert record.luck == source
        assert record_from_text(record_to_text(record)).luck == source
        assert record_from_json(record_to_json(record)).luck == source


def test_the_secret_of_fair_dice_is_told_at_the_end_or_when_asked_for() -> None:
    fair = Fair("7", b"s" * 32, (b"a", b"b", b"c", b"d"))
    game = Game.start(load("rtu"), 4, fair)
    told = record_of(game, table="7", players=PLAYERS[:4], reveal=True)
    assert told.luck == fair.promise.revealed(fair.secret)
    kept = record_of(game, table="7", players=PLAYERS[:4])
    assert isinstance(kept.luck, Promise)
    assert kept.luck.secret is None
    for text in (record_to_text(kept), record_to_json(kept), repr(kept), repr(fair)):
        assert fair.secret.hex() not in text
        assert str(fair.secret) not in text


@pytest.mark.parametrize("seed", [3, 8])
def test_a_game_in_progress_is_resumed_and_goes_on_the_same(seed: int) -> None:
    whole = Game.start(load("rtu"), 4, Seeded(seed))
    walk = Wanderer(whole, seed)
    for _, _ in zip(range(170), walk.walk(), strict=False):
        pass
    for text, reading in (
        (record_to_text(written_down(whole)), record_from_text),
        (record_to_json(written_down(whole)), record_from_json),
    ):
        again = resumed(reading(text), Seeded(seed))
        assert (again.digest(), again.entries) == (whole.digest(), whole.entries)
        here = copy_of(whole)
        for game in (here, again):
            advanced(game, 99, 40)
        assert here.entries == again.entries


def test_a_game_that_waits_for_typed_luck_is_resumed_waiting() -> None:
    game = on_the_table(load("rtu"), 4)
    game.supply((1, 2, 3, 4))
    for colour in ("rosso", "blu", "verde", "giallo"):
        game.play(act.ChooseColour(colour))
    again = resumed(record_from_text(record_to_text(written_down(game))), Typed())
    assert again.awaiting == game.awaiting is not None
    assert again.supply((3,)) == game.supply((3,))


@pytest.mark.parametrize("version", [RULES_VERSION + 1])
def test_a_game_in_progress_under_other_rules_is_left_to_the_referee(version: int) -> None:
    game = advanced(Game.start(load("rtu"), 4, Seeded(4)), 4, 120)
    record = replace(written_down(game), rules_version=version)
    with pytest.raises(OtherVersion) as refusal:
        resumed(record_from_text(record_to_text(record)), Seeded(4))
    assert refusal.value.rules_version == version


@pytest.mark.parametrize("version", [RULES_VERSION + 1])
def test_a_finished_game_that_differs_tells_where_and_stays_readable(version: int) -> None:
    """As after a change of rules: from some battle on, the table is not the one recorded."""
    game = played(load("rtu"), 4, 5, laps=1)
    entries = list(game.entries)
    at = next(n for n, entry in enumerate(entries) if isinstance(entry, BattleFought))
    attack = next(n for n in range(at, -1, -1) if isinstance(entries[n], Acted))
    entries[attack] = Acted(game.to_act, act.Attack(BRASILE, PERU, 1))
    record = replace(written_down(game), entries=tuple(entries), rules_version=version)
    record = record_from_json(record_to_json(record))
    with pytest.raises(RecordDifference) as difference:
        replay(record)
    assert difference.value.recorded == entries[attack]
    assert difference.value.rules_version == version
    assert difference.value.at == sum(not isinstance(entry, Event) for entry in entries[:attack])
    names = names_of(rulebook_of(record))
    told = [
        sentence(entry, names, lang)
        for entry in record.entries
        if isinstance(entry, Event)
        for lang in LANGUAGES
    ]
    assert len(told) == 2 * sum(isinstance(entry, Event) for entry in game.entries)


def test_an_unchanged_game_of_other_rules_replays() -> None:
    game = played(load("rtu"), 4, 5, laps=1)
    assert replay(replace(written_down(game), rules_version=9)).digest() == game.digest()


def house_record(folder: Path) -> Record:
    """A game by a regulation that only one club has, whose file is gone afterwards."""
    path = folder / "bar-sport.toml"
    path.write_text(HOUSE, encoding="utf-8")
    game = played(load_file(path), 4, SEED, laps=0)
    path.unlink()
    return written_down(game)


def test_a_house_regulation_travels_with_its_games(tmp_path: Path) -> None:
    record = house_record(tmp_path)
    assert record.rulebook not in shipped()
    for text, reading in (
        (record_to_text(record), record_from_text),
        (record_to_json(record), record_from_json),
    ):
        again = replay(reading(text))
        assert (again.rulebook.closing.cap, again.rulebook.tris.jolly_and_two_equal) == (9, 13)
        assert again.rulebook.title("en") == "The Bar Sport's regulation"
        assert again.entries == record.entries


def test_a_shipped_regulation_that_changed_since_is_read_from_the_record() -> None:
    """The record holds the regulation as it was: an older `rtu` replays though ours is another."""
    older = written(load("rtu")).replace("jolly_and_two_equal = 12", "jolly_and_two_equal = 11")
    game = played(read(older, name="rtu.toml"), 4, SEED, laps=1)
    record = record_from_text(record_to_text(written_down(game)))
    assert (record.rulebook, record.digest != load("rtu").digest()) == ("rtu", True)
    assert replay(record).entries == game.entries


def test_a_regulation_that_is_not_the_one_played_is_refused(tmp_path: Path) -> None:
    record = house_record(tmp_path)
    changed = (record.regulation.replace("cap = 9", "cap = 8"), HOUSE.replace("9", "8"))
    spoiled = ("", "cap =", f"cap = {'9' * 5000}", f"cap = {'[' * 100_000}")
    for regulation in (*changed, *spoiled):
        with pytest.raises(OtherRegulation):
            replay(replace(record, regulation=regulation))


def test_a_table_the_regulation_does_not_have_is_unreadable() -> None:
    record = written_down(played(load("rtu"), 4, SEED, laps=1))
    for players in ((), PLAYERS[:3], (*PLAYERS, "Gina")):
        with pytest.raises(Unreadable, match="players"):
            replay(replace(record, players=players))


def test_stepping_goes_action_by_action() -> None:
    record = written_down(played(load("rtu"), 4, SEED, laps=1))
    actions = [entry for entry in record.entries if isinstance(entry, Acted)]
    again = Replay(record)
    assert [again.step() for _ in actions] == actions
    assert again.is_at_end
    assert again.game.is_over


def test_spoiled_records_say_what_is_wrong_and_nothing_else_happens(tmp_path: Path) -> None:
    """Two thousand spoiled files: unreadable, different, or spoiled where nothing is played from."""
    print(f"seed {SEED}")
    begun = written_down(advanced(Game.start(load("rtu"), 4, Seeded(SEED)), SEED, 40))
    whole = written_down(played(load("primavera"), 4, SEED, laps=0, judge=40))
    found = (
        try_spoiled(begun, 1400, SEED)
        + try_spoiled(whole, 300, SEED + 1)
        + try_spoiled(house_record(tmp_path), 300, SEED + 2)
    )
    assert sum(found.values()) == 2000
    assert {outcome.split()[0] for outcome in found} == {
        "Unreadable",
        "RecordDifference",
        "OtherRegulation",
        "replayed",
    }
    assert len(found) > 15, "many different faults were met"


DEEP = '{"format": "kamchatka-game", "version": 1, "players": %s}'


@pytest.mark.parametrize(
    "text",
    [
        "", "{}", "[]", "null", "1", '"x"', "{", '{"format": "kamchatka-game"}', "NaN", "\x00", "\ud800",
        '{"format": "kamchatka-game", "format": "kamchatka-game"}',
        '{"format": "kamchatka-game", "version": 2}',
        *(DEEP % ("[" * depth + "]" * depth) for depth in (5, 500, 900, 950, 980, 990, 1000, 100_000)),
    ],
    ids=lambda text: repr(text[:40]) + str(len(text)),
)  # fmt: skip
def test_what_is_no_record_is_unreadable(text: str) -> None:
    for reading in (record_from_json, record_from_text):
        with pytest.raises(Unreadable) as refusal:
            reading(text)
        assert all(refusal.value.sentence(lang) for lang in LANGUAGES)


def test_the_line_of_a_fault_is_told() -> None:
    text = record_to_text(written_down(played(load("rtu"), 4, SEED, laps=1)))
    lines = text[: text.index(SEAL)].split("\n")
    lines[30] = "A vola a casa"
    with pytest.raises(Unreadable) as refusal:
        record_from_text("\n".join(lines))
    assert refusal.value.line == 31
    assert refusal.value.sentence("it") == "Riga 31: 'A vola a casa' non è un'azione."


@pytest.mark.parametrize(
    "line", ["regole " + "9" * 5000, "dadi seme " + "9" * 5000, "regole ٣", "dadi seme x"]
)
def test_numbers_in_the_head_are_numbers(line: str) -> None:
    text = record_to_text(written_down(Game.start(load("rtu"), 4, Seeded(1))))
    word = line.partition(" ")[0]
    lines = [line if old.startswith(word) else old for old in text[: text.index(SEAL)].split("\n")]
    with pytest.raises(Unreadable, match="unexpected_value"):
        record_from_text("\n".join(lines))


def test_a_digest_is_what_the_documents_say() -> None:
    """Written here from the page alone, as another program would."""
    game = played(load("milano"), 5, SEED, laps=1)
    pos, hidden, now = game.position, game.secrets, game.position.now
    first = [now[cell] for cell in (0, 1, 2, 3, 4, 19, 20, 22)]
    second = [list(row) for row in (pos.owner, pos.armies, pos.hand, pos.status, pos.out_order, pos.place)]
    third = [pos.masks[1], *hidden.hands, *hidden.piles, *hidden.gone, *hidden.objective]
    line = "({}, {}, {})".format(*(json.dumps(part) for part in (first, second, third)))
    assert hashlib.sha256(line.encode("ascii")).hexdigest() == game.digest()
    assert [len(first), *map(len, second), len(third)] == [8, 42, 42, 6, 6, 6, 6, 26]
