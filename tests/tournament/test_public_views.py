"""What the public reads of an event, from the entries to the winner."""

from dataclasses import replace
from datetime import date

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, open_office
from kamchatka.app.tournaments.opening import OpenTournament, open_tournament
from kamchatka.ids import PersonId
from kamchatka.tournament.entries import CallRoll, EnterPlayers, ExpectPlayer, WithdrawPlayer
from kamchatka.tournament.progress import winners
from kamchatka.tournament.recording import GivePenalty, RecordSheet, VoidGame
from kamchatka.tournament.scores import ids
from kamchatka.tournament.views.draw import draw_view
from kamchatka.tournament.views.finding import people_called
from kamchatka.tournament.views.outcomes import round_outcomes
from kamchatka.tournament.views.people import entrants, search
from kamchatka.tournament.views.public import days_in_words, event_head, where_sits
from kamchatka.tournament.views.standings import standings_page
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.tournament.random_events import begun
from tests.tournament.random_events import played as random_event
from tests.tournament.small_event import drawn, points, table

OUT = "Il torneo prosegue con: {stage}. Qui non c'è un posto da cercare"
SEATS = {
    round: {f"{where}, tavolo {at}, posto {seat}" for at in range(1, tables + 1) for seat in "ABCD"}
    for round, where, tables in ((1, "Turno 1", 4), (2, "Turno 2", 4), (3, "Turno 3", 3), (4, "Finale", 1))
}
STORY = [
    ("non è ancora cominciato", {"Il turno 1 non è ancora sorteggiato"}),
    ("si gioca il turno 1: 0 tavoli su 4 hanno finito", SEATS[1]),
    ("si gioca il turno 1: 4 tavoli su 4 hanno finito", SEATS[1]),
    ("concluso il turno 1", {"Il turno 2 non è ancora sorteggiato"}),
    ("si gioca il turno 2: 0 tavoli su 4 hanno finito", SEATS[2]),
    ("si gioca il turno 2: 4 tavoli su 4 hanno finito", SEATS[2]),
    ("concluso: Qualificazioni", {"Il turno 3 non è ancora sorteggiato"}),
    (
        "ora tocca a: Semifinali, passano in 12",
        {"Il turno 3 non è ancora sorteggiato", OUT.format(stage="Semifinali")},
    ),
    (
        "si gioca il turno 3: 0 tavoli su 3 hanno finito",
        {*SEATS[3], OUT.format(stage="Semifinali")},
    ),
    (
        "si gioca il turno 3: 3 tavoli su 3 hanno finito",
        {*SEATS[3], OUT.format(stage="Semifinali")},
    ),
    ("concluso: Semifinali", {"Il turno 4 non è ancora sorteggiato", OUT.format(stage="Semifinali")}),
    (
        "ora tocca a: Finale, passano in 4",
        {"Il turno 4 non è ancora sorteggiato", OUT.format(stage="Finale")},
    ),
    ("si gioca: Finale, 0 tavoli su 1 hanno finito", {*SEATS[4], OUT.format(stage="Finale")}),
    ("si gioca: Finale, 1 tavolo su 1 ha finito", {*SEATS[4], OUT.format(stage="Finale")}),
    ("partite finite", {"Il torneo è finito"}),
]
"""Of an event with semifinals: how far it is, and what its people read when they look for their seat."""


def _told(desk: OpenTournament) -> tuple[str, set[str]]:
    now, names = desk.tournament, desk.names
    seats = {where_sits(now, names, who, "it").sentence for who in now.entrants}
    return event_head(now, "it").progress, seats


def test_how_far_an_event_is_and_where_its_people_sit() -> None:
    story: list[tuple[str, set[str]]] = []

    def look(desk: OpenTournament) -> bool:
        if (told := _told(desk)) not in story:
            story.append(told)
        return False

    with open_office(None) as office:
        id = opened(office, invented(16), "due-giorni")
        played(office, id, until=look)
        desk = open_tournament(office, id)
    assert story == STORY
    won = winners(desk.tournament, desk.names)
    assert event_head(desk.tournament, "it", won).progress == f"concluso, vince {won[0]}"


def test_lines_in_the_standings_part_who_goes_on_and_who_goes_straight_to_the_final() -> None:
    with open_office(None) as office:
        id = opened(office, invented(16), "due-giorni")
        desk = played(office, id, until=lambda desk: desk.tournament.open_round is not None)
        for number, at in desk.tournament.rounds[0].tables.items():
            distinct = points(at, (50 + number, 30, 20, 10 + number))
            execute(office, TERMINAL, id, RecordSheet(table=number, seats=distinct))
        seen = []
        for closed in (1, 2):
            desk = played(office, id, until=rounds_closed(closed))
            seen.append(standings_page(desk.tournament, desk.names, "it"))
        desk = played(office, id, until=lambda desk: bool(desk.tournament.cuts))
        seen.append(standings_page(desk.tournament, desk.names, "it"))
        desk = played(office, id, until=lambda desk: len(desk.tournament.rounds) == 3)
        seen.append(standings_page(desk.tournament, desk.names, "it"))
    for page, code in zip(seen, ("now", "now", "settled", "settled"), strict=True):
        first = "now" if code == "now" else "direct"
        assert [(line.after, line.code, line.towards, line.count) for line in page.lines] == [
            (1, first, "alla finale", 1),
            (13, code, "alle semifinali", 13),
        ]
        is_drawn = page is seen[-1]
        assert page.lines[1].reserves == (() if is_drawn else (page.rows[13].name,))


def test_the_head_says_when_an_event_is_and_how_many_come() -> None:
    with open_office(None) as office:
        heads = {
            format: event_head(open_tournament(office, opened(office, invented(8), format)).tournament, "it")
            for format in ("tre-partite", "due-giorni", "milano")
        }
    assert {format: head.when for format, head in heads.items()} == {
        "tre-partite": "21 novembre 2026",
        "due-giorni": "21 e 22 novembre 2026",
        "milano": "dal 21 novembre al 12 dicembre 2026",
    }
    assert {(head.players, head.clubs, head.state) for head in heads.values()} == {(8, 5, "entries")}


def test_winners_of_the_round_before_are_marked_at_their_new_tables() -> None:
    with open_office(None) as office:
        id = opened(office, invented(8), "tre-partite")
        desk = played(office, id, until=lambda desk: len(desk.tournament.rounds) == 2)
    [first, second] = desk.tournament.rounds
    results = round_outcomes(desk.tournament, desk.names, "it", last=1)
    best = {seat.person for table in results[0].tables for seat in table.seats if seat.place == 1}
    marked = {
        seat.who.person
        for table in draw_view(desk.tournament, desk.names, second).tables
        for seat in table.seats
        if seat.has_won
    }
    assert (len(best), marked) == (2, best)
    closed = draw_view(desk.tournament, desk.names, first).tables
    assert not any(seat.has_won for table in closed for seat in table.seats)


def test_a_round_has_results_from_its_first_sheet_on() -> None:
    with open_office(None) as office:
        id = drawn(office)

        def has_results() -> bool:
            desk = open_tournament(office, id)
            [found] = round_outcomes(desk.tournament, desk.names, "it")
            return found.has_results

        assert not has_results()
        seats = points(table(open_tournament(office, id), 1), [100, 40, 30, 20])
        first = replace(seats[0], cells={"points": 100, "objective": True})
        execute(office, TERMINAL, id, RecordSheet(table=1, seats=(first, *seats[1:])))
        assert has_results()
        desk = open_tournament(office, id)
        [found] = round_outcomes(desk.tournament, desk.names, "it")
    assert [seat.marks for seat in found.tables[0].seats] == [("RisiKo!",), (), (), ()]


def test_a_void_game_has_neither_places_nor_scores() -> None:
    with open_office(None) as office:
        id = opened(office, invented(8), "tre-partite")
        played(office, id, until=rounds_closed(1))
        execute(office, TERMINAL, id, VoidGame(1, 2, "plancia rovesciata"))
        desk = open_tournament(office, id)
    [found] = round_outcomes(desk.tournament, desk.names, "it")
    assert [(table.state, sorted(seat.place for seat in table.seats)) for table in found.tables] == [
        ("scored", [1, 2, 3, 4]),
        ("void", [0, 0, 0, 0]),
    ]
    assert {(seat.points, seat.why) for seat in found.tables[1].seats} == {("", "")}


def test_standings_of_teams_name_teams_and_no_club() -> None:
    event = random_event("squadre", 3)
    page = standings_page(event.tournament, ids(event.tournament), "it")
    assert sorted(row.name for row in page.rows) == ["S0", "S1", "S2", "S3"]
    assert {(row.club, row.badge) for row in page.rows} == {("", None)}


def test_people_are_filtered_by_what_they_lack_and_whether_they_came() -> None:
    event = begun("primavera", 1)
    here, late, missing, expected, gone, *others = event.tournament.entrants
    new = event.newcomer()
    event.ask(EnterPlayers((new,)))
    event.ask(CallRoll((here, *others), (missing,), at="21:10"))
    event.ask(CallRoll((late,), at="21:20"))
    event.ask(ExpectPlayer(expected, "21:30"))
    event.ask(GivePenalty(person=gone, points=1, reason="condotta"))  # known to the event, so not removed
    event.ask(WithdrawPlayer(gone))
    rows = entrants(event.tournament, ids(event.tournament))
    seen = {
        wanted: {row.person for row in search(rows, wanted, "")}
        for wanted in ("missing", "late", "out", "unsigned", "owing", "rules")
    }
    assert seen == {
        "missing": {missing, expected, gone, new.person},
        "late": {late, expected},
        "out": {gone},
        "unsigned": {new.person},
        "owing": set(),
        "rules": set(),
    }
    assert search(rows, "all", "") == rows
    assert [row.person for row in search(rows, "all", f"{new.club} {new.person}".upper())] == [new.person]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ros", ["Rosa Bianchi", "Anna Rossi", "Mario Rossi"]),
        ("ross mar", ["Mario Rossi"]),
        ("MÀRIO ROSSI", ["Mario Rossi"]),
        ("ann", ["Anna", "Anna Rossi"]),
        ("anna ", ["Anna"]),
        ("mario rosi", ["Mario Rossi"]),
        ("xyz", []),
        (" - ", []),
    ],
)
def test_people_are_found_by_the_beginnings_of_their_names(query: str, found: list[str]) -> None:
    people = ("Rosa Bianchi", "Mario Rossi", "Anna Rossi", "Anna")
    names = {PersonId(f"p-{at}"): name for at, name in enumerate(people)}
    assert [names[who] for who in people_called(names, names, query)] == found


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ((), ""),
        ((date(2026, 5, 1),), "1 maggio 2026"),
        ((date(2026, 5, 1), date(2026, 5, 2)), "1 e 2 maggio 2026"),
        ((date(2026, 5, 1), date(2026, 5, 3)), "1–3 maggio 2026"),
        ((date(2026, 5, 31), date(2026, 6, 1)), "dal 31 maggio al 1 giugno 2026"),
        ((date(2026, 12, 31), date(2027, 1, 1)), "dal 31 dicembre 2026 al 1 gennaio 2027"),
        ((date(2026, 12, 1), date(2027, 12, 2)), "dal 1 dicembre 2026 al 2 dicembre 2027"),
    ],
)
def test_days_are_told_as_people_say_them(days: tuple[date, ...], words: str) -> None:
    assert days_in_words(days, "it") == words
