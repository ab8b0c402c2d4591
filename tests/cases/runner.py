"""Playing a case on the production rules."""

from kamchatka.rules import layout
from kamchatka.rules.layout import Position, Secrets
from tests.cases.invariants import board_is_sound, cards_are_sound
from tests.cases.names import reason_name
from tests.cases.reading import Case, Line
from tests.cases.scene import CannotStand, Scene, Table, build
from tests.cases.when_luck import take_unnamed_card
from tests.cases.when_moves import make

REFUSED = "refused:"


class CaseFailed(Exception):
    """A case that does not come out as written; the message names the line."""


def run_case(case: Case) -> None:
    """Build the table, let happen what happens, check what must follow."""
    line = case.givens[0] if case.givens else None
    try:
        scene = Scene(case.rulebook)
        for line in case.givens:
            line.said.phrase.act(scene, *line.said.values)
        table = build(scene)
        board_is_sound(table)
        cards_are_sound(table)
        for place, line in enumerate(case.lines):
            following = case.lines[place + 1] if place + 1 < len(case.lines) else None
            run_line(table, line, following)
    except (AssertionError, CannotStand, CaseFailed) as failure:
        number = line.number if line else case.at_line
        text = line.text if line else case.title
        raise CaseFailed(f"{case.title}\nline {number}: {text}\n{failure}") from failure


def run_line(table: Table, line: Line, following: Line | None) -> None:
    """One `when` or `then`."""
    if not speaks_of_card(line):
        take_unnamed_card(table)
    if line.kind == "then":
        line.said.phrase.act(table, *line.said.values)
        return
    before = bytes_of(table.pos, table.secrets)
    if line.kind == "move":
        seat, coded = line.said.phrase.act(table, *line.said.values)
        table.refused = make(table, seat, coded)
    else:
        table.refused = line.said.phrase.act(table, *line.said.values)
    board_is_sound(table)
    cards_are_sound(table)
    if table.refused:
        if bytes_of(table.pos, table.secrets) != before:
            raise CaseFailed("a refused move changed the table")
        if following is None or not following.text.startswith(REFUSED):
            raise CaseFailed(f"refused: {reason_name(table.refused)}")


def speaks_of_card(line: Line) -> bool:
    """Whether the line names the card luck brings, or looks at the table while it is awaited."""
    if line.kind == "then":
        if line.text.startswith(REFUSED):
            return True
        return line.said.phrase.words == "phase {phase}" and line.said.values[0] == layout.CARD
    return line.kind == "luck" and line.said.phrase.words == "card {card} is taken"


def bytes_of(pos: Position, secrets: Secrets) -> bytes:
    """Everything about a table, to see whether it changed."""
    return b"".join(cells.tobytes() for cells in (*pos, *secrets))
