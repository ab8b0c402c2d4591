"""Formula files that cannot be used: every fault by its key, with line and remedy, never a stack trace."""

from pathlib import Path

import pytest

from kamchatka.faults import Lines, as_written
from kamchatka.messages import LANGUAGES, codes
from kamchatka.scoring.files import FaultyFormula, UnknownFormula, UnknownOption
from kamchatka.scoring.formula.loading import load_formula, read_formula

PROSE = Path(__file__).with_name("prose_formula.toml").read_text(encoding="utf-8")


def spoiled(old: str, new: str) -> str:
    """The formula told as prose with one thing written wrongly."""
    assert PROSE.count(old) == 1
    return PROSE.replace(old, new)


OPTION = """
[option.w]
default = 1
choices = [1, 2]
about = "x"
about_en = "x"
"""


SHARE = """
[[term]]
id = "share"
kind = "share"
per_seat = 100
"""
BYE = "\n[special]\nbye = {{ {} }}"


def optional(old: str, new: str, option: str = OPTION) -> str:
    """The same with an option."""
    return spoiled(old, new) + option


FAULTS = [
    ("deep_key", "", 1, "a." * 20 + "b = 1"),
    ("unknown_base", "extends", 1, 'extends = "conversione-100"'),
    ("unknown_key", "tie", 7, spoiled("ties = ", 'ties = "keep"\ntie = ')),
    ("unknown_key", "term.first.by_plac", 12, spoiled("by_place = 120", "by_plac = 120")),
    ("missing_key", "ties", None, spoiled('ties = "break"', "")),
    ("missing_key", "term.others.base", 21, spoiled("base = {", "# {")),
    ("missing_key", "term.out.kind", 29, spoiled('kind = "eliminated"', "")),
    ("unknown_kind", "term.out.kind", 31, spoiled('kind = "eliminated"', 'kind = "removed"')),
    ("unknown_choice", "ties", 6, spoiled('ties = "break"', 'ties = "toss"')),
    ("unknown_choice", "term.others.who", 24, spoiled('who = "others"', 'who = "rest"')),
    ("unknown_choice", "term.out.who", 33, spoiled("by_order = 5", 'by_order = 5\nwho = "first"')),
    ("unknown_choice", "standings.ties.2", 35, PROSE + '\n[standings]\nties = ["wins", "luck"]'),
    ("unknown_choice", "option.w.default", 35, PROSE + OPTION.replace("default = 1", "default = 3")),
    ("unknown_choice", "term.out.when.w", 33, optional("by_order = 5", "by_order = 5\nwhen = { w = 3 }")),
    ("wrong_value", "term.others.base.4.2", 25, spoiled("4 = [70, 50, 30]", '4 = [70, "x", 30]')),
    ("wrong_value", "term.others.base", 25, spoiled("4 = [70, 50, 30]", "4 = []")),
    ("wrong_value", "term.others.base.four", 25, spoiled("4 = [70", "four = [70")),
    ("wrong_value", "term.others.base.7", 25, spoiled("4 = [70", "7 = [70")),
    ("wrong_value", "term.others.per_point", 26, spoiled('"1/2"', '"1/0"')),
    ("wrong_value", "term.out.by_order", 32, spoiled("by_order = 5", "by_order = true")),
    ("wrong_value", "term.first.by_place", 12, spoiled("by_place = 120", "by_place = 0xffffffffffffffff")),
    ("wrong_value", "term.first.by_place", 12, spoiled("by_place = 120", "by_place = [1, 2, 3, 4, 5, 6, 7]")),
    ("wrong_value", "id", 3, spoiled('"a-voce"', '"A voce"')),
    ("wrong_value", "title", 4, spoiled('"Formula detta a voce"', "4.5")),
    ("wrong_value", "term.objective.replaces", 19, spoiled("replaces = true", 'replaces = "si"')),
    ("wrong_value", "special.duel", 35, PROSE + "\n[special]\nduel = [1]"),
    ("wrong_value", "standings.team_best", 35, PROSE + "\n[standings]\nteam_best = -1"),
    ("wrong_value", "standings.team_best", 35, PROSE + '\n[standings]\nteam_best = "2"'),
    ("wrong_value", "standings.clauses.ties", 35, PROSE + '\n[standings.clauses]\nties = "001-FP1"'),
    ("wrong_value", "scale.most", 35, PROSE + '\n[scale]\nmost = 0\nbreaks = "x"\nbreaks_en = "x"'),
    ("missing_key", "term.4.id", 29, spoiled('id = "out"', "")),
    (
        "wrong_value",
        "columns",
        7,
        spoiled('ties = "break"', 'ties = "break"\ncolumns = ["points", "points"]'),
    ),
    ("wrong_value", "term", 1, 'term = []\nid = "x"\ntitle = "X"\nties = "keep"'),
    ("wrong_value", "option.w.default", 35, PROSE + OPTION.replace("choices = [1, 2]", "least = 2")),
    ("rounding_of_nothing", "term.share.rounding", 38, PROSE + SHARE + 'rounding = "down"'),
    ("rounding_of_nothing", "special.bye.rounding", 35, PROSE + BYE.format('mean = "own", rounding = "up"')),
    ("wrong_value", "term.share.decimals", 38, PROSE + SHARE + "decimals = 7"),
    ("unknown_choice", "term.share.rounding", 39, PROSE + SHARE + 'decimals = 2\nrounding = "off"'),
    ("wrong_value", "term.share.per_seat.4", 37, PROSE + SHARE.replace("100", "{ 3 = 1, 4 = 0 }")),
    ("wrong_value", "term.share.per_seat", 37, PROSE + SHARE.replace("100", "[1, 2]")),
    ("wrong_value", "special.bye", 35, PROSE + '\n[special]\nbye = "some"'),
    ("unknown_choice", "special.bye.mean", 35, PROSE + BYE.format('mean = "all"')),
    ("missing_key", "special.bye.mean", 35, PROSE + BYE.format('times = "9/10"')),
    ("unknown_key", "special.bye.factor", 35, PROSE + BYE.format('mean = "own", factor = 2')),
    ("wrong_value", "special.bye.times", 35, PROSE + BYE.format('mean = "own", times = -1')),
    ("dummy_breaks_ties", "special.dummy", 35, PROSE + "\n[special]\ndummy = { times = 1 }"),
    ("missing_key", "special.dummy.times", 35, PROSE + "\n[special]\ndummy = { decimals = 1 }"),
    ("least_beside_choices", "option.w.least", 39, PROSE + OPTION + "least = 0"),
    (
        "unfit_option",
        "option.w.choices.2",
        36,
        optional("by_order = 5", 'by_order = "@w"', OPTION.replace("2]", "true]")),
    ),
    ("unfit_option_word", "option.w.default", 35, optional('who = "others"', 'who = "@w"')),
    (
        "no_choices",
        "term.out.by_order.by-option",
        32,
        optional(
            "by_order = 5", 'by_order = { by-option = "w", 1 = 1 }', OPTION.replace("choices = [1, 2]", "")
        ),
    ),
    (
        "missing_branch",
        "term.out.by_order",
        32,
        optional("by_order = 5", 'by_order = { by-option = "w", 1 = 1 }'),
    ),
    (
        "unknown_branch",
        "term.out.by_order.3",
        32,
        optional("by_order = 5", 'by_order = { by-option = "w", 1 = 1, 2 = 2, 3 = 3 }'),
    ),
    ("wrong_value", "option.w.choices", 36, PROSE + OPTION.replace("[1, 2]", str(list(range(60))))),
    ("unknown_column", "score", 7, spoiled('ties = "break"', 'ties = "break"\nscore = "wins"')),
    ("unknown_column", "term.first.column", 13, spoiled("by_place = 120", 'by_place = 120\ncolumn = "wins"')),
    ("column_needed", "score", None, spoiled('ties = "break"', 'ties = "break"\ncolumns = ["wins"]')),
    ("column_needed", "term.out.column", 30, spoiled('ties = "break"', 'ties = "break"\ncolumns = ["wins"]')),
    ("term_twice", "term.first", 14, spoiled('id = "objective"', 'id = "first"')),
    ("unknown_clause", "term.out.clauses", 33, spoiled("by_order = 5", 'by_order = 5\nclauses = ["009-X1"]')),
    ("unknown_clause", "ties_clauses", 7, spoiled('ties = "break"', 'ties = "break"\nties_clauses = ["x"]')),
    ("unknown_option", "term.out.by_order", 32, spoiled("by_order = 5", 'by_order = "@out"')),
    ("unknown_option", "term.out.when.out", 33, spoiled("by_order = 5", "by_order = 5\nwhen = { out = 3 }")),
]


@pytest.mark.parametrize(("code", "where", "line", "source"), FAULTS, ids=[f"{f[0]} {f[1]}" for f in FAULTS])
def test_a_faulty_formula_is_named_with_its_key(code: str, where: str, line: int | None, source: str) -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source, name="a-voce.toml")
    assert (code, where, line) in [(fault.code, fault.where, fault.line) for fault in caught.value.faults]
    for lang in LANGUAGES:
        assert "a-voce.toml" in caught.value.report(lang)


SENTENCES = [
    ('ties = "break"', 'ties = "toss"', 'riga 6: «ties» vale "toss"; si può scrivere: break, keep'),
    ('"a-voce"', '"x y"', 'riga 3: «id» vale "x y"; serve un nome tra virgolette fatto di lettere minuscole'),
    ("replaces = true", 'replaces = "si"', 'vale "si"; serve true o false, senza virgolette'),
    (
        'kind = "place"',
        'kind = "plaec"',
        '«term.first.kind» vale "plaec", che non è un tipo di termine; forse: place;',
    ),
    (
        "by_place = 120",
        "by_place = { 4 = [1], x = 3 }",
        '«term.first.by_place.x» vale "x"; serve il numero di posti',
    ),
    (
        "by_place = 120",
        "by_place = { }",
        "«term.first.by_place» vale {}; serve un numero, una lista dal posto",
    ),
    (
        "by_place = 120",
        "by_place = []",
        "per ogni numero di posti, per esempio { 4 = [12, 7], 5 = [12, 7, 5] }",
    ),
    (
        "by_place = 120",
        "by_place = 1\nshared = 3",
        "vale 3; serve una tabella, per esempio { voce = valore }",
    ),
    (
        "by_order = 5",
        "by_order = 5\nwhen = 3",
        "«term.out.when» vale 3; serve una tabella, per esempio { voce = valore }",
    ),
    ("by_place = 120", 'by_place = "@x"', "nomina l'opzione «x», che la formula non ha"),
    ("by_order = 5", "by_order = true", "«term.out.by_order» vale true; serve"),
    ("by_order = 5", "by_order = false", "«term.out.by_order» vale false; serve"),
    (
        "amount_each = 130",
        "amount_each = [1]",
        "«term.objective.amount_each» vale [1]; serve un numero: intero",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), SENTENCES)
def test_the_sentence_is_the_one_for_the_sort_of_value(old: str, new: str, said: str) -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(spoiled(old, new), name="a-voce.toml")
    (fault,) = caught.value.faults
    assert said in fault.sentence("it")
    assert not fault.sentence("it").endswith(("forse: ", "-"))


def test_all_faults_of_a_file_come_at_once() -> None:
    source = PROSE
    for old, new in (
        ('"a-voce"', '"A"'),
        ('kind = "place"', 'kind = "plaec"'),
        ('who = "first"', 'who = "fist"'),
        ('id = "objective"', 'id = "first"'),
        ("amount_each = 130", 'by_place = 3\nclauses = ["009-X1"]\ncolumn = "win"'),
        ("by_order = 5", 'by_order = "@out"'),
        ("least = 20", "least = []"),
    ):
        assert source.count(old) == 1
        source = source.replace(old, new)
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source + "\n[special]\nduel = 3", name="x.toml")
    assert [(fault.code, fault.line) for fault in caught.value.faults] == [
        ("wrong_value", 3),
        ("unknown_kind", 10),
        ("unknown_choice", 11),
        ("missing_key", 14),
        ("term_twice", 14),
        ("unknown_key", 18),
        ("unknown_clause", 19),
        ("unknown_column", 20),
        ("wrong_value", 29),
        ("unknown_option", 34),
        ("wrong_value", 37),
    ]


def test_every_wrong_entry_of_a_grid_is_told() -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(spoiled("4 = [70, 50, 30]", '3 = "y", 9 = 1, 4 = [70, "x", true]'), name="x.toml")
    assert [(fault.where, fault.values["given"]) for fault in caught.value.faults] == [
        ("term.others.base.3", '"y"'),
        ("term.others.base.9", '"9"'),
        ("term.others.base.4.2", '"x"'),
        ("term.others.base.4.3", "true"),
    ]


def test_a_fault_names_the_place_where_its_option_is_used() -> None:
    when = 'kind = "eliminated"\nwhen = { w = 1 }'
    source = spoiled('kind = "eliminated"', when).replace('per_point = "1/2"', 'per_point = "@v"')
    source = source.replace('id = "first"', 'id = "first"\nwhen = { w = 2 }') + OPTION
    option = OPTION.replace("option.w", "option.v").replace("choices = [1, 2]", 'choices = [1, "x"]')
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source + option, name="x.toml")
    (fault,) = caught.value.faults
    assert (fault.code, fault.where, fault.values["used"]) == (
        "unfit_option",
        "option.v.choices.2",
        "term.others.per_point",
    )


def test_values_that_only_meet_under_two_choices_are_found_too() -> None:
    nested = 'by_order = { by-option = "w", 1 = 5, 2 = { by-option = "v", 1 = 1, 2 = "x" } }'
    source = spoiled("by_order = 5", nested) + OPTION + OPTION.replace("option.w", "option.v")
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source, name="x.toml")
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [
        ("wrong_value", "term.out.by_order.2.2")
    ]


def test_what_only_another_choice_would_show_is_found_too() -> None:
    later = spoiled("by_order = 5", 'by_order = "x"\nwhen = { w = 2 }') + OPTION
    branches = spoiled("by_order = 5", 'by_order = { by-option = "w", 1 = 5, 2 = [] }') + OPTION
    for source in (later, branches):
        with pytest.raises(FaultyFormula):
            read_formula(source, name="x.toml")


def test_terms_of_one_name_that_never_meet_are_no_fault() -> None:
    two = """
[[term]]
id = "more"
kind = "flat"
amount_each = 1
when = { w = 1 }

[[term]]
id = "more"
kind = "flat"
amount_each = 2
when = { w = 2 }
"""
    formula = read_formula(PROSE + two + OPTION, name="x.toml", options={"w": 2})
    assert [term.amount_each for term in formula.term if term.kind == "flat"] == [130, 2]


def test_a_file_that_extends_replaces_all_terms_of_a_name() -> None:
    own = 'extends = "maialino"\n[[term]]\nid = "bonus"\nkind = "flat"\namount_each = 3'
    for chosen in ("by-order", "none"):
        formula = read_formula(own, name="x.toml", options={"eliminated-bonus": chosen})
        assert [(term.id, term.kind) for term in formula.term] == [("points", "points"), ("bonus", "flat")]


def test_an_unreadable_file_says_where_and_why() -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula('id = "x"\nid = "y"', name="x.toml")
    assert [(fault.code, fault.line) for fault in caught.value.faults] == [("not_toml", 2)]


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
        assert {"it": "da 0 in su", "en": "0 or more"}[lang] in number.value.sentence(lang)  # type: ignore[arg-type]


def test_every_fault_code_is_provoked() -> None:
    own, common = (
        {code.removeprefix(catalogue) for code in codes("it") if code.startswith(catalogue)}
        for catalogue in ("formula.faults.", "faults.")
    )
    assert own <= {fault[0] for fault in FAULTS} <= own | common


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


@pytest.mark.parametrize(("option", "said"), [("ww", "forse: w"), ("luck", "si può scrivere: w")])
def test_an_unknown_option_gets_its_neighbour_or_the_list(option: str, said: str) -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(optional("by_order = 5", f'by_order = "@{option}"'), name="x.toml")
    (fault,) = caught.value.faults
    assert fault.sentence("it").endswith(f"l'opzione «{option}», che la formula non ha; {said}")


def test_a_fault_names_no_option_that_has_no_part_in_it() -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula(spoiled("by_order = 5", "by_order = true"), name="x.toml")
    (fault,) = caught.value.faults
    assert set(fault.values) == {"given", "wanted"}


LONG = '''
about = """
ties = "no key"
[[term]]
"""
columns = [
  "points",
  [ "x" ], # ]
]
ties = "break"
[[term]]
by_place = { 4 = [1, 2] }
base = [ [
1 ],
"kind = 1",
]
id = "first"
'''


def test_lines_are_counted_over_lists_and_texts_of_several_lines() -> None:
    assert Lines(LONG).keys == {
        ("about",): 2,
        ("columns",): 6,
        ("columns", 0): 7,
        ("columns", 1): 8,
        ("columns", 1, 0): 8,
        ("ties",): 10,
        ("term",): 11,
        ("term", 0): 11,
        ("term", 0, "by_place"): 12,
        ("term", 0, "by_place", "4"): 12,
        ("term", 0, "by_place", "4", 0): 12,
        ("term", 0, "by_place", "4", 1): 12,
        ("term", 0, "base"): 13,
        ("term", 0, "base", 0): 13,
        ("term", 0, "base", 0, 0): 14,
        ("term", 0, "base", 1): 15,
        ("term", 0, "id"): 17,
    }


def test_values_are_repeated_however_deep_they_go() -> None:
    deep: object = 1
    for _ in range(5000):
        deep = {"a": deep}
    assert as_written(deep, 20) == "{ a = { a = { a = { …"
    assert as_written([True, False, {"a": 10**25}], 40) == "[true, false, { a = 10000000000000000000…"


def test_a_file_that_extends_may_name_a_term_by_no_text() -> None:
    source = 'extends = "milano"\n[[term]]\nid = [1]\nkind = "flat"\namount_each = 1\n'
    with pytest.raises(FaultyFormula) as caught:
        read_formula(source, name="x.toml")
    assert ("wrong_value", 3) in [(fault.code, fault.line) for fault in caught.value.faults]


def test_a_key_is_missed_once_whatever_may_be_chosen() -> None:
    without = optional("by_order = 5", 'by_order = "@w"').replace('id = "out"', "")
    with pytest.raises(FaultyFormula) as caught:
        read_formula(without, name="x.toml")
    assert [fault.code for fault in caught.value.faults] == ["missing_key"]


def test_a_key_may_look_like_a_mark_of_the_library() -> None:
    with pytest.raises(FaultyFormula) as caught:
        read_formula('"[key]" = 1\n' + PROSE, name="x.toml")
    assert [(fault.code, fault.where) for fault in caught.value.faults] == [("unknown_key", "[key]")]
