"""Why a bot plays as it does, in both languages."""

import pytest

from kamchatka.app.games.bots import Bots
from kamchatka.app.games.players import line_up
from kamchatka.app.refusals import TableRefusal
from kamchatka.bots import UnknownBot, bot_number
from kamchatka.bots.explaining import explain
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.names import names_of
from kamchatka.messages import LANGUAGES, Language
from kamchatka.rulebook import load
from kamchatka.rules.hold import add_armies
from kamchatka.rules.layout import COMBAT, CONQUESTS, FROM, MOVED, NOBODY, PHASE, TO
from kamchatka.rules.moves import ATTACK, END_TURN, MOVE, PLACE, move
from tests.bots.test_sergente import board

ALASKA, ALBERTA, NORTH_AFRICA, BRAZIL, KAMCHATKA = 0, 1, 20, 10, 32


def said(
    coded: int,
    lang: Language,
    *,
    bot: str = "sergente",
    conquests: int = 0,
    phase: int = COMBAT,
    in_africa: int = 9,
    rulebook: str = "rtu",
) -> list[str]:
    """The reasons for this move where seat 0 is strong in Alaska and North Africa."""
    integers, pos, notes = board(rulebook)
    add_armies(pos, ALASKA, 5)
    add_armies(pos, NORTH_AFRICA, in_africa - 2)
    pos.now[FROM], pos.now[TO], pos.now[CONQUESTS] = NOBODY, NOBODY, conquests
    pos.now[PHASE] = phase
    reasons = explain(integers, pos, 0, bot_number(bot), coded, notes, names_of(load(rulebook)))
    return [why.sentence(lang) for why in reasons]


def test_an_attack_is_explained_with_its_chance_and_the_alternative() -> None:
    attack = move(ATTACK, ALASKA, ALBERTA, 3)
    assert said(attack, "it") == [
        "Attacco l'Alberta dall'Alaska: riesce 93 volte su 100 e mi dà la carta; "
        "contro il Brasile sarebbero 97, ma per me vale meno."
    ]
    assert said(attack, "en", conquests=1) == [
        "I attack Alberta from Alaska: it succeeds 93 times in 100; "
        "against Brazil it would be 97, but that is worth less to me."
    ]
    assert said(move(ATTACK, NORTH_AFRICA, BRAZIL, 3), "it") == [
        "Attacco il Brasile dall'Africa del Nord: riesce 97 volte su 100 e mi dà la carta; "
        "l'alternativa era attaccare il Congo, 97 su 100."
    ]
    assert said(attack, "it", bot="soldato") == [
        "Attacco l'Alberta dall'Alaska: 7 armate contro 2 è il confronto che mi conviene di più."
    ]


def test_the_first_placement_also_says_how_it_reads_the_table() -> None:
    assert said(move(PLACE, ALASKA, 0, 3), "it") == [
        "Metto 3 armate in Alaska: da lì l'attacco contro l'Alberta riesce 98 volte su 100, prima 93.",
        "Stimo che gli altri conquistino 1,5 territori a turno: gioco con calma.",
    ]
    assert said(move(PLACE, ALASKA, 0, 3), "it", bot="generale")[2] == (
        "Prima ho provato le mosse migliori in circa 160 giri simulati ciascuna, "
        "con le carte che non vedo distribuite a caso."
    )


def test_armies_that_change_no_chance_are_said_to_serve_what_follows() -> None:
    assert said(move(PLACE, NORTH_AFRICA, 0, 9), "it", in_africa=20)[0] == (
        "Metto 9 armate in Africa del Nord: da lì l'attacco contro il Brasile riesce 99 volte su 100, "
        "e restano più armate per andare avanti."
    )


def test_a_pass_names_what_was_left() -> None:
    assert said(move(END_TURN), "it") == [
        "Mi fermo: l'attacco migliore era contro il Brasile, 97 volte su 100: mi lascerebbe troppo scoperto."
    ]
    assert said(move(END_TURN), "it", bot="generale")[0].endswith(
        "97 volte su 100: nelle prove rendeva meno."
    )
    assert said(move(END_TURN), "it", conquests=1) == [
        "Mi fermo: la carta è presa, e nei primi giri mi basta."
    ]


def test_the_strategic_move_says_why_the_attacks_end_and_the_pass_after_it_nothing() -> None:
    moved = move(MOVE, ALASKA, KAMCHATKA, 1)
    assert said(moved, "it", conquests=1) == [
        "Mi fermo: la carta è presa, e nei primi giri mi basta.",
        "Sposto 1 armata dall'Alaska in Kamchatka: lì serve di più.",
    ]
    assert said(moved, "en", phase=MOVED) == [
        "I move 1 army from Alaska to Kamchatka: it is needed more there."
    ]
    assert said(move(END_TURN), "it", phase=MOVED) == []


def test_a_move_after_which_attacks_go_on_ends_none() -> None:
    [why] = said(move(MOVE, ALASKA, KAMCHATKA, 1), "it", conquests=1, rulebook="aziendale")
    assert why.startswith("Sposto 1 armata dall'Alaska in Kamchatka")


def test_a_game_of_every_bot_is_explained_in_both_languages() -> None:
    game, names = (
        Game.start(load("rtu"), 4, Seeded(5)),
        ("recluta", "soldato", "sergente", "sergente:irruento"),
    )
    bots, codes = Bots(3, laps=3), set()
    for _ in range(250):
        if game.is_over or game.to_act is None:
            break
        seat = game.to_act
        bot = bot_number(names[seat])
        action = bots.decide(game, seat, bot)
        for why in bots.explain(game, seat, bot, action):
            codes.add(why.code)
            assert all("{" not in why.sentence(lang) for lang in LANGUAGES)
        game.play(action, seat)
    assert codes >= {"random", "compare", "attack_for_card", "place_to_attack", "tris", "calm"}


def test_a_style_that_does_not_exist_is_refused_with_the_names() -> None:
    with pytest.raises(UnknownBot) as refused:
        line_up("anna, sergente:pazzo", 4, [4], 4)
    assert "sergente:cauto" in refused.value.sentence("it")


def test_generale_does_not_sit_down_without_the_simulator() -> None:
    game = Game.start(load("rtu"), 4, Seeded(5))
    with pytest.raises(TableRefusal) as refused:
        Bots(1).sit_down(game, [bot_number("generale")])
    assert refused.value.code == "no_simulator"
