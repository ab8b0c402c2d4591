"""`kamchatka play`: whole games at the terminal, by every regulation and in both languages."""

import re
from itertools import cycle, islice
from pathlib import Path

import pytest

from kamchatka.game.chance import Seeded
from kamchatka.game.record import replay
from kamchatka.rulebook import shipped
from tests.cli.play.typing_in import flat, kept, play, short


@pytest.mark.parametrize("rulebook", shipped())
def test_a_game_of_two_people_and_two_bots_is_played_to_the_end_by_enter_alone(
    rulebook: str, tmp_path: Path
) -> None:
    record = tmp_path / "game.partita"
    result = play(*short(record, "--rulebook", rulebook))
    assert (result.exit_code, result.exception) == (0, None)
    assert "Risultato" in result.output
    assert f"kamchatka replay {record}" in flat(result.output)
    game = replay(kept(record))
    assert game.is_over
    assert kept(record).players == ("anna", "bruno", "soldato", "recluta")


@pytest.mark.parametrize("rulebook", ["rtu", "primavera"])
def test_whatever_is_typed_the_game_goes_on_and_its_record_replays(rulebook: str, tmp_path: Path) -> None:
    words = ["", "1!", "", "xyz", "2", "", "annulla", "s", "1", "", "tris", "", "carte", "1! 2", "", "p"]
    words += ["mappa", "storia 3", "riprendi", "", "? ", "99", "lista", "brasile > cina", ",", "!", "-1", ""]
    typed = "\n".join(islice(cycle(words), 4000)) + "\n"
    record = tmp_path / "game.json"
    result = play(*short(record, "--rulebook", rulebook), typed=typed)
    assert (result.exit_code, result.exception) == (0, None)
    assert replay(kept(record)).is_over


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
    assert replay(kept(record)).is_over


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


def test_bots_alone_need_nobody(tmp_path: Path) -> None:
    words = ["--players", "soldato,random,soldato,random", "--seed", "1", "--laps", "2"]
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    assert play(*words, "--record", str(one), typed="").exit_code == 0
    assert play(*words, "--record", str(other), typed="").exit_code == 0
    assert one.read_text(encoding="utf-8") == other.read_text(encoding="utf-8")
    assert kept(one).players == ("soldato", "recluta", "soldato 2", "recluta 2")
    assert kept(one).luck == Seeded(1)


def test_losses_say_whose_they_are(tmp_path: Path) -> None:
    said = flat(play(*short(tmp_path / "game.partita")).output)
    assert re.search(r"perdite: attacco \d+, difesa \d+\.", said)
    assert not re.search(r"\b1 (carte|armate|territori)\b", said)
