"""Advice on formats that suit an event's players, days and hours (001-Y3, 001-Y4), and a proposal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kamchatka.messages import Language, Sentence
from kamchatka.rulebook import Rulebook, load
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.format.model import Choice, Format, Length, ProposedUse, Purpose, Stage, within
from kamchatka.tournament.format.tables import NoTables, Tables, layouts_of, next_seatable, tables_for

AFTER_TIME = 30
"""Minutes allowed after a game's time limit: last laps, closing dice, the count."""
PAUSE = 15
"""Minutes allowed between two rounds of a day."""
LONG_DAY = 12
"""Default hours of a day."""
LENGTHS: Mapping[Length, tuple[int, int]] = {
    "evening": (1, 5),
    "day": (1, LONG_DAY),
    "weekend": (2, LONG_DAY),
    "season": (40, 5),
}
"""Days or evenings of an event, and the hours of each."""


@dataclass(frozen=True)
class PlannedEvent:
    """The size of an event: players, days and hours."""

    players: int
    days: int = 1
    hours: int = LONG_DAY
    """Hours of each day."""


@dataclass(frozen=True)
class Obstacle(Sentence):
    """Why a format does not suit the event, with its clause."""

    plain_as = "code clause|some sentence"
    section = "format.obstacle"
    clause: str = ""


@dataclass(frozen=True)
class FormatAdvice:
    """A format's fit for an event."""

    plain_as = (
        "suits=obstacles|not why_not=obstacles games_guaranteed=games tables|count tables_of_five=fives"
        " rounds minutes"
    )

    format: Format
    obstacles: tuple[Obstacle, ...]
    """Empty: the format suits."""
    games: int
    """Games guaranteed to every player."""
    tables: Tables
    """Tables of the first round; empty if the players cannot be seated."""
    rounds: int
    """Rounds until the winner is known."""
    minutes: int
    """Duration of all rounds, including their closing and the pauses."""

    @property
    def fives(self) -> int:
        """Number of tables of five in the first round."""
        return sum(table.size == 5 for table in self.tables)


def advise(event: PlannedEvent) -> tuple[FormatAdvice, ...]:
    """All shipped formats with default options: suitable ones first, then by guaranteed games."""
    found = [advice_on(load_format(id), event) for id in shipped_formats()]
    return tuple(sorted(found, key=lambda each: (bool(each.obstacles), -each.games, each.format.id)))


@dataclass(frozen=True)
class FormatProposal:
    """A format with options that fit an event, and why it is proposed."""

    advice: FormatAdvice
    use: ProposedUse | None = None
    """None: it is an alternative only."""

    @property
    def options(self) -> Mapping[str, Choice]:
        """The proposed options that differ from the defaults."""
        return self.use.options if self.use else {}

    def reason(self, lang: Language) -> str:
        """Why the format is proposed; empty for an alternative."""
        if self.use is None:
            return ""
        return self.use.why_en if lang == "en" and self.use.why_en else self.use.why


@lru_cache(maxsize=256)
def propose(players: int, length: Length, purpose: Purpose) -> tuple[FormatProposal, ...]:
    """All shipped formats: those proposed for such an event by rank, others that suit, and the rest."""
    event = PlannedEvent(players, *LENGTHS[length])
    found = [_proposal(load_format(id), event, length, purpose) for id in shipped_formats()]
    return tuple(sorted(found, key=_place))


def _place(proposal: FormatProposal) -> tuple[bool, bool, int, int]:
    advice, use = proposal.advice, proposal.use
    return bool(advice.obstacles), use is None, use.rank if use else 0, -advice.games


def _proposal(format: Format, event: PlannedEvent, length: Length, purpose: Purpose) -> FormatProposal:
    for use in format.proposed:
        if length in use.length and purpose in use.purpose and within(event.players, use.players):
            advice = advice_on(load_format(format.id, use.options), event)
            if not advice.obstacles:
                return FormatProposal(advice, use)
    return FormatProposal(advice_on(format, event))


def advice_on(format: Format, event: PlannedEvent, rulebook: Rulebook | None = None) -> FormatAdvice:
    """The fit of one format, with its options chosen, under its own regulation or another."""
    try:
        tables: Tables = tables_for(format, format.stages[0], event.players)
        refused = None
    except NoTables as error:
        tables, refused = (), error
    rounds = 0 if refused else sum(_rounds(format, stage, event.players) for stage in format.stages)
    a_round = (rulebook or load(format.rulebook)).clock.minutes + AFTER_TIME
    possible = event.days * ((event.hours * 60 + PAUSE) // (a_round + PAUSE))
    obstacles = (
        *_number_obstacles(format, event, refused),
        *_time_obstacles(format, event, rounds, possible),
    )
    minutes = rounds * a_round + PAUSE * max(0, rounds - event.days)
    return FormatAdvice(format, obstacles, guaranteed_games(format), tables, rounds, minutes)


def _number_obstacles(format: Format, event: PlannedEvent, refused: NoTables | None) -> Iterator[Obstacle]:
    if not within(event.players, format.entrants):
        least, most = format.entrants
        code = "too_few" if event.players < least else "too_many"
        yield Obstacle(code, {"least": least, "most": most}, format.clause(format, "entrants"))
    elif refused:
        yield Obstacle("tables", {"sizes": ", ".join(map(str, refused.sizes))}, refused.clause)


def _time_obstacles(format: Format, event: PlannedEvent, rounds: int, possible: int) -> Iterator[Obstacle]:
    if format.days > event.days:
        yield Obstacle("days", {"days": format.days})
    elif rounds > possible:
        yield Obstacle("hours", {"rounds": rounds, "possible": possible})


def guaranteed_games(format: Format) -> int:
    """Games guaranteed to every player, even one who loses all of them."""
    first, *later = format.stages
    for_all = [
        stage
        for stage in later
        if not stage.layouts and any(each.who in ("everybody", "losers") for each in stage.enters)
    ]
    return sum(stage.rounds if isinstance(stage.rounds, int) else 1 for stage in (first, *for_all))


def _rounds(format: Format, stage: Stage, players: int) -> int:
    """Rounds of a stage."""
    if stage.layouts:
        layout = next(layouts_of(stage, lambda _: players), None)
        return 1 if layout and layout.enters else 0
    if isinstance(stage.rounds, int):
        return stage.rounds
    found = 0
    while len(tables := tables_for(format, stage, players)) > 1:
        found, players = found + 1, next_seatable(format, stage, len(tables))
    return found
