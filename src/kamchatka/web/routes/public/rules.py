"""What an event is played by, in words."""

from fastapi import Request
from starlette.responses import Response

from kamchatka.rulebook import shipped
from kamchatka.scoring.views.formula import criteria, formula_view
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.settings import euros
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.language import language_of
from kamchatka.web.public_event import PublicEvent, answered, event_of

router = LockedRouter()


@router.page("/tornei/{id}/regole", Need.NOTHING)
def show_rules(request: Request, id: str) -> Response:
    """Regulation, format and formula, with their clauses."""
    return answered(event_of(request), _rules)


def _rules(event: PublicEvent) -> Response:
    tournament, lang = event.showing.tournament, language_of(event.request)
    setup, settings = tournament.setup, tournament.settings
    ties = setup.format.standings.ties or setup.formula.standings.ties
    return event.page(
        "public/rules.html",
        "rules",
        rulebook=setup.rulebook,
        is_shipped=setup.rulebook.id in shipped(),
        settings=settings,
        parts=agreed_parts(setup.format, lang),
        format=setup.format,
        formula=formula_view(setup.formula, lang, settings.formula_options),
        criteria=criteria(ties, lang),
        tie_clauses=setup.format.standings.clauses.get("ties", ()),
        published=tournament.rules.at if tournament.rules else "",
        fee=euros(settings.fee) if settings.fee else "",
        member=euros(settings.member_fee) if settings.member_fee is not None else "",
    )
