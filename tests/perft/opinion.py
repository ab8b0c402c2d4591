"""A second opinion on the rules: plain, slow, written from the printed regulations alone.

It shares no code with the rules core. It reads the settings of a rulebook and plays a game from its first
turn on: reinforcements, cards, attacks, occupations, the move, the card, closing dice, leaving, victory.
"""

from dataclasses import dataclass, field, replace
from itertools import combinations

from kamchatka.rulebook import Rulebook
from tests.perft.country import JOLLY, Card, Country, Seat, Territory, chains, groups

Action = tuple[str | int, ...]

MOST_TAKE_BACKS = 20


@dataclass
class Opinion:
    """A game as it stands. `play` and `throw` give the game that follows; nothing is changed in place."""

    rules: Rulebook
    board: Country
    seats: int
    owner: dict[Territory, Seat | None]
    armies: dict[Territory, int]
    hands: dict[Seat, frozenset[Card]]
    piles: list[frozenset[Card]]
    """The deck: face-down cards, the pile on top first; nobody knows the order within a pile."""
    discards: frozenset[Card] = frozenset()
    status: dict[Seat, str] = field(default_factory=dict)
    """playing, eliminated, withdrawn, excluded, frozen"""
    forfeits: dict[Seat, int] = field(default_factory=dict)
    """Cards a late-comer must still leave in the deck."""
    lap: int = 1
    last_lap: int | None = None
    """Known once time has expired."""
    seat: Seat = 0
    phase: str = "turn"
    left_to_place: int = 0
    placed: dict[Territory, int] = field(default_factory=dict)
    has_placed: bool = False
    take_backs: int = 0
    trios: int = 0
    settled: bool = False
    """An attack was declared or the move made: reinforcements stay where they are."""
    conquests: int = 0
    moves: int = 0
    combat_over: bool = False
    moved: tuple[Territory, Territory, int] | None = None
    battle: tuple[Territory, Territory, int, int] = (0, 0, 0, 0)
    """Source, target, attacking dice, defending dice."""
    spare: int = 0
    """Armies that may still follow into the conquered territory."""
    to_do: list[tuple[str, int]] = field(default_factory=list)
    rounds: int = 0
    """Rounds of closing rolls opened so far; the last seat of the lap opens them."""
    threshold: int = 0
    left_cards: tuple[Seat, int] | None = None
    """Who passed without taking its cards, and how many."""
    late: str = ""
    """The phase to go back to once cards left lying are taken."""
    result: tuple[str, Seat | None] | None = None

    # ---- asking -----------------------------------------------------------------------------------------

    def decider(self) -> Seat | None:
        """The seat that must decide, if any."""
        if self.phase == "defend":
            return self.owner[self.battle[1]]
        return self.seat if self.phase in {"turn", "occupy", "roll"} else None

    def outcomes(self) -> int:
        """Out of how many equally likely outcomes luck chooses now."""
        if self.phase == "battle":
            return int(6 ** (self.battle[2] + self.battle[3]))
        if self.phase == "closing":
            return int(6**self.rules.closing.dice)
        return len(self.piles[0]) if self.phase == "card" else 0

    def luck_kind(self) -> str:
        """What luck is asked for: battle, card or closing."""
        return self.phase

    def lands(self, seat: Seat) -> set[Territory]:
        """Territories the seat occupies."""
        return {land for land, owner in self.owner.items() if owner == seat}

    def beside_an_enemy(self, land: Territory) -> bool:
        """Whether a border leads to somebody else's territory, neutral ones included."""
        return any(self.owner[other] != self.owner[land] for other in self.board.borders[land])

    def legal(self) -> set[Action]:
        """All the actions the seat that must decide may choose."""
        if self.phase == "defend":
            target = self.battle[1]
            most = min(self.rules.defence.most_dice, self.armies[target])
            return {("defend", dice) for dice in range(1, most + 1)}
        if self.phase == "occupy":
            return {("advance", more) for more in range(self.spare + 1)}
        if self.phase == "roll":
            return {("roll", 0), ("roll", 1)}
        if self.phase != "turn":
            return set()
        return self.legal_in_turn()

    def legal_in_turn(self) -> set[Action]:
        """Reinforcements first; once all are placed: attacks, the move, the end of the turn."""
        if self.moved is not None:
            again = self.rules.move.editable_until_turn_ends and self.take_backs < MOST_TAKE_BACKS
            return {("undo",), ("end",)} if again else {("end",)}
        found: set[Action] = set()
        mine = self.lands(self.seat)
        if not self.settled:
            found |= {("tris", *cards) for cards in self.playable_cards()}
            room = self.room_to_place()
            found |= {("place", land, n) for land in mine for n in range(1, room + 1)}
            if self.rules.reinforcement.reposition == "until-attack" and self.take_backs < MOST_TAKE_BACKS:
                found |= {
                    ("take_back", land, n)
                    for land, placed in self.placed.items()
                    for n in range(1, placed + 1)
                }
            if room:
                return found
        if not self.combat_over:
            for source in mine:
                for target in self.board.borders[source]:
                    found |= {("attack", source, target, dice) for dice in self.attack_dice(source, target)}
        if self.moves < self.rules.move.per_turn:
            for source in mine:
                keep = self.rules.move.garrison if self.beside_an_enemy(source) else 1
                for goal in self.board.borders[source] & mine:
                    most = self.armies[source] - keep
                    found |= {("move", source, goal, n) for n in range(1, most + 1)}
        found.add(("end",))
        return found

    def room_to_place(self) -> int:
        """Armies still to be placed; the stock of armies is limited."""
        limit = self.rules.armies.limit
        if not limit:
            return self.left_to_place
        on_board = sum(self.armies[land] for land in self.lands(self.seat))
        return max(0, min(self.left_to_place, limit - on_board))

    def attack_dice(self, source: Territory, target: Territory) -> list[int]:
        """With how many dice the source may attack the target."""
        attack = self.rules.attack
        if self.owner[target] == self.seat:
            return []
        most = min(attack.most_dice, self.armies[source] - 1)
        if most < 1:
            return []
        if attack.superiority != "none":
            around = sum(self.armies[x] for x in self.board.borders[target] if self.owner[x] == self.seat)
            waived = 0 < attack.superiority_waived_from <= self.armies[source]
            if around <= self.armies[target] and not waived:
                return []
        least = 1 if attack.dice == "choice" else most
        if not attack.fewer_dice_than_defence:
            least = max(least, min(self.rules.defence.most_dice, self.armies[target]))
        return list(range(least, most + 1))

    # ---- cards ------------------------------------------------------------------------------------------

    def playable_cards(self) -> list[tuple[Card, ...]]:
        """Sets of cards that may be handed in now."""
        tris = self.rules.tris
        if tris.latest == "before-placing" and self.has_placed:
            return []
        if tris.per_turn and self.trios >= tris.per_turn:
            return []
        hand = sorted(self.hands[self.seat])
        if tris.scheme == "tris":
            return [cards for cards in combinations(hand, 3) if self.tris_value(cards)]
        if len(hand) >= 3:
            return list(combinations(hand, 3))
        if not hand or (self.trios and not tris.leftovers_exchange):
            return []
        return [tuple(hand)]

    def tris_value(self, cards: tuple[Card, ...]) -> int:
        """Armies for three cards by their symbols, territories apart; 0 if they are no set."""
        tris = self.rules.tris
        symbols = [self.board.symbols[card] for card in cards]
        plain = [symbol for symbol in symbols if symbol != JOLLY]
        if len(plain) == 2 and plain[0] == plain[1]:
            return tris.jolly_and_two_equal
        if len(plain) < 3:
            return 0
        if len(set(plain)) == 3:
            return tris.three_different
        equal = {
            "cannone": tris.three_cannons,
            "fante": tris.three_infantry,
            "cavaliere": tris.three_cavalry,
        }
        return equal[plain[0]] if len(set(plain)) == 1 else 0

    def exchange_value(self, cards: tuple[Card, ...]) -> int:
        """Armies for these cards, laid down now."""
        tris = self.rules.tris
        if tris.scheme == "tris":
            mine = self.lands(self.seat)
            shown = [card for card in cards if self.board.symbols[card] != JOLLY and card in mine]
            return self.tris_value(cards) + tris.territory_bonus * len(shown)
        if len(cards) == 1:
            return tris.one_card
        if len(cards) == 2:
            return tris.two_cards
        return tris.three_cards_by_hand[min(len(self.hands[self.seat]), 5) - 3]

    # ---- playing ----------------------------------------------------------------------------------------

    def copy(self) -> "Opinion":
        """The same game, to be changed freely."""
        return replace(
            self,
            owner=dict(self.owner),
            armies=dict(self.armies),
            hands=dict(self.hands),
            piles=list(self.piles),
            status=dict(self.status),
            forfeits=dict(self.forfeits),
            placed=dict(self.placed),
            to_do=list(self.to_do),
        )

    def key(self) -> bytes:
        """All that may matter for what follows, as bytes."""
        return repr(
            (
                self.owner,
                self.armies,
                sorted((seat, sorted(cards)) for seat, cards in self.hands.items()),
                [sorted(pile) for pile in self.piles],
                sorted(self.discards),
                self.status,
                self.forfeits,
                (self.lap, self.last_lap, self.seat, self.phase, self.left_to_place, self.has_placed),
                sorted(self.placed.items()),
                (self.take_backs, self.trios, self.settled, self.conquests, self.moves, self.combat_over),
                (self.moved, self.battle, self.spare, self.to_do, self.rounds, self.threshold),
                (self.left_cards, self.late, self.result),
            )
        ).encode()

    def play(self, action: Action) -> "Opinion":
        """The game after an action of the seat that must decide."""
        after = self.copy()
        kind = action[0]
        numbers = [int(x) for x in action[1:]]
        getattr(after, f"do_{kind}")(*numbers)
        after.forget_left_cards(str(kind), self)
        return after

    def do_tris(self, *cards: Card) -> None:
        self.left_to_place += self.exchange_value(cards)
        self.hands[self.seat] -= frozenset(cards)
        self.discards |= frozenset(cards)
        self.trios += 1

    def do_place(self, land: Territory, n: int) -> None:
        self.armies[land] += n
        self.placed[land] = self.placed.get(land, 0) + n
        self.left_to_place -= n
        self.has_placed = True

    def do_take_back(self, land: Territory, n: int) -> None:
        self.armies[land] -= n
        self.placed[land] -= n
        self.left_to_place += n
        self.take_backs += 1

    def do_attack(self, source: Territory, target: Territory, dice: int) -> None:
        self.settle()
        most = min(self.rules.defence.most_dice, self.armies[target])
        self.battle = (source, target, dice, most)
        defender = self.owner[target]
        awake = defender is not None and self.status[defender] == "playing"
        may_choose = awake and most > 1 and self.rules.defence.dice == "choice"
        self.phase = "defend" if may_choose else "battle"

    def do_defend(self, dice: int) -> None:
        self.battle = (*self.battle[:3], dice)
        self.phase = "battle"

    def do_advance(self, more: int) -> None:
        source, target, _, _ = self.battle
        self.armies[source] -= more
        self.armies[target] += more
        self.back_to_turn()

    def do_move(self, source: Territory, goal: Territory, n: int) -> None:
        self.settle()
        self.armies[source] -= n
        self.armies[goal] += n
        self.moves += 1
        if self.rules.move.when == "any-time":
            return
        self.combat_over = True
        self.moved = (source, goal, n)

    def do_undo(self) -> None:
        assert self.moved is not None
        source, goal, n = self.moved
        self.armies[source] += n
        self.armies[goal] -= n
        self.moves -= 1
        self.moved = None
        self.take_backs += 1

    def do_roll(self, wanted: int) -> None:
        if wanted:
            self.phase = "closing"
        else:
            self.go_on()

    def do_end(self) -> None:
        self.finish_turn(self.cards_due())

    def do_pass(self) -> None:
        """End the turn and leave the cards lying."""
        due = self.cards_due()
        if due and self.rules.cards.late_card != "turn-passed":
            self.left_cards = (self.seat, due)
        self.finish_turn(0)

    def cards_due(self) -> int:
        """Cards for the conquests of this turn; a late-comer's first ones stay in the deck."""
        if self.conquests < self.rules.cards.conquests_for_card:
            return 0
        second = self.rules.cards.second_card_from
        extra_lap = self.last_lap is not None and self.lap > self.last_lap
        due = 2 if second and extra_lap and self.conquests >= second else 1
        forfeited = min(due, self.forfeits.get(self.seat, 0))
        if forfeited:
            self.forfeits[self.seat] -= forfeited
        return due - forfeited

    def finish_turn(self, cards: int) -> None:
        self.settle()
        self.moved = None
        freeze_first = self.rules.congelato.order == "before-roll"
        closing = [("freeze", self.seat), ("roll", self.seat)]
        self.to_do = [("card", self.seat)] * cards + (closing if freeze_first else closing[::-1])
        self.to_do.append(("next", self.seat))
        self.go_on()

    def forget_left_cards(self, kind: str, before: "Opinion") -> None:
        """The right to cards left lying ends as the next player goes on."""
        if before.left_cards is None or before.left_cards[0] == before.seat:
            return
        went_on = kind in {"attack", "end", "pass"}
        if self.rules.cards.late_card == "next-has-placed":
            has_finished = kind == "place" and not self.room_to_place()
            went_on = went_on or kind == "move" or has_finished
        if went_on:
            self.left_cards = None

    def may_take_late(self, seat: Seat) -> bool:
        """Whether this seat may still take the cards it left lying."""
        lies = self.left_cards is not None and self.left_cards[0] == seat
        return lies and bool(self.piles or self.discards)

    def take_late(self) -> "Opinion":
        """The cards left lying are taken after all."""
        after = self.copy()
        assert self.left_cards is not None
        after.late = self.phase
        cards = [("card", self.left_cards[0])] * self.left_cards[1]
        after.to_do = [*cards, ("late", self.left_cards[0]), *self.to_do]
        after.go_on()
        return after

    def settle(self) -> None:
        """Reinforcements can no longer be changed; what could not be placed is lost."""
        self.settled = True
        self.left_to_place = 0
        self.placed = {}

    def back_to_turn(self) -> None:
        self.phase = "turn"
        self.battle = (0, 0, 0, 0)
        self.spare = 0

    # ---- luck -------------------------------------------------------------------------------------------

    def throw(self, number: int) -> "Opinion":
        """The game after luck chose this outcome."""
        after = self.copy()
        if self.phase == "battle":
            count = self.battle[2] + self.battle[3]
            dice = [number // 6**place % 6 + 1 for place in range(count)]
            after.fight(dice[: self.battle[2]], dice[self.battle[2] :])
        elif self.phase == "closing":
            total = sum(number // 6**place % 6 + 1 for place in range(self.rules.closing.dice))
            after.close_or_go_on(total)
        else:
            after.take_card(sorted(self.piles[0])[number])
        return after

    def fight(self, attack: list[int], defence: list[int]) -> None:
        """Highest against highest, second against second...; the defender wins ties."""
        source, target, dice, _ = self.battle
        before = self.armies[source]
        for mine, theirs in zip(sorted(attack)[::-1], sorted(defence)[::-1], strict=False):
            self.armies[target if mine > theirs else source] -= 1
        if self.armies[target]:
            self.back_to_turn()
            return
        loser = self.owner[target]
        self.owner[target] = self.seat
        self.armies[source] -= dice
        self.armies[target] = dice
        self.conquests += 1
        if loser is not None and not self.lands(loser):
            self.eliminate(loser)
        if self.has_won():
            self.finish("goal", self.seat)
        if self.result is not None:
            return
        waived = before <= self.rules.conquest.garrison_waived_up_to
        guarded = self.beside_an_enemy(source) and not waived
        keep = self.rules.conquest.garrison if guarded else 1
        self.spare = max(0, self.armies[source] - keep)
        self.phase = "occupy"
        if not self.spare:
            self.back_to_turn()

    def close_or_go_on(self, total: int) -> None:
        """The closing dice end the game, or it goes on."""
        lowest = self.rules.closing.first if self.rules.closing.mode == "exact" else 1
        if lowest <= total <= self.threshold:
            self.finish("closed", None)
        else:
            self.go_on()

    def take_card(self, card: Card) -> None:
        taker = self.left_cards[0] if self.late and self.left_cards else self.seat
        self.hands[taker] |= {card}
        self.piles[0] -= {card}
        self.piles = [pile for pile in self.piles if pile]
        self.go_on()

    # ---- from turn to turn ------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Do what is left of the turn's end until luck or somebody must choose."""
        self.phase = "turn"
        while self.to_do and self.result is None:
            step, seat = self.to_do.pop(0)
            if getattr(self, f"end_{step}")(seat):
                return

    def end_card(self, _: int) -> bool:
        """Draw a card, unless there is none."""
        if not self.piles and self.discards:
            self.piles, self.discards = [self.discards], frozenset()
        if not self.piles:
            return False
        self.phase = "card"
        return True

    def end_late(self, _: int) -> bool:
        """Cards left lying have been taken: back to what was going on."""
        self.phase, self.late, self.left_cards = self.late, "", None
        return True

    def end_freeze(self, seat: Seat) -> bool:
        """A seat with too many single armies only defends from now on."""
        rule = self.rules.congelato
        singles = {land for land in self.lands(seat) if self.armies[land] == 1}
        if not rule.single_armies or len(singles) < rule.single_armies:
            return False
        for land in self.lands(seat) if rule.raises == "all" else singles:
            self.armies[land] = max(self.armies[land], rule.raise_to)
        self.status[seat] = "frozen"
        self.cards_to_bottom(seat)
        self.left_cards = None
        self.stop_if_alone()
        return False

    def end_roll(self, seat: Seat) -> bool:
        """The closing roll of this seat's place in the lap, if it has one."""
        closing = self.rules.closing
        if closing.roller != "each-seat" or not self.open_round(seat):
            return False
        excused = closing.excused_by_conquests
        if seat == self.seat and excused and self.conquests >= excused:
            return False
        self.phase = "roll" if closing.roll == "optional" else "closing"
        return True

    def end_lap(self, _: int) -> bool:
        """Where the dice are thrown once a lap: after its last turn."""
        if self.rules.closing.roller != "once-a-lap" or self.last_lap is None or self.lap < self.last_lap:
            return False
        self.rounds = self.lap - self.last_lap + 1
        self.set_threshold(self.rounds)
        self.phase = "closing"
        return True

    def end_next(self, seat: Seat) -> bool:
        """On to the next seat; whoever left the table may still have a closing roll."""
        follows = (seat + 1) % self.seats
        if follows == 0:
            self.to_do = [("lap", 0), ("new_lap", 0), ("enter", follows)]
        else:
            self.to_do = [("enter", follows)]
        return False

    def end_new_lap(self, _: int) -> bool:
        self.lap += 1
        return False

    def end_enter(self, seat: Seat) -> bool:
        """The turn of this seat, or its closing roll by the one before it, or nothing."""
        if self.status[seat] == "playing":
            self.begin_turn(seat)
            return True
        self.to_do = [("next", seat)]
        if self.keeps_its_roll(seat):
            self.to_do.insert(0, ("roll", seat))
        return False

    def begin_turn(self, seat: Seat) -> None:
        """Armies for territories and continents."""
        self.seat = seat
        self.phase = "turn"
        self.placed, self.has_placed, self.take_backs, self.trios = {}, False, 0, 0
        self.settled, self.combat_over, self.moved = False, False, None
        self.conquests, self.moves = 0, 0
        self.battle, self.spare, self.to_do = (0, 0, 0, 0), 0, []
        self.left_to_place = self.reinforcements(seat)
        if self.has_won():
            self.finish("goal", seat)

    def reinforcements(self, seat: Seat) -> int:
        """Armies due at the start of the turn, cards apart."""
        rule = self.rules.reinforcement
        mine = self.lands(seat)
        by_lands = len(mine) // rule.territories_per_army
        by_continents = sum(c.bonus for c in self.board.continents if c.lands <= mine)
        if rule.minimum_on == "territories":
            return max(rule.minimum, by_lands) + by_continents
        return max(rule.minimum, by_lands + by_continents)

    # ---- closing ----------------------------------------------------------------------------------------

    def set_threshold(self, step: int) -> None:
        closing = self.rules.closing
        self.threshold = min(closing.first + step - 1, closing.cap or 6 * closing.dice)

    def keeps_its_roll(self, seat: Seat) -> bool:
        """Whether somebody rolls in this absent seat's place."""
        return self.status[seat] == "withdrawn" and self.rules.withdrawal.closing_rolls == "preceding-seat"

    def last_seat(self) -> Seat:
        """The last of the lap among those who still have a roll."""
        return max(s for s in range(self.seats) if self.status[s] == "playing" or self.keeps_its_roll(s))

    def open_round(self, seat: Seat) -> bool:
        """Whether closing rolls have begun at this seat's place in the lap; sets which totals close.

        The last of the lap opens each round, the first one at the end of the last lap (001-C25, 001-C26).
        """
        if self.last_lap is None or self.lap < self.last_lap:
            return False
        laps = self.lap - self.last_lap
        if self.rules.closing.starter == "first-seat":
            self.rounds = laps
        elif self.rules.closing.step == "game-lap":
            self.rounds = laps + 1 if laps or seat == self.last_seat() else 0
        elif seat == self.last_seat():
            self.rounds += 1
        self.set_threshold(self.rounds)
        return self.rounds > 0

    # ---- winning and leaving ----------------------------------------------------------------------------

    def has_won(self) -> bool:
        """Whether the seat in turn has reached its goal."""
        mine = self.lands(self.seat)
        if self.rules.victory.goal == "points":
            return self.points(mine) >= self.rules.victory.points[self.seats]
        goal = self.board.objectives[self.seat]
        missing = len(goal - mine)
        each = self.rules.victory.others_per_missing
        return missing <= (len(mine - goal) // each if each else 0)

    def points(self, mine: set[Territory]) -> int:
        """Territories by their borders, one strip doubled, and whole continents."""
        tally = self.rules.tally
        value = self.board.value
        strips: list[int] = [0]
        if tally.strip == "connected":
            strips += [sum(value[x] for x in group) for group in groups(self.board, mine)]
        elif tally.strip == "path":
            strips += [sum(value[x] for x in chain) for chain in chains(self.board, mine)]
        total = sum(value[x] for x in mine) + (tally.strip_factor - 1) * max(strips)
        for continent in self.board.continents:
            if continent.lands <= mine:
                total += tally.continent_per_territory * len(continent.lands)
                total += tally.continent_per_border * self.board.links_out(continent.lands)
        return total

    def finish(self, how: str, seat: Seat | None) -> None:
        self.result = (how, seat)
        self.phase = "over"
        self.to_do = []

    def stop_if_alone(self) -> None:
        """With one seat left that plays, the game ends and is counted."""
        if sum(1 for s in self.status.values() if s == "playing") == 1:
            self.finish("alone", None)

    def cards_to_bottom(self, seat: Seat) -> None:
        if self.hands[seat]:
            self.piles = [*self.piles, self.hands[seat]]
        self.hands[seat] = frozenset()

    def eliminate(self, seat: Seat) -> None:
        """The last territory fell: out of the game, and the cards go where the regulation says."""
        if self.status[seat] != "excluded":
            self.status[seat] = "eliminated"
        if self.rules.elimination.cards == "taken":
            self.hands[self.seat] |= self.hands[seat]
            self.hands[seat] = frozenset()
        else:
            self.cards_to_bottom(seat)
        self.stop_if_alone()

    def expire(self) -> "Opinion":
        """Time is over: the laps left are known."""
        after = self.copy()
        after.last_lap = self.lap + self.rules.closing.laps_after_expiry
        return after

    def withdraw(self, seat: Seat) -> "Opinion":
        """A seat leaves the table: its territories only defend."""
        after = self.copy()
        hand = self.rules.withdrawal.hand
        if hand == "bottom":
            after.cards_to_bottom(seat)
        elif hand == "out-of-play":
            after.hands[seat] = frozenset()
        after.leave(seat, "withdrawn")
        return after

    def exclude(self, seat: Seat) -> "Opinion":
        """A judge sends a seat away: it counts as eliminated; its cards are used, or go to the bottom."""
        after = self.copy()
        if self.rules.withdrawal.hand == "bottom":
            after.cards_to_bottom(seat)
        after.discards |= after.hands[seat]
        after.hands[seat] = frozenset()
        after.leave(seat, "excluded")
        return after

    def leave(self, seat: Seat, status: str) -> None:
        self.status[seat] = status
        for land in self.lands(seat):
            self.armies[land] = max(self.armies[land], self.rules.withdrawal.minimum_armies)
        if self.left_cards is not None and self.left_cards[0] == seat:
            self.left_cards = None
        self.stop_if_alone()
        if seat == self.seat and self.result is None:
            self.settle()
            self.to_do = [("roll", seat)] if self.keeps_its_roll(seat) else []
            self.to_do.append(("next", seat))
            self.go_on()
