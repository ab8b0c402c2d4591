"""Where the number of cards in a hand is secret, tables that differ only in it look alike."""

import json
from collections.abc import Iterator

import pytest

from kamchatka.app.games.retelling import Retelling
from kamchatka.app.games.story import tell
from kamchatka.cli.play.board_picture import Drawing
from kamchatka.cli.play.screen import Screen
from kamchatka.cli.play.telling import Telling
from kamchatka.game import actions as act
from kamchatka.game import events as ev
from kamchatka.game.chance import Seeded
from kamchatka.game.game import Game
from kamchatka.game.names import letter, members
from kamchatka.game.view import Viewer, event_for, view
from kamchatka.ids import Seat
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import Rulebook, load, read
from kamchatka.rules.layout import DECK_SIZE, DISCARD, ENDING, NOT_ENDED, SEAT, TURN
from tests.game.play import Draw, Wanderer, copy_of, on_the_table, played, stack, written_down
from tests.game.shown import HONEST, Asked, shown, some_tries, viewers

SEED = 20_261_101

A, B, C, D = (Seat(seat) for seat in range(4))


def house(base: str = "rtu") -> Rulebook:
    """A regulation of a club that keeps the number of cards secret."""
    written = f'id = "casa"\ntitle = "Casa"\nextends = "{base}"\n[cards]\nhand_size_public = false\n'
    return read(written, name="casa.toml")


def game_with_hands(book: Rulebook) -> Game:
    """Full hands, a thin deck, one seat that others can soon end."""
    game = Game.start(book, 4, Seeded(5))
    walk = Wanderer(game, 5).walk()
    while game.position.now[TURN] == 0:
        next(walk)
    stack(game, Draw(5))
    return game


def give(game: Game, giver: int, taker: int | None) -> None:
    """Another table: one card of the giver lies in the taker's hand, or back in the deck."""
    pos, hidden = game.position, game.secrets
    card = 1 << next(iter(members(hidden.hands[giver])))
    hidden.hands[giver] &= ~card
    pos.hand[giver] -= 1
    if taker is None:
        hidden.piles[0] |= card
        pos.now[DECK_SIZE] += 1
    else:
        hidden.hands[taker] |= card
        pos.hand[taker] += 1


def others_with_cards(game: Game, viewer: Viewer) -> list[int]:
    """Seats with cards the viewer does not hold; the seat in turn stays out, as it acts by its hand."""
    return [
        seat
        for seat in range(game.seats)
        if game.position.hand[seat] and seat not in (viewer, game.position.now[SEAT]) and viewer != "judge"
    ]


def on_screen(game: Game, events: tuple[ev.Event, ...], viewer: Viewer) -> Iterator[str]:
    """What the terminal shows this viewer: the table, and what happened in words."""
    for lang in LANGUAGES:
        table = Drawing(game, Screen(lang), letter).seats(viewer)
        yield str([list(column.cells) for column in table.columns])
        telling = Telling(game.rulebook, game.names, lang, letter, lambda seat: "")
        yield "\n".join(line.plain for line in telling.lines(events, viewer))


def all_shown(game: Game, viewer: Viewer, asked: Asked) -> list[str]:
    said = [f"{channel}: {text}" for channel, text in shown(HONEST, game, viewer, asked)]
    return [*said, *on_screen(game, tuple(asked.events), viewer)]


@pytest.mark.parametrize("base", ["rtu", "challenge", "milano", "primavera"])
def test_tables_that_differ_in_the_size_of_a_foreign_hand_show_the_same_bytes(base: str) -> None:
    print(f"seed {SEED}")
    game = on_the_table(house(base), 4)
    luck, draw = Seeded(SEED), Draw(SEED, 9)
    wanderer = Wanderer(game, SEED, laps=2, bold=True)
    compared = stepped = 0
    is_stacked = False
    while not game.is_over and compared < 400:
        action = None if game.awaiting else wanderer.next()
        if is_stacked and game.position.now[ENDING] == NOT_ENDED:
            tries = some_tries(draw, game)
            for viewer in viewers(game):
                givers = others_with_cards(game, viewer)
                if not givers:
                    continue
                giver = givers[draw.below(len(givers))]
                takers: list[int | None] = [None, *(seat for seat in givers if seat != giver)]
                for taker in takers:
                    here, there = copy_of(game), copy_of(game)
                    give(there, giver, taker)
                    asked = Asked((), tries)
                    assert all_shown(here, viewer, asked) == all_shown(there, viewer, asked)
                    compared += 1
                    stepped += step_together(here, there, viewer, action, luck) if taker is not None else 0
        if action is not None:
            game.play(action)
        else:
            assert game.awaiting is not None
            game.supply(luck.answer(game._luck_used, game.awaiting))
        if not is_stacked and game.position.now[TURN] == 1:
            is_stacked = True
            stack(game, draw)
    assert compared > 200
    assert stepped > 50


def step_together(here: Game, there: Game, viewer: Viewer, action: act.Action | None, luck: Seeded) -> bool:
    """Both tables take the next step and show the same, unless the viewer came to know cards of others."""
    seen = []
    for game in (here, there):
        if action is not None:
            events = game.play(action)
        else:
            assert game.awaiting is not None
            events = game.supply(luck.answer(game._luck_used, game.awaiting))
        seen.append(all_shown(game, viewer, Asked(events, ())))
    own = None if isinstance(viewer, str) else (here.secrets.hands[viewer], there.secrets.hands[viewer])
    opened = (
        here.position.now[ENDING] != NOT_ENDED
        or here.position.masks[DISCARD] != there.position.masks[DISCARD]
        or (own is not None and own[0] != own[1])
    )
    if not opened:
        assert seen[0] == seen[1]
    return not opened


def test_the_same_comparison_finds_the_numbers_where_they_are_public() -> None:
    """Negative control."""
    game = game_with_hands(load("rtu"))
    other = copy_of(game)
    giver, taker = others_with_cards(game, "public")[:2]
    give(other, giver, taker)
    assert all_shown(game, "public", Asked()) != all_shown(other, "public", Asked())


def test_a_seat_knows_how_many_cards_it_holds_and_a_judge_how_many_all_hold() -> None:
    game = game_with_hands(house())
    sizes = list(game.position.hand[:4])
    assert all(sizes)
    assert [seat.card_count for seat in view(game, B).seats] == [None, sizes[1], None, None]
    assert [seat.card_count for seat in view(game, "public").seats] == [None] * 4
    assert [seat.card_count for seat in view(game, "judge").seats] == sizes
    decks = [view(game, viewer).deck for viewer in (B, "public", "judge")]
    assert decks == [None, None, game.position.now[DECK_SIZE]]
    assert json.loads(json.dumps(view(game, B).plain()))["deck"] is None


def test_the_end_of_the_game_tells_all_numbers() -> None:
    game = played(house(), 4, 3)
    sizes = list(game.position.hand[:4])
    for viewer in viewers(game):
        assert [seat.card_count for seat in view(game, viewer).seats] == sizes
        assert view(game, viewer).deck == game.position.now[DECK_SIZE]


@pytest.mark.parametrize(
    ("event", "knowing"),
    [(ev.HandTaken(A, B, 2, ()), (A, B, "judge")), (ev.HandGivenUp(B, 2), (B, "judge"))],
    ids=["taken", "given up"],
)
def test_how_many_cards_left_a_hand_is_told_only_to_those_who_had_or_have_them(
    event: ev.HandTaken | ev.HandGivenUp, knowing: tuple[Viewer, ...]
) -> None:
    everybody: tuple[Viewer, ...] = (A, B, C, D, "public", "judge")
    for viewer in everybody:
        seen = event_for(event, viewer, house())
        assert isinstance(seen, ev.HandTaken | ev.HandGivenUp)
        assert seen.number == (2 if viewer in knowing else None)
        public = event_for(event, viewer, load("rtu"))
        assert isinstance(public, ev.HandTaken | ev.HandGivenUp)
        assert public.number == 2


def test_the_story_of_a_game_in_progress_counts_no_cards() -> None:
    """For pages: the numbers stand on every step once the game is over, on none before."""
    whole = played(house(), 4, 3)
    cut = next(n for n, e in enumerate(whole.entries) if isinstance(e, ev.TurnBegan) and e.turn == 9)
    for entries, is_told in ((whole.entries, True), (whole.entries[:cut], False)):
        story = tell(Retelling(written_down(whole), whole.rulebook, entries, whole))
        assert {seat.cards is not None for step in story.steps for seat in step.seats} == {is_told}
