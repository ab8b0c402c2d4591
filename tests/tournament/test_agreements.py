"""What must be agreed and in order before round 1, and what nobody changes after it."""

from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kamchatka.app.tournaments.texts import changed_texts, setup_of, texts_of
from kamchatka.referee.casebook.asking import rulings_of, standing_of
from kamchatka.referee.casebook.loading import casebook
from kamchatka.referee.casebook.model import RulingRule
from kamchatka.rulebook import Rulebook, load, load_file, read_recorded, shipped
from kamchatka.rulebook.faults import FaultyRulebook
from kamchatka.rulebook.model import OWN_CHOICE
from kamchatka.tournament.format.loading import format_source
from kamchatka.tournament.settings import first_day
from tests.tournament.organiser import Organiser, seated

OF_CLUBS = (
    *("tre-partite", "tre-partite-finale", "due-giorni", "raduno", "serate", "campionato"),
    *("eliminazione-diretta", "seconda-chance"),
)
OF_CIRCUITS = ("raduno-circuito", "master", "open", "cni", "campionato-periodico", "squadre")
OFFICIAL = ("Prova", "--format", "tre-partite", "--judge", "Ugo Bassi", "--official")


def people(count: int) -> list[str]:
    """P1, P2 and so on."""
    return [f"P{number}" for number in range(1, count + 1)]


def strength(name: str) -> int:
    """Table points of P1, P2…: each one more than the one before."""
    return int(name[1:]) + 20


def to_do(organiser: Organiser, id: str, what: str) -> dict[str, Any] | None:
    """A task on the organiser's list, if it stands there."""
    return next((each for each in organiser.type("show", id)["todo"] if each["what"] == what), None)


@pytest.mark.clause("000-2a")
def test_nothing_starts_without_an_official_judge(organiser: Organiser) -> None:
    id = organiser.type("new", "Prova", "--format", "challenge")["id"]
    organiser.enter(id, *people(4))
    assert organiser.refused("draw", id)["clause"] == "000-2a"
    organiser.type("judge", id, "P1", "--table")
    assert organiser.refused("draw", id)["code"] == "no_judge"
    organiser.type("judge", id, "Ada Neri")
    assert organiser.type("draw", id)["round"] == 1


@pytest.mark.clause("000-2a", "000-2c")
@pytest.mark.parametrize("format", [*OF_CLUBS, *OF_CIRCUITS, "challenge"])
def test_no_format_starts_without_a_judge_and_all_signatures(organiser: Organiser, format: str) -> None:
    id = organiser.type("new", "Prova", "--format", format)["id"]
    organiser.enter(id, *people(4), words=("--present",))
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("no_judge", "000-2a")
    organiser.type("judge", id, "Ugo Bassi")
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"]) == ("unsigned", "000-2c")


@pytest.mark.clause("000-2b")
def test_the_official_judge_does_not_play(organiser: Organiser) -> None:
    id = organiser.open("challenge")
    organiser.enter(id, "Anna", "Bruno", "Carla")
    refused = organiser.refused("enter", id, "Ugo Bassi")
    assert (refused["code"], refused["clause"]) == ("judge_plays", "000-2b")
    assert refused["sentence"].startswith("Ugo Bassi ")
    refused = organiser.refused("judge", id, "Carla")
    assert (refused["clause"], refused["sentence"][:6]) == ("000-2b", "Carla ")
    refused = organiser.refused("substitute", id, "Anna", "Ugo Bassi")
    assert refused["clause"] == "000-2b"
    # Who judges no longer may play, and who no longer plays may judge.
    organiser.type("judge", id, "Dario")
    organiser.type("enter", id, "Ugo Bassi")
    organiser.type("withdraw", id, "Carla")
    organiser.type("judge", id, "Carla")
    assert [each["name"] for each in organiser.type("rollcall", id)] == ["Anna", "Ugo Bassi", "Bruno"]


@pytest.mark.clause("000-2c")
def test_round_one_waits_for_the_last_signature(organiser: Organiser) -> None:
    id = organiser.open("challenge")
    organiser.enter(id, *people(16), words=("--present",))
    organiser.type("sign", id, *people(15))
    refused = organiser.refused("draw", id)
    assert (refused["code"], refused["clause"], refused["missing"]) == ("unsigned", "000-2c", ["P16"])
    assert "P16" in refused["sentence"]
    organiser.type("sign", id, "P16")
    assert [len(table) for table in seated(organiser.type("draw", id))] == [4, 4, 4, 4]


@pytest.mark.clause("000-2f")
def test_who_is_disqualified_sits_no_more_and_is_listed_last(organiser: Organiser) -> None:
    id = organiser.open("tre-partite", "--formula", "bonus-50")
    organiser.enter(id, *people(9))
    for _ in range(2):
        tables = organiser.play(id, strength)
        assert any("P9" in table for table in tables)
    assert organiser.standings(id)["P9"]["rank"] == 1
    assert organiser.type("standings", id)["warnings"] == []
    assert organiser.refused("disqualify", id, "P9")["clause"] == "000-2g"
    organiser.type("disqualify", id, "P9", "--reason", "Dadi truccati")
    [table, other] = seated(organiser.type("draw", id))
    assert sorted(table + other) == people(8)
    answer = organiser.type("standings", id)
    assert answer["rows"][-1]["player"] == "P9"
    assert (answer["rows"][-1]["rank"], answer["rows"][-1]["total"]) == (9, "158")
    told = "Fuori gara per decisione del giudice, in fondo alla classifica: P9 [000-2f]."
    assert answer["warnings"] == [told]
    refused = organiser.refused("rollcall", id, "--present", "P9")
    assert refused["sentence"] == "P9 è fuori dal torneo per decisione del giudice."


@pytest.mark.clause("000-2g")
def test_a_penalty_without_its_reason_is_not_stored(organiser: Organiser) -> None:
    id = organiser.open("tre-partite", "--formula", "bonus-50")
    organiser.enter(id, *people(4))
    organiser.play(id, strength)
    before = organiser.type("standings", id)
    for reason in ([], ["--reason", "  "]):
        refused = organiser.refused("penalty", id, "P4", "--points", "60", *reason)
        assert (refused["code"], refused["clause"]) == ("reason_missing", "000-2g")
    assert organiser.type("standings", id) == before
    assert organiser.standings(id)["P4"]["total"] == "74"
    organiser.type("penalty", id, "P4", "--points", "60", "--reason", "Ha guardato le carte altrui")
    assert organiser.standings(id)["P4"]["total"] == "14"


@pytest.mark.clause("001-F1")
def test_ten_euros_at_most_for_all_phases_together(organiser: Organiser) -> None:
    for format, official in product(OF_CLUBS, (["--official"], [])):
        words = ("Prova", "--format", format, *official, "--fee")
        refused = organiser.refused("new", *words, "10.01")
        assert (refused["code"], refused["clause"]) == ("fee_too_high", "001-F1")
        organiser.type("new", *words, "10.00")
    id = organiser.type("new", *OFFICIAL, "--fee", "6")["id"]
    organiser.type("publish", id, "--rules")
    organiser.enter(id, "Anna", "Bruno")
    organiser.type("pay", id, "Anna")
    # Six for the first phase and six for the second would make twelve.
    refused = organiser.refused("pay", id, "Anna")
    assert (refused["clause"], refused["sentence"]) == ("001-F1", "Anna ha già pagato la quota (6 €).")
    assert organiser.refused("settings", id, "--fee", "12")["clause"] == "001-F1"


@pytest.mark.clause("001-F2")
def test_members_may_pay_less_but_not_more(organiser: Organiser) -> None:
    organiser.type("new", *OFFICIAL, "--fee", "10", "--member-fee", "10")
    refused = organiser.refused("new", *OFFICIAL, "--fee", "10", "--member-fee", "10,50")
    assert (refused["code"], refused["clause"]) == ("member_fee_higher", "001-F2")
    assert "10,50" in refused["sentence"]
    assert "intera (10 €)" in refused["sentence"]
    id = organiser.type("new", *OFFICIAL, "--fee", "10", "--member-fee", "5")["id"]
    organiser.type("publish", id, "--rules")
    organiser.enter(id, "Anna", "Bruno", "Carla")
    organiser.type("pay", id, "Anna", "--member")
    organiser.type("pay", id, "Bruno")
    paid = [(each["name"], each["paid"]) for each in organiser.type("rollcall", id)]
    assert paid == [("Anna", "5"), ("Bruno", "10"), ("Carla", None)]


@pytest.mark.clause("001-R2")
def test_a_variation_needs_its_official_source(organiser: Organiser) -> None:
    change = ("--rule", "armies.limit=140")
    refused = organiser.refused("new", *OFFICIAL, *change)
    assert (refused["code"], refused["clause"]) == ("binding_value", "001-R2")
    assert "«Massimo di armate»" in refused["sentence"]
    assert organiser.refused("new", *OFFICIAL, *change, "--reference", " ")["clause"] == "001-R2"
    organiser.type("new", *OFFICIAL, *change, "--reference", "Forum dei club ufficiali, 12 marzo")
    # What the regulation itself leaves open, and an event that is not official, need none.
    organiser.type("new", *OFFICIAL, "--rule", "closing.mode=at-most", "--rule", "clock.minutes=90")
    organiser.type("new", "Serata", "--format", "tre-partite", *change)


def test_an_official_game_lasts_as_long_as_the_regulation_allows(organiser: Organiser) -> None:
    for minutes in (89, 106):
        refused = organiser.refused("new", *OFFICIAL, "--rule", f"clock.minutes={minutes}")
        assert (refused["code"], refused["clause"]) == ("minutes_outside", "001-E1")
    assert "90–105 minuti" in refused["sentence"]
    for minutes in (90, 105):
        organiser.type("new", *OFFICIAL, "--rule", f"clock.minutes={minutes}")
    organiser.type("new", "Serata", "--format", "tre-partite", "--rule", "clock.minutes=89")


def test_a_format_of_the_house_leaves_nothing_open_that_binds(organiser: Organiser) -> None:
    house = organiser.folder / "nostro.toml"
    own = format_source("tre-partite").text.replace('id = "tre-partite"', 'id = "nostro"')
    free = 'free = ["clock.minutes", "closing.mode"]'
    assert own.count(free) == 1
    house.write_text(own.replace(free, 'free = ["closing.mode", "armies.limit"]'), encoding="utf-8")
    words = ("new", "Prova", "--format", str(house), "--official", "--rule")
    assert organiser.refused(*words, "armies.limit=140")["clause"] == "001-R2"
    assert organiser.refused(*words, "clock.minutes=90")["clause"] == "001-R2"
    organiser.type(*words, "closing.mode=at-most")


def test_what_is_agreed_may_change_where_a_file_of_the_house_is_played(organiser: Organiser) -> None:
    house, rules = organiser.folder / "nostro.toml", organiser.folder / "casa.toml"
    own = format_source("tre-partite").text.replace('id = "tre-partite"', 'id = "nostro"')
    house.write_text(own, encoding="utf-8")
    rules.write_text('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[reinforcement]\nminimum = 3\n')
    id = organiser.open(str(house), "--rulebook", str(rules))
    house.unlink()
    rules.unlink()
    organiser.enter(id, *people(4))
    assert organiser.type("settings", id, "--rule", "armies.limit=140", "--formula", "bonus-50")["events"]
    organiser.play(id, strength)
    assert organiser.standings(id)["P4"]["total"] == "74"
    assert organiser.type("settings", id, "--place", "Circolo nuovo")["events"]
    assert organiser.refused("settings", id, "--rule", "armies.limit=150")["code"] == "settings_fixed"


@pytest.mark.clause("001-R3")
def test_no_rules_of_the_house_in_an_official_tournament(organiser: Organiser) -> None:
    refused = organiser.refused("new", *OFFICIAL, "--rule", "reinforcement.minimum=3")
    assert refused["clause"] == "001-R2"
    house = organiser.folder / "casa.toml"
    house.write_text('id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[reinforcement]\nminimum = 3\n')
    refused = organiser.refused("new", *OFFICIAL, "--rulebook", str(house))
    assert (refused["code"], refused["clause"]) == ("house_rulebook", "001-R3")
    assert "«casa» è un regolamento di casa" in refused["sentence"]
    organiser.type("new", *OFFICIAL, "--rulebook", "rtu")
    organiser.type("new", "Serata", "--format", "tre-partite", "--rulebook", str(house))


@pytest.mark.clause("001-N1")
def test_a_national_selection_has_its_rules_attached(organiser: Organiser, tmp_path: Path) -> None:
    id = organiser.type("new", *OFFICIAL)["id"]
    refused = organiser.refused("settings", id, "--selection")
    assert (refused["code"], refused["clause"]) == ("selection_without_rules", "001-N1")
    paper = tmp_path / "selezione.pdf"
    paper.write_bytes(b"%PDF-1.4")
    organiser.type("attach", id, "arbitral-rules", str(paper))
    assert organiser.refused("settings", id, "--selection")["clause"] == "001-N1"
    organiser.type("attach", id, "selection", str(paper))
    assert organiser.type("settings", id, "--selection")["events"] != []


def test_official_papers_lack_the_contact_until_it_is_given(organiser: Organiser) -> None:
    id = organiser.type("new", *OFFICIAL)["id"]
    assert organiser.type("show", id)["notices"] == [
        "Manca il recapito della commissione arbitrale, che i fogli ufficiali devono portare [001-N2]."
    ]
    organiser.type("settings", id, "--contact", "giudici@example.org")
    assert organiser.type("show", id)["notices"] == []


@pytest.mark.clause("001-D3")
def test_whoever_lacks_the_rules_of_play_is_named(organiser: Organiser) -> None:
    id = organiser.type("new", *OFFICIAL)["id"]
    organiser.type("publish", id, "--rules")
    organiser.enter(id, *people(20))
    organiser.type("hand-out", id, *people(19))
    task = to_do(organiser, id, "hand-out")
    assert task is not None
    assert (task["count"], task["people"]) == (1, ["P20"])
    assert task["sentence"] == "Il regolamento è ancora da consegnare a: P20."
    assert organiser.type("hand-out", id)["events"] == ["Copia del regolamento consegnata a: P20."]
    assert to_do(organiser, id, "hand-out") is None
    assert organiser.type("hand-out", id)["events"] == []


@pytest.mark.clause("001-RG1")
def test_nobody_enters_before_the_rules_are_published(organiser: Organiser) -> None:
    id = organiser.type("new", *OFFICIAL)["id"]
    refused = organiser.refused("enter", id, "Anna")
    assert (refused["code"], refused["clause"]) == ("rules_not_published", "001-RG1")
    assert organiser.type("rollcall", id) == []
    organiser.type("publish", id, "--rules")
    assert organiser.type("enter", id, "Anna")["entered"] == 1


@pytest.mark.parametrize(
    ("format", "count", "clause"),
    [
        pytest.param("milano", 8, "003-14a", marks=pytest.mark.clause("003-14a")),
        pytest.param("primavera", 14, "004-Z1", marks=pytest.mark.clause("004-Z1")),
    ],
)
def test_who_has_not_accepted_the_regulation_is_named(
    organiser: Organiser, format: str, count: int, clause: str
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(count), words=("--present",))
    organiser.type("sign", id, *people(count - 1))
    last = f"P{count}"
    told = f"Non hanno ancora firmato l'accettazione: {last} [{clause}]."
    assert told in organiser.type("show", id)["notices"]
    task = to_do(organiser, id, "sign")
    assert task is not None
    assert (task["count"], task["people"]) == (1, [last])
    organiser.type("sign", id, last)
    assert told not in organiser.type("show", id)["notices"]
    assert to_do(organiser, id, "sign") is None


@pytest.mark.parametrize(
    ("format", "change", "clause"),
    [
        pytest.param("milano", "clock.minutes=90", "003-14b", marks=pytest.mark.clause("003-14b")),
        pytest.param("primavera", "armies.limit=120", "004-Z2", marks=pytest.mark.clause("004-Z2")),
    ],
)
def test_the_regulation_stays_as_it_was_at_round_one(
    organiser: Organiser, format: str, change: str, clause: str
) -> None:
    id = organiser.open(format)
    organiser.enter(id, *people(4))
    organiser.type("settings", id, "--rule", change)
    organiser.type("undo", id)
    organiser.play(id, strength)
    refused = organiser.refused("settings", id, "--rule", change)
    assert (refused["code"], refused["clause"]) == ("settings_fixed", clause)
    # Where it is played is no rule of the tournament.
    organiser.type("settings", id, "--place", "Circolo nuovo")


def days(organiser: Organiser, *words: str) -> list[str]:
    """The days of the rounds of a new tournament."""
    id = organiser.type("new", "Prova", *words)["id"]
    found: list[str] = organiser.type("show", id)["dates"]
    return found


@pytest.mark.clause("003-0a")
def test_the_june_tournament_has_four_evenings_a_week_apart(organiser: Organiser) -> None:
    june = ["06-07", "06-14", "06-21", "06-28"]
    # Without a day it is the printed one, in this year or the next.
    assert [day[5:] for day in days(organiser, "--format", "milano")] == june
    assert days(organiser, "--format", "milano", "--starts", "2001-06-07") == [f"2001-{day}" for day in june]
    assert (
        organiser.refused("new", "Prova", "--format", "milano", "--starts", "7 giugno")["code"]
        == "not_a_date"
    )


@pytest.mark.clause("004-0a")
def test_the_spring_tournament_runs_from_february_to_the_end_of_march(organiser: Organiser) -> None:
    evenings = ["02-22", "03-01", "03-08", "03-15", "03-22", "03-29"]
    spring = days(organiser, "--format", "primavera", "--starts", "2001-02-22")
    assert spring == [f"2001-{day}" for day in evenings]
    assert days(organiser, "--format", "primavera")[0].endswith("-02-22")
    # A tournament of one day has no calendar.
    assert days(organiser, "--format", "tre-partite", "--starts", "2001-02-22") == []


@pytest.mark.parametrize(
    ("today", "first"),
    [
        (date(2026, 6, 6), "2026-06-07"),
        (date(2026, 6, 7), "2026-06-07"),
        (date(2026, 6, 8), "2027-06-07"),
    ],
)
def test_the_printed_day_is_the_next_that_comes(today: date, first: str) -> None:
    assert first_day(setup_of(texts_of("milano"), {}, {}), today) == first


def rulings(book: Rulebook) -> dict[str, list[RulingRule]]:
    """The rulings of every case that apply under a regulation."""
    return {case.id: list(rulings_of(case, book)) for case in casebook().values()}


@pytest.mark.parametrize("name", shipped())
def test_a_pinned_regulation_rules_every_case_as_the_shipped_one(name: str) -> None:
    """Rulings inherited from a parent regulation hold at a live table too."""
    book = load(name)
    pinned = setup_of(texts_of("tre-partite", name), {}, {}).rulebook
    assert (pinned.sources, pinned.set_by) == (book.sources, book.set_by)
    assert rulings(pinned) == rulings(book)
    assert [standing_of(case, pinned) for case in casebook().values()] == [
        standing_of(case, book) for case in casebook().values()
    ]


@pytest.mark.parametrize("name", shipped())
def test_a_regulation_changed_by_a_tournament_keeps_its_ancestry(name: str) -> None:
    minutes = load(name).clock.minutes_least
    changes = {"clock.minutes": minutes, "clock.minutes_least": minutes - 1}
    texts = texts_of("tre-partite", name, overrides=changes)
    pinned = setup_of(texts, {}, {}).rulebook
    assert pinned.clock.minutes_least == minutes - 1
    assert pinned.sources == load(name).sources
    assert pinned.set_by == {**load(name).set_by, **dict.fromkeys(changes, OWN_CHOICE)}
    again = setup_of(changed_texts(texts, "", "", {"clock.minutes_most": 600}), {}, {}).rulebook
    assert again.set_by == {**pinned.set_by, "clock.minutes_most": OWN_CHOICE}
    assert again.sources == load(name).sources


def test_a_house_regulation_keeps_its_ancestry(tmp_path: Path) -> None:
    file = tmp_path / "casa.toml"
    file.write_text(
        'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[clock]\nminutes = 100\n', encoding="utf-8"
    )
    book = load_file(file)
    texts = texts_of("tre-partite", str(file))
    pinned = setup_of(texts, {}, {}).rulebook
    assert (pinned.sources, pinned.set_by, rulings(pinned)) == (book.sources, book.set_by, rulings(book))
    spoilt = texts.rulebook.replace("[ancestry]\nsources = [", "[ancestry]\nsources = [3, ")
    with pytest.raises(FaultyRulebook):
        read_recorded(spoilt, name="casa.toml")


def test_a_logo_is_set_and_removed_at_the_terminal(organiser: Organiser, tmp_path: Path) -> None:
    id = organiser.type("new", "Serata")["id"]
    file = tmp_path / "logo.svg"
    file.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>')
    assert organiser.type("logo", id, str(file))["events"] == ["Caricato il logo del club."]
    assert organiser.type("logo", id, str(file))["events"] == []
    assert organiser.type("logo", id, "--remove")["events"] == ["Tolto il logo del club."]
