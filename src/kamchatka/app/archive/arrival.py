"""Checks of the tournaments that an archive brings in, before they are committed: all must be readable."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime

from sqlalchemy import select

from kamchatka.app.history import log_lines
from kamchatka.app.tables.tables import open_tables
from kamchatka.app.tournaments.listing import row_in
from kamchatka.app.tournaments.opening import TOURNAMENTS, is_id, stream_of, tournament_in
from kamchatka.app.tournaments.public_state import public_state
from kamchatka.app.tournaments.unreadable import UnreadableTournament, as_unreadable
from kamchatka.messages import LANGUAGES, Language
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.sheet.places import Unscored
from kamchatka.store import schema
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.views.desk import desk as desk_view
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.people import entrants
from kamchatka.tournament.views.public import event_head
from kamchatka.tournament.views.rail import rail
from kamchatka.tournament.views.sheets import sheets
from kamchatka.tournament.views.standings import standings_page

LIVE_TABLE = re.compile(r"/[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")
"""What the stream of a live table adds to that of its tournament."""


def unreadable_arrivals(writing: LogWriter, before: Mapping[str, int]) -> Iterator[UnreadableTournament]:
    """The tournaments with new events that cannot be read; `before` are the feeds before the import.

    NotUnderstood if the id of a tournament or the name of a stream is not one that this program gives.
    """
    now = writing.feeds()
    grown = {feed for feed, number in now.items() if number != before.get(feed)}
    table = schema.events
    streams = writing.connection.execute(select(table.c.feed, table.c.stream).distinct()).all()
    for feed, stream in streams:
        if feed in grown and feed != stream:
            _check_stream(feed, stream)
    for feed in sorted(grown):
        if feed.startswith(TOURNAMENTS):
            id = feed.removeprefix(TOURNAMENTS)
            if not is_id(id):
                raise NotUnderstood("odd_id", id=id)
            try:
                _read_through(writing, id, now[feed])
            except UnreadableTournament as found:
                yield found


def _check_stream(feed: str, stream: str) -> None:
    """NotUnderstood if a stream is that of a tournament or its table, in the feed of another."""
    is_table = feed.startswith(TOURNAMENTS) and LIVE_TABLE.fullmatch(stream.removeprefix(feed))
    if not is_table and (feed.startswith(TOURNAMENTS) or stream.startswith(TOURNAMENTS)):
        raise NotUnderstood("odd_stream", stream=stream)


def _read_through(reading: LogReader, id: str, number: int) -> None:
    """Fold a tournament and make what its pages show of it; UnreadableTournament if anything fails."""
    for each in LANGUAGES:
        row_in(reading, id, number, each)
    lang: Language = "it"
    with as_unreadable(id):
        found = tournament_in(reading, id, lang)
        tournament, names = found.tournament, found.names
        if tournament.rules:
            datetime.fromisoformat(tournament.rules.at).astimezone()
        desk_view(tournament, names, lang)
        officials(tournament, names)
        entrants(tournament, names)
        event_head(tournament, lang)
        rail(tournament, lang)
        public_state(found)
        open_tables(reading, found)
        list(log_lines(reading, reading.feed(stream_of(id), most=number), lang))
        with suppress(Unscored):  # numbers may still be missing
            for played in tournament.rounds:
                sheets(tournament, names, played.number, lang)
            standings_page(tournament, names, lang)
