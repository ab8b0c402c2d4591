"""Generale: the same answer however it is run, always a legal one, within its time."""

import time

import pytest

from kamchatka.app.games.bots import Bots
from kamchatka.bots import BOTS, GENERALE, SERGENTE, SOLDATO
from kamchatka.bots.notes import Notes
from kamchatka.bots.thinking import Thinker, interpreted_thinker
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.rulebook import load, shipped
from kamchatka.rulebook.tables import tables_over
from kamchatka.rules.layout import PHASE, REINFORCEMENT, TURN, Position
from kamchatka.rules.legality import check
from kamchatka.rules.step import to_act
from kamchatka.simulate import thinking
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.recording import game_of
from kamchatka.stream import seeded
from tests.bots.table import BotTable
from tests.bots.test_hidden_facts import shuffled

pytestmark = pytest.mark.xdist_group("kernel")

TABLES = [(name, seats) for name in shipped() for seats in load(name).seats.sizes]
MOST_SECONDS_A_DECISION = 1.0
MOST_ASKED = 12


def begun(name: str, seats: int, turn: int) -> BotTable:
    """A game of sergenti, stopped when this turn begins."""
    table = BotTable(name, [SERGENTE] * seats, seed=4)
    for _ in table.decisions():
        if table.pos.now[TURN] == turn and table.pos.now[PHASE] == REINFORCEMENT:
            break
    return table


def answer(table: BotTable, think: Thinker) -> int:
    seat = to_act(table.pos)
    return think(table.pos, table.secrets.hands[seat], table.secrets.objective[seat], table.notes, 77)


def test_interpreted_and_compiled_give_the_same_answer() -> None:
    for turn in (2, 13):
        table = begun("rtu", 4, turn)
        plain = answer(table, interpreted_thinker(table.packed, 1))
        assert answer(table, thinking.compiled_thinker(table.packed, 1)) == plain


def test_the_same_log_has_the_same_answer_within_its_time() -> None:
    table = begun("rtu", 4, 9)
    first = answer(table, thinking.compiled_thinker(table.packed))
    began = time.thread_time()
    assert answer(table, thinking.compiled_thinker(table.packed)) == first
    assert time.thread_time() - began < MOST_SECONDS_A_DECISION


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_answer_is_legal_under_every_regulation(
    name: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, asked = thinking.compiled_thinker, []

    def watched(packed: bytes) -> Thinker:
        think, tables = make(packed, 1), tables_over(packed)

        def watch(pos: Position, hand: int, card: int, notes: Notes, state: int) -> int:
            coded = think(pos, hand, card, notes, state)
            asked.append(check(tables, pos, hand, to_act(pos), coded))
            return coded

        return watch

    monkeypatch.setattr(thinking, "compiled_thinker", watched)
    names = list(BOTS)
    others = tuple(names[(seat + seats) % GENERALE] for seat in range(seats - 1))
    plan = SimulationPlan(rulebook=load(name), label=name, bots=("generale", *others), laps=4, seed=6)
    rows = thinking.thinking_player(plan)(range(2))
    assert set(asked) == {0}
    assert (rows["place"][:, :seats].min(axis=1) > 0).all()


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_hidden_facts_never_change_its_choice(name: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a table, whose bots are asked with the whole game before them."""
    game, asked = Game.start(load(name), seats, Seeded(3)), 0
    bots = Bots(1, laps=4, thinkers=lambda packed: thinking.compiled_thinker(packed, 1))
    bots.sit_down(game, [GENERALE])
    while asked < MOST_ASKED:
        seat = game.to_act
        assert seat is not None
        if game.position.now[TURN] <= seats:
            game.play(bots.decide(game, seat, SOLDATO), seat)
            continue
        plain = bots.decide(game, seat, GENERALE)
        with monkeypatch.context() as altered:
            altered.setattr(game, "_secrets", shuffled(game.secrets, seat, seats, seeded(8, asked)))
            assert bots.decide(game, seat, GENERALE) == plain
        game.play(plain, seat)
        asked += 1


def test_a_simulated_game_is_recorded_as_it_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    make = thinking.compiled_thinker
    monkeypatch.setattr(thinking, "compiled_thinker", lambda packed: make(packed, 1))
    bots = ("generale", "sergente", "soldato", "recluta")
    plan = SimulationPlan(rulebook=load("rtu"), label="rtu", bots=bots, laps=4, seed=6, rotate=True)
    row = thinking.thinking_player(plan)(range(3, 4))[0]
    *_, last = game_of(plan, 3)
    assert last.position.place[:4].tolist() == row["place"][:4].tolist()
    assert last.position.now[TURN] == row["turns"][0]
