# SPDX-License-Identifier: Apache-2.0
"""Batches, decisions and audits of Dask frames: each partition by itself, on whichever worker has it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Sequence

from ._mapper import Mapper
from ._model import Model

if TYPE_CHECKING:
    from ._answers import Audit
    from ._clusters import LearnedFromSample
    from ._parts import Parts


def _partition(frame: Any, mapper: Mapper) -> Any:
    options = dict(mapper.options)
    return mapper.model().batch(frame, columns=mapper.columns, **options)  # type: ignore[arg-type]


def _decisions(frame: Any, text: str, name: str) -> Any:
    from ._model import _parsed

    return _parsed(text, name).predict(frame, threads=1).astype(object)


def batch(model: Model, frame: Any, **options: Any) -> Any:
    """A Dask frame with cogs_status, cogs_cost, ... beside the columns of `frame`; index and order are kept."""
    mapper = Mapper(model, **{"threads": 1, **options})
    return frame.map_partitions(_partition, mapper, meta=_partition(frame._meta, mapper))


def predict(model: Model, frame: Any) -> Any:
    """The decision for each row, as a Dask series."""
    meta = _decisions(frame._meta, model.text, model.name)
    return frame.map_partitions(_decisions, model.text, model.name, meta=meta)


def _arrow(frame: Any) -> Any:
    import pyarrow as pa

    return pa.Table.from_pandas(frame, preserve_index=False)


def _part(frame: Any, parts: Parts) -> Any:
    return parts([_arrow(frame)])


def audit(model: Model, frame: Any, *, by: Sequence[str] = (), cross: bool = False,
          policy: str | os.PathLike[str] | None = None, strict: bool = True, **options: Any) -> Audit:  # fmt: skip
    """Model.audit of all rows, byte for byte: workers send few rows that stand for the others, with counts."""
    import importlib

    from ._parts import Parts, finish

    dask: Any = importlib.import_module("dask")
    parts = Parts(model, by, **options)
    found = dask.compute(*[dask.delayed(_part)(partition, parts) for partition in frame.to_delayed()])
    return finish(model, found, by=parts.by, cross=cross, policy=policy, strict=strict, **options)


def _chosen(frame: Any, names: list[str], label: str, below: dict[Any, int]) -> Any:
    import importlib

    from ._clusters import HASHES

    hashing: Any = importlib.import_module("pandas.util")
    hashes = hashing.hash_pandas_object(frame[names], index=False) % HASHES
    borders = frame[label].astype(object).map(below).fillna(0).astype("int64")
    return _arrow(frame[hashes.to_numpy() < borders.to_numpy()])


def _distinct(frame: Any, names: list[str], most: int) -> Any:
    from ._workers import distinct

    return distinct([_arrow(frame)], names, most)


def _labels(frame: Any, label: str) -> tuple[int, dict[Any, int]]:
    found = frame[label].astype(object).value_counts()  # without gaps
    return len(frame), {one: int(n) for one, n in zip(found.index.tolist(), found.tolist())}


def _confusion(frame: Any, text: str, name: str, label: str) -> Any:
    import pyarrow as pa

    from ._workers import confuse

    found = list(confuse(_arrow(frame).to_batches(), text, name, label))
    return pa.Table.from_batches(found) if found else None


def learn(frame: Any, *, label: str, undesired: Any, sample: int = 10_000_000, key: Sequence[str] = (),
          distinct: bool | None = None, **options: Any) -> LearnedFromSample:  # fmt: skip
    """Rules from a table of any size, and their figures on all rows, exactly.

    A table of more than `sample` rows is sent as its distinct rows with counts, if these are no more than `sample`
    (distinct=False: not tried, True: always done); else as about `sample` rows that are chosen in each class by a hash of the
    columns `key` (all of them, if none is named).
    """
    import importlib

    import pyarrow as pa

    from ._clusters import borders, in_order, learn_from_sample
    from ._errors import InputError
    from ._options import names as listed
    from ._workers import again

    dask: Any = importlib.import_module("dask")
    if label not in frame.columns:
        raise InputError(f"table: there is no column '{label}'")
    partitions = frame.to_delayed()
    counts: dict[Any, int] = {}
    rows = 0
    for part_rows, part in dask.compute(*[dask.delayed(_labels)(p, label) for p in partitions]):
        rows += part_rows
        for one, n in part.items():
            counts[one] = counts.get(one, 0) + n
    chosen: Any = None
    if (rows > sample and distinct is not False) or distinct:
        left_out = set(listed(options.get("ignore") or []))
        names = [str(n) for n in frame.columns if n not in left_out]
        most = rows if distinct else sample
        parts = dask.compute(*[dask.delayed(_distinct)(p, names, most) for p in partitions])
        if all(part is not None for part in parts):
            few = again(list(parts), names)
            chosen = in_order(few) if few.num_rows <= most else None
    counted = chosen is not None
    if not counted:
        below = borders(counts, max(sample, 1)) if rows > sample else {one: 1 << 62 for one in counts}
        by = list(key) or list(frame.columns)
        chosen = pa.concat_tables(dask.compute(*[dask.delayed(_chosen)(p, by, label, below) for p in partitions]),
                                  promote_options="permissive")  # fmt: skip

    def confusion(model: Model) -> Any:
        work = [dask.delayed(_confusion)(p, model.text, model.name, label) for p in partitions]
        return pa.concat_tables([found for found in dask.compute(*work) if found is not None])

    return learn_from_sample(chosen, counts, rows, confusion, label=label, undesired=undesired, counted=counted, **options)
