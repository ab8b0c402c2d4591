"""The map as inline SVG, with the names and values of the board in one language."""

from functools import cache
from importlib.resources import files
from xml.etree import ElementTree as ET

from markupsafe import Markup

from kamchatka.board import load_board
from kamchatka.messages import Language, text

SVG = "http://www.w3.org/2000/svg"


@cache
def drawing(lang: Language) -> Markup:
    """The map: each territory links to its table row, its value is on its counter."""
    svg = named_map(lang)
    svg.set("aria-label", text("web.board.map_label", lang))
    board = load_board()
    shapes = group(svg, "territories")
    for position, path in enumerate(list(shapes)):
        territory = board.territory(territory_of(path))
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
        shapes[position] = link
        link.append(path)
    for counter in group(svg, "counters"):
        _child(counter, "text").text = str(board.territory(territory_of(counter)).value)
        counter.set("aria-hidden", "true")
    return Markup(ET.tostring(svg, encoding="unicode"))


@cache
def ticking_map(lang: Language) -> bytes:
    """The map whose territories are ticked: large counters with values, no labels."""
    svg = named_map(lang)
    svg.attrib.pop("id")
    svg.set("class", "map")
    svg.set("role", "img")
    svg.set("aria-label", text("count_page.map", lang))
    svg.remove(group(svg, "labels"))
    for path in group(svg, "territories"):
        path.attrib.pop("id")
    for counter in group(svg, "counters"):
        _child(counter, "text").text = str(load_board().territory(territory_of(counter)).value)
    return ET.tostring(svg)


@cache
def land_paths() -> tuple[str, ...]:
    """The outline of every territory, in the order of the board."""
    shapes = {territory_of(path): path.attrib["d"] for path in group(named_map("it"), "territories")}
    return tuple(shapes[territory.id] for territory in load_board().territories)


def named_map(lang: Language) -> ET.Element:
    """A new copy of the drawing: shapes with their ids, labels in this language, empty counters."""
    ET.register_namespace("", SVG)
    svg = ET.fromstring(files("kamchatka.board").joinpath("map/territories.svg").read_text(encoding="utf-8"))
    for path in group(svg, "territories"):
        path.set("id", f"shape-{territory_of(path)}")
    for label in group(svg, "labels"):
        lines = label.findall(f"{{{SVG}}}tspan")
        name = load_board().territory(territory_of(label)).name(lang)
        for line, words in zip(lines, _lines(name, len(lines)), strict=True):
            line.text = words
        label.set("aria-hidden", "true")
    return svg


def _lines(name: str, room: int) -> list[str]:
    """The name split over the lines the drawing has room for, at the space that balances them best."""
    words = name.split(" ")
    if room == 1 or len(words) == 1:
        return [name, *[""] * (room - 1)]
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(cuts, key=lambda pair: max(map(len, pair))))


def group(svg: ET.Element, name: str) -> ET.Element:
    """A layer of the drawing: `territories`, `counters`, `labels`."""
    found = svg.find(f"{{{SVG}}}g[@id='{name}']")
    assert found is not None, name
    return found


def _child(element: ET.Element, tag: str) -> ET.Element:
    found = element.find(f"{{{SVG}}}{tag}")
    assert found is not None, tag
    return found


def territory_of(element: ET.Element) -> str:
    """The territory that a shape, a counter or a label belongs to."""
    return element.attrib["data-territory"]
