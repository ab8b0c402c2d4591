"""Undo the last request of a tournament."""

from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.app.tables.tables import open_tables
from kamchatka.app.tournaments.opening import OpenTournament, stream_of, tournament_in
from kamchatka.ids import ActionId
from kamchatka.referee.events import ClockStarted
from kamchatka.refusals import NotPossibleNow
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.tournament.events import ActionUndone, TournamentCreated
from kamchatka.tournament.folding import not_undone


def last_request(desk: OpenTournament) -> tuple[ActionId, tuple[object, ...]]:
    """The last request that was not undone, and its events; never the creation of the tournament."""
    stand = [each for each in not_undone(desk.occurrences) if not isinstance(each.event, TournamentCreated)]
    if not stand:
        raise NotPossibleNow("nothing_to_undo")
    last = stand[-1].action
    return last, tuple(each.event for each in desk.occurrences if each.action == last)


def started_clocks(office: Office, desk: OpenTournament, request: ActionId) -> int:
    """Number of tables whose clock this request started: undone, they go back to zero."""
    with office.reading() as reading:
        events = (each for live in open_tables(reading, desk) for each in live.occurrences)
        return sum(isinstance(each.event, ClockStarted) and each.action == request for each in events)


def undo(
    office: Office,
    actor: Actor,
    id: str,
    note: str = "",
    action: ActionId | None = None,
    *,
    seen: str = "",
) -> list[object]:
    """Undo the last request, but never the creation of the tournament; returns its events.

    `seen` is the request shown to the organiser: NotPossibleNow if another came after it. An undo may not
    remove a live table with requests of its own: undo those first.
    """
    actor.must_be(Role.ORGANISER)
    taken_back: list[object] = []

    def work(writing: LogWriter) -> None:
        desk = tournament_in(writing, id)
        last, events = last_request(desk)
        if seen and seen != last:
            raise NotPossibleNow("other_undo")
        taken_back.extend(events)
        followed = _with_taps(writing, desk)
        writing.append(stream_of(id), desk.version, ActionUndone(last), feed=stream_of(id), note=note)
        lost = followed - _with_taps(writing, tournament_in(writing, id))
        if lost:
            raise NotPossibleNow("table_has_taps", table=min(lost)[1], id=id)

    office.carry_out(actor, action or new_action(), [id, "undo", note, seen], work)
    return taken_back


def _with_taps(reading: LogReader, desk: OpenTournament) -> set[tuple[int, int]]:
    """Round and number of each live table with requests after its opening."""
    return {
        (live.table.opened.round, live.table.opened.table) for live in open_tables(reading, desk) if live.taps
    }
