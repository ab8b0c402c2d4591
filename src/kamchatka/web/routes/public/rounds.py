"""The rounds of an event for everybody: tables, results, bracket, and where somebody sits."""

from collections.abc import Callable

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.scoring.views.standings import why_unscorable
from kamchatka.tournament.views.bracket import Bracket
from kamchatka.tournament.views.finding import LONGEST_QUERY, people_called
from kamchatka.tournament.views.public import round_shown, where_sits
from kamchatka.tournament.views.tables import tables
from kamchatka.web.access import LockedRouter, Need
from kamchatka.web.forms import is_fragment
from kamchatka.web.language import language_of
from kamchatka.web.public_event import PublicEvent, answered, event_of

router = LockedRouter()


@router.page("/tornei/{id}/tavoli", Need.NOTHING)
def show_tables(request: Request, id: str) -> Response:
    """The tables of a round."""
    return answered(event_of(request), _tables("public/tables.html"))


@router.page("/tornei/{id}/tavoli/elenco", Need.NOTHING)
def list_tables(request: Request, id: str) -> Response:
    """The tables of a round alone, to be put into a page."""
    return answered(event_of(request), _tables("public/tables_part.html"))


@router.page("/tornei/{id}/risultati", Need.NOTHING)
def show_results(request: Request, id: str) -> Response:
    """The results of a round."""
    return answered(event_of(request), _results("public/results.html"))


@router.page("/tornei/{id}/risultati/elenco", Need.NOTHING)
def list_results(request: Request, id: str) -> Response:
    """The results of a round alone, to be put into a page."""
    return answered(event_of(request), _results("public/results_part.html"))


@router.page("/tornei/{id}/tabellone", Need.NOTHING)
def show_bracket(request: Request, id: str) -> Response:
    """From the qualifying rounds to the final."""
    return answered(event_of(request), _bracket)


@router.page("/tornei/{id}/dove-siedo", Need.NOTHING)
def find_seat(request: Request, id: str) -> Response:
    """Where somebody sits, by name; several who may be meant are shown to choose from."""
    return answered(event_of(request), _seat)


def _tables(template: str) -> Callable[[PublicEvent], Response]:
    def make(event: PublicEvent) -> Response:
        shown = event.showing
        wanted = event.request.query_params.get("turno", "")
        played = round_shown(shown.tournament, wanted)
        if wanted and played is None:
            raise HTTPException(404)
        return event.page(
            template,
            "tables",
            played=played,
            rounds=shown.tournament.rounds,
            stage=shown.tournament.stage_named(played.stage) if played else None,
            tables=tables(shown.tournament, shown.names, played.number) if played else [],
            missing=[shown.names[who] for who in played.missing] if played else [],
        )

    return make


def _results(template: str) -> Callable[[PublicEvent], Response]:
    def make(event: PublicEvent) -> Response:
        lang, problem = language_of(event.request), ""
        try:
            rounds = [each for each in event.outcomes if each.has_results]
        except (Unscorable, MissingNumber) as missing:
            rounds, problem = [], why_unscorable(missing, lang)
        wanted = event.request.query_params.get("turno", "")
        chosen = next((each for each in reversed(rounds) if wanted in ("", str(each.number))), None)
        if wanted and chosen is None and not problem:
            raise HTTPException(404)
        is_published = event.showing.last is not None
        return event.page(
            template, "outcomes", rounds=rounds, chosen=chosen, problem=problem, is_published=is_published
        )

    return make


def _bracket(event: PublicEvent) -> Response:
    problem, found = "", Bracket((), ())
    try:
        found = event.bracket
    except (Unscorable, MissingNumber) as missing:
        problem = why_unscorable(missing, language_of(event.request))
    return event.page("public/bracket.html", "bracket", bracket=found, problem=problem)


def _seat(event: PublicEvent) -> Response:
    request, shown = event.request, event.showing
    lang, query = language_of(request), request.query_params.get("nome", "").strip()[:LONGEST_QUERY]
    number = request.query_params.get("numero", "")
    people = [who for who, each in shown.tournament.entrants.items() if str(each.number) == number]
    people = people or people_called(shown.names, shown.tournament.entrants, query)
    answers = [where_sits(shown.tournament, shown.names, who, lang) for who in people]
    template = "public/seat_part.html" if is_fragment(request) else "public/seat.html"
    return event.page(
        template,
        "",
        query=query,
        is_asked=bool(query or number),
        answer=answers[0] if len(answers) == 1 else None,
        people=answers if len(answers) > 1 else [],
    )
