"""The rules of an event, in words."""

from starlette.responses import Response

from kamchatka.messages.moments import day_of
from kamchatka.rulebook import label, shipped, show_value
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.web.public.event import AtEvent, kept
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()


@router.page("/tornei/{id}/regole", Need.NOTHING)
@kept
def show_rules(event: AtEvent) -> Response:
    """Regulation, format and formula, with their clauses."""
    tournament, lang = event.showing.tournament, event.lang
    setup, settings = tournament.setup, tournament.settings
    return event.page(
        "public/rules.html",
        "rules",
        rulebook=setup.rulebook,
        is_shipped=setup.rulebook.id in shipped(),
        changed=[
            f"{label(key, lang)}: {show_value(key, setup.rulebook.entry(key).value, lang)}"
            for key in settings.overrides
        ],
        parts=agreed_parts(tournament, lang),
        format=setup.format,
        formula=formula_view(setup.formula, lang, settings.formula_options),
        published=day_of(tournament.rules.at, lang) if tournament.rules else "",
        fee=money(settings.fee, lang) if settings.fee else "",
        member=money(settings.member_fee, lang) if settings.member_fee is not None else "",
    )
