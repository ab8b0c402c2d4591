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
from kamchatka.scoring.options import about, listed, value_of, word_of
from kamchatka.scoring.views.options import ListEntry, OptionField, choice_words
from kamchatka.tournament.format.adviser import (
    LENGTHS,
    FormatAdvice,
    FormatProposal,
    PlannedEvent,
    advice_on,
    propose,
)
from kamchatka.tournament.format.library import Kind
from kamchatka.tournament.format.loading import load_format, shipped_formats
from kamchatka.tournament.format.model import Choice, Format, FormatOption, Length, Purpose
from kamchatka.tournament.state import Setup

FIRST_FORMAT = "tre-partite"
"""The most usual format of a one-day event; its regulation is the default."""
FIRST_PLAYERS, MOST_PLAYERS = 16, 1000


@dataclass(frozen=True, kw_only=True)
class EventPlan:
    """The organiser's choices so far, with defaults for the rest."""

    players: int = FIRST_PLAYERS
    length: Length = "day"
    purpose: Purpose = "club"
    rulebook: str = ""
    format: str = ""
    formula: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the format, as typed."""
    formula_options: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    """Values of the regulation that the format leaves open, as typed."""

    @cached_property
    def proposals(self) -> tuple[FormatProposal, ...]:
        """Every shipped format, the proposed one first; a chosen regulation prefers formats made for it."""
        found = propose(self.players, self.length, self.purpose)
        return tuple(sorted(found, key=self._is_less_fit)) if self.rulebook else found

    def _is_less_fit(self, proposal: FormatProposal) -> tuple[bool, bool]:
        return bool(proposal.advice.obstacles), proposal.advice.format.rulebook != self.rulebook

    @property
    def chosen_proposal(self) -> FormatProposal | None:
        """The proposal of the chosen format, by default the first; None for a club's own format."""
        id = self.format_id
        return next((each for each in self.proposals if each.advice.format.id == id), None)

    @property
    def advice(self) -> FormatAdvice:
        """The fit of the chosen format with the chosen options."""
        setup = self.setup()
        return advice_on(setup.format, PlannedEvent(self.players, *LENGTHS[self.length]), setup.rulebook)

    @property
    def format_id(self) -> str:
        """The chosen format, by default the proposed one."""
        known = (*shipped_formats(), *club_library().own("format"))
        return self.format if self.format in known else self.proposals[0].advice.format.id

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
        """The chosen regulation, by default that of the format."""
        return (
            self.rulebook if self.rulebook in club_library().ids("rulebook") else self.plain_format.rulebook
        )

    @property
    def chosen_options(self) -> dict[str, Choice]:
        """The options that differ from their defaults: the proposed ones, unless others are typed."""
        proposal = self.chosen_proposal
        proposed = {name: word_of(value) for name, value in proposal.options.items()} if proposal else {}
        return chosen_options(self.plain_format.option, {**proposed, **self.options})

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
    """One that does not suit is shown with the reason, and cannot be chosen."""
    facts: tuple[str, ...] = ()
    """Reasons for or against it."""


def rulebooks(plan: EventPlan, lang: Language) -> list[Alternative]:
    """The regulations to choose from, that of the format first."""
    usual = plan.plain_format.rulebook
    known = sorted(shipped(), key=lambda id: id != usual)
    found = [
        Alternative(
            id, load(id).title(lang), load(id).about[lang], id == plan.rulebook_id, is_advised=id == usual
        )
        for id in known
    ]
    return found + _own("rulebook", plan.rulebook_id, lang)


def formats(plan: EventPlan, lang: Language) -> list[Alternative]:
    """The formats to choose from with reasons, the proposed one first."""
    found = []
    for at, each in enumerate(plan.proposals):
        said, suits = each.advice.format, not each.advice.obstacles
        found.append(
            Alternative(
                said.id,
                said.name(lang),
                said.description(lang),
                said.id == plan.format_id,
                is_advised=at == 0 and suits,
                suits=suits,
                facts=tuple(_format_facts(plan, each.advice, lang)),
            )
        )
    return found + _own("format", plan.format_id, lang)


def _own(kind: Kind, chosen: str, lang: Language) -> list[Alternative]:
    """The club's own files."""
    house = text("wizard_page.house", lang)
    return [Alternative(id, id, house, id == chosen) for id in club_library().own(kind)]


def _format_facts(plan: EventPlan, advice: FormatAdvice, lang: Language) -> Iterator[str]:
    for obstacle in advice.obstacles:
        yield obstacle.sentence(lang)
    if not advice.obstacles:
        yield duration(plan, advice, lang)
        yield text("wizard_page.format.games", lang, games=advice.games)
    if plan.rulebook and advice.format.rulebook != plan.rulebook:
        made_for = load(advice.format.rulebook).title(lang)
        yield text("wizard_page.format.made_for", lang, rulebook=made_for)


def duration(plan: EventPlan, advice: FormatAdvice, lang: Language) -> str:
    """How many rounds a format takes in this event, and how long."""
    code = "evenings" if plan.length == "season" else "rounds"
    rounds = text(f"wizard_page.{code}", lang, rounds=advice.rounds)
    if plan.length == "season":
        return rounds
    return text("wizard_page.lasts", lang, rounds=rounds, hours=round(advice.minutes / 60))


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
        )
        for id in known
    ]
    return found + _own("formula", plan.formula_id, lang)


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
