"""Online tables over the wire: joining, acting, following; floods, foreign seats, a killed server."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from kamchatka.app.games.online.hall import SECRET
from kamchatka.app.games.online.live import Pace
from kamchatka.app.office import Office
from kamchatka.game.record_file import read_record
from kamchatka.game.verifier import verify
from kamchatka.store import accounts
from kamchatka.web import create_app
from tests.web.desk_pages import DeskClient, desk_site
from tests.web.online_play import Player, get_ready, killed_at_the_end, people

MESSAGES = 60
"""Followed before people give up the game."""
BOTS = ("", "soldato", "soldato")


def quick_app(office: Office) -> FastAPI:
    return create_app(office=office, pace=Pace(0, 0, 60_000))


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[Office, DeskClient]]:
    with desk_site(quick_app) as opened:
        yield opened


@pytest.fixture
def party(site: tuple[Office, DeskClient]) -> Iterator[list[Player]]:
    with people(site[1].site, "Anna", "Bruno", "Guido", "Elena") as found:
        yield found


def test_two_people_play_and_no_byte_holds_a_secret_before_the_end(
    site: tuple[Office, DeskClient], party: list[Player]
) -> None:
    office, (anna, bruno, guest, _) = site[0], party
    id = anna.open(*BOTS, giri="9")
    code = anna.state()["table"]["code"]
    found = bruno.http.post("/gioca/entra", data={"codice": code.lower()}).json()
    assert found == {"id": id, "address": f"/gioca/{id}"}
    assert bruno.sit(id).json()["table"]["me"] == {"chair": 1, "seat": None}
    assert bruno.sit(id).json()["code"] == "seated_already"
    with office.reading() as reading:
        secret = accounts.secret(reading.connection, f"{SECRET}{id}")
    assert secret is not None
    guest.table = id
    seen: list[bytes] = []
    with bruno.following() as messages:
        get_ready(anna, bruno)
        acts = threading.Event()

        def play() -> None:
            while not acts.is_set():
                for player in (anna, bruno):
                    player.take_turn()
                seen.append(guest.http.get(f"/gioca/{id}/stato").content)

        playing = threading.Thread(target=play)
        playing.start()
        versions = []
        try:
            for message in messages:
                versions.append(message["version"])
                if message["table"]["state"] == "over":
                    break
                if len(versions) == MESSAGES:
                    acts.set()
                    playing.join()
                    for player in (anna, bruno):
                        assert player.ask("chiudi").status_code == httpx.codes.OK
                assert secret.hex() not in json.dumps(message)
                assert message["table"]["me"]["chair"] == 1
        finally:
            acts.set()
            playing.join()
    assert versions == sorted(versions)
    assert not any(secret.hex().encode() in each for each in seen if b'"state":"over"' not in each)
    last = guest.state()["table"]
    assert last["promise"]["secret"] == secret.hex()
    record = guest.http.get(f"/gioca/{id}/partita").content
    verify(record)
    assert read_record(record).players == ("Anna", "Bruno", "soldato", "soldato 2")
    assert guest.http.get(last["replay"]).status_code == httpx.codes.OK
    assert last["replay"] in guest.http.get("/partite").text


def test_a_seat_that_floods_or_cheats_is_refused_and_nobody_else_is_slowed(
    party: list[Player],
) -> None:
    anna, bruno, guest, private = party
    id = anna.open(*BOTS, giri="9")
    bruno.sit(id)
    guest.table = id
    get_ready(anna, bruno)
    version = anna.state()["version"]
    assert guest.play("passa", version=version).status_code == httpx.codes.FORBIDDEN
    huge = anna.play("x" * 5000, version=version)
    assert (huge.status_code, huge.json()["code"]) == (413, "too_large")
    for body in (b"", b"[]", b'{"id": 1}', b'{"id":"abcdefgh","version":true,"actions":["passa"]}', b"\xff"):
        answer = anna.http.post(f"/gioca/{id}/mosse", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "move_request")
    stale = anna.play("passa", version=1)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert stale.json()["envelope"]["version"] >= version
    assert stale.json()["message"] == "Il tavolo è andato avanti: guarda e scegli di nuovo."
    found = {anna.play("non si capisce", version=10**6).status_code for _ in range(100)}
    assert found == {422, 429}
    assert bruno.ask("parla", frase="grazie").status_code == httpx.codes.OK
    assert bruno.ask("parla", testo="ciao").json()["code"] == "fixed_phrases"
    assert (
        guest.http.get(f"/gioca/{id}/vivo", headers={"origin": "http://altrove.example"}).status_code == 403
    )
    assert (
        anna.http.post(f"/gioca/{id}/mosse", headers={"origin": "http://altrove.example"}).status_code == 403
    )
    assert anna.http.get("/gioca/nonesiste9/stato").status_code == httpx.codes.NOT_FOUND
    private.open("soldato", "soldato", "soldato", spettatori="", pubblico="")
    get_ready(private)
    guest.table = private.table
    assert guest.http.get(f"/gioca/{private.table}/stato").status_code == httpx.codes.FORBIDDEN


def test_a_killed_server_has_lost_no_acknowledged_action_and_rolls_the_same_dice(tmp_path: Path) -> None:
    kept: list[str] = []
    names = ("Anna", "Bruno", "Carla", "Dario")
    with killed_at_the_end(tmp_path) as address, people(address, *names) as players:
        anna = players[0]
        id = anna.open("", "", "")
        for other in players[1:]:
            other.sit(id)
        get_ready(*players)
        promise = anna.state()["table"]["promise"]["commitment"]
        while len(kept) < 20:
            for player in players:
                done = player.take_turn()
                if done is not None and done[1].status_code == httpx.codes.OK:
                    kept.append(done[0])
        before = [player.state() for player in players]
        cookies = [player.http.cookies for player in players]
    with killed_at_the_end(tmp_path) as address, people(address, *names) as again:
        for player, cookie in zip(again, cookies, strict=True):
            player.http.cookies.update(cookie)
            player.table, player.asked = id, 1000
        after = [player.state() for player in again]
        assert [each["version"] for each in after] == [each["version"] for each in before]
        assert [each["view"] for each in after] == [each["view"] for each in before]
        assert after[0]["table"]["promise"]["commitment"] == promise
        # What was acknowledged is done: sent once more it changes nothing.
        sent = next(player for player in again if kept[-1].startswith(player.name.lower()))
        assert (
            sent.play("passa", version=after[0]["version"], action=kept[-1]).json()["code"] == "other_content"
        )
        assert again[0].state()["version"] == after[0]["version"]
        for _ in range(3):
            for player in again:
                player.take_turn()
        assert again[0].state()["version"] > after[0]["version"]
        for player in again:
            player.ask("chiudi")
        verify(again[0].http.get(f"/gioca/{id}/partita").content)
