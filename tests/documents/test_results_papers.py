"""Papers of results: standings and reasons, report, prizes, diplomas, receipt; incidents and the referral."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL
from kamchatka.app.tables.incidents import club_of, official_judge
from kamchatka.app.tables.keeper import system_timer
from kamchatka.app.tables.tables import execute_at, open_live, open_table, undo
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.ids import ClauseId, PersonId
from kamchatka.referee.incidents import RuleIncident
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.officials import DeclareConflict
from kamchatka.tournament.recording import GivePenalty, RecordSheet
from kamchatka.tournament.rounds import CloseRound
from tests.documents.printing import printed_pages, printed_text
from tests.web import played
from tests.web.laptop import Laptop, laptop

POINTS = ((60, 40, 30, 20), (55, 45, 35, 25))
"""Table points of each round by table, in the order of seats."""
ENDED, RULED = "finito", "arbitrato"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Laptop]:
    """An event of eight that is over, and one of sixteen with seven incidents and a penalty."""
    with laptop(tmp_path_factory.mktemp("club")) as there:
        _play(there)
        _rule(there)
        yield there


def _play(there: Laptop) -> None:
    office = there.office
    played.entered(office, 8, name="Finito", format="tre-partite-finale")
    played.go_on(office, ENDED, "draw")
    for round in range(1, 5):
        if round == 4:
            played.do(office, ENDED, "cut")
        execute(office, TERMINAL, ENDED, DrawRound(f"seme-{round}"))
        drawn = open_tournament(office, ENDED).tournament.open_round
        assert drawn is not None
        for table, points in zip(drawn.tables.values(), POINTS, strict=False):
            seats = zip(table.seated.seats, points, strict=True)
            sheet = tuple(SeatResult(who, {"points": each}) for who, each in seats)
            execute(office, TERMINAL, ENDED, RecordSheet(table=table.number, seats=sheet))
        execute(office, TERMINAL, ENDED, CloseRound())


def _rule(there: Laptop) -> None:
    office = there.office
    played.entered(office, 16, name="Arbitrato", format="primavera")
    played.go_on(office, RULED, "record")
    for table, seats in ((1, (0, 0, 1, 0)), (2, (2, 3, 1))):
        open_table(office, TERMINAL, RULED, table)
        for seat in seats:
            _incident(there, table, seat)
    _incident(there, 2, 0)
    undo(office, TERMINAL, RULED, 2)
    who = _offender(there)
    penalty = GivePenalty(
        person=who, target="total", points=7, clause=ClauseId("004-P4"), reason="Disturbo in sala"
    )
    execute(office, TERMINAL, RULED, penalty)


def _incident(there: Laptop, table: int, seat: int, role: str = "official-judge") -> None:
    live = open_live(there.office, RULED, table)
    ruling = RuleIncident(
        case="improper-communication",
        answers={"offender": seat, "what": "deal", "hand": 3, "cards": 2},
        author=replace(official_judge(live), role=role),
        club=club_of(live.tournament),
        now=system_timer(),
    )
    execute_at(there.office, TERMINAL, RULED, table, ruling, note="Sentito da tutti")


def _offender(there: Laptop) -> PersonId:
    return open_live(there.office, RULED, 1).table.seats[0]


def _numbered(there: Laptop, who: PersonId) -> str:
    return f"#{open_tournament(there.office, RULED).tournament.entrants[who].number}"


@pytest.mark.clause("001-J5")
def test_every_incident_is_listed_with_time_table_ruling_and_author(club: Laptop) -> None:
    said = printed_text(club, RULED, "episodi")
    assert "Episodi scritti ai tavoli di questo torneo: 7." in said
    entries = re.findall(r"(\d) \w+ \d+ \w+ \d{4}, \d\d:\d\d turno 1, tavolo (\d) Parole o segnali", said)
    assert entries == [(str(at + 1), "1" if at < 4 else "2") for at in range(7)]
    assert said.count("carte che restano nel mazzo") == said.count("Sentito da tutti") == 7
    assert said.count("004-B25a") == said.count("Ugo Bassi, giudice ufficiale") == 7
    assert said.count("Disturbo in sala") == said.count("004-P4") == 1
    empty = printed_text(club, ENDED, "episodi")
    assert "Ai tavoli di questo torneo non è stato scritto nessun episodio. Ogni decisione" in empty
    assert "Episodi scritti" not in empty


@pytest.mark.clause("004-B25d", "004-B23b")
def test_a_referral_lists_all_entries_of_one_player(club: Laptop) -> None:
    desk = open_tournament(club.office, RULED)
    live = open_live(club.office, RULED, 1)
    often, once, never = (live.table.seats[at] for at in (0, 1, 2))
    said = printed_text(club, RULED, "rinvio", chi=_numbered(club, often))
    assert "A Comitato di Presidenza" in said
    assert f"gli episodi che riguardano {desk.names[often]} in questo torneo, 3 in tutto" in said
    assert len(re.findall(r"turno 1, tavolo 1 Parole", said)) == 3
    assert "Disturbo in sala" in said
    assert desk.names[once] not in said
    other = printed_text(club, RULED, "rinvio", chi=_numbered(club, once))
    assert len(re.findall(r"turno 1, tavolo 1 Parole", other)) == 1
    assert "Disturbo in sala" not in other
    answer = club.browser.get(f"/organizza/{RULED}/stampa/rinvio.pdf", params={"chi": _numbered(club, never)})
    assert answer.status_code == 409
    assert len(printed_pages(club, RULED, "rinvio")) == 5  # one letter for each player with an entry


def test_a_referral_of_penalties_alone_does_not_speak_of_incidents(club: Laptop) -> None:
    id = played.entered(club.office, 8, name="Solo penalità", format="tre-partite")
    played.go_on(club.office, id, "record")
    desk = open_tournament(club.office, id)
    who, *_ = desk.tournament.entrants
    for points in (3, 5):
        given = GivePenalty(
            person=who, target="total", points=points, clause=ClauseId("004-P4"), reason="Disturbo"
        )
        execute(club.office, TERMINAL, id, given)
    said = printed_text(club, id, "rinvio")
    assert f"i provvedimenti presi dai giudici verso {desk.names[who]} in questo torneo: 2 in tutto." in said
    assert "episodi che riguardano" not in said


def test_penalties_lead_to_the_referral_of_their_player(club: Laptop) -> None:
    page = club.browser.get(f"/organizza/{RULED}/penalita").text
    number = _numbered(club, _offender(club)).removeprefix("#")
    assert f'href="/organizza/{RULED}/stampa/rinvio.pdf?chi=%23{number}"' in page


def test_standings_show_rounds_wins_and_the_line_of_the_final(club: Laptop) -> None:
    desk = open_tournament(club.office, ENDED)
    [said] = printed_pages(club, ENDED, "classifica")
    assert "Classifica finale" in said
    assert said.count("Passano alla finale i primi 4.") == 1
    final = desk.tournament.rounds[3].tables[1].seated.seats
    assert [
        who for who in final if re.search(rf"\b{final.index(who) + 1}\b[^A-Z]*{desk.names[who]}", said)
    ] == [*final]
    assert said.index("Passano alla finale") > said.index(desk.names[final[3]])
    assert "Final standings" in printed_text_in_english(club, ENDED, "classifica")


def printed_text_in_english(there: Laptop, id: str, what: str) -> str:
    there.browser.headers["accept-language"] = "en"
    try:
        return printed_text(there, id, what)
    finally:
        there.browser.headers["accept-language"] = "it"


def test_reasons_explain_every_total_and_place(club: Laptop) -> None:
    desk = open_tournament(club.office, ENDED)
    said = printed_text(club, ENDED, "perche")
    assert (
        said.count("12,0 (1° posto) + 0,6 (60 punti tavolo, diviso 100)") == 3 + 1
    )  # three rounds and the final
    assert all(desk.names[who] in said for who in desk.tournament.entrants)
    assert said.count("1° posto al tavolo 1 del turno 4.") == 1


def test_the_report_has_podium_final_numbers_and_seeds(club: Laptop) -> None:
    desk = open_tournament(club.office, ENDED)
    said = printed_text(club, ENDED, "verbale")
    winner, second, third, _ = (desk.names[who] for who in desk.tournament.rounds[3].tables[1].seated.seats)
    assert re.search(rf"1º {winner}.*2º {second}.*3º {third}", said)
    assert re.search(r"Finale Turno 4, tavolo 1 1 .* 60 2 .* 40 3 .* 30 4 .* 20", said)
    assert "Giocatori 8" in said
    assert "Partite 7" in said
    assert all(f"Turno {round}: numero del sorteggio «seme-{round}»." in said for round in range(1, 5))
    assert f"Il registro ha {desk.version} righe" in said
    assert "Ugo Bassi giudice ufficiale" in said


def test_prizes_and_diplomas_name_the_first_and_whoever_is_chosen(club: Laptop) -> None:
    desk = open_tournament(club.office, ENDED)
    names = [desk.names[who] for who in desk.tournament.rounds[3].tables[1].seated.seats]
    placed = " .*".join(f"{at} {name}" for at, name in enumerate(names, 1))
    assert re.search(placed, printed_text(club, ENDED, "premi"))
    pages = printed_pages(club, ENDED, "diploma")
    told = [
        re.search(rf"{name} .*{at}º posto", page)
        for at, (name, page) in enumerate(zip(names, pages, strict=False), 1)
    ]
    assert len(told) == 3
    assert all(told)
    [own] = printed_pages(club, ENDED, "diploma", chi=names[3])
    assert names[3] in own
    assert "4º posto" in own
    refused = club.browser.get(f"/organizza/{ENDED}/stampa/diploma.pdf", params={"chi": "Nessuno"})
    assert refused.status_code == 422


def test_the_receipt_of_a_draw_says_seed_method_and_wishes(club: Laptop) -> None:
    said = printed_text(club, ENDED, "ricevuta", turno=2)
    assert "Numero del sorteggio seme-2 a sorte, evitando gli incontri indesiderati" in said
    assert "compagni di club" in said
    assert "può rifare ogni sorteggio: escono gli stessi tavoli." in said
    assert "./run" not in said


def test_results_wait_until_there_are_some(club: Laptop) -> None:
    for what in ("verbale", "premi", "diploma", "classifica"):
        assert club.browser.get(f"/organizza/{RULED}/stampa/{what}.pdf").status_code == 409


def test_a_ruling_on_a_player_tied_to_the_judge_fails_the_report(club: Laptop) -> None:
    rule = "001-J2 Competenza e neutralità"
    assert f"{rule} nessun legame dichiarato ✓ conforme" in printed_text(club, RULED, "conformita")
    judge = next(iter(open_tournament(club.office, RULED).tournament.judges))
    never = open_live(club.office, RULED, 1).table.seats[2]
    execute(club.office, TERMINAL, RULED, DeclareConflict(judge, never))
    assert f"{rule} 1 legame dichiarato, segnalato al tavolo ✓ conforme" in printed_text(
        club, RULED, "conformita"
    )
    execute(club.office, TERMINAL, RULED, DeclareConflict(judge, _offender(club)))
    judged = f"{rule} 3 decisioni su chi ha un legame con il giudice: Ugo Bassi ✗ non conforme"
    assert judged in printed_text(club, RULED, "conformita")


def test_an_incident_that_waits_for_the_official_judge_is_still_to_do(club: Laptop) -> None:
    rule = "001-J5 Episodi e decisioni conservati"
    kept = f"{rule} 7 decisioni, con orario e autore ✓ conforme"
    assert kept in printed_text(club, RULED, "conformita")
    _incident(club, 2, 0, "table-judge")
    assert f"{rule} 1 aspetta il Giudice Ufficiale – da fare" in printed_text(club, RULED, "conformita")
    undo(club.office, TERMINAL, RULED, 2)
    assert kept in printed_text(club, RULED, "conformita")
