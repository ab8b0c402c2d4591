"""Public views of an event beside the standings: header, seats, a player's games, clubs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal
from zlib import crc32

from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.near_names import plain_words
from kamchatka.tournament.progress import State, is_decided, state_of
from kamchatka.tournament.rounds import stage_is_over
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Entrant, Round, Table, Tournament
from kamchatka.tournament.views.outcomes import RoundOutcome, SeatOutcome, TableOutcome
from kamchatka.tournament.views.people import People, PersonRow
from kamchatka.tournament.views.tables import LETTERS


@dataclass(frozen=True, kw_only=True)
class EventHead:
    """The header of an event's pages."""

    name: str
    place: str
    when: str
    """The day, or the first and last day, in words."""
    players: int
    clubs: int
    state: State
    progress: str
    """The progress, in words."""


def event_head(tournament: Tournament, lang: Language, winners: Sequence[str] = ()) -> EventHead:
    """The header; pass the winners only once they are public."""
    settings = tournament.settings
    return EventHead(
        name=settings.name,
        place=settings.place,
        when=days_in_words(tuple(_days(tournament)), lang),
        players=len(tournament.playing) if not tournament.rounds else len(tournament.entrants),
        clubs=len({each.club for each in tournament.entrants.values() if each.club}),
        state=state_of(tournament),
        progress=_progress(tournament, winners, lang),
    )


def _days(tournament: Tournament) -> Iterator[date]:
    """The first day and the last, which may be the same."""
    starts, format = tournament.settings.starts, tournament.format
    if not starts:
        return
    first = date.fromisoformat(starts)
    yield first
    if format.calendar.step_days:
        yield first + timedelta(days=format.calendar.step_days * (max(tournament.total_rounds, 1) - 1))
    else:
        yield first + timedelta(days=format.days - 1)


def days_in_words(days: Sequence[date], lang: Language) -> str:
    """One day, or the range between two days, in words."""
    if not days:
        return ""
    first, last = days[0], days[-1]
    code = "one"
    if first != last:
        code = "years" if first.year != last.year else "months" if first.month != last.month else "days"
        code = "two_days" if code == "days" and (last - first).days == 1 else code
    values = {
        f"{name}_{which}": value
        for which, day in (("first", first), ("last", last))
        for name, value in (
            ("day", day.day),
            ("month", text(f"moments.month.{day.month}", lang)),
            ("year", day.year),
        )
    }
    return text(f"public_page.when.{code}", lang, **values)


def _progress(tournament: Tournament, winners: Sequence[str], lang: Language) -> str:
    """The progress of the event, in words."""
    played, stage = tournament.round, tournament.stage.name(lang)
    if played is None:
        return text("public_page.progress.entries", lang)
    values = {"round": played.number, "stage": stage, "tables": len(played.tables)}
    if not played.is_closed:
        done = sum(table.is_settled for table in played.tables.values())
        named = tournament.stage_named(played.stage)
        code = "round" if named.summed else "stage_round"
        values["stage"] = tournament.stage_names(played, lang)
        return text(f"public_page.progress.{code}", lang, done=done, **values)
    if is_decided(tournament):
        code = "won" if winners else "over"
        return text(f"public_page.progress.{code}", lang, winners=", ".join(winners))
    cut = tournament.cut
    if cut is not None and cut.after_round == len(tournament.rounds):
        return text("public_page.progress.cut", lang, count=len(cut.qualified), **values)
    code = "stage_over" if stage_is_over(tournament) else "between"
    return text(f"public_page.progress.{code}", lang, **values)


Seating = Literal["seated", "rests", "waits", "out", "gone", "over"]


@dataclass(frozen=True, kw_only=True)
class SeatAnswer(PersonRow):
    """A person's seat in the open round."""

    state: Seating
    round: int
    stage: str
    table: int
    seat: str
    """Its letter; empty without a table."""
    venue: str
    others: tuple[str, ...]
    sentence: str


def where_sits(tournament: Tournament, names: Names, who: PersonId, lang: Language) -> SeatAnswer:
    """A person's seat in the open round, or why there is none."""
    played = tournament.open_round
    table = played.table_of(who) if played else None
    state = _seating(tournament, tournament.entrants[who], table)
    stage = tournament.stage
    if played:
        stage = tournament.stage_named(played.stage_of(table) if table else played.stage)
    others = tuple(names[each] for each in table.seated.seats if each != who) if table else ()
    answer = {
        "round": played.number if played else tournament.next_number,
        "stage": stage.name(lang),
        "table": table.number if table else 0,
        "seat": LETTERS[table.seated.seats.index(who)] if table else "",
        "venue": table.venue if table else "",
    }
    code = f"{state}_stage" if state == "seated" and not stage.summed else state
    return SeatAnswer(
        **vars(People(tournament, names)(who)),
        state=state,
        others=others,
        sentence=text(f"public_page.seat.{code}", lang, **answer),
        **answer,  # type: ignore[arg-type]
    )


def seats_mark(tournament: Tournament) -> str:
    """A mark that changes when answers of `where_sits` do."""
    played = tournament.open_round
    tables = [(table.seated, table.venue) for table in played.tables.values()] if played else []
    gone = [each.number for each in tournament.entrants.values() if each.status != "playing"]
    round = played.number if played else tournament.next_number
    seats = (round, tables, gone, len(tournament.cuts), is_decided(tournament))
    return f"{crc32(repr(seats).encode()):08x}"


def _seating(tournament: Tournament, entrant: Entrant, table: Table | None) -> Seating:
    if table is not None:
        return "rests" if table.seated.kind == "bye" else "seated"
    if entrant.status != "playing":
        return "gone"
    if is_decided(tournament) and tournament.rounds:
        return "over"
    if entrant not in tournament.members:
        return "out"
    return "rests" if tournament.open_round else "waits"


@dataclass(frozen=True, kw_only=True)
class PlayerGame:
    """A game of one player, with the opponents."""

    round: int
    stage: str
    table: TableOutcome
    own: SeatOutcome
    others: tuple[SeatOutcome, ...]


def games_of(rounds: Sequence[RoundOutcome], number: int) -> tuple[PlayerGame, ...]:
    """The games of the entrant with this number, in order."""
    return tuple(
        PlayerGame(
            round=each.number,
            stage=table.stage,
            table=table,
            own=seat,
            others=tuple(other for other in table.seats if other is not seat),
        )
        for each in rounds
        for table in each.tables
        for seat in table.seats
        if seat.number == number
    )


def club_slugs(tournament: Tournament) -> dict[str, str]:
    """The clubs of an event by URL slug."""
    found: dict[str, str] = {}
    for club in sorted({each.club for each in tournament.entrants.values() if each.club}, key=str.casefold):
        base = "-".join(plain_words(club)).encode("ascii", "ignore").decode().strip("-") or "club"
        base, number, slug = base[:60], 1, base[:60]
        while slug in found:
            number += 1
            slug = f"{base}-{number}"
        found[slug] = club
    return found


def round_shown(tournament: Tournament, wanted: str) -> Round | None:
    """The round an address names, else the last one; None if it does not exist."""
    if not wanted:
        return tournament.round
    number = int(wanted) if re.fullmatch(r"[0-9]{1,3}", wanted) else 0
    return next((each for each in tournament.rounds if each.number == number), None)
