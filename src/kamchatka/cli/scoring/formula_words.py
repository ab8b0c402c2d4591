"""A formula's terms in words: whom each concerns, what it gives, what it stands instead of."""

from collections.abc import Callable, Iterator
from typing import Any

from kamchatka.messages import Language, text
from kamchatka.scoring.formula.amounts import Grid
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.formula.terms import AnyTerm, Term
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.views.cells import column_name


def whom(term: Term, lang: Language) -> str:
    """Whom the term concerns."""
    return text(f"formula.who.{term.who.replace('-', '_')}", lang)


def how(term: AnyTerm, formula: Formula, lang: Language) -> str:
    """What it gives, and what it stands instead of."""
    said = list(_SAID[term.kind](term, lang))
    # Amounts for several table sizes are long: each part then has a line of its own.
    between = "\n" if any(";" in part for part in said) else ", "
    return ";\n".join((between.join(said), *_beside(term, formula, lang)))


def _beside(term: Any, formula: Formula, lang: Language) -> Iterator[str]:
    """What becomes of shared places; the column; what is replaced."""

    if term.kind == "place" and formula.ties == "keep":
        yield from _shared(term, lang)
    column = column_name(term.column, lang)
    alone = len(formula.columns) == 1
    if term.replaces:
        yield text("formula.term.replaces" if alone else "formula.term.replaces_in", lang, column=column)
    elif not alone:
        yield text("formula.term.column", lang, column=column)


def _shared(term: Any, lang: Language) -> Iterator[str]:
    if term.shared.two != "full":
        yield text(f"formula.term.{term.shared.two}", lang)
    if term.shared.three_first is not None:
        yield text("formula.term.three_first", lang, amount=shown(term.shared.three_first, lang))
    if term.shared.more == "none":
        yield text("formula.term.more", lang)


def _place(term: Any, lang: Language) -> Iterator[str]:
    yield _by_place(term, term.by_place, lang, goes_on=False)


def _points(term: Any, lang: Language) -> Iterator[str]:
    yield text("formula.term.points", lang)
    if term.times.by_size or term.times.everywhere != (1,):
        yield text("formula.term.times", lang, amounts=_by_place(term, term.times, lang))
    if term.rounded_up:
        yield text("formula.term.rounded_up", lang)
    if term.most is not None:
        yield text("formula.term.most", lang, amount=shown(term.most, lang))
    if term.over != 1:
        yield text("formula.term.over", lang, amount=shown(term.over, lang))


def _gap_to_winner(term: Any, lang: Language) -> Iterator[str]:
    yield _by_place(term, term.base, lang)
    if term.per_point == 1:
        yield text("formula.term.gap_to_winner", lang)
    else:
        yield text("formula.term.gap_to_winner_each", lang, per_point=shown(term.per_point, lang))
    if term.least is not None:
        yield text("formula.term.least", lang, amounts=_by_place(term, term.least, lang))


def _gap_to_second(term: Any, lang: Language) -> Iterator[str]:
    if isinstance(term.per_point, str):
        yield text("formula.term.gap_digits", lang)
    else:
        yield text("formula.term.gap_to_second", lang, per_point=shown(term.per_point, lang))


def _less_second(term: Any, lang: Language) -> Iterator[str]:
    base = shown(term.base, lang)
    if term.per_point == 1:
        yield text("formula.term.less_second", lang, base=base)
    else:
        yield text("formula.term.less_second_each", lang, base=base, per_point=shown(term.per_point, lang))


def _gap_step(term: Any, lang: Language) -> Iterator[str]:
    near, within, far = (shown(each, lang) for each in (term.near, term.within, term.far))
    yield text("formula.term.gap_step", lang, near=near, within=within, far=far)


def _share(term: Any, lang: Language) -> Iterator[str]:
    yield text("formula.term.share", lang, per_seat=shown(term.per_seat, lang))
    if not isinstance(term.decimals, str):
        yield text("formula.term.decimals", lang, count=term.decimals)


def _flat(term: Any, lang: Language) -> Iterator[str]:
    yield shown(term.amount_each, lang)


def _eliminated(term: Any, lang: Language) -> Iterator[str]:
    yield _by_place(term, term.by_order, lang)


_SAID: dict[str, Callable[[Any, Language], Iterator[str]]] = {
    "place": _place,
    "points": _points,
    "gap_to_winner": _gap_to_winner,
    "gap_to_second": _gap_to_second,
    "less_second": _less_second,
    "gap_step": _gap_step,
    "share": _share,
    "flat": _flat,
    "eliminated": _eliminated,
}


def _by_place(term: Term, grid: Grid[Number], lang: Language, *, goes_on: bool = True) -> str:
    """Amounts by table size and place; `goes_on`: the last one holds for all further places."""
    if not grid.by_size:
        return _row(term, grid.everywhere, lang, goes_on=goes_on)
    sizes: dict[str, list[str]] = {}
    for size, row in sorted(grid.by_size.items()):
        sizes.setdefault(_row(term, row, lang, goes_on=goes_on), []).append(str(size))
    return "; ".join(
        text("formula.term.at_size", lang, sizes=", ".join(found), amounts=amounts)
        for amounts, found in sizes.items()
    )


def _row(term: Any, row: tuple[Number, ...], lang: Language, *, goes_on: bool) -> str:
    """Amounts from the best place the term speaks of, or from the first one out."""
    if len(row) == 1 and (goes_on or term.who in ("first", "objective")):
        return shown(row[0], lang)
    by_order = term.kind == "eliminated"
    code = "formula.term.at_order" if by_order else "formula.term.at_place"
    # Places that get nothing are left out of a medal table; where amounts fall to zero, zero is said.
    said = [
        text(code, lang, nth=text(f"formula.nth.{place}", lang), amount=shown(amount, lang))
        for place, amount in enumerate(row, term.first_place)
        if amount or goes_on
    ]
    return ", ".join(said) or shown(0, lang)
