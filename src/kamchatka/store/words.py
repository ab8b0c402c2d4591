"""Words about people in events, such as a club or a family: they stand outside the log, events hold codes.

A code is the salted hash of its word, so the log seals every word it names. Equal words of a feed share a
code: after an erasure, draws and team totals still come out as they did. Events of earlier versions hold the
words themselves, until the erasure of a person whom they name (`erasure.py`).
"""

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

from kamchatka.store.chain import CODE, NOTHING, StoredEvent, code_of, link
from kamchatka.store.codec import Codec, canonical

QUOTED = re.compile(rf'"({CODE.pattern})"')
NEUTRAL = re.compile(r"N\.N\. [0-9A-F]{6}")
"""What is shown of an erased word."""


def neutral_word(code: str) -> str:
    """What is shown of an erased word: the same in every language, another for every code."""
    return f"N.N. {code[2:8].upper()}"


def spoken(payload: str, words: Mapping[str, str]) -> str:
    """The payload of an event with the words instead of their codes."""
    return QUOTED.sub(lambda found: json.dumps(words.get(found[1]) or neutral_word(found[1])), payload)


def replaced(data: object, names: Collection[str], change: Callable[[str, str], str]) -> object:
    """The data of an event with every text in these fields, at any depth, replaced: by field and text."""
    match data:
        case dict():
            return {
                key: change(key, value)
                if key in names and isinstance(value, str) and value
                else replaced(value, names, change)
                for key, value in data.items()
            }
        case list():
            return [replaced(each, names, change) for each in data]
    return data


@dataclass
class Sealing:
    """Seals the events of one feed from the first one on: codes instead of words, and new hashes.

    The result depends on nothing but the events: computers that seal the same feed agree on every hash.
    """

    codec: Codec
    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The salt and the code of each word."""
    _last: dict[str, str] = field(default_factory=dict)
    """The new hash of the last event of each stream."""

    def seal(self, event: StoredEvent) -> StoredEvent:
        """The next event, sealed; the event itself if nothing before it or in it changes."""
        payload = event.payload
        names = self.codec.worded.get(event.kind)
        if names:
            data = json.loads(payload)
            new = replaced(data, names, partial(self._code, event.hash))
            payload = canonical(new) if new != data else payload
        sealed = event._replace(payload=payload)
        sealed = sealed._replace(hash=link(self._last.get(event.stream, NOTHING), sealed))
        self._last[event.stream] = sealed.hash
        return sealed

    def _code(self, salt: str, _: str, word: str) -> str:
        """The code of a word, salted by the former hash of the first event that has it."""
        if CODE.fullmatch(word):
            return word
        return self.words.setdefault(word, (salt, code_of(salt, word)))[1]
