"""A game in play: one façade over the core for people, programs and records.

`play` checks, applies, asks Chance for the luck that follows and tells what happened; a refused action
changes nothing. Where luck comes from the table itself, the game waits until `supply` brings it.
"""

from collections import Counter
from collections.abc import Sequence
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
    """Nothing was done that a seat may take back, or that can still be crossed out of a record."""


class NoLuckAwaited(Exception):
    """Numbers were supplied although no luck is awaited."""


@dataclass(frozen=True)
class _Moment:
    """The table as it was at some point, to go back to."""

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
        """The table before each action and throw that can still be crossed out, where luck is typed in."""
        start(self.tables, self._pos, self._secrets, seats)

    @classmethod
    def start(cls, rulebook: Rulebook, seats: int, chance: Chance) -> "Game":
        """A new game: the opening dice are thrown (or awaited, where they are typed)."""
        game = cls(rulebook, seats, chance)
        game.go_on()
        return game

    @cached_property
    def regulation(self) -> str:
        """Its regulation written out, for records."""
        return written(self.rulebook)

    @property
    def position(self) -> Position:
        """All that lies on the table. Read only."""
        return self._pos

    @property
    def secrets(self) -> Secrets:
        """What is hidden: for bots' own part, judges and views, never for players. Read only."""
        return self._secrets

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything so far, in order."""
        return tuple(self._entries)

    @property
    def to_act(self) -> Seat | None:
        """The seat that must decide now; None while luck is awaited and when the game is over."""
        seat = to_act(self._pos)
        return None if seat == NOBODY else Seat(seat)

    @property
    def is_over(self) -> bool:
        """Whether everything is decided."""
        return self._pos.now[PHASE] == OVER

    @property
    def awaiting(self) -> Request | None:
        """The luck that must be supplied before anything else can happen, if any."""
        return awaited(self.tables, self._pos, self._secrets)

    def digest(self) -> str:
        """The digest of the table as it stands."""
        return state_digest(self._pos, self._secrets)

    def legal_actions(self, seat: Seat | None = None) -> tuple[Choice, ...]:
        """What a seat may do now (without one: the seat to act), as families, in a stable order."""
        asked = self.to_act if seat is None else self._at_table(seat)
        if asked is None:
            return ()
        return choices(self.names, self.tables, self._pos, self._secrets.hands[asked], asked)

    def why_not(self, action: act.Action, by: Seat | None = None) -> RuleViolation | None:
        """The reason this action is refused now; None if it is allowed."""
        seat = self._seat(self.acting(action, by))
        # On a copy: a question changes nothing, not even for a moment.
        pos, hidden = position(bytearray(self._table)), secrets(bytearray(self._hidden))
        for coded in moves_of(self.names, action):
            code = check(self.tables, pos, hidden.hands[seat], seat, coded)
            if code != ALLOWED:
                return RuleViolation.of(self.rulebook, self.tables, pos, seat, coded, code)
            apply(self.tables, pos, hidden, coded)
        return None

    def play(self, action: act.Action, by: Seat | None = None) -> tuple[Event, ...]:
        """Do it, all or nothing; what happened, luck included. Raises RuleViolation or UnknownName."""
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
        """Bring the luck that is awaited, as it fell on the table; WrongLuck if it cannot be."""
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
        """Let the luck that is awaited happen, as far as Chance knows it: at the start and after resuming."""
        self._let_luck_happen()

    def undo(self, by: Seat | None = None) -> tuple[Event, ...]:
        """Take back the last placement or move of a seat (without one: of the seat to act), by an action.

        RuleViolation where the regulation lets nothing be taken back; NothingToUndo after anything else: what
        a placement, an attack, a move or a pass has closed stays closed.
        """
        seat = self.to_act if by is None else self._at_table(by)
        return self.play(self._taking_back(seat), seat)

    def _taking_back(self, seat: Seat | None) -> act.Action:
        """The action that takes back the latest thing this seat did and has not taken back yet."""
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
        """Cross out the last thing typed in at a real table: a slip of typing, not a move of the game.

        The record keeps what was crossed out. NothingToUndo where luck is ours, or since `keep_for_good`.
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
        """Keep what a record says was crossed out here."""
        self._entries.append(rewound)

    def keep_for_good(self) -> None:
        """From here on nothing that came before can be crossed out: not all of it was typed in."""
        self._moments.clear()

    def acting(self, action: act.Action, by: Seat | None) -> Seat | None:
        """Whose action this is, where nobody said: the judge's, the latecomer's, or of the seat to act."""
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
        """Whose hand counts. While luck is awaited nobody acts; any seat gets the same refusal."""
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
        """The step about to be made, seen from before it."""
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
