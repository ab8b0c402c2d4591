"""Views as plain data: field by field, or by the words a class gives."""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import pytest

from kamchatka.app.plain import plain
from kamchatka.messages import Language


class Colour(StrEnum):
    RED = "red"


class Place(NamedTuple):
    table: int
    seat: str


@dataclass(frozen=True)
class Remark:
    code: str

    def sentence(self, lang: Language) -> str:
        return f"{self.code} ({lang})"


@dataclass(frozen=True)
class Row:
    place: Place
    score: Fraction
    colour: Colour
    day: date
    remarks: tuple[Remark, ...]
    before: "Row | None" = None


@dataclass(frozen=True)
class NamedRow:
    plain_as = (
        "seat=row.place.seat score=row.score|written scores=rows.score|written codes=row.remarks.code"
        " first=row.before.score name|some is_named=name|bool games=rows|count why"
    )

    row: Row
    rows: tuple[Row, ...] = ()
    name: str = ""

    def why(self, lang: Language) -> str:
        return f"why ({lang})"


ROW = Row(Place(2, "B"), Fraction(5, 2), Colour.RED, date(2026, 5, 1), (Remark("late"),))


def test_a_view_is_given_field_by_field_with_sentences_in_the_language() -> None:
    assert plain(ROW, "en") == {
        "place": {"table": 2, "seat": "B"},
        "score": "2.5",
        "colour": "red",
        "day": "2026-05-01",
        "remarks": ["late (en)"],
        "before": None,
    }


def test_a_class_may_name_its_keys_where_they_come_from_and_a_filter() -> None:
    assert plain({"row": [NamedRow(ROW, (ROW, ROW))]}, "it") == {
        "row": [
            {
                "seat": "B",
                "score": "2.5",
                "scores": ["2.5", "2.5"],
                "codes": ["late"],
                "first": None,
                "name": None,
                "is_named": False,
                "games": 2,
                "why": "why (it)",
            }
        ]
    }


def test_words_may_be_given_with_the_view() -> None:
    assert plain([ROW], "it", "table=place.table") == [{"table": 2}]


def test_what_is_no_view_is_refused() -> None:
    with pytest.raises(TypeError):
        plain(object(), "it")
