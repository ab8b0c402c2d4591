"""Bar R4: what phones send over a bad network is recorded once, in order, and always answered alike."""

import asyncio
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from kamchatka.app.office import Office, open_office
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.app.tournaments.passes import TablePlace, join, joining_number, pass_path
from kamchatka.store.database import Holder
from kamchatka.web import create_app
from kamchatka.web.phone.table_door import COOKIE
from kamchatka.web.site.live import feed_number
from tests.tournament.small_event import table
from tests.web import played
from tests.web.bad_network import BadNetwork
from tests.web.site import served

TABLES, TURNS, CORRECTIONS, SEED = 6, 30, 5, 20261121
OTHER = {
    "chi": {"chi": "3"},
    "fai/end-turn": {"conquiste": "1"},
    "fai/call": {"ferma": ""},
    "fai/extend-clock": {"minuti": "3"},
    "fai/end-game": {"motivo": "altro"},
}
"""Fields with which the request of a path says something else; other numbers are another request."""


@dataclass(frozen=True)
class Submission:
    """One logical request of a phone."""

    table: int
    what: str
    cookie: str
    fields: dict[str, str]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/tavolo/raduno/1/{self.table}/{self.what}"


def joined(office: Office, place: TablePlace) -> str:
    """The cookie of a phone that joined."""
    code = pass_path(office, place).rpartition("/")[2]
    return f"{COOKIE}={join(office, place, code, joining_number(office, place))}"


def script(office: Office, id: str, number: int) -> list[Submission]:
    """What two phones of a table send, in order: turns and calls, the count and its corrections."""
    place, desk = TablePlace(id, 1, number), open_tournament(office, id)
    judge, player = joined(office, place), joined(office, place)
    people = [str(desk.tournament.entrants[who].number) for who in table(desk, number).seated.seats]
    found: list[Submission] = []

    def sends(cookie: str, what: str, **fields: str) -> None:
        fields["azione"] = f"a-{number}-{len(found)}"
        found.append(Submission(number, what, cookie, fields))

    sends(judge, "chi", chi="g")
    sends(player, "chi", chi="2")
    sends(judge, "inizia", parte="1")
    for turn in range(TURNS):
        sends(judge, "fai/end-turn", chi=people[turn % 4], turni=str(turn))
        if turn % 6 == 5:
            sends(player, "fai/call", chi=people[1], ferma="1")
            sends(judge, "fai/close-call", chiamata=str(turn // 6 + 1))
            sends(judge, "fai/extend-clock", minuti="2")
    sends(judge, "fai/end-game", motivo="fine del tempo")
    for each in range(CORRECTIONS):
        points = {f"t{number}.punti{seat}": str(10 * seat + each) for seat in (1, 2, 3, 4)}
        sends(judge, "conta", chi="1", modo="punti", **points)
    return found


async def sent(site: str, scripts: list[list[Submission]]) -> BadNetwork:
    """All tables send at once, each in its order."""
    network = BadNetwork(site, SEED)

    async def follow(steps: list[Submission]) -> None:
        for step in steps:
            assert await network.post(step.path, step.cookie, step.fields) == 303, step

    async with network.running():
        await asyncio.gather(*map(follow, scripts))
    return network


EVENTS = {
    "chi": "phone-named",
    "inizia": "clock-started",
    "fai/end-turn": "turn-ended",
    "fai/call": "judge-called clock-stopped",
    "fai/close-call": "call-closed clock-resumed",
    "fai/extend-clock": "clock-extended",
    "fai/end-game": "game-ended",
    "conta": "result-recorded",
}
"""What the request of a path records."""


def log_faults(office: Office, id: str, scripts: list[list[Submission]]) -> list[str]:
    """Requests that were not recorded just once, or not in the order in which they were sent."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    with office.reading() as reading:
        for each in reading.feed(stream_of(id), most=5000):
            # An id of numbers that were sent is followed by their digest.
            if sent := re.match(r"a-\d+-\d+(?=-|$)", each.action):
                found[sent[0].rpartition("-")[0]].append((sent[0], each.kind))
    faults = []
    for steps in scripts:
        wanted: list[tuple[str, str]] = []
        for step in steps:
            kinds, action = EVENTS[step.what].split(), step.fields["azione"]
            is_first = step.what == "conta" and not any(kind == "result-recorded" for _, kind in wanted)
            first = ["board-counted", "sheet-signed"] if is_first else []
            wanted += [(action, kind) for kind in (*first, *kinds)]
        if (had := found[steps[0].fields["azione"].rpartition("-")[0]]) != wanted:
            faults.append(f"table {steps[0].table}: {had} instead of {wanted}")
    return faults


async def answered(site: str, submissions: list[Submission]) -> list[int]:
    """The statuses of requests over a good network."""
    network = BadNetwork(site, SEED)
    network.port = int(site.rpartition(":")[2])
    return [await network.post(each.path, each.cookie, each.fields) for each in submissions]


def test_everything_is_recorded_once_and_answered_alike_also_after_a_restart(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    place = tmp_path / "kamchatka.db"
    with open_office(place, Holder("serve")) as office:
        id = played.entered(office, 4 * TABLES, format="raduno")
        played.go_on(office, id, "record")
        with served(create_app(tmp_path, office=office)) as site:
            scripts = [script(office, id, number) for number in range(1, TABLES + 1)]
            network = asyncio.run(sent(site, scripts))
        assert log_faults(office, id, scripts) == []
        number = feed_number(office, id)
    submissions = [step for steps in scripts for step in steps]
    assert len(submissions) >= 300
    assert max(map(len, network.answers.values())) >= 5
    assert {each: {303} for each in network.answers} == {
        each: set(said) for each, said in network.answers.items()
    }
    assert len(network.answers) == len(submissions)
    some = submissions[::7]
    other = [replace(each, fields={**each.fields, **OTHER[each.what]}) for each in some if each.what in OTHER]
    with open_office(place, Holder("serve")) as office, served(create_app(tmp_path, office=office)) as site:
        assert asyncio.run(answered(site, some)) == [303] * len(some)
        assert feed_number(office, id) == number
        assert len(other) >= 20
        assert asyncio.run(answered(site, other)) == [422] * len(other)
        assert feed_number(office, id) == number
