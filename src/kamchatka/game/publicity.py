"""The public fields of each event; the others are visible to judges and to the seats concerned."""

from dataclasses import fields, replace

from kamchatka.game import events as ev
from kamchatka.rulebook import Rulebook

PUBLIC: dict[type[ev.Event], tuple[str, ...]] = {
    ev.OrderRolled: ("dice",),
    ev.SeatsTaken: ("chairs",),
    ev.ColourChosen: ("seat", "colour"),
    ev.StripDeclared: ("seat", "row"),
    ev.ObjectiveSetTaken: (),
    ev.ObjectiveTaken: ("seat",),
    ev.TerritoriesDealt: ("owners",),
    ev.TerritoryPicked: ("seat", "territory"),
    ev.FirstArmiesPlaced: ("seat", "territory", "armies"),
    ev.TurnBegan: ("seat", "turn", "lap", "armies"),
    ev.CardsPlayed: ("seat", "cards", "armies"),
    ev.ArmiesPlaced: ("seat", "territory", "armies"),
    ev.ArmiesTakenBack: ("seat", "territory", "armies"),
    ev.AttackDeclared: ("seat", "source", "target", "dice"),
    ev.BattleFought: ("source", "target", "attack", "defence", "losses"),
    ev.TerritoryConquered: ("seat", "territory", "loser", "armies"),
    ev.ArmiesAdvanced: ("seat", "source", "target", "armies"),
    ev.ArmiesMoved: ("seat", "source", "target", "armies"),
    ev.MoveUndone: ("seat", "source", "target", "armies"),
    ev.CardTaken: ("seat",),
    ev.CardLeft: ("seat",),
    ev.SeatCameLate: ("seat", "cards"),
    ev.CardsForfeited: ("seat", "cards", "left"),
    ev.DeckRenewed: ("cards",),
    ev.HandTaken: ("seat", "loser", "number"),
    ev.HandGivenUp: ("seat", "number"),
    ev.SeatLeft: ("seat", "status"),
    ev.TerritoriesRaised: ("armies",),
    ev.TimeExpired: ("last_lap",),
    ev.ClosingRolled: ("seat", "dice", "round", "ends"),
    ev.ClosingWaived: ("seat",),
    ev.TerritoryCorrected: ("territory", "owner", "armies"),
    ev.GameEnded: ("ending", "winner"),
    ev.TieRolled: ("dice",),
    ev.SeatsPlaced: ("places", "half_points", "decided", "objectives"),
}
"""Public fields by event; an event not listed here cannot be shown."""

CONCERNED: dict[type[ev.Event], tuple[str, ...]] = {
    ev.ObjectiveTaken: ("seat",),
    ev.CardTaken: ("seat",),
    ev.HandTaken: ("seat", "loser"),
    ev.HandGivenUp: ("seat",),
}
"""Fields that name the seats allowed to see the whole event."""

HAND_SIZES: dict[type[ev.Event], tuple[str, ...]] = {
    ev.HandTaken: ("number",),
    ev.HandGivenUp: ("number",),
}
"""Fields that reveal the size of a hand: public only if the regulation makes it so.

Taking a card, playing some, shuffling the played ones is always seen by all.
"""


def public_event(event: ev.Event, book: Rulebook) -> ev.Event:
    """The event as the public may see it under this regulation: other fields are None."""
    kept_back = () if book.cards.hand_size_public else HAND_SIZES.get(type(event), ())
    public = [name for name in PUBLIC[type(event)] if name not in kept_back]
    hidden = {each.name: None for each in fields(event) if each.name not in public}
    return replace(event, **hidden) if hidden else event


def concerns(event: ev.Event, seat: int) -> bool:
    """Whether this seat may see the whole event, because it is concerned."""
    return any(getattr(event, name) == seat for name in CONCERNED.get(type(event), ()))
