"""Validation errors of a pydantic model as readable faults: the value, and what is allowed in its place.

The allowed values come from the model's annotations. `AllowedWords` marks a type whose annotation does not
say enough; a validator with its own fault code raises a `refusal`, or `refusals` for several entries of its
value.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from annotated_types import Ge, Interval, Le, MaxLen, MinLen
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import InitErrorDetails, PydanticCustomError

from kamchatka.faults.lines import Path
from kamchatka.messages import Language, text

Model = TypeVar("Model", bound=BaseModel)

CODES = {
    "extra_forbidden": "unknown_key",
    "missing": "missing_key",
    "literal_error": "unknown_choice",
    "union_tag_invalid": "unknown_choice",
    "union_tag_not_found": "missing_key",
    "greater_than_equal": "out_of_range",
    "less_than_equal": "out_of_range",
    "too_short": "out_of_range",
    "too_long": "out_of_range",
    "string_pattern_mismatch": "out_of_range",
}
"""Pydantic's error types and our codes; any other type is a wrong type."""
OWN = "fault."
"""Prefix of error types raised by our own validators."""


@dataclass(frozen=True)
class AllowedWords:
    """Marks a type with the message code that describes its allowed values."""

    code: str
    """A code in `faults.wanted`, or a full code of another catalogue."""

    def words(self, lang: Language, **values: object) -> str:
        """The allowed values, in words."""
        code = self.code if "." in self.code else f"faults.wanted.{self.code}"
        return text(code, lang).format(**values)


@dataclass(frozen=True)
class FaultCode:
    """Marks a type whose validation errors all get this fault code."""

    code: str


class Finding(NamedTuple):
    """One validation error of the model."""

    code: str
    path: Path
    given: object
    annotation: Any
    """The annotation of the value."""
    known: tuple[str, ...]
    """The keys of the surrounding table."""
    context: Mapping[str, Any]

    def wanted(self, lang: Language) -> str:
        """The allowed values in words: from the refusal, else from the annotation."""
        if "wanted" in self.context:
            return AllowedWords(self.context["wanted"]).words(lang, **self.context)
        return wanted(self.annotation, lang)


def findings(model: type[BaseModel], error: ValidationError) -> Iterator[Finding]:
    """The validation errors of the model, without duplicates from unions."""
    told: set[Path] = set()
    for each in error.errors(include_url=False):
        context = each.get("ctx", {})
        path, annotation, known = _walk(model, each["loc"])
        path += context.get("at", ())
        if each["type"].startswith("union_tag"):
            discriminator = str(context["discriminator"]).strip("'")
            path, annotation = (*path, discriminator), _tags(annotation, discriminator)
            given = each["input"].get(discriminator) if isinstance(each["input"], dict) else each["input"]
        else:
            given = each["input"]
        if path not in told:
            told.add(path)
            own = each["type"].startswith(OWN)
            code = each["type"].removeprefix(OWN) if own else CODES.get(each["type"], "wrong_type")
            if each["loc"][-1:] == ("[key]",) and code == "unknown_choice":
                code, known = "unknown_key", choices(annotation)
            mark = next((piece for piece in _pieces(annotation) if isinstance(piece, FaultCode)), None)
            if mark and not own and code != "unknown_key":
                code = mark.code
            yield Finding(code, path, given, annotation, known, context)


def validated(model: type[Model], data: object) -> tuple[Model, list[Finding]]:
    """The model of the valid data, and a finding for each invalid value.

    Invalid values are dropped so that the rest is still validated: every key needs a default.
    """
    found: list[Finding] = []
    while True:
        try:
            return model.model_validate(data), found
        except ValidationError as error:
            new = list(findings(model, error))
            found += new
            data = _without({each.path for each in new}, data)


def _without(refused: set[Path], data: Any) -> Any:
    """The data without these values; a dropped list entry leaves an empty table."""
    if () in refused:
        return {}
    inside: dict[str | int, set[Path]] = defaultdict(set)
    for first, *rest in refused:
        inside[first].add(tuple(rest))
    if isinstance(data, dict):
        kept = {key: each for key, each in data.items() if () not in inside.get(key, ())}
        return {key: _without(inside[key], each) if key in inside else each for key, each in kept.items()}
    return [_without(inside[at], each) if at in inside else each for at, each in enumerate(data)]


def refusal(code: str, **context: object) -> PydanticCustomError:
    """An error for a validator to raise: a fault with its own code.

    `at` is the path of the entry within the value, `wanted` the message code of its allowed values.
    """
    return PydanticCustomError(f"{OWN}{code}", code, context)


def refusals(entries: Iterable[tuple[object, PydanticCustomError]]) -> ValidationError:
    """An error for several entries of one value, each with its refusal."""
    details = [InitErrorDetails(type=refused, input=given) for given, refused in entries]
    return ValidationError.from_exception_data("entries", details)


def wanted(annotation: Any, lang: Language) -> str:
    """The values an annotation accepts, in words."""
    pieces = list(_pieces(annotation))
    marked = next((piece for piece in pieces if isinstance(piece, AllowedWords)), None)
    words = [f'"{word}"' for word in choices(annotation)]
    sort = marked.words(lang) if marked else _sort(annotation, lang)
    if not words:
        return sort
    if not sort:
        return text("faults.wanted.choice", lang, choices=", ".join(words))
    return text("faults.wanted.or_word", lang, wanted=sort, words=", ".join(words))


def choices(annotation: Any) -> tuple[str, ...]:
    """The words an annotation accepts."""
    return tuple(
        str(word) for piece in _pieces(annotation) if get_origin(piece) is Literal for word in get_args(piece)
    )


def _sort(annotation: Any, lang: Language) -> str:
    """The type in words: a list, a table, a number, a text; empty if only certain words are allowed."""
    pieces, bounds = list(_pieces(annotation)), bounds_of(annotation)
    for piece in pieces:
        if get_origin(piece) in (list, tuple):
            return text("faults.wanted.list", lang, item=wanted(get_args(piece)[0], lang), **bounds)
        if get_origin(piece) is dict:
            keys, items = get_args(piece)
            kind = "by_name" if keys is str or get_origin(keys) is Literal else "by_size"
            return text(f"faults.wanted.{kind}", lang, item=wanted(items, lang))
    if any(isinstance(piece, type) and issubclass(piece, BaseModel) for piece in pieces):
        return AllowedWords("table").words(lang)
    if bool in pieces:
        return text("faults.wanted.bool", lang)
    if int in pieces:
        code = "between" if "most" in bounds else "at_least" if "least" in bounds else "whole"
        return text(f"faults.wanted.{code}", lang, **bounds)
    only_words = all(get_origin(piece) is Literal for piece in pieces if not isinstance(piece, FieldInfo))
    return "" if only_words else text("faults.wanted.text", lang)


def _pieces(annotation: Any) -> Iterator[Any]:
    """The member types of a union, and their marks."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *marks = get_args(annotation)
        yield from _pieces(inner)
        for mark in marks:
            yield from mark.metadata if isinstance(mark, FieldInfo) else (mark,)
    elif origin in (Union, UnionType):
        for each in get_args(annotation):
            yield from _pieces(each)
    elif annotation is not type(None):
        yield annotation


def bounds_of(annotation: Any) -> dict[str, str]:
    """The minimum and maximum an annotation accepts."""
    found: dict[str, str] = {}
    for piece in _pieces(annotation):
        match piece:
            case Ge(ge=least) | MinLen(min_length=least):
                found["least"] = str(least)
            case Le(le=most) | MaxLen(max_length=most):
                found["most"] = str(most)
            case Interval(ge=least, le=most):
                found |= {"least": str(least), "most": str(most)}
    return found


def annotation_of(field: FieldInfo) -> Any:
    """The full annotation of a field, with its marks."""
    return Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation


def _walk(model: Any, loc: Iterable[str | int]) -> tuple[Path, Any, tuple[str, ...]]:
    """The path of a finding, without the branch names that pydantic adds."""
    path: list[str | int] = []
    annotation: Any = model
    keys: Any = None
    known: tuple[str, ...] = ()
    for part in loc:
        if part == "[key]" and keys is not None:
            annotation = keys
            break
        types = [
            piece
            for piece in _pieces(annotation)
            if not isinstance(piece, AllowedWords | FaultCode | FieldInfo)
        ]
        models = [each for each in types if isinstance(each, type) and issubclass(each, BaseModel)]
        entry = next((each for each in types if get_origin(each) in (list, tuple, dict)), None)
        if len(models) > 1:
            annotation = next(each for each in models if part in _tag(each))
        elif models:
            known = tuple(models[0].model_fields)
            path.append(part)
            if part not in known:
                break
            annotation = annotation_of(models[0].model_fields[str(part)])
            if any(isinstance(piece, FaultCode) for piece in _pieces(annotation)):
                break
        elif entry is not None:
            path.append(part)
            keys, annotation = get_args(entry)[0], get_args(entry)[-1 if get_origin(entry) is dict else 0]
        else:
            break
    return tuple(path), annotation, known


def _tag(model: type[BaseModel]) -> tuple[Any, ...]:
    """The discriminator values that select this model."""
    return tuple(word for field in model.model_fields.values() for word in get_args(field.annotation))


def _tags(annotation: Any, discriminator: str) -> Any:
    """The annotation of the discriminator."""
    words = tuple(
        word
        for piece in _pieces(annotation)
        if isinstance(piece, type) and issubclass(piece, BaseModel)
        for word in get_args(piece.model_fields[discriminator].annotation)
    )
    return Literal[words]
