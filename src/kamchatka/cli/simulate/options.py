"""The options of `kamchatka simulate` about how to play, validated and turned into plans."""

import os
import secrets
import sys
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from kamchatka.bots import UnknownBot
from kamchatka.cli.output import fail, language, remark
from kamchatka.cli.rulebook import open_rulebook
from kamchatka.messages import Language, text
from kamchatka.rulebook import FaultyRulebook, Rulebook
from kamchatka.simulate.batch import Player, machine_code_is_kept, player
from kamchatka.simulate.plan import MOST_LAPS_PLANNED, SEED_LIMIT, SimulationPlan, laps_within_time
from kamchatka.simulate.variant import NotAChange, changed, split_changes

BOT = "soldato"
"""The default bot."""
GAMES = 10_000
MOST_THREADS = 256


@dataclass(kw_only=True)
class GameOptions:
    """Which games to play; invalid options exit with an error."""

    seats: Annotated[int | None, typer.Option(help="Giocatori · players.")] = None
    games: Annotated[
        int | None, typer.Option(help="Partite; se mancano, 10000 · games; if absent, 10000.")
    ] = None
    seed: Annotated[int | None, typer.Option(help="Seme; se manca, a caso · seed; random if absent.")] = None
    laps: Annotated[
        int | None,
        typer.Option(
            help="Giri prima dello scadere; se mancano, dall'orologio · laps before time; else by the clock."
        ),
    ] = None

    def __post_init__(self) -> None:
        self.lang = lang = language()
        if self.games is not None and self.games < 1:
            fail(text("simulate.refused.games", lang, games=self.games))
        if self.seed is not None and not 0 <= self.seed < SEED_LIMIT:
            fail(text("simulate.refused.seed", lang, seed=self.seed))
        if self.laps is not None and not 1 <= self.laps <= MOST_LAPS_PLANNED:
            fail(text("simulate.refused.laps", lang, laps=self.laps, most=MOST_LAPS_PLANNED))

    @property
    def wanted(self) -> int:
        """Number of games to play."""
        return self.games or GAMES

    def seats_of(self, book: Rulebook) -> int:
        """The number of players, one the regulation allows."""
        sizes = ", ".join(str(size) for size in book.seats.sizes)
        if self.seats is not None and self.seats not in book.seats.sizes:
            words = {"rulebook": book.id, "seats": self.seats, "sizes": sizes}
            fail(text("simulate.refused.table", self.lang, **words))
        return self.seats or book.seats.preferred

    def fixed_seed(self) -> int:
        """The seed, drawn now if none was given."""
        if self.seed is None:
            self.seed = secrets.randbelow(1 << 32)
        return self.seed


@dataclass(kw_only=True)
class PlayOptions(GameOptions):
    """How to play; invalid options exit with an error."""

    bots: Annotated[
        str | None,
        typer.Option(help="Un bot per posto, o uno per tutti · a bot for each seat, or one for all."),
    ] = None
    threads: Annotated[
        int | None, typer.Option(help="Thread; se mancano, tutti · threads; if absent, all.")
    ] = None
    rotate: Annotated[
        bool, typer.Option("--rotate", help="I bot cambiano posto a ogni partita · bots move on each game.")
    ] = False
    interpreted: Annotated[
        bool, typer.Option("--interpreted", help="Senza codice macchina, lento · plain Python, slow.")
    ] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.threads is not None and not 1 <= self.threads <= MOST_THREADS:
            fail(text("simulate.refused.threads", self.lang, threads=self.threads, most=MOST_THREADS))
        self.names = tuple(name.strip() for name in self.bots.split(",")) if self.bots is not None else ()

    @property
    def workers(self) -> int:
        """Number of threads to play them with."""
        return self.threads or usable_processors()

    def take_over(self, header: dict[str, Any]) -> None:
        """Fill options that were not given from the header of a results file."""
        self.names = self.names or tuple(header["bots"])
        self.laps = self.laps or header["laps"]
        self.rotate = self.rotate or header["rotate"]
        self.games = self.games or header["games"]
        if self.seed is None:
            self.seed = header["seed"]

    def plan(self, label: str) -> SimulationPlan:
        """The plan for a regulation; the bots chosen for the first plan also apply to the next."""
        book = changed_rulebook(label, self.lang)
        self.names = self._seated(book)
        laps = self.laps or laps_within_time(book, len(self.names))
        seed, rotate = self.fixed_seed(), self.rotate
        plan = SimulationPlan(
            rulebook=book, label=label, bots=self.names, laps=laps, seed=seed, rotate=rotate
        )
        try:
            plan.bot_numbers()
        except UnknownBot as error:
            fail(error.sentence(self.lang))
        return plan

    def _seated(self, book: Rulebook) -> tuple[str, ...]:
        """A bot for each seat; a single name fills the table."""
        lang, sizes = self.lang, ", ".join(str(size) for size in book.seats.sizes)
        names, seats = self.names or (BOT,), self.seats_of(book)
        if len(names) == 1:
            return names * seats
        if self.seats is not None and len(names) != self.seats:
            fail(text("simulate.refused.seats", lang, count=len(names), seats=self.seats))
        if len(names) not in book.seats.sizes:
            fail(text("simulate.refused.bots", lang, count=len(names), rulebook=book.id, sizes=sizes))
        return names

    def players(self, *plans: SimulationPlan) -> tuple[Player, ...]:
        """A Player to run each plan; prints a notice first if code must be compiled."""
        if not self.interpreted and not machine_code_is_kept():
            remark(text("simulate.preparing", self.lang))
        return tuple(player(plan, compiled=not self.interpreted) for plan in plans)


def usable_processors() -> int:
    """Number of processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def changed_rulebook(label: str, lang: Language) -> Rulebook:
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
