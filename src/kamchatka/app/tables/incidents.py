"""Incidents at tables: who may rule, earlier rulings, and all incidents of a tournament."""

from collections.abc import Iterator
from datetime import datetime

from kamchatka.app.tables.tables import OpenTable, evening_of, followed_tables, ruled_in
from kamchatka.app.tournaments.opening import OpenTournament
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.model import Scope
from kamchatka.referee.casebook.rulings import OFFICIAL_JUDGE, Author, Club, RulingRefused
from kamchatka.referee.events import IncidentForwarded, IncidentRuled
from kamchatka.referee.incident_views import TableIncident
from kamchatka.refusals import NotUnderstood
from kamchatka.store.log import LogReader
from kamchatka.tournament.state import Tournament


def club_of(tournament: Tournament) -> Club:
    """The club responsible for rulings: the organising club, or an unofficial event under its own name."""
    settings = tournament.settings
    name = settings.club or ("" if settings.official else settings.name)
    return Club(name, frozenset(tournament.judges))


def judge_of(live: OpenTable, name: str) -> Author:
    """The judge with this name and their role; RulingRefused for anyone else (001-J4)."""
    try:
        who = live.desk.judge(name)
    except NotUnderstood as refusal:
        club = club_of(live.tournament).name
        raise RulingRefused("not_of_the_club", clause="001-J4", who=name, club=club) from refusal
    return Author(who, live.tournament.judges[who])


def official_judge(live: OpenTable) -> Author:
    """The official judge, the default author of rulings."""
    found = next((who for who, role in live.tournament.judges.items() if role == OFFICIAL_JUDGE), None)
    if found is None:
        raise RulingRefused("no_judge", clause="001-J4")
    return Author(found, OFFICIAL_JUDGE)


def earlier_rulings(reading: LogReader, live: OpenTable, case: str) -> dict[PersonId, dict[Scope, int]]:
    """How often a case was ruled against people of a table, this evening and in the tournament."""
    found: dict[PersonId, dict[Scope, int]] = {
        who: {"evening": 0, "tournament": 0} for who in live.table.seats
    }
    today = evening_of(datetime.fromisoformat(live.occurrences[-1].at))
    for ruling, at in ruled_in(reading, live.desk):
        if ruling.case == case and ruling.offender in found:
            found[ruling.offender]["tournament"] += 1
            found[ruling.offender]["evening"] += evening_of(at) == today
    return found


def incidents_in(reading: LogReader, desk: OpenTournament) -> Iterator[TableIncident]:
    """Every incident at a table of the tournament, by table and time; rulings replace what was forwarded."""
    for live in followed_tables(reading, desk):
        yield from incidents_at(reading, live)


def incidents_at(reading: LogReader, live: OpenTable) -> Iterator[TableIncident]:
    """Every incident at a table, with the reason written beside it."""
    standing, opened = (*live.table.rulings, *live.table.forwarded), live.table.opened
    if not standing:
        return
    for stored, each in zip(reading.stream(live.stream), live.occurrences, strict=True):
        event = each.event
        if isinstance(event, IncidentRuled | IncidentForwarded) and event in standing:
            yield TableIncident(each.at, opened.round, opened.table, event, reading.note(stored))
