"""What may stand at each key of a formula file, read off the models themselves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from kamchatka.faults import WrittenDecimal as Decimals
from kamchatka.ids import ClauseId
from kamchatka.scoring.formula.amounts import Wanted, amount
from kamchatka.scoring.formula.grid import SIZES

LITERAL = frozenset({"id", "kind", "when", "column", "columns", "score"})
"""Keys that say how a formula is built: no option stands for them."""
GRIDS = ("by_place", "by_size", "pair")
CITING = ("clauses", "clause_list", "clause_table")
TEXTS = ("text", "title")


class Unknown:
    """Stands for the value of an option that does not exist."""


UNKNOWN = Unknown()


class Misfit(NamedTuple):
    """A part of a value that cannot stand there."""

    at: tuple[str | int, ...]
    given: object
    wanted: str
    allowed: tuple[str, ...]


@dataclass(frozen=True)
class Key:
    """One key of a table: what is wanted there, and the test whether a value is."""

    name: str
    wanted: str
    """A code of `formula.wanted`; nothing where only certain words may stand."""
    words: tuple[str, ...]
    """Words that may stand there, instead of what is wanted."""
    bounds: Mapping[str, str]
    is_required: bool
    table: type[BaseModel] | None
    reader: TypeAdapter[Any]

    def fits(self, value: object) -> bool:
        """Whether the value may stand there."""
        try:
            self.reader.validate_python(value)
        except ValidationError:
            return False
        return _is_of_sort(self.wanted, value) or value in self.words

    def misfits(self, value: object) -> Iterator[Misfit]:
        """What is wrong with the value, entry by entry; the whole of it where no entry is to blame."""
        found = list(self._entries(value))
        if not found and not _holds_unknown(value) and not self.fits(value):
            found = [Misfit((), value, self.wanted, self.words)]
        yield from found

    def _entries(self, value: object) -> Iterator[Misfit]:
        if self.wanted in GRIDS:
            yield from _grid(value)
        elif self.wanted == "word_list" and isinstance(value, list):
            for at, each in enumerate(value):
                if each is not UNKNOWN and each not in self.words:
                    yield Misfit((at,), each, "", self.words)
        elif self.wanted == "clause_table" and isinstance(value, dict):
            for key, each in value.items():
                if not isinstance(each, list) or not all(isinstance(one, str) for one in each):
                    yield Misfit((key,), each, "clause_list", ())


@cache
def keys_of(table: type[BaseModel]) -> Mapping[str, Key]:
    """The keys of a table, by name."""
    return {name: _key(name, field) for name, field in table.model_fields.items()}


def _key(name: str, field: FieldInfo) -> Key:
    annotation: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    pieces = list(_pieces(annotation))
    words = tuple(str(word) for piece in pieces if get_origin(piece) is Literal for word in get_args(piece))
    bounds = dict(_bounds(pieces))
    table = next((each for each in pieces if isinstance(each, type) and issubclass(each, BaseModel)), None)
    return Key(
        name=name,
        wanted="table" if table else _wanted(name, pieces, bounds),
        words=words,
        bounds=bounds,
        is_required=field.is_required(),
        table=table,
        # Tables are gone through key by key.
        reader=TypeAdapter(Any if table else annotation),
    )


def _pieces(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of, as far as one of several may stand."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *marks = get_args(annotation)
        for mark in marks:
            yield from mark.metadata if isinstance(mark, FieldInfo) else (mark,)
        if not any(isinstance(mark, Wanted) for mark in marks):
            yield from _pieces(inner)
    elif origin in (Union, UnionType):
        for each in get_args(annotation):
            yield from _pieces(each)
    elif origin is list:
        (inner,) = get_args(annotation)
        yield Wanted(_list_of(inner))
        yield from (each for each in _pieces(inner) if get_origin(each) is Literal)
    elif origin is dict:
        yield Wanted("clause_table" if get_args(annotation)[1] == list[ClauseId] else "table")
    elif annotation is not type(None):
        yield annotation


def _bounds(pieces: list[Any]) -> Iterator[tuple[str, str]]:
    for piece in pieces:
        if isinstance(piece, Ge):
            yield "least", str(piece.ge)
        elif isinstance(piece, Le):
            yield "most", str(piece.le)


def _list_of(inner: Any) -> str:
    if inner is ClauseId:
        return "clause_list"
    return "word_list" if get_origin(inner) is Literal else "names" if inner is str else "list"


def _wanted(name: str, pieces: list[Any], bounds: Mapping[str, str]) -> str:
    marked = next((piece.code for piece in pieces if isinstance(piece, Wanted)), None)
    if marked is not None:
        return str(marked)
    if Any in pieces:
        return "anything"
    if bool in pieces:
        return "yes_no"
    if int in pieces:
        return "whole_between" if "most" in bounds else "whole_from" if bounds else "whole"
    if str in pieces:
        return {"id": "name", "title": "title"}.get(name, "text")
    return ""


def _is_of_sort(wanted: str, value: object) -> bool:
    """What the reader is too lenient about."""
    if wanted in TEXTS:
        return (
            isinstance(value, str)
            and not isinstance(value, Decimals)
            and (wanted == "text" or bool(value.strip()))
        )
    if wanted == "yes_no":
        return isinstance(value, bool)
    if wanted.startswith("whole"):
        return isinstance(value, int) and not isinstance(value, bool)
    if wanted == "table":
        return isinstance(value, dict)
    if wanted == "names":
        return (
            isinstance(value, list)
            and bool(value)
            and all(map(_is_name, value))
            and len(set(value)) == len(value)
        )
    return wanted != ""


def _is_name(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Decimals) and value[:1] not in ("", "@", " ")


def _grid(value: object) -> Iterator[Misfit]:
    if isinstance(value, list):
        for at, each in enumerate(value):
            if each is not UNKNOWN and not _is_amount(each):
                yield Misfit((at,), each, "number", ())
    elif isinstance(value, dict):
        for size, row in value.items():
            if size not in SIZES:
                yield Misfit((size,), size, "size", ())
            if isinstance(row, list):
                yield from (misfit._replace(at=(size, *misfit.at)) for misfit in _grid(row))
            elif row is not UNKNOWN and not _is_amount(row):
                yield Misfit((size,), row, "number", ())


def _is_amount(value: object) -> bool:
    try:
        amount(value)
    except ValueError:
        return False
    return True


def _holds_unknown(value: object) -> bool:
    if isinstance(value, list):
        return any(map(_holds_unknown, value))
    return any(map(_holds_unknown, value.values())) if isinstance(value, dict) else value is UNKNOWN
