"""The form of the scores page: faults at their field, new seats, addresses nobody meant."""

import html
import random
import re
from urllib.parse import urlencode

import httpx
import pytest

from kamchatka.messages import LANGUAGES, Language, has_text, text
from kamchatka.rulebook import shipped
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.numbers import exact
from kamchatka.scoring.sheet.cells import STATUS_WORDS
from kamchatka.scoring.sheet.cells import TIE_CELLS as NUMBERS
from kamchatka.web.scores.form import PARAMETERS, TIE_CELLS
from tests.web.score_page import TIED, get, typed, wrong_fields

WHOLE_TABLE = ("elimination_order", "too_many_cards")
"""Faults of no seat alone."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        ({"punti1": ""}, "punti1", "missing_points"),
        ({"punti2": "abc"}, "punti2", "wrong_points"),
        ({"punti2": "-1"}, "punti2", "wrong_points"),
        ({"punti2": "1e3"}, "punti2", "wrong_points"),
        ({"punti2": "NaN"}, "punti2", "wrong_points"),
        ({"punti2": "9" * 5000}, "punti2", "wrong_points"),
        ({"eliminato2": "1"}, "punti2", "points_though_out"),
        ({"punti2": "", "eliminato2": "2"}, "eliminato2", "elimination_order"),
        ({"stato3": "sparito"}, "stato3", "unknown_status"),
        ({"giocatore1": "x" * 251}, "giocatore1", "wrong_player"),
        ({"giocatore1": "Ugo", "giocatore2": "Ugo "}, "giocatore2", "player_twice"),
        ({"valore_fuori1": "2,5"}, "valore_fuori1", "not_whole"),
        ({"valore_fuori1": "9" * 5000}, "valore_fuori1", "not_whole"),
        ({"carte1": "44", "carte2": "3"}, "carte1", "too_many_cards"),
        ({"sorteggio1": "sei"}, "sorteggio1", "wrong_lot"),
        ({"obiettivo": "5"}, "obiettivo", "objective"),
        ({"obiettivo": "1", "stato1": "ritirato"}, "obiettivo", "objective_though_out"),
        ({"posti": "7"}, "posti", "size"),
        ({"posti": "4.0"}, "posti", "size"),
        ({"formula": "zzz"}, "formula", "formula"),
        ({"formula": "vittorie", "vittorie.bonus": "-1"}, "opzione-bonus", "option_number"),
        ({"formula": "maialino", "maialino.share": "boh"}, "opzione-share", "option_choice"),
        ({"formula": "standard", "standard.scale": "12,7,5,3"}, "opzione-scale", "option_list"),
    ],
)
def test_a_wrong_field_is_named_with_its_sentence(
    visitor: httpx.Client, *, changed: dict[str, str], field: str, code: str, lang: Language
) -> None:
    page = get(visitor, {**TIED, **changed}, lang)
    assert page.status_code == 400
    assert wrong_fields(page.text) == [field]
    sentence = re.search(rf'<span class="fault" id="{field}-errore">([^<]+)</span>', page.text)
    assert sentence is not None
    start, _, end = text(f"scores_page.faults.{code}", lang).partition("{")
    said = html.unescape(sentence.group(1))
    assert said.startswith(start)
    assert said.lower().endswith(end.rpartition("}")[2].removeprefix(": ").lower())
    assert len(said) < 300
    listed = re.search(rf'<a href="#{field}">([^<]+)</a>', page.text)
    assert listed is not None
    seat = field[-1] if field[-1].isdigit() and code not in WHOLE_TABLE else ""
    if seat:
        # The list says whose field it is; beside the field nobody needs to be told.
        label = text("scores_page.seat", lang, number=seat)
        named = {**TIED, **changed}.get(f"giocatore{seat}", "").strip() or label
        assert named[:90] in html.unescape(listed.group(1))
        assert label not in said
        assert not any(said.startswith(text(f"scores_page.field.{cell}", lang)) for cell in PARAMETERS)
    assert "score-table" not in page.text


def test_everybody_out_is_refused(visitor: httpx.Client) -> None:
    query = {
        "posti": "3",
        **{f"eliminato{n}": str(n) for n in (1, 2, 3)},
        **{f"punti{n}": "" for n in (1, 2, 3)},
    }
    page = get(visitor, query)
    assert page.status_code == 400
    assert text("scores_page.faults.nobody_left", "it") in html.unescape(page.text)


def test_an_unknown_regulation_is_named_and_others_are_offered(visitor: httpx.Client) -> None:
    page = get(visitor, {**TIED, "regolamento": "<b>zzz"})
    assert page.status_code == 404
    assert "il regolamento «&lt;b&gt;zzz»" in page.text
    chosen = re.search(r'<select [^>]*id="regolamento".*?</select>', page.text, re.S)
    assert chosen is not None
    assert re.findall(r'<option value="([^"]+)"', chosen.group()) == list(shipped())
    assert typed(page.text, "punti3") == "40"


def test_new_seats_are_to_be_filled_in_and_are_no_fault(visitor: httpx.Client) -> None:
    page = get(visitor, {**TIED, "posti": "5"})
    assert page.status_code == 200
    assert text("scores_page.new_seats", "it", players="Posto 5") in html.unescape(page.text)
    assert (typed(page.text, "punti4"), typed(page.text, "punti5")) == ("21", "")
    assert "score-table" not in page.text
    blank = re.search(r'href="/punteggi\?([^"]+)">parti', visitor.get("/punteggi").text)
    assert blank is not None
    emptied = visitor.get(f"/punteggi?{html.unescape(blank.group(1))}")
    assert emptied.status_code == 200
    assert [typed(emptied.text, f"punti{n}") for n in (1, 2, 3, 4)] == [""] * 4


def test_the_regulation_decides_who_may_be_frozen(visitor: httpx.Client) -> None:
    assert 'value="congelato"' not in get(visitor, {"regolamento": "rtu"}).text
    assert 'value="congelato-extra"' in get(visitor, {"regolamento": "primavera"}).text


HOSTILE = [
    *(
        "",
        " ",
        "0",
        "-1",
        "62",
        "62,5",
        "1/3",
        "1/0",
        "NaN",
        "Infinity",
        "1e400",
        "0x10",
        "٣",
        "½",
        "²",
        "\x00",
    ),
    *(
        "9" * 13,
        "9" * 4400,
        "x" * 4000,
        '"><script>alert(1)</script>',
        "{0} {where} %s",
        "@bonus",
        "{{ 7*7 }}",
    ),
    *(
        "1 2 3",
        "3,,",
        "ritirato",
        "escluso",
        "congelato",
        "conversione-150",
        "milano",
        "..",
        "\u202e",
        "1",
        "4",
    ),
]


def test_no_address_breaks_the_page(visitor: httpx.Client) -> None:
    chance = random.Random(7)
    seat_fields = (
        "giocatore",
        "punti",
        "eliminato",
        "stato",
        "valore_fuori",
        "armate",
        "carte",
        "sorteggio",
        "ultimo_turno",
        "territori",
    )
    fields = [f"{name}{n}" for name in seat_fields for n in range(8)]
    fields += [
        "regolamento",
        "posti",
        "obiettivo",
        "formula",
        "vittorie.bonus",
        "standard.scale",
        "master.",
        ".",
    ]
    for _ in range(150):
        pairs = dict(TIED) | {"formula": chance.choice(catalogue())} if chance.random() < 0.7 else {}
        listed = [*pairs.items(), *((chance.choice(fields), chance.choice(HOSTILE)) for _ in range(5))]
        page = visitor.get("/punteggi", params=urlencode(listed))
        assert page.status_code in {200, 400, 404}, listed
        assert "<script>" not in page.text


def test_every_field_and_choice_has_its_words() -> None:
    assert {*NUMBERS, "lot"} == set(TIE_CELLS)
    for lang in LANGUAGES:
        assert [cell for cell in PARAMETERS if not has_text(f"scores_page.field.{cell}", lang)] == []
        assert [
            one for one in STATUS_WORDS if not has_text(f"scores_page.status.{one.replace('-', '_')}", lang)
        ] == []
        for id in catalogue():
            formula = load_formula(id)
            assert all(has_text(f"scores.column.{column}", lang) for column in formula.columns)
            for name, option in formula.option.items():
                for choice in option.choices:
                    assert is_number(choice) or has_text(f"scores_page.choice.{name}.{choice}", lang)


def is_number(value: object) -> bool:
    try:
        exact(value)
    except ValueError:
        return False
    return True
