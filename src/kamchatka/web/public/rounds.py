"""Public pages of rounds: tables, results, bracket, and the seat of a player."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.views.bracket import Bracket
from kamchatka.tournament.views.finding import LONGEST_QUERY, people_called
from kamchatka.tournament.views.public import round_shown, where_sits
from kamchatka.tournament.views.tables import tables
from kamchatka.web.public.event import AtEvent, PublicEvent, kept
from kamchatka.web.site.locks import LockedRouter, Need

router = LockedRouter()


def _template(event: PublicEvent, name: str) -> str:
    """The template of the whole page, or of its list alone if the address asks for a fragment."""
    is_list = event.request.url.path.endswith("/elenco")
    return f"public/{name}_part.html" if is_list else f"public/{name}.html"


@router.page("/tornei/{id}/tavoli", Need.NOTHING)
@router.page("/tornei/{id}/tavoli/elenco", Need.NOTHING)
@kept
def show_tables(event: AtEvent) -> Response:
    """The tables of a round."""
    shown = event.showing
    wanted = event.query.get("turno", "")
    played = round_shown(shown.tournament, wanted)
    if wanted and played is None:
        raise HTTPException(404)
    return event.page(
        _template(event, "tables"),
        "tables",
        played=played,
        rounds=shown.tournament.rounds,
        stage=shown.tournament.stage_named(played.stage) if played else None,
        tables=tables(shown.tournament, shown.names, played.number) if played else [],
        missing=[shown.names[who] for who in played.missing] if played else [],
    )


@router.page("/tornei/{id}/risultati", Need.NOTHING)
@router.page("/tornei/{id}/risultati/elenco", Need.NOTHING)
@kept
def show_results(event: AtEvent) -> Response:
    """The results of a round."""
    outcomes, problem = scored(lambda: event.outcomes, event.lang)
    rounds = [each for each in outcomes or () if each.has_results]
    wanted = event.query.get("turno", "")
    chosen = next((each for each in reversed(rounds) if wanted in ("", str(each.number))), None)
    if wanted and chosen is None and not problem:
        raise HTTPException(404)
    return event.page(
        _template(event, "results"),
        "outcomes",
        rounds=rounds,
        chosen=chosen,
        problem=problem,
        is_published=event.showing.last is not None,
    )


@router.page("/tornei/{id}/tabellone", Need.NOTHING)
@kept
def show_bracket(event: AtEvent) -> Response:
    """The bracket, from the qualifying rounds to the final."""
    found, problem = scored(lambda: event.bracket, event.lang)
    return event.page("public/bracket.html", "bracket", bracket=found or Bracket((), ()), problem=problem)


@router.page("/tornei/{id}/dove-siedo", Need.NOTHING)
@kept
def find_seat(event: AtEvent) -> Response:
    """A player's seat, by name; if several match, a list to choose from."""
    shown, query = event.showing, event.query.get("nome", "").strip()[:LONGEST_QUERY]
    number = event.query.get("numero", "")
    people = [who for who, each in shown.tournament.entrants.items() if str(each.number) == number]
    people = people or people_called(shown.names, shown.tournament.entrants, query)
    answers = [where_sits(shown.tournament, shown.names, who, event.lang) for who in people]
    template = "public/seat_part.html" if event.is_fragment else "public/seat.html"
    return event.page(
        template,
        "",
        query=query,
        is_asked=bool(query or number),
        answer=answers[0] if len(answers) == 1 else None,
        people=answers if len(answers) > 1 else [],
    )
