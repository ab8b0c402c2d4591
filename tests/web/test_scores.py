"""The scores page: every formula over a typed table, with reasons; ties asked for when needed; options."""

import html
import re
from itertools import product

import httpx
import pytest

from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.scoring.formula.loading import catalogue, load_formula
from tests.web.score_page import TIED, get, rows, typed, words, wrong_fields

FORMULAS = 17


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_question_an_example_is_worked_out(visitor: httpx.Client, lang: Language) -> None:
    page = get(visitor, {}, lang)
    assert page.status_code == 200
    assert text("scores_page.lead", lang) in html.unescape(page.text)
    assert "<script>" not in page.text
    assert [typed(page.text, f"punti{seat}") for seat in (1, 2, 3, 4)] == ["62", "55", "40", "21"]
    found = rows(page.text)
    assert set(found) == set(catalogue())
    assert len(found) == FORMULAS
    assert (
        found["conversione-150"]
        == {
            "it": ["150,07 1° posto vince", "93,00 2° posto", "60,00 3° posto", "40,00 4° posto"],
            "en": ["150.07 place 1 wins", "93.00 place 2", "60.00 place 3", "40.00 place 4"],
        }[lang]
    )
    assert (
        found["vittorie"][0]
        == {"it": "112 punti 1° posto vince vittorie: 1", "en": "112 points place 1 wins wins: 1"}[lang]
    )


def test_each_score_of_the_example_is_the_one_worked_by_hand(visitor: httpx.Client) -> None:
    scores = {id: [cell.split()[0] for cell in cells] for id, cells in rows(get(visitor, {}).text).items()}
    assert scores["bonus-50"] == ["112", "55", "40", "21"]
    assert scores["standard"] == ["12,62", "7,55", "5,40", "3,21"]
    assert scores["maialino"] == ["91,0", "37,5", "25,0", "10,5"]
    assert scores["veronese"] == ["162", "115", "80", "41"]
    assert scores["faentino"] == ["100", "50", "10", "10"]
    assert scores["master"] == ["1,062", "0,055", "0,040", "0,021"]
    assert scores["primavera"] == ["31,7", "14,3", "4,8", "0,0"]


def test_a_card_has_a_line_for_each_term_with_reason_and_clause(visitor: httpx.Client) -> None:
    page = get(visitor, {}).text
    block = re.search(r'<details[^>]*id="formula-conversione-150".*?</details>', page, re.S)
    assert block is not None
    cards = re.findall(r'<table class="score-card">.*?</table>', block.group(), re.S)
    assert len(cards) == 4
    first = [words(row) for row in re.findall(r"<tr>.*?</tr>", cards[0], re.S)]
    assert first == [
        "Perché Punti",
        "1° posto Clausole: 001-FP3b 150,00",
        "7 punti di vantaggio sul secondo Clausole: 001-FP3b 0,07",
        "Totale 150,07",
    ]
    assert words(re.findall(r"<caption>.*?</caption>", cards[0], re.S)[0]) == (
        "Anna : 1° posto, vince davanti al successivo per: punti tavolo"
    )
    assert 'href="/clausole?cerca=001-FP3d#001-FP3d"' in cards[2]
    linked = set(re.findall(r'href="/clausole\?cerca=([^#"]+)#', page))
    known = set(re.findall(r'<li id="([^"]+)"', visitor.get("/clausole").text))
    assert linked <= known


def test_a_tie_is_asked_for_step_by_step_and_what_was_typed_stays(visitor: httpx.Client) -> None:
    query = {**TIED, "giocatore1": "Anna", "giocatore2": "Bruno & Co"}
    page = get(visitor, query)
    assert page.status_code == 200
    assert "In parità: Anna, Bruno & Co." in html.unescape(page.text)
    assert rows(page.text)["conversione-150"] == ["in attesa dello spareggio"]
    assert rows(page.text)["bonus-50"][:2] == ["80 1° posto vince a pari merito"] * 2
    assert typed(page.text, "giocatore2") == "Bruno & Co"
    assert (typed(page.text, "valore_fuori1"), typed(page.text, "valore_fuori2")) == ("", "")
    assert "valore_fuori3" not in page.text

    query |= {"valore_fuori1": "10", "valore_fuori2": "10"}
    page = get(visitor, query)
    assert (typed(page.text, "valore_fuori1"), typed(page.text, "armate_dentro1")) == ("10", "")

    query |= {"armate_dentro1": "12", "armate_dentro2": "15"}
    page = get(visitor, query)
    found = rows(page.text)
    assert found["conversione-150"] == ["100 2° posto", "150 1° posto vince", "65 3° posto", "40 4° posto"]
    assert "davanti al successivo per: armate nell'obiettivo" in html.unescape(page.text)
    assert "Serve uno spareggio" not in page.text


def test_the_last_tie_takes_dice_of_several_throws(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "challenge"}
    for field in ("valore_fuori", "armate_dentro", "armate"):
        query |= {f"{field}1": "9", f"{field}2": "9"}
    page = get(visitor, query)
    assert (typed(page.text, "sorteggio1"), typed(page.text, "sorteggio2")) == ("", "")
    page = get(visitor, {**query, "sorteggio1": "3 6", "sorteggio2": "3, 4"})
    assert rows(page.text)["conversione-150"][0] == "150 1° posto vince"
    page = get(visitor, {**query, "sorteggio1": "tre", "sorteggio2": "1"})
    assert wrong_fields(page.text) == ["sorteggio1"]


def test_armies_and_cards_are_asked_for_together(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "primavera", "territori1": "9", "territori2": "9"}
    page = get(visitor, query).text
    assert [typed(page, name) for name in ("armate1", "armate2", "carte1", "carte2")] == [""] * 4
    query |= {"armate1": "20", "carte1": "0", "armate2": "17", "carte2": "1"}
    assert rows(get(visitor, query).text)["primavera"][:2] == ["15,0 2° posto", "31,0 1° posto vince"]


def test_the_order_of_going_out_is_asked_for_where_nobody_noted_it(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "aziendale", "punti1": "62", "stato3": "ritirato", "stato4": "ritirato"}
    page = html.unescape(get(visitor, query).text)
    assert "Non si sa in che ordine sono usciti: Posto 3, Posto 4." in page
    assert 'href="#eliminato3"' in page
    assert page.count('class="field asked"') == 2
    page = get(visitor, {**query, "eliminato3": "2", "eliminato4": "1"}).text
    assert rows(page)["conversione-150"][2:] == ["20,00 3° posto", "10,00 4° posto"]


def test_an_objective_wins_whatever_the_points(visitor: httpx.Client) -> None:
    found = rows(get(visitor, {**TIED, "punti2": "50", "obiettivo": "4", "punti4": "86"}).text)
    assert found["spartaco"][3] == "186 1° posto vince"
    assert found["bonus-50"][3] == "150 1° posto vince"


def test_a_size_a_formula_says_nothing_about_is_told(visitor: httpx.Client) -> None:
    query = {"regolamento": "rtu", "posti": "3", "punti1": "62", "punti2": "55", "punti3": "40"}
    page = get(visitor, query)
    assert page.status_code == 200
    assert rows(page.text)["conversione-150"] == ["non prevista per tavoli da 3"]
    assert rows(page.text)["open"] == ["96,50 1° posto vince", "41,25 2° posto", "30,00 3° posto"]
    assert "Il regolamento scelto non prevede tavoli da 3" in page.text
    assert "Il regolamento scelto" not in get(visitor, {**query, "regolamento": "rtu-2020"}).text


def test_more_points_than_a_formula_was_made_for_are_told_with_what_breaks(visitor: httpx.Client) -> None:
    query = {
        "regolamento": "aziendale",
        "posti": "4",
        "punti1": "300",
        "punti2": "299",
        "punti3": "90",
        "punti4": "0",
    }
    page = html.unescape(get(visitor, query).text)
    scales = [formula.scale for id in catalogue() if (formula := load_formula(id)).scale is not None]
    for most in {scale.most for scale in scales}:
        told = f"la formula è fatta per non più di {most} punti tavolo e qui si arriva a 300"
        assert page.count(told) == 2 * sum(scale.most == most for scale in scales)
    assert "la formula è fatta" not in html.unescape(get(visitor, {}).text)


def test_scores_that_leave_the_order_of_places_are_told(visitor: httpx.Client) -> None:
    query = {**TIED, "punti2": "50", "punti3": "0", "punti4": "", "eliminato4": "1", "formula": "standard"}
    order = text("scores_page.order", "it")
    assert order not in html.unescape(get(visitor, query).text)
    assert order in html.unescape(get(visitor, {**query, "standard.scale": "5 7 9 1"}).text)


def test_options_of_the_chosen_formula_change_that_formula_alone(visitor: httpx.Client) -> None:
    query = {**TIED, "punti1": "62", "formula": "vittorie", "vittorie.bonus": "60,5"}
    page = get(visitor, query)
    found = rows(page.text)
    assert next(iter(found)) == "vittorie"
    assert found["vittorie"][0] == "122,5 punti 1° posto vince vittorie: 1"
    assert found["bonus-50"][0] == "112 1° posto vince"
    assert typed(page.text, "vittorie.bonus") == "60,5"
    assert "opzioni cambiate" in page.text
    assert '<details class="disclosure score-formula" id="formula-vittorie" open>' in page.text
    tenths = {**TIED, "punti1": "62", "formula": "conversione-150", "conversione-150.decimals": "1/10"}
    assert rows(get(visitor, tenths).text)["conversione-150"][0] == "150,7 1° posto vince"


def test_every_combination_of_choices_is_answered(visitor: httpx.Client) -> None:
    for id in catalogue():
        choices = {
            f"{id}.{name}": list(map(str, one.choices)) for name, one in load_formula(id).option.items()
        }
        listed = {name: values for name, values in choices.items() if values}
        for values in product(*listed.values()):
            query = {**TIED, "punti1": "62", "formula": id, **dict(zip(listed, values, strict=True))}
            assert get(visitor, query).status_code == 200
