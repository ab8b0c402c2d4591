"""The secret of fair dice stays secret until it is told, and no two tables share one."""

import base64
import json
from collections.abc import Callable

import pytest

from kamchatka.game.chance import Request
from kamchatka.game.fair import Fair, Promise, key_of, new_entropy, new_secret
from kamchatka.rulebook import shipped
from tests.game import fair_games as games
from tests.game.leaks import leaks, told
from tests.game.play import tables

SEED = 20010222


@pytest.mark.parametrize(("name", "seats"), tables())
def test_nothing_said_of_a_game_holds_its_secret_or_its_key(name: str, seats: int) -> None:
    chance, said = told(name, seats, SEED + seats)
    assert len(said) > 100
    assert leaks(chance, said) == []


def as_base64(secret: bytes, before: bytes) -> str:
    return base64.b64encode(before + secret + b"...").decode()


LEAKS: dict[str, Callable[[bytes], str]] = {
    "hexadecimal": lambda secret: f"errore: {secret.hex()}",
    "upper case": lambda secret: secret.hex().upper(),
    "half of it": lambda secret: secret.hex()[32:],
    "raw": lambda secret: secret.decode("latin-1"),
    "Python": lambda secret: f"Fair(secret={secret!r})",
    "a list": lambda secret: json.dumps(list(secret)),
    "decimal": lambda secret: str(int.from_bytes(secret, "big")),
    "decimal, backwards": lambda secret: str(int.from_bytes(secret, "little")),
    "base64": lambda secret: as_base64(secret, b""),
    "base64 after one byte": lambda secret: as_base64(secret, b"x"),
    "base64 after two": lambda secret: as_base64(secret, b"xy"),
    "base64 for addresses": lambda secret: base64.urlsafe_b64encode(b"=" + secret + b"==").decode(),
}


@pytest.mark.parametrize("form", LEAKS)
def test_a_planted_leak_is_found_in_every_form(form: str) -> None:
    chance = games.fair(4, SEED)
    key = key_of(chance.secret, chance.table, chance.entropy)
    for secret in (chance.secret, key):
        planted = LEAKS[form](secret)
        assert leaks(chance, ["innocente", planted]) != []
        assert leaks(games.fair(4, SEED + 1), ["innocente", planted]) == []


def test_the_record_with_its_secret_told_is_the_leak_the_search_would_find() -> None:
    game = games.fair_game("rtu", 4, SEED)
    assert isinstance(game.chance, Fair)
    for data in games.files(games.record(game)):
        assert leaks(game.chance, [data.decode()]) != []


def test_a_promise_tells_no_secret_before_the_end() -> None:
    chance = games.fair(4, SEED)
    assert chance.promise == Promise(chance.table, chance.promise.commitment, chance.entropy, None)


def test_tables_share_no_secret_and_no_opening() -> None:
    secrets = [new_secret() for _ in range(20_000)]
    assert {len(secret) for secret in secrets} == {32}
    assert len(set(secrets)) == len(secrets)
    assert len({new_entropy() for _ in range(20_000)}) == 20_000
    twenty = Request("battle", dice=(10, 10))
    openings = {Fair("t", secret, ()).answer(0, twenty) for secret in secrets}
    # Two of 20,000 openings of twenty dice are equal once in eighteen million runs.
    assert len(openings) == len(secrets)


def test_all_regulations_were_played() -> None:
    assert {name for name, _ in tables()} == set(shipped())
