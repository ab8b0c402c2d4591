"""Teams on the pages: a captain is named by a button, and an incomplete team is told before the draw."""

from dataclasses import replace
from pathlib import Path

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.full_name import full_name
from kamchatka.tournament.entries import CallRoll
from kamchatka.web import create_app
from tests.tournament.played import invented, opened
from tests.tournament.test_teams import FORMAT
from tests.web.desk_pages import words_of
from tests.web.site import served, signed_in

RULES = '[team]\nleast = 4\nshort = "out"\ncaptain = "named"\n'


def test_a_captain_is_named_and_an_incomplete_team_is_told(tmp_path: Path) -> None:
    format = tmp_path / "squadre.toml"
    format.write_text(f"{FORMAT}\n{RULES}", encoding="utf-8")
    players = [replace(each, said={"team": "AB"[at // 4]}) for at, each in enumerate(invented(8))]
    with open_office(None) as office, served(create_app(office=office)) as site:
        id = opened(office, players, str(format))
        desk = open_tournament(office, id)
        first, *others = desk.tournament.playing
        home, card = f"/organizza/{id}", f"/organizza/{id}/iscritti/{first.number}"
        with signed_in(site, office) as browser:
            assert "Squadre senza capitano: A, B." in words_of(browser.get(home).text)
            assert "Nomina capitano" in words_of(browser.get(card).text)
            asked = {"chi": f"#{first.number}", "numero": str(first.number), "pagina": "entry"}
            assert browser.post(f"{home}/fai/captain", data=asked).headers["location"] == card
            after = words_of(browser.get(card).text)
            assert "È il capitano della squadra." in after
            assert "Nomina capitano" not in after
            assert f"{full_name(desk.names[first.person]).listed} capitano" in words_of(
                browser.get(f"{home}/iscritti").text
            )
            player = words_of(browser.get(f"/tornei/{id}/giocatori/{first.number}").text)
            assert "capitano della squadra A" in player
            execute(
                office,
                TERMINAL,
                id,
                CallRoll(present=tuple(each.person for each in others), absent=(first.person,)),
            )
            told = "La squadra A non è completa: questo turno non gioca."
            for address in (home, f"{home}/sorteggio"):
                assert told in words_of(browser.get(address).text), address
            execute(office, TERMINAL, id, CallRoll(present=(first.person,)))
            assert told not in words_of(browser.get(f"{home}/sorteggio").text)
