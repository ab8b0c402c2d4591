"""The base of all rulebook sections: strict validation, and the types of values.

A value is, in this order of preference, a number, a table, or a named choice from a closed list.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Cells = Mapping[str, int | tuple[int, ...]]
"""A section's part of the integer tables: an integer or a row of integers by cell name."""


class Section(BaseModel):
    """A frozen group of values; unknown keys and loose types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def _sizes_as_numbers(value: object) -> object:
    """Convert the keys of a table to integers: TOML parses `{ 4 = 30 }` as `{"4": 30}`."""
    if not isinstance(value, dict):
        return value
    return {int(key) if isinstance(key, str) and key.isdigit() else key: item for key, item in value.items()}


Count = Annotated[int, Field(ge=0, le=1000)]
"""An integer from 0 to 1000; for a limit, 0 means none."""

TableSize = Annotated[int, Field(ge=2, le=6)]
BySize = Annotated[dict[TableSize, Count], BeforeValidator(_sizes_as_numbers)]
"""A number for each table size."""

LARGEST_TABLE = 6


def row_by_size(values: Mapping[int, int]) -> tuple[int, ...]:
    """A row indexed by table size, 0 to 6; 0 for sizes not listed."""
    return tuple(values.get(size, 0) for size in range(LARGEST_TABLE + 1))


def position(choice: str, annotation: Any) -> int:
    """The index of a named choice in the closed list of its field."""
    return list(annotation.__args__).index(choice)
