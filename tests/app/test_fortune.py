"""Luck of a seat, against every way its rolls could have gone."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from kamchatka.app.games.fortune import ATTACK, DEFENCE, Roll, fortune, seat_fortunes
from kamchatka.app.games.luck_rows import face_counts, luck_rows
from kamchatka.app.games.records import examples, story_of
from kamchatka.app.games.story import Story
from kamchatka.game import events as ev
from kamchatka.game.chance import Luck
from kamchatka.rules.layout import NOBODY


@pytest.fixture(scope="module", params=sorted(examples()))
def story(request: pytest.FixtureRequest) -> Story:
    return story_of(examples()[request.param])


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Highest against highest, ties to the defence: as everybody does it at the table."""
    pairs = list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False))
    killed = sum(one > other for one, other in pairs)
    return len(pairs) - killed, killed


def every_roll(dice: tuple[int, int]) -> list[tuple[int, int]]:
    faces = [product(range(1, 7), repeat=side) for side in dice]
    return [losses(attack, defence) for attack, defence in product(*faces)]


ROLLS = [Roll((2, 1), ATTACK, 1, 0), Roll((1, 1), DEFENCE, 0, 1), Roll((1, 2), ATTACK, 0, 1)]


def test_the_percentile_counts_every_outcome_of_the_same_rolls() -> None:
    balances: Counter[int] = Counter({0: 1})
    for roll in ROLLS:
        sign = 1 if roll.side == ATTACK else -1
        steps = Counter(sign * (killed - lost) for lost, killed in every_roll(roll.dice))
        grown: Counter[int] = Counter()
        for (balance, ways), (step, times) in product(balances.items(), steps.items()):
            grown[balance + step] += ways * times
        balances = grown
    every = 6 ** sum(sum(roll.dice) for roll in ROLLS)
    assert sum(balances.values()) == every
    found = fortune(ROLLS)
    assert found.worse == Fraction(sum(ways for balance, ways in balances.items() if balance < -1), every)
    assert found.equal == Fraction(balances[-1], every)
    assert found.percentile == found.worse + found.equal / 2


@pytest.mark.parametrize("dice", [(1, 1), (3, 1), (3, 2), (2, 3)])
def test_the_expected_losses_are_the_average_of_every_roll(dice: tuple[int, int]) -> None:
    rolls = every_roll(dice)
    lost, killed = (Fraction(sum(side), len(rolls)) for side in zip(*rolls, strict=True))
    assert (fortune([Roll(dice, ATTACK, 0, 0)]).expected_lost) == lost
    assert (fortune([Roll(dice, ATTACK, 0, 0)]).expected_taken) == killed
    assert (fortune([Roll(dice, DEFENCE, 0, 0)]).expected_lost) == killed


def test_a_run_of_won_rolls_is_rare_luck_and_the_same_run_lost_is_rare_bad_luck() -> None:
    won, lost = [Roll((3, 3), ATTACK, 3, 0)] * 5, [Roll((3, 3), ATTACK, 0, 3)] * 5
    assert (fortune(won).rating, fortune(lost).rating) == ("rare_good", "rare_bad")
    assert fortune([]).rating == "usual"
    assert fortune([Roll((1, 1), DEFENCE, 1, 0)]).rating == "usual"


def test_armies_taken_and_lost_are_those_of_the_battles(story: Story) -> None:
    taken: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for step in story.steps:
        for event in step.events:
            if isinstance(event, ev.BattleFought):
                attack, defence = step.dice
                lost.update({attack.who: event.losses[0], defence.who: event.losses[1]})
                taken.update({attack.who: event.losses[1], defence.who: event.losses[0]})
    for seat in seat_fortunes(luck_rows(story), len(story.players)):
        assert (seat.whole.taken, seat.whole.lost) == (taken[seat.seat], lost[seat.seat])
        assert seat.attack.taken + seat.defence.taken == taken[seat.seat]
        assert seat.attack.difference + seat.defence.difference == seat.whole.difference


def test_what_one_seat_is_above_the_average_the_others_are_below(story: Story) -> None:
    seats = seat_fortunes(luck_rows(story), len(story.players))
    assert sum(seat.whole.difference for seat in seats) == 0


def test_every_request_has_its_row_with_the_numbers_of_the_record(story: Story) -> None:
    lucks = [entry for entry in story.retelling.record.entries if isinstance(entry, Luck)]
    rows = luck_rows(story)
    assert [row.luck for row in rows] == list(range(len(lucks)))
    for row, luck in zip(rows, lucks, strict=True):
        faces = tuple(face for side in row.dice for face in side.faces)
        assert (faces or (row.number,)) == luck.numbers
        if row.kind == "battle":
            assert tuple(len(side.faces) for side in row.dice) == luck.request.dice
            assert all(side.who != NOBODY for side in row.dice)


def test_faces_are_counted_with_the_range_that_is_normal(story: Story) -> None:
    faces = face_counts(luck_rows(story))
    lucks = [
        entry for entry in story.retelling.record.entries if isinstance(entry, Luck) and entry.request.dice
    ]
    assert faces.counts == tuple(sum(luck.numbers.count(face) for luck in lucks) for face in range(1, 7))
    assert faces.least < faces.expected < faces.most
    assert 0 < faces.uneven < 1
