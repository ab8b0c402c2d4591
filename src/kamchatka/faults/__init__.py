"""What is wrong with a file somebody wrote: every fault at once, each with its place and its remedy.

fault     one thing to mend, and a file refused with all of them
reading   TOML and JSON as people write them, or where and why they cannot be read
lines     on which line of a TOML file a key stands
findings  what a pydantic model refused, and what may stand there, in words
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
