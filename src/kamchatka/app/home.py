"""Where this installation keeps what people give it."""

import os
from pathlib import Path

VARIABLE = "KAMCHATKA_HOME"


def data_folder() -> Path:
    """The folder that the environment names; without one, a folder of the user's own."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else Path.home() / ".kamchatka"


def games_folder(home: Path) -> Path:
    """Where a terminal keeps its games, and where the site finds them."""
    return home / "partite"
