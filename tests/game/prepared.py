"""Games in the middle of things: a table told in the words of case files, luck told beforehand."""

from collections.abc import Sequence

from kamchatka.game.chance import Scripted
from kamchatka.game.game import Game
from kamchatka.ids import Territory
from tests.cases.reading import read_given
from tests.cases.scene import Scene, build

BRASILE = Territory("brasile")
ARGENTINA = Territory("argentina")
PERU = Territory("peru")
VENEZUELA = Territory("venezuela")
AFRICA_DEL_NORD = Territory("africa_del_nord")


def prepared(book: str, *given: str, luck: Sequence[Sequence[int]] | None = None) -> Game:
    """A game that stands as these lines say; without `luck` it is typed at the table."""
    scene = Scene(book)
    for line in given:
        for said in read_given(line):
            said.phrase.act(scene, *said.values)
    game = build(scene).game
    if luck is not None:
        game.chance = Scripted(luck)
    return game
