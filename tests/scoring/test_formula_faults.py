"""Formula files that cannot be used: every fault by its key, with line and remedy, never a stack trace."""

from pathlib import Path

import pytest

from kamchatka.messages import LANGUAGES, codes
from kamchatka.scoring.faults import FaultyFormula, UnknownFormula, UnknownOption
from kamchatka.scoring.loading import load_formula, read_formula
from tests.scoring.test_sheets import FAULTS as SHEET_FAULTS

PROSE = Path(__file__).with_name("prose_formula.toml").read_text(encoding="utf-8")


def spoiled(old: str, new: str) -> str:
    """The formula told as prose with one thing written wrongly."""
    assert PROSE.count(old) == 1
    return PROSE.replace(old, new)


FAULTS = [
    ("not_toml", "", None, "id = "),
    ("deep_key", "", 1, "a." * 20 + "b = 1"),
    ("unknown_base", "extends", None, 'extends = "conversione-100"'),
    ("unknown_key", "tie", 7, spoiled("ties = ", 'ties = "keep"\ntie = ')),
    ("unknown_key", "term.first.by_plac", 12, spoiled("by_place = 120", "by_plac = 120")),
    ("missing_key", "ties", None, spoiled('ties = "break"', "")),
    ("missing_key", "term.others.base", 21, spoiled("base = {", "# {")),
    ("unknown_kind", "term.out", 29, spoiled('kind = "eliminated"', 'kind = "removed"')),
    ("unknown_kind", "term.out", 29, spoiled('kind = "eliminated"', "")),
    ("unknown_choice", "ties", 6, spoiled('ties = "break"', 'ties = "toss"')),
    ("unknown_choice", "term.others.who", 24, spoiled('who = "others"', 'who = "rest"')),
    ("wrong_value", "term.others.base", 25, spoiled("4 = [70, 50, 30]", '4 = [70, "x", 30]')),
    ("wrong_value", "term.others.base", 25, spoiled("4 = [70, 50, 30]", "4 = []")),
    ("wrong_value", "term.others.base", 25, spoiled("4 = [70", "four = [70")),
    ("wrong_value", "term.others.per_point", 26, spoiled('"1/2"', '"1/0"')),
    ("wrong_value", "term.out.by_order", 32, spoiled("by_order = 5", "by_order = true")),
    ("wrong_value", "id", 3, spoiled('"a-voce"', '"A voce"')),
    ("unknown_column", "score", 7, spoiled('ties = "break"', 'ties = "break"\nscore = "wins"')),
    ("unknown_column", "term.first.column", 13, spoiled("by_place = 120", 'by_place = 120\ncolumn = "wins"')),
    ("term_twice", "term.first", 8, spoiled('id = "objective"', 'id = "first"')),
    ("unknown_clause", "term.out.clauses", 33, spoiled("by_order = 5", 'by_order = 5\nclauses = ["009-X1"]')),
    ("unknown_clause", "ties_clauses", 7, spoiled('ties = "break"', 'ties = "break"\nties_clauses = ["x"]')),
    ("unknown_option", "term.out.by_order", 32, spoiled("by_order = 5", 'by_order = "@out"')),
    ("unknown_option", "term.out.when", 33, spoiled("by_order = 5", "by_order = 5\nwhen = { out = 3 }")),
]


@pytest.mark.parametrize(("code", "where", "line", "source"), FAULTS, ids=[f"{f[0]} {f[1]}" for f in FAULTS])
def test_a_faulty_formula_is_named_with_its_key(code: str, where: str, line: int | None, source: str) -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source, name="a-voce.toml")
    assert (code, where, line) in [(fault.code, fault.where, fault.line) for fault in caught.value.faults]
    for lang in LANGUAGES:
        assert "a-voce.toml" in caught.value.report(lang)


def test_choices_are_listed_in_no_language() -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(spoiled('ties = "break"', 'ties = "toss"'), name="a-voce.toml")
    assert caught.value.report("it").endswith("«ties» vale toss; si può scrivere break, keep")


def test_a_formula_without_faults_is_read() -> None:
    assert read_formula(PROSE, name="a-voce.toml").name("en") == "A formula told as prose"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_unknown_formulas_and_options_say_what_there_is(lang: str) -> None:
    with pytest.raises(UnknownFormula) as formula:
        load_formula("conversion-150")
    assert "conversione-150" in formula.value.sentence(lang)  # type: ignore[arg-type]
    with pytest.raises(UnknownOption) as name:
        load_formula("conversione-150", {"decimal": "1/10"})
    assert "decimals" in name.value.sentence(lang)  # type: ignore[arg-type]
    wrong: tuple[object, ...] = ("1/1000", 3, True, None, [])
    for value in wrong:
        with pytest.raises(UnknownOption) as choice:
            load_formula("conversione-150", {"decimals": value})
        assert "1/100, 1/10, digits" in choice.value.sentence(lang)  # type: ignore[arg-type]
    negative: tuple[object, ...] = (-1, "x", 1.5)
    for value in negative:
        with pytest.raises(UnknownOption) as number:
            load_formula("vittorie", {"bonus": value})
        assert {"it": "da 0 in su", "en": "from 0 up"}[lang] in number.value.sentence(lang)  # type: ignore[arg-type]


def test_every_fault_code_is_provoked_by_a_sheet_or_a_formula() -> None:
    told = {"title", "in_line", "unknown_formula", "option_name", "option_value", "option_least"}
    found = {code.rpartition(".")[2] for code in codes("it") if code.startswith("scoring.faults.")}
    assert found == told | {fault[0] for fault in (*FAULTS, *SHEET_FAULTS)}


HOSTILE = [
    f"id = 0x{'f' * 9000}",
    "a = " + "[" * 100_000,
    "a." * 2_000 + "b = 1",
    "extends = []",
    "extends = { a = 1 }",
    'extends = "standard"\nterm = 3',
    'extends = "standard"\nterm = ["x", 3]\nid = 1',
    'extends = "standard"\noption = 3',
    'extends = "standard"\n[option.scale]\ndefault = "@scale"\n',
    'extends = "standard"\n[option]\nscale = 3',
    spoiled("by_place = 120", "by_place = 2020-01-01"),
    spoiled("by_place = 120", f"by_place = 0x{'f' * 9000}\nmost = 3"),
    spoiled("by_place = 120", "by_place = { 4 = { 4 = 3 } }"),
    spoiled("by_place = 120", "by_place = inf"),
    spoiled("by_place = 120", "by_place = 1\nshared = 3"),
    spoiled("by_place = 120", "by_place = 1\nclauses = { 4 = 3 }"),
    spoiled("by_place = 120", "by_place = 1\nclauses = [[3]]"),
    spoiled("by_place = 120", "by_place = 1\nwhen = 3"),
    spoiled('who = "first"', "who = []"),
    "",
    "\x00",
]


@pytest.mark.parametrize("source", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_formula_files_get_sentences_and_nothing_else(source: str) -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source, name="x.toml")
    for lang in LANGUAGES:
        assert len(caught.value.report(lang)) < 20_000
