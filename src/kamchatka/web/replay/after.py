"""Pages of a finished game: dice to verify, luck, scores under every formula, the record as a file."""

from importlib.resources import files
from typing import Any

from fastapi import HTTPException
from starlette.responses import HTMLResponse, Response

from kamchatka.app.games.game_sheet import sheet_of_record
from kamchatka.app.games.luck_rows import luck_rows
from kamchatka.app.games.reasons import has_bots
from kamchatka.app.games.record_summary import shown
from kamchatka.app.games.story import Story
from kamchatka.game.record import Record
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.scoring.sheet.reading import sheet_of
from kamchatka.web.replay.after_views import (
    dice_values,
    game_tabs,
    may_count,
    whole_record,
    why_values,
)
from kamchatka.web.replay.library import library_of, story_at
from kamchatka.web.replay.luck_views import luck_cards
from kamchatka.web.scores.answer import answer
from kamchatka.web.site.locks import LockedRouter, Need
from kamchatka.web.site.pages import as_file, existing
from kamchatka.web.site.visit import AtSite, Visit

router = LockedRouter()


@router.page("/partite/{id}/dadi", Need.NOTHING)
def show_dice(at: AtSite, id: str) -> HTMLResponse:
    """The check of all dice and cards, made by the visitor's browser, and what it proves."""
    story, record = _finished(at, id)
    return _page(at, "replay/dice.html", id, story, "dice", **dice_values(story, record, at.lang))


@router.page("/partite/{id}/fortuna", Need.NOTHING)
def show_luck(at: AtSite, id: str) -> HTMLResponse:
    """How lucky each seat was, against the exact odds of its rolls."""
    story, _ = _finished(at, id)
    if not may_count(story):
        raise HTTPException(404)
    return _page(
        at, "replay/luck.html", id, story, "luck", cards=luck_cards(story, luck_rows(story), at.lang)
    )


@router.page("/partite/{id}/punti", Need.NOTHING)
def show_game_scores(at: AtSite, id: str) -> HTMLResponse:
    """The final board under every formula."""
    story, _ = _finished(at, id)
    data = existing(sheet_of_record(story.retelling))
    book = story.retelling.rulebook
    read, _ = sheet_of({name: value for name, value in data.items() if name != "rulebook"}, book)
    found = answer(existing(read).sheet, None, at.lang)
    return _page(at, "replay/scores.html", id, story, "scores", found=found, size=len(story.players))


@router.page("/partite/{id}/perche", Need.NOTHING)
def show_reasons(at: AtSite, id: str, posto: str = "") -> HTMLResponse:
    """Why the bots played as they did, turn by turn; `posto` is the letter of one of them."""
    story, record = _finished(at, id)
    if not (may_count(story) and has_bots(record)):
        raise HTTPException(404)
    reasons = existing(library_of(at).reasons(id))
    return _page(at, "replay/why.html", id, story, "why", **why_values(story, reasons, posto[:1], at.lang))


@router.page("/partite/{id}/verbale.json", Need.NOTHING)
def load_json(at: AtSite, id: str) -> Response:
    """The record as JSON, which the page of the dice reads; only of a finished game."""
    _, record = _finished(at, id)
    return as_file(Response(record_to_json(record), media_type="application/json"), f"{record.table}.json")


@router.page("/partite/{id}/verbale.partita", Need.NOTHING)
def load_text(at: AtSite, id: str) -> Response:
    """The record as text; only of a finished game."""
    _, record = _finished(at, id)
    return as_file(Response(record_to_text(record), media_type="text/plain"), f"{record.table}.partita")


@router.page("/verificatore", Need.NOTHING)
def load_verifier(at: AtSite) -> Response:
    """The verifier, one file that needs nothing of ours."""
    content = files("kamchatka.game").joinpath("verifier.py").read_bytes()
    return as_file(Response(content, media_type="text/x-python"), "verifier.py")


def _finished(at: Visit, id: str) -> tuple[Story, Record]:
    """The game and its record; 404 while the record may still hold secrets."""
    story = story_at(at, id)
    return story, existing(whole_record(story))


def _page(at: Visit, template: str, id: str, story: Story, tab: str, **values: Any) -> HTMLResponse:
    address = f"/partite/{id}"
    return at.render(
        template,
        address=address,
        tabs=game_tabs(address, story),
        current=f"after_game.tab.{tab}",
        table=shown(story.retelling.record.table),
        players=", ".join(shown(name) for name in story.players),
        **values,
    )
