"""The notation: one line for each action and each piece of luck, and every line reads back."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.game import actions as act
from kamchatka.game.chance import Luck, LuckKind, Request
from kamchatka.game.codec import ACTIONS, Unreadable
from kamchatka.game.log import Acted
from kamchatka.game.notation import (
    LUCK_WORDS,
    PHRASES,
    acted_from_text,
    acted_to_text,
    luck_from_text,
    luck_to_text,
)
from kamchatka.ids import Card, Seat, Territory
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load, shipped
from tests.game.play import played

SIAM, CINA, INDIA = Territory("siam"), Territory("cina"), Territory("india")
A, B = Seat(0), Seat(1)
DOCUMENT = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")

LINES: list[tuple[str, Acted]] = [
    ("A prende il colore rosso", Acted(A, act.ChooseColour("rosso"))),
    ("A dichiara la striscia 3", Acted(A, act.DeclareStrip(3))),
    ("A sceglie siam", Acted(A, act.PickTerritory(SIAM))),
    ("A schiera siam 2, cina 1", Acted(A, act.PlaceFirstArmies({SIAM: 2, CINA: 1}))),
    ("A gioca siam jolly_1 cina", Acted(A, act.PlayCards((Card("siam"), Card("jolly_1"), Card("cina"))))),
    ("A rinforza siam 2, cina 1, india 4", Acted(A, act.PlaceArmies({SIAM: 2, CINA: 1, INDIA: 4}))),
    ("A riprende siam 2", Acted(A, act.TakeBackArmies({SIAM: 2}))),
    ("A attacca siam > cina con 3", Acted(A, act.Attack(SIAM, CINA, 3))),
    ("B difende con 2", Acted(B, act.Defend(2))),
    ("A avanza con 0", Acted(A, act.Advance(0))),
    ("A sposta siam > cina 12", Acted(A, act.MoveArmies(SIAM, CINA, 12))),
    ("A riprende lo spostamento", Acted(A, act.UndoMove())),
    ("A tira", Acted(A, act.RollToClose())),
    ("A non tira", Acted(A, act.LetItBe())),
    ("A passa", Acted(A, act.EndTurn())),
    ("A passa senza carta", Acted(A, act.PassWithoutCard())),
    ("F prende la carta rimasta", Acted(Seat(5), act.TakeLateCard())),
    ("giudice tempo scaduto", Acted(None, act.ExpireTime())),
    ("giudice si ritira B", Acted(None, act.WithdrawSeat(B))),
    ("giudice esclude B", Acted(None, act.ExcludeSeat(B))),
    ("giudice congela B", Acted(None, act.FreezeSeat(B))),
    ("giudice segna in ritardo B", Acted(None, act.DeclareLate(B))),
    ("giudice chiude la partita", Acted(None, act.EndGame())),
    ("giudice corregge siam = - 3", Acted(None, act.CorrectTerritory(SIAM, None, 3))),
    ("giudice corregge siam = B 3", Acted(None, act.CorrectTerritory(SIAM, B, 3))),
]

LUCK: list[tuple[str, Luck]] = [
    ("0 ordine 4: 2 6 6 1", Luck(0, Request("order", dice=(4,)), (2, 6, 6, 1))),
    ("12 battaglia 3+2: 6 4 1 5 5", Luck(12, Request("battle", dice=(3, 2)), (6, 4, 1, 5, 5))),
    ("40 carta 1/39: 7", Luck(40, Request("card", among=39), (7,))),
    ("5 gruppo 1/4: 0", Luck(5, Request("objective-set", among=4), (0,))),
    ("6 obiettivo 1/16: 15", Luck(6, Request("objective", among=16), (15,))),
    ("9 distribuzione 1/42: 41", Luck(9, Request("deal", among=42), (41,))),
    ("99 sdadata 2: 1 3", Luck(99, Request("closing", dice=(2,)), (1, 3))),
    ("100 spareggio 2: 4 5", Luck(100, Request("roll-off", dice=(2,)), (4, 5))),
]


@pytest.mark.parametrize(("line", "entry"), LINES, ids=[line for line, _ in LINES])
def test_an_action_is_one_line_and_the_line_is_that_action(line: str, entry: Acted) -> None:
    assert acted_to_text(entry) == line
    assert acted_from_text(line) == entry


def test_every_action_has_its_phrase_and_its_example() -> None:
    assert set(PHRASES) == set(ACTIONS.values()) == {type(entry.action) for _, entry in LINES}


def test_the_documents_show_every_action_as_it_is_written() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| `([a-z-]+)` \|", DOCUMENT, re.MULTILINE)
    shown = {name: type(acted_from_text(line).action) for line, name in rows if " " in line}
    assert shown == ACTIONS
    assert all(f"| `{kind}` | `{word}` |" in DOCUMENT for kind, word in LUCK_WORDS.items())


@pytest.mark.parametrize(("line", "luck"), LUCK, ids=[line for line, _ in LUCK])
def test_luck_is_one_line_and_the_line_is_that_luck(line: str, luck: Luck) -> None:
    assert luck_to_text(luck) == line
    assert luck_from_text(line) == luck


def test_everything_in_a_game_reads_back() -> None:
    for name in shipped():
        for entry in played(load(name), load(name).seats.preferred, 21, laps=1, judge=20).entries:
            if isinstance(entry, Acted):
                assert acted_from_text(acted_to_text(entry)) == entry
            elif isinstance(entry, Luck):
                assert luck_from_text(luck_to_text(entry)) == entry


NOT_ACTIONS = {
    "": "not_an_action",
    "A": "not_an_action",
    "A passa ": "not_an_action",
    "A  passa": "not_an_action",
    "a passa": "not_a_seat",
    "G passa": "not_a_seat",
    "AB passa": "not_a_seat",
    "giudice passa": "not_a_seat",
    "A tempo scaduto": "only_the_judge",
    "B si ritira B": "only_the_judge",
    "giudice si ritira G": "not_an_action",
    "giudice si ritira -": "not_an_action",
    "A attacca siam > cina": "not_an_action",
    "A attacca siam > cina con -1": "not_an_action",
    "A attacca siam > cina con 1234567": "not_an_action",
    "A attacca siam > cina con ٣": "not_an_action",
    "A attacca SIAM > CINA con 3": "not_an_action",
    "A gioca siam cina india congo": "not_an_action",
    "A rinforza siam 1, siam 2": "named_twice",
    "A rinforza siam": "not_an_action",
    "A rinforza siam 1,cina 1": "not_an_action",
    "A passa\nB passa": "not_an_action",
    "A avanza con 1\n": "not_an_action",
}


@pytest.mark.parametrize(("line", "code"), NOT_ACTIONS.items())
def test_a_line_that_is_no_action_is_told_so(line: str, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        acted_from_text(line)
    assert refusal.value.code == code
    assert len({refusal.value.sentence(lang) for lang in LANGUAGES}) == 2


@pytest.mark.parametrize(
    "line",
    ["", "0", "0 ordine", "0 ordine 4:", "0 dado 4: 1", "x ordine 4: 1", "0 carta 1/39:7", "0 carta 1/-3: 7"],
)
def test_a_line_that_is_no_luck_is_told_so(line: str) -> None:
    with pytest.raises(Unreadable, match="not_luck"):
        luck_from_text(line)


@given(st.text(max_size=200))
def test_any_text_is_an_action_or_unreadable(line: str) -> None:
    try:
        entry = acted_from_text(line)
    except Unreadable:
        return
    assert acted_from_text(acted_to_text(entry)) == entry


@given(
    st.integers(0, 10**6),
    st.sampled_from(("battle", "card")),
    st.lists(st.integers(0, 9999), min_size=1, max_size=12),
)
def test_any_luck_reads_back(number: int, kind: LuckKind, numbers: list[int]) -> None:
    request = Request(kind, dice=(3, 3)) if kind == "battle" else Request(kind, among=7)
    luck = Luck(number, request, tuple(numbers))
    assert luck_from_text(luck_to_text(luck)) == luck


def test_a_very_long_line_is_refused_at_once() -> None:
    for line in ("A " + "gioca" * 20_000, "A rinforza " + "siam 1, " * 12_000, "A gioca " + "a" * 100_000):
        with pytest.raises(Unreadable) as refusal:
            acted_from_text(line)
        assert len(refusal.value.sentence("it")) < 200
