"""The options of `kamchatka simulate`, checked and made into plans; what does not fit gets a sentence."""

import os
import secrets
import sys
from typing import TYPE_CHECKING, Any

import typer

from kamchatka.cli.output import fail
from kamchatka.messages import Language, text

if TYPE_CHECKING:
    from kamchatka.rulebook import Rulebook
    from kamchatka.simulate.batch import Player
    from kamchatka.simulate.plan import Plan

BOT = "soldato"
"""Who plays where nobody is named."""
MOST_THREADS = 256


class Wanted:
    """The options that say how to play, checked."""

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
        from kamchatka.simulate.plan import MOST_LAPS_PLANNED, SEED_LIMIT

        if games is not None and games < 1:
            fail(text("simulate.refused.games", lang, games=games))
        if threads is not None and not 1 <= threads <= MOST_THREADS:
            fail(text("simulate.refused.threads", lang, threads=threads, most=MOST_THREADS))
        if seed is not None and not 0 <= seed < SEED_LIMIT:
            fail(text("simulate.refused.seed", lang, seed=seed))
        if laps is not None and not 1 <= laps <= MOST_LAPS_PLANNED:
            fail(text("simulate.refused.laps", lang, laps=laps, most=MOST_LAPS_PLANNED))
        self.lang, self.seats, self.games, self.laps, self.rotate = lang, seats, games, laps, rotate
        self.seed, self.compiled = seed, compiled
        self.threads = threads or usable_processors()
        self.bots = tuple(name.strip() for name in bots.split(",")) if bots is not None else None

    def take_over(self, header: dict[str, Any]) -> None:
        """Fill what was not said with what a file was begun with."""
        self.bots = self.bots or tuple(header["bots"])
        self.games = self.games or header["games"]
        self.laps = self.laps or header["laps"]
        self.rotate = self.rotate or header["rotate"]
        if self.seed is None:
            self.seed = header["seed"]

    def plan(self, label: str) -> "Plan":
        """The plan for a regulation, or a sentence that says what does not fit."""
        from kamchatka.bots import UnknownBot
        from kamchatka.simulate.plan import Plan, laps_within_time

        book = open_changed(label, self.lang)
        names = self.seated(book)
        if self.seed is None:
            self.seed = secrets.randbelow(1 << 32)
        laps = self.laps or laps_within_time(book, len(names))
        plan = Plan(rulebook=book, label=label, bots=names, laps=laps, seed=self.seed, rotate=self.rotate)
        try:
            plan.bot_numbers()
        except UnknownBot as error:
            known = ", ".join(error.known)
            fail(text("simulate.refused.bot", self.lang, bot=error.wanted, known=known))
        return plan

    def seated(self, book: "Rulebook") -> tuple[str, ...]:
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

    def players(self, *plans: "Plan") -> "tuple[Player, ...]":
        """Who plays each plan; says so first if machine code must be made."""
        from kamchatka.simulate.batch import machine_code_is_kept, player

        if self.compiled and not machine_code_is_kept():
            typer.echo(text("simulate.preparing", self.lang), err=True)
        return tuple(player(plan, compiled=self.compiled) for plan in plans)


def usable_processors() -> int:
    """Processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def open_changed(label: str, lang: Language) -> "Rulebook":
    """A regulation by id or file, with the changes typed after a colon."""
    from kamchatka.cli.rulebook import open_rulebook
    from kamchatka.rulebook import FaultyRulebook
    from kamchatka.simulate.variant import NotAChange, changed, split_changes

    try:
        name, changes = split_changes(label)
        book = open_rulebook(name)
        return changed(book, changes, label) if changes else book
    except NotAChange:
        fail(text("simulate.refused.change", lang, wanted=label))
    except FaultyRulebook as error:
        lines = [f"- {fault.sentence(lang)}" for fault in error.faults]
        fail("\n".join([text("simulate.refused.faults", lang, rulebook=label), *lines]))
