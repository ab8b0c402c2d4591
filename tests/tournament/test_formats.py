"""Format files: the shipped ones under every choice, and everything that can be wrong with one, located."""

import re
from itertools import product
from pathlib import Path

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.scoring.options import about
from kamchatka.tournament.format import model
from kamchatka.tournament.format.loading import (
    FaultyFormat,
    WrongOption,
    format_source,
    load_format,
    read_format,
    read_recorded_format,
    shipped_formats,
)
from kamchatka.tournament.format.warnings import warnings

IDS = {
    *("challenge", "tre-partite", "tre-partite-finale", "due-giorni", "raduno", "serate", "campionato"),
    *("eliminazione-diretta", "seconda-chance", "aziendale", "milano", "primavera"),
    *("raduno-circuito", "master", "open", "cni", "campionato-periodico", "squadre"),
}
HOUSE = """\
id = "sociale"
title = "Torneo sociale"
about = "Come si gioca da noi"
days = "@games"
rulebook = "rtu"
formula = "bonus-50"
free = ["clock.minutes"]

[option.games]
default = 4
least = 3
most = 6
about = "Quante serate"
about_en = "How many evenings"

[option.final]
default = true
about = "Se c'è la finale"
about_en = "Whether there is a final"

[tables]
sizes = [4, 5]
last_round = { 6 = [5, "bye"] }

[tables.clauses]
sizes = ["001-T1"]

[standings]
drop = 1

[[stage]]
id = "serate"
title = "Serate"
rounds = "@games"

[[stage]]
id = "semifinali"
title = "Semifinali"
when = "@final"
summed = false

[[stage.layouts]]
players = [16, 0]
tables = 4
enters = [{ who = "ranks", ranks = [1, 16] }]

[[stage]]
id = "finale"
title = "Finale"
when = "@final"
summed = false
decides = 1
enters = [{ who = "winners", stage = "semifinali" }]
"""


def spoiled(old: str, new: str) -> str:
    """The club's format with one thing written wrongly."""
    assert HOUSE.count(old) == 1
    return HOUSE.replace(old, new)


ONLY_ONE = re.sub(
    r"\[option.final\]\n(.*\n){3}", "\n\n\n\n", HOUSE[: HOUSE.index('[[stage]]\nid = "semifinali"')]
)
"""The same with nothing but its evenings."""

SMALL = """
[[stage]]
id = "finalina"
title = "Finalina"
when = "@final"
beside = true
enters = [{ who = "ranks", ranks = [5, 8] }]
"""

KNOCK_OUT = """
id = "vincitori"
title = "Vincitori"
about = "Vince uno per tavolo"
rulebook = "rtu"
formula = "open"
entrants = [4, 0]

[tables]
sizes = [4, 5]

[[stage]]
id = "prima"
title = "Prima"

[[stage]]
id = "semifinali"
title = "Semifinali"
tables = [4, 5]
enters = [{ who = "winners" }]

[[stage]]
id = "finale"
title = "Finale"
tables = [1, 1]
enters = [{ who = "winners" }]
"""

FAULTS = [
    ("not_toml", "", 1, spoiled('id = "sociale"', "id sociale")),
    ("missing_key", "rulebook", None, spoiled('rulebook = "rtu"\n', "")),
    ("unknown_key", "formola", 5, spoiled('rulebook = "rtu"', 'formola = "x"\nrulebook = "rtu"')),
    ("unknown_key", "stage.serate.round", 35, spoiled('rounds = "@games"', 'rounds = "@games"\nround = 2')),
    ("wrong_value", "tables.sizes.1", 22, spoiled("sizes = [4, 5]", "sizes = [7, 5]")),
    ("wrong_value", "stage.serate.rounds", 34, spoiled('rounds = "@games"', "rounds = 0")),
    (
        "wrong_value",
        "stage.semifinali.layouts.1.players",
        43,
        spoiled("players = [16, 0]", "players = [16, 9]"),
    ),
    ("wrong_value", "tables.last_round.six", 23, spoiled("{ 6 = [5", "{ six = [5")),
    ("unknown_choice", "stage.finale.enters.1.who", 53, spoiled('who = "winners"', 'who = "winner"')),
    ("unknown_clause", "tables.clauses.sizes", 26, spoiled("001-T1", "001-T99")),
    ("clause_of_nothing", "tables.clauses.seats", 26, spoiled('sizes = ["001-T1"]', 'seats = ["001-T1"]')),
    ("unknown_rulebook", "rulebook", 5, spoiled('rulebook = "rtu"', 'rulebook = "rtv"')),
    ("unknown_formula", "formula", 6, spoiled('"bonus-50"', '"bonus-51"')),
    ("unknown_value", "free.1", 7, spoiled("clock.minutes", "clock.minute")),
    ("size_not_played", "tables.sizes.2", 22, spoiled("sizes = [4, 5]", "sizes = [4, 6]")),
    ("unknown_option", "stage.serate.rounds", 34, spoiled('rounds = "@games"', 'rounds = "@game"')),
    ("default_not_allowed", "option.games.default", 10, spoiled("default = 4", "default = 7")),
    ("unfit_option", "option.games", 9, spoiled("least = 3", "least = 0")),
    ("results", "standings.drop", 29, spoiled("drop = 1", "drop = 4")),
    ("results", "standings.best", 29, spoiled("drop = 1", "best = 5")),
    ("best_and_drop", "standings.drop", 30, spoiled("drop = 1", "best = 2\ndrop = 1")),
    (
        "summed_after_discards",
        "stage.finale.summed",
        51,
        spoiled("summed = false\ndecides", "summed = true\ndecides"),
    ),
    ("first_undecided", "stage.finale.decides", 52, spoiled("decides = 1", "decides = 5")),
    ("no_stage", "stage", 31, ONLY_ONE + "when = false\n"),
    ("stage_twice", "stage.semifinali.id", 48, spoiled('id = "finale"', 'id = "semifinali"')),
    (
        "stage_not_before",
        "stage.finale.enters.1.stage",
        53,
        spoiled('stage = "semifinali"', 'stage = "finali"'),
    ),
    ("layout_short", "stage.semifinali.layouts.1", 42, spoiled("players = [16, 0]", "players = [15, 0]")),
    ("layout_tables", "stage.semifinali.layouts.1.tables", 44, spoiled("tables = 4", "tables = 6")),
    (
        "unknown_pick",
        "stage.semifinali.pick",
        41,
        spoiled("summed = false\n\n", "summed = false\npick = 3\n\n"),
    ),
    ("wrong_value", "tables.bye", 23, spoiled("last_round", "bye = -1\nlast_round")),
    ("wrong_value", "tables.bye", 23, spoiled("last_round", 'bye = "some"\nlast_round')),
    (
        "wrong_value",
        "tables.bye_at_rank.6",
        23,
        spoiled("last_round", "bye_at_rank = { 6 = -2 }\nlast_round"),
    ),
    ("wrong_value", "tables.dummy", 23, spoiled("last_round", 'dummy = "fours"\nlast_round')),
    ("wrong_value", "tables.rest", 23, spoiled("last_round", "rest = 1\nlast_round")),
    (
        "beside_nothing",
        "stage.semifinali.beside",
        40,
        spoiled("summed = false\n\n", "beside = true\nsummed = false\n\n"),
    ),
    (
        "stage_not_before",
        "stage.finale.enters.1.stage",
        54,
        spoiled("summed = false\ndecides", "beside = true\nsummed = false\ndecides"),
    ),
    (
        "beside_without_end",
        "stage.finalina.beside",
        59,
        HOUSE + SMALL + 'rounds = "until-one-table"\nsummed = false\ndecides = 5\n',
    ),
    ("seats", "tables.last_round.6", 23, spoiled('[5, "bye"]', '[5, "duel"]')),
    ("played_by_nobody", "stage.finale", 22, KNOCK_OUT.replace("entrants = [4, 0]", "entrants = [4, 63]")),
    (
        "played_by_nobody",
        "stage.finale",
        22,
        KNOCK_OUT.replace("tables = [1, 1]", "tables = [2, 2]\nsizes = [5]"),
    ),
]
NAMES = [f"{code}-{where}" for code, where, _, _ in FAULTS]


def faults(source: str) -> list[tuple[str, str, int | None]]:
    """Everything a file is refused for."""
    with pytest.raises(FaultyFormat) as refused:
        read_format(source, name="sociale.toml")
    return [(fault.code, fault.where, fault.line) for fault in refused.value.faults]


def test_the_shipped_formats_are_these() -> None:
    assert set(shipped_formats()) == IDS


@pytest.mark.parametrize("id", sorted(IDS))
def test_a_shipped_format_can_be_used_under_every_choice(id: str) -> None:
    options = load_format(id).option
    for values in product(*(option.values for option in options.values())):
        chosen = dict(zip(options, values, strict=True))
        if (chosen.get("games"), chosen.get("drop")) == (3, 5):
            continue  # more discards than games
        if (chosen.get("final"), chosen.get("finalina")) == (False, True):
            continue  # no small final without a final
        format = load_format(id, chosen)
        assert format.id == id
        assert [stage.id for stage in format.stages]
        for lang in LANGUAGES:
            assert format.name(lang)
            assert format.description(lang)


def test_a_chosen_value_stands_wherever_its_option_does() -> None:
    format = load_format("serate", {"games": 6, "drop": 2, "finalina": True})
    assert (format.stages[0].rounds, format.standings.drop) == (6, 2)
    assert [stage.id for stage in format.stages] == ["serate", "finale", "finalina"]
    assert [stage.id for stage in load_format("serate", {"final": False}).stages] == ["serate"]


@pytest.mark.parametrize(
    ("id", "options", "code", "clause"),
    [
        ("serate", {"games": 7}, "option_range", "001-FT8"),
        ("serate", {"games": True}, "option_range", "001-FT8"),
        ("campionato", {"drop": 1}, "option_value", "001-FT11"),
        ("serate", {"final": 1}, "option_value", ""),
        ("due-giorni", {"semifinali": 5}, "option_value", ""),
        ("tre-partite", {"games": 4}, "option_name", ""),
        ("campionato-periodico", {"games": 3, "drop": 5}, "option_together", ""),
    ],
)
def test_a_wrong_choice_is_refused_with_what_may_be_chosen(
    id: str, options: dict[str, object], code: str, clause: str
) -> None:
    with pytest.raises(WrongOption) as refused:
        load_format(id, options)
    assert (refused.value.code, refused.value.clause) == (code, clause)
    assert all(refused.value.sentence(lang) for lang in LANGUAGES)


def test_the_sentence_of_a_wrong_choice_says_what_may_be_chosen() -> None:
    with pytest.raises(WrongOption) as refused:
        load_format("serate", {"games": 7})
    assert refused.value.sentence("it") == "L'opzione «games» non può valere 7. Scrivi un numero da 4 a 6."


def test_the_format_of_a_club_is_good() -> None:
    format = read_format(HOUSE, name="sociale.toml", options={"final": False})
    assert [(stage.id, stage.rounds) for stage in format.stages] == [("serate", 4)]


@pytest.mark.parametrize("entrants", ["[4, 0]", "[4, 64]"])
def test_a_knock_out_that_one_number_can_play_is_good(entrants: str) -> None:
    """Sixteen tables of four are the fewest; the same file stays usable in an event that has it."""
    source = KNOCK_OUT.replace("[4, 0]", entrants)
    assert read_format(source, name="vincitori.toml") == read_recorded_format(source, name="vincitori.toml")
    read_recorded_format(source.replace(entrants, "[4, 63]"), name="vincitori.toml")


@pytest.mark.parametrize(("code", "where", "line", "source"), FAULTS, ids=NAMES)
def test_a_fault_is_told_with_its_place(code: str, where: str, line: int | None, source: str) -> None:
    assert faults(source) == [(code, where, line)]


@pytest.mark.parametrize("source", [source for *_, source in FAULTS], ids=NAMES)
def test_a_fault_is_told_in_both_languages(source: str) -> None:
    with pytest.raises(FaultyFormat) as refused:
        read_format(source, name="sociale.toml")
    for lang in LANGUAGES:
        assert all(fault.sentence(lang) for fault in refused.value.faults)


@pytest.mark.parametrize("value", ['"x"', "-1", "[]", "{}", "true", '"@x"', '"@games"', "[1]", "1.5", ""])
def test_whatever_stands_somewhere_is_read_or_refused(value: str) -> None:
    lines = HOUSE.splitlines()
    for at, line in enumerate(lines):
        key, equals, _ = line.partition(" = ")
        if equals:
            spoilt = [*lines[:at], f"{key} = {value}" if value else "", *lines[at + 1 :]]
            try:
                read_format("\n".join(spoilt), name="sociale.toml")
            except FaultyFormat as refused:
                assert all(fault.sentence(lang) for fault in refused.faults for lang in LANGUAGES)  # noqa: PT017


def test_all_faults_are_told_at_once_in_the_order_of_the_file() -> None:
    source = HOUSE.replace("sizes = [4, 5]", "sizes = [4, 9]").replace('stage = "semifinali"', 'stage = "x"')
    assert faults(source.replace('"bonus-50"', '"bonus"')) == [
        ("unknown_formula", "formula", 6),
        ("wrong_value", "tables.sizes.2", 22),
        ("stage_not_before", "stage.finale.enters.1.stage", 53),
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            '"bonus-50"',
            '"bonus-05"',
            "riga 6: «formula» nomina la formula «bonus-05», che non esiste; forse: bonus-50",
        ),
        ('who = "winners"', 'who = "winer"', "forse: winners"),
        (
            'who = "winners"',
            'who = "xyz"',
            "si può scrivere: everybody, ranks, winners, losers, best-losers, recalled, direct",
        ),
    ],
)
def test_the_word_that_was_meant_is_proposed_or_all_that_may_be(old: str, new: str, told: str) -> None:
    with pytest.raises(FaultyFormat) as refused:
        read_format(spoiled(old, new), name="sociale.toml")
    assert refused.value.report("it").endswith(told)


@pytest.mark.clause("001-FT13")
@pytest.mark.parametrize("id", ["due-giorni", "raduno"])
def test_two_of_each_semifinal_in_the_final_are_warned_of(id: str) -> None:
    assert warnings(load_format(id)) == ()
    source = format_source(id).text
    assert source.count("each = 1\n") == 1
    two = source.replace("each = 1\n", "each = 2\n").replace(f'id = "{id}"', 'id = "nostro"')
    found = warnings(read_format(two, name="nostro.toml"))
    assert [(each.code, each.clause) for each in found] == [("several_of_a_table", "001-FT13")]


def test_another_size_than_the_regulation_prefers_is_warned_of() -> None:
    found = warnings(read_format(spoiled("sizes = [4, 5]", "sizes = [5, 4]"), name="sociale.toml"))
    assert [(each.code, each.clause) for each in found] == [("other_preferred", "000-3a")]


@pytest.mark.clause("001-FT14")
@pytest.mark.parametrize("id", ["due-giorni", "raduno"])
def test_four_semifinals_of_few_players_are_warned_of(id: str) -> None:
    format = load_format(id, {"semifinali": 4})
    assert warnings(format, 32) == ()
    found = warnings(format, 31)
    assert [(each.code, each.clause) for each in found] == [("few_for_layout", "001-FT14")]
    assert found[0].sentence("it") == "4 semifinali sono pensate per almeno 32 giocatori: qui sono 31."


@pytest.mark.parametrize("id", sorted(IDS))
def test_no_shipped_format_has_anything_to_think_over(id: str) -> None:
    assert warnings(load_format(id)) == ()


def test_the_document_tells_of_every_key() -> None:
    document = Path(__file__).parents[2].joinpath("docs", "formats.md").read_text(encoding="utf-8")
    shapes = [
        each
        for each in vars(model).values()
        if isinstance(each, type) and issubclass(each, model.FormatPartModel)
    ]
    keys = {key for shape in shapes for key in shape.model_fields}
    assert {key for key in keys if not re.search(rf"[`\[.]{key}[`\].]", document)} == set()


def test_english_words_are_optional_and_italian_ones_are_shown_instead() -> None:
    source = re.sub(r"about_en = .*", "", HOUSE)
    format = read_format(source, name="sociale.toml")
    assert format.description("en") == format.description("it") == "Come si gioca da noi"
    assert about(format.option["games"], "en") == "Quante serate"
    assert about(read_format(HOUSE, name="sociale.toml").option["games"], "en") == "How many evenings"
