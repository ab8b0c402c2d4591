"""What may be asked of the odds, and what is answered to anything else."""

import pytest

from kamchatka.game.odds.exact import odds
from kamchatka.game.odds.question import MOST_ARMIES, BadQuestion, OddsQuestion, read_question
from tests.cases.scene import tables_of


@pytest.mark.parametrize(
    ("armies", "code"),
    [
        ((0, 3, 1, ()), "attackers"),
        ((10_000, 3, 1, ()), "attackers"),
        ((3, 0, 1, ()), "defenders"),
        ((3, 201, 1, ()), "defenders"),
        ((3, 3, 0, ()), "until"),
        ((3, 3, 1, (2, 0)), "chain"),
        ((3, 150, 1, (30, 21)), "together"),
    ],
)
def test_armies_no_battle_can_have_are_refused(
    armies: tuple[int, int, int, tuple[int, ...]], code: str
) -> None:
    attackers, defenders, until, chain = armies
    with pytest.raises(BadQuestion) as refused:
        odds(tables_of("rtu"), attackers, defenders, until=until, chain=chain)
    assert refused.value.code == code
    assert str(MOST_ARMIES) in refused.value.sentence("it")
    assert str(MOST_ARMIES) in refused.value.sentence("en")


def test_questions_are_read_as_people_write_them() -> None:
    assert read_question(" 10 ", "7") == OddsQuestion(attackers=10, defenders=7)
    assert read_question("10", "7", "2", "4, 3 2").chain == (4, 3, 2)
    assert read_question("200", "100", "", " 100 ").chain == (100,)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("", "3", "", ""), "attackers"),
        (("dieci", "3", "", ""), "attackers"),
        (("9" * 5000, "3", "", ""), "attackers"),
        (("10", "-3", "", ""), "defenders"),
        (("10", "٣", "", ""), "defenders"),
        (("10", "3.5", "", ""), "defenders"),
        (("10", "3", "x", ""), "until"),
        (("10", "3", "", "3,,2"), "chain"),
        (("10", "3", "", "3;2"), "chain"),
        (("10", "3", "", ","), "chain"),
    ],
)
def test_what_is_no_number_of_armies_is_refused(words: tuple[str, str, str, str], code: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        read_question(*words)
    assert refused.value.code == code
    assert len(str(refused.value.values["value"])) <= 20
