"""Faults of files written by people: all reported at once, each with its place and its remedy.

fault     one fault, and the error that carries all faults of a file
reading   parse TOML and JSON, or report where and why parsing failed
lines     line numbers of keys in a TOML file
findings  validation errors of a pydantic model, with the allowed values in words
"""

from kamchatka.faults.fault import Fault, FaultyFile, WrittenDecimal, as_written, bare, closest, nearest
from kamchatka.faults.findings import AllowedWords, Finding, choices, findings, refusal, refusals, wanted
from kamchatka.faults.lines import Lines, Path, dotted
from kamchatka.faults.reading import BrokenFile, read_json, read_toml, toml_texts

__all__ = [
    "AllowedWords",
    "BrokenFile",
    "Fault",
    "FaultyFile",
    "Finding",
    "Lines",
    "Path",
    "WrittenDecimal",
    "as_written",
    "bare",
    "choices",
    "closest",
    "dotted",
    "findings",
    "nearest",
    "read_json",
    "read_toml",
    "refusal",
    "refusals",
    "toml_texts",
    "wanted",
]
