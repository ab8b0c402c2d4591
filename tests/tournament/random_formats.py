"""Random formats within the language, and random events played by them to their winners."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

import tomli_w

from kamchatka.app.tournaments.texts import Texts, setup_of, texts_of
from kamchatka.refusals import NotAllowed, Refusal
from kamchatka.tournament.arranging import SwapPlayers
from kamchatka.tournament.command import TournamentCommand
from kamchatka.tournament.draws import DrawRound, RedrawRound
from kamchatka.tournament.entries import CallRoll, DisqualifyPlayer, SubstitutePlayer, WithdrawPlayer
from kamchatka.tournament.events import Pinned, Settings
from kamchatka.tournament.format.tables import NoTables
from kamchatka.tournament.generator import STEPS, RandomEvent, SeededChoices, begin, late_entry, sheet
from kamchatka.tournament.progress import next_step
from kamchatka.tournament.recording import CorrectResult, GivePenalty, VoidGame
from kamchatka.tournament.rounds import CutByHand, CutStage

MOST_STEPS = 120
FEWEST = 7
"""Players below whom nobody else leaves."""
FORMULAS = ("bonus-50", "standard", "veronese", "spartaco", "vittorie")
TIES = ("wins", "seconds", "objectives", "better-places", "best-result", "next-best-results", "total-of-all")


class DeadEnd(AssertionError):
    """A state from which no command of the desk leads on."""


@dataclass(frozen=True)
class OwnFormat:
    """A random format file and the options that are chosen for its event."""

    text: str
    options: dict[str, Any]
    formula: str
    rulebook: str

    @property
    def texts(self) -> Texts:
        """The three texts of an event by this format."""
        found = texts_of("raduno", self.rulebook, self.formula)
        return replace(found, format=self.text, ids={**found.ids, "format": "caso"})


class FormatWriter:
    """Writes one random format."""

    def __init__(self, luck: SeededChoices) -> None:
        self.luck = luck
        self.options: dict[str, Any] = {}
        self.chosen: dict[str, Any] = {}
        self.size = 4

    def written(self) -> OwnFormat:
        """The file, with its options."""
        luck = self.luck
        formula, rulebook = luck.choice(FORMULAS), luck.choice(["rtu", "rtu-2020"])
        sizes = luck.choice([[4, 5], [4, 5], [5, 4], [4], *([[4, 3], [3, 4]] if rulebook != "rtu" else [])])
        self.size = sizes[0]
        tables: dict[str, Any] = {"sizes": sizes}
        if luck.happens(70):
            tables["spare"] = luck.choice([[3], [5, 3], [3, 6], [6]])
        if luck.happens(30):
            tables["uniform"] = self.option("uniform", "when-possible", ["when-possible", "fours-first"])
        if luck.happens(20):
            tables["dummy"] = luck.choice([True, "threes"])
        shape = luck.choice(SHAPES)
        if shape is by_knock_out:  # one size alone fits hardly any number
            tables["sizes"] = sizes = luck.choice([[4, 5], [5, 4]])
        stages = shape(self)
        rounds = stages[0].get("rounds", 1)
        standings: dict[str, Any] = {"ties": luck.sample(TIES, 1 + luck.below(3)), "scope": "all"}
        standings["absences"] = luck.choice(["zero", "none"])
        if isinstance(rounds, int) and rounds > 1:
            if luck.happens(50):
                standings |= luck.choice([{"best": rounds - 1}, {"drop": 1}])
                stages[1:] = [{**each, "summed": False} for each in stages[1:]]
            if luck.happens(30):
                standings["games"] = 1 + luck.below(2)
        if luck.happens(30) and shape is by_ranks and 4 in sizes and 5 in sizes:
            tables |= {"by_number": {"11": [5, 5, "bye"]}, "bye": 3}
        data: dict[str, Any] = {
            **{"id": "caso", "title": "Caso", "about": "A caso", "about_en": "At random"},
            **{"rulebook": rulebook, "formula": formula, "tables": tables, "standings": standings},
            **{"gates": {"judge": "warn", "signatures": "warn"}, "stage": stages},
        }
        if luck.happens(20):
            data["wishes"] = [{"kind": luck.choice(["club", "opponents", "winners"])}]
        if self.options:
            data["option"] = self.options
        return OwnFormat(tomli_w.dumps(data), self.chosen, formula, rulebook)

    def option(self, name: str, default: Any, choices: list[Any]) -> str:
        """A value left to the organiser, who sometimes chooses another."""
        self.options[name] = {"default": default, "choices": choices, "about": "-", "about_en": "-"}
        if self.luck.happens(50):
            self.chosen[name] = self.luck.choice(choices)
        return f"@{name}"

    def stage(self, id: str, **keys: Any) -> dict[str, Any]:
        """A stage with its seating."""
        seating = self.luck.choice(["random", "wishes", "standing", "greek", "quarters"])
        return {"id": id, "title": id.capitalize(), "seating": seating, **keys}

    def first(self, rounds: int | None = None) -> dict[str, Any]:
        """The stage that everybody plays."""
        found = self.stage("turni", rounds=rounds or 1 + self.luck.below(4))
        if not rounds and self.luck.happens(10):
            found["seating"] = "planned"
        if self.luck.happens(40):
            found["rollcall"] = "each-round"
        return found

    def final(self, *enters: dict[str, Any], **keys: Any) -> dict[str, Any]:
        """The last stage."""
        found = self.stage("finale", enters=list(enters), decides=1, **keys)
        return {**found, "summed": False} if self.luck.happens(60) else found

    def recall(self, rounds: int) -> dict[str, Any]:
        """Somebody recalled by the best single result."""
        luck, found = self.luck, {"who": "recalled", "count": self.luck.choice([0, 1, 2])}
        if luck.happens(40):
            found["ranks"] = luck.choice([[1, 0], [5, 0], [3, 9]])
        if luck.happens(30):
            found["place"] = 1 + luck.below(3)
        if luck.happens(30):
            found["games"] = 1 + luck.below(rounds)
        return found

    def ranks(self, first: int, last: int, rounds: int) -> dict[str, Any]:
        """Ranks of the standings, perhaps with a number of games."""
        games = {"games": 1 + self.luck.below(rounds)} if self.luck.happens(40) else {}
        return {"who": "ranks", "ranks": [first, last], **games}


def by_ranks(writer: FormatWriter) -> list[dict[str, Any]]:
    """The first of the standings play a final, perhaps after others and with a small final before it."""
    luck, first = writer.luck, writer.first()
    found, rounds = [first], first["rounds"]
    if luck.happens(30):
        found.append(writer.stage("altri", enters=[{"who": "everybody"}], rounds=1 + luck.below(2)))
    if luck.happens(30):
        found.append(
            writer.stage(
                "finalina",
                enters=[writer.ranks(writer.size + 1, 2 * writer.size, rounds)],
                decides=writer.size + 1,
                when=writer.option("finalina", True, [True, False]),
            )
        )
    if len(found) > 1 or luck.happens(70):
        found.append(writer.final(writer.ranks(1, writer.size, rounds)))
        if found[-2]["id"] != "finalina" and luck.happens(30):
            small = writer.ranks(writer.size + 1, 2 * writer.size, rounds)
            keys = {"decides": writer.size + 1, "summed": found[-1].get("summed", True)}
            found.append(writer.stage("finalina", enters=[small], beside=True, **keys))
    return found


def by_semifinals(writer: FormatWriter) -> list[dict[str, Any]]:
    """Ranks and perhaps a recall play semifinals, whose winners and perhaps others meet in a final."""
    luck, first = writer.luck, writer.first()
    rounds, tables = first["rounds"], luck.choice([2, 3, 4])
    enters = [writer.ranks(1, tables * writer.size - luck.below(3), rounds)]
    if luck.happens(50):
        enters.append(writer.recall(rounds))
    semi = writer.stage("semifinali", enters=enters, summed=luck.happens(50))
    if luck.happens(50):
        semi["tables"] = [tables, tables]
    last: list[dict[str, Any]] = [{"who": "winners", "each": 1 + (tables == 2 and luck.happens(70))}]
    if luck.happens(60):
        last.append({"who": luck.choice(["best-losers", "recalled"]), "count": luck.choice([0, 1])})
    found = [first, semi]
    if luck.happens(30):
        enters = [{"who": "everybody"} if luck.happens(50) else writer.ranks(1, 4 * writer.size, rounds)]
        keys = {"rounds": 1 + luck.below(2), "summed": semi["summed"]}
        found.append(writer.stage("consolazione", enters=enters, beside=True, **keys))
    elif luck.happens(30):
        small = {"who": "losers", "each": last[0]["each"]}
        keys = {"enters": [{"who": "best-losers", "count": writer.size}] if luck.happens(60) else [small]}
        found.append(writer.stage("finalina", **keys, decides=5, summed=False, tables=[1, 2]))
        last = [{**each, "stage": "semifinali"} for each in last if each["who"] != "recalled"]
    return [*found, writer.final(*last)]


def by_layouts(writer: FormatWriter) -> list[dict[str, Any]]:
    """Semifinals that depend on the number of players, with direct finalists or parallel groups."""
    luck, first = writer.luck, writer.first()
    rounds, size = first["rounds"], writer.size
    layouts, groups, most = [], 1 + luck.happens(25), 0
    for tables in (4, 3, 2):
        direct = 0 if groups > 1 else luck.choice([0, 0, 1, 2])
        count = tables * groups * size
        least = max(count + direct, 18 if tables == 4 else 0)
        if tables != 2 and luck.happens(25):
            continue
        layout = {
            **{"players": [least, most], "counts": luck.choice(["entered", "ranked", "completed"])},
            **{"tables": tables, "groups": groups, "direct": direct},
            "enters": [writer.ranks(direct + 1, direct + count, rounds)],
        }
        if luck.happens(30):
            layout["games"] = 1 + luck.below(rounds)
        if direct and luck.happens(40):
            layout["direct_games"] = luck.below(rounds + 1)
        if luck.happens(20):
            layout["enters"] = [writer.ranks(direct + 1, direct + count - 1, rounds), writer.recall(rounds)]
        layouts.append(layout)
        most = least - 1
    if groups == 1:
        layouts.append({"players": [size, most], "counts": "entered", "direct": size, "enters": []})
    semi = writer.stage("semifinali", layouts=layouts, summed=luck.happens(50))
    enters: list[dict[str, Any]] = [{"who": "winners", "each": luck.choice([1, 1, 2])}]
    if groups == 1:
        enters.insert(0, {"who": "direct"})
        if luck.happens(40):
            enters.append({"who": luck.choice(["best-losers", "recalled"]), "count": 0})
    return [first, semi, writer.final(*enters)]


def by_parted_ranks(writer: FormatWriter) -> list[dict[str, Any]]:
    """The first ranks are named by the final itself, those below by semifinals that may be left out."""
    luck, first = writer.luck, writer.first()
    rounds, tables, named = first["rounds"], 1 + luck.below(3), 1 + luck.below(3)
    last = named + tables * writer.size
    enters = [writer.ranks(named + 1, last, rounds)]
    semi = writer.stage("semifinali", summed=luck.happens(50))
    if luck.happens(50):
        semi["layouts"] = [
            {
                **{"players": [last + luck.below(6), 0], "tables": tables, "enters": enters},
                "counts": luck.choice(["entered", "ranked", "completed"]),
            },
            {"players": [1, 0], "counts": "entered", "enters": []},
        ]
    else:
        semi["enters"] = enters
    fill = {"who": luck.choice(["best-losers", "recalled"]), "count": 0}
    return [first, semi, writer.final(writer.ranks(1, named, rounds), {"who": "winners"}, fill)]


def by_winners_in_layouts(writer: FormatWriter) -> list[dict[str, Any]]:
    """Winners of the last round play on, in as many ways as there are players."""
    luck = writer.luck
    enters = [{"who": "winners"}, {"who": "best-losers", "count": luck.choice([0, 0, 2])}]
    layouts = [
        {"players": [17, 0], "counts": luck.choice(["entered", "ranked"]), "tables": 2, "enters": enters},
        {"players": [1, 0], "counts": "entered", "tables": 1, "enters": enters},
    ]
    semi = writer.stage("semifinali", layouts=layouts, pick=writer.option("pick", "auto", ["auto", 1, 2]))
    each = {"who": "winners", "each": 2}
    return [writer.first(), semi, writer.final(each, {"who": "best-losers", "count": 0})]


def by_knock_out(writer: FormatWriter) -> list[dict[str, Any]]:
    """Winners go on; losers perhaps have a second chance."""
    luck = writer.luck
    found = [{**writer.first(1), "rollcall": "once"}]
    if luck.happens(50):
        found.append(writer.stage("seconda", enters=[{"who": "losers"}]))
        enters = [{"who": "winners", "stage": "turni"}, {"who": "winners"}]
        found.append(writer.stage("semifinali", enters=enters))
    else:
        found.append(writer.stage("semifinali", enters=[{"who": "winners", "each": 2}]))
    if luck.happens(40):
        found[-1]["sizes"] = luck.choice([[4, 5], [5, 4]])
    return [*found, writer.final({"who": "winners", "each": luck.choice([1, 2])})]


def until_one_table(writer: FormatWriter) -> list[dict[str, Any]]:
    """Winners play on until one table is left."""
    found = {**writer.first(1), "rounds": "until-one-table", "rollcall": "once"}
    return [found, writer.final({"who": "winners"}, {"who": "best-losers", "count": 0})]


SHAPES: list[Callable[[FormatWriter], list[dict[str, Any]]]] = [
    *(by_ranks, by_ranks, by_semifinals, by_semifinals, by_semifinals),
    *(
        by_layouts,
        by_layouts,
        by_layouts,
        by_parted_ranks,
        by_winners_in_layouts,
        by_knock_out,
        until_one_table,
    ),
]


@cache
def own_format(seed: int) -> OwnFormat:
    """The random format of this seed."""
    return FormatWriter(SeededChoices(f"formato {seed}")).written()


def played_by_own_format(seed: int) -> RandomEvent:
    """An event by the random format of this seed, played to its published standings."""
    own, luck = own_format(seed), SeededChoices(f"torneo {seed}")
    texts = own.texts
    event = RandomEvent(setup_of(texts, own.options, {}), luck)
    pins = {kind: Pinned(id, id) for kind, id in texts.ids.items()}
    settings = Settings(name=f"caso {seed}", options=own.options, **pins)  # type: ignore[arg-type]
    begin(event, settings, 8 + luck.below(28))
    for _ in range(MOST_STEPS):
        step = next_step(event.tournament)
        if step == "done":
            return event
        if step == "draw":
            _draw(event)
        elif step == "cut":
            _cut(event)
        else:
            STEPS[step](event)
        if luck.happens(4) and step in ("record", "rollcall", "close", "cut"):
            event.undo()
        if luck.happens(30) and event.tournament.rounds:
            _mishap(event)
    raise DeadEnd(f"not over after {MOST_STEPS} steps, at {next_step(event.tournament)}")


def _draw(event: RandomEvent) -> None:
    """Draw; a number that cannot be seated is changed by what the desk offers."""
    for way in _ways_on(event):
        try:
            way()
            event.ask(DrawRound(f"seme-{event.luck.below(10**6)}"))
        except Refusal:
            continue
        else:
            return
    raise DeadEnd("no tables, whatever the desk does")


def _cut(event: RandomEvent) -> None:
    """Cut; by hand where nobody qualifies."""
    try:
        STEPS["cut"](event)
    except NotAllowed as refused:
        if refused.code != "nobody_qualifies":
            raise
        people = tuple(each.person for each in event.tournament.playing)
        for count in range(4, len(people) + 1):
            with suppress(NoTables):
                return event.ask(CutByHand(people[:count], reason="x"))
        raise DeadEnd("nobody qualifies, and no choice by hand is accepted") from refused


def _ways_on(event: RandomEvent) -> Iterator[Callable[[], None]]:
    """Ways to a number of players that can be seated, the gentlest first."""
    now = event.tournament
    yield lambda: None
    away = [each.person for each in now.members if not each.is_present]
    yield from (partial(event.ask, CallRoll(present=(who,))) for who in away)
    if not now.cuts:
        yield from [partial(late_entry, event)] * 30
        return
    if len(now.rounds) == now.last_cuts[0].after_round:
        yield partial(event.ask, CutStage("di nuovo"))
        able = [each.person for each in now.playing]
        groups = {each.person: each.group for each in now.last_cuts[0].qualified}
        for table in now.rounds[-1].tables.values():  # then whoever sat at the tables of their group
            groups |= {who: table.seated.group for who in table.people if who in able and who not in groups}
        for size in (5, 4, 3):  # as many of each group
            by_group = [[who for who in groups if groups[who] == each] for each in {*groups.values()}]
            people = tuple(who for group in by_group for who in group[:size])
            yield partial(event.ask, CutByHand(people, reason="x"))
        for count in range(3, len(able) + 1):
            yield partial(event.ask, CutByHand(tuple(able[:count]), reason="x"))
        return
    for each in now.members[:2]:  # somebody sits out
        yield partial(event.ask, CallRoll(absent=(each.person,)))


def _mishap(event: RandomEvent) -> None:
    """One incident at random; a refused one is skipped."""
    try:
        if made := event.luck.choice(MISHAPS)(event):
            event.ask(made)
    except Refusal:
        return


def _leaves(event: RandomEvent) -> TournamentCommand | None:
    now, luck = event.tournament, event.luck
    if len(now.playing) <= FEWEST or now.open_round:
        return None
    cut = now.cut
    if cut and luck.happens(60):  # whoever qualified is missed more than others
        who = luck.choice([each.person for each in (*cut.qualified, *cut.direct)])
    else:
        who = luck.choice(now.playing).person
    return DisqualifyPlayer(who, "x") if luck.happens(15) else WithdrawPlayer(who)


def _substitute(event: RandomEvent) -> TournamentCommand:
    now, luck = event.tournament, event.luck
    new = event.newcomer()
    entry = new if luck.happens(60) else type(new)(luck.choice(now.playing).person)
    return SubstitutePlayer(luck.choice(now.playing).person, entry, "oggi")


def _arrival(event: RandomEvent) -> None:
    now = event.tournament
    if not now.cuts and not now.open_round:
        late_entry(event)


def _at_tables(event: RandomEvent) -> TournamentCommand:
    seated = list(event.tournament.entrants)
    if event.luck.happens(50):
        return RedrawRound("un arrivo", "segreto")
    return SwapPlayers(event.luck.choice(seated), event.luck.choice(seated), "x")


def _result(event: RandomEvent) -> TournamentCommand | None:
    now, luck = event.tournament, event.luck
    settled = [
        (each, table)
        for each in now.rounds
        for table in each.tables.values()
        if table.result and not table.is_void and table.seated.kind == "table"
    ]
    if not settled or (now.cuts and not luck.happens(20)):
        return None
    played, table = luck.choice(settled)
    match luck.below(3):
        case 0 if played == now.rounds[-1]:
            seats = sheet(event, table)
            return CorrectResult(round=played.number, table=table.number, seats=seats, reason="svista")
        case 1:
            return VoidGame(played.number, table.number, "x")
    who = luck.choice(table.people)
    return GivePenalty(person=who, target="result", points=3, round=played.number, reason="x")


def _penalty(event: RandomEvent) -> TournamentCommand:
    who = event.luck.choice(list(event.tournament.entrants))
    return GivePenalty(person=who, target="total", points=event.luck.choice([1, "2.5", 7]), reason="x")


def _by_hand(event: RandomEvent) -> TournamentCommand | None:
    now, luck = event.tournament, event.luck
    cut = now.cut
    if not cut or cut.after_round != len(now.rounds) or luck.happens(70):
        return None
    out = luck.choice(cut.qualified).person
    others = [each.person for each in now.playing if each.person not in {q.person for q in cut.qualified}]
    others = [who for who in others if who not in {q.person for q in cut.direct}]
    stay = [each.person for each in cut.qualified if each.person != out]
    return (
        CutByHand((*stay, luck.choice(others)), tuple(q.person for q in cut.direct), "x") if others else None
    )


MISHAPS: list[Callable[[RandomEvent], TournamentCommand | None]] = [
    *(_leaves, _leaves, _leaves, _substitute, _arrival, _at_tables, _result, _result, _penalty, _by_hand)
]
