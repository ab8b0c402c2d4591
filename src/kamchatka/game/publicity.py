"""What everybody may know of each event, field by field; the rest is for judges and for whom it concerns."""

from dataclasses import fields, replace

from kamchatka.game import events as ev

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
}
"""Fields that name the seats who know the whole event."""


def public_event(event: ev.Event) -> ev.Event:
    """The event as anybody may know it: what is not public is None."""
    public = PUBLIC[type(event)]
    hidden = {each.name: None for each in fields(event) if each.name not in public}
    return replace(event, **hidden) if hidden else event


def concerns(event: ev.Event, seat: int) -> bool:
    """Whether this seat knows the whole event, as the one it happened to."""
    return any(getattr(event, name) == seat for name in CONCERNED.get(type(event), ()))
