"""A game in play: one façade over the core for people, programs and records.

`play` checks and applies an action, asks Chance for the luck that follows and returns the events; a refused
action changes nothing. With luck from a real table, the game waits until `supply` brings it.
"""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property

from kamchatka.game import actions as act
from kamchatka.game.chance import Chance, Luck, Request, Typed, awaited
from kamchatka.game.choices import Choice, choices
from kamchatka.game.coding import UnknownName, moves_of
from kamchatka.game.events import Event
from kamchatka.game.log import Acted, Entry, Rewound, TurnClosed, state_digest
from kamchatka.game.names import names_of
from kamchatka.game.narrate import Change, after_luck, after_move
from kamchatka.game.notation import fact_to_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat, Territory
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.rulebook.writing import written
from kamchatka.rules.layout import (
    CARD_LEFT_BY,
    NOBODY,
    OVER,
    PHASE,
    POSITION_LAYOUT,
    SECRETS_LAYOUT,
    TURN,
    Position,
    Secrets,
    position,
    secrets,
    size_of,
)
from kamchatka.rules.legality import check
from kamchatka.rules.setup import start
from kamchatka.rules.step import apply, apply_luck, to_act
from kamchatka.rules.violations import ALLOWED


class NothingToUndo(Exception):
    """There is nothing that a seat may take back, or that can still be crossed out of a record."""


class NoLuckAwaited(Exception):
    """Numbers were supplied although no luck was requested."""


@dataclass(frozen=True)
class _Moment:
    """A snapshot of the table, to go back to."""

    table: bytes
    hidden: bytes
    entries: int
    luck: int


class Game:
    """One game of one table."""

    def __init__(self, rulebook: Rulebook, seats: int, chance: Chance) -> None:
        rulebook.require_seats(seats)
        self.rulebook = rulebook
        self.rulebook_digest = rulebook.digest()
        self.seats = seats
        self.chance = chance
        self.tables = tables_of(rulebook)
        self.names = names_of(rulebook)
        self._table = bytearray(size_of(POSITION_LAYOUT))
        self._hidden = bytearray(size_of(SECRETS_LAYOUT))
        self._pos, self._secrets = position(self._table), secrets(self._hidden)
        self._entries: list[Entry] = []
        self._luck_used = 0
        self._moments: list[_Moment] = []
        """Snapshots before each action and roll that can still be crossed out, if luck is typed in."""
        start(self.tables, self._pos, self._secrets, seats)

    @classmethod
    def start(cls, rulebook: Rulebook, seats: int, chance: Chance) -> "Game":
        """A new game: the opening dice are rolled (or awaited, if luck is typed)."""
        game = cls(rulebook, seats, chance)
        game.go_on()
        return game

    def twin(self) -> "Game":
        """An independent copy, to think about while the game goes on."""
        twin = copy(self)
        twin._table, twin._hidden = bytearray(self._table), bytearray(self._hidden)
        twin._pos, twin._secrets = position(twin._table), secrets(twin._hidden)
        twin._entries, twin._moments = [*self._entries], []
        return twin

    @cached_property
    def regulation(self) -> str:
        """The regulation as TOML, for records."""
        return written(self.rulebook)

    @property
    def position(self) -> Position:
        """All public state of the table. Read only."""
        return self._pos

    @property
    def secrets(self) -> Secrets:
        """The hidden state: for bots' own part, judges and views, never for players. Read only."""
        return self._secrets

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All log entries so far, in order."""
        return tuple(self._entries)

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide now; None while luck is awaited and after the end."""
        seat = to_act(self._pos)
        return None if seat == NOBODY else Seat(seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._pos.now[PHASE] == OVER

    @property
    def awaiting(self) -> Request | None:
        """The luck that must be supplied before the game goes on, if any."""
        return awaited(self.tables, self._pos, self._secrets)

    def digest(self) -> str:
        """The digest of the current state."""
        return state_digest(self._pos, self._secrets)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Choice, ...]:
        """The legal actions of a seat (default: the seat to act), as families, in a stable order."""
        asked = self.to_act if seat is None else self._at_table(seat)
        if asked is None:
            return ()
        return choices(self.names, self.tables, self._pos, self._secrets.hands[asked], asked)

    def why_not(self, action: act.Action, by: Seat | None = None) -> RuleViolation | None:
        """The reason this action would be refused; None if it is allowed."""
        seat = self._seat(self.acting(action, by))
        # On a copy: asking never changes the state.
        pos, hidden = position(bytearray(self._table)), secrets(bytearray(self._hidden))
        for coded in moves_of(self.names, action):
            code = check(self.tables, pos, hidden.hands[seat], seat, coded)
            if code != ALLOWED:
                return RuleViolation.of(self.rulebook, self.tables, pos, seat, coded, code)
            apply(self.tables, pos, hidden, coded)
        return None

    def play(self, action: act.Action, by: Seat | None = None) -> tuple[Event, ...]:
        """Apply an action, all or nothing; returns its events. Raises RuleViolation or UnknownName."""
        before = self._moment()
        try:
            self._make(action, by)
            self._let_luck_happen()
        except BaseException:
            self._go_back(before)
            raise
        self._remember(before)
        return self._events_since(before)

    def supply(self, numbers: Sequence[int]) -> tuple[Event, ...]:
        """Supply the awaited luck from a real table; WrongLuck if the numbers are impossible."""
        request = self.awaiting
        if request is None:
            raise NoLuckAwaited
        before = self._moment()
        try:
            self._use(request, tuple(numbers))
            self._let_luck_happen()
        except BaseException:
            self._go_back(before)
            raise
        self._remember(before)
        return self._events_since(before)

    def go_on(self) -> None:
        """Resolve awaited luck as far as Chance knows it: at the start and after resuming."""
        self._let_luck_happen()

    def undo(self, by: Seat | None = None) -> tuple[Event, ...]:
        """Take back the last placement or move of a seat (default: the seat to act), by an action.

        Raises RuleViolation if the regulation does not allow it, and NothingToUndo if the seat's last action
        was of another kind: earlier placements and moves are then final.
        """
        seat = self.to_act if by is None else self._at_table(by)
        return self.play(self._taking_back(seat), seat)

    def _taking_back(self, seat: Seat | None) -> act.Action:
        """The action that takes back the latest action of this seat not yet taken back."""
        taken_up: Counter[Territory] = Counter()
        undone = 0
        for entry in reversed(self._entries):
            if isinstance(entry, Luck | TurnClosed) or (isinstance(entry, Acted) and entry.by != seat):
                break
            match entry.action if isinstance(entry, Acted) else None:
                case None:
                    continue
                case act.TakeBackArmies(armies):
                    taken_up.update(armies)
                case act.PlaceArmies(armies):
                    left = Counter(armies) - taken_up
                    taken_up -= Counter(armies)
                    if left:
                        return act.TakeBackArmies(left)
                case act.UndoMove():
                    undone += 1
                case act.MoveArmies() if undone:
                    undone -= 1
                case act.MoveArmies():
                    return act.UndoMove()
                case _:
                    break
        raise NothingToUndo

    def rewind(self) -> Rewound:
        """Cross out the last entry typed in at a real table: a typing error, not a move of the game.

        The record keeps the crossed-out lines. NothingToUndo if luck is ours, or since `keep_for_good`.
        """
        if not isinstance(self.chance, Typed) or not self._moments:
            raise NothingToUndo
        moment = self._moments.pop()
        removed = self._entries[moment.entries :]
        self._go_back(moment)
        rewound = Rewound(tuple(line for entry in removed if (line := fact_to_text(entry))))
        self._entries += [entry for entry in removed if isinstance(entry, Rewound)]
        self._entries.append(rewound)
        return rewound

    def note(self, rewound: Rewound) -> None:
        """Append a crossed-out entry from a record."""
        self._entries.append(rewound)

    def keep_for_good(self) -> None:
        """Make everything so far final: it was not all typed in, so it cannot be crossed out."""
        self._moments.clear()

    def acting(self, action: act.Action, by: Seat | None) -> Seat | None:
        """The actor of an action, if not given: a judge (None), the latecomer, or the seat to act."""
        if isinstance(action, act.JudgeAction):
            if by is not None:
                raise UnknownName("only_the_judge")
            return None
        if by is not None:
            return self._at_table(by)
        if isinstance(action, act.TakeLateCard) and self._pos.now[CARD_LEFT_BY]:
            return Seat(self._pos.now[CARD_LEFT_BY] - 1)
        return self.to_act

    def _at_table(self, seat: Seat) -> Seat:
        if not 0 <= seat < self.seats:
            raise UnknownName("unknown_seat", name=seat)
        return seat

    def _make(self, action: act.Action, by: Seat | None) -> None:
        actor = self.acting(action, by)
        seat = self._seat(actor)
        self._entries.append(Acted(actor, action))
        for coded in moves_of(self.names, action):
            code = check(self.tables, self._pos, self._secrets.hands[seat], seat, coded)
            if code != ALLOWED:
                raise RuleViolation.of(self.rulebook, self.tables, self._pos, seat, coded, code)
            change = self._change()
            apply(self.tables, self._pos, self._secrets, coded)
            self._tell(after_move(change, seat, coded), change)

    def _seat(self, actor: Seat | None) -> Seat:
        """The seat whose hand applies. While luck is awaited no seat acts; any seat gets the same refusal."""
        return Seat(max(to_act(self._pos), 0)) if actor is None else actor

    def _let_luck_happen(self) -> None:
        while (request := self.awaiting) is not None:
            numbers = self.chance.answer(self._luck_used, request)
            if numbers is None:
                return
            self._use(request, numbers)

    def _use(self, request: Request, numbers: tuple[int, ...]) -> None:
        outcome = request.outcome(numbers)
        luck = Luck(self._luck_used, request, numbers)
        self._luck_used += 1
        self._entries.append(luck)
        change = self._change()
        apply_luck(self.tables, self._pos, self._secrets, outcome)
        self._tell(after_luck(change, luck), change)

    def _tell(self, events: tuple[Event, ...], change: Change) -> None:
        self._entries.extend(events)
        turn = change.before.now[TURN]
        if self._pos.now[TURN] != turn or self.is_over:
            self._entries.append(TurnClosed(turn, self.digest()))

    def _change(self) -> Change:
        """The step about to be made, with the state before it."""
        before, hidden_before = position(bytearray(self._table)), secrets(bytearray(self._hidden))
        return Change(self.names, self.tables, before, hidden_before, self._pos, self._secrets)

    def _events_since(self, moment: _Moment) -> tuple[Event, ...]:
        return tuple(entry for entry in self._entries[moment.entries :] if isinstance(entry, Event))

    def _moment(self) -> _Moment:
        table, hidden = bytes(self._table), bytes(self._hidden)
        return _Moment(table, hidden, len(self._entries), self._luck_used)

    def _remember(self, moment: _Moment) -> None:
        if isinstance(self.chance, Typed):
            self._moments.append(moment)

    def _go_back(self, moment: _Moment) -> None:
        self._table[:] = moment.table
        self._hidden[:] = moment.hidden
        del self._entries[moment.entries :]
        self._luck_used = moment.luck
