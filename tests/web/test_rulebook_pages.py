"""The pages of the regulations tell what a regulation lacks from what its text does not say."""

import re
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from kamchatka.messages import LANGUAGES, Language
from kamchatka.rulebook import load, readings_of, shipped, unstated_of

KIND = re.compile(r'<strong data-unstated="(\w+)">')


def articles(page: str) -> dict[str, str]:
    """The values of a regulation's page by their key."""
    found = re.findall(r'<article class="rule[^"]*" id="([^"]+)">(.*?)</article>', page, re.DOTALL)
    return dict(found)


@pytest.mark.parametrize("name", shipped())
def test_every_value_without_clause_and_reading_says_which_of_the_two_it_is(
    visitor: httpx.Client, name: str
) -> None:
    book = load(name)
    found = articles(visitor.get(f"/regolamenti/{name}").text)
    assert list(found) == [entry.key for entry in book.entries()]
    for entry in book.entries():
        unstated = unstated_of(book, entry.key)
        assert KIND.findall(found[entry.key]) == ([unstated.kind] if unstated else [])
        if not entry.clauses and not readings_of(book, entry.key):
            assert unstated is not None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_reason_is_given_in_the_language_of_the_page(visitor: httpx.Client, lang: Language) -> None:
    page = visitor.get("/regolamenti/rtu", headers={"accept-language": lang}).text
    reason = unstated_of(load("rtu"), "congelato.order")
    assert reason is not None
    assert reason.words(lang) in articles(page)["congelato.order"]


def test_the_comparison_says_it_for_each_side(visitor: httpx.Client) -> None:
    page = visitor.get("/confronta?a=rtu&b=primavera").text
    frozen = re.search(r'id="congelato.single_armies">(.*?)</tr>', page, re.DOTALL)
    assert frozen is not None
    one, other = re.findall(r"<td>(.*?)</td>", frozen.group(1), re.DOTALL)
    assert KIND.findall(one) == ["absent"]
    assert KIND.findall(other) == []
    assert "004-B24a" in other
    deal = re.search(r'id="withdrawal.hand">(.*?)</tr>', page, re.DOTALL)
    assert deal is not None
    assert "AMB-134" in deal.group(1)
    assert "AMB-131" in deal.group(1)


OWN = 'id = "nostro"\ntitle = "Il nostro"\nextends = "rtu"\n[clock]\nminutes = 100\n'


def test_a_regulation_and_a_formula_of_the_club_have_their_pages(
    visitor: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    for folder, name, text in (
        (
            "regolamenti",
            "nostro",
            'id = "nostro"\ntitle = "Il nostro"\nextends = "rtu"\n[clock]\nminutes = 100\n',
        ),
        ("regolamenti", "rotto", "id = 3"),
        ("formule", "nostra", 'id = "nostra"\ntitle = "La nostra"\nextends = "standard"\n'),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.toml").write_text(text, encoding="utf-8")
    listed = visitor.get("/regolamenti").text
    assert "Il nostro" in listed
    assert "rotto" not in listed
    page = visitor.get("/regolamenti/nostro")
    assert (page.status_code, "100" in articles(page.text)["clock.minutes"]) == (200, True)
    compared = visitor.get("/confronta", params={"a": "rtu", "b": "nostro"}).text
    assert 'id="clock.minutes"' in compared
    statuses = {"rtu-2020": 200, "nostro": 200, "rotto": 404}
    assert statuses == {
        id: visitor.get("/punteggi", params={"regolamento": id}).status_code for id in statuses
    }
    assert "La nostra" in visitor.get("/punteggi").text
    # Only ids are taken from strangers, never names of files.
    for name in ("rotto", "../regolamenti/nostro", "nostro.toml"):
        assert visitor.get(f"/regolamenti/{quote(name, safe='')}").status_code == 404
