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


def _chosen(frame: Any, names: list[str], below: int) -> Any:
    import importlib

    from ._clusters import HASHES

    hashing: Any = importlib.import_module("pandas.util")
    hashes = hashing.hash_pandas_object(frame[names], index=False)
    return _arrow(frame[(hashes % HASHES).to_numpy() < below])


def _confusion(frame: Any, text: str, name: str, label: str) -> Any:
    import pyarrow as pa

    from ._workers import confuse

    found = list(confuse(_arrow(frame).to_batches(), text, name, label))
    return pa.Table.from_batches(found) if found else None


def learn(frame: Any, *, label: str, undesired: Any, sample: int = 10_000_000, key: Sequence[str] = (),
          **options: Any) -> LearnedFromSample:  # fmt: skip
    """Rules from at most about `sample` rows, chosen by a hash of the columns `key` (all of them, if none is named),
    and their figures on all rows, exactly.
    """
    import importlib

    import pyarrow as pa

    from ._clusters import HASHES, learn_from_sample

    dask: Any = importlib.import_module("dask")
    rows = len(frame)
    below = int(min(1.0, sample / max(1, rows)) * HASHES)
    names = list(key) or list(frame.columns)
    partitions = frame.to_delayed()
    chosen = pa.concat_tables(dask.compute(*[dask.delayed(_chosen)(p, names, below) for p in partitions]),
                              promote_options="permissive")  # fmt: skip

    def confusion(model: Model) -> Any:
        work = [dask.delayed(_confusion)(p, model.text, model.name, label) for p in partitions]
        return pa.concat_tables([found for found in dask.compute(*work) if found is not None])

    return learn_from_sample(chosen, rows, confusion, label=label, undesired=undesired, **options)
