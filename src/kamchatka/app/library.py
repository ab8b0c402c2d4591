"""The formats, formulas and regulations of this installation, by the names people type."""

from pathlib import Path

from kamchatka.app.files import data_folder
from kamchatka.tournament.format.library import RulesLibrary


def library() -> RulesLibrary:
    """For names typed at the terminal: shipped ids, files in the working directory, the club's own by id."""
    return RulesLibrary(Path(), data_folder())


def club_library() -> RulesLibrary:
    """For names sent to the site: shipped ids and the club's own, no other files."""
    return RulesLibrary(house=data_folder())
