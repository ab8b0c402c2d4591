"""Who may be shown how: ages, what people agreed to, and the name that everybody may read.

What somebody agreed to stands in one line of the register, each consent with the version of the text and the
day, in the order they were given: `informativa 1 2026-11-20; genitore 1 2026-11-20 Carla Rossi`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from kamchatka.store.people import Person

ROME = ZoneInfo("Europe/Rome")
PARENT_BELOW = 14
"""Younger people take part only with a parent's consent (Italian privacy code, article 2-quinquies)."""
FULL_NAME_FROM = 18
"""Younger people are shown by their initials, unless they asked otherwise."""
NOTICE_VERSION = "1"
"""Of the privacy notice that pages show now."""
LONGEST = 200
"""Of the line in the register."""
MOST_INITIALS = 3
SEPARATOR = "; "
RECORD = re.compile(r"(?P<kind>[a-z]+) (?P<version>\w+) (?P<day>\d{4}-\d{2}-\d{2})(?: (?P<by>.+))?")


class Agreement(StrEnum):
    """What somebody may agree to, or take back."""

    NOTICE = "informativa"
    """That their data are kept, as the notice says."""
    PARENT = "genitore"
    """A parent's, for somebody under fourteen."""
    FULL_NAME = "nome"
    """That everybody may read their whole name though they are a minor."""
    WITHDRAWN = "ritiro"
    """Everything before it counts no longer."""


@dataclass(frozen=True)
class Consent:
    """One consent as it was given."""

    kind: Agreement
    version: str
    day: date
    by: str = ""
    """The parent, where one consents."""

    def __str__(self) -> str:
        by = " ".join(self.by.replace(";", ",").split())
        return f"{self.kind} {self.version} {self.day.isoformat()} {by}".strip()


def day_in_rome(now: datetime) -> date:
    """The day it is in Italy; a time without a zone is world time."""
    return (now if now.tzinfo else now.replace(tzinfo=UTC)).astimezone(ROME).date()


def age_on(born: date, day: date) -> int:
    """Whole years; whoever was born on 29 February has their birthday on 1 March of other years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def age_of(person: Person, day: date) -> int | None:
    """Somebody's age on a day; None if nobody said when they were born."""
    return age_on(date.fromisoformat(person.born), day) if person.born else None


def consents_of(person: Person) -> tuple[Consent, ...]:
    """What somebody agreed to, in order; words that are none of ours say nothing."""
    return tuple(_read(person.consent.split(SEPARATOR)))


def _read(words: Iterable[str]) -> Iterable[Consent]:
    for each in words:
        found = RECORD.fullmatch(each.strip())
        if found and found["kind"] in [*Agreement]:
            try:
                day = date.fromisoformat(found["day"])
            except ValueError:
                continue
            yield Consent(Agreement(found["kind"]), found["version"], day, found["by"] or "")


def agreed(person: Person, new: Iterable[Consent]) -> str:
    """The line of the register with more consents; where it grows too long, the oldest make room."""
    lines = [*filter(None, person.consent.split(SEPARATOR)), *map(str, new)]
    while len(SEPARATOR.join(lines)) > LONGEST:
        lines.pop(0)
    return SEPARATOR.join(lines)


def with_consents(person: Person, *new: Consent) -> Person:
    """Somebody who agreed to more."""
    return person.model_copy(update={"consent": agreed(person, new)})


def in_force(person: Person) -> frozenset[Agreement]:
    """What somebody agrees to now; a withdrawal stands until a parent consents or the notice is accepted."""
    now: set[Agreement] = set()
    for each in consents_of(person):
        if each.kind is Agreement.WITHDRAWN:
            now.clear()
        elif each.kind is not Agreement.FULL_NAME:
            now.discard(Agreement.WITHDRAWN)
        now.add(each.kind)
    return frozenset(now)


def needs_parent(person: Person, day: date) -> bool:
    """Whether somebody is under fourteen and no parent has consented: they are not entered, nor seated."""
    age = age_of(person, day)
    return age is not None and age < PARENT_BELOW and Agreement.PARENT not in in_force(person)


def public_name(person: Person, day: date) -> str:
    """The name that everybody may read; nothing where none may be shown.

    Minors by their initials, whoever withdrew their consent not at all. The desk shows whole names.
    """
    now, age = in_force(person), age_of(person, day)
    if Agreement.WITHDRAWN in now or needs_parent(person, day):
        return ""
    is_whole = age is None or age >= FULL_NAME_FROM
    if is_whole or (age is not None and age >= PARENT_BELOW and Agreement.FULL_NAME in now):
        return person.name
    return initials(person.name)


def initials(name: str) -> str:
    """The first letters of the words of a name, as `M. R.`; nothing if it has no letters."""
    words = ("".join(sign for sign in word if sign.isalnum()) for word in name.split())
    return " ".join(f"{word[0].upper()}." for word in [each for each in words if each][:MOST_INITIALS])
