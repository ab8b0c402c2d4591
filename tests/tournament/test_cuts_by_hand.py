"""Who goes on by lots, and by the organiser's choice."""

from dataclasses import replace
from pathlib import Path

import pytest

from kamchatka.messages import LANGUAGES
from kamchatka.tournament.checker import check
from kamchatka.tournament.events import StageCut
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.views.draw import why_not_draw
from tests.tournament.cut_events import (
    FINAL,
    FIRST_FOUR,
    GAMES,
    SEMIFINALS,
    SMALL_FINAL,
    begun,
    desk_of,
    falling,
    finals,
    format_of,
    last_line,
    names,
    parallel,
    people,
    withdraw,
)
from tests.tournament.organiser import Organiser, seated


def test_who_is_chosen_from_outside_the_semifinals_plays_the_smaller_final(
    organiser: Organiser, tmp_path: Path
) -> None:
    event, (first, second) = parallel(organiser, tmp_path, 17)
    four, three = (sorted(name for table in tables for name in table)[:4] for tables in (first, second))
    chosen = [*four, *three[:3], "P17"]
    organiser.type("cut-by-hand", event.id, ",".join(chosen), "--reason", "accordo fra i club")
    drawn = organiser.type("draw", event.id, "--seed", "gru")
    assert [sorted(table) for table in seated(drawn)] == [four, [*three[:3], "P17"]]


def test_too_few_for_two_finals_play_one_by_hand(organiser: Organiser, tmp_path: Path) -> None:
    """Two of each group cannot play apart, but together they can."""
    event, (first, second) = parallel(organiser, tmp_path)
    left = [sorted(first[0])[:2], sorted(second[0])[:2]]
    stay = sorted(name for some in left for name in some)
    withdraw(organiser, event.id, *(name for name in people(16) if name not in stay))
    organiser.type("cut", event.id)
    told = why_not_draw(desk_of(organiser, event.id).tournament)
    assert told, "the page of the draw says so, too"
    assert organiser.refused("draw", event.id, "--seed", "gru")["code"] == told.code == "no_tables"
    refused = organiser.refused("cut-by-hand", event.id, ",".join(stay[:2]), "--reason", "in due")
    assert refused["code"] == "no_tables"
    organiser.type("cut-by-hand", event.id, ",".join(stay), "--reason", "una finale sola")
    assert [sorted(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [stay]
    assert organiser.run(event.id)["next"] == "done"
    assert organiser.type("check", event.id)["differences"] == []


def test_a_lot_tells_who_is_too_good_for_the_small_final(organiser: Organiser, tmp_path: Path) -> None:
    once = GAMES.replace("rounds = 2", "rounds = 1")
    event = begun(organiser, 9, format_of(tmp_path, once, SMALL_FINAL, FINAL, FIRST_FOUR))
    points = dict(zip(people(9), (70, 69, 68, 40, 40, 30, 29, 28, 27), strict=True))
    tables = organiser.play(event.id, points.__getitem__)
    assert not {max(table, key=points.__getitem__) for table in tables} & {"P04", "P05"}
    [fifth, *others] = names(organiser.type("cut", event.id))
    _, log, _ = organiser.terminal.type("it", "log", "show", f"tournament/{event.id}")
    [lucky] = {"P04", "P05"} - {fifth}
    assert f"Sorteggiata la parità fra {lucky}, {fifth}" in log
    assert others == ["P06", "P07", "P08"]


@pytest.mark.parametrize(("tables", "fits"), [("", False), ("tables = [1, 2]\n", True)])
def test_only_a_final_of_several_tables_is_split_by_hand(
    organiser: Organiser, tmp_path: Path, tables: str, fits: bool
) -> None:
    last = f'{tables}[[stage.enters]]\nwho = "ranks"\nranks = [1, 4]\n'
    event = begun(organiser, 8, format_of(tmp_path, GAMES, FINAL, last))
    event.play(falling(8))
    event.play(falling(8, 60, 4))
    words = ("cut-by-hand", event.id, ",".join(people(8)), "--reason", "in otto")
    if fits:
        organiser.type(*words)
        assert [len(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [4, 4]
    else:
        assert organiser.refused(*words)["code"] == "no_tables"


@pytest.mark.parametrize(("each", "fits"), [(1, True), (2, False)])
def test_a_final_that_does_not_fit_at_one_table_is_refused_until_it_is_cut_by_hand(
    organiser: Organiser, tmp_path: Path, each: int, fits: bool
) -> None:
    """Two finals of three would give two winners."""
    semifinals = SEMIFINALS + "tables = [3, 3]\n"
    last = f'[[stage.enters]]\nwho = "winners"\neach = {each}\n'
    event = begun(organiser, 12, format_of(tmp_path, GAMES, semifinals, FINAL, last))
    event.play(falling(12))
    event.play(falling(12, 60, 4))
    organiser.type("cut", event.id)
    organiser.play(event.id, falling(12).__getitem__)
    going = names(organiser.type("cut", event.id))
    if not fits:
        refused = organiser.refused("draw", event.id, "--seed", "gru")
        assert (refused["code"], refused["sentence"].count("5")) == ("no_tables", 2), refused["sentence"]
        going = going[:5]
        organiser.type("cut-by-hand", event.id, ",".join(going), "--reason", "in cinque")
    assert [sorted(final) for final in seated(organiser.type("draw", event.id, "--seed", "gru"))] == [
        sorted(going)
    ]


def test_a_stage_for_which_nobody_qualifies_is_cut_by_hand(organiser: Organiser, tmp_path: Path) -> None:
    last = '[[stage.enters]]\nwho = "ranks"\nranks = [9, 12]\n'
    event = begun(organiser, 8, format_of(tmp_path, GAMES, FINAL, last))
    event.play(falling(8))
    event.play(falling(8, 60, 4))
    assert organiser.refused("cut", event.id)["code"] == "nobody_qualifies"
    organiser.type("cut-by-hand", event.id, "P01,P02,P03,P04", "--reason", "in otto")
    assert organiser.run(event.id)["next"] == "done"


def by_hand(organiser: Organiser) -> tuple[str, list[str]]:
    """An event that is to be cut, and its standings."""
    id = organiser.open("tre-partite-finale")
    organiser.enter(id, *people(9))
    for _ in range(3):
        organiser.play(id, falling(9).__getitem__)
    return id, list(organiser.standings(id))


def forgotten(event: object) -> object:
    """A cut by hand that hides whom the rules would have named."""
    return replace(event, ruled=event.ruled[1:]) if isinstance(event, StageCut) else event


def test_a_cut_by_hand_has_a_reason_and_is_told(organiser: Organiser) -> None:
    id, order = by_hand(organiser)
    chosen = [*order[:3], order[6]]
    assert organiser.refused("cut-by-hand", id, ",".join(chosen))["code"] == "reason_missing"
    said = organiser.type("cut-by-hand", id, ",".join(chosen), "--reason", "rinuncia al posto")
    assert said["next"] == "draw"
    assert said["events"] == [
        f"Passano alla finale, per scelta fatta a mano: {', '.join(chosen)}. Saltano la fase: nessuno."
    ]
    for lang in LANGUAGES:
        status, out, _ = organiser.terminal.type(lang, "log", "show", f"tournament/{id}")
        assert (status, "rinuncia al posto" in out) == (0, True)
    done = organiser.type("check", id)
    assert (done["differences"], done["unchecked"], len(done["by_hand"])) == ([], [], 1)
    [sentence] = done["by_hand"]
    assert sentence.index(order[6]) < sentence.index(order[3])
    assert last_line(organiser, id) == (7, ", ".join(order[3:6]))
    assert not any(name in sentence for name in chosen[:3])
    desk = desk_of(organiser, id)
    forged = [replace(each, event=forgotten(each.event)) for each in desk.occurrences]
    found = check(desk.tournament.setup, forged, desk.names)
    assert [notice.code for notice in found.differences] == ["tournament.check.cut"]
    [table] = seated(organiser.type("draw", id, "--seed", "gru"))
    assert sorted(table) == sorted(chosen)
    assert organiser.refused("cut-by-hand", id, ",".join(order[:4]), "--reason", "x")["code"] == "round_open"


def test_a_cut_by_hand_holds_when_somebody_withdraws_and_may_be_made_again(organiser: Organiser) -> None:
    id, order = by_hand(organiser)
    organiser.type("cut-by-hand", id, ",".join(order[4:9]), "--reason", "prova")
    withdraw(organiser, id, *order[6:9])
    assert organiser.type("show", id)["next"] == "draw", "the rules do not take the choice back"
    assert isinstance(why_not_draw(desk_of(organiser, id).tournament), NoTables), "two are left"
    organiser.type("cut-by-hand", id, ",".join(order[2:6]), "--reason", "un'altra prova")
    [table] = seated(organiser.type("draw", id, "--seed", "gru"))
    assert sorted(table) == sorted(order[2:6])
    organiser.type("undo", id)
    cut = organiser.type("cut", id)
    assert names(cut) == order[:4], "a cut by the rules takes its place"
    assert organiser.type("check", id)["by_hand"] != [], "both are in the log"


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ("P01,P02,P03,P01", "named_twice"),
        ("P01,P02,P03,P09", "is_withdrawn"),
        ("P01,P02,P03,Nessuno", "not_entered"),
        ("P01,P02", "no_tables"),
        (",".join(people(8)), "no_tables"),
    ],
)
def test_a_cut_by_hand_that_cannot_be_played_is_refused(organiser: Organiser, chosen: str, code: str) -> None:
    id, _ = by_hand(organiser)
    withdraw(organiser, id, "P09")
    assert organiser.refused("cut-by-hand", id, chosen, "--reason", "prova")["code"] == code
    words = ("cut-by-hand", id, "P02,P03,P04,P05", "--direct", "P01", "--reason", "prova")
    assert organiser.refused(*words)["code"] == "nobody_skips"


def test_parallel_semifinals_and_who_waits_may_be_chosen_by_hand(organiser: Organiser) -> None:
    id = organiser.open("due-giorni")
    organiser.enter(id, *people(16))
    for _ in range(2):
        organiser.play(id, falling(16).__getitem__)
    waiting, playing = ["P05", "P06"], [*people(4), *people(16)[6:10]]
    words = ("--direct", "P05", "--direct", "P06", "--reason", "accordo fra i club")
    organiser.type("cut-by-hand", id, ",".join(playing), *words)
    semifinals = organiser.play(id, falling(16).__getitem__)
    assert sorted(name for table in semifinals for name in table) == sorted(playing)
    [final] = finals(organiser, id)
    assert final == sorted([*waiting, *(min(table) for table in semifinals)])
    assert organiser.type("check", id)["differences"] == []


def test_a_tie_that_nothing_breaks_is_drawn_from_the_terminal(organiser: Organiser, tmp_path: Path) -> None:
    id = organiser.open(format_of(tmp_path, GAMES.replace("rounds = 2", "rounds = 1")))
    organiser.enter(id, *people(8))
    drawn = organiser.type("draw", id)
    tables = seated(drawn)
    cells = {name: points for table in tables for name, points in zip(table, (60, 45, 30, 20), strict=True)}
    organiser.record(id, drawn, cells.__getitem__)
    [one, other] = [table[0] for table in tables]
    assert organiser.refused("lots", id, one)["code"] == "lots_too_early"
    organiser.type("close", id)
    assert {organiser.standings(id)[name]["rank"] for name in (one, other)} == {1}
    organiser.type("lots", id, one, "--seed", "gru-4471")
    ranks = [organiser.standings(id)[name]["rank"] for name in (one, other)]
    assert sorted(ranks) == [1, 2]
    assert organiser.refused("lots", id, f"{one}, {other}")["code"] == "no_open_tie"
    organiser.type("undo", id, "--reason", "di nuovo")
    organiser.type("lots", id, other, "--seed", "gru-4471")
    assert [organiser.standings(id)[name]["rank"] for name in (one, other)] == ranks, "the number decides"
    assert organiser.refused("keep-cut", id, "--reason", "così")["code"] == "cut_stands"
