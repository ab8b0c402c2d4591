"""Tournaments in a list: what goes on first, how far each is, hidden ones for their own people only."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Actor, Office, Role, open_office
from kamchatka.app.tournaments.listing import ListedEvent, events_for
from kamchatka.app.tournaments.opening import OpenTournament, create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.tournament.events import VisibilityChanged
from kamchatka.tournament.generator import STEPS
from kamchatka.tournament.progress import next_step, winners
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.settings import ChangeVisibility
from kamchatka.tournament.views.board import now
from kamchatka.tournament.views.rail import rail
from kamchatka.tournament.views.standings import heading, standings_page
from tests.tournament.played import invented, opened, played, rounds_closed
from tests.tournament.random_events import begun, until
from tests.tournament.small_event import drawn, points, table

EVENING = datetime(2026, 11, 20, 21, tzinfo=UTC)


class Clock:
    """A clock that is set by hand."""

    now = EVENING

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def office(clock: Clock) -> Iterator[Office]:
    with open_office(None, clock=clock) as office:
        yield office


def found(office: Office, *own: str) -> dict[str, ListedEvent]:
    return {each.row.name: each for each in events_for(office, "it", own.__contains__).events}


def test_a_row_says_how_far_the_event_is_and_what_its_organiser_does_now(office: Office) -> None:
    create(office, TERMINAL, name="Vuoto", texts=texts_of("tre-partite"))
    opened(office, invented(8), "tre-partite", "Iscritti")
    playing = drawn(office, name="Gioca")
    seat = table(open_tournament(office, playing), 1)
    execute(office, TERMINAL, playing, RecordSheet(table=1, seats=points(seat, [60, 40, 30, 20])))
    pause = opened(office, invented(8), "tre-partite", "Pausa")
    played(office, pause, until=rounds_closed(1))
    final = opened(office, invented(12), "tre-partite-finale", "Finale")
    played(office, final, until=lambda desk: desk.tournament.stage.id != "qualificazione")
    played(office, opened(office, invented(8), "tre-partite", "Finito"))
    said = {name: (each.row.stands, each.row.next) for name, each in found(office).items()}
    assert said["Vuoto"] == ("Iscrizioni aperte, ancora nessuno", "Iscrivi i giocatori")
    assert said["Iscritti"] == ("Iscrizioni aperte: 8 iscritti", "Fai l’appello")
    assert said["Gioca"] == (
        "turno 1 di 3, tavoli finiti: 1 su 2",
        "Scrivi i referti del turno 1",
    )
    assert (found(office)["Gioca"].row.done, found(office)["Gioca"].row.of) == (1, 2)
    assert said["Pausa"] == ("turno 1 di 3: concluso", "Sorteggia il turno 2")
    assert said["Finito"][0] == "Partite finite"
    [winner] = found(office)["Finito"].winners
    assert winner in open_tournament(office, "finito").names.values()
    assert [each.winners for name, each in found(office).items() if name != "Finito"] == [()] * 5


def test_what_goes_on_comes_first_then_what_comes_then_what_is_over(office: Office, clock: Clock) -> None:
    played(office, opened(office, invented(8), "tre-partite", "Finito"))
    opened(office, invented(8), "tre-partite", "Domani")
    drawn(office, name="Gioca")
    pause = opened(office, invented(8), "tre-partite", "Pausa")
    played(office, pause, until=rounds_closed(1))
    assert {name: each.phase for name, each in found(office).items()} == {
        "Gioca": "running",
        "Pausa": "running",
        "Domani": "coming",
        "Finito": "past",
    }
    assert list(found(office)) == ["Gioca", "Pausa", "Domani", "Finito"]
    # The next day the one that has its first round then begins; nobody plays the one that paused.
    clock.now = EVENING + timedelta(days=2)
    assert found(office)["Pausa"].phase == "coming"
    clock.now = datetime(2026, 11, 21, 8, tzinfo=UTC)
    assert found(office)["Domani"].phase == "running"


def test_an_event_of_several_evenings_names_the_next_one(office: Office) -> None:
    id = opened(office, invented(8), "milano", "Serate")
    days = []
    for closed in range(5):
        played(office, id, until=rounds_closed(closed))
        days.append(found(office)["Serate"].row.day)
    assert days == [date(2026, 11, 21) + timedelta(days=7 * evening) for evening in range(4)] + [days[0]]


def test_a_hidden_event_is_listed_for_its_own_people_only(office: Office) -> None:
    hidden = opened(office, invented(8), "tre-partite", "Nascosto")
    opened(office, invented(8), "tre-partite", "Pubblico")
    assert list(found(office)) == ["Nascosto", "Pubblico"]
    execute(office, TERMINAL, hidden, ChangeVisibility(VisibilityChanged(is_shown=False)))
    assert list(found(office)) == ["Pubblico"]
    assert [(name, each.is_own) for name, each in found(office, hidden).items()] == [
        ("Nascosto", True),
        ("Pubblico", False),
    ]


def test_a_new_id_tells_nobody_that_a_hidden_event_has_the_name(office: Office) -> None:
    """Who may not see every event gets the same kind of id, whether or not the name is taken."""
    organiser = Actor(Role.ORGANISER, "anna")
    texts = texts_of("tre-partite")
    free = create(office, organiser, name="Raduno Nuovo", texts=texts)
    hidden = create(office, TERMINAL, name="Raduno", texts=texts)
    taken = [create(office, organiser, name="Raduno", texts=texts) for _ in range(2)]
    assert hidden == "raduno"
    assert re.fullmatch("raduno-nuovo-[2-9a-z]{4}", free)
    assert all(re.fullmatch("raduno-[2-9a-z]{4}", each) for each in taken)
    # Who runs the computer sees all events: a free name is the id, and another one ends like the organisers'.
    assert re.fullmatch("raduno-[2-9a-z]{4}", create(office, TERMINAL, name="Raduno", texts=texts))
    assert create(office, TERMINAL, name="Nuovo", texts=texts) not in ("nuovo", "nuovo-2")


BEGIN = "Stampali e appendili, annuncia il turno, poi fai partire il gioco. I referti vengono dopo."
STORY = [
    (
        "Iscrizioni aperte: 8 iscritti",
        "Fai l’appello",
        "Iscritti: 8. Un tocco sul nome è presente; chi manca resta in vista.",
    ),
    (
        "Iscrizioni aperte: 8 iscritti",
        "Sorteggia il turno 1",
        "Presenti: 8. Prima di pubblicare vedi i tavoli e puoi cambiarli.",
    ),
    ("turno 1 di 3, tavoli finiti: 0 su 2", "I tavoli del turno 1 sono pubblici", BEGIN),
    (
        "turno 1 di 3, tavoli finiti: 2 su 2",
        "Chiudi il turno 1",
        "Tutti i referti ci sono. Chiuso il turno, la classifica è aggiornata.",
    ),
    (
        "turno 1 di 3: concluso",
        "Sorteggia il turno 2",
        "Presenti: 8. Prima di pubblicare vedi i tavoli e puoi cambiarli.",
    ),
    ("turno 2 di 3, tavoli finiti: 0 su 2", "I tavoli del turno 2 sono pubblici", BEGIN),
    (
        "turno 2 di 3, tavoli finiti: 2 su 2",
        "Chiudi il turno 2",
        "Tutti i referti ci sono. Chiuso il turno, la classifica è aggiornata.",
    ),
    (
        "turno 2 di 3: concluso",
        "Sorteggia il turno 3",
        "Presenti: 8. Prima di pubblicare vedi i tavoli e puoi cambiarli.",
    ),
    ("turno 3 di 3, tavoli finiti: 0 su 2", "I tavoli del turno 3 sono pubblici", BEGIN),
    (
        "turno 3 di 3, tavoli finiti: 2 su 2",
        "Chiudi il turno 3",
        "Tutti i referti ci sono. Chiuso il turno, la classifica è aggiornata.",
    ),
    (
        "turno 3 di 3: concluso",
        "Decidi chi passa alla finale",
        "La fase è finita: guarda chi passa, chi è riserva e perché.",
    ),
    (
        "turno 3 di 3: concluso",
        "Sorteggia: Finale",
        "Presenti: 4. Prima di pubblicare vedi i tavoli e puoi cambiarli.",
    ),
    ("Finale: si gioca", "Si comincia: Finale", BEGIN),
    (
        "Finale: la partita è finita",
        "Chiudi il turno: Finale",
        "Tutti i referti ci sono. Chiuso il turno, la classifica è aggiornata.",
    ),
    (
        "Partite finite",
        "Pubblica la classifica finale",
        "Le partite sono finite: pubblicandola, la classifica vale.",
    ),
]
"""Of an event with a final: how far it is, what to do now, and why."""


def test_the_board_says_at_every_step_what_to_do_and_why(office: Office) -> None:
    told = []

    def look(desk: OpenTournament) -> bool:
        view = now(desk.tournament, desk.names, "it")
        assert view.lead is not None
        stands = found(office)["Torneo di prova"].row.stands
        told.append((stands, view.title.sentence("it"), view.lead.sentence("it")))
        return False

    desk = played(office, opened(office, invented(8), "tre-partite-finale"), until=look)
    assert told == STORY
    look(desk)
    [winner] = winners(desk.tournament, desk.names)
    assert told[-1] == ("Partite finite", "Il torneo è finito", f"Vince {winner}.")


def test_the_rail_leads_from_the_roll_call_to_the_final(office: Office) -> None:
    told: dict[str, list[str]] = {}

    def look(desk: OpenTournament) -> bool:
        told[f"{next_step(desk.tournament)} {len(desk.tournament.rounds)}"] = [
            f"{step.state} {step.title.sentence('it')}"
            + (f": {step.detail.sentence('it')}" if step.detail else "")
            for step in rail(desk.tournament, "it")
        ]
        return False

    desk = played(office, opened(office, invented(8), "tre-partite-finale"), until=look)
    look(desk)
    ahead = ["ahead Turno 1", "ahead Turno 2", "ahead Turno 3", "ahead Chi passa", "ahead Finale"]
    over = ["done Appello: 8 giocatori", *(f"done Turno {number}: tavoli: 2" for number in (1, 2, 3))]
    assert (
        told.items()
        >= {
            "rollcall 0": ["now Appello: 8 iscritti", *ahead],
            "draw 0": ["now Appello: 8 presenti", *ahead],
            "record 1": [over[0], "now Turno 1: 0 referti di 2", *ahead[1:]],
            "close 1": [over[0], "now Turno 1: 2 referti di 2", *ahead[1:]],
            "draw 1": [*over[:2], "now Turno 2", *ahead[2:]],
            "cut 3": [*over, "now Chi passa", "ahead Finale"],
            "draw 3": [*over, "done Chi passa: passano in 4", "now Finale"],
            "record 4": [*over, "done Chi passa: passano in 4", "now Finale: 0 referti di 1"],
            "publish 4": [*over, "done Chi passa: passano in 4", "done Finale: tavoli: 1"],
            "done 4": [*over, "done Chi passa: passano in 4", "done Finale: tavoli: 1"],
        }.items()
    )


def test_the_heading_says_after_which_round_the_standings_are(office: Office) -> None:
    told = {}

    def look(desk: OpenTournament) -> bool:
        page = standings_page(desk.tournament, desk.names, "it")
        told[f"{next_step(desk.tournament)} {len(desk.tournament.rounds)}"] = heading(page, "it")
        return False

    look(played(office, opened(office, invented(8), "tre-partite-finale"), until=look))
    assert (
        told.items()
        >= {
            "draw 0": "Classifica",
            "close 2": "Classifica provvisoria, turno 2 in corso",
            "draw 2": "Classifica dopo il turno 2",
            "record 4": "Classifica dopo il turno 3",
            "close 4": "Classifica provvisoria, in corso: Finale",
            "publish 4": "Classifica finale",
        }.items()
    )


def test_the_rail_of_a_knock_out_knows_as_many_rounds_as_were_played() -> None:
    event = begun("challenge", 1)
    assert [step.state for step in rail(event.tournament, "it")] == ["now", "ahead", "ahead", "ahead"]
    until(event, "publish")
    assert len(rail(event.tournament, "it")) == len(event.tournament.rounds) + 2


def test_the_rail_of_many_rounds_counts_them_in_one_step() -> None:
    event = begun("campionato", 2, options={"games": 9})
    seen = {}
    while len(event.tournament.rounds) < 3:
        title, rounds = rail(event.tournament, "it")
        assert rounds.detail is not None
        assert rounds.title.sentence("it") == "Serate"
        seen[next_step(event.tournament)] = (title.state, rounds.state, rounds.detail.sentence("it"))
        STEPS[next_step(event.tournament)](event)
    assert seen == {
        "rollcall": ("done", "now", "turno 3 di 9"),
        "draw": ("done", "now", "turno 3 di 9"),
        "record": ("done", "now", "turno 2 di 9"),
        "close": ("done", "now", "turno 2 di 9"),
    }
    event = begun("campionato", 2, options={"games": 9})
    assert [step.state for step in rail(event.tournament, "it")] == ["now", "ahead"]
    assert [step.state for step in rail(until(event, "publish").tournament, "it")] == ["done", "done"]
