"""A copy that verifies but cannot be read is refused before anything is written; on both databases."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest

from kamchatka.app.archive.backup import backup, restore, restore_from
from kamchatka.app.history import check
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import merging, people
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.app.tournaments.opening import listed, stream_of
from kamchatka.app.tournaments.shelving import aside, take_back
from kamchatka.refusals import NotPossibleNow, NotUnderstood, Refusal
from kamchatka.store.people import Person, seal_of
from tests.app.canaries import kept_in_tables
from tests.app.forgeries import Forgery, archived
from tests.web import played

RADUNO = "tournament/raduno"


@pytest.fixture(scope="module")
def good() -> Iterator[bytes]:
    """The copy of an event after its first round."""
    with open_office(None) as office:
        id = played.entered(office, 8)
        played.go_on(office, id, "draw", rounds=1)
        yield archived(office, stream_of(id))


def _undo_the_beginning(copy: Forgery) -> None:
    first, last = copy.rows("event")[0], copy.rows("event")[1]
    last.update(kind="action-undone", version=1, payload=f'{{"action":"{first["action"]}"}}')


def _another_event_inside(copy: Forgery) -> None:
    events = copy.rows("event")
    last = [event for event in events if event["feed"] == RADUNO][-1]
    last["stream"] = "tournament/nascosto"


UNREADABLE: dict[str, tuple[Callable[[Forgery], object], str]] = {
    "without a beginning": (lambda copy: copy.drop("event"), "Manca il suo inizio"),
    "its beginning undone": (_undo_the_beginning, "Manca il suo inizio"),
    "without a text": (lambda copy: copy.drop("text"), "manca un testo"),
    "a text that is none": (lambda copy: copy.rewrite_text("format", "= ="), "format.toml"),
    "a text of something else": (lambda copy: copy.rewrite_text("rulebook", 'id = "x"'), "rulebook.toml"),
    "a day that is none": (lambda copy: copy.set(0, starts="ieri"), "«ieri» non è una data"),
    "a day before all days": (lambda copy: copy.set(0, starts="0001-01-01"), "non è una data"),
    "somebody who never entered": (
        lambda copy: copy.set(-20, person="p-00000000000000ff"),
        "non stanno insieme",
    ),
}
REFUSED: dict[str, tuple[Callable[[Forgery], object], str]] = {
    "a path for an id": (
        lambda copy: copy.move(RADUNO, "tournament/../../fuori"),
        "non può essere il codice",
    ),
    "the id of a page": (lambda copy: copy.move(RADUNO, "tournament/nuovo"), "non può essere il codice"),
    "a header in the id": (lambda copy: copy.move(RADUNO, 'tournament/x"; y="'), "non può essere il codice"),
    "another event inside": (_another_event_inside, "non è il torneo né un suo tavolo"),
    "a moment that is none": (lambda copy: copy.rows("event")[3].update(at="ieri"), "riga 5"),
    "a moment without a zone": (lambda copy: copy.rows("event")[3].update(at="2026-11-21"), "riga 5"),
    "the text of another feed": (lambda copy: copy.rows("text")[0].update(feed="raduno"), "incompleta"),
    "a path for a person": (
        lambda copy: copy.rows("event")[-1].update(stream="person/../x", feed="person/../x"),
        "riga",
    ),
}


def test_what_verifies_but_cannot_be_read_is_refused(good: bytes, office: Office) -> None:
    nothing = kept_in_tables(office)
    for what, (spoil, said) in {**UNREADABLE, **REFUSED}.items():
        copy = Forgery(good)
        spoil(copy)
        with pytest.raises(Refusal) as refused:
            restore_from(office, TERMINAL, BytesIO(copy.packed()))
        assert said.casefold() in refused.value.sentence("it").casefold(), what
        assert kept_in_tables(office) == nothing, what
    restore_from(office, TERMINAL, BytesIO(Forgery(good).packed()))
    assert [each.id for each in open_listed(office).desks] == ["raduno"]


def test_the_rest_of_a_copy_comes_back_with_its_unreadable_event_put_aside(
    good: bytes, office: Office, tmp_path: Path
) -> None:
    """What this installation itself can no longer read must not keep its other events from coming back."""
    with open_office(None) as other:
        restore_from(other, TERMINAL, BytesIO(good))
        played.entered(other, 4, name="Altro")
        copy = Forgery(archived(other))
    copy.set(next(at for at, row in enumerate(copy.rows("event")) if row["feed"] == RADUNO), starts="ieri")
    (tmp_path / "copia.jsonl").write_bytes(copy.packed())
    with pytest.raises(NotUnderstood, match="archive_unreadable"):
        restore(office, TERMINAL, tmp_path / "copia.jsonl")
    restore(office, TERMINAL, tmp_path / "copia.jsonl", shelving=True)
    assert (listed(office), aside(office)) == (["altro"], ["raduno"])
    assert check(office).broken is None
    take_back(office, TERMINAL, "raduno")
    found = open_listed(office)
    assert ([each.id for each in found.desks], [each.id for each in found.unreadable]) == (
        ["altro"],
        ["raduno"],
    )


@pytest.mark.parametrize("way", ["left out", "without people", "forged", "merged"])
def test_a_copy_that_names_our_people_must_bring_them(way: str, good: bytes) -> None:
    """Otherwise the next copy of its event, on the stick it came from, would carry out their data."""
    with open_office(None) as office:
        ours = people.enter(office, TERMINAL, Person(name="Anna Bianchi", email="anna@example.org"))
        before = kept_in_tables(office)
        with pytest.raises((NotUnderstood, NotPossibleNow)) as refused:
            restore_from(office, TERMINAL, BytesIO(_naming(ours, way, Forgery(good))))
        assert refused.value.code == ("other_history" if way == "forged" else "archive_strangers")
        assert kept_in_tables(office) == before


def _naming(ours: str, way: str, copy: Forgery) -> bytes:
    """A copy that refers to one of our people: in place of one of its own, or as who that one really is."""
    row = copy.rows("person")[0]
    theirs = row["person"]
    if way == "merged":
        row["merged_into"] = ours
        _seal_anew(copy, row)
        return copy.packed()
    for event in copy.rows("event"):
        if way == "forged" or event["feed"] == RADUNO:
            event.update({name: event[name].replace(theirs, ours) for name in ("stream", "feed", "payload")})
    if way == "forged":
        row["person"] = ours
        _seal_anew(copy, row)
    if way == "without people":
        copy.lines[0]["people"] = False
        copy.lines = [
            line
            for line in copy.lines
            if not line.keys() & {"person", "note"} and line.get("event", {"feed": RADUNO})["feed"] == RADUNO
        ]
    return copy.packed()


def _seal_anew(copy: Forgery, row: dict[str, str]) -> None:
    last = [event for event in copy.rows("event") if event["stream"] == f"person/{row['person']}"][-1]
    last["sealed"] = seal_of({"surname": "", **row})


def test_a_copy_without_people_opens_where_nobody_knows_them_and_one_with_them_where_all_do(
    good: bytes, office: Office, tmp_path: Path
) -> None:
    restore_from(office, TERMINAL, BytesIO(good))
    with open_office(None) as other:
        backup(office, TERMINAL, tmp_path / "senza.jsonl", with_people=False)
        restore(other, TERMINAL, tmp_path / "senza.jsonl")
        assert listed(other) == ["raduno"]
        assert people.register(other) == []
    played.go_on(office, "raduno", "record", rounds=2)
    with open_office(None) as other:
        restore_from(other, TERMINAL, BytesIO(good))
        restore_from(other, TERMINAL, BytesIO(archived(office, RADUNO)))
        assert open_listed(other).desks[0].version == open_listed(office).desks[0].version


def test_a_copy_brings_everybody_between_a_player_and_whom_they_turned_out_to_be(office: Office) -> None:
    id = played.entered(office, 4)
    second, third = (people.enter(office, TERMINAL, Person(name=name)) for name in ("Ugo B", "Ugo Bi"))
    first = next(iter(open_listed(office).desks[0].tournament.entrants))
    merging.merge(office, TERMINAL, second, first)
    merging.merge(office, TERMINAL, third, second)
    with open_office(None) as other:
        restore_from(other, TERMINAL, BytesIO(archived(office, stream_of(id))))
        assert third in [each.id for each in people.register(other)]
        assert open_listed(other).desks[0].names == open_listed(office).desks[0].names
