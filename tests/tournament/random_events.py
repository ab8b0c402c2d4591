"""Random tournaments: late entries, no-shows, withdrawals, ties, penalties, corrections, undone requests.

Pure: commands decide, events are folded, nothing is stored. Every request is an action of its own, as the
log would keep it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from kamchatka.app.tournament.texts import setup_of, texts_of
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import Refusal
from kamchatka.tournament.command import Command, decide
from kamchatka.tournament.drawing import DrawRound
from kamchatka.tournament.entries import (
    CallRoll,
    DisqualifyPlayer,
    EnterPlayers,
    Entry,
    SignAcceptance,
    WithdrawPlayer,
)
from kamchatka.tournament.events import ActionUndone, Pinned, SeatResult, Settings, TournamentCreated
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import (
    CorrectResult,
    GivePenalty,
    PublishStandings,
    RecordSheet,
    VoidGame,
    winners_wanted,
)
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.settings import NameJudge
from kamchatka.tournament.state import Occurrence, Setup, Table, Tournament, evolve, folded, standing

FIELDS = {
    "challenge": (4, 30),
    "tre-partite": (8, 24),
    "tre-partite-finale": (8, 24),
    "due-giorni": (8, 40),
    "serate": (8, 16),
    "campionato": (8, 13),
    "eliminazione-diretta": (64, 70),
    "seconda-chance": (37, 44),
    "milano": (8, 20),
    "primavera": (8, 15),
    "aziendale": (8, 16),
    "raduno": (8, 40),
    "raduno-circuito": (8, 40),
    "master": (8, 40),
    "open": (8, 20),
    "cni": (32, 36),
    "campionato-periodico": (8, 14),
    "squadre": (16, 16),
}
"""How many players each format is tried with."""
TIES_KEPT = ("bonus-50", "raduno", "open", "maialino")
"""Formulas under which equal points need nothing more."""
MOST_STEPS = 200


@dataclass
class RandomEvent:
    """A tournament in the making, and all that happened to it."""

    format: str
    setup: Setup
    luck: Random
    occurrences: list[Occurrence] = field(default_factory=list)
    state: Tournament | None = None
    people: int = 0

    @property
    def tournament(self) -> Tournament:
        """As it stands."""
        assert self.state is not None
        return self.state

    def ask(self, *commands: Command) -> None:
        """One request."""
        action = ActionId(f"a-{len(self.occurrences)}")
        for command in commands:
            events = decide(self.tournament, command)
            self.occurrences += [Occurrence(event, action) for event in events]
            for event in events:
                self.state = evolve(self.tournament, event)

    def undo(self) -> None:
        """Take the last request back."""
        undone = {o.event.action for o in self.occurrences if isinstance(o.event, ActionUndone)}
        last = [
            each.action
            for each in self.occurrences
            if each.action not in undone and not isinstance(each.event, ActionUndone | TournamentCreated)
        ][-1]
        self.occurrences.append(Occurrence(ActionUndone(last), ActionId(f"u-{len(self.occurrences)}")))
        self.state = folded(self.setup, standing(self.occurrences))

    def newcomer(self) -> Entry:
        """Somebody nobody knows yet."""
        self.people += 1
        person = PersonId(f"p-{self.people:016x}")
        team = f"S{(self.people - 1) // 4}" if self.format == "squadre" else ""
        return Entry(person, f"Club {self.luck.randrange(7)}", f"Regione {self.luck.randrange(4)}", team)


def begun(format: str, seed: int) -> RandomEvent:
    """A tournament with its judge and its entrants, all of whom have signed."""
    luck = Random(f"{format} {seed}")
    texts = texts_of(format)
    setup = setup_of(texts, {}, {})
    event = RandomEvent(format, setup, luck)
    pins = {kind: Pinned(id, id) for kind, id in texts.ids.items()}
    settings = Settings(name=f"{format} {seed}", **pins)  # type: ignore[arg-type]
    event.occurrences.append(Occurrence(TournamentCreated(settings), ActionId("a-new")))
    event.state = folded(setup, standing(event.occurrences))
    entries = tuple(event.newcomer() for _ in range(luck.randint(*FIELDS[format])))
    event.ask(EnterPlayers(entries), NameJudge(PersonId("p-00000000000f0000")))
    event.ask(SignAcceptance(tuple(each.person for each in entries), "oggi"))
    return event


def drawn(format: str, seed: int, draw: str = "seme") -> RandomEvent:
    """A tournament whose first round is drawn: everybody is there, and can be seated."""
    event = begun(format, seed)
    while True:
        event.ask(CallRoll(tuple(each.person for each in event.tournament.playing)))
        try:
            event.ask(DrawRound(draw))
        except NoTables:
            late_entry(event)
        else:
            return event


def played(format: str, seed: int) -> RandomEvent:
    """A random tournament of this format, from the entries to the published standings."""
    event = begun(format, seed)
    luck = event.luck
    for _ in range(MOST_STEPS):
        step = next_step(event.tournament)
        if step == "done":
            return event
        STEPS[step](event)
        if luck.random() < 0.04 and step in ("record", "rollcall", "close"):
            event.undo()
        _mishap(event)
    raise AssertionError(f"{format} {seed} does not end")


def _roll(event: RandomEvent) -> None:
    """Most are there; as many as can be seated."""
    people = [each.person for each in event.tournament.members]
    may_miss = event.tournament.stage.rollcall == "each-round" and event.format != "squadre"
    absent = [who for who in people if may_miss and event.luck.random() < 0.15]
    present = tuple(who for who in people if who not in absent)
    event.ask(CallRoll(present, tuple(absent)))


def _draw(event: RandomEvent) -> None:
    """The draw; where the number cannot be seated, somebody else comes, or is found missing."""
    try:
        event.ask(DrawRound(f"seme-{event.luck.randrange(10**6)}"))
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
    new = event.newcomer()
    event.ask(EnterPlayers((new,)), SignAcceptance((new.person,), "oggi"), CallRoll(present=(new.person,)))


def _record(event: RandomEvent) -> None:
    current = event.tournament.open_round
    assert current is not None
    waiting = [table for table in current.tables.values() if table.awaits]
    event.ask(*(RecordSheet(table=each.number, seats=sheet(event, each)) for each in waiting))


def sheet(event: RandomEvent, table: Table) -> tuple[SeatResult, ...]:
    """Points, now and then equal ones where that needs nothing more, a RisiKo!, somebody eliminated."""
    luck, people = event.luck, table.seated.seats
    if table.seated.kind == "duel":
        return tuple(SeatResult(who, {"place": place}) for place, who in enumerate(people, 1))
    current = event.tournament.rounds[-1]
    points = luck.sample(range(5, 80), len(people))
    may_tie = event.setup.formula.id in TIES_KEPT and not winners_wanted(event.tournament, current.stage)
    if may_tie and luck.random() < 0.3:
        points[luck.randrange(len(points))] = points[0]
    cells: list[dict[str, int | bool]] = [{"points": each} for each in points]
    if luck.random() < 0.15:
        best = max(range(len(people)), key=points.__getitem__)
        fixed = event.setup.formula.fixed_points
        cells[best] = {"points": 86 if fixed is None else int(fixed), "objective": True}
    if luck.random() < 0.2 and points.count(min(points)) == 1:
        worst = min(range(len(people)), key=points.__getitem__)
        cells[worst] = {"points": 0, "eliminated": 1}
    return tuple(SeatResult(who, each) for who, each in zip(people, cells, strict=True))


def _mishap(event: RandomEvent) -> None:
    """What happens at events beside the games."""
    luck, now = event.luck, event.tournament
    if not now.rounds or luck.random() > 0.25:
        return
    settled = [
        (each, table)
        for each in now.rounds
        for table in each.tables.values()
        if table.result and not table.is_void and not now.cuts and table.seated.kind == "table"
    ]
    who = luck.choice(list(now.entrants))
    what = luck.choice(["penalty", "places", "withdraw", "disqualify", "correct", "void", "late", "result"])
    try:
        if what == "penalty":
            event.ask(GivePenalty(person=who, target="total", points=luck.choice([1, "2.5", 7]), reason="x"))
        elif what == "places":
            event.ask(GivePenalty(person=who, target="ranking", places=luck.randint(1, 3), reason="x"))
        elif what == "withdraw" and len(now.playing) > 12 and not now.open_round:
            event.ask(WithdrawPlayer(who))
        elif what == "disqualify" and len(now.playing) > 16 and not now.open_round:
            event.ask(DisqualifyPlayer(who, "x"))
        elif what == "late" and not now.cuts and not now.open_round and event.format != "squadre":
            late_entry(event)
        elif settled:
            played, table = luck.choice(settled)
            if what == "correct":
                correct = sheet(event, table)
                event.ask(
                    CorrectResult(round=played.number, table=table.number, seats=correct, reason="svista")
                )
            elif what == "void":
                event.ask(VoidGame(played.number, table.number, "plancia rovesciata"))
            elif what == "result":
                seat = luck.choice(table.seated.seats)
                event.ask(
                    GivePenalty(person=seat, target="result", points=3, round=played.number, reason="x")
                )
    except Refusal:  # not every mishap is allowed at every moment
        return


STEPS: dict[str, Callable[[RandomEvent], None]] = {
    "rollcall": _roll,
    "draw": _draw,
    "record": _record,
    "enter": late_entry,
    "close": lambda event: event.ask(CloseRound()),
    "cut": lambda event: event.ask(CutStage(f"sorte-{event.luck.randrange(10**6)}")),
    "publish": lambda event: event.ask(PublishStandings()),
}
