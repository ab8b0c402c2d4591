"""The cut and the end at the desk: a preview that writes nothing, reserves, lots, winners."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.events import LotsDrawn, SeatResult
from kamchatka.tournament.format.loading import format_source
from kamchatka.tournament.progress import next_step, winners
from kamchatka.tournament.recording import RecordSheet
from kamchatka.tournament.rounds import CutStage
from kamchatka.tournament.scores import Scoreboard
from kamchatka.web import create_app
from tests.tournament.played import invented, opened, played
from tests.tournament.small_event import points
from tests.tournament.test_beside import FINALS
from tests.tournament.test_beside import FORMAT as TOGETHER
from tests.web.desk_pages import hidden, words_of
from tests.web.site import served, signed_in


@pytest.fixture(scope="module")
def place() -> Iterator[tuple[Office, str]]:
    with open_office(None) as office, served(create_app(office=office)) as site:
        yield office, site


def ready(office: Office, name: str, players: int = 12, format: str = "tre-partite-finale") -> str:
    """An event whose qualifying rounds are over."""
    id = opened(office, invented(players), format, name)
    played(office, id, until=lambda desk: next_step(desk.tournament) == "cut")
    return id


def test_the_preview_is_what_the_cut_makes_and_writes_nothing(place: tuple[Office, str]) -> None:
    office, site = place
    id = ready(office, "Anteprima")
    address = f"/organizza/{id}/taglio"
    with signed_in(site, office) as browser:
        before = open_tournament(office, id).version
        page = browser.get(address).text
        assert open_tournament(office, id).version == before
        words = words_of(page)
        assert "Chi passa a «Finale»" in words
        assert "nulla è scritto finché non confermi" in words
        sent = {"azione": hidden(page, "azione"), "seme": hidden(page, "seme"), "pagina": "cut"}
        asked = f"/organizza/{id}/fai/cut"
        assert browser.post(asked, data=sent).headers["location"] == address
        assert browser.post(asked, data=sent).status_code == 303, "twice is once"
        desk = open_tournament(office, id)
        [made] = desk.tournament.cuts
        for each in made.qualified:
            assert f"{desk.names[each.person]} {each.rank}° in classifica" in words
        assert all(desk.names[who] in words.partition("Riserve")[2] for who in made.reserves)
        after = words_of(browser.get(address).text)
        assert "Sorteggia: Finale" in after
        assert "Conferma il taglio" not in after


def test_a_reserve_comes_in_for_who_withdraws_by_another_cut(place: tuple[Office, str]) -> None:
    office, site = place
    id = ready(office, "Ritiro")
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    desk = open_tournament(office, id)
    [made] = desk.tournament.cuts
    gone, reserve = made.qualified[1].person, made.reserves[0]
    address = f"/organizza/{id}/taglio"
    with signed_in(site, office) as browser:
        number = desk.tournament.entrants[gone].number
        left = browser.post(
            f"/organizza/{id}/fai/withdraw", data={"chi": number, "motivo": "treno", "pagina": "cut"}
        )
        assert left.headers["location"] == address
        words = words_of(browser.get(address).text)
        assert f"Si ritira: {desk.names[gone]}." in words
        assert f"{desk.names[reserve]} entra" in words
        browser.post(f"/organizza/{id}/fai/cut", data={"seme": "gru-4472"})
        people = [each.person for each in open_tournament(office, id).tournament.cuts[-1].qualified]
        assert reserve in people
        assert gone not in people
        assert browser.post(f"/organizza/{id}/fai/draw", data={"seme": "gru"}).status_code == 303
        drawn = words_of(browser.get(address).text)
        assert "è fatto: chi passa non cambia più." in drawn
        assert browser.post(f"/organizza/{id}/fai/cut", data={"seme": "gru"}).status_code == 409


def test_where_a_tie_decides_the_page_asks_for_a_lot_and_chooses_nobody_before(
    place: tuple[Office, str],
) -> None:
    office, site = place
    id = opened(office, invented(12), "challenge", "Sorte")
    while True:
        desk = played(office, id, until=lambda each: next_step(each.tournament) in ("record", "cut"))
        if next_step(desk.tournament) == "cut":
            break
        assert desk.tournament.open_round
        for table in desk.tournament.open_round.tables.values():
            seats = points(table, (60, 45, 30, 20))
            execute(office, TERMINAL, id, RecordSheet(table=table.number, seats=seats))
    address = f"/organizza/{id}/taglio"
    with signed_in(site, office) as browser:
        page = browser.get(address).text
        words = words_of(page)
        browser.post(f"/organizza/{id}/fai/cut", data={"seme": "gru-4471"})
    desk = open_tournament(office, id)
    [lots] = [each.event for each in desk.occurrences if isinstance(each.event, LotsDrawn)]
    inside = {each.person for each in desk.tournament.cuts[-1].qualified}
    chosen = inside & {*lots.people}
    assert lots.seed == "gru-4471"
    assert f"fra questi {len(lots.people)} la sorte ne sceglie {len(chosen)}." in words
    shown = page.partition("<tbody>")[2].partition("</tbody>")[0]
    told = {who for who, name in desk.names.items() if f"<b>{name}</b>" in shown}
    assert told == inside - chosen


def test_the_tab_is_there_only_where_somebody_is_cut(place: tuple[Office, str]) -> None:
    office, site = place
    with_final = opened(office, invented(8), "tre-partite-finale", "Con finale")
    without = opened(office, invented(8), "tre-partite", "Senza finale")
    with signed_in(site, office) as browser:
        page = browser.get(f"/organizza/{with_final}/taglio").text
        assert f'href="/organizza/{with_final}/taglio" aria-current="page"' in page
        assert "mancano 3 turni" in words_of(page)
        assert "/taglio" not in browser.get(f"/organizza/{without}").text


def test_the_winner_is_proclaimed_published_and_the_event_put_away(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(8), "tre-partite-finale", "Fine")
    address, asked = f"/organizza/{id}/proclama", f"/organizza/{id}/fai"
    after = {"pagina": "finale"}
    with signed_in(site, office) as browser:
        assert "Il torneo non è ancora finito" in browser.get(address).text
        played(office, id, until=lambda desk: next_step(desk.tournament) == "publish")
        desk = open_tournament(office, id)
        [winner] = winners(desk.tournament, desk.names)
        words = words_of(browser.get(address).text)
        assert f"Vince {winner}" in words
        assert "Dopo la pubblicazione si può chiudere il torneo." in words
        assert browser.post(f"{asked}/close-tournament").status_code == 409
        assert browser.post(f"{asked}/publish-standings", data=after).headers["location"] == address
        assert next_step(open_tournament(office, id).tournament) == "done"
        assert browser.post(f"{asked}/close-tournament", data=after).headers["location"] == address
        assert open_tournament(office, id).tournament.is_closed
        assert "Torneo chiuso" in browser.get(address).text
    with signed_in(site, office, Role.OFFICIAL_JUDGE, id) as judge:
        assert judge.post(f"{asked}/publish-standings").status_code == 403


def test_the_podium_says_that_the_final_decided_where_somebody_had_more_points(
    place: tuple[Office, str],
) -> None:
    office, site = place

    def proclaimed(name: str, best: int) -> str:
        """The page after a final won by the finalist of this rank."""
        id = opened(office, invented(8), "tre-partite-finale", name)
        played(office, id, until=lambda desk: len(desk.tournament.rounds) == 4)
        desk = open_tournament(office, id)
        [final] = desk.tournament.rounds[-1].tables.values()
        ranks = [row.entry.name for row in Scoreboard(desk.tournament, desk.names).standings.rows]
        order = sorted(final.seated.seats, key=lambda who: ranks.index(desk.names[who]))
        order.insert(0, order.pop(best - 1))
        given = tuple(SeatResult(who, {"points": 40 - 5 * order.index(who)}) for who in final.seated.seats)
        execute(office, TERMINAL, id, RecordSheet(table=final.number, seats=given))
        played(office, id, until=lambda desk: next_step(desk.tournament) == "publish")
        with signed_in(site, office) as browser:
            return words_of(browser.get(f"/organizza/{id}/proclama").text)

    first, last = proclaimed("Primo", 1), proclaimed("Quarto", 4)
    assert "Finale 1°" in first
    assert "aveva fatto più punti" not in first
    assert "Finale 1°" in last
    assert "Vince per il primo posto in «Finale»: nei turni prima" in last


def test_who_goes_on_may_be_chosen_by_hand_with_a_reason(place: tuple[Office, str]) -> None:
    office, site = place
    id = ready(office, "A mano")
    address, asked = f"/organizza/{id}/taglio", f"/organizza/{id}/fai/cut-by-hand"
    with signed_in(site, office) as browser:
        page = browser.get(address).text
        desk = open_tournament(office, id)
        ticked = re.findall(r'name="chi" value="#(\d+)" checked', page)
        listed = re.findall(r'name="chi" value="#(\d+)"', page)
        assert (len(ticked), len(listed)) == (4, len(desk.tournament.playing))
        assert ticked == listed[:4], "the page proposes what the rules say"
        assert 'name="diretti"' not in page, "nobody skips a final"
        chosen = [*listed[:3], listed[7]]
        sent = {"chi": [f"#{number}" for number in chosen], "pagina": "cut"}
        assert browser.post(asked, data=sent).status_code == 403
        assert browser.post(asked, data=sent | {"motivo": "rinuncia"}).headers["location"] == address
        words = words_of(browser.get(address).text)
    assert "Deciso a mano" in words
    tournament = open_tournament(office, id).tournament
    assert [str(tournament.entrants[each.person].number) for each in tournament.cuts[-1].qualified] == chosen
    name = desk.names[tournament.cuts[-1].qualified[-1].person]
    assert f"{name} scelta a mano" in words
    with signed_in(site, office, Role.OFFICIAL_JUDGE, id) as judge:
        assert judge.post(asked, data=sent | {"motivo": "x"}).status_code == 403
        assert "Scegli a mano chi passa" not in judge.get(address).text


def test_finals_played_together_are_named_on_every_page(place: tuple[Office, str], tmp_path: Path) -> None:
    """The preview, the tables at the desk, on paper and in public, the results and the bracket."""
    office, site = place
    format = tmp_path / "insieme.toml"
    format.write_text(TOGETHER + FINALS, encoding="utf-8")
    id = ready(office, "Insieme", format=str(format))
    desk, public = f"/organizza/{id}", f"/tornei/{id}"
    with signed_in(site, office) as browser:
        preview = words_of(browser.get(f"{desk}/taglio").text)
        execute(office, TERMINAL, id, CutStage("gru-4471"))
        assert "Passano a «Finale»: 4" in preview
        assert "Passano a «Finalina»: 4" in preview
        assert "Finale, Finalina" in words_of(browser.get(f"{desk}/sorteggio").text)
        execute(office, TERMINAL, id, DrawRound("gru-4472"))
        for address in (f"{desk}/sorteggio", f"{desk}/stampa/referti", f"{public}/tavoli"):
            words = words_of(browser.get(address).text)
            assert "Tavolo 1 Finale" in words, address
            assert "Tavolo 2 Finalina" in words, address
        played(office, id)
        results = words_of(browser.get(f"{public}/risultati").text)
        assert "Tavolo 2 Finalina" in results
        columns = words_of(browser.get(f"{public}/tabellone").text)
        assert columns.index("Finale") < columns.index("Finalina")
        assert "Finale, Finalina" in words_of(browser.get(f"{public}/classifica").text)


def test_an_open_stage_is_ended_on_the_page_of_the_cut(place: tuple[Office, str], tmp_path: Path) -> None:
    office, site = place
    file = tmp_path / "lega.toml"
    source = format_source("campionato-periodico").text.replace('rounds = "@games"', 'rounds = "open"')
    source = source.replace('drop = "@drop"', "best = 3").replace('days = "@games"\n', "")
    for option in ("games", "drop"):
        source = re.sub(rf"\[option\.{option}\]\n(.+\n)+", "", source)
    source = source.replace("default = false", "default = true")
    source = re.sub(r"\[option\.seating\]\n(.+\n)+", "", source).replace('seating = "@seating"\n', "")
    file.write_text(source, encoding="utf-8")
    id = opened(office, invented(8), str(file), "Lega")
    played(office, id, until=lambda desk: len(desk.tournament.rounds) == 2 and not desk.tournament.open_round)
    address = f"/organizza/{id}/taglio"
    with signed_in(site, office) as browser:
        page = browser.get(address).text
        assert "i turni sono quanti ne vuoi" in words_of(page)
        sent = {"azione": hidden(page, "azione"), "pagina": "cut"}
        assert browser.post(f"/organizza/{id}/fai/end-stage", data=sent).headers["location"] == address
        words = words_of(browser.get(address).text)
        assert "Conferma il taglio" in words
        assert "i turni sono quanti ne vuoi" not in words
