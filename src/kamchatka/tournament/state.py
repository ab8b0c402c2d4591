"""State of a tournament, folded from its events. Whether an event is allowed is decided elsewhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Any, Literal, TypeVar, cast

from pydantic import JsonValue

from kamchatka.ids import ActionId, PersonId
from kamchatka.messages import Language
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import Number, exact
from kamchatka.scoring.results.model import PlayedTable
from kamchatka.tournament import events as happened
from kamchatka.tournament.format.model import Format, Stage

T = TypeVar("T")
Status = Literal["playing", "withdrawn", "disqualified"]


@dataclass(frozen=True)
class Setup:
    """The format, rulebook and formula of a tournament, parsed from the pinned texts."""

    format: Format
    rulebook: Rulebook
    formula: Formula


@dataclass(frozen=True)
class Occurrence:
    """An event with its request and its time."""

    event: object
    action: ActionId
    at: str = ""


@dataclass(frozen=True, kw_only=True)
class Entrant(happened.Entry):
    """A participant of the tournament."""

    number: int
    signed_at: str = ""
    has_rules: bool = False
    paid: int | None = None
    """In cents; None: not paid yet."""
    is_member: bool = False
    """Whether the members' fee was paid."""
    own_fee: int | None = None
    """In cents, lower than the fee of the tournament; None: none was agreed."""
    is_present: bool | None = None
    """None: not asked yet."""
    is_late: bool = False
    came_at: str = ""
    expected_at: str = ""
    is_captain: bool = False
    """Whether the entrant is the captain of the team."""
    status: Status = "playing"
    is_leaving: bool = False
    """Whether the entrant asked to withdraw, and the desk has not answered."""
    codes_revoked: int = 0
    """Number of personal codes before the one that holds."""


@dataclass(frozen=True, kw_only=True)
class TableResult:
    """A recorded result of a game."""

    seats: tuple[happened.SeatResult, ...]
    neutral: Mapping[str, JsonValue] = field(default_factory=dict)
    sent_by: PersonId | None = None
    is_confirmed: bool = True
    others: "tuple[TableResult, ...]" = ()
    """Differing results sent by other players of the table; a judge decides between them."""

    @property
    def versions(self) -> "tuple[TableResult, ...]":
        """The latest result, then the differing ones."""
        return (self, *self.others)

    def says_the_same(self, seats: tuple[happened.SeatResult, ...], neutral: Mapping[str, JsonValue]) -> bool:
        """Whether the sheet holds the same values for every seat."""
        mine, others = ({each.person: _plain(each.cells) for each in found} for found in (self.seats, seats))
        return mine == others and self.neutral == neutral


def _plain(cells: Mapping[str, JsonValue]) -> dict[str, JsonValue | Number]:
    """Cells with their points parsed into a number."""
    points = cells.get("points")
    return {**cells, **({} if points is None else {"points": exact(points)})}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table of a round."""

    seated: happened.SeatedTable
    drawn: tuple[PersonId, ...] = ()
    """The people whom the draw put here; changes by hand leave it as it is."""
    venue: str = ""
    is_started: bool = False
    """Whether its seats are fixed: its game began, or it is followed."""
    has_begun: bool = False
    """Whether the game was declared begun; a table's own clock does not declare it."""
    is_void: bool = False
    at_fault: tuple[PersonId, ...] = ()
    result: TableResult | None = None
    is_kept: bool = False
    """Whether a judge approved its unusual result."""

    @property
    def number(self) -> int:
        """The table's number."""
        return self.seated.number

    @property
    def people(self) -> tuple[PersonId, ...]:
        """The players at the table, in the order of the sheet."""
        return tuple(each.person for each in self.result.seats) if self.result else self.seated.seats

    @cached_property
    def readings(self) -> dict[tuple[int, tuple[str, ...]], tuple[Rulebook, PlayedTable]]:
        """Cache of the scored table, by round and names; valid because a table is immutable."""
        return {}

    @property
    def awaits(self) -> bool:
        """Whether the table has no result yet."""
        return self.result is None and not self.is_void and self.seated.kind != "bye"

    @property
    def is_settled(self) -> bool:
        """Whether the table needs nothing more: its result is confirmed, or it is void or a bye."""
        return not self.awaits and (self.result is None or self.result.is_confirmed or self.is_void)


@dataclass(frozen=True, kw_only=True)
class Round:
    """A round of the tournament."""

    number: int
    stage: str
    tables: Mapping[int, Table]
    receipt: happened.Receipt
    missing: tuple[PersonId, ...] = ()
    moved: frozenset[PersonId] = frozenset()
    """Players whom the organiser moved to another table by hand."""
    is_draft: bool = False
    """Whether only the desk sees the tables."""
    is_closed: bool = False

    def stage_of(self, table: Table) -> str:
        """The stage a table belongs to."""
        return table.seated.stage or self.stage

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages played in this round, the round's own first."""
        return tuple(dict.fromkeys((self.stage, *map(self.stage_of, self.tables.values()))))

    @property
    def unbegun(self) -> tuple[int, ...]:
        """Tables that wait for the start of the round."""
        return tuple(table.number for table in self.tables.values() if table.awaits and not table.has_begun)

    def table_of(self, person: PersonId) -> Table | None:
        """The table of a person; None without a seat."""
        return next((table for table in self.tables.values() if person in table.seated.seats), None)


@dataclass(frozen=True, kw_only=True)
class StageEntry(happened.StageField):
    """The players of a stage, with the round after which they were decided."""

    after_round: int = 0
    kept: tuple[PersonId, ...] | None = None
    """Whom corrected results would take instead, when the cut was kept; None: it was not questioned."""


Sanction = happened.PlayerWarned | happened.PenaltyGiven | happened.PlayerDisqualified


@dataclass(frozen=True)
class GivenSanction:
    """A warning, a penalty or an exclusion."""

    event: Sanction
    is_lifted: bool = False
    """Whether a judge took it back."""


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """The state of a tournament, without people's names."""

    setup: Setup
    settings: happened.Settings
    entrants: Mapping[PersonId, Entrant] = field(default_factory=dict)
    judges: Mapping[PersonId, happened.JudgeRole] = field(default_factory=dict)
    sessions: Mapping[str, happened.SessionPlanned] = field(default_factory=dict)
    shifts: tuple[happened.JudgeRostered, ...] = ()
    conflicts: tuple[happened.ConflictDeclared, ...] = ()
    rounds: tuple[Round, ...] = ()
    cuts: tuple[StageEntry, ...] = ()
    ended: frozenset[str] = frozenset()
    """Open stages that the organiser has ended."""
    roll_calls: tuple[happened.RollCalled, ...] = ()
    seeds: Mapping[int, str] = field(default_factory=dict)
    """Seeds announced before the draw, by round."""
    apart: frozenset[frozenset[PersonId]] = frozenset()
    """Pairs that are to sit at different tables."""
    club_codes: Mapping[str, str] = field(default_factory=dict)
    """The codes of clubs that the organiser chose."""
    plan: happened.SeasonPlanned | None = None
    """The season plan, where the stage's rounds are planned in advance."""
    sanctions: tuple[GivenSanction, ...] = ()
    """In the order they were given."""
    lots: tuple[happened.LotsDrawn, ...] = ()
    attachments: tuple[happened.FileAttached, ...] = ()
    rules: happened.RulesPublished | None = None
    editions: int = 0
    """How often the rules were published: the number of their present edition."""
    checks_in: bool = False
    """Whether entrants may answer the roll call with their personal code."""
    logo: str = ""
    """Digest of the club's logo; empty: none."""
    wifi: happened.WifiSet | None = None
    """The Wi-Fi of the hall."""
    published: int = 0
    """The last round whose standings are published and still valid; 0: none."""
    visibility: happened.VisibilityChanged = happened.SEEN_BY_ALL
    screen: happened.ScreenSet = happened.PLAIN_SCREEN
    is_closed: bool = False
    start: happened.StartPlanned | None = None
    """The planned start of a round."""
    focus: str = ""
    """One of several stages played together, to look at it alone; empty: all of them."""

    @property
    def format(self) -> Format:
        """The format of the tournament."""
        return self.setup.format

    @property
    def round(self) -> Round | None:
        """The current round: the open one, or the last."""
        return self.rounds[-1] if self.rounds else None

    @property
    def open_round(self) -> Round | None:
        """The round in play; None between rounds."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].is_closed else None

    @property
    def public_rounds(self) -> tuple[Round, ...]:
        """The rounds visible to everybody: all but a draft, which is always the last."""
        return tuple(each for each in self.rounds if not each.is_draft)

    @property
    def next_number(self) -> int:
        """The number of the next round to draw."""
        return len(self.rounds) + 1

    @property
    def last_cuts(self) -> tuple[StageEntry, ...]:
        """The players of the present stage, and of each stage beside it; empty in the first stage."""
        last = [each for each in self.cuts if each.after_round == self.cuts[-1].after_round]
        return tuple(each for each in last if self.focus in ("", each.stage))

    @cached_property
    def derived(self) -> dict[object, Any]:
        """Cache of what functions marked `once` derive from the state; valid because it is immutable."""
        return {}

    @property
    def present_cuts(self) -> tuple[StageEntry, ...]:
        """The cuts of the stages that play the open round, else the next one; after the last round, all."""
        closed = len(self.rounds) - (self.open_round is not None)
        left = (each for each in self.last_cuts if self._lasts(each, closed - each.after_round))
        return tuple(left) or self.last_cuts

    def _lasts(self, cut: StageEntry, played: int) -> bool:
        rounds = self.stage_named(cut.stage).rounds
        return not isinstance(rounds, int) or played < rounds

    @property
    def cut(self) -> StageEntry | None:
        """The players of the present stage; None in the first stage, which everybody plays.

        Of several stages played together, the first that still plays.
        """
        return next(iter(self.present_cuts), None)

    @property
    def uncut(self) -> "Tournament":
        """The tournament without the cuts made since the last round.

        Tables drawn after the last cut do not count as a round until a game has begun.
        """
        rounds, drawn = self.rounds, self.open_round
        if drawn and self.cuts and self.cuts[-1].after_round == len(rounds) - 1:
            has_begun = any(table.is_started for table in drawn.tables.values())
            rounds = rounds if has_begun else rounds[:-1]
        kept = tuple(each for each in self.cuts if each.after_round != len(rounds))
        return replace(self, rounds=rounds, cuts=kept)

    @property
    def parts(self) -> "tuple[Tournament, ...]":
        """The tournament as each stage of the present round sees it; usually one."""
        return tuple(replace(self, focus=each.stage) for each in self.present_cuts) or (self,)

    def part_of(self, stage: str) -> "Tournament":
        """The tournament as a stage of the present round sees it."""
        return next((each for each in self.parts if each.stage.id == stage), self)

    @property
    def stage(self) -> Stage:
        """The current stage."""
        id = self.cut.stage if self.cut else self.format.stages[0].id
        return self.stage_named(id)

    def stage_named(self, id: str) -> Stage:
        """A stage by its id."""
        return next(stage for stage in self.format.stages if stage.id == id)

    def rounds_of(self, stage: str) -> tuple[Round, ...]:
        """The rounds of a stage."""
        return tuple(each for each in self.rounds if stage in each.stages)

    def stage_at(self, played: Round, table: Table) -> Stage | None:
        """The stage of a table, where the round's tables are of several; else None."""
        return self.stage_named(played.stage_of(table)) if len(played.stages) > 1 else None

    def stage_names(self, played: Round, lang: Language) -> str:
        """The display name of a round's stage; of several, all names."""
        return ", ".join(self.stage_named(id).name(lang) for id in played.stages)

    @property
    def total_rounds(self) -> int:
        """Number of rounds that count towards the total, as the format plans them."""
        first = [stage.id for stage in self.format.stages if stage.summed and not stage.beside]
        rounds = ([stage.rounds for stage in self.format.together(id)] for id in first)
        return sum(max((each for each in some if isinstance(each, int)), default=0) for some in rounds)

    @property
    def is_last_round(self) -> bool:
        """Whether the next round is the last of the tournament."""
        stage = self.stage
        is_last = self.format.together(stage.id)[-1] is self.format.stages[-1]
        return is_last and stage.rounds == self.played + 1

    @property
    def played(self) -> int:
        """Number of rounds since the last cut, or since the beginning."""
        return len(self.rounds) - (self.cut.after_round if self.cut else 0)

    @property
    def playing(self) -> tuple[Entrant, ...]:
        """Entrants who have neither withdrawn nor been disqualified, by number."""
        return tuple(each for each in self.entrants.values() if each.status == "playing")

    @property
    def members(self) -> tuple[Entrant, ...]:
        """Players of the present stage, and of those beside it, who are still playing."""
        if not self.cuts:
            return self.playing
        wanted = [each.person for cut in self.present_cuts for each in cut.qualified]
        return tuple(self.entrants[who] for who in wanted if self.entrants[who].status == "playing")

    @property
    def penalties(self) -> tuple[happened.PenaltyGiven, ...]:
        """The penalties that count."""
        standing = (each.event for each in self.sanctions if not each.is_lifted)
        return tuple(each for each in standing if isinstance(each, happened.PenaltyGiven))

    def warnings_of(self, who: PersonId) -> int:
        """Number of a person's warnings that count."""
        return sum(
            isinstance(each.event, happened.PlayerWarned) and each.event.person == who
            for each in self.sanctions
            if not each.is_lifted
        )

    @property
    def takes_requests(self) -> bool:
        """Whether people may request entry through the form."""
        return self.settings.entry_form and not self.is_closed and not self.cuts

    @property
    def has_roll_call(self) -> bool:
        """Whether a roll call was made for the next round."""
        if self.stage.rollcall == "each-round" and self.cut is None:
            return any(each.round == self.next_number for each in self.roll_calls)
        return bool(self.roll_calls)


def once(function: Callable[[Tournament], T]) -> Callable[[Tournament], T]:
    """Decorator: the function is computed once for each state of a tournament."""

    @wraps(function)
    def found(tournament: Tournament) -> T:
        known = tournament.derived
        if function not in known:
            known[function] = function(tournament)
        return cast(T, known[function])

    return found
