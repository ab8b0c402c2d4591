"""Fair luck: every number as likely as the others, and what it depends on."""

import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.game import verifier
from kamchatka.game.chance import FACES, Request
from kamchatka.game.fair import BYTE_VALUES, Fair, _below, key_of
from tests.game import fair_games as games

SEED = 20010222
LUCK = 200
"""How many requests are compared where two sources must differ."""


def numbers(chance: Fair) -> list[tuple[int, ...]]:
    """The first luck of a source."""
    return [chance.answer(number, Request("battle", dice=(3, 3))) for number in range(LUCK)]


def chosen(value: int, size: int) -> int | None:
    """What one byte alone chooses among so many; None if it is skipped."""
    try:
        return _below(iter((value,)), size)
    except StopIteration:
        return None


def test_each_number_below_n_comes_from_as_many_byte_values_for_every_n() -> None:
    for size in range(1, BYTE_VALUES + 1):
        ways = Counter(chosen(value, size) for value in range(BYTE_VALUES))
        skipped = ways.pop(None, 0)
        assert ways == dict.fromkeys(range(size), BYTE_VALUES // size)
        assert skipped == BYTE_VALUES % size


def test_each_face_comes_from_42_byte_values_and_four_are_skipped() -> None:
    faces = Counter(chosen(value, FACES) for value in range(BYTE_VALUES))
    assert faces == {0: 42, 1: 42, 2: 42, 3: 42, 4: 42, 5: 42, None: 4}


def test_a_generator_without_skipping_would_favour_some_faces() -> None:
    faces = Counter(value % FACES for value in range(BYTE_VALUES))
    assert set(faces.values()) == {42, 43}


def test_the_verifier_and_the_game_compute_the_same_numbers_for_every_size() -> None:
    chance = games.fair(4, SEED)
    key = key_of(chance.secret, chance.table, chance.entropy)
    for size in range(1, BYTE_VALUES + 1):
        for number in (0, 1, size, 70_000, 2**40 + size):
            luck = chance.answer(number, Request("card", among=size))
            assert list(luck) == verifier.numbers_of(key, number, size, 1)
    # A whole sack of dice needs several blocks.
    sack = chance.answer(3, Request("battle", dice=(300, 200)))
    assert [die - 1 for die in sack] == verifier.numbers_of(key, 3, FACES, 500)


def test_a_known_example() -> None:
    """The one worked out in docs/fair-dice.md with openssl."""
    chance = Fair("finale", bytes(range(32)), (b"anna", b"bruno", b"carla", b""))
    assert chance.promise.commitment.hex() == (
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    )
    assert key_of(chance.secret, chance.table, chance.entropy).hex() == (
        "0846834729a4149ccc6f3f4c4add0c519e1e4e364c806bcf2dea7e4dca94b250"
    )
    assert chance.answer(0, Request("order", dice=(4,))) == (4, 3, 1, 2)
    assert chance.answer(1, Request("objective", among=16)) == (9,)
    # The first byte of this one is 252, and is skipped.
    assert chance.answer(49, Request("battle", dice=(3, 2))) == (5, 3, 2, 4, 3)


def test_another_secret_table_or_entropy_gives_other_luck() -> None:
    chance = games.fair(4, SEED)
    others = [
        replace(chance, secret=games.fair(4, SEED + 1).secret),
        replace(chance, table=f"{chance.table} "),
        replace(chance, table=""),
        *(
            replace(chance, entropy=(*chance.entropy[:chair], b"altro", *chance.entropy[chair + 1 :]))
            for chair in range(4)
        ),
        replace(chance, entropy=chance.entropy[::-1]),
        replace(chance, entropy=chance.entropy[:3]),
        replace(chance, entropy=(*chance.entropy, b"")),
    ]
    streams = [tuple(numbers(each)) for each in (chance, *others)]
    assert len(set(streams)) == len(streams)


def test_each_part_is_preceded_by_its_length() -> None:
    pairs = [(b"ab", b"c"), (b"a", b"bc"), (b"abc", b""), (b"", b"abc")]
    keys = {key_of(b"s" * 32, "tavolo", pair) for pair in pairs}
    keys |= {key_of(b"s" * 32, "tavoloa", (b"b", b"c")), key_of(b"s" * 32, "tavolo", (b"abc",))}
    assert len(keys) == 6


def test_each_luck_number_has_luck_of_its_own() -> None:
    assert len(set(numbers(games.fair(4, SEED)))) > LUCK - 5


def test_only_the_secret_committed_to_can_be_told() -> None:
    chance = games.fair(4, SEED)
    assert chance.promise.revealed(chance.secret).secret == chance.secret
    with pytest.raises(ValueError, match="not the secret"):
        chance.promise.revealed(chance.secret[:-1] + b"?")


def shell_blocks() -> Iterator[tuple[str, str]]:
    """Each command of the page that prints a hash, with what it needs set before; and the hash."""
    page = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text(encoding="utf-8")
    needed = ""
    for block in re.findall(r"^```console\n(.*?)^```$", page, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.rstrip("\n").rpartition("\n")
            if re.fullmatch("[0-9a-f]{64}", shown):
                yield needed + command, shown
            else:
                needed += part


def test_the_commands_of_the_page_print_what_it_shows() -> None:
    chance = Fair("finale", bytes(range(32)), (b"anna", b"bruno", b"carla", b""))
    blocks = list(shell_blocks())
    assert [shown for _, shown in blocks[:2]] == [
        chance.promise.commitment.hex(),
        key_of(chance.secret, chance.table, chance.entropy).hex(),
    ]
    assert len(blocks) == 4
    if shutil.which("openssl") and shutil.which("bash"):
        for command, shown in blocks:
            done = subprocess.run(["bash", "-c", command], capture_output=True, check=True, encoding="ascii")
            assert done.stdout.split()[-1] == shown
