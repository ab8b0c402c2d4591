"""The rules of an event, in words."""

from starlette.responses import Response

from kamchatka.rulebook import shipped
from kamchatka.scoring.views.formula import criteria, formula_view
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.settings import euros
from kamchatka.web.public.event import AtEvent, kept
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()


@router.page("/tornei/{id}/regole", Need.NOTHING)
@kept
def show_rules(event: AtEvent) -> Response:
    """Regulation, format and formula, with their clauses."""
    tournament, lang = event.showing.tournament, event.lang
    setup, settings = tournament.setup, tournament.settings
    ties = setup.format.standings.ties or setup.formula.standings.ties
    return event.page(
        "public/rules.html",
        "rules",
        rulebook=setup.rulebook,
        is_shipped=setup.rulebook.id in shipped(),
        settings=settings,
        parts=agreed_parts(setup, lang),
        format=setup.format,
        formula=formula_view(setup.formula, lang, settings.formula_options),
        criteria=criteria(ties, lang),
        tie_clauses=setup.format.standings.clauses.get("ties", ()),
        published=tournament.rules.at if tournament.rules else "",
        fee=euros(settings.fee) if settings.fee else "",
        member=euros(settings.member_fee) if settings.member_fee is not None else "",
    )
