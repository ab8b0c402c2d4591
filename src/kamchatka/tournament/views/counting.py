"""The final count of a table before it is sent: by points, by objective, or on the map.

By objective and on the map people tick territories; points, and the tie-break numbers that territories tell,
are counted from them. What is missing is said in words, and only what a tie or the regulation needs is asked.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from pydantic import JsonValue

from kamchatka.board import load_board
from kamchatka.board.decks import Objective
from kamchatka.ids import PersonId
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.scoring.numbers import shown, written
from kamchatka.scoring.sheet.board import BoardCount
from kamchatka.scoring.sheet.cells import TIE_CELLS
from kamchatka.scoring.sheet.model import Status
from kamchatka.scoring.sheet.ticking import (
    NOT_TICKED,
    TickedSeat,
    count_ticks,
    counts_objective_alone,
    objective_cards,
    sums_for_points,
    tie_numbers,
)
from kamchatka.tournament.events import SeatResult
from kamchatka.tournament.scores import Names
from kamchatka.tournament.state import Table, Tournament
from kamchatka.tournament.views.sheets import SheetView, preview_sheet

Way = Literal["points", "objective", "map"]
Cells = Mapping[str, JsonValue]
NOBODY = PersonId("")
"""Holder of the territories of a dead seat."""
MOST_QUESTIONS = len(TIE_CELLS)


@dataclass(frozen=True, kw_only=True)
class Ticks:
    """Objective cards and territories as they were ticked, also where two players claim one."""

    cards: Mapping[PersonId, str] = field(default_factory=dict)
    held: Mapping[PersonId, tuple[str, ...]] = field(default_factory=dict)

    def of(self, person: PersonId) -> tuple[str, ...]:
        """The territories of a player."""
        return self.held.get(person, ())


@dataclass(frozen=True)
class CountedSeat:
    """A player's count so far."""

    person: PersonId
    name: str
    card: str
    held: frozenset[str]
    sum: str
    """Points of what is ticked; empty before there is a card."""
    most: int
    """Value of the whole card; 0 without one."""


@dataclass(frozen=True)
class Claim:
    """A territory ticked for more than one player."""

    territory: str
    sentence: str
    owners: tuple["Owner", ...]


@dataclass(frozen=True)
class Owner:
    """One of the players who claim a territory, and what the others would have without it."""

    person: PersonId
    name: str
    consequence: str


@dataclass(frozen=True)
class AskedNumber:
    """A number to be typed, for a tie or because points need it."""

    person: PersonId
    name: str
    cell: str
    value: str


@dataclass(frozen=True, kw_only=True)
class CountView:
    """The count of a table in one of the three ways."""

    way: Way
    ways: tuple[Way, ...]
    """The ways this table can be counted."""
    sheet: SheetView
    results: tuple[SeatResult, ...]
    """What will be sent."""
    seats: tuple[CountedSeat, ...]
    claims: tuple[Claim, ...] = ()
    lacks: tuple[str, ...] = ()
    """What is missing, as sentences; the first one is said on the button."""
    asked: tuple[AskedNumber, ...] = ()
    unordered: tuple[PersonId, ...] = ()
    """Players who are out, where there are several: the order is asked."""
    complete: tuple[str, ...] = ()
    """Players who hold their whole objective and did not declare it."""
    left: int = 0
    """Territories without an owner."""

    @property
    def is_ready(self) -> bool:
        """Whether it can be sent."""
        return not self.lacks and bool(self.sheet.winners)


def ways_of(rulebook: Rulebook, table: Table) -> tuple[Way, ...]:
    """The ways in which a table can be counted; objectives alone decide only under some regulations."""
    if table.seated.kind == "duel":
        return ("points",)
    if counts_objective_alone(rulebook) and objective_cards(rulebook):
        return ("points", "objective", "map")
    return ("points", "map")


def count_view(
    tournament: Tournament,
    names: Names,
    lang: Language,
    *,
    round: int,
    table: int,
    way: Way,
    typed: Mapping[PersonId, Cells],
    ticks: Ticks,
) -> CountView:
    """The count as it stands: places and scores, or what is missing."""
    found = tournament.rounds[round - 1].tables[table]
    counter = _Counter(tournament, names, lang, round, found, way, typed, ticks)
    return counter.view()


@dataclass(frozen=True)
class _Counter:
    """Counts one table."""

    tournament: Tournament
    names: Names
    lang: Language
    round: int
    table: Table
    way: Way
    typed: Mapping[PersonId, Cells]
    ticks: Ticks

    @property
    def rulebook(self) -> Rulebook:
        return self.tournament.setup.rulebook

    @property
    def people(self) -> tuple[PersonId, ...]:
        return self.table.seated.seats

    @cached_property
    def cards(self) -> dict[str, Objective]:
        return {str(card.id): card for card in objective_cards(self.rulebook)}

    @cached_property
    def counts(self) -> dict[PersonId, BoardCount]:
        """The count of each player who has a card, or needs none."""
        return {who: self._count(who, self.ticks.of(who)) for who in self.people if self._has_card(who)}

    def view(self) -> CountView:
        results = tuple(SeatResult(who, self._cells(who)) for who in self.people)
        view = self._preview(results)
        if self.way != "points":
            view, results = self._with_tie_numbers(view, results)
        claims = tuple(self._claims()) if self.way != "points" else ()
        ticked = {each for held in self.ticks.held.values() for each in held}
        left = len(load_board().territories) - len(ticked)
        out = tuple(who for who in self.people if self.typed.get(who, {}).get("eliminated"))
        return CountView(
            way=self.way,
            ways=ways_of(self.rulebook, self.table),
            sheet=view,
            results=results,
            seats=tuple(self._seat(who) for who in self.people),
            claims=claims,
            lacks=tuple(self._lacks(claims, left)),
            asked=tuple(self._asked(view, results)),
            unordered=out if len(out) > 1 else (),
            complete=tuple(self._complete()),
            left=left,
        )

    def _has_card(self, who: PersonId) -> bool:
        return not self.cards or self.ticks.cards.get(who, "") in self.cards

    def _count(self, who: PersonId, held: Sequence[str]) -> BoardCount:
        """The count of one player alone: points come from one's own territories."""
        cells = self.typed.get(who, {})
        armies, cards, status = cells.get("armies"), cells.get("cards"), cells.get("status")
        mine = TickedSeat(
            card=self.ticks.cards.get(who, "") if self.cards else "",
            held=tuple(held),
            armies=armies if isinstance(armies, int) else 0,
            cards=cards if isinstance(cards, int) else 0,
            status=next((each for each in get_args(Status) if each == status), "playing"),
        )
        seats = [mine if each == who else TickedSeat() for each in self.people]
        return count_ticks(self.rulebook, seats, int(self.table.seated.kind == "dummy"))[
            self.people.index(who)
        ]

    def _cells(self, who: PersonId) -> dict[str, JsonValue]:
        """The cells of a seat, with points as counted."""
        cells = dict(self.typed.get(who, {}))
        if self.way == "points":
            return cells
        cells.pop("points", None)
        is_out = cells.get("eliminated") or cells.get("status") == "excluded"
        if who in self.counts and not (is_out and not self.ticks.of(who)):
            points = self.counts[who].points
            cells["points"] = points if isinstance(points, int) else written(points)
        return cells

    def _preview(self, results: tuple[SeatResult, ...]) -> SheetView:
        seats = {each.person: each for each in results}
        order = [seat.person for seat in self.table.result.seats] if self.table.result else self.people
        return preview_sheet(
            self.tournament,
            self.names,
            self.lang,
            round=self.round,
            table=self.table.number,
            seats=[seats[who] for who in order],
        )

    def _with_tie_numbers(
        self, view: SheetView, results: tuple[SeatResult, ...]
    ) -> tuple[SheetView, tuple[SeatResult, ...]]:
        """The sheet with the tie-break numbers that a fully ticked board tells, as far as it is asked."""
        if self._left():
            return view, results
        for _ in range(MOST_QUESTIONS):
            if view.question is None or any(
                cell in NOT_TICKED or cell == "lot" for cell in view.question.cells
            ):
                break
            told = {who: tie_numbers(self.counts[who]) for who in view.question.people if who in self.counts}
            results = tuple(
                replace(each, cells={**each.cells, **_only(told.get(each.person, {}), view.question.cells)})
                for each in results
            )
            view = self._preview(results)
        return view, results

    def _left(self) -> int:
        ticked = [each for held in self.ticks.held.values() for each in held]
        return len(load_board().territories) - len(set(ticked))

    def _seat(self, who: PersonId) -> CountedSeat:
        card = self.cards.get(self.ticks.cards.get(who, ""))
        count = self.counts.get(who)
        return CountedSeat(
            person=who,
            name=self.names[who],
            card=str(card.id) if card else "",
            held=frozenset(self.ticks.of(who)),
            sum=shown(count.points, self.lang) if count else "",
            most=load_board().value_sum(card.territories) if card else 0,
        )

    def _claims(self) -> Iterator[Claim]:
        """Territories that two players are said to hold."""
        for land in load_board().territories:
            owners = [who for who in (*self.people, NOBODY) if land.id in self.ticks.of(who)]
            if len(owners) > 1:
                names = [self._name(who) for who in owners]
                said = self._said("claimed", territory=land.name(self.lang), names=self._either(names))
                yield Claim(
                    str(land.id), said, tuple(self._owner(str(land.id), who, owners) for who in owners)
                )

    def _owner(self, land: str, who: PersonId, owners: Sequence[PersonId]) -> Owner:
        """One claimant, with the points that the others would lose."""
        falls = []
        for other in owners:
            if other == who or other not in self.counts:
                continue
            less = self._count(other, [each for each in self.ticks.of(other) if each != land])
            before, after = (shown(each.points, self.lang) for each in (self.counts[other], less))
            if before != after:
                falls.append(self._said("falls", name=self._name(other), before=before, after=after))
        return Owner(who, self._name(who), " ".join(falls))

    def _lacks(self, claims: Sequence[Claim], left: int) -> Iterator[str]:
        """What is missing before the sheet can be read."""
        if self.way == "points":
            return
        yield from (claim.sentence for claim in claims)
        playing = [who for who in self.people if self._plays(who)]
        if self.cards:
            lacking = [self.names[who] for who in playing if not self._has_card(who)]
            if lacking:
                yield self._said("no_card", names=", ".join(lacking))
            chosen = [self.ticks.cards.get(who, "") for who in playing if self._has_card(who)]
            for card in sorted({each for each in chosen if chosen.count(each) > 1}):
                both = [self.names[who] for who in playing if self.ticks.cards.get(who) == card]
                yield self._said("card_twice", card=self.cards[card].number, names=", ".join(both))
        if self.way == "map" and left:
            yield self._said("left", count=left)
        sums = sums_for_points(self.rulebook)
        asked = [who for who in playing if any(cell not in self.typed.get(who, {}) for cell in sums)]
        if asked:
            what = ", ".join(text(f"scores_page.field.{cell}", self.lang).lower() for cell in sums)
            yield self._said("sums", what=what, names=", ".join(self.names[who] for who in asked))

    def _plays(self, who: PersonId) -> bool:
        """Whether the board is counted for a player: not who is out, nor who declared RisiKo!."""
        cells = self.typed.get(who, {})
        is_out = cells.get("eliminated") or cells.get("status") == "excluded" or cells.get("objective")
        return not is_out or bool(self.ticks.of(who))

    def _asked(self, view: SheetView, results: Sequence[SeatResult]) -> Iterator[AskedNumber]:
        """The numbers to be typed: those asked now, and those typed before, which can be corrected."""
        sums = sums_for_points(self.rulebook) if self.way != "points" else ()
        question = view.question
        for each in results:
            typed = self.typed.get(each.person, {})
            wanted = question.cells if question and each.person in question.people else ()
            for cell in (*TIE_CELLS, "lot", "eliminated"):
                was = cell in typed and cell != "eliminated"
                is_told = self.way != "points" and cell not in (*NOT_TICKED, "lot") and not self._left()
                if cell in wanted or (was and not is_told) or (cell in sums and self._plays(each.person)):
                    yield AskedNumber(each.person, self.names[each.person], cell, _words(typed.get(cell, "")))

    def _complete(self) -> Iterator[str]:
        if self.way == "points":
            return
        for who, count in self.counts.items():
            if count.has_goal and not self.typed.get(who, {}).get("objective"):
                yield self.names[who]

    def _name(self, who: PersonId) -> str:
        return self.names[who] if who else text("count_page.nobody", self.lang)

    def _either(self, names: Sequence[str]) -> str:
        return text("count_page.or", self.lang).join(names)

    def _said(self, code: str, **values: object) -> str:
        return text(f"count_page.lacks.{code}", self.lang, **values)


def _only(cells: Mapping[str, int], wanted: Sequence[str]) -> dict[str, JsonValue]:
    return {cell: cells[cell] for cell in wanted if cell in cells}


def _words(value: JsonValue) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
