"""The drawing of the map agrees with the board."""

from xml.etree import ElementTree as ET

from kamchatka.board import load_board
from kamchatka.web.app import STATIC

DRAWING = ET.parse(STATIC.parents[1] / "board" / "map" / "territories.svg").getroot()
# In the drawing the islands between them belong to the Territori: these two land borders cross water.
DRAWN_AS_SEA = {
    frozenset({"groenlandia", "ontario"}),
    frozenset({"groenlandia", "territori_del_nord_ovest"}),
}


def test_each_territory_has_one_shape_one_counter_and_one_label() -> None:
    ids = sorted(territory.id for territory in load_board().territories)
    for kind in ("territory", "counter", "label"):
        drawn = [part.attrib["data-territory"] for part in DRAWING.iter() if _is(part, kind)]
        assert sorted(drawn) == ids


def test_each_shape_lies_in_its_continent() -> None:
    board = load_board()
    for part in DRAWING.iter():
        if _is(part, "territory"):
            assert part.attrib["data-continent"] == board.territory(part.attrib["data-territory"]).continent


def test_sea_links_are_the_borders_by_sea() -> None:
    links = {
        frozenset({p.attrib["data-from"], p.attrib["data-to"]}) for p in DRAWING.iter() if _is(p, "sea-link")
    }
    by_sea = {frozenset({border.a, border.b}) for border in load_board().borders if border.kind == "sea"}
    assert links == by_sea | DRAWN_AS_SEA


def _is(part: ET.Element, kind: str) -> bool:
    return part.attrib.get("class", "").split(" ")[0] == kind
