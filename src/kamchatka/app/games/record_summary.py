"""Summary of a recorded game for lists: regulation, players and ending; cached beside the record."""

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from kamchatka.app.games.story import Story
from kamchatka.game.fair import Promise
from kamchatka.game.names import COLOURS
from kamchatka.messages import LANGUAGES
from kamchatka.rules.names import ENDING_NAMES

VERSION = 3
LONGEST_NAME = 40


@dataclass(frozen=True, kw_only=True)
class RecordSummary:
    """One game in a list."""

    rulebook: str
    titles: dict[str, str]
    """Titles of the regulation, by language."""
    table: str
    players: tuple[str, ...]
    """By seat."""
    colours: tuple[str, ...]
    ending: str | None
    winners: tuple[int, ...]
    """Seats in first place; several if they share it."""
    turns: int
    laps: int
    steps: int
    keeps_secret: bool
    """Whether the secret of fair dice is not revealed yet: they cannot be verified, and play may go on."""
    follows_rules: bool
    """Whether a replay under our rules gives the same game."""
    is_whole: bool
    """Whether the whole record can be shown; otherwise the ending is unknown."""

    @property
    def is_finished(self) -> bool:
        """Whether the game is over."""
        return self.ending is not None


def summary_of(story: Story) -> RecordSummary:
    """The summary of a game."""
    record, book = story.retelling.record, story.retelling.rulebook
    last = story.steps[-1]
    return RecordSummary(
        rulebook=book.id,
        titles={lang: shown(book.titles[lang]) for lang in LANGUAGES},
        table=shown(record.table),
        players=tuple(shown(name) for name in story.players),
        colours=story.colours,
        ending=story.ending,
        winners=tuple(seat for seat, place in enumerate(story.places) if place == 1),
        turns=last.turn,
        laps=last.lap,
        steps=len(story.steps),
        keeps_secret=isinstance(record.luck, Promise) and record.luck.secret is None,
        follows_rules=story.retelling.difference is None,
        is_whole=story.retelling.is_whole,
    )


def shown(name: str) -> str:
    """A name from a file, fit for a page: printable and not too long."""
    plain = "".join(sign for sign in name if sign.isprintable()).strip()
    if not plain:
        return "—"
    return plain if len(plain) <= LONGEST_NAME else f"{plain[:LONGEST_NAME]}…"


def summary_to_json(summary: RecordSummary) -> str:
    """A summary as cached."""
    return json.dumps({"version": VERSION, **asdict(summary)}, ensure_ascii=False)


def summary_from_json(text: str) -> RecordSummary | None:
    """A cached summary; None if it is damaged or of another version, and must be rebuilt."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or data.pop("version", None) != VERSION or not _fits(data):
        return None
    found: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
    }
    return RecordSummary(**found)


def _fits(data: dict[str, object]) -> bool:
    """Whether every field has the right type and range: pages do not validate a summary again."""
    if set(data) != {field.name for field in fields(RecordSummary)}:
        return False
    names = (data["rulebook"], data["table"], *_row(data["players"]), *_row(data["titles"], LANGUAGES))
    seats, colours = len(_row(data["players"])), _row(data["colours"])
    return (
        all(isinstance(name, str) and name.isprintable() for name in names)
        and 0 < seats == len(colours)
        and all(colour in COLOURS for colour in colours)
        and (data["ending"] is None or data["ending"] in ENDING_NAMES)
        and isinstance(data["winners"], list)
        and all(type(seat) is int and 0 <= seat < seats for seat in data["winners"])
        and all(type(data[name]) is int for name in ("turns", "laps", "steps"))
        and all(type(data[name]) is bool for name in ("keeps_secret", "follows_rules", "is_whole"))
    )


def _row(value: object, keys: tuple[str, ...] = ()) -> tuple[object, ...]:
    """The items of a list, or the values of a dict with exactly these keys; otherwise an invalid None."""
    if isinstance(value, list) and not keys:
        return tuple(value)
    if isinstance(value, dict) and keys and set(value) == set(keys):
        return tuple(value.values())
    return (None,)
