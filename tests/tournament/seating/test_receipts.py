"""The receipt: what failed and why, what was changed by hand, what a swap would do; a round drawn again."""

from itertools import combinations

from tests.tournament.organiser import Organiser, seated

NAMES = [f"P{number:02d}" for number in range(1, 17)]


def begun(organiser: Organiser, *names: str) -> str:
    id = organiser.open("tre-partite")
    organiser.enter(id, *(names or NAMES))
    return id


def test_a_receipt_says_when_the_seed_was_known_and_what_was_tried(organiser: Organiser) -> None:
    id = begun(organiser)
    assert organiser.refused("receipt", id)["code"] == "no_draw_yet"
    organiser.type("seed", id, "gru-4471")
    assert organiser.refused("seed", id, "lupo-1")["code"] == "seed_announced"
    drawn = organiser.type("draw", id, "--seed", "un-altro")
    assert drawn["receipt"]["seed"] == "gru-4471", "what was announced decides"
    organiser.type("undo", id)
    again = organiser.type("draw", id)
    assert seated(again) == seated(drawn)
    told = organiser.type("receipt", id)
    assert told["announced_at"]
    assert told["undone"] == ["gru-4471"]
    assert told["receipt"] == again["receipt"]
    assert told["changes"] == []


def test_what_must_fail_is_told_with_its_reason(organiser: Organiser) -> None:
    id = begun(organiser, *(f"A{n}/Aosta" for n in range(5)), *(f"B{n}" for n in range(11)))
    receipt = organiser.type("draw", id, "--seed", "gru")["receipt"]
    assert receipt["outcomes"][0] == {"wish": "club", "failed": 1, "least": 1, "why": "crowded"}
    assert (receipt["cost"], receipt["bound_by"]) == (receipt["bound"], "counting")
    [broken] = receipt["violations"]
    assert broken["wish"] == "club"
    _, printed, _ = organiser.terminal.type("it", "tournament", "receipt", id)
    assert "di meno non si può: 5 di «Aosta» a 4" in printed
    _, printed, _ = organiser.terminal.type("en", "tournament", "receipt", id)
    assert "it cannot be less: 5 of “Aosta” at 4" in printed


def test_a_change_by_hand_is_in_the_receipt_with_its_reason_and_can_be_mended(organiser: Organiser) -> None:
    clubs = [f"{name}/Club {at % 4}" for at, name in enumerate(NAMES)]
    id = begun(organiser, *clubs)
    tables = seated(organiser.type("draw", id, "--seed", "gru"))
    club = {name: at % 4 for at, name in enumerate(NAMES)}
    one = tables[0][0]
    other = next(name for name in tables[1] if club[name] != club[one])
    organiser.type("swap", id, one, other, "--reason", "Tavolo vicino all'ingresso")
    told = organiser.type("receipt", id)
    assert {each["wish"]: each["failed"] for each in told["now"]} == {"club": 2, "opponents": 0, "five": 0}
    [change] = told["changes"]
    assert change["reason"] == "Tavolo vicino all'ingresso"
    assert told["receipt"]["violations"] == [], "the receipt of the draw itself stays as it was"
    assert any(one in each and other in each for each in told["remedies"])
    _, printed, _ = organiser.terminal.type("it", "tournament", "receipt", id)
    assert "Motivo: Tavolo vicino all'ingresso." in printed
    assert "Si può rimediare scambiando" in printed


def test_what_a_swap_would_change_is_what_it_changes(organiser: Organiser) -> None:
    clubs = [f"{name}/Club {at % 5}" for at, name in enumerate(NAMES)]
    id = begun(organiser, *clubs)
    organiser.play(id, lambda name: int(name[1:]))
    organiser.type("draw", id, "--seed", "gru")
    before = {each["wish"]: each["failed"] for each in organiser.type("receipt", id)["now"]}
    who = NAMES[4]
    swaps = organiser.type("receipt", id, "--swap", who)["swaps"]
    assert len(swaps) == 12
    for swap in (swaps[0], swaps[5], swaps[-1]):
        organiser.type("swap", id, who, swap["with"], "--reason", "prova")
        after = {each["wish"]: each["failed"] for each in organiser.type("receipt", id)["now"]}
        assert {kind: after[kind] - before[kind] for kind in before} == swap["changes"]
        organiser.type("undo", id)
    gains = [list(swap["changes"].values()) for swap in swaps]
    assert gains == sorted(gains), "the best first"


def test_late_arrivals_are_drawn_in_and_what_was_decided_stays(organiser: Organiser) -> None:
    id = begun(organiser)
    tables = seated(organiser.type("draw", id, "--seed", "gru"))
    moved, other = tables[0][0], tables[1][0]
    organiser.type("swap", id, moved, other, "--reason", "non vede bene da lontano")
    organiser.type("venue", id, "2", "Sala B")
    organiser.type("start", id, "3")
    third = seated(organiser.type("tables", id))[2]
    organiser.enter(id, "Tardi", "Tardissimo")
    assert organiser.refused("redraw", id)["code"] == "reason_missing"
    drawn = organiser.type("redraw", id, "--reason", "due arrivi")
    now = seated(drawn)
    assert drawn["receipt"]["seed"] == "gru"
    assert sorted(map(len, now)) == [4, 4, 5, 5]
    assert sorted(name for table in now for name in table) == sorted([*NAMES, "Tardi", "Tardissimo"])
    assert now[2] == third, "a game that has begun is not disturbed"
    assert moved in now[1]
    assert other in now[0]
    same = [{frozenset(pair) for table in each for pair in combinations(table, 2)} for each in (tables, now)]
    assert len(same[0] & same[1]) < 24, "the others were drawn anew"
    told = organiser.type("receipt", id)
    assert [each["reason"] for each in told["changes"]] == ["non vede bene da lontano", "due arrivi"]
    assert organiser.type("check", id)["differences"] == []
    organiser.type("undo", id)
    assert sorted(map(len, seated(organiser.type("tables", id)))) == [4, 4, 4, 4]


def test_a_round_in_which_all_play_is_not_drawn_again(organiser: Organiser) -> None:
    id = begun(organiser)
    organiser.type("draw", id)
    organiser.type("start", id)
    refused = organiser.refused("redraw", id, "--reason", "ripensamento")
    assert refused["code"] == "all_started"


def test_drawn_again_with_the_same_people_the_tables_are_the_same(organiser: Organiser) -> None:
    id = begun(organiser)
    first = seated(organiser.type("draw", id, "--seed", "gru"))
    assert seated(organiser.type("redraw", id, "--reason", "controllo")) == first


def test_an_arrival_is_seated_with_nobody_of_their_club(organiser: Organiser) -> None:
    names = [f"{name}/Club {at % 4}" for at, name in enumerate(NAMES[:12])]
    id = begun(organiser, *names, "Q1", "Q2", "Q3", "Q4")
    tables = seated(organiser.type("draw", id, "--seed", "gru"))
    organiser.enter(id, "Tardi/Club 0", words=("--signed",))
    club = {name: at % 4 for at, name in enumerate(NAMES[:12])}
    free = [at for at, table in enumerate(tables, 1) if all(club.get(name) != 0 for name in table)]
    proposal = organiser.type("arrival", id, "Tardi")
    assert free == [int(number) for number in proposal["tables"]]
    others = [each for each in proposal["choices"] if each["table"] not in free]
    assert len(others) == len(tables) - len(free)
    assert {each["effect"] for each in others} == {"aggiunge una coppia dello stesso club"}
    table = others[0]["table"]
    organiser.type("arrival", id, "Tardi", "--table", str(table), "--accept")
    assert "Tardi" in seated(organiser.type("tables", id))[table - 1]


def test_an_arrival_sits_only_where_a_table_may_grow(organiser: Organiser) -> None:
    id = begun(organiser, *NAMES[:9])
    sizes = {
        each["table"]: len(each["seats"]) for each in organiser.type("draw", id, "--seed", "gru")["tables"]
    }
    organiser.enter(id, "Tardi", words=("--signed",))
    [five] = [number for number, size in sizes.items() if size == 5]
    assert five not in [each["table"] for each in organiser.type("arrival", id, "Tardi")["choices"]]
    said = organiser.refused("arrival", id, "Tardi", "--table", str(five), "--accept")
    assert said["code"] == "table_size"
