"""Club badges: short enough for narrow places, said by the city or the distinctive word, and no two alike."""

from itertools import pairwise

import pytest

from kamchatka.app.commands.execution import execute
from kamchatka.app.office import TERMINAL, Office
from kamchatka.app.tournaments.entries import enter
from kamchatka.app.tournaments.lists import ListedPlayer
from kamchatka.app.tournaments.opening import create, open_tournament
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.refusals import NotAllowed, NotUnderstood
from kamchatka.store.people import Person
from kamchatka.tournament.clubs import HUES, badges
from kamchatka.tournament.entries import CorrectEntry, SetClubCode
from kamchatka.tournament.events import Entry
from kamchatka.tournament.views.people import entrants


def test_codes_follow_the_name_and_give_way_to_earlier_clubs() -> None:
    found = badges(["Torino", "Torre", "Città di Castello", "Cittadella", "Ö", "", "Torino"])
    assert {club: badge.code for club, badge in found.items()} == {
        "Cittadella": "CIT",
        "Città di Castello": "CAS",
        "Torino": "TOR",
        "Torre": "TOE",
        "Ö": "OXX",
    }


@pytest.mark.parametrize(
    ("club", "code"),
    [
        ("RisiKo! Club Roma", "ROM"),
        ("RisiKo!Club Milano", "MIL"),
        ("Risiko Official Club Il Molo Genova", "MOL"),
        ("I Portici, Bologna", "POR"),
        ("Associazione Ludica I Berici", "BER"),
        ("A.S.D. L'Etna", "ETN"),
        ("RisiKo! Club", "RIS"),
        ("Il Po", "POX"),
    ],
)
def test_a_code_comes_from_the_city_or_the_distinctive_word(club: str, code: str) -> None:
    assert badges([club])[club].code == code


def test_clubs_without_letters_of_their_own_get_numbers() -> None:
    codes = [badge.code for badge in badges("A" + "!" * number for number in range(110)).values()]
    assert codes[:3] == ["AXX", "A00", "A01"]
    assert codes[100:103] == ["A99", "000", "001"]
    assert len({*codes}) == 110


def test_twice_as_many_clubs_as_hues_look_different_and_neighbours_most() -> None:
    found = list(badges(f"Club {number}" for number in range(2 * HUES)).values())
    assert len({(each.hue, each.is_outlined) for each in found}) == 2 * HUES
    for one, next_one in pairwise(found):
        apart = abs(one.hue - next_one.hue)
        assert min(apart, HUES - apart) >= 4 or one.is_outlined != next_one.is_outlined
    assert len({each.code for each in found}) == 2 * HUES


def test_the_organiser_gives_a_club_its_code(office: Office) -> None:
    id = create(office, TERMINAL, name="Prova", texts=texts_of("open"), demo=True)
    clubs = ("Roma", "Romagna", "Bari")
    enter(office, TERMINAL, id, [ListedPlayer(Person(name=f"Zeno {club}", club=club)) for club in clubs])

    def codes() -> dict[str, str]:
        desk = open_tournament(office, id)
        rows = entrants(desk.tournament, desk.names)
        return {row.club: row.badge.code for row in rows if row.badge}

    assert codes() == {"Bari": "BAR", "Roma": "ROM", "Romagna": "ROA"}
    done = execute(office, TERMINAL, id, SetClubCode("Romagna", " rom "))
    assert done.sentences == ["Romagna ha la sigla ROM."]
    assert codes() == {"Bari": "BAR", "Roma": "ROA", "Romagna": "ROM"}
    with pytest.raises(NotAllowed, match="club_code_taken"):
        execute(office, TERMINAL, id, SetClubCode("Bari", "ROM"))
    with pytest.raises(NotUnderstood, match="club_code"):
        execute(office, TERMINAL, id, SetClubCode("Bari", "B1234"))
    with pytest.raises(NotUnderstood, match="no_such_club"):
        execute(office, TERMINAL, id, SetClubCode("Como", "COM"))
    execute(office, TERMINAL, id, SetClubCode("Romagna", "RMG"))
    assert codes() == {"Bari": "BAR", "Roma": "ROM", "Romagna": "RMG"}
    entered = open_tournament(office, id).tournament.entrants
    [last] = [who for who, each in entered.items() if each.club == "Romagna"]
    execute(office, TERMINAL, id, CorrectEntry(Entry(last, club="Bari")))
    execute(office, TERMINAL, id, SetClubCode("Bari", "RMG"))
    assert codes() == {"Bari": "RMG", "Roma": "ROM"}, "nobody is of the club that had the code"
    execute(office, TERMINAL, id, CorrectEntry(Entry(last, club="Romagna")))
    assert codes() == {"Bari": "RMG", "Roma": "ROM", "Romagna": "ROA"}, "it has lost it for good"
