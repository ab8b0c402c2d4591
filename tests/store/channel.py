"""A network that loses, repeats, delays and reorders, between clients and the register of people."""

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random

from sqlalchemy import select

from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.register.people import correct, enter, register
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import Refusal
from kamchatka.store import schema
from kamchatka.store.people import Person

CLIENTS = 8
UNRELIABLE = 0.3
"""How many messages do not simply arrive and get their answer."""
MOST_COPIES = 10
EACH = 3
"""Submissions of each person: entered once, corrected twice."""


@dataclass(frozen=True)
class Submission:
    """One logical request: somebody new, or with an id a correction."""

    action: ActionId
    person: Person
    who: PersonId | None = None


def carry_out(office: Office, submission: Submission) -> str:
    """What the office answers: the id of the person, or why not."""
    try:
        if submission.who is None:
            return enter(office, TERMINAL, submission.person, submission.action)
        correct(office, TERMINAL, submission.who, submission.person.model_dump(), submission.action)
    except (Refusal, ValueError) as error:
        return repr(error)
    return submission.who


class Channel:
    """Carries submissions to an office and answers back, badly; notes every answer the office gave."""

    def __init__(self, deliver: Callable[[Submission], str], seed: int) -> None:
        self._deliver = deliver
        self._luck = Random(seed)
        self._late: list[Submission] = []
        self._lock = threading.Lock()
        self.answers: defaultdict[Submission, list[str]] = defaultdict(list)

    def send(self, submission: Submission) -> str | None:
        """The answer, if it comes; before it, something that was on its way for long may arrive."""
        with self._lock:
            luck = self._luck
            arriving = [self._late.pop(luck.randrange(len(self._late)))] if self._late else []
            fate = "fine"
            if luck.random() < UNRELIABLE:
                fate = luck.choice(("lost", "late", "unanswered", "repeated"))
            copies = {"late": 1, "repeated": luck.randint(1, MOST_COPIES - 1)}.get(fate, 0)
            self._late += [submission] * copies
        for each in arriving:
            self._arrive(each)
        if fate in ("lost", "late"):
            return None
        answer = self._arrive(submission)
        return None if fate == "unanswered" else answer

    def drain(self) -> None:
        """Let everything arrive that is still on its way."""
        while self._late:
            self._arrive(self._late.pop())

    def _arrive(self, submission: Submission) -> str:
        answer = self._deliver(submission)
        with self._lock:
            self.answers[submission].append(answer)
        return answer


def submit(office: Office, submissions: int, seed: int) -> Channel:
    """So many logical submissions from eight clients, each of which repeats until it has an answer."""
    channel = Channel(lambda submission: carry_out(office, submission), seed)

    def insist(submission: Submission) -> str:
        while (answer := channel.send(submission)) is None:
            pass
        return answer

    def use(client: int) -> None:
        for number in range(client, submissions // EACH, CLIENTS):
            who = None
            for step in range(EACH):
                person = Person(name=f"Giocatore {number}", club=f"Club {step}")
                answer = insist(Submission(ActionId(f"s-{seed}-{number}-{step}"), person, who))
                who = PersonId(answer)

    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(use, range(CLIENTS)))
    channel.drain()
    return channel


def submission_faults(office: Office, answers: dict[Submission, list[str]]) -> list[str]:
    """Submissions that were not recorded just once, or not always answered alike; and a wrong register."""
    with office.reading() as reading:
        recorded = Counter(reading.connection.execute(select(schema.events.c.action)).scalars())
    faults = [
        f"{each.action} recorded {recorded[each.action]} times"
        for each in answers
        if recorded[each.action] != 1
    ]
    faults += [f"{each.action} answered {set(said)}" for each, said in answers.items() if len(set(said)) > 1]
    if recorded.keys() != {each.action for each in answers}:
        faults.append("something was recorded that nobody asked for")
    last = {each.person.name: each.person for each in sorted(answers, key=lambda each: each.action)}
    if sorted(repr(each.person) for each in register(office)) != sorted(map(repr, last.values())):
        faults.append("the register is not what was asked for last")
    return faults


def repetition_faults(office: Office, answers: dict[Submission, list[str]]) -> list[str]:
    """Submissions that get another answer when they come once more."""
    return [
        f"{each.action} answered anew" for each, said in answers.items() if carry_out(office, each) != said[0]
    ]


def takeover_faults(office: Office, submissions: Sequence[Submission]) -> list[str]:
    """Submissions whose id other content may use."""
    return [
        each.action
        for each in submissions
        if "other_content"
        not in carry_out(office, Submission(each.action, Person(name="Qualcun altro"), each.who))
    ]
