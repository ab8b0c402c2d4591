"""Points that no board gives are told, never refused; a board that can be never raises a doubt."""

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from kamchatka.rulebook import load
from kamchatka.rulebook.loading import shipped
from kamchatka.rulebook.tables import board_of
from kamchatka.scoring.numbers import Number, ratio
from kamchatka.scoring.sheet.attainable import attainable, attainable_together, card_weights
from kamchatka.scoring.sheet.board import HeldSeat, count_board, objective_ids
from kamchatka.scoring.sheet.cells import SeatCells
from kamchatka.scoring.sheet.incidents import doubtful, worth_of
from kamchatka.simulate.batch import play_rows
from kamchatka.simulate.selfplay import ENDINGS, STATUSES
from tests.scoring.builders import read_whole
from tests.simulate.plans import plan

RISIKO = "points = 100\nobjective = true"


def doubts(rulebook: str, *seats: int | str) -> list[str]:
    """Codes of what the judge is told of seats with these points, or these lines."""
    lines = (f"points = {seat}" if isinstance(seat, int) else seat for seat in seats)
    return [each.code for each in read_whole(rulebook, *lines).incidents]


def random_deck(luck: Random, cards: int, lands: int) -> tuple[tuple[int, ...], ...]:
    """A small deck: some territories count in the objective, a few outside it."""
    values = [luck.randint(2, 5) for _ in range(lands)]
    outside = luck.choice((0, 1))
    return tuple(
        tuple(value * (1 + outside) if luck.random() < 0.5 else value * outside for value in values)
        for _ in range(cards)
    )


@pytest.mark.parametrize("seed", range(40))
def test_small_decks_agree_with_every_way_to_own_their_territories(seed: int) -> None:
    luck = Random(seed)
    lands = luck.randint(1, 6)
    cards = random_deck(luck, luck.randint(2, 4), lands)
    alone, pairs = set(), set()
    for one, other in combinations(cards, 2):
        for owners in product((0, 1, 2), repeat=lands):
            mine = sum(worth for worth, owner in zip(one, owners, strict=True) if owner == 1)
            theirs = sum(worth for worth, owner in zip(other, owners, strict=True) if owner == 2)
            alone |= {mine, theirs}
            pairs |= {(mine, theirs), (theirs, mine)}
    most = sum(map(max, zip(*cards, strict=True))) + 1
    assert {points for points in range(most) if attainable(cards, points)} == alone
    found = {pair for pair in product(range(most), repeat=2) if attainable_together(cards, *pair)}
    assert found == pairs


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ((80, 70, 60, 50, 40), ["too_many_together"]),
        ((44, 33, 44, 30), []),  # a real table: all 42 territories owned
        ((1, 20, 20, 20), ["unattainable"]),  # the least territory is worth 2
        ((0, 20, 20, 20), []),
        ((85, 20, 20, 20), ["unattainable"]),  # a whole objective lacks at least 2
        ((84, 20, 20, 20), []),
        ((80, 79, 0, 0), ["need_the_same"]),  # two objectives cover 160 of the 164 points
        ((80, 78, 0, 0), []),
        ((RISIKO, 20, 20, 20), []),
        (("objective = true", 20, 20, 20), []),
        ((RISIKO, 40, 39, 0), ["too_many_together"]),  # 86 are on the board
        (("objective = true", 40, 39, 0), ["too_many_together"]),
        ((RISIKO, 73, 0, 0), ["need_the_same"]),
        ((RISIKO, 74, 0, 0), []),
        ((RISIKO, 1, 0, 0), ["unattainable"]),
        ((90, 20, 20, 20), ["points_of_goal"]),
        (('points = 85\nstatus = "withdrawn"', 82, 20, 20), []),  # counted when it left, or never
        (("eliminated = 1", 70, 40, 40), []),
    ],
)
def test_points_no_board_gives_are_told(seats: tuple[int | str, ...], told: list[str]) -> None:
    assert doubts("rtu", *seats) == told


def test_the_sentences_say_what_cannot_be() -> None:
    def said(*seats: int) -> list[str]:
        found = read_whole("rtu", *(f"points = {seat}" for seat in seats)).incidents
        return [each.sentence("it") for each in found if each.is_doubt]

    assert said(80, 70, 60, 50, 40) == [
        "I punti tavolo sommati fanno 300, ma tutto il planisfero ne vale 164: il giudice verifichi."
    ]
    assert said(1, 20, 20, 20) == [
        "p1 ha 1 punto tavolo: con nessun obiettivo del mazzo se ne fanno esattamente tanti. "
        "Il giudice verifichi."
    ]
    assert said(80, 79, 0, 0) == [
        "p1 (80) e p2 (79): due obiettivi del mazzo hanno troppi territori in comune per dare tutti e due "
        "questi punti. Il giudice verifichi."
    ]


@pytest.mark.parametrize("rulebook", shipped())
def test_a_board_that_can_be_raises_no_doubt(rulebook: str) -> None:
    """Boards shared out at random among three to six seats, some nearly won: the counted points are typed."""
    luck, book = Random(rulebook), load(rulebook)
    lands, deck = [info.id for info in board_of(book).territories], objective_ids(book)
    objectives = board_of(book).deck(book.setup.objective_deck).objectives if deck else ()
    wanted = {str(each.id): each.territories for each in objectives}
    for _ in range(80):
        size = luck.randint(3, 6)
        dealt = luck.sample(deck, size) if deck else [""] * size
        greed = [luck.choice((1, 1, 2, 8, 200)) for _ in range(size)]
        held: list[dict[str, int]] = [{} for _ in range(size)]
        for land in lands:
            wish = [greed[seat] if land in wanted.get(card, ()) else 1 for seat, card in enumerate(dealt)]
            held[luck.choices(range(size), wish)[0]][land] = luck.randint(1, 3)
        seats = (
            HeldSeat(territories=mine, objective_card=card or None)
            for mine, card in zip(held, dealt, strict=True)
        )
        counts = count_board(book, tuple(seats), {})
        typed = [_typed(each.points, objective=each.has_goal) for each in counts]
        assert list(doubtful(worth_of(book), typed, size)) == []


@pytest.mark.xdist_group("kernel")  # so that one process compiles it
@pytest.mark.parametrize("rulebook", shipped())
def test_a_finished_game_raises_no_doubt(rulebook: str) -> None:
    """Both as counted and, for a RisiKo!, as most clubs write it."""
    book = load(rulebook)
    for size in book.seats.sizes:
        for row in play_rows(plan(rulebook, *("soldato",) * size, laps=6), range(250)):
            won = ENDINGS[int(row["ending"][0])] == "goal"
            typed = [
                _typed(
                    ratio(int(row["points"][seat]), 2),
                    objective=won and int(row["winner"][0]) == seat,
                    status=STATUSES[int(row["status"][seat])],
                )
                for seat in range(size)
            ]
            assert list(doubtful(worth_of(book), typed, size)) == []
            fixed = [_typed(100, objective=True) if each.objective else each for each in typed]
            assert list(doubtful(worth_of(book), fixed, size)) == []


def _typed(points: Number, *, objective: bool, status: Any = "playing") -> SeatCells:
    if status == "eliminated":
        return SeatCells(player="a", eliminated=1)
    return SeatCells.model_construct(player="a", points=points, objective=objective, status=status)


def test_only_points_that_are_a_sum_over_territories_are_looked_up() -> None:
    known = {name: bool(card_weights(load(name))) for name in shipped()}
    assert {name for name, is_known in known.items() if not is_known} == {"aziendale", "primavera"}
