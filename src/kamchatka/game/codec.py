"""Encode actions, events and luck as plain data for JSON, and decode them, driven by their field types."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from kamchatka.board import load_board
from kamchatka.game import actions, events
from kamchatka.game.chance import Luck, Request
from kamchatka.game.log import Acted, Entry, Rewound, TurnClosed
from kamchatka.game.names import JOLLY, LETTERS, letter
from kamchatka.ids import Card, Seat, Territory, kebab
from kamchatka.messages import Language, text
from kamchatka.refusals import Refusal

Plain = None | bool | int | str | list[Any] | dict[str, Any]

JUDGE = "judge"
MOST_DICE = 6
"""Maximum number of dice one side, or one table, may roll at once."""
MOST_AMONG = 256
MOST_DIGITS = 9


class Unreadable(Refusal):
    """A file that is not a game, or an invalid part of it."""

    section = "game.unreadable"
    line: int | None = None

    def sentence(self, lang: Language) -> str:
        """The problem as a sentence, with the line."""
        said = super().sentence(lang)
        return said if self.line is None else text("game.unreadable.in_line", lang, line=self.line, said=said)


def shown(value: object) -> str:
    """The invalid value, shortened for a sentence."""
    said = repr(value)
    return said if len(said) <= 60 else f"{said[:60]}…"


def subclasses(base: type[Any]) -> dict[str, type[Any]]:
    """All subclasses by their name in files: `PlaceArmies` is `place-armies`."""
    found: dict[str, type[Any]] = {}
    for each in base.__subclasses__():
        found[kebab(each.__name__)] = each
        found |= subclasses(each)
    return found


ACTIONS = {name: kind for name, kind in subclasses(actions.Action).items() if kind is not actions.JudgeAction}
EVENTS = subclasses(events.Event)


_HINTS: dict[type, dict[str, Any]] = {
    kind: get_type_hints(kind) for kind in (*ACTIONS.values(), *EVENTS.values(), Request, TurnClosed)
}


def entry_to_plain(entry: Entry) -> dict[str, Plain]:
    """An entry of the log as plain data."""
    match entry:
        case Acted(by, action):
            who = JUDGE if by is None else letter(by)
            return {"by": who, "action": kebab(type(action).__name__), **_fields_to_plain(action)}
        case Luck(number, request, numbers):
            size: dict[str, Plain] = (
                {"dice": list(request.dice)} if request.dice else {"among": request.among}
            )
            return {"luck": number, "kind": request.kind, **size, "numbers": list(numbers)}
        case TurnClosed(turn, digest):
            return {"turn": turn, "digest": digest}
        case Rewound(lines):
            return {"rewound": list(lines)}
    return {"event": kebab(type(entry).__name__), **_fields_to_plain(entry)}


def entry_from_plain(data: object) -> Entry:
    """Decode a log entry; Unreadable if the data is invalid."""
    if not isinstance(data, dict):
        raise Unreadable("not_an_entry", found=shown(data))
    rest = dict(data)
    if "luck" in rest:
        return _luck(rest)
    if "digest" in rest:
        closed = _object(TurnClosed, rest)
        assert isinstance(closed, TurnClosed)
        return closed
    if "rewound" in rest and len(rest) == 1:
        return Rewound(_value(tuple[str, ...], rest["rewound"], "rewound"))
    if "event" in rest:
        event = _object(_named(EVENTS, rest.pop("event")), rest)
        assert isinstance(event, events.Event)
        return event
    who = _value(str, rest.pop("by", None), "by")
    action = _object(_named(ACTIONS, rest.pop("action", None)), rest)
    assert isinstance(action, actions.Action)
    return Acted(None if who == JUDGE else _value(Seat, who, "by"), action)


def event_to_plain(event: events.Event) -> dict[str, Plain]:
    """A single event as plain data, for streams and pages."""
    return entry_to_plain(event)


def _luck(data: dict[str, object]) -> Luck:
    number = _value(int, data.pop("luck"), "luck")
    numbers = _value(tuple[int, ...], data.pop("numbers", None), "numbers")
    request = _object(Request, data)
    assert isinstance(request, Request)
    asks_for_dice = 1 <= len(request.dice) <= 2 and all(1 <= side <= MOST_DICE for side in request.dice)
    if not (asks_for_dice if request.dice else 1 <= request.among <= MOST_AMONG):
        raise Unreadable("unexpected_value", field="luck", found=shown(number))
    return Luck(number, request, numbers)


def _named(known: Mapping[str, type], name: object) -> type:
    if not isinstance(name, str) or name not in known:
        raise Unreadable("unknown_kind", found=shown(name))
    return known[name]


def _fields_to_plain(thing: Any) -> dict[str, Plain]:
    hints = _HINTS[type(thing)]
    return {name: _to_plain(hint, getattr(thing, name)) for name, hint in hints.items()}


def _to_plain(hint: Any, value: Any) -> Plain:
    if value is None:
        return None
    for option in get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,):
        if option is Seat:
            return letter(value)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _to_plain(next(option for option in inner if option is not NoneType), value)
    if origin is tuple:
        return [_to_plain(inner[0], item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _to_plain(inner[1], item) for key, item in value.items()}
    assert isinstance(value, bool | int | str)
    return value


def _object(kind: type, data: dict[str, object]) -> object:
    hints = _HINTS[kind]
    if unknown := set(data) - set(hints):
        raise Unreadable("unknown_fields", kind=kebab(kind.__name__), fields=", ".join(sorted(unknown)))
    optional = {each.name for each in fields(kind) if each.default is not MISSING}
    if missing := set(hints) - set(data) - optional:
        raise Unreadable("missing_fields", kind=kebab(kind.__name__), fields=", ".join(sorted(missing)))
    return kind(**{name: _value(hints[name], value, name) for name, value in data.items()})


def _value(hint: Any, value: Any, where: str) -> Any:
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in inner:
            return None
        return _value(next(option for option in inner if option is not NoneType), value, where)
    if origin is tuple and isinstance(value, list) and (inner[-1] is ... or len(inner) == len(value)):
        return tuple(_value(inner[0], item, where) for item in value)
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(value, dict):
        return {_key(inner[0], key, where): _value(inner[1], item, where) for key, item in value.items()}
    if hint is Seat and isinstance(value, str) and len(value) == 1 and value in LETTERS:
        return Seat(LETTERS.index(value))
    plain = getattr(hint, "__supertype__", hint)
    if hint is not Seat and plain in (int, str, bool) and type(value) is plain and _is_known(hint, value):
        return value
    if origin is not None and value in inner and isinstance(value, str):
        return value
    raise Unreadable("unexpected_value", field=where, found=shown(value))


def _is_known(hint: Any, value: Any) -> bool:
    """Whether a territory or card exists; always true for other types."""
    if hint is Card and value.startswith(JOLLY):
        return True
    return hint not in (Territory, Card) or load_board().has(value)


def _key(hint: Any, key: str, where: str) -> Any:
    if getattr(hint, "__supertype__", hint) is int:
        if not (key.isascii() and key.isdigit() and len(key) <= MOST_DIGITS):
            raise Unreadable("unexpected_value", field=where, found=shown(key))
        return int(key)
    return _value(hint, key, where)
