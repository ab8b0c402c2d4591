"""Entries of the log as plain data, and back; anything else is told what is wrong with it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Luck, Request
from kamchatka.game.codec import ACTIONS, EVENTS, Unreadable, entry_from_plain, entry_to_plain, event_to_plain
from kamchatka.game.log import Acted, Entry, TurnClosed
from kamchatka.ids import Card, Seat, Territory
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import load, shipped
from tests.game.play import played

A, B = Seat(0), Seat(1)
SIAM, CINA = Territory("siam"), Territory("cina")

PLAIN: list[tuple[Entry, dict[str, object]]] = [
    (Acted(A, act.EndTurn()), {"by": "A", "action": "end-turn"}),
    (
        Acted(B, act.PlaceArmies({SIAM: 2, CINA: 1})),
        {"by": "B", "action": "place-armies", "armies": {"siam": 2, "cina": 1}},
    ),
    (
        Acted(None, act.CorrectTerritory(SIAM, None, 3)),
        {"by": "judge", "action": "correct-territory", "territory": "siam", "owner": None, "armies": 3},
    ),
    (Acted(None, act.WithdrawSeat(B)), {"by": "judge", "action": "withdraw-seat", "seat": "B"}),
    (
        Luck(3, Request("battle", dice=(3, 2)), (6, 4, 1, 5, 5)),
        {"luck": 3, "kind": "battle", "dice": [3, 2], "numbers": [6, 4, 1, 5, 5]},
    ),
    (Luck(4, Request("card", among=39), (7,)), {"luck": 4, "kind": "card", "among": 39, "numbers": [7]}),
    (TurnClosed(7, "ab" * 32), {"turn": 7, "digest": "ab" * 32}),
    (ev.CardTaken(A, Card("jolly_2")), {"event": "card-taken", "seat": "A", "card": "jolly_2"}),
    (ev.CardTaken(A, None), {"event": "card-taken", "seat": "A", "card": None}),
    (ev.OrderRolled({0: 6, 2: 6}), {"event": "order-rolled", "dice": {"0": 6, "2": 6}}),
    (
        ev.TerritoriesDealt({SIAM: A, CINA: None}),
        {"event": "territories-dealt", "owners": {"siam": "A", "cina": None}},
    ),
    (
        ev.BattleFought(SIAM, CINA, (6, 4), (5,), (0, 1)),
        {
            "event": "battle-fought",
            "source": "siam",
            "target": "cina",
            "attack": [6, 4],
            "defence": [5],
            "losses": [0, 1],
        },
    ),
]


@pytest.mark.parametrize(("entry", "plain"), PLAIN, ids=lambda part: type(part).__name__)
def test_an_entry_is_this_data_and_the_data_is_this_entry(entry: Entry, plain: dict[str, object]) -> None:
    assert entry_to_plain(entry) == plain
    assert entry_from_plain(json.loads(json.dumps(plain))) == entry


def test_everything_in_a_game_survives_json() -> None:
    seen: set[type] = set()
    for name in shipped():
        for entry in played(load(name), load(name).seats.preferred, 31, laps=1, judge=20).entries:
            assert entry_from_plain(json.loads(json.dumps(entry_to_plain(entry)))) == entry
            seen.add(type(entry))
            if isinstance(entry, ev.Event):
                assert event_to_plain(entry) == entry_to_plain(entry)
    assert len(seen) > 30


def test_names_in_files_are_those_of_the_classes() -> None:
    assert ACTIONS["play-cards"] is act.PlayCards
    assert EVENTS["seats-placed"] is ev.SeatsPlaced
    assert "judge-action" not in ACTIONS
    assert len(ACTIONS) == 24
    assert len(EVENTS) == 35


WRONG: list[tuple[Any, str]] = [
    (None, "not_an_entry"),
    ([], "not_an_entry"),
    ("A passa", "not_an_entry"),
    ({}, "unexpected_value"),
    ({"by": "A"}, "unknown_kind"),
    ({"by": "A", "action": "judge-action"}, "unknown_kind"),
    ({"by": "A", "action": ["end-turn"]}, "unknown_kind"),
    ({"by": "G", "action": "end-turn"}, "unexpected_value"),
    ({"by": 0, "action": "end-turn"}, "unexpected_value"),
    ({"by": "A", "action": "end-turn", "x": 1}, "unknown_fields"),
    ({"by": "A", "action": "advance"}, "missing_fields"),
    ({"by": "A", "action": "advance", "armies": True}, "unexpected_value"),
    ({"by": "A", "action": "advance", "armies": 1.0}, "unexpected_value"),
    ({"by": "A", "action": "advance", "armies": "1"}, "unexpected_value"),
    ({"by": "A", "action": "advance", "armies": None}, "unexpected_value"),
    ({"by": "A", "action": "place-armies", "armies": {"atlantide": 1}}, "unexpected_value"),
    ({"by": "A", "action": "place-armies", "armies": [["siam", 1]]}, "unexpected_value"),
    ({"by": "A", "action": "play-cards", "cards": "siam"}, "unexpected_value"),
    ({"event": "rain"}, "unknown_kind"),
    ({"event": "seat-left", "seat": "A", "status": "playing"}, "unexpected_value"),
    ({"event": "game-ended", "ending": "boredom", "winner": None}, "unexpected_value"),
    ({"event": "colour-chosen", "seat": "A", "colour": "fucsia"}, "unexpected_value"),
    ({"event": "card-taken", "seat": "A", "card": "atlantide"}, "unexpected_value"),
    ({"event": "order-rolled", "dice": {"-1": 2}}, "unexpected_value"),
    ({"event": "order-rolled", "dice": {"9" * 5000: 2}}, "unexpected_value"),
    ({**PLAIN[-1][1], "losses": [1]}, "unexpected_value"),
    ({"luck": 0, "kind": "rain", "among": 3, "numbers": [1]}, "unexpected_value"),
    ({"luck": 0, "kind": "card", "among": 3}, "unexpected_value"),
    ({"turn": 1, "digest": 5}, "unexpected_value"),
]


@pytest.mark.parametrize(("data", "code"), WRONG, ids=lambda part: str(part)[:50])
def test_data_that_is_no_entry_is_told_so(data: Any, code: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        entry_from_plain(data)
    assert refusal.value.code == code
    assert len({refusal.value.sentence(lang) for lang in LANGUAGES}) == 2


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([plain for _, plain in PLAIN]), st.data())
def test_any_spoiled_entry_is_another_entry_or_unreadable(
    plain: dict[str, object], data: st.DataObject
) -> None:
    key = data.draw(st.sampled_from(sorted(plain)))
    spoiled = {**plain, key: data.draw(VALUES)}
    try:
        entry = entry_from_plain(spoiled)
    except Unreadable:
        return
    assert entry_from_plain(entry_to_plain(entry)) == entry
