"""The plan of a new tournament: the alternatives, the advice, and the organiser's choices so far."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from kamchatka.app.library import club_library
from kamchatka.app.tournaments.texts import Texts, own_format, setup_of, texts_of
from kamchatka.faults import FaultyFile, as_written
from kamchatka.messages import Language, text
from kamchatka.refusals import NotUnderstood, Refusal
from kamchatka.rulebook import load, shipped, show_value
from kamchatka.rulebook.allowed import choices
from kamchatka.rulebook.explain import about as explain
from kamchatka.rulebook.explain import label
from kamchatka.scoring.formula.loading import catalogue, load_formula
from kamchatka.scoring.numbers import whole
from kamchatka.scoring.options import about, listed, value_of
from kamchatka.scoring.views.options import ListEntry, OptionField, choice_words
from kamchatka.tournament.format.adviser import FormatAdvice, PlannedEvent, advise
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.format.model import Choice, Format, FormatOption
from kamchatka.tournament.state import Setup
from kamchatka.tournament.views.desk import shapes_in_words

FIRST_FORMAT = "tre-partite"
"""The most usual format of a one-day event; its regulation is the default."""
FIRST_PLAYERS = 16
MOST_PLAYERS, MOST_DAYS = 1000, 60


@dataclass(frozen=True, kw_only=True)
class EventPlan:
    """The organiser's choices so far, with defaults for the rest."""

    rulebook: str = ""
    players: int = FIRST_PLAYERS
    days: int = 1
    format: str = ""
    formula: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the format, as typed."""
    formula_options: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    """Values of the regulation that the format leaves open, as typed."""

    @cached_property
    def advice(self) -> tuple[FormatAdvice, ...]:
        """Advice on every shipped format: first those that suit and are made for the regulation."""
        found = advise(PlannedEvent(self.players, self.days))
        return tuple(sorted(found, key=self._preferred))

    def _preferred(self, advice: FormatAdvice) -> tuple[bool, bool]:
        return bool(advice.obstacles), advice.format.rulebook != self.rulebook_id

    @property
    def format_id(self) -> str:
        """The chosen format, by default the first that suits."""
        known = (*shipped_formats(), *club_library().own("format"))
        return self.format if self.format in known else self.advice[0].format.id

    @cached_property
    def plain_format(self) -> Format:
        """The format with its default options."""
        try:
            return own_format(self.format_id)
        except FaultyFile as faulty:
            raise NotUnderstood("faulty_file", said=faulty.report) from faulty

    @property
    def formula_id(self) -> str:
        """The chosen formula, by default that of the format."""
        return self.formula if self.formula in club_library().ids("formula") else self.plain_format.formula

    @property
    def rulebook_id(self) -> str:
        """The chosen regulation, or the default one."""
        return self.rulebook if self.rulebook in club_library().ids("rulebook") else proposed_rulebook()

    @property
    def chosen_options(self) -> dict[str, Choice]:
        """The options of the format that differ from their defaults."""
        return chosen_options(self.plain_format.option, self.options)

    @property
    def overrides(self) -> dict[str, Any]:
        """Values of the regulation that the format or the organiser changed."""
        usual = self.plain_format
        agreed = usual.chosen_values if self.rulebook_id == usual.rulebook else {}
        return {**agreed, **chosen_values(self.rulebook_id, self.free, self.rules, agreed)}

    @property
    def free(self) -> tuple[str, ...]:
        """Values of a shipped regulation that the format leaves open; empty for a club's own regulation."""
        return tuple(self.plain_format.free) if self.rulebook_id in shipped() else ()

    def texts(self) -> Texts:
        """The texts of format, regulation and formula."""
        return texts_of(self.format_id, self.rulebook_id, self.formula_id, self.overrides)

    def setup(self) -> Setup:
        """The parsed texts; a Refusal says which choices conflict."""
        return setup_of(self.texts(), self.chosen_options, self.formula_options)

    def trouble(self, lang: Language) -> str:
        """Why the choices conflict; empty if they do not."""
        try:
            self.setup()
        except Refusal as refusal:
            return refusal.report(lang)
        return ""


def chosen_options(stated: Mapping[str, FormatOption], typed: Mapping[str, str]) -> dict[str, Choice]:
    """The typed options of a format that differ from their defaults."""
    found = {name: value_of(stated[name], word) for name, word in typed.items() if name in stated}
    return {name: value for name, value in found.items() if value != stated[name].default}


def chosen_values(
    rulebook: str, keys: Iterable[str], typed: Mapping[str, str], agreed: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The typed values for these keys that differ from the agreed ones, or from a shipped regulation."""
    found: dict[str, Any] = {}
    for key in keys if rulebook in shipped() else ():
        value = (agreed or {}).get(key, load(rulebook).entry(key).value)
        word = typed.get(key, "").strip()
        number = whole(word, 12) if isinstance(value, int) else None
        given = word if number is None else number
        if word and given != value:
            found[key] = given
    return found


@cache
def proposed_rulebook() -> str:
    """The default regulation."""
    return load_format(FIRST_FORMAT).rulebook


@dataclass(frozen=True)
class Alternative:
    """One alternative of a choice."""

    id: str
    title: str
    about: str
    is_chosen: bool
    is_advised: bool = False
    suits: bool = True
    facts: tuple[str, ...] = ()
    """Reasons for or against it."""
    is_aside: bool = False
    """Whether it is shown only on request."""


def rulebooks(plan: EventPlan, lang: Language) -> list[Alternative]:
    """The regulations to choose from."""
    found = [
        Alternative(
            id,
            load(id).title(lang),
            load(id).about[lang],
            id == plan.rulebook_id,
            is_advised=id == proposed_rulebook(),
        )
        for id in shipped()
    ]
    own = text("wizard_page.house", lang)
    return found + [Alternative(id, id, own, id == plan.rulebook_id) for id in club_library().own("rulebook")]


def formats(plan: EventPlan, lang: Language) -> list[Alternative]:
    """The formats to choose from with reasons, suitable ones first."""
    found = []
    for at, each in enumerate(plan.advice):
        said = each.format
        is_native = said.rulebook == plan.rulebook_id
        found.append(
            Alternative(
                said.id,
                said.name(lang),
                said.description(lang),
                said.id == plan.format_id,
                is_advised=at == 0 and not each.obstacles,
                suits=not each.obstacles,
                facts=tuple(_format_facts(each, lang, is_native=is_native)),
                is_aside=bool(each.obstacles) and said.id != plan.format_id,
            )
        )
    own = text("wizard_page.house", lang)
    return found + [Alternative(id, id, own, id == plan.format_id) for id in club_library().own("format")]


def _format_facts(advice: FormatAdvice, lang: Language, *, is_native: bool) -> Iterator[str]:
    for obstacle in advice.obstacles:
        yield obstacle.sentence(lang)
    if not advice.obstacles:
        hours = round(advice.minutes / 60)
        values = {"games": advice.games, "rounds": advice.rounds, "hours": hours}
        yield text("wizard_page.format.games", lang, **values)
        yield text("wizard_page.format.tables", lang, tables=shapes_in_words(advice.tables, lang))
    if not is_native:
        made_for = load(advice.format.rulebook).title(lang)
        yield text("wizard_page.format.made_for", lang, rulebook=made_for)


def formulas(plan: EventPlan, lang: Language) -> list[Alternative]:
    """The formulas to choose from, that of the format first."""
    usual = plan.plain_format.formula
    known = sorted(catalogue(), key=lambda id: (id != usual, load_formula(id).name(lang).casefold()))
    found = [
        Alternative(
            id,
            load_formula(id).name(lang),
            load_formula(id).description(lang),
            id == plan.formula_id,
            is_advised=id == usual,
            is_aside=id not in (usual, plan.formula_id),
        )
        for id in known
    ]
    own = text("wizard_page.house", lang)
    return found + [Alternative(id, id, own, id == plan.formula_id) for id in club_library().own("formula")]


def format_options(format: Format, chosen: Mapping[str, object], lang: Language) -> tuple[OptionField, ...]:
    """The options of a format, with the chosen values."""
    return tuple(
        OptionField(
            name=name,
            label=about(option, lang),
            value=as_written(chosen.get(name, option.default)),
            choices=tuple(
                ListEntry(as_written(each), choice_words(name, each, lang)) for each in listed(option)
            ),
            least=option.least,
            most=option.most,
        )
        for name, option in format.option.items()
    )


def free_values(
    rulebook: str, keys: Iterable[str], changed: Mapping[str, Any], lang: Language
) -> tuple[OptionField, ...]:
    """Values of a shipped regulation that are left to the organiser."""
    return tuple(
        OptionField(
            name=key,
            label=label(key, lang),
            value=str(changed.get(key, load(rulebook).entry(key).value)),
            choices=tuple(ListEntry(each, show_value(key, each, lang)) for each in choices(key)),
            least=1,
            most=999,
            hint=explain(key, lang),
        )
        for key in (keys if rulebook in shipped() else ())
    )
