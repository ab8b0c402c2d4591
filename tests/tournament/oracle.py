"""A second computation of a tournament, from the rows of its log: it shares no code with the product.

It knows what was recorded last at each table, adds up what the clauses say, and gives everybody's total and
the winners; places and scores of a table come from the oracle of formulas.
"""

import json
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from tests.scoring.oracle import scored
from tests.scoring.oracle_table import Seat

Place = tuple[int, int]
"""Round and table."""


@dataclass(frozen=True)
class Rules:
    """What the format says, its options at their defaults, and how a table is scored."""

    text: str
    formula: str
    book: str
    score: int
    """The column of the formula that people call the score."""
    columns: int = 1
    chosen: Mapping[str, Any] = field(default_factory=dict)
    """Options that the organiser chose."""

    @cached_property
    def shape(self) -> Any:
        """The file itself."""
        return tomllib.loads(self.text)

    @cached_property
    def filled(self) -> Any:
        """The file with its options filled in."""
        return self._filled(self.shape)

    def _filled(self, of: Any) -> Any:
        if isinstance(of, dict):
            return {key: self._filled(each) for key, each in of.items()}
        return [self._filled(each) for each in of] if isinstance(of, list) else self.value(of)

    def value(self, of: Any) -> Any:
        """What stands there, an option by its choice or default."""
        is_option = isinstance(of, str) and of.startswith("@")
        return self.chosen.get(of[1:], self.shape["option"][of[1:]]["default"]) if is_option else of

    @cached_property
    def summed(self) -> dict[str, int]:
        """Stages whose results are added up, and how many rounds they have."""
        stages = [each for each in self.shape["stage"] if self.value(each.get("when", True))]
        return {
            each["id"]: self.value(each.get("rounds", 1))
            for each in stages
            if self.value(each.get("summed", True))
        }

    @cached_property
    def best(self) -> int | None:
        """How many results count."""
        said = self.shape.get("standings", {})
        drop = self.value(said.get("drop", 0))
        if drop:
            return sum(self.summed.values()) - int(drop)
        return self.value(said.get("best", 0)) or None


@dataclass
class Facts:
    """What the log says."""

    people: list[str] = field(default_factory=list)
    drawn: dict[int, Any] = field(default_factory=dict)
    sheets: dict[Place, Any] = field(default_factory=dict)
    void: set[Place] = field(default_factory=set)
    moved: set[str] = field(default_factory=set)
    """Those whom a judge put further down, whatever they won."""
    lost: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    lost_on_result: dict[tuple[str, int], Fraction] = field(default_factory=lambda: defaultdict(Fraction))


@dataclass(frozen=True)
class Again:
    """A tournament computed again."""

    totals: Mapping[str, Fraction]
    winners: set[str]
    games: Mapping[str, int]


def facts_of(rows: Iterable[tuple[str, str, str]]) -> Facts:
    """The facts in rows of kind, payload and action, without what was undone."""
    listed = [(kind, json.loads(payload), action) for kind, payload, action in rows]
    undone = {data["action"] for kind, data, _ in listed if kind == "action-undone"}
    facts = Facts()
    for kind, data, action in listed:
        if action not in undone:
            take(facts, kind, data)
    return facts


def take(facts: Facts, kind: str, data: Any) -> None:
    """One more event of a log."""
    at = (data.get("round"), data.get("table"))
    if kind == "entrant-entered":
        facts.people.append(data["person"])
    elif kind == "round-drawn":
        facts.drawn[data["round"]] = data
    elif kind == "seats-changed":
        facts.drawn[data["round"]] = _rearranged(facts.drawn[data["round"]], data)
    elif kind in ("result-recorded", "result-corrected"):
        facts.sheets[at] = data["seats"]
        facts.void.discard(at)
    elif kind == "game-voided":
        facts.void.add(at)
    elif kind == "player-disqualified" or data.get("places"):
        facts.moved.add(data["person"])
    elif kind == "penalty-given" and data["target"] == "result":
        facts.lost_on_result[data["person"], data["round"]] += Fraction(data["points"])
    elif kind == "penalty-given":
        facts.lost[data["person"]] += Fraction(data["points"])


def _rearranged(drawn: Any, change: Any) -> Any:
    """A round whose tables were changed by hand: whoever has a seat no longer is missing, and the reverse."""
    tables = {each["number"]: each for each in (*drawn["tables"], *change["tables"])}
    kept = [each for number, each in sorted(tables.items()) if number not in change["removed"]]
    seated = {who for each in kept for who in each["seats"]}
    before = (who for each in drawn["tables"] for who in each["seats"])
    missing = [who for who in (*drawn["missing"], *before) if who not in seated]
    return {**drawn, "tables": kept, "missing": missing}


def again(rows: Iterable[tuple[str, str, str]], rules: Rules) -> Again:
    """The tournament in these rows, computed by these rules."""
    facts = facts_of(rows)
    results: dict[str, dict[int, Fraction]] = {who: {} for who in facts.people}
    games, absent = dict.fromkeys(facts.people, 0), set()
    winners: set[str] = set()
    summed = rules.summed
    for number, data in facts.drawn.items():
        counts = data["stage"] in summed
        for table in data["tables"]:
            at = (number, table["number"])
            for who, place, score in [] if at in facts.void else _table(table, facts.sheets.get(at), rules):
                if counts:
                    results[who][number] = score
                    games[who] += table["kind"] != "bye"
                if table["decides"] == 1 and place == 1 and number == max(facts.drawn):
                    winners.add(who)
        absent |= {(who, number) for who in data["missing"] if counts}
    _copy_void(facts, rules, results)
    if rules.shape.get("standings", {}).get("absences", "zero") == "zero":
        for who, number in absent:
            results[who].setdefault(number, Fraction(0))
    for (who, number), points in facts.lost_on_result.items():
        if number in results[who]:
            results[who][number] -= points
    totals = {
        who: sum(sorted(got.values(), reverse=True)[: rules.best], Fraction(0)) - facts.lost[who]
        for who, got in results.items()
    }
    # Whoever a judge moved down has not won, and who has is a matter of ranks.
    return Again(totals, set() if facts.moved else winners, games)


def _copy_void(facts: Facts, rules: Rules, results: dict[str, dict[int, Fraction]]) -> None:
    """004-B23c, d: the score of the next game played, else of the last."""
    if rules.shape.get("void") != "next-round":
        return
    byes = {
        (table["seats"][0], number)
        for number, data in facts.drawn.items()
        for table in data["tables"]
        if table["kind"] == "bye"
    }
    played = {
        who: {n: score for n, score in got.items() if (who, n) not in byes} for who, got in results.items()
    }
    for number, table in facts.void:
        [seats] = [each["seats"] for each in facts.drawn[number]["tables"] if each["number"] == table]
        for who in seats:
            later = sorted(n for n in played[who] if n > number)
            earlier = sorted(n for n in played[who] if n < number)
            if later or earlier:
                results[who][number] = played[who][later[0] if later else earlier[-1]]


def _table(table: Any, seats: Any, rules: Rules) -> list[tuple[str, int, Fraction]]:
    """Who, where, and with how many tournament points."""
    return [(who, place, key[rules.score]) for who, place, key, _ in keys_at(table, seats, rules)]


def keys_at(table: Any, seats: Any, rules: Rules) -> list[tuple[str, int, tuple[Fraction, ...], bool]]:
    """Who, where, with which columns of the formula, and whether by a RisiKo!."""
    if table["kind"] == "bye":
        return [(table["seats"][0], 0, _plain(Fraction(table["award"]), rules), False)]
    if table["kind"] == "duel":
        given = {1: 31, 2: 15}  # 004-S10e
        places = {s["person"]: s["cells"]["place"] for s in seats}
        return [(who, at, _plain(Fraction(given[at]), rules), False) for who, at in places.items()]
    found = [
        Seat(
            Fraction(str(seat["cells"].get("points", 0))),
            bool(seat["cells"].get("objective", False)),
            seat["cells"].get("eliminated"),
            cells=defaultdict(int),
        )
        for seat in seats
    ]
    placed = scored(rules.formula, rules.book, found, {})
    return [
        (seat["person"], place, tuple(map(Fraction, key)), bool(seat["cells"].get("objective")))
        for seat, (place, key) in zip(seats, placed, strict=True)
    ]


def _plain(score: Fraction, rules: Rules) -> tuple[Fraction, ...]:
    return tuple(
        score if at == rules.score else Fraction(0) for at in range(max(rules.columns, rules.score + 1))
    )
