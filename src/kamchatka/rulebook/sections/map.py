"""The map: the border that regulations disagree on."""

from kamchatka.rulebook.sections.base import Section


class MapSection(Section):
    """Switches of the board's borders."""

    egypt_middle_east: bool
