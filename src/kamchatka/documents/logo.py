"""A club's logo: what people upload is set again by the press, so that only a picture of ours is kept."""

import base64

from kamchatka.documents.press import printed
from kamchatka.refusals import NotPossibleNow, NotUnderstood

MOST_BYTES = 1_000_000
PPI = 300
"""A square of 30 mm becomes 354 pixels wide."""
PNG = b"\x89PNG\r\n\x1a\n"


def drawn_logo(content: bytes) -> str:
    """The uploaded PNG or SVG as a small square PNG, in base64; NotUnderstood if it cannot be drawn."""
    if len(content) > MOST_BYTES:
        raise NotUnderstood("file_too_large", most=MOST_BYTES // 1_000_000)
    is_png = content.startswith(PNG)
    if not is_png and b"<svg" not in content:
        raise NotUnderstood("logo_kind")
    part = {"paper": "logo", "format": "png" if is_png else "svg", "picture": list(content)}
    date = {"year": 2000, "month": 1, "day": 1}
    document = {"title": "logo", "author": "", "date": date, "stamp": 0, "common": {}, "parts": [part]}
    try:
        [picture] = printed(document, "png", ppi=PPI).pages
    except NotPossibleNow as error:
        raise NotUnderstood("logo_broken") from error
    return base64.b64encode(picture).decode()
