"""Files that are neither TOML nor JSON: the place and a remedy in the reader's language."""

from decimal import Decimal

import pytest

from kamchatka.faults import Fault, bare
from kamchatka.messages import LANGUAGES, codes
from kamchatka.scoring.files import FaultySheet, parse, sheet_fault

BROKEN = [
    ("a.toml", "points 3", "equals", 1, 8),
    ("a.toml", "\nplayer = 'a'\npoints = 62,5", "after_value", 3, 12),
    ("a.toml", "[[seat\nplayer = 'a'", "bracket", 1, 7),
    ("a.toml", "è = 3", "statement", 1, 1),
    ("a.toml", "[]", "statement", 1, 2),
    ("a.toml", "points = 2020-02-30", "date", 1, 10),
    ("a.toml", "player = Anna", "value", 1, 10),
    ("a.toml", 'file = "C:\\quo"', "escape", 1, 13),
    ("a.toml", 'file = "\\uZZZZ"', "escape", 1, 11),
    ("a.toml", "lot = [3, 6\n\n", "unclosed", 1, None),
    ("a.toml", "neutral = { cina = 3", "unclosed", 1, None),
    ("a.toml", "points = 3\npoints = 4\n", "twice", 2, 11),
    ("a.toml", "[neutral]\n[neutral]\n", "twice", 2, 9),
    ("a.toml", "neutral = { cina = 3, cina = 4 }", "twice", 1, 31),
    ("a.toml", 'player = "Anna\npoints = 3', "text", 1, 15),
    ("a.toml", "player = 'Anna\npoints = 3", "text", None, None),
    ("a.toml", 'player = """Anna\n', "text", 1, None),
    ("a.toml", "a = " + "[" * 100_000, "deep", None, None),
    ("a.toml", "a = 1\nb = " + "9" * 5000, "digits", 2, None),
    ("a.toml", "a = 0x" + "f" * 5000, "digits", 1, None),
    ("a.toml", 'a = "\x01"', "other", 1, 6),
    ("a.json", '{"seat": }', "json_value", 1, 10),
    ("a.json", "{'seat': 3}", "json_name", 1, 2),
    ("a.json", '{"seat": 3,\n}', "json_name", 2, 1),
    ("a.json", '{"seat" 3}', "json_colon", 1, 9),
    ("a.json", '{"seat": 3 "neutral": 4}', "json_comma", 1, 12),
    ("a.json", "{}\n{}", "json_extra", 2, 1),
    ("a.json", '{"seat": "Anna', "text", 1, 10),
    ("a.json", '{"seat": "An\nna"}', "text", 1, 13),
    ("a.json", '{"seat": "\\q"}', "escape", 1, 11),
    ("a.json", "[" * 100_000, "deep", None, None),
]


def faults(source: str, name: str) -> tuple[Fault, ...]:
    with pytest.raises(FaultySheet) as caught:
        parse(source, name=name)
    return caught.value.faults


@pytest.mark.parametrize(
    ("name", "source", "why", "line", "column"), BROKEN, ids=[f"{name} {why}" for name, _, why, *_ in BROKEN]
)
def test_what_is_wrong_and_where(name: str, source: str, why: str, line: int, column: int) -> None:
    (fault,) = faults(source, name)
    assert (fault.code, fault.values["why"]) == ("not_toml", why)
    assert line is None or (fault.line, fault.values.get("column")) == (line, column)
    english = {"xpect", "nvalid", "nterminated", "llegal", "document"}
    assert not any(word in fault.sentence("it") for word in english)


def test_every_reason_is_provoked_and_has_a_sentence() -> None:
    known = {code.rpartition(".")[2] for code in codes("it") if code.startswith("faults.broken.")}
    assert {why for _, _, why, *_ in BROKEN} == known


def test_the_sentence_names_line_and_column() -> None:
    (fault,) = faults("points 3", "a.toml")
    assert fault.sentence("it") == "riga 1, colonna 8: dopo il nome della voce manca «=»"
    assert fault.sentence("en") == "line 1, column 8: “=” is missing after the name of the key"
    (fault,) = faults("[a", "a.toml")
    assert fault.sentence("it").startswith("riga 1: manca la parentesi")


def test_a_key_of_json_stands_once() -> None:
    (fault,) = faults('{"seat": [{"points": 3, "points": 4}]}', "a.json")
    assert fault.code == "key_twice"
    assert "«points» compare due volte" in fault.sentence("it")


@pytest.mark.parametrize(
    ("name", "source"),
    [("a.json", "[]"), ("a.json", "null"), ("a.json", "3"), ("a", '[{"seat": 3}]'), ("a", "[[1]]")],
)
def test_json_that_is_no_object_says_so(name: str, source: str) -> None:
    (fault,) = faults(source, name)
    assert fault.code == "not_an_object"
    for lang in LANGUAGES:
        assert "{" in fault.sentence(lang)


@pytest.mark.parametrize("name", ["a.toml", "a"])
def test_toml_that_begins_with_a_table_is_toml(name: str) -> None:
    assert parse("[[seat]]\npoints = 3", name=name) == {"seat": [{"points": 3}]}
    assert parse("\ufeff[neutral]\ncina = 3", name=name) == {"neutral": {"cina": 3}}


def test_numbers_of_json_stay_exact_whatever_their_length() -> None:
    found = parse('{"a": 12.50, "b": 7, "c": %s}' % ("9" * 5000), name="a.json")
    assert found == {"a": Decimal("12.50"), "b": 7, "c": "9" * 5000}


def test_values_are_repeated_as_files_write_them() -> None:
    assert [bare(value) for value in (True, False, None, 3, "x")] == ["true", "false", "null", "3", "x"]
    assert bare({"4": [1], "x": 3}) == "{ 4 = [1], x = 3 }"
    assert bare("x" * 100) == "x" * 60 + "…"
    assert bare(16**5000) == "…"


def test_a_fault_without_a_place_names_none() -> None:
    assert sheet_fault("not_a_table", "neutral").sentence("it") == "«neutral» deve essere una tabella"
    assert sheet_fault("not_a_table", "neutral", 3).sentence("it").startswith("riga 3: «neutral»")


def test_a_faulty_file_names_its_faults_to_whoever_lets_it_pass() -> None:
    error = FaultySheet("a.toml", (Fault("not_a_table", "neutral"), Fault("wrong_seats", "seat")))
    assert str(error) == "a.toml: not_a_table neutral; wrong_seats seat"
