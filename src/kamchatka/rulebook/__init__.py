"""Regulations as data: one TOML file each, validated into one frozen Rulebook."""

from kamchatka.rulebook.advice import Advice, advice
from kamchatka.rulebook.explain import (
    Difference,
    Explanation,
    Reading,
    about,
    alternatives,
    diff,
    explain,
    label,
    readings,
    readings_of,
    section_title,
    show_value,
)
from kamchatka.rulebook.faults import Fault, FaultyRulebook, UnknownRulebook
from kamchatka.rulebook.loading import load, load_file, read, shipped
from kamchatka.rulebook.model import Entry, Rulebook
from kamchatka.rulebook.sections import SECTIONS

__all__ = [
    "SECTIONS",
    "Advice",
    "Difference",
    "Entry",
    "Explanation",
    "Fault",
    "FaultyRulebook",
    "Reading",
    "Rulebook",
    "UnknownRulebook",
    "about",
    "advice",
    "alternatives",
    "diff",
    "explain",
    "label",
    "load",
    "load_file",
    "read",
    "readings",
    "readings_of",
    "section_title",
    "shipped",
    "show_value",
]
