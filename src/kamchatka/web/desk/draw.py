"""The draw: its preview, the drawn tables with their receipt, and changes to them."""

from functools import partial
from typing import Any

from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from kamchatka.app.tournaments.opening import named, new_seed
from kamchatka.app.tournaments.receipt import DrawStory, announced_at, draw_story, receipt_json, receipt_text
from kamchatka.messages import Language, text
from kamchatka.messages.moments import time_of
from kamchatka.refusals import Refusal
from kamchatka.tournament.arranging import CoverNoShow, SeatArrival, proposal_for_no_show
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.seating.views import ReceiptView, receipt_view
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.desk import shapes_in_words
from kamchatka.tournament.views.draw import SwapOption, draw_ahead, draw_view, redraw_view, swap_options
from kamchatka.tournament.views.naming import lone_stage
from kamchatka.tournament.views.tables import tables_in_words
from kamchatka.web.site.forms import number_in
from kamchatka.web.site.locks import ORGANISERS, VIEW, LockedRouter
from kamchatka.web.site.pages import as_file, existing, numbered
from kamchatka.web.site.visit import AtDesk, DeskForm, DeskVisit

router = LockedRouter()
MENDED_AT = {
    "no_roll_call": "/appello",
    "too_few_players": "/appello",
    "too_many_players": "/appello",
    "no_tables": "/appello",
    "no_tables_at_all": "/appello",
    "team_too_large": "/appello",
    "unsigned": "/iscritti",
    "without_team": "/iscritti",
    "no_judge": "/giudici",
    "stage_over": "/taglio",
    "rounds_over": "/proclama",
}
"""Page of the desk where each obstacle to a draw is resolved."""
FEWER, MORE = "−", "+"


@router.page("/organizza/{id}/sorteggio", VIEW)
def show_draw(at: AtDesk) -> HTMLResponse:
    """The tables of the drawn round, or what the next draw needs."""
    found = _round(at)
    if found is None:
        return at.page("desk/draw_ahead.html", "draw", **_ahead(at))
    return at.page("desk/draw.html", "draw", **drawn(at, found))


def _round(at: DeskVisit) -> Round | None:
    """The round in the address, or the one being played; None if the next is still to be drawn."""
    tournament, asked = at.desk.tournament, at.query.get("turno", "")
    return numbered(tournament.rounds, number_in(asked)) if asked else tournament.open_round


def _ahead(at: DeskVisit) -> dict[str, Any]:
    desk, lang = at.desk, at.lang
    view = draw_ahead(desk.tournament, desk.names)
    refusal = named(view.refusal, desk.names) if view.refusal else None
    announced = announced_at(desk, view.round)
    return {
        "view": view,
        "stage": ", ".join(part.stage.name(lang) for part in desk.tournament.parts),
        "announced": time_of(announced) if announced else "",
        "seed": view.seed or new_seed(),
        "blocked": refusal.on_page(lang) if refusal else "",
        "clause": refusal.clause if refusal else "",
        "mended_at": MENDED_AT.get(refusal.code, "") if refusal else "",
        "may_be_friendly": refusal is not None
        and refusal.code in ("no_judge", "unsigned")
        and not desk.tournament.rounds
        and not desk.tournament.settings.official,
        "step": next_step(desk.tournament),
        "people": [*view.seated, *view.missing, *view.silent],
        "drawn_rounds": [each.number for each in desk.tournament.rounds],
        "lone": partial(lone_stage, desk.tournament, lang=lang),
    }


def drawn(at: DeskVisit, found: Round, change: str = "") -> dict[str, Any]:
    """Template values of a drawn round; `change` describes the last change."""
    desk, lang = at.desk, at.lang
    view = draw_view(desk.tournament, desk.names, found)
    return {
        "id": desk.id,
        "view": view,
        "stage": desk.tournament.stage_names(found, lang),
        "shapes": shapes_in_words(view.shapes, lang),
        "story": draw_story(at.office, desk, found.number, lang),
        "change": change,
        "names": desk.names,
        "drawn_rounds": [each.number for each in desk.tournament.rounds],
        "lone": partial(lone_stage, desk.tournament, lang=lang),
    }


@router.page("/organizza/{id}/sorteggio/tavoli", VIEW)
def show_tables(at: AtDesk) -> HTMLResponse:
    """The tables alone, as a fragment."""
    return at.render("desk/parts/draw_tables.html", **drawn(at, _drawn_round(at)))


@router.page("/organizza/{id}/sorteggio/desideri", VIEW)
def show_wishes(at: AtDesk) -> HTMLResponse:
    """Failed wishes first, then the outcome of every wish."""
    return at.render("desk/parts/wishes.html", **drawn(at, _drawn_round(at)))


@router.page("/organizza/{id}/sorteggio/scambi", VIEW)
def show_swaps(at: AtDesk, da: str = "") -> JSONResponse:
    """For one person, the effect of each possible swap and of each move to another table."""
    desk, lang = at.desk, at.lang
    options = swap_options(desk.tournament, desk.names, desk.entrant(da))
    return JSONResponse(
        {
            "entrant": options.who.number,
            "table": options.table,
            "people": {str(each.entrant): _option(each, lang) for each in options.people},
            "tables": {str(each.table): _option(each, lang) for each in options.tables},
        }
    )


def _option(option: SwapOption, lang: Language) -> dict[str, str]:
    change = option.change
    sign = FEWER if change.total < 0 else MORE if change.total > 0 else ""
    words = option.words(lang)
    return {
        "delta": f"{sign}{abs(change.total)}",
        "tone": "better" if change.helps else "worse" if change.harms else "same",
        "words": words,
        "reason": text("draw_page.reason.better", lang, words=words) if change.helps else "",
    }


@router.page("/organizza/{id}/sorteggio/ricevuta.json", VIEW)
def download_receipt_data(at: AtDesk) -> JSONResponse:
    """The receipt of a round as JSON."""
    found, view, story = _receipt(at)
    data = receipt_json(at.desk, view, story, at.lang)
    return as_file(JSONResponse(data), f"sorteggio-{at.id}-{found.number}.json")


@router.page("/organizza/{id}/sorteggio/ricevuta.txt", VIEW)
def download_receipt(at: AtDesk) -> PlainTextResponse:
    """The receipt of a round as text, to keep or to pin up."""
    found, view, story = _receipt(at)
    words = receipt_text(at.desk, found, view, story, at.lang)
    return as_file(PlainTextResponse(words), f"sorteggio-{at.id}-{found.number}.txt")


def _receipt(at: DeskVisit) -> tuple[Round, ReceiptView, DrawStory]:
    found = _drawn_round(at)
    view = receipt_view(at.desk.tournament, at.desk.names, found)
    return found, view, draw_story(at.office, at.desk, found.number, at.lang)


def _drawn_round(at: DeskVisit) -> Round:
    return existing(_round(at) or at.desk.tournament.round)


@router.page("/organizza/{id}/sorteggio/rifai", ORGANISERS)
def ask_redraw(at: AtDesk) -> HTMLResponse:
    """What a redraw would keep."""
    desk = at.desk
    existing(desk.tournament.open_round)
    return at.page("desk/redraw.html", "draw", view=redraw_view(desk.tournament, desk.names))


@router.page("/organizza/{id}/sorteggio/assente", ORGANISERS)
def ask_no_show(at: AtDesk, chi: str = "") -> HTMLResponse:
    """Proposals for a seated player who did not come."""
    desk = at.desk
    who = desk.entrant(chi)
    try:
        proposal = proposal_for_no_show(desk.tournament, who)
    except Refusal as refusal:
        raise named(refusal, desk.names) from None
    return at.page(
        "desk/no_show.html",
        "draw",
        who=desk.names[who],
        entrant=desk.tournament.entrants[who].number,
        proposal=proposal,
        tables=tables_in_words(proposal, desk.names),
        may_accept=bool(proposal.tables),
    )


@router.form("/organizza/{id}/sorteggio/assente", ORGANISERS)
def cover_no_show(at: DeskForm) -> Response:
    """Apply the proposal for a no-show."""
    who = at.desk.entrant(at.field("chi"))
    return _settle(at, CoverNoShow(who, text("draw_page.reason.no_show", at.lang)), "covered")


@router.form("/organizza/{id}/sorteggio/arrivo", ORGANISERS)
def seat_arrival(at: DeskForm) -> Response:
    """Seat a late arrival at the chosen table."""
    who, table = at.desk.entrant(at.field("chi")), number_in(at.field("tavolo"))
    reason = text("draw_page.reason.arrival", at.lang)
    return _settle(at, SeatArrival(who, reason, table=table), "seated")


def _settle(at: DeskVisit, command: CoverNoShow | SeatArrival, code: str) -> Response:
    """Apply a change; htmx gets the re-rendered tables, a browser without scripts a redirect."""
    outcome = at.execute(command)
    said = {"code": f"draw_page.{code}", "who": at.desk.names[command.person]}
    found = outcome.desk.tournament.open_round
    if not at.is_fragment or found is None:
        return at.done("/sorteggio", **said)
    return at.render("desk/parts/drawn.html", **drawn(at.reopened(), found, text(lang=at.lang, **said)))
