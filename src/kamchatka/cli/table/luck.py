"""Luck at the table: promised and checked afterwards, from a seed, or from real dice typed in."""

import hashlib
import secrets as system
from collections.abc import Callable

from kamchatka.cli.table.people import Player
from kamchatka.cli.table.refused import NotSo
from kamchatka.cli.table.screen import Screen
from kamchatka.game.chance import FACES, Request, Seeded, Typed
from kamchatka.game.fair import Promise, new_entropy
from kamchatka.game.game import Game
from kamchatka.game.names import members
from kamchatka.messages import text
from kamchatka.rules.combat import defence_roller
from kamchatka.rules.ending import closing_roller
from kamchatka.rules.layout import CLOSING_SLOT, FROM, ROLLING, TO

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


def drawn(request: Request) -> tuple[int, ...]:
    """Luck from the computer: cards, objectives and territories, and dice where nobody throws them."""
    if not request.dice:
        return (system.randbelow(request.among),)
    return tuple(system.randbelow(FACES) + 1 for _ in range(sum(request.dice)))


class TableDice:
    """Dice thrown on the real table and typed in."""

    def __init__(
        self, screen: Screen, game: Game, name: Callable[[int], str], players: tuple[Player, ...]
    ) -> None:
        self._screen, self._game, self._name, self._players = screen, game, name, players
        self.by_computer = False
        """Whether somebody let the computer throw some of the last dice."""

    def numbers(self, request: Request) -> tuple[int, ...]:
        """What luck answers: each side is asked for in turn, and only then does the computer throw the rest.

        Whoever thinks better of it at the second question has seen none of its dice.
        """
        sides = list(zip(request.dice, self._prompts(request), strict=True))
        typed = [self._typed(dice, prompt) for dice, prompt in sides]
        self.by_computer = None in typed
        thrown = zip(request.dice, typed, strict=True)
        return tuple(n for dice, side in thrown for n in (self._thrown(dice) if side is None else side))

    def _prompts(self, request: Request) -> list[str]:
        """What each side of the dice is asked with."""
        now, lang, dice = self._game.position.now, self._screen.lang, request.dice[0]
        if request.kind == "battle":
            sides = (("attack", now[FROM]), ("defence", now[TO]))
            return [self._battle(side, land, n) for (side, land), n in zip(sides, request.dice, strict=True)]
        if request.kind == "order":
            chairs = ", ".join(self._players[chair].name for chair in members(now[ROLLING]))
            return [text("play.dice.order", lang, dice=dice, who=chairs)]
        if request.kind == "roll-off":
            seats = ", ".join(self._name(seat) for seat in members(now[ROLLING]))
            return [text("play.dice.roll_off", lang, dice=dice, who=seats)]
        slot = now[CLOSING_SLOT]
        roller = closing_roller(self._game.position, slot)
        code = "play.dice.closing" if roller == slot else "play.dice.closing_for"
        return [text(code, lang, dice=dice, who=self._name(roller), absent=self._name(slot))]

    def _battle(self, side: str, land: int, dice: int) -> str:
        names, lang, pos = self._game.names, self._screen.lang, self._game.position
        owner = pos.owner[land]
        roller = owner if side == "attack" else defence_roller(self._game.tables, pos, land)
        whose = text("game.neutral", lang) if owner >= self._game.seats else self._name(owner)
        territory = names.territory_name(names.territories[land], lang)
        code = f"play.dice.{side}" if roller == owner else "play.dice.defence_for"
        return text(code, lang, dice=dice, territory=territory, who=self._name(roller), absent=whose)

    def _typed(self, dice: int, prompt: str) -> list[int] | None:
        """The dice somebody types; None if the computer shall throw them."""
        while True:
            typed = self._screen.ask(prompt)
            if not typed:
                return None
            try:
                return faces(typed, dice)
            except NotSo as refusal:
                self._screen.say(refusal.sentence(self._screen.lang), "yellow")

    def _thrown(self, dice: int) -> list[int]:
        thrown = [system.randbelow(FACES) + 1 for _ in range(dice)]
        shown = " ".join(map(str, thrown))
        self._screen.say(text("play.dice.by_computer", self._screen.lang, dice=shown))
        return thrown


def faces(typed: str, dice: int) -> list[int]:
    """The dice in a line such as `6 4 1`, `6,4,1` or `641`; NotSo if they are not so many."""
    digits = typed.replace(",", " ").replace("-", " ").split()
    if len(digits) == 1:
        digits = list(digits[0])
    if len(digits) != dice or not all(len(d) == 1 and d in "123456" for d in digits):
        raise NotSo("one_die" if dice == 1 else "dice", dice=dice, typed=typed[:20])
    return [int(digit) for digit in digits]
