"""Actions at an online table: of a seat, of a judge, of a bot, of the server when nobody acts.

Each is logged alone. A request stops at the first refusal, and keeps what was played before it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from kamchatka.app.games.online.envelope import Reason
from kamchatka.app.games.online.hall import SERVER, TableHall
from kamchatka.app.games.online.live import LiveTable
from kamchatka.app.games.online.refusals import Forbidden, NotNow, Unknown
from kamchatka.app.games.online.table import OnlineTable
from kamchatka.app.office import Actor, Role, new_action
from kamchatka.events import LoggedEvent
from kamchatka.game.actions import Action, Attack, ExpireTime, JudgeAction, WithdrawSeat
from kamchatka.game.coding import UnknownName
from kamchatka.game.game import Game
from kamchatka.game.log import Acted
from kamchatka.game.names import letter
from kamchatka.game.notation import acted_from_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import ActionId, Seat
from kamchatka.refusals import Refusal
from kamchatka.rules import moves
from kamchatka.rules.hold import borders_enemy
from kamchatka.rules.layout import TURN
from kamchatka.store.log import LogWriter

MOST_ACTIONS, MOST_ROLLS, MOST_PASSIVE = 12, 200, 80
Until = Literal["end"] | int | None
"""How far an attack is repeated: to its end, or until so many armies are left on its source."""


@dataclass(frozen=True)
class Answer:
    """What became of a request: how many actions were played, and why not all of them."""

    done: int
    refusal: RuleViolation | Refusal | None = None


def play(
    hall: TableHall,
    live: LiveTable,
    chair: int,
    lines: tuple[str, ...],
    *,
    seen: int,
    action: ActionId,
    until: Until = None,
) -> Answer:
    """Play the actions of a chair's seat, who saw the table at version `seen`."""
    if not 0 < len(lines) <= MOST_ACTIONS:
        raise Unknown("actions", most=MOST_ACTIONS)
    answer = Answer(0)

    def work(_: LogWriter, at: str) -> list[LoggedEvent]:
        nonlocal answer
        table = live.table
        game = table.require_game()
        if table.stopped_by is not None:
            raise NotNow("table_stopped")
        if table.moved > seen:
            raise NotNow("stale")
        seat = table.seat_of(chair)
        if seat is None:
            raise Forbidden("not_your_seat")
        wanted = [acted_from_text(f"{letter(seat)} {line}") for line in lines]
        if until is not None and (len(wanted) != 1 or not isinstance(wanted[0].action, Attack)):
            raise Unknown("until")
        spent = live.spent(hall.timer())
        events: list[LoggedEvent] = []
        for acted in wanted:
            try:
                events += _with_time_over(table, [table.play(acted, 0 if events else spent, at)], at)
            except (RuleViolation, UnknownName, NotNow) as refusal:
                if not events:
                    raise
                answer = Answer(answer.done, refusal)
                return events
            answer = Answer(answer.done + 1)
        if until is not None:
            attack = wanted[0].action
            assert isinstance(attack, Attack)
            while len(events) < MOST_ROLLS and (again := _again(game, seat, attack, until)):
                events.append(table.play(Acted(seat, again), 0, at))
        return events

    actor = Actor(Role.PLAYER, f"{live.table.id}-{chair}")
    hall.change(live, actor, action, [live.table.id, chair, list(lines), until], work)
    return answer


def _again(game: Game, seat: Seat, attack: Attack, until: Until) -> Action | None:
    """The same attack once more with as many dice as it may; None if it has ended."""
    if game.is_over or game.to_act != seat:
        return None
    if isinstance(until, int):
        source = game.names.board.number(attack.source)
        if game.position.armies[source] <= until:
            return None
    for choice in game.legal_actions():
        if choice.kind() == moves.ATTACK:
            found = choice.action()
            assert isinstance(found, Attack)
            if (found.source, found.target) == (attack.source, attack.target):
                return choice.action(max(choice.least, min(choice.most, attack.dice)))
    return None


def judge(
    hall: TableHall, live: LiveTable, actor: Actor, line: str, *, reason: str, action: ActionId
) -> None:
    """A judge's action at a table of an event, with its reason in the note."""
    acted = acted_from_text(f"giudice {line}")
    if not isinstance(acted.action, JudgeAction) or not live.table.terms.event:
        raise Forbidden("only_at_events")
    if not reason:
        raise Unknown("reason")

    def work(_: LogWriter, at: str) -> list[LoggedEvent]:
        return [live.table.play(acted, live.spent(hall.timer()), at, "judge")]

    hall.change(live, actor, action, [live.table.id, "judge", line, reason], work, note=reason)


def withdraw(hall: TableHall, live: LiveTable, chair: int, action: ActionId) -> None:
    """The seat of a chair leaves the game, as the regulation says."""

    def work(_: LogWriter, at: str) -> list[LoggedEvent]:
        seat = live.table.seat_of(chair)
        if seat is None:
            raise NotNow("table_waits")
        return [live.table.play(Acted(None, WithdrawSeat(seat)), live.spent(hall.timer()), at)]

    actor = Actor(Role.PLAYER, f"{live.table.id}-{chair}")
    hall.change(live, actor, action, [live.table.id, chair, "withdraw"], work)


def play_for(
    hall: TableHall, live: LiveTable, reason: Reason, choose: Callable[[Game, Seat], Action], most: int = 1
) -> None:
    """Play for the seat to act, until it is another's turn or `most` actions are done."""

    def work(_: LogWriter, at: str) -> list[LoggedEvent]:
        table = live.table
        game = table.require_game()
        seat, turn = game.to_act, game.position.now[TURN]
        events: list[LoggedEvent] = []
        while seat is not None and len(events) < most and not game.is_over:
            if game.to_act != seat or game.position.now[TURN] != turn:
                break
            spent = 0 if events else live.spent(hall.timer())
            played = table.play(Acted(seat, choose(game, seat)), spent, at, reason)
            events += _with_time_over(table, [played], at)
        return events

    hall.change(live, SERVER, new_action(), [], work)


def expire(hall: TableHall, live: LiveTable) -> None:
    """The time of the game is over."""

    def work(_: LogWriter, at: str) -> list[LoggedEvent]:
        return [live.table.play(Acted(None, ExpireTime()), live.spent(hall.timer()), at, "time")]

    hall.change(live, SERVER, new_action(), [], work)


def _with_time_over(table: OnlineTable, events: list[LoggedEvent], at: str) -> list[LoggedEvent]:
    """The events, and the end of time if it has come."""
    assert table.game is not None
    if table.limit.is_over(table.game):
        events.append(table.play(Acted(None, ExpireTime()), 0, at, "time"))
    return events


# When nobody acts

BACKWARDS = (moves.TAKE_BACK, moves.UNDO_MOVE, moves.TRIS, moves.ATTACK, moves.MOVE, moves.LATE_CARD)
LEAST = (moves.ADVANCE_WITH, moves.ROLL)


def passive_action(game: Game, seat: Seat) -> Action:
    """What the server plays for a seat that does not act: armies to its strongest front, then pass."""
    legal = game.legal_actions(seat)
    open_to_it = [each for each in legal if each.kind() not in BACKWARDS] or legal
    placing = [each for each in open_to_it if each.kind() in (moves.PLACE, moves.PLACE_FIRST)]
    if placing:
        strongest = max(placing, key=lambda each: (_front(game, each.coded), -each.coded))
        return strongest.action()
    chosen = open_to_it[0]
    return chosen.action(chosen.least if chosen.kind() in LEAST else None)


def _front(game: Game, coded: int) -> tuple[bool, int]:
    """How strong a territory is, one at a border before all others."""
    territory = moves.first_of(coded)
    pos = game.position
    return borders_enemy(game.tables, pos, territory), pos.armies[territory]
