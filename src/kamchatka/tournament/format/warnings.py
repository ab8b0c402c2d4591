"""Warnings about a format or its options; none is a refusal."""

from collections.abc import Iterator
from dataclasses import dataclass

from kamchatka.ids import ClauseId
from kamchatka.messages import Sentence
from kamchatka.rulebook import Rulebook, load
from kamchatka.tournament.format.model import Format, Stage

ONE_OF_A_SEMIFINAL = ClauseId("001-FT13")
"""A semifinal's loser should not meet its winner again in the final."""


@dataclass(frozen=True)
class FormatWarning(Sentence):
    """A warning and the clause that advises otherwise."""

    plain_as = "code clause|some sentence"
    section = "format.warning"
    clause: str = ""


def warnings(
    format: Format, players: int | None = None, rulebook: Rulebook | None = None
) -> tuple[FormatWarning, ...]:
    """Warnings in the order of the stages; with a number of players, also those about it.

    Without a regulation, the shipped one that the format names is meant.
    """
    stages = (found for stage in format.stages for found in _of_stage(format, stage, players))
    return (*_other_preferred(format, rulebook or load(format.rulebook)), *stages)


def _other_preferred(format: Format, rulebook: Rulebook) -> Iterator[FormatWarning]:
    """A preferred table size other than the regulation's."""
    preferred = rulebook.entry("seats.preferred")
    size = format.tables.sizes[0]
    if size != preferred.value:
        clause = next(iter(preferred.clauses), "")
        yield FormatWarning("other_preferred", {"size": size, "preferred": preferred.value}, clause)


def _of_stage(format: Format, stage: Stage, players: int | None) -> Iterator[FormatWarning]:
    for source in stage.enters:
        if stage.decides and source.who == "winners" and source.each > 1:
            yield FormatWarning("several_of_a_table", {"each": source.each}, ONE_OF_A_SEMIFINAL)
    for layout in stage.layouts:
        least = layout.players[0]
        if players is not None and stage.pick == layout.tables and players < least:
            values = {"tables": layout.tables, "least": least, "players": players}
            yield FormatWarning("few_for_layout", values, format.clause(layout, "players"))
