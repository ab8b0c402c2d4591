"""Names as people type them: the same name is the same player, whatever the keyboard did."""

import unicodedata
from typing import Any


def tidied(raw: Any) -> Any:
    """The name without spaces around it and with its accents in one piece; what is no text stays as it is."""
    return unicodedata.normalize("NFC", raw).strip() if isinstance(raw, str) else raw
