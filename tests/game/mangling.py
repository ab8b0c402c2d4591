"""Records spoiled at random: bytes, lines and JSON values; what reading them and playing them again says."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import chain, repeat
from typing import Any

from kamchatka.game.codec import Unreadable
from kamchatka.game.events import Event
from kamchatka.game.names import names_of
from kamchatka.game.record import OtherRegulation, Record, RecordDifference, replay, rulebook_of
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_json import seal_of as seal_of_data
from kamchatka.game.record_text import SEAL, record_from_text, record_to_text
from kamchatka.game.record_text import seal_of as seal_of_text
from kamchatka.game.sentences import sentence
from kamchatka.messages import LANGUAGES
from tests.game.play import Draw

STRANGE_TEXTS = (
    "", " ", "\x00", "\r", "\x85", "\u2028", "\ud800", "\u202e", "é", "ı", "I", "٣", "²", "-", "-1", "0",
    "+", "=", "#", "*", "|", "1e9", "NaN", "{seat}", "giudice", "A", "F", "G", "jolly_3", "siam", "9" * 5000,
)  # fmt: skip
STRANGE_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 255, 256, 65_536, 10**30, 10**400, 1.5, float("nan"), float("inf"),
    "", "A", "F", "G", "judge", "siam", "jolly_1", "jolly_9", "x" * 2000, "\ud800", "\n",
    [], [[]], {}, {"a": 1}, {"0": "A"},
    {"9" * 5000: 1}, {"siam": 1}, [1, 2, 3], ["siam"], {"event": "game-ended"}, [0] * 50,
)  # fmt: skip


def in_words(event: Event, record: Record) -> list[str]:
    """An event of a record in both languages."""
    names = names_of(rulebook_of(record))
    return [sentence(event, names, lang) for lang in LANGUAGES]


def outcome(read: Callable[[str], Record], text: str, original: Record) -> str:
    """What becomes of a spoiled record: `replayed`, or the name of the exception.

    What could be read is also told in both languages: a record that does not replay must stay readable.
    """
    try:
        record = read(text)
        pairs = zip(record.entries, chain(original.entries, repeat(None)), strict=False)
        changed = [entry for entry, before in pairs if isinstance(entry, Event) and entry != before]
        told = [said for entry in changed for said in in_words(entry, record)]
        replay(record)
    except Unreadable as refusal:
        said = [refusal.sentence(lang) for lang in LANGUAGES]
        return f"Unreadable {refusal.code}" if all(said) else "says nothing"
    except (RecordDifference, OtherRegulation) as refusal:
        return type(refusal).__name__
    return "replayed" if all(told) else "says nothing"


def spoiled_text(draw: Draw, text: str) -> str:
    """A text record with one thing wrong; half of them sealed again, so that the seal does not save us."""
    content = text.rpartition(f"\n{SEAL}")[0] + "\n"
    lines = content.split("\n")
    at, other = draw.below(len(lines)), draw.below(len(lines))
    strange = STRANGE_TEXTS[draw.below(len(STRANGE_TEXTS))]
    match draw.below(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = strange
        case 4:
            words = lines[at].split(" ")
            words[draw.below(len(words))] = strange
            lines[at] = " ".join(words)
        case 5:
            lines[at] = spoiled_bytes(draw, lines[at])
        case 6:
            lines = lines[:at]
        case _:
            lines[at] = lines[at][: draw.below(len(lines[at]) + 1)] + strange
    mangled = "\n".join(lines)
    if draw.once_in(2):
        content = mangled if mangled.endswith("\n") else mangled + "\n"
        return f"{content}{SEAL}{seal_of_text(content)}\n"
    return mangled if draw.once_in(2) else mangled + text[text.rfind(SEAL) :]


def spoiled_bytes(draw: Draw, text: str) -> str:
    """One byte changed, added or lost, in what is then read as UTF-8."""
    data = bytearray(text.encode("utf-8"))
    at = draw.below(len(data) + 1)
    match draw.below(3):
        case 0:
            data[at : at + 1] = bytes([draw.below(256)])
        case 1:
            data.insert(at, draw.below(256))
        case _:
            del data[at : at + 1]
    return bytes(data).decode("utf-8", errors="surrogateescape")


def spoiled_json(draw: Draw, text: str) -> str:
    """A JSON record with one byte or one value wrong; most of them sealed again."""
    if draw.once_in(4):
        return spoiled_bytes(draw, text)
    data = json.loads(text)
    del data["seal"]
    spoil_value(draw, data)
    if draw.once_in(3):
        data["seal"] = seal_of_data(data)
    return json.dumps(data)


def spoil_value(draw: Draw, data: Any) -> None:
    """Change one value somewhere inside."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = keys[draw.below(len(keys))]
        value = data[key]
        if isinstance(value, dict | list) and value and not draw.once_in(6):
            data = value
            continue
        strange = STRANGE_VALUES[draw.below(len(STRANGE_VALUES))]
        match draw.below(5):
            case 0:
                del data[key]
            case 1 if isinstance(data, dict):
                data[STRANGE_TEXTS[draw.below(len(STRANGE_TEXTS))]] = strange
            case 2 if isinstance(data, list):
                data.insert(draw.below(len(data) + 1), strange)
            case 3 if type(value) is int:
                data[key] = value + 1 - 2 * draw.below(2)
            case _:
                data[key] = strange
        return


def try_spoiled(record: Record, number: int, seed: int) -> Counter[str]:
    """Spoil a record so many times, half as text and half as JSON; what came of it, by name."""
    draw = Draw(seed, 5)
    text, data = record_to_text(record), record_to_json(record)
    found: Counter[str] = Counter()
    for turn in range(number):
        if turn % 2:
            found[outcome(record_from_text, spoiled_text(draw, text), record)] += 1
        else:
            found[outcome(record_from_json, spoiled_json(draw, data), record)] += 1
    return found
