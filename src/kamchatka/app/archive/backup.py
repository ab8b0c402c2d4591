"""Backups, exports and copies for other clubs: all are archives, written atomically."""

from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from kamchatka.app.archive.arrival import unreadable_arrivals
from kamchatka.app.files import ONLY_THE_OWNER, write_whole
from kamchatka.app.history import check
from kamchatka.app.office import Actor, Office, Role, new_action
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import shelf
from kamchatka.store.archive import Archive, ArchiveSummary, bring_in
from kamchatka.store.log import Stamp


def backup(
    office: Office,
    actor: Actor,
    path: Path,
    *,
    only: Iterable[str] = (),
    with_people: bool = True,
) -> ArchiveSummary:
    """Write an archive of everything, or of some feeds; only this user may read it.

    Organisers may copy their own event; the caller checks that it is theirs.
    """
    only = tuple(only)
    actor.must_be(*([Role.ORGANISER] if only else []))
    database = office.store.database
    own = {f"{database.name}{ending}" for ending in ("", "-wal", "-shm", ".lock")}
    if str(path.resolve()) in own:
        raise NotUnderstood("over_database", path=path)
    with office.reading() as reading:
        if not reading.feeds():  # a good copy must not be replaced by an empty one
            raise NotPossibleNow("nothing_to_copy")
        archive = Archive(reading, made=office.now(), only=only, with_people=with_people)
        try:
            write_whole(path, archive, ONLY_THE_OWNER)
        except OSError as error:
            raise NotPossibleNow("unwritable", path=path, error=error) from error
    return archive.summary


def restore(office: Office, actor: Actor, path: Path, *, shelving: bool = False) -> ArchiveSummary:
    """Import what an archive has and this installation lacks; a damaged archive is refused.

    So is one with an unreadable tournament, unless such tournaments are put aside (`shelving`).
    """
    actor.must_be()
    try:
        with path.open("rb") as file:
            return restore_from(office, actor, file, shelving=shelving)
    except OSError as error:
        raise NotPossibleNow("unreadable", path=path, error=error) from error


def restore_from(office: Office, actor: Actor, file: BinaryIO, *, shelving: bool = False) -> ArchiveSummary:
    """The same, from an uploaded archive."""
    actor.must_be()
    if check(office).broken:
        raise NotPossibleNow("touched_here", name=office.store.database.name)
    with office.store.writing(Stamp(office.now(), str(actor), new_action())) as writing:
        before = writing.feeds()
        done = bring_in(writing, file)
        for found in unreadable_arrivals(writing, before):
            if not shelving:
                raise NotUnderstood("archive_unreadable", said=found.sentence)
            shelf.put(writing.connection, found.id, writing.stamp.at, writing.stamp.actor)
    if done.is_erasing:
        office.store.database.wipe()
    return done
