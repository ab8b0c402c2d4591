"""Whoever waits longest writes next: nobody is passed over however hard others press."""

import threading
import time

import pytest

from kamchatka.store.turns import Turns


def test_turns_come_in_the_order_of_arrival() -> None:
    turns, seen = Turns(), list[int]()

    def come(number: int) -> None:
        with turns.mine(20):
            seen.append(number)

    with turns.mine(1):
        threads = []
        for number in range(8):
            threads.append(threading.Thread(target=come, args=(number,)))
            threads[-1].start()
            while len(turns._queue) < number + 2:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert seen == list(range(8))


def test_one_who_presses_does_not_pass_over_one_who_waits() -> None:
    turns, order = Turns(), list[str]()
    waiting = threading.Thread(target=lambda: take(turns, "waits"))

    def take(turns: Turns, name: str) -> None:
        with turns.mine(20):
            order.append(name)

    with turns.mine(1):
        waiting.start()
        while len(turns._queue) < 2:
            time.sleep(0.001)
    for _ in range(3):
        take(turns, "presses")
    waiting.join()
    assert order == ["waits", "presses", "presses", "presses"]


def test_whoever_gives_up_holds_up_nobody() -> None:
    turns = Turns()
    with turns.mine(1):
        with pytest.raises(TimeoutError), turns.mine(0.01):
            pass
        assert len(turns._queue) == 1
    with turns.mine(1):
        pass
    assert len(turns._queue) == 0
