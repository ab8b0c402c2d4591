"""Views of the casebook for people and programs: cases, questions, rulings and effects."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kamchatka.board import load_board
from kamchatka.messages import Language, has_text, text
from kamchatka.near_names import plain_words
from kamchatka.referee.casebook.answers import (
    SEATS,
    Answers,
    Seats,
    Unanswered,
    WrongAnswer,
    by_letter,
    how_to_answer,
    option_of,
    read_answer,
)
from kamchatka.referee.casebook.asking import (
    Ruling,
    Standing,
    cited_by,
    outlook_of,
    questions_of,
    rule,
    rulings_of,
    settled_values,
    standing_of,
)
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.loading import casebook
from kamchatka.referee.casebook.model import Case, CaseQuestion, Effect, Kind, RulingRule
from kamchatka.rulebook import Rulebook

PUNISHMENTS: frozenset[Kind] = frozenset(
    {
        *("remove-armies", "army-limit", "flag-replaced", "reinforcements-lost", "card-lost"),
        *("cards-denied", "cards-taken", "eliminated", "excluded", "warning", "penalty-points"),
        *("tournament-exclusion", "no-game", "report", "closing-roll-lost"),
    }
)
"""Effects by which somebody pays for a breach."""
PENALTIES = ("penalty",)
"""Cases that are not a breach but what a judge may impose for one."""
OPEN = "…"
"""Stands for a value that depends on answers."""
OWN_TABLE = "001-RA5"
"""The clause by which a tournament states its own sanctions."""


@dataclass(frozen=True)
class CaseRow:
    """A case in the list: title, standing and clauses."""

    id: str
    title: str
    standing: Standing | None
    """None: no regulation is given."""
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class QuestionView:
    """A question and how to answer it."""

    plain_as = "name kind question=words optional=is_optional counts"

    name: str
    kind: str
    words: str
    how: str
    is_optional: bool
    counts: str | None
    """The span in which earlier incidents count, if the question is their number."""
    choices: tuple[tuple[str, str], ...]
    """The allowed answers with their labels, if they can be listed."""
    most: int
    """Maximum of a number."""


@dataclass(frozen=True)
class RulingView:
    """A possible ruling; values that depend on answers are shown as “…”."""

    plain_as = "id ruling=words if=condition|some clauses rests_on"

    id: str
    words: str
    condition: str
    clauses: tuple[str, ...]
    rests_on: tuple[str, ...]


@dataclass(frozen=True)
class CasePage:
    """A case with its questions and possible rulings."""

    plain_as = "id=row.id title=row.title standing=row.standing questions rulings"

    row: CaseRow
    questions: tuple[QuestionView, ...]
    rulings: tuple[RulingView, ...]


@dataclass(frozen=True)
class RulingSaid:
    """A ruling as text."""

    words: str
    effects: tuple[str, ...]
    clauses: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    """Readings of unclear texts: id and text."""
    discipline: bool
    """Whether only the official judge may make it."""


@dataclass(frozen=True)
class AnsweredCase:
    """A case with answers: its ruling, a missing answer or wrong answers."""

    ruling: RulingSaid | None = None
    missing: str = ""
    """The text of the unanswered question."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """Questions with an invalid answer, and the valid ones."""
    answers: Answers = field(default_factory=dict)
    found: Ruling | None = None
    """The ruling as data."""
    turn_ends: bool = False
    """Whether the ruling ends the turn of the player in turn."""


class _LeftOpen:
    """Placeholder for a value that depends on answers."""

    def __format__(self, forms: str) -> str:
        return f"{OPEN} {forms.partition('|')[2]}" if forms else OPEN


def case_rows(
    rulebook: Rulebook | None, lang: Language, *, off: Collection[str] = (), about: str = ""
) -> Iterator[CaseRow]:
    """Every case, in the order of the index; or those that these words mean, best first."""
    ids = find_cases(about, lang) if about else casebook()
    return (_row(casebook()[id], rulebook, lang, off) for id in ids)


def find_cases(words: str, lang: Language) -> list[str]:
    """The ids of the cases that these words mean, best first.

    Rare words weigh more than common ones, and words that no case contains are passed over.
    """
    named = {case.id: _stems(f"{case.name(lang)} {case.words[lang]}") for case in casebook().values()}
    score: Counter[str] = Counter()
    for stem in _stems(words):
        fitting = [id for id, stems in named.items() if any(_fits(stem, each) for each in stems)]
        score.update({id: 1 / len(fitting) for id in fitting if len(fitting) < len(named) / 4})
    best = max(score.values(), default=0)
    return [id for id, value in score.most_common() if value > best / 2]


def _fits(asked: str, known: str) -> bool:
    """Whether a stem is or begins another; a short one must match whole ("Anna" is no "annullare")."""
    return known == asked or (len(asked) > 3 and known.startswith(asked))


def _stems(words: str) -> set[str]:
    """Words of three letters or more without accents and endings, so that "dadi" finds "dado"."""
    return {re.sub(r"(?<=..)[aeious]$", "", each) for each in plain_words(words) if len(each) > 2}


def case_page(case: Case, rulebook: Rulebook | None, lang: Language) -> CasePage:
    """One case; with a regulation, only the questions and rulings that matter under it."""
    questions = questions_of(case, rulebook) if rulebook else case.question
    rulings = rulings_of(case, rulebook) if rulebook else case.ruling
    return CasePage(
        _row(case, rulebook, lang, ()),
        tuple(
            QuestionView(
                option_of(name),
                each.kind,
                each(lang),
                how_to_answer(name, each, lang),
                each.optional or each.default is not None,
                each.counts,
                _choices(each, lang),
                each.most,
            )
            for name, each in questions.items()
        ),
        tuple(
            RulingView(
                each.id,
                _sentence(each, case, rulebook, lang),
                _condition(each, case, rulebook),
                _clauses(each, rulebook),
                tuple(each.rests_on),
            )
            for each in rulings
        ),
    )


def _sentence(ruling: RulingRule, case: Case, rulebook: Rulebook | None, lang: Language) -> str:
    known = settled_values(ruling, case, rulebook) if rulebook else {}
    return ruling(lang).format_map({name: known.get(name, _LeftOpen()) for name in ruling.placeholders})


@dataclass(frozen=True)
class CaseVerdict:
    """What a regulation says on a case, or on one way in which it happens."""

    words: str
    clauses: tuple[str, ...]
    punishes: bool
    voids: bool
    """Whether the throw does not count, and is not repeated."""
    is_harmless: bool
    """Whether play just goes on."""

    @property
    def says_much(self) -> bool:
        """Whether it can be understood without the numbers of one incident."""
        return not (self.is_harmless and OPEN in self.words)


@dataclass(frozen=True)
class RuledCase:
    """A case on which a regulation rules."""

    id: str
    title: str
    verdicts: tuple[CaseVerdict, ...]

    @property
    def is_breach(self) -> bool:
        """Whether it is something that may not be done."""
        return self.id not in PENALTIES and any(each.punishes or each.voids for each in self.verdicts)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses of all verdicts."""
        return tuple(dict.fromkeys(clause for each in self.verdicts for clause in each.clauses))


def ruled_cases(rulebook: Rulebook, lang: Language, off: Collection[str] = ()) -> Iterator[RuledCase]:
    """The cases that the regulation rules and nobody switched off, in the order of the index."""
    for case in casebook().values():
        if standing_of(case, rulebook, off=off) == "ruled":
            rulings = [_instead(each, case) for each in rulings_of(case, rulebook)]
            verdicts = (_verdict(each, case, rulebook, lang) for each in rulings)
            yield RuledCase(case.id, case.name(lang), tuple(each for each in verdicts if each.says_much))


def _instead(ruling: RulingRule, case: Case) -> RulingRule:
    """Where a ruling refers to the tournament's own table of sanctions: what the judge may do without one."""
    return case.ruling[-1] if OWN_TABLE in ruling.clauses else ruling


def _verdict(ruling: RulingRule, case: Case, rulebook: Rulebook, lang: Language) -> CaseVerdict:
    kinds = {each.kind for each in ruling.effect}
    return CaseVerdict(
        _sentence(ruling, case, rulebook, lang).replace(f"{OPEN}.", OPEN),
        _clauses(ruling, rulebook),
        punishes=ruling.discipline or not kinds.isdisjoint(PUNISHMENTS),
        voids="roll-void" in kinds and "reroll" not in kinds,
        is_harmless=kinds <= {"play-resumes", "roll-stands"},
    )


def answered_case(
    case: Case,
    rulebook: Rulebook,
    written: Mapping[str, str],
    lang: Language,
    *,
    ask: Callable[[Answers], Ruling] | None = None,
    seats: Seats = by_letter,
    names: Sequence[str] = SEATS,
) -> AnsweredCase:
    """The regulation's ruling on a case, given typed answers; an empty text is no answer.

    At a live table, `ask` adds what its record knows, `seats` finds its players, `names` are theirs by seat.
    """
    given: dict[str, Value] = {}
    wrong: dict[str, str] = {}
    for name, question in questions_of(case, rulebook).items():
        if not (said := written.get(option_of(name), "").strip()):
            continue
        try:
            given[name] = read_answer(name, question, said, seats)
        except WrongAnswer:
            how = _choices(question, lang)
            prompt = ", ".join(words for _, words in how[:6]) or text(
                f"casebook.prompt.{question.kind}", lang
            )
            wrong[option_of(name)] = prompt
    if wrong:
        return AnsweredCase(wrong=wrong)
    try:
        found = ask(given) if ask else rule(case.id, rulebook, given)
    except Unanswered as missing:
        return AnsweredCase(missing=missing.question(lang), answers=given)
    ends = any(effect.kind == "turn-ends" for effect in found.effects)
    return AnsweredCase(ruling=ruling_said(found, lang, names), answers=given, found=found, turn_ends=ends)


def ruling_said(ruling: Ruling, lang: Language, names: Sequence[str] = SEATS) -> RulingSaid:
    """A ruling as text."""
    return RulingSaid(
        words=ruling.said[lang],
        effects=tuple(effect_words(each, lang, names) for each in ruling.effects),
        clauses=tuple(ruling.clauses),
        readings=tuple((each.id, each.words(lang)) for each in ruling.readings),
        discipline=ruling.discipline,
    )


def _choices(question: CaseQuestion, lang: Language) -> tuple[tuple[str, str], ...]:
    match question.kind:
        case "yes-no":
            return tuple((word, text(f"log.words.{word}", lang)) for word in ("yes", "no"))
        case "choice":
            return tuple((word, said(lang)) for word, said in question.choices.items())
        case "seat":
            return tuple((letter, letter) for letter in SEATS)
        case "territory":
            named = [(each.id, each.name(lang)) for each in load_board().territories]
            return tuple(sorted(named, key=lambda each: each[1]))
    return ()


def effect_words(effect: Effect, lang: Language, names: Sequence[str] = SEATS) -> str:
    """An effect and the person it concerns, as text; `names` are those of the seats."""
    said = what_happens(effect, lang)
    seat = names[effect.seat] if effect.seat is not None else ""
    who = seat or (text(f"casebook.who.{effect.who}", lang) if effect.who else "")
    return f"{who}: {said}" if who else said


def what_happens(effect: Effect, lang: Language) -> str:
    """An effect as text."""
    values = {**effect.data(), "of": text(f"casebook.of.{effect.of}", lang) if effect.of else ""}
    code = f"casebook.effect.{effect.kind}"
    raised = f"{code}-raised"
    is_raised = (effect.least or effect.armies) and has_text(raised, lang)
    said = text(raised if is_raised else code, lang, **values)
    return f"{said}; {text(f'casebook.by.{effect.by}', lang)}" if effect.by else said


def ruling_data(ruling: Ruling, lang: Language) -> dict[str, Any]:
    """A ruling as JSON data; a seat is given as its letter."""
    answers = {name: list(each) if isinstance(each, tuple) else each for name, each in ruling.answers.items()}
    return {
        "case": ruling.case,
        "rule": ruling.rule or None,
        "standing": ruling.standing,
        "ruling": ruling.said[lang],
        "effects": [effect_data(effect) for effect in ruling.effects],
        "clauses": list(ruling.clauses),
        "readings": [{"id": each.id, "reading": each.words(lang)} for each in ruling.readings],
        "house": list(ruling.house),
        "discipline": ruling.discipline,
        "answers": answers,
    }


def effect_data(effect: Effect) -> dict[str, Any]:
    """An effect as JSON data."""
    seat = {} if effect.seat is None else {"seat": SEATS[effect.seat]}
    return {**effect.data(), **seat}


def _row(case: Case, rulebook: Rulebook | None, lang: Language, off: Collection[str]) -> CaseRow:
    rulings = rulings_of(case, rulebook) if rulebook else case.ruling
    clauses = dict.fromkeys(clause for each in rulings for clause in _clauses(each, rulebook))
    standing = standing_of(case, rulebook, off=off) if rulebook else None
    return CaseRow(case.id, case.name(lang), standing, tuple(clauses) if standing != "off" else ())


def _condition(ruling: RulingRule, case: Case, rulebook: Rulebook | None) -> str:
    """The condition of a ruling; empty if it always applies."""
    always = ruling.is_unconditional or (rulebook and outlook_of(ruling, case, rulebook) == "always")
    return "" if always else ruling.when.source


def _clauses(ruling: RulingRule, rulebook: Rulebook | None) -> tuple[str, ...]:
    return tuple(cited_by(ruling, rulebook) if rulebook else ruling.clauses)
