"""What a pydantic model refused, as faults people understand: the value, and what may stand in its place.

Only the model says what is allowed: the words are read off its annotations. A type that has more to say than
they do is marked with `AllowedWords`; a validator that knows the code of a fault raises a `refusal`, or
`refusals` for entries of the value it was given.
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
"""What the library calls a fault, and what we do; anything else is a wrong type."""
OWN = "fault."
"""How faults begin whose code our own validators give."""


@dataclass(frozen=True)
class AllowedWords:
    """Marks a type with the code of the words that say what may stand there."""

    code: str
    """In `faults.wanted`, or a whole one of another catalogue."""

    def words(self, lang: Language, **values: object) -> str:
        """What may stand there."""
        code = self.code if "." in self.code else f"faults.wanted.{self.code}"
        return text(code, lang).format(**values)


@dataclass(frozen=True)
class FaultCode:
    """Marks a value whose faults have one code of their own, wherever in it they are."""

    code: str


class Finding(NamedTuple):
    """One value that the model refused."""

    code: str
    path: Path
    given: object
    annotation: Any
    """Of the value: what may stand there."""
    known: tuple[str, ...]
    """The keys of the table it stands in."""
    context: Mapping[str, Any]

    def wanted(self, lang: Language) -> str:
        """What may stand there, in words: those of the refusal, else of the annotation."""
        if "wanted" in self.context:
            return AllowedWords(self.context["wanted"]).words(lang, **self.context)
        return wanted(self.annotation, lang)


def findings(model: type[BaseModel], error: ValidationError) -> Iterator[Finding]:
    """Every value the model refused, once, also where one of several types was possible."""
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
    """The model of what could be read, and everything in the data that could not.

    What is refused is left out, so that the rest can be looked at too: every key must have a default.
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
    """The data without these values; an entry of a list leaves an empty table in its place."""
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
    """For a validator to raise: a fault with a code of its own.

    `at` says which entry of the value is meant, `wanted` the code of what may stand there.
    """
    return PydanticCustomError(f"{OWN}{code}", code, context)


def refusals(entries: Iterable[tuple[object, PydanticCustomError]]) -> ValidationError:
    """The same for several entries of one value, each with its refusal."""
    details = [InitErrorDetails(type=refused, input=given) for given, refused in entries]
    return ValidationError.from_exception_data("entries", details)


def wanted(annotation: Any, lang: Language) -> str:
    """What an annotation accepts, in words."""
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
    """The words that an annotation accepts."""
    return tuple(
        str(word) for piece in _pieces(annotation) if get_origin(piece) is Literal for word in get_args(piece)
    )


def _sort(annotation: Any, lang: Language) -> str:
    """A list, a table, a number, a text; nothing if only certain words may stand there."""
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
    """The types of which one may stand there, and the marks on them."""
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
    """The least and the most that an annotation accepts."""
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
    """The whole annotation of a field, marks included."""
    return Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation


def _walk(model: Any, loc: Iterable[str | int]) -> tuple[Path, Any, tuple[str, ...]]:
    """Where a finding stands, without the names the library gives to its own branches."""
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
    """The words that choose this table among others."""
    return tuple(word for field in model.model_fields.values() for word in get_args(field.annotation))


def _tags(annotation: Any, discriminator: str) -> Any:
    """The annotation of the key that chooses between tables."""
    words = tuple(
        word
        for piece in _pieces(annotation)
        if isinstance(piece, type) and issubclass(piece, BaseModel)
        for word in get_args(piece.model_fields[discriminator].annotation)
    )
    return Literal[words]
