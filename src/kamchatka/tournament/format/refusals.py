"""Why a format cannot be used: its file is faulty, nobody knows it, an option may not be chosen so."""

from kamchatka.faults import FaultyFile
from kamchatka.refusals import NotUnderstood


class FaultyFormat(FaultyFile):
    """A format file that cannot be used."""


class UnknownFormat(NotUnderstood):
    """No format has this id."""

    section = "format.refused"


class WrongOption(NotUnderstood):
    """An option the format does not have, or a value it may not take; cites the clause that bounds it."""

    section = "format.refused"
