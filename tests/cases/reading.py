"""Case files as cases: which lines belong together and what each of them says."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from kamchatka.rulebook import shipped
from tests.cases import then_game, then_table
from tests.cases.expect import THEN
from tests.cases.given import GIVEN
from tests.cases.phrases import NotUnderstood, Said
from tests.cases.when_luck import LUCK
from tests.cases.when_moves import MOVES

MOST_CLAUSES = 3
EXPECTATIONS = (then_table, then_game)
"""Reading these modules fills the phrasebook of `then`."""


class BadCaseFile(Exception):
    """A case file with a line nobody can read; the message names file and line."""


@dataclass(frozen=True)
class Line:
    """One line that says something: `move`, `luck` or `then`."""

    number: int
    kind: str
    text: str
    said: Said


@dataclass
class Case:
    """One case: clauses it shows, what is given, what happens and what must follow."""

    rulebook: str
    number: int
    clauses: list[str]
    at_line: int
    title: str = ""
    givens: list[Line] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    @property
    def name(self) -> str:
        """How the case is called in reports."""
        return f"{self.rulebook}-{self.clauses[0]}-{self.number}"


def read_file(path: Path) -> list[Case]:
    """All the cases of a file."""
    cases: list[Case] = []
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = raw.partition("#")[0].strip()
        if not text:
            continue
        keyword, _, rest = text.partition(" ")
        try:
            if keyword == "case":
                cases.append(begin_case(rest, number))
            elif not cases:
                raise NotUnderstood("a file begins with a case")
            else:
                add_line(cases[-1], number, keyword, rest.strip())
        except NotUnderstood as mistake:
            raise BadCaseFile(f"{path.name}, line {number}: {mistake}") from mistake
    for case in cases:
        if not case.title or not any(line.kind == "then" for line in case.lines):
            raise BadCaseFile(f"{path.name}, line {case.at_line}: a case needs a title and a then")
    names = [case.name for case in cases]
    for case in cases:
        if names.count(case.name) > 1:
            raise BadCaseFile(f"{path.name}, line {case.at_line}: {case.name} is there twice")
    return cases


def begin_case(words: str, at_line: int) -> Case:
    """The first line of a case: regulation, clause, number."""
    found = re.fullmatch(r"\s*(\S+)\s+(\S+)\s+(\d+)\s*", words)
    if not found:
        raise NotUnderstood("write: case REGULATION CLAUSE NUMBER")
    rulebook, clause, number = found.groups()
    if rulebook not in shipped():
        raise NotUnderstood(f"there is no regulation {rulebook}")
    return Case(rulebook, int(number), [clause], at_line)


def add_line(case: Case, number: int, keyword: str, text: str) -> None:
    """One further line of a case."""
    if keyword == "title":
        case.title = text
    elif keyword == "clause":
        case.clauses.append(text)
        if len(case.clauses) > MOST_CLAUSES:
            raise NotUnderstood(f"a case shows at most {MOST_CLAUSES} clauses")
    elif keyword == "given":
        if case.lines:
            raise NotUnderstood("what is given comes before what happens")
        case.givens += [Line(number, "given", text, said) for said in read_given(text)]
    elif keyword == "when":
        case.lines.append(read_when(number, text))
    elif keyword == "then":
        case.lines.append(Line(number, "then", text, THEN.read(text)))
    else:
        raise NotUnderstood(f"“{keyword}” is no keyword")


def read_given(text: str) -> list[Said]:
    """One phrase, or several separated by commas."""
    try:
        return [GIVEN.read(text)]
    except NotUnderstood:
        if "," not in text:
            raise
        return [GIVEN.read(part) for part in text.split(",")]


def read_when(number: int, text: str) -> Line:
    """A move or luck."""
    try:
        return Line(number, "move", text, MOVES.read(text))
    except NotUnderstood:
        return Line(number, "luck", text, LUCK.read(text))
