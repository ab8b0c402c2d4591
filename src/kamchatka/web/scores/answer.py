"""Scores of a table for the page: every formula applied to one sheet, and the numbers ties still need."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.messages import Language, text
from kamchatka.scoring.formula.amounts import NoSuchSize
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.scoring.sheet.model import TableSheet
from kamchatka.scoring.sheet.places import MissingNumber
from kamchatka.scoring.views.cards import ScoredTableView, table_view
from kamchatka.web.scores.form import TIE_CELLS
from kamchatka.web.scores.options import ChosenFormula, formulas


@dataclass(frozen=True, kw_only=True)
class FormulaRow:
    """One formula applied to the sheet: its view and warnings."""

    view: ScoredTableView
    is_chosen: bool
    is_changed: bool
    """Whether options other than the defaults were chosen."""
    silent: str
    """Why there are no cards."""
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class MissingNumbers:
    """Numbers that a tie needs: which cells, of which players."""

    sentence: str
    cells: tuple[str, ...]
    players: tuple[str, ...]


@dataclass(frozen=True)
class ScoresAnswer:
    """Everything the page says about a sheet."""

    rows: tuple[FormulaRow, ...]
    questions: tuple[MissingNumbers, ...]
    players: tuple[str, ...]

    def lacks_order(self, player: str) -> bool:
        """Whether a tie needs the order in which this player went out."""
        return any(player in question.players for question in self.questions if not question.cells)


def answer(sheet: TableSheet, chosen: ChosenFormula | None, lang: Language) -> ScoresAnswer:
    """Every formula applied to one sheet, the chosen one first."""
    asked: dict[tuple[str, tuple[str, ...]], MissingNumbers] = {}
    rows = []
    for formula in _in_order(chosen, lang):
        view = table_view(formula, sheet, lang)
        if isinstance(view.problem, MissingNumber):
            asked[view.problem.criterion, view.problem.players] = _question(view.problem, lang)
        is_chosen = chosen is not None and formula is chosen.formula
        rows.append(
            FormulaRow(
                view=view,
                is_chosen=is_chosen,
                is_changed=chosen is not None and is_chosen and chosen.is_changed,
                silent=_silent(view, lang),
                warnings=() if view.problem else tuple(_warnings(view, sheet, lang)),
            )
        )
    return ScoresAnswer(tuple(rows), tuple(asked.values()), tuple(seat.player for seat in sheet.seats))


def _in_order(chosen: ChosenFormula | None, lang: Language) -> Iterator[Formula]:
    if chosen is not None:
        yield chosen.formula
    for formula in formulas(lang):
        if chosen is None or formula.id != chosen.formula.id:
            yield formula


def _silent(view: ScoredTableView, lang: Language) -> str:
    if isinstance(view.problem, NoSuchSize):
        return text("scores_page.no_size", lang, size=view.problem.size)
    return text("scores_page.waiting", lang) if view.problem else ""


def _warnings(view: ScoredTableView, sheet: TableSheet, lang: Language) -> Iterator[str]:
    scale = view.formula.scale
    counted = (seat for seat in sheet.seats if not (seat.objective and view.formula.fixed_points))
    most = max(sheet.points(seat) for seat in counted)
    if scale is not None and most > scale.most:
        values = {"most": shown(scale.most, lang), "points": shown(most, lang)}
        yield text("scores_page.scale", lang, breaks=scale.in_words(lang), **values)
    if view.breaks_order:
        yield text("scores_page.order", lang)


def _question(missing: MissingNumber, lang: Language) -> MissingNumbers:
    """The question for missing numbers; the order of going out is left out, since the form has its field."""
    cells = tuple(cell for cell in cells_asked(missing.criterion) if cell in TIE_CELLS)
    code = "tie" if cells else "out"
    wanted = ", ".join(text(f"scores_page.field.{cell}", lang) for cell in cells)
    sentence = text(f"scores_page.question.{code}", lang, players=", ".join(missing.players), wanted=wanted)
    return MissingNumbers(sentence, cells, missing.players)
