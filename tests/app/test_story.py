"""A story told from events leads to the very positions of the core, step by step."""

import pytest

from kamchatka.app.games.retelling import retell
from kamchatka.app.games.story import tell
from kamchatka.app.games.story_table import StoryTable
from kamchatka.game.actions import ExcludeSeat, ExpireTime, WithdrawSeat
from kamchatka.game.chance import Seeded
from kamchatka.game.events import Event
from kamchatka.game.game import Game
from kamchatka.game.names import COLOURS
from kamchatka.game.record import record_of
from kamchatka.ids import Seat
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import ENDING, LAP, LAST_LAP, NOT_ENDED, TURN
from kamchatka.rules.names import STATUS_NAMES
from kamchatka.stream import below, seeded


def compare(table: StoryTable, game: Game) -> None:
    pos, seats = game.position, range(game.seats)
    assert table.owner == list(pos.owner)
    assert table.armies == list(pos.armies)
    assert table.cards == [pos.hand[seat] for seat in seats]
    assert table.status == [STATUS_NAMES[pos.status[seat]] for seat in seats]
    assert table.turn == pos.now[TURN]
    assert table.last_lap == pos.now[LAST_LAP]
    assert (table.ending is None) == (pos.now[ENDING] == NOT_ENDED)


@pytest.mark.parametrize("id", shipped())
@pytest.mark.parametrize("seed", range(4))
def test_events_lead_where_the_rules_led(id: str, seed: int) -> None:
    book = load(id)
    seats = book.seats.sizes[seed % len(book.seats.sizes)]
    game = Game.start(book, seats, Seeded(seed))
    table = StoryTable(game.names, game.tables, seats)
    told = 0
    state = seeded(seed, seats)
    while True:
        entries = game.entries
        for entry in entries[told:]:
            if isinstance(entry, Event):
                table.happened(entry)
        told = len(entries)
        if game.position.now[TURN] > 0:
            compare(table, game)
        if game.is_over:
            break
        if game.position.now[LAP] > 6 and game.position.now[LAST_LAP] == 0:
            game.play(ExpireTime())
            if seed == 1:
                game.play(WithdrawSeat(Seat(1)))
            if seed == 2:
                game.play(ExcludeSeat(Seat(0)))
            continue
        choices = game.legal_actions()
        state, which = below(state, len(choices))
        state, more = below(state, choices[which].most - choices[which].least + 1)
        game.play(choices[which].action(choices[which].least + more))
    assert table.places == tuple(game.position.place[:seats])
    assert [COLOURS[game.position.colour[seat]] for seat in range(seats)] == table.colours


@pytest.mark.parametrize("id", shipped())
def test_a_story_loses_no_event_and_ends_as_the_game_did(id: str) -> None:
    book = load(id)
    game = Game.start(book, book.seats.preferred, Seeded(5))
    state = seeded(5, 5)
    while not game.is_over:
        if game.position.now[LAP] > 3 and game.position.now[LAST_LAP] == 0:
            game.play(ExpireTime())
        choices = game.legal_actions()
        state, which = below(state, len(choices))
        game.play(choices[which].action())
    players = tuple(f"P{chair}" for chair in range(game.seats))
    story = tell(retell(record_of(game, table="prova", players=players)))
    assert [event for step in story.steps for event in step.events] == [
        entry for entry in game.entries if isinstance(entry, Event)
    ]
    assert story.steps[-1].owner == tuple(game.position.owner)
    assert story.players == tuple(f"P{game.position.chair[seat]}" for seat in range(game.seats))
    assert [step.turn for step in story.steps if step.begins_turn] == list(
        range(1, game.position.now[TURN] + 1)
    )


def test_an_unfinished_story_tells_only_what_everybody_may_know() -> None:
    book = load(shipped()[0])
    game = Game.start(book, book.seats.preferred, Seeded(5))
    while game.position.now[LAP] < 3:
        game.play(game.legal_actions()[-1].action())
    record = record_of(game, table="prova", players=("A", "B", "C", "D"))
    story = tell(retell(record))
    assert not story.is_finished
    assert story.objectives == (None,) * 4
    events = [event for step in story.steps for event in step.events]
    secrets = [vars(event).get("objective", vars(event).get("card")) for event in events]
    assert [secret for secret in secrets if secret is not None] == []
    assert any("objective" in vars(event) for event in events)
