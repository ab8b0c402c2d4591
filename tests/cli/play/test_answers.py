"""`kamchatka play`: what people type at a question, and what they are answered."""

import re
from pathlib import Path

import pytest
from typer.testing import Result

from kamchatka.board import load_board
from kamchatka.game.chance import Luck, Seeded, Typed
from kamchatka.game.game import Game
from kamchatka.game.record import record_of
from kamchatka.game.record_text import record_to_text
from kamchatka.rulebook import load
from kamchatka.rules.layout import PHASE, REINFORCEMENT
from tests.cli.play.typing_in import FOUR, LEFT, flat, play, short

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


PEOPLE = ["--players", "anna,bruno,carla,dario", "--no-hide", "--record"]


def in_the_first_turn(book: str, record: Path, *typed: str, dice: Seeded | Typed | None = None) -> Result:
    """Four people in the first turn of a game, and what they type."""
    game, seed = Game.start(load(book), 4, dice or Seeded(5)), Seeded(5)
    while game.position.now[PHASE] < REINFORCEMENT:
        if game.awaiting:
            game.supply(seed.answer(sum(isinstance(e, Luck) for e in game.entries), game.awaiting))
        else:
            game.play(game.legal_actions()[0].action())
    record.write_text(
        record_to_text(record_of(game, table="prova", players=("anna", "bruno", "carla", "dario"))),
        encoding="utf-8",
    )
    return play("--resume", str(record), "--no-hide", typed="\n".join(typed) + "\n")


def actions(record: Path, words: str) -> list[str]:
    """The lines of a record with these words."""
    lines = record.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if re.match(rf"[A-F] {words}", line)]


def test_undo_takes_back_the_armies_being_placed_as_a_move_of_its_own(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = in_the_first_turn("rtu", record, "1 1", "annulla", "1 2", "annulla", "annulla")
    assert len(actions(record, "rinforza")) == len(actions(record, "riprende")) == 2
    assert "Non c'è nulla da annullare" in flat(result.output)


def test_what_a_regulation_does_not_let_take_back_is_told_with_its_clause(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = in_the_first_turn("aziendale", record, "1 1", "annulla")
    assert len(actions(record, "rinforza")) == 1
    assert actions(record, "riprende") == []
    assert "002-11a" in result.output


def test_an_initial_army_is_not_undone(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    result = play(*PEOPLE, str(record), "--seed", "5", typed="\n\n\n\n1 1\nannulla\n1 2\n")
    assert "Non c'è nulla da annullare" in flat(result.output)
    assert [line[-1] for line in actions(record, "schiera")] == ["1", "2"]


def test_whoever_types_real_dice_crosses_out_a_slip_and_the_record_tells_it(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = [*PEOPLE, str(record), "--dice", "table"]
    result = play(*words, typed="6 5 4 3\nverde\nannulla\nrosso\n")
    assert "Cancellato dal verbale: A prende il colore verde." in flat(result.output)
    written = record.read_text(encoding="utf-8").splitlines()
    assert "~ A prende il colore verde" in written
    assert [line for line in written if "prende il colore" in line and line[0] == "A"] == [
        "A prende il colore rosso"
    ]


def test_an_attack_to_the_end_is_crossed_out_before_the_computer_throws(
    tmp_path: Path,
) -> None:
    """At the second question nothing was thrown yet; the attack does not ask for its dice again."""
    record = tmp_path / "game.partita"
    result = in_the_first_turn("rtu", record, "", "1!", "", "annulla", "esci", dice=Typed())
    told = flat(result.output)
    assert len(re.findall("Attacco da .{5,40}: dadi tirati", told)) == 1
    assert len(re.findall("Difesa di .{5,40}: dadi tirati", told)) == 1
    assert "Il computer tira" not in told
    assert len(re.findall("Cancellato dal verbale: A attacca", told)) == 1
    assert actions(record, "attacca") == []


def test_a_slip_is_crossed_out_at_the_dice_too_but_not_what_the_computer_threw(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    words = [*PEOPLE, str(record), "--dice", "table"]
    result = play(*words, typed="6 6 4 3\nannulla\n6 5 4 3\n")
    assert "Cancellato dal verbale: 0 ordine 4: 6 6 4 3." in flat(result.output)
    assert "~ 0 ordine 4: 6 6 4 3" in record.read_text(encoding="utf-8")
    record.unlink()
    result = play(*words, typed="\nannulla\n")
    assert "Non c'è nulla da cancellare" in flat(result.output)


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
        ("mappa", "Rispondi prima a questa domanda"),
        ("carte", "Rispondi prima a questa domanda"),
        ("annulla", "Non c'è nulla da cancellare"),
        ("tempo", "Rispondi prima a questa domanda"),
        ("ritiro", "Rispondi prima a questa domanda"),
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
