"""The examples of a document, run: python and shell blocks in order, in a folder with the files it shows."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from typer.testing import CliRunner

from kamchatka.cli import app

ROOT = Path(__file__).parents[2]
DATA = {"toml", "csv", "json"}
"""Blocks that are only shown; those introduced by “This is `NAME`” are files of the examples too."""
NAMED = re.compile(r"(?:This is|Questo è) `([^`]+)`[^`]*\Z")
NOT_RUN = {
    **dict.fromkeys(["serve", "play"], "goes on as long as people want"),
    **dict.fromkeys(["test", "check", "lock", "bench", "soak"], "a word of run itself, about this very tree"),
    **dict.fromkeys(["arena", "tune"], "minutes of compiled games, tried by tests/simulate"),
    **dict.fromkeys(["SECRET", "KEY", "printf"], "run by tests/game/test_fair.py, where there is an openssl"),
}
"""First words of commands that are not run here, and why."""
SHORTENED = {"simulate": ["--games", "4", "--interpreted"]}
"""What is added to commands that would take long."""
COMMAND = re.compile(r"(?:\./run|kamchatka) (.*)")
FRAME = re.compile(r"[\s┏━┳┓┡╇┩├─┼┤└┴┘]*")


class Block(NamedTuple):
    """A fenced block of a document."""

    line: int
    kind: str
    body: str
    before: str
    """The paragraph that introduces it."""


def blocks_of(document: str) -> Iterator[Block]:
    """Every fenced block, in order."""
    for found in re.finditer(r"^```(\w*)\n(.*?)^```$", document, re.M | re.S):
        before = document[: found.start()]
        yield Block(before.count("\n") + 1, found[1], found[2], before.rstrip("\n").rpartition("\n\n")[2])


def mistakes(document: str, lang: str) -> list[str]:
    """What is not true of the examples of a document, run in the present folder."""
    blocks = list(blocks_of(document))
    for block in blocks:
        if block.kind in DATA and (named := NAMED.search(block.before)):
            Path(named[1]).write_text(block.body, encoding="utf-8")
    names: dict[str, object] = {"__name__": "example"}
    found = []
    for block in blocks:
        try:
            found += [f"line {block.line}: {each}" for each in _run(block, lang, names)]
        except Exception as error:  # noqa: BLE001  # whatever an example raises is told with its line
            found.append(f"line {block.line}: {error!r}")
    return found


def _run(block: Block, lang: str, names: dict[str, object]) -> Iterator[str]:
    match block.kind:
        case "python":
            exec(block.body, names)  # our own documents
        case "sh":
            for line in block.body.splitlines():
                if line and not line.startswith("#"):
                    yield from _typed(line, "", lang)
        case "console":
            for part in re.split(r"^\$ ", block.body, flags=re.M)[1:]:
                command, _, shown = part.partition("\n")
                yield from _typed(command, shown.strip("\n"), lang)
        case "":
            if re.search(r"^(\$ |\./run |kamchatka \w+ -|>>> |import |from \w+ import )", block.body, re.M):
                yield "a block with commands or code says what it is: sh, console or python"
        case "diff":
            yield from _not_in_the_tree(block)
        case kind if kind not in DATA:
            yield f"nobody knows how to run a block of {kind}"


def _not_in_the_tree(block: Block) -> Iterator[str]:
    """Added lines that the file named last before the block does not have."""
    path = re.findall(r"`(src/[^`]+)`", block.before)[-1]
    there = {line.strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines()}
    for line in block.body.splitlines():
        if line.startswith("+") and line[1:].strip() not in there:
            yield f"{path} has no line {line[1:]}"


def _typed(line: str, shown: str, lang: str) -> Iterator[str]:
    """What is wrong with a command: its status where no answer is shown, else the answer."""
    ours = COMMAND.match(line)
    words = shlex.split(ours[1] if ours else line, comments=True)
    first = re.split(r"\W", words[0])[0]
    if first in NOT_RUN:
        return
    if ours is None:
        yield f"nobody knows how to run {line}"
        return
    env = {"KAMCHATKA_LANG": lang, "COLUMNS": "80", "KAMCHATKA_HOME": "home", "KAMCHATKA_PROGRAM": "./run"}
    result = CliRunner().invoke(app, [*words, *SHORTENED.get(first, ())], env=env)
    if not shown and result.exit_code:
        yield f"{line} ends with {result.exit_code}: {result.output}"
    if shown and not re.fullmatch(_pattern(shown), _plain(result.output)):
        yield f"{line} prints {result.output}"


def _pattern(shown: str) -> str:
    """What is shown, where … stands for whatever is left out: lines alone, the rest of a word otherwise."""
    parts = [_plain(part) for part in re.split(r"^…$", shown, flags=re.M)]
    return " ?.*? ?".join(re.escape(part).replace("…", r"\S*") for part in parts)


def _plain(printed: str) -> str:
    """Words only: no rules of a table, one space for any white space."""
    lines = [line for line in printed.splitlines() if not FRAME.fullmatch(line)]
    return " ".join(" ".join(lines).split())
