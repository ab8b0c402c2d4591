"""A bot's choice depends on nothing that its seat may not know."""

import typing

import pytest

from kamchatka.bots import BOTS, GENERALE
from kamchatka.bots.generale import decide_as_generale
from kamchatka.bots.recluta import decide_as_recluta
from kamchatka.bots.sergente import decide_as_sergente
from kamchatka.bots.soldato import decide_as_soldato
from kamchatka.bots.study import Dealt, new_study
from kamchatka.bots.thinking import Thinker
from kamchatka.bots.weighing import forget
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import PILES, Secrets, new_position, new_secrets
from kamchatka.stream import below, seeded
from tests.bots.table import BotTable

TABLES = [(name, seats) for name in shipped() for seats in load(name).seats.sizes]
LIGHT = [number for number in BOTS.values() if number < GENERALE]
MOST_ASKED = 60


def shuffled(secrets: Secrets, seat: int, seats: int, state: int) -> Secrets:
    """The same hand and objective for this seat; everything else hidden is another."""
    other = new_secrets()
    for there, here in zip(other, secrets, strict=True):
        there[:] = here
    others = [each for each in range(seats) if each != seat]
    state, by = below(state, len(others) - 1)
    for at, each in enumerate(others):
        from_seat = others[(at + by + 1) % len(others)]
        other.hands[each] = secrets.hands[from_seat]
        other.objective[each] = secrets.objective[from_seat]
    for pile in range(PILES):
        other.piles[pile] = secrets.piles[PILES - 1 - pile] ^ 5
    other.objectives_left[0] ^= 3
    return other


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_hidden_facts_never_change_a_choice(name: str, seats: int) -> None:
    bots = [LIGHT[(3 * seat + seats) % len(LIGHT)] for seat in range(seats)]
    table, asked = BotTable(name, bots, seed=seats), 0
    for number, seat in enumerate(table.decisions()):
        if number % 5 == 0:
            plain = table.choice(seat, table.secrets)
            forget(table.notes)
            hidden = shuffled(table.secrets, seat, seats, seeded(8, number))
            assert table.choice(seat, hidden) == plain
            forget(table.notes)
            asked += 1
        if asked == MOST_ASKED:
            break
    assert asked > 20


@pytest.mark.parametrize("policy", [decide_as_recluta, decide_as_soldato, decide_as_sergente])
def test_policies_are_given_their_own_hand_and_goal_alone(policy: typing.Callable[..., object]) -> None:
    kinds = typing.get_type_hints(policy)
    assert Secrets not in kinds.values()
    assert kinds["hand"] is kinds["goal"] is int


def test_generale_is_asked_with_its_own_hand_and_card_alone() -> None:
    """Nobody who asks has Secrets to give, and the room for its own deals is of another type."""
    arguments, _ = typing.get_args(Thinker)
    kinds = typing.get_type_hints(decide_as_generale)
    assert Secrets not in (*arguments, *kinds.values())
    assert kinds["dealt"] is Dealt


def peeking(table: BotTable, think: Thinker) -> None:
    """Never called: `./run check` refuses an ignore without need, so each of these lines stays wrong."""
    tables, pos, secrets, notes = table.tables, table.pos, table.secrets, table.notes
    study, room = new_study(1), new_position()
    _ = pos.hands  # type: ignore[attr-defined]
    _ = notes.hands  # type: ignore[attr-defined]
    decide_as_soldato(tables, pos, secrets, 0, 0, notes.found)  # type: ignore[arg-type]
    decide_as_sergente(tables, secrets, 0, 0, 0, 0, notes)  # type: ignore[arg-type]
    think(pos, secrets, 0, notes, 0)  # type: ignore[arg-type]
    decide_as_generale(tables, pos, 0, 0, 0, notes, study, room, secrets)  # type: ignore[arg-type]
