"""The board: territories, borders, continents, cards and objectives, as data and a frozen `Board`."""

from kamchatka.board.check import BoardCheck, BoardReport, check_board
from kamchatka.board.deckfile import read_deck
from kamchatka.board.decks import DeckRules, Objective, ObjectiveDeck, ObjectiveSet
from kamchatka.board.faults import DeckRefused
from kamchatka.board.loading import load_board
from kamchatka.board.model import Board, Border, ContinentInfo, SwitchableBorder, TerritoryInfo
from kamchatka.faults import Fault

__all__ = [
    "Board",
    "BoardCheck",
    "BoardReport",
    "Border",
    "ContinentInfo",
    "DeckRefused",
    "DeckRules",
    "Fault",
    "Objective",
    "ObjectiveDeck",
    "ObjectiveSet",
    "SwitchableBorder",
    "TerritoryInfo",
    "check_board",
    "load_board",
    "read_deck",
]
