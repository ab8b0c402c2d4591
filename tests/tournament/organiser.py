"""An organiser who knows the command line's contract and nothing else: it runs any format to its winners."""

import csv
import io
import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.cli.typed import Terminal

MOST_STEPS = 90
ON_PAPER = {"table": 4, "dummy": 3}
Cells = int | Mapping[str, Any]
"""What a sheet says of somebody: table points, or any cells."""
Seated = list[list[str]]
"""Who sits at which table, by name."""


def seated(drawn: Mapping[str, Any]) -> Seated:
    """The tables of an answer, by the names at them."""
    return [[seat["name"] for seat in table["seats"]] for table in drawn["tables"]]


class Organiser:
    """Types commands with `--json` and follows `next`."""

    def __init__(self, terminal: Terminal, folder: Path, seed: int = 1) -> None:
        self.terminal = terminal
        self.folder = folder
        self.luck = random.Random(seed)
        self.steps: list[str] = []

    def type(self, *words: str) -> Any:
        """What `./run tournament … --json` answers; it must succeed."""
        status, out, err = self.terminal.type("it", "tournament", *words, "--json")
        assert status == 0, (words, out, err)
        return json.loads(out)

    def refused(self, *words: str) -> dict[str, Any]:
        """Why a command is refused."""
        status, out, err = self.terminal.type("it", "tournament", *words, "--json")
        assert status in (2, 3, 4), (words, out, err)
        found: dict[str, Any] = json.loads(out)["error"]
        return found

    def list_of(self, count: int, teams: int = 0) -> Path:
        """A CSV of invented names."""
        path = self.folder / f"iscritti-{count}.csv"
        file = io.StringIO()
        writer = csv.writer(file)
        writer.writerow(["nome", "club", "squadra"])
        for number in range(1, count + 1):
            team = f"Squadra {(number - 1) // teams + 1}" if teams else ""
            writer.writerow([f"Giocatore {number:03d}", f"Club {number % 9}", team])
        path.write_text(file.getvalue(), encoding="utf-8")
        return path

    def begin(self, format: str, count: int, *words: str, teams: int = 0) -> str:
        """A new tournament with these people present and signed."""
        id: str = self.type("new", f"Prova {format}", "--format", format, "--judge", "Ugo Bassi", *words)[
            "id"
        ]
        said = self.type("import", id, str(self.list_of(count, teams)), "--present", "--signed")
        assert (said["entered"], said["present"]) == (count, count)
        return id

    def run(self, id: str, until: str = "done") -> dict[str, Any]:
        """Do what `next` says until it says this."""
        for _ in range(MOST_STEPS):
            now: dict[str, Any] = self.type("show", id)
            self.steps.append(now["next"])
            if now["next"] == until:
                return now
            self.do(id, now["next"])
        raise AssertionError(f"{id} does not end")

    def do(self, id: str, step: str) -> Any:
        """One step."""
        match step:
            case "rollcall":
                return self.type("rollcall", id, "--all")
            case "record":
                return self.type("record", id, str(self.sheets(id)))
            case "draw":
                return self.type("draw", id, "--seed", f"seme-{len(self.steps)}")
        return self.type(step, id)

    def sheets(self, id: str) -> Path:
        """A results file for the tables that are drawn, as somebody types it from paper."""
        drawn = self.type("tables", id)
        tables = [
            {"number": table["table"], "kind": table["kind"], "seat": self._seats(table)}
            for table in drawn["tables"]
            if table["kind"] != "bye"
        ]
        path = self.folder / "referti.json"
        path.write_text(json.dumps({"round": [{"number": drawn["round"], "table": tables}]}))
        return path

    def _seats(self, table: dict[str, Any]) -> list[dict[str, Any]]:
        names = [seat["name"] for seat in table["seats"]]
        if table["kind"] == "duel":
            return [{"player": name, "place": place} for place, name in enumerate(names, 1)]
        points = self.luck.sample(range(5, 80), len(names))
        return [{"player": name, "points": each} for name, each in zip(names, points, strict=True)]

    def open(self, format: str, *words: str) -> str:
        """A new tournament of this format with a judge, and nobody in it yet."""
        id: str = self.type("new", "Prova", "--format", format, "--judge", "Ugo Bassi", *words)["id"]
        return id

    def enter(self, id: str, *people: str, words: tuple[str, ...] = ("--present", "--signed")) -> Any:
        """Enter people, written `Anna`, `Anna/Club` or `Anna/Club/family`."""
        path = self.folder / "elenco.csv"
        rows = [(each + "//").split("/")[:3] for each in people]
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("nome", "club", "famiglia"), *rows])
        return self.type("import", id, str(path), *words)

    def record(self, id: str, drawn: Mapping[str, Any], cells: Callable[[str], Cells]) -> Any:
        """Write down all tables of a drawn round, for everybody what `cells` says."""
        tables = [
            {
                "number": table["table"],
                "kind": table["kind"],
                "seat": [_seat(seat["name"], cells(seat["name"])) for seat in table["seats"]],
            }
            for table in drawn["tables"]
            if table["kind"] != "bye"
        ]
        path = self.folder / "referti.json"
        path.write_text(json.dumps({"round": [{"number": drawn["round"], "table": tables}]}))
        return self.type("record", id, str(path))

    def play(self, id: str, cells: Callable[[str], Cells], *absent: str, seed: str = "seme") -> Seated:
        """A whole round of everybody but those absent; gives who sat where."""
        missing = ["--absent", *absent] if absent else []
        self.type("rollcall", id, "--all", *missing)
        drawn = self.type("draw", id, "--seed", seed)
        self.record(id, drawn, cells)
        self.type("close", id)
        return seated(drawn)

    def standings(self, id: str) -> dict[str, dict[str, Any]]:
        """The rows of the standings by name, in order."""
        return {row["player"]: row for row in self.type("standings", id)["rows"]}


def _seat(name: str, cells: Cells) -> dict[str, Any]:
    return {"player": name, **({"points": cells} if isinstance(cells, int) else cells)}
