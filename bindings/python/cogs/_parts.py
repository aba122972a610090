# SPDX-License-Identifier: Apache-2.0
"""Audits of tables in parts: each part becomes few rows that stand for the others, and an audit of all these rows is
that of the whole table, byte for byte. What Spark, Ray and Dask run on their workers.

Counts are integers, so neither the size of the parts nor the order in which they are done matters.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, Mapping, Sequence

from . import _core, _errors, _tables
from ._answers import Audit
from ._model import Model, _parsed, _table_options
from ._options import to_json

COUNTED = "cogs_rows"  # what a row stands for, as "n12:3;17;20"
PART = "cogs_part"  # the part that numbers of rows count from


class Parts:
    """Record batches of one part of a table -> few rows of it; can be sent to other processes."""

    def __init__(self, model: Model, by: Sequence[str] = (), **options: Any) -> None:
        _refuse_seconds(options)
        self.model_text, self.model_name = model.text, model.name
        self.by = [by] if isinstance(by, str) else list(by)
        self.options = {k: v for k, v in options.items() if v is not None}

    def of(self, table: Any, counted: bool = False) -> Any:
        """The rows of a pyarrow table that stand for all, with the column `cogs_rows`."""
        import pyarrow as pa

        model = _parsed(self.model_text, self.model_name)
        given = {**self.options, "by": self.by or None, "threads": 1, "counted": COUNTED if counted else None}
        # Texts stay as they are written: whether all of them are numbers is known with the whole table alone.
        features = {name.lower() for name in model.features}
        texts = [f.name for f in table.schema if f.name.lower() not in features and _is_text(f.type)]
        texts = [name for name in texts if name in self.by or name == COUNTED]
        given["categorical"] = [*given.get("categorical", ()), *texts] or None
        options = to_json(given)
        rows = _core.stream_table(_tables.stream_of(table), "table", _table_options(given))
        places, said = _core.audit_parts(model._decision, rows, options)
        few = table.take(pa.array(places, pa.int64()))
        if counted:
            few = few.drop_columns([COUNTED])
        return few.append_column(COUNTED, pa.array(said, pa.string()))

    def __call__(self, batches: Iterable[Any]) -> Any:
        """All batches of one part; None where there are no rows."""
        import pyarrow as pa

        kept, rows, done = [], 0, 0
        for batch in batches:
            table = batch if isinstance(batch, pa.Table) else pa.Table.from_batches([batch])
            if table.num_rows == 0:
                continue
            few = self.of(table)
            kept.append(few.set_column(few.num_columns - 1, COUNTED, _moved(few.column(COUNTED), done)))
            done += table.num_rows
            rows += few.num_rows
            if rows > 200_000 and len(kept) > 1:  # parts of parts
                kept = [self.of(pa.concat_tables(kept, promote_options="permissive"), counted=True)]
                rows = kept[0].num_rows
        if not kept:
            return None
        return kept[0] if len(kept) == 1 else self.of(pa.concat_tables(kept, promote_options="permissive"), counted=True)


def _refuse_seconds(options: Mapping[str, Any]) -> None:
    for limit in ("person_time_limit", "time_limit"):
        if options.get(limit) is not None:
            raise _errors.OptionsError(f"{limit} would make the report depend on machines; use effort_limit")


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    found: bool = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)
    return found


def _read(text: str) -> tuple[int, list[int]]:
    count, _, numbers = text[1:].partition(":")
    return int(count), [int(n) for n in numbers.split(";")]


def _moved(texts: Any, offset: int) -> Any:
    """The same rows, numbered from another one on."""
    import pyarrow as pa

    out = []
    for text in texts.to_pylist():
        count, numbers = _read(text)
        out.append(f"n{count}:" + ";".join(str(n + offset) for n in numbers))
    return pa.array(out, pa.string())


def join(parts: Iterable[Any]) -> Any:
    """The rows of all parts, in the order of the table: numbers go on from one part to the next."""
    import pyarrow as pa

    tables, offset = [], 0
    for part in parts:
        if part is None or part.num_rows == 0:
            continue
        texts = part.column(COUNTED)
        tables.append(part.set_column(part.schema.get_field_index(COUNTED), COUNTED, _moved(texts, offset)))
        offset += sum(_read(text)[0] for text in texts.to_pylist())
    if not tables:
        raise _errors.InputError("table: the table has no rows")
    whole = pa.concat_tables(tables, promote_options="permissive")
    first = [_read(text)[1][0] for text in whole.column(COUNTED).to_pylist()]
    return whole.take(pa.array(sorted(range(len(first)), key=first.__getitem__), pa.int64()))


def split(table: Any) -> Iterator[Any]:
    """The parts of a table that has their numbers in a column, by these numbers."""
    import importlib

    import pyarrow as pa

    pc: Any = importlib.import_module("pyarrow.compute")
    for number in sorted(set(table.column(PART).to_pylist())):
        yield table.filter(pc.equal(table.column(PART), pa.scalar(number, table.column(PART).type))).drop_columns([PART])


def finish(model: Model, parts: Iterable[Any], *, by: Sequence[str], cross: bool, policy: Any, strict: bool,
           **options: Any) -> Audit:  # fmt: skip
    """The audit of the whole table, from what its parts gave."""
    return model.audit(join(parts), by=by, cross=cross, policy=policy, strict=strict, counted=COUNTED, **options)


def audit(model: Model, batches: Any, *, by: Sequence[str] = (), cross: bool = False,
          policy: str | os.PathLike[str] | None = None, strict: bool = True, **options: Any) -> Audit:  # fmt: skip
    """Model.audit for record batches one after the other: what is held does not grow with the table."""
    parts = [Parts(model, by, **options)(batches)]
    return finish(model, parts, by=by, cross=cross, policy=policy, strict=strict, **options)
