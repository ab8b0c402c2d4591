"""Which question the moment of the game asks of whoever decides."""

from collections.abc import Callable

from kamchatka.cli.table import fighting, opening, placing
from kamchatka.cli.table.question import Asked, Question
from kamchatka.rules import layout
from kamchatka.rules.layout import PHASE, TO_PLACE

QUESTIONS: dict[int, Callable[[Asked], Question]] = {
    layout.COLOURS: opening.ask_colour,
    layout.STRIPS: opening.ask_strip,
    layout.DRAFT: opening.ask_pick,
    layout.PLACEMENT: placing.ask_placing,
    layout.COMBAT: fighting.ask_fight,
    layout.DEFENCE: opening.ask_defence,
    layout.ADVANCE: opening.ask_advance,
    layout.MOVED: fighting.ask_after_move,
    layout.CLOSING_CHOICE: opening.ask_closing,
}


def question_for(asked: Asked) -> Question:
    """What is asked now; once no army is left to place, the fight."""
    now = asked.game.position.now
    if now[PHASE] == layout.REINFORCEMENT:
        return placing.ask_placing(asked) if now[TO_PLACE] else fighting.ask_fight(asked)
    return QUESTIONS[now[PHASE]](asked)
