"""The press: sets papers in type, in a process of its own with a limit of time and memory.

A compile that hangs, dies or takes too much memory ends that process and nothing else.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kamchatka.documents.pictures import Svg
from kamchatka.refusals import NotPossibleNow

Picture = Literal["pdf", "png"]
SECONDS = 60
"""Longest time for one document; a pack of 104 players takes about two seconds."""
LONGEST = 8000
"""Most characters of one text of a paper; a stage with many cases takes about 2200."""
UNPRINTED = {
    *range(0x20),
    *range(0x7F, 0xA0),
    *(0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x2070),
    *range(0xD800, 0xE000),
    *range(0xFFF9, 0xFFFC),
}
"""Controls, marks of writing direction and halves of characters: nothing that a paper shows."""
CLEANED = dict.fromkeys(UNPRINTED, " ")


@dataclass(frozen=True)
class PrintedPaper:
    """A document as it came out of the press."""

    pages: tuple[bytes, ...]
    """One PDF; or as many pictures as it has pages."""
    warnings: tuple[str, ...]
    unprintable: str
    """A sign that our fonts lack, printed as a box; empty: none."""

    @property
    def pdf(self) -> bytes:
        """The whole document."""
        [pdf] = self.pages
        return pdf


def printed(
    document: Mapping[str, object], picture: Picture = "pdf", *, ppi: int = 0, seconds: float = SECONDS
) -> PrintedPaper:
    """Set a document in type; NotPossibleNow if the press does not finish."""
    order = json.dumps({"picture": picture, "ppi": ppi, "data": cleaned(document)}, ensure_ascii=False)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "kamchatka.documents.worker", str(SECONDS)],
            input=order.encode(),
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise NotPossibleNow("paper_too_slow", seconds=int(seconds)) from None
    if done.returncode != 0:
        raise NotPossibleNow("paper_failed", why=_last_line(done.stderr))
    head, _, rest = done.stdout.partition(b"\n")
    told = json.loads(head)
    pages, start = [], 0
    for size in told["sizes"]:
        pages.append(rest[start : start + size])
        start += size
    return PrintedPaper(tuple(pages), tuple(told["warnings"]), told["unprintable"])


def _last_line(words: bytes) -> str:
    lines = words.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:200] if lines else "-"


def cleaned(value: object) -> object:
    """The value with every text on one line, without controls, not too long; drawings are left alone."""
    match value:
        case Svg():
            return str(value)
        case str():
            return " ".join(value.translate(CLEANED).split(" "))[:LONGEST] if value.strip() else value[:80]
        case Mapping():
            return {key: cleaned(each) for key, each in value.items()}
        case Sequence():
            return [cleaned(each) for each in value]
    return value
