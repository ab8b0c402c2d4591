"""The receipt of a draw with its history from the log, for people and for programs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from kamchatka.app.history import LogLine, history
from kamchatka.app.office import Office
from kamchatka.app.plain import plain
from kamchatka.app.tournaments.opening import OpenTournament, stream_of
from kamchatka.messages import Language, text
from kamchatka.tournament.events import Receipt, RoundDrawn, SeatsChanged, SeedAnnounced
from kamchatka.tournament.folding import not_undone
from kamchatka.tournament.seating.views import ReceiptView, seed_sentence
from kamchatka.tournament.state import Round


@dataclass(frozen=True)
class DrawStory:
    """The history of a round's draw."""

    announced_at: str
    """When the seed was announced; empty: only with the draw."""
    undone: tuple[str, ...]
    """The seeds of this round that were undone."""
    changes: tuple[LogLine, ...]
    """Repeated draws and manual changes that were not undone, in order, with author and reason."""


def draw_story(office: Office, desk: OpenTournament, round: int, lang: Language) -> DrawStory:
    """The history of a drawn round."""
    entries = history(office, stream_of(desk.id), lang).entries
    # The note is stored with the first event of a request, which may be of another kind.
    notes = {each.event.action: each.note for each in entries if each.note}
    announced, seeds, changes = "", [], []
    is_drawn = False
    for entry, occurrence in zip(entries, desk.occurrences, strict=True):
        event = occurrence.event
        if getattr(event, "round", None) != round:
            continue
        if occurrence.action in desk.undone:
            seeds += [event.receipt.seed] if isinstance(event, RoundDrawn) else []
            seeds += [event.seed] if isinstance(event, SeedAnnounced) else []
        elif isinstance(event, SeedAnnounced):
            announced = occurrence.at
        elif isinstance(event, SeatsChanged) or (isinstance(event, RoundDrawn) and is_drawn):
            changes.append(replace(entry, note=notes.get(occurrence.action, "")))
        is_drawn = is_drawn or (isinstance(event, RoundDrawn) and occurrence.action not in desk.undone)
    return DrawStory(announced, tuple(seeds), tuple(changes))


def announced_at(desk: OpenTournament, round: int) -> str:
    """When the seed of a round was announced; empty if it was not."""
    known = (
        each.at
        for each in not_undone(desk.occurrences)
        if isinstance(each.event, SeedAnnounced) and each.event.round == round
    )
    return next(known, "")


def receipt_data(desk: OpenTournament, receipt: Receipt, lang: Language) -> dict[str, Any]:
    """A receipt for programs, as it was at the draw."""
    broken = [
        {"wish": each.wish, "players": [desk.names[who] for who in each.people], "table": each.table}
        for each in receipt.violations
    ]
    return {
        **plain(receipt, lang, "seed method wishes iterations"),
        "violations": broken,
        "outcomes": plain(receipt.outcomes, lang, "wish failed least why"),
        **plain(receipt, lang, "cost bound bound_by"),
    }


def receipt_json(desk: OpenTournament, view: ReceiptView, story: DrawStory, lang: Language) -> dict[str, Any]:
    """The receipt of a round for programs, with the changes since the draw."""
    return {
        "round": view.round,
        "receipt": receipt_data(desk, view.receipt, lang),
        "now": plain(view.wishes, lang),
        "announced_at": story.announced_at or None,
        "undone": story.undone,
        "changes": plain(story.changes, lang, "sentence who reason=note"),
        "remedies": plain(view.remedies, lang),
    }


def receipt_head(view: ReceiptView, story: DrawStory, lang: Language) -> Iterator[str]:
    """The first lines of a receipt: method, seed, announcement and undone draws."""
    receipt = view.receipt
    how = text(f"format.show.seated.{receipt.method}", lang)
    yield text("tournament.receipt_title", lang, round=view.round, how=how)
    yield seed_sentence(receipt, lang)
    if story.announced_at:
        yield text("tournament.receipt_announced", lang, time=day_and_time(story.announced_at))
    if story.undone:
        seeds = ", ".join(story.undone)
        yield text("tournament.receipt_undone", lang, count=len(story.undone), seeds=seeds)


def change_sentences(story: DrawStory, lang: Language) -> Iterator[str]:
    """Sentences for changes after the draw, with author and reason."""
    for entry in story.changes:
        values = {"time": day_and_time(entry.event.at), "who": entry.who, "sentence": entry.sentence}
        code = "receipt_change" if entry.note else "receipt_change_plain"
        yield text(f"tournament.{code}", lang, **values, reason=entry.note)


def receipt_text(
    desk: OpenTournament, found: Round, view: ReceiptView, story: DrawStory, lang: Language
) -> str:
    """The whole receipt as text, with the current tables."""
    lines = [desk.tournament.settings.name, "", *receipt_head(view, story, lang), ""]
    for wish in view.wishes:
        name = text(f"format.show.wish.{wish.outcome.wish}", lang)
        lines.append(text("tournament.receipt_wish", lang, wish=name, failed=wish.failed, why=wish.why(lang)))
    lines += [each.notice.sentence(lang) for each in view.failures]
    lines += change_sentences(story, lang)
    for table in found.tables.values():
        title = text(f"tournament.table_title.{table.seated.kind}", lang, number=table.number)
        lines += ["", title, *(f"  {desk.names[who]}" for who in table.seated.seats)]
    lines += [
        "",
        text("tournament.receipt_again", lang),
        text("tournament.receipt_command", lang, id=desk.id),
    ]
    return "\n".join(lines) + "\n"


def day_and_time(at: str) -> str:
    """A time of the log as local day and time."""
    return datetime.fromisoformat(at).astimezone().strftime("%d/%m %H:%M")
