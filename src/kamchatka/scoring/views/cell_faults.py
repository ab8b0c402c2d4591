"""Faults in the cells of a sheet form, worded for display beside their field."""

import re
from dataclasses import dataclass, replace

from kamchatka.faults import Fault, bare
from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.sheet.cells import LONGEST_NAME

SEAT = re.compile(r"(?:^|\.)seat(?:\.(?P<number>\d+)(?:\.(?P<cell>\w+))?)?")


@dataclass(frozen=True)
class FieldFault:
    """A fault of a field: its sentence in the list above the form, and a shorter one beside the field."""

    listed: str
    beside: str


def said(sentence: str) -> FieldFault:
    """A fault with one sentence for both places."""
    return FieldFault(sentence, sentence)


def seat_and_cell(fault: Fault) -> tuple[int, str]:
    """The seat number, from 1, and the cell of a fault; 0 and empty if it concerns the whole table."""
    found = SEAT.search(fault.where)
    return (int(found["number"] or 0), found["cell"] or "") if found else (0, "")


def field_fault(fault: Fault, player: str, lang: Language) -> FieldFault:
    """The fault worded for a page: the page's own sentence, else the sheet's with the field's label."""
    _, cell = seat_and_cell(fault)
    if not cell:
        return said(_words(fault, fault.where, lang))
    field = text(f"scores_page.field.{cell}", lang)
    name = bare(player, LONGEST_NAME)
    listed = _words(fault, text("scores_page.at", lang, field=field, seat=name), lang)
    beside = _words(fault, field, lang)
    for start in (f"{field}: ", f"«{field}»: ", f"“{field}”: "):
        beside = beside.removeprefix(start)
    return FieldFault(listed, beside[:1].upper() + beside[1:])


def _words(fault: Fault, where: str, lang: Language) -> str:
    own = f"scores_page.faults.{fault.code}"
    if has_text(own, lang):
        return text(own, lang, where=where, **fault.values)
    sentence = replace(fault, where=where).sentence(lang)
    return sentence[:1].upper() + sentence[1:]
