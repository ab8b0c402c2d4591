"""Consents of a tournament's entrants, recorded at the desk."""

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.register.consent import Consent, agreed
from kamchatka.app.register.people import correct_in
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.ids import ActionId, PersonId
from kamchatka.store import people
from kamchatka.store.log import LogWriter


def record_consent(
    office: Office,
    actor: Actor,
    id: str,
    who: PersonId,
    consent: Consent,
    *,
    action: ActionId | None = None,
) -> None:
    """Record a consent of an entrant or a parent, or its withdrawal."""
    actor.must_be(Role.ORGANISER)
    if who not in open_tournament(office, id).tournament.entrants:
        raise KeyError(who)

    def register(writing: LogWriter) -> None:
        root = people.root_of(writing.connection, who)
        row = next(people.rows(writing.connection, [root]), None)
        line = agreed(people.person_in(row), [consent]) if row else ""
        correct_in(writing, root, {"consent": line})

    execute(office, actor, id, action=action, before=register)
