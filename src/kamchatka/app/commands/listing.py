"""The commands behind forms and terminal commands, by name."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any

from kamchatka.command import Command
from kamchatka.referee import calls, counting, playing, timing
from kamchatka.referee.command import TableCommand
from kamchatka.tournament import (
    arranging,
    entries,
    officials,
    own_word,
    pending,
    recording,
    rounds,
    sanctions,
    settings,
)
from kamchatka.tournament import draws as drawing
from kamchatka.tournament.command import TournamentCommand


def _named(*modules: ModuleType) -> dict[str, type[Any]]:
    found = (each for module in modules for each in vars(module).values())
    kinds = (each for each in found if isinstance(each, type) and issubclass(each, Command))
    return {each.name or each.typed: each for each in kinds if each.name or each.typed}


OF_TOURNAMENTS: Mapping[str, type[TournamentCommand]] = _named(
    entries, settings, officials, drawing, arranging, recording, rounds, sanctions, pending, own_word
)
OF_TABLES: Mapping[str, type[TableCommand]] = _named(timing, playing, calls, counting)
