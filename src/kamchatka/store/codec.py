"""Events of the domain to stored text and back; older shapes are brought up to date when they are read."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pydantic import TypeAdapter, ValidationError

from kamchatka.refusals import NotPossibleNow

Data = dict[str, object]
Upcast = Callable[[Data], Data]
"""From the shape of one version to that of the next."""


@dataclass(frozen=True)
class EventKind:
    """How one type of event is stored; the version rises with its shape and an upcast tells from which."""

    name: str
    model: type[object]
    upcasts: Mapping[int, Upcast] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The shape that is written today."""
        return max(self.upcasts, default=0) + 1

    @cached_property
    def adapter(self) -> TypeAdapter[object]:
        """The checker of this type."""
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
        """The name of the kind of an event."""
        return self._by_model[type(event)].name

    def encode(self, event: object) -> EncodedEvent:
        """The text of an event: JSON in plain ASCII with sorted keys, the same on every machine."""
        kind = self._by_model[type(event)]
        return EncodedEvent(kind.name, kind.version, canonical(kind.adapter.dump_python(event, mode="json")))

    def decode(self, stored: EncodedEvent) -> object:
        """The event again, in today's shape; NotPossibleNow if it cannot be read by this program."""
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
        except (ValidationError, ValueError, LookupError, TypeError) as error:  # an upcast stumbled over it
            raise NotPossibleNow("unreadable_event", kind=stored.kind) from error


def canonical(data: object) -> str:
    """JSON that depends on nothing but the data: sorted keys, no spaces, plain ASCII."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
