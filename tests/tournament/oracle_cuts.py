"""A second computation of ranks, cuts and table sizes, from the rows of a log and the text of its format.

It follows docs/formats.md and shares no code with the product: sizes and plans are found by trying all.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from tests.tournament.oracle import Facts, Rules, keys_at, take

Key = tuple[Fraction, ...]
DEAD = -3
"""Three players and a dead seat, where sizes of tables are listed."""


@dataclass(frozen=True)
class Got:
    """One result of a player."""

    round: int
    key: Key
    place: int = 0
    sharing: int = 1
    objective: bool = False
    is_game: bool = True


@dataclass(frozen=True)
class Going:
    """Whom a cut lets go on: each with the parallel group, and who waits for the stage after."""

    stage: str
    people: Mapping[str, int]
    direct: frozenset[str]
    tables: int


@dataclass
class Log:
    """The facts of a log up to a moment, with those that cuts need."""

    rules: Rules
    facts: Facts = field(default_factory=Facts)
    numbers: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    disqualified: set[str] = field(default_factory=set)
    cuts: list[Any] = field(default_factory=list)
    lots: dict[str, dict[str, int]] = field(default_factory=dict)

    def add(self, kind: str, data: Any) -> None:
        """One more event."""
        take(self.facts, kind, data)
        match kind:
            case "entrant-entered":
                self.numbers[data["person"]] = data["number"]
            case "entrant-removed":
                del self.numbers[data["person"]]
            case "player-withdrawn":
                self.gone.add(data["person"])
            case "player-disqualified":
                self.gone.add(data["person"])
                self.disqualified.add(data["person"])
            case "player-substituted":
                self.gone.add(data["person"])
                for each in (each for cut in self.together for each in (*cut["qualified"], *cut["direct"])):
                    each["person"] = data["by"] if each["person"] == data["person"] else each["person"]
            case "lots-drawn":
                self.lots[data["draw"]] = dict(zip(data["people"], data["lots"], strict=True))
            case "stage-cut":
                if not self.is_beside(data["stage"]):
                    self.cuts = self.followed
                self.cuts.append({**data, "after": len(self.facts.drawn)})

    def is_beside(self, stage: str) -> bool:
        """Whether a stage is played together with the one before it."""
        return any(each["id"] == stage and each.get("beside") for each in self.rules.filled["stage"])

    @property
    def together(self) -> list[Any]:
        """The last cut, with those into stages beside it."""
        return [each for each in self.cuts if each["after"] == self.cuts[-1]["after"]]

    @property
    def followed(self) -> list[Any]:
        """The cuts that a round followed."""
        return [each for each in self.cuts if each["after"] < len(self.facts.drawn)]

    def now(self) -> "Moment":
        """What can be computed at this moment; a cut that no round followed is left out."""
        return Moment(self, self.followed)


@dataclass
class Moment:
    """Standings and cut at one moment of a log."""

    log: Log
    cuts: list[Any]

    @cached_property
    def stages(self) -> list[Any]:
        """The stages that are played, their options filled in."""
        filled = self.log.rules.filled
        return [each for each in filled["stage"] if each.get("when", True)]

    @property
    def made(self) -> Any:
        """The cut into the stage that was played last."""
        return next((each for each in reversed(self.cuts) if not self.log.is_beside(each["stage"])), None)

    @property
    def stage(self) -> Any:
        """The stage that was played last; whatever is beside it is not meant."""
        wanted = self.made["stage"] if self.made else self.stages[0]["id"]
        return next(each for each in self.stages if each["id"] == wanted)

    @cached_property
    def results(self) -> dict[str, list[Got]]:
        """All results of everybody who has one or was missed, in every round."""
        facts, said = self.log.facts, self.log.rules.filled.get("standings", {})
        found: dict[str, list[Got]] = {}
        for number, data in facts.drawn.items():
            for table in data["tables"]:
                at = (number, table["number"])
                if at in facts.void:
                    for who in table["seats"]:
                        found.setdefault(who, [])
                    continue
                if at not in facts.sheets and table["kind"] != "bye":
                    continue
                rows = keys_at(table, facts.sheets.get(at), self.log.rules)
                places = [place for _, place, _, _ in rows]
                for who, place, key, objective in rows:
                    got = Got(number, key, place, places.count(place), objective, table["kind"] != "bye")
                    found.setdefault(who, []).append(got)
            missing = [who for who in data["missing"] if self.is_summed(number) and who in self.log.numbers]
            for who in missing:
                own = found.setdefault(who, [])
                if said.get("absences", "zero") == "zero":
                    own.append(Got(number, (Fraction(0),) * self.log.rules.columns, is_game=False))
        column = self.log.rules.score
        for (who, number), points in facts.lost_on_result.items():
            found[who] = [
                Got(**{**vars(got), "key": _less(got.key, column, points)}) if got.round == number else got
                for got in found.get(who, [])
            ]
        return found

    def is_summed(self, number: int) -> bool:
        """Whether a round counts for the totals."""
        id = self.log.facts.drawn[number]["stage"]
        return bool(next(each for each in self.stages if each["id"] == id).get("summed", True))

    @cached_property
    def _summed(self) -> dict[str, list[Got]]:
        rounds = {number for number in self.log.facts.drawn if self.is_summed(number)}
        return {who: [got for got in each if got.round in rounds] for who, each in self.results.items()}

    def summed(self, who: str) -> list[Got]:
        """A player's results that are added up."""
        return self._summed[who]

    def total(self, who: str, *, best: bool = True) -> Key:
        """A player's total."""
        got = sorted((each.key for each in self.summed(who)), reverse=True)
        counted = got[: self.log.rules.best] if best else got
        added = tuple(sum(column, Fraction(0)) for column in zip(*counted, strict=True))
        added = added or (Fraction(0),) * self.log.rules.columns
        return _less(added, self.log.rules.score, self.log.facts.lost[who])

    def games(self, who: str) -> int:
        """How many games a player has that count."""
        return len([1 for got in self.summed(who) if got.is_game])

    @cached_property
    def rounds(self) -> int:
        """Rounds so far of which there is a sheet."""
        return len({n for n, _ in self.log.facts.sheets if self.is_summed(n)})

    @cached_property
    def decided(self) -> dict[str, tuple[int, int]]:
        """Who sat at a final: its rank, and the place there."""
        found: dict[str, tuple[int, int]] = {}
        for number, data in self.log.facts.drawn.items():
            for table in data["tables"]:
                at = (number, table["number"])
                if table["decides"] and at in self.log.facts.sheets and at not in self.log.facts.void:
                    for who, place, _, _ in keys_at(table, self.log.facts.sheets[at], self.log.rules):
                        found[who] = (table["decides"], place)
        return found

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The rank of everybody who has one; whoever was disqualified comes last."""
        needed = min(self.log.rules.filled.get("standings", {}).get("games", 0), self.rounds)
        others = [who for who in self.results if who not in self.decided and self.games(who) >= needed]
        lines: list[list[str]] = []
        totals = {who: self.total(who) for who in others}
        for total in sorted({*totals.values()}, reverse=True):
            lines += self._parted([who for who in others if totals[who] == total], self._criteria, ())
        finals = [
            [who for who, got in self.decided.items() if got == each]
            for each in sorted(set(self.decided.values()))
        ]
        above = min((decides for decides, _ in self.decided.values()), default=1) - 1
        while above > 0 and lines:  # ranks before those of a small final are still open
            above -= len(lines[0])
            finals.insert(len(finals) - len(set(self.decided.values())), lines.pop(0))
        found: dict[str, int] = {}
        rest = [*finals, *lines]
        kept = [[who for who in line if who not in self.log.disqualified] for line in rest]
        last = [who for line in rest for who in line if who in self.log.disqualified]
        for line in [*kept, last]:
            found |= dict.fromkeys(line, len(found) + 1)
        return found

    @property
    def _criteria(self) -> list[str]:
        return [*self.log.rules.filled["standings"]["ties"], "lot"]

    def _parted(self, tied: list[str], criteria: Sequence[str], done: tuple[str, ...]) -> list[list[str]]:
        """Players with one total, told apart as far as can be."""
        if len(tied) == 1 or not criteria:
            return [tied]
        first, *rest = criteria
        if first == "lot":
            draws = (d for d, lots in self.log.lots.items() if d not in done and {*tied} <= {*lots})
            draw = next(draws, None)
            if draw is None:
                return [tied]
            worth = {who: [Fraction(self.log.lots[draw][who])] for who in tied}
            rest, done = [first], (*done, draw)
        else:
            worth = {who: self._worth(first, who) for who in tied}
        longest = max(map(len, worth.values()))
        padded = {who: (*each, *[Fraction(0)] * (longest - len(each))) for who, each in worth.items()}
        return [
            part
            for value in sorted({*padded.values()}, reverse=True)
            for part in self._parted([who for who in tied if padded[who] == value], rest, done)
        ]

    def _worth(self, criterion: str, who: str) -> list[Fraction]:
        """What a criterion compares, in all games."""
        got = self.summed(who)
        best = sorted((each.key for each in got), reverse=True)
        match criterion:
            case "wins":
                return [_times(1, got)]
            case "seconds":
                return [_times(2, got)]
            case "better-places":
                return [_times(place, got) for place in range(1, 7)]
            case "objectives":
                return [Fraction(len([1 for each in got if each.objective]))]
            case "best-result":
                return list(best[0]) if best else []
            case "next-best-results":
                return [number for key in best for number in key]
            case "total-of-all":
                return list(self.total(who, best=False))
        raise AssertionError(criterion)

    def plays(self, who: str) -> bool:
        """Whether somebody is still in."""
        return who in self.log.numbers and who not in self.log.gone

    @cached_property
    def order(self) -> list[str]:
        """Those who still play and are ranked, best first."""
        able = [who for who in self.ranks if self.plays(who)]
        return sorted(able, key=lambda who: (self.ranks[who], self.log.numbers[who]))

    def with_games(self, games: int) -> list[str]:
        """Of these, whoever has so many games."""
        return [who for who in self.order if self.games(who) >= min(games, self.rounds)]

    # The cut

    @cached_property
    def following(self) -> Any:
        """The stage after this one."""
        return self._after(self.stage)

    def _after(self, stage: Any) -> Any:
        later = self.stages[self.stages.index(stage) + 1 :]
        return next(each for each in later if not each.get("beside") and not self._is_left_out(each))

    def _is_left_out(self, stage: Any) -> bool:
        """Whether its layout has neither players nor anybody who skips it."""
        layout = self._layout(stage)
        return layout is not None and not layout["enters"] and not layout.get("direct", 0)

    def beside(self, id: str, elsewhere: set[str]) -> Going:
        """Who enters a stage beside others."""
        stage = next(each for each in self.stages if each["id"] == id)
        return Going(id, self._entering(_enters(stage), stage, elsewhere), frozenset(), 0)

    def cut(self) -> Going:
        """Who goes on now, by the rules alone."""
        stage, after = self.stage, self.following
        if stage.get("rounds") == "until-one-table":
            sizes = self._sizes(stage)
            to_stage = self._entering(after["enters"], stage, ())
            if len(to_stage) > max(sizes):
                return Going(stage["id"], to_stage, frozenset(), 0)
            return Going(after["id"], self._entering(after["enters"], after, ()), frozenset(), 0)
        layout = self._layout(after)
        if layout is None:
            return Going(after["id"], self._entering(_enters(after), after, ()), frozenset(), 0)
        direct = self.with_games(_direct_games(layout))[: layout.get("direct", 0)]
        people = self._entering(_enters_of(layout), after, direct, layout)
        if not people and direct:
            return Going(self._after(after)["id"], dict.fromkeys(direct, 1), frozenset(), 0)
        groups = layout.get("groups", 1)
        if groups > 1:
            people = {who: at % groups + 1 for at, who in enumerate(people)}
        return Going(after["id"], people, frozenset(direct), layout.get("tables", 0))

    def _layout(self, stage: Any) -> Any:
        """The first layout that fits and that enough can play; else by how many can play; else the last."""
        layouts = stage.get("layouts", [])
        if (picked := stage.get("pick", "auto")) != "auto":
            return next(each for each in layouts if each.get("tables", 0) == picked)
        counted = {
            "entered": len(self.log.numbers),
            "ranked": len([1 for who in self.ranks if self.games(who) >= min(1, self._all_rounds)]),
            "completed": len([1 for who in self.ranks if self.games(who) >= self._all_rounds]),
        }
        for by_able in (False, True):
            for layout in layouts:
                able = len(self.with_games(_games(layout)))
                number = able if by_able else counted[layout.get("counts", "completed")]
                least, most = layout.get("players", [1, 0])
                seats = layout.get("direct", 0) + 3 * layout.get("tables", 0) * layout.get("groups", 1)
                straight = self.with_games(_direct_games(layout))[: layout.get("direct", 0)]
                sitting = len({*straight, *self.with_games(_games(layout))})
                if least <= number and (most == 0 or number <= most) and sitting >= seats:
                    return layout
        return layouts[-1] if layouts else None

    @property
    def _all_rounds(self) -> int:
        return len([1 for number in self.log.facts.drawn if self.is_summed(number)])

    def _entering(
        self, enters: Any, target: Any, direct: Iterable[str], layout: Any = None
    ) -> dict[str, int]:
        """Everybody who enters, with the group, in the order of the sources."""
        taken = {*direct}
        lists: list[dict[str, int]] = []
        for source in enters:
            found = {who: group for who, group in self._named(source) if who not in taken}
            taken |= {*found}
            lists.append(found)
        for source, found in zip(enters, lists, strict=True):
            for who, group in self._replacing(source, taken):
                found[who] = group
                taken.add(who)
        for source, found in zip(enters, lists, strict=True):
            if source["who"] in ("best-losers", "recalled"):
                wanted = source.get("count", 0) or self._to_fill(target, sum(map(len, lists)), layout)
                able = self._recallable(source, taken | self._awaited(target))
                found.update({who: group for who, group, _ in able[:wanted]})
                taken |= {*found}
        return {who: group for each in lists for who, group in each.items()}

    def _named(self, source: Any) -> Iterator[tuple[str, int]]:
        match source["who"]:
            case "everybody":
                yield from ((who, 1) for who in self.log.numbers if self.plays(who))
            case "ranks":
                first, last = source["ranks"]
                yield from ((who, 1) for who in self._of_ranks(first, last, source.get("games", 0)))
            case "direct":
                waiting = self.made["direct"] if self.made else []
                yield from ((each["person"], each["group"]) for each in waiting if self.plays(each["person"]))
            case "winners":
                yield from self._winners(source)
            case "losers":
                won = {who for who, _ in self._winners(source)}
                won |= {who for who, _ in self._replacing({**source, "who": "winners"}, won)}
                yield from ((who, group) for who, group, _ in self._sat(source) if who not in won)

    def _of_ranks(self, first: int, last: int, games: int) -> list[str]:
        """From the first rank down, as many as there are ranks, with the games and not named above."""
        known = [(*each["ranks"], each.get("games", 0)) for each in self._all_ranks]
        better = [each for each in known if each[1] and each[1] < first]
        named = {who for each in better for who in self._of_ranks(*each)}
        able = [who for who in self.order[first - 1 :] if who in self.with_games(games) and who not in named]
        return able[: last - first + 1] if last else able

    @cached_property
    def _all_ranks(self) -> list[Any]:
        """What every stage says of ranks, also of those who skip it."""
        found = []
        for stage in self.stages:
            layout = self._layout(stage)
            found += _enters_of(layout) if layout else _enters(stage)
            if layout and layout.get("direct"):
                games = _direct_games(layout)
                found.append({"who": "ranks", "ranks": [1, layout["direct"]], "games": games})
        return [each for each in found if each["who"] == "ranks"]

    def _tables(self, source: Any) -> list[tuple[int, list[str]]]:
        """Groups and players still in, best first, of the tables of the stage's last round."""
        number, found = self._last_round(source), []
        for table in self._stages_tables(source, number) if number else ():
            at = (number, table["number"])
            known = at not in self.log.facts.void and at in self.log.facts.sheets
            rows = keys_at(table, self.log.facts.sheets[at], self.log.rules) if known else []
            in_order = [who for who, _, _, _ in sorted(rows, key=lambda row: row[1])]
            found.append((table["group"], [who for who in in_order if self.plays(who)]))
        return found

    def _stages_tables(self, source: Any, number: int) -> list[Any]:
        wanted, data = source.get("stage") or self._before, self.log.facts.drawn[number]
        return [each for each in data["tables"] if (each["stage"] or data["stage"]) == wanted]

    @cached_property
    def _before(self) -> str:
        """The stage before the next one, whether it was played or left out."""
        main = [each for each in self.stages if not each.get("beside")]
        at = main.index(self.stage)
        while at + 1 < len(main) and self._is_left_out(main[at + 1]):
            at += 1
        return str(main[at]["id"])

    def _last_round(self, source: Any) -> int:
        """The last round of a source's stage; 0 if it was not played."""
        rounds = (number for number in self.log.facts.drawn if self._stages_tables(source, number))
        return max(rounds, default=0)

    def _winners(self, source: Any) -> Iterator[tuple[str, int]]:
        for group, people in self._tables(source):
            yield from ((who, group) for who in people[: source.get("each", 1)])

    def _sat(self, source: Any) -> list[tuple[str, int, int]]:
        """Everybody who sat there and is still in, with group and place."""
        last = self._last_round(source)
        return [
            (who, group, next(got.place for got in self.results[who] if got.round == last))
            for group, people in self._tables(source)
            for who in people
        ]

    def _replacing(self, source: Any, taken: set[str]) -> list[tuple[str, int]]:
        """Who takes the places that nobody is left for: same group, then place, then rank."""
        empty: list[int] = []
        if source["who"] == "direct":
            waiting = self.made["direct"] if self.made else []
            empty = [each["group"] for each in waiting if not self.plays(each["person"])]
        elif source["who"] == "winners":
            for group, people in self._tables(source):
                empty += [group] * max(0, source.get("each", 1) - len(people))
        found: list[tuple[str, int]] = []
        for group in empty:
            able = [
                (of != group, place, self._at(who), who)
                for who, of, place in self._sat(source)
                if who not in taken and who not in dict(found)
            ]
            if able:
                found.append((min(able)[-1], group))
        return found

    def _at(self, who: str) -> int:
        return self.order.index(who) if who in self.order else len(self.order)

    def _recallable(self, source: Any, taken: set[str]) -> list[tuple[str, int, Key]]:
        """Who may be recalled, best first: by result, then by rank."""
        found: list[tuple[str, int, Key]] = []
        if source["who"] == "best-losers":
            won = {who for who, _ in self._winners(source)}
            last = self._last_round(source)
            for who, group, _ in self._sat(source):
                [key] = [got.key for got in self.results[who] if got.round == last]
                if who not in won:
                    found.append((who, group, key))
        else:
            first, last_rank = source.get("ranks", [1, 0])
            for who in self.order[first - 1 : last_rank or None]:
                place = source.get("place", 0)
                got = [g.key for g in self.summed(who) if g.is_game and place in (0, g.place)]
                if got and who in self.with_games(source.get("games", 0)):
                    found.append((who, 1, max(got)))
        able = [each for each in found if each[0] not in taken]
        return sorted(able, key=lambda each: ([-number for number in each[2]], self._at(each[0])))

    def _awaited(self, target: Any) -> set[str]:
        """Those whom a stage after that one names already."""
        entered = self.following if target["id"] == self.stage["id"] else target
        later = self.stages[self.stages.index(entered) + 1 :]
        return {
            who
            for stage in later
            for source in (_enters_of(self._layout(stage)) if stage.get("layouts") else _enters(stage))
            if source["who"] == "ranks" or (source["who"] == "winners" and source.get("stage"))
            for who, _ in self._named(source)
        }

    def _to_fill(self, target: Any, entering: int, layout: Any) -> int:
        """How many more make full tables."""
        sizes, bounds = self._sizes(target), target.get("tables")
        tables = bounds[0] if bounds and bounds[0] == bounds[1] else 0
        if layout:
            tables = layout.get("tables", 0) * layout.get("groups", 1) or tables
        if tables:
            return max(0, tables * sizes[0] - entering)
        more = 0
        while not _sums(entering + more, sizes):
            more += 1
        return more

    def _sizes(self, stage: Any) -> list[int]:
        return list(stage.get("sizes") or self.log.rules.filled["tables"]["sizes"])

    # Tables

    def sizes(self, players: int, stage: Any, tables: int) -> list[int] | None:
        """The sizes of the tables of one group; None if the format has no answer."""
        rules = self.log.rules.filled["tables"]
        named = rules.get("by_number", {}).get(str(players))
        if named:
            return sorted(1 if each == "bye" else each for each in named)
        found = self._living(players, stage, tables)
        if rules.get("dummy") == "threes":
            return found and sorted(DEAD if size == 3 else size for size in found)
        return found

    def _living(self, players: int, stage: Any, tables: int) -> list[int] | None:
        """The sizes before every table of three gets a dead seat."""
        rules = self.log.rules.filled["tables"]
        bounds = stage.get("tables") or [1, 0]
        sizes, spare = self._sizes(stage), rules.get("spare", [])
        if not tables and stage.get("decides") and bounds in ([1, 0], [1, 1]):
            tables = 1
        tables = tables or (bounds[0] if bounds[0] == bounds[1] else 0)
        if tables:
            return _even(players, tables, max([*sizes, *spare]))
        chain = self._chain(stage)
        if len(chain) > 1:
            plans = list(self._plans(chain, players, self._turnouts))
            if not plans:
                return None
            return sorted(min(plans, key=self._cost)[0][1])
        if rules.get("uniform") == "when-possible":
            for size in sizes:
                if found := _sums(players, [size], bounds):
                    return sorted(found[0])
        found = _sums(players, sizes, bounds) or _sums(players, [*sizes, *spare], bounds)
        if not found and rules.get("dummy") is True:
            fewer = [max(0, bounds[0] - 1), bounds[1] - 1] if bounds[1] else [0, 0]
            found = [[DEAD, *each] for each in _sums(players - 3, sizes, fewer)]
        return sorted(found[0]) if found else None

    @property
    def _turnouts(self) -> dict[str, tuple[int, int]]:
        """Players and tables of the last round of each stage."""
        found: dict[str, tuple[int, int]] = {}
        for stage in self.stages:
            source = {"stage": stage["id"]}
            if number := self._last_round(source):
                tables = self._stages_tables(source, number)
                found[stage["id"]] = sum(len(each["seats"]) for each in tables), len(tables)
        return found

    def _chain(self, stage: Any) -> list[Any]:
        """This stage and those after it that are entered by winners and losers only."""
        found = [stage]
        if stage.get("rounds", 1) != 1 or stage.get("layouts") or stage.get("beside"):
            return found
        for each in self.stages[self.stages.index(stage) + 1 :]:
            if each.get("beside"):
                continue
            if each.get("layouts") or any(s["who"] not in ("winners", "losers") for s in _enters(each)):
                break
            found.append(each)
        return found

    def _plans(self, chain: list[Any], players: int, before: Any) -> Iterator[list[tuple[Any, list[int]]]]:
        stage, *later = chain
        for sizes in _each_count(players, self._sizes(stage), stage.get("tables") or [1, 0]):
            if not later:
                yield [(stage, sizes)]
                continue
            known = {**before, stage["id"]: (players, len(sizes))}
            entering = 0
            for source in _enters(later[0]):
                people, tables = known[source.get("stage") or stage["id"]]
                won = source.get("each", 1) * tables
                entering += won if source["who"] == "winners" else people - won
            for rest in self._plans(later, entering, known):
                yield [(stage, sizes), *rest]

    def _cost(self, plan: list[tuple[Any, list[int]]]) -> tuple[int, int]:
        odd = sum(size != self._sizes(stage)[0] for stage, sizes in plan for size in sizes)
        return odd, sum(len(sizes) for _, sizes in plan[1:])


def _enters(stage: Any) -> list[Any]:
    return list(stage.get("enters", [{"who": "everybody"}]))


def _games(layout: Any) -> int:
    """Games needed for a layout's ranks and direct places."""
    of_ranks: list[int] = [each.get("games", 0) for each in layout["enters"] if each["who"] == "ranks"]
    return max(0, int(layout.get("games", 0)), *of_ranks)


def _direct_games(layout: Any) -> int:
    """Games needed to skip the stage."""
    return int(layout.get("direct_games", _games(layout)))


def _enters_of(layout: Any) -> list[Any]:
    """The sources of a layout, those of ranks with the games they need."""
    games = _games(layout)
    return [{**each, "games": games} if each["who"] == "ranks" else each for each in layout["enters"]]


def _less(key: Key, column: int, points: Fraction) -> Key:
    return tuple(number - points if at == column else number for at, number in enumerate(key))


def _times(place: int, got: list[Got]) -> Fraction:
    """How often this place was reached: half of it where two share it, nothing where more do."""
    whole = {1: Fraction(1), 2: Fraction(1, 2)}
    return sum((whole.get(each.sharing, Fraction(0)) for each in got if each.place == place), Fraction(0))


def _sums(players: int, sizes: list[int], bounds: Sequence[int] = (1, 0)) -> list[list[int]]:
    """Every way to seat them at such tables, those with more of the first sizes first."""
    ways = product(*(range(players // size, -1, -1) for size in sizes))
    return [
        [size for size, count in zip(sizes, way, strict=True) for _ in range(count)]
        for way in ways
        if sum(size * count for size, count in zip(sizes, way, strict=True)) == players
        and bounds[0] <= sum(way)
        and (bounds[1] == 0 or sum(way) <= bounds[1])
    ]


def _each_count(players: int, sizes: list[int], bounds: Sequence[int]) -> list[list[int]]:
    """For every number of tables the first way."""
    found: dict[int, list[int]] = {}
    for way in _sums(players, sizes, bounds):
        found.setdefault(len(way), way)
    return list(found.values())


def _even(players: int, tables: int, largest: int) -> list[int] | None:
    """So many tables as even as can be, of three players at least."""
    found = sorted(players // tables + (at < players % tables) for at in range(tables))
    return found if found[0] >= 3 and found[-1] <= largest else None


def differences_in(rows: Iterable[tuple[str, str, str]], rules: Rules) -> Iterator[str]:
    """Where cuts, sizes of tables or published ranks in these rows are not what the format says."""
    listed = [(kind, json.loads(payload), action) for kind, payload, action in rows]
    undone = {data["action"] for kind, data, _ in listed if kind == "action-undone"}
    log = Log(rules)
    for kind, data, action in listed:
        if action in undone:
            continue
        if kind == "stage-cut" and log.facts.drawn:
            yield from _cut_differences(log, data)
        log.add(kind, data)
        if kind == "round-drawn":
            yield from _size_differences(log, data)
        if kind == "standings-published":
            yield from _rank_differences(log, data)


def _cut_differences(log: Log, data: Any) -> Iterator[str]:
    moment, stage = log.now(), data["stage"]
    going = moment.beside(stage, _elsewhere(log)) if log.is_beside(stage) else moment.cut()
    if data["is_by_hand"]:
        if {*data["ruled"]} != {*going.people, *going.direct}:
            yield f"cut by hand to {stage}: the rules name {[*going.people]}, not {data['ruled']}"
        return
    if stage != going.stage:
        yield f"cut to {stage}, the oracle says {going.stage}"
    elif data["tables"] != going.tables:
        yield f"cut to {stage} with {data['tables']} tables, the oracle says {going.tables}"
    found = {each["person"]: each["group"] for each in data["qualified"]}
    if found != going.people:
        one, other = {*found.items()} - {*going.people.items()}, {*going.people.items()} - {*found.items()}
        yield f"cut to {stage} takes {sorted(one)}, the oracle {sorted(other)}"
    if (straight := {each["person"] for each in data["direct"]}) != going.direct:
        yield f"direct are {sorted(straight)}, the oracle says {sorted(going.direct)}"


def _elsewhere(log: Log) -> set[str]:
    """Players of the stages that are cut already, to be played together."""
    return {each["person"] for cut in log.together for each in (*cut["qualified"], *cut["direct"])}


def _size_differences(log: Log, data: Any) -> Iterator[str]:
    """Sizes against the players of each group; whoever is not there is missing, never forgotten."""
    before, cuts = Moment(log, log.cuts), log.together
    stages = {each["id"]: each for each in before.stages}
    members: set[str] = set()
    for cut in cuts or [None]:
        stage = stages[cut["stage"]] if cut else before.stages[0]
        played = data["round"] - cut["after"] if cut else 1
        if played > 1 and played > stage.get("rounds", 1):
            continue  # the stages beside it play on
        members |= {each["person"] for each in cut["qualified"]} if cut else {*log.numbers}
        own = [each for each in data["tables"] if (each["stage"] or data["stage"]) == stage["id"]]
        yield from _sizes_of_stage(before, stage, cut, own)
    members = {who for who in members if before.plays(who)}
    seated = [who for table in data["tables"] for who in table["seats"]]
    if sorted([*seated, *data["missing"]]) != sorted(members):
        yield f"round {data['round']}: seats and missing are not the players of the stage"
    for id in [id for id in stages if cuts and log.is_beside(id) and id not in {c["stage"] for c in cuts}]:
        side = [each["id"] for each in before.stages].index(id)
        main = [each["id"] for each in before.stages[:side] if not each.get("beside")][-1]
        if main == before.stage["id"] and len(before.beside(id, _elsewhere(log)).people) >= 3:
            yield f"round {data['round']}: {id} is not played"


def _sizes_of_stage(before: Moment, stage: Any, cut: Any, drawn: list[Any]) -> Iterator[str]:
    for group in {table["group"] for table in drawn}:
        tables = [table for table in drawn if table["group"] == group]
        found = sorted(DEAD if table["kind"] == "dummy" else len(table["seats"]) for table in tables)
        players = sum(map(abs, found))
        wanted = before.sizes(players, stage, cut["tables"] if cut else 0)
        if wanted is None and cut and not (stage.get("decides") and stage.get("tables") in (None, [1, 1])):
            # After withdrawals a stage goes on with smaller tables, or with fewer.
            count = stage["tables"][0] if stage.get("tables") else -(-players // before._sizes(stage)[0])
            wanted = before.sizes(players, stage, max(1, min(count, players // 3)))
        if found != wanted:
            yield f"{stage['id']}: tables of {found}, the oracle says {wanted}"


def _rank_differences(log: Log, data: Any) -> Iterator[str]:
    moment = Moment(log, log.cuts)
    found = {row["person"]: row["rank"] for row in data["rows"] if row["rank"] is not None}
    wanted = {who: rank for who, rank in moment.ranks.items() if who not in log.disqualified}
    for who in sorted(found.keys() | wanted.keys()):
        if who not in log.disqualified and found.get(who) != wanted.get(who):
            yield f"{who} is published as {found.get(who)}, the oracle says {wanted.get(who)}"
