"""Routes generated from command declarations, for commands that need no code of their own at the desk.

Each route requires the command's roles, reads its fields from the form by their Italian names, answers with
the sentences of the log and redirects to one of `PAGES`.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter

from starlette.responses import Response

from kamchatka.app.commands.execution import Outcome
from kamchatka.app.commands.listing import OF_TOURNAMENTS
from kamchatka.app.commands.reading import WordContext, read
from kamchatka.app.office import Role
from kamchatka.command import fields_of
from kamchatka.messages import text
from kamchatka.tournament.command import TournamentCommand
from kamchatka.web.desk.draw import drawn
from kamchatka.web.site.event_frame import DESK_TABS
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import STAFF, EventRoles, LockedRouter
from kamchatka.web.site.visit import DeskForm, DeskVisit

router = LockedRouter()
PAGES: Mapping[str, str] = {
    **DESK_TABS,
    "entry": "/iscritti/{numero}",
    "finale": "/proclama",
    "penalties": "/penalita",
    "seats": "/sorteggio",
    "table": "/referti/{turno}/{tavolo}",
}
"""Redirect targets that a form may name; the form's fields fill in the numbers."""
NUMBERS = ("numero", "turno", "tavolo")


def _asked(kind: type[TournamentCommand]) -> Callable[[DeskForm], Response]:
    """The route of a command."""
    names = {field.name: field.meaning.form for field in fields_of(kind) if field.meaning.form}

    def ask(at: DeskForm) -> Response:
        words = {name: at.fields(form) for name, form in names.items()}
        return _answer(at, at.execute(read(kind, WordContext(at.office, at.desk), words)))

    ask.__doc__ = kind.__doc__
    return ask


def _answer(at: DeskVisit, outcome: Outcome) -> Response:
    """Redirect to the requested page, which says what happened; the seating page is re-rendered in place."""
    said = " ".join(outcome.sentences) or text("tournament.nothing", at.lang)
    page, played = at.field("pagina"), outcome.desk.tournament.open_round
    if page == "seats" and at.is_fragment and played:
        return at.render("desk/parts/drawn.html", **drawn(at.reopened(), played, said))
    address = PAGES.get(page, "")
    numbers = {name: number_in(at.field(name)) for name in NUMBERS if f"{{{name}}}" in address}
    return at.done(address.format(**numbers) if all(numbers.values()) else "", "web.said", said=said)


for _kind in filter(attrgetter("name"), OF_TOURNAMENTS.values()):
    _roles = tuple(role for role in STAFF.roles if role in map(Role, _kind.roles))
    router.form(f"/organizza/{{id}}/fai/{_kind.name}", EventRoles(_roles))(_asked(_kind))
