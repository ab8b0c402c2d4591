"""An address as a QR code, drawn into the page."""

from functools import lru_cache

import segno
from markupsafe import Markup


@lru_cache(maxsize=32)
def qr_svg(address: str) -> Markup:
    """The code as inline SVG, as wide as its place."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=2)
    return Markup(drawn)  # our own drawing: the address is in it as squares
