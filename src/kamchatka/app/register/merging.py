"""Entries of the register that are one person: merge them, undo that, or state that they are two people."""

from collections.abc import Iterable
from itertools import combinations

from sqlalchemy import select

from kamchatka.app.events import PeopleDistinguished, PersonCorrected, PersonMerged, PersonUnmerged
from kamchatka.app.office import Actor, Office, new_action
from kamchatka.app.register.people import MANAGERS, append_in, change_in, row_in
from kamchatka.full_name import fitted
from kamchatka.ids import ActionId, PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import people, schema
from kamchatka.store.chain import PEOPLE
from kamchatka.store.log import LogReader, LogWriter
from kamchatka.store.people import Person
from kamchatka.store.projections import PERSON

AFTER_PEOPLE = PEOPLE[:-1] + chr(ord(PEOPLE[-1]) + 1)
"""The first name after all streams of people."""


def merge(
    office: Office, actor: Actor, kept: PersonId, other: PersonId, action: ActionId | None = None
) -> None:
    """Merge two entries of one person: fill empty fields of the kept one.

    The other keeps its data out of sight, so that the merge can be undone; an erasure deletes both.
    """
    actor.must_be(*MANAGERS)
    if kept == other:
        raise NotUnderstood("same_person", who=kept)

    def work(writing: LogWriter) -> None:
        writing.hold(people.stream_of(kept), people.stream_of(other))
        rows = {who: row_in(writing, who) for who in (kept, other)}
        known = people.person_in(rows[kept])
        more = {name: value or rows[other][name] for name, value in known.model_dump().items()}
        more["surname"] = more["surname"] if fitted(known.name, more["surname"]) else ""
        change_in(writing, kept, rows[kept], Person.model_construct(None, **more))
        sealed = people.put(writing.connection, other, people.person_in(rows[other]), merged_into=kept)
        append_in(writing, other, PersonMerged(other, kept), sealed)

    office.carry_out(actor, action or new_action(), ["merge", kept, other], work)


def unmerge(office: Office, actor: Actor, who: PersonId, action: ActionId | None = None) -> None:
    """Undo a merge: both entries are again as before, with their own events, and stay distinct.

    What the kept one got from the other goes, unless it was corrected since. A merge by an earlier version
    deleted the other's data: it gets the name of the kept one, to be corrected.
    """
    actor.must_be(*MANAGERS)

    def work(writing: LogWriter) -> None:
        into = _merged_row(writing, who)["merged_into"]
        writing.hold(people.stream_of(who), people.stream_of(PersonId(into)))
        row = _merged_row(writing, who)
        kept = PersonId(row["merged_into"])
        further = next(people.rows(writing.connection, [kept]))["merged_into"]
        if further:
            raise NotPossibleNow("merged_further", who=kept, into=further)
        kept_row = row_in(writing, kept)
        taken = {name: "" for name in _filled(writing, who, kept) if kept_row[name] == row[name]}
        known = people.person_in(kept_row)
        change_in(writing, kept, kept_row, known.model_copy(update=taken))
        named = people.person_in(row) if row["name"] else Person(name=known.name, surname=known.surname)
        append_in(writing, who, PersonUnmerged(who, kept), people.put(writing.connection, who, named))

    office.carry_out(actor, action or new_action(), ["unmerge", who], work)


def _merged_row(reading: LogReader, who: PersonId) -> dict[str, str]:
    row = next(people.rows(reading.connection, [who]), None)
    if row and row["merged_into"]:
        return row
    if row or reading.version(people.stream_of(who)):
        raise NotPossibleNow("not_merged", who=who)
    raise NotUnderstood("unknown_person", who=who)


def _filled(writing: LogWriter, who: PersonId, kept: PersonId) -> list[str]:
    """The fields that the merge into the kept entry filled."""
    merges = [each for each in writing.stream(people.stream_of(who)) if each.kind == PersonMerged.stored_as]
    same = [
        each
        for each in writing.of_action(ActionId(merges[-1].action))
        if each.stream == people.stream_of(kept)
    ]
    changes = (writing.decode(each) for each in same)
    return [name for each in changes if isinstance(each, PersonCorrected) for name in each.changed]


def distinguish(
    office: Office, actor: Actor, one: PersonId, other: PersonId, action: ActionId | None = None
) -> None:
    """State that two entries are two people: they are no longer proposed as one."""
    actor.must_be(*MANAGERS)
    if one == other:
        raise NotUnderstood("same_person", who=one)

    def work(writing: LogWriter) -> None:
        distinguish_in(writing, one, [other])

    office.carry_out(actor, action or new_action(), ["distinguish", *sorted((one, other))], work)


def distinguish_in(writing: LogWriter, one: PersonId, others: Iterable[PersonId]) -> None:
    """State as part of another request that a person is none of these."""
    writing.hold(people.stream_of(one))
    row, known = row_in(writing, one), Distinct(writing)
    for other in (people.root_of(writing.connection, each) for each in others):
        row_in(writing, other)
        if not known.all((one, other)):
            append_in(writing, one, PeopleDistinguished(one, other), people.seal_of(row))


class Distinct:
    """The pairs of people who are not one, since it was said or their merge was undone."""

    def __init__(self, reading: LogReader) -> None:
        self._roots, events = people.merged(reading.connection), schema.events
        wanted = select(events.c.payload).where(
            events.c.stream >= PEOPLE,
            events.c.stream < AFTER_PEOPLE,
            events.c.kind.in_([PersonUnmerged.stored_as, PeopleDistinguished.stored_as]),
        )
        found = reading.connection.execute(wanted).scalars()
        self._pairs = {self._key(PERSON.findall(payload)) for payload in found}

    def all(self, whom: Iterable[str]) -> bool:
        """Whether each two of these people are distinct."""
        return all(self._key(pair) in self._pairs for pair in combinations(whom, 2))

    def _key(self, pair: Iterable[str]) -> frozenset[str]:
        return frozenset(self._roots.get(PersonId(who), who) for who in pair)
