"""Regulations as data: one TOML file each, validated into one frozen Rulebook."""

from kamchatka.rulebook.advice import Advice, advice
from kamchatka.rulebook.explain import (
    Explanation,
    ValueDifference,
    about,
    diff,
    explain,
    label,
    override_choices,
    section_title,
    show_value,
)
from kamchatka.rulebook.faults import FaultyRulebook, NoSuchTable, UnknownRulebook
from kamchatka.rulebook.grounds import readings_of, unstated_of
from kamchatka.rulebook.loading import load, load_file, read, read_recorded, shipped
from kamchatka.rulebook.model import Rulebook, RulebookValue
from kamchatka.rulebook.overriding import with_values
from kamchatka.rulebook.readings import Reading, readings
from kamchatka.rulebook.sections import SECTIONS
from kamchatka.rulebook.unstated import Unstated, declared

__all__ = [
    "SECTIONS",
    "Advice",
    "Explanation",
    "FaultyRulebook",
    "NoSuchTable",
    "Reading",
    "Rulebook",
    "RulebookValue",
    "UnknownRulebook",
    "Unstated",
    "ValueDifference",
    "about",
    "advice",
    "declared",
    "diff",
    "explain",
    "label",
    "load",
    "load_file",
    "override_choices",
    "read",
    "read_recorded",
    "readings",
    "readings_of",
    "section_title",
    "shipped",
    "show_value",
    "unstated_of",
    "with_values",
]
