"""Why a bot chose a move, as sentences: what it saw, the alternative, what both are worth.

They are said at the table, so they hold public facts only: never the bot's objective or its hand.
"""

from fractions import Fraction
from functools import partial

from kamchatka.bots import RECLUTA, SERGENTE, SOLDATO
from kamchatka.bots.assault import may_attack, rests
from kamchatka.bots.chances import ARMIES, ONE
from kamchatka.bots.characters import CALM, CHARACTER_CELLS, HASTY
from kamchatka.bots.notes import Notes
from kamchatka.bots.outlook import MOST, chain_gain, chance_of, fight_at, strongest_near
from kamchatka.bots.sergente import others_rate, temperament
from kamchatka.bots.soldato import LEAD_TO_ATTACK, NO_PAIR, best_pair
from kamchatka.bots.thinking import PLAYOUTS, thinks
from kamchatka.bots.traits import LEAST_GAIN
from kamchatka.bots.weighing import is_closing, ready
from kamchatka.game.names import Names, members
from kamchatka.messages import Language, Phrase, Sentence, text
from kamchatka.rulebook.tables import Tables
from kamchatka.rules.bits import count
from kamchatka.rules.layout import (
    ADVANCE,
    COMBAT,
    CONQUESTS,
    FROM,
    HAS_PLACED,
    MOVED,
    PHASE,
    PLACEMENT,
    REINFORCEMENT,
    SEAT,
    STRONG,
    TO,
    Position,
)
from kamchatka.rules.moves import (
    ADVANCE_WITH,
    ATTACK,
    DEFEND,
    END_TURN,
    MOVE,
    PICK,
    PLACE,
    PLACE_FIRST,
    ROLL,
    TRIS,
    first_of,
    kind_of,
    number_of,
    second_of,
)
from kamchatka.rules.tris import armies_for

THE, FROM_THE, IN = range(3)
"""The forms in which sentences name a territory: “il Brasile”, “dal Brasile”, “in Brasile”."""
EQUILIBRATO = 0
HASTY_ROW = 1
IN_TURN = (REINFORCEMENT, COMBAT, ADVANCE)


class Why(Sentence):
    """A reason for a bot's move."""

    section = "bots.why"


def explain(
    tables: Tables, pos: Position, goal: int, bot: int, coded: int, notes: Notes, names: Names
) -> tuple[Why, ...]:
    """Why this bot makes this move now; `notes` are those it decided with.

    A fight that goes on gives no new reason, nor does a pass after the strategic move, which already said why
    the attacks end; how it plays in general is said with its first placement.
    """
    if bot == RECLUTA:
        return (Why("random"),)
    kind, phase = kind_of(coded), pos.now[PHASE]
    if kind == ATTACK and (pos.now[FROM], pos.now[TO]) == (first_of(coded), second_of(coded)):
        return ()
    if kind == END_TURN and phase == MOVED:
        return ()
    view = _Decision(tables, pos, goal, bot, notes, names)
    ends_attacks = kind == MOVE and phase != MOVED and not tables.move_any_time
    reasons = [view.stop()] if ends_attacks else []
    reasons.append(view.why(coded))
    if bot >= SERGENTE and pos.now[HAS_PLACED] == 0 and kind == PLACE:
        reasons.append(view.temper())
        if thinks(bot):
            reasons.append(Why("tried", {"playouts": PLAYOUTS}))
    return tuple(reasons)


class _Decision:
    """One decision of a bot, looked at again."""

    def __init__(
        self, tables: Tables, pos: Position, goal: int, bot: int, notes: Notes, names: Names
    ) -> None:
        self.tables, self.pos, self.notes, self.names = tables, pos, notes, names
        self.bot, self.goal = bot, goal
        self.own = pos.owned[pos.now[SEAT]]
        self.character = bot - SERGENTE if bot >= SERGENTE and not thinks(bot) else EQUILIBRATO
        self.row = temperament(tables, pos, pos.now[SEAT], self.character, notes)
        if bot >= SERGENTE and pos.now[PHASE] in (PLACEMENT, *IN_TURN):
            ready(tables, pos, goal, self.row, notes)

    def why(self, coded: int) -> Why:
        """The sentence about the move itself."""
        kind, a, b, n = kind_of(coded), first_of(coded), second_of(coded), number_of(coded)
        if kind == ATTACK:
            return self._compare(a, b) if self.bot == SOLDATO else self._attack(a, b)
        if kind in (PLACE, PLACE_FIRST):
            return self._compare_place(a, n) if self.bot == SOLDATO else self._place(a, n)
        if kind == END_TURN:
            return self.stop()
        if kind == ADVANCE_WITH:
            return self._follow(n)
        if kind == MOVE:
            values = {"armies": n, "source": self._named(a, FROM_THE), "goal": self._named(b, IN)}
            return Why("move" if self._border(a) else "bring_up", values)
        if kind == TRIS:
            return Why("tris", {"armies": armies_for(self.tables, self.pos, a, b, n)})
        if kind == PICK:
            friends = count(self.tables.neighbours[a] & self.own)
            values = {"territory": self._named(a, THE), "friends": friends}
            return Why("pick" if friends else "pick_apart", values)
        if kind == ROLL:
            return Why("roll" if n else "no_roll")
        return Why("defend", {"dice": n}) if kind == DEFEND else Why("first")

    def temper(self) -> Why:
        """How it reads the table's temper."""
        at = self.character * CHARACTER_CELLS
        calm, hasty = self.notes.characters[at + CALM], self.notes.characters[at + HASTY]
        if calm == hasty:
            return Why("own_hasty" if calm == HASTY_ROW else "own_calm")
        rate = others_rate(self.pos, self.pos.now[SEAT], self.notes)
        return Why("hasty" if self.row == hasty else "calm", {"rate": Fraction(rate // 10, 10)})

    def stop(self) -> Why:
        """Why it attacks no more."""
        if self.bot == SOLDATO:
            return Why("no_comparison", {"lead": LEAD_TO_ATTACK})
        if rests(self.tables, self.pos, self.notes):
            return Why("rest_to_roll" if is_closing(self.pos) else "rest_early")
        card = "with_card" if self.pos.now[CONQUESTS] >= self.tables.conquests_for_card else "without_card"
        other = self._best_attack()
        if other is None:
            return Why(f"stop_{card}")
        values = {
            "other": self._named(other[1], THE),
            "other_chance": self._chance(self.pos.armies[other[0]], other[1]),
            "verdict": partial(text, f"bots.verdict.{self._verdict(*other)}"),
        }
        return Why(f"rest_{card}", values)

    def _verdict(self, source: int, target: int) -> str:
        """What speaks against an attack that it does not make."""
        if thinks(self.bot):
            return "tried"
        armies = min(MOST, self.pos.armies[source])
        if chance_of(fight_at(self.pos, self.notes, armies, target)) == 0:
            return "risky"
        gain = chain_gain(self.tables, self.pos, armies, target, self.own, self.notes)
        return "exposed" if gain > self.notes.trait[LEAST_GAIN] else "poor"

    def _compare(self, source: int, target: int) -> Why:
        """What soldato sees: armies against armies."""
        values = {
            "target": self._named(target, THE),
            "source": self._named(source, FROM_THE),
            "armies": self.pos.armies[source],
            "against": self.pos.armies[target],
        }
        return Why("compare", values)

    def _compare_place(self, territory: int, armies: int) -> Why:
        values = {"armies": armies, "territory": self._named(territory, IN)}
        pair, _ = best_pair(self.tables, self.pos, self.goal, 1 << territory)
        if pair == NO_PAIR:
            return Why("place_inland", values)
        return Why("compare_place", {**values, "target": self._named(pair % 64, THE)})

    def _attack(self, source: int, target: int) -> Why:
        pos = self.pos
        values = {
            "target": self._named(target, THE),
            "source": self._named(source, FROM_THE),
            "chance": self._chance(pos.armies[source], target),
        }
        earns = pos.now[CONQUESTS] + 1 == self.tables.conquests_for_card
        code = "attack_for_card" if earns else "attack"
        other = self._best_attack(but=target)
        if other is None:
            return Why(f"{code}_alone", values)
        chance = self._chance(pos.armies[other[0]], other[1])
        if chance > self._chance(pos.armies[source], target):
            code += "_rather"
        return Why(code, {**values, "other": self._named(other[1], THE), "other_chance": chance})

    def _place(self, territory: int, armies: int) -> Why:
        there = self.pos.armies[territory]
        values: dict[str, object] = {"armies": armies, "territory": self._named(territory, IN)}
        targets = members(self.tables.neighbours[territory] & ~self.own)
        worth = {
            target: chain_gain(self.tables, self.pos, there + armies, target, self.own, self.notes)
            for target in targets
        }
        if not worth:
            return Why("place_inland", values)
        best = max(worth, key=lambda target: worth[target])
        if worth[best] > 0:
            before, after = (self._chance(number, best) for number in (there, there + armies))
            values["target"] = self._named(best, THE)
            code = "place_to_attack" if before != after else "place_to_go_on"
        else:
            strongest = strongest_near(self.tables, self.pos, territory, self.own, self.notes)
            before, after = (self._percent(strongest, number) for number in (there, there + armies))
            code = "place_to_defend" if before != after else "place_at_the_front"
        return Why(code, {**values, "before": before, "after": after})

    def _follow(self, armies: int) -> Why:
        source, target = self.pos.now[FROM], self.pos.now[TO]
        values = {
            "armies": armies,
            "left": self.pos.armies[source] - armies,
            "source": self._named(source, IN),
            "target": self._named(target, IN),
        }
        if self.bot == SOLDATO:
            return Why("follow_simply", values)
        return Why("follow" if armies else "stay", values)

    def _best_attack(self, but: int = -1) -> tuple[int, int] | None:
        """Source and target of the best other attack, by the chain it may begin."""
        pos, best, found = self.pos, None, None
        for source in members(self.own & pos.masks[STRONG]):
            for target in members(self.tables.neighbours[source] & ~self.own):
                if target == but or not may_attack(self.tables, pos, source, target):
                    continue
                armies = min(MOST, pos.armies[source])
                gain = chain_gain(self.tables, pos, armies, target, self.own, self.notes)
                if best is None or gain > best:
                    best, found = gain, (source, target)
        return found

    def _border(self, territory: int) -> int:
        return self.tables.neighbours[territory] & ~self.own

    def _chance(self, attackers: int, target: int) -> int:
        return self._percent(attackers, self.pos.armies[target])

    def _percent(self, attackers: int, defenders: int) -> int:
        """The chance of a fight to the end, in hundredths."""
        return self.notes.risk[min(MOST, attackers) * ARMIES + min(MOST, defenders)] * 100 // ONE

    def _named(self, territory: int, form: int) -> Phrase:
        """A territory as a sentence names it."""
        name = self.names.territories[territory]

        def phrase(lang: Language) -> str:
            return text(f"bots.territory.{name}", lang).split("|")[form]

        return phrase
