"""Papers of the rules: options, arbitral regulation, rules of play, cases, values, objectives, compliance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import get_args

from kamchatka.board import Objective, ObjectiveDeck, load_board
from kamchatka.documents.paper import Paper, Part, has_round, link, part
from kamchatka.documents.pictures import world
from kamchatka.documents.source import PaperSource
from kamchatka.documents.tables import continents, counts_borders, values_of
from kamchatka.ledger import clause, clauses, sources
from kamchatka.messages import Language, has_text, text
from kamchatka.messages.decimals import percent, shown
from kamchatka.messages.moments import day_of, time_of
from kamchatka.referee.casebook.views import RuledCase, ruled_cases
from kamchatka.referee.events import IncidentRuled
from kamchatka.referee.views import closing_sets
from kamchatka.rulebook import SECTIONS, Rulebook, explain, section_title
from kamchatka.rulebook.sections.closing import Mode
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.events import Attachment
from kamchatka.tournament.format.views import agreed_parts
from kamchatka.tournament.settings import attachment_title, left_open
from kamchatka.tournament.views.compliance import Compliance, Evidence, compliance
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.options import option_rows

WORDS = "rules_papers"
JUDGES = (
    *("001-J3", "000-2b", "000-2c", "000-2h", "000-2i", "000-2j"),
    *("002-21a", "002-21b", "003-9b"),
)
"""Clauses on those who judge; a regulation has those of the texts it follows."""
DISPUTES = ("000-2a", "000-2d", "000-2e", "001-J5", "002-21c", "003-14a", "004-Z1")
REFERENCES: dict[Attachment, str] = {
    "sample-rules": "001-RG4",
    "arbitral-rules": "001-RA6",
    "federal-rules": "004-Z3",
    "selection": "001-N1",
    "override": "001-R2",
}
"""Kinds of attached documents, and the clauses that speak of them."""
EXPECTED = ("sample-rules", "arbitral-rules", "federal-rules")
"""Documents that a regulation refers to without printing them."""
PUBLIC_LISTS = "002-4e"
"""The clause by which everybody gets the lists of the objectives."""


def cited(ids: Iterable[str]) -> str:
    """Clauses in short: 001-E1, E3 … E5; three or more consecutive numbers are given by first and last."""
    said: list[str] = []
    before = ""
    for _, series in groupby(enumerate(dict.fromkeys(ids)), key=_series):
        run = [id for _, id in series]
        for id in run if len(run) < 3 else run[:1]:
            source, _, number = id.partition("-")
            said.append(number if source == before else id)
            before = source
        if len(run) > 2:
            said[-1] += f" … {run[-1].partition('-')[2]}"
    return ", ".join(said)


def _series(listed: tuple[int, str]) -> tuple[str, int]:
    """The same value for clauses of consecutive numbers."""
    at, id = listed
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or at) - at


def _followed(rulebook: Rulebook, id: str) -> bool:
    return id.partition("-")[0] in rulebook.sources


def edition_line(source: PaperSource) -> str:
    """The edition of the rules and when they were published, or that they are not."""
    tournament, lang = source.tournament, source.lang
    if tournament.rules is None:
        code = "changed" if tournament.editions else "never"
        return text(f"{WORDS}.edition.{code}", lang, edition=tournament.editions)
    at = tournament.rules.at
    values = {"edition": tournament.editions, "day": day_of(at, lang), "time": time_of(at)}
    return text(f"{WORDS}.edition.published", lang, **values)


# ---- options and arbitral regulation


def chapters(source: PaperSource) -> list[dict[str, object]]:
    """The arbitral regulation: what 001-RA2 to 001-RA5 want, disputes, and documents referred to."""
    rulebook, lang = source.rulebook, source.lang
    cases = _ruled(source)
    breaches = [f"{case.title} ({cited(case.clauses)})" for case in cases if case.is_breach]
    punished = (
        replace(case, verdicts=tuple(each for each in case.verdicts if each.punishes)) for case in cases
    )
    judges, disputes = (list(_clauses(rulebook, ids, lang)) for ids in (JUDGES, DISPUTES))
    return [
        _chapter("formula", lang, bullets=list(_formula(source))),
        _chapter("judges", lang, lines=judges, rows=_judges(source)),
        _chapter("conduct", lang, bullets=breaches),
        _chapter("sanctions", lang, cases=_cases(case for case in punished if case.verdicts)),
        _chapter("disputes", lang, lines=disputes),
        _chapter("references", lang, bullets=list(_references(source))),
    ]


def _chapter(
    name: str,
    lang: Language,
    *,
    lines: Sequence[str] = (),
    bullets: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
    cases: Sequence[object] = (),
) -> dict[str, object]:
    """A chapter; `missing` says that it has no content, where it must have some."""
    wanted = f"{WORDS}.missing.{name}"
    is_missing = has_text(wanted, lang) and not (bullets or rows or cases)
    return {
        "title": text(f"{WORDS}.chapter.{name}", lang),
        "lines": lines,
        "bullets": bullets,
        "head": text(f"{WORDS}.head.{name}", lang).split("|") if rows or cases else [],
        "rows": rows,
        "cases": cases,
        "missing": text(wanted, lang) if is_missing else "",
    }


def _formula(source: PaperSource) -> Iterator[str]:
    """Format, formula, and each stage in the words of the format."""
    tournament, lang = source.tournament, source.lang
    format, formula = tournament.format, formula_view(tournament.setup.formula, lang, {})
    yield f"{format.name(lang)}: {format.description(lang)}."
    terms = dict.fromkeys(clause for term in formula.terms for clause in term.clauses)
    yield _with_clauses(f"{formula.title}: {formula.about}", terms) + "."
    wanted = {
        text("format.part.standings", lang),
        *(stage.name(lang) for stage in format.stages),
    }
    for each in agreed_parts(tournament, lang):
        if each.heading in wanted:
            lines = (_with_clauses(line.words, line.clauses) for line in each.lines)
            yield f"{each.heading}. {'; '.join(lines)}."


def _with_clauses(words: str, ids: Iterable[str]) -> str:
    said = cited(ids)
    return f"{words} ({said})" if said else words


def _clauses(rulebook: Rulebook, ids: Iterable[str], lang: Language) -> Iterator[str]:
    """The clauses that this regulation has, in their own words."""
    for id in ids:
        if _followed(rulebook, id):
            yield f"{clause(id).rule(lang).rstrip('.')} ({id})."


def _judges(source: PaperSource) -> list[list[str]]:
    """Role, name and hours of each judge."""
    view, lang = officials(source.tournament, source.names), source.lang
    shifts = [(who, f"{each.name} {hours}") for each in view.sessions for who, hours in each.shifts]
    always = text(f"{WORDS}.whole_event", lang)
    return [
        [
            text(f"{WORDS}.role.{each.role.replace('-', '_')}", lang),
            each.name,
            ", ".join(hours for who, hours in shifts if who == each.name) or always,
        ]
        for each in view.judges
    ]


def _references(source: PaperSource) -> Iterator[str]:
    """What applies, and what is only attached; attached documents change no rule."""
    tournament, lang = source.tournament, source.lang
    rulebook = tournament.setup.rulebook
    named = {each.number: each.title(lang) for each in sources()}
    for at, number in enumerate(rulebook.sources):
        code = "applies" if at == 0 else "below"
        yield text(f"{WORDS}.reference.{code}", lang, title=named[number], number=number)
    for kind, id in REFERENCES.items():
        title = attachment_title(kind, lang)
        attached = [each for each in tournament.attachments if each.kind == kind]
        for each in attached:
            values = {"title": title, "file": each.name, "mark": each.digest[:8], "clause": id}
            yield text(f"{WORDS}.reference.listed", lang, **values)
        if not attached and kind in EXPECTED and _followed(rulebook, id):
            yield text(f"{WORDS}.reference.none", lang, title=title, clause=id)


def _closing(rulebook: Rulebook, is_free: bool, lang: Language) -> list[dict[str, object]]:
    """The totals that end the game, round by round, with their chance; in both ways if both are free."""
    own = rulebook.closing.mode
    modes = sorted(get_args(Mode), key=lambda mode: mode != own)
    modes = modes if is_free else modes[:1]
    return [
        {
            "mode": text(f"{WORDS}.mode.{mode.replace('-', '_')}", lang),
            "here": mode == own,
            "sets": [
                {
                    "totals": ", ".join(map(str, each.totals)),
                    "chance": f"{each.probability} · {percent(Fraction(each.probability), lang)}",
                }
                for each in closing_sets(rulebook, mode)
            ],
        }
        for mode in modes
    ]


def _laps(rulebook: Rulebook, lang: Language) -> Iterator[str]:
    """The rounds of closing dice; the last one says what comes after it."""
    shown = len(closing_sets(rulebook))
    *_, last, after = closing_sets(rulebook, rounds=shown + 1)
    for lap in range(1, shown):
        yield text(f"{WORDS}.lap", lang, lap=lap)
    code = "last_lap" if after.totals == last.totals else "growing_lap"
    yield text(f"{WORDS}.{code}", lang, lap=shown)


def regulation(source: PaperSource) -> Iterator[Part]:
    """The option sheet and the arbitral regulation."""
    tournament, lang = source.tournament, source.lang
    rulebook = tournament.setup.rulebook
    ways = _closing(rulebook, "closing.mode" in left_open(tournament.setup), lang)
    yield part(
        "regulation",
        edition=edition_line(source),
        intro=text(f"{WORDS}.intro.{'official' if tournament.settings.official else 'own'}", lang),
        qr=link(source, "/regole"),
        options=[
            {
                "what": each.name,
                "value": each.value,
                "is_free": each.is_free,
                "choices": each.choices,
                "changed": text(f"{WORDS}.instead", lang, value=each.instead_of)
                if each.instead_of and not each.is_free
                else "",
                "clause": cited(each.clauses),
            }
            for each in option_rows(tournament, lang)
        ],
        laps=list(_laps(rulebook, lang)),
        ways=ways,
        chapters=[
            {**each, "title": f"{number}. {each['title']}"} for number, each in enumerate(chapters(source), 1)
        ],
    )


# ---- rules of play and cases


def rules_of_play(source: PaperSource) -> Iterator[Part]:
    """Every value of the regulation in words; what it does not have is left out."""
    rulebook, lang = source.rulebook, source.lang
    sections: dict[str, list[object]] = {name: [] for name in SECTIONS}
    for each in (explain(rulebook, entry.key, lang) for entry in rulebook.entries()):
        if each.unstated is None or each.unstated.kind == "silent":
            row = {"label": each.label, "value": each.shown, "clauses": cited(each.clauses)}
            sections[each.key.partition(".")[0]].append(row)
    own = (each.id for each in clauses() if each.kind == "conduct" and each.source == rulebook.sources[0])
    yield part(
        "rules_of_play",
        title=rulebook.title(lang),
        edition=edition_line(source),
        qr=link(source, "/regole"),
        sections=[
            {"title": section_title(name, lang), "rows": rows} for name, rows in sections.items() if rows
        ],
        objectives=list(_public_lists(source)),
        notes=list(_clauses(rulebook, own, lang)),
    )


def _public_lists(source: PaperSource) -> Iterator[dict[str, object]]:
    if _followed(source.rulebook, PUBLIC_LISTS) and _has_objectives(source):
        for each in _deck(source).objectives:
            names = (load_board().territory(id).name(source.lang) for id in each.territories)
            yield {"number": each.number, "names": ", ".join(names)}


def casebook(source: PaperSource) -> Iterator[Part]:
    """The cases on which the regulation rules, without those that are switched off."""
    yield part(
        "casebook",
        edition=edition_line(source),
        regulation=source.rulebook.title(source.lang),
        qr=link(source, "/regole"),
        cases=_cases(_ruled(source)),
    )


def _ruled(source: PaperSource) -> list[RuledCase]:
    return list(ruled_cases(source.rulebook, source.lang, source.tournament.settings.cases_off))


def _cases(cases: Iterable[RuledCase]) -> list[dict[str, object]]:
    return [
        {
            "title": case.title,
            "verdicts": [{"words": each.words, "clauses": cited(each.clauses)} for each in case.verdicts],
        }
        for case in cases
    ]


# ---- values and objectives


def values(source: PaperSource) -> Iterator[Part]:
    """The map with the value of every territory, and what each continent gives."""
    board, lang, rulebook = load_board(), source.lang, source.rulebook
    worth, drawn = values_of(rulebook), world()
    points = tables_of(rulebook).continent_points
    yield part(
        "values",
        qr=link(source, "/regole"),
        map={
            **drawn,
            "territories": [
                {**each, "value": worth[each["id"]], "name": board.territory(each["id"]).name(lang)}
                for each in drawn["territories"]
            ],
        },
        continents=[
            {
                **listed,
                "total": sum(worth[id] for id in each.territories),
                "gives": _gives(rulebook, each.id, points[at], lang),
            }
            for at, (listed, each) in enumerate(
                zip(continents(rulebook, lang), board.continents, strict=True)
            )
        ],
        sum=text(f"{WORDS}.sum", lang, count=len(worth), sum=sum(worth.values())),
    )


def _gives(rulebook: Rulebook, continent: str, half_points: int, lang: Language) -> str:
    armies = rulebook.reinforcement.continents[continent]
    said = [text(f"{WORDS}.armies_each_turn", lang, count=armies)]
    if half_points:
        said.append(text(f"{WORDS}.points_at_end", lang, points=shown(Fraction(half_points, 2), lang)))
    return "; ".join(said)


def _has_values(source: PaperSource) -> bool:
    """Whether values of territories are worth points at the end."""
    return counts_borders(source.rulebook)


def _has_objectives(source: PaperSource) -> bool:
    return source.rulebook.setup.objective_source != "none"


def _card(rulebook: Rulebook, each: Objective, lang: Language) -> dict[str, object]:
    """A card: its territories by continent, whole continents first, with their values if they count."""
    board, values, has_values = load_board(), values_of(rulebook), counts_borders(rulebook)
    lines = []
    for continent in board.continents:
        inside = [id for id in continent.territories if id in each.territories]
        names = (f"{board.territory(id).name(lang)} {values[id] if has_values else ''}" for id in inside)
        is_whole = len(inside) == len(continent.territories)
        if inside:
            named = ", ".join(map(str.rstrip, names))
            lines.append({"continent": continent.name(lang), "is_whole": is_whole, "names": named})
    code, worth = "card_sum" if has_values else "card_count", sum(values[id] for id in each.territories)
    return {
        "number": each.number,
        "nickname": each.nickname(lang) or "",
        "sum": text(f"{WORDS}.{code}", lang, count=len(each.territories), value=worth),
        "territories": each.territories,
        "lines": sorted(lines, key=lambda line: not line["is_whole"]),
    }


def _cards(source: PaperSource, cards: Iterable[Objective], envelope: str = "") -> Part:
    rulebook = source.rulebook
    shown_cards = [_card(rulebook, each, source.lang) for each in cards]
    return part("objectives", cards=shown_cards, map=world(), envelope=envelope)


def _deck(source: PaperSource) -> ObjectiveDeck:
    return load_board().deck(source.rulebook.setup.objective_deck)


def objectives(source: PaperSource) -> Iterator[Part]:
    """All cards of the regulation's deck."""
    yield _cards(source, _deck(source).objectives)


def _has_sets(source: PaperSource) -> bool:
    return has_round(source) and any(each.seated.objective_set for each in source.drawn.tables.values())


def envelopes(source: PaperSource) -> Iterator[Part]:
    """For each table of the round the cards of its secret set, and the label of their envelope."""
    deck = _deck(source)
    sets = {each.id: each for each in deck.sets}
    for table in source.drawn.tables.values():
        if table.seated.objective_set in sets:
            chosen = sets[table.seated.objective_set].objectives
            label = text(f"{WORDS}.envelope", source.lang, round=source.round, table=table.number)
            yield _cards(source, map(deck.objective, chosen), label)


# ---- compliance


def conformity(source: PaperSource) -> Compliance:
    """Whether the event respects the regulation of official tournaments; posters ask whether it passes."""
    rulings = [each.event for each in source.incidents if isinstance(each.event, IncidentRuled)]
    evidence = Evidence(
        rulings=tuple((ruling.author, ruling.offender) for ruling in rulings),
        waiting=len(source.incidents) - len(rulings),
        missing_chapters=[str(each["title"]).lower() for each in chapters(source) if each["missing"]],
    )
    return compliance(source.tournament, source.names, source.lang, evidence)


def verdict(source: PaperSource, found: Compliance) -> tuple[str, str]:
    """The outcome in a sentence, and what follows from it."""
    lang, outcome = source.lang, found.outcome
    values = {"title": source.rulebook.title(lang), "edition": edition_line(source)}
    said = text(f"compliance.verdict.{outcome}", lang, count=found.count(outcome))
    return said, text(f"compliance.about.{outcome}", lang, **values)


def compliance_report(source: PaperSource) -> Iterator[Part]:
    """The 25 rules with their outcome."""
    found = conformity(source)
    said, follows = verdict(source, found)
    yield part(
        "compliance",
        qr=link(source, "/regole"),
        passes=found.passes,
        verdict=said,
        verdict_text=follows,
        groups=[
            {
                "title": group.title,
                "rows": [
                    {
                        "clause": cited(each.clauses),
                        "rule": each.rule,
                        "here": each.here,
                        "outcome": each.outcome,
                        "said": text(f"compliance.outcome.{each.outcome}", source.lang),
                    }
                    for each in group.rules
                ],
            }
            for group in found.groups
        ],
    )


PAPERS = (
    Paper("regolamento", "rules", regulation),
    Paper("regole", "rules", rules_of_play),
    Paper("casi", "rules", casebook),
    Paper("valori", "rules", values, _has_values),
    Paper("obiettivi", "rules", objectives, _has_objectives),
    Paper("buste", "round", envelopes, _has_sets, is_secret=True),
    Paper("conformita", "rules", compliance_report),
)
