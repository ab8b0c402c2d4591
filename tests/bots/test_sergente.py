"""Sergente: exact odds, the draft, cards, and what it does when the game is about to close."""

import pytest

from kamchatka.bots.assault import rests
from kamchatka.bots.chances import ARMIES, ONE
from kamchatka.bots.characters import shipped_characters, trait_names
from kamchatka.bots.notes import IS_AHEAD, Notes, new_notes
from kamchatka.bots.sergente import NO_TRIS, best_pick, best_tris, choose, temperament
from kamchatka.bots.weighing import begin_notes, ready
from kamchatka.game.odds.exact import odds
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import Tables, pack, tables
from kamchatka.rules.hold import add_armies, hand_over
from kamchatka.rules.layout import (
    CLOSING_CHOICE,
    CONQUESTS,
    DRAFT,
    HAS_PLACED,
    LAP,
    LAST_LAP,
    NOBODY,
    PHASE,
    REINFORCEMENT,
    SEATS_AT_TABLE,
    TERRITORIES,
    TURN,
    Position,
    new_position,
)
from kamchatka.rules.moves import ROLL, move

CALM, HASTY, STEADY = 0, 1, 2
EQUILIBRATO, CAUTO = 0, 1


def board(name: str, seats: int = 4) -> tuple[Tables, Position, Notes]:
    """A board on which the seats hold every fourth territory with two armies, and seat 0 is in turn."""
    book = load(name)
    integers, pos = tables(book), new_position()
    for territory in range(TERRITORIES):
        pos.owner[territory] = NOBODY
    pos.now[SEATS_AT_TABLE], pos.now[LAP], pos.now[TURN] = seats, 1, 1
    for territory in range(TERRITORIES):
        hand_over(pos, territory, territory % seats)
        add_armies(pos, territory, 2)
    notes = new_notes(pack(book))
    begin_notes(notes, 10)
    pos.now[PHASE] = REINFORCEMENT
    return integers, pos, notes


@pytest.mark.parametrize(("attackers", "defenders"), [(4, 3), (10, 3), (4, 1), (12, 9), (63, 63)])
def test_its_odds_are_the_exact_ones(attackers: int, defenders: int) -> None:
    exact = odds(tables(load("rtu")), attackers, defenders).win
    found = new_notes(pack(load("rtu"))).risk[attackers * ARMIES + defenders]
    assert found == int(exact * ONE)


def test_every_parameter_has_a_number_for_every_temperament() -> None:
    characters = shipped_characters()
    assert characters.temperaments == ("calm", "hasty", "steady", "bold", "wary", "settler")
    assert {len(row) for row in characters.rows} == {len(trait_names())}
    calm, bold = characters.rows[CALM], characters.rows[3]
    changed = [name for name, one, other in zip(trait_names(), calm, bold, strict=True) if one != other]
    assert changed == ["objective", "least_chance"]


def test_it_turns_hasty_at_a_table_that_conquers_much() -> None:
    integers, pos, notes = board("rtu")
    pos.now[TURN], pos.now[LAP] = 9, 3  # six turns of others
    notes.conquered[1] = 12
    assert temperament(integers, pos, 0, EQUILIBRATO, notes) == CALM  # (600 + 1200) / 10 = 180
    notes.conquered[2] = 1
    assert temperament(integers, pos, 0, EQUILIBRATO, notes) == HASTY
    assert temperament(integers, pos, 0, CAUTO, notes) == CALM
    notes.conquered[0] = 99  # its own conquests say nothing
    assert temperament(integers, pos, 1, EQUILIBRATO, notes) == HASTY


def test_where_no_objectives_are_dealt_it_is_steady() -> None:
    integers, pos, notes = board("primavera")
    assert temperament(integers, pos, 0, EQUILIBRATO, notes) == STEADY


def test_it_drafts_the_objective_first_then_beside_its_own() -> None:
    integers, pos = tables(load("aziendale")), new_position()
    for territory in range(TERRITORIES):
        pos.owner[territory] = NOBODY
    pos.now[SEATS_AT_TABLE], pos.now[PHASE] = 4, DRAFT
    goal = integers.objectives[0]
    first = best_pick(integers, pos, goal)
    assert goal >> first & 1
    hand_over(pos, first, 0)
    second = best_pick(integers, pos, goal)
    assert integers.neighbours[first] >> second & 1


def test_it_keeps_a_poor_tris_and_plays_a_rich_one() -> None:
    integers, pos, notes = board("rtu")
    by_symbol = [[t for t in range(TERRITORIES) if integers.card_symbols[t] == s and t % 4] for s in range(3)]
    poor, rich = by_symbol[0][:3], [cards[0] for cards in by_symbol]
    pos.hand[0], pos.now[HAS_PLACED] = 3, 0
    ready(integers, pos, 0, STEADY, notes)
    assert best_tris(integers, pos, sum(1 << card for card in poor), notes) == NO_TRIS
    assert best_tris(integers, pos, sum(1 << card for card in rich), notes) != NO_TRIS
    pos.now[LAST_LAP] = 5
    assert best_tris(integers, pos, sum(1 << card for card in poor), notes) != NO_TRIS


def closing(name: str, *, ahead: bool) -> tuple[Tables, Position, Notes, int]:
    """A closing lap in which seat 0 holds its whole objective but two territories, or nearly none of it."""
    integers, pos, notes = board(name)
    goal = integers.objectives[0]
    pos.now[LAP] = pos.now[LAST_LAP] = 11
    missing = 2 if ahead else 12
    for territory in range(TERRITORIES):
        if goal >> territory & 1:
            hand_over(pos, territory, 0 if missing <= 0 else 1)
            missing -= 1
        elif ahead:
            hand_over(pos, territory, 1 + territory % 3)
    ready(integers, pos, goal, HASTY, notes)
    return integers, pos, notes, goal


def test_ahead_it_stops_before_the_conquest_that_would_excuse_it_from_the_roll() -> None:
    integers, pos, notes, goal = closing("rtu", ahead=True)
    assert notes.cell[IS_AHEAD] == 1
    last = integers.closing_excused_from - 1
    # With two territories missing a hasty one still goes for the objective.
    pos.now[CONQUESTS] = last
    assert not rests(integers, pos, notes)
    hand_over(pos, next(t for t in range(TERRITORIES) if goal >> t & 1 and pos.owner[t] == 0), 2)
    ready(integers, pos, goal, HASTY, notes)
    pos.now[CONQUESTS] = last
    assert rests(integers, pos, notes)
    pos.now[CONQUESTS] = last - 1
    assert not rests(integers, pos, notes)


def test_behind_it_fights_on_to_be_excused() -> None:
    integers, pos, notes, _ = closing("rtu", ahead=False)
    assert notes.cell[IS_AHEAD] == 0
    pos.now[CONQUESTS] = integers.closing_excused_from - 1
    assert not rests(integers, pos, notes)


def test_where_the_roll_is_optional_it_rolls_if_it_feels_ahead() -> None:
    integers, pos, notes, goal = closing("rtu", ahead=True)
    pos.now[PHASE] = CLOSING_CHOICE
    assert choose(integers, pos, 0, goal, HASTY, notes) == move(ROLL, 0, 0, 1)
    integers, pos, notes, goal = closing("rtu", ahead=False)
    pos.now[PHASE] = CLOSING_CHOICE
    assert choose(integers, pos, 0, goal, HASTY, notes) == move(ROLL, 0, 0, 0)
