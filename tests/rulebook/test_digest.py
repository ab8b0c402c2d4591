"""The digest says what is played: the same on every machine, whatever the order of keys."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from kamchatka.board import load_board
from kamchatka.rulebook import Rulebook, load, read, shipped
from kamchatka.rulebook.model import ADDED_LATER, canonical_digest
from kamchatka.rulebook.writing import written

HEAD = 'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n'


def fresh(name: str) -> Rulebook:
    """A shipped regulation whose digest nobody has asked for yet."""
    return replace(load(name))


def test_the_order_of_keys_and_sections_does_not_matter() -> None:
    one = read(HEAD + "[closing]\ncap = 8\nfirst = 5\n[armies]\nlimit = 99\n", name="casa.toml")
    two = read(HEAD + "[armies]\nlimit = 99\n[closing]\nfirst = 5\ncap = 8\n", name="casa.toml")
    assert one.digest() == two.digest()


def test_any_changed_value_changes_it() -> None:
    digests = {read(HEAD + f"[closing]\ncap = {cap}\n", name="casa.toml").digest() for cap in range(4, 13)}
    assert len(digests) == 9


def test_a_reworded_title_does_not_change_it() -> None:
    again = read(HEAD.replace("Casa", "Altra"), name="casa.toml")
    assert again.digest() == read(HEAD, name="casa.toml").digest()


@pytest.mark.parametrize("seed", ["0", "1234"])
def test_another_process_finds_the_same(seed: str) -> None:
    code = "from kamchatka.rulebook import load, shipped; print(*(load(i).digest() for i in shipped()))"
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Auckland"}
    found = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == [load(name).digest() for name in shipped()]


def test_the_digest_of_a_small_regulation_is_pinned() -> None:
    """Guards against a change of canonical form: a new value here means every stored digest changes."""
    assert canonical_digest({"id": "x", "values": {"b.a": [1, "è"], "a.b": True}, "board": "0"}) == (
        "04b87d7dbbe10c6cecbb904965e5132feddde68847c06dc463462c655fd26d3a"
    )


def test_a_deck_nobody_here_plays_with_does_not_change_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: fresh(name).digest() for name in shipped()}
    board = load_board()
    other = replace(board.deck("aziendale"), id="casa")
    monkeypatch.setattr(
        "kamchatka.rulebook.model.load_board",
        lambda: replace(board, objective_decks=(*board.objective_decks, other)),
    )
    assert {name: fresh(name).digest() for name in shipped()} == before


def test_a_changed_card_of_its_own_deck_changes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {name: fresh(name).digest() for name in shipped()}
    board = load_board()
    deck = board.deck("aziendale")
    changed = replace(deck, objectives=deck.objectives[::-1])
    decks = tuple(changed if each.id == deck.id else each for each in board.objective_decks)
    monkeypatch.setattr("kamchatka.rulebook.model.load_board", lambda: replace(board, objective_decks=decks))
    assert [name for name in shipped() if fresh(name).digest() != before[name]] == ["aziendale"]


def test_a_key_added_later_leaves_old_regulations_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if `closing.cap` had come later, 7 being how everybody played before."""
    monkeypatch.setitem(ADDED_LATER, "closing.cap", 7)
    book = fresh("rtu")
    assert book.closing.cap == 7
    old = "\n".join(line for line in written(book).splitlines() if not line.startswith("cap = "))
    again = read(old, name="vecchio.toml")
    assert again.closing.cap == 7
    assert again.digest() == book.digest()
    assert read(HEAD + "[closing]\ncap = 8\n", name="casa.toml").closing.cap == 8
    raised = read(HEAD.replace("casa", "rtu") + "[closing]\ncap = 8\n", name="rtu-8.toml")
    assert raised.digest() != book.digest()
