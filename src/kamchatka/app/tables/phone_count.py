"""The final count from a phone at the table, whether or not somebody followed the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from kamchatka.app.office import Office, Role
from kamchatka.app.tables.tables import OpenTable, live_in, open_tables, record_at
from kamchatka.app.tournaments.opening import OpenTournament, record, tournament_in
from kamchatka.app.tournaments.passes import Phone, TablePlace, sent_sheets, still_in
from kamchatka.command import fingerprint
from kamchatka.ids import ActionId, PersonId
from kamchatka.referee.counting import CountBoard, SignSheet, TickedCard, record_cells
from kamchatka.refusals import NotAllowed
from kamchatka.scoring.sheet.ticking import counts_objective_alone, objective_cards
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.views.counting import Ticks, Way


@dataclass(frozen=True)
class RecordedGame:
    """What is recorded of the game at a table: the sheet must agree with it."""

    cells: Mapping[PersonId, Mapping[str, JsonValue]]
    """Who is out and who won, as cells of a sheet."""
    is_followed: bool = False
    """Whether its course is known, so that the sheet is signed at the table."""
    goes_on: bool = False
    awaits_ruling: bool = False


NOTHING = RecordedGame({})


def recorded_game(reading: LogReader, desk: OpenTournament, place: TablePlace) -> RecordedGame:
    """What is recorded of the game at a table of the open round."""
    live = next(iter(open_tables(reading, desk, only={place.table})), None)
    if live is None:
        return NOTHING
    table = live.table
    return RecordedGame(
        {who: record_cells(table, who) for who in table.seats},
        is_followed=_is_followed(live),
        goes_on=_is_followed(live) and not table.course.is_over,
        awaits_ruling=bool(table.forwarded),
    )


def _is_followed(live: OpenTable) -> bool:
    """Whether turns or the end of the game were recorded; a clock that runs alone tells nothing of them."""
    return live.table.knows_turn or live.table.course.is_over


def close_table(
    office: Office,
    phone: Phone,
    results: tuple[SeatResult, ...],
    by: PersonId,
    action: ActionId,
    *,
    way: Way = "points",
    ticks: Ticks | None = None,
) -> None:
    """Send the count of the phone's table in the name of one of its players.

    A game that was followed is counted and signed at its table; else the sheet is recorded as it is. Two
    players who send equal sheets confirm each other, so one phone may send for one player only.
    """
    place = phone.place
    sheet = RecordSheet(table=place.table, seats=results, sent_by=by)
    phone.actor.must_be(*map(Role, sheet.roles))
    check = still_in(office, phone)

    def work(writing: LogWriter) -> None:
        check(writing)
        if any(device == phone.device and who != by for device, who in sent_sheets(writing, place)):
            raise NotAllowed("same_phone")
        followed = _followed(writing, place)
        if followed is None:
            record(writing, place.id, sheet)
            return
        record_at(writing, followed, _count(followed, results, way, ticks or Ticks()), "")
        live = live_in(writing, place.id, place.table)
        record_at(writing, live, SignSheet(how="phone", scorer=live.scorer, by=by), "")

    office.carry_out(phone.actor, action, [place.id, fingerprint(sheet), ""], work)


def _followed(reading: LogReader, place: TablePlace) -> OpenTable | None:
    """The table, if its game was followed and its sheet is not signed yet."""
    desk = tournament_in(reading, place.id)
    live = next(iter(open_tables(reading, desk, only={place.table})), None)
    return live if live and _is_followed(live) and live.table.signed is None else None


def _count(live: OpenTable, results: tuple[SeatResult, ...], way: Way, ticks: Ticks) -> CountBoard:
    """The count as the table takes it; ticked objectives are counted there again."""
    seats = {each.person: each.cells for each in results}
    if way == "points" or not counts_objective_alone(live.table.rulebook):
        return CountBoard(way="points", seats=seats)
    cards = {str(card.id): card for card in objective_cards(live.table.rulebook)}
    found = tuple(
        TickedCard(who, card, tuple(each for each in ticks.of(who) if each in cards[card].territories))
        for who, card in ticks.cards.items()
        if card in cards and "points" in seats[who]
    )
    return CountBoard(way="objective", seats=seats, ticks=found)
