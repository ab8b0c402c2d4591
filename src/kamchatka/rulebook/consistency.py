"""Checks on combinations of values that are valid alone but contradict each other."""

from collections.abc import Collection, Iterator, Sequence

from kamchatka.board import load_board
from kamchatka.faults import Fault
from kamchatka.rulebook.faults import fault
from kamchatka.rulebook.model import Rulebook

LAST_CRITERIA = ("die", "lot", "later-seat", "earlier-seat")
"""Criteria that break every tie."""


def inconsistencies(rulebook: Rulebook) -> Iterator[Fault]:
    """Faults between values."""
    yield from inconsistencies_in_records(rulebook)
    if rulebook.table_ties.criteria[-1] not in LAST_CRITERIA:
        yield fault("open_ties", "table_ties.criteria", None)


def inconsistencies_in_records(rulebook: Rulebook) -> Iterator[Fault]:
    """Faults between values of a recorded regulation: old ones may list ties without a final criterion."""
    yield from _seats(rulebook)
    yield from _objectives(rulebook)
    yield from _continents(rulebook)
    yield from _closing(rulebook)
    yield from _clock(rulebook)
    yield from _strips(rulebook)
    yield from _repeated("seats.sizes", rulebook.seats.sizes)
    yield from _repeated("table_ties.criteria", rulebook.table_ties.criteria)


def _repeated(key: str, values: Sequence[object]) -> Iterator[Fault]:
    twice = {str(value) for value in values if values.count(value) > 1}
    if twice:
        yield fault("repeated", key, None, {"values": _list(twice)})


def _strips(rulebook: Rulebook) -> Iterator[Fault]:
    deck, decks = rulebook.tally.strip_deck, load_board().decks
    if (rulebook.tally.strip in ("listed", "declared") or deck) and deck not in decks:
        yield fault("unknown_strip_deck", "tally.strip_deck", None, {"known": ", ".join(decks)})


def _seats(rulebook: Rulebook) -> Iterator[Fault]:
    seats, setup = rulebook.seats, rulebook.setup
    if seats.preferred not in seats.sizes:
        yield fault("preferred_not_a_size", "seats.preferred", None, {"sizes": _list(seats.sizes)})
    if not setup.armies:
        return
    dealt = len(load_board().territories) - setup.neutral_territories
    for size in seats.sizes:
        least = -(-dealt // size) * setup.armies_each_territory
        given = setup.armies.get(size, 0)
        if given < least:
            values = {"size": str(size), "given": str(given), "least": str(least)}
            yield fault("too_few_initial_armies", "setup.armies", None, values)


def _objectives(rulebook: Rulebook) -> Iterator[Fault]:
    setup, victory = rulebook.setup, rulebook.victory
    if victory.goal == "points":
        missing = [size for size in rulebook.seats.sizes if not victory.points.get(size)]
        if missing:
            yield fault("no_threshold", "victory.points", None, {"sizes": _list(missing)})
    elif setup.objective_source == "none":
        yield fault("no_objectives", "setup.objective_source", None)
    if setup.objective_source == "none":
        return
    decks = load_board().decks
    if setup.objective_deck not in decks:
        values = {"given": setup.objective_deck, "known": ", ".join(decks)}
        yield fault("unknown_deck", "setup.objective_deck", None, values)
    elif setup.objective_source == "sets" and not decks[setup.objective_deck].sets:
        yield fault("deck_without_sets", "setup.objective_source", None, {"deck": setup.objective_deck})
    elif setup.objective_source == "sets":
        deck = decks[setup.objective_deck]
        missing = [size for size in rulebook.seats.sizes if not deck.sets_for(size)]
        if missing:
            values = {"deck": setup.objective_deck, "sizes": _list(missing)}
            yield fault("sizes_without_set", "seats.sizes", None, values)


def _continents(rulebook: Rulebook) -> Iterator[Fault]:
    known = {str(continent.id) for continent in load_board().continents}
    given = set(rulebook.reinforcement.continents)
    if given != known:
        values = {"missing": _list(known - given) or "–", "unknown": _list(given - known) or "–"}
        yield fault("continents_differ", "reinforcement.continents", None, values)


def _closing(rulebook: Rulebook) -> Iterator[Fault]:
    closing = rulebook.closing
    highest = closing.cap or 6 * closing.dice
    if not closing.dice <= closing.first <= highest <= 6 * closing.dice:
        yield fault(
            "closing_never_closes", "closing.first", None, {"least": str(closing.dice), "most": str(highest)}
        )


def _clock(rulebook: Rulebook) -> Iterator[Fault]:
    clock = rulebook.clock
    if clock.minutes_least > clock.minutes_most:
        yield fault("clock_range", "clock.minutes_least", None)


def _list(items: Collection[object]) -> str:
    return ", ".join(sorted(str(item) for item in items))
