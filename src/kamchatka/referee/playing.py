"""Commands on the progress of a game: turns, laps, expiry, closing rolls, objectives, eliminations."""

from functools import reduce
from typing import Annotated

from kamchatka.clock import ClockReading, minutes_and_seconds
from kamchatka.command import Meaning, Reason, Steady
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.asking import rule, standing_of
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.command import JUDGES, TableCommand, against_record, must_go_on, must_play, seated
from kamchatka.referee.course import FACES, ClosingRoll, closing_totals
from kamchatka.referee.events import (
    ClosingDeclined,
    ClosingExcused,
    ClosingForgotten,
    ClosingRolled,
    GameEnded,
    IncidentForwarded,
    LapRecorded,
    ObjectiveDeclared,
    OrderSet,
    PassAsked,
    PlayerEliminated,
    Source,
    TimeExpired,
    TurnEnded,
    TurnSet,
)
from kamchatka.referee.folding import evolve
from kamchatka.referee.state import RefereedTable
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood

MOST_LAP = 400
TURN = "Un turno finito, un giro, di chi è il turno · a turn that ended, a lap, whose turn it is."
LAP = Meaning("number", "lap", "giro", "Il giro · the lap.", place="option")
Conquests = Annotated[
    int,
    Meaning("number", "conquests", "conquiste", "Territori conquistati · territories conquered."),
]
Leavers = Annotated[
    tuple[PersonId, ...],
    Meaning(
        "seated",
        "out",
        "fuori",
        "Chi è fuori, nell'ordine in cui sono usciti · who is out, first out first.",
    ),
]
"""Eliminated players, in order of elimination."""
Roller = Annotated[PersonId | None, Meaning("seated", form="chi")]
"""The player whose closing roll it is, if stated."""
OMITTED = "omitted-roll"
"""The case of a forgotten closing roll."""


def nothing_due(table: RefereedTable) -> None:
    """Raises NotPossibleNow if a closing roll is due: it must be made, declined or recorded as forgotten."""
    due = table.course.due
    if due is not None:
        said = ", ".join(map(str, due.totals))
        code = "roll_due" if due.roller == due.seat else "absent_roll_due"
        who, by = table.seats[due.seat], table.seats[due.roller]
        raise NotPossibleNow("lap_roll_due" if table.referee_rolls else code, who=who, by=by, totals=said)


class SetOrder(TableCommand):
    """Set the order of play."""

    name = "set-order"
    seats: Annotated[tuple[PersonId, ...], Meaning("seated", form="ordine")]

    def decide(self, table: RefereedTable) -> list[object]:
        """Allowed before turns, expiry or departures are recorded."""
        if sorted(self.seats) != sorted(table.seats):
            raise NotUnderstood("other_order", who=", ".join(table.seats))
        is_fixed = table.follows_turns or table.has_expired or _leavers(table)
        if self.seats == table.seats and (table.knows_order or is_fixed):
            return []
        if is_fixed:
            raise NotPossibleNow("order_fixed", table=table.opened.table)
        return [OrderSet(self.seats)]


def _leavers(table: RefereedTable) -> bool:
    return not all(map(table.course.takes_turns, range(len(table.seats))))


class EndTurn(TableCommand, kw_only=True):
    """End a turn, with its conquests and eliminations."""

    name = "end-turn"
    typed = "turn"
    help = TURN
    now: Steady
    person: Annotated[
        PersonId | None,
        Meaning("seated", "who", "chi", "Chi passa i dadi · who passes the dice."),
    ] = None
    conquests: Conquests = 0
    out: Leavers = ()
    is_excused: Annotated[bool, Meaning("flag", form="scusato")] = False
    """Whether there were conquests enough to excuse from the closing roll, if nobody says how many."""
    reason: Reason = ""

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs the player in turn and no due roll."""
        must_go_on(table)
        nothing_due(table)
        conquests = self.conquests
        if self.is_excused and not conquests:
            conquests = table.rulebook.closing.excused_by_conquests
        if not 0 <= conquests <= 99:
            raise NotUnderstood("conquests", given=conquests)
        if conquests < len(self.out):
            raise NotUnderstood("fewer_conquests", given=conquests, out=len(self.out))
        found: list[object] = []
        if self.person is not None and seated(table, self.person) != table.in_turn:
            if table.knows_turn:
                raise against_record(self.person, table.in_turn)
            # If the player in turn is unknown, the player who passes the dice sets it.
            found += SetTurn(self.person, self.now).decide(table)
        player = table.in_turn if self.person is None else self.person
        for loser in self.out:
            after = reduce(evolve, found, table)
            found += EliminatePlayer(loser, player).decide(after)
        after = reduce(evolve, found, table)
        if after.course.is_over:
            return found
        excused = after.course.ahead() is not None and after.course.ahead(conquests) is None
        found.append(TurnEnded(player, conquests, after.turn_seconds(self.now)))
        if excused:
            found.append(ClosingExcused(player, conquests))
        return found


def forced_end(table: RefereedTable, conquests: int | None, now: ClockReading) -> list[object]:
    """The end of a turn that a ruling ends; the conquests must be stated, since no pass states them."""
    if conquests is None:
        raise NotUnderstood("conquests_unsaid", who=table.in_turn)
    return EndTurn(now=now, conquests=conquests).decide(table)


class EliminatePlayer(TableCommand):
    """Eliminate a player."""

    person: PersonId
    by: PersonId | None = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a player on the board, eliminated by another one."""
        must_go_on(table)
        if not table.course.is_on_board(table.seat_of(seated(table, self.person))):
            raise NotPossibleNow("out_already", who=self.person)
        if self.person == self.by:
            raise NotUnderstood("puts_out_self", who=self.person)
        return [PlayerEliminated(self.person, self.by)]


class SetTurn(TableCommand):
    """Set the player in turn; a contradiction to the record needs a reason."""

    name = "set-turn"
    typed = "turn --set"
    help = TURN
    roles = JUDGES
    person: Annotated[
        PersonId, Meaning("seated", "set", "chi", "È di turno · it is the turn of.", place="option")
    ]
    now: Steady
    lap: Annotated[int | None, LAP] = None
    reason: Reason = ""

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a player who takes turns."""
        must_go_on(table)
        must_play(table, self.person)
        lap = table.course.lap if self.lap is None else self.lap
        if not 1 <= lap <= MOST_LAP:
            raise NotUnderstood("lap", given=lap, most=MOST_LAP)
        differs = self.person != table.in_turn or lap != table.course.lap
        if not differs and table.course.due is None and table.knows_turn:
            return []
        was = table.in_turn if table.follows_turns else None
        if was is not None and not self.reason.strip():
            raise against_record(self.person, was)
        return [TurnSet(self.person, lap, table.clock.elapsed(self.now), was)]


class RecordLap(TableCommand):
    """Record the start of a lap, where turns are not recorded one by one."""

    name = "record-lap"
    typed = "turn --lap"
    help = TURN
    lap: Annotated[int, LAP]
    now: Steady
    reason: Reason = ""

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a later lap; closing rolls need every turn recorded."""
        must_go_on(table)
        nothing_due(table)
        if not table.course.lap < self.lap <= MOST_LAP:
            raise NotPossibleNow("lap_passed", lap=self.lap, recorded=table.course.lap)
        if table.has_expired and self.lap > table.course.last_lap:
            raise NotPossibleNow("turns_needed", lap=table.course.last_lap)
        return [LapRecorded(self.lap, table.clock.elapsed(self.now))]


class AskPass(TableCommand):
    """Ask the player in turn to pass, and record the answer."""

    name = "ask-pass"
    typed = "turn --pass"
    help = TURN
    passes: Annotated[
        bool,
        Meaning(
            "flag",
            "pass",
            "passa",
            "La risposta a «passi?» · the answer to “pass?”",
            place="option",
            off="no-pass",
        ),
    ]
    now: Steady
    conquests: Conquests = 0
    reason: Reason = ""

    def decide(self, table: RefereedTable) -> list[object]:
        """A yes ends the turn; a no is only recorded."""
        must_go_on(table)
        nothing_due(table)
        asked = PassAsked(table.in_turn, self.passes)
        if not self.passes:
            return [asked]
        return [asked, *EndTurn(now=self.now, conquests=self.conquests).decide(table)]


class Expire(TableCommand, kw_only=True):
    """End playing time. If nothing was recorded, three answers suffice: turn, out, last in order."""

    name = "expire"
    help = "Il tempo è scaduto · time is over."
    roles = JUDGES
    now: Steady
    turn: Annotated[
        PersonId | None, Meaning("seated", "turn", "turno", "Di chi è il turno · whose turn it is.")
    ] = None
    out: Leavers = ()
    last: Annotated[
        PersonId | None,
        Meaning("seated", "last", "ultimo", "L'ultimo nell'ordine di gioco · the last in order."),
    ] = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Allowed once, and not while time is left."""
        must_go_on(table)
        if table.has_expired:
            raise NotPossibleNow("expired_already", lap=table.course.last_lap)
        left = table.clock.left(self.now)
        if table.ends and left > 0:
            raise NotPossibleNow("time_left", left=minutes_and_seconds(left))
        found: list[object] = []
        after = table

        def also(command: TableCommand) -> None:
            nonlocal after
            more = command.decide(after)
            found.extend(more)
            after = reduce(evolve, more, after)

        if self.last is not None:
            at = table.seat_of(seated(table, self.last)) + 1
            also(SetOrder((*table.seats[at:], *table.seats[:at])))
        for loser in self.out:
            if after.course.is_on_board(after.seat_of(seated(after, loser))):
                also(EliminatePlayer(loser))
        if after.course.is_over:
            return found
        if self.turn is not None and (self.turn != after.in_turn or not after.knows_turn):
            also(SetTurn(self.turn, self.now))
        expired = after.course.expired()
        return [*found, TimeExpired(after.in_turn, after.course.lap, expired.last_lap)]


class RollToClose(TableCommand, kw_only=True):
    """Record a closing roll, on time or late: its dice, or only their total."""

    name = "roll"
    dice: tuple[int, ...] = ()
    total: Annotated[int, Meaning("number", form="totale")] = 0
    person: Roller = None
    source: Source = "typed"
    is_late: Annotated[bool, Meaning("flag", form="tardi")] = False

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a due roll, or a forgotten one that may still be made."""
        must_go_on(table)
        wanted = table.rulebook.closing.dice
        if self.dice and (len(self.dice) != wanted or not all(1 <= face <= FACES for face in self.dice)):
            raise NotUnderstood("closing_dice", wanted=wanted)
        if not self.dice and not wanted <= self.total <= wanted * FACES:
            raise NotUnderstood("closing_total", least=wanted, most=wanted * FACES)
        if self.is_late:
            return [self._late(table)]
        due = due_roll(table, self.person)
        return [self._made(table, due.seat, due.roller, due.totals)]

    def _late(self, table: RefereedTable) -> ClosingRolled:
        """The first forgotten roll that a judge has allowed, with the totals of its own slot."""
        late = next(iter(table.late_rolls), None)
        if late is None:
            raise NotPossibleNow("no_late_roll", case=OMITTED)
        seat, roller = table.seat_of(late.slot), table.seat_of(late.person)
        return self._made(table, seat, roller, closing_totals(table.course.tables, late.round))

    def _made(self, table: RefereedTable, seat: int, roller: int, totals: tuple[int, ...]) -> ClosingRolled:
        return ClosingRolled(
            person=table.seats[seat],
            by=None if table.referee_rolls else table.seats[roller],
            dice=self.dice,
            totals=totals,
            total=0 if self.dice else self.total,
            source=self.source,
            is_late=self.is_late,
            closes=(sum(self.dice) or self.total) in totals,
        )


def due_roll(table: RefereedTable, whose: PersonId | None) -> ClosingRoll:
    """The closing roll that is due; NotPossibleNow if there is none, or if it is not of the stated player."""
    must_go_on(table)
    due = table.course.due
    if due is None:
        raise NotPossibleNow("no_roll_due", who=table.in_turn)
    if whose is not None and whose != table.seats[due.seat]:
        raise against_record(whose, table.seats[due.seat])
    return due


class DeclineRoll(TableCommand):
    """Decline the closing roll."""

    name = "decline-roll"
    person: Roller = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Allowed only if the roll is optional."""
        due = due_roll(table, self.person)
        if not due.is_optional:
            raise NotAllowed("roll_compulsory", who=table.seats[due.roller])
        return [ClosingDeclined(table.seats[due.seat])]


class ForgetRoll(TableCommand):
    """Record that play continued without the due closing roll."""

    name = "forget-roll"
    person: Roller = None

    def decide(self, table: RefereedTable) -> list[object]:
        """Opens an incident, if the regulation rules the case; one for all rolls forgotten in one pass."""
        due = due_roll(table, self.person)
        player = table.seats[due.roller]
        slot = None if due.seat == due.roller else table.seats[due.seat]
        lapse = [each for each in table.forgotten if each.person == player and each.turn == len(table.turns)]
        if lapse:
            return [ClosingForgotten(player, slot, lapse[0].incident)]
        if standing_of(find_case(OMITTED), table.rulebook, off=table.opened.cases_off) != "ruled":
            return [ClosingForgotten(player, slot)]
        number = table.next_incident
        forwarded = IncidentForwarded(number=number, case=OMITTED, offender=player)
        return [ClosingForgotten(player, slot, number), forwarded]


class DeclareObjective(TableCommand, kw_only=True):
    """Record a declared objective of the player in turn; a judge has counted that player only."""

    name = "declare"
    roles = JUDGES
    person: Annotated[PersonId, Meaning("seated", form="chi")]
    is_true: Annotated[bool, Meaning("flag", form="vero")]
    conquests: Annotated[int | None, Meaning("number", form="conquiste")] = None
    """Conquests of the turn, if the declaration ends it."""
    now: Steady

    def decide(self, table: RefereedTable) -> list[object]:
        """A true declaration ends the game; after a false one the regulation may end the turn."""
        must_go_on(table)
        if seated(table, self.person) != table.in_turn:
            raise against_record(self.person, table.in_turn)
        declared = ObjectiveDeclared(self.person, self.is_true)
        ruling = rule("false-risiko", table.rulebook, {"proved": self.is_true})
        turn_ends = any(effect.kind == "turn-ends" for effect in ruling.effects)
        if not turn_ends or table.course.due is not None:
            return [declared]
        return [declared, *forced_end(table, self.conquests, self.now)]


class EndGame(TableCommand):
    """End the game and count the board as it is."""

    name = "end-game"
    roles = JUDGES
    reason: Reason

    def decide(self, table: RefereedTable) -> list[object]:
        """Needs a reason."""
        must_go_on(table)
        if not self.reason.strip():
            raise NotAllowed("reason_missing")
        return [GameEnded()]
