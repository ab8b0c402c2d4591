"""`kamchatka replay`: a record played again, and what is said where it departs."""

import json
import re
import unicodedata
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner, Result

from kamchatka.app.games.retelling import chapters
from kamchatka.cli import app
from kamchatka.cli.output import OBEYED, console, print_json
from kamchatka.game.actions import EndTurn, ExpireTime
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.log import Acted, TurnClosed
from kamchatka.game.record import Record, record_of
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.rulebook import load
from kamchatka.rules import RULES_VERSION
from kamchatka.rules.layout import LAP, LAST_LAP
from kamchatka.stream import below, seeded

DEPARTS, REFUSED = 1, 2
PLAYERS = ("Anna", "Bruno", "Carla", "Dario")


@cache
def played(*, whole: bool = True) -> Record:
    """A short game by random moves; not whole: left in its second turn."""
    game = Game.start(load("rtu"), 4, Seeded(8))
    state = seeded(9, 8)
    while not game.is_over and (whole or len(chapters(game.entries)) < 3):
        if game.position.now[LAP] > 1 and game.position.now[LAST_LAP] == 0:
            game.play(ExpireTime())
        families = game.legal_actions()
        state, family = below(state, len(families))
        game.play(families[family].action())
    return record_of(game, table="prova", players=PLAYERS)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.partita"
    path.write_text(record_to_text(played()), encoding="utf-8")
    return path


def again(path: Path, *words: str, typed: str = "", lang: str = "it") -> Result:
    env = {"KAMCHATKA_LANG": lang, "COLUMNS": "80"}
    return CliRunner().invoke(app, ["replay", str(path), *words], input=typed, env=env)


def flat(printed: str) -> str:
    return " ".join(printed.split())


def unsealed(text: str) -> str:
    """A text record without its seal, as somebody who changes it leaves it."""
    return text.rpartition("\nsigillo ")[0] + "\n"


@pytest.mark.parametrize(
    ("lang", "identical"), [("it", "identica al verbale"), ("en", "identical to the record")]
)
def test_a_record_is_played_again_turn_by_turn(record: Path, lang: str, identical: str) -> None:
    result = again(record, lang=lang)
    assert (result.exit_code, result.exception) == (0, None)
    turns = re.findall(r"^Turno? (\d+)$", result.output, re.M)
    assert turns == [str(chapter.turn) for chapter in chapters(played().entries)[1:]]
    assert identical in flat(result.output)


def test_text_and_json_are_told_alike(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "game.json"
    other.write_text(record_to_json(played()), encoding="utf-8")
    assert again(other).output == again(record).output


def test_nothing_a_stranger_wrote_is_obeyed_by_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    data = json.loads(record_to_json(replace(played(), players=("Anna", "Br\u200buno", "C\u200da", "Dario"))))
    path.write_text(json.dumps(data), encoding="utf-8")
    regulation = data["regulation"].replace('title = "', 'title = "\\u001b]0;rubato\\u0007', 1)
    strange = tmp_path / "strange.json"
    strange.write_text(json.dumps({**data, "regulation": regulation}), encoding="utf-8")
    for result in (again(path), again(path, "--step"), again(path, "--json"), again(strange)):
        shown = result.output + result.stderr
        assert not [sign for sign in shown if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cf")]
    assert "C\ufffda" in again(path).output


@pytest.mark.parametrize("words", ["\x1b[2J", "\x9b2J", "\x07", "\u202e", "\u2028", "a\tb\x7f"])
def test_words_are_made_harmless_wherever_they_stand(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table("names")
    table.add_row(words)
    table.add_row(Text(words))
    console().print(table, words, Text(words))
    print_json({"name": words})
    shown = capsys.readouterr().out
    assert shown
    assert not [sign for sign in shown if sign != "\n" and unicodedata.category(sign) in OBEYED]


def test_a_turn_may_be_stopped_at(record: Path) -> None:
    result = again(record, "--until", "2")
    assert re.findall(r"^Turno (\d+)$", result.output, re.M) == ["1", "2"]
    assert "America del Nord +5" in result.output
    assert "obiettivo " not in result.output.rpartition("Carla (")[2]
    assert again(record, "--until", "end").exit_code == 0
    assert again(record, "--until", "domani").exit_code == REFUSED


def test_steps_wait_for_enter_and_show_the_board(record: Path) -> None:
    result = again(record, "--step", "--no-events", typed="\n3\nq\n")
    assert result.exit_code == 0
    assert result.output.count("America del Nord +5") == 3
    assert re.findall(r"^Turno (\d+)$", result.output, re.M) == ["1", "2", "3"]


def test_programs_get_the_same_as_data(record: Path) -> None:
    data = json.loads(again(record, "--json").output)
    assert (data["identical"], data["finished"], data["departs"]) == (True, True, None)
    assert data["players"] == list(PLAYERS)
    assert [turn["turn"] for turn in data["turns"]] == [c.turn for c in chapters(played().entries)]
    assert all(turn["digest"] for turn in data["turns"])
    assert data["turns"][1]["events"][0]["event"] == "turn-began"
    short = json.loads(again(record, "--json", "--no-events", "--until", "1").output)
    assert [set(turn) for turn in short["turns"]] == [{"turn", "digest"}] * 2


def test_a_changed_roll_is_found_with_the_move_it_belongs_to(record: Path) -> None:
    lines = unsealed(record.read_text(encoding="utf-8")).splitlines()
    at = next(n for n, line in enumerate(lines) if " battaglia " in line)
    before = lines[at]
    lines[at] = re.sub(r"\d$", lambda die: str(int(die[0]) % 6 + 1), before)
    record.write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = again(record)
    moves = sum(isinstance(entry, Acted) for entry in played().entries)
    said = re.search(r"è diversa dal verbale alla mossa (\d+) \(turno (\d+)\)", flat(result.output))
    assert result.exit_code == DEPARTS
    assert said is not None
    assert 0 < int(said[1]) <= moves
    assert "qualcuno lo ha modificato" in flat(result.output)
    data = json.loads(again(record, "--json").output)
    assert (data["identical"], data["departs"]["move"]) == (False, int(said[1]))


def test_a_move_the_rules_refuse_is_told_with_its_clause(tmp_path: Path) -> None:
    entries = list(played().entries)
    first = next(n for n, entry in enumerate(entries) if isinstance(entry, Acted))
    entries[first] = Acted(entries[first].by, EndTurn())  # type: ignore[union-attr]
    path = tmp_path / "wrong.json"
    path.write_text(record_to_json(replace(played(), entries=tuple(entries))), encoding="utf-8")
    result = again(path)
    assert result.exit_code == DEPARTS
    assert "alla mossa 1 (turno 0): il verbale dice «A passa», mentre la mossa non è permessa" in flat(
        result.output
    )
    assert re.search(r"\(00\d-[\w.]+\)", result.output)
    assert ".." not in result.output
    checked = CliRunner().invoke(app, ["verify", str(path)], env={"KAMCHATKA_LANG": "it"})
    assert "Per le regole:" in checked.output
    assert ".." not in checked.output


def test_replay_and_verify_count_the_same_turns(record: Path) -> None:
    turns = str(len(chapters(played().entries)) - 1)
    assert f"turni con la stessa impronta: {turns})" in flat(again(record).output)
    checked = CliRunner().invoke(app, ["verify", str(record)], env={"KAMCHATKA_LANG": "it"})
    assert f"(turni: {turns})" in flat(checked.output)


def test_impossible_opening_dice_are_told(record: Path) -> None:
    text = unsealed(record.read_text(encoding="utf-8"))
    record.write_text(re.sub(r"(ordine 4:) \d", r"\1 9", text, count=1), encoding="utf-8")
    result = again(record)
    assert result.exit_code == DEPARTS
    assert "non possono uscire" in flat(result.output)


def written(record: Record, path: Path) -> Path:
    path.write_text((record_to_json if path.suffix == ".json" else record_to_text)(record), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["old.partita", "old.json"])
def test_a_game_of_older_rules_that_ours_follow_is_told_as_any_other(tmp_path: Path, name: str) -> None:
    result = again(written(replace(played(), rules_version=RULES_VERSION - 1), tmp_path / name))
    assert result.exit_code == 0
    assert f"scritto con la versione {RULES_VERSION - 1} delle regole" in flat(result.output)
    assert "(A): turno 1" in flat(result.output)
    assert "identica al verbale" in flat(result.output)


def test_a_game_of_newer_rules_says_what_to_do(tmp_path: Path) -> None:
    result = again(written(replace(played(), rules_version=RULES_VERSION + 1), tmp_path / "new.partita"))
    assert (result.exit_code, "aggiorna Kamchatka" in flat(result.stderr)) == (REFUSED, True)


def departing(*, whole: bool) -> Record:
    """A game of older rules whose table looked otherwise at the end of the first turn."""
    entries = (
        replace(entry, digest="0" * 64) if isinstance(entry, TurnClosed) and entry.turn == 1 else entry
        for entry in played(whole=whole).entries
    )
    return replace(played(whole=whole), rules_version=RULES_VERSION - 1, entries=tuple(entries))


def test_a_game_our_rules_do_not_follow_is_told_from_the_events_of_its_record(tmp_path: Path) -> None:
    path = written(departing(whole=True), tmp_path / "old.json")
    result = again(path)
    assert result.exit_code == DEPARTS
    told = re.findall(r"^Turno (\d+)$", result.output, re.M)
    assert told == [str(chapter.turn) for chapter in chapters(played().entries)[1:]]
    assert "davanti al seguente per" in result.output
    assert "è diversa dal verbale alla mossa" in flat(result.output)
    assert "La partita è mostrata come la racconta il verbale." in flat(result.output)
    data = json.loads(again(path, "--json").output)
    assert (data["identical"], data["finished"]) == (False, True)
    assert [turn["turn"] for turn in data["turns"]] == [c.turn for c in chapters(played().entries)]


def test_a_text_our_rules_do_not_follow_is_told_so_far_and_the_rest_is_refused_plainly(
    tmp_path: Path,
) -> None:
    result = again(written(departing(whole=True), tmp_path / "old.partita"))
    assert result.exit_code == DEPARTS
    assert re.findall(r"^Turno (\d+)$", result.output, re.M) == ["1", "2"]
    assert "(B): turno 2" in flat(result.output).split("Turno 2")[1]
    assert "mette" not in result.output.split("Turno 2")[1]
    assert "Da lì in poi queste regole non possono mostrarla" in flat(result.output)
    assert "apri il file del verbale" in flat(result.output)


@pytest.mark.parametrize("name", ["half.partita", "half.json"])
def test_a_game_in_progress_that_departs_keeps_its_secrets(tmp_path: Path, name: str) -> None:
    path = written(departing(whole=False), tmp_path / name)
    for result in (again(path), again(path, "--json")):
        assert result.exit_code == DEPARTS
        assert "resta coperto" in flat(result.output)
        assert "impronta del turno" not in flat(result.output)
        assert "riceve l'obiettivo" not in result.output
        assert '"objective": "' not in result.output


def test_a_game_in_progress_keeps_its_secrets(tmp_path: Path) -> None:
    path = tmp_path / "half.partita"
    path.write_text(record_to_text(played(whole=False)), encoding="utf-8")
    result = again(path)
    assert result.exit_code == 0
    assert "carte e obiettivi restano coperti" in flat(result.output)
    assert "riceve il suo obiettivo" in result.output
    assert "riceve l'obiettivo" not in result.output
    assert '"objective": "' not in again(path, "--json").output


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "il file o la cartella non c'è. Controlla il nome"),
        (b"\xff\xfe", "Il file non è un testo"),
        (b"", "non è il verbale"),
        (b"ciao\n", "non è il verbale"),
        (b"{}", "non è il verbale"),
        (b"{", "non è JSON valido"),
        (b"kamchatka partita 99\n", "non è conosciuta"),
    ],
)
def test_what_is_no_record_is_answered_with_a_sentence(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    result = again(path)
    assert (result.exit_code, result.stdout) == (REFUSED, "")
    assert said in flat(result.stderr)


def test_a_broken_seal_and_another_regulation_are_refused(record: Path) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text.replace("sedia 1 Anna", "sedia 1 Zoe"), encoding="utf-8")
    assert "sigillo" in flat(again(record).stderr)
    record.write_text(re.sub(r"(regolamento rtu )\w{4}", r"\g<1>0000", unsealed(text)), encoding="utf-8")
    assert "non è quello con cui si è giocato" in flat(again(record).stderr)
    fewer = (
        re.sub(r"sedia 4 .*\n", "", unsealed(text))
        .replace("sedia 3 Carla\n", "")
        .replace("sedia 2 Bruno\n", "")
    )
    record.write_text(fewer, encoding="utf-8")
    assert again(record).exit_code == REFUSED


@pytest.mark.parametrize("command", ["replay", "verify", "score"])
def test_why_a_file_cannot_be_read_is_told_in_the_reader_s_language(command: str, tmp_path: Path) -> None:
    for path, italian, english in (
        (tmp_path / "nessuno.json", "il file o la cartella non c'è", "is not there"),
        (tmp_path, "è una cartella, non un file", "it is a folder"),
    ):
        for lang, words in (("it", italian), ("en", english)):
            result = CliRunner().invoke(app, [command, str(path)], env={"KAMCHATKA_LANG": lang})
            assert (result.exit_code, words in flat(result.stderr)) == (REFUSED, True)
