"""Keeps time while the site runs: saves the steady clock, and starts rounds whose time has come."""

import asyncio
import logging
from datetime import datetime
from pathlib import Path

from fastapi.concurrency import run_in_threadpool

from kamchatka.app.office import TERMINAL, Office, new_action
from kamchatka.app.tables.keeper import EVERY, PATIENCE, keep, system_timer
from kamchatka.app.tables.round_clock import start_round
from kamchatka.app.tables.stops import wake
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.refusals import Refusal

logger = logging.getLogger("uvicorn.error")


def wake_clocks(office: Office, home: Path) -> None:
    """Resume the clocks that ran when the computer or the program stopped."""
    wake(office, home, system_timer, patience=PATIENCE)


async def keep_time(office: Office, home: Path) -> None:
    """Until cancelled: save the steady clock every ten seconds, and start rounds at their planned time."""
    while True:
        await run_in_threadpool(keep, home, system_timer(), office.clock())
        await run_in_threadpool(start_planned, office)
        await asyncio.sleep(EVERY)


def start_planned(office: Office) -> None:
    """Start every round whose planned time has come."""
    now = office.clock()
    with office.reading() as reading:
        desks = open_listed_in(reading).desks
    for desk in desks:
        at = desk.tournament.planned_start
        if at and datetime.fromisoformat(at) <= now:
            try:
                start_round(office, TERMINAL, desk.id, system_timer, new_action())
            except Refusal as refusal:
                logger.warning("Round of %s not started: %s", desk.id, refusal)
