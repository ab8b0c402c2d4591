"""`kamchatka odds` for people and for programs."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kamchatka.cli import app
from kamchatka.rulebook import load, shipped


def run(*words: str, lang: str = "it") -> Result:
    return CliRunner().invoke(app, ["odds", *words], env={"KAMCHATKA_LANG": lang, "COLUMNS": "100"})


def data(*words: str) -> dict[str, object]:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("rulebook", "ten", "twenty"),
    [("rtu", 0.14111, 0.27056), ("aziendale", 0.14527, 0.27414), ("primavera", 0.06370, 0.21368)],
)
def test_json_gives_the_known_chances(rulebook: str, ten: float, twenty: float) -> None:
    assert data("10", "10", "--rulebook", rulebook)["win"] == pytest.approx(ten, abs=5e-6)
    assert data("20", "15", "--rulebook", rulebook)["win"] == pytest.approx(twenty, abs=5e-6)


def test_json_of_the_smallest_battle_whole() -> None:
    assert data("2", "1", "--rulebook", "rtu") == {
        "rulebook": "rtu",
        "digest": load(next(id for id in shipped() if id == "rtu")).digest(),
        "attackers": 2,
        "defenders": 1,
        "until": 1,
        "chain": [],
        "may_attack": True,
        "win": 15 / 36,
        "taken": [21 / 36, 15 / 36],
        "attackers_left": [0.0, 21 / 36, 15 / 36],
        "defenders_left": [15 / 36, 21 / 36],
        "expected_losses": {"attacker": 21 / 36, "defender": 15 / 36},
    }


def test_until_and_chain_reach_the_count() -> None:
    found = data("20", "5", "--chain", "4,3", "--until", "2", "--rulebook", "rtu")
    assert (found["until"], found["chain"]) == (2, [4, 3])
    assert found["win"] == pytest.approx(0.48688877820868226, abs=1e-12)


def test_a_regulation_of_the_house_is_read_from_its_file(tmp_path: Path) -> None:
    house = tmp_path / "casa.toml"
    lines = ('id = "casa"', 'title = "Casa"', 'extends = "rtu"', "[attack]", "fewer_dice_than_defence = true")
    house.write_text("\n".join(lines), encoding="utf-8")
    assert data("10", "10", "--rulebook", str(house))["win"] == pytest.approx(0.14527, abs=5e-6)


def test_people_read_a_sentence_and_bars() -> None:
    printed = run("2", "1", "--rulebook", "rtu").output
    assert [line.rstrip() for line in printed.replace("\u00a0", " ").splitlines()] == [
        "Con 2 armate contro 1 la probabilità di conquistare il territorio è 41,7 %.",
        "In media chi attacca perde 0,6 armate, chi difende 0,4.",
        "Regolamento: Regolamento Tornei Ufficiali (RTU) (rtu).",
        "",
        "Armate rimaste a chi attacca",
        f"1 {'░' * 40} 58,3 %",
        f"2 {'█' * 29}{' ' * 11} 41,7 %",
        "",
        "Armate rimaste a chi difende",
        f"0 {'█' * 29}{' ' * 11} 41,7 %",
        f"1 {'░' * 40} 58,3 %",
        "",
        "█ conquistato   ░ non conquistato",
    ]


def test_the_language_can_be_chosen_for_once() -> None:
    assert run("10", "7", "--lang", "en").output.startswith("With 10 armies against 7 the chance")
    assert run("10", "7", "--lang", "it", lang="en").output.startswith("Con 10 armate contro 7")


@pytest.mark.parametrize(
    ("words", "italian", "english"),
    [
        (("0", "3"), "Le armate di chi attacca", "The attacker’s armies"),
        (("10000", "3"), "da 1 a 200: «10000»", "from 1 to 200: “10000”"),
        (("dieci", "3"), "«dieci» non va bene", "“dieci” is not"),
        (("10", "0"), "Le armate di chi difende", "The defender’s armies"),
        (("10", "3", "--until", "0"), "Le armate con cui fermarsi", "The number of armies to stop at"),
        (("10", "3", "--chain", "3,,2"), "per esempio 3,2: «3,,2»", "such as 3,2: “3,,2”"),
        (("10", "150", "--chain", "51"), "I difensori in tutto sono 201", "add up to 201"),
        (("10", "3", "--rulebook", "zzz"), "Il regolamento «zzz» non esiste", "zzz"),
    ],
)
def test_what_cannot_be_counted_is_refused_with_a_sentence(
    words: tuple[str, ...], italian: str, english: str
) -> None:
    for lang, expected in (("it", italian), ("en", english)):
        result = run(*words, lang=lang)
        assert result.exit_code == 2
        assert expected in result.stderr
        assert result.stdout == ""


def test_a_language_nobody_speaks_here_is_refused() -> None:
    result = run("10", "3", "--lang", "fr")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "«fr»" in result.stderr


def test_an_attack_that_is_not_allowed_says_so() -> None:
    result = run("9", "9", "--rulebook", "primavera")
    assert result.exit_code == 0
    assert "non permette l’attacco" in result.output
    assert data("9", "9", "--rulebook", "primavera")["may_attack"] is False
