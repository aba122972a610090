# SPDX-License-Identifier: Apache-2.0
"""Answers for an iterator of record batches: what Spark, Ray, Dask and others run on their workers."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

from . import _errors
from ._model import Model, _parsed


class Mapper:
    """Turns record batches of pyarrow into record batches with answers; can be sent to other processes.

    A pure function of the model, the options and a row: a batch that is answered twice gives the same bytes.
    """

    def __init__(self, model: Model, columns: str = "append", **options: Any) -> None:
        for limit in ("person_time_limit", "time_limit"):
            if limit in options and not options.get("deterministic") is False:
                raise _errors.OptionsError(
                    f"{limit} makes answers depend on the machine; use effort_limit, or say deterministic=False"
                )
        options.pop("deterministic", None)
        self.model_text, self.model_name = model.text, model.name
        self.columns = columns
        self.options = options

    def model(self) -> Model:
        return _parsed(self.model_text, self.model_name)  # kept by each process

    def __call__(self, batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow as pa

        batches = iter(batches)
        first = next(batches, None)
        if first is None:
            return

        def all_batches() -> Iterator[Any]:
            yield first
            yield from batches

        reader = pa.RecordBatchReader.from_batches(first.schema, all_batches())
        yield from self.model().answers(reader, columns=self.columns, **self.options)  # type: ignore[arg-type]

    def table(self, table: Any) -> Any:
        """The same for a whole table of pyarrow."""
        import pyarrow as pa

        return pa.table(self.model().answers(table, columns=self.columns, **self.options))  # type: ignore[arg-type]

    def schema(self, schema: Any) -> Any:
        """Of the answers for batches of this schema."""
        return self.table(schema.empty_table()).schema


def mapper(model: Model, **options: Any) -> Mapper:
    """A picklable function from record batches to record batches with answers."""
    return Mapper(model, **{"threads": 1, **options})
