"""Keeps time while the site runs: saves the steady clock, and starts rounds whose time has come."""

import asyncio
import contextlib
import logging
from datetime import datetime
from functools import partial
from pathlib import Path

from fastapi.concurrency import run_in_threadpool

from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.tables.keeper import EVERY, PATIENCE, keep, system_timer
from kamchatka.app.tables.round_clock import planned_start, start_round
from kamchatka.app.tables.stops import wake
from kamchatka.app.tournaments.opening import fold_in, listed_in, tournament_in
from kamchatka.app.tournaments.unreadable import UnreadableTournament
from kamchatka.refusals import Refusal

logger = logging.getLogger("uvicorn.error")


def wake_clocks(office: Office, home: Path) -> None:
    """Resume the clocks that ran when the computer or the program stopped."""
    wake(office, home, system_timer, patience=PATIENCE)


async def keep_time(office: Office, home: Path) -> None:
    """Until cancelled: save the steady clock every ten seconds, and start rounds at their planned time."""
    while True:
        for work in (partial(keep, home, system_timer(), office.clock()), partial(start_planned, office)):
            try:
                await run_in_threadpool(work)
            except Exception:
                logger.exception("Time not kept; tried again in %s seconds", EVERY)
        await asyncio.sleep(EVERY)


def start_planned(office: Office) -> None:
    """Start every round whose planned time has come."""
    now = office.clock()
    for id, at in _planned(office):
        if at and datetime.fromisoformat(at) <= now:
            try:
                start_round(office, TERMINAL, id, system_timer, new_action())
            except Refusal as refusal:
                logger.warning("Round of %s not started: %s", id, refusal)


def _planned(office: Office) -> list[tuple[str, str]]:
    """Tournaments with a planned start, and when it is; no names are read of the others."""
    found = []
    with office.reading() as reading:
        for id in listed_in(reading):
            with contextlib.suppress(UnreadableTournament):  # its own pages say so
                if fold_in(reading, id).tournament.start is not None:
                    found.append((id, planned_start(reading, tournament_in(reading, id))))
    return found
