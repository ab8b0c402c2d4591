"""Putting an unreadable tournament aside, so that no list shows it; nothing is deleted."""

from kamchatka.app.office import Actor, Office, new_action
from kamchatka.app.tournaments.listing import open_listed_in
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.store import shelf
from kamchatka.store.log import Stamp


def put_aside(office: Office, actor: Actor, id: str) -> None:
    """Put an unreadable tournament aside; NotAllowed if it can be read, NotUnderstood if there is none."""
    actor.must_be()
    with office.store.writing(Stamp(office.now(), str(actor), new_action())) as writing:
        found = open_listed_in(writing, only=lambda each: each == id)
        if found.desks:
            raise NotAllowed("is_readable", id=id)
        if not found.unreadable:
            raise NotUnderstood("not_listed", id=id)
        shelf.put(writing.connection, id, writing.stamp.at, writing.stamp.actor)


def take_back(office: Office, actor: Actor, id: str) -> None:
    """List a tournament again; NotUnderstood if it was not put aside."""
    actor.must_be()
    with office.store.writing(Stamp(office.now(), str(actor), new_action())) as writing:
        if not shelf.take_back(writing.connection, id):
            raise NotUnderstood("not_aside", id=id)


def aside(office: Office) -> list[str]:
    """The ids of the tournaments put aside."""
    with office.reading() as reading:
        return sorted(shelf.put_aside(reading.connection))
