"""The papers there are, and a document made of some of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, get_args

from kamchatka.documents.pictures import Svg, qr
from kamchatka.documents.source import PaperSource
from kamchatka.messages import Language, text, texts_under
from kamchatka.messages.moments import day_of, time_of

Part = Mapping[str, object]
"""What one template sets: `paper` names the template, `words` are its labels, the rest its data."""
Shelf = Literal["before", "round", "results", "rules", "pack"]
"""Where the page of papers lists a paper."""
SHELVES: tuple[Shelf, ...] = get_args(Shelf)


@dataclass(frozen=True, kw_only=True)
class Paper:
    """A paper: what it is made of and when it can be made."""

    id: str
    shelf: Shelf
    parts: Callable[[PaperSource], Iterator[Part]]
    is_ready: Callable[[PaperSource], bool] = lambda source: True
    """Whether the event has what this paper shows."""
    may_name: bool = False
    """Whether it can be made for one player, named when it is printed."""
    is_secret: bool = False
    """Whether only the organiser may see it."""

    def title(self, lang: Language) -> str:
        """Its name in lists."""
        return text(f"papers.title.{self.id}", lang)

    def about(self, lang: Language) -> str:
        """What it is for."""
        return text(f"papers.about.{self.id}", lang)


def has_round(source: PaperSource) -> bool:
    """Whether tables are drawn."""
    return source.round > 0


def part(source: PaperSource, words: str, template: str, **data: object) -> Part:
    """The data of a template with its labels, which stand under its name in a file of messages."""
    labels = {
        **texts_under("papers.common", source.lang),
        **texts_under(f"{words}.{template}", source.lang),
    }
    return {"paper": template, "words": labels, **data}


def link(source: PaperSource, page: str = "") -> Svg | None:
    """The QR code of a page of the event; None if phones cannot reach it."""
    return qr(f"{source.address}{page}") if source.address else None


def document(source: PaperSource, parts: Iterable[Part], title: str) -> dict[str, object]:
    """Parts as one document, with what all papers carry: event, legal lines, time and mark of the log."""
    settings, lang = source.tournament.settings, source.lang
    at = datetime.fromisoformat(source.at).astimezone(UTC)
    club = settings.club or settings.name
    return {
        "title": f"{title} · {settings.name}",
        "author": club,
        "date": {name: getattr(at, name) for name in ("year", "month", "day", "hour", "minute", "second")},
        "stamp": int(at.timestamp()),
        "common": {
            "lang": lang,
            "event": {
                "name": settings.name,
                "line": source.line,
                "club": club,
                "logo": Svg(source.logo) if source.logo else None,
                "official": settings.official,
            },
            "print": {
                "at": text("papers.printed", lang, day=day_of(source.at, lang), time=time_of(source.at)),
                "mark": " ".join(source.hash[start : start + 4] for start in (0, 4, 8)),
                "address": source.address.partition("://")[2],
                "colour": False,
                "note": "",
                "unprintable": text("papers.unprintable", lang, sign="{sign}"),
            },
            "legal": {
                "mark": text("papers.legal.mark", lang),
                "independence": text("papers.legal.independence", lang, club=club),
                "contact": text("papers.legal.contact", lang, contact=settings.contact)
                if settings.contact
                else "",
            },
        },
        "parts": list(parts),
    }
