"""What the log tells beside the receipt of a draw: when the seed was known, what was changed and why."""

from dataclasses import dataclass, replace

from kamchatka.app.history import Entry, history
from kamchatka.app.office import Office
from kamchatka.app.tournament.desk import Desk, stream_of
from kamchatka.messages import Language
from kamchatka.tournament.events import ActionUndone, RoundDrawn, SeatsChanged, SeedAnnounced


@dataclass(frozen=True)
class DrawStory:
    """How a round came to its tables."""

    announced_at: str
    """When the seed was made known; nothing: only with the draw."""
    undone: tuple[str, ...]
    """The seeds of draws of this round that were taken back."""
    changes: tuple[Entry, ...]
    """Draws again and changes by hand that stand, in order, with who made them and why."""


def draw_story(office: Office, desk: Desk, round: int, lang: Language) -> DrawStory:
    """The story of a round that was drawn."""
    entries = history(office, stream_of(desk.id), lang).entries
    undone = {each.event.action for each in desk.occurrences if isinstance(each.event, ActionUndone)}
    # The reason stands with the first event of a request, which may be another one.
    notes = {each.event.action: each.note for each in entries if each.note}
    announced, seeds, changes = "", [], []
    is_drawn = False
    for entry, occurrence in zip(entries, desk.occurrences, strict=True):
        event = occurrence.event
        if getattr(event, "round", None) != round:
            continue
        if occurrence.action in undone:
            seeds += [event.receipt.seed] if isinstance(event, RoundDrawn) else []
            seeds += [event.seed] if isinstance(event, SeedAnnounced) else []
        elif isinstance(event, SeedAnnounced):
            announced = occurrence.at
        elif isinstance(event, SeatsChanged) or (isinstance(event, RoundDrawn) and is_drawn):
            changes.append(replace(entry, note=notes.get(occurrence.action, "")))
        is_drawn = is_drawn or (isinstance(event, RoundDrawn) and occurrence.action not in undone)
    return DrawStory(announced, tuple(seeds), tuple(changes))
