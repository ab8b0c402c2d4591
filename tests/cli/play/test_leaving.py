"""`kamchatka play`: a game that is left, resumed, withdrawn from, given up or watched."""

from pathlib import Path

import pytest

from kamchatka.game.record import replay
from tests.cli.play.typing_in import ENTERS, FOUR, LEFT, flat, kept, play, short


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
    _, asked, after = flat(result.output).partition("Non ci sono più persone in gioco.")
    assert (result.exit_code, bool(asked)) == (status, True)
    assert ("Risultato" in after) == (status == 0)
    assert ("mette:" in after) == is_told
    assert ("dadi tirati" in after) == (is_told and "table" in luck)
    assert replay(kept(record)).is_over == (status == 0)
