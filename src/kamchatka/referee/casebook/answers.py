"""What people answer to the questions of a case: read, checked, or refused with how to answer."""

from collections.abc import Mapping
from functools import partial

from kamchatka.board import load_board
from kamchatka.faults import bare
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.model import Case, Question
from kamchatka.refusals import NotUnderstood

Answers = Mapping[str, Value]
"""By question: yes or no, a number, several, a word; a seat by its number from 0, a territory by its id."""

SEATS = "ABCDEF"
"""What people call the seats, in the order of play."""
YES = ("sì", "si", "yes", "true")
NO = ("no", "false")


class WrongAnswer(NotUnderstood):
    """An answer to no question of the case, or one that the question does not allow."""

    section = "casebook.refused"


class Unanswered(NotUnderstood):
    """The ruling depends on a question nobody answered yet."""

    section = "casebook.refused"

    def __init__(self, name: str, question: Question) -> None:
        how = partial(how_to_answer, name, question)
        super().__init__("unanswered", missing=(name,), question=question, how=how)
        self.name = name
        self.question = question


def check_answer(case: Case, name: str, answer: Value) -> None:
    """WrongAnswer unless the case has this question and it may be answered so."""
    question = case.question.get(name)
    if question is None:
        known = ", ".join(map(option_of, case.question))
        raise WrongAnswer("unknown_question", name=option_of(name), case=case.id, known=known)
    if not _fits(question, answer):
        raise _wrong(name, question, str(answer))


def read_answer(name: str, question: Question, written: str) -> Value:
    """What somebody wrote as an answer; raises WrongAnswer with how to answer."""
    said = written.strip()
    answer = _read(question, said)
    if answer is None or not _fits(question, answer):
        raise _wrong(name, question, said)
    return answer


def how_to_answer(name: str, question: Question, lang: Language) -> str:
    """How to answer a question at the terminal."""
    words = "; ".join(f"--{word} ({each(lang)})" for word, each in question.choices.items())
    values = {"name": option_of(name), "choices": words, "most": question.most}
    return text(f"casebook.how.{question.kind}", lang, **values)


def option_of(name: str) -> str:
    """What a question is called at the terminal."""
    return name.replace("_", "-")


def _read(question: Question, said: str) -> Value | None:
    match question.kind:
        case "yes-no":
            return True if said.lower() in YES else False if said.lower() in NO else None
        case "number":
            return _whole(said)
        case "numbers":
            numbers = [_whole(part.strip()) for part in said.split(",")]
            return tuple(number for number in numbers if number is not None) if None not in numbers else None
        case "seat":
            return SEATS.find(said.upper()) if len(said) == 1 else None
        case "territory":
            return said.lower().replace(" ", "_")
        case "choice":
            return said


def _whole(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdigit() and len(said) <= len("999") else None


def _fits(question: Question, answer: Value) -> bool:
    """Whether a question may be answered so."""
    match question.kind:
        case "yes-no":
            return isinstance(answer, bool)
        case "choice":
            return answer in question.choices
        case "territory":
            return answer in {territory.id for territory in load_board().territories}
        case "numbers":
            return isinstance(answer, tuple) and all(0 <= number <= question.most for number in answer)
    most = len(SEATS) - 1 if question.kind == "seat" else question.most
    return type(answer) is int and 0 <= answer <= most


def _wrong(name: str, question: Question, given: str) -> WrongAnswer:
    how = partial(how_to_answer, name, question)
    return WrongAnswer("wrong_answer", name=option_of(name), given=bare(given), how=how)
