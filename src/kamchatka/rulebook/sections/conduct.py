"""Conduct at a live table: talk, fallen dice, the casebook."""

from typing import Literal

from kamchatka.rulebook.sections.base import Count, Section

Talk = Literal["free", "forbidden"]
VoidScope = Literal["thrower", "both"]


class ConductSection(Section):
    """Forbidden conduct, as the numbers and choices a referee needs."""

    talk: Talk
    casebook: bool
    void_scope: VoidScope
    falls_before_penalty: Count
    falls_lose_defence_throw: Count
    penalty_army_limit: Count
