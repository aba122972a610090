# SPDX-License-Identifier: Apache-2.0
"""Answers for the rows of Ray datasets, by tasks: actors on all processors would leave none for reading."""

from __future__ import annotations

from typing import Any

from ._errors import OptionsError
from ._mapper import Mapper
from ._model import Model


def batch(model: Model, dataset: Any, *, batch_size: int = 65536, concurrency: Any = None, **options: Any) -> Any:
    """A dataset with cogs_status, cogs_cost, ... beside the columns of `dataset`."""
    if concurrency is not None and not isinstance(concurrency, (int, tuple)):
        raise OptionsError("rows are answered by tasks; a class of actors is not needed, a model loads in a millisecond")
    mapper = Mapper(model, **{"threads": 1, **options})
    given = {} if concurrency is None else {"concurrency": concurrency}
    return dataset.map_batches(mapper.table, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True, **given)
