# SPDX-License-Identifier: Apache-2.0
"""Tables of any kind as streams of record batches, and answers as frames of the same kind."""

from __future__ import annotations

import json
import os
import sys
import warnings
from typing import Any, Callable, Iterable, Mapping

from . import _core, _errors, _options

_FORMATS = {
    "int8": "c", "int16": "s", "int32": "i", "int64": "l",
    "uint8": "C", "uint16": "S", "uint32": "I", "uint64": "L",
    "float16": "e", "float32": "f", "float64": "g",
    "Int8": "c", "Int16": "s", "Int32": "i", "Int64": "l",
    "UInt8": "C", "UInt16": "S", "UInt32": "I", "UInt64": "L",
    "Float32": "f", "Float64": "g",
}  # fmt: skip
_NOT_A_TIME = -(2**63)


def is_path(data: Any) -> bool:
    return isinstance(data, (str, os.PathLike))


def kind_of(data: Any) -> str:
    """pandas, polars, pyarrow, duckdb, numpy, file, rows (plain Python), or stream."""
    if is_path(data):
        return "file"
    module = type(data).__module__.partition(".")[0]
    name = type(data).__name__
    if module == "pandas" and hasattr(data, "columns"):
        return "pandas"
    if module == "polars" and name in ("DataFrame", "LazyFrame"):
        return "polars"
    if module in ("duckdb", "_duckdb") and name.endswith("Relation"):
        return "duckdb"
    if module == "pyarrow":
        return "pyarrow"
    if module == "numpy":
        return "numpy"
    if name in ("Series", "Index"):
        raise TypeError(f"a table has columns; this is one {name} of {module}: to_frame() makes a table of it")
    if hasattr(data, "__arrow_c_stream__"):
        return "stream"
    if isinstance(data, (Mapping, list, tuple)):
        return "rows"
    raise TypeError(
        f"a table is a pandas, polars, pyarrow or DuckDB frame, a file, a dict of columns or a list of dicts, "
        f"not {type(data).__name__}"
    )


def name_of(data: Any) -> str:
    return os.fspath(data) if is_path(data) else "table"


def stream_of(data: Any, name: str = "table", needed: Callable[[str], bool] | None = None) -> Any:
    """A capsule with the rows of anything but a file; of columns that are not needed perhaps the names alone."""
    kind = kind_of(data)
    if kind == "pandas":
        return _pandas_stream(data, name, needed)
    if kind == "rows":
        return _rows_stream(data, name, needed)
    if kind == "numpy":
        return _numpy_stream(data, name)
    if kind == "polars" and type(data).__name__ == "LazyFrame":
        data = data.collect()
    if kind == "pyarrow" and not hasattr(data, "__arrow_c_stream__"):
        if type(data).__name__ == "RecordBatch":
            import pyarrow

            data = pyarrow.Table.from_batches([data])
        elif hasattr(data, "to_table"):  # a dataset
            data = data.scanner().to_reader()
        elif hasattr(data, "to_reader"):
            data = data.to_reader()
    if kind == "pyarrow" and type(data).__name__ in ("FileSystemDataset", "UnionDataset", "InMemoryDataset"):
        data = data.scanner().to_reader()
    return data.__arrow_c_stream__()


def table_of(data: Any, options: str = "{}", name: str | None = None) -> Any:
    """The same as a table of the engine, or a file by its name."""
    if is_path(data):
        from . import _files

        file = os.fspath(data)
        if not _files.is_binary(file):
            return _core.Table.file(file, options)
        data, name = _files.stream(file), name or file
    ignored = set(json.loads(options).get("ignore") or ()) if '"ignore"' in options else set()
    rows = stream_of(data, name or "table", (lambda column: column not in ignored) if ignored else None)
    return _core.stream_table(rows, name or "table", options)


def _rows_stream(data: Any, name: str, needed: Callable[[str], bool] | None = None) -> Any:
    columns = _core.Columns(name)
    if isinstance(data, Mapping):
        for key, values in data.items():
            column = _column_name(key, name)
            if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
                raise TypeError(f"a dict of columns has a list for each column; '{column}' has a {type(values).__name__}")
            values = list(values)
            if needed is not None and not needed(column):
                columns.name_only(column, len(values))
            else:
                columns.objects(column, values)
        return columns.stream()
    names: dict[str, None] = {}
    for row in data:
        if not isinstance(row, Mapping):
            raise TypeError(f"a list of rows has a dict for each row, not {type(row).__name__}")
        names.update(dict.fromkeys(map(str, row)))
    for column in names:
        _column_name(column, name)
        if needed is not None and not needed(column):
            columns.name_only(column, len(data))
        else:
            columns.objects(column, [row.get(column) for row in data])
    return columns.stream()


def _column_name(key: Any, table: str) -> str:
    column = str(key)
    try:
        column.encode("utf-8")
    except UnicodeEncodeError:
        raise _errors.InputError(f"{table}: the name of the column {column!a} has half a character") from None
    return column


def _numpy_stream(data: Any, name: str) -> Any:
    if data.dtype.names:  # a record array
        import numpy as np

        columns = _core.Columns(name)
        for column in data.dtype.names:
            _add_array(columns, column, np.ascontiguousarray(data[column]))
        return columns.stream()
    raise TypeError("an array has no names for its columns: make a frame of it, or a dict")


def _add_array(columns: Any, name: str, values: Any, mask: Any = None) -> None:
    kind = values.dtype.kind
    if kind == "b":
        columns.truths(name, values.view("uint8"), mask)
    elif values.dtype.name in _FORMATS and values.dtype.isnative:
        columns.numbers(name, _FORMATS[values.dtype.name], values, mask)
    elif kind == "M":
        import numpy as np

        unit = np.datetime_data(values.dtype)[0]
        if unit not in ("s", "ms", "us", "ns"):
            values = values.astype("datetime64[s]")
            unit = "s"
        arrow = {"s": "tss:", "ms": "tsm:", "us": "tsu:", "ns": "tsn:"}[unit]
        columns.numbers(name, arrow, values.view("int64"), None, _NOT_A_TIME)
    else:
        columns.objects(name, values.tolist())


def _pandas_stream(frame: Any, name: str, needed: Callable[[str], bool] | None = None) -> Any:
    import numpy as np

    if frame.columns.nlevels > 1:
        raise _errors.InputError(f"{name}: the columns have several levels; join their names first")
    columns = _core.Columns(name)
    for place, key in enumerate(frame.columns):
        column = _column_name(key, name)
        if needed is not None and not needed(column):
            columns.name_only(column, len(frame))
            continue
        series = frame.iloc[:, place]
        try:
            _add_series(columns, column, series, np)
        except _errors.InputError:
            raise
        except (TypeError, ValueError, OverflowError) as error:
            raise _errors.InputError(
                f"{name}: the column '{column}' of type {series.dtype} cannot be read: {error}"
            ) from error
    if len(frame.columns) == 0:
        raise _errors.InputError(f"{name}: the table has no columns")
    return columns.stream()


def _add_series(columns: Any, name: str, series: Any, np: Any) -> None:
    dtype = series.dtype
    array = series.array
    if isinstance(dtype, np.dtype):
        values = np.ascontiguousarray(series.to_numpy())
        _add_array(columns, name, values)
        return
    if hasattr(array, "categories"):  # a category
        codes = np.ascontiguousarray(array.codes)
        columns.codes(name, _FORMATS[codes.dtype.name], codes, _words(array.categories))
        return
    chunked = getattr(array, "_pa_array", None)  # texts and others that pyarrow holds
    if chunked is not None:
        whole = chunked.combine_chunks()
        if type(whole).__name__ == "ChunkedArray":
            import pyarrow

            whole = pyarrow.concat_arrays(whole.chunks) if whole.num_chunks else pyarrow.array([], whole.type)
        columns.arrow(name, *whole.__arrow_c_array__())
        return
    data: Any = getattr(array, "_data", None)
    mask: Any = getattr(array, "_mask", None)
    if mask is not None and isinstance(data, np.ndarray) and data.dtype.kind in "iufb":
        _add_array(columns, name, np.ascontiguousarray(data), np.ascontiguousarray(mask).view("uint8"))
        return
    if str(dtype).startswith("datetime64"):  # with a zone: the time there
        _add_array(columns, name, np.ascontiguousarray(series.dt.tz_localize(None).to_numpy()))
        return
    columns.objects(name, _words(series.astype(object)))


def _words(values: Any) -> list[Any]:
    """Values as objects; spans of numbers and of time, as pandas.cut and to_period make them, as their texts."""
    return [str(v) if type(v).__name__ in ("Interval", "Period") else v for v in values]


def warn(diagnostics: Iterable[Mapping[str, Any]], level: int = 3) -> None:
    for d in diagnostics:
        help_ = f" ({d['help']})" if d["help"] else ""
        warnings.warn(d["message"] + help_, _errors.CogsWarning, stacklevel=level + 1)


class _Batches:
    """Answers at hand, for whoever reads record batches."""

    def __init__(self, answering: Any) -> None:
        self._answering = answering

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._answering.take()


def attach(data: Any, answering: Any, append: bool) -> Any:
    """The answers as a frame of the kind of `data`, beside its own columns or alone."""
    kind = kind_of(data)
    if append:
        _refuse_repeated(data, kind, answering)
    if kind == "pandas":
        return _attach_pandas(data, answering, append)
    if kind == "polars":
        import polars

        if type(data).__name__ == "LazyFrame":
            data = data.collect()
        found = polars.DataFrame(_Batches(answering))
        return data.hstack(found) if append else found
    if kind == "rows":
        cells = answering.columns()
        if isinstance(data, Mapping):
            return {**(data if append else {}), **cells}
        names = list(cells)
        return [
            {**(row if append else {}), **dict(zip(names, values))}
            for row, values in zip(data, zip(*cells.values()))
        ]
    if kind == "numpy":
        return answering.columns()
    return _as_pyarrow(data, answering, append)


def _refuse_repeated(data: Any, kind: str, answering: Any) -> None:
    """Answers beside those of an earlier run would have their names."""
    own = answering.names()
    if kind == "rows":
        there = set(data) if isinstance(data, Mapping) else set().union(*data)
    else:
        there = set(map(str, data.columns if kind == "pandas" else _names(data)))
    for name in own:
        if name in there:
            what = f"there is a column '{name}' already, which the answers would repeat"
            help_ = 'is this the output of an earlier run? columns="only" gives the answers alone'
            raise _errors.InputError(f"table: error: {what}\nhelp: {help_}", [_errors.Diagnostic(what, help_, "table")])


def _names(data: Any) -> Any:
    if hasattr(data, "collect_schema"):
        return data.collect_schema().names()
    schema: Any = getattr(data, "schema", None)
    return getattr(schema, "names", None) or getattr(data, "columns", None) or ()


def _as_pyarrow(data: Any, answering: Any, append: bool) -> Any:
    import pyarrow

    found = pyarrow.table(_Batches(answering))
    if not append or not hasattr(data, "append_column"):
        return found
    if type(data).__name__ == "RecordBatch":
        data = pyarrow.Table.from_batches([data])
    for name in found.column_names:
        data = data.append_column(name, found.column(name))
    return data


def _attach_pandas(frame: Any, answering: Any, append: bool) -> Any:
    import pandas

    if _has("pyarrow"):
        import pyarrow

        found = pyarrow.table(_Batches(answering)).to_pandas()
    else:
        found = pandas.DataFrame(answering.columns())
    found.index = frame.index
    return pandas.concat([frame, found], axis=1) if append else found


def _has(module: str) -> bool:
    if module in sys.modules:
        return sys.modules[module] is not None
    import importlib.util

    return importlib.util.find_spec(module) is not None


def frame_of(rows: list[dict[str, Any]], kind: str | None = None, columns: list[str] | None = None) -> Any:
    """Rows as a frame of the kind wished for, or of the first that is installed."""
    names = columns or list(dict.fromkeys(name for row in rows for name in row))
    by_column = {name: [row.get(name) for row in rows] for name in names}
    for one in [kind] if kind else ["pandas", "polars", "pyarrow", "dict"]:
        if one == "dict":
            return by_column
        if one not in ("pandas", "polars", "pyarrow"):
            raise ValueError(f"kind is pandas, polars, pyarrow or dict, not '{one}'")
        if not _has(one):
            if kind:
                raise ImportError(f"{one} is not installed")
            continue
        if one == "pandas":
            import pandas

            return pandas.DataFrame(by_column)
        if one == "polars":
            import polars

            return polars.DataFrame(by_column, strict=False)
        import pyarrow

        return pyarrow.table(by_column)
    return by_column


def progress_hook(progress: Any, total: int | None = None) -> tuple[Any, Any]:
    """A callback for the engine, and what ends it: None, True (tqdm if it is there), or a function."""
    if progress is None or progress is False:
        return None, lambda: None
    if callable(progress):
        return progress, lambda: None
    if not _has("tqdm"):

        def tell(share: float, rows: int) -> None:
            done = f"{share:4.0%}" if share >= 0 else f"{rows} rows"
            print(f"\r{done}", end="", file=sys.stderr, flush=True)

        return tell, lambda: print(file=sys.stderr)
    from tqdm.auto import tqdm

    bar = tqdm(total=total, unit="rows") if total else tqdm(total=100, unit="%")

    def move(share: float, rows: int) -> None:
        done = rows if total else max(0.0, share) * 100
        bar.update(done - bar.n)

    return move, bar.close


def rows_in(data: Any) -> int | None:
    try:
        return len(data) if kind_of(data) in ("pandas", "polars", "pyarrow") else None
    except TypeError:
        return None


def csv_file(data: Any, folder: str, stem: str, name: str) -> str:
    """The name of a CSV file with the rows; a file stays as it is. `name`: of the table, in messages."""
    if is_path(data):
        return str(os.fspath(data))
    import csv

    file = os.path.join(folder, stem + ".csv")
    kind = kind_of(data)
    if kind == "pandas":
        data.to_csv(file, index=False)
    elif kind == "polars":
        (data.collect() if type(data).__name__ == "LazyFrame" else data).write_csv(file)
    else:
        if kind == "rows":
            names = {} if isinstance(data, Mapping) else {k: None for row in data for k in row}
            columns = data if isinstance(data, Mapping) else {k: [r.get(k) for r in data] for k in names}
            if not columns:
                raise _errors.InputError(f"{name}: the table has no columns")
        else:
            import pyarrow

            columns = pyarrow.table(data).to_pydict()
        with open(file, "w", newline="", encoding="utf-8") as out:
            write = csv.writer(out)
            write.writerow(columns)
            write.writerows(zip(*columns.values()))
    return file


options_json = _options.to_json
