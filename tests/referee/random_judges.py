"""Judges who tap at random, sometimes against the record; and a fold of the same taps that shares no code.

`soak/referee.py` runs ten thousand of them, the tests three hundred.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from kamchatka.referee.calls import AnswerCall, CallJudge, CloseCall
from kamchatka.referee.casebook.model import Effect, Kind
from kamchatka.referee.command import TableCommand, others_stay
from kamchatka.referee.counting import CountBoard, SignSheet, counted
from kamchatka.referee.playing import (
    OMITTED,
    DeclareObjective,
    DeclineRoll,
    EndGame,
    EndTurn,
    Expire,
    ForgetRoll,
    RecordLap,
    RollToClose,
    SetTurn,
)
from kamchatka.refusals import Refusal
from tests.referee.tables import NOW, Table, person, ruling

RULEBOOKS = ("rtu", "challenge", "milano", "aziendale", "primavera", "rtu-2020")
MOST_TAPS = 400


@dataclass
class Fold:
    """What a clerk with a pencil would have written of the same taps: who is out, as which, who won."""

    seats: str
    excluded: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Out in this order, the excluded left aside."""
    status: dict[str, str] = field(default_factory=dict)
    winner: str = ""
    points: dict[str, int] = field(default_factory=dict)

    def leaves(self, who: str, how: str, *, counts_as_out: bool) -> None:
        """Somebody plays no more."""
        before = self.status.get(who)
        if how == "eliminated":
            if who not in self.gone and who not in self.excluded:
                self.gone.append(who)
            if before != "excluded":
                self.status[who] = "eliminated"
        else:
            self.status[who] = how
            if how == "excluded":
                self.excluded.append(who)
            elif how == "withdrawn" and counts_as_out:
                self.gone.append(who)

    def sheet(self) -> list[tuple[str, str, bool, bool]]:
        """Of every seat: who, how it ended, whether it is out, whether it won."""
        found = []
        for who in self.seats:
            status = self.status.get(who, "playing")
            is_out = who in self.gone or who in self.excluded
            shown = "playing" if status == "eliminated" else status
            found.append((who, shown, is_out, who == self.winner))
        return found

    def order(self) -> list[str]:
        """Everybody who is out, the first one out first: the excluded count as the first."""
        return [*reversed(self.excluded), *self.gone]


class RandomJudge:
    """One judge at one table, from its opening to the signed sheet."""

    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.rulebook = self.luck.choice(RULEBOOKS)
        self.seats = "ABCDE"[: self.luck.choice((4, 5)) if self.rulebook != "aziendale" else 4]
        self.table = Table(self.rulebook, self.seats)
        self.fold = Fold(self.seats)
        self.flagged = 0

    def run(self) -> None:
        """Tap until the sheet is signed; an assertion fails where there is no way forward."""
        for _ in range(MOST_TAPS):
            if self.table.live.signed:
                self.compare()
                return
            self._flag()
            self._tap(self._next())
        raise AssertionError(f"{self.rulebook}: no way forward after {MOST_TAPS} taps")

    def _next(self) -> TableCommand:
        live, luck = self.table.live, self.luck
        if live.course.is_over:
            return self._counting()
        due = live.course.due
        if due is not None:
            choice = luck.random()
            if due.is_optional and choice < 0.2:
                return DeclineRoll()
            if choice > 0.9:
                return ForgetRoll()
            dice = tuple(luck.randint(1, 6) for _ in range(live.rulebook.closing.dice))
            return RollToClose(dice=dice)
        if luck.random() < 0.08:
            return self._leaving()
        if not live.has_expired and luck.random() < 0.15:
            return Expire(now=NOW)
        if luck.random() < 0.03:
            is_true, conquests = luck.random() < 0.4, luck.randint(0, 4)
            return DeclareObjective(person=live.in_turn, is_true=is_true, conquests=conquests, now=NOW)
        if luck.random() < 0.05:
            return CallJudge(person(luck.choice(self.seats)))
        if not live.has_expired and luck.random() < 0.1:
            return RecordLap(live.course.lap + 1, NOW)
        if live.forwarded and luck.random() < 0.5:
            return self._settling()
        if live.late_rolls:
            return RollToClose(dice=(6,) * live.rulebook.closing.dice, is_late=True)
        others = [who for who in self.seats if self._can_lose(who) and who != live.in_turn]
        out = (person(luck.choice(others)),) if others and luck.random() < 0.05 else ()
        return EndTurn(now=NOW, conquests=luck.randint(len(out), 4), out=out)

    def _can_lose(self, who: str) -> bool:
        return self.table.live.course.is_on_board(self.table.live.seat_of(person(who)))

    def _leaving(self) -> TableCommand:
        live, luck = self.table.live, self.luck
        playing = [who for who in self.seats if live.course.takes_turns(live.seat_of(person(who)))]
        kinds: list[Kind] = ["withdrawn", "excluded"]
        if live.rulebook.congelato.single_armies:
            kinds.append("congelato")
        if len(playing) < 2:
            return EndGame("nobody is left to play against")
        leaving = luck.choice(playing)
        if not others_stay(live, person(leaving)):
            return EndGame("nobody would stay")
        effect = Effect(kind=luck.choice(kinds), who="offender")
        return ruling("other", {"offender": live.seat_of(person(leaving))}, effect)

    def _settling(self) -> TableCommand:
        """Rule the incident that waits; where nobody can be excluded any more, a warning instead."""
        live, waiting = self.table.live, self.table.live.forwarded[0]
        answers = {"over": True} if waiting.case == OMITTED else {"played_on": True}
        ruled = ruling(waiting.case, answers, number=waiting.number)
        try:
            ruled.decide(live)
        except Refusal:
            warning = Effect(kind="warning", who="offender")
            return ruling(waiting.case, answers, warning, number=waiting.number)
        if live.course.is_over or self.luck.random() < 0.5:
            return ruled
        return ruling(waiting.case, {"over": False}, number=waiting.number)

    def _counting(self) -> TableCommand:
        live, luck = self.table.live, self.luck
        if live.open_calls:
            call = live.open_calls[0]
            return CloseCall(call.number) if call.is_answered else AnswerCall(call.number)
        if live.forwarded:
            return self._settling()
        state = counted(live)
        if state.is_complete:
            return SignSheet(how=luck.choice(("phone", "paper")), by=None)
        [asked, *_] = state.asked
        seats: dict[Any, dict[str, Any]] = {}
        for who in asked.people:
            if asked.what == "points":
                self.fold.points[who] = luck.choice((8, 9, 12, 20))
                seats[who] = {"points": self.fold.points[who]}
            elif asked.what == "lot":
                seats[who] = {"lot": [len(seats) + 1]}
            else:
                seats[who] = {cell: luck.randint(1, 3) for cell in asked.cells}
        return CountBoard(way="points", seats=seats)

    def _flag(self) -> None:
        """A tap the record does not bear out: refused, and nothing changes."""
        live = self.table.live
        if not live.knows_turn:
            return  # there is no record yet
        wrong = [person(who) for who in self.seats if person(who) != live.in_turn]
        tried: TableCommand = EndTurn(now=NOW, person=self.luck.choice(wrong))
        if live.follows_turns and self.luck.random() < 0.5:
            tried = SetTurn(self.luck.choice(wrong), NOW)
        try:
            self.table.do(tried)
        except Refusal:
            assert self.table.live is live
            self.flagged += 1
            return
        assert isinstance(tried, EndTurn) is False, "a tap against the record was absorbed"

    def _tap(self, command: TableCommand) -> None:
        before = self.table.live
        events = self.table.do(command)
        book = before.rulebook
        counts_as_out = book.withdrawal.counts == "eliminated"
        for event in events:
            match type(event).__name__:
                case "PlayerEliminated":
                    self.fold.leaves(event.person, "eliminated", counts_as_out=counts_as_out)  # type: ignore[attr-defined]
                case "IncidentRuled":
                    for each in event.effects:  # type: ignore[attr-defined]
                        how = each.effect.kind
                        if how not in ("withdrawn", "excluded", "congelato"):
                            continue
                        if how == "congelato" and before.has_expired:
                            in_extra = before.course.lap > before.course.last_lap
                            how = "congelato-in-extra-laps" if in_extra else how
                        self.fold.leaves(each.person, how, counts_as_out=counts_as_out)
                case "ObjectiveDeclared" if event.is_true:  # type: ignore[attr-defined]
                    self.fold.winner = event.person  # type: ignore[attr-defined]

    def compare(self) -> None:
        """The signed sheet is the one of the fold."""
        read = counted(self.table.live).read
        assert read is not None
        sheet = read.sheet
        told = [(seat.player, seat.status, sheet.is_out(seat), bool(seat.objective)) for seat in sheet.seats]
        assert told == self.fold.sheet(), (self.rulebook, told, self.fold.sheet())
        orders = sheet.out_order()
        ranked = sorted((order, at) for at, order in enumerate(orders) if order is not None)
        assert [self.seats[at] for _, at in ranked] == self.fold.order(), (orders, self.fold.order())
        for seat in sheet.seats:
            if seat.player in self.fold.points:
                assert seat.points == self.fold.points[seat.player]
