"""The data model of a format: a whole tournament, from the first round to the winner.

The organiser may choose a value written `"@games"` (`[option.games]`). Options are filled in before
validation, so the models see only final values.
"""

from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from kamchatka.faults import AllowedWords, refusal, refusals
from kamchatka.messages import Language
from kamchatka.scoring.formula.amounts import ClauseList, FromZero
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.options import listed


def _range(bounds: list[int]) -> list[int]:
    """Two numbers from 0; the second is 0 or at least the first."""
    if len(bounds) != 2 or not (bounds[0] >= 0 and (bounds[1] == 0 or bounds[1] >= bounds[0])):
        raise refusal("wrong_value", wanted="format.wanted.range")
    return bounds


def within(number: int, bounds: list[int]) -> bool:
    """Whether a number lies between the bounds; an upper bound of 0 means no limit."""
    least, most = bounds
    return least <= number and (most == 0 or number <= most)


Clauses = dict[str, ClauseList]
"""Clauses by the key of the value they state; `last_round.6` names one entry."""
Range = Annotated[list[int], AfterValidator(_range), AllowedWords("format.wanted.range")]
"""Lower and upper bound; an upper bound of 0 means no limit."""
Size = Annotated[int, Field(ge=2, le=6)]
Number = Annotated[str, Field(pattern=r"^[1-9]\d*$"), AllowedWords("format.wanted.number_key")]
"""A number of people, or a rank, as a TOML key."""
TableName = Size | Literal["dummy", "duel", "bye"]
"""Number of seats; or three players with a dead seat; or a duel of two; or a bye."""
Gate = Literal["refuse", "warn", "open"]
Seating = Literal["random", "wishes", "standing", "greek", "quarters", "planned"]
"""Random; random with wishes; by rank from table 1 down; second places one table on, third places two…;
one player of each quarter of the standings; all rounds of the stage planned together."""
Condition = Literal[
    "leader-below-two-wins",
    "top-three-level",
    "first-or-second-gone",
    "second-below-two-wins",
    "second-third-level",
]
"""Conditions of a layout on the standings; one true condition is enough."""
Count = Literal["entered", "ranked", "completed"]
"""Everybody who entered; everybody in the standings; everybody who played all games so far."""

Length = Literal["evening", "day", "weekend", "season"]
"""How long an event lasts: one evening, one day, two days, many evenings."""
Purpose = Literal["friends", "club", "official"]

RECALLS = ("best-losers", "recalled")
"""Sources that choose among the players whom no other source names."""


class FormatPartModel(BaseModel):
    """A table of a format file."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    clauses: Clauses = {}

    @field_validator("clauses")
    @classmethod
    def _of_own_values(cls, clauses: Clauses) -> Clauses:
        strange = [key for key in clauses if key.partition(".")[0] not in cls.model_fields]
        if strange:
            raise refusals([(key, refusal("clause_of_nothing", at=(key,))) for key in strange])
        return clauses


class Titled(FormatPartModel):
    """A part with a display name."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Annotated[str, Field(pattern=r"\S")]
    title_en: str = ""

    def name(self, lang: Language) -> str:
        """The display name."""
        return self.title_en if lang == "en" and self.title_en else self.title


Choice = bool | int | str


class FormatOption(FormatPartModel):
    """A value the organiser may choose."""

    default: Choice
    choices: list[Choice] = []
    """The allowed values; empty: true or false, or whole numbers from `least` to `most`."""
    least: int = 0
    most: int = 99
    about: str
    about_en: str = ""
    binding: bool = False
    """Whether an official tournament must use the default."""

    @property
    def values(self) -> tuple[Choice, ...]:
        """The allowed values; for numbers only the least and the most."""
        return tuple(listed(self) or (self.least, self.most))

    def allows(self, value: object) -> bool:
        """Whether the value is allowed."""
        if listed(self):
            return any(value == each and type(value) is type(each) for each in self.values)
        return type(value) is int and self.least <= value <= self.most

    @model_validator(mode="after")
    def _allows_its_default(self) -> Self:
        if not self.allows(self.default):
            raise refusals([(self.default, refusal("default_not_allowed", at=("default",)))])
        return self


class StageSource(FormatPartModel):
    """One source of a stage's players."""

    who: Literal["everybody", "ranks", "winners", "losers", "best-losers", "recalled", "direct"]
    """All players; ranks of the standings; winners of each table; its losers; the best losers by score; the
    players with the best single result; players whom a layout sent directly to this stage."""
    stage: str = ""
    """The stage whose tables are meant; empty: the previous stage."""
    ranks: Range | None = None
    """Ranks of the standings, or those among whom somebody is recalled; None: the first, or all."""
    each: int = Field(default=1, ge=1)
    """Number of winners per table."""
    count: int = Field(default=0, ge=0)
    """Number of best losers or recalled players; 0: as many as fill the tables."""
    place: int = Field(default=0, ge=0)
    """Only results at this place count for a recall; 0: any place."""
    games: int = Field(default=0, ge=0)
    """Minimum number of games for ranks or a recall; players with fewer are passed over."""

    @property
    def bounds(self) -> list[int]:
        """The ranks of a source of ranks or of a recall."""
        return self.ranks or ([1, 0] if self.who == "recalled" else [1, 1])


class Layout(FormatPartModel):
    """A variant of a stage for a range of players, or for a condition on the standings."""

    players: Range = [1, 0]
    """Range of players, counted as `counts` says."""
    counts: Count = "completed"
    when: list[Condition] = []
    enters: list[StageSource]
    tables: int = Field(default=0, ge=0)
    """Tables per group; 0: as the sizes give."""
    groups: int = Field(default=1, ge=1)
    """Number of parallel groups, each with its own winner."""
    direct: int = Field(default=0, ge=0)
    """Number of first ranks that skip this stage."""
    games: int = Field(default=0, ge=0)
    """Minimum number of games for its ranks and for skipping the stage."""
    direct_games: int | None = Field(default=None, ge=0)
    """Minimum number of games for skipping the stage; None: as for its ranks."""

    @property
    def least_games(self) -> int:
        """Minimum number of games for its ranks, of the layout or of one of its sources."""
        return max([self.games, *(each.games for each in self.enters if each.who == "ranks")])

    @property
    def least_direct_games(self) -> int:
        """Minimum number of games for skipping the stage."""
        return self.least_games if self.direct_games is None else self.direct_games

    @property
    def sources(self) -> list[StageSource]:
        """Its sources, those of ranks with the games they need."""
        games = {"games": self.least_games}
        return [each.model_copy(update=games) if each.who == "ranks" else each for each in self.enters]

    @property
    def straight(self) -> StageSource | None:
        """The ranks that skip the stage."""
        if not self.direct:
            return None
        return StageSource(who="ranks", ranks=[1, self.direct], games=self.least_direct_games)

    @property
    def is_nobodys(self) -> bool:
        """Whether nobody plays the stage or skips it: it is left out."""
        return not self.enters and not self.direct


class Wish(FormatPartModel):
    """A wish of the draw: something it tries to avoid. Earlier wishes are more important."""

    kind: Literal[
        "club", "family", "region", "opponents", "winners", "five", "three", "bye", "team", "clubs", "order"
    ]
    """Avoid: clubmates; relatives and named pairs; the same region; earlier opponents; winners of the last
    round; a second table of five, or of three; a second bye; team-mates; two clubs meeting again; the same
    place in the order of play, where seats follow that order."""
    absolute: bool = False
    """Ranks above all wishes that are not absolute; a failure is reported first."""
    weight: int = Field(default=0, ge=0, le=999)
    """0: outweighs all later wishes together. Else the cost of one failure, added up with adjacent weighted
    wishes."""
    rounds: Literal["all", "last"] = "all"
    """For earlier opponents: in any round, or only in the previous one."""
    in_last_round: bool = True
    """Whether the wish applies in the last round."""


class Stage(Titled):
    """A part of the tournament with a fixed set of players, apart from withdrawals."""

    when: bool = True
    beside: bool = False
    """Whether it is cut and played together with the stage before it."""
    rounds: Annotated[int, Field(ge=1)] | Literal["until-one-table", "open"] = 1
    """A number; until one table is left; or open: until the organiser ends the stage."""
    enters: list[StageSource] = [StageSource(who="everybody")]
    layouts: list[Layout] = []
    """Variants that replace `enters`; the first that fits is used."""
    pick: str | int = "auto"
    """The layout: `auto` for the first that fits, or the number of its tables."""
    sizes: list[Size] = []
    """In order of preference; empty: the format's sizes."""
    tables: Range | None = None
    """Allowed number of tables."""
    seating: Seating = "wishes"
    wishes: list[Wish] | None = None
    """None: the format's wishes."""
    summed: bool = True
    """Whether its results count towards the totals."""
    decides: int = Field(default=0, ge=0)
    """The final rank that first place at its table gives; later places follow. 0: none."""
    rollcall: Literal["once", "each-round"] = "once"

    @property
    def least_games(self) -> int:
        """Minimum number of games for its ranks; of several layouts, the highest."""
        of_sources = (each.games for each in self.enters if each.who == "ranks")
        return max((*of_sources, *(each.least_games for each in self.layouts)), default=0)

    @property
    def heeds_pairs(self) -> bool:
        """Whether its draws respect pairs to keep apart; random and Greek seating do not."""
        return self.seating not in ("random", "greek")


class TableRules(FormatPartModel):
    """The sizes of tables."""

    sizes: Annotated[list[Size], Field(min_length=1)]
    """In order of preference."""
    uniform: Literal["when-possible", "fours-first"] = "fours-first"
    """Whether one size for all tables comes before more tables of the first size."""
    spare: list[Size] = []
    """Sizes used only if the preferred ones cannot seat everybody."""
    dummy: bool | Literal["threes"] = False
    """Whether one table of three may play with a dead seat, if nothing else fits; `threes`: every table of
    three does."""
    rest: bool = False
    """Whether as few people as possible rest, if nothing else fits."""
    by_number: dict[Number, list[TableName]] = {}
    """Number of players → the tables."""
    last_round: dict[Number, list[TableName]] = {}
    """Number of players → the tables of the last round."""
    bye: FromZero | Literal["formula"] = 0
    """The score of a bye; `formula`: the formula gives it, or 0 if it has none."""
    bye_at_rank: dict[Number, FromZero] = {}
    """Rank → the score of its bye in the last round."""


class StandingsRules(FormatPartModel):
    """The rules of the standings; defaults come from the formula."""

    best: int = Field(default=0, ge=0)
    """Number of results that count; 0: all but the dropped ones."""
    drop: int = Field(default=0, ge=0)
    absences: Literal["zero", "none"] = "zero"
    games: int = Field(default=0, ge=0)
    ties: list[RankingTie] = []
    scope: Literal["counted", "all"] | None = None
    order: Literal["sum", "percentage"] = "sum"
    teams: bool = False


class TeamRules(FormatPartModel):
    """The rules for the members of a team."""

    least: int = Field(default=0, ge=0)
    """Members who must be present in a round; 0: any number."""
    short: Literal["told", "out"] = "told"
    """A team with fewer plays, and the desk is told; or it does not play the round."""
    reserves: int | None = Field(default=None, ge=0)
    """Members a team may have beyond those who play a round; None: any number."""
    captain: Literal["none", "named", "signs"] = "none"
    """Whether each team has a captain, and whether the captain signs for the whole team."""


class Gates(FormatPartModel):
    """Requirements before round 1."""

    judge: Gate = "refuse"
    signatures: Gate = "refuse"


class RollCall(FormatPartModel):
    """Time limits of arrival."""

    by: str = ""
    """The time of day, such as 21:10."""
    grace: int = Field(default=0, ge=0)
    """Minutes after `by`; a later arrival may not play."""
    cards_lost: int = Field(default=0, ge=0)
    """Cards that a player arriving within the grace period must leave in the deck."""


class Calendar(FormatPartModel):
    """The dates of the rounds."""

    first: str = ""
    """Month and day of the first round, such as 06-07, if the regulation prints them."""
    step_days: int = Field(default=0, ge=0)


class Fee(FormatPartModel):
    """The maximum fee per player, for all phases together."""

    most: int | None = None


class ProposedUse(FormatPartModel):
    """Events for which the format is proposed, and the reason."""

    length: list[Length]
    purpose: list[Purpose] = list(get_args(Purpose))
    players: Range = [0, 0]
    rank: int = Field(default=1, ge=1)
    """Proposals of a lower rank come first."""
    options: dict[str, Choice] = {}
    """Options of the format that differ from their defaults."""
    why: str
    why_en: str = ""


class Format(Titled):
    """A tournament format."""

    about: str
    about_en: str = ""
    source: str = ""
    """The regulation that describes the format; empty for formats of the circuit and of clubs."""
    rulebook: str
    formula: str
    formula_options: dict[str, Any] = {}
    """Options of the formula that the format chooses."""
    rulebook_values: dict[str, dict[str, Any]] = {}
    """Values of the regulation that the format chooses, by section and key."""
    days: int = Field(default=1, ge=1)
    """Usual number of days or evenings."""
    entrants: Range = [4, 0]
    advised: Range = [0, 0]
    """Advised number of players; other numbers work with a warning."""
    settings: Literal["fixed"] = "fixed"
    """Settings are fixed once a round is drawn."""
    free: list[str] = []
    """Values of the regulation that an official tournament may change; all others are binding."""
    option: dict[str, FormatOption] = {}
    tables: TableRules
    wishes: list[Wish] = []
    standings: StandingsRules = StandingsRules()
    gates: Gates = Gates()
    rollcall: RollCall = RollCall()
    calendar: Calendar = Calendar()
    fee: Fee = Fee()
    void: Literal["nothing", "next-round"] = "nothing"
    """A void game gives players without fault nothing, or the score of their next game."""
    teams: int = Field(default=0, ge=0)
    """Players per team in each round; 0: no teams."""
    team: TeamRules = TeamRules()
    proposed: list[ProposedUse] = []
    stage: Annotated[list[Stage], Field(min_length=1)]

    def description(self, lang: Language) -> str:
        """The description of the format."""
        return self.about_en if lang == "en" and self.about_en else self.about

    @property
    def chosen_values(self) -> dict[str, Any]:
        """The values of the regulation that the format chooses, by `section.key`."""
        sections = self.rulebook_values.items()
        return {f"{section}.{key}": value for section, values in sections for key, value in values.items()}

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that are played."""
        return tuple(stage for stage in self.stage if stage.when)

    def sizes_of(self, stage: Stage) -> list[int]:
        """The table sizes of a stage, the preferred one first."""
        return stage.sizes or self.tables.sizes

    def together(self, stage: str) -> tuple[Stage, ...]:
        """The stages played together with this one, in order, itself included."""
        found: list[list[Stage]] = []
        for each in self.stages:
            if each.beside and found:
                found[-1].append(each)
            else:
                found.append([each])
        return next(tuple(some) for some in found if any(each.id == stage for each in some))

    def after(self, stage: str) -> Stage | None:
        """The next stage, apart from those beside this one; None after the last one."""
        later = self.stages[[each.id for each in self.stages].index(stage) + 1 :]
        return next((each for each in later if not each.beside), None)

    def clause(self, table: FormatPartModel, *keys: str) -> str:
        """The first clause that states a value, for refusals; empty if no clause does."""
        return next((clause for key in keys for clause in table.clauses.get(key, ())), "")
