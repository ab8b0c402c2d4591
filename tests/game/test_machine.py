"""Games played by a machine that tries everything: legal and refused actions, undo, files, judges."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kamchatka.game import actions as act
from kamchatka.game.chance import Seeded
from kamchatka.game.coding import UnknownName
from kamchatka.game.game import Game, NothingToUndo
from kamchatka.game.log import Acted, TurnClosed
from kamchatka.game.notation import acted_from_text, acted_to_text, action_to_text
from kamchatka.game.record import replay, resumed
from kamchatka.game.record_json import record_from_json, record_to_json
from kamchatka.game.record_text import record_from_text, record_to_text
from kamchatka.game.view import view
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rulebook import load
from kamchatka.rules.layout import PHASE, REINFORCEMENT, TURN
from tests.game.play import Draw, Wanderer, all_of, copy_of, judge_action, listed, tables, written_down
from tests.game.shown import some_tries, viewers

NUMBERS = st.integers(0, 2**31 - 1)


class Table(RuleBasedStateMachine):
    """One game, and what must hold of it whatever is done."""

    game: Game
    seed: int

    @initialize(table=st.sampled_from(tables()), seed=NUMBERS, ahead=st.integers(0, 400))
    def start(self, table: tuple[str, int], seed: int, ahead: int) -> None:
        """A game, some way on."""
        name, seats = table
        self.seed = seed
        self.game = Game.start(load(name), seats, Seeded(seed))
        walk = Wanderer(self.game, seed, laps=3, judge=60).walk()
        for _, _ in zip(range(ahead), walk, strict=False):
            if self.game.is_over:
                break

    def is_open(self) -> bool:
        """Whether there is still something to do."""
        return not self.game.is_over

    @rule(choice=NUMBERS)
    @precondition(is_open)
    def play_a_listed_action(self, choice: int) -> None:
        entries = len(self.game.entries)
        action = listed(Draw(choice), self.game)
        by = self.game.to_act
        assert self.game.why_not(action) is None
        events = self.game.play(action)
        assert self.game.entries[entries] == Acted(by, action)
        assert [entry for entry in self.game.entries[entries:] if entry in events] == list(events)

    @rule(choice=NUMBERS)
    @precondition(is_open)
    def pass_and_leave_the_card_or_take_it_late(self, choice: int) -> None:
        for action in (act.PassWithoutCard(), act.TakeLateCard()):
            if not self.game.is_over and self.game.why_not(action) is None:
                self.game.play(action)

    @rule(choice=NUMBERS, who=NUMBERS)
    def try_anything(self, choice: int, who: int) -> None:
        """What is refused changes nothing; `why_not` and `play` agree."""
        by = Seat(who % self.game.seats)
        for action in some_tries(Draw(choice), self.game):
            before = all_of(self.game)
            try:
                reason = self.game.why_not(action, by)
            except UnknownName:
                continue
            assert all_of(self.game) == before
            try:
                self.game.play(action, by)
            except RuleViolation as refusal:
                same = reason is not None and reason.sentence("it") == refusal.sentence("it")
                assert same, refusal  # noqa: PT017 - compared with what why_not said
                assert all_of(self.game) == before
            else:
                assert reason is None

    @rule(choice=NUMBERS)
    @precondition(is_open)
    def play_a_listed_action_as_somebody_else(self, choice: int) -> None:
        action = listed(Draw(choice), self.game)
        for seat in range(self.game.seats):
            if seat != self.game.to_act:
                assert self.game.why_not(action, Seat(seat)) is not None

    @rule(choice=NUMBERS)
    @precondition(lambda self: self.is_open() and self.game.position.now[PHASE] >= REINFORCEMENT)
    def let_a_judge_decide(self, choice: int) -> None:
        action = judge_action(Draw(choice), self.game)
        if self.game.why_not(action) is None:
            self.game.play(action)
            with pytest.raises(NothingToUndo):
                self.game.undo(Seat(choice % self.game.seats))

    @rule()
    @precondition(is_open)
    def undo(self) -> None:
        """Undo is an action of the seat, allowed where that action is, and nothing else."""
        before = all_of(self.game)
        try:
            self.game.undo()
        except (NothingToUndo, RuleViolation):
            assert all_of(self.game) == before
            return
        last = next(entry for entry in reversed(self.game.entries) if isinstance(entry, Acted))
        assert isinstance(last.action, act.TakeBackArmies | act.UndoMove)
        assert self.game.entries[: len(before[2])] == before[2]

    @rule(kind=st.sampled_from(("text", "json")))
    def save_and_load(self, kind: str) -> None:
        """Go on with the game as it was read from its file."""
        record = written_down(self.game)
        if kind == "text":
            read = record_from_text(record_to_text(record))
        else:
            read = record_from_json(record_to_json(record))
        again = resumed(read, Seeded(self.seed))
        assert (again.entries, again.digest()) == (self.game.entries, self.game.digest())
        assert bytes(again._table) == bytes(self.game._table)
        assert bytes(again._hidden) == bytes(self.game._hidden)
        self.game = again

    @invariant()
    def exactly_one_seat_may_act(self) -> None:
        acting = self.game.to_act
        assert (acting is None) == self.game.is_over
        for seat in range(self.game.seats):
            choices = self.game.legal_actions(Seat(seat))
            if seat == acting:
                assert choices
            else:
                assert [choice.action() for choice in choices] in ([], [act.TakeLateCard()])

    @invariant()
    def every_listed_action_is_allowed_and_has_a_name_of_its_own(self) -> None:
        acting = self.game.to_act
        if acting is None:
            return
        names = set()
        for choice in self.game.legal_actions():
            for number in {choice.least, choice.most}:
                action = choice.action(number)
                assert self.game.why_not(action) is None
                line = acted_to_text(Acted(acting, action))
                assert acted_from_text(line) == Acted(acting, action)
                assert line not in names
                names.add(line)

    @invariant()
    def a_copy_is_the_same_table_and_a_table_of_its_own(self) -> None:
        copy, before = copy_of(self.game), self.game.digest()
        assert copy.digest() == before
        if not copy.is_over:
            copy.play(copy.legal_actions()[-1].action())
            assert len(copy.entries) > len(self.game.entries)
        assert self.game.digest() == before

    @invariant()
    def everybody_has_a_view(self) -> None:
        for viewer in viewers(self.game):
            seen = view(self.game, viewer)
            assert sum(territory.armies for territory in seen.territories) >= sum(
                seat.armies for seat in seen.seats
            )
            names = [choice.action for choice in seen.choices]
            assert len(set(names)) == len(names)
            assert all(name and name == name.strip() for name in names)

    @invariant()
    def turns_are_closed_one_by_one(self) -> None:
        closed = [entry.turn for entry in self.game.entries if isinstance(entry, TurnClosed)]
        assert closed == list(range(len(closed)))
        if self.game.is_over:
            last = self.game.entries[-1]
            assert isinstance(last, TurnClosed)
            assert last.digest == self.game.digest()
        else:
            assert len(closed) == self.game.position.now[TURN]

    def teardown(self) -> None:
        """The log rebuilds the table."""
        if hasattr(self, "game"):
            again = replay(written_down(self.game))
            assert (again.digest(), again.entries) == (self.game.digest(), self.game.entries)
            assert all(action_to_text(entry.action) for entry in again.entries if isinstance(entry, Acted))


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=35,
    stateful_step_count=20,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
