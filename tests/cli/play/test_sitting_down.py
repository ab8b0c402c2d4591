"""`kamchatka play`: before the first dice, who sits where, wrong words, leaving at once."""

from pathlib import Path

import pytest

from kamchatka.app.games.players import line_up
from kamchatka.bots.thinking import interpreted_thinker
from kamchatka.simulate import thinking
from tests.cli.play.typing_in import FOUR, LEFT, REFUSED, flat, play


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seats", "9", "--players", "anna"], "non si gioca in 9"),
        (["--players", "anna,Anna"], "«Anna» c'è due volte"),
        (["--players", "anna,bruno", "--record", "g.doc"], "il nome deve finire in"),
        (["--players", "anna", "--seed", "1", "--dice", "table"], "non si possono usare insieme"),
        (["--resume", "no.partita"], "Non si può leggere no.partita"),
        (["--resume", "no.partita", "--seed", "1"], "--resume e --seed non si possono usare insieme"),
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


def test_leaving_is_possible_while_people_sit_down(tmp_path: Path) -> None:
    record = tmp_path / "game.partita"
    for words, typed in ([], "?\nesci\n"), (["--players", FOUR], "?\nesci\n"):
        result = play(*words, "--record", str(record), typed=typed)
        assert (result.exit_code, "Nessuna partita è cominciata" in result.output) == (LEFT, True)
        assert "Si risponde con il numero" in result.output
        assert list(tmp_path.iterdir()) == []


def test_chairs_left_over_go_to_soldati() -> None:
    seated = line_up("anna, RANDOM", 0, [4, 5], 4)
    assert [(player.name, player.bot is None) for player in seated] == [
        ("anna", True),
        ("recluta", False),
        ("soldato", False),
        ("soldato 2", False),
    ]


@pytest.mark.xdist_group("kernel")  # so that one process loads the compiler
def test_who_waits_for_generale_the_first_time_is_told_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))  # no machine code is kept here, nor made now
    monkeypatch.setattr(thinking, "compiled_thinker", interpreted_thinker)
    words = ("--players", "a,b,c,generale", "--seed", "1", "--record", str(tmp_path / "g.partita"))
    assert "la prima volta serve circa mezzo minuto" in flat(play(*words, typed="esci\n").output)
    assert "mezzo minuto" not in play(*words[:1], FOUR, *words[2:-1], str(tmp_path / "h.partita")).output
