"""What everybody may know of each event, field by field; the rest is for judges and for whom it concerns."""

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
"""An event that is not here can be shown to nobody."""

CONCERNED: dict[type[ev.Event], tuple[str, ...]] = {
    ev.ObjectiveTaken: ("seat",),
    ev.CardTaken: ("seat",),
    ev.HandTaken: ("seat", "loser"),
    ev.HandGivenUp: ("seat",),
}
"""Fields that name the seats who know the whole event."""

HAND_SIZES: dict[type[ev.Event], tuple[str, ...]] = {
    ev.HandTaken: ("number",),
    ev.HandGivenUp: ("number",),
}
"""Fields that tell how many cards a hand held: public only where the regulation makes that public.

Taking a card, playing some, shuffling the played ones: all see it happen, whatever the regulation says.
"""


def public_event(event: ev.Event, book: Rulebook) -> ev.Event:
    """The event as anybody may know it under this regulation: what is not public is None."""
    kept_back = () if book.cards.hand_size_public else HAND_SIZES.get(type(event), ())
    public = [name for name in PUBLIC[type(event)] if name not in kept_back]
    hidden = {each.name: None for each in fields(event) if each.name not in public}
    return replace(event, **hidden) if hidden else event


def concerns(event: ev.Event, seat: int) -> bool:
    """Whether this seat knows the whole event, as the one it happened to."""
    return any(getattr(event, name) == seat for name in CONCERNED.get(type(event), ()))
