# SPDX-License-Identifier: Apache-2.0
"""Files that the engine does not read itself, by whichever of DuckDB, pyarrow and polars is there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator

from . import _core, _errors, _tables
from ._answers import Counts, _Kept

if TYPE_CHECKING:
    from ._model import Model

_PARQUET = (".parquet", ".pq")
_ARROW = (".arrow", ".feather", ".ipc")


def is_binary(file: str) -> bool:
    return file.lower().endswith(_PARQUET + _ARROW)


def _engine(*wanted: str) -> str:
    for name in wanted:
        if _tables._has(name):
            return name
    raise ImportError(f"this needs one of {', '.join(wanted)}: pip install {wanted[0]}")


def read(file: str) -> Any:
    """The whole file as a frame: of pandas where that is there, else of polars or pyarrow."""
    if not os.path.exists(file):
        raise FileNotFoundError(file)
    if is_binary(file):
        import_name = _engine("pyarrow", "polars", "duckdb")
        if import_name == "pyarrow":
            table = _arrow_dataset(file).to_table()
            return table.to_pandas() if _tables._has("pandas") else table
        return _polars(file).collect() if import_name == "polars" else _duckdb(file)
    if _tables._has("pandas"):
        import pandas

        return pandas.read_csv(file, dtype=str, keep_default_na=False, skipinitialspace=True, sep=None, engine="python")
    import csv

    with open(file, newline="", encoding="utf-8") as rows:
        return list(csv.DictReader(rows))


def stream(file: str) -> Any:
    """The rows of a file, piece by piece, as something with record batches."""
    if not os.path.exists(file):
        raise FileNotFoundError(file)
    if file.lower().endswith(_ARROW):
        name = _engine("pyarrow", "polars")
        return _arrow_dataset(file).scanner().to_reader() if name == "pyarrow" else _polars(file).collect()
    name = _engine("duckdb", "pyarrow", "polars")
    if name == "duckdb":
        return _duckdb(file)
    if name == "pyarrow":
        return _arrow_dataset(file).scanner().to_reader()
    return _polars(file).collect()


def _duckdb(file: str) -> Any:
    import duckdb

    connection = duckdb.connect()
    if file.lower().endswith(_PARQUET):
        return connection.read_parquet(file)
    return connection.read_csv(file, all_varchar=True)


def _arrow_dataset(file: str) -> Any:
    import pyarrow.dataset

    kind = "parquet" if file.lower().endswith(_PARQUET) else "ipc" if file.lower().endswith(_ARROW) else "csv"
    return pyarrow.dataset.dataset(file, format=kind)


def _polars(file: str) -> Any:
    import polars

    if file.lower().endswith(_PARQUET):
        return polars.scan_parquet(file)
    return polars.scan_ipc(file) if file.lower().endswith(_ARROW) else polars.scan_csv(file, infer_schema=False)


class _Counting:
    """Record batches on their way to a file, and how many rows had which status."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers
        self.counts: dict[str, int] = {k: 0 for k in ("rows", "found", "already", "none", "gave_up", "error")}

    def __iter__(self) -> Iterator[Any]:
        import importlib

        pc: Any = importlib.import_module("pyarrow.compute")
        for batch in self.answers:
            self.counts["rows"] += batch.num_rows
            for entry in pc.value_counts(batch.column("cogs_status")).to_pylist():
                self.counts[entry["values"]] += entry["counts"]
            yield batch


def run(model: Model, source: str, target: str, **options: Any) -> Counts:
    """From file to file where one of them is no text; the target appears whole or not at all."""
    if os.path.exists(target) and os.path.samefile(source, target):
        raise _errors.OptionsError("the output would overwrite the data")
    partial = target + ".partial"
    try:
        counts = _write(model, source, target, partial, options)
        os.replace(partial, target)
    finally:
        if os.path.exists(partial):
            os.remove(partial)
    import json

    text = json.dumps({"schema": "cogs.batch/1", "finished": True, **counts, "resumed_at": 0}, indent=1) + "\n"
    return Counts(_Kept("yes", text, text, f"{counts['rows']} rows.\n", None, None, []))


def _write(model: Model, source: str, target: str, partial: str, options: dict[str, Any]) -> dict[str, int]:
    name = _engine("pyarrow", "duckdb", "polars")
    answers = model.answers(source if is_binary(source) else stream(source), **options)
    if name == "pyarrow":
        import pyarrow as pa

        reader = answers.reader()
        counting = _Counting(reader)
        lower = target.lower()
        if lower.endswith(_PARQUET):
            import pyarrow.parquet as pq

            with pq.ParquetWriter(partial, reader.schema) as out:
                for batch in counting:
                    out.write_batch(batch)
        elif lower.endswith(_ARROW):
            with pa.ipc.new_file(partial, reader.schema) as out:
                for batch in counting:
                    out.write_batch(batch)
        else:
            import pyarrow.csv

            with pyarrow.csv.CSVWriter(partial, reader.schema) as out:
                for batch in counting:
                    out.write_batch(batch)
        return counting.counts
    if name == "duckdb":
        import duckdb

        connection = duckdb.connect()
        connection.register("answers", answers)
        kind = "parquet" if target.lower().endswith(_PARQUET) else "csv, header"
        quoted = partial.replace("'", "''")
        connection.execute(f"copy (select * from answers) to '{quoted}' (format {kind})")
        rows = "read_parquet" if kind == "parquet" else "read_csv"
        found = dict(connection.execute(f"select cogs_status, count(*) from {rows}('{quoted}') group by 1").fetchall())
    else:
        import polars

        frame = polars.DataFrame(answers)
        frame.write_parquet(partial) if target.lower().endswith(_PARQUET) else frame.write_csv(partial)
        found = dict(frame.group_by("cogs_status").len().iter_rows())
    counts = {k: int(found.get(k, 0)) for k in ("found", "already", "none", "gave_up", "error")}
    return {"rows": sum(counts.values()), **counts}
