"""The scores page: every formula over a typed table, ties asked for when needed, faults at their field."""

import html
import random
import re
from collections.abc import Iterator
from itertools import product
from urllib.parse import urlencode

import httpx
import pytest
from playwright.sync_api import Browser, expect

from kamchatka.messages import LANGUAGES, Language, has_text, text
from kamchatka.rulebook import shipped
from kamchatka.scoring.loading import catalogue, load_formula
from kamchatka.scoring.numbers import exact
from kamchatka.scoring.seat_cells import NUMBERS
from tests.web.browser import PHONE, WIDE, started_browser, visit

pytestmark = pytest.mark.xdist_group("browser")

TIED = {"regolamento": "rtu", "posti": "4", "punti1": "55", "punti2": "55", "punti3": "40", "punti4": "21"}
FORMULAS = 17


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with started_browser() as started:
        yield started


def words(markup: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


def rows(page: str) -> dict[str, list[str]]:
    """The cells of each formula, in words, without the name that only phones show."""
    body = page[page.index('<table class="score-table') : page.index("</table>")]
    body = re.sub(r'<span class="who".*?</span>', "", body)
    found = re.findall(
        r'<tr[^>]*>\s*<th scope="row"><a href="#formula-([^"]+)">.*?</th>(.*?)</tr>', body, re.S
    )
    return {id: [words(cell) for cell in re.findall(r"<td[^>]*>.*?</td>", rest, re.S)] for id, rest in found}


def wrong_fields(page: str) -> list[str]:
    marked = re.findall(r'<(?:input|select) [^>]*aria-invalid="true"[^>]*>', page)
    return [found for field in marked for found in re.findall(r'\bid="([^"]+)"', field)]


def typed(page: str, name: str) -> str:
    field = re.search(rf'<input [^>]*value="([^"]*)"[^>]*name="{name}"', page)
    assert field is not None, name
    return html.unescape(field.group(1))


def get(visitor: httpx.Client, query: dict[str, str], lang: Language = "it") -> httpx.Response:
    return visitor.get("/punteggi", params=query, headers={"accept-language": lang})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_question_an_example_is_worked_out(visitor: httpx.Client, lang: Language) -> None:
    page = get(visitor, {}, lang)
    assert page.status_code == 200
    assert text("scores_page.lead", lang) in html.unescape(page.text)
    assert "<script" not in page.text
    assert [typed(page.text, f"punti{seat}") for seat in (1, 2, 3, 4)] == ["62", "55", "40", "21"]
    found = rows(page.text)
    assert set(found) == set(catalogue())
    assert len(found) == FORMULAS
    assert (
        found["conversione-150"]
        == {
            "it": ["150,07 1° posto vince", "93 2° posto", "60 3° posto", "40 4° posto"],
            "en": ["150.07 place 1 wins", "93 place 2", "60 place 3", "40 place 4"],
        }[lang]
    )
    assert (
        found["vittorie"][0]
        == {"it": "112 1° posto vince vittorie: 1", "en": "112 place 1 wins wins: 1"}[lang]
    )


def test_each_score_of_the_example_is_the_one_worked_by_hand(visitor: httpx.Client) -> None:
    scores = {id: [cell.split()[0] for cell in cells] for id, cells in rows(get(visitor, {}).text).items()}
    assert scores["bonus-50"] == ["112", "55", "40", "21"]
    assert scores["standard"] == ["12,62", "7,55", "5,4", "3,21"]
    assert scores["maialino"] == ["91", "37,5", "25", "10,5"]
    assert scores["veronese"] == ["162", "115", "80", "41"]
    assert scores["faentino"] == ["100", "50", "10", "10"]
    assert scores["master"] == ["1,062", "0,055", "0,04", "0,021"]
    assert scores["primavera"] == ["31,7", "14,3", "4,8", "0"]


def test_a_card_has_a_line_for_each_term_with_reason_and_clause(visitor: httpx.Client) -> None:
    page = get(visitor, {}).text
    block = re.search(r'<details[^>]*id="formula-conversione-150".*?</details>', page, re.S)
    assert block is not None
    cards = re.findall(r'<table class="score-card">.*?</table>', block.group(), re.S)
    assert len(cards) == 4
    first = [words(row) for row in re.findall(r"<tr>.*?</tr>", cards[0], re.S)]
    assert first == [
        "Perché Punti",
        "1° posto Clausole: 001-FP3b 150",
        "7 punti di vantaggio sul secondo Clausole: 001-FP3b 0,07",
        "Totale 150,07",
    ]
    assert words(re.findall(r"<caption>.*?</caption>", cards[0], re.S)[0]) == (
        "Anna : 1° posto, vince davanti al posto seguente per: punti tavolo"
    )
    assert 'href="/clausole?cerca=001-FP3d#001-FP3d"' in cards[2]
    linked = set(re.findall(r'href="/clausole\?cerca=([^#"]+)#', page))
    known = set(re.findall(r'<li class="clause" id="([^"]+)"', visitor.get("/clausole").text))
    assert linked <= known


def test_a_tie_is_asked_for_step_by_step_and_what_was_typed_stays(visitor: httpx.Client) -> None:
    query = {**TIED, "nome1": "Anna", "nome2": "Bruno & Co"}
    page = get(visitor, query)
    assert page.status_code == 200
    assert "Alla pari: Anna, Bruno & Co." in html.unescape(page.text)
    assert rows(page.text)["conversione-150"] == ["in attesa dello spareggio"]
    assert rows(page.text)["bonus-50"][:2] == ["80 1° posto vince alla pari"] * 2
    assert typed(page.text, "nome2") == "Bruno & Co"
    assert (typed(page.text, "fuori1"), typed(page.text, "fuori2")) == ("", "")
    assert "fuori3" not in page.text

    query |= {"fuori1": "10", "fuori2": "10"}
    page = get(visitor, query)
    assert (typed(page.text, "fuori1"), typed(page.text, "armate-dentro1")) == ("10", "")

    query |= {"armate-dentro1": "12", "armate-dentro2": "15"}
    page = get(visitor, query)
    found = rows(page.text)
    assert found["conversione-150"] == ["100 2° posto", "150 1° posto vince", "65 3° posto", "40 4° posto"]
    assert "davanti al posto seguente per: armate nell'obiettivo" in html.unescape(page.text)
    assert "Serve uno spareggio" not in page.text


def test_the_last_tie_takes_dice_of_several_throws(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "challenge"}
    for field in ("fuori", "armate-dentro", "armate"):
        query |= {f"{field}1": "9", f"{field}2": "9"}
    page = get(visitor, query)
    assert (typed(page.text, "sorte1"), typed(page.text, "sorte2")) == ("", "")
    page = get(visitor, {**query, "sorte1": "3 6", "sorte2": "3, 4"})
    assert rows(page.text)["conversione-150"][0] == "150 1° posto vince"
    assert wrong_fields(get(visitor, {**query, "sorte1": "tre", "sorte2": "1"}).text) == ["sorte1"]


def test_armies_and_cards_are_asked_for_together(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "primavera", "territori1": "9", "territori2": "9"}
    page = get(visitor, query).text
    assert [typed(page, name) for name in ("armate1", "armate2", "carte1", "carte2")] == [""] * 4
    query |= {"armate1": "20", "carte1": "0", "armate2": "17", "carte2": "1"}
    assert rows(get(visitor, query).text)["primavera"][:2] == ["15 2° posto", "31 1° posto vince"]


def test_the_order_of_going_out_is_asked_for_where_nobody_noted_it(visitor: httpx.Client) -> None:
    query = {**TIED, "regolamento": "aziendale", "punti1": "62", "stato3": "ritirato", "stato4": "ritirato"}
    page = html.unescape(get(visitor, query).text)
    assert "Non si sa in che ordine sono usciti: Posto 3, Posto 4." in page
    assert 'href="#uscita3"' in page
    assert page.count('class="score-field asked"') == 2
    page = get(visitor, {**query, "uscita3": "2", "uscita4": "1"}).text
    assert rows(page)["conversione-150"][2:] == ["20 3° posto", "10 4° posto"]


def test_an_objective_wins_whatever_the_points(visitor: httpx.Client) -> None:
    found = rows(get(visitor, {**TIED, "punti2": "50", "obiettivo": "4", "punti4": "86"}).text)
    assert found["spartaco"][3] == "186 1° posto vince"
    assert found["bonus-50"][3] == "150 1° posto vince"


def test_a_size_a_formula_says_nothing_about_is_told(visitor: httpx.Client) -> None:
    query = {"regolamento": "rtu", "posti": "3", "punti1": "62", "punti2": "55", "punti3": "40"}
    page = get(visitor, query)
    assert page.status_code == 200
    assert rows(page.text)["conversione-150"] == ["non prevista per tavoli da 3"]
    assert rows(page.text)["open"] == ["96,5 1° posto vince", "41,25 2° posto", "30 3° posto"]
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
    assert page.count("la formula è fatta per al massimo 100 punti tavolo, qui si arriva a 300") == 2 * sum(
        1 for id in catalogue() if load_formula(id).scale is not None
    )
    assert "la formula è fatta" not in html.unescape(get(visitor, {}).text)


def test_scores_that_leave_the_order_of_places_are_told(visitor: httpx.Client) -> None:
    query = {**TIED, "punti2": "50", "punti3": "0", "punti4": "", "uscita4": "1", "formula": "standard"}
    order = text("scores_page.order", "it")
    assert order not in html.unescape(get(visitor, query).text)
    assert order in html.unescape(get(visitor, {**query, "standard.scale": "5 7 9 1"}).text)


def test_options_of_the_chosen_formula_change_that_formula_alone(visitor: httpx.Client) -> None:
    query = {**TIED, "punti1": "62", "formula": "vittorie", "vittorie.bonus": "60,5"}
    page = get(visitor, query)
    found = rows(page.text)
    assert next(iter(found)) == "vittorie"
    assert found["vittorie"][0] == "122,5 1° posto vince vittorie: 1"
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
        ({"uscita2": "1"}, "punti2", "points_though_out"),
        ({"punti2": "", "uscita2": "2"}, "uscita2", "elimination_order"),
        ({"stato3": "sparito"}, "stato3", "unknown_status"),
        ({"nome1": "x" * 101}, "nome1", "wrong_player"),
        ({"nome1": "Ugo", "nome2": "Ugo "}, "nome2", "player_twice"),
        ({"fuori1": "2,5"}, "fuori1", "not_whole"),
        ({"fuori1": "9" * 5000}, "fuori1", "not_whole"),
        ({"carte1": "44", "carte2": "3"}, "carte1", "too_many_cards"),
        ({"sorte1": "sei"}, "sorte1", "wrong_lot"),
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
    sentence = re.search(rf'<span class="score-fault" id="{field}-errore">([^<]+)</span>', page.text)
    assert sentence is not None
    start, _, end = text(f"scores_page.faults.{code}", lang).partition("{")
    said = html.unescape(sentence.group(1))
    assert said.startswith(start)
    assert said.endswith(end.rpartition("}")[2])
    assert len(said) < 300
    assert f'<a href="#{field}">' in page.text
    assert 'class="score-table' not in page.text


def test_everybody_out_is_refused(visitor: httpx.Client) -> None:
    query = {
        "posti": "3",
        **{f"uscita{n}": str(n) for n in (1, 2, 3)},
        **{f"punti{n}": "" for n in (1, 2, 3)},
    }
    page = get(visitor, query)
    assert page.status_code == 400
    assert text("scores_page.faults.nobody_left", "it") in html.unescape(page.text)


def test_an_unknown_regulation_is_named_and_others_are_offered(visitor: httpx.Client) -> None:
    page = get(visitor, {**TIED, "regolamento": "<b>zzz"})
    assert page.status_code == 404
    assert "il regolamento «&lt;b&gt;zzz»" in page.text
    chosen = re.search(r'<select id="regolamento".*?</select>', page.text, re.S)
    assert chosen is not None
    assert re.findall(r'<option value="([^"]+)"', chosen.group()) == list(shipped())
    assert typed(page.text, "punti3") == "40"


def test_new_seats_are_to_be_filled_in_and_are_no_fault(visitor: httpx.Client) -> None:
    page = get(visitor, {**TIED, "posti": "5"})
    assert page.status_code == 200
    assert text("scores_page.new_seats", "it", players="Posto 5") in html.unescape(page.text)
    assert (typed(page.text, "punti4"), typed(page.text, "punti5")) == ("21", "")
    assert 'class="score-table' not in page.text
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
        "nome",
        "punti",
        "uscita",
        "stato",
        "fuori",
        "armate",
        "carte",
        "sorte",
        "turno",
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
    for _ in range(250):
        pairs = dict(TIED) | {"formula": chance.choice(catalogue())} if chance.random() < 0.7 else {}
        listed = [*pairs.items(), *((chance.choice(fields), chance.choice(HOSTILE)) for _ in range(5))]
        page = visitor.get("/punteggi", params=urlencode(listed))
        assert page.status_code in {200, 400, 404}, listed
        assert "<script" not in page.text


def test_every_field_and_choice_has_its_words() -> None:
    from kamchatka.web.scores_form import PARAMETERS, STATUSES, TIE_CELLS  # noqa: PLC0415

    assert {*NUMBERS, "lot"} == set(TIE_CELLS)
    for lang in LANGUAGES:
        assert [cell for cell in PARAMETERS if not has_text(f"scores_page.field.{cell}", lang)] == []
        assert [
            one for one in STATUSES if not has_text(f"scores_page.status.{one.replace('-', '_')}", lang)
        ] == []
        for id in catalogue():
            formula = load_formula(id)
            assert all(has_text(f"scores_page.column.{column}", lang) for column in formula.columns)
            for name, option in formula.option.items():
                for choice in option.choices:
                    assert is_number(choice) or has_text(f"scores_page.choice.{name}.{choice}", lang)


def is_number(value: object) -> bool:
    try:
        exact(value)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("scripts", [True, False])
def test_a_table_is_typed_by_keyboard_and_its_address_can_be_shared(
    browser: Browser, site: str, scripts: bool
) -> None:
    with visit(browser, site, scripts=scripts) as watched:
        page = watched.page
        page.goto("/punteggi")
        page.locator("#punti1").focus()
        page.keyboard.press("Control+a")
        page.keyboard.type("55")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Serve uno spareggio")).to_be_visible()
        page.get_by_role("link", name="Alla pari: Anna, Bruno").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.locator("#fuori1").focus()
        page.keyboard.type("4")
        page.keyboard.press("Tab")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        row = page.locator("tr", has=page.locator('a[href="#formula-conversione-150"]'))
        expect(row.locator("td").nth(1)).to_contain_text("vince")
        page.locator("#formula-conversione-150 summary").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#formula-conversione-150 .score-card").first).to_be_visible()
        shared = page.url
        page.locator('.languages button[value="en"]').click()
        expect(row.locator("td").nth(1)).to_contain_text("wins")
        assert page.url == shared
        assert watched.complaints == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?posti=6&formula=standard",
        "?punti1=55&punti2=55&punti3=40&punti4=0&formula=maialino&nome1=" + "Massimiliano" * 8,
        "?posti=3&punti1=" + "9" * 200 + "&punti2=x&punti3=",
        "?posti=4&punti1=300&punti2=200&punti3=10&punti4=1&regolamento=aziendale",
    ],
)
@pytest.mark.parametrize("width", [PHONE[0], 320, 768])
def test_a_phone_never_scrolls_sideways_and_nothing_is_cut(
    browser: Browser, site: str, query: str, width: int
) -> None:
    with visit(browser, site, (width, 844)) as watched:
        page = watched.page
        page.goto(f"/punteggi{query}")
        for summary in page.locator("summary").all()[:3]:
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        cut = page.evaluate(
            "[...document.querySelectorAll('.main-nav a, .score, .score-field label, .score-card td')]"
            ".filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent)"
        )
        assert cut == []


def test_the_menu_of_a_phone_shows_every_page_in_two_rows(browser: Browser, site: str) -> None:
    with visit(browser, site, PHONE) as watched:
        watched.page.goto("/punteggi")
        boxes = [one.bounding_box() for one in watched.page.locator(".main-nav a").all()]
        found = [box for box in boxes if box is not None]
        assert len(found) == len(boxes) >= 7
        assert len({round(box["y"]) for box in found}) == 2
        assert min(box["height"] for box in found) >= 36
        assert max(box["x"] + box["width"] for box in found) <= PHONE[0]


def test_winners_are_told_by_words_not_by_colour_alone(browser: Browser, site: str) -> None:
    with visit(browser, site, WIDE) as watched:
        watched.page.goto("/punteggi")
        winners = watched.page.locator(".score-table td.winner")
        assert winners.count() == FORMULAS
        assert all("vince" in cell for cell in winners.all_text_contents())
        others = watched.page.locator(".score-table td:not(.winner)").all_text_contents()
        assert not any("vince" in cell for cell in others)
