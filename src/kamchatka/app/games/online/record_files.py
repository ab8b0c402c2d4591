"""The record of a finished online game as a file, where the list of games and the replay find it.

It is made from the log: if it is missing, it is written again when the table is looked at.
"""

import logging
from pathlib import Path

from kamchatka.app.files import games_folder, write_whole
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.app.games.terminal_games import HIDDEN, id_of
from kamchatka.game.record_text import record_to_text

logger = logging.getLogger("uvicorn.error")


def file_name(table: OnlineTable) -> str:
    """The file of a table's game; that of a private table is not listed."""
    return f"{'' if table.terms.public else HIDDEN}tavolo-{table.id}.partita"


def replay_address(table: OnlineTable) -> str | None:
    """Where a game is replayed and verified, once it is closed."""
    if table.game is None or not table.is_closed:
        return None
    return f"/partite/{id_of(file_name(table))}"


def keep_record(home: Path, table: OnlineTable) -> None:
    """Write the record of a closed game, if its file is missing."""
    path = games_folder(home) / file_name(table)
    if table.game is None or path.exists():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, record_to_text(table.record()).encode())
    except OSError as error:
        logger.warning("Record of table %s not written: %s", table.id, error)
