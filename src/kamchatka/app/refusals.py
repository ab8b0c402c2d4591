"""What the tables and records of this installation refuse."""

from kamchatka.refusals import Refusal


class RecordRefusal(Refusal):
    """A record that cannot be played again."""

    section = "replay.refused"


class TableRefusal(Refusal):
    """Something a table cannot do for the people at it, or cannot make out of what they typed."""

    section = "play.refused"
