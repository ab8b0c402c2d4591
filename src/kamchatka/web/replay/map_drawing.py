"""The map of a step: owners by colour and letter, armies, changes, an arrow for attacks and moves."""

import copy
from functools import cache
from xml.etree import ElementTree as ET

from markupsafe import Markup

from kamchatka.app.games.story import Arrow, Story, StoryStep
from kamchatka.board import load_board
from kamchatka.game.names import letter
from kamchatka.messages import Language, text
from kamchatka.rules.layout import NEUTRAL, NOBODY
from kamchatka.web.site.map_drawing import SVG, group, named_map, territory_of

WORLD = 1001.8
"""Width of the drawing: an arrow across the Pacific leaves on one side and re-enters on the other."""
SHORT = 26
"""Distance between the end of an arrow and the middle of a counter."""


def replay_map(story: Story, number: int, lang: Language) -> Markup:
    """The drawing of one step."""
    svg = copy.deepcopy(_blank(lang))
    step = story.steps[number]
    before = story.steps[number - 1] if number else None
    board = load_board()
    for path in group(svg, "territories"):
        path.set("data-colour", colour_of(story, step.owner[board.number(territory_of(path))]))
    for counter in group(svg, "counters"):
        land = board.number(territory_of(counter))
        counter.set("data-colour", colour_of(story, step.owner[land]))
        who, many = counter.findall(f".//{{{SVG}}}text")
        who.text = letter_of(step.owner[land])
        many.text = str(step.armies[land]) if step.owner[land] != NOBODY else ""
    outlines = {territory_of(path): path.attrib["d"] for path in group(svg, "territories")}
    for land in changed(before, step):
        _path(group(svg, "marks"), "changed", outlines[board.territories[land].id])
    if step.arrow is not None:
        _path(group(svg, "arrows"), "arrow-under", arrow_path(step.arrow))
        arrow = _path(group(svg, "arrows"), f"arrow {step.arrow.kind}", arrow_path(step.arrow))
        arrow.set("marker-end", "url(#head)")
    return Markup(ET.tostring(svg, encoding="unicode"))


def _path(layer: ET.Element, kind: str, d: str) -> ET.Element:
    return ET.SubElement(layer, f"{{{SVG}}}path", {"class": kind, "d": d})


def colour_of(story: Story, owner: int) -> str:
    """The colour of an owner; `neutral` and `none` belong to no seat."""
    if owner == NOBODY:
        return "none"
    return "neutral" if owner == NEUTRAL else story.colours[owner]


def letter_of(owner: int) -> str:
    """The letter of an owner, shown on a counter."""
    return "" if owner == NOBODY else letter(owner)


MOST_MARKED = 12


def changed(before: StoryStep | None, step: StoryStep) -> tuple[int, ...]:
    """The territories to highlight: none if the whole board changed, as in a deal."""
    found = () if before is None else changes(before, step)
    return found if len(found) <= MOST_MARKED else ()


def changes(before: StoryStep, step: StoryStep) -> tuple[int, ...]:
    """The territories whose owner or armies changed."""
    pairs = zip(before.owner, before.armies, step.owner, step.armies, strict=True)
    return tuple(land for land, (o1, a1, o2, a2) in enumerate(pairs) if (o1, a1) != (o2, a2))


def arrow_path(arrow: Arrow) -> str:
    """A curve from counter to counter, as the `d` of an SVG path."""
    places = _places()
    (x1, y1), (x2, y2) = places[arrow.source], places[arrow.target]
    if abs(x2 - x1) > WORLD / 2:
        shift = WORLD if x2 < x1 else -WORLD
        return f"{_bow(x1, y1, x2 + shift, y2)} {_bow(x1 - shift, y1, x2, y2)}"
    return _bow(x1, y1, x2, y2)


def _bow(x1: float, y1: float, x2: float, y2: float) -> str:
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    along, across = (x2 - x1) / long, (y2 - y1) / long
    short = min(SHORT, long * 0.3)
    bend = min(26.0, long * 0.16)
    middle = ((x1 + x2) / 2 + across * bend, (y1 + y2) / 2 - along * bend)
    start = (x1 + along * short, y1 + across * short)
    end = (x2 - along * short, y2 - across * short)
    return f"M{start[0]:.1f},{start[1]:.1f}Q{middle[0]:.1f},{middle[1]:.1f} {end[0]:.1f},{end[1]:.1f}"


@cache
def _blank(lang: Language) -> ET.Element:
    """The drawing without owners; cached, so callers copy it."""
    svg = named_map(lang)
    svg.set("class", "replay-map")
    svg.set("role", "img")
    svg.set("aria-label", text("replay_page.map_label", lang))
    names: dict[str, str] = {territory.id: territory.name(lang) for territory in load_board().territories}
    for path in group(svg, "territories"):
        ET.SubElement(path, f"{{{SVG}}}title").text = names[territory_of(path)]
    for counter in group(svg, "counters"):
        _plate(counter)
    counters = group(svg, "counters")
    at = list(svg).index(counters)
    defs = ET.Element(f"{{{SVG}}}defs")
    size = {"viewBox": "0 0 10 10", "refX": "7", "refY": "5", "markerWidth": "4", "markerHeight": "4"}
    head = ET.SubElement(defs, f"{{{SVG}}}marker", {"id": "head", "orient": "auto", **size})
    ET.SubElement(head, f"{{{SVG}}}path", {"d": "M0,0L10,5L0,10z", "class": "arrow-head"})
    svg[at:at] = [defs, ET.Element(f"{{{SVG}}}g", {"id": "marks"})]
    svg.append(ET.Element(f"{{{SVG}}}g", {"id": "arrows"}))
    return svg


def _plate(counter: ET.Element) -> None:
    """Turn a counter into a plate: the owner's letter on its colour, then the armies."""
    for part in list(counter):
        counter.remove(part)
    token = ET.SubElement(counter, f"{{{SVG}}}g", {"class": "token"})
    ET.SubElement(
        token,
        f"{{{SVG}}}rect",
        {"class": "plate", "x": "-23", "y": "-13", "width": "46", "height": "26", "rx": "6"},
    )
    ET.SubElement(
        token,
        f"{{{SVG}}}path",
        {"class": "cap", "d": "M-17,-13H-4V13H-17a6,6 0 0 1 -6,-6V-7a6,6 0 0 1 6,-6z"},
    )
    ET.SubElement(token, f"{{{SVG}}}text", {"class": "who", "x": "-13.5", "y": "1"})
    ET.SubElement(token, f"{{{SVG}}}text", {"class": "many", "x": "9.5", "y": "1"})


@cache
def _places() -> tuple[tuple[float, float], ...]:
    """The middle of each counter, by number."""
    found: dict[str, tuple[float, float]] = {}
    for counter in group(named_map("it"), "counters"):
        x, y = counter.attrib["transform"].removeprefix("translate(").removesuffix(")").split(",")
        found[territory_of(counter)] = (float(x), float(y))
    return tuple(found[territory.id] for territory in load_board().territories)
