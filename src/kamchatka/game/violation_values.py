"""The names and numbers in a refusal's sentence, read from the position; all of them public."""

from collections.abc import Mapping

from kamchatka.board import load_board
from kamchatka.game.names import COLOURS, letter
from kamchatka.messages import Language, text
from kamchatka.rulebook import Rulebook
from kamchatka.rulebook.tables import Tables
from kamchatka.rules import moves
from kamchatka.rules.combat import armies_around, full_defence, most_attack_dice
from kamchatka.rules.layout import (
    DEFENCE_DICE,
    FROM,
    LAST_LAP,
    MOST_ADVANCE,
    NOBODY,
    PHASE,
    PLACED_IN_PASS,
    SEAT,
    SEATS_AT_TABLE,
    TERRITORIES,
    TO,
    TO_PLACE,
    Position,
)
from kamchatka.rules.movement import must_stay
from kamchatka.rules.names import PHASE_NAMES
from kamchatka.rules.reinforcement import MOST_TAKE_BACKS
from kamchatka.rules.step import to_act

Values = dict[str, str | int]

UNKNOWN = "?"
"""Placeholder for a name the move lacks or gets wrong."""

_TERRITORY_VALUES = ("source", "target", "foreign")
_NAMES_TERRITORY = (moves.PICK, moves.PLACE_FIRST, moves.PLACE, moves.TAKE_BACK, moves.CORRECT)
_NAMES_TWO = (moves.ATTACK, moves.MOVE)
_ABOUT_LAST_ATTACK = (moves.ADVANCE_WITH, moves.DEFEND)
_NAMES_SEAT = (moves.WITHDRAW, moves.EXCLUDE, moves.FREEZE, moves.COME_LATE)


def values_of(rulebook: Rulebook, tables: Tables, pos: Position, seat: int, coded: int) -> Values:
    """All values a sentence may use, for any move however wrong; territories and phases as ids.

    Numbers that do not apply to this move are 0.
    """
    kind = moves.kind_of(coded)
    source, target = _territories(pos, coded)
    return {
        "seat": letter(seat),
        "to_act": letter(to_act(pos)),
        "named_seat": _named_seat(coded),
        "last_seat": letter(pos.now[SEATS_AT_TABLE] - 1),
        "phase": PHASE_NAMES[pos.now[PHASE]],
        "colour": _colour(coded),
        "source": _territory(source),
        "target": _territory(target),
        "foreign": _territory(source if source < 0 or pos.owner[source] != pos.now[SEAT] else target),
        "number": moves.number_of(coded),
        "most": _most(tables, pos, kind, source),
        "armies": pos.armies[source] if source >= 0 else 0,
        "stay": must_stay(tables, pos, source) if source >= 0 else 0,
        "defence": full_defence(tables, pos, target) if target >= 0 else 0,
        "on_target": pos.armies[target] if target >= 0 else 0,
        "around": armies_around(tables, pos, target, pos.now[SEAT]) if target >= 0 else 0,
        "to_place": pos.now[TO_PLACE],
        "last_lap": pos.now[LAST_LAP],
        "take_backs": MOST_TAKE_BACKS,
        "from_lap": rulebook.elimination.from_lap,
        "strips": tables.strip_count,
    }


def in_words(values: Mapping[str, str | int], lang: Language) -> dict[str, str | int]:
    """The values with the display names of territories, colour and phase."""
    words = dict(values)
    for key in _TERRITORY_VALUES:
        if load_board().has(str(words.get(key))):
            words[key] = load_board().territory(str(words[key])).name(lang)
    if words.get("colour") in COLOURS:
        words["colour"] = text(f"rulebook.seats.exclusive_colours.{words['colour']}", lang)
    if words.get("phase") in PHASE_NAMES:
        words["phase"] = text(f"violations.phase.{str(words['phase']).replace('-', '_')}", lang)
    return words


def _territories(pos: Position, coded: int) -> tuple[int, int]:
    """The territories of a move; NOBODY if it names none, or none that exists."""
    kind = moves.kind_of(coded)
    source, target = NOBODY, NOBODY
    if kind in _NAMES_TERRITORY or kind in _NAMES_TWO:
        source = moves.first_of(coded)
    if kind in _NAMES_TWO:
        target = moves.second_of(coded)
    if kind in _ABOUT_LAST_ATTACK:
        source, target = pos.now[FROM], pos.now[TO]
    return _on_board(source), _on_board(target)


def _on_board(territory: int) -> int:
    return territory if 0 <= territory < TERRITORIES else NOBODY


def _territory(number: int) -> str:
    return load_board().territories[number].id if number >= 0 else UNKNOWN


def _most(tables: Tables, pos: Position, kind: int, source: int) -> int:
    """The largest number the position allows for this kind of move; 0 if it has none."""
    if kind == moves.PLACE:
        return pos.now[TO_PLACE]
    if kind == moves.PLACE_FIRST:
        return pos.now[PLACED_IN_PASS]
    if kind == moves.ADVANCE_WITH:
        return pos.now[MOST_ADVANCE]
    if kind == moves.DEFEND:
        return pos.now[DEFENCE_DICE]
    if source < 0:
        return 0
    if kind == moves.TAKE_BACK:
        return pos.placed[source]
    if kind == moves.ATTACK:
        return max(0, most_attack_dice(tables, pos, source))
    return max(0, pos.armies[source] - must_stay(tables, pos, source)) if kind == moves.MOVE else 0


def _named_seat(coded: int) -> str:
    """The seat named by a judge's decision."""
    kind = moves.kind_of(coded)
    if kind in _NAMES_SEAT:
        return letter(moves.first_of(coded))
    return letter(moves.second_of(coded)) if kind == moves.CORRECT else UNKNOWN


def _colour(coded: int) -> str:
    colour = moves.first_of(coded)
    return COLOURS[colour] if moves.kind_of(coded) == moves.COLOUR and colour < len(COLOURS) else UNKNOWN
