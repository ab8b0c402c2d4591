"""The map drawing as inline SVG, with the names and values of the board in one language."""

from functools import cache
from importlib.resources import files
from xml.etree import ElementTree as ET

from markupsafe import Markup

from kamchatka.board import load_board
from kamchatka.messages import Language, text

SVG = "http://www.w3.org/2000/svg"


@cache
def drawing(lang: Language) -> Markup:
    """The map: each territory a link to its row of the table, its printed value on its counter."""
    ET.register_namespace("", SVG)
    svg = ET.fromstring(files("kamchatka.web").joinpath("map/territories.svg").read_text(encoding="utf-8"))
    svg.set("aria-label", text("web.board.map_label", lang))
    board = load_board()
    shapes = _group(svg, "territories")
    for position, path in enumerate(list(shapes)):
        territory = board.territory(_territory_of(path))
        link = ET.Element(f"{{{SVG}}}a", {"href": f"#territorio-{territory.id}", "class": "land"})
        link.set("data-territory", territory.id)
        link.set(
            "aria-label",
            text(
                "web.board.territory_label",
                lang,
                name=territory.name(lang),
                continent=board.continent(territory.continent).name(lang),
                value=territory.value,
            ),
        )
        path.set("id", f"shape-{territory.id}")
        shapes[position] = link
        link.append(path)
    for counter in _group(svg, "counters"):
        _child(counter, "text").text = str(board.territory(_territory_of(counter)).value)
        counter.set("aria-hidden", "true")
    for label in _group(svg, "labels"):
        lines = label.findall(f"{{{SVG}}}tspan")
        name = board.territory(_territory_of(label)).name(lang)
        for line, words in zip(lines, _lines(name, len(lines)), strict=True):
            line.text = words
        label.set("aria-hidden", "true")
    return Markup(ET.tostring(svg, encoding="unicode"))


def _lines(name: str, room: int) -> list[str]:
    """The name on the lines the drawing has room for, cut at the space that makes them most alike."""
    words = name.split(" ")
    if room == 1 or len(words) == 1:
        return [name, *[""] * (room - 1)]
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(cuts, key=lambda pair: max(map(len, pair))))


def _group(svg: ET.Element, name: str) -> ET.Element:
    found = svg.find(f"{{{SVG}}}g[@id='{name}']")
    assert found is not None, name
    return found


def _child(element: ET.Element, tag: str) -> ET.Element:
    found = element.find(f"{{{SVG}}}{tag}")
    assert found is not None, tag
    return found


def _territory_of(element: ET.Element) -> str:
    return element.attrib["data-territory"]
