"""Generale's own working memory beside its notes: the candidates it compares, and the value network.

Cells like those of `notes`, read in the same two ways.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp
from typing import NamedTuple, NewType

from kamchatka.bots.notes import Layout, record_over, size_in_bytes, write
from kamchatka.faults import read_toml
from kamchatka.rules.layout import SEATS, Cells, Secrets

MOST_CANDIDATES = 32
FEATURES = 22
HIDDEN = 24

WEIGHT_SHIFT = 20
"""Binary digits after the point of the network's first layer."""
SUM_SHIFT = 14
"""The same of its second layer."""
PROSPECT_SHIFT = 10
"""The same of a prospect."""
STEP_SHIFT = 1
STEPS = 1 << 13
"""The table of powers: exp(-n / 512) for n below this."""
CERTAIN = 1 << 20
"""A chance of one in a judgement."""

# Cells of `plan`
TRIALS = 0  # playouts for each candidate on average
SOLDATO_MODEL = -1
"""In `model`: played by soldato; else the row of a temperament."""

STUDY_LAYOUT: Layout = (
    ("plan", "q", 1),
    ("candidate", "q", MOST_CANDIDATES),
    ("style", "q", MOST_CANDIDATES),
    ("score", "q", MOST_CANDIDATES),
    ("alive", "q", MOST_CANDIDATES),
    ("model", "q", SEATS),
    ("feature", "q", SEATS * FEATURES),
    ("prospect", "q", SEATS),
    ("seen", "i", HIDDEN * FEATURES),
    ("bias", "i", HIDDEN),
    ("sum", "i", HIDDEN),
    ("power", "i", STEPS),
)
"""`candidate` is a move, `style` the temperament that finishes the turn after it, `score` the sum of its
judgements, `alive` whether it is still compared. By seat: the `model` that plays it in playouts, its
`feature`s and its `prospect`. The rest is the network and a table of powers.
"""


Dealt = NewType("Dealt", Secrets)
"""Hidden facts as a playout deals them; the real ones are Secrets, which a search cannot be given."""


class Study(NamedTuple):
    """The working memory of a search."""

    plan: Cells
    candidate: Cells
    style: Cells
    score: Cells
    alive: Cells
    model: Cells
    feature: Cells
    prospect: Cells
    seen: Cells
    bias: Cells
    sum: Cells
    power: Cells


def new_study(trials: int) -> Study:
    """A study that tries each candidate in this many playouts on average."""
    study = study_over(bytearray(blank_study()))
    study.plan[TRIALS] = trials
    return study


def study_over(buffer: bytearray) -> Study:
    """A study over these bytes."""
    return Study(*record_over(STUDY_LAYOUT, buffer))


@cache
def blank_study() -> bytes:
    """A study of nothing yet, with the network filled in."""
    buffer = bytearray(size_in_bytes(STUDY_LAYOUT))
    study = study_over(buffer)
    network = read_toml((files(__package__) / "value.toml").read_text(encoding="utf-8"))
    seen: Iterable[int] = chain.from_iterable(network["seen"])
    write(study.seen, 0, seen)
    write(study.bias, 0, network["bias"])
    write(study.sum, 0, network["sum"])
    write(study.power, 0, (round(CERTAIN * exp(-step / (STEPS >> 4))) for step in range(STEPS)))
    return bytes(buffer)
