"""The formats, formulas and regulations of this installation, by the names people type."""

from contextvars import ContextVar
from pathlib import Path

from kamchatka.app.files import data_folder
from kamchatka.tournament.format.library import RulesLibrary

FOLDER: ContextVar[Path] = ContextVar("folder", default=Path())
"""Where names of files are looked for: here, or where a command was typed that the site executes."""


def library() -> RulesLibrary:
    """For names typed at the terminal: shipped ids, files in the caller's folder, the club's own by id."""
    return RulesLibrary(FOLDER.get(), data_folder())


def club_library() -> RulesLibrary:
    """For names sent to the site: shipped ids and the club's own, no other files."""
    return RulesLibrary(house=data_folder())
