"""Games in the middle of things: a table told in the words of case files, luck told beforehand."""

from collections.abc import Sequence

from kamchatka.game.chance import Chance, Scripted, Typed
from kamchatka.game.game import Game
from kamchatka.ids import Territory
from kamchatka.rulebook import load
from kamchatka.rules.layout import POSITION_LAYOUT, SECRETS_LAYOUT
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
    table = build(scene)
    chance: Chance = Typed() if luck is None else Scripted(luck)
    game = Game(load(book), scene.seats, chance)
    for name, _, _ in POSITION_LAYOUT:
        getattr(game.position, name)[:] = getattr(table.pos, name)[:]
    for name, _, _ in SECRETS_LAYOUT:
        getattr(game.secrets, name)[:] = getattr(table.secrets, name)[:]
    return game
