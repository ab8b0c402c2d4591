"""The paper pack: all that is needed to finish the tournament by hand from this moment."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from kamchatka.documents import results, rules, tables
from kamchatka.documents.paper import Paper, Part, chunks, code_of, has_round, link, part
from kamchatka.documents.source import PaperSource
from kamchatka.ids import PersonId
from kamchatka.messages import text
from kamchatka.messages.moments import day_of, time_of
from kamchatka.rulebook import show_value
from kamchatka.scoring.numbers import Number, shown
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.standings.entries import StandingsEntry
from kamchatka.scoring.views.cards import CardView
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.format.model import Stage
from kamchatka.tournament.format.views import stage_lines, standings_lines, wishes_in_words
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.scores import Scoreboard, rules_of
from kamchatka.tournament.views.by_hand import HandSeat, HandStage, scored_example, stages_to_play
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.people import EntrantRow, entrants
from kamchatka.tournament.views.tables import LETTERS

WORDS = "fallback_papers"
STEPS = ("time", "sheets", "scores", "standings", "draw", "stages", "back")
"""Steps of the cover, in order."""
OF_RULES = ("regolamento", "casi", "valori")
"""Papers of rules that the pack takes along; the first two are one part in words."""
EXAMPLES = {"alone": (62, 48, 34, 28, 21, 12), "level": (57, 57, 30, 19, 14, 8)}
"""Table points of the examples, best first."""
BY_LOT = ("random", "wishes")
"""Methods for which everybody takes a lot."""
MOST_PLANS = 3
"""Rounds whose plan of tables is printed; for more, the sheet is copied."""
OPEN_ROUNDS = 2
"""Rounds in the ledger of a stage whose number of rounds is open."""
ROUNDS_A_SHEET = 8
"""Rounds on one sheet of the ledger; from the fifth on, without a column for table points."""


def is_going_on(source: PaperSource) -> bool:
    """Whether there are players, and no winner yet."""
    return bool(source.tournament.playing) and not is_decided(source.tournament)


def pack(source: PaperSource) -> Iterator[Part]:
    """The cover first: it lists the parts that follow. Always of the last round."""
    last = len(source.tournament.rounds)
    if source.round != last:
        source = replace(source, round=last, passes={}, short_codes={})
    bundles = dict(_bundles(source))
    yield _Cover(source, {name: len(parts) for name, parts in bundles.items()}).part()
    for parts in bundles.values():
        yield from parts


def _bundles(source: PaperSource) -> Iterator[tuple[str, list[Part]]]:
    """The parts of the pack after the cover, by name."""
    ahead = stages_to_play(source.tournament)
    if _is_open(source):
        yield "sheets", list(tables.table_sheets(source, "full"))
    stages = [*_present_stages(source), *(each.stage for each in ahead)]
    yield "blank", [tables.blank_sheet(source, seats, stages) for seats in _sizes(source, ahead)]
    yield "ledger", list(_ledgers(source, ahead))
    if any(each.tables or each.planned for each in ahead):
        yield "draw", list(_draws(source, ahead))
    if results.has_standings(source):
        yield "standings", list(results.standings(source))
    if _is_open(source):
        yield "where", [*tables.where(source, "normal"), *tables.wall_tables(source)]
    for each in rules.PAPERS:
        if each.id in OF_RULES:
            yield each.id, list(each.parts(source))


def _is_open(source: PaperSource) -> bool:
    """Whether the papers are of a round that is still played."""
    return has_round(source) and not source.drawn.is_closed


def _sizes(source: PaperSource, ahead: Sequence[HandStage]) -> list[int]:
    """The sizes of tables this tournament may need: those it has, else the preferred one."""
    rounds = source.tournament.rounds
    sizes = {source.tournament.format.tables.sizes[0]}
    sizes |= {len(table.seated.seats) for each in rounds[-1:] for table in each.tables.values()}
    sizes |= {len(table) for each in ahead for table in each.tables}
    return sorted(size for size in sizes if size > 2)


def _present_stages(source: PaperSource) -> list[Stage]:
    return [each.stage for each in source.tournament.parts]


class _Cover:
    """What to do if all computers stop. Each step has a method of its name, which gives its lines."""

    def __init__(self, source: PaperSource, parts: Mapping[str, int]) -> None:
        self._source, self._tournament, self._setup = source, source.tournament, source.tournament.setup
        self._parts, self._letters = parts, dict(zip(parts, "BCDEFGHIJKLM", strict=False))
        self._keeps_ties = self._setup.formula.treatment.ties == "keep"
        present, ahead = _present_stages(source), stages_to_play(source.tournament)
        self._present = [each for each in ahead if each.stage in present]
        self._later = [each for each in ahead if each.stage not in present]
        self._values = {
            **dict.fromkeys(("sheets", "blank", "ledger", "draw"), "–"),
            **self._letters,
            "round": source.round,
            "minutes": self._setup.rulebook.clock.minutes,
            "mark": source.hash[:4],
            "events": source.events,
        }

    def _say(self, code: str, **values: object) -> str:
        """A sentence; it may name the letter of a part, the round, the length of a game and the log."""
        return text(f"{WORDS}.{code}", self._source.lang, **self._values, **values)

    def part(self) -> Part:
        """The cover: the moment it describes, the steps, the parts of the pack."""
        steps = {each: getattr(self, each)() for each in STEPS}
        return part(
            "cover",
            qr=link(self._source),
            valid=" ".join(self._valid()),
            steps=[
                {"title": self._say(f"step.{code}.title"), "lines": list(lines)}
                for code, lines in steps.items()
            ],
            contents=[
                {
                    "letter": letter,
                    "what": self._say(f"content.{name}.what"),
                    "use": self._say(f"content.{name}.use"),
                    "parts": self._parts[name],
                }
                for name, letter in self._letters.items()
            ],
        )

    def _valid(self) -> Iterator[str]:
        """The moment the pack describes: how far the tournament is, and who judges."""
        source, lang = self._source, self._source.lang
        now: dict[str, object] = {"day": day_of(source.at, lang), "time": time_of(source.at)}
        code = "before"
        if has_round(source):
            code = "round" if _is_open(source) else "closed"
            settled = [table.is_settled for table in source.drawn.tables.values()]
            now |= {"done": sum(settled), "tables": len(settled)}
            now["stage"] = self._tournament.stage_names(source.drawn, lang)
        yield self._say(f"valid.{code}", players=len(self._tournament.playing), **now)
        judges = officials(self._tournament, source.names).judges
        official = [each.name for each in judges if each.role == "official-judge"]
        if official:
            yield self._say("valid.judge", names=", ".join(official))

    def time(self) -> Iterator[str]:
        """When games end, as far as their clocks are followed."""
        yield self._say(f"step.time.{'text' if _is_open(self._source) else 'none'}")
        said = []
        ends = sorted((at, table) for table, at in self._source.ends.items())
        for at, found in groupby(ends, key=itemgetter(0)):
            numbers = [str(table) for _, table in found]
            said.append(self._say("step.time.ends", time=at, count=len(numbers), tables=", ".join(numbers)))
        if said:
            yield f"{'; '.join(said)}."

    def sheets(self) -> Iterator[str]:
        """Which sheets are handed out, and whose results are known."""
        if not _is_open(self._source):
            yield self._say("step.sheets.blank")
            return
        yield self._say("step.sheets.text")
        done = [str(each.number) for each in self._source.drawn.tables.values() if each.result is not None]
        if done:
            yield self._say("step.sheets.done", tables=", ".join(done))

    def scores(self) -> Iterator[str]:
        """From table points to the score: the terms of the formula, then examples it has computed itself."""
        lang, size = self._source.lang, self._tournament.format.tables.sizes[0]
        view = formula_view(self._setup.formula, lang, self._tournament.settings.formula_options)
        yield self._say("step.scores.text")
        yield self._say("step.scores.place")
        yield self._say("step.scores.formula", formula=view.title)
        for each in view.terms:
            amounts = each.how.replace(";\n", "; ").replace("\n", ", ")
            yield self._say("step.scores.term", whom=each.whom, how=amounts)
        yield ". ".join(view.at_table) + "."
        if not self._keeps_ties:
            yield self._ties("every_table")
        for code, points in EXAMPLES.items():
            if code == "alone" or self._keeps_ties:
                cards = scored_example(self._setup, points[:size], lang)
                seats = [
                    self._say("step.scores.seat", points=number, score=_score(card))
                    for number, card in zip(points, cards, strict=False)
                ]
                if seats:
                    yield self._say(f"step.scores.{code}", size=size, seats="; ".join(seats))

    def _ties(self, where: str) -> str:
        """What decides between equals at a table, in order."""
        key = "table_ties.criteria"
        criteria = show_value(key, self._setup.rulebook.entry(key).value, self._source.lang)
        return self._say(f"ties.{where}", criteria=criteria)

    def standings(self) -> Iterator[str]:
        """What is added up, and what decides between equals."""
        for each in standings_lines(self._setup, self._source.lang):
            yield f"{each.words}."
        ties = rules_of(self._tournament).ties or self._setup.formula.standings.ties
        if "wins" in ties and self._keeps_ties:
            yield self._say("step.standings.half")
        yield self._say("step.standings.text")

    def draw(self) -> Iterator[str]:
        """How the next rounds of the present stage are drawn."""
        if not self._present:
            yield self._say("step.draw.none")
        for each in self._present:
            rounds = ", ".join(map(str, each.rounds))
            code = "rounds" if rounds else "open"
            yield self._say(f"step.draw.{code}", count=len(each.rounds), rounds=rounds)
            yield from _how(self._source, each)

    def stages(self) -> Iterator[str]:
        """Who goes on, to which tables, and what those tables decide."""
        lang = self._source.lang
        if not self._later:
            yield self._say("step.stages.none")
            return
        for each in self._later:
            first, *cases = _entering(self._source, each)
            yield self._say("step.stages.stage", stage=each.stage.name(lang), lines=first)
            yield from (f"– {case}" for case in cases)
        if any(not each.stage.summed for each in self._later):
            yield self._say("step.stages.places")
            if self._keeps_ties:
                yield self._ties("these_tables")
        yield self._say("step.stages.gone")

    def back(self) -> Iterator[str]:
        """How the event goes on at a computer."""
        yield self._say("step.back.text")


def _score(card: CardView) -> str:
    """The score of a seat; by column where there are several."""
    if card.has_columns:
        return ", ".join(f"{each.column} {each.shown}" for each in card.totals)
    return card.score.shown


def _how(source: PaperSource, stage: HandStage) -> Iterator[str]:
    """How the tables of a stage are formed by hand."""
    if stage.stage.decides and len(stage.tables) == 1:
        return
    yield text(f"{WORDS}.method.{'lots' if stage.method in BY_LOT else stage.method}", source.lang)
    if stage.wishes and stage.method != "planned":
        wishes = wishes_in_words(source.tournament.setup, stage.wishes, source.lang)
        code = "quarter_wishes" if stage.method == "quarters" else "wishes"
        yield text(f"{WORDS}.method_{code}", source.lang, wishes=wishes)


def _entering(source: PaperSource, stage: HandStage) -> list[str]:
    """Who plays a later stage, and what it decides: one line, several where it has several cases."""
    lines = stage_lines(source.tournament.setup, stage.stage, source.lang)
    said = [f"{line.words}." for line in lines]
    return said if len(stage.stage.layouts) > 1 else [" ".join(said)]


# ---- the ledger -----------------------------------------------------------------------------------------


def _ledgers(source: PaperSource, ahead: Sequence[HandStage]) -> Iterator[Part]:
    """A row for everybody, a group of columns for each round whose points are added up."""
    tournament, lang = source.tournament, source.lang
    rounds = [each.number for each in tournament.rounds if tournament.stage_named(each.stage).summed]
    for each in ahead:
        if each.stage.summed and not each.stage.beside:
            first = max(rounds, default=0) + 1
            rounds += each.rounds or range(first, first + OPEN_ROUNDS)
    players, _ = scored(lambda: Scoreboard(tournament, source.names).players, lang)
    entries = {row.entry.name: row.entry for row in players.rows} if players else {}
    people = [(who, entries.get(player_name(who.name))) for who in entrants(tournament, source.names)]
    for some in chunks(rounds, ROUNDS_A_SHEET):
        yield part(
            "ledger",
            how=text(f"{WORDS}.ledger_how", lang),
            rounds=[text("standings_page.round_long", lang, round=number) for number in some],
            shows_points=len(rounds) <= ROUNDS_A_SHEET // 2,
            is_last=some[-1] == rounds[-1],
            rows=[
                {
                    "number": who.number,
                    "name": _name(source, who),
                    "code": code_of(who.badge),
                    "cells": [_cell(source, number, who.person, entry) for number in some],
                    "sofar": _total(source, entry.total) if entry else "",
                }
                for who, entry in people
            ],
        )


def _name(source: PaperSource, who: EntrantRow) -> str:
    """The name by surname, with the team, and whether the player has gone."""
    gone = text(f"{WORDS}.gone", source.lang) if who.entrant.status != "playing" else ""
    beside = ", ".join(filter(None, (who.entrant.team, gone)))
    return f"{who.full_name.listed} ({beside})" if beside else who.full_name.listed


def _total(source: PaperSource, numbers: Sequence[Number]) -> str:
    decimals = source.tournament.setup.formula.decimals
    return " / ".join(shown(each, source.lang, decimals) for each in numbers)


def _cell(source: PaperSource, number: int, who: PersonId, entry: StandingsEntry | None) -> dict[str, object]:
    """What is known of a person in a round: table, table points, score, win."""
    rounds, formula = source.tournament.rounds, source.tournament.setup.formula
    table = rounds[number - 1].table_of(who) if number <= len(rounds) else None
    cell: dict[str, object] = {"table": "", "points": "", "score": "", "won": False}
    if table is not None:
        cell["table"] = "–" if table.seated.kind == "bye" else str(table.number)
    for each in (each for each in entry.results if each.round == number) if entry else ():
        score = _total(source, [each.key[formula.columns.index(formula.score)]])
        place = text("standings_page.place", source.lang, place=each.place)
        cell["score"] = f"{score} ({place})" if each.place and len(formula.columns) > 1 else score
        if each.is_game:
            cell["points"] = "" if each.points is None else shown(each.points, source.lang)
            cell["won"] = each.place == 1
    return cell


# ---- the draw by hand -----------------------------------------------------------------------------------


def _draws(source: PaperSource, ahead: Sequence[HandStage]) -> Iterator[Part]:
    """A plan of tables for each round to draw, and lots for every number of players near the present one."""
    lang, present = source.lang, _present_stages(source)
    plans: list[dict[str, object]] = []
    seats: set[tuple[int, str]] = set()
    for each in ahead:
        if not each.tables and not each.planned:
            continue
        if each.method in BY_LOT and len(each.tables) > 1:
            for sizes in (tuple(map(len, each.tables)), *(sizes for _, sizes in each.near)):
                seats |= {(at, letter) for at, size in enumerate(sizes, 1) for letter in LETTERS[:size]}
        is_later = each.stage not in present
        entering = _entering(source, each) if is_later else []
        how = [*entering, *_how(source, each), *_near(source, each)]
        rounds = () if is_later else each.rounds[:MOST_PLANS]
        for at, number in enumerate(rounds or (0,)):
            title = text("standings_page.round_long", lang, round=number) if number else each.stage.name(lang)
            title = text(f"{WORDS}.plan_title", lang, what=title)
            plans.append({"title": title, "how": how, "tables": _plan(source, each, at)})
    yield part("draw_by_hand", plans=plans, seats=[f"{table}{letter}" for table, letter in sorted(seats)])


def _near(source: PaperSource, stage: HandStage) -> Iterator[str]:
    """The tables for other numbers of players: "in 17: 3 × 4, 1 × 5"."""
    said = []
    for count, sizes in stage.near:
        tables = ", ".join(f"{many} × {size}" for size, many in sorted(Counter(sizes).items()))
        said.append(text(f"{WORDS}.near_number", source.lang, count=count, sizes=tables))
    if said:
        yield text(f"{WORDS}.near", source.lang, said="; ".join(said))


def _plan(source: PaperSource, stage: HandStage, at: int) -> list[dict[str, object]]:
    """The seats of each table: names of a plan, ranks that come to them, or nothing."""
    planned = stage.planned[at] if at < len(stage.planned) else ()
    named = [[source.names[who] for who in people] for people in planned]
    tables = named or [[_seat(source, seat) for seat in seats] for seats in stage.tables]
    return [{"number": number, "seats": seats} for number, seats in enumerate(tables, 1)]


def _seat(source: PaperSource, seat: HandSeat) -> str:
    if seat.winner_of:
        return text(f"{WORDS}.winner_of", source.lang, table=seat.winner_of)
    return text(f"{WORDS}.rank", source.lang, rank=seat.rank) if seat.rank else ""


PAPERS = (Paper("pacco", "pack", pack, is_going_on),)
