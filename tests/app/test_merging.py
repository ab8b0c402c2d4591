"""Entries of the register that are one person, or are not: merged, separated again, distinguished."""

from io import BytesIO

import pytest
from sqlalchemy import update

from kamchatka.app.archive.backup import restore_from
from kamchatka.app.history import check, history
from kamchatka.app.office import TERMINAL, Office, open_office
from kamchatka.app.register import people
from kamchatka.app.register.merging import Distinct, distinguish, merge, unmerge
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.listing import open_listed
from kamchatka.app.tournaments.lists import ListedPlayer, read_lines
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.recognition import candidates, preview
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.ids import PersonId
from kamchatka.refusals import NotPossibleNow, NotUnderstood
from kamchatka.store import schema
from kamchatka.store.people import Person, rows, seal_of, stream_of
from tests.app.canaries import kept_in_tables
from tests.app.forgeries import archived

ANNA = Person(name="Anna Bianchi", club="Aosta", email="anna@example.org")
ANA = Person(name="Ana Bianchi", club="Roma", phone="333 1", born="1990-01-02")


def enter_both(office: Office) -> tuple[PersonId, PersonId]:
    return people.enter(office, TERMINAL, ANNA), people.enter(office, TERMINAL, ANA)


def listing(office: Office) -> dict[PersonId, Person]:
    return {each.id: each.person for each in people.register(office)}


def event_of(office: Office, *players: ListedPlayer) -> str:
    id = create(office, TERMINAL, name="Prova", texts=texts_of("open"))
    enter(office, TERMINAL, id, players)
    return id


def is_distinct(office: Office, *whom: PersonId) -> bool:
    with office.reading() as reading:
        return Distinct(reading).all(whom)


def test_an_undone_merge_gives_back_both_entries_and_their_events(office: Office) -> None:
    kept, other = enter_both(office)
    id = event_of(office, ListedPlayer(ANA, known_as=other))
    merge(office, TERMINAL, kept, other)
    assert open_tournament(office, id).names[other] == "Anna Bianchi"
    people.correct(office, TERMINAL, kept, {"phone": "333 2"})
    unmerge(office, TERMINAL, other)
    assert listing(office) == {kept: ANNA.model_copy(update={"phone": "333 2"}), other: ANA}
    assert open_tournament(office, id).names[other] == "Ana Bianchi"
    assert check(office).broken is None
    said = [entry.sentence for entry in history(office, stream_of(other), "it").entries]
    assert said[-1] == "Due voci dell'anagrafe sono di nuovo due persone: Ana Bianchi e Anna Bianchi."
    assert is_distinct(office, kept, other)
    with pytest.raises(NotPossibleNow, match="not_merged"):
        unmerge(office, TERMINAL, other)
    with pytest.raises(NotUnderstood, match="unknown_person"):
        unmerge(office, TERMINAL, PersonId("p-" + "0" * 16))


def test_merges_of_merges_are_undone_from_the_last(office: Office) -> None:
    kept, other = enter_both(office)
    third = people.enter(office, TERMINAL, Person(name="Anna Bianchi Verdi"))
    merge(office, TERMINAL, kept, other)
    merge(office, TERMINAL, third, kept)
    with pytest.raises(NotPossibleNow, match="merged_further"):
        unmerge(office, TERMINAL, other)
    unmerge(office, TERMINAL, kept)
    unmerge(office, TERMINAL, other)
    assert listing(office) == {kept: ANNA, other: ANA, third: Person(name="Anna Bianchi Verdi")}


def test_a_merge_that_an_earlier_version_made_is_undone_with_the_name_of_the_kept(office: Office) -> None:
    """It emptied the row of the duplicate."""
    kept, other = enter_both(office)
    merge(office, TERMINAL, kept, other)
    with office.store.database.writing() as connection:
        emptied = dict.fromkeys(Person.model_fields, "")
        connection.execute(
            update(schema.people).where(schema.people.c.person == other).values(**emptied, salt="00")
        )
        [row] = rows(connection, [other])
        of_merge = (schema.events.c.stream == stream_of(other)) & (schema.events.c.sequence == 2)
        connection.execute(update(schema.events).where(of_merge).values(sealed=seal_of(row)))
    unmerge(office, TERMINAL, other)
    assert listing(office)[other] == Person(name="Anna Bianchi")


def test_an_erasure_leaves_nothing_of_a_merged_entry(office: Office) -> None:
    kept, other = enter_both(office)
    merge(office, TERMINAL, kept, other)
    [merged] = people.dossier(office, TERMINAL, kept, "it").merged
    assert merged == people.RegisterEntry(other, ANA)
    people.erase(office, TERMINAL, kept)
    left = kept_in_tables(office)
    assert not [word for word in ("Ana", "Anna", "Roma", "333 1", "1990-01-02") if word in left]
    with pytest.raises(NotPossibleNow, match="not_merged"):
        unmerge(office, TERMINAL, other)


def test_a_copy_brings_a_merge_that_can_be_undone_there(office: Office) -> None:
    kept, other = enter_both(office)
    event_of(office, ListedPlayer(ANA, known_as=other))
    merge(office, TERMINAL, kept, other)
    with open_office(None) as there:
        restore_from(there, TERMINAL, BytesIO(archived(office)))
        unmerge(there, TERMINAL, other)
        assert listing(there) == {kept: ANNA, other: ANA}
        [desk] = open_listed(there).desks
        assert desk.names[other] == "Ana Bianchi"
        assert check(there).broken is None


def test_two_people_are_distinguished_once_and_stay_so_through_merges(office: Office) -> None:
    kept, other = enter_both(office)
    assert not is_distinct(office, kept, other)
    distinguish(office, TERMINAL, kept, other)
    distinguish(office, TERMINAL, other, kept)
    third = people.enter(office, TERMINAL, Person(name="Anna B"))
    merge(office, TERMINAL, third, other)
    assert is_distinct(office, kept, other)
    assert is_distinct(office, third, kept)
    assert not is_distinct(office, third, kept, people.enter(office, TERMINAL, ANNA))
    said = [entry.sentence for entry in history(office, stream_of(kept), "it").entries]
    assert said[1:] == ["Anna Bianchi e Anna B sono due persone diverse."]
    assert check(office).broken is None
    with pytest.raises(NotUnderstood, match="same_person"):
        distinguish(office, TERMINAL, kept, kept)


def test_distinct_people_are_not_proposed_when_one_of_them_is_typed_or_pasted(office: Office) -> None:
    kept, other = enter_both(office)
    desk = open_tournament(office, event_of(office))

    def proposed(name: str) -> set[PersonId]:
        return {each.person for each in candidates(office, desk, name, None)}

    assert proposed("Anna Bianchi") == proposed("ana bianchi") == proposed("Anna B") | {other}
    distinguish(office, TERMINAL, kept, other)
    assert (proposed("Anna Bianchi"), proposed("bianchi ana")) == ({kept}, {other})
    assert proposed("An Bianchi") == {kept, other}, "the name of neither"
    lines = read_lines("Anna Bianchi (Milano)\nAna Bianchi (Milano)")
    rows = preview(office, desk, lines, None)
    assert [[each.person for each in row.alike] for row in rows] == [[kept], [other]]


def test_whoever_was_entered_as_another_person_is_distinct_from_those_shown(office: Office) -> None:
    kept, _ = enter_both(office)
    id = event_of(office)
    player = ListedPlayer(Person(name="Anna Bianch"), is_new=True, unlike=(kept,))
    assert enter(office, TERMINAL, id, [player]).doubts == ()
    [new] = open_tournament(office, id).tournament.entrants
    assert is_distinct(office, new, kept)
    done = enter(office, TERMINAL, id, [ListedPlayer(ANNA, known_as=kept)])
    assert done.doubts == ()
    done = enter(office, TERMINAL, id, [ListedPlayer(Person(name="Anna Bianco"), is_new=True)])
    assert [each.sentence("it") for each in done.doubts] == [
        "Forse la stessa persona: Anna Bianch · Anna Bianco."
    ]
