"""The sections of a rulebook, in the order a game meets them."""

from kamchatka.rulebook.sections.armies import Armies
from kamchatka.rulebook.sections.attack import Attack
from kamchatka.rulebook.sections.base import Section
from kamchatka.rulebook.sections.cards import Cards
from kamchatka.rulebook.sections.clock import Clock
from kamchatka.rulebook.sections.closing import Closing
from kamchatka.rulebook.sections.conduct import Conduct
from kamchatka.rulebook.sections.congelato import Congelato
from kamchatka.rulebook.sections.conquest import Conquest
from kamchatka.rulebook.sections.defence import Defence
from kamchatka.rulebook.sections.elimination import Elimination
from kamchatka.rulebook.sections.map import Map
from kamchatka.rulebook.sections.move import Move
from kamchatka.rulebook.sections.reinforcement import Reinforcement
from kamchatka.rulebook.sections.seats import Seats
from kamchatka.rulebook.sections.setup import Setup
from kamchatka.rulebook.sections.table_ties import TableTies
from kamchatka.rulebook.sections.tally import Tally
from kamchatka.rulebook.sections.tris import Tris
from kamchatka.rulebook.sections.victory import Victory
from kamchatka.rulebook.sections.withdrawal import Withdrawal

SECTIONS: dict[str, type[Section]] = {
    "seats": Seats,
    "map": Map,
    "setup": Setup,
    "reinforcement": Reinforcement,
    "tris": Tris,
    "attack": Attack,
    "defence": Defence,
    "conquest": Conquest,
    "move": Move,
    "cards": Cards,
    "elimination": Elimination,
    "withdrawal": Withdrawal,
    "congelato": Congelato,
    "armies": Armies,
    "victory": Victory,
    "closing": Closing,
    "tally": Tally,
    "table_ties": TableTies,
    "clock": Clock,
    "conduct": Conduct,
}

__all__ = [
    "SECTIONS",
    "Armies",
    "Attack",
    "Cards",
    "Clock",
    "Closing",
    "Conduct",
    "Congelato",
    "Conquest",
    "Defence",
    "Elimination",
    "Map",
    "Move",
    "Reinforcement",
    "Seats",
    "Section",
    "Setup",
    "TableTies",
    "Tally",
    "Tris",
    "Victory",
    "Withdrawal",
]
