"""Events as sentences, for records, logs and pages."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction

from kamchatka.game import events as ev
from kamchatka.game.codec import EVENTS
from kamchatka.game.names import Names, letter
from kamchatka.messages import Language, text

_CODES = {kind: f"events.{name.replace('-', '_')}" for name, kind in EVENTS.items()}

_SEATS = ("seat", "loser", "winner", "owner")
_TERRITORIES = ("territory", "source", "target")


def sentence(event: ev.Event, names: Names, lang: Language) -> str:
    """The event in one sentence; hidden fields are left out."""
    code, values = _CODES[type(event)], _words(event, names, lang)
    if any(getattr(event, secret, "") is None for secret in ("objective", "card", "cards", "number")):
        code += "_hidden"
    match event:
        case ev.GameEnded(ending):
            return text(f"events.game_ended.{ending.replace('-', '_')}", lang, **values)
        case ev.SeatLeft(_, status):
            return text(f"events.seat_left.{status.replace('-', '_')}", lang, **values)
        case ev.CardsForfeited(left=left):
            code += ".some_left" if left else ".none_left"
        case ev.ClosingRolled(_, dice, _, ends):
            code += ".ends" if ends else ".goes_on"
            values["total"] = str(sum(dice))
        case ev.BattleFought(_, _, _, _, losses):
            values["lost"], values["killed"] = str(losses[0]), str(losses[1])
        case ev.TieRolled(dice):
            values["dice"] = ", ".join(f"{letter(seat)}: {die}" for seat, die in dice.items())
        case ev.SeatsPlaced():
            values["order"] = _order(event, lang)
    return text(code, lang, **values)


def half_points(number: int, lang: Language) -> str:
    """Half points for display: 62, 62,5."""
    points = Fraction(number, 2)
    whole = str(number // 2)
    return whole if points.denominator == 1 else whole + ("," if lang == "it" else ".") + "5"


def _words(event: ev.Event, names: Names, lang: Language) -> dict[str, str]:
    return {each.name: _word(each.name, getattr(event, each.name), names, lang) for each in fields(event)}


def _word(field: str, value: object, names: Names, lang: Language) -> str:
    if value is None:
        return text("game.neutral", lang) if field in _SEATS else ""
    if field in _SEATS and isinstance(value, int):
        return letter(value)
    if field in _TERRITORIES:
        return names.territory_name(str(value), lang)
    if field == "colour":
        return text(f"game.colour.{value}", lang)
    if field in ("card", "cards") and not isinstance(value, int):
        cards = value if isinstance(value, tuple) else (value,)
        return ", ".join(names.card_name(card, lang) for card in cards)
    if field == "objective" and names.objectives is not None:
        return objective_title(str(value), names, lang)
    if isinstance(value, Mapping):
        return ", ".join(_pair(field, key, item, names, lang) for key, item in value.items())
    if field == "chairs" and isinstance(value, tuple):
        return ", ".join(str(chair + 1) for chair in value)
    if isinstance(value, tuple):
        return " ".join(str(item) for item in value)
    return str(value)


def objective_title(objective: str, names: Names, lang: Language) -> str:
    """The players' name of an objective; its id if the regulation's deck does not hold it."""
    assert names.objectives is not None
    cards = (card for card in names.objectives.objectives if card.id == objective)
    return next((card.title(lang) for card in cards), objective)


def _pair(field: str, key: object, item: object, names: Names, lang: Language) -> str:
    """One entry of a mapping: chairs and seats with their die, territories with their owner or armies."""
    if isinstance(key, int):
        return f"{key + 1}: {item}"
    said = _word("owner", item, names, lang) if field == "owners" else str(item)
    return f"{names.territory_name(str(key), lang)} {said}"


def _order(event: ev.SeatsPlaced, lang: Language) -> str:
    sign = "°" if lang == "it" else "."
    reached = zip(event.places, event.half_points, strict=False)
    ranked = sorted((place, seat, points) for seat, (place, points) in enumerate(reached))
    return ", ".join(
        f"{place}{sign} {letter(seat)} ({half_points(points, lang)})" for place, seat, points in ranked
    )
