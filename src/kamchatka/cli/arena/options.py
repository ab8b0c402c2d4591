"""The options of `arena` and `tune` about what is played and by whom."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.output import fail, remark
from kamchatka.cli.simulate.options import MOST_THREADS, GameOptions, changed_rulebook, usable_processors
from kamchatka.messages import text
from kamchatka.simulate.batch import machine_code_is_kept
from kamchatka.simulate.jobfile import JobResults
from kamchatka.simulate.jobs import Workshop, dask_crew, local_crew
from kamchatka.simulate.match import Conditions, code_digest
from kamchatka.simulate.plan import laps_within_time


@dataclass(kw_only=True)
class ArenaOptions(GameOptions):
    """What is played, and by whom; invalid options exit with an error."""

    games: Annotated[
        int | None,
        typer.Option(
            help="Partite di ogni incontro: 1000, per tune 200 · games of each match: 1000, for tune 200."
        ),
    ] = None
    file: Annotated[
        Path | None,
        typer.Option(help="Tiene i risultati e riprende da lì · keeps results and goes on from there."),
    ] = None
    workers: Annotated[
        int | None, typer.Option(help="Processi; se mancano, tutti · processes; if absent, all.")
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option(help="Cluster Dask: local:2 o un indirizzo · Dask cluster: local:2 or an address."),
    ] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.workers is not None and not 1 <= self.workers <= MOST_THREADS:
            fail(text("arena.refused.workers", self.lang, workers=self.workers, most=MOST_THREADS))
        if self.workers and self.cluster:
            fail(text("simulate.refused.together", self.lang, one="--workers", other="--cluster"))

    def conditions(self, label: str) -> Conditions:
        """The conditions of all matches."""
        book = changed_rulebook(label, self.lang)
        seats, seed = self.seats_of(book), self.fixed_seed()
        laps = self.laps or laps_within_time(book, seats)
        return Conditions(rulebook=book, label=label, seats=seats, laps=laps, seed=seed)

    @contextmanager
    def workshop(self) -> Iterator[Workshop]:
        """The workers, with the results kept in the file."""
        with ExitStack() as stack:
            crew = local_crew(self.workers or usable_processors())
            if self.cluster:
                crew = stack.enter_context(dask_crew(self.cluster, code_digest))
            kept = JobResults(self.file, rules=code_digest())
            if not machine_code_is_kept():
                remark(text("simulate.preparing", self.lang))
            yield stack.enter_context(Workshop(crew, kept))
