"""From answers to a ruling: the first ruling of a case that the regulation has and whose condition holds.

The judge rules freely, and the incident is only recorded, if the regulation is silent, if the club switched
the case off, or if the regulation does not adopt the suggested rulings.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from kamchatka.ids import ClauseId, Seat
from kamchatka.messages import LANGUAGES, Language, text
from kamchatka.referee.casebook.answers import Answers, Unanswered, check_answer
from kamchatka.referee.casebook.loading import find_case, index
from kamchatka.referee.casebook.model import COMPUTED, Case, CaseQuestion, Effect, EffectRule, RulingRule
from kamchatka.rulebook import Reading, Rulebook, readings, readings_of, unstated_of
from kamchatka.rulebook.model import OWN_CHOICE

Standing = Literal["ruled", "silent", "off", "not-adopted"]
"""Whether a regulation rules a case, or why not."""
Outlook = Literal["always", "never", "open"]
"""The value of a condition given only the regulation; open if it depends on an answer."""


class Counted(int):
    """A number in a sentence: `{armies:armata|armate}` is “1 armata”, “8 armate”."""

    def __format__(self, forms: str) -> str:
        if "|" not in forms:
            return format(int(self), forms)
        one, _, many = forms.partition("|")
        return f"{int(self)} {one if self == 1 else many}"


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """The ruling of a regulation on an incident."""

    case: str
    rule: str
    """The id of the ruling in its case; empty if the judge rules freely."""
    standing: Standing
    said: Mapping[Language, str]
    effects: tuple[Effect, ...]
    clauses: tuple[ClauseId, ...] = ()
    readings: tuple[Reading, ...] = ()
    house: tuple[str, ...] = ()
    """Values the ruling rests on that the house regulation chose itself."""
    discipline: bool = False
    answers: Answers = field(default_factory=dict)

    @property
    def is_free(self) -> bool:
        """Whether the judge decides the effects."""
        return any(effect.kind == "free-ruling" for effect in self.effects)


def rule(case_name: str, rulebook: Rulebook, answers: Answers, *, off: Collection[str] = ()) -> Ruling:
    """The ruling on an incident; raises UnknownCase, or Unanswered for a question it depends on."""
    case = find_case(case_name)
    enquiry = _Enquiry(case, rulebook, answers)
    standing = standing_of(case, rulebook, off=off)
    found = enquiry.first() if standing == "ruled" else None
    if found is None:
        return enquiry.free(standing if standing != "ruled" else "silent")
    return enquiry.ruling(found)


def standing_of(case: Case, rulebook: Rulebook, *, off: Collection[str] = ()) -> Standing:
    """Whether the regulation rules this case, or why not."""
    if case.id in off:
        return "off"
    if next(rulings_of(case, rulebook), None):
        return "ruled"
    return "not-adopted" if any(_is_only_suggested(each, rulebook) for each in case.ruling) else "silent"


def rulings_of(case: Case, rulebook: Rulebook) -> Iterator[RulingRule]:
    """The rulings of a case that apply under the regulation and are possible with its values."""
    keys = {key for ruling in case.ruling for key in ruling.rests_on}
    # A value set by the house regulation overrides the silence of the text it extends.
    if {*rulebook.sources[:1]} & {*case.silent} and not any(_is_own(rulebook, key) for key in keys):
        return
    for ruling in case.ruling:
        cited = cited_by(ruling, rulebook)
        own = any(_is_own(rulebook, key) for key in ruling.rests_on)
        stated = not any(unstated_of(rulebook, key) for key in ruling.rests_on)
        named = own or not ruling.clauses or bool(cited)
        outlook = outlook_of(ruling, case, rulebook)
        if stated and named and follows_all(rulebook, cited) and outlook != "never":
            yield ruling
            if outlook == "always":
                return


def questions_of(case: Case, rulebook: Rulebook) -> Mapping[str, CaseQuestion]:
    """The questions that can matter under this regulation, in file order."""
    names = {
        name for ruling in rulings_of(case, rulebook) for each in ruling.formulas() for name in each.names
    }
    names |= {name for ruling in rulings_of(case, rulebook) for name in ruling.placeholders}
    while more := {each for name in names & {*case.let} for each in case.let[name].names} - names:
        names |= more
    return {name: each for name, each in case.question.items() if name in names or each.optional}


def cited_by(ruling: RulingRule, rulebook: Rulebook) -> tuple[ClauseId, ...]:
    """The clauses of a ruling under this regulation, whether or not the ruling applies."""
    if not ruling.rests_on:
        return tuple(map(ClauseId, ruling.clauses))
    behind = (clause for key in ruling.rests_on for clause in rulebook.clauses.get(key, ()))
    return tuple(dict.fromkeys(each for each in behind if not ruling.clauses or each in ruling.clauses))


class _Open(Exception):
    """A condition depends on an answer."""


def outlook_of(ruling: RulingRule, case: Case, rulebook: Rulebook) -> Outlook:
    """Whether the regulation's values alone decide that a ruling applies."""

    try:
        return "always" if ruling.when.value(partial(_look, case, rulebook)) else "never"
    except _Open:
        return "open"


def _look(case: Case, rulebook: Rulebook, name: str) -> Any:
    """A value that needs no answer; raises _Open."""
    if name in case.question:
        raise _Open
    if name in case.let:
        return case.let[name].value(partial(_look, case, rulebook))
    return _value_of(rulebook, name)


def settled_values(ruling: RulingRule, case: Case, rulebook: Rulebook) -> dict[str, object]:
    """The values in a ruling's sentence that the regulation alone gives."""
    found: dict[str, object] = {}
    for name in ruling.placeholders:
        with suppress(_Open):
            value = _look(case, rulebook, name)
            found[name] = Counted(value) if isinstance(value, int) else value
    return found


def _value_of(rulebook: Rulebook, key: str) -> Any:
    section, _, name = key.partition(".")
    return getattr(rulebook.section(section), name)


def follows_all(rulebook: Rulebook, clauses: Collection[ClauseId]) -> bool:
    """Whether all these clauses apply under a regulation."""
    return all(_follows(rulebook, clause) for clause in clauses)


def _follows(rulebook: Rulebook, clause: ClauseId) -> bool:
    """Whether a clause applies under a regulation: by adoption of the casebook, or by its printed source."""
    if index().is_suggested(clause):
        return rulebook.conduct.casebook
    return clause.partition("-")[0] in rulebook.sources


def _is_only_suggested(ruling: RulingRule, rulebook: Rulebook) -> bool:
    """Whether a ruling would apply if the regulation adopted the casebook."""
    cited = cited_by(ruling, rulebook)
    pack = [each for each in cited if index().is_suggested(each)]
    followed = all(each.partition("-")[0] in rulebook.sources for each in cited)
    return bool(pack) and followed and not rulebook.conduct.casebook


def _is_own(rulebook: Rulebook, key: str) -> bool:
    return rulebook.set_by[key] == OWN_CHOICE


@dataclass(frozen=True)
class _Enquiry:
    """A case with a regulation and answers."""

    case: Case
    rulebook: Rulebook
    answers: Answers

    def __post_init__(self) -> None:
        for name, answer in self.answers.items():
            check_answer(self.case, name, answer)

    def look(self, name: str) -> Any:
        """The value of a name: of the regulation, computed, or answered; raises Unanswered."""
        if "." in name:
            return _value_of(self.rulebook, name)
        if name in self.case.let:
            return self.case.let[name].value(self.look)
        if name in self.answers:
            return self.answers[name]
        question = self.case.question[name]
        if question.default is None:
            raise Unanswered(name, question)
        return question.default.value(self.look)

    def first(self) -> RulingRule | None:
        """The first ruling that applies; None if there is none."""
        return next(
            (each for each in rulings_of(self.case, self.rulebook) if each.when.value(self.look)), None
        )

    def ruling(self, found: RulingRule) -> Ruling:
        """The ruling with computed values filled in."""
        rules = [
            each
            for each in found.effect
            if follows_all(self.rulebook, tuple(map(ClauseId, each.clauses))) and each.when.value(self.look)
        ]
        values = {name: self._shown(name) for name in found.placeholders}
        own = tuple(key for key in found.rests_on if _is_own(self.rulebook, key))
        cited = (*cited_by(found, self.rulebook), *(ClauseId(c) for each in rules for c in each.clauses))
        return Ruling(
            case=self.case.id,
            rule=found.id,
            standing="ruled",
            said={"it": found.it.format_map(values), "en": found.en.format_map(values)},
            effects=tuple(self._effect(each) for each in rules),
            clauses=tuple(dict.fromkeys(cited)),
            readings=tuple(self._readings(found)),
            house=own,
            discipline=found.discipline,
            answers=self.answers,
        )

    def free(self, why: Standing) -> Ruling:
        """A free ruling: the incident is only recorded."""
        return Ruling(
            case=self.case.id,
            rule="",
            standing=why,
            said={lang: text(f"casebook.free.{why}", lang) for lang in LANGUAGES},
            effects=(self._effect(EffectRule(kind="free-ruling", who="offender")),),
            clauses=tuple(map(ClauseId, index().adopted_by)) if why == "not-adopted" else (),
            answers=self.answers,
        )

    def _readings(self, found: RulingRule) -> Iterator[Reading]:
        """The readings behind values that no clause states, and those the ruling names."""
        unclear = {key for key in found.rests_on if not self.rulebook.clauses.get(key)}
        for each in readings():
            keys = each.keys if each.id in found.reads else unclear & {*each.keys}
            if any(each in readings_of(self.rulebook, key) for key in keys):
                yield each

    def _effect(self, rule: EffectRule) -> Effect:
        values = {
            name: formula.value(self.look)
            for name in COMPUTED
            if (formula := getattr(rule, name)) is not None
        }
        whose = self.answers.get(rule.who or "")
        seat = Seat(whose) if isinstance(whose, int) else None
        return Effect(kind=rule.kind, who=rule.who, seat=seat, of=rule.of, scope=rule.scope, **values)

    def _shown(self, name: str) -> object:
        value = self.look(name)
        return Counted(value) if isinstance(value, int) else value
