"""Recorded games for the tests of the shelf and its pages."""

from functools import cache

from kamchatka.game.actions import ExpireTime
from kamchatka.game.chance import Chance, Seeded
from kamchatka.game.fair import Fair
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import LAP, LAST_LAP
from kamchatka.stream import below, seeded

PLAYERS = ("Anna", "Bruno", "Carla", "Dario")


@cache
def finished(seed: int = 1) -> Record:
    """A short whole game."""
    return played(Seeded(seed), laps=3, until=100)


@cache
def unfinished() -> Record:
    """A game in its third lap under fair dice, whose secret is kept."""
    return played(Fair("prova", b"s" * 32, (b"1", b"2", b"3", b"4")), laps=50, until=3)


def played(chance: Chance, *, laps: int, until: int) -> Record:
    """A game of random moves, until it is over or this lap begins."""
    book = load(shipped()[0])
    game = Game.start(book, len(PLAYERS), chance)
    state = seeded(7, laps)
    while not game.is_over and game.position.now[LAP] < until:
        if game.position.now[LAP] > laps and game.position.now[LAST_LAP] == 0:
            game.play(ExpireTime())
        choices = game.legal_actions()
        state, which = below(state, len(choices))
        state, more = below(state, choices[which].most - choices[which].least + 1)
        game.play(choices[which].action(choices[which].least + more))
    return record_of(game, table="prova", players=PLAYERS, reveal=game.is_over)
