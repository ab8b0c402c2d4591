"""Carry out the commands of one request in one transaction."""

from collections.abc import Callable
from dataclasses import dataclass

from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tournament.desk import Desk, decoded, desk_in, record
from kamchatka.ids import ActionId
from kamchatka.messages import Language
from kamchatka.store.log import Writing
from kamchatka.tournament.command import Command


@dataclass(frozen=True)
class Outcome:
    """What happened by a request, and the tournament after it."""

    events: tuple[object, ...]
    desk: Desk


def execute(
    office: Office,
    actor: Actor,
    id: str,
    *commands: Command,
    note: str = "",
    action: ActionId | None = None,
    before: Callable[[Writing], None] | None = None,
    lang: Language = "it",
) -> Outcome:
    """One request: its commands one after the other, all of them or none.

    `before` does what belongs to the same transaction and stands in other streams.
    """
    for command in commands:
        actor.must_be(*map(Role, command.roles))

    def work(writing: Writing) -> None:
        if before:
            before(writing)
        for command in commands:
            record(writing, id, command, note)

    content = [id, *(repr(command) for command in commands), note]
    stored = office.carry_out(actor, action or new_action(), content, work)
    with office.reading() as reading:
        return Outcome(tuple(decoded(reading, stored)), desk_in(reading, id, lang))
