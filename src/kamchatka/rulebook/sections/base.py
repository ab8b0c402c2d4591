"""What every section of a rulebook shares: strict reading, and the kinds of values it may hold.

A value is, in this order of preference, a number, a table, or a named choice from a closed list.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Cells = Mapping[str, int | tuple[int, ...]]
"""A section's part of the integer tables: name of the cell, number or row of numbers."""


class Section(BaseModel):
    """A frozen group of values; unknown keys and loose types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _sizes_as_numbers(value: object) -> object:
    """TOML keys are text: `{ 4 = 30 }` is read as `{"4": 30}`."""
    if not isinstance(value, dict):
        return value
    return {int(key) if isinstance(key, str) and key.isdigit() else key: item for key, item in value.items()}


Count = Annotated[int, Field(ge=0, le=1000)]
"""A whole number from 0 to 1000; where a limit is meant, 0 stands for "none"."""

TableSize = Annotated[int, Field(ge=3, le=6)]
BySize = Annotated[dict[TableSize, Count], BeforeValidator(_sizes_as_numbers)]
"""A number for each table size."""

LARGEST_TABLE = 6


def row_by_size(values: Mapping[int, int]) -> tuple[int, ...]:
    """A row indexed by table size, 0 to 6; sizes not named hold 0."""
    return tuple(values.get(size, 0) for size in range(LARGEST_TABLE + 1))


def position(choice: str, annotation: Any) -> int:
    """The number of a named choice: its place in the closed list of its field."""
    return list(annotation.__args__).index(choice)
