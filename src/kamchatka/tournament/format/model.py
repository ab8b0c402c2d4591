"""A format: the shape of a tournament as data, from the first round to the winner.

A value written `"@games"` is one the organiser may choose (`[option.games]`); it is put in before the file is
checked, so nothing here knows of options but their list.
"""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from kamchatka.faults import AllowedWords, refusal, refusals
from kamchatka.messages import Language
from kamchatka.scoring.formula.amounts import ClauseList
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.options import listed


def _range(bounds: list[int]) -> list[int]:
    """Two numbers from 0, the second not below the first unless it is 0."""
    if len(bounds) != 2 or not (bounds[0] >= 0 and (bounds[1] == 0 or bounds[1] >= bounds[0])):
        raise refusal("wrong_value", wanted="format.wanted.range")
    return bounds


def within(number: int, bounds: list[int]) -> bool:
    """Whether a number is neither below the least nor above the most."""
    least, most = bounds
    return least <= number and (most == 0 or number <= most)


Clauses = dict[str, ClauseList]
"""Which clauses state a value, by its key in the table they stand in; `last_round.6` for one entry of it."""
Range = Annotated[list[int], AfterValidator(_range), AllowedWords("format.wanted.range")]
"""The least and the most; a most of 0 is no limit."""
Size = Annotated[int, Field(ge=2, le=6)]
Number = Annotated[str, Field(pattern=r"^[1-9]\d*$"), AllowedWords("format.wanted.number_key")]
"""How many people, or which rank, as the key of a table."""
TableName = Size | Literal["dummy", "duel", "bye"]
"""A table by its seats; three and a dead one; two against each other; one who rests."""
Gate = Literal["refuse", "warn", "open"]
Seating = Literal["random", "wishes", "standing", "greek", "quarters", "planned"]
"""By lot; by lot with wishes; by rank from table 1 down; seconds one table on, thirds two…; one of each
quarter; all rounds of the stage planned together."""
Condition = Literal[
    "leader-below-two-wins",
    "top-three-level",
    "first-or-second-gone",
    "second-below-two-wins",
    "second-third-level",
]
"""What the standings must look like for a layout; of several, one is enough."""


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
    """Something people call by a name."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: Annotated[str, Field(pattern=r"\S")]
    title_en: str = ""

    def name(self, lang: Language) -> str:
        """What people call it."""
        return self.title_en if lang == "en" and self.title_en else self.title


Choice = bool | int | str


class FormatOption(FormatPartModel):
    """A value the organiser may choose."""

    default: Choice
    choices: list[Choice] = []
    """The only values it may take; none listed: yes or no, or whole numbers from `least` to `most`."""
    least: int = 0
    most: int = 99
    about: str
    about_en: str
    binding: bool = False
    """Whether it is fixed in an official tournament."""

    @property
    def values(self) -> tuple[Choice, ...]:
        """What it may be; of numbers only the least and the most."""
        return tuple(listed(self) or (self.least, self.most))

    def allows(self, value: object) -> bool:
        """Whether it may be chosen."""
        if listed(self):
            return any(value == each and type(value) is type(each) for each in self.values)
        return type(value) is int and self.least <= value <= self.most

    @model_validator(mode="after")
    def _allows_its_default(self) -> Self:
        if not self.allows(self.default):
            raise refusals([(self.default, refusal("default_not_allowed", at=("default",)))])
        return self


class StageSource(FormatPartModel):
    """Some of those who enter a stage."""

    who: Literal["everybody", "ranks", "winners", "losers", "best-losers", "recalled", "direct"]
    """Ranks of the standings; the first of each table of a stage; its others; the best of these by score; by
    best single result; whom the layout of a stage sends straight on."""
    stage: str = ""
    """Whose tables are meant; nothing: the stage before."""
    ranks: Range = [1, 1]
    each: int = Field(default=1, ge=1)
    """How many of each table count as its winners."""
    count: int = Field(default=0, ge=0)
    """How many best losers or recalled; 0: as many as fill the tables."""
    place: int = Field(default=0, ge=0)
    """Recalled only for a result at this place; 0: any."""
    games: int = Field(default=0, ge=0)
    """Games somebody must have played to be recalled."""


class Layout(FormatPartModel):
    """One way of a stage, for so many players, or if the standings look so."""

    players: Range = [1, 0]
    """Of the stage before: whoever played all its games."""
    when: list[Condition] = []
    enters: list[StageSource]
    tables: int = Field(default=0, ge=0)
    """In each group; 0: as the sizes give."""
    groups: int = Field(default=1, ge=1)
    """Parallel groups, each with a winner of its own."""
    direct: int = Field(default=0, ge=0)
    """So many of the first ranks go straight to the stage after."""


class Wish(FormatPartModel):
    """What a draw tries to spare people, the most important first."""

    kind: Literal[
        "club", "family", "region", "opponents", "winners", "five", "three", "team", "clubs", "order"
    ]
    """Clubmates, relatives and named pairs, one region, who met before, winners of the round before; twice at
    a table of five, or of three; team-mates; one club against another again; one place in the order of play
    again, where the order of the seats is that of the game."""
    absolute: bool = False
    """More important than all that are not; a draw that cannot fulfil it says so first."""
    weight: int = Field(default=0, ge=0, le=999)
    """0: worth more than all that come after it. Else so much is one failure worth beside its neighbours with
    a weight."""
    rounds: Literal["all", "last"] = "all"
    """Of those who met before: ever, or only in the round before."""
    in_last_round: bool = True
    """Whether it still counts in the last round."""


class Stage(Titled):
    """A part of the tournament whose players do not change but by withdrawing."""

    when: bool = True
    rounds: Annotated[int, Field(ge=1)] | Literal["until-one-table"] = 1
    enters: list[StageSource] = [StageSource(who="everybody")]
    layouts: list[Layout] = []
    """Instead of `enters`, the first that fits."""
    pick: str | int = "auto"
    """Which layout: the first that fits, or the one with so many tables."""
    sizes: list[Size] = []
    """In order of preference; none: those of the format."""
    tables: Range | None = None
    """How many tables there may be."""
    seating: Seating = "wishes"
    wishes: list[Wish] | None = None
    """None: those of the format."""
    summed: bool = True
    """Whether its results are added to the totals."""
    decides: int = Field(default=0, ge=0)
    """The places at its tables are ranks of the tournament from this one on; 0: they are not."""
    rollcall: Literal["once", "each-round"] = "once"

    @property
    def heeds_pairs(self) -> bool:
        """Whether its draws look at who is to be kept apart: a blind lot and the Greek way look at nobody."""
        return self.seating not in ("random", "greek")


class TableRules(FormatPartModel):
    """How many sit at a table."""

    sizes: Annotated[list[Size], Field(min_length=1)]
    """In order of preference."""
    spare: list[Size] = []
    """Sizes used only where the others cannot seat everybody."""
    dummy: bool = False
    """Whether three may play with a dead seat, at one table, where nothing else fits."""
    by_number: dict[Number, list[TableName]] = {}
    """So many present → the tables."""
    last_round: dict[Number, list[TableName]] = {}
    """The same in the last round."""
    bye: int = 0
    """The score of whoever rests."""
    bye_at_rank: dict[Number, int] = {}
    """Instead, for whoever has this rank in the standings."""


class StandingsRules(FormatPartModel):
    """How results become standings; what is not said is as the formula says."""

    best: int = Field(default=0, ge=0)
    """How many results count; 0: all but those dropped."""
    drop: int = Field(default=0, ge=0)
    absences: Literal["zero", "none"] = "zero"
    games: int = Field(default=0, ge=0)
    ties: list[RankingTie] = []
    scope: Literal["counted", "all"] = "counted"
    order: Literal["sum", "percentage"] = "sum"
    teams: bool = False


class Gates(FormatPartModel):
    """What must be in order before round 1."""

    judge: Gate = "refuse"
    signatures: Gate = "refuse"


class RollCall(FormatPartModel):
    """When people must be there."""

    by: str = ""
    """The time of day, such as 21:10."""
    grace: int = Field(default=0, ge=0)
    """Minutes after which nobody may play any more."""
    cards_lost: int = Field(default=0, ge=0)
    """Cards that whoever comes within them must leave in the deck."""


class Calendar(FormatPartModel):
    """On which days the rounds are played."""

    first: str = ""
    """Month and day of the first round, such as 06-07, where it is printed."""
    step_days: int = Field(default=0, ge=0)


class Fee(FormatPartModel):
    """What may be asked of each player, for all phases together."""

    most: int | None = None


class Format(Titled):
    """The shape of a tournament."""

    about: str
    about_en: str
    source: str = ""
    """The regulation that describes it; nothing for those of the circuit and of clubs."""
    rulebook: str
    formula: str
    days: int = Field(default=1, ge=1)
    """On how many days or evenings it is usually played."""
    entrants: Range = [4, 0]
    advised: Range = [0, 0]
    """Outside of these numbers it works, with a word of advice."""
    settings: Literal["fixed"] = "fixed"
    """What is agreed stays so once a round was drawn."""
    free: list[str] = []
    """Values of the regulation that an official tournament may choose; all others bind."""
    option: dict[str, FormatOption] = {}
    tables: TableRules
    wishes: list[Wish] = []
    standings: StandingsRules = StandingsRules()
    gates: Gates = Gates()
    rollcall: RollCall = RollCall()
    calendar: Calendar = Calendar()
    fee: Fee = Fee()
    void: Literal["nothing", "next-round"] = "nothing"
    """What a void game brings those who did no wrong: nothing, or the score of the next game they play."""
    teams: int = Field(default=0, ge=0)
    """Players of a team who sit in each round; 0: no teams."""
    stage: Annotated[list[Stage], Field(min_length=1)]

    def description(self, lang: Language) -> str:
        """What it is like."""
        return self.about_en if lang == "en" else self.about

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that are played."""
        return tuple(stage for stage in self.stage if stage.when)

    def clause(self, table: FormatPartModel, *keys: str) -> str:
        """The first clause behind a value, to be cited in a refusal; nothing if the format made it up."""
        return next((clause for key in keys for clause in table.clauses.get(key, ())), "")
