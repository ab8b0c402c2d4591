"""Wrong moves made from right ones: another seat, phase, owner, neighbour, number; each must be refused."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.bots.recluta import decide_as_recluta
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import Tables, tables
from kamchatka.rules.ending import time_is_over
from kamchatka.rules.layout import OVER, PHASE, POSITION_LAYOUT, SECRETS_LAYOUT, position, secrets, size_of
from kamchatka.rules.legality import MOST_FAMILIES, check, list_moves
from kamchatka.rules.moves import COME_LATE, PASS_WITHOUT_CARD, TIME_EXPIRED, move
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, luck_outcomes, to_act
from kamchatka.stream import below, seeded

FROM_OUTSIDE = range(PASS_WITHOUT_CARD, COME_LATE + 1)
"""Kinds a seat's list never names although they may be allowed: cards left lying, a judge's decisions."""


@dataclass
class Tried:
    """What came of so many wrong moves."""

    refused: int = 0
    reasons: frozenset[int] = frozenset()
    accepted: tuple[str, ...] = ()
    changed: int = 0


def try_mutations(book: Rulebook, seats: int, games: range, *, each_state: int, base: int) -> Tried:
    """Play random games; at every decision try wrong moves and look that nothing moved."""
    integers = tables(book)
    tried = Tried()
    reasons: set[int] = set()
    accepted: list[str] = []
    for game in games:
        here, hidden = bytearray(size_of(POSITION_LAYOUT)), bytearray(size_of(SECRETS_LAYOUT))
        for actor, coded, legal in _decisions(integers, here, hidden, seats, seeded(base, game)):
            before = bytes(here)
            state = seeded(base + 1, coded)
            for _ in range(each_state):
                state, who, wrong = mutated(state, coded, actor, seats)
                if who == actor and wrong in legal:
                    continue
                reason = check(integers, position(here), secrets(hidden).hands[who % seats], who, wrong)
                if reason == 0:
                    accepted.append(f"{book.id} game {game}: seat {who} move {wrong:#x} while {actor} acts")
                else:
                    reasons.add(reason)
                    tried.refused += 1
            tried.changed += bytes(here) != before
    tried.reasons, tried.accepted = frozenset(reasons), tuple(accepted)
    return tried


def mutated(state: int, coded: int, actor: int, seats: int) -> tuple[int, int, int]:
    """Another seat with the same move, or the same seat with one part of the move changed."""
    state, part = below(state, 6)
    state, value = below(state, 256)
    if part == 0:
        state, step = below(state, seats - 1)
        return state, (actor + 1 + step) % seats, coded
    if part == 1:
        kind = value % 32
        kind = kind if kind not in FROM_OUTSIDE else 0
        return state, actor, (coded & 0xFFFFFFFF) | kind << 32
    if part == 5:
        state, anything = below(state, (1 << 31) - 1)
        return state, actor, (coded & ~0xFFFFFFFF) | anything
    if part == 2:
        return state, actor, (coded & ~0xFFFF) | value
    shift = (part - 1) * 8
    return state, actor, (coded & ~(255 << shift)) | value << shift


def _decisions(
    integers: Tables, here: bytearray, hidden: bytearray, seats: int, state: int
) -> Iterator[tuple[int, int, set[int]]]:
    """Every decision of one random game: who, the move made afterwards, and all that was legal."""
    pos, hide = position(here), secrets(hidden)
    found = memoryview(bytearray(8 * 3 * MOST_FAMILIES)).cast("q")
    start(integers, pos, hide, seats)
    while pos.now[PHASE] != OVER:
        outcomes = luck_outcomes(integers, pos, hide)
        if outcomes > 0:
            state, outcome = below(state, outcomes)
            apply_luck(integers, pos, hide, outcome)
            continue
        if time_is_over(pos, 6):
            apply(integers, pos, hide, move(TIME_EXPIRED))
        seat = to_act(pos)
        families = list_moves(integers, pos, hide.hands[seat], found)
        legal = {
            found[3 * f] + n for f in range(families) for n in range(found[3 * f + 1], found[3 * f + 2] + 1)
        }
        state, coded = decide_as_recluta(integers, pos, hide.hands[seat], 0, state, found)
        yield seat, coded, legal
        apply(integers, pos, hide, coded)
