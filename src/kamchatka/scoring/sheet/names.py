"""Names in a results file: the same name is the same player or team, whatever the keyboard did."""

from typing import Any

from kamchatka.scoring.sheet.model import player_name


def tidied(raw: Any) -> Any:
    """The name as sheets have it; what is no text stays as it is, for the reader to complain about."""
    return player_name(raw) if isinstance(raw, str) else raw
