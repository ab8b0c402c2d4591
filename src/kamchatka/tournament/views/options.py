"""The option sheet of a tournament: what is played, and whether the regulation or the club chose it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kamchatka.board import load_board
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook, label, load, shipped, show_value
from kamchatka.rulebook.allowed import choices
from kamchatka.scoring.options import about
from kamchatka.scoring.views.formula import TermView, formula_view
from kamchatka.scoring.views.options import choice_words
from kamchatka.tournament.fees import money
from kamchatka.tournament.format.views import FormatLine, agreed_parts
from kamchatka.tournament.settings import GOVERNING, OFFICIAL_FEE, left_open
from kamchatka.tournament.state import Tournament

VALUES = (
    ("setup.objective_deck", "setup.objective_source"),
    ("setup.deal_order", "setup.assignment"),
    ("setup.correction",),
    ("setup.armies", "armies.limit"),
    ("attack.fewer_dice_than_defence",),
    ("defence.dice", "defence.most_dice"),
    ("clock.minutes",),
    ("closing.laps_after_expiry", "closing.expiry_unit"),
    ("closing.mode", "closing.first", "closing.cap"),
    ("closing.excused_by_conquests",),
    ("table_ties.criteria",),
    ("conduct.casebook",),
)
"""Values of the regulation, those of one row together; the first names the row."""


@dataclass(frozen=True)
class OptionRow:
    """One thing that is chosen, by the regulation or by the club."""

    name: str
    value: str
    clauses: tuple[str, ...]
    is_free: bool
    """Whether an official tournament may choose it."""
    choices: str = ""
    """Among what, where it is free."""
    instead_of: str = ""
    """What the regulation says, where the tournament plays otherwise."""


def option_rows(tournament: Tournament, lang: Language) -> tuple[OptionRow, ...]:
    """Every option of a tournament: regulation, rules of play, tables, formulas, ties and fee."""
    parts = {each.heading: each.lines for each in agreed_parts(tournament, lang)}
    tables, standings = (parts[text(f"format.part.{name}", lang)] for name in ("tables", "standings"))
    names = {stage.name(lang) for stage in tournament.format.stages}
    stages = [line for heading, lines in parts.items() if heading in names for line in lines]
    return (
        _regulation(tournament, lang),
        *(_values(tournament, keys, lang) for keys in VALUES),
        _free("tables", ". ".join(line.words for line in tables), _cited(tables), lang),
        _free("format", "; ".join(_format(tournament, lang)), _cited(stages), lang),
        _formula(tournament, lang),
        _free("standings", ". ".join(line.words for line in standings), _cited(standings), lang),
        _fee(tournament, lang),
    )


def _free(code: str, value: str, clauses: Iterable[str], lang: Language, choices: str = "") -> OptionRow:
    """What the club chooses."""
    name = text(f"event_options.{code}.name", lang)
    return OptionRow(name, value, tuple(dict.fromkeys(clauses)), is_free=True, choices=choices)


def _cited(lines: Iterable[FormatLine | TermView]) -> list[str]:
    return [clause for line in lines for clause in line.clauses]


def _regulation(tournament: Tournament, lang: Language) -> OptionRow:
    rulebook = tournament.setup.rulebook
    value = text(
        "event_options.regulation.value", lang, title=rulebook.title(lang), mark=rulebook.digest()[:8]
    )
    clauses = ("001-P1", "001-R1") if GOVERNING in rulebook.sources else ()
    return OptionRow(text("event_options.regulation.name", lang), value, clauses, is_free=False)


def _values(tournament: Tournament, keys: tuple[str, ...], lang: Language) -> OptionRow:
    rulebook = tournament.setup.rulebook
    first, *others = ((key, rulebook.entry(key)) for key in keys)
    said = [show_value(first[0], first[1].value, lang)]
    said += [f"{label(key, lang).lower()}: {show_value(key, each.value, lang)}" for key, each in others]
    clauses: list[str] = [clause for key in keys for clause in rulebook.entry(key).clauses]
    if keys[0] == "setup.deal_order":
        said += list(_compensation(rulebook, lang))
    if keys[-1] == "armies.limit" and rulebook.armies.limit:
        said.append(text("event_options.own_armies", lang))
        clauses += ["001-C11a"] if GOVERNING in rulebook.sources else []
    free = [key for key in keys if key in left_open(tournament.setup)]
    return OptionRow(
        label(keys[0], lang),
        "; ".join(said),
        tuple(dict.fromkeys(clauses)),
        is_free=bool(free),
        choices="; ".join(_choices(rulebook, key, lang) for key in free),
        instead_of="; ".join(_instead(tournament, keys, lang)),
    )


def _compensation(rulebook: Rulebook, lang: Language) -> Iterator[str]:
    """Who holds more territories where the deal begins with the last seat, and why (000-4.4c)."""
    seats = rulebook.seats.preferred
    each, more = divmod(len(load_board().territories) - rulebook.setup.neutral_territories, seats)
    if rulebook.setup.deal_order == "reverse" and more:
        who = {
            "late": ", ".join(str(seat) for seat in range(seats - more + 1, seats + 1)),
            "early": ", ".join(str(seat) for seat in range(1, seats - more + 1)),
        }
        yield text("event_options.compensation", lang, seats=seats, more=each + 1, less=each, **who)


def _choices(rulebook: Rulebook, key: str, lang: Language) -> str:
    if key == "clock.minutes":
        clock = rulebook.clock
        return text("event_options.between", lang, least=clock.minutes_least, most=clock.minutes_most)
    return text("event_options.or", lang).join(show_value(key, each, lang) for each in choices(key))


def _instead(tournament: Tournament, keys: tuple[str, ...], lang: Language) -> Iterator[str]:
    """What the regulation itself says where the tournament changed a value."""
    rulebook = tournament.setup.rulebook
    if rulebook.id in shipped():
        for key in keys:
            printed = load(rulebook.id).entry(key).value
            if printed != rulebook.entry(key).value:
                yield show_value(key, printed, lang)


def _format(tournament: Tournament, lang: Language) -> Iterator[str]:
    format = tournament.format
    yield f"{format.name(lang)}: {format.description(lang)}"
    for name, value in tournament.settings.options.items():
        yield f"{about(format.option[name], lang)}: {choice_words(name, value, lang)}"


def _formula(tournament: Tournament, lang: Language) -> OptionRow:
    view = formula_view(tournament.setup.formula, lang, tournament.settings.formula_options)
    said = "; ".join((f"{view.title}: {view.about}", *view.options))
    return _free("formula", said, _cited(view.terms), lang)


def _fee(tournament: Tournament, lang: Language) -> OptionRow:
    settings = tournament.settings
    code = "none" if not settings.fee else "members" if settings.member_fee is not None else "all"
    values = {"fee": money(settings.fee, lang), "member": money(settings.member_fee or 0, lang)}
    value = text(f"event_options.fee.{code}", lang, **values)
    if GOVERNING not in tournament.setup.rulebook.sources:
        return _free("fee", value, (), lang)
    most = text("event_options.fee.most", lang, most=OFFICIAL_FEE)
    return _free("fee", value, ("001-F1", "001-F2"), lang, most)
