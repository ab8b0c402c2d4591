"""Drawings inside papers: QR codes and the map, as SVG."""

import re
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import segno
from segno.helpers import make_wifi_data

SVG = "{http://www.w3.org/2000/svg}"
POINT = re.compile(r"translate\(([-0-9.]+),([-0-9.]+)\)")


class Svg(str):
    """SVG of our own making: it reaches the press as it is, while other words are cleaned."""


@lru_cache(maxsize=512)
def qr(address: str) -> Svg:
    """The QR code of an address."""
    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, omitsize=True, border=0)
    return Svg(drawn.getvalue().decode())


def wifi(network: str, password: str) -> Svg:
    """The QR code that lets a phone join a Wi-Fi network."""
    return qr(make_wifi_data(ssid=network, password=password or None, security="WPA" if password else None))


def framed(png: str) -> Svg:
    """A square PNG picture, in base64, as a drawing."""
    image = f'<image width="30" height="30" href="data:image/png;base64,{png}"/>'
    return Svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30">{image}</svg>')


@cache
def world() -> dict[str, Any]:
    """The map: its box, the sea links; each territory with its outline and where counter and name stand."""
    drawn = files("kamchatka.board").joinpath("map/territories.svg").read_text(encoding="utf-8")
    svg = ET.fromstring(drawn)
    layers = {each.get("id"): each for each in svg.iter(f"{SVG}g")}
    counters = {each.attrib["data-territory"]: _point(each) for each in layers["counters"]}
    labels = {each.attrib["data-territory"]: each for each in layers["labels"]}
    return {
        "box": [float(each) for each in svg.attrib["viewBox"].split()],
        "routes": [Svg(each.attrib["d"]) for each in layers["sea-links"]],
        "territories": [
            {
                "id": each.attrib["data-territory"],
                "path": Svg(each.attrib["d"]),
                "anchor": counters[each.attrib["data-territory"]],
                "label": [float(labels[each.attrib["data-territory"]].attrib[axis]) for axis in "xy"],
            }
            for each in layers["territories"]
        ],
    }


def _point(counter: ET.Element) -> list[float]:
    found = POINT.fullmatch(counter.attrib["transform"])
    assert found is not None
    return [float(found[1]), float(found[2])]
