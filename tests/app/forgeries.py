"""Archives taken apart, changed, and put together again so well that every hash and digest is right."""

import json
from collections import Counter
from hashlib import sha256
from typing import Any

from kamchatka.app.office import Office
from kamchatka.store.archive import Archive
from kamchatka.store.chain import NOTHING, StoredEvent, link, text_digest


def archived(office: Office, *feeds: str, people: bool = True) -> bytes:
    """An archive of these feeds, or of everything."""
    with office.reading() as reading:
        return b"".join(Archive(reading, made="2026-11-21T10:00:00Z", only=feeds, with_people=people))


def resealed(lines: list[bytes]) -> bytes:
    """An archive of these lines with a right digest."""
    content = b"".join(lines)
    last = {"digest": sha256(content).hexdigest(), "lines": len(lines)}
    return content + json.dumps(last).encode() + b"\n"


class Forgery:
    """The lines of an archive, to be changed."""

    def __init__(self, content: bytes) -> None:
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in content.splitlines()[:-1]]

    def rows(self, kind: str) -> list[dict[str, Any]]:
        """The rows of a kind: event, text, note or person."""
        return [line[kind] for line in self.lines if kind in line]

    def drop(self, kind: str, at: int = 0) -> None:
        """Leave out a row of a kind."""
        row = self.rows(kind)[at]
        self.lines = [line for line in self.lines if line.get(kind) is not row]

    def move(self, old: str, new: str) -> None:
        """Give the feed `old`, its streams, texts and notes another name."""
        for line in self.lines:
            for row in line.values():
                for name in ("feed", "stream"):
                    if isinstance(row, dict) and name in row:
                        row[name] = row[name].replace(old, new)

    def set(self, at: int, **changes: Any) -> None:
        """Change what the payload of an event says, or its settings if it has some."""
        event = self.rows("event")[at]
        payload = json.loads(event["payload"])
        payload.get("settings", payload).update(changes)
        event["payload"] = json.dumps(payload, sort_keys=True, separators=(",", ":"))

    def rewrite_text(self, kind: str, content: str) -> None:
        """Pin another text, under its right digest."""
        row = next(row for row in self.rows("text") if row["kind"] == kind)
        digest = text_digest(kind, content)
        for event in self.rows("event"):
            event["payload"] = event["payload"].replace(row["digest"], digest)
        row.update(content=content, digest=digest)

    def packed(self) -> bytes:
        """The archive: numbered and hashed anew, with a right digest."""
        sequences: Counter[str] = Counter()
        numbers: Counter[str] = Counter()
        hashes: dict[str, str] = {}
        for row in self.rows("event"):
            sequences[row["stream"]] += 1
            numbers[row["feed"]] += 1
            row.update(sequence=sequences[row["stream"]], number=numbers[row["feed"]])
            row["hash"] = link(hashes.get(row["stream"], NOTHING), StoredEvent(**row))
            hashes[row["stream"]] = row["hash"]
        return resealed([json.dumps(line).encode() + b"\n" for line in self.lines])
