"""The reasons of bots, computed again from the record, are those they gave while they played."""

from collections.abc import Sequence
from functools import cache

from kamchatka.app.games.bots import Bots, bot_seed
from kamchatka.app.games.players import line_up
from kamchatka.app.games.reasons import has_bots, reasons_of
from kamchatka.game.actions import ExpireTime
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.record import Record, record_of
from kamchatka.game.record_file import read_record
from kamchatka.game.record_json import record_to_json
from kamchatka.ids import Seat
from kamchatka.rulebook import load, shipped
from kamchatka.rules.layout import LAP, LAST_LAP, TURN
from tests.app.games import finished

LAPS = 2


@cache
def played() -> tuple[Record, dict[tuple[int, Seat], list[str]]]:
    """A short game of one person, who passes, and three bots; with what the bots said in each turn."""
    players = line_up("Anna, soldato, sergente, recluta", 4, (4,), 4)
    luck, said = Seeded(11), dict[tuple[int, Seat], list[str]]()
    game, bots = Game.start(load(shipped()[0]), 4, luck), Bots(bot_seed(luck, "prova"))
    while not game.is_over:
        if game.position.now[LAP] > LAPS and not game.position.now[LAST_LAP]:
            game.play(ExpireTime())
            continue
        seat = game.to_act
        assert seat is not None
        bot = players[game.position.chair[seat]].bot
        if bot is None:
            game.play(game.legal_actions()[-1].action(), seat)
            continue
        action, turn = bots.decide(game, seat, bot), game.position.now[TURN]
        said.setdefault((turn, seat), []).extend(sentences(bots.explain(game, seat, bot, action)))
        game.play(action, seat)
    names = tuple(player.name for player in players)
    return record_of(game, table="prova", players=names), said


def sentences(reasons: Sequence[object]) -> list[str]:
    return [why.sentence("it") for why in reasons]  # type: ignore[attr-defined]


def test_every_turn_of_a_bot_has_the_reasons_it_gave() -> None:
    record, said = played()
    again = read_record(record_to_json(record).encode())
    found = {(each.turn, each.seat): sentences(each.reasons) for each in reasons_of(again)}
    assert found == {turn: words for turn, words in said.items() if words}
    assert max(turn for turn, _ in found) > 4 * LAPS - 1


def test_a_game_of_people_has_none() -> None:
    assert not has_bots(finished(1))
    assert has_bots(played()[0])
    assert reasons_of(finished(1)) == ()
