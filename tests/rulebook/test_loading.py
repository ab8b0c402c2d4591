"""Reading a regulation file: all faults at once, inheritance, clauses."""

from pathlib import Path

import pytest

from kamchatka.faults import Fault
from kamchatka.rulebook import FaultyRulebook, UnknownRulebook, diff, load, load_file, read, shipped
from kamchatka.rulebook.loading import shipped_sources

HOUSE = """
id = "casa"
title = "Regolamento della casa"
extends = "rtu"

[closing]
cap = 8

[armies]
limit = 120

[clock]
minutes = 95
"""


def faults(source: str, folder: Path | None = None) -> dict[str, Fault]:
    with pytest.raises(FaultyRulebook) as caught:
        read(source, name="prova.toml", folder=folder)
    found = caught.value.faults
    assert len({fault.code for fault in found}) == len(found), "a code twice: compare keys instead"
    return {fault.code: fault for fault in found}


def test_a_house_regulation_changes_three_values_and_nothing_else() -> None:
    house = read(HOUSE, name="casa.toml")
    assert [found.key for found in diff(load("rtu"), house)] == [
        "armies.limit",
        "closing.cap",
        "clock.minutes",
    ]
    assert house.sources == ("001", "000")
    assert house.entry("closing.cap").clauses == ()
    assert house.entry("closing.first").clauses == ("001-E3",)


def test_five_planted_faults_are_all_named_with_their_lines() -> None:
    good = shipped_sources()["aziendale"]
    without_map = good.replace("[map]\negypt_middle_east = false\n", "").replace(
        '[map.clauses]\negypt_middle_east = ["002-18a"]\n', ""
    )
    bad = (
        without_map.replace("laps_after_expiry = 0\n", "laps_after_expiry = 0\nlaps_afterr = 1\n")
        .replace("cap = 2\n", 'cap = "due"\n')
        .replace("minutes = 180\n", "minutes = 7\n")
        .replace('["002-8b"]', '["002-99"]')
    )
    found = faults(bad)
    assert {code: fault.where for code, fault in found.items()} == {
        "unknown_key": "closing.laps_afterr",
        "wrong_type": "closing.cap",
        "out_of_range": "clock.minutes",
        "unknown_clause": "conquest.clauses.garrison",
        "missing_section": "map",
    }
    lines = bad.splitlines()
    assert lines[(found["unknown_key"].line or 0) - 1] == "laps_afterr = 1"
    assert lines[(found["wrong_type"].line or 0) - 1] == 'cap = "due"'
    assert lines[(found["out_of_range"].line or 0) - 1] == "minutes = 7"
    assert lines[(found["unknown_clause"].line or 0) - 1] == 'garrison = ["002-99"]'
    assert "da 10 a 600" in found["out_of_range"].sentence("it")
    assert "from 0 to 12" in found["wrong_type"].sentence("en")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("most_dice = true", "wrong_type"),
        ('most_dice = "3"', "wrong_type"),
        ("most_dice = 3.0", "wrong_type"),
        ("most_dice = 4", "out_of_range"),
        ('dice = "Maximum"', "unknown_choice"),
        ("fewer_dice_than_defence = 1", "wrong_type"),
        ("most_dices = 3", "unknown_key"),
    ],
)
def test_loose_values_are_refused(line: str, code: str) -> None:
    found = faults(f'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[attack]\n{line}\n')
    assert list(found) == [code]
    assert found[code].line == 5


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ('title = "x"\nextends = "rtu"', "missing_heading"),
        ('id = "Casa Mia"\ntitle = "x"\nextends = "rtu"', "bad_id"),
        ('id = "casa"\ntitle = ""\nextends = "rtu"', "heading_not_text"),
        ('id = "casa"\ntitle = "x"\nextends = "rtuu"', "unknown_base"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[closin]\ncap = 1', "unknown_section"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\nclosing = 3', "section_not_table"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing]\nclauses = 3', "clauses_not_table"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing.clauses]\ncap = "001-E6"', "clauses_not_list"),
        (
            'id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing.clauses]\ncapp = ["001-E6"]',
            "clause_for_unknown_key",
        ),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[seats]\npreferred = 6', "preferred_not_a_size"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[seats]\nsizes = [4, 6]', "too_few_initial_armies"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[victory]\ngoal = "points"', "no_threshold"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[setup]\nobjective_source = "none"', "no_objectives"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[setup]\nobjective_deck = "classico"', "unknown_deck"),
        (
            'id = "casa"\ntitle = "x"\nextends = "rtu"\n[setup]\nobjective_source = "sets"',
            "deck_without_sets",
        ),
        (
            'id = "casa"\ntitle = "x"\nextends = "rtu"\n[reinforcement]\ncontinents = { asia = 7 }',
            "continents_differ",
        ),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing]\nfirst = 9', "closing_never_closes"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[clock]\nminutes_least = 200', "clock_range"),
        ('id = "casa"\ntitle = "x"\nextends = "milano"\n[seats]\nsizes = [4, 5, 4]', "repeated"),
        ('id = "casa"\ntitle = "x"\nextends = "primavera"\n[tally]\nstrip_deck = "x"', "unknown_strip_deck"),
        ('id = "casa"\ntitle = "x"\nextends = "rtu"\n[armies]\nlimit = 99999999999999999999', "out_of_range"),
        (
            'id = "casa"\ntitle = "x"\nextends = "milano"\n[seats]\nsizes = [3, 4]\n'
            "[setup]\narmies = { 3 = 35, 4 = 30 }",
            "sizes_without_set",
        ),
        ("id = ", "not_toml"),
    ],
)
def test_each_fault_has_its_own_sentence_in_both_languages(source: str, code: str) -> None:
    found = faults(source)
    assert list(found) == [code]
    italian, english = found[code].sentence("it"), found[code].sentence("en")
    assert italian != english
    assert "{" not in italian.replace("{ 4 = 30 }", "")
    assert "{" not in english.replace("{ 4 = 30 }", "")


def test_a_file_may_extend_one_beside_it(tmp_path: Path) -> None:
    (tmp_path / "casa.toml").write_text(HOUSE, encoding="utf-8")
    child = tmp_path / "figlia.toml"
    child.write_text('id = "figlia"\ntitle = "F"\nextends = "casa"\n[move]\ngarrison = 2\n', encoding="utf-8")
    assert [found.key for found in diff(load_file(tmp_path / "casa.toml"), load_file(child))] == [
        "move.garrison"
    ]


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('id = "a"\ntitle = "A"\nextends = "b"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('id = "b"\ntitle = "B"\nextends = "a"\n', encoding="utf-8")
    with pytest.raises(FaultyRulebook) as caught:
        load_file(tmp_path / "a.toml")
    assert [fault.code for fault in caught.value.faults] == ["circular"]


def test_a_file_that_extends_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mia.toml").write_text('id = "altra"\ntitle = "A"\nextends = "mia"\n', encoding="utf-8")
    with pytest.raises(FaultyRulebook) as caught:
        load_file(tmp_path / "mia.toml")
    assert [fault.code for fault in caught.value.faults] == ["circular"]


def test_a_fault_of_the_file_it_extends_is_reported_under_that_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(HOUSE.replace("[armies]", "[armie]"), encoding="utf-8")
    (tmp_path / "figlia.toml").write_text('id = "figlia"\ntitle = "F"\nextends = "base"\n', encoding="utf-8")
    with pytest.raises(FaultyRulebook) as caught:
        load_file(tmp_path / "figlia.toml")
    assert caught.value.name == "base.toml"
    assert [(fault.code, fault.line) for fault in caught.value.faults] == [("unknown_section", 9)]


def test_a_club_file_may_not_call_itself_like_a_shipped_regulation(tmp_path: Path) -> None:
    (tmp_path / "mio.toml").write_text('id = "rtu"\ntitle = "Mio"\nextends = "rtu"\n', encoding="utf-8")
    with pytest.raises(FaultyRulebook) as caught:
        load_file(tmp_path / "mio.toml")
    assert [fault.code for fault in caught.value.faults] == ["id_taken"]


def test_wrong_values_do_not_hide_those_that_cannot_stand_together() -> None:
    found = faults(
        'id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing]\ncapp = 8\nfirst = 9\n[seats]\npreferred = 6\n'
    )
    assert {code: fault.line for code, fault in found.items()} == {
        "unknown_key": 5,
        "closing_never_closes": 6,
        "preferred_not_a_size": 8,
    }


def test_a_wrong_value_brings_no_second_fault_by_what_stands_in_for_it() -> None:
    source = 'id = "casa"\ntitle = "x"\nextends = "rtu"\n[closing]\ncap = "otto"\n'
    assert list(faults(source)) == ["wrong_type"]


def test_an_unknown_regulation_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownRulebook) as caught:
        load("monopoli")
    assert caught.value.values == {"id": "monopoli", "known": ", ".join(shipped())}
    assert "rtu-2020" in caught.value.sentence("it")
