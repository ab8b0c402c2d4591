"""A table of a tournament is opened online at its desk, played, and its result becomes the sheet."""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kamchatka.app.games.online.live import Pace
from kamchatka.app.office import Office, Role, open_office
from kamchatka.app.tournaments.opening import open_tournament
from kamchatka.web import create_app
from tests.tournament.small_event import drawn
from tests.web.online_play import Player, get_ready
from tests.web.site import served, signed_in

EVENT_FORM = {"turno_torneo": "1", "tavolo_torneo": "1", "spettatori": "si", "giri": "1", "turno": "0"}


@pytest.fixture(scope="module")
def office() -> Iterator[Office]:
    with open_office(None) as office:
        yield office


@pytest.fixture(scope="module")
def site(office: Office) -> Iterator[str]:
    with served(create_app(office=office, pace=Pace(action=0, turn=0))) as address:
        yield address


def play_turn(player: Player) -> Any:
    """Act while it is up to this player: pass if that is legal, else the first choice at its most."""
    found = player.state()
    while found["table"]["state"] != "over" and found["view"]["to_act"] == found["view"]["viewer"]:
        choices = {choice["action"]: choice["most"] for choice in found["view"]["choices"]}
        action = "passa" if "passa" in choices else next(iter(choices))
        if choices[action]:
            action = re.sub(r"\d+$", str(choices[action]), action)
        version = found["version"]
        answer = player.play(action, version=version, action=f"{player.table}-{version}")
        found = answer.json()
        found = found.get("envelope", found)
    return found


def players_by_seat(state: Any, by_name: dict[str, Player]) -> dict[str, Player]:
    """Who sits where; before the opening dice every seat is None."""
    return {each["seat"]: by_name[each["name"]] for each in state["table"]["players"]}


def test_the_result_of_an_online_table_becomes_the_sheet_with_one_form(office: Office, site: str) -> None:
    event = drawn(office, name="Giovedì online")
    with signed_in(site, office, Role.ORGANISER, event) as judge, httpx.Client(base_url=site) as stranger:
        desk = judge.get(f"/organizza/{event}/referti/1/1").text
        assert f'action="/organizza/{event}/gioca"' in desk
        assert desk.count('name="posto"') == 4
        opened = judge.post(f"/organizza/{event}/gioca", data={**EVENT_FORM, "posto": ["", "", "", ""]})
        id = opened.headers["location"].removeprefix("/gioca/")
        played = open_tournament(office, event)
        people = played.tournament.rounds[-1].tables[1].seated.seats
        assert f'href="/gioca/{id}"' in judge.get(f"/organizza/{event}/referti/1/1").text
        players = [Player(site, played.names[person]) for person in people]
        for player in players:
            assert player.sit(id).status_code == httpx.codes.OK
        get_ready(*players)
        by_name = {player.name: player for player in players}
        state = players[0].state()
        while state["view"]["turn"] < 1:
            state = play_turn(players_by_seat(state, by_name)[state["view"]["to_act"]])
        # In the first lap spectators see nothing yet; the judge sees the table as it is, and corrects it.
        hidden = stranger.get(f"/gioca/{id}").text
        assert "La partita è cominciata. Chi guarda la vede con un giro di ritardo" in hidden
        assert stranger.get(f"/gioca/{id}/stato").json()["view"] is None
        seen = judge.get(f"/gioca/{id}").text
        assert '<option value="chiude la partita">La partita si chiude qui</option>' in seen
        land = judge.get(f"/gioca/{id}/stato").json()["view"]["territories"][0]
        decided = {"territorio": land["id"], "di": land["owner"], "armate": str(land["armies"] + 1)}
        address = f"/organizza/{event}/gioca/{id}/giudice"
        assert judge.post(address, data=decided).status_code == httpx.codes.UNPROCESSABLE_ENTITY
        assert judge.post(address, data={**decided, "motivo": "Contate male"}).status_code == 303
        state = players[0].state()
        assert state["view"]["territories"][0]["armies"] == land["armies"] + 1
        while state["table"]["state"] != "over":
            state = play_turn(players_by_seat(state, by_name)[state["view"]["to_act"]])
        assert f'action="/organizza/{event}/gioca/{id}/referto"' in judge.get(f"/gioca/{id}").text
        assert "/referto" not in stranger.get(f"/gioca/{id}").text
        # After a restart the judge still finds the game from the page of the result.
        with served(create_app(office=office)) as new, signed_in(new, office, Role.ORGANISER, event) as again:
            assert f'href="/gioca/{id}"' in again.get(f"/organizza/{event}/referti/1/1").text
        answer = judge.post(f"/organizza/{event}/gioca/{id}/referto", follow_redirects=True)
        assert "scritto il referto del tavolo 1" in answer.text
        recorded = open_tournament(office, event).tournament.rounds[-1].tables[1].result
        assert recorded is not None
        held = {seat["chair"]: seat["territories"] for seat in state["view"]["seats"]}
        wanted = {each["name"]: held[each["chair"]] for each in state["table"]["players"]}
        told = {played.names[each.person]: each.cells["territories"] for each in recorded.seats}
        assert {name: len(lands) for name, lands in told.items() if isinstance(lands, dict)} == wanted
        for player in players:
            player.http.close()
