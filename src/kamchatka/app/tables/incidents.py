"""Rulings on incidents, where a table meets its tournament: who rules for whom, and what was ruled before."""

from datetime import datetime

from kamchatka.app.tables.tables import OpenTable, evening_of, ruled_in
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.model import Scope
from kamchatka.referee.casebook.rulings import OFFICIAL_JUDGE, Author, Club, RulingRefused
from kamchatka.refusals import NotUnderstood
from kamchatka.store.log import LogReader
from kamchatka.tournament.state import Tournament


def club_of(tournament: Tournament) -> Club:
    """Who answers for rulings: the club that organises, or an event that is not official itself."""
    settings = tournament.settings
    name = settings.club or ("" if settings.official else settings.name)
    return Club(name, frozenset(tournament.judges))


def judge_of(live: OpenTable, name: str) -> Author:
    """Whoever judges by this name, and as what; RulingRefused for anybody else (001-J4)."""
    try:
        who = live.desk.judge(name)
    except NotUnderstood as refusal:
        club = club_of(live.tournament).name
        raise RulingRefused("not_of_the_club", clause="001-J4", who=name, club=club) from refusal
    return Author(who, live.tournament.judges[who])


def official_judge(live: OpenTable) -> Author:
    """The official judge, who rules where nobody else is named."""
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
