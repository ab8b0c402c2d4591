"""What happens to a tournament, as the log keeps it: people by their opaque ids, never by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from kamchatka.events import LoggedEvent
from kamchatka.ids import ActionId, ClauseId, PersonId
from kamchatka.scoring.sheet.model import Kind, Target

Confirmation = Literal["nobody", "player", "judge"]
"""Who must confirm a result that comes from a phone."""
JudgeRole = Literal["official-judge", "table-judge"]
Attachment = Literal["selection", "sample-rules", "arbitral-rules", "federal-rules", "override"]


@dataclass(frozen=True)
class Pinned:
    """A regulation, formula or format as it was when it was chosen."""

    id: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All that is agreed before round 1."""

    name: str
    format: Pinned
    rulebook: Pinned
    formula: Pinned
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    """Of the format."""
    formula_options: Mapping[str, JsonValue] = field(default_factory=dict)
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)
    """Values of the regulation that this tournament changes."""
    cases_off: tuple[str, ...] = ()
    """Cases of the casebook that are left to the judges."""
    official: bool = False
    """Whether the publisher's regulation binds it."""
    demo: bool = False
    selection: bool = False
    """Whether it is a national selection."""
    recognised: bool = False
    """Whether the club may call itself official."""
    judge_gate: Literal["", "refuse", "warn", "open"] = ""
    signature_gate: Literal["", "refuse", "warn", "open"] = ""
    """Instead of what the format says; an official tournament always refuses."""
    confirmation: Confirmation = "player"
    fee: int = 0
    """In cents, for all phases together."""
    member_fee: int | None = None
    starts: str = ""
    """The day of round 1, such as 2001-02-22."""
    place: str = ""
    club: str = ""
    """Who organises."""
    contact: str = ""
    sponsors: tuple[str, ...] = ()
    competitors: tuple[str, ...] = ()
    """Sponsors whose marks may not stand beside the publisher's."""
    entry_form: bool = False
    """Whether people may ask to enter by themselves."""


SPORTING = (
    *("format", "rulebook", "formula", "options", "formula_options", "overrides", "cases_off", "official"),
    "fee",
)
"""What nobody may change once a round was drawn."""


class TournamentCreated(LoggedEvent, subject="event"):
    """A tournament was set up from a format."""

    settings: Settings


class SettingsChanged(LoggedEvent, subject="event"):
    """What was agreed changed, before round 1."""

    settings: Settings
    changed: tuple[str, ...]
    reference: str = ""
    """The official source of an override, in an official tournament."""


class JudgeNamed(LoggedEvent, subject="people"):
    """Somebody became a judge."""

    person: PersonId
    role: JudgeRole


class JudgeRemoved(LoggedEvent, subject="people"):
    """Somebody is a judge no longer."""

    person: PersonId


class SessionPlanned(LoggedEvent, subject="people"):
    """Play takes place between these hours of a day."""

    session: str
    starts: str
    """Such as 14:00; an end before the start is that of the next day."""
    ends: str


class JudgeRostered(LoggedEvent, subject="people"):
    """A judge is there during part of a session."""

    session: str
    person: PersonId
    starts: str
    ends: str


class ConflictDeclared(LoggedEvent, subject="people"):
    """A judge has a tie to somebody who plays."""

    judge: PersonId
    player: PersonId


@dataclass(frozen=True)
class Entry:
    """What is said of somebody who enters."""

    person: PersonId
    club: str = ""
    region: str = ""
    team: str = ""
    family: str = ""
    """Those with the same word here are kept apart."""


class EntrantEntered(Entry, LoggedEvent, subject="people", kw_only=True):
    """Somebody entered."""

    number: int


class EntryCorrected(Entry, LoggedEvent, subject="people"):
    """What is said of an entrant changed."""


class EntrantRemoved(LoggedEvent, subject="people"):
    """Somebody who has not played is entered no longer."""

    person: PersonId


class AcceptanceSigned(LoggedEvent, subject="people"):
    """These accepted the regulation and the judges' decisions in writing."""

    people: tuple[PersonId, ...]
    at: str


class RulesHandedOut(LoggedEvent, subject="people"):
    """These received a copy of the rules of play."""

    people: tuple[PersonId, ...]


class FeePaid(LoggedEvent, subject="people"):
    """Somebody paid the entry fee."""

    person: PersonId
    cents: int
    member: bool = False


class RollCalled(LoggedEvent, subject="people"):
    """Who is there for a round, and who is not."""

    round: int
    present: tuple[PersonId, ...]
    absent: tuple[PersonId, ...] = ()
    at: str = ""
    """The time of day at which they came, where it matters."""
    late: tuple[PersonId, ...] = ()
    """Those who came late enough to be penalised at the table."""


class PlayerExpected(LoggedEvent, subject="people"):
    """Somebody who is missing will come at a time."""

    person: PersonId
    at: str


class PlayerWithdrawn(LoggedEvent, subject="people"):
    """Somebody will not play on."""

    person: PersonId


class PlayerSubstituted(LoggedEvent, subject="people"):
    """Somebody plays on in the place of another."""

    person: PersonId
    by: PersonId


class PlayerDisqualified(LoggedEvent, subject="people"):
    """A judge excluded somebody from the tournament."""

    person: PersonId
    clause: ClauseId | None = None


@dataclass(frozen=True, kw_only=True)
class SeatedTable:
    """A table of a drawn round."""

    number: int
    kind: Kind = "table"
    seats: tuple[PersonId, ...]
    group: int = 1
    """Which of the parallel finals it leads to."""
    decides: int = 0
    """The rank of the tournament that its first place is; 0: none."""
    objective_set: str = ""
    """Drawn secretly, where the regulation deals objectives by sets."""
    award: int | None = None
    """Of a bye: its score."""


@dataclass(frozen=True)
class BrokenWish:
    """A wish that the draw could not fulfil."""

    wish: str
    people: tuple[PersonId, ...]
    table: int


@dataclass(frozen=True)
class WishOutcome:
    """How a wish fared in a draw, and whether it could have fared better."""

    wish: str
    failed: int
    """How many pairs, or people, it failed."""
    least: int
    """How many there must be, whatever the draw."""
    why: str = ""
    """The reason why there must be so many; nothing: none is known."""
    named: str = ""
    """The club or region that is too many for the tables, where that is why."""
    people: int = 0
    places: int = 0


@dataclass(frozen=True)
class Receipt:
    """How a draw came about: whoever has the seed can do it again."""

    seed: str
    method: str
    iterations: int = 0
    cost: int = 0
    bound: int = 0
    bound_by: str = "none"
    violations: tuple[BrokenWish, ...] = ()
    wishes: tuple[str, ...] = ()
    """What the draw tried to spare people, the most important first."""
    outcomes: tuple[WishOutcome, ...] = ()
    version: int = 1
    """Of the way tables are drawn: only the present one can be done again."""


class SeedAnnounced(LoggedEvent, subject="tables"):
    """The seed of the next draw was made known before it."""

    round: int
    seed: str


class PairParted(LoggedEvent, subject="tables"):
    """Two people shall sit at different tables."""

    people: tuple[PersonId, PersonId]


class PairJoined(LoggedEvent, subject="tables"):
    """Two people may sit at one table again."""

    people: tuple[PersonId, PersonId]


class SeasonPlanned(LoggedEvent, subject="tables"):
    """The rounds of a stage have their tables beforehand, as long as everybody comes."""

    first: int
    """The first round that is planned."""
    rounds: tuple[tuple[tuple[PersonId, ...], ...], ...]
    seed: str
    iterations: int
    repeats: int
    """How often people meet who have met before."""
    bound: int
    """How often they must, whatever the plan."""
    version: int


class RoundDrawn(LoggedEvent, subject="tables"):
    """A round has its tables, perhaps others than before."""

    round: int
    stage: str
    tables: tuple[SeatedTable, ...]
    receipt: Receipt
    missing: tuple[PersonId, ...] = ()
    """Those of the stage who do not play in this round."""
    is_draft: bool = False
    """Whether only the desk sees the tables until they are published."""


class TablesPublished(LoggedEvent, subject="tables"):
    """The tables of a round, until then a draft of the desk, were made public."""

    round: int


class TablesHidden(LoggedEvent, subject="tables"):
    """The tables of a round became a draft again, before any game began."""

    round: int


class SeatsChanged(LoggedEvent, subject="tables"):
    """The organiser changed tables by hand: those that are named, as they are now."""

    round: int
    tables: tuple[SeatedTable, ...]
    removed: tuple[int, ...] = ()


class VenueChanged(LoggedEvent, subject="tables"):
    """A table stands in another place."""

    round: int
    table: int
    venue: str


class TablesStarted(LoggedEvent, subject="tables"):
    """Games began: these tables change no more."""

    round: int
    tables: tuple[int, ...]


@dataclass(frozen=True)
class SeatResult:
    """What a sheet says of a seat: its cells by the names they have in sheets."""

    person: PersonId
    cells: Mapping[str, JsonValue]


@dataclass(frozen=True)
class WrittenSheet:
    """What a sheet says of a table of a round."""

    round: int
    table: int
    seats: tuple[SeatResult, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    """Territories that belong to nobody, where the whole board was counted."""


class ResultRecorded(WrittenSheet, LoggedEvent, subject="results"):
    """The result of a table was written down."""

    sent_by: PersonId | None = None
    """Who sent it from a phone; None: typed from signed paper."""
    is_confirmed: bool = True


class ResultConfirmed(LoggedEvent, subject="results"):
    """A result that came from a phone stands."""

    round: int
    table: int
    by: PersonId | None = None


class ResultCorrected(WrittenSheet, LoggedEvent, subject="results"):
    """A result was wrong; this is the right one, and a note says why."""


class ResultKept(LoggedEvent, subject="results"):
    """Somebody looked at what is odd about a result, and it is right as it stands."""

    round: int
    table: int


class GameVoided(LoggedEvent, subject="results"):
    """A game does not count."""

    round: int
    table: int
    at_fault: tuple[PersonId, ...] = ()


class PenaltyGiven(LoggedEvent, subject="results", kw_only=True):
    """A judge took points or places from somebody; a note says why."""

    person: PersonId
    target: Target
    points: str = "0"
    """Exact, never negative."""
    places: int = 0
    round: int | None = None
    ranking: str = ""
    clause: ClauseId | None = None


class RoundClosed(LoggedEvent, subject="results"):
    """All results of a round stand."""

    round: int


class LotsDrawn(LoggedEvent, subject="results"):
    """Lots told apart those whom nothing else could."""

    draw: str
    people: tuple[PersonId, ...]
    lots: tuple[int, ...]
    seed: str


@dataclass(frozen=True)
class Qualifier:
    """Somebody who enters a stage."""

    person: PersonId
    rank: int
    why: Literal["ranks", "winners", "losers", "best-losers", "recalled", "direct", "everybody", "replaces"]
    table: int = 0
    """Which table was won or lost, where that is why."""
    group: int = 1


@dataclass(frozen=True)
class StageField:
    """Who plays on in which stage."""

    stage: str
    qualified: tuple[Qualifier, ...]
    reserves: tuple[PersonId, ...] = ()
    groups: int = 1
    tables: int = 0
    """In each group, where the format states it."""
    direct: tuple[Qualifier, ...] = ()
    """Who skips this stage and waits for the next."""


class StageCut(StageField, LoggedEvent, subject="results"):
    """Who plays on was settled."""


class RulesPublished(LoggedEvent, subject="event"):
    """The rules of the tournament were made available; the digest says which."""

    digest: str
    at: str


@dataclass(frozen=True)
class PublishedRow:
    """A row of published standings."""

    person: PersonId
    rank: int | None
    score: str
    """Exact."""


class StandingsPublished(LoggedEvent, subject="results"):
    """The standings after a round were made public."""

    round: int
    rows: tuple[PublishedRow, ...] = ()
    """None in what earlier versions wrote."""


class VisibilityChanged(LoggedEvent, subject="event", kw_only=True):
    """What everybody may see of the tournament changed."""

    is_shown: bool = True
    """Whether anybody but its organisers and judges finds the tournament."""
    results: Literal["live", "published"] = "live"
    """Whether results and standings are seen as they come, or as they were when last published."""
    may_index: bool = False
    """Whether search engines may list its pages."""
    embedders: tuple[str, ...] = ()
    """Sites whose pages may show the standings; `*`: all."""


SEEN_BY_ALL = VisibilityChanged()
"""What everybody sees of a tournament of which nobody has said anything else."""


class TournamentClosed(LoggedEvent, subject="event"):
    """Nothing is to be added any more."""


class FileAttached(LoggedEvent, subject="event"):
    """A document belongs to the tournament."""

    kind: Attachment
    name: str
    digest: str


class ActionUndone(LoggedEvent, subject="event"):
    """What came of one request counts no longer, as if it had never been asked."""

    action: ActionId
