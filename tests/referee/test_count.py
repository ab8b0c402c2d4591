"""The final count: three ways, and only the numbers that are needed."""

from typing import Any

import pytest

from kamchatka.board import load_board
from kamchatka.referee.counting import record_cells
from kamchatka.rulebook import load, read
from kamchatka.scoring.sheet.ticking import counts_objective_alone
from tests.referee.judge import Judge
from tests.referee.tables import Table, person

CARD = "challenge-01"


def ended(judge: Judge, rulebook: str = "rtu", words: tuple[str, ...] = ()) -> list[str]:
    """A table whose game the closing dice have ended."""
    seats = judge.opens(rulebook, words=words)
    judge.reach_closing()
    judge.roll("--dice", "2,2")
    assert judge.show()["state"] == "counting"
    return seats


def points(*numbers: int) -> list[str]:
    """Words of a count by points alone."""
    return [f"--points={letter}={number}" for letter, number in zip("ABCDE", numbers, strict=False)]


def lands(card: str) -> list[str]:
    """The territories of an objective card."""
    decks = load_board().deck("challenge").objectives
    return [str(each) for each in next(found for found in decks if found.id == card).territories]


def test_four_without_ties_close_without_any_army_typed(judge: Judge) -> None:
    seats = ended(judge)
    assert judge.show()["asked"] == [{"what": "points", "players": seats}]
    assert judge.type("count", "1", *points(62, 55))["asked"] == [{"what": "points", "players": seats[2:]}]
    refused = judge.refused("sign", "1", "--by", "A")
    assert refused["code"] == "count_incomplete"
    assert judge.type("count", "1", "--points=C=40", "--points=D=21")["asked"] == []
    now = judge.type("sign", "1", "--by", "A")
    assert now["state"] == "waiting"
    assert judge.refused("turn", "1")["code"] == "table_signed"
    judge.organiser.type("confirm", judge.id, "--by", seats[1])
    assert judge.show()["state"] == "signed"
    judge.organiser.type("close", judge.id)
    rows = judge.organiser.standings(judge.id)
    assert [rows[name]["rank"] for name in seats] == [1, 2, 3, 4]


def test_a_tie_asks_the_tied_alone_for_one_number_at_a_time(judge: Judge) -> None:
    seats = ended(judge)
    asked = judge.type("count", "1", *points(55, 40, 55, 21))["asked"]
    tied = [seats[0], seats[2]]
    assert asked == [{"what": "outside", "players": tied}]
    told = f"Da contare: il valore dei territori fuori obiettivo (outside) di {tied[0]}, {tied[1]}."
    assert judge.refused("sign", "1")["sentence"] == f"La conta non è completa. {told}"
    asked = judge.type("count", "1", "--cell", "A:outside=14", "--cell", "C:outside=14")["asked"]
    assert asked == [{"what": "armies_inside", "players": tied}]
    assert judge.type("count", "1", "--cell=A:armies_inside=30", "--cell=C:armies_inside=33")["asked"] == []
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    assert judge.organiser.standings(judge.id)[seats[2]]["rank"] == 1


def test_a_formula_that_keeps_ties_asks_for_nothing(judge: Judge) -> None:
    ended(judge, words=("--formula", "bonus-50", "--set", "ties=keep"))
    formula = judge.type("count", "1", *points(55, 40, 55, 21))
    assert formula["asked"] == []


def test_who_is_out_is_not_asked_and_the_order_is_the_record_s(judge: Judge) -> None:
    seats = judge.opens("rtu", words=("--formula", "conversione-150"))
    judge.turn("--out", "C", "--conquests", "1")
    judge.reach_closing()
    judge.roll("--dice", "2,2")
    assert judge.show()["asked"] == [{"what": "points", "players": [seats[0], seats[1], seats[3]]}]
    refused = judge.refused("count", "1", "--cell=B:eliminated=2")
    assert refused["code"] == "count_against_record"
    assert judge.refused("count", "1", "--points=C=12")["code"] == "faulty_result"
    assert judge.refused("count", "1", "--cell=A:status=withdrawn")["code"] == "count_against_record"
    judge.type("count", "1", *points(60, 50), "--points=D=40")
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    assert judge.organiser.standings(judge.id)[seats[2]]["total"] == "10"


def test_by_objective_the_ticked_territories_are_counted(judge: Judge) -> None:
    ended(judge)
    held = lands(CARD)
    words = f"--objective=A={CARD}:{','.join(held[:3])}"
    now = judge.type("count", "1", words)
    assert now["seats"][0]["points"] is None  # the others are not counted yet
    now = judge.type("count", "1", "--points=B=1", "--points=C=2", "--points=D=3")
    assert int(now["seats"][0]["points"]) > 0
    assert judge.refused("count", "1", "--objective=A=nessuna:cina")["code"] == "unknown_card"


@pytest.mark.clause("001-C21a")
def test_a_complete_objective_nobody_declared_opens_its_incident(judge: Judge) -> None:
    seats = ended(judge)
    judge.type("count", "1", f"--objective=B={CARD}:{','.join(lands(CARD))}")
    now = judge.type("count", "1", "--points=A=50", "--points=C=40", "--points=D=30")
    assert now["incidents"] == [{"number": 1, "case": "undeclared-risiko", "player": seats[1]}]
    assert judge.refused("sign", "1")["code"] == "incident_open"
    now = judge.type("incident", "1", "undeclared-risiko", "--settles", "1", "--played-on")
    assert now["ruling"]["clauses"] == ["001-C21a", "001-C21b", "001-C24a"]
    assert now["seats"][1]["status"] == "excluded"
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    assert judge.organiser.standings(judge.id)[seats[1]]["rank"] == 4


def board_words(seats: int) -> tuple[list[str], dict[str, int]]:
    """The whole world, two armies on each territory, dealt round the table; and how many each holds."""
    ids = [str(each.id) for each in load_board().territories]
    held = {letter: ids[at::seats] for at, letter in enumerate("ABCDEF"[:seats])}
    words = [f"--map={letter}:{','.join(f'{land}=2' for land in lands)}" for letter, lands in held.items()]
    return words, {letter: len(lands) for letter, lands in held.items()}


@pytest.mark.parametrize("rulebook", ["primavera", "aziendale"])
def test_the_whole_map_is_entered_bit_by_bit(judge: Judge, rulebook: str) -> None:
    judge.opens(rulebook)
    judge.type("count", "1", "--end", "--reason", "tardi")
    *words, last = board_words(4)[0]
    seat, _, lands = last.partition(":")
    first, *others = lands.split(",")
    for word in (*words, f"{seat}:{first}"):
        now = judge.type("count", "1", word)
        assert "map" in [each["what"] for each in now["asked"]]
    now = judge.type("count", "1", f"{seat}:{','.join(others)}")
    if rulebook == "aziendale":
        assert [each["what"] for each in now["asked"]] == ["objective_card"]
        cards = [f"--cell={each}:objective_card=aziendale-{number}" for number, each in enumerate("ABCD", 1)]
        judge.type("count", "1", *cards)
    now = judge.show()
    assert all(each["points"] is not None for each in now["seats"])
    assert judge.refused("count", "1", "--map=A:atlantide=3")["code"] == "faulty_result"


def test_territories_of_the_count_are_called_by_their_printed_names(judge: Judge) -> None:
    ended(judge, "milano")
    now = judge.type("count", "1", "--map", "A:Perù=3,America Centrale=2,CITA=4,Great Britain=1")
    assert "map" in [each["what"] for each in now["asked"]]
    # The same territory by another of its names is the same territory: the later number stands.
    judge.type("count", "1", "--map", "A:peru=5")
    refused = judge.refused("count", "1", "--map", "A:Atlantide=3")
    assert "Atlantide» non è un territorio" in refused["sentence"]
    seats = ended(judge)
    names = [load_board().territory(each).name("it").upper() for each in lands(CARD)]
    spoken = judge.type("count", "1", f"--objective=A={CARD}:{','.join(names[:4])}")
    assert spoken["asked"] == [{"what": "points", "players": seats[1:]}]


def test_a_card_that_was_known_at_the_start_is_not_asked_for(judge: Judge) -> None:
    seats = judge.sits("aziendale")
    judge.type("open", "1", "--card", f"{seats[0]}=aziendale-1")
    judge.type("count", "1", "--end", "--reason", "tardi")
    asked = judge.type("count", "1", *board_words(4)[0])["asked"]
    assert asked == [{"what": "objective_card", "players": seats[1:]}]


def test_a_board_that_is_known_says_what_each_would_have_now(judge: Judge) -> None:
    judge.opens("primavera")
    assert [each["points"] for each in judge.show()["seats"]] == [None] * 4
    now = judge.type("count", "1", *board_words(4)[0])
    assert now["state"] == "playing"
    assert all(int(each["points"]) > 0 for each in now["seats"])
    public = judge.type("show", "1", "--public")["seats"]
    assert [each["points"] for each in public] == [None] * 4  # judges only, while the game runs
    # Play goes on: what was known is known no more.
    assert [each["points"] for each in judge.turn()["seats"]] == [None] * 4
    assert judge.refused("sign", "1")["code"] == "game_goes_on"


def declared(judge: Judge, rulebook: str, *words: str) -> dict[str, Any]:
    """The player in turn declares RisiKo!."""
    judge.opens(rulebook)
    assert judge.refused("count", "1", "--risiko", "B", "--proven")["code"] == "against_record"
    found: dict[str, Any] = judge.type("count", "1", "--risiko", "A", *words)
    return found


def test_a_true_claim_ends_the_game_and_a_false_one_as_the_regulation_says(judge: Judge) -> None:
    now = declared(judge, "rtu", "--proven")
    assert (now["over"], now["ending"]) == (True, "objective")
    assert judge.show()["asked"] == [
        {"what": "points", "players": [each["player"] for each in now["seats"][1:]]}
    ]
    assert declared(judge, "rtu", "--unproven")["turn"] == "A"
    assert declared(judge, "primavera", "--unproven", "--conquests=0")["turn"] == "B"
    held = lands(CARD)
    assert declared(judge, "rtu", f"--objective=A={CARD}:{','.join(held)}")["over"]
    assert declared(judge, "rtu", f"--objective=A={CARD}:{','.join(held[1:])}")["turn"] == "A"
    assert judge.refused("count", "1", "--risiko", "A")["code"] == "claim_unproven"


def test_signed_on_paper_a_table_waits_to_be_typed(judge: Judge) -> None:
    ended(judge)
    assert judge.type("sign", "1")["state"] == "paper"
    judge.organiser.type("record", judge.id, str(judge.organiser.sheets(judge.id)))
    assert judge.organiser.type("show", judge.id)["next"] == "close"


def test_a_signature_that_is_undone_can_be_given_again(judge: Judge) -> None:
    ended(judge)
    judge.type("count", "1", *points(62, 55, 40, 21))
    judge.type("sign", "1")
    judge.organiser.type("undo", judge.id)
    assert judge.show()["state"] == "counting"
    judge.type("count", "1", "--points=A=10")
    judge.type("sign", "1")
    judge.organiser.type("close", judge.id)
    assert judge.organiser.standings(judge.id)


def test_the_last_tap_is_taken_back(judge: Judge) -> None:
    judge.opens("rtu")
    judge.turn("--out", "C", "--conquests", "1")
    assert judge.show()["turn"] == "B"
    now = judge.type("turn", "1", "--undo", "--reason", "toccato per sbaglio")
    assert (now["turn"], now["seats"][2]["status"], now["undone"]) == ("A", "playing", 2)
    assert judge.refused("turn", "1", "--undo")["code"] == "nothing_to_undo"


def test_a_tap_against_the_record_is_flagged_never_absorbed(judge: Judge) -> None:
    judge.opens("rtu")
    judge.turn()
    before = judge.show()
    assert judge.refused("turn", "1", "--who", "C")["code"] == "against_record"
    assert judge.refused("turn", "1", "--set", "D")["code"] == "against_record"
    assert judge.show() == before
    now = judge.type("turn", "1", "--set", "D", "--lap", "2", "--reason", "due tocchi mancati")
    assert (now["turn"], now["lap"], now["corrections"]) == ("D", 2, 1)
    assert "Correzioni del giudice contro il verbale: 1." in now["notices"]


def test_a_table_may_record_only_its_laps(judge: Judge) -> None:
    judge.opens("rtu")
    assert judge.type("turn", "1", "--lap", "4")["lap"] == 4
    assert judge.refused("turn", "1", "--lap", "4")["code"] == "lap_passed"
    for lap in ("0", "401"):
        assert judge.refused("turn", "1", "--set", "B", "--lap", lap)["code"] == "lap"
    now = judge.type("expire", "1", "--turn", "C")
    assert (now["turn"], now["lap"], now["laps_left"]) == ("C", 4, 1)
    assert judge.type("turn", "1", "--lap", "5")["laps_left"] == 0
    assert judge.refused("turn", "1", "--lap", "6")["code"] == "turns_needed"
    for letter in "BCD":
        assert judge.turn()["turn"] == letter
    assert judge.show()["set"] == [4]


def test_a_game_is_ended_once(judge: Judge) -> None:
    judge.opens("rtu")
    judge.type("count", "1", "--end", "--reason", "tardi")
    assert judge.refused("count", "1", "--end", "--reason", "tardi")["code"] == "game_over"


@pytest.mark.parametrize(
    ("rulebook", "is_alone"),
    [("challenge", True), ("rtu", True), ("milano", False), ("primavera", False), ("aziendale", False)],
)
def test_an_objective_is_counted_alone_where_nothing_else_gives_points(rulebook: str, is_alone: bool) -> None:
    assert counts_objective_alone(load(rulebook)) == is_alone


@pytest.mark.parametrize("rulebook", ["milano", "primavera"])
def test_where_the_whole_map_counts_no_card_is_counted_by_itself(judge: Judge, rulebook: str) -> None:
    ended(judge, rulebook)
    refused = judge.refused("count", "1", f"--objective=A={CARD}:cina")
    assert refused["code"] == "whole_map_counts"


@pytest.mark.parametrize(("rank", "orders"), [("first-shift", (2, 1)), ("first-equal", (1, None))])
def test_who_is_excluded_shifts_the_order_of_the_others_or_shares_it(
    rank: str, orders: tuple[int, int | None]
) -> None:
    source = f'id = "casa"\ntitle = "Casa"\nextends = "rtu"\n[withdrawal]\nexclusion_rank = "{rank}"\n'
    table = Table(read(source, name="casa.toml"))
    table.leaves("C", "excluded")
    table.pass_dice(conquests=1, out="D")
    found = [record_cells(table.live, person(letter)) for letter in "DC"]
    assert tuple(cells.get("eliminated") for cells in found) == orders
    assert found[1]["status"] == "excluded"
