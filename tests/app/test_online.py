"""Online tables in the log: what is played is kept once, folds to the same game, and shows no secret."""

import json
from collections.abc import Iterator

import pytest

from kamchatka.app.games.online import hall as hall_module
from kamchatka.app.games.online import seating
from kamchatka.app.games.online.diary import since
from kamchatka.app.games.online.facts import envelope
from kamchatka.app.games.online.hall import SECRET, SERVER, TableHall
from kamchatka.app.games.online.live import Pace
from kamchatka.app.games.online.lobby import lobby
from kamchatka.app.games.online.playing import judge
from kamchatka.app.games.online.refusals import NotNow
from kamchatka.app.games.online.table import PREFIX
from kamchatka.app.history import check, history
from kamchatka.app.office import Actor, Role, new_action
from kamchatka.game import events as ev
from kamchatka.game.actions import Attack
from kamchatka.game.notation import action_to_text
from kamchatka.game.record import replay
from kamchatka.game.record_file import read_record
from kamchatka.game.record_text import record_to_text
from kamchatka.game.verifier import verify
from kamchatka.game.view import view
from kamchatka.game.violations import RuleViolation
from kamchatka.ids import Seat
from kamchatka.refusals import NotUnderstood, Refusal
from kamchatka.rulebook import load, shipped
from kamchatka.rules import moves
from kamchatka.rules.layout import ADVANCE, DEFENCE, PHASE, REINFORCEMENT, TO_PLACE, TURN
from kamchatka.store import accounts
from tests.app.online_table import Evening, Table, evening, next_line, sizes


@pytest.fixture
def at() -> Iterator[Evening]:
    """An evening whose bots play at once."""
    with evening(Pace(0, 0, 60_000)) as opened:
        yield opened


def kept_secret(at: Evening, id: str) -> bytes | None:
    with at.office.reading() as reading:
        return accounts.secret(reading.connection, f"{SECRET}{id}")


def events_of(at: Evening, id: str) -> list[str]:
    with at.office.reading() as reading:
        return [f"{row.kind} {row.payload}" for row in reading.stream(f"{PREFIX}{id}")]


@pytest.mark.parametrize("rulebook", shipped())
def test_a_game_is_kept_folded_verified_and_tells_no_secret_before_its_end(
    at: Evening, rulebook: str
) -> None:
    seats = sizes(rulebook)
    table = at.begin([""] + ["soldato"] * (seats - 2), rulebook=rulebook, giri="2")
    secret = kept_secret(at, table.id)
    assert secret is not None
    while not table.table.is_over:
        table.go_on(90, wildly=True)
        if table.table.is_over:
            break
        for viewer in (*range(seats), None):
            shown = table.bytes_for(viewer)
            assert secret.hex().encode() not in shown
            assert hidden_from(table, viewer, shown) == []
        assert not any(secret.hex() in line for line in events_of(at, table.id))
        again = TableHall(at.office, lambda: 0).live(table.id).table
        assert again.game is not None
        assert again.game.digest() == table.game.digest()
        assert (again.version, again.moved, again.clock) == (
            *(table.table.version, table.table.moved),
            table.table.clock,
        )
    assert kept_secret(at, table.id) is None
    assert json.loads(table.bytes_for(None))["table"]["promise"]["secret"] == secret.hex()
    written = record_to_text(table.table.record())
    verify(written.encode())
    assert replay(read_record(written.encode())).digest() == table.game.digest()
    assert check(at.office).broken is None


def hidden_from(table: Table, chair: int | None, shown: bytes) -> list[str]:
    """Objectives and cards of others in what a viewer is sent."""
    game, own = table.game, None if chair is None else table.table.seat_of(chair)
    data = json.loads(shown)
    found = [
        f"objective of {seat}"
        for seat in range(game.seats)
        if seat != own and game.names.objective(game.secrets.objective[seat])
        if f'"{game.names.objective(game.secrets.objective[seat])}"'.encode() in shown
    ]
    for each in data["view"]["seats"] if data["view"] else ():
        if each["chair"] != chair and (each["cards"] is not None or each["objective"] is not None):
            found.append(f"hand of {each['seat']}")
    for happened in data["table"]["happened"]:
        for event in happened["events"]:
            is_own = own is not None and event.get("seat") == "ABCDEF"[own]
            if event["event"] in ("card-taken", "objective-taken") and not is_own:
                found += [name for name in ("card", "objective") if event.get(name)]
    return found


def test_what_a_viewer_gets_does_not_depend_on_what_is_hidden(at: Evening) -> None:
    table = at.begin(["", "", ""], giri="6")
    game = table.game
    while min(game.secrets.hands[seat].bit_count() for seat in range(4)) == 0:
        table.go_on(20, wildly=True)
    seats = [table.table.seat_of(chair) for chair in (1, 2)]
    one, other = (seat for seat in seats if seat is not None)
    hands, objectives, piles = game.secrets.hands, game.secrets.objective, game.secrets.piles
    before = [table.bytes_for(0), table.bytes_for(None)]
    objectives[one], objectives[other] = objectives[other], objectives[one]
    # A card of each hand changes places with one of the deck.
    for seat in (one, other):
        mine, below = hands[seat] & -hands[seat], piles[0] & -piles[0]
        hands[seat] ^= mine | below
        piles[0] ^= mine | below
    table.table.told.clear()
    table.table.shown.clear()
    assert [table.bytes_for(0), table.bytes_for(None)] == before
    assert table.bytes_for(1) != before[0]


def test_an_action_counts_once_and_one_that_saw_an_older_table_is_refused(at: Evening) -> None:
    table = at.begin()
    table.go_on(12)
    while (seat := table.game.to_act) is not None and table.table.bot_of(seat) is not None:
        table.act()
    assert seat is not None
    line, chair = next_line(table.game, seat, wildly=False), table.table.chair_at(seat)
    seen = table.table.version
    assert table.play(chair, line, seen=seen, action="c-000001").refusal is None
    after = table.table.version
    assert after == seen + 1
    assert table.play(chair, line, seen=seen, action="c-000001").refusal is None
    assert table.table.version == after
    with pytest.raises(NotUnderstood, match="other_content"):
        table.play(chair, "passa", seen=after, action="c-000001")
    with pytest.raises(NotNow, match="stale"):
        table.play(chair, "passa", seen=seen, action="c-000002")
    table.ask(chair, "parla", frase="grazie")
    with pytest.raises(RuleViolation):
        table.play(chair, "passa", seen=after, action="c-000003")
    assert len(events_of(at, table.id)) == table.table.version


def test_a_request_stops_at_the_first_refusal_and_an_attack_goes_on_to_its_end(at: Evening) -> None:
    table = at.begin(["", "", ""], giri="9")
    while _turn(table) < 2:
        table.act()
    game = table.game
    seat = game.to_act
    assert seat is not None
    assert game.position.now[TURN] > 0
    chair = table.table.chair_at(seat)
    while game.position.now[PHASE] == REINFORCEMENT and game.position.now[TO_PLACE]:
        table.act()
    attack = next(each for each in game.legal_actions() if each.kind() == moves.ATTACK).action()
    assert isinstance(attack, Attack)
    version = table.table.version
    answer = table.play(chair, action_to_text(attack), until="end")
    rolls = table.table.version - version
    assert answer.refusal is None
    fought = [each for each in game.entries if isinstance(each, ev.BattleFought)][-rolls:]
    assert {(each.source, each.target) for each in fought} == {(attack.source, attack.target)}
    is_taken = game.position.owner[game.names.board.number(attack.target)] == seat
    pair = f"attacca {attack.source} > {attack.target} "
    assert is_taken or not any(
        action_to_text(each.action()).startswith(pair) for each in game.legal_actions()
    )
    assert f"{rolls} tir" in table.bytes_for(chair).decode() or rolls == 1
    if game.position.now[PHASE] == ADVANCE:
        table.act()
    before = table.table.version
    answer = table.play(chair, "passa", "passa", "sposta brasile > peru 1")
    assert (answer.done, table.table.version) == (1, before + 1)
    assert isinstance(answer.refusal, RuleViolation)


def test_a_tris_is_offered_with_its_own_cards_and_the_armies_that_it_brings(at: Evening) -> None:
    table = at.begin(["", "", ""], giri="60")
    while not any(each.kind() == moves.TRIS for each in table.game.legal_actions()):
        table.act(wildly=True)
    seat = table.game.to_act
    assert seat is not None
    chair = table.table.chair_at(seat)
    shown = json.loads(table.bytes_for(chair))
    choices = [each["action"] for each in shown["view"]["choices"] if each["action"].startswith("gioca ")]
    offered = shown["table"]["tris"]
    assert ([each["action"] for each in offered], {each["why_not"] for each in offered}) == (choices, {None})
    table.play(chair, choices[-1])
    played = next(each for each in reversed(table.game.entries) if isinstance(each, ev.CardsPlayed))
    assert (played.armies, sorted(played.cards)) == (offered[-1]["armies"], sorted(offered[-1]["cards"]))


def test_what_happened_since_counts_what_changed_hands_for_good(at: Evening) -> None:
    table = at.begin(["", "", ""], giri="60")
    while not _turn(table):
        table.act()
    version, owner = table.table.version, list(table.game.position.owner)
    while _turn(table) < 16:
        table.act(wildly=True)
    names = table.game.names.territories
    for seat in (Seat(each) for each in range(4)):
        told = since(table.table, seat, version, "it")
        now = [
            (before == seat, after == seat)
            for before, after in zip(owner, table.game.position.owner, strict=True)
        ]
        assert set(told.lost) == {names[land] for land, held in enumerate(now) if held == (True, False)}
        assert set(told.taken) == {names[land] for land, held in enumerate(now) if held == (False, True)}
        assert len(told.lines) <= 3


def test_the_diary_tells_what_was_dealt_in_one_line_for_each_seat(at: Evening) -> None:
    table = at.begin([""] * (sizes("primavera") - 1), rulebook="primavera", giri="9")
    while not _turn(table):
        table.act()
    lines = json.loads(table.bytes_for(0))["table"]["diary"][-1]["lines"]
    told = [line.partition(": ") for line in lines if line.startswith("Territori")]
    assert [first for first, _, _ in told] == [
        *(f"Territori di {seat}" for seat in "ABCD"),
        "Territori neutrali",
    ]
    assert sum(len(lands.split(", ")) for _, _, lands in told) == 42


def test_foreign_seats_judges_words_and_nonsense_are_refused(at: Evening) -> None:
    table = at.begin(["", "", ""])
    seat = table.game.to_act
    assert seat is not None
    other = next(chair for chair in range(4) if chair != table.table.chair_at(seat))
    version = table.table.version
    for line in ("prende il colore rosso", "tempo scaduto", "corregge brasile = A 9", "x" * 500, ""):
        with pytest.raises((Refusal, RuleViolation)):
            table.play(other, line)
    with pytest.raises(Refusal, match="only_at_events"):
        judge(at.hall, table.live, SERVER, "tempo scaduto", reason="prova", action=new_action())
    assert table.table.version == version


def test_out_of_time_the_table_places_and_passes_and_says_so(at: Evening) -> None:
    table = at.begin(["", "", ""], turno="60", riserva="30", giri="9")
    while table.game.position.now[TURN] == 0:
        table.act()
    seat, began = table.game.to_act, table.table.version
    assert seat is not None
    at.now += 89_000
    at.keeper.attend(table.live)
    assert table.table.version == began
    at.now += 1_000
    at.keeper.attend(table.live)
    assert table.game.to_act != seat
    assert table.table.clock.reserve_left(seat) == 0
    assert {step.reason for step in table.table.steps if step.version > began} == {"time"}
    assert "Tempo scaduto: ha giocato il tavolo." in table.bytes_for(0).decode()
    again = TableHall(at.office, lambda: 0).live(table.id).table
    assert again.clock == table.table.clock


def test_a_table_without_people_stands_still_and_an_absent_seat_is_played_for(at: Evening) -> None:
    table = at.begin(["", "soldato", "soldato"], turno="60", giri="9", assente="passivo")
    while table.game.to_act is None or table.table.bot_of(table.game.to_act) is not None:
        table.act()
    while table.table.chair_at(table.game.to_act) != 0:
        table.act()
    for chair in (0, 1):
        table.go(chair)
    version = table.table.version
    at.now += 10_000_000
    at.keeper.attend(table.live)
    assert (table.table.version, at.keeper.due(table.live)) == (version, None)
    assert json.loads(table.bytes_for(0))["table"]["state"] == "stopped"
    table.come(1)
    due = at.keeper.due(table.live)
    assert due is not None
    assert due <= at.now
    at.keeper.attend(table.live)
    assert {step.reason for step in table.table.steps if step.version > version} == {"away"}
    assert table.game.to_act is None or table.table.chair_at(table.game.to_act) != 0


def test_a_silent_defender_rolls_the_most_dice_after_ten_seconds(at: Evening) -> None:
    table = at.begin([""] * (sizes("aziendale") - 1), rulebook="aziendale", giri="9")
    while table.game.position.now[PHASE] != DEFENCE:
        table.act(wildly=True)
    defender, began = table.game.to_act, table.table.version
    at.now += 9_999
    at.keeper.attend(table.live)
    assert (table.game.to_act, table.table.version) == (defender, began)
    at.now += 1
    at.keeper.attend(table.live)
    assert table.table.steps[-1].reason == "defence"
    assert table.game.position.now[PHASE] != DEFENCE


def test_bots_play_at_a_human_pace_and_not_for_ever() -> None:
    with evening(Pace(600, 4000, 60_000)) as at:
        table = at.begin(["soldato", "soldato", "soldato"], giri="9")
        while not (seat := table.game.to_act) or table.table.bot_of(seat) is None or not _turn(table):
            table.act()
        turn, began, played = _turn(table), at.now, 0
        while _turn(table) == turn and table.table.bot_of(table.game.to_act) is not None:
            due = at.keeper.due(table.live)
            assert due is not None
            at.now = max(at.now, due)
            before = table.table.version
            at.keeper.attend(table.live)
            played += table.table.version - before
        assert 600 <= at.now - began <= 4600
        assert played >= 1


def _turn(table: Table) -> int:
    return table.game.position.now[TURN]


def test_spectators_of_an_events_table_see_it_one_lap_late(at: Evening) -> None:
    book = load("rtu")
    asked = {"tavolo": "Finale", "spettatori": "si", "giri": "9"}
    opening = seating.event_opening(asked, ["", "soldato", "soldato", "soldato"], book, ("raduno", 1, 1))
    table = Table(at, at.hall.open_new(SERVER, new_action(), opening))
    table.sit(0)
    table.come(0)
    table.ask(0, "pronto", si="si")
    table.ask(0, "parti")
    while _turn(table) < 4:
        table.act()
    assert json.loads(table.bytes_for(None))["view"] is None
    while _turn(table) < 6:
        table.act()
    late = json.loads(table.bytes_for(None))
    assert (late["view"]["turn"], late["table"]["delayed"]) == (2, True)
    assert late["version"] == table.table.turns[1].version
    assert late["table"]["clock"]["seat"] is None
    assert max(each["version"] for each in late["table"]["happened"]) == late["version"]
    judged = envelope(at.hall, table.live, None, "it", is_judge=True)
    assert judged.view == view(table.game, "public").plain()
    assert (judged.table.delayed, judged.table.goal, judged.table.attacks) == (False, None, ())
    actor = Actor(Role.OFFICIAL_JUDGE, "u-1")
    judge(at.hall, table.live, actor, "chiude la partita", reason="Sala chiusa", action=new_action())
    assert json.loads(table.bytes_for(None))["view"]["ending"] == "judge"
    said = history(at.office, f"{PREFIX}{table.id}", "it").entries
    assert [line.note for line in said if line.note] == ["Sala chiusa"]


def test_a_seat_moves_by_a_code_once_and_a_rematch_keeps_everybody(at: Evening) -> None:
    table = at.begin(["", "soldato", "soldato"])
    code = seating.seat_code(table.live, 1, at.now)
    moved = seating.move_seat(table.live, code.lower(), "telefono", at.now)
    at.hall.change(table.live, SERVER, new_action(), [], lambda _, __: [moved])
    assert (table.table.chair_of("telefono"), table.table.chair_of("device-1")) == (1, None)
    with pytest.raises(NotNow, match="seat_code"):
        seating.move_seat(table.live, code, "altro", at.now)
    late = seating.seat_code(table.live, 0, at.now)
    with pytest.raises(NotNow, match="seat_code"):
        seating.move_seat(table.live, late, "altro", at.now + seating.CODE_LASTS)
    secret = kept_secret(at, table.id)
    assert secret is not None
    table.ask(0, "chiudi")
    assert not table.table.is_closed
    table.ask(1, "chiudi")
    assert table.table.promise.secret == secret
    verify(record_to_text(table.table.record()).encode())
    for chair in (0, 1):
        table.ask(chair, "rivincita", si="si")
    seating.open_rematch(at.hall, table.live)
    seating.open_rematch(at.hall, table.live)
    again = at.hall.live(table.table.rematch).table
    assert [chair.name for chair in again.chairs] == ["Anna", "Bruno", "", ""]
    assert again.opened.rematch_of == table.id
    assert again.opened.commitment != table.table.opened.commitment


def test_an_action_whose_commit_fails_never_happened(at: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at.begin(["", "", ""])
    seat = table.game.to_act
    assert seat is not None
    chair, line = table.table.chair_at(seat), next_line(table.game, seat, wildly=False)
    before, version = table.game.digest(), table.table.version

    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "full")

    with monkeypatch.context() as patch:
        patch.setattr("kamchatka.store.log.LogWriter.add", fail)
        with pytest.raises(OSError, match="full"):
            table.play(chair, line)
    assert (table.game.digest(), table.table.version) == (before, version)
    assert table.play(chair, line).done == 1


def test_the_lobby_lists_ones_own_tables_first_and_hides_private_ones(at: Evening) -> None:
    waiting, private = at.open(), at.open(["", "", ""], pubblico="")
    playing = at.begin(["soldato", "soldato", "soldato"])
    mine = lobby(at.hall, "device-0", "it")
    assert {each.id for each in mine.mine} == {waiting.id, private.id, playing.id}
    others = lobby(at.hall, "device-9", "it")
    assert (others.mine, [each.id for each in others.open]) == ((), [waiting.id])
    assert [(each.id, len(each.thumb)) for each in others.playing] == [(playing.id, 42)]
    asleep = lobby(TableHall(at.office), "device-9", "it")
    assert [(each.id, each.free) for each in asleep.open] == [(waiting.id, 1)]
    assert at.hall.of_code(waiting.id[:6].upper()) == waiting.id


def test_a_game_begun_long_ago_gives_way_when_there_is_no_room(
    at: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hall_module, "MOST_OPEN", 2)
    played, waiting = at.begin(["soldato", "soldato", "soldato"]), at.open()
    again = at.open()
    assert waiting.table.is_abandoned
    last = at.begin(["soldato", "soldato", "soldato"])
    assert again.table.is_abandoned
    played.go(0)
    with pytest.raises(NotNow, match="too_many_tables"):
        at.open()
    monkeypatch.setattr(hall_module, "LONG_AGO", -1)
    assert at.open().id in at.hall.open_ids
    assert (played.table.is_abandoned, last.table.is_abandoned) == (True, False)
