"""People at an online table, each a browser of their own with its cookies."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.web.silent_clients import greeted

TABLE = {"regolamento": "rtu", "giri": "2", "pubblico": "si", "spettatori": "si", "probabilita": "si"}


class Player:
    """A browser at a table."""

    def __init__(self, site: str, name: str) -> None:
        self.name = name
        headers = {"origin": site, "accept": "application/json"}
        self.http = httpx.Client(base_url=site, trust_env=False, verify=False, headers=headers, timeout=30)
        self.table = ""
        self.asked = 0

    def open(self, *chairs: str, **words: str) -> str:
        """Open a table; its id."""
        answer = self.http.post("/gioca/apri", data={**TABLE, "nome": self.name, "posto": chairs, **words})
        self.table = answer.json()["id"]
        return self.table

    def sit(self, table: str, **words: str) -> httpx.Response:
        """Take a chair at a table."""
        self.table = table
        return self.http.post(f"/gioca/{table}/siedi", data={"nome": self.name, **words})

    def ask(self, command: str, **words: str) -> httpx.Response:
        """A command of the seat."""
        return self.http.post(f"/gioca/{self.table}/fai/{command}", data=words)

    def state(self, query: str = "") -> Any:
        """The envelope."""
        return self.http.get(f"/gioca/{self.table}/stato{query}").json()

    def play(self, *lines: str, version: int, action: str = "", **more: object) -> httpx.Response:
        """Actions."""
        self.asked += 1
        id = action or f"{self.name.lower()}-{self.asked:05d}-x"
        body = {"id": id, "version": version, "actions": list(lines), **more}
        return self.http.post(f"/gioca/{self.table}/mosse", json=body)

    def take_turn(self) -> tuple[str, httpx.Response] | None:
        """Do the first thing that is legal, if it is up to this player: the request's id, and its answer."""
        found = self.state()
        view = found["view"]
        if view is None or view["to_act"] != view["viewer"]:
            return None
        action = view["choices"][0]["action"]
        answer = self.play(action, version=found["version"])
        return f"{self.name.lower()}-{self.asked:05d}-x", answer

    @contextmanager
    def following(self) -> Iterator[Iterator[Any]]:
        """The envelopes of the stream."""
        with self.http.stream("GET", f"/gioca/{self.table}/vivo") as stream:
            assert stream.status_code == httpx.codes.OK
            lines = (line for line in stream.iter_lines() if line.startswith("data: "))
            yield (json.loads(line.removeprefix("data: ")) for line in lines)


@contextmanager
def people(site: str, *names: str) -> Iterator[list[Player]]:
    """A browser for everybody."""
    found = [Player(site, name) for name in names]
    try:
        yield found
    finally:
        for each in found:
            each.http.close()


def get_ready(*players: Player) -> None:
    """Everybody is ready, and the first starts."""
    for player in players:
        assert player.ask("pronto", si="si").status_code == httpx.codes.OK
    assert players[0].ask("parti").status_code == httpx.codes.OK


@contextmanager
def killed_at_the_end(home: Path) -> Iterator[str]:
    """A server in a process of its own, which is killed without a word: its address."""
    environment = {**os.environ, "KAMCHATKA_HOME": str(home), "NO_COLOR": "1"}
    words = [sys.executable, "-m", "kamchatka", "serve", "--port", "0"]
    with (
        subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as process,
        greeted(process) as lines,
    ):
        found = re.search(r"http://127\.0\.0\.1:\d+", lines[0])
        assert found
        yield found[0]
