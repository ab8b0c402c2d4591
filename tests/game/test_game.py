"""The façade: exact events for exact actions, all or nothing, undo, typed luck, late cards, judges."""

from collections.abc import Sequence

import pytest

from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Luck, Request, Scripted, Seeded
from kamchatka.game.coding import UnknownName
from kamchatka.game.game import Game, NoLuckAwaited, NothingToUndo
from kamchatka.game.log import Acted
from kamchatka.game.violations import RuleViolation, Violation
from kamchatka.ids import Card, Seat, Territory
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import NoSuchTable, load, shipped
from kamchatka.rules.layout import ADVANCE, CARD, PHASE
from tests.game.play import Wanderer, advanced, all_of, on_the_table, played
from tests.game.prepared import AFRICA_DEL_NORD, ARGENTINA, BRASILE, PERU, VENEZUELA, prepared

A, B, C, D = (Seat(seat) for seat in range(4))

BORDER = (
    "A holds Brasile 5, Argentina 1",
    "B holds Peru 2, Africa del Nord 2, Egitto 1, Congo 1, Siberia 1, Urali 1",
)


def refused(game: Game, action: act.Action, by: Seat | None = None) -> Violation:
    """The reason an action is refused for, after making sure that nothing changed."""
    before = all_of(game)
    asked = game.why_not(action, by)
    with pytest.raises(RuleViolation) as refusal:
        game.play(action, by)
    assert all_of(game) == before
    assert asked is not None
    assert (asked.code, asked.clause) == (refusal.value.code, refusal.value.clause)
    return refusal.value.code


def test_a_battle_tells_its_dice_and_losses() -> None:
    game = prepared("rtu", *BORDER, luck=[(1, 6, 4, 5, 5)])
    events = game.play(act.Attack(BRASILE, AFRICA_DEL_NORD, dice=3))
    assert events == (ev.BattleFought(BRASILE, AFRICA_DEL_NORD, (6, 4, 1), (5, 5), losses=(1, 1)),)
    assert game.entries == (
        Acted(A, act.Attack(BRASILE, AFRICA_DEL_NORD, 3)),
        Luck(0, Request("battle", dice=(3, 2)), (1, 6, 4, 5, 5)),
        *events,
    )


def test_a_turn_from_conquest_to_the_next_seat() -> None:
    luck = [(6, 6, 6, 1, 1), (7,)]
    game = prepared("rtu", *BORDER, luck=luck)
    assert game.play(act.Attack(BRASILE, PERU, 3)) == (
        ev.BattleFought(BRASILE, PERU, (6, 6, 6), (1, 1), (0, 2)),
        ev.TerritoryConquered(A, PERU, B, 3),
    )
    assert game.position.now[PHASE] == ADVANCE
    assert game.play(act.Advance(1)) == (ev.ArmiesAdvanced(A, BRASILE, PERU, 1),)
    moved = game.play(act.MoveArmies(PERU, ARGENTINA, 2))
    assert moved == (ev.ArmiesMoved(A, PERU, ARGENTINA, 2),)
    taken, began = game.play(act.EndTurn())
    assert taken == ev.CardTaken(A, Card(game.names.cards[7]))
    assert began == ev.TurnBegan(B, turn=1, lap=2, armies=1)
    assert game.to_act == B


def test_nobody_follows_where_nothing_is_left_to_follow() -> None:
    game = prepared("rtu", "A holds Brasile 4", "B holds Peru 1, Cina 1", luck=[(6, 6, 6, 1)])
    assert len(game.play(act.Attack(BRASILE, PERU, 3))) == 2
    assert game.position.now[PHASE] != ADVANCE


def test_advancing_with_none_tells_nothing() -> None:
    game = prepared("rtu", "A holds Brasile 6", "B holds Peru 1", luck=[(6, 6, 6, 1)])
    game.play(act.Attack(BRASILE, PERU, 3))
    assert game.play(act.Advance(0)) == ()


def test_the_opening_dice_make_seats_of_chairs() -> None:
    game = Game.start(load("rtu"), 4, Scripted([(2, 6, 6, 1), (3, 5)]))
    assert [entry for entry in game.entries if isinstance(entry, ev.Event)] == [
        ev.OrderRolled({0: 2, 1: 6, 2: 6, 3: 1}),
        ev.OrderRolled({1: 3, 2: 5}),
        ev.SeatsTaken((2, 3, 0, 1)),
    ]
    assert game.to_act == A
    assert game.play(act.ChooseColour("nero")) == (ev.ColourChosen(A, "nero"),)


def test_a_defender_that_may_choose_is_asked() -> None:
    game = prepared("aziendale", *BORDER, luck=[(6, 5, 4, 3, 3)])
    assert game.play(act.Attack(BRASILE, PERU, 3)) == (ev.AttackDeclared(A, BRASILE, PERU, 3),)
    assert game.to_act == B
    assert game.play(act.Defend(2)) == (
        ev.BattleFought(BRASILE, PERU, (6, 5, 4), (3, 3), (0, 2)),
        ev.TerritoryConquered(A, PERU, B, 3),
    )


def test_a_compound_action_is_all_or_nothing() -> None:
    game = prepared("rtu", *BORDER, "A has 3 armies to place")
    both = {BRASILE: 2, PERU: 1}
    assert refused(game, act.PlaceArmies(both)) is Violation.NOT_YOUR_TERRITORY
    assert refused(game, act.PlaceArmies({BRASILE: 2, ARGENTINA: 2})) is Violation.TOO_MANY_ARMIES
    assert game.play(act.PlaceArmies({BRASILE: 2, ARGENTINA: 1})) == (
        ev.ArmiesPlaced(A, BRASILE, 2),
        ev.ArmiesPlaced(A, ARGENTINA, 1),
    )
    assert refused(game, act.TakeBackArmies({BRASILE: 1, ARGENTINA: 2})) is Violation.NOT_PLACED_THIS_TURN
    assert game.play(act.TakeBackArmies({BRASILE: 1, ARGENTINA: 1})) == (
        ev.ArmiesTakenBack(A, BRASILE, 1),
        ev.ArmiesTakenBack(A, ARGENTINA, 1),
    )


def test_actions_do_not_change_with_the_mapping_they_were_made_from() -> None:
    armies = {BRASILE: 2}
    action = act.PlaceArmies(armies)
    armies[PERU] = 1
    assert action == act.PlaceArmies({BRASILE: 2})


def test_luck_that_cannot_be_leaves_everything_as_it_was() -> None:
    game = prepared("rtu", *BORDER, luck=[(6, 6, 6, 1, 7)])
    before = all_of(game)
    with pytest.raises(ValueError, match="5 dice"):
        game.play(act.Attack(BRASILE, PERU, 3))
    assert all_of(game) == before


def test_undo_is_an_action_that_the_record_tells() -> None:
    game = prepared("rtu", *BORDER, "A has 3 armies to place")
    game.play(act.PlaceArmies({BRASILE: 2, ARGENTINA: 1}))
    assert game.undo() == (ev.ArmiesTakenBack(A, BRASILE, 2), ev.ArmiesTakenBack(A, ARGENTINA, 1))
    told = [entry.action for entry in game.entries if isinstance(entry, Acted)]
    both = {BRASILE: 2, ARGENTINA: 1}
    assert told == [act.PlaceArmies(both), act.TakeBackArmies(both)]


def test_a_declared_attack_is_not_cancelled() -> None:
    game = prepared("rtu", *BORDER)
    game.play(act.Attack(BRASILE, PERU, 3))
    assert (game.awaiting, game.to_act) == (Request("battle", dice=(3, 2)), None)
    assert game.legal_actions() == ()
    before = all_of(game)
    for seat in (A, B, None):
        with pytest.raises(NothingToUndo):
            game.undo(seat)
    assert all_of(game) == before


def test_a_judges_decision_is_not_taken_back_nor_what_went_before_it() -> None:
    game = prepared("rtu", *BORDER, "A has 3 armies to place")
    game.play(act.PlaceArmies({BRASILE: 1}))
    assert game.play(act.ExpireTime()) == (ev.TimeExpired(3),)
    with pytest.raises(NothingToUndo):
        game.undo()
    game.play(act.PlaceArmies({BRASILE: 1}))
    assert game.undo() == (ev.ArmiesTakenBack(A, BRASILE, 1),)
    with pytest.raises(NothingToUndo):
        game.undo()


@pytest.mark.parametrize("numbers", [(), (6, 6, 6, 1), (6, 6, 6, 1, 0), (6, 6, 6, 1, 7), (6,) * 6, (-1,) * 5])
def test_dice_that_were_not_asked_for_are_refused(numbers: Sequence[int]) -> None:
    game = prepared("rtu", *BORDER)
    game.play(act.Attack(BRASILE, PERU, 3))
    before = all_of(game)
    with pytest.raises(ValueError, match="5 dice are asked for"):
        game.supply(numbers)
    assert all_of(game) == before
    assert game.supply((6, 6, 6, 1, 1))[0] == ev.BattleFought(BRASILE, PERU, (6, 6, 6), (1, 1), (0, 2))


def test_a_card_that_is_not_in_the_deck_is_refused() -> None:
    game = prepared("rtu", *BORDER, "deck Alaska, Peru", "discard empty", "1 conquests")
    game.play(act.EndTurn())
    assert game.awaiting == Request("card", among=2)
    before = all_of(game)
    for wrong in ((2,), (-1,), (0, 1), ()):
        with pytest.raises(ValueError, match="one number below 2"):
            game.supply(wrong)
        assert all_of(game) == before
    assert game.supply((1,))[0] == ev.CardTaken(A, Card("peru"))


def test_luck_nobody_asked_for_is_refused() -> None:
    game = prepared("rtu", *BORDER)
    with pytest.raises(NoLuckAwaited):
        game.supply((6,))


def test_a_game_with_typed_luck_equals_one_with_the_same_luck_known() -> None:
    known = advanced(Game.start(load("primavera"), 4, Seeded(4)), 4, 150)
    typed = on_the_table(load("primavera"), 4)
    for entry in known.entries:
        if isinstance(entry, Luck):
            typed.supply(entry.numbers)
        elif isinstance(entry, Acted):
            typed.play(entry.action, entry.by)
    assert (typed.entries, typed.digest()) == (known.entries, known.digest())


def test_a_card_left_lying_may_be_taken_late() -> None:
    game = prepared("rtu", *BORDER, "1 conquests", luck=[(0,)])
    assert game.play(act.PassWithoutCard())[0] == ev.CardLeft(A)
    assert game.to_act == B
    assert refused(game, act.TakeLateCard(), by=C) is Violation.CARD_LOST
    assert [choice.action() for choice in game.legal_actions(A)] == [act.TakeLateCard()]
    assert game.play(act.TakeLateCard()) == (ev.CardTaken(A, Card("alaska")),)
    assert game.entries[-3] == Acted(A, act.TakeLateCard())
    assert (game.to_act, game.legal_actions(A)) == (B, ())
    assert refused(game, act.TakeLateCard(), by=A) is Violation.CARD_LOST


def test_a_late_card_is_lost_once_the_next_seat_has_placed() -> None:
    game = prepared("rtu", *BORDER, "1 conquests")
    game.play(act.PassWithoutCard())
    game.play(act.PlaceArmies({PERU: game.legal_actions()[0].most}))
    assert game.legal_actions(A) == ()
    assert refused(game, act.TakeLateCard()) is Violation.CARD_LOST


def test_judges_decide_at_any_time_of_play() -> None:
    game = prepared("rtu", *BORDER, "C holds the card Siam")
    assert game.play(act.CorrectTerritory(PERU, C, 4)) == (ev.TerritoryCorrected(PERU, C, 4),)
    assert game.play(act.CorrectTerritory(PERU, None, 1)) == (ev.TerritoryCorrected(PERU, None, 1),)
    assert game.play(act.ExcludeSeat(C)) == (ev.SeatLeft(C, "excluded"), ev.HandGivenUp(C, 1))
    assert game.play(act.WithdrawSeat(D)) == (ev.SeatLeft(D, "withdrawn"),)
    assert refused(game, act.FreezeSeat(D)) is Violation.SEAT_NOT_PLAYING
    assert refused(game, act.CorrectTerritory(PERU, None, 1)) is Violation.NOTHING_TO_CORRECT
    assert [entry.by for entry in game.entries if isinstance(entry, Acted)] == [None] * 4
    assert game.play(act.FreezeSeat(B)) == (ev.SeatLeft(B, "congelato"),)
    assert ev.GameEnded("judge", None) in game.play(act.EndGame())
    for late in (act.ExpireTime(), act.EndGame()):
        assert refused(game, late) is Violation.GAME_OVER


def test_a_judge_may_decide_while_luck_is_awaited() -> None:
    game = prepared("rtu", *BORDER)
    game.play(act.Attack(BRASILE, PERU, 3))
    assert game.play(act.ExpireTime()) == (ev.TimeExpired(3),)
    assert refused(game, act.EndTurn(), by=A) is Violation.WAITING_FOR_LUCK
    assert game.awaiting == Request("battle", dice=(3, 2))


def test_judges_decide_nothing_before_play() -> None:
    game = Game.start(load("rtu"), 4, Seeded(1))
    assert refused(game, act.ExpireTime()) is Violation.WRONG_PHASE


BAD: list[tuple[act.Action, str]] = [
    (act.PlaceArmies({}), "nothing_named"),
    (act.PlaceArmies({Territory("atlantide"): 1}), "unknown_territory"),
    (act.Attack(BRASILE, Territory(""), 1), "unknown_territory"),
    (act.MoveArmies(BRASILE, ARGENTINA, -1), "impossible_number"),
    (act.Advance(2**20), "impossible_number"),
    (act.Defend(-3), "impossible_number"),
    (act.CorrectTerritory(BRASILE, A, -1), "impossible_number"),
    (act.CorrectTerritory(BRASILE, Seat(6), 1), "unknown_seat"),
    (act.WithdrawSeat(Seat(-1)), "unknown_seat"),
    (act.ChooseColour("fucsia"), "unknown_colour"),
    (act.PlayCards((Card("atlantide"),)), "unknown_card"),
    (act.PlayCards((Card("jolly_3"),)), "unknown_card"),
    (act.PlayCards(()), "wrong_number_of_cards"),
    (act.PlayCards((Card("siam"),) * 4), "wrong_number_of_cards"),
]


@pytest.mark.parametrize(("action", "code"), BAD, ids=lambda part: str(part)[:40])
def test_what_names_nothing_on_the_table_is_not_understood(action: act.Action, code: str) -> None:
    game = prepared("rtu", *BORDER)
    before = all_of(game)
    with pytest.raises(UnknownName) as asked:
        game.why_not(action)
    with pytest.raises(UnknownName) as played:
        game.play(action)
    assert asked.value.code == played.value.code == code
    assert len({played.value.sentence(lang) for lang in LANGUAGES}) == 2
    assert all_of(game) == before


@pytest.mark.parametrize("seat", [-1, 4, 5, 6, 99])
def test_a_seat_that_is_not_at_the_table_is_not_understood(seat: int) -> None:
    game = prepared("rtu", *BORDER)
    for asked in (
        lambda: game.play(act.EndTurn(), Seat(seat)),
        lambda: game.why_not(act.EndTurn(), Seat(seat)),
        lambda: game.legal_actions(Seat(seat)),
    ):
        with pytest.raises(UnknownName, match="unknown_seat"):
            asked()


def test_others_may_not_act_in_a_seats_turn() -> None:
    game = prepared("rtu", *BORDER)
    assert {refused(game, act.EndTurn(), by=seat) for seat in (B, C, D)} == {Violation.NOT_YOUR_TURN}


@pytest.mark.parametrize("name", shipped())
def test_a_table_of_a_size_the_regulation_does_not_have_is_not_opened(name: str) -> None:
    sizes = load(name).seats.sizes
    for seats in {0, 1, 2, 7, min(sizes) - 1, max(sizes) + 1}:
        with pytest.raises(NoSuchTable) as refusal:
            Game.start(load(name), seats, Seeded(1))
        assert (refusal.value.seats, refusal.value.sizes) == (seats, tuple(sizes))


def test_a_choice_gives_every_number_of_its_family_and_no_other() -> None:
    game = prepared("rtu", *BORDER, "A has 3 armies to place")
    choice = game.legal_actions()[0]
    first = Territory(game.names.territories[9])
    assert list(choice.actions()) == [act.PlaceArmies({first: number}) for number in (1, 2, 3)]
    assert choice.action() == act.PlaceArmies({first: 3})
    for wrong in (0, 4):
        with pytest.raises(ValueError, match="is not between 1 and 3"):
            choice.action(wrong)


def test_the_same_seed_gives_the_same_game() -> None:
    one, two, other = (played(load("milano"), 5, seed) for seed in (6, 6, 7))
    assert one.entries == two.entries
    assert one.entries != other.entries


def test_refused_actions_do_not_change_the_luck_that_follows() -> None:
    """The next dice depend on nothing that was tried in between."""
    plain, tried = (Game.start(load("rtu"), 4, Seeded(9)) for _ in range(2))
    asking = Wanderer(tried, 9)
    for _ in Wanderer(plain, 9).walk():
        for wrong in (act.Attack(BRASILE, VENEZUELA, 3), act.EndTurn(), act.PlayCards((Card("siam"),))):
            if tried.why_not(wrong) is not None:
                with pytest.raises(RuleViolation):
                    tried.play(wrong)
        tried.play(asking.next())
    assert tried.entries == plain.entries


def test_luck_is_awaited_while_a_card_is_taken() -> None:
    game = prepared("rtu", *BORDER, "1 conquests")
    game.play(act.EndTurn())
    assert (game.position.now[PHASE], game.to_act, game.is_over) == (CARD, None, False)
