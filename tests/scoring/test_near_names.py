"""One person written in two ways is told, and nobody else is."""

from random import Random

import pytest

from kamchatka.messages import LANGUAGES, text
from kamchatka.near_names import NameIndex, may_be_one, near_names
from kamchatka.scoring.views.notices import doubt_notices
from tests.scoring.rounds import data, read, rounds


def near(*named: str) -> list[tuple[str, ...]]:
    """Groups found in rounds, each a list of names parted by commas."""
    return near_names([frozenset(each.split(", ")) for each in named])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CARLA NERI", "Carla Neri"),
        ("Neri Carla", "Carla Neri"),
        ("Niccolò Bo", "Niccolo Bo"),
        ("Niccolo' Bo", "Niccolò Bo"),
        ("Anna De Luca", "Anna DeLuca"),
        ("Anna  De-Luca", "de luca anna"),
        ("P 7", "p7"),
    ],
)
def test_the_same_letters_are_told_even_in_one_round(one: str, other: str) -> None:
    assert near(one, other) == near(f"{one}, {other}") == [tuple(sorted((one, other)))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Rosi", "Anna Rossi"),
        ("Anna Rozsi", "Anna Rossi"),
        ("Anna Rsosi", "Anna Rossi"),
        ("Annna Rossi", "Anna Rossi"),
        ("Ana", "Anna"),
        ("Mateo", "Matteo"),
    ],
)
def test_one_letter_apart_is_told_if_no_round_has_both(one: str, other: str) -> None:
    assert near(one, other) == [tuple(sorted((one, other)))]
    assert near(f"{one}, x", f"{other}, y", f"{one}, {other}") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anno"),  # too short to tell
        ("Ada", "Eda"),
        ("Al", "Ali"),
        ("Leo", "Loe"),
        ("Giocatore 12", "Giocatore 13"),
        ("Giocatore 1", "Giocatore 12"),
        ("p00001", "p00002"),
        ("Anna Rossi", "Anna Russo"),
        ("Anna Rossi", "Nana Rosis"),
    ],
)
def test_others_are_left_alone(one: str, other: str) -> None:
    assert near(one, other) == []


def test_three_ways_to_write_a_name_are_one_notice() -> None:
    assert near("Carla Neri", "CARLA NERI", "Neri Carla, Ada") == [("CARLA NERI", "Carla Neri", "Neri Carla")]


def test_who_is_absent_is_named_too() -> None:
    file = data("A=62 B=45 C=30 D=21", "A=62 B=45 C=30 D=21")
    file["round"][0]["table"][0]["seat"][0]["player"] = "Anna Rossi"
    file["round"][1]["absent"] = ["Anna Rosi"]
    (notice,) = [each.sentence("it") for each in doubt_notices(read(file))]
    assert "Anna Rosi · Anna Rossi" in notice


def test_only_a_few_notices_are_told() -> None:
    upper = rounds("Anna=52 Bea=45 Ciro=30 Dino=21 Elsa=9", "ANNA=52 BEA=45 CIRO=30 DINO=21 ELSA=9")
    for lang in LANGUAGES:
        told = [each.sentence(lang) for each in doubt_notices(upper)]
        assert len(told) == 4
        assert "2" in told[-1]
    assert [each.sentence("it") for each in doubt_notices(rounds("A=62 B=45 C=30 D=21"))] == []


def test_many_names_alike_are_compared_a_few_at_a_time() -> None:
    """Thousands of names that differ in one letter of the same place: no pair of all with all."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    alike = [f"torneo {one}{two}{three}" for one in letters for two in letters for three in letters]
    assert len(near_names([frozenset([name]) for name in alike[:26]])) <= 26 * 26
    luck = Random(7)
    rounds = [frozenset(luck.sample(alike, len(alike))) for _ in range(2)]
    assert near_names(rounds) == []


def test_an_accent_is_not_the_letter_that_may_be_wrong() -> None:
    assert near("Béppe Rosi", "Beppe Rossi") == [("Beppe Rossi", "Béppe Rosi")]


def test_one_notice_more_than_are_told_is_one() -> None:
    results = read(data(*["A=90 B=40 C=21 D=9"] * 4))
    assert [each.sentence("it") for each in doubt_notices(results)][-1] == text(
        "standings.one_more_notice", "it", count=1
    )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Nino Leoni", "Nino Leone", True),
        ("nino  LEÒNE", "Leone Nino", True),
        ("Nino C.", "Nino Costa", True),
        ("Costa N", "Nino Costa", True),
        ("Mario Rossi", "Mario Luigi Rossi", True),
        ("Nino", "Nino Costa", False),
        ("N C", "Nino Costa", False),
        ("Anna Neri", "Bruno Neri", False),
        ("Giocatore 1", "Giocatore 2", False),
        ("", "Nino Costa", False),
        ("<>", "**", False),
    ],
)
def test_a_typed_name_may_mean_somebody_known(one: str, other: str, expected: bool) -> None:
    assert may_be_one(one, other) is expected
    assert may_be_one(other, one) is expected


def test_a_search_finds_whom_a_comparison_with_everybody_finds() -> None:
    chance = Random(20010222)
    words = ["Anna", "Ana", "Anan", "Nino", "Nio", "Costa", "Cost", "C", "De", "Luca", "DeLuca", "12", "21"]
    names = ["", "-", *(" ".join(chance.choices(words, k=chance.randint(1, 3))) for _ in range(150))]
    names += [name[:at] + name[at + 1 :] for name in names if (at := chance.randrange(12)) < len(name)]
    index = NameIndex(names)
    found = [index.places(name) for name in names]
    assert found == [[at for at, other in enumerate(names) if may_be_one(name, other)] for name in names]
    assert sum(map(len, found)) > 3 * len(names)
