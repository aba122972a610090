# SPDX-License-Identifier: Apache-2.0
"""Files that the engine does not read itself, by whichever of DuckDB, pyarrow and polars is there."""

from __future__ import annotations

import contextlib
import csv
import itertools
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Iterator

from . import _core, _errors, _tables
from ._answers import Counts, _Kept

if TYPE_CHECKING:
    from ._model import Model

_PARQUET = (".parquet", ".pq")
_ARROW = (".arrow", ".feather", ".ipc")
_ANSWERS = ("cogs_status", "cogs_cost", "cogs_certain", "cogs_changes", "cogs_path", "cogs_reasons", "cogs_codes")


def is_binary(file: str) -> bool:
    return file.lower().endswith(_PARQUET + _ARROW)


def _engine(*wanted: str) -> str:
    for name in wanted:
        if _tables._has(name):
            return name
    raise ImportError(f"this needs one of {', '.join(wanted)}: pip install {wanted[0]}")


def is_json_lines(file: str) -> bool:
    return file.lower().removesuffix(".gz").endswith((".jsonl", ".ndjson"))


@contextlib.contextmanager
def said_of(file: str) -> Iterator[None]:
    """What other libraries say about a file that they cannot read, as an InputError."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.partition(".")[0] not in ("duckdb", "_duckdb", "pyarrow", "polars"):
            raise
        message = f"this file cannot be read: {str(error).strip()}"
        raise _errors.InputError(f"{file}: {message}", [_errors.Diagnostic(message, file=file)]) from error


def read(file: str) -> Any:
    """All rows of a Parquet or Arrow file as a frame: of pandas where that is there, else of pyarrow or polars."""
    if not os.path.exists(file):
        raise FileNotFoundError(file)
    name = _engine("pyarrow", "polars", "duckdb")
    with said_of(file):
        if name == "pyarrow":
            table = _arrow_dataset(file).to_table()
            return table.to_pandas() if _tables._has("pandas") else table
        return _polars(file).collect() if name == "polars" else _duckdb(file)


class Answered:
    """A text file with its answers, as `cogs batch` writes them: read by the engine, so that rows, errors and options are
    those of the program.
    """

    def __init__(self, model: Model, source: str, folder: str, options: dict[str, Any]) -> None:
        self.file = os.path.join(folder, "answers.csv")
        self._errors = os.path.join(folder, "errors.csv")
        self.counts = model.batch_file(source, self.file, errors=self._errors, **options)
        if not self.counts.finished:
            raise _errors.Stopped("a limit came before all rows were answered", "time")
        # Delimiters are those of the source; what the answers are called is known.
        with open(self.file, newline="", encoding="utf-8") as rows:
            head = next(iter(rows), "")
            while "cogs_status" not in head:  # a name with a line break in it
                head += next(rows)
        self.delimiter = head[head.rindex("cogs_status") - 1] if head.rindex("cogs_status") > 0 else ","
        self.names = next(csv.reader([head], delimiter=self.delimiter))
        self.answers = [n for n in self.names if n.startswith("cogs_") and n in _ANSWERS]

    def bad_cells(self) -> list[_errors.BadCell]:
        with open(self._errors, newline="", encoding="utf-8") as rows:
            found = itertools.islice(csv.DictReader(rows), 20)
            return [_errors.BadCell(int(r["row"]), "", "", r["message"], r["help"] or "") for r in found]

    def frame(self, typed: bool, append: bool) -> Any:
        """A frame of pandas, else a list of dicts; cells of the source as they stand there."""
        if not _tables._has("pandas"):
            with open(self.file, newline="", encoding="utf-8") as rows:
                lines = [self._row(r, typed) for r in csv.DictReader(rows, delimiter=self.delimiter)]
            return lines if append else [{n: r[n] for n in self.answers} for r in lines]
        import pandas

        frame = pandas.read_csv(self.file, sep=self.delimiter, dtype=str, keep_default_na=False, skip_blank_lines=False,
                                index_col=False)  # fmt: skip
        frame.columns = pandas.Index(self.names)
        for name in self.answers:
            cells = frame[name].where(frame[name] != "", None)
            if typed and name == "cogs_cost":
                cells = cells.map(_cost).astype(float)
            elif typed and name == "cogs_certain":
                cells = cells.astype(object).map(_truth)
                cells = cells.where(cells.notna(), None)
            frame[name] = cells
        return frame if append else frame[self.answers]

    def _row(self, row: dict[str, Any], typed: bool) -> dict[str, Any]:
        for name in self.answers:
            value = row[name] or None
            if typed and name == "cogs_cost":
                value = _cost(value)
            elif typed and name == "cogs_certain":
                value = _truth(value)
            row[name] = value
        return row

    def batches(self, typed: bool) -> tuple[Any, Iterator[Any]]:
        """The schema, and record batches of pyarrow."""
        import pyarrow as pa
        import pyarrow.csv

        types = {name: pa.string() for name in self.names}
        if typed:
            types.update(cogs_certain=pa.bool_())
        reader = pyarrow.csv.open_csv(
            self.file, parse_options=pyarrow.csv.ParseOptions(delimiter=self.delimiter, newlines_in_values=True),
            convert_options=pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""]),
        )  # fmt: skip
        if not typed:
            return reader.schema, iter(reader)
        place = self.names.index("cogs_cost")
        schema = reader.schema.set(place, pa.field("cogs_cost", pa.float64()))

        def costs(texts: Any) -> Any:
            coded = texts.dictionary_encode()
            return pa.array([_cost(c) for c in coded.dictionary.to_pylist()], pa.float64()).take(coded.indices)

        def converted() -> Iterator[Any]:
            for batch in reader:
                columns = batch.columns
                columns[place] = costs(columns[place])
                yield pa.RecordBatch.from_arrays(columns, schema=schema)

        return schema, converted()

    def relation(self, typed: bool) -> tuple[Any, Any]:
        """The same of DuckDB: a connection, and rows."""
        import duckdb

        connection = duckdb.connect()
        rows = connection.read_csv(
            self.file, header=True, delimiter=self.delimiter, quotechar='"', escapechar='"', auto_detect=False,
            columns={name: "VARCHAR" for name in self.names},
        )  # fmt: skip
        if not typed:
            return connection, rows
        parts = [f"split_part(cogs_cost, '/', {i})" for i in (1, 2)]
        return connection, rows.project(
            f"* replace ({parts[0]}::double / coalesce(nullif({parts[1]}, '')::double, 1) as cogs_cost, "
            "cogs_certain::boolean as cogs_certain)"
        )

    def polars(self, typed: bool) -> Any:
        import polars

        rows = polars.scan_csv(self.file, separator=self.delimiter, infer_schema=False, new_columns=self.names)
        if not typed:
            return rows
        parts = polars.col("cogs_cost").str.splitn("/", 2).struct
        over = parts.field("field_1").cast(polars.Float64).fill_null(1.0)
        cost = (parts.field("field_0").cast(polars.Float64) / over).alias("cogs_cost")
        return rows.with_columns(cost, polars.col("cogs_certain") == "true")


def _cost(text: Any) -> float | None:
    """A price as a number; those without finite decimals are written as 1/3."""
    return float(Fraction(text)) if isinstance(text, str) else None


def _truth(text: Any) -> bool | None:
    return {"true": True, "false": False}.get(text)


def stream(file: str) -> Any:
    """The rows of a file, piece by piece, as something with record batches."""
    if not os.path.exists(file):
        raise FileNotFoundError(file)
    name = _engine("pyarrow", "polars") if file.lower().endswith(_ARROW) else _engine("duckdb", "pyarrow", "polars")
    with said_of(file):
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
    if is_json_lines(file):
        return connection.read_json(file, format="newline_delimited")
    return connection.read_csv(file, all_varchar=True)


def _arrow_dataset(file: str) -> Any:
    import pyarrow.dataset

    lower = file.lower()
    kind = "parquet" if lower.endswith(_PARQUET) else "ipc" if lower.endswith(_ARROW) else "csv"
    kind = "json" if is_json_lines(file) else kind
    return pyarrow.dataset.dataset(file, format=kind)


def _polars(file: str) -> Any:
    import polars

    if file.lower().endswith(_PARQUET):
        return polars.scan_parquet(file)
    if is_json_lines(file):
        return polars.scan_ndjson(file)
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
    if not os.path.exists(source):
        raise FileNotFoundError(source)
    if not os.path.isdir(os.path.dirname(target) or "."):
        raise FileNotFoundError(target)
    partial = target + ".partial"
    try:
        if is_binary(source) or options.get("form") == "json":
            with said_of(source):
                counts = _from_binary(model, source, target, partial, options)
        else:
            counts = _from_text(model, source, target, partial, options)
        os.replace(partial, target)
    finally:
        if os.path.exists(partial):
            os.remove(partial)
    import json

    text = json.dumps({"schema": "cogs.batch/1", "finished": True, **counts, "resumed_at": 0}, indent=1) + "\n"
    return Counts(_Kept("yes", text, text, f"{counts['rows']} rows.\n", None, None, []))


def _from_text(model: Model, source: str, target: str, partial: str, options: dict[str, Any]) -> dict[str, int]:
    import tempfile

    typed = options.pop("form", "typed") == "typed"
    # Beside the target, where there has to be room for it anyway.
    with tempfile.TemporaryDirectory(prefix=".cogs-", dir=os.path.dirname(target) or ".") as folder:
        name = _writer(target)
        answered = Answered(model, source, folder, options)
        if name == "pyarrow":
            schema, batches = answered.batches(typed)
            _write_arrow(batches, schema, target, partial)
        elif name == "duckdb":
            connection, rows = answered.relation(typed)
            _write_duckdb(connection, rows, target, partial)
        else:
            _write_polars(answered.polars(typed).collect(), target, partial)
        counts = answered.counts
        return {k: int(getattr(counts, k)) for k in ("rows", "found", "already", "none", "gave_up", "error")}


def _from_binary(model: Model, source: str, target: str, partial: str, options: dict[str, Any]) -> dict[str, int]:
    if is_json_lines(target):
        return _write_lines(model.answers(source, **{**options, "form": "json", "columns": "only"}), target, partial)
    name = _writer(target)
    answers = model.answers(source, **options)
    if name == "pyarrow":
        reader = answers.reader()
        counting = _Counting(reader)
        _write_arrow(counting, reader.schema, target, partial)
        return counting.counts
    if name == "duckdb":
        import duckdb

        connection = duckdb.connect()
        connection.register("answers", answers)
        _write_duckdb(connection, connection.table("answers"), target, partial)
        rows = "read_parquet" if target.lower().endswith(_PARQUET) else "read_csv"
        packed = ", compression='gzip'" if target.lower().endswith(".gz") else ""
        quoted = partial.replace("'", "''")
        query = f"select cogs_status, count(*) from {rows}('{quoted}'{packed}) group by 1"
        found = dict(connection.execute(query).fetchall())
    else:
        import polars

        frame = polars.DataFrame(answers)
        _write_polars(frame, target, partial)
        found = dict(frame.group_by("cogs_status").len().iter_rows())
    counts = {k: int(found.get(k, 0)) for k in ("found", "already", "none", "gave_up", "error")}
    return {"rows": sum(counts.values()), **counts}


def _writer(target: str) -> str:
    """Who writes a file of this kind."""
    return _engine("pyarrow", "polars") if target.lower().endswith(_ARROW) else _engine("pyarrow", "duckdb", "polars")


@contextlib.contextmanager
def _opened(target: str, partial: str) -> Iterator[Any]:
    """A text file, packed if it is called so."""
    with open(partial, "wb") as out:
        if target.lower().endswith(".gz"):
            import gzip

            # Without name and time, so that equal answers are equal files.
            with gzip.GzipFile("", "wb", 6, out, mtime=0) as packed:
                yield packed
        else:
            yield out


def _write_lines(answers: Any, target: str, partial: str) -> dict[str, int]:
    _engine("pyarrow")
    counting = _Counting(answers)
    with _opened(target, partial) as out:
        for batch in counting:
            out.write("".join(f"{answer}\n" for answer in batch.column("cogs_answer").to_pylist()).encode())
    return counting.counts


def _write_arrow(batches: Any, schema: Any, target: str, partial: str) -> None:
    import pyarrow as pa

    lower = target.lower()
    if lower.endswith(_PARQUET):
        import pyarrow.parquet as pq

        with pq.ParquetWriter(partial, schema) as out:
            for batch in batches:
                out.write_batch(batch)
    elif lower.endswith(_ARROW):
        with pa.ipc.new_file(partial, schema) as out:
            for batch in batches:
                out.write_batch(batch)
    else:
        import pyarrow.csv

        with _opened(target, partial) as text, pyarrow.csv.CSVWriter(text, schema) as out:
            for batch in batches:
                out.write_batch(batch)


def _write_duckdb(connection: Any, rows: Any, target: str, partial: str) -> None:
    lower = target.lower()
    kind = "parquet" if lower.endswith(_PARQUET) else "csv, header, compression gzip" if lower.endswith(".gz") else "csv, header"
    quoted = partial.replace("'", "''")
    rows.create_view("rows_to_write")
    connection.execute(f"copy (select * from rows_to_write) to '{quoted}' (format {kind})")


def _write_polars(frame: Any, target: str, partial: str) -> None:
    lower = target.lower()
    if lower.endswith(_PARQUET):
        frame.write_parquet(partial)
    elif lower.endswith(_ARROW):
        frame.write_ipc(partial)
    else:
        with _opened(target, partial) as out:
            frame.write_csv(out)
