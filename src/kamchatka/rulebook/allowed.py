"""The values a field of a section accepts, in words: for faults and for `explain`."""

from typing import Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from kamchatka.faults import wanted
from kamchatka.faults.findings import annotation_of
from kamchatka.messages import Language
from kamchatka.rulebook.sections import SECTIONS


def field_of(key: str) -> FieldInfo | None:
    """The field behind a dotted key, if any."""
    section, _, name = key.partition(".")
    model = SECTIONS.get(section)
    return model.model_fields.get(name) if model else None


def choices(key: str) -> tuple[str, ...]:
    """The named choices of a field, in their fixed order; empty if it is not a choice."""
    field = field_of(key)
    if field is None or get_origin(field.annotation) is not Literal:
        return ()
    return get_args(field.annotation)


def allowed(key: str, lang: Language) -> str:
    """The values this key accepts, in words."""
    field = field_of(key)
    if field is None:
        return ""
    return wanted(annotation_of(field), lang)
