# SPDX-License-Identifier: Apache-2.0
"""What runs on the workers of a cluster, called with plain values alone: the driver need not have the native module."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from ._mapper import Mapper
from ._model import _parsed
from ._parts import PART, Parts


def answer(batches: Iterable[Any], text: str, name: str, columns: str, options: dict[str, Any]) -> Iterator[Any]:
    """Record batches with answers."""
    yield from Mapper(_parsed(text, name), columns, **options)(batches)


def decide(batches: Iterable[Any], text: str, name: str, options: dict[str, Any]) -> Iterator[Any]:
    """Record batches with the column `cogs_decision`, which is null where a row cannot be decided."""
    import pyarrow as pa

    model = _parsed(text, name)
    for batch in batches:
        decisions = model.predict(pa.Table.from_batches([batch]), strict=False, threads=1, **options)
        yield pa.RecordBatch.from_arrays([*batch.columns, decisions], names=[*batch.schema.names, "cogs_decision"])


def reduce(batches: Iterable[Any], text: str, name: str, by: list[str], options: dict[str, Any], part: int) -> Iterator[Any]:
    """Few rows that stand for all of this part, with its number, as record batches."""
    import pyarrow as pa

    few = Parts(_parsed(text, name), by, **options)(batches)
    if few is not None:
        numbers = pa.array([part] * few.num_rows, pa.int64())
        yield from few.append_column(PART, numbers).to_batches()


def distinct(batches: Iterable[Any], names: list[str], most: int) -> Any:
    """Each distinct row of a part once, with how often it is there; None where these are more than `most`."""
    import pyarrow as pa

    from ._clusters import COUNTED

    found: Any = None
    for batch in batches:
        table = (batch if isinstance(batch, pa.Table) else pa.Table.from_batches([batch])).select(names)
        few = table.group_by(names).aggregate([([], "count_all")]).rename_columns([*names, COUNTED])
        found = few if found is None else again([found, few], names)
        if found.num_rows > most:
            return None
    return found


def again(tables: list[Any], names: list[str]) -> Any:
    """Distinct rows of several parts, their counts added."""
    import pyarrow as pa

    from ._clusters import COUNTED

    whole = pa.concat_tables(tables, promote_options="permissive")
    return whole.group_by(names).aggregate([(COUNTED, "sum")]).select([*names, COUNTED + "_sum"]).rename_columns([*names, COUNTED])


def confuse(batches: Iterable[Any], text: str, name: str, label: str) -> Iterator[Any]:
    """How many rows have which label and which decision: label, cogs_decision, rows."""
    import pyarrow as pa

    counts: dict[tuple[Any, Any], int] = {}
    model = _parsed(text, name)
    for batch in batches:
        decisions = model.predict(pa.Table.from_batches([batch]), strict=False, threads=1)
        pairs = pa.table({"label": batch.column(label).cast(pa.string()), "cogs_decision": decisions})
        for row in pairs.group_by(["label", "cogs_decision"]).aggregate([([], "count_all")]).to_pylist():
            key = (row["label"], row["cogs_decision"])
            counts[key] = counts.get(key, 0) + row["count_all"]
    if counts:
        yield pa.RecordBatch.from_pydict({
            "label": pa.array([k[0] for k in counts], pa.string()),
            "cogs_decision": pa.array([k[1] for k in counts], pa.string()),
            "rows": pa.array(list(counts.values()), pa.int64()),
        })  # fmt: skip
