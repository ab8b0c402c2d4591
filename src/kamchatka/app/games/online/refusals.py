"""Refusals of online tables, of the three kinds."""

from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood


class Unknown(NotUnderstood):
    """A table, a chair or a word that makes no sense."""

    section = "online.refused"


class TooLarge(Unknown):
    """A request longer than any action is."""


class Forbidden(NotAllowed):
    """Another player's seat, or what this table does not allow."""

    section = "online.refused"


class NotNow(NotPossibleNow):
    """Too early, too late, or too fast."""

    section = "online.refused"
