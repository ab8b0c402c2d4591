"""The diary: turns in sentences, one for each attack, as one viewer may know them.

It folds the events of a turn as `story` does, but for reading: rolls of one attack, placements, the armies
that follow a conquest and the territories dealt to a seat become one line each.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kamchatka.app.games.online.envelope import DiaryTurn, SinceView
from kamchatka.app.games.online.table import OnlineTable, Step, TurnStart, events_of
from kamchatka.game import events as ev
from kamchatka.game.log import Entry
from kamchatka.game.names import Names, letter
from kamchatka.game.sentences import sentence
from kamchatka.game.view import Viewer, event_for
from kamchatka.ids import Seat
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook

SHOWN_TURNS = 8
"""Turns in an envelope; the replay tells the others."""
MOST_TOLD = 40
"""Turns kept in words for a table, by viewer and language."""
SILENT = (ev.TurnBegan, ev.AttackDeclared, ev.SeatsPlaced, ev.ObjectiveSetTaken)
TOLD = ("time", "away", "defence", "judge")
"""Reasons for an action that the diary states."""


@dataclass
class _Attack:
    """The rolls of one attack so far."""

    source: str
    target: str
    rolls: list[ev.BattleFought]
    conquered: ev.TerritoryConquered | None = None
    followed: int = 0


class _Teller:
    """Tells the events of one turn."""

    def __init__(self, names: Names, lang: Language) -> None:
        self.names, self.lang = names, lang
        self.lines: list[str] = []
        self._placed: Counter[str] = Counter()
        self._placer: Seat | None = None
        self._attack: _Attack | None = None
        self._dealt: dict[Seat | None, list[str]] = {}

    def tell(self, event: ev.Event) -> None:
        """Tell one event, with those before it where they belong together."""
        match event:
            case ev.ArmiesPlaced(seat, territory, armies) | ev.FirstArmiesPlaced(seat, territory, armies):
                if seat != self._placer:
                    self.flush()
                self._placer = seat
                self._placed[territory] += armies
            case ev.ArmiesTakenBack(_, territory, armies) if self._placed[territory]:
                self._placed[territory] -= armies
            case ev.BattleFought(source, target):
                going_on = self._attack
                if (
                    going_on is None
                    or going_on.conquered
                    or (going_on.source, going_on.target) != (source, target)
                ):
                    self.flush()
                    self._attack = _Attack(source, target, [])
                assert self._attack is not None
                self._attack.rolls.append(event)
            case ev.TerritoryConquered() if self._attack is not None:
                self._attack.conquered = event
            case ev.ArmiesAdvanced(_, _, _, armies) if self._attack is not None:
                self._attack.followed += armies
            case ev.TerritoriesDealt(owners):
                for territory, owner in owners.items():
                    self._deal(owner, territory)
            case ev.TerritoryPicked(seat, territory):
                self._deal(seat, territory)
            case _ if isinstance(event, SILENT):
                pass
            case _:
                self.flush()
                self.lines.append(sentence(event, self.names, self.lang))

    def _deal(self, owner: Seat | None, territory: str) -> None:
        if not self._dealt:
            self.flush()
        self._dealt.setdefault(owner, []).append(self._name(territory))

    def flush(self) -> None:
        """Tell what has been gathered."""
        dealt, self._dealt = self._dealt, {}
        for owner in sorted(dealt, key=lambda seat: (seat is None, seat)):
            lands = ", ".join(sorted(dealt[owner]))
            if owner is None:
                self._say("dealt_neutral", lands=lands)
            else:
                self._say("dealt", seat=letter(owner), lands=lands)
        placed = {where: number for where, number in self._placed.items() if number > 0}
        if placed:
            parts = ", ".join(
                text("online.diary.placed_in", self.lang, armies=number, territory=self._name(where))
                for where, number in placed.items()
            )
            seat = letter(self._placer) if self._placer is not None else ""
            self._say("placed", seat=seat, armies=sum(placed.values()), parts=parts)
        attack, self._attack, self._placed, self._placer = self._attack, None, Counter(), None
        if attack is not None:
            self._tell_attack(attack)

    def _tell_attack(self, attack: _Attack) -> None:
        lost = sum(roll.losses[0] for roll in attack.rolls)
        killed = sum(roll.losses[1] for roll in attack.rolls)
        values: dict[str, object] = {
            "source": self._name(attack.source),
            "target": self._name(attack.target),
            "rolls": len(attack.rolls),
            "lost": lost,
            "killed": killed,
            "attack": " ".join(map(str, attack.rolls[-1].attack)),
            "defence": " ".join(map(str, attack.rolls[-1].defence)),
        }
        if attack.conquered is not None:
            loser = attack.conquered.loser
            values["loser"] = text("game.neutral", self.lang) if loser is None else letter(loser)
            values["armies"] = attack.conquered.armies + attack.followed
            self._say("conquered", **values)
        else:
            self._say("fought_once" if len(attack.rolls) == 1 else "fought", **values)

    def _say(self, code: str, **values: object) -> None:
        self.lines.append(text(f"online.diary.{code}", self.lang, **values))

    def _name(self, territory: str) -> str:
        return self.names.territory_name(territory, self.lang)


def told(table: OnlineTable, steps: Sequence[Step], viewer: Viewer, lang: Language) -> tuple[str, ...]:
    """These steps in sentences."""
    assert table.game is not None
    entries, teller, reason = table.game.entries, _Teller(table.game.names, lang), ""
    for step in steps:
        if step.reason in TOLD and step.reason != reason:
            teller.flush()
            teller.lines.append(text(f"online.diary.reason.{step.reason}", lang))
        reason = step.reason
        for event in _seen(entries[step.first : step.last], viewer, table.book):
            teller.tell(event)
    teller.flush()
    return tuple(teller.lines)


def _seen(entries: Sequence[Entry], viewer: Viewer, book: Rulebook) -> Iterator[ev.Event]:
    return (event_for(event, viewer, book) for event in events_of(entries))


def diary(
    table: OnlineTable, viewer: Viewer, lang: Language, until: int | None = None
) -> tuple[DiaryTurn, ...]:
    """The last turns, newest first, up to a version; the preparation is turn 0."""
    steps = table.steps_until(until)
    starts = [each for each in table.turns[-SHOWN_TURNS - 6 :] if each.first <= len(steps)]
    found, end = [], len(steps)
    for start in reversed(starts[-SHOWN_TURNS:]):
        found.append(_turn(table, start, steps[start.first : end], viewer, lang))
        end = start.first
    if len(starts) < SHOWN_TURNS:
        found.append(DiaryTurn(0, 0, None, steps[end - 1].at, told(table, steps[:end], viewer, lang)))
    return tuple(found)


def _turn(
    table: OnlineTable, start: TurnStart, steps: Sequence[Step], viewer: Viewer, lang: Language
) -> DiaryTurn:
    """A turn in sentences; told once while nothing is added to it."""
    eyes: Viewer = viewer if any(step.is_private for step in steps) else "public"
    key, version = (start.turn, eyes, lang), steps[-1].version if steps else start.version
    known = table.told.get(key)
    if known is None or known[0] != version:
        at = steps[-1].at if steps else table.steps[start.first - 1].at
        lines = told(table, steps, eyes, lang)
        known = table.told[key] = version, DiaryTurn(start.turn, start.lap, letter(start.seat), at, lines)
        while len(table.told) > MOST_TOLD:
            del table.told[next(iter(table.told))]
    return known[1]


def since(table: OnlineTable, seat: Seat, version: int, lang: Language) -> SinceView:
    """What happened to a seat after the version that its page showed last.

    A territory that was lost and taken again, or the other way round, counts as neither.
    """
    assert table.game is not None
    entries = table.game.entries
    steps = [step for step in table.steps if step.version > version]
    lost: list[str] = []
    taken: list[str] = []
    about: list[Step] = []
    for step in steps:
        for event in events_of(entries[step.first : step.last]):
            if isinstance(event, ev.TerritoryConquered) and seat in (event.seat, event.loser):
                mine, others = (taken, lost) if event.seat == seat else (lost, taken)
                if event.territory in others:
                    others.remove(event.territory)  # it came back
                else:
                    mine.append(event.territory)
                about.append(step)
    before = [start for start in table.turns if start.version <= version]
    points = table.points(seat)
    return SinceView(
        version=version,
        turns=len({step.turn for step in steps}),
        lost=tuple(lost),
        taken=tuple(taken),
        points_before=before[-1].points[seat] if before else points,
        points=points,
        lines=told(table, about[-3:], seat, lang),
    )
