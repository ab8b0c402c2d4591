"""The cut and the end at the desk: a preview that writes nothing, reserves, lots, winners."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, Role, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.ids import PersonId
from kamchatka.tournament.arranging import StartTables
from kamchatka.tournament.checker import check
from kamchatka.tournament.draws import DrawRound
from kamchatka.tournament.events import LotsDrawn, SeatResult
from kamchatka.tournament.format.loading import format_source
from kamchatka.tournament.progress import next_step, winners
from kamchatka.tournament.recording import CorrectResult, RecordSheet
from kamchatka.tournament.rounds import CloseRound, CutStage
from kamchatka.tournament.scores import Scoreboard
from kamchatka.tournament.state import Table, Tournament
from kamchatka.tournament.views.standings import standings_page
from kamchatka.web import create_app
from tests.tournament.cut_events import FINAL, GAMES, format_of
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
        assert "Chi passa alla finale" in words
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


def draws_at_once(browser: httpx.Client, id: str) -> set[str]:
    """The pages with a button that draws the next round."""
    pages = ("appello", "taglio")
    return {page for page in pages if "/fai/draw" in browser.get(f"/organizza/{id}/{page}").text}


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
        assert not draws_at_once(browser, id), "a reserve comes in first"
        assert f"{desk.names[reserve]} entra" in words
        browser.post(f"/organizza/{id}/fai/cut", data={"seme": "gru-4472"})
        people = [each.person for each in open_tournament(office, id).tournament.cuts[-1].qualified]
        assert reserve in people
        assert gone not in people
        assert draws_at_once(browser, id) == {"appello", "taglio"}
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
        told = [f"/tornei/{id}", f"/tornei/{id}/tabellone"]
        said = re.compile(rf"vince {winner}", re.IGNORECASE)
        assert not any(said.search(words_of(browser.get(each).text)) for each in told)
        assert browser.post(f"{asked}/publish-standings", data=after).headers["location"] == address
        assert all(said.search(words_of(browser.get(each).text)) for each in told)
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
    format.write_text(TOGETHER + FINALS.replace('id = "finalina"', 'id = "girone-b"'), encoding="utf-8")
    id = ready(office, "Insieme", format=str(format))
    desk, public = f"/organizza/{id}", f"/tornei/{id}"
    with signed_in(site, office) as browser:
        preview = words_of(browser.get(f"{desk}/taglio").text)
        done = execute(office, TERMINAL, id, CutStage("gru-4471"))
        assert done.sentences[-1].startswith("Passano alla finalina:")
        for address in (f"{desk}/registro", desk, f"{desk}/annulla"):
            words = words_of(browser.get(address).text)
            assert "Passano alla finalina:" in words, address
            assert "girone-b" not in words, address
        assert "Passano alla finale: 4" in preview
        assert "Passano alla finalina: 4" in preview
        assert "Finale, Finalina" in words_of(browser.get(f"{desk}/sorteggio").text)
        execute(office, TERMINAL, id, DrawRound("gru-4472"))
        for address in (f"{desk}/sorteggio", f"{public}/tavoli"):
            words = words_of(browser.get(address).text)
            assert "Tavolo 1 Finale" in words, address
            assert "Tavolo 2 Finalina" in words, address
        board = words_of(browser.get(desk).text)
        assert "Finalina: referto non arrivato" in board
        assert "passano in 8" in board
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


def spoil(office: Office, id: str, who: PersonId) -> None:
    """Correct every sheet of a player: no points in any game."""
    desk = open_tournament(office, id)
    for played_round in desk.tournament.rounds:
        seated_at = played_round.table_of(who)
        if seated_at and played_round.stage == desk.tournament.format.stages[0].id:
            given = iter((60, 45, 30, 20))
            seats = tuple(
                SeatResult(each, {"points": 0 if each == who else next(given)})
                for each in seated_at.seated.seats
            )
            asked = CorrectResult(
                round=played_round.number, table=seated_at.number, seats=seats, reason="somma sbagliata"
            )
            execute(office, TERMINAL, id, asked)


def finalists(office: Office, id: str) -> set[PersonId]:
    return {each.person for each in open_tournament(office, id).tournament.cuts[-1].qualified}


def by_standings(office: Office, id: str) -> set[PersonId]:
    """The first four of the qualifying games, as they stand now."""
    desk = open_tournament(office, id)
    rows = standings_page(desk.tournament, desk.names, "it", 3).rows
    numbers = {entrant.number: who for who, entrant in desk.tournament.entrants.items()}
    return {numbers[row.number] for row in rows[:4]}


def overtaken(office: Office, name: str) -> tuple[str, PersonId]:
    """An event whose cut was made, then a finalist's sheets were corrected; and that finalist."""
    id = ready(office, name)
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    out = open_tournament(office, id).tournament.cuts[-1].qualified[0].person
    spoil(office, id, out)
    return id, out


def test_after_a_correction_the_page_shows_who_was_confirmed_beside_who_would_pass(
    place: tuple[Office, str],
) -> None:
    office, site = place
    id, out = overtaken(office, "Corretto")
    desk = open_tournament(office, id)
    coming, leaving = by_standings(office, id), finalists(office, id)
    assert out in leaving - coming
    with signed_in(site, office) as browser:
        board = browser.get(f"/organizza/{id}").text
        assert "Decidi di nuovo chi passa alla finale" in board
        item = next(each for each in re.findall(r"<li>.*?</li>", board, re.S) if "passerebb" in each)
        assert f'href="/organizza/{id}/taglio"' in item
        assert "cut" not in words_of(item)
        words = words_of(browser.get(f"/organizza/{id}/taglio").text)
        confirmed, _, now = words.partition("Chi passerebbe adesso")
        confirmed = confirmed.partition("Chi è stato confermato")[2]
        said = {who for who in desk.names if f"{desk.names[who]} uscirebbe" in confirmed}
        assert said == leaving - coming
        assert {who for who in desk.names if f"{desk.names[who]} entrerebbe" in now} == coming - leaving
        assert "Sorteggia: Finale" not in words
        assert "entrerebbe" not in confirmed
        draw = words_of(browser.get(f"/organizza/{id}/sorteggio").text)
        assert "Guarda chi passa" in draw
        assert not draws_at_once(browser, id), "not on a cut that no longer holds"


def test_a_cut_is_made_again_after_a_correction_with_a_reason(place: tuple[Office, str]) -> None:
    office, site = place
    id, out = overtaken(office, "Rifatto")
    now = by_standings(office, id)
    asked, address = f"/organizza/{id}/fai/cut", f"/organizza/{id}/taglio"
    sent = {"seme": "gru-4472", "pagina": "cut"}
    with signed_in(site, office) as browser:
        assert browser.post(asked, data=sent).status_code == 403
        assert out in finalists(office, id)
        reason = {"motivo": "somma sbagliata al tavolo 2"}
        assert browser.post(asked, data=sent | reason).headers["location"] == address
        assert finalists(office, id) == now
        words = words_of(browser.get(address).text)
        assert "Chi passerebbe adesso" not in words
        assert "Sorteggia: Finale" in words
        assert "somma sbagliata al tavolo 2" in words_of(browser.get(f"/organizza/{id}/registro").text)
        assert "passerebb" not in words_of(browser.get(f"/organizza/{id}").text)


def test_a_cut_is_kept_after_a_correction_with_a_reason_until_another_one(place: tuple[Office, str]) -> None:
    office, site = place
    id, _ = overtaken(office, "Tenuto")
    before = finalists(office, id)
    asked, address = f"/organizza/{id}/fai/keep-cut", f"/organizza/{id}/taglio"
    with signed_in(site, office) as browser:
        assert browser.post(asked, data={"pagina": "cut"}).status_code == 403
        sent = {"motivo": "finale già annunciata", "pagina": "cut"}
        assert browser.post(asked, data=sent).headers["location"] == address
        assert finalists(office, id) == before
        assert draws_at_once(browser, id) == {"appello", "taglio"}
        assert "decidi se rifare il taglio" not in words_of(browser.get(f"/organizza/{id}").text)
        log = words_of(browser.get(f"/organizza/{id}/registro").text)
        assert "finale già annunciata" in log
        assert browser.post(asked, data=sent).status_code == 409, "nothing is left to decide"
        spoil(office, id, min(before & by_standings(office, id)))
        assert "decidi se rifare il taglio" in words_of(browser.get(f"/organizza/{id}").text)
    desk = open_tournament(office, id)
    assert not check(desk.tournament.setup, desk.occurrences, desk.names).differences


def test_a_cut_is_made_again_over_drawn_tables_until_a_game_begins(place: tuple[Office, str]) -> None:
    office, site = place
    id, out = overtaken(office, "Già sorteggiato")
    execute(office, TERMINAL, id, DrawRound("gru-4473"))
    asked = f"/organizza/{id}/fai/cut"
    sent = {"seme": "gru-4472", "pagina": "cut", "motivo": "somma sbagliata"}
    with signed_in(site, office) as browser:
        assert "Rifai il taglio" in words_of(browser.get(f"/organizza/{id}/taglio").text)
        assert browser.post(asked, data=sent).status_code == 303
        assert out not in finalists(office, id)
        assert len(open_tournament(office, id).tournament.rounds) == 3
        assert browser.post(asked, data=sent).status_code == 303, "as often as before the draw"
        execute(office, TERMINAL, id, DrawRound("gru-4474"))
        final = open_tournament(office, id).tournament.open_round
        assert final
        assert {who for each in final.tables.values() for who in each.seated.seats} == finalists(office, id)
        assert browser.post(asked, data=sent).status_code == 409, "the results give these players"
        spoil(office, id, next(iter(finalists(office, id))))
        execute(office, TERMINAL, id, StartTables())
        assert browser.post(asked, data=sent).status_code == 409
        words = words_of(browser.get(f"/organizza/{id}/taglio").text)
        assert "Rifai il taglio" not in words
        assert browser.post(f"/organizza/{id}/fai/keep-cut", data=sent).status_code == 303
    desk = open_tournament(office, id)
    assert not check(desk.tournament.setup, desk.occurrences, desk.names).differences


FIRST_FOUR = '[[stage.enters]]\nwho = "ranks"\nranks = [1, 4]\n'


def level(office: Office, name: str, *stages: str, folder: Path) -> str:
    """An event of eight after one game, with the same points at both tables: everybody has an equal."""
    format = format_of(folder, GAMES.replace("rounds = 2", "rounds = 1"), *stages)
    id = opened(office, invented(8), format, name)
    desk = played(office, id, until=lambda each: next_step(each.tournament) == "record")
    assert desk.tournament.open_round
    for table in desk.tournament.open_round.tables.values():
        seats = by_number(desk.tournament, table, (60, 45, 30, 20))
        execute(office, TERMINAL, id, RecordSheet(table=table.number, seats=seats))
    execute(office, TERMINAL, id, CloseRound())
    return id


def by_number(tournament: Tournament, table: Table, given: Sequence[int]) -> tuple[SeatResult, ...]:
    """A sheet with these points, the first for the lowest entrant number."""
    ordered = sorted(table.seated.seats, key=lambda who: tournament.entrants[who].number)
    return tuple(SeatResult(who, {"points": each}) for who, each in zip(ordered, given, strict=True))


def drawn_lots(office: Office, id: str) -> list[LotsDrawn]:
    return [
        each.event for each in open_tournament(office, id).occurrences if isinstance(each.event, LotsDrawn)
    ]


def test_a_tie_in_the_final_standings_is_drawn_where_it_is_shown(
    place: tuple[Office, str], tmp_path: Path
) -> None:
    office, site = place
    id = level(office, "Tutti pari", folder=tmp_path)
    with signed_in(site, office) as browser:
        for address, ties in (("proclama", 2), ("classifica", 4)):
            html = browser.get(f"/organizza/{id}/{address}").text
            assert html.count(f'action="/organizza/{id}/fai/lots"') == ties, "two share each of four places"
        assert "Vincono" not in browser.get(f"/organizza/{id}/proclama").text
        assert "/fai/publish-standings" not in browser.get(f"/organizza/{id}/adesso").text, (
            "not before the lot"
        )
        people = re.findall(r'name="chi" value="(#\d+)"', html)
        sent = {
            "chi": people[:2],
            "seme": "gru-4471",
            "pagina": "standings",
            "azione": hidden(html, "azione"),
        }
        asked = f"/organizza/{id}/fai/lots"
        for _ in range(2):  # a double click draws once
            assert browser.post(asked, data=sent).headers["location"] == f"/organizza/{id}/classifica"
        [lots] = drawn_lots(office, id)
        desk = open_tournament(office, id)
        assert sorted(f"#{desk.tournament.entrants[who].number}" for who in lots.people) == sorted(people[:2])
        order = [desk.names[who] for who in lots.people]
        ranked = [(row.rank, row.name) for row in standings_page(desk.tournament, desk.names, "it").rows]
        assert ranked[:2] == [*enumerate(order, 1)]
        assert [rank for rank, _ in ranked[2:]] == [3, 3, 5, 5, 7, 7]
        after = browser.get(f"/organizza/{id}/classifica").text
        assert after.count(f'action="{asked}"') == 3
        receipt = f"Sono usciti in quest'ordine: {', '.join(order)}. Numero del sorteggio: gru-4471."
        assert receipt in words_of(after)
        assert browser.post(asked, data=sent | {"azione": "altra"}).status_code == 409, "that tie is broken"
    assert not check(desk.tournament.setup, desk.occurrences, desk.names).differences
    turned = replace(lots, people=lots.people[::-1])
    changed = [replace(each, event=turned) if each.event is lots else each for each in desk.occurrences]
    [difference] = check(desk.tournament.setup, changed, desk.names).differences
    assert difference.code == "tournament.check.lots"


def test_no_lot_is_drawn_while_games_may_break_the_tie(place: tuple[Office, str]) -> None:
    office, site = place
    id = opened(office, invented(8), "tre-partite", "Presto")
    played(office, id, until=lambda desk: len(desk.tournament.rounds) == 1 and not desk.tournament.open_round)
    with signed_in(site, office) as browser:
        assert browser.post(f"/organizza/{id}/fai/lots", data={"chi": "#1"}).status_code == 409
        assert "/fai/lots" not in browser.get(f"/organizza/{id}/classifica").text


def test_a_tied_reserve_is_not_named_until_the_lot_is_drawn(
    place: tuple[Office, str], tmp_path: Path
) -> None:
    office, site = place
    id = level(office, "Riserve", FINAL, FIRST_FOUR, folder=tmp_path)
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    assert drawn_lots(office, id) == [], "the four who play the final are certain"
    desk = open_tournament(office, id)
    rows = standings_page(desk.tournament, desk.names, "it").rows
    tied = sorted((row for row in rows if row.rank == 5), key=lambda row: row.number)
    with signed_in(site, office) as browser:
        words = words_of(browser.get(f"/organizza/{id}/classifica").text)
        assert "Prima riserva:" not in words
        assert f"Prima riserva da sorteggiare fra {', '.join(row.name for row in tied)}." in words
        cut = words_of(browser.get(f"/organizza/{id}/taglio").text)
        assert "da sorteggiare fra" in cut.partition("Riserve")[2]
        sent = {"chi": [f"#{row.number}" for row in tied], "seme": "gru-4472", "pagina": "cut"}
        assert browser.post(f"/organizza/{id}/fai/lots", data=sent).status_code == 303
        [lots] = drawn_lots(office, id)
        first = desk.names[lots.people[0]]
        assert f"Prima riserva: {first}." in words_of(browser.get(f"/organizza/{id}/classifica").text)
        browser.post(f"/organizza/{id}/fai/withdraw", data={"chi": f"#{rows[0].number}", "pagina": "cut"})
        execute(office, TERMINAL, id, CutStage("gru-4473"))
        assert lots.people[0] in finalists(office, id)
    desk = open_tournament(office, id)
    assert not check(desk.tournament.setup, desk.occurrences, desk.names).differences


@pytest.mark.parametrize("is_chosen", [True, False])
def test_only_who_may_come_in_is_a_reserve_to_be_drawn(
    place: tuple[Office, str], tmp_path: Path, is_chosen: bool
) -> None:
    office, site = place
    id = level(office, f"Una riserva {is_chosen}", FINAL, FIRST_FOUR, folder=tmp_path)
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    desk = open_tournament(office, id)
    rows = standings_page(desk.tournament, desk.names, "it").rows
    who = rows[4]
    chosen = [f"#{row.number}" for row in (*rows[:3], who)]
    asked, sent = (
        ("cut-by-hand", {"chi": chosen, "motivo": "rinuncia"})
        if is_chosen
        else ("withdraw", {"chi": f"#{who.number}"})
    )
    with signed_in(site, office) as browser:
        browser.post(f"/organizza/{id}/fai/{asked}", data={**sent, "pagina": "cut"})
        words = words_of(browser.get(f"/organizza/{id}/taglio").text)
    reserves = words.partition("Riserve")[2].partition("Parità")[0]
    coming = [row.name for row in (*(rows[3:4] if is_chosen else ()), *rows[5:])]
    assert [row.name for row in rows if row.name in reserves] == coming
    assert reserves.count("da sorteggiare fra") == 1, "only the last two are still tied"


def test_a_withdrawal_overtakes_no_cut_though_it_moves_the_line_into_a_tie(
    place: tuple[Office, str], tmp_path: Path
) -> None:
    office, site = place
    id = level(office, "Riserve pari", FINAL, FIRST_FOUR, folder=tmp_path)
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    gone = min(finalists(office, id))
    with signed_in(site, office) as browser:
        number = open_tournament(office, id).tournament.entrants[gone].number
        browser.post(f"/organizza/{id}/fai/withdraw", data={"chi": f"#{number}", "pagina": "cut"})
        assert "passerebb" not in words_of(browser.get(f"/organizza/{id}").text)
        assert "Si ritira:" in words_of(browser.get(f"/organizza/{id}/taglio").text)


def test_a_tie_overtakes_a_cut_where_a_lot_may_put_a_finalist_out(
    place: tuple[Office, str], tmp_path: Path
) -> None:
    office, site = place
    id = level(office, "Finalisti pari", FINAL, FIRST_FOUR, folder=tmp_path)
    execute(office, TERMINAL, id, CutStage("gru-4471"))
    now = open_tournament(office, id).tournament
    sheets = [
        (table.number, by_number(now, table, (60, 30, 30, 20))) for table in now.rounds[0].tables.values()
    ]
    table, seats = min(sheets, key=lambda each: now.entrants[each[1][1].person].number)
    execute(office, TERMINAL, id, CorrectResult(round=1, table=table, seats=seats, reason="somma"))
    with signed_in(site, office) as browser:
        assert "passerebb" in words_of(browser.get(f"/organizza/{id}").text)
