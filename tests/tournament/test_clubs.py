"""Club badges: short enough for narrow places, and no two alike."""

from kamchatka.tournament.clubs import HUES, badges


def test_codes_follow_the_name_and_give_way_to_earlier_clubs() -> None:
    found = badges(["Torino", "Torre", "Città di Castello", "Cittadella", "Ö", "", "Torino"])
    assert {club: badge.code for club, badge in found.items()} == {
        "Cittadella": "CIT",
        "Città di Castello": "CIA",
        "Torino": "TOR",
        "Torre": "TOE",
        "Ö": "OXX",
    }


def test_clubs_without_letters_of_their_own_get_numbers() -> None:
    codes = [badge.code for badge in badges("A" + "!" * number for number in range(110)).values()]
    assert codes[:3] == ["AXX", "A00", "A01"]
    assert codes[100:103] == ["A99", "000", "001"]
    assert len({*codes}) == 110


def test_twice_as_many_clubs_as_hues_look_different() -> None:
    found = badges(f"Club {number}" for number in range(2 * HUES)).values()
    assert [(each.hue, each.is_outlined) for each in found] == [
        (hue, is_outlined) for is_outlined in (False, True) for hue in range(HUES)
    ]
    assert len({each.code for each in found}) == 2 * HUES
