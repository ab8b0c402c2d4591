"""The casebook as a whole: which regulation rules what, and that every answer leads somewhere."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest
from pydantic import ValidationError

from kamchatka.messages import LANGUAGES, codes
from kamchatka.referee.casebook.answers import Answers, Unanswered, WrongAnswer
from kamchatka.referee.casebook.asking import questions_of, rule, rulings_of, standing_of
from kamchatka.referee.casebook.expressions import Expression, Value
from kamchatka.referee.casebook.loading import case_files, casebook, find_case, index
from kamchatka.referee.casebook.model import Case, CaseQuestion, Kind
from kamchatka.referee.casebook.views import effect_words
from kamchatka.rulebook import Rulebook, load, read, shipped
from tests.plugins.rulings import read_rulings

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[2]

SILENT: Mapping[str, str] = {
    "silent-roll": "milano",
    "missing-source": "milano",
    "bare-attack-word": "challenge aziendale milano primavera",
    "bare-move-word": "challenge aziendale milano primavera",
    "dropped-attack": "challenge milano primavera",
    "wrong-dice-count": "challenge milano",
    "die-out": "challenge milano",
    "wrong-colour-dice": "challenge aziendale milano primavera",
    "repeated-attack": "challenge milano primavera",
    "early-defence": "challenge aziendale milano primavera",
    "knocked-dice": "challenge aziendale milano primavera",
    "under-defence": "",
    "under-attack": "",
    "neutral-attack": "",
    "single-army-start": "",
    "late-tris": "challenge milano",
    "forgotten-reinforcements": "challenge rtu rtu-2020 milano primavera",
    "moved-reinforcements": "challenge milano",
    "over-placement": "challenge aziendale milano",
    "over-limit": "",
    "flag-value": "challenge rtu rtu-2020 milano primavera",
    "flag-stack": "challenge rtu rtu-2020 milano primavera",
    "forgotten-card": "challenge milano",
    "touched-piece": "aziendale milano primavera",
    "touch-move": "challenge rtu rtu-2020 milano",
    "under-occupation": "aziendale",
    "thin-garrison": "",
    "forgotten-pass": "challenge rtu rtu-2020 aziendale milano",
    "after-pass": "challenge milano",
    "undeclared-risiko": "challenge aziendale milano primavera",
    "false-risiko": "",
    "omitted-roll": "challenge aziendale milano primavera",
    "withdrawal": "challenge milano",
    "single-armies": "challenge rtu rtu-2020 aziendale milano",
    "freeze-hint": "challenge rtu rtu-2020 aziendale milano",
    "improper-communication": "",
    "coarse-language": "milano",
    "slow-play": "challenge rtu rtu-2020 aziendale milano",
    "lateness": "challenge rtu rtu-2020 aziendale milano",
    "disruption": "milano",
    "penalty": "milano",
    "other": "",
}
"""By case: the regulations that say nothing."""


def possible(question: CaseQuestion) -> Iterator[Value]:
    """Some answers of each sort."""
    match question.kind:
        case "yes-no":
            yield from (False, True)
        case "choice":
            yield from question.choices
        case "numbers":
            yield from ((), (1,), (2,), (3, 6), (1, 2, 2))
        case "number":
            yield from sorted({0, 1, 2, 3, 4, 7, 10, 131, 999} & set(range(question.most + 1)))


def ways(case: Case, rulebook: Rulebook) -> Iterator[Answers]:
    """Every way to answer what matters."""
    asked = {name: each for name, each in questions_of(case, rulebook).items() if not each.optional}
    for answers in product(*map(possible, asked.values())):
        yield dict(zip(asked, answers, strict=True))


def test_every_file_is_a_case_of_the_index() -> None:
    assert sorted(case_files()) == sorted([*index().cases, "index"])
    assert [case.id for case in casebook().values()] == index().cases == list(SILENT)


@pytest.mark.parametrize("name", SILENT)
def test_who_rules_and_who_is_silent(name: str) -> None:
    found = [id for id in shipped() if standing_of(find_case(name), load(id)) == "silent"]
    assert found == SILENT[name].split()


@pytest.mark.parametrize("id", shipped())
@pytest.mark.parametrize("name", SILENT)
def test_every_answer_leads_to_a_ruling_in_both_languages(name: str, id: str) -> None:
    case, rulebook = find_case(name), load(id)
    reached = set()
    for answers in ways(case, rulebook):
        ruling = rule(name, rulebook, answers)
        reached.add(ruling.rule)
        assert ruling.effects
        for lang in LANGUAGES:
            assert "{" not in ruling.said[lang]
            assert all("{" not in effect_words(effect, lang) for effect in ruling.effects)
        for effect in ruling.effects:
            numbers = [value for value in effect.data().values() if isinstance(value, int)]
            assert min(numbers, default=0) >= 0
    if standing_of(case, rulebook) == "ruled":
        # What a regulation has is also met; nothing is left but the free rulings of a partly silent text.
        assert {each.id for each in rulings_of(case, rulebook)} == reached - {""}


@pytest.mark.parametrize("name", SILENT)
def test_a_ruling_is_worked_for_every_regulation_that_has_it(name: str) -> None:
    worked = {
        (ruling.rulebook, ruling.all("ask")[0].split()[0])
        for path in sorted(FOLDER.glob("*.rulings"))
        for ruling in read_rulings(path)
    }
    printed = {load(id).sources[0]: id for id in reversed(shipped())}
    assert {id for id, case in worked if case == name} >= {*printed.values()} - {*SILENT[name].split()}


def test_nothing_is_asked_where_the_text_is_silent() -> None:
    for name in SILENT:
        for id in SILENT[name].split():
            assert rule(name, load(id), {}).standing == "silent"


def test_both_languages_mention_the_same_numbers() -> None:
    for case in casebook().values():
        for ruling in case.ruling:
            italian, english = (
                {name for _, name, _, _ in Formatter().parse(words) if name}
                for words in (ruling.it, ruling.en)
            )
            assert italian == english, f"{case.id} {ruling.id}"


def test_every_kind_of_effect_is_used_named_and_documented() -> None:
    used = {effect.kind for case in casebook().values() for ruling in case.ruling for effect in ruling.effect}
    document = (ROOT / "docs" / "casebook.md").read_text(encoding="utf-8")
    assert used == set(get_args(Kind))
    assert [kind for kind in get_args(Kind) if f"`{kind}`" not in document] == []
    assert [kind for kind in get_args(Kind) if f"casebook.effect.{kind}" not in codes("it")] == []


def test_a_house_regulation_inherits_the_rulings_of_the_one_it_extends() -> None:
    house = read('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n', name="casa.toml")
    for name in SILENT:
        assert standing_of(find_case(name), house) == standing_of(find_case(name), load("rtu"))


def test_a_house_regulation_that_builds_on_nothing_printed_rules_by_its_values() -> None:
    house = replace(
        load("aziendale"), sources=(), set_by=dict.fromkeys(load("aziendale").set_by, ""), clauses={}
    )
    assert rule("over-limit", house, {"armies": 120}).effects[0].armies == 4
    assert rule("silent-roll", house, {"series": False}).rule == "void"
    assert rule("wrong-colour-dice", house, {}).standing == "silent"


def test_a_house_may_adopt_the_suggested_rulings() -> None:
    source = 'id = "casa"\ntitle = "Casa"\nextends = "milano"\n[conduct]\ncasebook = true\n'
    house = read(source, name="casa.toml")
    assert rule("wrong-colour-dice", house, {}).clauses == ("001-C5",)
    assert rule("wrong-colour-dice", load("milano"), {}).clauses == ()


@pytest.mark.parametrize(
    "source",
    [
        "__import__('os')",
        "armies.limit.real",
        "[1]",
        "1 if",
        "lambda: 1",
        "armies / 2",
        "a < b < c",
        "min(a, key=b)",
    ],
)
def test_what_is_not_known_is_no_expression(source: str) -> None:
    with pytest.raises(ValueError, match="not "):
        Expression(source)


def test_a_question_that_does_not_matter_is_not_asked() -> None:
    asked = []

    def look(name: str) -> Value:
        asked.append(name)
        return 0

    assert Expression("a == 1 and b == 2").value(look) is False
    assert asked == ["a"]


def test_the_counter_of_a_repeated_incident_has_its_scope() -> None:
    counters = {
        name: question.counts
        for name, case in casebook().items()
        for question in case.question.values()
        if question.counts
    }
    assert counters == {"die-out": "game", "omitted-roll": "game", "coarse-language": "tournament"}


def test_what_is_missing_is_told_with_its_question() -> None:
    with pytest.raises(Unanswered) as told:
        rule("omitted-roll", load("rtu"), {})
    assert (told.value.name, told.value.question.counts) == ("before", "game")


@pytest.mark.parametrize(
    ("case", "answers", "code"),
    [
        ("missing-source", {"stacks": (3, 1000), "dice": 3}, "wrong_answer"),
        ("missing-source", {"stacks": 3, "dice": 3}, "wrong_answer"),
        ("missing-source", {"stacks": (3,), "dice": 4}, "wrong_answer"),
        ("missing-source", {"stacks": (3,), "dice": True}, "wrong_answer"),
        ("missing-source", {"piles": (3,)}, "unknown_question"),
    ],
)
def test_answers_that_do_not_fit_are_refused_though_nobody_typed_them(
    case: str, answers: Answers, code: str
) -> None:
    with pytest.raises(WrongAnswer) as refused:
        rule(case, load("rtu"), answers)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("kind", "choices"), [("choice", {}), ("yes-no", {"attack": {"it": "si", "en": "yes"}})]
)
def test_choices_belong_to_questions_with_a_choice(kind: str, choices: Mapping[str, object]) -> None:
    with pytest.raises(ValidationError, match="choices belong"):
        CaseQuestion.model_validate({"it": "?", "en": "?", "kind": kind, "choices": choices})
