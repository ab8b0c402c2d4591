"""The formula a visitor chose, with its options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kamchatka.app.library import club_library
from kamchatka.faults import bare
from kamchatka.messages import Language, text
from kamchatka.scoring.files import FaultyFormula, UnknownOption
from kamchatka.scoring.formula.loading import load_formula
from kamchatka.scoring.formula.model import Formula, FormulaOption
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.options import about, listed, value_of, word_of
from kamchatka.scoring.views.options import ListEntry, OptionField, choice_words


@dataclass(frozen=True, kw_only=True)
class ChosenFormula:
    """A formula with its options and their faults."""

    formula: Formula
    fields: tuple[OptionField, ...]
    faults: Mapping[str, str]
    """Fault sentences by field."""
    options: Mapping[str, object]
    """Options that differ from their defaults."""

    @property
    def is_changed(self) -> bool:
        """Whether any option differs from its default."""
        return bool(self.options)


def formula_of(id: str) -> Formula:
    """The formula with this id, shipped or the club's own, with default options; raises UnknownFormula."""
    return club_library().formula(id) if id in club_library().own("formula") else _shipped(id)


@cache
def _shipped(id: str) -> Formula:
    return load_formula(id)


def formulas(lang: Language) -> tuple[Formula, ...]:
    """All formulas with default options, sorted by name; a club's own with faults is left out."""
    return tuple(sorted(club_library().formulas(), key=lambda formula: formula.name(lang).casefold()))


def chosen_formula(id: str, typed: Mapping[str, str], lang: Language) -> ChosenFormula:
    """The formula with this id, its options read from the fields `formula.option`; raises UnknownFormula."""
    plain = formula_of(id)
    wanted: dict[str, object] = {}
    faults: dict[str, str] = {}
    fields = tuple(_fields(plain, typed, lang))
    for field, (name, option) in zip(fields, plain.option.items(), strict=True):
        if field.value == word_of(option.default):
            continue
        value = value_of(option, field.value)
        try:
            club_library().formula(id, {name: value})
        except (UnknownOption, FaultyFormula):
            faults[field.id] = _sentence(option, field.value, lang)
        else:
            wanted[name] = value
    formula = club_library().formula(id, wanted) if wanted else plain
    return ChosenFormula(formula=formula, fields=fields, faults=faults, options=wanted)


def _fields(formula: Formula, typed: Mapping[str, str], lang: Language) -> Iterator[OptionField]:
    for name, option in formula.option.items():
        parameter = f"{formula.id}.{name}"
        yield OptionField(
            name=parameter,
            id=f"opzione-{name}",
            label=about(option, lang),
            value=typed.get(parameter, "").strip() or word_of(option.default),
            choices=tuple(
                ListEntry(word_of(each), choice_words(name, each, lang)) for each in listed(option)
            ),
        )


def _sentence(option: FormulaOption, typed: str, lang: Language) -> str:
    given = bare(typed)
    if option.choices:
        return text("scores_page.faults.option_choice", lang, given=given)
    if isinstance(option.default, list):
        example = word_of(option.default)
        return text("scores_page.faults.option_list", lang, given=given, example=example)
    least = shown(option.least, lang) if option.least is not None else "0"
    return text("scores_page.faults.option_number", lang, given=given, least=least)
