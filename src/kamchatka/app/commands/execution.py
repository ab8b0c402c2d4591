"""Execute the commands of one request in one transaction."""

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
    """The events caused by a request, and the tournament after it."""

    office: Office
    lang: Language
    events: tuple[object, ...]
    desk: OpenTournament

    @cached_property
    def sentences(self) -> list[str]:
        """The events as sentences of the log."""
        stages = self.desk.tournament.format.stages
        return sentences(self.office, self.events, self.desk.names, self.lang, stages)

    def is_news_to(self, seen: OpenTournament) -> bool:
        """Whether the request changed the tournament since this earlier state."""
        return bool(self.events) and self.desk.version > seen.version

    @property
    def next(self) -> Step:
        """The next step of the tournament."""
        return next_step(self.desk.tournament)


def execute(
    office: Office,
    actor: Actor,
    id: str,
    *commands: TournamentCommand,
    note: str = "",
    action: ActionId | None = None,
    before: Callable[[LogWriter], None] | None = None,
    form: object = None,
    lang: Language = "it",
) -> Outcome:
    """Execute the commands of one request in order, all or none.

    The default note is the reason given in a command. `before` writes to other streams in the same
    transaction. `form` is what was sent, to recognise a repeated request whose commands depend on the state.
    """
    said = note or next(filter(None, map(note_of, commands)), "")
    for command in commands:
        actor.must_be(*map(Role, command.roles))

    def work(writing: LogWriter) -> None:
        if before:
            before(writing)
        for command in commands:
            record(writing, id, command, said)

    content = [id, form] if form else [id, *map(fingerprint, commands), said]
    stored = office.carry_out(actor, action or new_action(), content, work)
    return outcome_of(office, id, stored, lang)


def outcome_of(office: Office, id: str, stored: Iterable[StoredEvent], lang: Language = "it") -> Outcome:
    """The outcome of a request, from its stored events."""
    with office.reading() as reading:
        return Outcome(office, lang, tuple(decoded(reading, stored)), tournament_in(reading, id, lang))
