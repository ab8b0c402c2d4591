"""A random tournament written out, read again and computed a second time: every difference, in words."""

from collections.abc import Iterator
from itertools import pairwise

from kamchatka.app.events import CODEC
from kamchatka.app.tournaments.texts import texts_of
from kamchatka.store.codec import EncodedEvent
from kamchatka.tournament.folding import folded, standing
from kamchatka.tournament.generator import RandomEvent
from kamchatka.tournament.progress import winners
from kamchatka.tournament.scores import Scoreboard, ids
from kamchatka.tournament.state import Occurrence
from tests.tournament.oracle import Rules, again
from tests.tournament.oracle_cuts import differences_in

BOOKS = {"rtu-2020": "rtu"}
"""Regulations with the ties of another."""


def differences(event: RandomEvent, text: str = "") -> Iterator[str]:
    """Where the product disagrees with its own copy, or with the oracle; of a random format also in cuts."""
    written = [(CODEC.encode(each.event), each.action) for each in event.occurrences]
    read = [
        Occurrence(CODEC.decode(EncodedEvent(each.kind, each.version, each.payload)), action)
        for each, action in written
    ]
    state = folded(event.setup, standing(read))
    if state != event.tournament:
        yield "read again it is another tournament"
    formula = event.setup.formula
    rows = [(each.kind, each.payload, action) for each, action in written]
    rules = rules_of(event, text)
    oracle = again(rows, rules)
    if text:
        yield from differences_in(rows, rules)
    board = Scoreboard(state, ids(state))
    found = {row.entry.name: row.entry.score for row in board.players.rows}
    for who, score in found.items():
        if score != oracle.totals[who]:
            yield f"{who} has {score}, the oracle says {oracle.totals[who]}"
    for row in board.players.rows:
        if row.entry.games != oracle.games[row.entry.name]:
            yield f"{row.entry.name} played {row.entry.games}, the oracle says {oracle.games[row.entry.name]}"
    missing = {who for who, games in oracle.games.items() if games} - set(found)
    if missing:
        yield f"not in the standings: {missing}"
    if oracle.winners and oracle.winners != set(winners(state, ids(state))):
        yield f"winners {winners(state, ids(state))}, the oracle says {oracle.winners}"
    if len(formula.columns) == 1:
        yield from _order(board)


def rules_of(event: RandomEvent, text: str = "") -> Rules:
    """What the oracle knows of an event: the text of its format, shipped or random, and its choices."""
    formula, book = event.setup.formula, event.setup.rulebook.id
    return Rules(
        text or texts_of(event.setup.format.id).format,
        formula.id,
        BOOKS.get(book, book),
        formula.columns.index(formula.score),
        len(formula.columns),
        event.tournament.settings.options,
    )


def _order(board: Scoreboard) -> Iterator[str]:
    """Ranks grow, totals fall among those whom no final and no lost place has put elsewhere."""
    free = [row for row in board.players.rows if row.rank is not None and not row.moved]
    free = [row for row in free if row.decided is None]
    for one, other in pairwise(free):
        if one.entry.score < other.entry.score:
            yield f"{one.entry.name} before {other.entry.name} with fewer points"
        if one.entry.score == other.entry.score and one.rank != other.rank and one.tie is None:
            yield f"{one.entry.name} before {other.entry.name} for no reason"
