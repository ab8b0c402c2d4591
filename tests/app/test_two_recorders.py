"""Bar R5: two phones record one table, each from a page that may be old; neither overwrites the other."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office, new_action, open_office
from kamchatka.app.tables.phone_count import close_table
from kamchatka.app.tables.phone_taps import begin_game, tap, undo_tap
from kamchatka.app.tables.tables import open_live
from kamchatka.app.tournaments.opening import open_tournament, stream_of
from kamchatka.app.tournaments.passes import (
    Phone,
    PhoneHolder,
    TablePlace,
    confirm_sheet,
    join,
    joining_number,
    name_phone,
    pass_path,
    phone_at,
)
from kamchatka.clock import ClockReading
from kamchatka.ids import ActionId
from kamchatka.referee.playing import EndGame, EndTurn
from kamchatka.refusals import Refusal
from kamchatka.tournament.recording import ChooseVersion
from kamchatka.tournament.views.sheets import SheetView, sheet
from tests.plugins.databases import TESTS
from tests.tournament.small_event import drawn, points, table

NOW = ClockReading("run", 0)
SHEETS = st.sampled_from(((50, 40, 30, 20), (50, 41, 30, 20), (60, 40, 30, 20)))
PHONES = st.sampled_from((0, 1))


class Recorders(RuleBasedStateMachine):
    """A table, two phones with what each last saw, and what the log must hold."""

    office: Office
    places: Iterator[TablePlace]
    """Tables that nobody has used yet."""
    begins_over: bool

    @initialize()
    def come(self) -> None:
        """Both phones join, and the game begins."""
        self.place = next(self.places)
        self.id, self.number = self.place.id, self.place.table
        self.phones = [self.joined(), self.joined()]
        self.people = table(open_tournament(self.office, self.id), self.number).seated.seats
        self.taps = [ActionId(new_action())]
        """Requests at the table that stand."""
        begin_game(self.office, self.phones[0], self.people, lambda: NOW, self.taps[0], starts_clock=True)
        self.turns: list[ActionId] = []
        self.is_over = False
        self.sheets: dict[int, tuple[int, ...]] = {}
        """What each phone sent last."""
        self.latest: tuple[int, ...] = ()
        self.settled: tuple[int, ...] = ()
        self.seen = [list(self.turns), list(self.turns)]
        self.marks: list[tuple[str, tuple[int, ...]]] = [(self.sheet.mark, self.latest)] * 2
        self.again: list[Callable[[], object]] = []
        if self.begins_over:
            self.finish(0)

    def joined(self) -> Phone:
        """A phone of a judge."""
        code = pass_path(self.office, self.place).rpartition("/")[2]
        token = join(self.office, self.place, code, joining_number(self.office, self.place))
        phone = phone_at(self.office, self.place, token)
        assert phone
        name_phone(self.office, phone, PhoneHolder(None, is_judge=True), new_action())
        named = phone_at(self.office, self.place, token)
        assert named
        return named

    @property
    def sheet(self) -> SheetView:
        """The sheet as pages show it."""
        desk = open_tournament(self.office, self.id)
        return sheet(desk.tournament, desk.names, 1, self.number, "it")

    def tried(self, request: Callable[[], object], *, is_right: bool) -> bool:
        """Send a request, which must be accepted exactly if it is right; what is refused changes nothing."""
        before = self.events()
        try:
            request()
        except Refusal:
            assert not is_right
            assert self.events() == before
            return False
        assert is_right
        self.again.append(request)
        return True

    def events(self) -> int:
        """Number of events."""
        with self.office.reading() as reading:
            return reading.number(stream_of(self.id))

    def look(self, phone: int, *, is_fresh: bool) -> None:
        """A page shows what is recorded now, or still what it showed before."""
        if not is_fresh:
            return
        self.seen[phone] = list(self.turns)
        self.marks[phone] = self.sheet.mark, self.latest

    @rule(phone=PHONES, is_fresh=st.booleans())
    def end_turn(self, phone: int, is_fresh: bool) -> None:
        """Tap “Fine turno” for the player whom the page shows."""
        self.look(phone, is_fresh=is_fresh)
        seen, action = len(self.seen[phone]), new_action()
        command = EndTurn(now=NOW, person=self.people[seen % 4])

        def request() -> object:
            return tap(self.office, self.phones[phone], command, action=action, turns=seen)

        if self.tried(request, is_right=not self.is_over and seen == len(self.turns)):
            self.turns.append(action)
            self.taps.append(action)

    @rule(phone=PHONES, is_fresh=st.booleans())
    @precondition(lambda self: any(self.seen))
    def undo(self, phone: int, is_fresh: bool) -> None:
        """Undo the turn that the page names."""
        self.look(phone, is_fresh=is_fresh)
        if not self.seen[phone]:
            return
        wanted, action = self.seen[phone][-1], new_action()

        def request() -> None:
            undo_tap(self.office, self.phones[phone], wanted, action)

        if self.tried(request, is_right=wanted == self.taps[-1]):
            self.taps.pop()
            self.turns.pop()

    @rule(phone=PHONES)
    @precondition(lambda self: not self.is_over)
    def finish(self, phone: int) -> None:
        """End the game."""
        action = new_action()

        def request() -> object:
            return tap(self.office, self.phones[phone], EndGame("fine del tempo"), action=action)

        if self.tried(request, is_right=True):
            self.is_over = True
            self.taps.append(action)

    @rule(phone=PHONES, numbers=SHEETS)
    @precondition(lambda self: self.is_over)
    def send(self, phone: int, numbers: tuple[int, ...]) -> None:
        """Send a count; other numbers than those of the other phone are a conflict that both see."""
        action = new_action()
        found = points(table(open_tournament(self.office, self.id), self.number), numbers)

        def request() -> None:
            close_table(self.office, self.phones[phone], found, self.people[phone], action)

        if self.tried(request, is_right=not self.settled):
            self.taps += [action] if not self.sheets else []
            self.sheets[phone], self.latest = numbers, numbers
            if self.sheets.get(1 - phone) == numbers:
                self.settled = numbers
            elif 1 - phone in self.sheets:
                assert self.sheet.state == "contested"

    @rule(phone=PHONES, is_fresh=st.booleans())
    @precondition(lambda self: self.sheets)
    def confirm(self, phone: int, is_fresh: bool) -> None:
        """Confirm the numbers that the page shows."""
        self.look(phone, is_fresh=is_fresh)
        (mark, seen), action = self.marks[phone], new_action()

        def request() -> None:
            confirm_sheet(self.office, self.phones[phone], self.people[phone], action, mark)

        is_right = not self.settled and list(self.sheets) == [1 - phone] and seen == self.latest
        if self.tried(request, is_right=is_right):
            self.settled = self.latest

    @rule(phone=PHONES)
    @precondition(lambda self: len(self.sheets) == 2 and not self.settled)
    def decide(self, phone: int) -> None:
        """A judge chooses the version of a phone."""
        execute(self.office, TERMINAL, self.id, ChooseVersion(self.number, self.people[phone]))
        self.settled = self.sheets[phone]

    @rule()
    @precondition(lambda self: self.again)
    def repeat(self) -> None:
        """What a phone sent arrives once more, however late."""
        before = self.events()
        for request in self.again:
            request()
        assert self.events() == before

    @invariant()
    def log_holds_both(self) -> None:
        """The log holds every accepted request, and both versions until the table is settled."""
        if not hasattr(self, "again"):
            return
        assert len(open_live(self.office, self.id, self.number).table.turns) == len(self.turns)
        result = table(open_tournament(self.office, self.id), self.number).result
        versions = {
            each.sent_by: tuple(int(str(seat.cells["points"])) for seat in each.seats)
            for each in (result.versions if result else ())
        }
        if self.settled:
            assert result
            assert result.is_confirmed
            assert list(versions.values()) == [self.settled]
        else:
            assert versions == {self.people[phone]: sent for phone, sent in self.sheets.items()}


def free_tables(office: Office) -> Iterator[TablePlace]:
    """Tables of a first round, each of an event of its own: many people cost time."""
    while True:
        yield TablePlace(drawn(office, 4, format="raduno"), 1, 1)


@pytest.fixture
def recorders(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Recorders]]:
    with open_office(None, TESTS) as office:
        monkeypatch.setattr(Recorders, "office", office, raising=False)
        monkeypatch.setattr(Recorders, "places", free_tables(office), raising=False)
        monkeypatch.setattr(Recorders, "begins_over", False, raising=False)
        yield Recorders


@pytest.mark.parametrize("begins_over", [False, True], ids=["playing", "counting"])
def test_two_phones_never_overwrite_each_other(recorders: type[Recorders], begins_over: bool) -> None:
    recorders.begins_over = begins_over
    some = settings(
        max_examples=20,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),  # shrinking would replay whole events for minutes
    )
    run_state_machine_as_test(recorders, settings=some)


def test_a_tap_that_waited_for_a_whole_lap_ends_no_turn(recorders: type[Recorders]) -> None:
    at = recorders()
    at.come()
    for _ in at.people:
        at.end_turn(0, is_fresh=True)
    at.end_turn(1, is_fresh=False)  # the same player is in turn again
    assert len(at.turns) == 4
    at.log_holds_both()


def test_nobody_confirms_numbers_that_they_have_not_seen(recorders: type[Recorders]) -> None:
    recorders.begins_over = True
    at = recorders()
    at.come()
    at.send(0, (50, 40, 30, 20))
    at.look(1, is_fresh=True)
    at.send(0, (50, 41, 30, 20))
    at.confirm(1, is_fresh=False)
    assert not at.settled
    at.confirm(1, is_fresh=True)
    assert at.settled == (50, 41, 30, 20)
    at.log_holds_both()
