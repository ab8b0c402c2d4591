"""`kamchatka play`: what people type at a question, and what they are answered."""

import re
from pathlib import Path

import pytest
from typer.testing import Result

from kamchatka.board import load_board
from tests.cli.table.typing_in import FOUR, LEFT, flat, play, short

CLAUSE = re.compile(r"\(00\d-[\w.]+\)")


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
