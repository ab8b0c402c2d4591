"""Warnings and penalties by kind, with clauses as words; taken back with a reason; seen by the player."""

from collections.abc import Iterator

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Actor, Office, Role
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.app.tournaments.results import SanctionEntry, sanction_trail
from kamchatka.app.tournaments.undo import undo
from kamchatka.ids import PersonId
from kamchatka.referee.casebook.discipline import sanction_clauses
from kamchatka.refusals import NotAllowed, NotPossibleNow, NotUnderstood
from kamchatka.rulebook import load
from kamchatka.tournament.entries import DisqualifyPlayer
from kamchatka.tournament.recording import GivePenalty
from kamchatka.tournament.sanctions import LiftSanction, WarnPlayer
from kamchatka.tournament.scores import Scoreboard, ids
from tests.tournament.small_event import drawn
from tests.web.desk_pages import DeskClient, desk_site, words_of


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site() as found:
        yield found


def person(office: Office, id: str, number: int) -> PersonId:
    entrants = open_tournament(office, id).tournament.entrants
    return next(who for who, each in entrants.items() if each.number == number)


@pytest.mark.parametrize(
    ("rulebook", "kind", "clauses"),
    [
        ("primavera", "warning", ("000-2f", "004-B25e")),
        ("primavera", "places", ("000-2f",)),
        ("rtu", "warning", ("000-2f", "001-C27c")),
        ("aziendale", "places", ()),
    ],
)
def test_each_kind_has_the_clauses_of_the_regulation(
    rulebook: str, kind: str, clauses: tuple[str, ...]
) -> None:
    found = {str(name): ids for name, ids in sanction_clauses(load(rulebook)).items()}
    assert list(found) == ["warning", "points", "places", "exclusion"]
    assert found[kind] == clauses


def test_the_page_offers_kinds_with_their_clause_in_words_and_counts_warnings(
    place: tuple[Office, DeskClient],
) -> None:
    office, client = place
    id = drawn(office, 8, name="Ammonizioni", format="primavera")
    home = f"/organizza/{id}"
    page = words_of(client.get(f"{home}/penalita"))
    for words in ("Ammonizione", "Punti in meno", "Posti in meno", "Esclusione dal torneo"):
        assert words in page
    assert "la prima volta un richiamo, eventualmente con qualche penalità. (004-B25e)" in page
    warn = {"chi": "#3", "clausola": "004-B25e", "motivo": "bestemmia al tavolo 2", "pagina": "penalties"}
    assert client.post(f"{home}/fai/warn", {**warn, "motivo": ""}, fragment=True).status_code == 403
    assert client.post(f"{home}/fai/warn", {**warn, "clausola": "004-ZZ"}, fragment=True).status_code == 422
    for _ in range(2):
        assert client.post(f"{home}/fai/warn", warn).status_code == 303
    tournament = open_tournament(office, id).tournament
    assert tournament.warnings_of(person(office, id, 3)) == 2
    assert tournament.penalties == ()
    for path in ("/penalita", "/iscritti", "/appello"):
        assert "2 ammonizioni" in words_of(client.get(f"{home}{path}"))
    lift = {"provvedimento": "1", "motivo": "non era lui", "pagina": "penalties"}
    assert client.post(f"{home}/fai/lift-sanction", {**lift, "motivo": " "}, fragment=True).status_code == 403
    assert client.post(f"{home}/fai/lift-sanction", lift).status_code == 303
    page = words_of(client.get(f"{home}/penalita"))
    assert "Ritirata: non era lui" in page
    assert "1 ammonizione" in page


def test_the_player_s_card_shows_what_was_given_why_and_what_was_taken_back(
    place: tuple[Office, DeskClient],
) -> None:
    office, client = place
    id = drawn(office, 8, name="Scheda", format="primavera")
    who = person(office, id, 2)
    execute(office, TERMINAL, id, WarnPlayer(who, "telefono al tavolo"))
    execute(office, TERMINAL, id, GivePenalty(person=who, points="2,5", reason="ritardo"))
    execute(office, TERMINAL, id, LiftSanction(2, "il treno era in sciopero"))
    card = words_of(client.get(f"/tornei/{id}/giocatori/2"))
    for words in ("Ammonizione", "telefono al tavolo", "2,5 punti in meno", "Motivo: ritardo"):
        assert words in card
    assert "Ritirato: il treno era in sciopero" in card
    assert "Provvedimenti" not in words_of(client.get(f"/tornei/{id}/giocatori/3"))


def test_what_is_taken_back_counts_no_more_and_stays_in_the_log(place: tuple[Office, DeskClient]) -> None:
    office, _ = place
    id = drawn(office, 8, name="Ritiri", format="raduno")
    one, other = person(office, id, 1), person(office, id, 2)
    execute(office, TERMINAL, id, GivePenalty(person=one, points=7, reason="condotta"))
    execute(office, TERMINAL, id, DisqualifyPlayer(other, "insulti"))
    execute(office, TERMINAL, id, WarnPlayer(one, "ancora"))
    execute(office, TERMINAL, id, LiftSanction(1, "errore"), LiftSanction(2, "scuse accettate"))
    tournament = open_tournament(office, id).tournament
    assert tournament.penalties == ()
    assert tournament.entrants[other].status == "playing"
    assert Scoreboard(tournament, ids(tournament)).results.penalties == ()
    assert [(each.kind, each.number, each.lifted is not None) for each in trail(office, id)] == [
        ("points", 1, True),
        ("exclusion", 2, True),
        ("warning", 3, False),
    ]
    with pytest.raises(NotPossibleNow):
        execute(office, TERMINAL, id, LiftSanction(1, "ancora"))
    with pytest.raises(NotUnderstood):
        execute(office, TERMINAL, id, LiftSanction(4, "quale?"))
    undo(office, TERMINAL, id, "restano")
    assert open_tournament(office, id).tournament.entrants[other].status == "disqualified"
    assert [each.lifted for each in trail(office, id)] == [None, None, None]
    for role in (Role.ORGANISER, Role.TABLE_JUDGE, Role.SHEET_TYPIST):
        with pytest.raises(NotAllowed):
            execute(office, Actor(role, "x"), id, LiftSanction(1, "da me"))


def trail(office: Office, id: str) -> list[SanctionEntry]:
    return sanction_trail(office, open_tournament(office, id), "it")
