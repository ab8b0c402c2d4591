"""Result rows on disk, Parquet or CSV by file extension, with the plan inside so that a run can resume.

A CSV file starts with one comment line that holds the plan; every chunk of games is on disk once played.
A Parquet file is valid only after closing, so it is written to a temporary file and moved into place then.
"""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.csv as arrow_csv  # type: ignore[import-untyped]
from pyarrow import parquet

from kamchatka.bots import canonical_name
from kamchatka.simulate.columns import Columns
from kamchatka.simulate.plan import SimulationPlan
from kamchatka.simulate.rows import Rows
from kamchatka.simulate.run import OutFileRefused

COMMENT = "# kamchatka simulate "
KEY = b"kamchatka simulate"
ENDINGS = (".csv", ".parquet")
PINNED = {"rulebook", "digest", "bots", "laps", "seed", "rotate", "games"}
"""Header fields a file needs to be resumed."""
ROWS_IN_A_GROUP = 20_000
"""Small groups make a large and slow file; only one group is kept in memory."""

Header = dict[str, Any]

# Its own allocator never releases memory: some 20 MB that a long run does not need.
pa.set_memory_pool(pa.system_memory_pool())


class Writer(Protocol):
    """Writes rows in the order of their games."""

    path: Path

    def add(self, rows: Rows) -> None: ...

    def close(self) -> None: ...

    def discard(self) -> None:
        """Close, leaving the file as it was found."""


class CsvWriter:
    """Appends to a CSV file, chunk by chunk."""

    def __init__(self, path: Path, columns: Columns, header: Header | None) -> None:
        """Start the file if a header is given, else append to it."""
        self.path, self.columns, self.begun = path, columns, header is not None
        self.file = path.open("xb" if header is not None else "ab")
        if header is not None:
            self.file.write(f"{COMMENT}{json.dumps(header)}\n".encode())
            self._write(columns.schema.empty_table(), heading=True)

    def _write(self, table: Any, *, heading: bool) -> None:
        options = arrow_csv.WriteOptions(include_header=heading, quoting_style="needed")
        arrow_csv.write_csv(table, self.file, options)
        self.file.flush()

    def add(self, rows: Rows) -> None:
        self._write(self.columns.table(rows), heading=False)

    def close(self) -> None:
        self.file.close()

    def discard(self) -> None:
        self.file.close()
        if self.begun:
            self.path.unlink()


class ParquetWriter:
    """Writes a temporary Parquet file, and moves it into place on closing."""

    def __init__(self, path: Path, columns: Columns, header: Header) -> None:
        self.path, self.columns = path, columns
        self.draft = path.with_name(path.name + ".part")
        schema = columns.schema.with_metadata({KEY: json.dumps(header).encode()})
        self.schema = schema
        self.file = parquet.ParquetWriter(self.draft, schema)
        self.waiting: list[Rows] = []
        self.rows_waiting = 0

    def add(self, rows: Rows) -> None:
        self.waiting.append(rows)
        self.rows_waiting += len(rows)
        if self.rows_waiting >= ROWS_IN_A_GROUP:
            self._flush()

    def _flush(self) -> None:
        if self.waiting:
            table = self.columns.table(np.concatenate(self.waiting))
            self.file.write_table(table.replace_schema_metadata(self.schema.metadata))
            self.waiting, self.rows_waiting = [], 0

    def close(self) -> None:
        self._flush()
        self.file.close()
        self.draft.replace(self.path)

    def discard(self) -> None:
        self.file.close()
        self.draft.unlink()


def check_ending(path: Path) -> None:
    """Refuse a file name with neither of the two extensions."""
    if path.suffix not in ENDINGS:
        raise OutFileRefused("unknown_ending", path, endings=", ".join(ENDINGS))


def create(path: Path, columns: Columns, header: Header) -> Writer:
    """A new file; an existing one is never overwritten."""
    check_ending(path)
    if path.exists():
        raise OutFileRefused("exists", path)
    try:
        if path.suffix == ".csv":
            return CsvWriter(path, columns, header)
        return ParquetWriter(path, columns, header)
    except OSError as error:
        raise OutFileRefused("unwritable", path, error=error.strerror or str(error)) from error


def read_header(path: Path) -> Header:
    """The plan stored in a file."""
    check_ending(path)
    try:
        if path.suffix == ".csv":
            with path.open("rb") as file:
                line = file.readline().decode("utf-8", errors="replace")
            kept = line.removeprefix(COMMENT) if line.startswith(COMMENT) else ""
        else:
            kept = (parquet.read_schema(path).metadata or {}).get(KEY, b"").decode()
        header = json.loads(kept)
    except OSError as error:
        raise OutFileRefused("unreadable", path, error=error.strerror or str(error)) from error
    except (ValueError, pa.ArrowException) as error:
        raise OutFileRefused("no_plan", path) from error
    if not isinstance(header, dict) or not set(header) >= PINNED:
        raise OutFileRefused("no_plan", path)
    return header


def open_rows(path: Path, plan: SimulationPlan, games: int, *, resume: bool) -> tuple[Writer, Iterable[Rows]]:
    """A writer for the rows of a plan, and the rows already in a file to resume."""
    columns, pinned = Columns(plan.rulebook, plan.seats), plan.as_json()
    header = {**pinned, "games": games}
    if not resume:
        return create(path, columns, header), ()
    begun = read_header(path)
    begun["bots"] = [canonical_name(name) for name in begun["bots"]]
    differences = [
        f"{key}: {begun.get(key)} ≠ {value}" for key, value in pinned.items() if begun.get(key) != value
    ]
    if differences:
        raise OutFileRefused("another_plan", path, differences="; ".join(differences))
    return go_on(path, columns, header)


def go_on(path: Path, columns: Columns, header: Header) -> tuple[Writer, Iterator[Rows]]:
    """A writer that appends to a file, and the rows it holds already: read them all before adding.

    An incomplete last line, left by a crash, is dropped.
    """
    try:
        if path.suffix == ".csv":
            drop_unfinished_line(path)
            return CsvWriter(path, columns, None), stored(path, columns)
        writer = ParquetWriter(path, columns, header)
    except OSError as error:
        raise OutFileRefused("unwritable", path, error=error.strerror or str(error)) from error
    return writer, copied(stored(path, columns), writer)


def drop_unfinished_line(path: Path) -> None:
    """Truncate a CSV file after its last complete line."""
    with path.open("r+b") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - 4096)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                file.truncate(start + newline + 1)
                return
            end = start


def stored(path: Path, columns: Columns) -> Iterator[Rows]:
    """The rows of a file, in order; refuses a file whose games do not count up from 0."""
    due = 0
    try:
        for table in tables_of(path, columns):
            rows = columns.rows(table)
            for game in rows["game"][:, 0].tolist():
                if game != due:
                    raise OutFileRefused("damaged", path, game=due)
                due += 1
            yield rows
    except (ValueError, KeyError, pa.ArrowException) as error:
        raise OutFileRefused("damaged", path, game=due) from error


def tables_of(path: Path, columns: Columns) -> Iterator[Any]:
    """A file's rows, some thousands at a time."""
    if path.suffix == ".parquet":
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(ROWS_IN_A_GROUP):
                yield pa.Table.from_batches([batch])
        return
    # An empty word means no objective was dealt, not a missing value.
    convert = arrow_csv.ConvertOptions(
        column_types=columns.schema, strings_can_be_null=False, include_columns=columns.schema.names
    )
    reading = arrow_csv.ReadOptions(skip_rows=1, block_size=1 << 22, use_threads=False)
    with arrow_csv.open_csv(path, reading, convert_options=convert) as reader:
        for batch in reader:
            yield pa.Table.from_batches([batch])


def copied(blocks: Iterator[Rows], writer: Writer) -> Iterator[Rows]:
    """Pass the rows on, and write them."""
    for rows in blocks:
        writer.add(rows)
        yield rows
