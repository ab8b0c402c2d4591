"""The six regulations that come with the product."""

import json

import pytest

from kamchatka import ledger
from kamchatka.messages import LANGUAGES, Language, has_text
from kamchatka.rulebook import (
    SECTIONS,
    load,
    override_choices,
    read,
    readings,
    readings_of,
    shipped,
    show_value,
)
from kamchatka.rulebook.allowed import choices

KEYS = [f"{section}.{name}" for section, model in SECTIONS.items() for name in model.model_fields]


def test_six_regulations_are_shipped_in_the_order_of_their_sources() -> None:
    assert shipped() == ("challenge", "rtu", "rtu-2020", "aziendale", "milano", "primavera")


@pytest.mark.parametrize("name", shipped())
def test_every_value_of_a_source_names_a_known_clause_of_its_own_line(name: str) -> None:
    book = load(name)
    for entry in book.entries():
        for clause in entry.clauses:
            assert ledger.known(clause)
            assert clause[:3] in book.sources


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_value_can_be_said_in_words(name: str, lang: Language) -> None:
    for entry in load(name).entries():
        shown = show_value(entry.key, entry.value, lang)
        assert shown
        assert "{" not in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_field_has_a_label_a_meaning_and_a_name_for_each_choice(lang: Language) -> None:
    wanted = {f"rulebook.{key}.{part}" for key in KEYS for part in ("label", "about", *choices(key))}
    assert {code for code in wanted if not has_text(code, lang)} == set()


def test_readings_speak_of_existing_values() -> None:
    for reading in readings():
        assert set(reading.keys) <= set(KEYS), reading.id
        assert all(ledger.known(clause) for clause in reading.clauses), reading.id
        assert reading.keys or reading.clauses, reading.id
        assert set(reading.alternatives) <= set(reading.keys), reading.id


@pytest.mark.parametrize("name", shipped())
def test_every_alternative_offered_can_be_chosen_by_one_override(name: str) -> None:
    book = load(name)
    for entry in book.entries():
        if not readings_of(book, entry.key):
            continue
        for other in override_choices(book, entry.key):
            override = f"[{entry.section}]\n{entry.name} = {toml(other)}\n"
            source = f'id = "casa"\ntitle = "Casa"\nextends = "{name}"\n{override}'
            if (entry.key, other) not in NEED_MORE_THAN_ONE_VALUE:
                assert read(source, name="casa.toml").entry(entry.key).value == other


NEED_MORE_THAN_ONE_VALUE = [
    ("setup.objective_source", "none"),  # then nobody could win by objective
    ("setup.objective_source", "sets"),  # only a deck that has sets
]


def toml(value: object) -> str:
    """A value as TOML writes it."""
    return json.dumps(value)


def test_a_reading_is_shown_only_where_the_value_comes_from_its_text() -> None:
    assert [r.id for r in readings_of(load("challenge"), "armies.limit")] == ["AMB-19"]
    assert readings_of(load("rtu"), "armies.limit") == ()
    assert readings_of(load("milano"), "defence.dice") == ()
    assert readings_of(load("primavera"), "closing.step") == ()
    assert [r.id for r in readings_of(load("milano"), "setup.deal_order")] == ["AMB-87"]
    assert [r.id for r in readings_of(load("primavera"), "closing.starter")] == ["AMB-110"]
    assert [r.id for r in readings_of(load("primavera"), "cards.late_card")] == ["AMB-137"]
    assert readings_of(load("rtu"), "cards.late_card") == ()
    assert [r.id for r in readings_of(load("milano"), "table_ties.criteria")] == ["AMB-138"]
    assert [r.id for r in readings_of(load("rtu"), "table_ties.criteria")] == ["AMB-15"]
    assert [r.id for r in readings_of(load("aziendale"), "move.when")] == ["AMB-69", "AMB-139"]
    assert [r.id for r in readings_of(load("rtu"), "conduct.void_scope")] == ["AMB-55", "AMB-143"]
    assert [r.id for r in readings_of(load("milano"), "conduct.void_scope")] == ["AMB-143"]
    assert [r.id for r in readings_of(load("aziendale"), "conduct.void_scope")] == ["AMB-55"]
    assert [r.id for r in readings_of(load("rtu"), "attack.announcement")] == ["AMB-144"]
    assert [r.id for r in readings_of(load("challenge"), "attack.announcement")] == ["AMB-145"]
    house = read('id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing]\nmode = "at-most"\n', name="casa.toml")
    assert readings_of(house, "closing.mode") == ()


def test_what_is_inherited_keeps_the_clause_it_comes_from() -> None:
    assert load("rtu").entry("tris.territory_bonus").clauses == ("000-5.1e",)
    assert load("milano").entry("tris.territory_bonus").clauses == ("003-4b",)


def test_a_value_changed_by_the_circuit_no_longer_rests_on_the_printed_clause() -> None:
    assert load("rtu").entry("move.garrison").clauses == ("000-5.3c", "000-10a")
    assert load("rtu-2020").entry("move.garrison").clauses == ()
