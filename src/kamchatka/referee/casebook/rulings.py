"""Who may sign or overrule a ruling: judges on the list of the responsible club.

A table judge supervises the game and applies the regulation. Only the official judge may punish, rule
freely or deviate from the regulation; such cases are forwarded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kamchatka.referee.casebook.asking import Ruling
from kamchatka.referee.casebook.model import Effect, Kind, Scope
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.scoring.numbers import whole

JudgeRole = Literal["official-judge", "table-judge"]
OFFICIAL_JUDGE: JudgeRole = "official-judge"
JUDGES: tuple[JudgeRole, ...] = (OFFICIAL_JUDGE, "table-judge")
AMOUNTS = {
    "remove-armies": "armies",
    "army-limit": "limit",
    "cards-denied": "cards",
    "cards-taken": "cards",
    "turn-limit": "minutes",
    "penalty-points": "points",
}
"""The number field of each effect that needs a number."""


class RulingRefused(NotAllowed):
    """The author may not make this ruling."""

    section = "casebook.refused"


class UnfinishedRuling(NotUnderstood):
    """A ruling lacks a required part."""

    section = "casebook.refused"


@dataclass(frozen=True)
class Club:
    """The club responsible for rulings, and the people who may rule in its name."""

    name: str
    representatives: frozenset[str]


@dataclass(frozen=True)
class Author:
    """The author of a ruling, by id, and the author's role."""

    person: str
    role: str


@dataclass(frozen=True, kw_only=True)
class SignedRuling:
    """A recorded ruling: its effects, author and club."""

    ruling: Ruling
    effects: tuple[Effect, ...]
    """The effects of the regulation, or those the judge chose instead."""
    author: Author
    club: str
    reason: str = ""

    @property
    def is_overruled(self) -> bool:
        """Whether the judge deviated from the regulation."""
        return self.effects != self.ruling.effects


def sign(ruling: Ruling, author: Author, club: Club | None, *, reason: str = "") -> SignedRuling:
    """Sign the regulation's ruling; a free one needs a reason. Raises RulingRefused."""
    return _signed(ruling, ruling.effects, author, club, reason)


def overrule(
    ruling: Ruling, effects: Sequence[Effect], author: Author, club: Club | None, *, reason: str
) -> SignedRuling:
    """Sign other effects than the regulation's, or those of a free ruling; needs a reason."""
    return _signed(ruling, tuple(effects), author, club, reason)


def written_effect(words: str, scope: Scope | None = None) -> Effect:
    """Parse an effect typed by a judge, KIND or KIND=NUMBER; it applies to the offender."""
    said, equals, number = words.strip().partition("=")
    kinds: dict[str, Kind] = {each: each for each in get_args(Kind)}
    kind, amount = kinds.get(said), AMOUNTS.get(said)
    if kind is None or bool(equals) != bool(amount) or (equals and whole(number) is None):
        raise UnfinishedRuling("unknown_effect", given=words[:40])
    numbers: dict[str, Any] = {amount: whole(number)} if amount else {}
    return Effect(kind=kind, who="offender", scope=scope, **numbers)


def require_club(author: Author, club: Club | None) -> Club:
    """The responsible club; RulingRefused if there is none, or the author is not on its list."""
    if club is None or not club.name.strip():
        raise RulingRefused("no_club", clause="001-J3")
    if author.person not in club.representatives:
        raise RulingRefused("not_of_the_club", clause="001-J4", who=author.person, club=club.name)
    return club


def must_forward(ruling: Ruling, role: str) -> bool:
    """Whether a judge of this role must forward the ruling to the official judge."""
    return role != OFFICIAL_JUDGE and (ruling.discipline or ruling.is_free)


def require_judge(ruling: Ruling, role: str) -> None:
    """Raises RulingRefused unless this role may make the ruling."""
    if role not in JUDGES:
        raise RulingRefused("may_not_rule", missing=JUDGES)
    if must_forward(ruling, role):
        raise RulingRefused("forward", clause="000-2j", missing=(OFFICIAL_JUDGE,))


def _signed(
    ruling: Ruling, effects: tuple[Effect, ...], author: Author, club: Club | None, reason: str
) -> SignedRuling:
    name = require_club(author, club).name
    require_judge(ruling, author.role)
    signed = SignedRuling(ruling=ruling, effects=effects, author=author, club=name, reason=reason.strip())
    if signed.is_overruled and author.role != OFFICIAL_JUDGE:
        raise RulingRefused("forward", clause="000-2j", missing=(OFFICIAL_JUDGE,))
    if (signed.is_overruled or ruling.is_free) and not signed.reason:
        raise UnfinishedRuling("no_reason", clause="000-2g", missing=("reason",))
    return signed
