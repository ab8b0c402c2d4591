"""A record as a text a referee can read and write.

Header lines, then the log: an action in `notation`, `*` and a piece of luck, `=` and the sentence of an event
(generated on each writing, not parsed), `#` and the digest of a turn, `~` and the lines crossed out as a
typing error; then the regulation, each line after `|`, and a seal over everything above it.
"""

import hashlib
import re
from collections.abc import Iterator

from kamchatka.game.chance import Luck, Seeded, Typed
from kamchatka.game.codec import Unreadable, shown
from kamchatka.game.events import Event
from kamchatka.game.fair import Promise
from kamchatka.game.log import Acted, Entry, Rewound, TurnClosed
from kamchatka.game.names import names_of
from kamchatka.game.notation import acted_from_text, acted_to_text, luck_from_text, luck_to_text
from kamchatka.game.record import FORMAT_VERSION, Record, rulebook_of
from kamchatka.game.record_json import bytes_of
from kamchatka.game.sentences import sentence
from kamchatka.ids import RulebookId

TITLE = "kamchatka partita"
SEAL = "sigillo "
CROSSED_OUT = " ~ "
"""Separates lines that were crossed out together."""


def record_to_text(record: Record) -> str:
    """Serialise a record."""
    lines = [
        *_head(record),
        "",
        *_body(record),
        "",
        *(f"| {line}" for line in record.regulation.removesuffix("\n").split("\n")),
    ]
    content = "\n".join(line.rstrip() for line in lines) + "\n"
    return f"{content}{SEAL}{seal_of(content)}\n"


def seal_of(content: str) -> str:
    """SHA-256 of the text above the seal."""
    return hashlib.sha256(content.encode("utf-8", errors="surrogatepass")).hexdigest()


def _head(record: Record) -> Iterator[str]:
    yield f"{TITLE} {FORMAT_VERSION}"
    yield f"regolamento {record.rulebook} {record.digest}"
    yield f"regole {record.rules_version}"
    yield f"tavolo {record.table}"
    yield from (f"sedia {chair} {name}" for chair, name in enumerate(record.players, 1))
    match record.luck:
        case Seeded(seed):
            yield f"dadi seme {seed}"
        case Promise(_, commitment, entropy, secret):
            yield f"dadi impegno {commitment.hex()}"
            yield from (f"entropia {chair} {part.hex()}" for chair, part in enumerate(entropy, 1))
            if secret is not None:
                yield f"segreto {secret.hex()}"
        case Typed():
            yield "dadi al tavolo"


def _body(record: Record) -> Iterator[str]:
    names = names_of(rulebook_of(record))
    for entry in record.entries:
        match entry:
            case Acted():
                yield acted_to_text(entry)
            case Luck():
                yield f"  * {luck_to_text(entry)}"
            case TurnClosed(turn, digest):
                yield f"# turno {turn} {digest}"
                yield ""
            case Rewound(lines):
                yield f"~ {CROSSED_OUT.join(lines)}"
            case Event():
                yield f"  = {sentence(entry, names, 'it')}"


def record_from_text(text: str) -> Record:
    """Parse a record; Unreadable if it is none, or if its seal is broken. The seal is optional."""
    content, found, seal = text.rpartition(f"\n{SEAL}")
    if found:
        content += "\n"
        if seal != f"{seal_of(content)}\n":
            raise Unreadable("broken_seal")
    reader = _Reader()
    for number, line in enumerate((content if found else text).split("\n"), 1):
        try:
            reader.read(line.rstrip())
        except Unreadable as error:
            error.line = number
            raise
    return reader.record()


VERSION = re.compile(r"\d{1,9}", re.ASCII)
SEED = re.compile(r"-?\d{1,4000}", re.ASCII)
TURN = re.compile(r"# turno (\d{1,9}) ([0-9a-f]{64})", re.ASCII)


class _Reader:
    """Parses a record line by line."""

    def __init__(self) -> None:
        self.title = False
        self.head: dict[str, str] = {}
        self.players: list[str] = []
        self.entropy: list[bytes] = []
        self.regulation: list[str] = []
        self.entries: list[Entry] = []

    def read(self, line: str) -> None:
        """Parse one line."""
        if not self.title:
            if line != f"{TITLE} {FORMAT_VERSION}":
                raise Unreadable("unknown_version" if line.startswith(TITLE) else "not_a_game", version=line)
            self.title = True
            return
        word, _, rest = line.strip().partition(" ")
        if line.startswith("|"):
            self.regulation.append(line[2:])
        elif word == "*":
            self.entries.append(luck_from_text(rest))
        elif word == "#":
            self.entries.append(self._turn(line))
        elif word == "~":
            self.entries.append(Rewound(tuple(rest.split(CROSSED_OUT))))
        elif word in ("regolamento", "regole", "tavolo", "dadi", "segreto") and not self.entries:
            if word in self.head:
                raise Unreadable("named_twice", name=word)
            self.head[word] = rest
        elif word in ("sedia", "entropia"):
            self._chair(word, rest)
        elif word not in ("", "="):
            self.entries.append(acted_from_text(line))

    def _turn(self, line: str) -> TurnClosed:
        found = TURN.fullmatch(line)
        if found is None:
            raise Unreadable("not_a_turn", found=shown(line))
        return TurnClosed(int(found[1]), found[2])

    def _chair(self, word: str, rest: str) -> None:
        number, _, value = rest.partition(" ")
        taken = len(self.players) if word == "sedia" else len(self.entropy)
        if number != str(taken + 1):
            raise Unreadable("chair_out_of_order", found=shown(number))
        if word == "sedia":
            self.players.append(value)
        else:
            self.entropy.append(bytes_of(value))

    def record(self) -> Record:
        """The record parsed so far."""
        for word in ("regolamento", "regole", "tavolo", "dadi"):
            if word not in self.head:
                raise Unreadable("wrong_head", fields=word)
        rulebook, _, digest = self.head["regolamento"].partition(" ")
        if not VERSION.fullmatch(self.head["regole"]):
            raise Unreadable("unexpected_value", field="regole", found=shown(self.head["regole"]))
        return Record(
            rulebook=RulebookId(rulebook),
            digest=digest,
            regulation="\n".join(self.regulation) + "\n",
            rules_version=int(self.head["regole"]),
            table=self.head["tavolo"],
            players=tuple(self.players),
            luck=self._luck(),
            entries=tuple(self.entries),
        )

    def _luck(self) -> Seeded | Promise | Typed:
        source, _, value = self.head["dadi"].partition(" ")
        if source == "seme" and SEED.fullmatch(value):
            return Seeded(int(value))
        if source == "impegno":
            told = bytes_of(self.head["segreto"]) if "segreto" in self.head else None
            return Promise(self.head["tavolo"], bytes_of(value), tuple(self.entropy), told)
        if self.head["dadi"] == "al tavolo":
            return Typed()
        raise Unreadable("unexpected_value", field="dadi", found=shown(self.head["dadi"]))
