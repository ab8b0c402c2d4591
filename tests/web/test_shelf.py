"""What is made once and given to many."""

import threading
import time

import pytest

from kamchatka.web.public.page_cache import PageCache


def test_a_thing_is_made_again_only_when_its_mark_changes() -> None:
    shelf: PageCache[str] = PageCache(2)
    made: list[str] = []

    def make(words: str) -> str:
        made.append(words)
        return words

    assert shelf.get("a", "1", lambda: make("one")) == "one"
    assert shelf.get("a", "1", lambda: make("never")) == "one"
    assert shelf.get("a", "2", lambda: make("two")) == "two"
    assert made == ["one", "two"]


def test_those_nobody_asked_for_the_longest_time_go_first() -> None:
    shelf: PageCache[str] = PageCache(2)
    for key in ("a", "b", "a", "c"):
        shelf.get(key, "1", lambda key=key: key)  # type: ignore[misc]
    assert shelf.get("a", "1", lambda: "made again") == "a"
    assert shelf.get("b", "1", lambda: "made again") == "made again"


def test_however_many_ask_at_once_one_makes_it() -> None:
    shelf: PageCache[int] = PageCache(2)
    made: list[int] = []
    ready = threading.Barrier(20)

    def make() -> int:
        time.sleep(0.05)
        made.append(1)
        return len(made)

    def ask() -> None:
        ready.wait()
        assert shelf.get("page", "1", make) == 1

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_what_could_not_be_made_is_tried_again() -> None:
    shelf: PageCache[int] = PageCache(2)
    with pytest.raises(ZeroDivisionError):
        shelf.get("page", "1", lambda: 1 // 0)
    assert shelf.get("page", "1", lambda: 7) == 7
