"""A club's own formats: extending another, choosing values, files by name, leagues without end."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kamchatka.app.files import database_path
from kamchatka.app.office import open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.messages import LANGUAGES
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import Rulebook, load, with_values
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.tournament.format import model
from kamchatka.tournament.format.library import RulesLibrary
from kamchatka.tournament.format.loading import (
    FaultyFormat,
    UnknownFormat,
    format_source,
    load_format,
    read_format,
    read_recorded_format,
    whole_format,
)
from kamchatka.tournament.format.tables import tables_for
from kamchatka.tournament.format.views import parts_of
from kamchatka.tournament.state import Setup
from kamchatka.web.desk.settings_form import plan_of
from tests.docs.examples import blocks_of
from tests.tournament.organiser import Organiser, seated

EVENINGS = """\
id = "serate-nostre"
title = "Le nostre serate"
about = "Tre serate, ne contano due; finale fra i primi quattro"
rulebook = "rtu"
formula = "standard"

[tables]
sizes = [4, 5]
spare = [3]

[tables.clauses]
sizes = ["001-T1"]

[standings]
best = 2

[gates]
judge = "open"
signatures = "open"

[[stage]]
id = "serate"
title = "Serate"
rounds = 3

[[stage]]
id = "finale"
title = "Finale"
enters = [{ who = "ranks", ranks = [1, 4] }]
summed = false
decides = 1
"""
FORMULA = 'id = "nostra"\ntitle = "La nostra"\nextends = "standard"\n'
RULEBOOK = 'id = "nostro"\ntitle = "Il nostro"\nextends = "rtu"\n[clock]\nminutes = 100\n'


def faults(source: str, library: RulesLibrary | None = None) -> list[tuple[str, str, int | None]]:
    """Everything a file is refused for."""
    with pytest.raises(FaultyFormat) as refused:
        read_format(source, name="nostro.toml", library=library or RulesLibrary())
    for lang in LANGUAGES:
        assert all(fault.sentence(lang) for fault in refused.value.faults)
    return [(fault.code, fault.where, fault.line) for fault in refused.value.faults]


def extending(*lines: str) -> str:
    """A format that extends the evenings, with these lines more."""
    return "\n".join(['id = "altre"', 'title = "Altre serate"', 'extends = "serate-nostre.toml"', *lines])


@pytest.fixture
def shelf(tmp_path: Path) -> RulesLibrary:
    """A folder with the evenings."""
    (tmp_path / "serate-nostre.toml").write_text(EVENINGS, encoding="utf-8")
    return RulesLibrary(tmp_path)


def test_a_format_extends_another_table_by_table(shelf: RulesLibrary) -> None:
    source = extending("[tables]", "sizes = [4]", "[[stage]]", 'id = "serate"', "rounds = 5")
    format = read_format(source, name="altre.toml", library=shelf)
    assert (format.id, format.title, format.rulebook) == ("altre", "Altre serate", "rtu")
    assert (format.tables.sizes, format.tables.spare, format.standings.best) == ([4], [3], 2)
    assert [(stage.id, stage.rounds, stage.title) for stage in format.stages] == [
        ("serate", 5, "Serate"),
        ("finale", 1, "Finale"),
    ]
    # The clause stated the sizes that were replaced; it does not state the new ones.
    assert format.tables.clauses == {}
    untouched = read_format(extending(), name="altre.toml", library=shelf)
    assert list(untouched.tables.clauses) == ["sizes"]


def test_a_new_stage_stands_before_the_next_one_that_is_named(shelf: RulesLibrary) -> None:
    enters = 'enters = [{ who = "ranks", ranks = [1, 8] }]'
    semifinal = ("[[stage]]", 'id = "semifinali"', 'title = "Semifinali"', "summed = false", enters)
    final = ("[[stage]]", 'id = "finale"', 'enters = [{ who = "winners" }, { who = "best-losers" }]')
    before = read_format(extending(*semifinal, *final), name="altre.toml", library=shelf)
    assert [stage.id for stage in before.stages] == ["serate", "semifinali", "finale"]
    at_end = read_format(extending(*semifinal), name="altre.toml", library=shelf)
    assert [stage.id for stage in at_end.stages] == ["serate", "finale", "semifinali"]
    without = extending("[[stage]]", 'id = "finale"', "when = false")
    assert [stage.id for stage in read_format(without, name="altre.toml", library=shelf).stages] == ["serate"]


def test_a_shipped_format_can_be_extended_by_its_id() -> None:
    source = 'id = "nostro"\ntitle = "Nostro"\nextends = "raduno"\n[fee]\nmost = 5\n'
    raduno, format = load_format("raduno"), read_format(source, name="nostro.toml")
    assert format.fee.most == 5
    assert (format.source, raduno.source) == ("", "001")
    assert [stage.layouts for stage in format.stages] == [stage.layouts for stage in raduno.stages]


@pytest.mark.parametrize(
    ("code", "where", "line", "lines"),
    [
        ("wrong_value", "stage.finale.decides", 6, ("[[stage]]", 'id = "finale"', "decides = -1")),
        ("wrong_value", "stage", 4, ("stage = 3",)),
        ("wrong_value", "tables.clauses", 5, ("[tables]", "clauses = 3")),
        ("unknown_key", "standings.bests", 5, ("[standings]", "bests = 3")),
        ("results", "standings.best", 5, ("[standings]", "best = 4")),
        ("unused_key", "stage.finale.rollcall", 6, ("[[stage]]", 'id = "finale"', 'rollcall = "once"')),
        # What the other file states is at fault only because of this one.
        ("best_and_drop", "standings.drop", 5, ("[standings]", "drop = 1")),
    ],
)
def test_a_fault_of_an_extending_file_is_told_with_its_own_line(
    shelf: RulesLibrary, code: str, where: str, line: int, lines: tuple[str, ...]
) -> None:
    assert faults(extending(*lines), shelf) == [(code, where, line)]


def test_a_format_that_extends_nothing_known_is_refused(shelf: RulesLibrary) -> None:
    assert faults(extending().replace("nostre.toml", "vostre.toml"), shelf) == [
        ("unknown_base", "extends", 3)
    ]
    with pytest.raises(FaultyFormat) as refused:
        read_format(extending().replace("serate-nostre.toml", "xyz"), name="altre.toml", library=shelf)
    assert "si può scrivere: aziendale, campionato, " in refused.value.report("it")
    assert faults(extending().replace('id = "altre"', ""), shelf) == [("missing_key", "id", 3)]
    folder = shelf.beside
    assert folder is not None
    (folder / "uno.toml").write_text('id = "uno"\nextends = "due.toml"\n', encoding="utf-8")
    (folder / "due.toml").write_text('id = "due"\nextends = "uno.toml"\n', encoding="utf-8")
    with pytest.raises(FaultyFormat) as refused:
        read_format((folder / "uno.toml").read_text(), name="uno.toml", library=shelf)
    assert [fault.code for fault in refused.value.faults] == ["unknown_base"]


def test_an_event_keeps_the_whole_text_of_what_it_extends(organiser: Organiser, tmp_path: Path) -> None:
    base, own = tmp_path / "serate-nostre.toml", tmp_path / "altre.toml"
    base.write_text(EVENINGS, encoding="utf-8")
    own.write_text(extending("[[stage]]", 'id = "serate"', "rounds = 2"), encoding="utf-8")
    id = organiser.begin(str(own), 8)
    base.write_text(EVENINGS.replace("ranks = [1, 4]", "ranks = [1, 5]"), encoding="utf-8")
    organiser.run(id, until="cut")
    assert organiser.steps.count("draw") == 2
    rows = organiser.standings(id)
    assert [each["name"] for each in organiser.do(id, "cut")["qualified"]] == list(rows)[:4]
    changed = organiser.begin(str(own), 8)
    organiser.run(changed, until="cut")
    assert len(organiser.do(changed, "cut")["qualified"]) == 5
    assert "extends" not in whole_format(own.read_text(), name="altre.toml", library=RulesLibrary(tmp_path))


CHOICES = "[formula_options]\nfourth-out = 3\n\n[rulebook_values]\nclock.minutes = 95\n\n"
CHOOSING = EVENINGS.replace("[tables]\n", f"{CHOICES}[tables]\n", 1)


def agreed(organiser: Organiser, *words: str) -> tuple[dict[str, Any], dict[str, Any], int]:
    """The options, the changed values and the minutes of a new event."""
    id = organiser.type("new", "Prova", *words)["id"]
    with open_office(database_path()) as office:
        found = open_tournament(office, id).tournament
    return (
        dict(found.settings.formula_options),
        dict(found.settings.overrides),
        found.setup.rulebook.clock.minutes,
    )


def test_a_format_chooses_options_of_its_formula_and_values_of_its_regulation(
    organiser: Organiser, tmp_path: Path
) -> None:
    own = tmp_path / "nostro.toml"
    own.write_text(CHOOSING, encoding="utf-8")
    chosen, values = {"fourth-out": 3}, {"clock.minutes": 95}
    assert agreed(organiser, "--format", str(own)) == (chosen, values, 95)
    # The organiser may choose otherwise, back to the formula's and the regulation's own values too.
    other = agreed(organiser, "--format", str(own), "--set", "fourth-out=4", "--rule", "clock.minutes=105")
    assert other == ({"fourth-out": 4}, {"clock.minutes": 105}, 105)
    # With another formula or regulation, what the format chooses of its own does not hold.
    assert agreed(organiser, "--format", str(own), "--formula", "bonus-50")[0] == {}
    assert agreed(organiser, "--format", str(own), "--rulebook", "rtu-2020")[1] == {}


def test_the_pages_start_from_what_the_format_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KAMCHATKA_HOME", str(tmp_path))
    (tmp_path / "formati").mkdir()
    free = CHOOSING.replace("[formula_options]", 'free = ["clock.minutes"]\n\n[formula_options]')
    (tmp_path / "formati" / "nostre.toml").write_text(free, encoding="utf-8")
    typed = {"formato": "nostre", "regolamento": "rtu"}
    plan = plan_of(typed, "it")
    assert (plan.formula_options, plan.overrides) == ({"fourth-out": 3}, {"clock.minutes": 95})
    assert plan.setup().rulebook.clock.minutes == 95
    back = plan_of({**typed, "standard.fourth-out": "4", "r.clock.minutes": "105"}, "it")
    assert (back.formula_options, back.overrides) == ({}, {"clock.minutes": 105})
    assert plan_of({**typed, "formula": "bonus-50"}, "it").formula_options == {}
    assert plan_of({**typed, "regolamento": "rtu-2020"}, "it").overrides == {}


def test_a_format_cannot_choose_what_binds_an_official_tournament(
    organiser: Organiser, tmp_path: Path
) -> None:
    own = tmp_path / "nostro.toml"
    own.write_text(CHOOSING, encoding="utf-8")
    refused = organiser.refused("new", "Prova", "--format", str(own), "--official")
    assert (refused["code"], refused["clause"]) == ("binding_value", "001-R2")
    own.write_text(
        CHOOSING.replace("[formula_options]", 'free = ["clock.minutes"]\n\n[formula_options]'), "utf-8"
    )
    organiser.type("new", "Prova", "--format", str(own), "--official")


def test_the_scores_of_an_event_follow_the_options_its_format_chooses(
    organiser: Organiser, tmp_path: Path
) -> None:
    """001-FP8c: the fourth one out at a table of five, worth four points or three."""
    totals = {}
    for name, text in (("scelto", CHOOSING), ("solito", EVENINGS)):
        own = tmp_path / f"{name}.toml"
        own.write_text(text.replace("sizes = [4, 5]", "sizes = [5, 4]"), encoding="utf-8")
        id = organiser.begin(str(own), 5)
        organiser.run(id, until="record")
        people = seated(organiser.type("tables", id))[0]
        seats = [{"player": people[0], "points": 60}]
        seats += [{"player": who, "points": 0, "eliminated": at} for at, who in enumerate(people[1:], 1)]
        path = tmp_path / "tavolo.json"
        path.write_text(json.dumps({"round": [{"number": 1, "table": [{"number": 1, "seat": seats}]}]}))
        organiser.type("record", id, str(path))
        organiser.run(id, until="draw")
        totals[name] = [organiser.standings(id)[who]["total"] for who in people]
    assert totals["solito"][:4] == totals["scelto"][:4]
    assert float(totals["solito"][4]) - float(totals["scelto"][4]) == 1


@pytest.mark.parametrize(
    ("code", "where", "old", "new"),
    [
        ("formula_option", "formula_options.fourth-out", "fourth-out = 3", "fourth-out = 5"),
        ("formula_option", "formula_options.fifth-out", "fourth-out = 3", "fifth-out = 3"),
        ("unknown_value", "rulebook_values.clock.minuti", "clock.minutes", "clock.minuti"),
        ("rulebook_value", "rulebook_values.clock.minutes", "clock.minutes = 95", 'clock.minutes = "x"'),
        (
            "option_not_here",
            "rulebook_values.clock.minutes",
            "clock.minutes = 95",
            'clock.minutes = "@minutes"',
        ),
        ("option_not_here", "formula_options.fourth-out", "fourth-out = 3", 'fourth-out = "@quarto"'),
    ],
)
def test_an_option_or_value_that_does_not_exist_is_refused(code: str, where: str, old: str, new: str) -> None:
    assert read_format(CHOOSING, name="nostro.toml").chosen_values == {"clock.minutes": 95}
    found = faults(CHOOSING.replace(old, new))
    assert (code, where) in [each[:2] for each in found]
    assert {line for *_, line in found} == {8 if where.startswith("formula") else 11}


def test_files_named_by_a_format_are_looked_for_beside_it(
    organiser: Organiser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "nostri", tmp_path / "altrove"
    folder.mkdir()
    elsewhere.mkdir()
    own = folder / "nostro.toml"
    named = EVENINGS.replace('"rtu"', '"nostro-reg.toml"').replace('"standard"', '"nostra.toml"')
    own.write_text(named, encoding="utf-8")
    monkeypatch.chdir(elsewhere)
    status, out, _ = organiser.terminal.type("it", "format", "check", str(own), "--json")
    assert (status, [(each["code"], each["line"]) for each in json.loads(out)["faults"]]) == (
        2,
        [("no_file", 4), ("no_file", 5)],
    )
    assert organiser.refused("new", "Prova", "--format", str(own))["code"] == "faulty_file"
    (folder / "nostra.toml").write_text(FORMULA, encoding="utf-8")
    (folder / "nostro-reg.toml").write_text(RULEBOOK, encoding="utf-8")
    assert organiser.terminal.type("it", "format", "check", str(own), "--json")[0] == 0
    assert agreed(organiser, "--format", str(own))[2] == 100
    shown = organiser.terminal.type("it", "format", "show", str(own))[1].splitlines()
    assert "- Regolamento: Il nostro" in shown
    assert "- Punteggio: La nostra" in shown
    (folder / "nostra.toml").write_text(FORMULA + "tytle = 1\n", encoding="utf-8")
    status, out, _ = organiser.terminal.type("it", "format", "check", str(own), "--json")
    assert [(each["code"], each["line"]) for each in json.loads(out)["faults"]] == [("faulty_file", 5)]


def test_ids_of_the_data_folder_work_everywhere(organiser: Organiser, tmp_path: Path) -> None:
    home = tmp_path / "home"
    for kind, name, text in (
        ("formati", "serate-nostre", EVENINGS.replace('"rtu"', '"nostro"').replace('"standard"', '"nostra"')),
        ("formule", "nostra", FORMULA),
        ("regolamenti", "nostro", RULEBOOK),
        ("formule", "rotta", "id = 3"),
    ):
        (home / kind).mkdir(parents=True, exist_ok=True)
        (home / kind / f"{name}.toml").write_text(text, encoding="utf-8")

    def told(*words: str) -> Any:
        status, out, err = organiser.terminal.type("it", *words, "--json")
        assert status == 0, err
        return json.loads(out)

    assert agreed(organiser, "--format", "serate-nostre")[2] == 100
    assert agreed(organiser, "--format", "open", "--formula", "nostra", "--rulebook", "nostro")[2] == 100
    assert told("formula", "show", "nostra")["title"] == "La nostra"
    assert told("rulebook", "show", "nostro")["title"] == "Il nostro"
    assert told("format", "show", "serate-nostre")["title"] == "Le nostre serate"
    assert "nostra" in [each["id"] for each in told("formula", "list")]
    assert "nostro" in [each["id"] for each in told("rulebook", "list")]
    sheet = tmp_path / "tavolo.toml"
    rows = "".join(f'[[seat]]\nplayer = "{who}"\npoints = {ord(who)}\n' for who in "ABCD")
    sheet.write_text(f'rulebook = "rtu"\n{rows}', encoding="utf-8")
    assert told("score", str(sheet), "--formula", "nostra")
    status, _, err = organiser.terminal.type("it", "formula", "show", "vostra")
    assert status == 2
    assert "nostra" in err


def test_a_format_is_found_shipped_first_then_by_file_or_id(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "formati"):
        folder.mkdir(exist_ok=True)
        for name in ("nostre", "serate"):
            (folder / f"{name}.toml").write_text(EVENINGS, encoding="utf-8")
    library = RulesLibrary(house=tmp_path)
    assert format_source("nostre", library) == ("nostre.toml", EVENINGS)
    assert format_source(str(tmp_path / "nostre.toml")).text == EVENINGS
    assert format_source("serate", library).text != EVENINGS
    with pytest.raises(UnknownFormat):
        format_source("nostre")
    with pytest.raises(FileNotFoundError):
        format_source(str(tmp_path / "none.toml"))
    with pytest.raises(NotUnderstood):
        texts_of(str(tmp_path / "none.toml"))


LEAGUE = EVENINGS.replace("rounds = 3", 'rounds = "open"').replace("best = 2", "best = 3")


def test_an_open_league_goes_on_until_the_organiser_ends_it(organiser: Organiser, tmp_path: Path) -> None:
    own = tmp_path / "lega.toml"
    wishing = "[[stage]]\nwishes = [{ kind = 'club' }]"
    own.write_text(LEAGUE.replace("[[stage]]", wishing, 1), encoding="utf-8")
    id = organiser.begin(str(own), 8)
    refused = organiser.refused("end-stage", id)
    assert (refused["code"], refused["sentence"][-2:]) == ("stage_not_over", "0.")
    organiser.run(id, until="draw")
    assert organiser.do(id, "draw")["receipt"]["wishes"] == ["club"]
    for played in range(1, 6):
        organiser.run(id, until="close")
        assert organiser.refused("end-stage", id)["code"] == "round_open"
        organiser.do(id, "close")
        rows = organiser.standings(id)
        # Fewer rounds than count: all count. Then the best three.
        assert {len(row["counted"]) for row in rows.values()} == {min(played, 3)}
        assert organiser.type("show", id)["next"] == "draw"
        assert organiser.refused("cut", id)["code"] == "stage_not_over"
    assert organiser.type("end-stage", id)["events"] != []
    assert organiser.type("end-stage", id)["events"] == []
    assert organiser.refused("draw", id, "--seed", "gru-1")["code"] == "stage_over"
    assert organiser.type("show", id)["next"] == "cut"
    assert [each["name"] for each in organiser.do(id, "cut")["qualified"]] == list(rows)[:4]
    assert organiser.refused("end-stage", id)["code"] == "stage_has_rounds"
    assert organiser.run(id)["winners"][0] in list(rows)[:4]


def test_an_open_league_without_a_final_ends_with_its_standings(organiser: Organiser, tmp_path: Path) -> None:
    own = tmp_path / "lega.toml"
    own.write_text(LEAGUE[: LEAGUE.index('[[stage]]\nid = "finale"')], encoding="utf-8")
    id = organiser.begin(str(own), 8)
    organiser.run(id, until="close")
    organiser.do(id, "close")
    assert organiser.type("show", id)["next"] == "draw"
    organiser.type("end-stage", id)
    assert organiser.type("show", id)["next"] == "publish"
    assert organiser.run(id)["winners"] == list(organiser.standings(id))[:1]


def test_a_league_without_end_drops_nothing_and_is_not_planned() -> None:
    assert faults(LEAGUE.replace("best = 3", "drop = 1")) == [("drop_without_end", "standings.drop", 15)]
    planned = LEAGUE.replace('rounds = "open"', 'rounds = "open"\nseating = "planned"')
    assert [each[0] for each in faults(planned)] == ["planned_without_end"]


TOLD = """id = "tutto"
title = "Tutto"
about = "Ogni voce"
rulebook = "rtu"
formula = "standard"
days = 2
entrants = [8, 40]
advised = [12, 30]
free = ["clock.minutes"]
void = "next-round"
teams = 2

[formula_options]
fourth-out = 3

[rulebook_values]
clock.minutes = 95

[option.games]
default = 4
least = 3
most = 6
about = "Quante serate"
binding = true

[tables]
sizes = [4, 5]
uniform = "when-possible"
spare = [3]
dummy = true
rest = true
by_number = { 6 = [5, "bye"] }
last_round = { 7 = [5, "duel"], 9 = [4, 4, "bye"] }
bye = 7
bye_at_rank = { 6 = 15 }

[team]
least = 1
short = "out"
reserves = 2
captain = "named"

[standings]
best = 2
absences = "none"
games = 2
ties = ["wins"]
scope = "all"
order = "percentage"
teams = true

[[wishes]]
kind = "opponents"
absolute = true
weight = 4
rounds = "last"
in_last_round = false

[gates]
judge = "warn"
signatures = "open"

[rollcall]
by = "21:10"
grace = 10
cards_lost = 3

[calendar]
first = "06-07"
step_days = 7

[fee]
most = 10

[[stage]]
id = "serate"
title = "Serate"
rounds = "@games"
rollcall = "each-round"
wishes = [{ kind = "club" }]

[[stage]]
id = "semifinali"
title = "Semifinali"
sizes = [5, 4]
tables = [1, 3]
seating = "quarters"
pick = "auto"
summed = false

[[stage.layouts]]
players = [16, 0]
counts = "entered"
when = ["top-three-level"]
tables = 2
groups = 1
direct = 1
enters = [{ who = "ranks", ranks = [2, 9] }]

[[stage]]
id = "finale"
title = "Finale"
summed = false
decides = 1
enters = [{ who = "direct" }, { who = "winners", stage = "serate", each = 1 }]

[[stage]]
id = "finalina"
title = "Finalina"
enters = [{ who = "ranks", ranks = [5, 8] }]
summed = false
"""
OTHERWISE = {
    "days = 2": "days = 3",
    "entrants = [8, 40]": "entrants = [9, 0]",
    "advised = [12, 30]": "",
    'free = ["clock.minutes"]': "free = []",
    'void = "next-round"': "",
    "teams = 2": "teams = 3",
    "fourth-out = 3": "fourth-out = 4",
    "clock.minutes = 95": "clock.minutes = 100",
    "least = 3": "least = 2",
    "most = 6": "most = 5",
    'about = "Quante serate"': 'about = "Turni"',
    "binding = true": "",
    "sizes = [4, 5]": "sizes = [4]",
    'uniform = "when-possible"': "",
    "spare = [3]": "",
    "dummy = true": "",
    'by_number = { 6 = [5, "bye"] }': "",
    '7 = [5, "duel"], ': "",
    "best = 2\nabsences": "drop = 1\nabsences",
    "bye = 7": "bye = 8",
    "bye_at_rank = { 6 = 15 }": "",
    "least = 1": "least = 2",
    'short = "out"': "",
    "reserves = 2": "reserves = 3",
    'captain = "named"': 'captain = "signs"',
    "rest = true": "",
    "best = 2": "best = 3",
    'absences = "none"': "",
    "games = 2": "games = 3",
    'ties = ["wins"]': 'ties = ["seconds"]',
    'scope = "all"': 'scope = "counted"',
    'order = "percentage"': "",
    "teams = true": "",
    "absolute = true": "",
    "weight = 4": "weight = 5",
    'rounds = "last"': "",
    "in_last_round = false": "",
    'kind = "opponents"\nabsolute = true\nweight = 4\nrounds = "last"': 'kind = "family"',
    'judge = "warn"': 'judge = "open"',
    'signatures = "open"': 'signatures = "refuse"',
    'by = "21:10"': 'by = "21:15"',
    "grace = 10": "grace = 11",
    "cards_lost = 3": "cards_lost = 2",
    'first = "06-07"': 'first = "06-08"',
    "step_days = 7": "step_days = 8",
    "most = 10": "most = 9",
    'rollcall = "each-round"': "",
    'wishes = [{ kind = "club" }]': "",
    "sizes = [5, 4]": "sizes = [4]",
    "tables = [1, 3]": "tables = [2, 3]",
    'seating = "quarters"': "",
    'pick = "auto"': "pick = 2",
    "players = [16, 0]": "players = [17, 0]",
    'counts = "entered"': "",
    'when = ["top-three-level"]': "",
    "direct = 1\n": "direct = 1\ngames = 3\n",
    "groups = 1\ndirect = 1\n": "groups = 1\ndirect = 1\ndirect_games = 2\n",
    "tables = 2": "",
    "tables = 2\ngroups = 1": "groups = 2",
    "direct = 1": "direct = 2",
    "ranks = [2, 9]": "ranks = [3, 9]",
    "decides = 1": "",
    ', stage = "serate"': "",
    "each = 1": "each = 2",
    'title = "Finale"': 'title = "Finalissima"',
    'title = "Finalina"': 'title = "Finalina"\nbeside = true',
    'rounds = "@games"': "rounds = 6",
}


def in_words(source: str) -> list[list[Any]]:
    """What `format show` says of a file, in each language."""
    format = read_recorded_format(source, name="tutto.toml")
    formula = load_formula(format.formula, format.formula_options)
    setup = Setup(format, _timed(format.rulebook_values["clock"]["minutes"]), formula)
    return [[(part.heading, part.lines) for part in parts_of(setup, lang)] for lang in LANGUAGES]


@cache
def _timed(minutes: int) -> Rulebook:
    return with_values(load("rtu"), {"clock.minutes": minutes})


def test_showing_a_format_says_everything_it_does() -> None:
    usual = in_words(TOLD)
    assert load_formula("standard").option["fourth-out"].about in str(usual[0])
    silent = []
    for old, new in OTHERWISE.items():
        assert old in TOLD, old
        source = TOLD.replace(old, new, 1)
        if old == 'rounds = "@games"':
            source = source.replace(TOLD[TOLD.index("[option.games]") : TOLD.index("[tables]")], "")
        silent += [old for one, other in zip(usual, in_words(source), strict=True) if one == other]
    assert silent == []
    summed = TOLD.replace("best = 2\n", "").replace("summed = false\n", "", 1)
    assert len(str(in_words(summed))) < len(str(in_words(TOLD.replace("best = 2\n", ""))))


def test_every_key_that_does_something_is_among_those_told() -> None:
    shapes: list[type[model.FormatPartModel]] = [model.Format, model.Stage, model.Layout, model.Wish]
    shapes += [model.FormatOption, model.TableRules, model.StandingsRules, model.Gates, model.RollCall]
    shapes += [model.Calendar, model.Fee, model.TeamRules]
    keys = {key for shape in shapes for key in shape.model_fields}
    names = {"clauses", "id", "title_en", "about_en", "source", "rulebook", "formula", "settings", "stage"}
    names |= {"proposed"}  # advice, which no event plays by
    tables = {"standings", "gates", "calendar", "fee", "option", "formula_options", "rulebook_values"}
    others = {"team", "layouts", "enters", "choices", "default", "summed"}
    words = " ".join([*OTHERWISE, *OTHERWISE.values()])
    assert {key for key in keys - names - tables - others if f"{key} = " not in words} == set()


def test_a_format_is_shown_in_the_order_of_the_event() -> None:
    headings = [heading for heading, _ in in_words(TOLD)[0]]
    assert headings[:9] == [
        "In generale",
        "Prima di cominciare",
        "Tavoli",
        "Serate",
        "Classifica",
        "Semifinali",
        "Finale",
        "Finalina",
        "Che cosa si può scegliere",
    ]


def document(name: str) -> str:
    """A file that the document of formats shows."""
    text = Path(__file__).parents[2].joinpath("docs", "formats.md").read_text(encoding="utf-8")
    return next(block.body for block in blocks_of(text) if f"This is `{name}`" in block.before)


def best_game(organiser: Organiser, id: str, who: str) -> tuple[Fraction, int]:
    """The best single result of somebody, and how many games they played."""
    games = [
        Fraction(each["key"][0])
        for each in organiser.type("standings", id, "--explain", who)["results"]
        if each["place"] is not None
    ]
    return max(games, default=Fraction(-1)), len(games)


def test_six_evenings_direct_finalists_and_a_recall_as_the_document_tells_them(
    organiser: Organiser, tmp_path: Path
) -> None:
    own = tmp_path / "sei-serate.toml"
    own.write_text(document("sei-serate.toml"), encoding="utf-8")
    id = organiser.begin(str(own), 21)
    for _ in range(6):
        organiser.run(id, until="draw")
        absent = [f"#{who}" for who in organiser.luck.sample(range(1, 22), 5)]
        organiser.type("rollcall", id, "--absent", *absent)
        organiser.run(id, until="close")
        organiser.do(id, "close")
    rows = list(organiser.standings(id))
    assert {len(row["counted"]) for row in organiser.standings(id).values()} == {4}
    played = {who: best_game(organiser, id, who) for who in rows[6:]}
    recalled = [who for who in rows[6:] if played[who][1] >= 4]
    assert 0 < len(recalled) < len(played)
    best = max(recalled, key=lambda who: (played[who][0], -rows.index(who)))
    cut = organiser.do(id, "cut")
    assert [each["name"] for each in cut["qualified"]] == [*rows[3:6], best, *rows[:3]]
    organiser.run(id, until="cut")
    final = [each["name"] for each in organiser.do(id, "cut")["qualified"]]
    assert (final[:3], final[3] in {*rows[3:6], best}, len(final)) == (rows[:3], True, 4)


NO_SEMIFINAL = {
    "it": (
        "Chi salta un turno prende zero",
        "da 4 a 19: questa fase non si gioca; direttamente alla fase dopo",
    ),
    "en": ("A round missed gives zero", "4 to 19: this stage is not played; "),
}


def test_with_fewer_than_twenty_there_is_no_semifinal(organiser: Organiser, tmp_path: Path) -> None:
    own = tmp_path / "sei-serate.toml"
    own.write_text(document("sei-serate.toml"), encoding="utf-8")
    for lang, words in NO_SEMIFINAL.items():
        said = " ".join(organiser.terminal.type(lang, "format", "show", str(own))[1].split())
        assert [said.find(each) for each in words] == sorted(said.find(each) for each in words)
        assert said.find(words[0]) > 0
    id = organiser.begin(str(own), 8)
    organiser.run(id, until="cut")
    rows = list(organiser.standings(id))
    assert [each["name"] for each in organiser.do(id, "cut")["qualified"]] == rows[:4]
    assert organiser.run(id)["winners"][0] in rows[:4]


@pytest.mark.parametrize(
    ("sizes", "players", "tables"),
    [
        ("sizes = [4, 5]\nspare = [3]", 11, [4, 4, 3]),
        ("sizes = [4, 5]\nspare = [3]", 10, [5, 5]),
        ("sizes = [4, 5, 3]", 10, [4, 3, 3]),
    ],
)
def test_spare_sizes_are_used_only_where_the_others_leave_somebody_out(
    sizes: str, players: int, tables: list[int]
) -> None:
    source = EVENINGS.replace("sizes = [4, 5]\nspare = [3]", sizes).replace('"rtu"', '"rtu-2020"')
    format = read_format(source, name="nostro.toml")
    assert [table.size for table in tables_for(format, format.stages[0], players)] == tables
