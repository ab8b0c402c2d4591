"""Tournaments that are stored but cannot be read: damaged, or refused by a stricter version."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from kamchatka.faults import FaultyFile
from kamchatka.messages import Language, text
from kamchatka.refusals import NotPossibleNow, Refusal

LONGEST_REASON = 120


class UnreadableTournament(NotPossibleNow):
    """A stored tournament that this program cannot read; `reason` says why, in a language."""

    def __init__(self, id: str, reason: Callable[[Language], str]) -> None:
        super().__init__("unreadable_tournament", id=id, reason=reason)
        self.id = id
        self.reason = reason


@contextmanager
def as_unreadable(id: str) -> Iterator[None]:
    """Turn anything that fails while a tournament is read into UnreadableTournament.

    Errors of the database itself pass: they say nothing about the tournament.
    """
    try:
        yield
    except (SQLAlchemyError, UnreadableTournament):
        raise
    except Refusal as refusal:
        raise UnreadableTournament(id, refusal.sentence) from refusal
    except FaultyFile as faulty:
        raise UnreadableTournament(id, faulty.report) from faulty
    except Exception as error:
        said = f"{type(error).__name__}: {error}"[:LONGEST_REASON]
        raise UnreadableTournament(
            id, lambda lang: text("refused.unreadable_fold", lang, said=said)
        ) from error
