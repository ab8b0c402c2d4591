"""The form of quick standings: a results file, scoring options, and their faults."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.datastructures import FormData, UploadFile

from kamchatka.app.tournaments.event_plan import proposed_rulebook
from kamchatka.faults import FaultyFile, bare
from kamchatka.ids import RulebookId
from kamchatka.messages import Language, text
from kamchatka.refusals import NotUnderstood
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.files import UnknownFormula
from kamchatka.scoring.formula.model import Formula
from kamchatka.scoring.numbers import whole
from kamchatka.scoring.results.model import Results, StatedRules
from kamchatka.scoring.views.quick import (
    MOST_BYTES,
    QuickFile,
    QuickStandings,
    quick_file,
    quick_results,
    quick_standings,
)
from kamchatka.scoring.views.standings import scored
from kamchatka.web.rules.rulebook_views import known_rulebook, rulebook_of
from kamchatka.web.scores.options import ChosenFormula, chosen_formula

FORMULA = "bonus-50"
"""Default if neither the visitor nor the file chooses."""
IN_FILE = ""
LONGEST_NUMBER = 3


@dataclass(frozen=True, kw_only=True)
class QuickForm:
    """The fields as the visitor sent them."""

    words: str = ""
    name: str = ""
    formula: str = IN_FILE
    rulebook: str = ""
    best: str = ""
    drop: str = ""
    absences: str = ""
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(kw_only=True)
class QuickAnswer:
    """The answer to a form: standings, or all faults."""

    form: QuickForm
    chosen: ChosenFormula
    rulebook: Rulebook
    file: QuickFile | None = None
    results: Results | None = None
    found: QuickStandings | None = None
    faults: list[str] = field(default_factory=list)
    """Faults of the file, each with its line."""
    field_faults: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    """Why the formula cannot score the file."""


def read_quick_form(form: FormData) -> QuickForm:
    """The form as sent; an uploaded file replaces the pasted text. NotUnderstood if the file is not text."""
    said = {key: value for key, value in form.items() if isinstance(value, str)}
    words, name = said.get("risultati", ""), said.get("nome", "")
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        name = upload.filename[-80:]
        words = quick_file(upload.file.read(MOST_BYTES + 1), name).words
    elif len(words) > MOST_BYTES:
        raise NotUnderstood("file_too_large", most=MOST_BYTES // 1_000_000)
    return QuickForm(
        words=words.replace("\r\n", "\n"),
        name=name,
        formula=said.get("formula", IN_FILE).strip(),
        rulebook=said.get("regolamento", "").strip(),
        best=said.get("migliori", "").strip(),
        drop=said.get("scarti", "").strip(),
        absences=said.get("assenze", "").strip(),
        options={key: value for key, value in said.items() if "." in key},
    )


def answer_quick(form: QuickForm, lang: Language) -> QuickAnswer:
    """The standings a form asks for, or all its faults at once."""
    faults: dict[str, str] = {}
    rulebook = rulebook_of(known_rulebook(form.rulebook) or RulebookId(proposed_rulebook()))
    typed = _typed(form, faults, lang)
    answer = QuickAnswer(form=form, chosen=_chosen(form, None, faults, lang), rulebook=rulebook)
    answer.field_faults = faults
    if not form.words.strip():
        return answer
    try:
        answer.file = quick_file(form.words.encode(), form.name)
        answer.results = quick_results(answer.file, rulebook)
    except NotUnderstood as refusal:
        answer.faults = [refusal.sentence(lang)]
    except FaultyFile as faulty:
        answer.faults = [fault.sentence(lang) for fault in faulty.faults]
    if answer.results is None:
        return answer
    answer.chosen = _chosen(form, answer.results, faults, lang)
    if typed.drop is not None and typed.drop >= len(answer.results.summed):
        values = {"rounds": len(answer.results.summed), "drop": typed.drop}
        faults["scarti"] = text("standings.drop_too_many", lang, **values)
    if faults:
        return answer
    results, formula = answer.results, _formula(answer)
    answer.found, answer.problem = scored(lambda: quick_standings(results, formula, typed, lang), lang)
    return answer


def _formula(answer: QuickAnswer) -> Formula:
    """The chosen formula, else the one stated in the file, with its options."""
    assert answer.results is not None
    stated = answer.results.formula
    return stated.chosen() if answer.form.formula == IN_FILE and stated else answer.chosen.formula


def stated_options(answer: QuickAnswer) -> Mapping[str, object]:
    """The options of the formula in use: those stated in the file, or the visitor's."""
    stated = answer.results.formula if answer.results else None
    if answer.form.formula == IN_FILE and stated:
        return stated.options
    return answer.chosen.options


def _chosen(
    form: QuickForm, results: Results | None, faults: dict[str, str], lang: Language
) -> ChosenFormula:
    stated = results.formula.name if results and results.formula else FORMULA
    try:
        chosen = chosen_formula(form.formula or stated, form.options, lang)
    except UnknownFormula:
        faults["formula"] = text("scores_page.faults.formula", lang, given=bare(form.formula))
        return chosen_formula(FORMULA, {}, lang)
    faults.update(chosen.faults)
    return chosen


def _typed(form: QuickForm, faults: dict[str, str], lang: Language) -> StatedRules:
    numbers: dict[str, int | None] = {}
    for key, typed, least in (("migliori", form.best, 1), ("scarti", form.drop, 0)):
        number = whole(typed, LONGEST_NUMBER)
        numbers[key] = number if number is not None and number >= least else None
        if typed and numbers[key] is None:
            faults[key] = text("quick_page.faults.number", lang, given=bare(typed), least=least)
    if form.best and form.drop:
        faults["scarti"] = text("quick_page.faults.best_and_drop", lang)
    absences = form.absences if form.absences in ("zero", "none") else None
    return StatedRules(best=numbers["migliori"], drop=numbers["scarti"], absences=absences)  # type: ignore[arg-type]
