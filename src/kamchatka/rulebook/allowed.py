"""What a field of a section accepts, in words: for faults and for `explain`."""

from typing import Annotated, Any, Literal, get_args, get_origin

from annotated_types import Ge, Interval, Le, MaxLen, MinLen
from pydantic.fields import FieldInfo

from kamchatka.messages import Language, text
from kamchatka.rulebook.sections import SECTIONS


def field_of(key: str) -> FieldInfo | None:
    """The field behind a dotted key, if any."""
    section, _, name = key.partition(".")
    model = SECTIONS.get(section)
    return model.model_fields.get(name) if model else None


def choices(key: str) -> tuple[str, ...]:
    """The named choices of a field, in their fixed order; empty when it is not a choice."""
    field = field_of(key)
    if field is None or get_origin(field.annotation) is not Literal:
        return ()
    return get_args(field.annotation)


def allowed(key: str, lang: Language) -> str:
    """What may be written for this key, in words."""
    field = field_of(key)
    if field is None:
        return ""
    return _words(field.annotation, tuple(field.metadata), lang)


def _words(annotation: Any, metadata: tuple[object, ...], lang: Language) -> str:
    origin = get_origin(annotation)
    if origin is Annotated:
        base, *more = get_args(annotation)
        return _words(base, (*metadata, *_constraints(more)), lang)
    if origin is Literal:
        return text(
            "rulebook.allowed.choice",
            lang,
            choices=", ".join(f'"{choice}"' for choice in get_args(annotation)),
        )
    if origin is list:
        return text(
            "rulebook.allowed.list", lang, item=_words(get_args(annotation)[0], (), lang), **_bounds(metadata)
        )
    if origin is dict:
        keys, items = get_args(annotation)
        kind = "by_size" if keys is not str else "by_name"
        return text(f"rulebook.allowed.{kind}", lang, item=_words(items, (), lang))
    if annotation is bool:
        return text("rulebook.allowed.bool", lang)
    if annotation is int:
        bounds = _bounds(metadata)
        code = "between" if "most" in bounds else "at_least" if "least" in bounds else "number"
        return text(f"rulebook.allowed.{code}", lang, **bounds)
    return text("rulebook.allowed.text", lang)


def _constraints(metadata: list[object]) -> tuple[object, ...]:
    """Pydantic wraps constraints in FieldInfo; unwrap them."""
    flat: list[object] = []
    for item in metadata:
        flat.extend(item.metadata if isinstance(item, FieldInfo) else [item])
    return tuple(flat)


def _bounds(metadata: tuple[object, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in metadata:
        match item:
            case Ge(ge=least) | MinLen(min_length=least):
                found["least"] = str(least)
            case Le(le=most) | MaxLen(max_length=most):
                found["most"] = str(most)
            case Interval(ge=least, le=most):
                found |= {"least": str(least), "most": str(most)}
    return found
