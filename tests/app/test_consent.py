"""P2: minors, their ages at midnight in Rome, and the names that everybody may read."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import people
from kamchatka.app.register.consent import (
    Agreement,
    Consent,
    age_on,
    agreed,
    consents_of,
    day_in_rome,
    in_force,
    initials,
    needs_parent,
    public_name,
)
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_public_tournament, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.ids import PersonId
from kamchatka.refusals import NotAllowed
from kamchatka.store.people import Person
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.entries import CallRoll

NOON = datetime(2026, 6, 7, 10, 0, tzinfo=UTC)
TODAY = NOON.date()
PARENT = "genitore 1 2026-06-01 Carla Rossi"


def birthday(born: date, years: int) -> date:
    """The day somebody becomes so many years old, told apart from the code under test."""
    try:
        return born.replace(year=born.year + years)
    except ValueError:
        return date(born.year + years, 3, 1)


def test_two_thousand_birth_dates_are_as_old_as_their_birthdays_say() -> None:
    luck = random.Random(14)
    for at in range(2000):
        born = date(1930, 1, 1) + timedelta(days=luck.randrange(96 * 365))
        if at % 10 == 0:
            born = date(luck.randrange(1932, 2025, 4), 2, 29)
        years = luck.choice((13, 14, 17, 18, luck.randrange(1, 90)))
        for day in (birthday(born, years) + timedelta(days=shift) for shift in (-1, 0, 1)):
            counted = sum(birthday(born, each) <= day for each in range(1, 95))
            assert age_on(born, day) == counted, (born, day)
            person = Person(name="Anna Rossi", born=born.isoformat())
            assert needs_parent(person, day) == (counted < 14), (born, day)
            shown = "Anna Rossi" if counted >= 18 else "A. R." if counted >= 14 else ""
            assert public_name(person, day) == shown, (born, day)


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 6, 6, 21, 59, 59, tzinfo=UTC), date(2026, 6, 6)),
        (datetime(2026, 6, 6, 22, 0, tzinfo=UTC), date(2026, 6, 7)),
        (datetime(2026, 12, 31, 22, 59, 59, tzinfo=UTC), date(2026, 12, 31)),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), date(2027, 1, 1)),
        (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), date(2026, 3, 29)),
        (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), date(2026, 3, 30)),
    ],
)
def test_a_day_begins_at_midnight_in_rome(now: datetime, day: date) -> None:
    assert day_in_rome(now) == day


def test_consents_keep_their_text_their_day_and_whoever_gave_them() -> None:
    child = Person(name="Leo Rossi", born="2014-02-28")
    given = Consent(Agreement.PARENT, "1", TODAY, "Carla; Rossi")
    child = child.model_copy(update={"consent": agreed(child, [given])})
    assert child.consent == "genitore 1 2026-06-07 Carla, Rossi"
    assert [each.by for each in consents_of(child)] == ["Carla, Rossi"]
    assert not needs_parent(child, TODAY)
    assert public_name(child, TODAY) == "L. R."
    withdrawn = agreed(child, [Consent(Agreement.WITHDRAWN, "1", TODAY)])
    child = child.model_copy(update={"consent": withdrawn})
    assert in_force(child) == {Agreement.WITHDRAWN}
    assert needs_parent(child, TODAY)
    assert public_name(child, TODAY) == ""
    again = agreed(child, [Consent(Agreement.PARENT, "1", TODAY, "Carla")])
    assert not needs_parent(child.model_copy(update={"consent": again}), TODAY)


def test_words_that_are_no_consent_of_ours_give_no_right() -> None:
    for words in (
        "genitore",
        "genitore 1 ieri",
        "genitore 1 2026-02-30",
        "privacy 2026",
        "GENITORE 1 2026-01-01",
    ):
        child = Person(name="Leo Rossi", born="2014-02-28", consent=words)
        assert needs_parent(child, TODAY), words


def test_an_adult_who_withdraws_has_no_public_name_and_one_of_sixteen_may_ask_for_theirs() -> None:
    adult = Person(name="Anna Rossi", consent="informativa 1 2026-01-01; ritiro 1 2026-02-01")
    assert public_name(adult, TODAY) == ""
    for words, name in {"nome": "", "informativa": "Anna Rossi"}.items():
        again = adult.model_copy(update={"consent": f"{adult.consent}; {words} 1 2026-03-01"})
        assert public_name(again, TODAY) == name
    young = Person(name="Anna Rossi", born="2010-01-01")
    assert public_name(young, TODAY) == "A. R."
    assert public_name(young.model_copy(update={"consent": "nome 1 2026-01-01"}), TODAY) == "Anna Rossi"
    assert initials("  maria-sole   d'angelo (x) ") == "M. D. X."
    assert initials("<>") == ""


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office(None, clock=lambda: NOON) as office:
        yield office


def test_under_fourteen_nobody_is_entered_called_or_seated_without_a_parents_consent(office: Office) -> None:
    id = create(office, TERMINAL, name="Prova", texts=texts_of("tre-partite"), judge_gate="open")
    adults = [ListedPlayer(Person(name=f"Adulto {letter}")) for letter in "ABC"]
    child = Person(name="Leo Rossi", born="2012-06-08")
    with pytest.raises(NotAllowed) as refused:
        enter(office, TERMINAL, id, [*adults, ListedPlayer(child)])
    assert refused.value.code == "needs_parent"
    assert refused.value.values == {"who": "Leo Rossi"}
    assert not open_tournament(office, id).tournament.entrants
    assert not people.register(office)

    child = child.model_copy(update={"consent": PARENT})
    enter(office, TERMINAL, id, [*adults, ListedPlayer(child)], signed=True, present=True)
    who = next(each.id for each in people.register(office) if each.person.born)
    assert "L. R." in open_public_tournament(office, id).names.values()
    assert "Leo Rossi" in open_tournament(office, id).names.values()

    people.correct(office, TERMINAL, who, {"consent": f"{PARENT}; ritiro 1 2026-06-07"})
    shown = open_public_tournament(office, id).names[PersonId(who)]
    assert shown == f"Persona {who[-4:].upper()}"
    for command in (CallRoll(present=(who,)), DrawRound("gru-4471")):
        with pytest.raises(NotAllowed) as refused:
            execute(office, TERMINAL, id, command)
        assert refused.value.code == "needs_parent"
