"""The options of `kamchatka simulate` that say how to play, checked and made into plans."""

import os
import secrets
import sys
from typing import Any

from kamchatka.bots import UnknownBot
from kamchatka.cli.output import fail, remark
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import Language, text
from kamchatka.rulebook import FaultyRulebook, Rulebook
from kamchatka.simulate.batch import Player, machine_code_is_kept, player
from kamchatka.simulate.plan import MOST_LAPS_PLANNED, SEED_LIMIT, Plan, laps_within_time
from kamchatka.simulate.variant import NotAChange, changed, split_changes

BOT = "soldato"
"""Who plays where nobody is named."""
GAMES = 10_000
MOST_THREADS = 256


class PlayOptions:
    """How to play; whatever does not fit ends the command with a sentence."""

    def __init__(
        self,
        lang: Language,
        *,
        bots: str | None,
        seats: int | None,
        games: int | None,
        seed: int | None,
        laps: int | None,
        threads: int | None,
        rotate: bool,
        compiled: bool,
    ) -> None:
        if games is not None and games < 1:
            fail(text("simulate.refused.games", lang, games=games))
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            fail(text("simulate.refused.threads", lang, threads=threads, most=MOST_THREADS))
        if seed is not None and not 0 <= seed < SEED_LIMIT:
            fail(text("simulate.refused.seed", lang, seed=seed))
        if laps is not None and not 1 <= laps <= MOST_LAPS_PLANNED:
            fail(text("simulate.refused.laps", lang, laps=laps, most=MOST_LAPS_PLANNED))
        self.lang, self.seats, self.laps, self.rotate, self.seed = lang, seats, laps, rotate, seed
        self.games, self.compiled = games or GAMES, compiled
        self.games_were_said = games is not None
        self.threads = threads or _usable_processors()
        self.bots = tuple(name.strip() for name in bots.split(",")) if bots is not None else None

    def take_over(self, header: dict[str, Any]) -> None:
        """Fill what was not said with what a file was begun with."""
        self.bots = self.bots or tuple(header["bots"])
        self.laps = self.laps or header["laps"]
        self.rotate = self.rotate or header["rotate"]
        if not self.games_were_said:
            self.games = header["games"]
        if self.seed is None:
            self.seed = header["seed"]

    def plan(self, label: str) -> Plan:
        """The plan for a regulation; the names of the bots then hold for the next one too."""
        book = _changed_rulebook(label, self.lang)
        self.bots = self._seated(book)
        if self.seed is None:
            self.seed = secrets.randbelow(1 << 32)
        laps = self.laps or laps_within_time(book, len(self.bots))
        plan = Plan(rulebook=book, label=label, bots=self.bots, laps=laps, seed=self.seed, rotate=self.rotate)
        try:
            plan.bot_numbers()
        except UnknownBot as error:
            fail(error.sentence(self.lang))
        return plan

    def _seated(self, book: Rulebook) -> tuple[str, ...]:
        """A bot for each seat; a single name fills the table."""
        lang, sizes = self.lang, ", ".join(str(size) for size in book.seats.sizes)
        names = self.bots or (BOT,)
        if self.seats is not None and self.seats not in book.seats.sizes:
            fail(text("simulate.refused.table", lang, rulebook=book.id, seats=self.seats, sizes=sizes))
        if len(names) == 1:
            return names * (self.seats or book.seats.preferred)
        if self.seats is not None and len(names) != self.seats:
            fail(text("simulate.refused.seats", lang, count=len(names), seats=self.seats))
        if len(names) not in book.seats.sizes:
            fail(text("simulate.refused.bots", lang, count=len(names), rulebook=book.id, sizes=sizes))
        return names

    def players(self, *plans: Plan) -> tuple[Player, ...]:
        """Who plays each plan; says so first if machine code must be made."""
        if self.compiled and not machine_code_is_kept():
            remark(text("simulate.preparing", self.lang))
        return tuple(player(plan, compiled=self.compiled) for plan in plans)


def _usable_processors() -> int:
    """Processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _changed_rulebook(label: str, lang: Language) -> Rulebook:
    """A regulation by id or file, with the changes typed after a colon."""
    try:
        name, changes = split_changes(label)
        book = open_rulebook(name)
        return changed(book, changes, label) if changes else book
    except NotAChange:
        fail(text("simulate.refused.change", lang, wanted=label))
    except FaultyRulebook as error:
        lines = [f"- {fault.sentence(lang)}" for fault in error.faults]
        fail("\n".join([text("simulate.refused.faults", lang, rulebook=label), *lines]))
