"""The players at a digital table: people by their name, bots by the name of their policy."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.app.refusals import TableRefusal
from kamchatka.bots import BOTS, bot_number, canonical_name

LONGEST_NAME = 20
FILLER = "soldato"
"""The bot on chairs without a named player."""

NUMBERED = re.compile(r"(?P<bot>.+?)(?: \d{1,2})?")


@dataclass(frozen=True)
class Player:
    """The player on a chair; `bot` is the number of its policy, None for a person."""

    name: str
    bot: int | None


def player_of(name: str) -> Player:
    """The player with this name in a record: “soldato 2” is the second bot of that policy."""
    found = NUMBERED.fullmatch(name)
    bot = BOTS.get(canonical_name(found["bot"])) if found else None
    return Player(name, bot)


def line_up(typed: str, seats: int, sizes: Sequence[int], preferred: int) -> tuple[Player, ...]:
    """The players named in one line, by chair, then bots; TableRefusal for a wrong number or a bad name,
    UnknownBot for a style that no bot has.
    """
    names = [_name(part) for part in typed.split(",") if part.strip()]
    wanted = seats or (len(names) if len(names) in sizes else max(preferred, len(names)))
    if wanted not in sizes:
        raise TableRefusal("seats", seats=wanted, sizes=", ".join(map(str, sizes)))
    if len(names) > wanted:
        raise TableRefusal("too_many_names", names=len(names), seats=wanted)
    return _numbered([*names, *[FILLER] * (wanted - len(names))])


def _name(part: str) -> str:
    name = " ".join(part.split())
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise TableRefusal("name", name=name[:LONGEST_NAME], most=LONGEST_NAME)
    bot = canonical_name(name.lower())
    if bot.partition(":")[0] in BOTS:
        bot_number(bot)  # refuses a style that does not exist
        return bot
    return name


def _numbered(names: list[str]) -> tuple[Player, ...]:
    """Players from names: bots of one policy get numbers; TableRefusal for two people of one name."""
    met: Counter[str] = Counter()
    found = []
    for name in names:
        met[name.casefold()] += 1
        again = met[name.casefold()]
        if again > 1 and name not in BOTS:
            raise TableRefusal("same_name", name=name)
        found.append(player_of(name if again == 1 else f"{name} {again}"))
    for name, times in Counter(player.name for player in found).items():
        if times > 1:
            raise TableRefusal("same_name", name=name)
    return tuple(found)
