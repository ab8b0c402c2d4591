"""Incidents at the tables of a tournament in words: what happened, the ruling, its clauses and its author."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from kamchatka.board import load_board
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.referee.casebook.loading import find_case
from kamchatka.referee.casebook.model import CaseQuestion
from kamchatka.referee.casebook.views import what_happens
from kamchatka.referee.events import IncidentForwarded, IncidentRuled
from kamchatka.referee.incidents import OFFENDER

Names = Mapping[PersonId, str]


@dataclass(frozen=True)
class TableIncident:
    """An incident of a live table that was not undone."""

    at: str
    round: int
    table: int
    event: IncidentRuled | IncidentForwarded
    """The ruling; while it waits for the official judge, how it was forwarded."""
    note: str = ""
    """The judge's own words."""

    def is_about(self, who: PersonId) -> bool:
        """Whether the person offended, or an effect of the ruling applies to them."""
        effects = self.event.effects if isinstance(self.event, IncidentRuled) else ()
        return who == self.event.offender or any(each.person == who for each in effects)


@dataclass(frozen=True)
class IncidentRow:
    """An incident in words."""

    what: str
    ruling: str
    clauses: tuple[str, ...]
    author: str


def incident_row(incident: TableIncident, names: Names, lang: Language) -> IncidentRow:
    """An incident in words, with everybody's name."""
    event = incident.event
    case = find_case(event.case)
    who = f": {names[event.offender]}" if event.offender else ""
    answers = (
        f"{question(lang)} {_answer(question, event.answers[name], names, lang)}."
        for name, question in case.question.items()
        if name != OFFENDER and event.answers.get(name) is not None
    )
    said = " ".join([f"{case.name(lang)}{who}.", *answers])
    if isinstance(event, IncidentForwarded):
        author = names[event.author] if event.author else ""
        return IncidentRow(said, text("referee.incident.waits", lang), (), author)
    role = text(f"judges_page.role.{event.role}", lang)
    words = [*_effects(event, names, lang), *([incident.note] if incident.note else [])]
    return IncidentRow(
        said,
        "; ".join(words) or text("referee.incident.nothing", lang),
        tuple(map(str, event.clauses)),
        text("referee.incident.author", lang, name=names[event.author], role=role, club=event.club),
    )


def _effects(event: IncidentRuled, names: Names, lang: Language) -> Iterator[str]:
    for each in event.effects:
        said = what_happens(each.effect, lang)
        yield f"{names[each.person]}: {said}" if each.person else said


def _answer(question: CaseQuestion, answer: JsonValue, names: Names, lang: Language) -> str:
    """An answer as it is stored, in words."""
    match question.kind, answer:
        case "yes-no", _:
            return text(f"log.words.{'yes' if answer else 'no'}", lang)
        case "choice", str():
            return question.choices[answer](lang)
        case "seat", str():
            return names[PersonId(answer)]
        case "territory", str():
            return load_board().territory(answer).name(lang)
        case _, list():
            return ", ".join(map(str, answer))
    return str(answer)
