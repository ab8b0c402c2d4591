"""The digest says what is played: the same on every machine, whatever the order of keys."""

import os
import subprocess
import sys

import pytest

from kamchatka.rulebook import load, read, shipped
from kamchatka.rulebook.model import canonical_digest

HEAD = 'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n'


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
