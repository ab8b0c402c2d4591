"""The map: the border on which regulations differ."""

from kamchatka.rulebook.sections.base import Section


class MapSection(Section):
    """Optional borders of the board."""

    egypt_middle_east: bool
