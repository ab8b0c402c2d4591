"""`kamchatka formula` for people and for programs, and options given to a formula."""

import json
from pathlib import Path

import pytest

from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.terms import KINDS
from tests.cli.scoring import SHEET, output, printed, refused, run


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "referto.toml"
    path.write_text(SHEET, encoding="utf-8")
    return path


def test_formula_list_names_them_all() -> None:
    assert [each["id"] for each in printed("formula", "list")] == list(catalogue())
    assert "conversione-150 Conversione 150 001" in output("formula", "list")


def test_formula_show_tells_terms_options_and_ties() -> None:
    said = output("formula", "show", "primavera")
    assert "Un RisiKo! vale 200 punti tavolo" in said
    assert "Testa a testa: 31 / 15" in said
    assert (
        "A chi non vince 2° 15, 3° 7, 4° 3, 5° 1, meno 0,1 per ogni punto di distacco dal vincitore" in said
    )
    shown = printed("formula", "show", "primavera")
    assert shown["terms"][2]["values"] == {"base": ["15", "7", "3", "1"], "per_point": "0.1", "least": "0"}
    assert (shown["terms"][2]["kind"], shown["terms"][2]["who"]) == ("gap_to_winner", "others")
    assert shown["standings"] == ["table-points-after-first", "last-table", "lot"]


def test_formula_show_says_what_replaces_the_rest() -> None:
    assert "A chi fa RisiKo! 186; 001-FP10b al posto di ogni altro termine" in output(
        "formula", "show", "spartaco"
    )
    assert "The player who makes RisiKo! 186; 001-FP10b instead of every other term" in output(
        "formula", "show", "spartaco", lang="en"
    )


def test_formula_show_tells_sizes_columns_and_shared_places() -> None:
    assert "A chi vince 200 ai tavoli da 4; 210 ai tavoli da 5; " in output("formula", "show", "milano")
    assert "per 1 ai tavoli da 3, 4 e 6; 1,25 ai tavoli da 5" in output("formula", "show", "master")
    assert "In classifica contano, nell'ordine: vittorie, punti" in output("formula", "show", "triestino")
    assert "nella colonna vittorie" in output("formula", "show", "triestino")
    assert "se due sono in parità: metà ciascuno; se più di due sono in parità: nulla" in output(
        "formula", "show", "bonus-50"
    )


@pytest.mark.parametrize("formula", catalogue())
@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_formula_is_shown_without_words_of_the_file(formula: str, lang: str) -> None:
    result = run("formula", "show", formula, lang=lang)
    assert f"({formula})" in result.stdout
    options = load_formula(formula).option
    lines = [line for line in result.stdout.splitlines() if line.partition(" = ")[0] not in options]
    raw = {
        *(kind for kind in KINDS if "_" in kind),
        "by_place",
        "losers-to-objective",
        "amount_each",
        "per_seat",
    }
    assert not any(word in line for word in raw for line in lines)


def test_formula_check_tells_every_fault(tmp_path: Path) -> None:
    good, bad = tmp_path / "casa.toml", tmp_path / "storta.toml"
    good.write_text('extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n', encoding="utf-8")
    assert output("formula", "check", good) == "casa.toml: la formula «Casa» è a posto."
    bad.write_text('id = "x"\ntitle = "X"\nties = "toss"\nterm = []\ncolour = 3\n', encoding="utf-8")
    assert refused("formula", "check", bad).startswith("storta.toml, da correggere (3):")
    result = run("formula", "check", bad, "--json")
    assert result.exit_code == 2
    assert [each["code"] for each in json.loads(result.stdout)["faults"]] == [
        "unknown_choice",
        "wrong_value",
        "unknown_key",
    ]


@pytest.mark.parametrize(
    ("formula", "given", "said"),
    [
        (
            "standard",
            "scale=[12,7",
            'L\'opzione «scale» non può valere "[12,7": serve un valore come [12, 7, 5, 3, 2].',
        ),
        ("standard", "scale=7", "L'opzione «scale» non può valere 7: serve un valore come [12, 7, 5, 3, 2]."),
        ("standard", "scale=[]", "L'opzione «scale» non può valere []: serve un numero, una lista dal posto"),
        ("standard", "scale=[12,x]", 'L\'opzione «scale» non può valere [12, "x"]: serve un numero: intero'),
        ("bonus-50", "bonus=-1", "Scrivi un numero da 0 in su."),
        ("bonus-50", "ties=toss", "Valori possibili: break, keep."),
        ("bonus-50", "premio=3", "La formula non ha l'opzione «premio». Opzioni: bonus, ties."),
    ],
)
def test_a_wrong_option_is_named_and_never_a_file(sheet: Path, formula: str, given: str, said: str) -> None:
    found = refused("score", sheet, "--formula", formula, "--set", given)
    assert said in found
    assert ".toml" not in found
