"""Refusals of digital tables and of game records."""

from kamchatka.refusals import Refusal


class RecordRefusal(Refusal):
    """A record cannot be replayed."""

    section = "replay.refused"


class TableRefusal(Refusal):
    """A digital table cannot do what was asked, or cannot parse what was typed."""

    section = "play.refused"
