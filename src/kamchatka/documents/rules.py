"""Papers of the rules: options, arbitral regulation, rules of play, cases, values, objectives, compliance."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import get_args

from kamchatka.board import Objective, ObjectiveSet, load_board
from kamchatka.documents.paper import Paper, Part, link, part
from kamchatka.documents.pictures import world
from kamchatka.documents.source import PaperSource
from kamchatka.ledger import clause, clauses, sources
from kamchatka.messages import Language, text
from kamchatka.messages.decimals import percent, shown
from kamchatka.messages.moments import day_of, time_of
from kamchatka.referee.casebook.views import RuledCase, ruled_cases
from kamchatka.referee.views import closing_sets
from kamchatka.rulebook import SECTIONS, Rulebook, explain, section_title
from kamchatka.rulebook.sections.closing import Mode
from kamchatka.rulebook.tables import tables as tables_of
from kamchatka.scoring.views.formula import formula_view
from kamchatka.tournament.events import Attachment
from kamchatka.tournament.format.views import FormatLine, agreed_parts
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
    """Clauses in short: 001-E3, E4."""
    said: list[str] = []
    before = ""
    for first, last in _runs(list(dict.fromkeys(ids))):
        source, _, number = first.partition("-")
        said.append(number if source == before else first)
        if last != first:
            said[-1] += f" … {last.partition('-')[2]}"
        before = source
    return ", ".join(said)


def _runs(ids: list[str]) -> Iterator[tuple[str, str]]:
    """First and last of each run of three or more clauses with consecutive numbers; others stand alone."""
    at = 0
    while at < len(ids):
        end = at
        while end + 1 < len(ids) and _next(ids[end]) == ids[end + 1]:
            end += 1
        end = end if end - at > 1 else at
        yield ids[at], ids[end]
        at = end + 1


def _next(id: str) -> str:
    letters = id.rstrip("0123456789")
    number = id[len(letters) :]
    return f"{letters}{int(number) + 1}" if number else ""


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


@dataclass(frozen=True, kw_only=True)
class ArbitralChapter:
    """A chapter of the arbitral regulation."""

    name: str
    lines: tuple[str, ...] = ()
    bullets: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    cases: tuple[RuledCase, ...] = ()
    is_complete: bool = True

    def title(self, lang: Language) -> str:
        """Its name."""
        return text(f"{WORDS}.chapter.{self.name}", lang)


def chapters(source: PaperSource) -> tuple[ArbitralChapter, ...]:
    """The arbitral regulation: what 001-RA2 to 001-RA5 want, disputes, and documents referred to."""
    rulebook, lang = source.tournament.setup.rulebook, source.lang
    cases = tuple(ruled_cases(rulebook, lang, source.tournament.settings.cases_off))
    breaches = tuple(case for case in cases if case.is_breach)
    punished = (
        replace(case, verdicts=tuple(each for each in case.verdicts if each.punishes)) for case in cases
    )
    sanctions = tuple(case for case in punished if case.verdicts)
    return (
        ArbitralChapter(name="formula", bullets=tuple(_formula(source))),
        _judges(source),
        ArbitralChapter(
            name="conduct",
            bullets=tuple(f"{case.title} ({cited(case.clauses)})" for case in breaches),
            is_complete=bool(breaches),
        ),
        ArbitralChapter(name="sanctions", cases=sanctions, is_complete=bool(sanctions)),
        ArbitralChapter(name="disputes", lines=tuple(_clauses(rulebook, DISPUTES, lang))),
        ArbitralChapter(name="references", bullets=tuple(_references(source))),
    )


def missing_chapters(source: PaperSource) -> tuple[str, ...]:
    """Names of the chapters without content."""
    return tuple(each.title(source.lang).lower() for each in chapters(source) if not each.is_complete)


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
            yield f"{each.heading}. " + "; ".join(map(_line, each.lines)) + "."


def _line(line: FormatLine) -> str:
    return _with_clauses(line.words, line.clauses)


def _with_clauses(words: str, ids: Iterable[str]) -> str:
    said = cited(ids)
    return f"{words} ({said})" if said else words


def _clauses(rulebook: Rulebook, ids: Iterable[str], lang: Language) -> Iterator[str]:
    """The clauses that this regulation has, in their own words."""
    for id in ids:
        if _followed(rulebook, id):
            yield f"{clause(id).rule(lang).rstrip('.')} ({id})."


def _judges(source: PaperSource) -> ArbitralChapter:
    view, lang = officials(source.tournament, source.names), source.lang
    shifts = [(who, f"{each.name} {hours}") for each in view.sessions for who, hours in each.shifts]
    rows = tuple(
        (
            text(f"{WORDS}.role.{each.role.replace('-', '_')}", lang),
            each.name,
            ", ".join(hours for who, hours in shifts if who == each.name)
            or text(f"{WORDS}.whole_event", lang),
        )
        for each in view.judges
    )
    lines = tuple(_clauses(source.tournament.setup.rulebook, JUDGES, lang))
    return ArbitralChapter(name="judges", lines=lines, rows=rows, is_complete=bool(rows))


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


def regulation(source: PaperSource) -> Iterator[Part]:
    """The option sheet and the arbitral regulation."""
    tournament, lang = source.tournament, source.lang
    rulebook = tournament.setup.rulebook
    ways = _closing(rulebook, "closing.mode" in left_open(tournament.setup), lang)
    yield part(
        source,
        WORDS,
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
        laps=[
            text(
                f"{WORDS}.lap" if at + 1 < len(closing_sets(rulebook)) else f"{WORDS}.last_lap",
                lang,
                lap=at + 1,
            )
            for at in range(len(closing_sets(rulebook)))
        ],
        ways=ways,
        chapters=[
            {
                "title": f"{number}. {each.title(lang)}",
                "lines": list(each.lines),
                "bullets": list(each.bullets),
                "head": text(f"{WORDS}.head.{each.name}", lang).split("|") if each.rows or each.cases else [],
                "rows": [list(row) for row in each.rows],
                "cases": _cases(each.cases),
                "missing": "" if each.is_complete else text(f"{WORDS}.missing.{each.name}", lang),
            }
            for number, each in enumerate(chapters(source), 1)
        ],
    )


# ---- rules of play and cases


def rules_of_play(source: PaperSource) -> Iterator[Part]:
    """Every value of the regulation in words; what it does not have is left out."""
    rulebook, lang = source.tournament.setup.rulebook, source.lang
    values = [explain(rulebook, each.key, lang) for each in rulebook.entries()]
    played = [each for each in values if each.unstated is None or each.unstated.kind == "silent"]
    yield part(
        source,
        WORDS,
        "rules_of_play",
        title=rulebook.title(lang),
        edition=edition_line(source),
        qr=link(source, "/regole"),
        sections=[
            {
                "title": section_title(name, lang),
                "rows": [
                    {"label": each.label, "value": each.shown, "clauses": cited(each.clauses)}
                    for each in played
                    if each.key.partition(".")[0] == name
                ],
            }
            for name in SECTIONS
            if any(each.key.partition(".")[0] == name for each in played)
        ],
        objectives=list(_public_lists(rulebook, lang)),
        notes=list(_clauses(rulebook, _of_conduct(rulebook), lang)),
    )


def _of_conduct(rulebook: Rulebook) -> Iterator[str]:
    """What the regulation's own text asks of players at a table."""
    return (each.id for each in clauses() if each.kind == "conduct" and each.source == rulebook.sources[0])


def _public_lists(rulebook: Rulebook, lang: Language) -> Iterator[dict[str, object]]:
    board = load_board()
    if _followed(rulebook, PUBLIC_LISTS) and rulebook.setup.objective_source != "none":
        for each in board.deck(rulebook.setup.objective_deck).objectives:
            names = ", ".join(board.territory(id).name(lang) for id in each.territories)
            yield {"number": each.number, "names": names}


def casebook(source: PaperSource) -> Iterator[Part]:
    """The cases on which the regulation rules, without those that are switched off."""
    tournament, lang = source.tournament, source.lang
    yield part(
        source,
        WORDS,
        "casebook",
        edition=edition_line(source),
        regulation=tournament.setup.rulebook.title(lang),
        qr=link(source, "/regole"),
        cases=_cases(ruled_cases(tournament.setup.rulebook, lang, tournament.settings.cases_off)),
    )


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
    board, lang = load_board(), source.lang
    rulebook = source.tournament.setup.rulebook
    tables = tables_of(rulebook)
    worth = {each.id: tables.values[number] for number, each in enumerate(board.territories)}
    names = {each.id: each.name(lang) for each in board.territories}
    drawn = world()
    territories = drawn["territories"]
    assert isinstance(territories, list)
    yield part(
        source,
        WORDS,
        "values",
        qr=link(source, "/regole"),
        map={
            **drawn,
            "territories": [
                {**each, "value": worth[each["id"]], "name": names[each["id"]]} for each in territories
            ],
        },
        continents=[
            {
                "name": each.name(lang),
                "total": sum(worth[id] for id in each.territories),
                "gives": _gives(rulebook, each.id, tables.continent_points[at], lang),
                "territories": [{"name": names[id], "value": worth[id]} for id in each.territories],
            }
            for at, each in enumerate(board.continents)
        ],
        sum=text(f"{WORDS}.sum", lang, count=len(worth), sum=sum(worth.values())),
    )


def _gives(rulebook: Rulebook, continent: str, half_points: int, lang: Language) -> str:
    armies = rulebook.reinforcement.continents[continent]
    said = [text(f"{WORDS}.armies_each_turn", lang, count=armies)]
    if half_points:
        said.append(text(f"{WORDS}.points_at_end", lang, points=shown(Fraction(half_points, 2), lang)))
    return "; ".join(said)


def _has_objectives(source: PaperSource) -> bool:
    return source.tournament.setup.rulebook.setup.objective_source != "none"


def _card(rulebook: Rulebook, each: Objective, lang: Language) -> dict[str, object]:
    """A card: its territories by continent, whole continents first, with their values if they count."""
    board, worth = load_board(), tables_of(rulebook).values
    has_values = bool(rulebook.tally.borders_inside or rulebook.tally.borders_outside)
    value = sum(worth[board.number(id)] for id in each.territories)
    lines = []
    for continent in board.continents:
        inside = [id for id in continent.territories if id in each.territories]
        if inside:
            named = ", ".join(
                f"{board.territory(id).name(lang)} {worth[board.number(id)] if has_values else ''}".rstrip()
                for id in inside
            )
            is_whole = len(inside) == len(continent.territories)
            lines.append({"continent": continent.name(lang), "is_whole": is_whole, "names": named})
    return {
        "number": each.number,
        "nickname": each.nickname(lang) or "",
        "sum": text(
            f"{WORDS}.{'card_sum' if has_values else 'card_count'}",
            lang,
            count=len(each.territories),
            value=value,
        ),
        "territories": list(each.territories),
        "lines": sorted(lines, key=lambda line: not line["is_whole"]),
    }


def _cards(source: PaperSource, cards: Iterable[Objective], envelope: str = "") -> Part:
    rulebook = source.tournament.setup.rulebook
    shown_cards = [_card(rulebook, each, source.lang) for each in cards]
    return part(source, WORDS, "objectives", cards=shown_cards, map=world(), envelope=envelope)


def objectives(source: PaperSource) -> Iterator[Part]:
    """All cards of the regulation's deck."""
    yield _cards(source, _deck(source))


def _deck(source: PaperSource) -> tuple[Objective, ...]:
    return load_board().deck(source.tournament.setup.rulebook.setup.objective_deck).objectives


def _has_sets(source: PaperSource) -> bool:
    return source.round > 0 and any(each.seated.objective_set for each in source.drawn.tables.values())


def envelopes(source: PaperSource) -> Iterator[Part]:
    """For each table of the round the cards of its secret set, and the label of their envelope."""
    deck = load_board().deck(source.tournament.setup.rulebook.setup.objective_deck)
    sets: dict[str, ObjectiveSet] = {each.id: each for each in deck.sets}
    for table in source.drawn.tables.values():
        chosen = sets.get(table.seated.objective_set)
        if chosen is not None:
            label = text(f"{WORDS}.envelope", source.lang, round=source.round, table=table.number)
            yield _cards(source, [deck.objective(id) for id in chosen.objectives], label)


# ---- compliance


def conformity(source: PaperSource) -> Compliance:
    """Whether the event respects the regulation of official tournaments; posters ask whether it passes."""
    evidence = Evidence(
        authors=tuple(ruling.author for ruling, _ in source.rulings),
        missing_chapters=missing_chapters(source),
    )
    return compliance(source.tournament, source.names, source.lang, evidence)


def verdict(source: PaperSource, found: Compliance) -> tuple[str, str]:
    """The outcome in a sentence, and what follows from it."""
    lang, outcome = source.lang, "pass"
    if found.those("not-yet"):
        outcome = "not-yet"
    if not found.passes:
        outcome = "fail"
    count = len(found.those("fail")) or len(found.those("not-yet"))
    values = {"title": source.tournament.setup.rulebook.title(lang), "edition": edition_line(source)}
    return (
        text(f"compliance.verdict.{outcome}", lang, count=count),
        text(f"compliance.about.{outcome}", lang, **values),
    )


def compliance_report(source: PaperSource) -> Iterator[Part]:
    """The 25 rules with their outcome."""
    found = conformity(source)
    said, follows = verdict(source, found)
    yield part(
        source,
        WORDS,
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
    Paper(id="regolamento", shelf="rules", parts=regulation),
    Paper(id="regole", shelf="rules", parts=rules_of_play),
    Paper(id="casi", shelf="rules", parts=casebook),
    Paper(id="valori", shelf="rules", parts=values),
    Paper(id="obiettivi", shelf="rules", parts=objectives, is_ready=_has_objectives),
    Paper(id="buste", shelf="round", parts=envelopes, is_ready=_has_sets, is_secret=True),
    Paper(id="conformita", shelf="rules", parts=compliance_report),
)
