"""The data model of a case: questions, rulings that depend on the answers, and their effects.

A ruling is either printed in a regulation or rests on values that regulations have. A printed ruling names
its clauses and applies wherever their regulation is followed. The other kind names its values (`rests_on`)
and cites their clauses, so a house regulation inherits the rulings of the one it extends and changes them by
changing a value. This module knows no particular regulation.
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
from kamchatka.rulebook import readings
from kamchatka.rulebook.sections import SECTIONS
from kamchatka.rulebook.sections.defence import PassiveRoller

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
    "dice-together",
    "attack-opened",
    "attack-binding",
    "placement-locked",
    "combat-closed",
    "transfer-stands",
    "occupation-completed",
    "armies-added",
    "armies-returned",
    "move-spent",
    "move-open",
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
"""The kinds of effects; docs/casebook.md explains each."""
Part = Literal["offender", "attacker", "defender", "preceding", "everybody"]
"""The person an effect concerns."""
Dice = Literal["attack", "defence", "thrower", "all"]
Armies = Literal["new", "any"]
"""The armies just placed, or any armies of the seat, at its choice."""
Scope = Literal["turn", "game", "evening", "tournament"]
"""How long an effect lasts, or within which span repetitions count."""
Record = Literal["army-limit", "turn-limit", "turn-too-long", "roll-too-late"]
"""Facts that the record of a live table may provide."""
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


def _known_reading(id: str) -> str:
    if id not in {each.id for each in readings()}:
        raise ValueError(f"no such reading: {id}")
    return id


def _expression(given: object) -> Expression:
    """An expression from a text, or a constant from a number or truth value."""
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
    """A text in both languages."""

    it: str
    en: str

    def __call__(self, lang: Language) -> str:
        """The text in one language."""
        return self.it if lang == "it" else self.en


class CaseQuestion(Words):
    """A question and its allowed answers."""

    kind: QuestionKind
    choices: dict[Name, Words] = {}
    most: int = 999
    """Maximum of a number; the minimum is 0."""
    default: Formula | None = None
    """The default answer."""
    optional: bool = False
    """Whether the answer is only recorded and does not affect the ruling."""
    counts: Scope | None = None
    """The span in which earlier incidents count, if the question is their number."""
    recorded: Record | None = None
    """The recorded fact that answers the question at a live table."""

    @model_validator(mode="after")
    def _offers_choices(self) -> Self:
        if bool(self.choices) != (self.kind == "choice"):
            raise ValueError("choices belong to a question of kind choice, and only there")
        return self


@dataclass(frozen=True, kw_only=True)
class Effect:
    """One effect of a ruling on the table or the tournament; None: not applicable."""

    kind: Kind
    who: Part | None = None
    seat: Seat | None = None
    """The seat concerned, if the answers name it."""
    of: Dice | Armies | Literal["move"] | None = None
    by: PassiveRoller | None = None
    """Who throws the defence dice of territories that only defend."""
    armies: int | None = None
    least: int | None = None
    limit: int | None = None
    cards: int | None = None
    dice: int | None = None
    points: int | None = None
    minutes: int | None = None
    scope: Scope | None = None

    def data(self) -> dict[str, Any]:
        """The effect as plain data, without inapplicable fields."""
        return {
            each.name: getattr(self, each.name)
            for each in fields(self)
            if getattr(self, each.name) is not None
        }


NUMBERS = ("armies", "least", "limit", "cards", "dice", "points", "minutes")
COMPUTED = ("by", *NUMBERS)
"""The fields of an effect that a case file gives as expressions."""


class EffectRule(CasePartModel):
    """An effect in a case file: it may have a condition, and its values may be expressions."""

    kind: Kind
    when: Formula = Field(default=ALWAYS, alias="if")
    clauses: Clauses = []
    """Clauses of this effect only; it applies only where they are followed."""
    who: Part | None = None
    of: Dice | Armies | Literal["move"] | None = None
    by: Formula | None = None
    armies: Formula | None = None
    least: Formula | None = None
    limit: Formula | None = None
    cards: Formula | None = None
    dice: Formula | None = None
    points: Formula | None = None
    minutes: Formula | None = None
    scope: Scope | None = None

    def formulas(self) -> Iterator[Expression]:
        """All expressions of the effect."""
        yield self.when
        yield from (found for name in COMPUTED if (found := getattr(self, name)) is not None)


class RulingRule(Words):
    """A possible ruling with its condition; the first whose condition holds applies."""

    id: Name
    when: Formula = Field(default=ALWAYS, alias="if")
    rests_on: list[Annotated[str, AfterValidator(_known_key)]] = []
    """Values of the regulation that this ruling follows from; their clauses and readings are cited."""
    clauses: Clauses = []
    """The clauses that print it; with `rests_on`, a filter on the clauses of those values."""
    reads: list[Annotated[str, AfterValidator(_known_reading)]] = []
    """Readings of unclear texts that it follows; cited where the regulation has them."""
    discipline: bool = False
    """Whether it is a punishment, which a table judge may not impose."""
    effect: list[EffectRule]

    @property
    def is_unconditional(self) -> bool:
        """Whether it has no condition."""
        return self.when == ALWAYS

    @property
    def placeholders(self) -> frozenset[str]:
        """The names used in its sentences."""
        found = (name for words in (self.it, self.en) for _, name, _, _ in Formatter().parse(words))
        return frozenset(name for name in found if name)

    def formulas(self) -> Iterator[Expression]:
        """All expressions of the ruling and its effects."""
        yield self.when
        for each in self.effect:
            yield from each.formulas()


class Case(CasePartModel):
    """An incident type."""

    id: Name
    title: str
    title_en: str
    words: dict[Language, str]
    """Other words by which players may look for it."""
    silent: list[str] = []
    """Printed regulations that are silent on the case although they extend one that is not."""
    question: dict[Name, CaseQuestion] = {}
    let: dict[Name, Formula] = {}
    """Names of values computed from answers and the regulation."""
    ruling: Annotated[list[RulingRule], Field(min_length=1)]

    def name(self, lang: Language) -> str:
        """The display name of the case."""
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
