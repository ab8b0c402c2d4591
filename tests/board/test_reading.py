"""Reading an objective deck somebody else wrote: every fault at once, each with its sentence."""

import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from kamchatka.board import Board, DeckRefused, Fault, ObjectiveDeck, load_board, read_deck
from kamchatka.rulebook import load
from kamchatka.rulebook.tables import tables
from tests.board.dealt import deck_of

Read = Callable[[str], ObjectiveDeck]

NORTH_AMERICA = (
    '"alaska", "alberta", "america_centrale", "groenlandia", "ontario", "quebec", '
    '"stati_uniti_occidentali", "stati_uniti_orientali", "territori_del_nord_ovest"'
)
ASIA = (
    '"afghanistan", "cina", "cita", "giappone", "india", "jacuzia", "kamchatka", "medio_oriente", '
    '"mongolia", "siam", "siberia", "urali"'
)
HEAD = 'id = "house"\ntitle = "House"\n'


@pytest.fixture
def board() -> Board:
    return load_board()


@pytest.fixture
def read(tmp_path: Path, board: Board) -> Read:
    def write_and_read(written: str) -> ObjectiveDeck:
        path = tmp_path / "house.toml"
        path.write_text(written, encoding="utf-8")
        return read_deck(path, board)

    return write_and_read


def card(id: str, number: int, territories: str, more: str = "") -> str:
    return f'\n[[objective]]\nid = "{id}"\nnumber = {number}\nterritories = [{territories}]\n{more}\n'


def shipped(id: str) -> str:
    return files("kamchatka.board").joinpath("data", "decks", f"{id}.toml").read_text(encoding="utf-8")


def refused(read: Read, written: str) -> tuple[Fault, ...]:
    with pytest.raises(DeckRefused) as caught:
        read(written)
    return caught.value.faults


def codes(faults: tuple[Fault, ...]) -> list[str]:
    return [fault.code.removeprefix("deck.") for fault in faults]


@pytest.mark.clause("000-1b")
@pytest.mark.parametrize(
    "written",
    ['type = "destroy_colour"\ncolour = "rosso"', 'type = "any_territories"\ncount = 24'],
)
def test_only_territories_can_be_an_objective(read: Read, written: str) -> None:
    deck = f'{HEAD}{card("good", 1, ASIA)}\n[[objective]]\nid = "armate-rosse"\nnumber = 2\n{written}\n'
    (fault,) = refused(read, deck)
    assert (fault.code, fault.where) == ("deck.not_territories", "armate-rosse")
    assert "armate-rosse" in fault.sentence("it")
    assert "000-1b" in fault.sentence("it")
    lands = {land.id for land in load_board().territories}
    cards = deck_of("challenge").objectives
    assert [len(set(card.territories) & lands) for card in cards] == [
        *(23, 20, 22, 21, 22, 22, 22, 22),
        *(20, 21, 21, 20, 21, 23, 23, 22),
    ]


@pytest.mark.clause("000-1c")
def test_a_card_of_another_sum_is_warned_about_by_name(read: Read) -> None:
    good = card("guerra-fredda", 1, f"{NORTH_AMERICA}, {ASIA}")
    good_too = card("piovra", 2, f"{NORTH_AMERICA}, {ASIA}")
    without_siam = ASIA.replace('"siam", ', "")
    poor = card("zoppa", 3, f"{NORTH_AMERICA}, {without_siam}")
    deck = read(HEAD + good + good_too + poor)
    assert [fault.sentence("en") for fault in deck.warnings] == [
        "Card zoppa: its territories are worth 83 instead of 86. It is not balanced with the others (000-1c)."
    ]
    assert read(HEAD + good + good_too).warnings == ()


def test_a_declared_sum_holds_for_every_card(read: Read) -> None:
    written = f"{HEAD}[rules]\nvalue_sum = 86\n{card('asia', 1, ASIA)}"
    assert [(fault.code, fault.where) for fault in read(written).warnings] == [("deck.value_sum", "asia")]
    assert read(written.replace("86", '"any"')).warnings == ()


@pytest.mark.clause("001-O2")
def test_sixteen_cards_declared_and_fifteen_found_is_refused(read: Read) -> None:
    whole = shipped(load("rtu").setup.objective_deck)
    assert len(read(whole).objectives) == 16 == tables(load("rtu")).objective_count
    cut = whole[: whole.rindex("[[objective]]")]
    (fault,) = refused(read, cut)
    assert fault.sentence("en") == (
        "Deck challenge: declares 16 cards and contains 15. Add or remove cards, or correct “size”."
    )


def test_all_faults_are_told_at_once(read: Read) -> None:
    written = (
        'id = "house"\nsise = 3\n[rules]\nsize = 9\nconnected = "yes"\nwithout_borders = ["suez"]\n'
        '[[include]]\ndeck = "atlantis"\n'
        + card("one", 1, '"alaska", "atlantide", "alaska"')
        + card("one", 1, '"alaska"', 'tolerates = ["everything"]\ncolour = "red"')
        + '\n[[objective]]\nid = "empty"\nnumber = 4\n'
    )
    assert codes(refused(read, written)) == [
        "missing_key",
        "unknown_border",
        "wrong_type",
        "unknown_deck",
        "unknown_rule",
        "unknown_key",
        "missing_key",
        "unknown_key",
        "size",
        "repeated_card",
        "repeated_number",
        "repeated_territory",
        "unknown_territory",
        "no_territories",
    ]


@pytest.mark.parametrize("lang", ["it", "en"])
def test_every_fault_has_its_sentence(read: Read, lang: str) -> None:
    written = (
        f"{HEAD}[rules]\nterritories_each = 3\ncontinents_each = 2\nconnected = true\n"
        "no_whole_continent = true\ndistinct_continent_sets = true\npartition_seats = [4]\n"
        + card("far", 1, '"alaska", "brasile"')
        + card("south", 2, '"argentina", "brasile", "peru", "venezuela", "america_centrale"')
        + '\n[[set]]\nid = "A"\nseats = [4]\nobjectives = ["far", "far", "lost"]\n'
        + '\n[[set]]\nid = "A"\nseats = [5]\nobjectives = []\n'
    )
    faults = refused(read, written)
    assert codes(faults) == [
        "territories_each",
        "connected",
        "territories_each",
        "no_whole_continent",
        "distinct_continent_sets",
        "repeated_set",
        "repeated_in_set",
        "unknown_card",
        "small_set",
        "small_set",
        "partition",
        "partition",
    ]
    for fault in faults:
        assert "{" not in fault.sentence("it" if lang == "it" else "en")


def test_a_row_that_is_known_to_be_broken_is_only_warned_about(read: Read) -> None:
    written = f"{HEAD}[rules]\nconnected = true\nvalue_sum = 'any'\n"
    broken = '"alaska", "brasile"'
    assert codes(refused(read, written + card("far", 1, broken))) == ["connected"]
    deck = read(written + card("far", 1, broken, 'tolerates = ["connected"]'))
    assert codes(deck.warnings) == ["connected"]


def test_every_quadruple_of_continents_must_have_its_row(read: Read) -> None:
    whole = shipped("aziendale")
    assert len(read(whole).objectives) == 8
    cut = whole[: whole.rindex("[[objective]]")].replace("size = 8", "size = 7")
    (fault,) = refused(read, cut)
    assert fault.code == "deck.every_continent_set"
    assert fault.values == {"continents": "africa, america_del_nord, america_del_sud, asia"}


def test_with_the_border_to_the_middle_east_two_quadruples_would_be_missing(read: Read) -> None:
    written = shipped("aziendale").replace('without_borders = ["egypt_middle_east"]\n', "")
    assert codes(refused(read, written)) == ["every_continent_set", "every_continent_set"]


def test_a_set_that_shares_too_much_is_warned_about(read: Read) -> None:
    written = shipped("prestige").replace("max_shared = 12", "max_shared = 11")
    pairs = [(fault.code, dict(fault.values)["found"]) for fault in read(written).warnings]
    assert pairs == [("deck.not_homogeneous", 12)] * 3


def test_a_card_in_two_sets_of_five_is_refused(read: Read) -> None:
    written = shipped("prestige").replace(
        '"challenge-07", "challenge-13", "prestige-c"', '"challenge-07", "challenge-13", "prestige-d"'
    )
    faults = refused(read, written)
    assert {(fault.where, dict(fault.values)["times"]) for fault in faults} == {
        ("prestige-c", 0),
        ("prestige-d", 2),
    }


def test_a_deck_can_take_the_cards_of_another(read: Read, board: Board) -> None:
    deck = read(f'{HEAD}[[include]]\ndeck = "challenge"\nexcept = ["challenge-01", "challenge-16"]\n')
    assert deck.objectives == board.deck("challenge").objectives[1:-1]
    assert codes(refused(read, f'{HEAD}[[include]]\ndeck = "challenge"\nexcept = ["x"]\n')) == [
        "unknown_card"
    ]


def test_a_file_that_is_missing_or_not_toml_says_so(read: Read, board: Board, tmp_path: Path) -> None:
    assert codes(refused(read, "id = ")) == ["not_toml"]
    with pytest.raises(DeckRefused) as caught:
        read_deck(tmp_path / "nowhere.toml", board)
    assert codes(caught.value.faults) == ["unreadable"]
    (tmp_path / "latin.toml").write_bytes('id = "perù"'.encode("latin-1"))
    with pytest.raises(DeckRefused) as caught:
        read_deck(tmp_path / "latin.toml", board)
    assert codes(caught.value.faults) == ["not_text"]


def test_the_example_in_the_manual_is_a_deck(read: Read) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "board.md").read_text(encoding="utf-8")
    example = manual.split("```toml\n")[1].split("```")[0]
    assert tomllib.loads(example)["id"] == "casa"
    deck = read(example)
    assert (len(deck.objectives), deck.warnings) == (3, ())
