"""Answers to the questions of a case: parsed, validated, or refused with a hint."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from kamchatka.board import load_board
from kamchatka.faults import bare
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.expressions import Value
from kamchatka.referee.casebook.model import Case, CaseQuestion
from kamchatka.refusals import NotUnderstood
from kamchatka.scoring.numbers import whole

Answers = Mapping[str, Value]
"""Values by question: a bool, a number, numbers or a word; a seat as its index, a territory as its id."""

Seats = Callable[[str], int | None]
"""Finds the seat for a text."""

SEATS = "ABCDEF"
"""Letters of the seats, in the order of play."""
YES = ("sì", "si", "yes", "true")
NO = ("no", "false")


class WrongAnswer(NotUnderstood):
    """An answer to an unknown question, or one that the question does not allow."""

    section = "casebook.refused"


class Unanswered(NotUnderstood):
    """The ruling depends on an unanswered question."""

    section = "casebook.refused"

    def __init__(self, name: str, question: CaseQuestion) -> None:
        how = partial(how_to_answer, name, question)
        super().__init__("unanswered", missing=(name,), question=question, how=how)
        self.name = name
        self.question = question


def check_answer(case: Case, name: str, answer: Value) -> None:
    """Raises WrongAnswer if the case lacks the question or the answer is invalid."""
    question = case.question.get(name)
    if question is None:
        known = ", ".join(map(option_of, case.question))
        raise WrongAnswer("unknown_question", name=option_of(name), case=case.id, known=known)
    if not _fits(question, answer):
        raise _wrong(name, question, str(answer))


def by_letter(words: str) -> int | None:
    """The seat of a letter."""
    return SEATS.find(words.upper()) if len(words) == 1 else None


def read_answers(case: Case, words: Sequence[str], seats: Seats = by_letter) -> dict[str, Value]:
    """Parse answers in command-line form: `--armies 134`, `--found`, `--no-series`; raises WrongAnswer."""
    options = {option_of(name): name for name in case.question}
    choices = {word: name for name, each in case.question.items() for word in each.choices}
    found: dict[str, Value] = {}
    waiting = list(words)
    while waiting:
        word, equals, value = waiting.pop(0).partition("=")
        option = word.removeprefix("--")
        name = choices.get(option) or options.get(option) or options.get(option.removeprefix("no-"))
        if option == word:
            raise WrongAnswer("not_an_answer", given=bare(word), known=", ".join(options))
        if name in found:
            raise WrongAnswer("answered_twice", name=option_of(str(name)))
        if option in choices:
            found[str(name)] = option
        elif name and case.question[name].kind == "yes-no" and not equals:
            found[name] = option in options
        elif name and option in options:
            written = value if equals else next(iter(waiting), "")
            found[name] = read_answer(name, case.question[name], written, seats)
            waiting = waiting[0 if equals else 1 :]
        else:
            raise WrongAnswer("unknown_question", name=bare(option), case=case.id, known=", ".join(options))
    return found


def read_answer(name: str, question: CaseQuestion, written: str, seats: Seats = by_letter) -> Value:
    """Parse one answer; raises WrongAnswer with a hint."""
    said = written.strip()
    if not said:
        raise WrongAnswer("no_value", name=option_of(name), how=partial(how_to_answer, name, question))
    answer = seats(said) if question.kind == "seat" else _read(question, said)
    if answer is None or not _fits(question, answer):
        raise _wrong(name, question, said)
    return answer


def how_to_answer(name: str, question: CaseQuestion, lang: Language) -> str:
    """How to answer a question at the terminal."""
    words = "; ".join(f"--{word} ({each(lang)})" for word, each in question.choices.items())
    values = {"name": option_of(name), "choices": words, "most": question.most}
    return text(f"casebook.how.{question.kind}", lang, **values)


def option_of(name: str) -> str:
    """The name of a question on the command line."""
    return name.replace("_", "-")


def _read(question: CaseQuestion, said: str) -> Value | None:
    match question.kind:
        case "yes-no":
            return True if said.lower() in YES else False if said.lower() in NO else None
        case "number":
            return whole(said, 3)
        case "numbers":
            numbers = [whole(part.strip(), 3) for part in said.split(",")]
            return tuple(number for number in numbers if number is not None) if None not in numbers else None
        case "territory":
            found = load_board().called(said)
            return found.id if found else None
    return said


def _fits(question: CaseQuestion, answer: Value) -> bool:
    """Whether the answer is valid for the question."""
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


def _wrong(name: str, question: CaseQuestion, given: str) -> WrongAnswer:
    how = partial(how_to_answer, name, question)
    return WrongAnswer("wrong_answer", name=option_of(name), given=bare(given), how=how)
