"""Everything a viewer gets from a game, as bytes, channel by channel: for the search for leaks."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kamchatka.game import actions as act
from kamchatka.game.codec import event_to_plain
from kamchatka.game.coding import UnknownName
from kamchatka.game.events import Event
from kamchatka.game.game import Game
from kamchatka.game.names import members
from kamchatka.game.sentences import sentence
from kamchatka.game.view import GameView, SeatView, Viewer, event_for, view
from kamchatka.ids import Card, Seat
from kamchatka.messages import LANGUAGES
from kamchatka.rulebook import Rulebook
from tests.game.play import Draw, listed


def refusal_of(game: Game, action: act.Action, seat: Seat) -> str:
    """What a seat is told when it asks whether it may do this: nothing, or all that the refusal holds."""
    try:
        refusal = game.why_not(action, seat)
    except UnknownName as unclear:
        return "\n".join((str(unclear), *(unclear.sentence(lang) for lang in LANGUAGES)))
    if refusal is None:
        return "allowed"
    said = (refusal.sentence(lang) for lang in LANGUAGES)
    return "\n".join((str(refusal), refusal.kind, json.dumps(dict(refusal.values)), *said))


@dataclass(frozen=True)
class Channels:
    """The ways by which something reaches a viewer; a planted leak replaces one of them."""

    view: Callable[[Game, Viewer], GameView] = view
    event_for: Callable[[Event, Viewer, Rulebook], Event] = event_for
    refusal: Callable[[Game, act.Action, Seat], str] = refusal_of


HONEST = Channels()


@dataclass(frozen=True)
class Asked:
    """What is shown: the events of the last step, and what each seat tries."""

    events: Sequence[Event] = ()
    tries: Sequence[act.Action] = field(default_factory=tuple)


def shown(channels: Channels, game: Game, viewer: Viewer, asked: Asked) -> Iterator[tuple[str, str]]:
    """Channel by channel, what this viewer gets now."""
    yield "view", json.dumps(channels.view(game, viewer).plain())
    for event in asked.events:
        seen = channels.event_for(event, viewer, game.rulebook)
        yield "event", repr(seen)
        yield "event as data", json.dumps(event_to_plain(seen))
        for lang in LANGUAGES:
            yield "event in words", sentence(seen, game.names, lang)
    if isinstance(viewer, str):
        return
    for choice in game.legal_actions(viewer):
        yield "choice", f"{choice.coded} {choice.least} {choice.most} {choice.action()}"
    for action in asked.tries:
        yield "refusal", channels.refusal(game, action, viewer)


def viewers(game: Game) -> tuple[Viewer, ...]:
    """Everybody who may look: each seat, out or not, the public (spectators, other tables) and the judge."""
    return (*(Seat(seat) for seat in range(game.seats)), "public", "judge")


def some_tries(draw: Draw, game: Game) -> list[act.Action]:
    """Actions to ask about: cards of anybody, attacks, placements, the late card, listed and foolish ones."""
    cards, lands = game.names.cards, game.names.territories

    def card() -> Card:
        return cards[draw.below(len(cards))]

    source, target = lands[draw.below(len(lands))], lands[draw.below(len(lands))]
    tries: list[act.Action] = [act.PlayCards((card(), card(), card()))]
    others: tuple[Callable[[], act.Action], ...] = (
        lambda: act.PlayCards((card(),)),
        lambda: act.Attack(source, target, 1 + draw.below(3)),
        lambda: act.PlaceArmies({source: draw.below(5), target: 1}),
        lambda: act.MoveArmies(source, target, 1),
        act.EndTurn,
        act.PassWithoutCard,
        act.TakeLateCard,
        lambda: act.Advance(draw.below(4)),
        lambda: listed(draw, game) if game.legal_actions() else act.EndTurn(),
    )
    return [*tries, others[draw.below(len(others))]()]


def hand_shown(game: Game, viewer: Viewer) -> GameView:
    """A planted leak: every hand lies open in the view."""
    seen = view(game, viewer)
    open_hands = (
        replace(seat, cards=game.names.cards_of(game.secrets.hands[number]))
        for number, seat in enumerate(seen.seats)
    )
    return replace(seen, seats=tuple(open_hands))


def objective_shown(game: Game, viewer: Viewer) -> GameView:
    """A planted leak: the objective of the seat in turn stands where the phase does."""
    seen = view(game, viewer)
    objective = game.names.objective(game.secrets.objective[max(game.to_act or 0, 0)])
    return replace(seen, phase=f"{seen.phase} {objective}")


def seats_by_objective(game: Game, viewer: Viewer) -> GameView:
    """A planted leak without any secret in it: seats in the order of their objectives."""
    seen = view(game, viewer)

    def objective(seat: SeatView) -> int:
        number: int = game.secrets.objective["ABCDEF".index(seat.seat)]
        return number

    return replace(seen, seats=tuple(sorted(seen.seats, key=objective)))


def deck_miscounted(game: Game, viewer: Viewer) -> GameView:
    """A planted leak without any secret in it: one card more is told if the first card of the deck is odd."""
    seen = view(game, viewer)
    return replace(seen, deck=(seen.deck or 0) + next(iter(members(game.secrets.piles[0])), 0) % 2)


def event_untouched(event: Event, viewer: Viewer, book: Rulebook) -> Event:
    """A planted leak: cards and objectives stay in the event."""
    return event


def refusal_with_hands(game: Game, action: act.Action, seat: Seat) -> str:
    """A planted leak: a refusal names the cards that others hold."""
    hands = [game.names.cards_of(hand) for hand in game.secrets.hands]
    said = refusal_of(game, action, seat)
    return said if said == "allowed" else f"{said} {hands}"


LEAKS = {
    "hand in the view": Channels(view=hand_shown),
    "objective in the view": Channels(view=objective_shown),
    "card in the event": Channels(event_for=event_untouched),
    "hands in a refusal": Channels(refusal=refusal_with_hands),
}
"""Planted leaks that carry a secret: both searches must find them."""

SILENT_LEAKS = {
    "seats ordered by objective": Channels(view=seats_by_objective),
    "deck counted by its first card": Channels(view=deck_miscounted),
}
"""Planted leaks that carry no secret in so many words: only pairs of tables show them."""
