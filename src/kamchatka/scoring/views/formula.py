"""A formula described line by line: for each term the seats it applies to, its amount, what it replaces."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kamchatka.faults import as_written
from kamchatka.messages import Language, text
from kamchatka.scoring.formula.amounts import Grid
from kamchatka.scoring.formula.model import DeadSeat, Formula, MeanBye
from kamchatka.scoring.formula.terms import AnyTerm, RoundedPart, Term
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.options import about
from kamchatka.scoring.views.cells import column_name


@dataclass(frozen=True)
class TermView:
    """A term described in text."""

    whom: str
    how: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class FormulaView:
    """A formula described in text."""

    title: str
    about: str
    at_table: tuple[str, ...]
    """How ties are treated at a table, what a RisiKo! counts, what standings compare."""
    terms: tuple[TermView, ...]
    options: tuple[str, ...]
    further: tuple[str, ...]
    """Tie-breaks for equal totals, scores of duels and byes, and the point scale."""


def formula_view(formula: Formula, lang: Language, chosen: Mapping[str, object] | None = None) -> FormulaView:
    """The formula described in text; if options were chosen, only those are listed."""
    terms = (
        TermView(whom(term, lang), how(term, formula, lang), tuple(clauses_of(term))) for term in formula.term
    )
    return FormulaView(
        title=formula.name(lang),
        about=formula.description(lang),
        at_table=tuple(_at_table(formula, lang)),
        terms=tuple(terms),
        options=tuple(_options(formula, chosen, lang)),
        further=tuple(_further(formula, lang)),
    )


def _at_table(formula: Formula, lang: Language) -> Iterator[str]:
    yield text(f"standings.formula.ties_{formula.ties}", lang)
    fixed = formula.fixed_points
    if fixed is None:
        yield text("standings.formula.objective_counted", lang)
    else:
        yield text("standings.formula.objective", lang, points=fixed)
    if len(formula.columns) > 1:
        named = [column_name(column, lang) for column in formula.columns]
        yield text("standings.formula.columns", lang, columns=", ".join(named))


def _options(formula: Formula, chosen: Mapping[str, object] | None, lang: Language) -> Iterator[str]:
    for name, option in formula.option.items():
        said_about = about(option, lang)
        if chosen is not None:
            if name in chosen:
                yield f"{said_about}: {as_written(chosen[name])}"
            continue
        said = text("standings.formula.option", lang, name=name, default=option.default, about=said_about)
        others = [str(each) for each in option.choices if each != option.default]
        also = text("standings.formula.choices", lang, choices=", ".join(others))
        yield f"{said} ({also})" if others else said


def _further(formula: Formula, lang: Language) -> Iterator[str]:
    yield text("standings.formula.standings", lang, criteria=criteria(formula.standings.ties, lang))
    if formula.standings.team_best is not None:
        yield text("standings.formula.team_best", lang, count=formula.standings.team_best)
    if formula.special.duel is not None:
        values = " / ".join(shown(each, lang) for each in formula.special.duel.row(2))
        yield text("standings.formula.duel", lang, values=values)
    if isinstance(formula.special.bye, MeanBye):
        yield _of_mean(f"bye_{formula.special.bye.mean}", formula.special.bye, lang)
    elif formula.special.bye is not None:
        yield text("standings.formula.bye", lang, values=formula.special.bye)
    if formula.special.dummy is not None:
        yield _of_mean("dummy", formula.special.dummy, lang)
    if formula.scale is not None:
        breaks = formula.scale.in_words(lang)
        most = shown(formula.scale.most, lang)
        yield text("standings.formula.scale", lang, most=most, breaks=breaks)


def _of_mean(code: str, part: MeanBye | DeadSeat, lang: Language) -> str:
    """How a bye or a dead seat is computed from a mean."""
    said = text(f"standings.formula.{code}", lang, times=shown(part.times, lang))
    return ", ".join((said, *_rounding(part, lang)))


def criteria(ties: Iterable[str], lang: Language) -> str:
    """The tie-break criteria for equal totals, in order."""
    return ", ".join(text(f"standings.criterion_name.{tie.replace('-', '_')}", lang) for tie in ties)


def clauses_of(term: Term) -> list[str]:
    """All clauses of a term, without duplicates."""
    rows = (term.clauses.everywhere, *term.clauses.by_size.values())
    found = [ids for row in rows for ids in row] + [tuple(ids) for ids in term.clauses_by_value.values()]
    return list(dict.fromkeys(str(clause) for ids in found for clause in ids))


def whom(term: Term, lang: Language) -> str:
    """The seats the term applies to."""
    return text(f"formula.who.{term.who.replace('-', '_')}", lang)


def how(term: AnyTerm, formula: Formula, lang: Language) -> str:
    """The term's amount, and what it replaces."""
    said = list(_SAID[term.kind](term, lang))
    # Amounts for several table sizes are long, so each part gets its own line.
    between = "\n" if any(";" in part for part in said) else ", "
    return ";\n".join((between.join(said), *_beside(term, formula, lang)))


def _beside(term: Any, formula: Formula, lang: Language) -> Iterator[str]:
    """How shared places are treated; the column; what is replaced."""
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
        yield text("formula.term.three_first", lang, amount=term.shared.three_first)
    if term.shared.more != "full":
        yield text(f"formula.term.more_{term.shared.more}", lang)
    yield from _rounding(term.shared, lang)


def _rounding(part: RoundedPart, lang: Language) -> Iterator[str]:
    if isinstance(part.decimals, str):
        return
    said = text("formula.term.decimals", lang, count=part.decimals)
    yield (
        said
        if part.rounding == "half-up"
        else text(f"formula.term.rounding_{part.rounding}", lang, said=said)
    )


def _points(term: Any, lang: Language) -> Iterator[str]:
    yield text("formula.term.points", lang)
    if term.times.by_size or term.times.everywhere != (1,):
        yield text("formula.term.times", lang, amounts=_by_place(term, term.times, lang))
    if term.rounded_up:
        yield text("formula.term.rounded_up", lang)
    if term.most is not None:
        yield text("formula.term.most", lang, amount=_by_place(term, term.most, lang))
    if term.over != 1:
        yield text("formula.term.over", lang, amount=term.over)


def _gap_to_winner(term: Any, lang: Language) -> Iterator[str]:
    yield _by_place(term, term.base, lang)
    if term.per_point == 1:
        yield text("formula.term.gap_to_winner", lang)
    else:
        yield text("formula.term.gap_to_winner_each", lang, per_point=term.per_point)
    if term.least is not None:
        yield text("formula.term.least", lang, amounts=_by_place(term, term.least, lang))


def _gap_to_second(term: Any, lang: Language) -> Iterator[str]:
    if isinstance(term.per_point, str):
        yield text("formula.term.gap_digits", lang)
    else:
        yield text("formula.term.gap_to_second", lang, per_point=term.per_point)


def _less_second(term: Any, lang: Language) -> Iterator[str]:
    base = shown(term.base, lang)
    if term.per_point == 1:
        yield text("formula.term.less_second", lang, base=base)
    else:
        yield text("formula.term.less_second_each", lang, base=base, per_point=term.per_point)


def _gap_step(term: Any, lang: Language) -> Iterator[str]:
    near, within, far = (shown(each, lang) for each in (term.near, term.within, term.far))
    yield text("formula.term.gap_step", lang, near=near, within=within, far=far)


def _share(term: Any, lang: Language) -> Iterator[str]:
    yield text("formula.term.share", lang, per_seat=_by_place(term, term.per_seat, lang))
    yield from _rounding(term, lang)


_SAID: dict[str, Callable[[Any, Language], Iterable[str]]] = {
    "place": lambda term, lang: [_by_place(term, term.by_place, lang, goes_on=False)],
    "points": _points,
    "gap_to_winner": _gap_to_winner,
    "gap_to_second": _gap_to_second,
    "less_second": _less_second,
    "gap_step": _gap_step,
    "share": _share,
    "flat": lambda term, lang: [shown(term.amount_each, lang)],
    "eliminated": lambda term, lang: [_by_place(term, term.by_order, lang)],
}


def _by_place(term: Term, grid: Grid[Number], lang: Language, *, goes_on: bool = True) -> str:
    """Amounts by table size and place; `goes_on`: the last one applies to all further places."""
    if not grid.by_size:
        return _row(term, grid.everywhere, lang, goes_on=goes_on)
    sizes: dict[str, list[str]] = {}
    for size, row in sorted(grid.by_size.items()):
        sizes.setdefault(_row(term, row, lang, goes_on=goes_on), []).append(str(size))
    said = []
    for amounts, (*others, last) in sizes.items():
        code = "at_sizes" if others else "at_size"
        said.append(text(f"formula.term.{code}", lang, sizes=", ".join(others), last=last, amounts=amounts))
    return "; ".join(said)


def _row(term: Any, row: tuple[Number, ...], lang: Language, *, goes_on: bool) -> str:
    """Amounts from the best place the term covers, or from the first seat out."""
    if len(row) == 1 and (goes_on or term.who in ("first", "objective")):
        return shown(row[0], lang)
    by_order = term.kind == "eliminated"
    code = "formula.term.at_order" if by_order else "formula.term.at_place"
    # A medal table omits places that get nothing; amounts that fall to zero show the zero.
    said = [
        text(code, lang, nth=text(f"formula.nth.{place}", lang), amount=amount)
        for place, amount in enumerate(row, term.first_place)
        if amount or goes_on
    ]
    return ", ".join(said) or shown(0, lang)
