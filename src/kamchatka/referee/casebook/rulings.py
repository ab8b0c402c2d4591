"""Who may sign a ruling, or overrule it: judges on the list of the club that answers for it.

A table judge sees that a game runs as it should, and applies what the regulation says; to punish, to rule
freely and to decide otherwise than the regulation is for the official judge, to whom the case is forwarded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kamchatka.referee.casebook.asking import Ruling
from kamchatka.referee.casebook.model import Effect, Kind, Scope
from kamchatka.refusals import NotAllowed, NotUnderstood

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
"""Which number belongs to an effect that needs one."""


class RulingRefused(NotAllowed):
    """Whoever rules may not, or not so."""

    section = "casebook.refused"


class UnfinishedRuling(NotUnderstood):
    """Something that belongs to a ruling is missing."""

    section = "casebook.refused"


@dataclass(frozen=True)
class Club:
    """The club that answers for rulings, and whoever may rule in its name."""

    name: str
    representatives: frozenset[str]


@dataclass(frozen=True)
class Author:
    """Whoever rules, by id, and as what."""

    person: str
    role: str


@dataclass(frozen=True, kw_only=True)
class SignedRuling:
    """A ruling as it is recorded: what was asked, what is done, in whose name."""

    ruling: Ruling
    effects: tuple[Effect, ...]
    """What is done: what the regulation says, or what the judge decided instead."""
    author: Author
    club: str
    reason: str = ""

    @property
    def is_overruled(self) -> bool:
        """Whether the judge decided otherwise than the regulation."""
        return self.effects != self.ruling.effects


def sign(ruling: Ruling, author: Author, club: Club | None, *, reason: str = "") -> SignedRuling:
    """The ruling as the regulation says it; a free one needs a reason. Raises RulingRefused."""
    return _signed(ruling, ruling.effects, author, club, reason)


def overrule(
    ruling: Ruling, effects: Sequence[Effect], author: Author, club: Club | None, *, reason: str
) -> SignedRuling:
    """Other effects than the regulation says, or those of a free ruling; always with a reason."""
    return _signed(ruling, tuple(effects), author, club, reason)


def written_effect(words: str, scope: Scope | None = None) -> Effect:
    """What a judge decides instead, as it is typed: KIND or KIND=NUMBER; it hits the offender."""
    said, equals, number = words.strip().partition("=")
    kinds: dict[str, Kind] = {each: each for each in get_args(Kind)}
    kind, amount = kinds.get(said), AMOUNTS.get(said)
    if kind is None or bool(equals) != bool(amount) or (equals and not number.isdecimal()):
        raise UnfinishedRuling("unknown_effect", given=words)
    numbers: dict[str, Any] = {amount: int(number)} if amount else {}
    return Effect(kind=kind, who="offender", scope=scope, **numbers)


def require_club(author: Author, club: Club | None) -> Club:
    """The club that answers for rulings; RulingRefused if there is none, or the author is not on its list."""
    if club is None or not club.name.strip():
        raise RulingRefused("no_club", clause="001-J3")
    if author.person not in club.representatives:
        raise RulingRefused("not_of_the_club", clause="001-J4", who=author.person, club=club.name)
    return club


def must_forward(ruling: Ruling, role: str) -> bool:
    """Whether this judge must leave the ruling to the official judge."""
    return role != OFFICIAL_JUDGE and (ruling.discipline or ruling.is_free)


def require_judge(ruling: Ruling, role: str) -> None:
    """RulingRefused unless this role may rule so."""
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
