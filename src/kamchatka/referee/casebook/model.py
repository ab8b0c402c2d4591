"""A case: the questions to ask, the rulings that answers lead to, and what each of them does.

A ruling is printed in some regulation, or rests on values that regulations have. In the first case it names
its clauses, and stands wherever one follows the regulation they come from; in the second it names the values
(`rests_on`) and cites whatever stands behind them, so that a house regulation inherits the rulings of the one
it extends, and changes them by changing a value. Nothing here knows which regulations there are.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from string import Formatter
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, model_validator

from kamchatka.ids import ClauseId, Seat
from kamchatka.ledger import known
from kamchatka.messages import Language
from kamchatka.referee.casebook.expressions import Expression
from kamchatka.rulebook.sections import SECTIONS

Kind = Literal[
    "free-ruling",
    "play-resumes",
    "no-duty",
    "roll-stands",
    "roll-void",
    "reroll",
    "reading-stands",
    "source-inferred",
    "source-chosen",
    "defence-roller-attacker",
    "attack-opened",
    "attack-binding",
    "placement-locked",
    "combat-closed",
    "transfer-stands",
    "occupation-completed",
    "move-spent",
    "turn-ends",
    "turn-limit",
    "tris-allowed",
    "tris-refused",
    "reinforcements-due",
    "reinforcements-lost",
    "remove-armies",
    "army-limit",
    "flag-replaced",
    "stack-counts",
    "card-kept",
    "card-lost",
    "cards-denied",
    "cards-taken",
    "neutral",
    "passive",
    "withdrawn",
    "eliminated",
    "excluded",
    "congelato",
    "closing-roll-late",
    "closing-roll-lost",
    "closing-rolls-passed",
    "board-rewound",
    "warning",
    "penalty-points",
    "tournament-exclusion",
    "no-game",
    "report",
    "game-won",
    "game-void",
]
"""What a ruling may do; docs/casebook.md says what each of them means."""
Part = Literal["offender", "attacker", "defender", "preceding", "everybody"]
"""Whom an effect concerns."""
Dice = Literal["attack", "defence", "thrower", "all"]
Armies = Literal["new", "any"]
"""Those just placed, or any of that seat's, at its choice."""
Scope = Literal["turn", "game", "evening", "tournament"]
"""How long an effect lasts, or within what a repetition counts."""
Record = Literal["army-limit", "turn-limit", "turn-too-long", "roll-too-late"]
"""What the record of a live table may know."""
QuestionKind = Literal["yes-no", "number", "numbers", "choice", "seat", "territory"]

KEYS = frozenset(f"{name}.{field}" for name, model in SECTIONS.items() for field in model.model_fields)


def _known_clause(id: str) -> ClauseId:
    if not known(id):
        raise ValueError(f"no such clause: {id}")
    return ClauseId(id)


def _known_key(key: str) -> str:
    if key not in KEYS:
        raise ValueError(f"no such value of a regulation: {key}")
    return key


def _expression(given: object) -> Expression:
    """A text, or a number or truth value that stands for itself."""
    if not isinstance(given, bool | int | str):
        raise ValueError(f"not an expression: {given}")
    return Expression(given if isinstance(given, str) else str(given))


Formula = Annotated[Expression, PlainValidator(_expression)]
ALWAYS = Expression("True")
Clauses = list[Annotated[str, AfterValidator(_known_clause)]]
Name = Annotated[str, Field(pattern=r"^[a-z]+([_-][a-z]+)*$")]


class CasePartModel(BaseModel):
    """A table of a case file."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class Words(CasePartModel):
    """The same in both languages."""

    it: str
    en: str

    def __call__(self, lang: Language) -> str:
        """The words in one language."""
        return self.it if lang == "it" else self.en


class CaseQuestion(Words):
    """What to ask, and what may be answered."""

    kind: QuestionKind
    choices: dict[Name, Words] = {}
    most: int = 999
    """Of a number; the least is 0."""
    default: Formula | None = None
    """What is taken for answered if nobody says anything."""
    optional: bool = False
    """Whether the ruling does not depend on it: it is only written down."""
    counts: Scope | None = None
    """Within what earlier incidents of this kind count, where the question is how many there were."""
    recorded: Record | None = None
    """What answers it at a live table."""

    @model_validator(mode="after")
    def _offers_choices(self) -> Self:
        if bool(self.choices) != (self.kind == "choice"):
            raise ValueError("choices belong to a question of kind choice, and only there")
        return self


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One thing that a ruling does at the table or in the tournament; what does not matter is None."""

    kind: Kind
    who: Part | None = None
    seat: Seat | None = None
    """Whose, where the answers say so."""
    of: Dice | Armies | Literal["move"] | None = None
    armies: int | None = None
    least: int | None = None
    limit: int | None = None
    cards: int | None = None
    dice: int | None = None
    points: int | None = None
    minutes: int | None = None
    scope: Scope | None = None

    def data(self) -> dict[str, Any]:
        """The same as plain data, without what does not matter."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if getattr(self, each.name) is not None
        }


NUMBERS = ("armies", "least", "limit", "cards", "dice", "points", "minutes")


class EffectRule(CasePartModel):
    """An effect as a case file writes it: numbers may be computed, and it may depend on something."""

    kind: Kind
    when: Formula = Field(default=ALWAYS, alias="if")
    clauses: Clauses = []
    """Clauses behind this effect alone; where they are not followed there is no such effect."""
    who: Part | None = None
    of: Dice | Armies | Literal["move"] | None = None
    armies: Formula | None = None
    least: Formula | None = None
    limit: Formula | None = None
    cards: Formula | None = None
    dice: Formula | None = None
    points: Formula | None = None
    minutes: Formula | None = None
    scope: Scope | None = None

    def formulas(self) -> Iterator[Expression]:
        """Everything in it that is computed."""
        yield self.when
        yield from (found for name in NUMBERS if (found := getattr(self, name)) is not None)


class RulingRule(Words):
    """What is ruled if its condition holds; the first that holds is the one."""

    id: Name
    when: Formula = Field(default=ALWAYS, alias="if")
    rests_on: list[Annotated[str, AfterValidator(_known_key)]] = []
    """Values of the regulation that make this ruling; their clauses and readings are cited."""
    clauses: Clauses = []
    """The clauses that print it; with `rests_on`, those among the clauses of the values that speak of it."""
    discipline: bool = False
    """Whether it punishes somebody, which a table judge may not do."""
    effect: list[EffectRule]

    @property
    def is_unconditional(self) -> bool:
        """Whether it depends on nothing."""
        return self.when == ALWAYS

    @property
    def placeholders(self) -> frozenset[str]:
        """The names its sentences mention."""
        found = (name for words in (self.it, self.en) for _, name, _, _ in Formatter().parse(words))
        return frozenset(name for name in found if name)

    def formulas(self) -> Iterator[Expression]:
        """Everything in it that is computed."""
        yield self.when
        for each in self.effect:
            yield from each.formulas()


class Case(CasePartModel):
    """An incident type."""

    id: Name
    title: str
    title_en: str
    silent: list[str] = []
    """Printed regulations that say nothing here, though one they build on does."""
    question: dict[Name, CaseQuestion] = {}
    let: dict[Name, Formula] = {}
    """Names for what is computed from answers and values."""
    ruling: Annotated[list[RulingRule], Field(min_length=1)]

    def name(self, lang: Language) -> str:
        """What people call it."""
        return self.title_en if lang == "en" else self.title

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        names = {*self.question, *self.let}
        computed = [*self.let.values(), *(each for ruling in self.ruling for each in ruling.formulas())]
        computed += [each.default for each in self.question.values() if each.default]
        used = {name for each in computed for name in each.names}
        used |= {name for ruling in self.ruling for name in ruling.placeholders}
        if strange := sorted(used - names - KEYS):
            raise ValueError(f"neither a question nor computed nor a value: {', '.join(strange)}")
        ids = [ruling.id for ruling in self.ruling]
        options = [*self.question, *(word for each in self.question.values() for word in each.choices)]
        if len(set(ids)) < len(ids) or len(set(options)) < len(options):
            raise ValueError("two rulings, or two words to answer with, of one name")
        return self
