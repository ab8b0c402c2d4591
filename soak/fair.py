"""Fair games: recomputed by the verifier alone, altered bit by bit, disturbed, searched for their secret."""

import argparse
import time
from collections import Counter
from collections.abc import Callable

from kamchatka.game import verifier
from kamchatka.game.audit import audit
from kamchatka.game.chance import Request
from kamchatka.game.fair import Fair, new_secret
from kamchatka.rulebook import load, shipped
from tests.game import fair_games as games
from tests.game.disturbance import disturbed
from tests.game.leaks import leaks, told
from tests.game.play import Draw

FLIPS_OF_A_FILE = 50


def deals(each: int, seed: int) -> list[tuple[str, int, int]]:
    """This many games of every regulation, cycling through its table sizes: regulation, seats, seed."""
    sizes = {name: load(name).seats.sizes for name in shipped()}
    return [
        (name, sizes[name][number % len(sizes[name])], seed + number)
        for name in sizes
        for number in range(each)
    ]


def recompute(number: int, seed: int) -> tuple[int, str]:
    """Every die, card and deal by the verifier alone; then the whole audit of text and JSON."""
    failed = 0
    kinds: Counter[str] = Counter()
    for name, seats, each in deals(number, seed):
        game = games.fair_game(name, seats, each, laps=1 + each % 4)
        luck = games.luck_of(game)
        kinds.update(one.request.kind for one in luck)
        for data in games.files(games.record(game)):
            checked = [entry["numbers"] for entry in verifier.verify(data)["entries"] if "luck" in entry]
            is_right = checked == [list(one.numbers) for one in luck] and audit(data).verdict == "verified"
            if not is_right:
                print(f"  {name} {seats} seed {each}: {audit(data).lines}")
            failed += not is_right
    return failed, f"{kinds.total()} recomputed, {dict(kinds)}"


def flip(number: int, seed: int) -> tuple[int, str]:
    """Flip one bit anywhere: the verifier alone and the audit must both detect it."""
    failed = done = 0
    files = -(-number // FLIPS_OF_A_FILE)
    for name, seats, each in deals(-(-files // (2 * len(shipped()))), seed):
        for data in games.files(games.record(games.fair_game(name, seats, each))):
            draw = Draw(each, len(data))
            for place, bit in games.flips(data, draw, min(FLIPS_OF_A_FILE, number - done)):
                spoiled = games.flipped(data, place, bit)
                is_seen = not is_verified(spoiled) and audit(spoiled).verdict in ("wrong", "unreadable")
                if not is_seen:
                    around = data[max(0, place - 20) : place + 20]
                    print(f"  {name} {seats} seed {each}, byte {place} bit {bit}: {around!r}")
                failed += not is_seen
                done += 1
    return failed, f"{done} bits changed, {done - failed} seen"


def is_verified(data: bytes) -> bool:
    """Whether the verifier alone accepts the data."""
    try:
        verifier.verify(data)
    except verifier.Wrong:
        return False
    return True


def disturb(number: int, seed: int) -> tuple[int, str]:
    """Games give the same luck undisturbed and with refusals, saving, crashes and retries."""
    failed = kills = 0
    for name, seats, each in deals(number, seed):
        game, died = disturbed(name, seats, each)
        kills += died
        is_same = game.entries == games.fair_game(name, seats, each).entries
        if not is_same:
            print(f"  {name} {seats} seed {each}: other luck")
        failed += not is_same
    return failed, f"{kills} deaths between roll and answer, each retried"


def search(number: int, seed: int) -> tuple[int, str]:
    """Nothing published about a game before its secret is revealed contains the secret or the key."""
    failed = said = 0
    for name, seats, each in deals(number, seed):
        chance, words = told(name, seats, each)
        found = leaks(chance, words)
        for leak in found[:3]:
            print(f"  {name} {seats} seed {each}: {leak[:200]}")
        failed += bool(found)
        said += len(words)
    return failed, f"{said} views, files, sentences and errors searched"


def collide(number: int) -> tuple[int, str]:
    """Secrets of this many tables, and their first twenty dice: no duplicates."""
    twenty = Request("battle", dice=(10, 10))
    secrets = [new_secret() for _ in range(number)]
    openings = {Fair("t", secret, ()).answer(0, twenty) for secret in secrets}
    failed = (number - len(set(secrets))) + (number - len(openings))
    # A million openings of twenty dice contain an equal pair once in seven thousand runs.
    return failed, f"{len(set(secrets))} secrets, {len(openings)} openings"


def main(argv: list[str]) -> int:
    """Try everything about fair luck at full size."""
    parser = argparse.ArgumentParser(prog="soak fair", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="recomputed, of each regulation")
    parser.add_argument("--flips", type=int, default=10_000)
    parser.add_argument("--disturbed", type=int, default=50, help="of each regulation")
    parser.add_argument("--season", type=int, default=170, help="searched, of each regulation")
    parser.add_argument("--tables", type=int, default=1_000_000, help="secrets compared")
    parser.add_argument("--seed", type=int, default=20010222)
    wanted = parser.parse_args(argv)
    print(f"seed {wanted.seed}", flush=True)
    trials: dict[str, Callable[[], tuple[int, str]]] = {
        "recompute": lambda: recompute(wanted.games, wanted.seed),
        "flip": lambda: flip(wanted.flips, wanted.seed),
        "disturb": lambda: disturb(wanted.disturbed, wanted.seed),
        "search": lambda: search(wanted.season, wanted.seed),
        "collide": lambda: collide(wanted.tables),
    }
    failed = 0
    for name, trial in trials.items():
        started = time.perf_counter()
        wrong, summary = trial()
        failed += wrong
        print(f"{name}: {summary}, wrong {wrong}, {time.perf_counter() - started:.0f} s", flush=True)
    return 1 if failed else 0
