"""The C kernel, the compiled rules and the interpreted rules play the same games, step by step."""

import pytest

from bench.compare import first_difference, results_of
from bench.games import BASE, LAPS
from bench.games import interpreted as play_interpreted
from bench.kernel import NotInKernel, play_kernel
from kamchatka.bots import SOLDATO
from kamchatka.rulebook import load
from kamchatka.simulate.compiled import play_compiled

pytestmark = pytest.mark.xdist_group("kernel")


KNOWN = [
    (name, size) for name in ("challenge", "rtu", "rtu-2020", "milano") for size in load(name).seats.sizes
]


# Few laps let the closing dice, table points and ties decide many of the games.
@pytest.mark.parametrize("laps", [4, LAPS])
@pytest.mark.parametrize(("regulation", "seats"), KNOWN)
def test_kernel_plays_the_games_of_the_compiled_rules(regulation: str, seats: int, laps: int) -> None:
    rulebook = load(regulation)
    positions, _, figures = play_compiled(rulebook, seats, [SOLDATO] * seats, 300, laps=laps, base=11)
    theirs = play_kernel(rulebook, seats, 300, laps=laps, base=11)
    assert first_difference(results_of(positions, figures), theirs) is None


def test_kernel_plays_the_games_of_the_interpreted_rules() -> None:
    rulebook = load("rtu")
    ours = play_interpreted(rulebook, 5)
    assert first_difference(ours, play_kernel(rulebook, 4, 5, laps=LAPS, base=BASE)) is None


def test_a_game_is_the_same_alone_and_in_a_batch() -> None:
    rulebook = load("challenge")
    batch = play_kernel(rulebook, 4, 20, laps=LAPS, base=3)
    alone = play_kernel(rulebook, 4, 1, laps=LAPS, base=3, first=13)
    assert alone[0] == batch[13]


def test_kernel_refuses_a_regulation_it_does_not_know() -> None:
    with pytest.raises(NotInKernel, match="exchange_by_count"):
        play_kernel(load("primavera"), 4, 1, laps=LAPS, base=1)
    with pytest.raises(NotInKernel, match="objectives_after_territories"):
        play_kernel(load("aziendale"), 4, 1, laps=LAPS, base=1)
