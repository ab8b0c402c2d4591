"""The pages of the regulations tell what a regulation lacks from what its text does not say."""

import re

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
