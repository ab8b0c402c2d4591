"""Encodes domain events as stored text and decodes them; events of older versions are upgraded on reading."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import TypeAdapter, ValidationError

from kamchatka.events import Bearer
from kamchatka.refusals import NotPossibleNow

Data = dict[str, object]
Upcast = Callable[[Data], Data]
"""Converts the data of one version to the next."""


@dataclass(frozen=True)
class EventKind:
    """How one type of event is stored; each change of its fields adds an upcast, by the old version."""

    name: str
    model: type[object]
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)
    words: Mapping[str, Bearer] = field(default_factory=dict)
    """Its fields whose words stand outside the log."""

    @property
    def version(self) -> int:
        """The current version, used for writing."""
        return max(self.upcasts, default=0) + 1

    @cached_property
    def adapter(self) -> TypeAdapter[object]:
        """The validator and serialiser of this type."""
        return TypeAdapter(self.model)


@dataclass(frozen=True)
class EncodedEvent:
    """An event as it is stored."""

    kind: str
    version: int
    payload: str


class Codec:
    """All kinds of events an installation knows."""

    def __init__(self, kinds: Iterable[EventKind]) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        self._by_model = {kind.model: kind for kind in self.kinds.values()}

    def kind_of(self, event: object) -> str:
        """The stored kind of an event."""
        return self._by_model[type(event)].name

    @cached_property
    def worded(self) -> Mapping[str, Mapping[str, Bearer]]:
        """The kinds of events with words that stand outside the log, and these fields."""
        return {name: kind.words for name, kind in self.kinds.items() if kind.words}

    def encode(self, event: object) -> EncodedEvent:
        """The event in canonical JSON, the same on every machine."""
        kind = self._by_model[type(event)]
        return EncodedEvent(kind.name, kind.version, canonical(kind.adapter.dump_python(event, mode="json")))

    def decode(self, stored: EncodedEvent) -> object:
        """The event in its current version; NotPossibleNow if this program cannot read it."""
        kind = self.kinds.get(stored.kind)
        if kind is None or stored.version > kind.version:
            raise NotPossibleNow("newer_event", kind=stored.kind, version=stored.version)
        try:
            if stored.version == kind.version:
                return kind.adapter.validate_json(stored.payload)
            data = json.loads(stored.payload)
            for version in range(stored.version, kind.version):
                data = kind.upcasts[version](data)
            return kind.adapter.validate_json(canonical(data))
        except (ValidationError, ValueError, LookupError, TypeError) as error:  # or an upcast failed
            raise NotPossibleNow("unreadable_event", kind=stored.kind) from error


def canonical(data: object) -> str:
    """Canonical JSON: sorted keys, no spaces, plain ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
