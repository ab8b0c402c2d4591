"""QR codes as inline SVG."""

from functools import lru_cache

import segno
from markupsafe import Markup
from segno.helpers import make_wifi_data


@lru_cache(maxsize=32)
def qr_svg(address: str) -> Markup:
    """The QR code of an address as inline SVG that fills its container."""
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, svgclass="qr", lineclass=None, border=2)
    return Markup(drawn)  # safe: the address appears only as squares


def wifi_svg(network: str, password: str) -> Markup:
    """The QR code that lets a phone join a Wi-Fi network."""
    return qr_svg(
        make_wifi_data(ssid=network, password=password or None, security="WPA" if password else None)
    )
