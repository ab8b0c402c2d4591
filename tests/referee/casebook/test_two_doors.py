"""Every worked ruling at a live table too, with its regulation pinned in an event: both doors agree."""

import json
import shlex
from pathlib import Path

import pytest

from kamchatka.referee.casebook.loading import find_case
from tests.plugins.rulings import WorkedRuling, house_file, read_rulings
from tests.referee.judge import FOUR, Judge

WORKED = [each for path in sorted(Path(__file__).parent.glob("*.rulings")) for each in read_rulings(path)]
JUDGES = {"official-judge": "Ugo Bassi", "table-judge": "Vera Po", "player": "Anna"}


def taken(words: list[str], option: str, default: str) -> str:
    """The value of an option, which is taken out of the words."""
    if option not in words:
        return default
    at = words.index(option)
    value = words[at + 1]
    del words[at : at + 2]
    return value


def known_to_a_table(case: str) -> set[str]:
    """The questions that the record of a table can answer."""
    return {name for name, each in find_case(case).question.items() if each.counts or each.recorded}


@pytest.mark.parametrize("worked", WORKED, ids=lambda each: each.name)
def test_a_table_rules_as_the_casebook_does(worked: WorkedRuling, judge: Judge, tmp_path: Path) -> None:
    case, *answers = shlex.split(worked.all("ask")[0])
    role, off = taken(answers, "--role", "official-judge"), taken(answers, "--off", "")
    if find_case(case).question.get("offender") and "--offender" not in answers:
        answers += ["--offender", "A"]
    rulebook = house_file(worked, tmp_path) if worked.all("house") else worked.rulebook
    terminal = judge.organiser.terminal
    asked = ("casebook", "ask", case, *answers, "--rulebook", rulebook, "--role", role, "--off", off)
    status, out, _ = terminal.type("it", *asked, "--json")
    expected = json.loads(out)

    people = (*FOUR, "Elsa") if "E" in answers else FOUR
    judge.opens(rulebook, *people, words=("--off", off) if off else ())
    if role == "table-judge":
        judge.organiser.type("judge", judge.id, JUDGES[role], "--table")
    words = ("1", case, *answers, "--conquests", "0", "--by", JUDGES[role], "--reason", "visto")
    status_there, out, _ = judge.typed("incident", *words)
    found = json.loads(out)
    if "error" not in expected:
        # A table answers some questions from its own record; whatever was typed stands.
        answered, typed = found["ruling"].pop("answers"), expected.pop("answers")
        assert {name for name in answered if answered[name] != typed.get(name)} <= known_to_a_table(case)
        assert (status_there, found["forwarded"]) == (0, False)
        assert {"rulebook": expected["rulebook"], **found["ruling"]} == expected
        return
    code, missing = expected["error"]["code"], {*expected["error"]["missing"]}
    match code:
        case "forward":
            assert found["forwarded"]
        case "may_not_rule":
            assert (status_there, found["error"]["code"]) == (status, "not_of_the_club")
        case "unanswered" if missing <= known_to_a_table(case):
            assert status_there == 0
        case _:
            assert (status_there, found["error"]) == (status, expected["error"])
