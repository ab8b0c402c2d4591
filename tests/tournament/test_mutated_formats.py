"""Every key of every format, misspelt or standing where it has no effect, is refused with its line."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest

from kamchatka.tournament.format import model
from kamchatka.tournament.format.loading import (
    FaultyFormat,
    format_source,
    read_format,
    read_recorded_format,
    shipped_formats,
)
from kamchatka.tournament.format.uses import USES

KEY = re.compile(r"(?<![\w\"])([a-z_0-9]+)(?= = )")
TABLE = re.compile(r"\[+([a-z_.-]+)\]+$")
TABLES: dict[str, type[model.FormatPartModel]] = {
    "tables": model.TableRules,
    "standings": model.StandingsRules,
    "wishes": model.Wish,
    "gates": model.Gates,
    "rollcall": model.RollCall,
    "calendar": model.Calendar,
    "fee": model.Fee,
    "stage": model.Stage,
    "stage.enters": model.StageSource,
    "stage.layouts": model.Layout,
}
"""The model of each table that a key may be moved into."""
WHO = get_args(model.StageSource.model_fields["who"].annotation)


def refused_lines(source: str) -> list[int | None]:
    """The lines a format is refused for; empty if it is good."""
    try:
        read_format(source, name="mutato.toml")
    except FaultyFormat as refused:
        return [fault.line for fault in refused.faults]
    return []


def misspelt() -> Iterator[tuple[str, int, str]]:
    """Every key and heading of the shipped formats, its line, and the format in which it is misspelt.

    Keys that stand together in the same table of several formats are taken once, whatever their values.
    """
    done = set()
    for id in shipped_formats():
        lines, table = format_source(id).text.splitlines(), ""
        for number, line in enumerate(lines, 1):
            code = line.partition("#")[0].strip()
            heading = TABLE.match(code)
            table = heading[1] if heading else table
            keys = (table, *(match[1] for match in KEY.finditer(code)), code if heading else "")
            if keys in done:
                continue
            done.add(keys)
            places = [match.end() for match in KEY.finditer(code)]
            # Without the heading of a stage, what follows belongs to the one before: no TOML any more.
            places += [heading.end(1)] if heading and not code.startswith("[[stage") else []
            for at in places:
                spoilt = [*lines[: number - 1], f"{line[:at]}x{line[at:]}", *lines[number:]]
                yield f"{id}: {line}", number, "\n".join(spoilt)


def test_a_misspelt_key_is_refused_with_its_line() -> None:
    found = list(misspelt())
    assert len(found) > 150
    assert [said for said, line, source in found if line not in refused_lines(source)] == []


def moved() -> Iterator[tuple[str, str, int, str]]:
    """Keys of the shipped formats, each moved once into every kind of table that does not have it."""
    done = set()
    for id in shipped_formats():
        lines = format_source(id).text.splitlines()
        heads = {match[1]: at for at, line in enumerate(lines) if (match := TABLE.match(line))}
        for at, line in enumerate(lines):
            key = line.partition(" = ")[0]
            for table, shape in TABLES.items():
                if not KEY.match(line) or key in shape.model_fields or table not in heads:
                    continue
                if (key, table) in done:
                    continue
                done.add((key, table))
                kept = [*lines[:at], "", *lines[at + 1 :]]
                kept.insert(heads[table] + 1, line)
                yield key, table, heads[table] + 2, "\n".join(kept)


def test_a_key_in_a_table_that_does_not_have_it_is_refused_with_its_line() -> None:
    found = list(moved())
    assert len(found) > 200
    accepted = [(key, table) for key, table, line, source in found if line not in refused_lines(source)]
    assert accepted == []


VALUES = {"stage": '"serate"', "ranks": "[2, 3]", "each": "1", "count": "1", "place": "2", "games": "2"}
SOURCE = """\
id = "sociale"
title = "Torneo sociale"
about = "Come si gioca da noi"
rulebook = "rtu"
formula = "standard"

[tables]
sizes = [4, 5]

[[stage]]
id = "serate"
title = "Serate"
rounds = 2

[[stage]]
id = "semifinale"
title = "Semifinale"

[[stage.layouts]]
direct = 1
players = [8, 0]
enters = [{ who = "ranks", ranks = [2, 5] }]

[[stage]]
id = "finale"
title = "Finale"
decides = 1

[[stage.enters]]
who = "direct"

[[stage.enters]]
"""


@pytest.mark.parametrize("key", VALUES)
@pytest.mark.parametrize("who", [who for who in WHO if who != "direct"])
def test_a_key_of_enters_is_refused_where_its_source_does_not_use_it(who: str, key: str) -> None:
    needed = "ranks = [2, 5]\n" if who == "ranks" and key != "ranks" else ""
    source = f'{SOURCE}who = "{who}"\n{needed}{key} = {VALUES[key]}'
    lines = refused_lines(source)
    assert lines == ([] if key in USES[who] else [len(source.splitlines())])


def test_a_key_without_effect_is_refused_with_what_it_belongs_to() -> None:
    with pytest.raises(FaultyFormat) as refused:
        read_format(SOURCE + 'who = "winners"\nplace = 2', name="sociale.toml")
    assert 'it belongs to who = "recalled"' in refused.value.report("en")
    assert refused.value.report("it").endswith(
        'riga 34: «stage.finale.enters.2.place» qui non ha effetto: serve solo con who = "recalled"'
    )


def test_every_key_of_enters_has_a_source_that_uses_it() -> None:
    assert set(USES) == set(WHO)
    used = {key for keys in USES.values() for key in keys}
    assert used == set(model.StageSource.model_fields) - {"who", "clauses"} == set(VALUES)


GOOD = SOURCE + 'who = "winners"\n'
IDLE = [
    ("enters of the first stage", "rounds = 2\n", 'rounds = 2\nenters = [{ who = "everybody" }]\n', 14),
    ("layouts of the first stage", "rounds = 2\n", "rounds = 2\nlayouts = []\n", 14),
    ("enters beside layouts", 'title = "Semifinale"\n', 'title = "Semifinale"\nenters = []\n', 18),
    ("pick without layouts", "decides = 1\n", 'decides = 1\npick = "auto"\n', 28),
    ("a roll call of a later stage", "decides = 1\n", 'decides = 1\nrollcall = "each-round"\n', 28),
    ("wishes of a random draw", "rounds = 2\n", 'rounds = 2\nseating = "random"\nwishes = []\n', 15),
    (
        "rounds of another wish",
        "rounds = 2\n",
        'rounds = 2\nwishes = [{ kind = "club", rounds = "last" }]\n',
        14,
    ),
    ("points of a rest that never comes", "sizes = [4, 5]\n", "sizes = [4, 5]\nbye = 10\n", 9),
    ("standings of teams without teams", "[tables]\n", "[standings]\nteams = true\n\n[tables]\n", 8),
    ("minutes after no time", "[tables]\n", "[rollcall]\ngrace = 10\n\n[tables]\n", 8),
    ("nobody left for the direct place", 'who = "direct"\n', 'who = "everybody"\n', 20),
    ("a direct place nobody gets", "direct = 1\n", "", 29),
    (
        "games of direct places that are none",
        "ranks = [2, 5] }]\n",
        "ranks = [2, 5] }]\n[[stage.layouts]]\ndirect_games = 1\nenters = []\n",
        24,
    ),
    (
        "games of nobody, if direct places have their own",
        'players = [8, 0]\nenters = [{ who = "ranks", ranks = [2, 5] }]\n',
        "players = [8, 0]\ngames = 2\ndirect_games = 0\nenters = []\n",
        22,
    ),
    ("ranks without numbers", 'who = "ranks", ranks = [2, 5]', 'who = "ranks"', 22),
    (
        "an option that stands nowhere",
        "[tables]\n",
        '[option.games]\ndefault = 3\nabout = "Quante"\n\n[tables]\n',
        7,
    ),
    (
        "bounds of a choice",
        "rounds = 2\n",
        'rounds = "@games"\n\n[option.games]\ndefault = 2\nchoices = [2, 3]\nmost = 4\nabout = "Quante"\n',
        18,
    ),
]


@pytest.mark.parametrize(("old", "new", "line"), [case[1:] for case in IDLE], ids=[case[0] for case in IDLE])
def test_what_has_no_effect_is_refused_but_an_event_that_has_it_is_read(
    old: str, new: str, line: int
) -> None:
    assert refused_lines(GOOD) == []
    assert GOOD.count(old) == 1
    source = GOOD.replace(old, new)
    assert refused_lines(source) == [line]
    assert read_recorded_format(source, name="format.toml").id == "sociale"


def test_a_key_that_some_choice_uses_is_accepted() -> None:
    """With the final switched off, the second stage may be the first of all, and its `enters` idle."""
    option = '[option.first]\ndefault = true\nabout = "Se si comincia con le serate"\n\n[tables]\n'
    source = GOOD.replace("[tables]\n", option).replace(
        'title = "Serate"\n', 'title = "Serate"\nwhen = "@first"\n'
    )
    source = source.replace('who = "direct"\n\n[[stage.enters]]\n', "").replace("direct = 1\n", "")
    assert refused_lines(source) == []
