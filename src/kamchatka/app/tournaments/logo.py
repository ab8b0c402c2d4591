"""The club's logo on the papers of an event."""

from kamchatka.app.commands.execution import Outcome, execute
from kamchatka.app.office import Actor, Office, Role
from kamchatka.app.tournaments.opening import OpenTournament, stream_of
from kamchatka.documents.logo import drawn_logo
from kamchatka.ids import ActionId
from kamchatka.messages import Language
from kamchatka.store.chain import text_digest
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.settings import SetLogo

KIND = "logo"


def set_logo(
    office: Office,
    actor: Actor,
    id: str,
    content: bytes,
    *,
    action: ActionId | None = None,
    lang: Language = "it",
) -> Outcome:
    """Draw an uploaded PNG or SVG, and let papers carry it; NotUnderstood if it cannot be drawn."""
    actor.must_be(*map(Role, SetLogo.roles))
    picture = drawn_logo(content)
    command = SetLogo(text_digest(KIND, picture))

    def pin(writing: LogWriter) -> None:
        writing.pin(stream_of(id), KIND, picture)

    return execute(office, actor, id, command, action=action, before=pin, lang=lang)


def logo_in(reading: LogReader, desk: OpenTournament) -> str:
    """The logo of an event as PNG in base64; empty: none."""
    digest = desk.tournament.logo
    return reading.pinned(stream_of(desk.id), digest) if digest else ""
