"""What wishes mean, and how they are weighed against each other."""

import pytest

from kamchatka.tournament.format.model import Wish
from kamchatka.tournament.seating.bounds import crowded_pairs
from kamchatka.tournament.seating.search import Arrangement
from kamchatka.tournament.seating.wishes import Field, Past
from tests.tournament.organiser import Organiser, seated
from tests.tournament.seating.fields import Club, people


@pytest.mark.parametrize(
    ("people", "sizes", "pairs"),
    [(4, [4] * 4, 0), (5, [4] * 4, 1), (8, [4] * 4, 4), (9, [4] * 4, 6), (31, [4] * 26, 5), (5, [4, 1], 6)],
)
def test_more_people_than_tables_must_share_some(people: int, sizes: list[int], pairs: int) -> None:
    assert crowded_pairs(people, sizes) == pairs


def test_a_wish_goes_before_all_that_come_after_it_unless_they_are_weighed() -> None:
    """Two clubs of two, and everybody of one must not meet the other: one of the two wishes fails."""
    club = Club(people(8, ["A", "A", "B", "B", "", "", "", ""]))
    who = [each.person for each in club.players]
    apart = frozenset(frozenset((one, other)) for one in who[:2] for other in who[2:4])
    clubs, pairs = Wish(kind="club"), Wish(kind="family")
    cases = [
        ([clubs, pairs], (0, 2)),
        ([pairs, clubs], (2, 0)),
        ([pairs, replaced(clubs, absolute=True)], (0, 2)),
        ([replaced(pairs, weight=1), replaced(clubs, weight=3)], (0, 2)),
        ([replaced(pairs, weight=3), replaced(clubs, weight=1)], (2, 0)),
        ([replaced(clubs, weight=1), replaced(pairs, weight=3)], (2, 0)),
    ]
    for wishes, expected in cases:
        _, receipt = club.draw("seme", wishes=wishes, apart=apart).tables()
        failed = {each.wish: each.failed for each in receipt.outcomes}
        assert (failed["club"], failed["family"]) == expected, wishes


def replaced(wish: Wish, **changes: object) -> Wish:
    return wish.model_copy(update=changes)


def test_five_is_shared_out_and_the_third_time_is_worse_than_the_second() -> None:
    club = Club(people(9), ("five",))
    seats = [
        sorted(list(club.sizes.get(each.person, [])).count(5) for each in club.players)
        for number in range(9)
        if club.play(f"seme-{number}")
    ]
    assert seats[0] == [0, 0, 0, 0, 1, 1, 1, 1, 1]
    assert seats[1] == [1, 1, 1, 1, 1, 1, 1, 1, 2]
    assert seats[8] == [5] * 9


def test_a_bye_goes_to_whoever_rested_least(organiser: Organiser) -> None:
    """Nine by lot at two tables of four and a bye: nine rounds, nine people who rest."""
    words = "\n".join(
        (
            'id = "riposi"\ntitle = "Riposi"\nabout = "Riposi"\nabout_en = "Byes"\nrulebook = "rtu"',
            'formula = "standard"\n[tables]\nsizes = [4]\nby_number = { 9 = [4, 4, "bye"] }',
            '[gates]\njudge = "open"\nsignatures = "open"\n[[wishes]]\nkind = "bye"',
            '[[stage]]\nid = "turni"\ntitle = "Turni"\nrounds = 10',
        )
    )
    people = [f"P{number}" for number in range(9)]
    rested = {}
    for wish in (True, False):
        path = organiser.folder / "riposi.toml"
        path.write_text(words if wish else words.replace('[[wishes]]\nkind = "bye"', ""), encoding="utf-8")
        id = organiser.open(str(path))
        organiser.enter(id, *people)
        rounds = [organiser.play(id, lambda name: 40 + people.index(name), seed=f"{at}") for at in range(9)]
        rested[wish] = {table[0] for tables in rounds for table in tables if len(table) == 1}
        if wish:  # the tenth rests for the second time, and the receipt says so
            [broken] = organiser.type("draw", id)["receipt"]["violations"]
            assert broken["wish"] == "bye"
    assert rested[True] == set(people)
    assert rested[False] < set(people)


def test_clubs_meet_each_other_before_any_meets_again() -> None:
    club = Club(people(64, [f"C{number // 4}" for number in range(64)]), ("club", "clubs", "opponents"))
    _, receipt = club.play("uno")
    assert [(each.wish, each.failed) for each in receipt.outcomes] == [
        ("club", 0),
        ("clubs", 0),
        ("opponents", 0),
    ]
    _, receipt = club.play("due")
    outcome = receipt.outcomes[1]
    # 120 pairs of clubs, 96 meetings a round.
    assert (outcome.least, outcome.why, outcome.people, outcome.places) == (72, "clubs", 96, 24)
    assert 72 <= outcome.failed <= 76
    assert receipt.bound_by == "counting"


def test_newcomers_fill_the_free_seats_of_a_greek_round_in_order() -> None:
    club = Club(people(16))
    who = [each.person for each in club.players]
    last = {who[3 * table + place]: (table + 1, place + 1) for table in range(4) for place in range(3)}
    draw = club.draw("seme", 2, method="greek", past=Past(last=last))
    tables, _ = draw.tables()
    # The winner of table 1 stays, with the second of table 4, the third of table 3 and a newcomer.
    assert tables[0] == [who[0], who[10], who[8], who[12]]
    assert [table[-1] for table in tables] == who[12:]


def test_of_clubs_as_large_as_each_other_the_last_by_name_is_named() -> None:
    _, receipt = Club(people(8, ["B", "A"])).play("uno")
    outcome = receipt.outcomes[0]
    assert (outcome.wish, outcome.why, outcome.named, outcome.people) == ("club", "crowded", "B", 4)


def test_what_counting_does_not_prove_is_not_said_to_be_proven() -> None:
    club = Club(people(16, ["A", "B", "C"]))
    *_, (_, receipt) = (club.play(seed) for seed in ("s0", "s1", "s2"))
    assert receipt.bound_by == "counting"
    assert {each.wish: (each.failed > each.least, each.least) for each in receipt.outcomes}["opponents"] == (
        True,
        0,
    )


def test_at_one_table_nothing_can_be_done_and_the_receipt_says_so() -> None:
    club = Club(people(4))
    club.play("uno")
    _, receipt = club.play("due")
    assert (receipt.bound_by, receipt.bound) == ("ways", receipt.cost)
    assert {each.wish: (each.failed, each.least) for each in receipt.outcomes}["opponents"] == (6, 6)


def test_only_two_different_clubs_meet_again() -> None:
    players = people(8, ["A", "B", "A", "B", "", "A", "", "A"])
    who = [each.person for each in players]
    past = Past(clubs={each.person: each.club for each in players})
    field = Field(players=players, wishes=[Wish(kind="clubs")], past=past)
    # A and B twice, A and nobody's player twice, A and A twice.
    for pairs, failed in (([0, 1, 2, 3], 1), ([2, 4, 5, 6], 0), ([0, 2, 5, 7], 0)):
        tables = [[who[pairs[0]], who[pairs[1]]], [who[pairs[2]], who[pairs[3]]]]
        assert len(field.broken(tables)) == failed
        numbers = [[field.index[each] for each in table] for table in tables]
        assert bool(Arrangement([numbers], field.prices()).cost) == bool(failed)


def test_the_order_of_play_is_only_shared_out_where_a_format_asks() -> None:
    again = []
    for kinds in (("order",), ()):
        club = Club(people(8), kinds)
        for number in range(4):
            club.play(f"seme-{number}")
        again.append(sum(len(each) - len(set(each)) for each in club.positions.values()))
    assert again[0] <= 2
    assert again[1] >= 6


def test_relatives_and_named_pairs_sit_apart_in_any_format(organiser: Organiser) -> None:
    id = organiser.open("tre-partite")
    organiser.enter(id, "Anna", "Bea/Club/Rossi", "Carla", "Dora/Club/Rossi", "Eva", "Franca", "Gina", "Ida")
    assert organiser.type("apart", id, "Anna", "Eva")["events"] == ["Anna, Eva: a tavoli diversi, se si può."]
    assert organiser.type("apart", id, "Eva", "Anna")["events"] == []
    for seed in ("uno", "due", "tre", "quattro"):
        drawn = organiser.type("draw", id, "--seed", seed)
        assert drawn["receipt"]["wishes"] == ["family", "club", "opponents", "five"]
        table = {name: at for at, names in enumerate(seated(drawn)) for name in names}
        assert table["Anna"] != table["Eva"]
        assert table["Bea"] != table["Dora"]
        organiser.type("undo", id)
    assert organiser.type("apart", id, "Anna", "Eva", "--together")["events"] == [
        "Anna, Eva: possono sedere allo stesso tavolo."
    ]
    together = []
    for seed in map(str, range(12)):
        names = seated(organiser.type("draw", id, "--seed", seed))
        together.append(any({"Anna", "Eva"} <= set(table) for table in names))
        organiser.type("undo", id)
    assert set(together) == {True, False}
    assert organiser.refused("apart", id, "Anna", "Anna")["code"] == "one_person_twice"


def test_a_lot_alone_looks_at_nobody(organiser: Organiser) -> None:
    id = organiser.open("challenge")
    organiser.enter(id, *(f"P{n}/Club/Rossi" for n in range(8)))
    assert organiser.refused("apart", id, "P0", "P1")["code"] == "nobody_heeded"
    receipt = organiser.type("draw", id)["receipt"]
    assert (receipt["wishes"], receipt["violations"], receipt["bound_by"]) == ([], [], "none")
