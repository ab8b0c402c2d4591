"""Consents, ages, and the name of a person on public pages.

The register stores a person's consents in one line, each with the version of the text and the day, in the
order they were given: `informativa 1 2026-11-20; genitore 1 2026-11-20 Carla Rossi`.
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
"""Version of the current privacy notice."""
LONGEST = 200
"""Longest line of consents in the register."""
MOST_INITIALS = 3
SEPARATOR = "; "
RECORD = re.compile(r"(?P<kind>[a-z]+) (?P<version>\w+) (?P<day>\d{4}-\d{2}-\d{2})(?: (?P<by>.+))?")


class Agreement(StrEnum):
    """Kinds of consent, and their withdrawal."""

    NOTICE = "informativa"
    """To the storage of their data, as the notice says."""
    PARENT = "genitore"
    """A parent's, for a person under fourteen."""
    FULL_NAME = "nome"
    """To the public display of a minor's full name."""
    WITHDRAWN = "ritiro"
    """Cancels all consents before it."""


@dataclass(frozen=True)
class Consent:
    """One consent as it was given."""

    kind: Agreement
    version: str
    day: date
    by: str = ""
    """The parent, if a parent consents."""

    def __str__(self) -> str:
        by = " ".join(self.by.replace(";", ",").split())
        return f"{self.kind} {self.version} {self.day.isoformat()} {by}".strip()


def day_in_rome(now: datetime) -> date:
    """The date in Italy; a time without a zone is UTC."""
    return (now if now.tzinfo else now.replace(tzinfo=UTC)).astimezone(ROME).date()


def age_on(born: date, day: date) -> int:
    """Age in whole years; a birthday on 29 February counts as 1 March in other years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def age_of(person: Person, day: date) -> int | None:
    """A person's age on a day; None if the date of birth is unknown."""
    return age_on(date.fromisoformat(person.born), day) if person.born else None


def consents_of(person: Person) -> tuple[Consent, ...]:
    """A person's consents in order; unknown text is ignored."""
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
    """The register's line with new consents added; if too long, the oldest are dropped."""
    lines = [*filter(None, person.consent.split(SEPARATOR)), *map(str, new)]
    while len(SEPARATOR.join(lines)) > LONGEST:
        lines.pop(0)
    return SEPARATOR.join(lines)


def with_consents(person: Person, *new: Consent) -> Person:
    """The person with new consents added."""
    return person.model_copy(update={"consent": agreed(person, new)})


def in_force(person: Person) -> frozenset[Agreement]:
    """The consents in force; a withdrawal holds until a parent consents or the notice is accepted."""
    now: set[Agreement] = set()
    for each in consents_of(person):
        if each.kind is Agreement.WITHDRAWN:
            now.clear()
        elif each.kind is not Agreement.FULL_NAME:
            now.discard(Agreement.WITHDRAWN)
        now.add(each.kind)
    return frozenset(now)


def needs_parent(person: Person, day: date) -> bool:
    """Whether a person under fourteen lacks a parent's consent, and so may not be entered or seated."""
    age = age_of(person, day)
    return age is not None and age < PARENT_BELOW and Agreement.PARENT not in in_force(person)


def public_name(person: Person, day: date) -> str:
    """The name for public pages; empty if none may be shown.

    Minors appear by initials, people who withdrew their consent not at all. The desk shows full names.
    """
    now, age = in_force(person), age_of(person, day)
    if Agreement.WITHDRAWN in now or needs_parent(person, day):
        return ""
    is_whole = age is None or age >= FULL_NAME_FROM
    if is_whole or (age is not None and age >= PARENT_BELOW and Agreement.FULL_NAME in now):
        return person.full_name
    return initials(person.name)


def initials(name: str) -> str:
    """The initials of a name, such as `M. R.`; empty if it has no letters."""
    words = ("".join(sign for sign in word if sign.isalnum()) for word in name.split())
    return " ".join(f"{word[0].upper()}." for word in [each for each in words if each][:MOST_INITIALS])
