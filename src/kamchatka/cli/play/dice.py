"""Dice thrown on the real table and typed in."""

from kamchatka.app.games.digital_table import DigitalTable, throw
from kamchatka.app.refusals import TableRefusal
from kamchatka.cli.play.screen import Screen
from kamchatka.game.chance import Request
from kamchatka.game.names import members
from kamchatka.messages import text
from kamchatka.rules.combat import defence_roller
from kamchatka.rules.ending import closing_roller
from kamchatka.rules.layout import CLOSING_SLOT, FROM, ROLLING, TO


class TableDice:
    """Asks for the dice of one table."""

    def __init__(self, screen: Screen, table: DigitalTable) -> None:
        self._screen, self._table, self._game = screen, table, table.game
        self.by_computer = False
        """Whether the computer threw some of the last dice."""

    def numbers(self, request: Request) -> tuple[int, ...]:
        """The dice of a request. The computer throws the missing ones only after all sides were asked.

        So a player who undoes at the second question has seen none of the computer's dice.
        """
        sides = list(zip(request.dice, self._prompts(request), strict=True))
        typed = [self._typed(dice, prompt) for dice, prompt in sides]
        self.by_computer = None in typed
        thrown = zip(request.dice, typed, strict=True)
        return tuple(n for dice, side in thrown for n in (self._thrown(dice) if side is None else side))

    def _prompts(self, request: Request) -> list[str]:
        """The prompt for each side's dice."""
        now, lang, dice = self._game.position.now, self._screen.lang, request.dice[0]
        if request.kind == "battle":
            sides = (("attack", now[FROM]), ("defence", now[TO]))
            return [self._battle(side, land, n) for (side, land), n in zip(sides, request.dice, strict=True)]
        if request.kind == "order":
            chairs = ", ".join(self._table.players[chair].name for chair in members(now[ROLLING]))
            return [text("play.dice.order", lang, dice=dice, who=chairs)]
        if request.kind == "roll-off":
            seats = ", ".join(self._table.name(seat) for seat in members(now[ROLLING]))
            return [text("play.dice.roll_off", lang, dice=dice, who=seats)]
        slot = now[CLOSING_SLOT]
        roller = closing_roller(self._game.position, slot)
        code = "play.dice.closing" if roller == slot else "play.dice.closing_for"
        return [text(code, lang, dice=dice, who=self._table.name(roller), absent=self._table.name(slot))]

    def _battle(self, side: str, land: int, dice: int) -> str:
        names, lang, pos = self._game.names, self._screen.lang, self._game.position
        owner = pos.owner[land]
        roller = owner if side == "attack" else defence_roller(self._game.tables, pos, land)
        whose = text("game.neutral", lang) if owner >= self._game.seats else self._table.name(owner)
        territory = names.territory_name(names.territories[land], lang)
        code = f"play.dice.{side}" if roller == owner else "play.dice.defence_for"
        return text(code, lang, dice=dice, territory=territory, who=self._table.name(roller), absent=whose)

    def _typed(self, dice: int, prompt: str) -> list[int] | None:
        """The typed dice; None if the computer should throw them."""
        while True:
            typed = self._screen.ask(prompt)
            if not typed:
                return None
            try:
                return faces(typed, dice)
            except TableRefusal as refusal:
                self._screen.refuse(refusal)

    def _thrown(self, dice: int) -> tuple[int, ...]:
        thrown = throw(dice)
        shown = " ".join(map(str, thrown))
        self._screen.say(text("play.dice.by_computer", self._screen.lang, dice=shown))
        return thrown


def faces(typed: str, dice: int) -> list[int]:
    """Parse a line such as `6 4 1`, `6,4,1` or `641`; TableRefusal unless it holds `dice` dice."""
    digits = typed.replace(",", " ").replace("-", " ").split()
    if len(digits) == 1:
        digits = list(digits[0])
    if len(digits) != dice or not all(len(d) == 1 and d in "123456" for d in digits):
        raise TableRefusal("one_die" if dice == 1 else "dice", dice=dice, typed=typed[:20])
    return [int(digit) for digit in digits]
