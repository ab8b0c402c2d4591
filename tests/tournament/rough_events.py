"""Tournaments at which everything goes wrong at the wrong moment: whatever is asked, nothing may break.

A request is carried out or refused in words; the desk can always be looked at, and so can the standings.
"""

from collections.abc import Callable
from contextlib import suppress

from kamchatka.refusals import Refusal
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.standings.scored import Unscorable
from kamchatka.tournament.arranging import CoverNoShow, MovePlayers, SeatArrival, StartTables, SwapPlayers
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.entries import CallRoll, DisqualifyPlayer, SubstitutePlayer, WithdrawPlayer
from kamchatka.tournament.generator import STEPS, RandomEvent, late_entry, sheet
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import GivePenalty, RecordSheet, VoidGame
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.scores import Scoreboard, ids
from kamchatka.tournament.views.desk import desk
from tests.tournament.random_events import begun

MOST_STEPS = 120
FEWEST = 9
"""Players that are left alone: an event that nobody plays tells nothing."""


def survived(format: str, seed: int) -> str:
    """How far a rough tournament came; raises whatever broke."""
    event = begun(format, seed)
    for _ in range(MOST_STEPS):
        step = next_step(event.tournament)
        if step == "done":
            break
        with suppress(Refusal):  # a step that cannot be done now: people came or went
            STEPS[step](event)
        _trouble(event)
        _look(event)
    return next_step(event.tournament)


def _look(event: RandomEvent) -> None:
    """What the organiser sees at this moment."""
    now = event.tournament
    names = {who: who for who in (*now.entrants, *now.judges)}
    with suppress(Unscorable, MissingNumber):  # told in words
        desk(now, names, "it")
        assert Scoreboard(now, ids(now)).standings.formula


def _trouble(event: RandomEvent) -> None:
    """One thing at random that no organiser would wish for."""
    luck = event.luck
    if luck.happens(50):
        return
    try:
        made = luck.choice(TROUBLES)(event)
        if made is not None:
            event.ask(made)
    except Refusal:
        return


def _anybody(event: RandomEvent) -> TournamentCommand:
    who = event.luck.choice(list(event.tournament.entrants))
    few = len(event.tournament.playing) <= FEWEST
    choice = event.luck.choice(["withdraw", "penalty", "call", "disqualify"])
    if choice == "withdraw" and not few:
        return WithdrawPlayer(who)
    if choice == "disqualify" and not few:
        return DisqualifyPlayer(who, "x")
    if choice == "penalty":
        number = event.luck.choice([None, 1, len(event.tournament.rounds) or None])
        return GivePenalty(person=who, target="total", points=3, round=number, reason="x")
    return CallRoll(present=(who,)) if event.luck.happens(70) else CallRoll(absent=(who,))


def _substitute(event: RandomEvent) -> TournamentCommand:
    who = event.luck.choice(list(event.tournament.entrants))
    known = event.luck.choice(list(event.tournament.entrants.values()))
    new = event.newcomer()
    entry = new if event.luck.happens(50) else type(new)(known.person)
    return SubstitutePlayer(who, entry, "oggi")


def _tables(event: RandomEvent) -> TournamentCommand | None:
    now, luck = event.tournament, event.luck
    current = now.open_round
    if current is None:
        return None
    who, other = luck.choice(list(now.entrants)), luck.choice(list(now.entrants))
    number = 1 + luck.below(len(current.tables) + 1)
    ways: list[Callable[[], TournamentCommand]] = [
        lambda: MovePlayers((who,), number, "x"),
        lambda: SwapPlayers(who, other, "x"),
        lambda: SeatArrival(who, "x"),
        lambda: CoverNoShow(who, "x"),
        lambda: StartTables((luck.choice(list(current.tables)),)),
        lambda: VoidGame(1 + luck.below(len(now.rounds)), number, "x"),
    ]
    return luck.choice(ways)()


def _one_sheet(event: RandomEvent) -> TournamentCommand | None:
    """One table alone, perhaps one that has its result, or is void."""
    current = event.tournament.open_round
    if current is None:
        return None
    table = event.luck.choice(list(current.tables.values()))
    if table.seated.kind == "bye":
        return None
    return RecordSheet(table=table.number, seats=sheet(event, table))


def _again(event: RandomEvent) -> TournamentCommand | None:
    if event.luck.happens(50):
        return CutStage("di nuovo")
    if len(event.occurrences) > 5:
        event.undo()
    return None


def _late(event: RandomEvent) -> TournamentCommand | None:
    late_entry(event)
    return None


TROUBLES: list[Callable[[RandomEvent], TournamentCommand | None]] = [
    _anybody,
    _anybody,
    _substitute,
    _tables,
    _tables,
    _one_sheet,
    _again,
    _late,
]
