"""The state of copies for people: their place, the age of the newest, and failures."""

from dataclasses import dataclass
from typing import Literal

from kamchatka.app.archive.copier import CopyStatus
from kamchatka.app.archive.places import CopyPlace, is_own_folder
from kamchatka.messages import Language, text

CopyState = Literal["none", "first", "current", "behind", "trouble"]


@dataclass(frozen=True)
class CopyView:
    """The state of an event's copies, in words."""

    status: CopyStatus
    state: CopyState
    place: str
    """The stick or folder; empty before one is chosen."""
    sentence: str
    is_safe: bool
    """Whether there is a copy on another disk than the log."""


def copy_view(status: CopyStatus, lang: Language) -> CopyView:
    """The view of the copies, for the panel and for the page."""
    state = _state(status)
    if status.trouble:
        said = status.trouble.sentence(lang)
    else:
        here = bool(status.place and not status.place.is_apart)
        said = text(f"copies_page.state.{'same_disk' if here else state}", lang)
    is_safe = state in ("current", "behind") and bool(status.place and status.place.is_apart)
    return CopyView(status, state, place_name(status.place, lang), said, is_safe)


def place_name(place: CopyPlace | None, lang: Language) -> str:
    """ "Chiavetta PORTICI", or a folder by its path."""
    if place is None:
        return ""
    kind = "stick" if is_own_folder(place.folder) else "folder"
    return text(f"copies_page.place.{kind}", lang, name=place.name)


def _state(status: CopyStatus) -> CopyState:
    if status.place is None:
        return "none"
    if status.trouble:
        return "trouble"
    if not status.made:
        return "first"
    return "behind" if status.waiting else "current"
