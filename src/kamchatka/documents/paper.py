"""The papers there are, and a document made of some of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, TypeVar, get_args

from kamchatka.documents.pictures import Svg, qr
from kamchatka.documents.source import PaperSource
from kamchatka.messages import Language, text, texts_under
from kamchatka.messages.moments import day_of, time_of
from kamchatka.tournament.clubs import ClubBadge

Row = TypeVar("Row")
Part = Mapping[str, object]
"""What one template sets: `paper` names the template, the rest is its data."""
Shelf = Literal["before", "round", "results", "rules", "pack"]
"""Where the page of papers lists a paper."""
SHELVES: tuple[Shelf, ...] = get_args(Shelf)
LABELS = ("people_papers", "table_papers", "results_papers", "rules_papers", "fallback_papers")
"""Files of messages; the labels of a template stand in one of them, under its name."""


@dataclass(frozen=True)
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


def part(template: str, **data: object) -> Part:
    """The data of a template."""
    return {"paper": template, **data}


def chunks(rows: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    """The rows in groups of this size, such as those of a page; the last may be smaller."""
    return (rows[start : start + size] for start in range(0, len(rows), size))


def code_of(badge: ClubBadge | None) -> str:
    """The short code of a club; empty without a club."""
    return badge.code if badge else ""


def bare(address: str) -> str:
    """An address as people type it."""
    return address.partition("://")[2]


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
            },
            "print": {
                "at": text("papers.printed", lang, day=day_of(source.at, lang), time=time_of(source.at)),
                "mark": " ".join(source.hash[start : start + 4] for start in (0, 4, 8)),
                "note": "",
                "unprintable": text("papers.unprintable", lang, sign="{sign}"),
            },
            "legal": {
                "mark": text("papers.legal.mark", lang),
                "independence": text("papers.legal.independence", lang, club=settings.club)
                if settings.club
                else text("papers.legal.independent_event", lang),
                "contact": text("papers.legal.contact", lang, contact=settings.contact)
                if settings.contact
                else "",
            },
        },
        "parts": [{**each, "words": _labels(each["paper"], lang)} for each in parts],
    }


def _labels(template: object, lang: Language) -> dict[str, str]:
    found = texts_under("papers.common", lang)
    for file in LABELS:
        found |= texts_under(f"{file}.{template}", lang)
    return found
