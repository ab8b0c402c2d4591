"""Games whose luck falls on the table: a judge may decide before it does, and the record still replays."""

from contextlib import suppress
from dataclasses import replace

import pytest

from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.actions import ExcludeSeat, ExpireTime, FreezeSeat, WithdrawSeat
from kamchatka.game.audit import audit
from kamchatka.game.chance import Request, Seeded, Typed
from kamchatka.game.codec import Unreadable
from kamchatka.game.coding import UnknownName
from kamchatka.game.game import Game, NothingToUndo
from kamchatka.game.log import Rewound
from kamchatka.game.names import letter
from kamchatka.game.record import Record, record_of, replay, resumed
from kamchatka.game.record_file import read_record
from kamchatka.game.record_json import record_to_json
from kamchatka.game.record_text import record_to_text
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.rulebook import load, read, shipped
from kamchatka.rules import RULES_VERSION
from kamchatka.rules.layout import COMBAT, LAP, PHASE
from kamchatka.stream import below, seeded
from tests.game.prepared import BRASILE, PERU, prepared

MOST_STEPS = 1200


def play_on_cardboard(name: str, seed: int, steps: int = MOST_STEPS) -> Game:
    """A game at random with typed luck; now and then a judge decides while luck is awaited."""
    book = load(name)
    game, dice, state = Game.start(book, book.seats.preferred, Typed()), Seeded(seed), seeded(seed, 1)
    for number in range(steps):
        if game.is_over:
            break
        state, whim = below(state, 40)
        if whim < 4:
            state, seat = below(state, game.seats)
            decided = (
                ExpireTime(),
                WithdrawSeat(Seat(seat)),
                ExcludeSeat(Seat(seat)),
                FreezeSeat(Seat(seat)),
            )
            # Seats leave only late, or nobody would be left to play.
            if whim == 0 or game.position.now[LAP] > 3:
                with suppress(RuleViolation):
                    game.play(decided[whim])
            continue
        request = game.awaiting
        if request is not None:
            game.supply(dice.answer(number, request))
            continue
        choices = game.legal_actions()
        state, row = below(state, len(choices))
        state, more = below(state, choices[row].most - choices[row].least + 1)
        game.play(choices[row].action(choices[row].least + more))
    return game


def written_down(game: Game) -> Record:
    return record_of(game, table="9", players=tuple(letter(chair) for chair in range(game.seats)))


@pytest.mark.parametrize("name", shipped())
def test_whenever_the_judge_decided_the_record_replays(name: str) -> None:
    for seed in range(4):
        game = play_on_cardboard(name, seed)
        record = written_down(game)
        for text in (record_to_text(record), record_to_json(record)):
            again = replay(read_record(text.encode()))
            assert again.entries == game.entries
            assert again.digest() == game.digest()


@pytest.mark.parametrize("steps", [150, 230, 310])
def test_a_game_left_while_dice_are_awaited_goes_on(steps: int) -> None:
    game = play_on_cardboard("rtu", 5, steps)
    again = resumed(read_record(record_to_text(written_down(game)).encode()), Typed())
    assert again.entries == game.entries
    assert again.awaiting == game.awaiting


def test_what_mail_and_editors_add_breaks_no_seal() -> None:
    record = written_down(play_on_cardboard("milano", 3, 120))
    for text in (record_to_text(record), record_to_json(record)):
        plain = read_record(text.encode())
        for travelled in ("\ufeff" + text, text.rstrip("\n"), text + "\n\n", text.replace("\n", "\r\n")):
            assert read_record(travelled.encode()) == plain


def test_a_regulation_with_odd_line_breaks_in_its_title_is_kept() -> None:
    book = read('id = "casa"\ntitle = "Una\u2028riga\u0085sola"\nextends = "rtu"\n', name="casa.toml")
    game = Game.start(book, 4, Seeded(1))
    assert replay(read_record(record_to_text(written_down(game)).encode())).digest() == game.digest()


@pytest.mark.parametrize("version", [0, -1])
def test_a_version_of_the_rules_that_never_was_is_refused(version: int) -> None:
    text = record_to_text(written_down(play_on_cardboard("rtu", 1, 60)))
    head, _, _ = text.replace(f"regole {RULES_VERSION}\n", f"regole {version}\n").rpartition("sigillo ")
    with pytest.raises(Unreadable):
        read_record(head.encode())


def test_a_newer_version_of_the_rules_is_told_to_update() -> None:
    text = record_to_text(written_down(play_on_cardboard("rtu", 1, 60)))
    ours, newer = (f"regole {version}\n" for version in (RULES_VERSION, RULES_VERSION + 1))
    head, _, _ = text.replace(ours, newer).rpartition("sigillo ")
    with pytest.raises(Unreadable) as refused:
        read_record(head.encode())
    assert refused.value.code == "newer_rules"


def test_no_seat_decides_as_the_judge() -> None:
    game = Game.start(load("rtu"), 4, Seeded(1))
    before = game.entries
    with pytest.raises(UnknownName) as refused:
        game.play(ExcludeSeat(Seat(1)), by=Seat(0))
    assert refused.value.code == "only_the_judge"
    assert game.entries == before


def test_a_slip_of_typing_is_crossed_out_and_the_record_tells_it() -> None:
    game = prepared("rtu", "A holds Brasile 5, Argentina 2", "B holds Peru 2")
    game.play(act.Attack(BRASILE, PERU, 3))
    game.supply((6, 6, 6, 1, 1))
    assert game.rewind() == Rewound(("0 battaglia 3+2: 6 6 6 1 1",))
    assert game.awaiting == Request("battle", dice=(3, 2))
    game.supply((1, 1, 1, 6, 6))
    assert game.position.armies[game.names.board.number(PERU)] == 2
    assert game.rewind() == Rewound(("0 battaglia 3+2: 1 1 1 6 6",))
    assert game.rewind() == Rewound(("A attacca brasile > peru con 3",))
    kept = [entry.lines for entry in game.entries if isinstance(entry, Rewound)]
    assert kept == [
        ("0 battaglia 3+2: 6 6 6 1 1",),
        ("0 battaglia 3+2: 1 1 1 6 6",),
        ("A attacca brasile > peru con 3",),
    ]
    assert game.position.now[PHASE] == COMBAT
    with pytest.raises(NothingToUndo):
        game.rewind()


def test_what_was_crossed_out_is_kept_by_files_replays_and_resumed_games() -> None:
    game = play_on_cardboard("rtu", 5, 150)
    crossed_out = [game.rewind(), game.rewind()]
    record = written_down(game)
    for text in (record_to_text(record), record_to_json(record)):
        again = replay(read_record(text.encode()))
        assert again.entries == game.entries
        assert [entry for entry in again.entries if isinstance(entry, Rewound)] == crossed_out
        found = audit(text.encode())
        assert found.verdict == "unproven"
        assert [line.values for line in found.lines if line.check == "corrections"] == [{"number": 2}]
        gone_on = resumed(read_record(text.encode()), Typed())
        with pytest.raises(NothingToUndo):
            gone_on.rewind()
        assert gone_on.entries == game.entries


@pytest.mark.parametrize(
    "line", ["", " A passa", "A passa\nB passa", "A passa ~ B passa", "A vince", "1 ora"]
)
def test_only_lines_of_a_record_can_have_been_crossed_out(line: str) -> None:
    record = written_down(play_on_cardboard("rtu", 5, 60))
    assert replace(record, entries=(*record.entries, Rewound(("A passa",)))).entries
    with pytest.raises(Unreadable):
        replace(record, entries=(*record.entries, Rewound(("A passa", line))))


def test_nothing_can_have_been_crossed_out_where_the_luck_is_ours() -> None:
    record = written_down(Game.start(load("rtu"), 4, Seeded(1)))
    with pytest.raises(Unreadable):
        replace(record, entries=(*record.entries, Rewound(("A passa",))))
    text = record_to_text(record).replace("\n\n|", "\n~ A passa\n\n|", 1).rpartition("sigillo ")[0]
    assert "~ A passa" in text
    with pytest.raises(Unreadable):
        read_record(text.encode())


def test_nothing_is_crossed_out_where_the_luck_is_ours_or_was_drawn_since() -> None:
    ours = Game.start(load("rtu"), 4, Seeded(1))
    ours.play(ours.legal_actions()[0].action())
    with pytest.raises(NothingToUndo):
        ours.rewind()
    typed = play_on_cardboard("rtu", 5, 150)
    typed.keep_for_good()
    before = typed.entries
    with pytest.raises(NothingToUndo):
        typed.rewind()
    assert typed.entries == before


def test_only_the_seat_that_placed_takes_it_back() -> None:
    game = prepared("rtu", "A has 3 armies to place", "A holds Brasile 5")
    game.play(act.PlaceArmies({BRASILE: 3}))
    with pytest.raises(NothingToUndo):
        game.undo(Seat(1))
    assert game.undo(Seat(0)) == (ev.ArmiesTakenBack(Seat(0), BRASILE, 3),)
