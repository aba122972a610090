# SPDX-License-Identifier: Apache-2.0
"""Answers for the rows of Spark frames, by mapInArrow: retries and speculation give the same bytes.

Set spark.sql.execution.arrow.maxRecordsPerBatch to 65536; workers need this package and pyarrow, in the cluster's
image or by `ship(spark)`.
"""

from __future__ import annotations

import os
from typing import Any

from ._mapper import Mapper
from ._model import Model


def _spark_schema(mapper: Mapper, frame: Any) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    return from_arrow_schema(mapper.schema(to_arrow_schema(frame.schema)))


class _Remote:
    """The mapper with the folder that `ship` has sent in front of the path of the worker."""

    def __init__(self, mapper: Mapper, archive: str | None) -> None:
        self.state = (mapper.model_text, mapper.model_name, mapper.columns, mapper.options)
        self.archive = archive

    def __call__(self, batches: Any) -> Any:
        import os
        import sys

        if self.archive and os.path.isdir(self.archive) and self.archive not in sys.path:
            sys.path.insert(0, self.archive)
        import cogs

        text, name, columns, options = self.state
        model = cogs.Model.parse(text, name)
        yield from cogs.mapper(model, columns=columns, **options)(batches)


def batch(model: Model, frame: Any, **options: Any) -> Any:
    """A Spark frame with cogs_status, cogs_cost, ... beside the columns of `frame`."""
    mapper = Mapper(model, **{"threads": 1, **options})
    archive = getattr(frame.sparkSession, "_cogs_archive", None)
    remote = _Remote(mapper, archive)

    def answer(batches: Any) -> Any:
        yield from remote(batches)

    return frame.mapInArrow(answer, _spark_schema(mapper, frame))


def ship(spark: Any, folder: str | None = None) -> str:
    """Sends this package to the workers as an archive, for clusters that do not have it; gives the file's name."""
    import tarfile
    import tempfile

    here = os.path.dirname(os.path.abspath(__file__))
    file = os.path.join(folder or tempfile.mkdtemp(prefix="cogs-"), "cogs_env.tar.gz")
    with tarfile.open(file, "w:gz") as out:
        out.add(here, "cogs")
        beside = os.path.join(os.path.dirname(here), "cogs_recourse.libs")
        if os.path.isdir(beside):
            out.add(beside, "cogs_recourse.libs")
    if hasattr(spark, "addArtifacts"):
        spark.addArtifacts(file + "#cogs_env", archive=True)
    else:
        spark.sparkContext.addArchive(file + "#cogs_env")
    spark._cogs_archive = "cogs_env"
    return file
