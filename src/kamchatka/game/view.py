"""The view of a seat, a judge or the public, built field by field: nothing is filtered from a whole.

One function serves pages, streams, exports and errors. A judge sees hands and objectives, but neither the
deck nor the secret of the dice; after the end everybody sees what a judge sees.
"""

from dataclasses import dataclass
from typing import Literal

from kamchatka.game import events as ev
from kamchatka.game.codec import Plain
from kamchatka.game.game import Game
from kamchatka.game.names import COLOURS, letter
from kamchatka.game.narrate import DECIDED_NAMES
from kamchatka.game.notation import action_to_text
from kamchatka.game.publicity import concerns, public_event
from kamchatka.ids import Card, ObjectiveId, Seat, Territory
from kamchatka.rulebook import Rulebook
from kamchatka.rules.layout import (
    CLOSING_ROUND,
    CONQUESTS,
    DECK_SIZE,
    DISCARD,
    ENDING,
    LAP,
    LAST_LAP,
    NEUTRAL,
    NOBODY,
    NOT_ENDED,
    OVER,
    PHASE,
    PLACED_IN_PASS,
    PLACEMENT,
    SEAT,
    TERRITORIES,
    TO_PLACE,
    TURN,
    WINNER,
)
from kamchatka.rules.names import ENDING_NAMES, PHASE_NAMES, STATUS_NAMES
from kamchatka.rules.places import final_points

Viewer = Seat | Literal["public", "judge"]
"""The viewer: a seat, the public, or a judge of this table."""


@dataclass(frozen=True)
class TerritoryView:
    """A territory on the board; owner None if unowned, “-” for the neutral owner."""

    id: Territory
    owner: str | None
    armies: int


@dataclass(frozen=True)
class SeatView:
    """A seat as the viewer knows it: `card_count`, `cards` and `objective` are None if hidden."""

    seat: str
    chair: int
    colour: str | None
    status: str
    territories: int
    armies: int
    card_count: int | None
    cards: tuple[Card, ...] | None
    objective: ObjectiveId | None
    place: int | None
    half_points: int | None
    decided: str | None


@dataclass(frozen=True)
class ChoiceView:
    """Something the viewer may do now, in notation, with the range of its number."""

    action: str
    least: int
    most: int


@dataclass(frozen=True)
class GameView:
    """The whole table as one viewer may see it."""

    rulebook: str
    digest: str
    viewer: str
    phase: str
    to_act: str | None
    turn: int
    turn_of: str | None
    lap: int
    last_lap: int | None
    closing_round: int
    to_place: int
    conquests: int
    deck: int | None
    discard: tuple[Card, ...]
    ending: str | None
    winner: str | None
    territories: tuple[TerritoryView, ...]
    seats: tuple[SeatView, ...]
    choices: tuple[ChoiceView, ...]

    def plain(self) -> dict[str, Plain]:
        """The view as data for JSON."""
        parts = {"territories": self.territories, "seats": self.seats, "choices": self.choices}
        return {**vars(self), **{name: [dict(vars(part)) for part in each] for name, each in parts.items()}}


def viewer_name(viewer: Viewer) -> str:
    """A seat's letter, `public` or `judge`."""
    return viewer if isinstance(viewer, str) else letter(viewer)


def knows(game: Game, viewer: Viewer, seat: int) -> bool:
    """Whether the viewer may see the hand and the objective of this seat."""
    return viewer in ("judge", seat) or game.position.now[ENDING] != NOT_ENDED


def knows_hand_size(game: Game, viewer: Viewer, seat: int) -> bool:
    """Whether the viewer may see how many cards this seat holds."""
    return game.rulebook.cards.hand_size_public or knows(game, viewer, seat)


def knows_deck_size(game: Game, viewer: Viewer) -> bool:
    """Whether the viewer may see the deck size, which reveals the total size of all hands."""
    return all(knows_hand_size(game, viewer, seat) for seat in range(game.seats))


def view(game: Game, viewer: Viewer) -> GameView:
    """The table as this viewer may see it."""
    pos, names = game.position, game.names
    now = pos.now
    begun = now[TURN] > 0
    placing = now[PHASE] == PLACEMENT
    acting = game.to_act
    return GameView(
        rulebook=game.rulebook.id,
        digest=game.rulebook_digest,
        viewer=viewer_name(viewer),
        phase=PHASE_NAMES[now[PHASE]],
        to_act=None if acting is None else letter(acting),
        turn=now[TURN],
        turn_of=letter(now[SEAT]) if begun else None,
        lap=now[LAP],
        last_lap=now[LAST_LAP] or None,
        closing_round=now[CLOSING_ROUND],
        to_place=now[PLACED_IN_PASS] if placing else now[TO_PLACE],
        conquests=now[CONQUESTS] if begun else 0,
        deck=now[DECK_SIZE] if knows_deck_size(game, viewer) else None,
        discard=names.cards_of(pos.masks[DISCARD]),
        ending=ENDING_NAMES[now[ENDING] - 1] if now[ENDING] else None,
        winner=None if now[WINNER] == NOBODY else letter(now[WINNER]),
        territories=tuple(
            TerritoryView(names.territories[number], _owner(pos.owner[number]), pos.armies[number])
            for number in range(TERRITORIES)
        ),
        seats=tuple(_seat(game, viewer, Seat(seat)) for seat in range(game.seats)),
        choices=_choices(game, viewer),
    )


def event_for(event: ev.Event, viewer: Viewer, book: Rulebook) -> ev.Event:
    """An event as this viewer may see it under the regulation played."""
    told = public_event(event, book)
    if viewer == "judge" or (isinstance(viewer, int) and concerns(event, viewer)):
        return event
    return told


def _owner(owner: int) -> str | None:
    if owner == NOBODY:
        return None
    return "-" if owner == NEUTRAL else letter(owner)


def _seat(game: Game, viewer: Viewer, seat: Seat) -> SeatView:
    pos, hidden = game.position, game.secrets
    known, over = knows(game, viewer, seat), pos.now[PHASE] == OVER
    return SeatView(
        seat=letter(seat),
        chair=pos.chair[seat],
        colour=COLOURS[pos.colour[seat]] if pos.colour[seat] >= 0 else None,
        status=STATUS_NAMES[pos.status[seat]],
        territories=pos.owned[seat].bit_count(),
        armies=pos.on_board[seat],
        card_count=pos.hand[seat] if knows_hand_size(game, viewer, seat) else None,
        cards=game.names.cards_of(hidden.hands[seat]) if known else None,
        objective=game.names.objective(hidden.objective[seat]) if known else None,
        place=pos.place[seat] if over else None,
        half_points=final_points(game.tables, pos, hidden, seat) if over else None,
        decided=DECIDED_NAMES[pos.decided[seat]] if over else None,
    )


def _choices(game: Game, viewer: Viewer) -> tuple[ChoiceView, ...]:
    if isinstance(viewer, str):
        return ()
    return tuple(
        ChoiceView(action_to_text(choice.action()), choice.least, choice.most)
        for choice in game.legal_actions(viewer)
    )
