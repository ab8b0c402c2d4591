"""Places at a table from its sheet: the order of the seats, and what decided it.

A reached objective comes first, then seats that stayed by table points, then seats that are out, later ones
ahead. The regulation's ordered criteria break equal points, or the formula keeps the tie. There is no luck
here: dice and lots are numbers on the sheet, and a missing number raises MissingNumber.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from kamchatka.messages import Language, text
from kamchatka.rulebook.sections.table_ties import Criterion
from kamchatka.scoring.numbers import Number
from kamchatka.scoring.sheet.cells import cells_asked
from kamchatka.scoring.sheet.model import TableSheet

Ties = Literal["break", "keep"]
ZeroTies = Literal["regulation", "share-worst", "elimination-order"]
"""Seats without points: as the regulation says; all share the worst place; by order of elimination."""
Decision = Criterion | Literal["goal", "survival", "out-order", "points", "shared", "undecided", ""]
"""What put a seat ahead of the next place; empty for the last seat; `undecided` for an unbroken tie."""


SEATS: Mapping[Criterion, int] = {"later-seat": 1, "earlier-seat": -1}
"""Criteria by the order of play, which every sheet tells, with the sign of the seat number."""


class Treatment(NamedTuple):
    """How a formula treats ties and objectives at a table."""

    ties: Ties
    zero_ties: ZeroTies = "regulation"
    objective_points: Number | None = None
    """Table points of every reached objective; None if the counted points apply."""


class Unscored(Exception, ABC):
    """Scores are not available yet, because something is missing."""

    @abstractmethod
    def report(self, lang: Language) -> str:
        """Everything that is missing, as text."""


class MissingNumber(Unscored):
    """A tie that needs a number not yet given: which number, and for which players."""

    def __init__(
        self,
        criterion: str,
        players: tuple[str, ...],
        *,
        by: Criterion | None = None,
        tied: tuple[int, ...] = (),
    ) -> None:
        super().__init__(f"{criterion} of {', '.join(players)}")
        self.criterion = criterion
        self.players = players
        self.by = by
        """The tie-break criterion at a table, and the seats it should separate."""
        self.tied = tied
        self.where: tuple[int, int] | None = None
        """Round and table, for a ranking that asks long after the table was scored."""

    def at_table(self, round: int, table: int) -> "MissingNumber":
        """A copy of this error with the table it is about."""
        found = MissingNumber(self.criterion, self.players, by=self.by, tied=self.tied)
        found.where = round, table
        return found

    def sentence(self, lang: Language) -> str:
        """The request for the number, with the cells of a file that hold it."""
        return self._words(lang, f" ({', '.join(cells_asked(self.criterion))})")

    def on_page(self, lang: Language) -> str:
        """The request for the number beside its field."""
        return self._words(lang)

    def _words(self, lang: Language, cells: str = "") -> str:
        wanted = text(f"scoring.number.{self.criterion.replace('-', '_')}", lang) + cells
        code = "missing_count" if self.criterion in ("points", "eliminated") else "missing_number"
        said = text(f"scoring.{code}", lang, players=", ".join(self.players), wanted=wanted)
        if self.where is None:
            return said
        return text("standings.at_table", lang, round=self.where[0], table=self.where[1], said=said)

    report = sentence


class Placing(NamedTuple):
    """A seat's place (equal numbers are shared) and what put it ahead of the next one."""

    place: int
    decided: Decision


Group = tuple[int, ...]
"""Seats still tied."""


def placings(sheet: TableSheet, treatment: Treatment) -> tuple[Placing, ...]:
    """The place of each seat, in the order of the sheet. Raises MissingNumber."""
    order = _Order(sheet)
    groups = order.groups(treatment.ties, treatment.zero_ties)
    found: dict[int, Placing] = {}
    place = 1
    for number, (group, worst) in enumerate(groups):
        last = number == len(groups) - 1
        decided: Decision = "" if last else order.between(group, groups[number + 1][0])
        if len(group) > 1:
            decided = "shared"
        for seat in group:
            found[seat] = Placing(place + len(group) - 1 if worst else place, decided)
        place += len(group)
    return tuple(found[seat] for seat in range(len(sheet.seats)))


DECIDING = Treatment("break", "elimination-order")
"""Treatment of a table that decides who advances or wins: ties are broken even if the formula keeps them."""


def decided_places(sheet: TableSheet) -> tuple[int, ...]:
    """The place of each seat at a table that decides (000-14a), in the order of the sheet.

    Only excluded seats may share one, where the regulation says so. Raises MissingNumber.
    """
    return tuple(placing.place for placing in placings(sheet, DECIDING))


class _Order:
    """Ranks the seats of one sheet into groups, best first."""

    def __init__(self, sheet: TableSheet) -> None:
        self.sheet = sheet
        self.out = sheet.out_order()
        self.points = tuple(sheet.points(seat) for seat in sheet.seats)
        self._why: dict[tuple[int, int], Decision] = {}

    def groups(self, ties: Ties, zero_ties: ZeroTies) -> list[tuple[Group, bool]]:
        """Groups from best to last, each with whether it shares the worst of its places."""
        sheet, seats = self.sheet, range(len(self.sheet.seats))
        winners = tuple(seat for seat in seats if sheet.seats[seat].objective)
        rest = [seat for seat in seats if not sheet.seats[seat].objective]
        worst: Group = ()
        if "share-worst" in (zero_ties, zero_ties == "regulation" and sheet.rulebook.table_ties.zero_points):
            worst = tuple(seat for seat in rest if self.points[seat] == 0)
            rest = [seat for seat in rest if seat not in worst]
        stayed = tuple(seat for seat in rest if not sheet.is_out(sheet.seats[seat]))
        gone = tuple(seat for seat in rest if sheet.is_out(sheet.seats[seat]))
        found: list[Group] = [winners] if winners else []
        for group in split(stayed, lambda seat: self.points[seat]):
            found += self._broken(group, 0) if ties == "break" and len(group) > 1 else [group]
        found += self._by_leaving(gone, ties)
        listed = [(group, False) for group in found]
        return [*listed, (worst, True)] if worst else listed

    def between(self, one: Group, other: Group) -> Decision:
        """What put the first group ahead of the second."""
        sheet, a, b = self.sheet, one[0], other[0]
        if sheet.seats[a].objective:
            return "goal"
        if sheet.is_out(sheet.seats[a]):
            return "out-order"
        if self.points[a] != self.points[b]:
            return "survival" if sheet.is_out(sheet.seats[b]) else "points"
        if sheet.is_out(sheet.seats[b]):
            return "survival"
        return self._why[min(a, b), max(a, b)]

    def _by_leaving(self, gone: Group, ties: Ties) -> list[Group]:
        """Seats that are out, later ones first. Breaking ties requires the order of excluded seats."""
        excluded = tuple(self.sheet.seats[seat].player for seat in gone if self._is_first(seat))
        shared = self.sheet.rulebook.withdrawal.exclusion_rank == "first-equal"
        if len(excluded) > 1 and ties == "break" and not shared:
            raise MissingNumber("eliminated", excluded)
        unknown = tuple(self.sheet.seats[seat].player for seat in gone if self.out[seat] is None)
        if unknown and len(gone) > 1:
            raise MissingNumber("eliminated", unknown)
        return split(gone, lambda seat: self.out[seat] or 0)

    def _is_first(self, seat: int) -> bool:
        """Whether the seat counts as first out because it was excluded without a recorded order."""
        one = self.sheet.seats[seat]
        return one.status == "excluded" and one.eliminated is None

    def _broken(self, group: Group, at: int) -> list[Group]:
        """The group split by the criteria from index `at` on."""
        criteria = self.sheet.rulebook.table_ties.criteria
        if at >= len(criteria) or criteria[at] in ("die", "lot"):
            return self._by_lot(group, criteria[at] if at < len(criteria) else "lot")
        criterion = criteria[at]
        if self._was_thrown_for(group, criterion):
            return self._by_lot(group, "lot")
        found: list[Group] = []
        for part in split(group, lambda seat: self._number(group, seat, criterion)):
            self._note(found, part, criterion)
            found += self._broken(part, at + 1) if len(part) > 1 else [part]
        return found

    def _was_thrown_for(self, group: Group, criterion: Criterion) -> bool:
        """Whether the seats have lots but not this number: drawing lots implies that all else was equal."""
        seats = [self.sheet.seats[seat] for seat in group]
        return (
            criterion not in SEATS
            and all(seat.lot for seat in seats)
            and not any(criterion in seat.numbers for seat in seats)
        )

    def _by_lot(self, group: Group, criterion: Criterion) -> list[Group]:
        lots = {seat: self.sheet.seats[seat].lot for seat in group}
        if len(set(lots.values())) < len(group) or () in lots.values():
            players = tuple(self.sheet.seats[seat].player for seat in group)
            raise MissingNumber("lot", players, by="lot", tied=group)
        ordered = sorted(group, key=lambda seat: lots[seat], reverse=True)
        found: list[Group] = []
        for seat in ordered:
            self._note(found, (seat,), criterion)
            found.append((seat,))
        return found

    def _note(self, before: list[Group], part: Group, criterion: Criterion) -> None:
        """Record the criterion that separates the earlier groups from this one."""
        for group in before:
            for a in group:
                for b in part:
                    self._why[min(a, b), max(a, b)] = criterion

    def _number(self, group: Group, seat: int, criterion: Criterion) -> Number:
        if criterion in SEATS:
            return SEATS[criterion] * seat
        number = self.sheet.seats[seat].numbers.get(criterion)
        if number is None:
            seats = [self.sheet.seats[each] for each in group]
            lacking = tuple(each.player for each in seats if criterion not in each.numbers)
            raise MissingNumber(criterion, lacking, by=criterion, tied=group)
        return number


def split(seats: Group, key: Callable[[int], Number]) -> list[Group]:
    """The seats grouped by a number, highest first."""
    values = {seat: key(seat) for seat in seats}
    return [
        tuple(seat for seat in seats if values[seat] == value)
        for value in sorted(set(values.values()), reverse=True)
    ]
