"""Luck at the table: promised and checked afterwards, from a seed, or from real dice typed in."""

import hashlib
import secrets as system

from kamchatka.cli.table.people import Player
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Screen
from kamchatka.game.chance import FACES, Request, Seeded, Typed
from kamchatka.game.fair import Promise, new_entropy
from kamchatka.messages import text

MOST_ENTROPY = 200
"""Letters of what a person types that are used."""


def bot_seed(luck: Seeded | Promise | Typed, table: str) -> int:
    """The seed of the bots' own streams: known from the record, and unlike the seed of the dice."""
    match luck:
        case Seeded(seed):
            source = f"seed {seed}"
        case Promise(_, commitment):
            source = f"commitment {commitment.hex()}"
        case _:
            source = f"table {table}"
    digest = hashlib.sha256(f"kamchatka bots, {source}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def gather_entropy(screen: Screen, players: tuple[Player, ...]) -> tuple[bytes, ...]:
    """What each chair adds to the dice: people type something, or leave it to the computer as bots do."""
    found = []
    for player in players:
        typed = ""
        if player.bot is None:
            typed = screen.ask(text("play.fair.entropy", screen.lang, name=player.name))[:MOST_ENTROPY]
        found.append(typed.encode("utf-8", errors="replace") or new_entropy())
    return tuple(found)


class TableDice:
    """Dice thrown on the real table and typed in; cards, objectives and territories the computer draws."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def numbers(self, request: Request, who: tuple[str, ...]) -> tuple[int, ...]:
        """What luck answers: each side of the dice is asked for in turn."""
        if not request.dice:
            return (system.randbelow(request.among),)
        found: list[int] = []
        for side, dice in enumerate(request.dice):
            found += self._throw(dice, who[side])
        return tuple(found)

    def _throw(self, dice: int, prompt: str) -> list[int]:
        lang = self._screen.lang
        while True:
            typed = self._screen.ask(prompt)
            if not typed:
                thrown = [system.randbelow(FACES) + 1 for _ in range(dice)]
                shown = " ".join(map(str, thrown))
                self._screen.say(text("play.dice.by_computer", lang, dice=shown))
                return thrown
            try:
                return faces(typed, dice)
            except NotSo as refusal:
                self._screen.say(refusal.sentence(lang), "yellow")


def faces(typed: str, dice: int) -> list[int]:
    """The dice in a line such as `6 4 1`, `6,4,1` or `641`; NotSo if they are not so many."""
    digits = typed.replace(",", " ").replace("-", " ").split()
    if len(digits) == 1:
        digits = list(digits[0])
    if len(digits) != dice or not all(len(d) == 1 and d in "123456" for d in digits):
        raise NotSo("dice", dice=dice, typed=typed[:20])
    return [int(digit) for digit in digits]
