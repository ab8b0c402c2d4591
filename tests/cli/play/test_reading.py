"""How names, dice and numbers are read and said at the terminal."""

import pytest

from kamchatka.app.refusals import TableRefusal
from kamchatka.board import load_board
from kamchatka.cli.play.dice import faces
from kamchatka.cli.play.words import Lands, counted, matching
from kamchatka.ids import Territory
from kamchatka.messages import LANGUAGES


def test_names_are_found_by_their_beginning() -> None:
    lands = Lands(load_board())
    names = {info.id: info.name("it") for info in load_board().territories}
    everywhere = list(names)
    assert lands.find("PERU", everywhere, names) == "peru"
    assert lands.find("st or", everywhere, names) == "stati_uniti_orientali"
    assert lands.find("north af", everywhere, names) == "africa_del_nord"
    assert lands.find("africa", [Territory("africa_del_sud")], names) == "africa_del_sud"
    with pytest.raises(TableRefusal, match="several"):
        lands.find("africa", everywhere, names)
    with pytest.raises(TableRefusal, match="unknown_territory"):
        lands.find("atlantide", everywhere, names)
    assert matching("", {1: ["x"]}) == []


def test_dice_are_read_as_people_write_them() -> None:
    assert faces("6 4 1", 3) == faces("6,4,1", 3) == faces("641", 3) == [6, 4, 1]
    for wrong in ("6 4", "6 4 7", "x", "6 4 ١"):
        with pytest.raises(TableRefusal, match="dice"):
            faces(wrong, 3)


@pytest.mark.parametrize("what", ["territories", "armies", "cards", "ways", "dice", "minutes"])
def test_one_thing_is_told_in_the_singular(what: str) -> None:
    for lang in LANGUAGES:
        assert counted(what, 1, lang).startswith("1 ")
        assert counted(what, 0, lang).startswith("0 ")
        assert counted(what, 1, lang)[2:] != counted(what, 2, lang)[2:]
