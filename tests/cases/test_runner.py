"""The case language itself: what it refuses to read, and that a case can fail."""

from pathlib import Path

import pytest

from tests.cases.expect import THEN
from tests.cases.given import GIVEN
from tests.cases.reading import BadCaseFile, read_file
from tests.cases.runner import CaseFailed, run_case
from tests.cases.when_luck import LUCK
from tests.cases.when_moves import MOVES

DOCS = Path(__file__).parents[2] / "docs" / "cases.md"
HEAD = "case challenge 000-5.2b 1\ntitle t\n"


def read(tmp_path: Path, text: str) -> None:
    """Read and play a file of one case."""
    path = tmp_path / "one.cases"
    path.write_text(text, encoding="utf-8")
    for case in read_file(path):
        run_case(case)


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        (HEAD + "then Brasile sings", 3, "is not a phrase"),
        (HEAD + "given A holds Atlantide 3\nthen A to act", 3, "is not a phrase"),
        (HEAD + "given A to act, A sings\nthen A to act", 3, "is not a phrase"),
        (HEAD + "when A attacks Peru\nthen A to act", 3, "is not a phrase"),
        (HEAD + "and then A to act", 3, "is no keyword"),
        (HEAD + "then A to act\ngiven A to act", 4, "comes before"),
        (HEAD + "clause a\nclause b\nclause c\nthen A to act", 5, "at most 3"),
        ("title t", 1, "begins with a case"),
        ("case palermo 000-5.2b 1", 1, "no regulation palermo"),
        (HEAD + "when A ends turn", 1, "needs a title and a then"),
        (HEAD + "then A to act\n" + HEAD + "then A to act", 1, "twice"),
    ],
)
def test_what_cannot_be_read_names_file_and_line(
    tmp_path: Path, text: str, line: int, complaint: str
) -> None:
    with pytest.raises(BadCaseFile, match=rf"one\.cases, line {line}: .*{complaint}"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("given A holds Brasile 5\nthen Brasile has 4 armies", "Brasile is 5, not 4"),
        ("when B ends turn\nthen C to act", "refused: not your turn"),
        ("when A ends turn\nthen refused: not your turn", "it was not refused"),
        ("when B ends turn\nthen refused: wrong phase", "the reason is not your turn, not wrong phase"),
        ("when dice 6 against 1\nthen A to act", "refused: void throw"),
        ("when closing dice 2 2\nthen A to act", "refused: void throw"),
        ("given A holds Brasile 3\ngiven B holds Brasile 2\nthen A to act", "given twice"),
        ("given B is eliminated\ngiven B holds Cina 1\nthen A to act", "holds a territory"),
    ],
)
def test_a_case_that_does_not_come_out_fails_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(CaseFailed, match=complaint):
        read(tmp_path, HEAD + text)


def test_every_phrase_is_in_the_document() -> None:
    listed = {line.strip() for line in DOCS.read_text(encoding="utf-8").splitlines()}
    books = (GIVEN, MOVES, LUCK, THEN)
    missing = [phrase.words for book in books for phrase in book.phrases if phrase.words not in listed]
    assert missing == []


def test_no_phrase_of_the_document_is_unknown() -> None:
    known = {phrase.words for book in (GIVEN, MOVES, LUCK, THEN) for phrase in book.phrases}
    blocks = DOCS.read_text(encoding="utf-8").split("## given")[1].split("```")[1::2]
    assert [line for block in blocks for line in block.strip().splitlines() if line not in known] == []
