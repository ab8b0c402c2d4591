"""Why a file is no TOML, in words of our own: the reader of the standard library speaks English."""

import re
import tomllib

from kamchatka.handwritten import MOST_PARTS, DeepKey
from kamchatka.scoring.formula_fault import FormulaFault

SAID = {
    "twice": ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate inline"),
    "equals": ("Expected '='", "Invalid initial character for a key", "Invalid statement"),
    "value": ("Invalid value", "Invalid date"),
    "quotes": (
        "Unterminated string",
        "Illegal character",
        "Expected '\"",
        'Expected "',
        "Unescaped",
        "Invalid hex",
    ),
    "brackets": ("Unclosed array", "Unclosed inline", "Expected ']", "Expected '}"),
    "line_end": ("Expected newline",),
}
"""How the reader begins each of its sentences, by the code of `formula.toml`."""
_PLACE = re.compile(r"at line (\d+), column (\d+)")


def toml_fault(error: Exception) -> FormulaFault:
    """The one fault of a file that cannot be read further."""
    if isinstance(error, DeepKey):
        return FormulaFault("deep_key", "", error.line, {"most": str(MOST_PARTS)})
    if isinstance(error, RecursionError):
        return FormulaFault("too_deep", "")
    if not isinstance(error, tomllib.TOMLDecodeError):
        return FormulaFault("long_number", "")
    said = str(error)
    code = next((code for code, starts in SAID.items() if said.startswith(starts)), "other")
    place = _PLACE.search(said)
    line = int(place.group(1)) if place else None
    return FormulaFault("not_toml", "", line, wanted=f"toml_{code}")
