"""The page of a table in play: the drawing, the board and texts for its script, the first envelope."""

from functools import cache
from xml.etree import ElementTree as ET

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup
from starlette.responses import HTMLResponse

from kamchatka.app.games.online.envelope import Envelope
from kamchatka.game.codec import Plain
from kamchatka.game.names import COLOURS, names_of
from kamchatka.messages import Language, text, texts_under
from kamchatka.rulebook import Rulebook
from kamchatka.web.play.event_tables import decisions
from kamchatka.web.play.play_visit import PlayVisit, to_json
from kamchatka.web.site.map_drawing import SVG, group, named_map

LAYERS_BELOW = ("play-weaves", "play-marks", "play-arrows")
LAYERS_ABOVE = ("play-tokens", "play-tags")


def board_page(at: PlayVisit, found: Envelope) -> HTMLResponse:
    """The board, its controls and everything that stands around it."""
    game = at.live.table.game
    assert game is not None
    return at.render(
        "play/board.html",
        name=found.table.name,
        rulebook=found.table.terms.title,
        rulebook_id=found.table.terms.rulebook,
        address=f"/gioca/{at.id}",
        drawing=play_map(at.lang),
        board=board_block(game.rulebook, at.lang),
        words=words_block(at.lang),
        is_judge=at.is_judge,
        decisions=decisions(at) if at.is_judge else (),
        judge=f"/organizza/{found.table.terms.event}/gioca/{at.id}/giudice",
        lands=[(land.id, land.name(at.lang)) for land in names_of(game.rulebook).board.territories],
        seats=[(each.seat, each.name) for each in found.table.players if each.seat],
        envelope=htmlsafe_json_dumps(found, dumps=lambda each, **_: to_json(each).decode()),
    )


@cache
def play_map(lang: Language) -> Markup:
    """The drawing with layers for the script: weaves, marks and arrows below the counters, tags above."""
    svg = named_map(lang)
    svg.set("id", "mappa")
    svg.set("class", "play-board")
    svg.set("aria-label", text("online_table.map_label", lang))
    svg.set("preserveAspectRatio", "xMidYMid meet")
    parts = list(svg)
    sea = next(part for part in parts if part.get("class") == "sea")
    sea.attrib.update({"x": "-600", "y": "-400", "width": "2200", "height": "1500"})
    for counter in group(svg, "counters"):
        for part in list(counter):
            counter.remove(part)
    outlines = parts.index(group(svg, "outlines"))
    svg.insert(outlines, ET.Element(f"{{{SVG}}}g", {"id": LAYERS_BELOW[0]}))
    at = outlines + 2
    for name in LAYERS_BELOW[1:]:
        svg.insert(at, ET.Element(f"{{{SVG}}}g", {"id": name}))
        at += 1
    for name in LAYERS_ABOVE:
        svg.append(ET.Element(f"{{{SVG}}}g", {"id": name, "aria-hidden": "true"}))
    return Markup(ET.tostring(svg, encoding="unicode"))


def board_block(book: Rulebook, lang: Language) -> dict[str, Plain]:
    """The board, cards and objectives of a regulation; what is secret comes with the view of its owner."""
    names = names_of(book)
    board = names.board
    deck = names.objectives.objectives if names.objectives else ()
    return {
        "lands": {
            land.id: {
                "name": land.name(lang),
                "value": land.value,
                "continent": land.continent,
                "near": sorted(board.neighbours(land.id)),
                "symbol": land.card,
            }
            for land in board.territories
        },
        "continents": [
            {"id": each.id, "name": each.name(lang), "bonus": each.bonus, "lands": list(each.territories)}
            for each in board.continents
        ],
        "objectives": {
            card.id: {
                "title": card.title(lang),
                "lands": list(card.territories),
                "worth": board.value_sum(card.territories),
            }
            for card in deck
        },
        "symbols": {symbol: text(f"game.symbol.{symbol}", lang) for symbol in board.symbols},
        "jolly": text("game.card.jolly", lang),
        "colours": {colour: text(f"game.colour.{colour}", lang) for colour in COLOURS},
        "clauses": book.id,
    }


@cache
def words_block(lang: Language) -> dict[str, str]:
    """The texts of the page's script."""
    return texts_under("online_table.words", lang)
