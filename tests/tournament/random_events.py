"""Random tournaments of every shipped format, for tests."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import pytest

from kamchatka.app.tournaments.texts import setup_of, texts_of
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll
from kamchatka.tournament.events import Pinned, Settings
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.generator import STEPS, RandomEvent, SeededChoices, begin, late_entry, play
from kamchatka.tournament.progress import next_step

FIELDS = {
    "challenge": (4, 30),
    "tre-partite": (8, 24),
    "tre-partite-finale": (8, 24),
    "due-giorni": (8, 40),
    "serate": (8, 16),
    "campionato": (8, 13),
    "eliminazione-diretta": (64, 70),
    "seconda-chance": (37, 44),
    "milano": (8, 20),
    "primavera": (8, 15),
    "aziendale": (8, 16),
    "raduno": (8, 40),
    "raduno-circuito": (8, 40),
    "master": (8, 40),
    "open": (8, 20),
    "cni": (32, 36),
    "campionato-periodico": (8, 14),
    "squadre": (16, 16),
}
"""How many players each format is tried with."""
EVERY_FORMAT = [
    pytest.param(format, marks=pytest.mark.xdist_group(f"random {format}"), id=format) for format in FIELDS
]
"""For tests that look at the same tournaments in one process, where each is played once."""


def begun(
    format: str,
    seed: int,
    *,
    publishes_later: bool = False,
    options: Mapping[str, object] = MappingProxyType({}),
) -> RandomEvent:
    """A tournament with its judge and its entrants, all of whom have signed."""
    luck = SeededChoices(f"{format} {seed}")
    texts = texts_of(format)
    event = RandomEvent(setup_of(texts, options, {}), luck, publishes_later=publishes_later)
    pins = {kind: Pinned(id, id) for kind, id in texts.ids.items()}
    least, most = FIELDS[format]
    settings = Settings(name=f"{format} {seed}", **pins)  # type: ignore[arg-type]
    return begin(event, settings, least + luck.below(most - least + 1))


def until(event: RandomEvent, step: str) -> RandomEvent:
    """Played without mishaps up to a step."""
    while next_step(event.tournament) != step:
        STEPS[next_step(event.tournament)](event)
    return event


def drawn(format: str, seed: int, draw: str = "seme") -> RandomEvent:
    """A tournament whose first round is drawn: everybody is there, and can be seated."""
    event = begun(format, seed)
    while True:
        event.ask(CallRoll(tuple(each.person for each in event.tournament.playing)))
        try:
            event.ask(DrawRound(draw))
        except NoTables:
            late_entry(event)
        else:
            return event


@cache
def played(format: str, seed: int, *, publishes_later: bool = False) -> RandomEvent:
    """A random tournament of this format, from the entries to the published standings; not to be changed."""
    event = begun(format, seed, publishes_later=publishes_later)
    for _ in play(event):
        pass
    return event
