"""Events as text for people at one terminal: names beside letters, long series in one line."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import groupby

from rich.text import Text

from kamchatka.game import events as ev
from kamchatka.game.names import Names, letter
from kamchatka.game.sentences import sentence
from kamchatka.game.view import Viewer, event_for
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook

QUIET = (ev.AttackDeclared, ev.ArmiesPlaced, ev.ArmiesAdvanced, ev.BattleFought, ev.ArmiesMoved)
"""Events that a summary leaves out, since the board shows them."""

SET_UP = (
    ev.OrderRolled,
    ev.SeatsTaken,
    ev.ColourChosen,
    ev.TerritoriesDealt,
    ev.ObjectiveTaken,
    ev.FirstArmiesPlaced,
)
"""Events that are not repeated to a player who comes to the terminal, since the table shows them."""

SEAT_FIELDS = ("seat", "loser", "winner", "owner")


class Telling:
    """Renders events of one game in one language."""

    def __init__(
        self,
        book: Rulebook,
        names: Names,
        lang: Language,
        name: Callable[[int], str],
        style: Callable[[int], str],
    ) -> None:
        """`name` gives the player of a seat, `style` the colour."""
        self._book, self._names, self._lang, self._name, self._style = book, names, lang, name, style

    def lines(self, events: Iterable[ev.Event], viewer: Viewer) -> Iterator[Text]:
        """All events in order; a deal is one line, and the result is left out (it has its own table)."""
        told = (event for event in events if not isinstance(event, ev.SeatsPlaced))
        for kind, group in groupby(told, key=type):
            if kind is ev.TerritoriesDealt:
                yield Text(text("play.told.dealt", self._lang))
            elif kind is ev.SeatsTaken:
                yield from (self._seated(event) for event in group if isinstance(event, ev.SeatsTaken))
            else:
                yield from (self.line(event, viewer) for event in group)

    def brief(self, events: Iterable[ev.Event], viewer: Viewer) -> Iterator[Text]:
        """Other players' turns in brief: one line for each series of rolls, and for placements."""
        told = (event for event in events if not isinstance(event, ev.AttackDeclared))
        for key, group in groupby(told, key=_series):
            found = list(group)
            first = found[0]
            if isinstance(first, ev.BattleFought):
                yield self._battle(first, [event for event in found if isinstance(event, ev.BattleFought)])
            elif isinstance(first, ev.ArmiesPlaced | ev.FirstArmiesPlaced):
                yield self._placed(key[1], found)
            else:
                yield from self.lines((each for each in found if not isinstance(each, QUIET)), viewer)

    def summary(self, events: Iterable[ev.Event], viewer: Viewer) -> Iterator[Text]:
        """The few events that a player coming to the terminal must know."""
        kept = (e for e in events if not isinstance(e, (*QUIET, *SET_UP)))
        return self.lines(kept, viewer)

    def line(self, event: ev.Event, viewer: Viewer) -> Text:
        """One event as this viewer may know it, with seats by name and letter in their colours."""
        if isinstance(event, ev.BattleFought):
            return self._battle(event, [event])
        said = sentence(event_for(event, viewer, self._book), self._names, self._lang)
        seats = {
            value
            for each in fields(event)
            if each.name in SEAT_FIELDS and isinstance(value := getattr(event, each.name), int)
        }
        return self._with_names(said, seats, bold=isinstance(event, ev.TurnBegan))

    def _with_names(self, said: str, seats: set[int], *, bold: bool = False) -> Text:
        letters = {letter(seat): seat for seat in seats}
        told = Text(style="bold" if bold else "")
        for part in re.split(r"\b([A-F])\b", said):
            if part in letters:
                told.append(self._name(letters[part]), style=self._style(letters[part]))
            else:
                told.append(part)
        return told

    def _seated(self, event: ev.SeatsTaken) -> Text:
        order = ", ".join(self._name(seat) for seat in range(len(event.chairs)))
        return Text(text("play.told.order", self._lang, order=order))

    def _battle(self, first: ev.BattleFought, rolls: list[ev.BattleFought]) -> Text:
        source, target = (self._names.territory_name(t, self._lang) for t in (first.source, first.target))
        lost, killed = (sum(roll.losses[side] for roll in rolls) for side in (0, 1))
        values = {"source": source, "target": target, "rolls": len(rolls), "lost": lost, "killed": killed}
        if len(rolls) == 1:
            attack, defence = (" ".join(map(str, dice)) for dice in (first.attack, first.defence))
            return Text(text("play.told.roll", self._lang, **values, attack=attack, defence=defence))
        return Text(text("play.told.rolls", self._lang, **values))

    def _placed(self, seat: object, events: list[ev.Event]) -> Text:
        where: dict[str, int] = {}
        for event in events:
            if isinstance(event, ev.ArmiesPlaced | ev.FirstArmiesPlaced):
                name = self._names.territory_name(event.territory, self._lang)
                where[name] = where.get(name, 0) + event.armies
        armies = ", ".join(f"{name} {number}" for name, number in where.items())
        assert isinstance(seat, int)
        said = text("play.told.placed", self._lang, seat=letter(seat), armies=armies)
        return self._with_names(said, {seat})


def _series(event: ev.Event) -> tuple[str, object]:
    """Grouping key of events that `brief` joins."""
    match event:
        case ev.BattleFought(source, target):
            return "battle", (source, target)
        case ev.ArmiesPlaced(seat) | ev.FirstArmiesPlaced(seat):
            return "placed", seat
    return "other", None
