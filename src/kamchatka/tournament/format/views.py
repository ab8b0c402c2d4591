"""A format in sentences, part by part, for terminal and pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kamchatka.faults import as_written
from kamchatka.messages import Language, text
from kamchatka.rulebook import label, readings, show_value
from kamchatka.scoring.formula.model import RankingTie
from kamchatka.scoring.options import about, listed
from kamchatka.scoring.views.formula import criteria
from kamchatka.scoring.views.options import choice_words
from kamchatka.tournament.format.model import (
    RECALLS,
    Fee,
    Format,
    FormatOption,
    FormatPartModel,
    Gate,
    Gates,
    Layout,
    Stage,
    StageSource,
    TableName,
    Wish,
)
from kamchatka.tournament.gates import gate
from kamchatka.tournament.state import Setup, Tournament

CIRCUIT = "circuito"
"""The origin of formats that no regulation describes."""


@dataclass(frozen=True)
class FormatLine:
    """A sentence and its clauses."""

    plain_as = "text=words clauses"

    words: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True)
class FormatPart:
    """Lines under a heading."""

    plain_as = "title=heading lines"

    heading: str
    lines: tuple[FormatLine, ...]


def origin_of(format: Format) -> str:
    """The regulation that describes the format, or the circuit."""
    return format.source or CIRCUIT


def agreed_parts(tournament: Tournament, lang: Language) -> tuple[FormatPart, ...]:
    """What a tournament plays: without what its organiser chose otherwise, and without choices."""
    format, setup = tournament.format, tournament.setup
    kept = {"rulebook": setup.rulebook.id == format.rulebook, "formula": setup.formula.id == format.formula}
    gates = {name: gate(tournament, name) for name in ("judge", "signatures")}
    played: dict[str, object] = {
        "clauses": {key: ids for key, ids in format.clauses.items() if kept.get(key, True)},
        "option": {},
        "free": [],
        # Chosen values stand with the formula and the regulation.
        "formula_options": {},
        "rulebook_values": {},
        "gates": _with_values(format.gates, gates),
    }
    if not tournament.settings.official:
        played["fee"] = Fee()
    return _stated_parts(replace(setup, format=format.model_copy(update=played)), lang)


def _with_values(gates: Gates, values: Mapping[str, Gate]) -> Gates:
    """The gates with these values; a clause stays with the value it states."""
    stated = {key: ids for key, ids in gates.clauses.items() if getattr(gates, key) == values[key]}
    return gates.model_copy(update={**values, "clauses": stated})


def parts_of(setup: Setup, lang: Language) -> tuple[FormatPart, ...]:
    """The whole format, and the readings of the clauses it cites."""
    parts = _stated_parts(setup, lang)
    cited = {clause for part in parts for line in part.lines for clause in line.clauses}
    lines = tuple(
        FormatLine(f"{each.id}: {each.words(lang)}", each.clauses)
        for each in readings()
        if cited.intersection(each.clauses)
    )
    return (*parts, FormatPart(text("format.part.readings", lang), lines)) if lines else parts


def stage_lines(setup: Setup, stage: Stage, lang: Language) -> tuple[FormatLine, ...]:
    """Players, rounds, tables and purpose of one stage."""
    return tuple(_Renderer(setup, lang).of_stage(stage))


def standings_lines(setup: Setup, lang: Language) -> tuple[FormatLine, ...]:
    """Results that count, and tie-breaks."""
    return tuple(_Renderer(setup, lang).standings())


def wishes_in_words(setup: Setup, wishes: Sequence[Wish], lang: Language) -> str:
    """What a draw avoids, the most important first; empty: nothing."""
    return _Renderer(setup, lang).wishes_in_words(wishes)


def _stated_parts(setup: Setup, lang: Language) -> tuple[FormatPart, ...]:
    """In the order of the event: before play, tables, first stage, standings, later stages; then options."""
    format, renderer = setup.format, _Renderer(setup, lang)

    def part(name: str, lines: Iterable[FormatLine]) -> FormatPart:
        return FormatPart(text(f"format.part.{name}", lang), tuple(lines))

    first, *later = (FormatPart(stage.name(lang), tuple(renderer.of_stage(stage))) for stage in format.stages)
    parts = (
        part("general", renderer.general()),
        part("before", renderer.before()),
        part("tables", renderer.tables()),
        first,
        part("standings", renderer.standings()),
        *later,
        part("options", (renderer.option(name, each) for name, each in format.option.items())),
    )
    return tuple(each for each in parts if each.lines)


def _cited(*tables: FormatPartModel) -> tuple[str, ...]:
    """The clauses of these tables of a file, without duplicates."""
    return tuple(dict.fromkeys(str(id) for table in tables for ids in table.clauses.values() for id in ids))


class _Renderer:
    """Renders a format in one language."""

    def __init__(self, setup: Setup, lang: Language) -> None:
        self._format, self._rulebook, self._formula = setup.format, setup.rulebook, setup.formula
        self._lang = lang

    def _line(self, code: str, table: FormatPartModel, *keys: str, **values: object) -> FormatLine:
        cited = [clause for key in keys for clause in table.clauses.get(key, ())]
        return FormatLine(self._text(code, **values), tuple(dict.fromkeys(map(str, cited))))

    def _text(self, code: str, **values: object) -> str:
        return text(f"format.show.{code}", self._lang, **values)

    def general(self) -> Iterator[FormatLine]:
        """Regulation, formula, players and days."""
        format, lang = self._format, self._lang
        yield self._line("rulebook", format, "rulebook", title=self._rulebook.title(lang))
        for key in format.chosen_values:
            value = show_value(key, self._rulebook.entry(key).value, lang)
            yield self._line("value", format, "rulebook_values", label=label(key, lang), value=value)
        yield self._line("formula", format, "formula", title=self._formula.name(lang))
        for name, value in format.formula_options.items():
            known = self._formula.option.get(name)
            values = {
                "label": about(known, lang) if known else name,
                "value": choice_words(name, value, lang),
            }
            yield self._line("value", format, "formula_options", **values)
        yield self._line("players", format, "entrants", players=self._range(format.entrants))
        if format.advised != [0, 0]:
            yield self._line("advised", format, "advised", players=self._range(format.advised))
        yield self._line("days", format, "days", days=format.days)
        if format.teams:
            yield self._line("team", format, "teams", count=format.teams)
            yield from self._team()
        if format.free:
            keys = ", ".join(label(key, lang) for key in format.free)
            yield self._line("free", format, "free", keys=keys)
        if format.void != "nothing":
            yield self._line("void", format, "void")

    def _team(self) -> Iterator[FormatLine]:
        """The rules for the members of a team."""
        rules = self._format.team
        if rules.least:
            yield self._line(f"team_{rules.short}", rules, "least", "short", count=rules.least)
        if rules.reserves is not None:
            yield self._line("team_reserves", rules, "reserves", count=rules.reserves)
        if rules.captain != "none":
            yield self._line(f"captain_{rules.captain}", rules, "captain")

    def of_stage(self, stage: Stage) -> Iterator[FormatLine]:
        """Players, rounds, tables and purpose of a stage."""
        code = {"until-one-table": "until_one_table", "open": "open_rounds"}.get(str(stage.rounds), "rounds")
        yield self._line(code, stage, "rounds", rounds=stage.rounds)
        if stage.beside:
            first = self._format.together(stage.id)[0].name(self._lang)
            yield self._line("beside", stage, "beside", stage=first)
        for source in () if stage.layouts else stage.enters:
            yield self._line("enters", source, *source.clauses, who=self._source(source))
        for layout in stage.layouts:
            yield self._layout(layout)
        if len(stage.layouts) > 1 and stage.pick == "auto":
            yield FormatLine(self._text("which_layout"))
        if stage.tables:
            yield self._line("tables", stage, "tables", tables=self._range(stage.tables))
        if stage.sizes:
            yield self._line("sizes", stage, "sizes", sizes=", ".join(map(str, stage.sizes)))
        if not stage.decides:  # a deciding stage has one table
            yield self._line("seating", stage, "seating", how=self._text(f"seated.{stage.seating}"))
        if stage.wishes is not None:
            yield self._wishes(stage.wishes)
        if stage.pick != "auto":
            yield self._line("pick", stage, "pick", tables=stage.pick)
        if stage.rollcall == "each-round":
            yield self._line("rollcall_each_round", stage, "rollcall")
        if stage.decides:
            yield self._line("decides", stage, "decides", rank=stage.decides)
        if not stage.summed:
            yield self._line("not_summed", stage, "summed")

    def _source(self, source: StageSource) -> str:
        code: str = source.who
        if source.who == "ranks":
            code = self._ranks_code(source)
        if source.who == "winners" and source.each > 1:
            code = "first_of_each"
        is_recall = source.who in RECALLS
        if is_recall and not source.count:
            code = f"fill-up-{source.who}"
        parts = [code]
        if source.who == "recalled" and source.ranks:
            parts.append(f"among_{self._ranks_code(source)}")
        parts += [f"{source.who}_games"] if source.games else []
        parts += ["place"] if source.place else []
        parts += ["equal"] if is_recall else []
        values = {key: getattr(source, key) for key in ("each", "count", "games", "place")}
        values |= dict(zip(("first", "last"), source.bounds, strict=True))
        said = ", ".join(self._text(f"who.{part}", **values) for part in parts)
        named = [stage.name(self._lang) for stage in self._format.stage if stage.id == source.stage]
        return self._text("of_stage", who=said, stage=named[0]) if named else said

    def _ranks_code(self, source: StageSource) -> str:
        first, last = source.bounds
        return "one_rank" if first == last else "ranks" if last else "ranks_from"

    def _layout(self, layout: Layout) -> FormatLine:
        """A layout: condition, players, tables and players who skip the stage."""
        found = [self._source(source) for source in layout.sources] or [self._text("not_played")]
        if layout.tables:
            found.append(self._text("layout_tables", tables=layout.tables))
        if layout.groups > 1:
            found.append(self._text("groups", groups=layout.groups))
        if layout.direct:
            said = self._text("direct", count=layout.direct)
            games = layout.least_direct_games
            found.append(f"{said}, {self._text('who.ranks_games', games=games)}" if games else said)
        conditions = [self._text(f"condition.{name}") for name in layout.when]
        when = self._text("when_any", conditions=self._text("or").join(conditions)) if conditions else ""
        players = self._range(layout.players)
        words = self._text(f"layout.{layout.counts}", players=players, when=when, what="; ".join(found))
        return FormatLine(words, _cited(*layout.enters, layout))

    def tables(self) -> Iterator[FormatLine]:
        """Table sizes and wishes of the draw."""
        rules = self._format.tables
        yield self._line("sizes", rules, "sizes", sizes=", ".join(map(str, rules.sizes)))
        if rules.uniform == "when-possible":
            yield self._line("uniform", rules, "uniform")
        if rules.spare:
            yield self._line("spare", rules, "spare", sizes=", ".join(map(str, rules.spare)))
        if rules.dummy:
            yield self._line("dummy_threes" if rules.dummy == "threes" else "dummy", rules, "dummy")
        if rules.rest:
            yield self._line("rest", rules, "rest")
        for key, by_number in (("by_number", rules.by_number), ("last_round", rules.last_round)):
            for number, names in by_number.items():
                tables = ", ".join(map(self._table, names))
                yield self._line(key, rules, key, f"{key}.{number}", number=number, tables=tables)
        if rules.bye == "formula":
            yield self._line("bye_of_formula", rules, "bye")
        elif rules.bye:
            yield self._line("bye", rules, "bye", points=rules.bye)
        for rank, points in rules.bye_at_rank.items():
            keys = ("bye_at_rank", f"bye_at_rank.{rank}")
            yield self._line("bye_at_rank", rules, *keys, rank=rank, points=points)
        if self._format.wishes:
            yield self._wishes(self._format.wishes)

    def _wishes(self, wishes: list[Wish]) -> FormatLine:
        """What a draw avoids, each with its conditions."""
        said = self.wishes_in_words(wishes) or self._text("no_wish")
        return FormatLine(self._text("wishes", wishes=said), _cited(*wishes))

    def wishes_in_words(self, wishes: Sequence[Wish]) -> str:
        """The wishes, the most important first."""
        return ", ".join(map(self._wish, wishes))

    def _wish(self, wish: Wish) -> str:
        notes = {
            "absolute": wish.absolute,
            "weight": wish.weight > 0,
            "last_opponents": wish.rounds == "last",
            "not_in_last_round": not wish.in_last_round,
        }
        found = [name for name, holds in notes.items() if holds]
        said = ", ".join(self._text(f"wish_note.{name}", weight=wish.weight) for name in found)
        return self._text(f"wish.{wish.kind}") + (f" ({said})" if said else "")

    def _table(self, name: TableName) -> str:
        return self._text("table.size", size=name) if isinstance(name, int) else self._text(f"table.{name}")

    def standings(self) -> Iterator[FormatLine]:
        """Results that count, and tie-breaks."""
        rules = self._format.standings
        of_team = self._formula.standings.team_best if rules.teams else None
        if rules.best:
            yield self._line("best", rules, "best", count=rules.best)
        elif rules.drop:
            yield self._line("drop", rules, "drop", count=rules.drop)
        elif of_team:
            yield self._line("team_best", rules, "teams", count=of_team)
        else:
            yield self._line("all_count", rules, "best", "drop")
        yield self._line(f"absences_{rules.absences}", rules, "absences")
        if rules.order == "percentage":
            yield self._line("percentage", rules, "order")
        if rules.games:
            yield self._line("games", rules, "games", count=rules.games)
        if rules.teams:
            yield self._line("team_standings", rules, "teams")
        ties: list[RankingTie] = list(rules.ties)
        clauses = rules.clauses.get("ties", [])
        if ties and "lot" not in ties:
            ties.append("lot")
        if not ties:
            ranking = self._formula.standings
            ties, clauses = ranking.ties, [id for tie in ranking.ties for id in ranking.clauses.get(tie, [])]
        if ties:
            said = self._text("ties", ties=criteria(ties, self._lang))
            yield FormatLine(said, tuple(dict.fromkeys(map(str, clauses))))
        if rules.scope:
            yield self._line(f"scope_{rules.scope}", rules, "scope")

    def before(self) -> Iterator[FormatLine]:
        """Requirements and dates of the rounds."""
        format = self._format
        gates, rollcall, calendar = format.gates, format.rollcall, format.calendar
        yield self._line(f"judge.{gates.judge}", gates, "judge")
        yield self._line(f"signatures.{gates.signatures}", gates, "signatures")
        if rollcall.by:
            yield self._line("present_by", rollcall, "by", time=rollcall.by)
        if rollcall.grace:
            yield self._line("grace", rollcall, "grace", minutes=rollcall.grace)
        if rollcall.cards_lost:
            yield self._line("cards_lost", rollcall, "cards_lost", cards=rollcall.cards_lost)
        if calendar.first:
            month, _, day = calendar.first.partition("-")
            yield self._line("first_day", calendar, "first", day=int(day), month=int(month))
        if calendar.step_days:
            yield self._line("step_days", calendar, "step_days", days=calendar.step_days)
        if format.fee.most is not None:
            yield self._line("fee", format.fee, "most", most=format.fee.most)

    def option(self, name: str, option: FormatOption) -> FormatLine:
        """An option of the organiser."""
        code = "option_choices" if listed(option) else "option_range"
        line = self._line(
            code,
            option,
            *option.clauses,
            name=name,
            about=about(option, self._lang),
            default=as_written(option.default),
            least=option.least,
            most=option.most,
            choices=", ".join(map(as_written, option.values)),
        )
        return replace(line, words=line.words + self._text("option_binding")) if option.binding else line

    def _range(self, bounds: list[int]) -> str:
        least, most = bounds
        if least == most:
            return str(least)
        return self._text("between" if most else "from", least=least, most=most)
