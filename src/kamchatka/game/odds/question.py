"""Parse questions to the odds: armies typed at terminal or site."""

import re
from dataclasses import dataclass

from kamchatka.refusals import Refusal

MOST_ARMIES = 200
"""Limit of armies on either side, over all territories of a chain."""

LONGEST_SHOWN = 20
"""Characters shown of an invalid number."""

LONGEST_NUMBER = 6


class BadQuestion(Refusal):
    """Invalid numbers of armies; the code names the invalid part."""

    section = "odds.faults"

    def __init__(self, code: str, value: object) -> None:
        super().__init__(code, value=str(value)[:LONGEST_SHOWN], most=MOST_ARMIES)


@dataclass(frozen=True, kw_only=True)
class OddsQuestion:
    """Attackers against defenders; `until` and `chain` as for `odds.odds`."""

    attackers: int
    defenders: int
    until: int = 1
    chain: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for code in ("attackers", "defenders", "until"):
            if not _in_reach(getattr(self, code)):
                raise BadQuestion(code, getattr(self, code))
        for armies in self.chain:
            if not _in_reach(armies):
                raise BadQuestion("chain", armies)
        together = self.defenders + sum(self.chain)
        if together > MOST_ARMIES:
            raise BadQuestion("together", together)


def _in_reach(armies: int) -> bool:
    return 1 <= armies <= MOST_ARMIES


def read_question(attackers: str, defenders: str, until: str = "", chain: str = "") -> OddsQuestion:
    """Parse a question; an empty `until` means one army, an empty `chain` no further territory."""
    parts = re.split(r"\s*,\s*|\s+", chain.strip()) if chain.strip() else []
    return OddsQuestion(
        attackers=_number("attackers", attackers),
        defenders=_number("defenders", defenders),
        until=_number("until", until or "1"),
        chain=tuple(_number("chain", part, shown=chain) for part in parts),
    )


def _number(code: str, words: str, *, shown: str = "") -> int:
    """Parse plain digits only: signs, fractions and words are refused."""
    digits = words.strip()
    if not (digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER):
        raise BadQuestion(code, shown or digits)
    return int(digits)
