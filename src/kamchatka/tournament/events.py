"""The events of a tournament's log. They refer to people by opaque ids, never by name."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from kamchatka.events import Bearer, LoggedEvent
from kamchatka.ids import ActionId, ClauseId, PersonId
from kamchatka.scoring.sheet.model import Kind, Target

Confirmation = Literal["nobody", "player", "judge"]
"""Who must confirm a result that comes from a phone."""
JudgeRole = Literal["official-judge", "table-judge"]
Attachment = Literal["selection", "sample-rules", "arbitral-rules", "federal-rules", "override"]


@dataclass(frozen=True)
class Pinned:
    """Id and digest of a regulation, formula or format, fixed when it was chosen."""

    id: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a tournament, agreed before round 1."""

    name: str
    format: Pinned
    rulebook: Pinned
    formula: Pinned
    options: Mapping[str, JsonValue] = field(default_factory=dict)
    """Options of the format."""
    formula_options: Mapping[str, JsonValue] = field(default_factory=dict)
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)
    """Values of the regulation that this tournament overrides."""
    cases_off: tuple[str, ...] = ()
    """Casebook cases that are switched off: the judges decide them."""
    official: bool = False
    """Whether the publisher's regulation binds the tournament."""
    demo: bool = False
    selection: bool = False
    """Whether the tournament is a national selection."""
    recognised: bool = False
    """Whether the club may call itself official."""
    judge_gate: Literal["", "refuse", "warn", "open"] = ""
    signature_gate: Literal["", "refuse", "warn", "open"] = ""
    """Overrides the format's gate when not empty; an official tournament always refuses."""
    confirmation: Confirmation = "player"
    fee: int = 0
    """In cents, for all phases together."""
    member_fee: int | None = None
    starts: str = ""
    """The day of round 1, such as 2001-02-22."""
    place: str = ""
    club: str = ""
    """The organising club."""
    contact: str = ""
    sponsors: tuple[str, ...] = ()
    competitors: tuple[str, ...] = ()
    """Sponsors whose marks may not stand beside the publisher's."""
    entry_form: bool = False
    """Whether people may request entry through a form."""


SPORTING = (
    *("format", "rulebook", "formula", "options", "formula_options", "overrides", "cases_off", "official"),
    "fee",
)
"""Settings that are fixed once a round has been drawn."""


SETTINGS_WORDS: Mapping[str, Bearer] = {"contact": "person"}


class TournamentCreated(LoggedEvent, subject="event", words=SETTINGS_WORDS):
    """A tournament was created from a format."""

    settings: Settings


class SettingsChanged(LoggedEvent, subject="event", words=SETTINGS_WORDS):
    """Settings changed; rules of the tournament change only before round 1."""

    settings: Settings
    changed: tuple[str, ...]
    reference: str = ""
    """The official source that allows an override in an official tournament."""


class LogoSet(LoggedEvent, subject="event"):
    """Papers carry this logo of the club."""

    digest: str
    """Of the pinned picture."""


class LogoRemoved(LoggedEvent, subject="event"):
    """Papers carry no logo any more."""


class WifiSet(LoggedEvent, subject="event", words={"network": "person", "password": "person"}):
    """The Wi-Fi of the hall, for its poster; without a name there is none."""

    network: str
    password: str = ""


class JudgeNamed(LoggedEvent, subject="people"):
    """A person became a judge."""

    person: PersonId
    role: JudgeRole


class JudgeRemoved(LoggedEvent, subject="people"):
    """A person ceased to be a judge."""

    person: PersonId


class SessionPlanned(LoggedEvent, subject="people"):
    """Hours of play were set for a day."""

    session: str
    starts: str
    """Such as 14:00; an end earlier than the start falls on the next day."""
    ends: str


class JudgeRostered(LoggedEvent, subject="people"):
    """A judge was assigned to part of a session."""

    session: str
    person: PersonId
    starts: str
    ends: str


class ConflictDeclared(LoggedEvent, subject="people"):
    """A judge declared a tie to an entrant."""

    judge: PersonId
    player: PersonId


@dataclass(frozen=True)
class Entry:
    """The data of an entry."""

    person: PersonId
    club: str = ""
    region: str = ""
    team: str = ""
    family: str = ""
    """Entrants with the same value are seated apart."""


ENTRY_WORDS: Mapping[str, Bearer] = {
    "club": "group",
    "region": "group",
    "team": "group",
    "family": "person",
}


class EntrantEntered(Entry, LoggedEvent, subject="people", kw_only=True, words=ENTRY_WORDS):
    """A person entered the tournament."""

    number: int


class EntryCorrected(Entry, LoggedEvent, subject="people", words=ENTRY_WORDS):
    """The data of an entry changed."""


class CaptainNamed(LoggedEvent, subject="people"):
    """An entrant became the captain of the team."""

    person: PersonId


class ClubCodeSet(LoggedEvent, subject="people", words={"club": "group"}):
    """A club got another code on badges."""

    club: str
    letters: str


class EntrantRemoved(LoggedEvent, subject="people"):
    """An entrant who had not played was removed."""

    person: PersonId


class AcceptanceSigned(LoggedEvent, subject="people"):
    """These entrants accepted the regulation and the judges' decisions in writing."""

    people: tuple[PersonId, ...]
    at: str


class RulesHandedOut(LoggedEvent, subject="people"):
    """These entrants received a copy of the rules of play."""

    people: tuple[PersonId, ...]


class FeePaid(LoggedEvent, subject="people"):
    """An entrant paid the entry fee."""

    person: PersonId
    cents: int
    member: bool = False


class OwnFeeSet(LoggedEvent, subject="people"):
    """An entrant pays a fee of their own, or nothing; a note gives the reason."""

    person: PersonId
    cents: int


class CodeRevoked(LoggedEvent, subject="people"):
    """The personal code of an entrant opens nothing any more; the next one has other signs."""

    person: PersonId


class RollCalled(LoggedEvent, subject="people"):
    """Presence at a round was recorded."""

    round: int
    present: tuple[PersonId, ...]
    absent: tuple[PersonId, ...] = ()
    at: str = ""
    """Time of day at which the people present arrived, where it matters."""
    late: tuple[PersonId, ...] = ()
    """Entrants late enough to be penalised at the table."""


class PlayerExpected(LoggedEvent, subject="people"):
    """A missing player announced a time of arrival."""

    person: PersonId
    at: str


class PlayerWithdrawn(LoggedEvent, subject="people"):
    """A player withdrew."""

    person: PersonId


class CheckInSet(LoggedEvent, subject="people"):
    """Whether entrants may answer the roll call with their personal code."""

    is_open: bool


class WithdrawalAsked(LoggedEvent, subject="people"):
    """A player wants to withdraw; the desk decides."""

    person: PersonId


class WithdrawalDropped(LoggedEvent, subject="people"):
    """A player who wanted to withdraw stays."""

    person: PersonId


class PlayerSubstituted(LoggedEvent, subject="people"):
    """A substitute took a player's place."""

    person: PersonId
    by: PersonId


class PlayerDisqualified(LoggedEvent, subject="people"):
    """A judge disqualified a player."""

    person: PersonId
    clause: ClauseId | None = None


@dataclass(frozen=True, kw_only=True)
class SeatedTable:
    """A table of a drawn round."""

    number: int
    kind: Kind = "table"
    seats: tuple[PersonId, ...]
    group: int = 1
    """The number of the parallel final the table leads to."""
    decides: int = 0
    """The final rank that first place at this table gives; 0: none."""
    objective_set: str = ""
    """Drawn secretly, where the regulation deals objectives in sets."""
    award: int | str | None = None
    """The score of a bye, a fraction as text; None: the formula gives it."""
    stage: str = ""
    """The stage of the table where several are played together; empty: the round's stage."""


@dataclass(frozen=True)
class BrokenWish:
    """A wish that the draw could not satisfy, for these people."""

    wish: str
    people: tuple[PersonId, ...]
    table: int


@dataclass(frozen=True)
class WishOutcome:
    """How often a draw broke a wish, and the least that was possible."""

    wish: str
    failed: int
    """Number of pairs, or of people, for which the wish was broken."""
    least: int
    """Lower bound of `failed` over all possible draws."""
    why: str = ""
    """Why the lower bound is above 0; empty: no reason is known."""
    named: str = ""
    """The club or region that has too many players for the tables, where that is the reason."""
    people: int = 0
    places: int = 0


@dataclass(frozen=True)
class Receipt:
    """The record of a draw; with the seed, anyone can repeat the draw."""

    seed: str
    method: str
    iterations: int = 0
    cost: int = 0
    bound: int = 0
    bound_by: str = "none"
    violations: tuple[BrokenWish, ...] = ()
    wishes: tuple[str, ...] = ()
    """The wishes of the draw, most important first."""
    outcomes: tuple[WishOutcome, ...] = ()
    version: int = 1
    """Version of the draw algorithm: only draws of the current version can be repeated."""


class SeedAnnounced(LoggedEvent, subject="tables"):
    """The seed of the next draw was announced."""

    round: int
    seed: str


class PairParted(LoggedEvent, subject="tables"):
    """Two people are to sit at different tables."""

    people: tuple[PersonId, PersonId]


class PairJoined(LoggedEvent, subject="tables"):
    """Two people may sit at the same table again."""

    people: tuple[PersonId, PersonId]


class SeasonPlanned(LoggedEvent, subject="tables"):
    """The tables of a stage's rounds were planned in advance; the plan holds while everybody comes."""

    first: int
    """The first planned round."""
    rounds: tuple[tuple[tuple[PersonId, ...], ...], ...]
    seed: str
    iterations: int
    repeats: int
    """Number of repeated meetings in the plan."""
    bound: int
    """Lower bound of repeated meetings over all plans."""
    version: int


class RoundDrawn(LoggedEvent, subject="tables", words={"named": "group"}):
    """The tables of a round were drawn, for the first time or again."""

    round: int
    stage: str
    """Of several stages played together, the first."""
    tables: tuple[SeatedTable, ...]
    receipt: Receipt
    missing: tuple[PersonId, ...] = ()
    """Players of the stage who do not play in this round."""
    is_draft: bool = False
    """Whether the tables are visible only to the desk until they are published."""


class TablesPublished(LoggedEvent, subject="tables"):
    """The draft tables of a round were published."""

    round: int


class TablesHidden(LoggedEvent, subject="tables"):
    """The published tables of a round became a draft again, before any game began."""

    round: int


class SeatsChanged(LoggedEvent, subject="tables"):
    """The organiser changed these tables by hand; the event holds their new seats."""

    round: int
    tables: tuple[SeatedTable, ...]
    removed: tuple[int, ...] = ()


class VenueChanged(LoggedEvent, subject="tables", words={"venue": "person"}):
    """A table was moved to another venue."""

    round: int
    table: int
    venue: str


class StartPlanned(LoggedEvent, subject="tables"):
    """The round is to start at a certain time."""

    round: int
    at: str
    """Such as 2026-03-14T14:30:00+01:00; empty: no longer planned."""


class SeatsFixed(LoggedEvent, subject="tables"):
    """Tables are followed: their seats no longer change, but their games have not begun."""

    round: int
    tables: tuple[int, ...]


class TablesStarted(LoggedEvent, subject="tables"):
    """Games began: the seats of these tables are now fixed."""

    round: int
    tables: tuple[int, ...]


@dataclass(frozen=True)
class SeatResult:
    """A seat's result: the cells of the sheet by name."""

    person: PersonId
    cells: Mapping[str, JsonValue]


@dataclass(frozen=True)
class WrittenSheet:
    """The sheet of a table, as it was written."""

    round: int
    table: int
    seats: tuple[SeatResult, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    """Territories without an owner, where the whole board was counted."""


class ResultRecorded(WrittenSheet, LoggedEvent, subject="results"):
    """The result of a table was recorded."""

    sent_by: PersonId | None = None
    """The player who sent the sheet from a phone; None: typed from signed paper."""
    is_confirmed: bool = True


class ResultConfirmed(LoggedEvent, subject="results"):
    """A result sent from a phone was confirmed."""

    round: int
    table: int
    by: PersonId | None = None


class ResultCorrected(WrittenSheet, LoggedEvent, subject="results"):
    """A wrong result was replaced; a note gives the reason."""


class ResultKept(LoggedEvent, subject="results"):
    """A judge reviewed an unusual result and approved it unchanged."""

    round: int
    table: int


class GameVoided(LoggedEvent, subject="results"):
    """A game does not count."""

    round: int
    table: int
    at_fault: tuple[PersonId, ...] = ()


class PenaltyGiven(LoggedEvent, subject="results", kw_only=True):
    """A judge took points or places from a player; a note gives the reason."""

    person: PersonId
    target: Target
    points: str = "0"
    """An exact number, never negative."""
    places: int = 0
    round: int | None = None
    ranking: str = ""
    clause: ClauseId | None = None


class PlayerWarned(LoggedEvent, subject="results"):
    """A judge warned a player; a note gives the reason."""

    person: PersonId
    clause: ClauseId | None = None


class SanctionLifted(LoggedEvent, subject="results"):
    """A judge took back a warning, a penalty or an exclusion; a note gives the reason."""

    person: PersonId
    number: int
    """The sanction, counted from 1 in the order they were given."""


class RoundClosed(LoggedEvent, subject="results"):
    """A round was closed: its results are final."""

    round: int


class StageEnded(LoggedEvent, subject="results"):
    """The organiser ended a stage whose number of rounds was open."""

    stage: str


class LotsDrawn(LoggedEvent, subject="results"):
    """Lots broke a tie that no other criterion could."""

    draw: str
    people: tuple[PersonId, ...]
    lots: tuple[int, ...]
    seed: str
    is_for_cut: bool = True
    """Whether the cut that follows needed them; otherwise they were drawn for the standings."""


@dataclass(frozen=True)
class Qualifier:
    """A player who enters a stage."""

    person: PersonId
    rank: int
    why: Literal[
        "ranks", "winners", "losers", "best-losers", "recalled", "direct", "everybody", "replaces", "by-hand"
    ]
    table: int = 0
    """The table that was won or lost, where that is the reason."""
    group: int = 1
    score: str = ""
    """The result of a best loser or a recalled player, an exact number; empty in earlier versions."""
    is_by_rank: bool = False
    """Whether a player with an equal result was left out, ranked lower in the standings."""


@dataclass(frozen=True)
class StageField:
    """The players of a stage."""

    stage: str
    qualified: tuple[Qualifier, ...]
    reserves: tuple[PersonId, ...] = ()
    groups: int = 1
    tables: int = 0
    """Number of tables in each group, where the format fixes it."""
    direct: tuple[Qualifier, ...] = ()
    """Players who skip this stage and enter the next one."""
    version: int = 1
    """Version of cuts: only those of the current version can be repeated."""
    is_by_hand: bool = False
    """Whether the organiser chose the players; a note gives the reason."""
    ruled: tuple[PersonId, ...] = ()
    """Everybody whom the rules would have named, where the cut was made by hand."""

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Everybody who plays the stage or skips it."""
        return tuple(each.person for each in (*self.qualified, *self.direct))


class StageCut(StageField, LoggedEvent, subject="results"):
    """The players of the next stage were decided."""


class CutKept(LoggedEvent, subject="results"):
    """A cut was kept although corrected results would qualify other players; a note gives the reason."""

    stage: str
    ruled: tuple[PersonId, ...]
    """Everybody whom the corrected results name."""


class RulesPublished(LoggedEvent, subject="event"):
    """The rules of the tournament were published; the digest identifies them."""

    digest: str
    at: str


@dataclass(frozen=True)
class PublishedRow:
    """A row of published standings."""

    person: PersonId
    rank: int | None
    score: str
    """An exact number."""


class StandingsPublished(LoggedEvent, subject="results"):
    """The standings after a round were made public."""

    round: int
    rows: tuple[PublishedRow, ...] = ()
    """Empty in events written by earlier versions."""
    version: int = 1
    """Version of the standings: only those of the current version can be repeated."""


ScreenPanel = Literal["tables", "seats", "standings"]
SCREEN_PANELS: tuple[ScreenPanel, ...] = ("tables", "seats", "standings")
"""Parts of the screen of the hall."""


class VisibilityChanged(LoggedEvent, subject="event", kw_only=True):
    """The public visibility of the tournament changed."""

    is_shown: bool = True
    """Whether people other than its organisers and judges can find the tournament."""
    results: Literal["live", "published"] = "live"
    """Whether the public sees results and standings at once, or only the last published ones."""
    may_index: bool = False
    """Whether search engines may list its pages."""
    embedders: tuple[str, ...] = ()
    """Sites that may embed the standings; `*`: all sites."""


SEEN_BY_ALL = VisibilityChanged()
"""The visibility of a tournament that has not changed it."""


class ScreenSet(LoggedEvent, subject="event", words={"message": "person"}, kw_only=True):
    """What the screen of the hall shows was chosen."""

    panels: tuple[ScreenPanel, ...] = SCREEN_PANELS
    seconds: int = 12
    """Seconds for which each part is shown, if there are several."""
    message: str = ""
    """A message of the desk; empty: none."""
    frozen: int | None = None
    """The last round whose standings are shown until the ceremony; None: they follow the results."""


PLAIN_SCREEN = ScreenSet()
"""The screen of a tournament that has not chosen anything."""


class TournamentClosed(LoggedEvent, subject="event"):
    """The tournament was closed."""


class FileAttached(LoggedEvent, subject="event"):
    """A document was attached to the tournament."""

    kind: Attachment
    name: str
    digest: str


class ActionUndone(LoggedEvent, subject="event"):
    """The events of one request were undone and no longer count."""

    action: ActionId
