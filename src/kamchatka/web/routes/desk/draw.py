"""The draw at the desk: before it, the tables it gave with their receipt, and what a change would do."""

from typing import Any

from fastapi import Request
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from kamchatka.app.tournament.desk import Desk, carry_out, named, new_secret, new_seed
from kamchatka.app.tournament.receipt import announced_at, draw_story, receipt_json, receipt_text
from kamchatka.messages import Language, text
from kamchatka.tournament.drawing import (
    AnnounceSeed,
    DrawRound,
    HideTables,
    PartPair,
    PlanSeason,
    PublishTables,
    RedrawRound,
)
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.seating.views import receipt_view
from kamchatka.tournament.state import Round
from kamchatka.tournament.views.desk import shapes_in_words
from kamchatka.tournament.views.draw import (
    SwapOption,
    draw_ahead,
    draw_view,
    redraw_view,
    swap_options,
)
from kamchatka.web.access import JUDGES, ORGANISERS, LockedRouter, actor_of
from kamchatka.web.event_frame import desk_of, desk_page
from kamchatka.web.forms import FormBody, action_of, done, field_of, number_in, office_of
from kamchatka.web.language import language_of
from kamchatka.web.moments import time_of
from kamchatka.web.pages import as_file, is_fragment, render

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
"""Where the desk sees to what stands in the way of a draw."""
FEWER, MORE = "−", "+"


@router.page("/organizza/{id}/sorteggio", JUDGES)
def show_draw(request: Request, id: str) -> HTMLResponse:
    """The tables of the round that is drawn, or all that the next draw needs."""
    desk = desk_of(request)
    found = _round(request, desk)
    if found is None:
        return desk_page(request, "desk/draw_ahead.html", desk, "draw", **_ahead(request, desk))
    return desk_page(request, "desk/draw.html", desk, "draw", **drawn(request, desk, found))


def _round(request: Request, desk: Desk) -> Round | None:
    """The round of the address, or the one being played; None: the next is still to be drawn."""
    asked = request.query_params.get("turno", "")
    if not asked:
        return desk.tournament.open_round
    number = number_in(asked)
    if not 1 <= number <= len(desk.tournament.rounds):
        raise HTTPException(404)
    return desk.tournament.rounds[number - 1]


def _ahead(request: Request, desk: Desk) -> dict[str, Any]:
    view, lang = draw_ahead(desk.tournament, desk.names), language_of(request)
    refusal = named(view.refusal, desk.names) if view.refusal else None
    at = announced_at(desk, view.round)
    return {
        "view": view,
        "stage": desk.tournament.stage.name(lang),
        "announced": time_of(at) if at else "",
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
    }


def drawn(request: Request, desk: Desk, found: Round, change: str = "") -> dict[str, Any]:
    """All that the page of a drawn round shows; `change` says what was just changed."""
    lang = language_of(request)
    view = draw_view(desk.tournament, desk.names, found)
    return {
        "id": desk.id,
        "view": view,
        "stage": desk.tournament.stage_named(found.stage).name(lang),
        "shapes": shapes_in_words(view.shapes, lang),
        "story": draw_story(office_of(request), desk, found.number, lang),
        "time_of": time_of,
        "change": change,
        "names": desk.names,
        "drawn_rounds": [each.number for each in desk.tournament.rounds],
    }


def changed(request: Request, desk: Desk, code: str, **values: object) -> Response:
    """Tables were changed: the page again in its place, or from its beginning where no script runs."""
    if not is_fragment(request):
        return done(request, f"/organizza/{desk.id}/sorteggio", code, **values)
    after = desk_of(request)
    found = after.tournament.open_round
    assert found is not None, "only tables of an open round are changed"
    said = text(code, language_of(request), **values)
    return render(request, "desk/parts/drawn.html", **drawn(request, after, found, said))


@router.page("/organizza/{id}/sorteggio/tavoli", JUDGES)
def show_tables(request: Request, id: str) -> HTMLResponse:
    """The tables alone."""
    return _part(request, "desk/parts/draw_tables.html")


@router.page("/organizza/{id}/sorteggio/desideri", JUDGES)
def show_wishes(request: Request, id: str) -> HTMLResponse:
    """What failed, and how every wish fared."""
    return _part(request, "desk/parts/wishes.html")


def _part(request: Request, template: str) -> HTMLResponse:
    desk = desk_of(request)
    found = _round(request, desk) or desk.tournament.round
    if found is None:
        raise HTTPException(404)
    return render(request, template, **drawn(request, desk, found))


@router.page("/organizza/{id}/sorteggio/scambi", JUDGES)
def show_swaps(request: Request, id: str, da: str = "") -> JSONResponse:
    """What a swap with everybody, and a move to every table, would change for one person."""
    desk, lang = desk_of(request), language_of(request)
    options = swap_options(desk.tournament, desk.names, desk.entrant(da))
    return JSONResponse(
        {
            "entrant": options.who.entrant,
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


@router.page("/organizza/{id}/sorteggio/ricevuta.json", JUDGES)
def download_receipt_data(request: Request, id: str) -> JSONResponse:
    """The receipt of a round for programs."""
    desk, lang = desk_of(request), language_of(request)
    found = _drawn_round(request, desk)
    view = receipt_view(desk.tournament, desk.names, found)
    story = draw_story(office_of(request), desk, found.number, lang)
    data = receipt_json(desk, view, story, lang)
    return JSONResponse(data, headers=as_file(f"sorteggio-{desk.id}-{found.number}.json"))


@router.page("/organizza/{id}/sorteggio/ricevuta.txt", JUDGES)
def download_receipt(request: Request, id: str) -> PlainTextResponse:
    """The receipt of a round to keep, or to pin up."""
    desk, lang = desk_of(request), language_of(request)
    found = _drawn_round(request, desk)
    view = receipt_view(desk.tournament, desk.names, found)
    story = draw_story(office_of(request), desk, found.number, lang)
    words = receipt_text(desk, found, view, story, lang)
    return PlainTextResponse(words, headers=as_file(f"sorteggio-{desk.id}-{found.number}.txt"))


def _drawn_round(request: Request, desk: Desk) -> Round:
    found = _round(request, desk) or desk.tournament.round
    if found is None:
        raise HTTPException(404)
    return found


@router.form("/organizza/{id}/sorteggio", ORGANISERS)
def draw_round(request: Request, id: str, form: FormBody) -> Response:
    """Draw the next round, for the desk alone."""
    seed = field_of(form, "seme") or new_seed()
    _carry_out(request, id, form, DrawRound(seed, new_secret(), is_draft=True))
    return done(request, f"/organizza/{id}/sorteggio", "draw_page.drawn")


@router.form("/organizza/{id}/sorteggio/seme", ORGANISERS)
def announce_seed(request: Request, id: str, form: FormBody) -> Response:
    """Make the seed known before anybody knows who will be there."""
    seed = field_of(form, "seme") or new_seed()
    _carry_out(request, id, form, AnnounceSeed(seed))
    return done(request, f"/organizza/{id}/sorteggio", "draw_page.seed_announced", seed=seed)


@router.form("/organizza/{id}/sorteggio/piano", ORGANISERS)
def plan_season(request: Request, id: str, form: FormBody) -> Response:
    """Plan the rounds that are left together."""
    _carry_out(request, id, form, PlanSeason(field_of(form, "seme") or new_seed()))
    return done(request, f"/organizza/{id}/sorteggio", "draw_page.planned")


@router.form("/organizza/{id}/sorteggio/separati", ORGANISERS)
def part_pair(request: Request, id: str, form: FormBody) -> Response:
    """Keep two people apart, or no longer."""
    desk = desk_of(request)
    one, other = (desk.entrant(field_of(form, key)) for key in ("uno", "altro"))
    is_parted = not field_of(form, "insieme")
    _carry_out(request, id, form, PartPair((one, other), is_parted))
    code = "draw_page.parted" if is_parted else "draw_page.joined"
    return done(request, f"/organizza/{id}/sorteggio", code, one=desk.names[one], other=desk.names[other])


@router.page("/organizza/{id}/sorteggio/rifai", ORGANISERS)
def ask_redraw(request: Request, id: str) -> HTMLResponse:
    """What drawing the round again would keep."""
    desk = desk_of(request)
    if desk.tournament.open_round is None:
        raise HTTPException(404)
    view = redraw_view(desk.tournament, desk.names)
    return desk_page(request, "desk/redraw.html", desk, "draw", view=view)


@router.form("/organizza/{id}/sorteggio/rifai", ORGANISERS)
def redraw_round(request: Request, id: str, form: FormBody) -> Response:
    """Draw the round again with whoever is there now."""
    reason = field_of(form, "motivo")
    _carry_out(request, id, form, RedrawRound(reason, new_secret()), note=reason)
    return done(request, f"/organizza/{id}/sorteggio", "draw_page.redrawn")


@router.form("/organizza/{id}/sorteggio/pubblica", ORGANISERS)
def publish_tables(request: Request, id: str, form: FormBody) -> Response:
    """Let everybody see where they sit."""
    _carry_out(request, id, form, PublishTables())
    return done(request, f"/organizza/{id}", "draw_page.published")


@router.form("/organizza/{id}/sorteggio/nascondi", ORGANISERS)
def hide_tables(request: Request, id: str, form: FormBody) -> Response:
    """Take the tables back to the desk."""
    _carry_out(request, id, form, HideTables())
    return done(request, f"/organizza/{id}/sorteggio", "draw_page.hidden")


def _carry_out(request: Request, id: str, form: FormData, command: Any, note: str = "") -> None:
    office = office_of(request)
    carry_out(office, actor_of(request), id, command, note=note, action=action_of(form))
