# SPDX-License-Identifier: Apache-2.0
"""Batches and audits of Ray datasets, by tasks: actors on all processors would leave none for reading."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Sequence

from ._errors import OptionsError
from ._mapper import Mapper
from ._model import Model

if TYPE_CHECKING:
    from ._answers import Audit


def batch(model: Model, dataset: Any, *, batch_size: int = 65536, concurrency: Any = None, **options: Any) -> Any:
    """A dataset with cogs_status, cogs_cost, ... beside the columns of `dataset`."""
    if concurrency is not None and not isinstance(concurrency, (int, tuple)):
        raise OptionsError("rows are answered by tasks; a class of actors is not needed, a model loads in a millisecond")
    mapper = Mapper(model, **{"threads": 1, **options})
    given = {} if concurrency is None else {"concurrency": concurrency}
    return dataset.map_batches(mapper.table, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True, **given)


def audit(model: Model, dataset: Any, *, by: Sequence[str] = (), cross: bool = False,
          policy: str | os.PathLike[str] | None = None, strict: bool = True, **options: Any) -> Audit:  # fmt: skip
    """Model.audit of all rows, byte for byte: each block of the dataset becomes few rows with counts."""
    import importlib

    from ._parts import Parts, finish

    ray: Any = importlib.import_module("ray")
    parts = Parts(model, by, **options)
    reduce = ray.remote(_part)
    found = ray.get([reduce.remote(block, parts) for block in dataset.to_arrow_refs()])
    return finish(model, found, by=parts.by, cross=cross, policy=policy, strict=strict, **options)


def _part(table: Any, parts: Any) -> Any:
    return parts([table])
