"""Random tournaments: late entries, no-shows, withdrawals, ties, penalties, corrections, undone requests.

Every request is a command an organiser could give; only its events are kept. Choices come from our own
random stream, so a seed gives the same tournament on every machine.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import Refusal
from kamchatka.scoring.sheet.cells import SeatCells
from kamchatka.scoring.sheet.incidents import goal_points, incidents, worth_of
from kamchatka.stream import below, seeded
from kamchatka.tournament.arranging import SwapPlayers
from kamchatka.tournament.command import TournamentCommand, decide
from kamchatka.tournament.draws import DrawRound, PartPair, PublishTables, RedrawRound
from kamchatka.tournament.entries import (
    CallRoll,
    DisqualifyPlayer,
    EnterPlayers,
    SignAcceptance,
    WithdrawPlayer,
)
from kamchatka.tournament.events import ActionUndone, Entry, SeatResult, Settings, TournamentCreated
from kamchatka.tournament.folding import evolve, folded, not_undone, standing
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.progress import Step, next_step
from kamchatka.tournament.recording import (
    CorrectResult,
    GivePenalty,
    PublishStandings,
    RecordSheet,
    VoidGame,
    winners_wanted,
)
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.seating.draw import seed_number
from kamchatka.tournament.settings import NameJudge
from kamchatka.tournament.state import Occurrence, Setup, Table, Tournament

T = TypeVar("T")
MOST_STEPS = 200
MOST_POINTS = 80
MISHAPS = (
    *("penalty", "places", "withdraw", "disqualify", "correct", "void", "late", "result"),
    *("swap", "redraw", "apart"),
)
"""Incidents other than games."""


class SeededChoices:
    """Random choices from a seed."""

    def __init__(self, seed: str) -> None:
        self._state = seeded(seed_number(seed), 0)

    def below(self, size: int) -> int:
        """A number from 0 to size - 1."""
        self._state, found = below(self._state, size)
        return found

    def happens(self, percent: int) -> bool:
        """True with a probability of `percent` in 100."""
        return self.below(100) < percent

    def choice(self, some: Sequence[T]) -> T:
        """A random element."""
        return some[self.below(len(some))]

    def sample(self, some: Sequence[T], count: int) -> list[T]:
        """`count` different elements, in random order."""
        left = list(some)
        return [left.pop(self.below(len(left))) for _ in range(count)]


@dataclass
class RandomEvent:
    """A random tournament in progress, with its events so far."""

    setup: Setup
    luck: SeededChoices
    occurrences: list[Occurrence] = field(default_factory=list)
    state: Tournament | None = None
    people: int = 0
    publishes_later: bool = False
    """Whether a draw stays a draft until it is published, as on the website."""

    @property
    def tournament(self) -> Tournament:
        """The current state."""
        assert self.state is not None, "it was begun"
        return self.state

    @property
    def teams(self) -> int:
        """Players per team; 0 without teams."""
        return self.setup.format.teams

    def ask(self, *commands: TournamentCommand) -> None:
        """Execute the commands as one request."""
        action = ActionId(f"a-{len(self.occurrences)}")
        for command in commands:
            events = decide(self.tournament, command)
            self.occurrences += [Occurrence(event, action) for event in events]
            for event in events:
                self.state = evolve(self.tournament, event)

    def undo(self) -> None:
        """Undo the last request."""
        stand = not_undone(self.occurrences)
        last = [each.action for each in stand if not isinstance(each.event, TournamentCreated)][-1]
        self.occurrences.append(Occurrence(ActionUndone(last), ActionId(f"u-{len(self.occurrences)}")))
        self.state = folded(self.setup, standing(self.occurrences))

    def newcomer(self) -> Entry:
        """A new person's entry."""
        self.people += 1
        team = f"S{(self.people - 1) // self.teams}" if self.teams else ""
        clubs = f"Club {self.luck.below(7)}", f"Regione {self.luck.below(4)}"
        return Entry(self.person(self.people), *clubs, team)

    def person(self, number: int) -> PersonId:
        """The id of the newcomer with this number."""
        return PersonId(f"p-{number:016x}")


def begin(event: RandomEvent, settings: Settings, players: int) -> RandomEvent:
    """A new tournament with its judge and its entrants, all signed."""
    event.occurrences.append(Occurrence(TournamentCreated(settings), ActionId("a-new")))
    event.state = folded(event.setup, standing(event.occurrences))
    enter(event, players, PersonId("p-00000000000f0000"))
    return event


def enter(event: RandomEvent, players: int, judge: PersonId) -> None:
    """Add the judge and the entrants, all signed, to a new tournament."""
    entries = tuple(event.newcomer() for _ in range(players))
    event.ask(EnterPlayers(entries), NameJudge(judge))
    event.ask(SignAcceptance(tuple(each.person for each in entries), "oggi"))


def play(event: RandomEvent) -> Iterator[Step]:
    """Play a whole tournament, from the roll call to the published standings, step by step."""
    for _ in range(MOST_STEPS):
        step = next_step(event.tournament)
        if step == "done":
            return
        yield step
        STEPS[step](event)
        if event.luck.happens(4) and step in ("record", "rollcall", "close"):
            event.undo()
        _mishap(event)
    raise AssertionError("a tournament that does not end")


def _roll(event: RandomEvent) -> None:
    """Roll call with some players absent, where the format allows it."""
    people = [each.person for each in event.tournament.members]
    may_miss = event.tournament.stage.rollcall == "each-round" and not event.teams
    absent = [who for who in people if may_miss and event.luck.happens(15)]
    present = tuple(who for who in people if who not in absent)
    event.ask(CallRoll(present, tuple(absent)))


def _draw(event: RandomEvent) -> None:
    """Draw the round; if the number cannot be seated, cut again, call an absent player or enter a new one."""
    try:
        event.ask(DrawRound(f"seme-{event.luck.below(10**6)}", is_draft=event.publishes_later))
    except NoTables:
        if event.tournament.cuts:
            event.ask(CutStage("di nuovo"))
            event.ask(DrawRound("di nuovo"))
            return
        away = [each.person for each in event.tournament.playing if not each.is_present]
        if away:
            event.ask(CallRoll(present=(away[0],)))
        else:
            late_entry(event)


def late_entry(event: RandomEvent) -> None:
    """A new player enters, signs and is present."""
    new = event.newcomer()
    event.ask(EnterPlayers((new,)), SignAcceptance((new.person,), "oggi"), CallRoll(present=(new.person,)))


def _record(event: RandomEvent) -> None:
    current = event.tournament.open_round
    assert current is not None
    waiting = [table for table in current.tables.values() if table.awaits]
    event.ask(*(RecordSheet(table=each.number, seats=sheet(event, each)) for each in waiting))


def sheet(event: RandomEvent, table: Table) -> tuple[SeatResult, ...]:
    """A random sheet that the board allows: sometimes a tie where none need be broken, a RisiKo!, an exit."""
    people, book = table.seated.seats, event.setup.rulebook
    if table.seated.kind == "duel":
        return tuple(SeatResult(who, {"place": place}) for place, who in enumerate(people, 1))
    size = len(people) + (table.seated.kind == "dummy")

    def is_doubtful(cells: list[dict[str, int | bool]]) -> bool:
        read = [SeatCells.model_validate(each) for each in cells]
        return any(incidents(book, read, [None] * len(read), size=size))

    cells = _cells(event, table, event.luck)
    spare = SeededChoices(str(cells))  # its own stream, so that the rest of the event stays as it is
    while is_doubtful(cells):
        cells = _cells(event, table, spare)
    return tuple(SeatResult(who, each) for who, each in zip(people, cells, strict=True))


def _cells(event: RandomEvent, table: Table, luck: SeededChoices) -> list[dict[str, int | bool]]:
    """Random cells of a sheet, which may be more than one board gives."""
    people = table.seated.seats
    current = event.tournament.rounds[-1]
    most = min(MOST_POINTS, int(2 * worth_of(event.setup.rulebook).table) // len(people))
    points = luck.sample(range(5, most), len(people))
    may_tie = event.setup.formula.ties != "break" and not winners_wanted(
        event.tournament, current.stage_of(table)
    )
    if may_tie and luck.happens(30):
        points[luck.below(len(points))] = points[0]
    cells: list[dict[str, int | bool]] = [{"points": each} for each in points]
    if luck.happens(15):
        best = max(range(len(people)), key=points.__getitem__)
        fixed = event.setup.formula.fixed_points
        most = int(goal_points(event.setup.rulebook) if fixed is None else fixed)
        cells[best] = {"points": most, "objective": True}
    if luck.happens(20) and points.count(min(points)) == 1:
        worst = min(range(len(people)), key=points.__getitem__)
        cells[worst] = {"points": 0, "eliminated": 1}
    return cells


def _mishap(event: RandomEvent) -> None:
    """Sometimes a random incident; a refused one is skipped."""
    if not event.tournament.rounds or not event.luck.happens(25):
        return
    what = event.luck.choice(MISHAPS)
    try:
        if what == "late":
            if not event.tournament.cuts and not event.tournament.open_round and not event.teams:
                late_entry(event)
        elif asked := next(filter(None, (about(event, what) for about in ABOUT)), None):
            event.ask(asked)
    except Refusal:
        return


def _about_a_player(event: RandomEvent, what: str) -> TournamentCommand | None:
    luck, now = event.luck, event.tournament
    who = luck.choice(list(now.entrants))
    match what:
        case "penalty":
            points = luck.choice([1, "2.5", 7])
            return GivePenalty(person=who, target="total", points=points, reason="condotta")
        case "places":
            return GivePenalty(person=who, target="ranking", places=1 + luck.below(3), reason="condotta")
        case "withdraw" if len(now.playing) > 12 and not now.open_round:
            return WithdrawPlayer(who)
        case "disqualify" if len(now.playing) > 16 and not now.open_round:
            return DisqualifyPlayer(who, "condotta")
    return None


def _about_the_draw(event: RandomEvent, what: str) -> TournamentCommand | None:
    now, luck = event.tournament, event.luck
    one, other = luck.choice(list(now.entrants)), luck.choice(list(now.entrants))
    match what:
        case "swap" if now.open_round:
            return SwapPlayers(one, other, "vicino all'ingresso")
        case "redraw" if now.open_round:
            return RedrawRound("un arrivo", "segreto")
        case "apart":
            return PartPair(one, other)
    return None


def _about_a_table(event: RandomEvent, what: str) -> TournamentCommand | None:
    luck, now = event.luck, event.tournament
    if what not in ("correct", "void", "result"):
        return None
    settled = [
        (each, table)
        for each in now.rounds
        for table in each.tables.values()
        if table.result and not table.is_void and not now.cuts and table.seated.kind == "table"
    ]
    if not settled:
        return None
    played, table = luck.choice(settled)
    match what:
        case "correct":
            seats = sheet(event, table)
            return CorrectResult(round=played.number, table=table.number, seats=seats, reason="svista")
        case "void":
            return VoidGame(played.number, table.number, "plancia rovesciata")
        case "result":
            seat = luck.choice(table.seated.seats)
            return GivePenalty(person=seat, target="result", points=3, round=played.number, reason="condotta")
    return None


ABOUT = (_about_a_player, _about_the_draw, _about_a_table)
STEPS: dict[Step, Callable[[RandomEvent], None]] = {
    "rollcall": _roll,
    "draw": _draw,
    "publish-tables": lambda event: event.ask(PublishTables()),
    "record": _record,
    "enter": late_entry,
    "close": lambda event: event.ask(CloseRound()),
    "cut": lambda event: event.ask(CutStage(f"sorte-{event.luck.below(10**6)}")),
    "publish": lambda event: event.ask(PublishStandings()),
}
"""The function that performs each step."""
