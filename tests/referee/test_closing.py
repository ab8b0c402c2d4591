"""Closing dice after eliminations, withdrawals and exclusions, against a small oracle of the rules."""

import pytest

from kamchatka.referee.casebook.model import Kind
from kamchatka.referee.playing import RecordLap
from kamchatka.referee.views import stage_of
from kamchatka.rulebook import load
from tests.referee.judge import Judge
from tests.referee.oracle import differences
from tests.referee.tables import NOW, Table


@pytest.mark.parametrize(("seats", "leaving", "count"), [("ABCD", "ABCD", 3161), ("ABCDE", "DE", 973)])
def test_every_history_of_leavers_rolls_as_the_oracle_says(seats: str, leaving: str, count: int) -> None:
    """Of five seats here those to whom the role of last seat belongs; `soak referee` tries all of them."""
    assert differences(seats, leaving) == (count, [])


@pytest.mark.parametrize("kind", ["excluded", "eliminated"])
def test_the_last_seat_gone_in_the_last_turn_leaves_the_first_roll_to_the_one_before(kind: Kind) -> None:
    """Its turn of the last lap is over: it rolls at the end of its next one, nobody before it (001-C25)."""
    table = Table("rtu")
    table.expire()
    for _ in range(7):
        table.pass_dice()
    assert (table.live.in_turn, table.live.laps_left) == ("D", 0)
    table.leaves("D", kind)
    assert (table.live.in_turn, table.live.course.lap) == ("A", 3)
    for _ in "AB":
        table.pass_dice()
        assert table.live.course.due is None
    table.pass_dice()
    first = table.live.course.due
    assert first is not None
    assert (table.live.seats[first.seat], first.totals) == ("C", (4,))


EXPIRED = {
    # Nothing was recorded: B is in turn, C is out, and D is the last in the order of play.
    "rtu": ("D", (4,), "3/36"),
    "challenge": ("D", (2, 3, 4), "6/36"),
    "milano": ("D", (4,), "3/36"),
    "primavera": ("A", (4,), "3/36"),
    "aziendale": ("D", (1, 2), "2/6"),
}
TURNS_BEFORE = {"rtu": 4, "challenge": 4, "milano": 4, "primavera": 8, "aziendale": 1}
"""Turns of the three who play from B's on, before the turn that ends with the first closing roll."""


@pytest.mark.parametrize("rulebook", EXPIRED)
def test_three_answers_lead_to_the_right_closing_set(judge: Judge, rulebook: str) -> None:
    seats = judge.opens(rulebook)
    # Clockwise from the second: the order of play is only known by who is last in it.
    order = [*seats[1:], seats[0]]
    judge.type("expire", "1", "--turn", order[1], "--out", order[2], "--last", order[3])
    for _ in range(TURNS_BEFORE[rulebook]):
        now = judge.turn()
        assert not now["due"]
    letter, totals, chance = EXPIRED[rulebook]
    assert (now["turn"], now["rolls"], tuple(now["set"]), now["probability"]) == (
        letter,
        True,
        totals,
        chance,
    )
    now = judge.turn()
    assert now["due"]
    assert now["player"] == order["ABCD".index(letter)]
    assert now["roller"] in (now["player"], None)
    assert (now["roller"] is None) == (rulebook == "aziendale"), "there the referee throws"


@pytest.mark.parametrize("known", ["turn", "leaver"])
def test_the_order_of_play_no_longer_changes_once_it_was_played_in(judge: Judge, known: str) -> None:
    seats = judge.opens("rtu")
    if known == "turn":
        judge.turn()
    else:
        judge.rules("withdrawal", "C", "--no-refusal")
    assert judge.refused("expire", "1", "--last", seats[0])["code"] == "order_fixed"
    judge.type("expire", "1", "--last", seats[-1])  # the order is this one already


def test_the_printed_probabilities_come_from_the_command(judge: Judge) -> None:
    status, out, _ = judge.organiser.terminal.type("it", "closing", "--rulebook", "rtu")
    assert status == 0
    exact, at_most = out.split("Al più")
    assert [word for word in exact.split() if "/" in word] == ["3/36", "7/36", "12/36", "18/36"]
    assert [word for word in at_most.split() if "/" in word] == ["6/36", "10/36", "15/36", "21/36"]


def test_the_one_die_of_a_lap_has_one_set(judge: Judge) -> None:
    assert load("aziendale").closing.dice == 1
    _, out, _ = judge.organiser.terminal.type("en", "closing", "--rulebook", "aziendale", "--json")
    assert '"2/6"' in out
    assert out.count('"round"') == 2


def test_who_is_named_first_went_out_first(judge: Judge) -> None:
    seats = judge.opens("rtu", words=("--formula", "conversione-150"))
    judge.type("expire", "1", "--out", "C", "--out", "B")
    judge.type("count", "1", "--end", "--reason", "tardi", "--points=A=50", "--points=D=40")
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert [rows[name]["rank"] for name in seats] == [1, 3, 4, 2]
    _, out, _ = judge.organiser.terminal.type("it", "table", "expire", "--help")
    assert "nell'ordine in cui sono usciti" in " ".join(out.replace("│", " ").split())


@pytest.mark.clause("002-22d")
def test_the_die_of_a_lap_is_the_referee_s(judge: Judge) -> None:
    seats = judge.opens("aziendale")
    assert "A fine turno nessuna sdadata." in judge.reads("show", "1")
    judge.type("expire", "1")
    assert "Il dado dell'arbitro si tira a fine giro." in judge.reads("show", "1")
    for _ in range(3):
        judge.turn()
    ahead = (
        "A fine turno finisce il giro e l'arbitro tira il dado: con 1, 2 la partita finisce, 2/6 delle volte."
    )
    assert ahead in judge.reads("show", "1")
    assert "Adesso l'arbitro tira il dado: con 1, 2 la partita finisce" in judge.reads("turn", "1")
    assert judge.show()["roller"] is None
    refused = judge.refused("turn", "1")
    assert refused["code"] == "lap_roll_due"
    assert not [name for name in seats if name in refused["sentence"]]
    told = judge.roll("--dice", "1")["events"]
    assert told == ["Dado di fine giro, tira l'arbitro: 1 (chiudono 1, 2). Fine: sì."]


@pytest.mark.clause("001-C26")
def test_who_puts_the_last_out_rolls_with_the_next_set(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    judge.roll("--dice", "6,6")
    for _ in range(2):
        assert judge.turn()["set"] == [4]
        judge.roll("--dice", "6,6")
    now = judge.turn("--out", "D", "--conquests", "1")
    assert (now["turn"], now["due"], now["set"], now["probability"]) == ("C", True, [4, 5], "7/36")


@pytest.mark.clause("001-C26", "001-E7")
def test_a_last_seat_excused_and_then_put_out_has_spent_its_slot(judge: Judge) -> None:
    judge.opens("rtu")
    judge.reach_closing()
    judge.roll("--dice", "6,6")
    for _ in "ABC":
        judge.turn()
        judge.roll("--dice", "6,6")
    assert not judge.turn("--conquests", "3")["due"]  # D would have rolled with 4 and 5
    for _ in "AB":
        assert judge.turn()["set"] == [4, 5]
        judge.roll("--dice", "6,6")
    now = judge.turn("--out", "D", "--conquests", "1")
    assert (now["turn"], now["due"], now["set"]) == ("C", True, [4, 5, 6])


@pytest.mark.clause("001-E7", "003-9e", "004-B2d")
@pytest.mark.parametrize(("rulebook", "excused"), [("rtu", 3), ("milano", 2), ("primavera", 2)])
def test_each_elimination_is_a_conquest_that_excuses_from_the_roll(
    judge: Judge, rulebook: str, excused: int
) -> None:
    judge.opens(rulebook, "Anna", "Bruno", "Carla", "Dario", "Elsa")
    judge.reach_closing()
    judge.roll("--declined" if rulebook == "primavera" else "--dice=6,6")
    out = [f"--out={letter}" for letter in "CDE"[:excused]]
    for conquests in ((), ("--conquests", "0"), ("--conquests", str(excused - 1))):
        refused = judge.refused("turn", "1", *out, *conquests)
        assert refused["code"] == "fewer_conquests"
    assert refused["sentence"].startswith(
        f"Eliminati {excused}, conquiste {excused - 1}: chi elimina un giocatore"
    )
    now = judge.turn(*out, "--conquests", str(excused))
    assert (now["due"], now["over"]) == (False, False)
    judge.type("turn", "1", "--undo")
    assert judge.turn(*out[1:], "--conquests", str(excused - 1))["due"]


@pytest.mark.clause("004-B2d")
def test_a_turn_ended_by_force_asks_how_many_conquests_there_were(judge: Judge) -> None:
    seats = judge.opens("primavera")
    judge.reach_closing()
    judge.roll("--declined")
    claim = ("1", "--risiko", "B", "--unproven")
    refused = judge.refused("count", *claim)
    assert (refused["code"], refused["sentence"][:40]) == (
        "conquests_unsaid",
        f"Il turno di {seats[1]} finisce qui: quanti territori"[:40],
    )
    assert not judge.type("count", *claim, "--conquests", "2")["due"]
    judge.type("turn", "1", "--undo")
    assert judge.type("count", *claim, "--conquests", "1")["due"]
    judge.type("turn", "1", "--undo")
    ruling = ("1", "forgotten-pass", "--offender", "B", "--confirms", "--by", "Ugo Bassi")
    assert judge.refused("incident", *ruling)["code"] == "conquests_unsaid"
    now = judge.type("incident", *ruling, "--conquests", "2")
    assert (now["turn"], now["due"]) == ("C", False)
    # A true RisiKo! ends the game, not the turn: nothing is asked.
    assert judge.type("count", "1", "--risiko", "C", "--proven")["over"]


def test_a_table_is_set_up_until_something_is_known_of_its_play() -> None:
    table = Table("rtu")
    seen = [stage_of(table.live)]
    table.pass_dice()
    seen.append(stage_of(table.live))
    table.expire()
    while len(seen) < 12 and seen[-1] != "closing":
        table.pass_dice()
        seen.append(stage_of(table.live))
    assert seen == ["setup", *["lap"] * 3, *["last-lap"] * 3, "closing"]
    table = Table("rtu")
    table.do(RecordLap(2, NOW))
    assert stage_of(table.live) == "lap"
