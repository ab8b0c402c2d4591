"""`given` lines: how the table stands when the case begins."""

from kamchatka.rules import layout
from tests.cases.phrases import Phrasebook
from tests.cases.scene import Scene

GIVEN = Phrasebook("given")
says = GIVEN.says

LAST_LAP_OF_EXAMPLES = 10
"""Where a case speaks of extra laps without saying when time expired."""


def mask(cards: tuple[int, ...]) -> int:
    """Cards as a mask."""
    return sum(1 << card for card in cards)


@says("{number} seats")
def _(scene: Scene, seats: int) -> None:
    scene.seats = seats


@says("the game begins")
def _(scene: Scene) -> None:
    scene.stage = "start"


@says("colours to choose")
def _(scene: Scene) -> None:
    scene.stage = "colours"


@says("colours are chosen")
def _(scene: Scene) -> None:
    scene.stage = "after colours"


@says("objectives to take")
def _(scene: Scene) -> None:
    scene.stage = "objectives"


@says("territories to deal", "territories to choose")
def _(scene: Scene) -> None:
    scene.stage = "territories"


@says("initial armies to place")
def _(scene: Scene) -> None:
    scene.stage = "placement"


@says("{seat} holds the cards {cards}", "{seat} holds the card {cards}")
def _(scene: Scene, seat: int, cards: tuple[int, ...]) -> None:
    scene.hands[seat] = mask(cards)


@says("{owner} holds {holdings}")
def _(scene: Scene, seat: int, held: dict[int, int]) -> None:
    scene.hold(seat, held)


@says("{owner} holds all of {region}")
def _(scene: Scene, seat: int, region: tuple[int, ...]) -> None:
    scene.hold(seat, dict.fromkeys(region, 1))


@says("{owner} holds all of {region} except {territories}")
def _(scene: Scene, seat: int, region: tuple[int, ...], but: tuple[int, ...]) -> None:
    scene.hold(seat, {territory: 1 for territory in region if territory not in but})


@says("{owner} holds the rest of {region}")
def _(scene: Scene, seat: int, region: tuple[int, ...]) -> None:
    scene.hold(seat, {territory: 1 for territory in region if territory not in scene.holdings})


@says("the rest belongs to {owner}")
def _(scene: Scene, owner: int) -> None:
    scene.rest = (owner, 1)


@says("the rest belongs to {owner}, {number} armies each")
def _(scene: Scene, owner: int, armies: int) -> None:
    scene.rest = (owner, armies)


@says("{seat}'s objective is {objective}")
def _(scene: Scene, seat: int, objective: str) -> None:
    scene.objectives[seat] = objective


@says("{seat} begins its turn")
def _(scene: Scene, seat: int) -> None:
    scene.begins = seat


@says("{seat} to act", "seat {seat} to end its turn", "{seat} to end its turn")
def _(scene: Scene, seat: int) -> None:
    scene.now[layout.SEAT] = seat


@says("phase {phase}")
def _(scene: Scene, phase: int) -> None:
    scene.now[layout.PHASE] = phase


@says("{seat} has {number} armies to place")
def _(scene: Scene, seat: int, armies: int) -> None:
    scene.now[layout.SEAT] = seat
    scene.now[layout.PHASE] = layout.REINFORCEMENT
    scene.now[layout.TO_PLACE] = armies


@says("{number} conquests", "conquests {number}")
def _(scene: Scene, conquests: int) -> None:
    scene.now[layout.CONQUESTS] = conquests


@says("lap {number}")
def _(scene: Scene, lap: int) -> None:
    scene.now[layout.LAP] = lap


@says("last lap {number}")
def _(scene: Scene, lap: int) -> None:
    scene.now[layout.LAST_LAP] = lap


@says("closing round {number}")
def _(scene: Scene, closing_round: int) -> None:
    scene.now[layout.CLOSING_ROUND] = closing_round


@says("extra lap {number}", "lap {number} of sdadata")
def _(scene: Scene, lap: int) -> None:
    scene.now[layout.LAST_LAP] = LAST_LAP_OF_EXAMPLES
    scene.now[layout.LAP] = LAST_LAP_OF_EXAMPLES + lap
    scene.now[layout.CLOSING_ROUND] = lap


@says("deck empty")
def _(scene: Scene) -> None:
    scene.deck = 0


@says("deck {cards}")
def _(scene: Scene, cards: tuple[int, ...]) -> None:
    scene.deck = mask(cards)


@says("underneath {cards}")
def _(scene: Scene, cards: tuple[int, ...]) -> None:
    scene.underneath = mask(cards)


@says("discard empty")
def _(scene: Scene) -> None:
    scene.discard = 0


@says("discard {cards}")
def _(scene: Scene, cards: tuple[int, ...]) -> None:
    scene.discard = mask(cards)


@says("{seat} is eliminated")
def _(scene: Scene, seat: int) -> None:
    scene.gone.append((seat, "eliminated"))


@says("{seat} has withdrawn")
def _(scene: Scene, seat: int) -> None:
    scene.gone.append((seat, "withdrawn"))


@says("{seat} has been excluded")
def _(scene: Scene, seat: int) -> None:
    scene.gone.append((seat, "excluded"))


@says("{seat} is congelato")
def _(scene: Scene, seat: int) -> None:
    scene.gone.append((seat, "congelato"))


@says("{seat} came late")
def _(scene: Scene, seat: int) -> None:
    scene.late.append(seat)


@says("{seat}'s limit is {number} armies")
def _(scene: Scene, seat: int, limit: int) -> None:
    scene.seat_cells.append(("limit", seat, limit))


@says("{seat} forfeits {number} cards")
def _(scene: Scene, seat: int, cards: int) -> None:
    scene.seat_cells.append(("forfeits", seat, cards))


@says("{seat}'s last turn was number {number}")
def _(scene: Scene, seat: int, turn: int) -> None:
    scene.seat_cells.append(("last_turn", seat, turn))
