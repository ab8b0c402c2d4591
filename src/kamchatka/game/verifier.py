"""Recomputes every die and every card of a fair game from its record. Needs Python and nothing else.

    python verifier.py FILE          exit code 0: all verified · 1: something is wrong · 2: cannot be checked

    commitment = SHA-256(secret), published before the chairs added their entropy
    key        = HMAC-SHA-256(secret, table and entropy of each chair, each after its length in 4 bytes)
    bytes      = HMAC-SHA-256(key, luck number in 8 bytes, block number in 4), for block 0, 1, 2, …
    one of n   = byte mod n, skipping bytes from the highest multiple of n on;  die = one of 6, plus 1

No record can say when it was written: compare commitment and entropy with what you saw before the game.
"""

import hashlib
import hmac
import json
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

SAID = {  # exit code, English, Italian
    "not_a_record": (2, "This is not a game record ({why})", "Non è il verbale di una partita ({why})"),
    "not_fair": (2, "No commitment to the dice: nothing to recompute", "Dadi senza impegno: nulla da rifare"),
    "untold": (2, "The secret is not told yet: wait for the end", "Segreto non ancora rivelato: aspetta"),
    "no_seal": (1, "The seal is missing", "Manca il sigillo"),
    "broken_seal": (1, "The seal is broken: something was changed", "Sigillo rotto: qualcosa è cambiato"),
    "chairs": (1, "{chairs} chairs, but entropy of {found}", "{chairs} sedie, ma entropia di {found}"),
    "commitment": (1, "This is not the secret committed to", "Il segreto non è quello dell'impegno"),
    "gap": (1, "Luck {number} is missing, {found!r} is there", "Manca la sorte {number}, c'è {found!r}"),
    "request": (1, "Luck {number} asks for the impossible", "La sorte {number} chiede l'impossibile"),
    "luck": (1, "Luck {number} is {found}, must be {right}", "La sorte {number} è {found}, non {right}"),
}


class Wrong(Exception):
    """The first error found, or why nothing can be checked."""

    def __init__(self, code: str, **values: object) -> None:
        self.status, *sentences = SAID[code]
        self.code, self.values = code, values
        super().__init__(" · ".join(sentences).format(**values))


def verify(data: bytes) -> Any:
    """Recompute all luck of a record and return it; raises Wrong."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n").strip(" \t\n") + "\n"
        record = read_json(text) if text.lstrip().startswith("{") else read_text(text)
        key = key_of(record["table"], len(record["players"]), record["luck"])
        check_luck(key, [entry for entry in record["entries"] if "luck" in entry])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise Wrong("not_a_record", why=f"{type(error).__name__}: {error}"[:80]) from error
    return record


def key_of(table: str, chairs: int, fair: dict[str, Any]) -> bytes:
    """The key from which all luck is derived."""
    if fair["source"] not in ("fair", "impegno"):
        raise Wrong("not_fair")
    if len(fair["entropy"]) != chairs:
        raise Wrong("chairs", chairs=chairs, found=len(fair["entropy"]))
    if fair["secret"] is None:
        raise Wrong("untold")
    secret = bytes.fromhex(fair["secret"])
    if hashlib.sha256(secret).hexdigest() != fair["commitment"]:
        raise Wrong("commitment")
    parts = [table.encode("utf-8"), *(bytes.fromhex(part) for part in fair["entropy"])]
    return hmac.digest(secret, b"".join(len(part).to_bytes(4, "big") + part for part in parts), "sha256")


def check_luck(key: bytes, entries: list[dict[str, Any]]) -> None:
    """Check every request in turn: a number of dice by side, or one `among` a number."""
    for number, entry in enumerate(entries):
        if repr(entry["luck"]) != repr(number):  # by repr: True is no 1
            raise Wrong("gap", number=number, found=entry["luck"])
        dice, recorded = sum(entry.get("dice", [])), entry["numbers"]
        sides, count = (6, dice) if dice else (entry["among"], 1)
        if not 1 <= sides <= 256 or len(recorded) != count:
            raise Wrong("request", number=number)
        computed = [value + bool(dice) for value in numbers_of(key, number, sides, count)]
        if repr(recorded) != repr(computed):
            raise Wrong("luck", number=number, found=recorded, right=computed)


def numbers_of(key: bytes, number: int, sides: int, count: int) -> list[int]:
    """The requested count of numbers from 0 to sides - 1, all equally likely."""
    found: list[int] = []
    block = 0
    while len(found) < count:
        fresh = hmac.digest(key, number.to_bytes(8, "big") + block.to_bytes(4, "big"), "sha256")
        found += [byte % sides for byte in fresh if byte < 256 - 256 % sides]
        block += 1
    return found[:count]


def check_seal(seal: str | None, content: str) -> None:
    """Check the seal, SHA-256 of the content: it detects accidents; the luck detects manipulation."""
    if seal != hashlib.sha256(content.encode("utf-8")).hexdigest():
        raise Wrong("no_seal" if seal is None else "broken_seal")


def read_json(text: str) -> Any:
    """Parse a record as JSON; its seal covers the data, independent of key order and white space."""
    record = json.loads(text)
    if (record["format"], record["version"]) != ("kamchatka-game", 1):
        raise ValueError("kamchatka-game 1?")
    check_seal(record.pop("seal", None), json.dumps(record, sort_keys=True, separators=(",", ":")))
    return record


def read_text(text: str) -> Any:
    """Parse a record as text into the shape of JSON; its seal covers every byte above it."""
    if not text.startswith("kamchatka partita 1\n"):
        raise ValueError("kamchatka partita 1?")
    content, _, seal = text.rpartition("\nsigillo ")
    check_seal(seal.removesuffix("\n") if content else None, f"{content}\n")
    said: dict[str, list[str]] = {}  # the rest of a line by its first word; “|” is the regulation
    for word, _, rest in (line.strip().partition(" ") for line in content.split("\n") if line[:1] != "|"):
        said.setdefault(word, []).append(rest)
    source, _, commitment = said["dadi"][0].partition(" ")
    entropy = [rest.partition(" ")[2] for rest in said.get("entropia", [])]
    secret = said.get("segreto", [None])[0]
    luck = {"source": source, "commitment": commitment, "entropy": entropy, "secret": secret}
    entries = [luck_of(line) for line in said.get("*", [])]
    return {"table": said["tavolo"][0], "players": said["sedia"], "luck": luck, "entries": entries}


def luck_of(line: str) -> dict[str, Any]:
    """Parse luck: “12 battaglia 3+2: 6 4 1 5 5” are five dice, “40 carta 1/39: 7” is one among 39."""
    asked, _, numbers = line.partition(": ")
    number, kind, size = asked.split(" ")
    sizes = {"among": int(size[2:])} if size[:2] == "1/" else {"dice": [int(n) for n in size.split("+")]}
    return {"luck": int(number), "kind": kind, **sizes, "numbers": [int(n) for n in numbers.split(" ")]}


def main(words: list[str]) -> int:
    """Print what was checked, or the first error."""
    try:
        record = verify(Path(*words).read_bytes())
    except (Wrong, OSError) as error:
        print(error if words else __doc__)
        return getattr(error, "status", 2)
    print(f"Verified · verificati: {sum('luck' in entry for entry in record['entries'])}", record["luck"])
    return 0


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    sys.exit(main(sys.argv[1:]))
