"""The paper pack: all that is needed to finish the tournament by hand from this moment."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kamchatka.documents import results, tables
from kamchatka.documents.paper import Paper, Part, link, part
from kamchatka.documents.source import PaperSource
from kamchatka.messages import text
from kamchatka.messages.moments import day_of, time_of
from kamchatka.rulebook import show_value
from kamchatka.scoring.numbers import shown
from kamchatka.scoring.sheet.model import player_name
from kamchatka.scoring.standings.entries import StandingsEntry
from kamchatka.scoring.views.formula import formula_view
from kamchatka.scoring.views.standings import scored
from kamchatka.tournament.format.views import stage_lines, standings_lines, wishes_in_words
from kamchatka.tournament.progress import is_decided
from kamchatka.tournament.scores import Scoreboard, rules_of
from kamchatka.tournament.views.by_hand import LETTERS, HandSeat, HandStage, scored_example, stages_to_play
from kamchatka.tournament.views.officials import officials
from kamchatka.tournament.views.people import EntrantRow, entrants

WORDS = "fallback_papers"
OF_RULES = ("regolamento", "casi", "valori")
"""Papers of rules that the pack takes along, where they are ready."""
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


def pack(others: Sequence[Paper]) -> Paper:
    """The pack; `others` are the papers it may take along."""
    rules = tuple(each for each in others if each.id in OF_RULES)
    return Paper(id="pacco", shelf="pack", parts=lambda source: _parts(source, rules), is_ready=is_going_on)


def _parts(source: PaperSource, rules: Sequence[Paper]) -> Iterator[Part]:
    """The cover first: it lists the parts that follow."""
    bundles = dict(_bundles(source, rules))
    yield _cover(source, {name: len(parts) for name, parts in bundles.items()})
    for parts in bundles.values():
        yield from parts


def _bundles(source: PaperSource, rules: Sequence[Paper]) -> Iterator[tuple[str, list[Part]]]:
    """The parts of the pack after the cover, by name."""
    ahead = stages_to_play(source.tournament)
    if _open(source):
        yield "sheets", list(tables.table_sheets(source, "full"))
    yield "blank", [tables.blank_sheet(source, seats) for seats in _sizes(source)]
    yield "ledger", list(_ledgers(source, ahead))
    if any(each.tables or each.planned for each in ahead):
        yield "draw", list(_draws(source, ahead))
    if results.has_standings(source):
        yield "standings", list(results.standings(source))
    if _open(source):
        yield "where", [*tables.where(source, "normal"), *tables.wall_tables(source)]
    for each in rules:
        if each.is_ready(source):
            yield each.id, list(each.parts(source))


def _open(source: PaperSource) -> bool:
    """Whether the papers are of a round that is still played."""
    return source.round > 0 and not source.drawn.is_closed


def _sizes(source: PaperSource) -> list[int]:
    """The sizes of tables this tournament may need: those it has, else the preferred one."""
    rounds = source.tournament.rounds
    seen = {len(table.seated.seats) for each in rounds[-1:] for table in each.tables.values()}
    ahead = {len(table) for each in stages_to_play(source.tournament) for table in each.tables}
    usual = {source.tournament.format.tables.sizes[0]}
    return sorted(size for size in seen | ahead | usual if size > 2)


# ---- the cover ------------------------------------------------------------------------------------------


def _cover(source: PaperSource, parts: Mapping[str, int]) -> Part:
    lang = source.lang
    letters = dict(zip(parts, "BCDEFGHIJKLM", strict=False))
    steps = (
        ("time", _time(source)),
        ("sheets", _sheets(source, letters)),
        ("scores", list(_scores(source, letters))),
        ("standings", list(_standings(source))),
        ("draw", list(_draw_step(source, letters))),
        ("stages", list(_stages(source))),
        ("back", [text(f"{WORDS}.step.back.text", lang, mark=source.hash[:4], events=source.events)]),
    )
    return part(
        source,
        WORDS,
        "cover",
        qr=link(source),
        valid=_valid(source),
        steps=[
            {
                "title": text(f"{WORDS}.step.{code}.title", lang),
                "lines": lines,
            }
            for code, lines in steps
        ],
        contents=[
            {
                "letter": letter,
                "what": text(f"{WORDS}.content.{_named(name)}.what", lang, round=source.round),
                "use": text(f"{WORDS}.content.{_named(name)}.use", lang),
                "parts": parts[name],
            }
            for name, letter in letters.items()
        ],
    )


def _named(part: str) -> str:
    return "rules" if part in OF_RULES[:2] else part


def _letters(letters: Mapping[str, str]) -> dict[str, str]:
    return {name: letters.get(name, "–") for name in ("sheets", "blank", "ledger", "draw")}


def _valid(source: PaperSource) -> str:
    """The moment the pack describes: how far the tournament is, and who judges."""
    tournament, lang = source.tournament, source.lang
    values = {
        "day": day_of(source.at, lang),
        "time": time_of(source.at),
        "players": len(tournament.playing),
        "round": source.round,
        "stage": tournament.stage_names(source.drawn, lang) if source.round else "",
    }
    code = "before"
    if source.round:
        settled = [table.is_settled for table in source.drawn.tables.values()]
        values |= {"done": sum(settled), "tables": len(settled)}
        code = "closed" if source.drawn.is_closed else "round"
    said = [text(f"{WORDS}.valid.{code}", lang, **values)]
    judges = [
        each.name for each in officials(tournament, source.names).judges if each.role == "official-judge"
    ]
    if judges:
        said.append(text(f"{WORDS}.valid.judge", lang, names=", ".join(judges)))
    return " ".join(said)


def _time(source: PaperSource) -> list[str]:
    """When games end, as far as their clocks are followed."""
    lang, minutes = source.lang, source.tournament.setup.rulebook.clock.minutes
    if not _open(source):
        return [text(f"{WORDS}.step.time.none", lang, minutes=minutes)]
    said = [text(f"{WORDS}.step.time.text", lang, round=source.round, minutes=minutes)]
    if source.ends:
        ends: dict[str, list[str]] = {}
        for table, at in sorted(source.ends.items()):
            ends.setdefault(at, []).append(str(table))
        words = "; ".join(
            text(f"{WORDS}.step.time.ends", lang, time=at, count=len(found), tables=", ".join(found))
            for at, found in sorted(ends.items())
        )
        said.append(f"{words}.")
    return said


def _sheets(source: PaperSource, letters: Mapping[str, str]) -> list[str]:
    lang = source.lang
    if not _open(source):
        return [text(f"{WORDS}.step.sheets.blank", lang, **_letters(letters))]
    done = [str(each.number) for each in source.drawn.tables.values() if each.result is not None]
    said = [text(f"{WORDS}.step.sheets.text", lang, **_letters(letters))]
    if done:
        said.append(text(f"{WORDS}.step.sheets.done", lang, tables=", ".join(done)))
    return said


def _scores(source: PaperSource, letters: Mapping[str, str]) -> Iterator[str]:
    """From table points to the score: the terms of the formula, then examples it has computed itself."""
    setup, lang = source.tournament.setup, source.lang
    view = formula_view(setup.formula, lang, source.tournament.settings.formula_options)
    yield text(f"{WORDS}.step.scores.text", lang, **_letters(letters))
    yield text(f"{WORDS}.step.scores.place", lang)
    yield text(f"{WORDS}.step.scores.formula", lang, formula=view.title)
    for each in view.terms:
        yield text(f"{WORDS}.step.scores.term", lang, whom=each.whom, how=_on_one_line(each.how))
    yield ". ".join(view.at_table) + "."
    if not _keeps_ties(source):
        yield _ties(source, "every_table")
    size = source.tournament.format.tables.sizes[0]
    for code, points in EXAMPLES.items():
        cards = scored_example(setup, points[:size], lang) if code == "alone" or _keeps_ties(source) else ()
        if cards:
            several = cards[0].has_columns
            words = (
                text(
                    f"{WORDS}.step.scores.seat",
                    lang,
                    points=number,
                    score=", ".join(f"{each.column} {each.shown}" for each in card.totals)
                    if several
                    else card.score.shown,
                )
                for number, card in zip(points, cards, strict=False)
            )
            yield text(f"{WORDS}.step.scores.{code}", lang, size=size, seats="; ".join(words))


def _on_one_line(words: str) -> str:
    """The amounts of a term, which come on several lines."""
    return words.replace(";\n", "; ").replace("\n", ", ")


def _keeps_ties(source: PaperSource) -> bool:
    return source.tournament.setup.formula.treatment.ties == "keep"


def _ties(source: PaperSource, where: str) -> str:
    """What decides between equals at a table, in order."""
    key, rulebook = "table_ties.criteria", source.tournament.setup.rulebook
    criteria = show_value(key, rulebook.entry(key).value, source.lang)
    return text(f"{WORDS}.ties.{where}", source.lang, criteria=criteria)


def _standings(source: PaperSource) -> Iterator[str]:
    """What is added up, and what decides between equals."""
    setup, lang = source.tournament.setup, source.lang
    for each in standings_lines(setup, lang):
        yield f"{each.words}."
    ties = rules_of(source.tournament).ties or tuple(setup.formula.standings.ties)
    if "wins" in ties and _keeps_ties(source):
        yield text(f"{WORDS}.step.standings.half", lang)
    yield text(f"{WORDS}.step.standings.text", lang)


def _draw_step(source: PaperSource, letters: Mapping[str, str]) -> Iterator[str]:
    """How the next rounds of the present stage are drawn."""
    lang = source.lang
    present = [each for each in stages_to_play(source.tournament) if each.stage in _present_stages(source)]
    if not present:
        yield text(f"{WORDS}.step.draw.none", lang)
    for each in present:
        if each.rounds:
            rounds = ", ".join(map(str, each.rounds))
            values = {"count": len(each.rounds), "rounds": rounds, **_letters(letters)}
            yield text(f"{WORDS}.step.draw.rounds", lang, **values)
        else:
            yield text(f"{WORDS}.step.draw.open", lang, **_letters(letters))
        yield from _how(source, each)


def _present_stages(source: PaperSource) -> list[object]:
    return [each.stage for each in source.tournament.parts]


def _how(source: PaperSource, stage: HandStage) -> Iterator[str]:
    """How the tables of a stage are formed by hand."""
    lang = source.lang
    if stage.stage.decides and len(stage.tables) == 1:
        return
    yield text(f"{WORDS}.method.{'lots' if stage.method in BY_LOT else stage.method}", lang)
    if stage.wishes and stage.method != "planned":
        wishes = wishes_in_words(source.tournament.setup, stage.wishes, lang)
        code = "quarter_wishes" if stage.method == "quarters" else "wishes"
        yield text(f"{WORDS}.method_{code}", lang, wishes=wishes)


def _stages(source: PaperSource) -> Iterator[str]:
    """Who goes on, to which tables, and what those tables decide."""
    lang, setup = source.lang, source.tournament.setup
    present = _present_stages(source)
    ahead = [each for each in stages_to_play(source.tournament) if each.stage not in present]
    if not ahead:
        yield text(f"{WORDS}.step.stages.none", lang)
    for each in ahead:
        lines = ". ".join(line.words for line in stage_lines(setup, each.stage, lang))
        yield text(f"{WORDS}.step.stages.stage", lang, stage=each.stage.name(lang), lines=lines)
    if any(not each.stage.summed for each in ahead):
        yield text(f"{WORDS}.step.stages.places", lang)
        if _keeps_ties(source):
            yield _ties(source, "these_tables")
    if ahead:
        yield text(f"{WORDS}.step.stages.gone", lang)


# ---- the ledger -----------------------------------------------------------------------------------------


def _ledgers(source: PaperSource, ahead: Sequence[HandStage]) -> Iterator[Part]:
    """A row for everybody, a group of columns for each round whose points are added up."""
    tournament, lang = source.tournament, source.lang
    rounds = [each.number for each in tournament.rounds if tournament.stage_named(each.stage).summed]
    for each in ahead:
        if each.stage.summed and not each.stage.beside:
            first = max(rounds, default=0) + 1
            rounds += each.rounds or range(first, first + OPEN_ROUNDS)
    chunks = [rounds[at : at + ROUNDS_A_SHEET] for at in range(0, len(rounds), ROUNDS_A_SHEET)]
    players, _ = scored(lambda: Scoreboard(tournament, source.names).players, lang)
    entries = {row.entry.name: row.entry for row in players.rows} if players else {}
    for some in chunks:
        yield part(
            source,
            WORDS,
            "ledger",
            how=text(f"{WORDS}.ledger_how", lang),
            rounds=[text("standings_page.round_long", lang, round=number) for number in some],
            shows_points=len(rounds) <= ROUNDS_A_SHEET // 2,
            is_last=some is chunks[-1],
            rows=[
                {
                    "number": who.number,
                    "name": _name(source, who),
                    "code": who.badge.code if who.badge else "",
                    "cells": [
                        _cell(source, number, who.entrant.person, entries.get(player_name(who.name)))
                        for number in some
                    ],
                    "sofar": _sofar(source, entries.get(player_name(who.name))),
                }
                for who in entrants(tournament, source.names)
            ],
        )


def _name(source: PaperSource, who: EntrantRow) -> str:
    """The name by surname, with the team, and whether the player has gone."""
    gone = text(f"{WORDS}.gone", source.lang) if who.entrant.status != "playing" else ""
    beside = ", ".join(each for each in (who.entrant.team, gone) if each)
    return f"{who.full_name.listed} ({beside})" if beside else who.full_name.listed


def _sofar(source: PaperSource, entry: StandingsEntry | None) -> str:
    decimals = source.tournament.setup.formula.decimals
    return " / ".join(shown(each, source.lang, decimals) for each in entry.total) if entry else ""


def _cell(source: PaperSource, number: int, who: str, entry: StandingsEntry | None) -> dict[str, object]:
    """What is known of a person in a round: table, table points, score, win."""
    tournament, formula = source.tournament, source.tournament.setup.formula
    known = tournament.rounds[number - 1] if number <= len(tournament.rounds) else None
    table = (
        next((each for each in known.tables.values() if who in each.seated.seats), None) if known else None
    )
    found = [each for each in entry.results if each.round == number] if entry else []
    cell: dict[str, object] = {"table": "", "points": "", "score": "", "won": False}
    if table is not None:
        cell["table"] = "–" if table.seated.kind == "bye" else str(table.number)
    for each in found:
        score = each.key[formula.columns.index(formula.score)]
        place = text("standings_page.place", source.lang, place=each.place) if each.place else ""
        several = f" ({place})" if len(formula.columns) > 1 and place else ""
        cell["points"] = "" if each.points is None or not each.is_game else shown(each.points, source.lang)
        cell["score"] = shown(score, source.lang, formula.decimals) + several
        cell["won"] = each.is_game and each.place == 1
    return cell


# ---- the draw by hand -----------------------------------------------------------------------------------


def _draws(source: PaperSource, ahead: Sequence[HandStage]) -> Iterator[Part]:
    """A plan of tables for each round to draw, and lots."""
    lang, present = source.lang, _present_stages(source)
    plans: list[dict[str, object]] = []
    seats: list[str] = []
    for each in ahead:
        if not each.tables and not each.planned:
            continue
        is_lot = each.method in BY_LOT and len(each.tables) > 1
        if is_lot and sum(map(len, each.tables)) > len(seats):
            seats = [
                f"{table}{LETTERS[at]}"
                for table, size in enumerate(each.tables, 1)
                for at in range(len(size))
            ]
        rounds = each.rounds[:MOST_PLANS] if each.stage in present else (0,)
        for at, number in enumerate(rounds or (0,)):
            title = text("standings_page.round_long", lang, round=number) if number else each.stage.name(lang)
            plans.append(
                {
                    "title": text(f"{WORDS}.plan_title", lang, what=title),
                    "how": [*_entering(source, each), *_how(source, each), *_near(source, each)],
                    "tables": _plan(source, each, at),
                }
            )
    yield part(source, WORDS, "draw_by_hand", plans=plans, seats=seats)


def _entering(source: PaperSource, stage: HandStage) -> list[str]:
    """Who plays a later stage, and what it decides."""
    if stage.stage in _present_stages(source):
        return []
    return [
        ". ".join(line.words for line in stage_lines(source.tournament.setup, stage.stage, source.lang)) + "."
    ]


def _seat(source: PaperSource, seat: HandSeat) -> str:
    if seat.winner_of:
        return text(f"{WORDS}.winner_of", source.lang, table=seat.winner_of)
    return text(f"{WORDS}.rank", source.lang, rank=seat.rank) if seat.rank else ""


def _near(source: PaperSource, stage: HandStage) -> list[str]:
    """The tables for other numbers of players."""
    if not stage.near:
        return []
    said = "; ".join(
        text(f"{WORDS}.near_number", source.lang, count=count, sizes=_counted(sizes))
        for count, sizes in stage.near
    )
    return [text(f"{WORDS}.near", source.lang, said=said)]


def _counted(sizes: Sequence[int]) -> str:
    """ "3 × 4, 1 × 5": how many tables of each size."""
    return ", ".join(f"{count} × {size}" for size, count in sorted(Counter(sizes).items()))


def _plan(source: PaperSource, stage: HandStage, at: int) -> list[dict[str, object]]:
    """The seats of each table: names of a plan, ranks that come to them, or nothing."""
    planned = stage.planned[at] if at < len(stage.planned) else ()
    if planned:
        return [
            {"number": number, "seats": [source.names[who] for who in people]}
            for number, people in enumerate(planned, 1)
        ]
    return [
        {
            "number": number,
            "seats": [_seat(source, seat) for seat in seats],
        }
        for number, seats in enumerate(stage.tables, 1)
    ]
