"""Every page answers in both languages, with its frame, its notice and its protection."""

import re

import httpx
import pytest

from kamchatka.ledger import clauses, summary
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.rulebook import diff, load, shipped

PAGES = [
    "/",
    "/mappa",
    "/clausole",
    "/regole",
    "/guarda",
    "/organizza",
    "/tornei",
    "/casi",
    "/casi/die-out",
    "/regolamenti",
    "/confronta",
    "/partite",
    "/probabilita",
    "/punteggi",
    *(f"/regolamenti/{id}" for id in shipped()),
]
LEGAL = "Risiko! è un marchio registrato ® Editrice Giochi Srl - Tutti i diritti riservati."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_each_page_speaks_the_browsers_language_and_carries_the_notice(
    visitor: httpx.Client, path: str, lang: Language
) -> None:
    page = visitor.get(path, headers={"accept-language": lang})
    assert page.status_code == 200
    assert f'<html lang="{lang}">' in page.text
    assert text("home.job.organise", lang) in page.text
    assert LEGAL in page.text
    assert text("web.footer.independent", lang) in page.text


@pytest.mark.parametrize("path", PAGES)
def test_no_page_names_another_host_or_holds_script_or_style_of_its_own(
    visitor: httpx.Client, path: str
) -> None:
    page = visitor.get(path).text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "://" not in page
    assert " style=" not in page
    assert "<style" not in page
    scripts = re.findall(r"<script([^>]*)>", page)
    assert all('src="/static/' in script or 'type="application/json"' in script for script in scripts)


@pytest.mark.parametrize("path", [*PAGES, "/static/css/base.css", "/non-esiste"])
def test_every_answer_is_protected(visitor: httpx.Client, path: str) -> None:
    headers = visitor.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_only_files_that_name_their_version_are_kept_by_browsers(visitor: httpx.Client) -> None:
    font = "/static/vendor/source-sans-3.52.0/SourceSans3VF-Upright.otf.woff2"
    kept = {path: visitor.get(path).headers["cache-control"] for path in ("/", "/static/css/base.css", font)}
    assert kept == {
        "/": "no-cache",
        "/static/css/base.css": "no-cache",
        font: "public, max-age=31536000, immutable",
    }


def test_head_is_answered_like_get(visitor: httpx.Client) -> None:
    answer = visitor.head("/mappa")
    assert (answer.status_code, answer.content) == (200, b"")


def test_the_board_table_needs_no_script(visitor: httpx.Client) -> None:
    page = visitor.get("/mappa").text
    assert len(re.findall(r'<tr id="territorio-', page)) == 42
    row = re.search(r'<tr id="territorio-brasile">.*?</tr>', page, re.DOTALL)
    assert row is not None
    words = re.sub(r"<[^>]+>", " ", row.group())
    assert re.sub(r"\s+", " ", words).replace(" ,", ",").strip() == (
        "Brasile America del Sud 4 Cannone Africa del Nord, Argentina, Perù, Venezuela"
    )


def test_the_drawing_names_territories_in_the_visitors_language(visitor: httpx.Client) -> None:
    italian = visitor.get("/mappa").text
    english = visitor.get("/mappa", headers={"accept-language": "en"}).text
    assert 'aria-label="Brasile, America del Sud, valore 4"' in italian
    assert 'aria-label="Brazil, South America, value 4"' in english
    assert len(re.findall(r'<a [^>]*class="land"', italian)) == 42


def test_all_challenge_and_prestige_objectives_are_shown_with_86(visitor: httpx.Client) -> None:
    assert visitor.get("/mappa").text.count("somma 86") == 16 + 20


def test_the_clause_page_lists_all_and_filters(visitor: httpx.Client) -> None:
    def shown(query: str) -> list[str]:
        return re.findall(r'<li id="([^"]+)"', visitor.get(f"/clausole?{query}").text)

    assert shown("") == [clause.id for clause in clauses()]
    assert shown("fonte=003&come=engine") == [
        clause.id for clause in clauses() if clause.source == "003" and clause.how == "engine"
    ]
    assert shown("cerca=001-E7") == ["001-E7"]
    assert shown("fonte=999") == []
    assert len(shown("stato=provate")) + len(shown("stato=mancanti")) == len(clauses())


def test_search_ignores_accents_and_capitals(visitor: httpx.Client) -> None:
    with_accent, without = (visitor.get("/clausole", params={"cerca": words}) for words in ("Perù", "PERU"))
    count = re.compile(r'role="status">([^<]+)<')
    assert count.findall(with_accent.text)[0] == count.findall(without.text)[0]


@pytest.mark.parametrize(
    ("lang", "words", "case"),
    [
        ("it", "dado in bilico", "die-out"),
        ("it", "il dado è caduto per terra", "die-out"),
        ("it", "carta dimenticata", "forgotten-card"),
        ("it", "non ha preso la carta", "forgotten-card"),
        ("it", "troppi dadi", "wrong-dice-count"),
        ("it", "lo ha insultato", "coarse-language"),
        ("it", "gioca lento", "slow-play"),
        ("en", "cocked die", "die-out"),
        ("en", "fell on the floor", "die-out"),
        ("en", "forgot the card", "forgotten-card"),
        ("en", "too many dice", "wrong-dice-count"),
    ],
)
def test_players_words_find_the_case_first_and_then_rules(
    visitor: httpx.Client, lang: str, words: str, case: str
) -> None:
    said = {"accept-language": lang}
    found = visitor.get("/clausole", params={"cerca": words}, headers=said).text
    assert re.findall(r'href="/casi/([\w-]+)', found)[0] == case
    assert not re.search(r'<li id="0.*href="/casi/', found, re.DOTALL)
    assert not re.search(r"(trovate|found): 0", found)
    casebook = visitor.get("/casi", params={"cerca": words}, headers=said).text
    assert re.findall(r'href="/casi/([\w-]+)', casebook)[0] == case


def test_words_of_no_case_find_none_and_lead_to_the_rules(visitor: httpx.Client) -> None:
    page = visitor.get("/casi", params={"cerca": "jolly & <b>"}).text
    assert re.findall(r'href="/casi/([\w-]+)', page) == []
    assert 'href="/clausole?cerca=jolly%20%26%20%3Cb%3E"' in page
    assert len(re.findall(r'href="/casi/([\w-]+)', visitor.get("/casi").text)) > 40


def test_what_a_visitor_types_is_shown_as_text(visitor: httpx.Client) -> None:
    page = visitor.get("/clausole", params={"cerca": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page
    assert text("web.clauses.nothing", "it") in page


def test_a_regulation_page_shows_each_value_with_its_clauses(visitor: httpx.Client) -> None:
    page = visitor.get("/regolamenti/rtu").text
    rulebook = load(next(id for id in shipped() if id == "rtu"))
    assert re.findall(r'<article class="rule[^"]*" id="([^"]+)"', page) == [e.key for e in rulebook.entries()]
    article = re.search(r'id="closing.excused_by_conquests">.*?</article>', page, re.DOTALL)
    assert article is not None
    assert "001-E7" in article.group()


@pytest.mark.parametrize(
    ("left", "right"), [("rtu", "milano"), ("challenge", "rtu"), ("primavera", "aziendale")]
)
def test_the_comparison_shows_exactly_what_differs(visitor: httpx.Client, left: str, right: str) -> None:
    books = {id: load(id) for id in shipped()}
    one, other = (books[id] for id in books if id == left), (books[id] for id in books if id == right)
    expected = [difference.key for difference in diff(next(one), next(other))]
    page = visitor.get(f"/confronta?a={left}&b={right}").text
    assert re.findall(r'<tr class="differs" id="([^"]+)"', page) == expected
    assert '<tr class="same"' not in page


def test_the_comparison_can_show_everything(visitor: httpx.Client) -> None:
    page = visitor.get("/confronta?a=rtu&b=milano&tutto=1").text
    rows = re.findall(r'<tr class="(differs|same)" id="', page)
    assert len(rows) == len(list(load(shipped()[0]).entries()))
    assert {"differs", "same"} == set(rows)


def test_a_regulation_against_itself_has_no_differences(visitor: httpx.Client) -> None:
    assert text("web.compare.same", "it") in visitor.get("/confronta?a=rtu&b=rtu").text


@pytest.mark.parametrize("id", shipped())
def test_every_value_shows_what_is_behind_it_as_the_home_page_says(visitor: httpx.Client, id: str) -> None:
    page = visitor.get(f"/regolamenti/{id}").text
    articles = re.findall(r'<article class="rule.*?</article>', page, re.DOTALL)
    assert len(articles) == len(list(load(id).entries()))
    silent = text("web.rulebooks.no_clause", "it")
    unexplained = [a for a in articles if not ('href="/clausole?cerca=' in a or "AMB-" in a or silent in a)]
    assert unexplained == []


@pytest.mark.parametrize(
    ("lang", "promises"),
    [("it", ("ogni regola è", "alla sua clausola")), ("en", ("every rule is", "to its clause"))],
)
def test_pages_about_rules_promise_no_more_than_the_clause_page_counts(
    visitor: httpx.Client, lang: Language, promises: tuple[str, ...]
) -> None:
    page = visitor.get("/regole", headers={"accept-language": lang}).text
    home = visitor.get("/", headers={"accept-language": lang}).text
    assert [words for words in promises if words in (page + home).lower()] == []
    counts = summary()
    assert text("web.clauses.proven_of", lang, proven=counts["proven"], total=counts["total"]) in page


@pytest.mark.parametrize(
    ("query", "unknown", "chosen"),
    [
        ("a=zzz", ["zzz"], ["challenge"]),
        ("a=zzz&b=milano", ["zzz"], ["milano"]),
        ("a=rtu&b=<b>", ["&lt;b&gt;"], ["rtu"]),
        ("a=xxx&b=yyy", ["xxx", "yyy"], []),
    ],
)
def test_a_comparison_with_an_unknown_regulation_says_which_and_offers_the_others(
    visitor: httpx.Client, query: str, unknown: list[str], chosen: list[str]
) -> None:
    answer = visitor.get(f"/confronta?{query}")
    assert answer.status_code == 404
    assert re.findall(r"Non conosciamo il regolamento «([^»]*)»", answer.text) == unknown
    assert re.findall(r'<option value="([^"]+)" selected', answer.text) == chosen
    assert re.findall(r'<option value="([^"]+)"', answer.text) == [*shipped(), *shipped()]


def test_the_page_of_an_unknown_regulation_names_it_and_links_the_others(visitor: httpx.Client) -> None:
    answer = visitor.get("/regolamenti/zzz", headers={"accept-language": "en"})
    assert answer.status_code == 404
    assert "the regulation “zzz”" in answer.text
    assert re.findall(r'<li><a href="/regolamenti/([^"]+)"', answer.text) == list(shipped())
    assert "z" * 61 not in visitor.get(f"/regolamenti/{'z' * 5000}").text.split("<main")[1]
