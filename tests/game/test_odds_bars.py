"""Odds as people read them: bars that add up, sentences in both languages."""

import pytest

from kamchatka.game.odds.bars import MOST_BARS, attacker_bars, defender_bars, percent, sentences
from kamchatka.game.odds.exact import odds
from kamchatka.game.odds.question import OddsQuestion
from kamchatka.messages import Language
from tests.cases.scene import tables_of


@pytest.mark.parametrize(
    ("chance", "italian", "english"),
    [
        (0.0, "0\u00a0%", "0%"),
        (0.0001, "< 0,1\u00a0%", "< 0.1%"),
        (0.0005, "0,1\u00a0%", "0.1%"),
        (0.14111, "14,1\u00a0%", "14.1%"),
        (0.9999, "> 99,9\u00a0%", "> 99.9%"),
        (1.0, "100,0\u00a0%", "100.0%"),
    ],
)
def test_a_chance_is_written_as_the_reader_writes_it(chance: float, italian: str, english: str) -> None:
    assert (percent(chance, "it"), percent(chance, "en")) == (italian, english)


@pytest.mark.parametrize(("attackers", "defenders"), [(2, 1), (10, 10), (30, 12), (200, 150), (150, 200)])
def test_bars_are_few_follow_each_other_and_add_up(attackers: int, defenders: int) -> None:
    found = odds(tables_of("rtu"), attackers, defenders)
    for bars in (attacker_bars(found), defender_bars(found)):
        assert len(bars) <= MOST_BARS + 1
        assert sum(bar.chance for bar in bars) == pytest.approx(1, abs=0.02)
        assert sum(bar.won for bar in bars) == pytest.approx(found.win, abs=0.02)
    mine = attacker_bars(found)
    assert [bar.least for bar in mine[1:]] == [bar.most + 1 for bar in mine[:-1]]
    assert defender_bars(found)[0].label == "0"
    assert defender_bars(found)[0].won == found.win


def test_many_armies_share_a_bar_and_say_so() -> None:
    bars = attacker_bars(odds(tables_of("rtu"), 200, 30))
    assert all(bar.label == f"{bar.least}–{bar.most}" for bar in bars[:-1])


def told(lang: Language, **asked: object) -> list[str]:
    question = OddsQuestion(**asked)  # type: ignore[arg-type]
    found = odds(
        tables_of("rtu"), question.attackers, question.defenders, until=question.until, chain=question.chain
    )
    return sentences(question, found, lang)


def test_the_answer_in_words() -> None:
    assert told("it", attackers=10, defenders=10) == [
        "Con 10 armate contro 10 la probabilità di conquistare il territorio è 14,1\u00a0%.",
        "In media chi attacca perde 7,5 armate, chi difende 4,5.",
    ]
    assert told("en", attackers=20, defenders=5, until=2, chain=(4, 3)) == [
        "With 20 armies against 5, then 4, then 3 the chance of conquering all 3 territories is 48.7%.",
        "The attacker stops when 2 armies or fewer are left.",
        "At least 1 of 3 territories: 95.0%",
        "At least 2 of 3 territories: 73.7%",
        "On average the attacker loses 13.4 armies, the defender 9.6.",
    ]
    assert "è meno dello 0,1\u00a0%." in told("it", attackers=10, defenders=70)[0]
    assert "is more than 99.9%." in told("en", attackers=50, defenders=2)[0]


def test_an_attack_that_cannot_begin_says_why() -> None:
    assert told("it", attackers=3, defenders=3)[0].startswith("Con queste armate il regolamento non permette")
    assert told("en", attackers=1, defenders=1)[0].startswith(
        "With these armies the regulation does not allow"
    )
    assert told("it", attackers=5, defenders=2, until=5)[0].startswith("Con 5 armate ti sei già fermato")
