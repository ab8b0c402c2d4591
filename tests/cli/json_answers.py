"""Commands typed with `--json`, and what they answer, as one file keeps them.

`python -m tests.cli.json_answers` records the answers anew. Changing one is a decision, noted in the
changelog: programs read them.
"""

import hashlib
import json
import random
import re
import secrets
import shlex
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.cli.referee import desk
from kamchatka.clock import ClockReading
from tests.cli.scoring import SHEET
from tests.scoring.rounds import data

FILE = Path(__file__).parent / "json_answers.txt"
RECORDS = Path(__file__).parents[1] / "records"
LONGEST = 1000
"""Signs of an answer that is kept whole; of a longer one its digest is."""
PASSING = (
    (r"\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)", "<moment>"),
    (r"\b[0-9a-f]{64}\b", "<hash>"),
    (r"\b[a-z]-[0-9a-f]{16}\b", "<id>"),
    (r":[0-9a-f]{16}\b", ":<head>"),
    (r'"(\w*seconds?)": \d+\.\d+', r'"\1": "<measured>"'),
    (r'"version": "[0-9.]+"', '"version": "<version>"'),
    (r"\b\d\d:\d\d\b", "<time>"),
)
"""What another day, machine or release changes in an answer."""


def commands() -> Iterator[str]:
    """What is typed, in order: the language, then the words."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return (line.removeprefix("> ") for line in lines if line.startswith("> "))


def recorded() -> str:
    """The whole file: every command with its answer."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        typist = Typist(Path(folder), patch)
        return "".join(f"> {words}\n{typist.answer(words)}\n" for words in commands())


class Typist:
    """Types commands in a folder of its own, with luck and a steady clock that are always the same."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        luck = random.Random(28)
        patch.setattr(secrets, "token_hex", lambda size=32: luck.randbytes(size).hex())
        patch.setattr(desk, "TIMER", [lambda: ClockReading("first", 0)])
        patch.setenv("KAMCHATKA_HOME", str(folder / "home"))
        patch.chdir(folder)
        self._places = {"records": str(RECORDS)}
        Path("sheet.toml").write_text(SHEET)
        Path("bad.toml").write_text('id = "x"\nseats = 3\n')
        Path("house.toml").write_text('extends = "bonus-50"\nid = "casa"\ntitle = "Casa"\n')
        late = {
            "player": "F",
            "points": 7,
            "target": "result",
            "round": 1,
            "clause": "004-P4",
            "reason": "tardi",
        }
        penalty = [late, {"player": "F", "places": 1, "target": "ranking"}]
        said = ("A=62 B=55 C=40 D=21 | E=R F=40 G=30 H=20", "A=50 F=50 C=40 H=21 -E")
        Path("results.json").write_text(json.dumps(data(*said, penalty=penalty)))
        level = ("A=62 B=55 C=40 D=21 | E=60 F=57 G=40 H=21", "E=62 F=50 G=1 H=0 | A=60 B=1 C=0 D=0")
        Path("ties.json").write_text(json.dumps(data(*level)))
        people = [
            f"{name} {club},{club}" for club in ("Aosta", "Bari", "Como") for name in ("Ida", "Ugo", "Eva")
        ]
        Path("people.csv").write_text("\n".join(["nome,club", *people]))

    def answer(self, words: str) -> str:
        """The answer in one line, or its digest where it is long; a status other than 0 stands before it."""
        lang, *typed = shlex.split(words)
        if "{sheets}" in typed:
            self._write_sheets()
        status, out = self._type(lang, *typed)
        if typed[:2] == ["tournament", "new"]:
            self._places["id"] = json.loads(out)["id"]
        said = json.dumps(json.loads(out), ensure_ascii=False) if out else ""
        for found, instead in PASSING:
            said = re.sub(found, instead, said)
        if len(said) > LONGEST:
            said = f"{len(said)} signs, sha256 {hashlib.sha256(said.encode()).hexdigest()}"
        return f"{status or ''} {said}".strip()

    def _type(self, lang: str, *words: str) -> tuple[int, str]:
        filled = [word.format(**self._places, sheets="sheets.json") for word in words]
        result = CliRunner().invoke(app, [*filled, "--json"], env={"KAMCHATKA_LANG": lang})
        return result.exit_code, result.stdout

    def _write_sheets(self) -> None:
        """Results for the tables that are drawn: everybody has less than the one before."""
        drawn: dict[str, Any] = json.loads(self._type("it", "tournament", "tables", "{id}")[1])
        tables = [
            {
                "number": table["table"],
                "kind": table["kind"],
                "seat": [
                    {"player": seat["name"], "points": 70 - 9 * at - table["table"]}
                    for at, seat in enumerate(table["seats"])
                ],
            }
            for table in drawn["tables"]
        ]
        Path("sheets.json").write_text(json.dumps({"round": [{"number": drawn["round"], "table": tables}]}))


if __name__ == "__main__":
    FILE.write_text(recorded(), encoding="utf-8")
