"""`kamchatka play`: whole games at the terminal, driven as people drive it."""

import io
import os
import platform
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kamchatka.board import load_board
from kamchatka.cli import app
from kamchatka.cli.table.bots import Bots
from kamchatka.cli.table.desk import Desk
from kamchatka.cli.table.keeping import Keeper, read_record
from kamchatka.cli.table.limit import Limit
from kamchatka.cli.table.luck import faces
from kamchatka.cli.table.matching import Lands, matching
from kamchatka.cli.table.people import line_up
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Screen
from kamchatka.cli.table.session import Session
from kamchatka.cli.table.words import counted
from kamchatka.game.actions import Attack, ExpireTime
from kamchatka.game.chance import Request, Seeded, Typed
from kamchatka.game.events import BattleFought
from kamchatka.game.fair import Promise
from kamchatka.game.game import Game
from kamchatka.game.log import Acted
from kamchatka.game.record import replay
from kamchatka.ids import Territory
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import LAST_LAP

FOUR = "anna,bruno,soldato,random"
CLAUSE = re.compile(r"\(00\d-[\w.]+\)")
ENTERS = "\n" * 3000
LEFT = 3
REFUSED = 2


def play(*words: str, typed: str = ENTERS, lang: str = "it") -> Result:
    """The command with these words, and these lines typed into it."""
    env = {"KAMCHATKA_LANG": lang, "COLUMNS": "80"}
    return CliRunner().invoke(app, ["play", *words], input=typed, env=env)


def short(record: Path, *words: str) -> list[str]:
    """The words of a short game from a seed, kept in this file."""
    return ["--players", FOUR, "--seed", "5", "--laps", "1", "--record", str(record), *words]


def flat(printed: str) -> str:
    """One line, one space between words."""
    return " ".join(printed.split())


@pytest.mark.parametrize("rulebook", shipped())
def test_a_game_of_two_people_and_two_bots_is_played_to_the_end_by_enter_alone(
    rulebook: str, tmp_path: Path
) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record, "--rulebook", rulebook))
    assert (result.exit_code, result.exception) == (0, None)
    assert "Risultato" in result.output
    assert f"kamchatka replay {record}" in flat(result.output)
    game = replay(read_record(record))
    assert game.is_over
    assert read_record(record).players == ("anna", "bruno", "soldato", "random")


@pytest.mark.parametrize("rulebook", ["rtu", "primavera"])
def test_whatever_is_typed_the_game_goes_on_and_its_record_replays(rulebook: str, tmp_path: Path) -> None:
    words = ["", "1!", "", "xyz", "2", "", "annulla", "s", "1", "", "tris", "", "carte", "1! 2", "", "p"]
    words += ["mappa", "storia 3", "riprendi", "", "? ", "99", "lista", "brasile > cina", ",", "!", "-1", ""]
    typed = "\n".join(islice(cycle(words), 4000)) + "\n"
    record = tmp_path / "game.json"
    result = play(*short(record, "--rulebook", rulebook), typed=typed)
    assert (result.exit_code, result.exception) == (0, None)
    assert replay(read_record(record)).is_over


MIXED = """id = "prova"
title = "Regolamento di prova"
extends = "aziendale"

[setup]
neutral_territories = 2
neutral_armies = 3

[tris]
scheme = "count"
one_card = 2
two_cards = 4
three_cards_by_hand = [8, 10, 12]
territory_bonus = 0

[move]
when = "any-time"
per_turn = 2

[closing]
roll = "optional"

[tally]
strip = "declared"
strip_deck = "aziendale"
strip_factor = 1
"""


def test_a_house_regulation_with_draft_strips_and_choices_is_played_too(tmp_path: Path) -> None:
    book, record = tmp_path / "prova.toml", tmp_path / "game.partita"
    book.write_text(MIXED, encoding="utf-8")
    words = ["--rulebook", str(book), "--players", "anna,bruno,carla,random", "--seed", "2", "--laps", "1"]
    lines = ["", "1!", "", "", "", "s", "1", "", "tris", "", "", "", "", "", "p"]
    typed = "1, 2\n\n" * 60 + "\n".join(islice(cycle(lines), 2000)) + "\n"
    result = play(*words, "--no-hide", "--record", str(record), typed=typed)
    assert (result.exit_code, result.exception) == (0, None)
    said = flat(result.output)
    for asked in ("Quale striscia dichiari?", "Quale territorio?", "con quanti dadi difendi?"):
        assert asked in said
    assert replay(read_record(record)).is_over


def test_an_attack_to_the_end_goes_on_while_another_person_chooses_the_defence(tmp_path: Path) -> None:
    words = ["--rulebook", "aziendale", "--players", "anna,bruno,carla,dario", "--seed", "4", "--no-hide"]
    record = tmp_path / "first.partita"
    play(*words, "--laps", "1", "--record", str(record))
    moves = re.findall("^[A-D] .*", record.read_text(encoding="utf-8"), re.M)
    before = next(n for n, line in enumerate(moves) if line.startswith("A rinforza"))
    typed = "\n" * before + "ontario\nontario > alberta!\n" + "\n" * 5
    result = play(*words, "--record", str(tmp_path / "second.partita"), typed=typed)
    assert result.output.count("con quanti dadi difendi?") > 2
    assert "Invio: ancora" not in result.output


@pytest.mark.parametrize(
    ("lang", "title", "turn"), [("it", "Risultato", "Gioca"), ("en", "Result", "to play")]
)
def test_both_languages_are_spoken_throughout(lang: str, title: str, turn: str, tmp_path: Path) -> None:
    other = {"it": "en", "en": "it"}[lang]
    result = play(*short(tmp_path / "game.txt", "--lang", lang), lang=other)
    assert result.exit_code == 0
    assert title in result.output
    assert turn in result.output


def test_a_game_left_in_the_middle_goes_on_alike(tmp_path: Path) -> None:
    whole, parted = tmp_path / "whole.partita", tmp_path / "parted.partita"
    assert play(*short(whole, "--no-hide")).exit_code == 0
    left = play(*short(parted, "--no-hide"), typed="\n" * 15)
    assert left.exit_code == LEFT
    assert f"kamchatka play --resume {parted} --laps 1" in flat(left.output)
    again = play("--resume", str(parted), "--laps", "1", "--no-hide", typed="\nesci\n")
    assert again.exit_code == LEFT
    assert play("--resume", str(parted), "--laps", "1", "--no-hide").exit_code == 0
    assert parted.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_suggested_commands_are_those_that_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_PROGRAM", "./run")
    record = tmp_path / "una partita.json"
    assert f"./run play --resume '{record}' --laps 1" in flat(play(*short(record), typed="\n" * 4).output)
    ended = play("--resume", str(record), "--laps", "1")
    assert f"./run replay '{record}'" in flat(ended.output)
    assert f"./run replay '{record}'" in flat(play("--resume", str(record)).stderr)


def test_the_record_is_written_after_every_action(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    assert play(*short(record, "--no-hide"), typed="giallo\n").exit_code == LEFT
    assert "prende il colore giallo" in record.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]


def first_placing(record: Path, *lines: str) -> Result:
    """Anna and Bruno take the first colours; then these lines."""
    return play(*short(record, "--no-hide"), typed="\n".join(("", "", *lines)) + "\n")


def test_armies_go_to_several_territories_at_once_by_the_beginning_of_names(
    tmp_path: Path,
) -> None:
    record = tmp_path / "game.partita"
    shown = first_placing(record)
    own = re.findall(r"^ ?\d+   ?(?:★ )?([A-Z][\w ]+?) +1 \|", shown.output, re.M)
    assert len(own) >= 2
    first, second = own[:2]
    again = tmp_path / "again.partita"
    first_placing(again, f"{first[:-1].upper()} 2, {second.lower()} 1")
    assert re.search(
        rf"schiera 2 in {first}", flat(first_placing(tmp_path / "c.partita", f"{first} 2, 2 1").output)
    )
    written = again.read_text(encoding="utf-8")
    assert re.search(rf"schiera {ids(first)} 2, {ids(second)} 1", written)


def ids(name: str) -> str:
    """The id of a territory by its Italian name."""
    return next(info.id for info in load_board().territories if info.name("it") == name)


def test_undo_takes_back_what_luck_did_not_touch(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record, "--no-hide", "--lang", "en"), typed="verde\nundo\n")
    assert "nothing to undo" in flat(result.output)
    alone = ["--players", "anna,bruno,carla,dario", "--seed", "5", "--record", str(tmp_path / "four.partita")]
    play(*alone, "--no-hide", typed="\n\n\n\n1 1\nannulla\n1 2\n")
    log = (tmp_path / "four.partita").read_text(encoding="utf-8")
    assert re.findall(r"schiera \w+ (\d)", log) == ["2"]


def test_the_last_word_before_the_terminal_is_handed_on_may_be_undo(tmp_path: Path) -> None:
    record = tmp_path / "four.partita"
    words = ["--players", "anna,bruno,carla,dario", "--seed", "5", "--record", str(record)]
    result = play(*words, typed="\n\n\n\n\n1\nannulla\n2\n")
    assert "«annulla» per ripensarci" in flat(result.output)
    log = record.read_text(encoding="utf-8")
    assert len(re.findall(r"^A schiera", log, re.M)) == 1


def test_a_refusal_says_the_clause(tmp_path: Path) -> None:
    result = first_placing(
        tmp_path / "game.partita", "attacca brasile > congo con 3", "giudice tempo scaduto"
    )
    refusals = CLAUSE.findall(result.output)
    assert len(refusals) == 2


def test_what_is_not_understood_is_answered_and_asked_again(tmp_path: Path) -> None:
    result = first_placing(tmp_path / "game.partita", "blabla", "99", "a 1", ",,", "1 9999")
    said = flat(result.output)
    for code in (
        "«blabla» non è né un comando né un territorio",
        "99 non è nella lista",
        "può essere",
        "non si capisce",
    ):
        assert code in said
    assert CLAUSE.search(said)


def test_what_one_person_may_know_is_never_on_the_screen_of_another(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record))
    game = replay(read_record(record))
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


def test_fair_dice_keep_their_secret_until_the_end(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    words = ["--players", FOUR, "--laps", "1", "--record", str(record), "--no-hide"]
    left = play(*words, typed="il mio caso\n\n\n\n\n")
    assert left.exit_code == LEFT
    promised = read_record(record).luck
    assert isinstance(promised, Promise)
    assert promised.secret is None
    assert promised.commitment.hex() in left.output.replace("\n", "")
    assert promised.entropy[0] == b"il mio caso"
    assert secret.stat().st_mode & 0o077 == 0
    hidden = secret.read_text(encoding="utf-8")
    done = play("--resume", str(record), "--laps", "1", "--no-hide")
    assert done.exit_code == 0
    assert not secret.exists()
    told = read_record(record).luck
    assert isinstance(told, Promise)
    assert told.secret is not None
    assert told.secret.hex() == hidden.strip()
    assert told.secret.hex() in done.output.replace("\n", "")
    assert f"kamchatka verify {record}" in flat(done.output)


def test_a_game_without_its_secret_does_not_go_on_with_other_dice(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    play("--players", FOUR, "--record", str(record), typed="\n\n\n")
    secret.write_text("00" * 32, encoding="utf-8")
    wrong = play("--resume", str(record))
    assert (wrong.exit_code, "non contiene il segreto promesso" in flat(wrong.stderr)) == (REFUSED, True)
    secret.unlink()
    missing = play("--resume", str(record))
    assert (missing.exit_code, "Manca il segreto dei dadi" in flat(missing.stderr)) == (REFUSED, True)


def test_a_game_given_up_tells_its_secret_and_ends_there(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play("--players", FOUR, "--record", str(record), typed="\n\n\n\n\nabbandona\ns\n")
    assert "Segreto dei dadi" in result.output
    again = play("--resume", str(record))
    assert (again.exit_code, "già stato rivelato" in flat(again.stderr)) == (REFUSED, True)


def test_dice_thrown_at_the_table_are_typed(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = ["--players", FOUR, "--dice", "table", "--laps", "1", "--record", str(record), "--no-hide"]
    result = play(*words, typed="7 1\n6 5 4 3\n" + ENTERS)
    assert result.exit_code == 0
    assert "non sono 4 dadi" in flat(result.output)
    assert "* 0 ordine 4: 6 5 4 3" in record.read_text(encoding="utf-8")
    assert read_record(record).luck == Typed()
    assert replay(read_record(record)).is_over


def test_time_expires_between_two_decisions_never_between_an_attack_and_its_dice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Seen(Limit):
        """A limit that runs out in the first turn with an attack, and knows when it was asked."""

        def is_over(self, game: Game) -> bool:
            asked.append(game.awaiting)
            attacked = any(isinstance(e, Acted) and isinstance(e.action, Attack) for e in game.entries)
            return attacked and not game.position.now[LAST_LAP]

    asked: list[Request | None] = []
    monkeypatch.setattr("sys.stdin", io.StringIO(ENTERS))
    game = Game.start(load("rtu"), 4, Typed())
    keeper = Keeper(tmp_path / "game.partita", "prova", line_up("soldato,soldato,soldato,soldato", 4, [4], 4))
    Session(Desk(game, keeper, Screen("it"), Seen(), hide=False), Bots(1)).run()
    assert set(asked) == {None}
    at = next(n for n, entry in enumerate(game.entries) if entry == Acted(None, ExpireTime()))
    assert any(isinstance(entry, BattleFought) for entry in game.entries[:at])


def test_enter_alone_neither_withdraws_nor_gives_up(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    lines = ["", "", "", "", "abbandona", "", "ritiro", "", "ritiro", "boh", "abbandona", "annulla", "salva"]
    result = play("--players", FOUR, "--record", str(record), "--no-hide", typed="\n".join(lines) + "\n")
    said = flat(result.output)
    assert said.count("s: sì; Invio o n: no") == 4
    assert "Partita abbandonata" not in said
    assert "Salvata in" in said
    assert "ritira" not in record.read_text(encoding="utf-8")
    assert "Per riprenderla" in said


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("?", "Si risponde con il numero"),
        ("mappa", "Prima rispondi"),
        ("carte", "Prima rispondi"),
        ("annulla", "Prima rispondi"),
        ("tempo", "Prima rispondi"),
        ("ritiro", "Prima rispondi"),
        ("storia", "Dadi per l'ordine"),
        ("salva", "Salvata in"),
        ("abbandona\ns", "Partita abbandonata"),
        ("esci", "Per riprenderla"),
    ],
)
def test_words_that_always_work_do_so_when_dice_are_asked_for(word: str, answer: str, tmp_path: Path) -> None:
    words = ["--players", FOUR, "--dice", "table", "--record", str(tmp_path / "game.partita"), "--no-hide"]
    result = play(*words, typed=f"{word}\n")
    assert result.exit_code == LEFT
    said = flat(result.output).partition(f"> {word.split(maxsplit=1)[0]} ")[2]
    assert answer in said
    assert "non sono 4 dadi" not in said


def test_the_table_can_be_seen_between_an_attack_and_its_dice(tmp_path: Path) -> None:
    words = ["--players", "anna,soldato,soldato,soldato", "--dice", "table", "--laps", "1"]
    typed = "\n" * 20 + "mappa\n\n\ncarte\n" * 60 + "esci\n"
    result = play(*words, "--record", str(tmp_path / "game.partita"), typed=typed)
    asked = re.findall(r"dadi tirati \(\d\)[^>]*> (mappa.{20}|carte.{20})", flat(result.output))
    assert any(found.startswith("mappa Giro") for found in asked)
    assert any(found.startswith(("carte Le tue carte", "carte Non hai carte")) for found in asked)


def test_leaving_is_possible_while_people_sit_down(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    for words, typed in ([], "?\nesci\n"), (["--players", FOUR], "?\nesci\n"):
        result = play(*words, "--record", str(record), typed=typed)
        assert (result.exit_code, "Nessuna partita è cominciata" in result.output) == (LEFT, True)
        assert "Si risponde con il numero" in result.output
        assert list(tmp_path.iterdir()) == []


def test_time_is_over_by_a_word(tmp_path: Path) -> None:
    words = ["--players", "anna,soldato,soldato,soldato", "--seed", "3", "--record", str(tmp_path / "g.txt")]
    result = play(*words, typed="\n" * 9 + "tempo\n" + ENTERS)
    assert result.exit_code == 0
    assert "Tempo scaduto" in result.output


@pytest.mark.parametrize(
    ("answer", "status", "is_told"), [("", 0, False), ("g", 0, True), ("esci", LEFT, False)]
)
@pytest.mark.parametrize(
    ("luck", "before"), [(["--seed", "3"], "\n" * 9), (["--dice", "table"], "6 5 4 3\n" + "\n" * 8)]
)
def test_when_every_person_is_out_they_choose_whether_to_watch(
    *, answer: str, status: int, is_told: bool, luck: list[str], before: str, tmp_path: Path
) -> None:
    record = tmp_path / "game.partita"
    words = ["--players", "anna,soldato,soldato,soldato", *luck, "--laps", "2", "--record", str(record)]
    result = play(*words, typed=f"{before}ritiro\ns\n{answer}\n{ENTERS}")
    _, asked, after = flat(result.output).partition("Nessuna persona è più in gioco.")
    assert (result.exit_code, bool(asked)) == (status, True)
    assert ("Risultato" in after) == (status == 0)
    assert ("mette:" in after) == is_told
    assert ("dadi tirati" in after) == (is_told and "table" in luck)
    assert replay(read_record(record)).is_over == (status == 0)


def test_bots_alone_need_nobody(tmp_path: Path) -> None:
    words = ["--players", "soldato,random,soldato,random", "--seed", "1", "--laps", "2"]
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    assert play(*words, "--record", str(one), typed="").exit_code == 0
    assert play(*words, "--record", str(other), typed="").exit_code == 0
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")
    assert read_record(one).players == ("soldato", "random", "soldato 2", "random 2")
    assert read_record(one).luck == Seeded(1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "9", "--players", "anna"], "In 9 non si può giocare"),
        (["--players", "anna,Anna"], "«Anna» c'è due volte"),
        (["--players", "anna,bruno", "--record", "g.doc"], "il nome deve finire in"),
        (["--players", "anna", "--seed", "1", "--dice", "table"], "non vanno insieme"),
        (["--resume", "no.partita"], "Non si può leggere no.partita"),
        (["--resume", "no.partita", "--seed", "1"], "--resume e --seed non vanno insieme"),
        (["--lang", "fr"], "La lingua «fr» non c'è"),
        (["--players", "a" * 40], "non va bene come nome"),
        (["--players", "a,b,c,d,e", "--seats", "4"], "Hai scritto 5 nomi per 4 posti"),
        (["--rulebook", "nessuno"], "nessuno"),
    ],
)
def test_wrong_words_are_answered_with_a_sentence(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = play(*words)
    assert (result.exit_code, result.stdout) == (REFUSED, "")
    assert said in flat(result.stderr)


def test_a_record_is_never_overwritten_nor_played_on_after_its_end(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = ["--players", "soldato,soldato,soldato,soldato", "--seed", "1", "--laps", "1"]
    play(*words, "--record", str(record))
    kept = record.read_text(encoding="utf-8")
    assert "esiste già" in flat(play(*words, "--record", str(record)).stderr)
    assert "è finita" in flat(play("--resume", str(record)).stderr)
    assert record.read_text(encoding="utf-8") == kept


def bots_only(record: Path) -> list[str]:
    """The words of a game that needs nobody."""
    return [
        *("--players", "soldato,soldato,soldato,soldato", "--seed", "1"),
        *("--laps", "1", "--record", str(record)),
    ]


def test_one_game_is_played_at_one_terminal_only(tmp_path: Path) -> None:
    record, lock = tmp_path / "game.partita", tmp_path / "game.partita.lock"
    play(*short(record), typed="\n\n\n")
    assert not lock.exists()
    kept = record.read_text(encoding="utf-8")
    for held in (f"{os.getppid()} {platform.node()}\n", "1 un-altro-computer\n", "?"):
        lock.write_text(held, encoding="utf-8")
        again = play("--resume", str(record))
        assert (again.exit_code, "già aperta in un altro terminale" in flat(again.stderr)) == (REFUSED, True)
        assert lock.read_text(encoding="utf-8") == held
    assert record.read_text(encoding="utf-8") == kept
    other = tmp_path / "other.partita"
    (tmp_path / "other.partita.lock").write_text(held, encoding="utf-8")
    assert "già aperta" in flat(play(*bots_only(other)).stderr)
    assert not other.exists()


def test_the_lock_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    record, lock = tmp_path / "game.partita", tmp_path / "game.partita.lock"
    play(*short(record), typed="\n\n\n")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    lock.write_text(f"{dead.pid} {platform.node()}\n", encoding="utf-8")
    assert play("--resume", str(record), "--laps", "1").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.partita"]


def test_the_secret_of_another_game_is_not_overwritten(tmp_path: Path) -> None:
    record, secret = tmp_path / "game.partita", tmp_path / "game.partita.segreto"
    words = ["--players", FOUR, "--record", str(record)]
    play(*words, typed="\n\n\n")
    record.rename(tmp_path / "moved.partita")
    kept = secret.read_text(encoding="utf-8")
    again = play(*words, typed="\n\n\n")
    assert (again.exit_code, "il segreto di un'altra partita" in flat(again.stderr)) == (REFUSED, True)
    assert secret.read_text(encoding="utf-8") == kept
    assert not record.exists()


@pytest.mark.parametrize("luck", [["--seed", "1"], [], ["--dice", "table"]])
def test_a_game_that_cannot_be_kept_does_not_begin(luck: list[str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = play("--players", FOUR, *luck, "--record", str(tmp_path / "file" / "game.partita"))
    assert result.exit_code == REFUSED
    assert "La partita non comincia" in flat(result.stderr)
    assert "continua" not in flat(result.stderr)


def test_only_the_owner_reads_a_record_until_the_game_is_over(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    play(*short(record), typed="\n\n\n")
    assert record.stat().st_mode & 0o777 == 0o600
    play("--resume", str(record), "--laps", "1")
    assert record.stat().st_mode & 0o777 == 0o644


def test_a_game_that_nobody_names_a_file_for_is_kept_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    result = play("--seed", "1", typed="\n\n")
    assert result.exit_code == LEFT
    (record,) = (tmp_path / "partite").glob("*.partita")
    assert read_record(record).players == ("Giocatore", "soldato", "soldato 2", "soldato 3")


def test_names_are_found_by_their_beginning() -> None:
    lands = Lands(load_board())
    names = {info.id: info.name("it") for info in load_board().territories}
    everywhere = list(names)
    assert lands.find("PERU", everywhere, names) == "peru"
    assert lands.find("st or", everywhere, names) == "stati_uniti_orientali"
    assert lands.find("north af", everywhere, names) == "africa_del_nord"
    assert lands.find("africa", [Territory("africa_del_sud")], names) == "africa_del_sud"
    with pytest.raises(NotSo, match="several"):
        lands.find("africa", everywhere, names)
    with pytest.raises(NotSo, match="unknown_territory"):
        lands.find("atlantide", everywhere, names)
    assert matching("", {1: ["x"]}) == []


def test_dice_are_read_as_people_write_them() -> None:
    assert faces("6 4 1", 3) == faces("6,4,1", 3) == faces("641", 3) == [6, 4, 1]
    for wrong in ("6 4", "6 4 7", "x", "6 4 ١"):
        with pytest.raises(NotSo, match="dice"):
            faces(wrong, 3)


@pytest.mark.parametrize("what", ["territories", "armies", "cards", "ways", "dice", "minutes"])
def test_one_thing_is_told_in_the_singular(what: str) -> None:
    for lang in LANGUAGES:
        assert counted(what, 1, lang).startswith("1 ")
        assert counted(what, 0, lang).startswith("0 ")
        assert counted(what, 1, lang)[2:] != counted(what, 2, lang)[2:]


def test_losses_say_whose_they_are(tmp_path: Path) -> None:
    said = flat(play(*short(tmp_path / "game.partita")).output)
    assert re.search(r"perdite: attacco \d+, difesa \d+\.", said)
    assert not re.search(r"\b1 (carte|armate|territori)\b", said)


def test_chairs_left_over_go_to_soldati() -> None:
    seated = line_up("anna, RANDOM", 0, [4, 5], 4)
    assert [(player.name, player.bot is None) for player in seated] == [
        ("anna", True),
        ("random", False),
        ("soldato", False),
        ("soldato 2", False),
    ]


class Terminal:
    """A real terminal with the command in it."""

    def __init__(self, *words: str, folder: Path) -> None:
        self._master, slave = pty.openpty()
        env = {**os.environ, "KAMCHATKA_LANG": "it", "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"}
        command = [sys.executable, "-m", "kamchatka", "play", *words]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder)
        os.close(slave)
        self.printed = ""
        self._read = 0

    def read_until(self, wanted: str, *, seconds: float = 60) -> str:
        """What appears up to these words; fails if they do not come."""
        end = time.monotonic() + seconds
        start = self._read
        while wanted not in self.printed[start:] and self._take(1):
            assert time.monotonic() < end, self.printed[start:]
        assert wanted in self.printed[start:]
        self._read = self.printed.index(wanted, start) + len(wanted)
        return self.printed[start : self._read]

    def _take(self, seconds: float) -> bool:
        """Take in what has appeared; False once the other end is closed."""
        if select.select([self._master], [], [], seconds)[0]:
            try:
                self.printed += os.read(self._master, 65536).decode(errors="replace")
            except OSError:
                return False
        return True

    def type(self, words: str) -> None:
        os.write(self._master, words.encode())

    def interrupt(self, answer: str) -> None:
        """Ctrl-C until it is answered: one that comes as the prompt appears may go unnoticed."""
        for _ in range(30):
            self.process.send_signal(signal.SIGINT)
            self._take(2)
            if answer in self.printed[self._read :]:
                return
        raise AssertionError(self.printed[self._read :])

    def close(self) -> None:
        """End the command whatever it is doing."""
        self.process.kill()
        self.process.wait()
        os.close(self._master)


def test_a_real_terminal_shows_colours_hides_secrets_and_survives_ctrl_c(tmp_path: Path) -> None:
    with closing(Terminal(*short(Path("game.partita")), folder=tmp_path)) as terminal:
        take_a_turn_and_leave(terminal)
    assert read_record(tmp_path / "game.partita").players[0] == "anna"


def take_a_turn_and_leave(terminal: Terminal) -> None:
    """Two colours, one placing, then Ctrl-C while the next person is awaited."""
    terminal.read_until("Quale colore?")
    terminal.type("ros\n")
    terminal.read_until("Quale colore?")
    terminal.type("\n")
    terminal.read_until("quando guarda solo")
    terminal.type("\n")
    first = terminal.read_until("Dove metti 3 armate?")
    assert "\x1b[1;31m" in first  # red, beside its letter
    assert "Il tuo obiettivo" in first
    terminal.type("\n")
    terminal.read_until("nasconde ciò che ha visto")
    terminal.type("\n")
    hidden = terminal.read_until("quando guarda solo")
    assert "\x1b[2J" in hidden
    assert "\x1b[3J" in hidden
    terminal.read_until("> ")
    terminal.interrupt("kamchatka play --resume game.partita --laps 1")
    assert terminal.process.wait(timeout=60) == LEFT
