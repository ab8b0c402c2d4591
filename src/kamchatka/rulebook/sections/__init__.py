"""The sections of a rulebook, in the order they apply during a game."""

from kamchatka.rulebook.sections.armies import ArmiesSection
from kamchatka.rulebook.sections.attack import AttackSection
from kamchatka.rulebook.sections.base import Section
from kamchatka.rulebook.sections.cards import CardsSection
from kamchatka.rulebook.sections.clock import ClockSection
from kamchatka.rulebook.sections.closing import ClosingSection
from kamchatka.rulebook.sections.conduct import ConductSection
from kamchatka.rulebook.sections.congelato import CongelatoSection
from kamchatka.rulebook.sections.conquest import ConquestSection
from kamchatka.rulebook.sections.defence import DefenceSection
from kamchatka.rulebook.sections.elimination import EliminationSection
from kamchatka.rulebook.sections.map import MapSection
from kamchatka.rulebook.sections.move import MoveSection
from kamchatka.rulebook.sections.reinforcement import ReinforcementSection
from kamchatka.rulebook.sections.seats import SeatsSection
from kamchatka.rulebook.sections.setup import SetupSection
from kamchatka.rulebook.sections.table_ties import TableTiesSection
from kamchatka.rulebook.sections.tally import TallySection
from kamchatka.rulebook.sections.tris import TrisSection
from kamchatka.rulebook.sections.victory import VictorySection
from kamchatka.rulebook.sections.withdrawal import WithdrawalSection

SECTIONS: dict[str, type[Section]] = {
    "seats": SeatsSection,
    "map": MapSection,
    "setup": SetupSection,
    "reinforcement": ReinforcementSection,
    "tris": TrisSection,
    "attack": AttackSection,
    "defence": DefenceSection,
    "conquest": ConquestSection,
    "move": MoveSection,
    "cards": CardsSection,
    "elimination": EliminationSection,
    "withdrawal": WithdrawalSection,
    "congelato": CongelatoSection,
    "armies": ArmiesSection,
    "victory": VictorySection,
    "closing": ClosingSection,
    "tally": TallySection,
    "table_ties": TableTiesSection,
    "clock": ClockSection,
    "conduct": ConductSection,
}

__all__ = [
    "SECTIONS",
    "ArmiesSection",
    "AttackSection",
    "CardsSection",
    "ClockSection",
    "ClosingSection",
    "ConductSection",
    "CongelatoSection",
    "ConquestSection",
    "DefenceSection",
    "EliminationSection",
    "MapSection",
    "MoveSection",
    "ReinforcementSection",
    "SeatsSection",
    "Section",
    "SetupSection",
    "TableTiesSection",
    "TallySection",
    "TrisSection",
    "VictorySection",
    "WithdrawalSection",
]
