"""A record as JSON: one object per line in the log, and a seal over everything."""

import hashlib
import json

from kamchatka.game.chance import Seeded, Typed
from kamchatka.game.codec import Plain, Unreadable, entry_from_plain, entry_to_plain, shown
from kamchatka.game.fair import Promise
from kamchatka.game.record import FORMAT_VERSION, Record
from kamchatka.ids import RulebookId

FORMAT = "kamchatka-game"


def record_to_json(record: Record) -> str:
    """Serialise a record."""
    data = _content(record)
    entries = data.pop("entries")
    assert isinstance(entries, list)
    head = json.dumps(data, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = ",\n".join("  " + json.dumps(entry, ensure_ascii=False) for entry in entries)
    return f'{head},\n "entries": [\n{lines}\n ],\n "seal": "{seal_of({**data, "entries": entries})}"\n}}\n'


def record_from_json(text: str) -> Record:
    """Parse a record; Unreadable if it is none or was changed after sealing."""
    try:
        return _read(text)
    except RecursionError as too_deep:
        raise Unreadable("not_json", error=too_deep) from too_deep


def _read(text: str) -> Record:
    try:
        data = json.loads(text, object_pairs_hook=_without_duplicates)
    except ValueError as error:
        raise Unreadable("not_json", error=error) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Unreadable("not_a_game")
    if data.get("version") != FORMAT_VERSION:
        raise Unreadable("unknown_version", version=shown(data.get("version")))
    seal = data.pop("seal", None)
    if seal is not None and seal != seal_of(data):
        raise Unreadable("broken_seal")
    return _record(data)


def seal_of(data: object) -> str:
    """SHA-256 of plain data, independent of key order and white space."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _without_duplicates(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _content(record: Record) -> dict[str, Plain]:
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "rules": record.rules_version,
        "rulebook": record.rulebook,
        "digest": record.digest,
        "table": record.table,
        "players": list(record.players),
        "luck": _luck_to_plain(record.luck),
        "regulation": record.regulation,
        "entries": [entry_to_plain(entry) for entry in record.entries],
    }


def _luck_to_plain(luck: Seeded | Promise | Typed) -> dict[str, Plain]:
    match luck:
        case Seeded(seed):
            return {"source": "seeded", "seed": seed}
        case Promise(_, commitment, entropy, secret):
            return {
                "source": "fair",
                "commitment": commitment.hex(),
                "entropy": [part.hex() for part in entropy],
                "secret": secret.hex() if secret is not None else None,
            }
    return {"source": "typed"}


KEYS = {
    "format",
    "version",
    "rules",
    "rulebook",
    "digest",
    "table",
    "players",
    "luck",
    "regulation",
    "entries",
}


def _record(data: dict[str, object]) -> Record:
    if set(data) != KEYS:
        raise Unreadable("wrong_head", fields=", ".join(sorted(set(data) ^ KEYS)))
    players, entries = data["players"], data["entries"]
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise Unreadable("unexpected_value", field="players", found=shown(players))
    if not isinstance(entries, list):
        raise Unreadable("unexpected_value", field="entries", found=shown(entries))
    return Record(
        rulebook=RulebookId(_text(data, "rulebook")),
        digest=_text(data, "digest"),
        regulation=_text(data, "regulation"),
        rules_version=_number(data, "rules"),
        table=_text(data, "table"),
        players=tuple(players),
        luck=_luck_from_plain(data["luck"], _text(data, "table")),
        entries=tuple(entry_from_plain(entry) for entry in entries),
    )


def _text(data: dict[str, object], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise Unreadable("unexpected_value", field=key, found=shown(value))
    return value


def _number(data: dict[str, object], key: str) -> int:
    value = data.get(key)
    if type(value) is not int:
        raise Unreadable("unexpected_value", field=key, found=shown(value))
    return value


def _luck_from_plain(data: object, table: str) -> Seeded | Promise | Typed:
    if not isinstance(data, dict):
        raise Unreadable("unexpected_value", field="luck", found=shown(data))
    source = data.get("source")
    if source == "typed" and set(data) == {"source"}:
        return Typed()
    if source == "seeded" and set(data) == {"source", "seed"}:
        return Seeded(_number(data, "seed"))
    if source == "fair" and set(data) == {"source", "commitment", "entropy", "secret"}:
        entropy = data["entropy"]
        if not isinstance(entropy, list):
            raise Unreadable("unexpected_value", field="entropy", found=shown(entropy))
        secret = data["secret"]
        told = bytes_of(secret) if secret is not None else None
        return Promise(table, bytes_of(data["commitment"]), tuple(bytes_of(part) for part in entropy), told)
    raise Unreadable("unexpected_value", field="luck", found=shown(source))


def bytes_of(value: object) -> bytes:
    """Decode lower-case hexadecimal; Unreadable for anything else."""
    if isinstance(value, str):
        try:
            found = bytes.fromhex(value)
        except ValueError:
            found = b""
        if found.hex() == value:
            return found
    raise Unreadable("not_hexadecimal", found=shown(value))
