# SPDX-License-Identifier: Apache-2.0
"""Answers for the rows of Dask frames: each partition by itself, on whichever worker has it."""

from __future__ import annotations

from typing import Any

from ._mapper import Mapper
from ._model import Model


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
