"""Carry out the commands of one request in one transaction."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tournaments.opening import OpenTournament, decoded, record, sentences, tournament_in
from kamchatka.command import fingerprint, note_of
from kamchatka.ids import ActionId
from kamchatka.messages import Language
from kamchatka.store.chain import StoredEvent
from kamchatka.store.log import LogWriter
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.progress import Step, next_step


@dataclass(frozen=True)
class Outcome:
    """What happened by a request, and the tournament after it."""

    office: Office
    lang: Language
    events: tuple[object, ...]
    desk: OpenTournament

    @cached_property
    def sentences(self) -> list[str]:
        """The events as the log tells them."""
        return sentences(self.office, self.events, self.desk.names, self.lang)

    def is_news_to(self, seen: OpenTournament) -> bool:
        """Whether something happened that somebody who saw the tournament so does not know."""
        return bool(self.events) and self.desk.version > seen.version

    @property
    def next(self) -> Step:
        """What comes next."""
        return next_step(self.desk.tournament)


def execute(
    office: Office,
    actor: Actor,
    id: str,
    *commands: TournamentCommand,
    note: str = "",
    action: ActionId | None = None,
    before: Callable[[LogWriter], None] | None = None,
    lang: Language = "it",
) -> Outcome:
    """One request: its commands one after the other, all of them or none.

    The note is the reason that a command gives, unless it is said. `before` does what belongs to the same
    transaction and stands in other streams.
    """
    said = note or next(filter(None, map(note_of, commands)), "")
    for command in commands:
        actor.must_be(*map(Role, command.roles))

    def work(writing: LogWriter) -> None:
        if before:
            before(writing)
        for command in commands:
            record(writing, id, command, said)

    content = [id, *map(fingerprint, commands), said]
    stored = office.carry_out(actor, action or new_action(), content, work)
    return outcome_of(office, id, stored, lang)


def outcome_of(office: Office, id: str, stored: Iterable[StoredEvent], lang: Language = "it") -> Outcome:
    """What a request left in the log."""
    with office.reading() as reading:
        return Outcome(office, lang, tuple(decoded(reading, stored)), tournament_in(reading, id, lang))
