"""Every value of a shipped regulation rests on a clause, a reading, or a declared reason why on neither."""

import pytest

from kamchatka import ledger
from kamchatka.ids import ClauseId
from kamchatka.rulebook import (
    SECTIONS,
    Rulebook,
    declared,
    explain,
    load,
    read,
    readings_of,
    shipped,
    unstated_of,
)
from kamchatka.rulebook.writing import written

VALUES = 143


def rests_on(book: Rulebook, key: str) -> str:
    """What kind of thing a value rests on; nothing if it is undeclared."""
    unstated = unstated_of(book, key)
    if unstated:
        return unstated.kind
    if book.entry(key).clauses:
        return "clause"
    return "reading" if readings_of(book, key) else ""


def house(extends: str, rest: str) -> Rulebook:
    return read(f'id = "casa"\ntitle = "Casa"\nextends = "{extends}"\n{rest}', name="casa.toml")


@pytest.mark.parametrize("name", shipped())
def test_every_value_has_a_clause_a_reading_or_a_declared_kind(name: str) -> None:
    book = load(name)
    grounds = {entry.key: rests_on(book, entry.key) for entry in book.entries()}
    assert len(grounds) == VALUES
    assert [key for key, ground in grounds.items() if not ground] == []


def test_an_undeclared_value_would_be_seen() -> None:
    regulation = written(load("rtu"))
    declared_one, undeclared_one = "neutral_territories = 0", "neutral_territories = 2"
    assert rests_on(read(regulation, name="r.toml"), "setup.neutral_territories") == "absent"
    changed = read(regulation.replace(declared_one, undeclared_one), name="r.toml")
    assert changed.setup.neutral_territories == 2
    assert rests_on(changed, "setup.neutral_territories") == ""


def test_nothing_is_declared_that_no_shipped_regulation_needs() -> None:
    books = [load(name) for name in shipped()]
    needed = {
        (source, entry.key)
        for book in books
        for entry in book.entries()
        for source in book.sources[:1]
        if unstated_of(book, entry.key)
    }
    stated = [(source, key) for one in declared() for source in one.sources for key in one.values]
    assert sorted(stated) == sorted(needed)


def test_what_is_declared_exists() -> None:
    keys = {f"{section}.{name}" for section, model in SECTIONS.items() for name in model.model_fields}
    for one in declared():
        assert one.kind in ("absent", "silent")
        assert set(one.values) <= keys
        assert one.it
        assert one.en
        for words in (one.it, one.en):
            cited = [word.strip("().,:;") for word in words.split() if word.strip("(")[:2] == "00"]
            for clause in (word for word in cited if "-" in word):
                assert ledger.known(ClauseId(clause)), clause


@pytest.mark.parametrize(
    ("name", "key", "ground"),
    [
        ("rtu", "congelato.single_armies", "absent"),
        ("primavera", "congelato.single_armies", "clause"),
        ("challenge", "withdrawal.counts", "silent"),
        ("rtu", "withdrawal.counts", "clause"),
        ("aziendale", "setup.dealer", "absent"),
        ("primavera", "setup.odd_armies", "absent"),
        ("milano", "setup.odd_armies", "reading"),
        ("milano", "setup.correction_scope", "clause"),
        ("rtu-2020", "conquest.garrison_waived_up_to", "reading"),
        ("challenge", "conduct.talk", "silent"),
    ],
)
def test_what_is_lacking_is_told_from_what_is_not_said(name: str, key: str, ground: str) -> None:
    assert rests_on(load(name), key) == ground


def test_a_reading_of_the_text_it_builds_on_says_nothing_where_the_own_text_lacks_the_thing() -> None:
    assert readings_of(load("primavera"), "setup.odd_armies") == ()
    assert [reading.id for reading in readings_of(load("challenge"), "setup.odd_armies")] == ["AMB-05"]


def test_a_house_regulation_inherits_the_reason_but_not_for_what_it_changes() -> None:
    casa = house("rtu", "[congelato]\nsingle_armies = 8\n")
    assert rests_on(casa, "congelato.raise_to") == "absent"
    assert rests_on(casa, "congelato.single_armies") == ""
    assert explain(casa, "congelato.single_armies", "it").unstated is None


def test_a_printed_regulation_of_one_s_own_takes_the_reasons_of_the_one_it_builds_on() -> None:
    own = read('id = "casa"\ntitle = "Casa"\nsource = "005"\nextends = "challenge"\n', name="casa.toml")
    assert rests_on(own, "clock.turn_limit") == "absent"
    assert rests_on(own, "cards.late_card") == "silent"


def test_the_explanation_gives_the_reason_in_both_languages() -> None:
    found = explain(load("rtu"), "congelato.order", "it").unstated
    assert found is not None
    assert (found.words("it"), found.words("en")) == ("Nessuno viene congelato.", "Nobody becomes congelato.")
