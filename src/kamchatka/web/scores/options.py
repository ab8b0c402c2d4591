"""The formula a visitor looks at closely, with the options chosen for it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from kamchatka.faults import bare
from kamchatka.messages import Language, has_text, text
from kamchatka.scoring.files import FaultyFormula, UnknownOption
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.formula.model import Formula, Option
from kamchatka.scoring.numbers import exact, shown


@dataclass(frozen=True)
class Choice:
    """One entry of a list."""

    value: str
    label: str


@dataclass(frozen=True, kw_only=True)
class OptionField:
    """An option of the chosen formula, as the form shows it."""

    name: str
    id: str
    label: str
    value: str
    choices: tuple[Choice, ...]
    """Nothing where a number is to be written."""


@dataclass(frozen=True, kw_only=True)
class ChosenFormula:
    """The formula with its options, and what is wrong with those."""

    formula: Formula
    fields: tuple[OptionField, ...]
    faults: Mapping[str, str]
    """Sentences by the field they belong to."""
    options: Mapping[str, object]
    """Those that differ from their defaults."""

    @property
    def is_changed(self) -> bool:
        """Whether any option differs from its default."""
        return bool(self.options)


@cache
def formula_of(id: str) -> Formula:
    """A shipped formula with its defaults; UnknownFormula if there is none."""
    return load_formula(id)


def formulas(lang: Language) -> tuple[Formula, ...]:
    """All shipped formulas with their defaults, by name."""
    return tuple(sorted(map(formula_of, catalogue()), key=lambda formula: formula.name(lang).casefold()))


def chosen_formula(id: str, typed: Mapping[str, str], lang: Language) -> ChosenFormula:
    """The formula of this id with options typed as `formula.option`; raises UnknownFormula."""
    plain = formula_of(id)
    wanted: dict[str, object] = {}
    faults: dict[str, str] = {}
    fields = tuple(_fields(plain, typed, lang))
    for field, (name, option) in zip(fields, plain.option.items(), strict=True):
        if field.value == _written(option.default):
            continue
        value = _value(option, field.value)
        try:
            load_formula(id, {name: value})
        except (UnknownOption, FaultyFormula):
            faults[field.id] = _sentence(option, field.value, lang)
        else:
            wanted[name] = value
    formula = load_formula(id, wanted) if wanted else plain
    return ChosenFormula(formula=formula, fields=fields, faults=faults, options=wanted)


def _fields(formula: Formula, typed: Mapping[str, str], lang: Language) -> Iterator[OptionField]:
    for name, option in formula.option.items():
        parameter = f"{formula.id}.{name}"
        yield OptionField(
            name=parameter,
            id=f"opzione-{name}",
            label=option.about_en if lang == "en" else option.about,
            value=typed.get(parameter, "").strip() or _written(option.default),
            choices=tuple(
                Choice(_written(each), _choice(name, _written(each), lang)) for each in option.choices
            ),
        )


def _written(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _value(option: Option, typed: str) -> object:
    """What was typed, as the formula's file would hold it."""
    if option.choices:
        return next((each for each in option.choices if _written(each) == typed), typed)
    if isinstance(option.default, list):
        return typed.split()
    return int(typed) if typed.isascii() and typed.isdecimal() else typed


def _choice(name: str, value: str, lang: Language) -> str:
    """A choice in words: those of the page, else its number, else as the file writes it."""
    code = f"scores_page.choice.{name}.{value}"
    if has_text(code, lang):
        return text(code, lang)
    try:
        return shown(exact(value), lang)
    except ValueError:
        return value


def _sentence(option: Option, typed: str, lang: Language) -> str:
    given = bare(typed)
    if option.choices:
        return text("scores_page.faults.option_choice", lang, given=given)
    if isinstance(option.default, list):
        example = _written(option.default)
        return text("scores_page.faults.option_list", lang, given=given, example=example)
    least = shown(option.least, lang) if option.least is not None else "0"
    return text("scores_page.faults.option_number", lang, given=given, least=least)
