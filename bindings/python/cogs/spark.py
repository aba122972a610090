# SPDX-License-Identifier: Apache-2.0
"""Batches, decisions and audits of Spark frames, by mapInArrow: retries and speculation give the same bytes.

Workers need this package and pyarrow, in the cluster's image or by `ship(spark)`. The driver needs the native module
for audits and learning alone; `batch` and `predict` also take the text or the file of a model.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Sequence

if TYPE_CHECKING:
    from ._answers import Audit
    from ._clusters import LearnedFromSample
    from ._model import Model

ARCHIVE = "cogs_env"  # what `ship` sends is unpacked there

_TYPED = {"cogs_status": "string", "cogs_cost": "double", "cogs_certain": "boolean", "cogs_changes": "string",
          "cogs_path": "string", "cogs_reasons": "string"}  # fmt: skip


def _text_of(model: Any) -> tuple[str, str]:
    """Text and name of a model, which may be a file or a text here."""
    if isinstance(model, os.PathLike) or isinstance(model, str) and "\n" not in model:
        with open(model, encoding="utf-8") as file:
            return file.read(), os.fspath(model)
    return (model, "model") if isinstance(model, str) else (model.text, model.name)


def _refuse(options: dict[str, Any]) -> dict[str, Any]:
    from ._errors import OptionsError

    if options.pop("deterministic", True):
        for limit in ("person_time_limit", "time_limit"):
            if options.get(limit) is not None:
                raise OptionsError(f"{limit} makes answers depend on the machine; use effort_limit, or say deterministic=False")
    return options


def _on_workers(call: str, arguments: tuple[Any, ...], archive: str | None, numbered: bool = False) -> Any:
    # A function inside a function travels as its code, so that workers can look for the package first.
    def work(batches: Any) -> Any:
        import os
        import sys

        if archive:
            from pyspark.files import SparkFiles

            places = [os.path.abspath(archive)]
            try:
                places.insert(0, os.path.join(SparkFiles.getRootDirectory(), archive))
            except Exception:  # no context on this side
                pass
            for place in places:
                if os.path.isdir(place) and place not in sys.path:
                    sys.path.insert(0, place)
        import cogs._workers

        more: tuple[Any, ...] = ()
        if numbered:
            from pyspark import TaskContext

            context = TaskContext.get()
            more = (context.partitionId() if context is not None else 0,)
        yield from getattr(cogs._workers, call)(batches, *arguments, *more)

    return work


def _archive(frame: Any) -> str | None:
    found: str | None = getattr(frame.sparkSession, "_cogs_archive", None)
    return found


def _with_columns(schema: Any, columns: dict[str, str]) -> Any:
    from pyspark.sql.types import BooleanType, DoubleType, LongType, StringType, StructType

    kinds = {"string": StringType(), "double": DoubleType(), "boolean": BooleanType(), "long": LongType()}
    out = StructType(list(schema.fields))
    for name, kind in columns.items():
        out = out.add(name, kinds[kind], True)
    return out


def batch(model: Model | str | os.PathLike[str], frame: Any, *, columns: str = "append", form: str = "typed",
          **options: Any) -> Any:  # fmt: skip
    """A Spark frame with cogs_status, cogs_cost, ... beside the columns of `frame` (columns="only": alone)."""
    from pyspark.sql.types import StructType

    text, name = _text_of(model)
    given = _refuse(dict(options))
    names = ["cogs_status", "cogs_answer"] if form == "json" else [n for n in _TYPED if n != "cogs_reasons"]
    if form != "json" and given.get("reasons"):
        names.append("cogs_reasons")
    added = {n: _TYPED[n] if form == "typed" else "string" for n in names}
    schema = _with_columns(frame.schema if columns == "append" else StructType(), added)
    arguments = (text, name, columns, {"threads": 1, "form": form, "deterministic": False, **given})
    return frame.mapInArrow(_on_workers("answer", arguments, _archive(frame)), schema)


def predict(model: Model | str | os.PathLike[str], frame: Any, **options: Any) -> Any:
    """The frame with `cogs_decision`; null where a row has values that the model cannot take."""
    work = _on_workers("decide", (*_text_of(model), options), _archive(frame))
    return frame.mapInArrow(work, _with_columns(frame.schema, {"cogs_decision": "string"}))


def audit(model: Model, frame: Any, *, by: Sequence[str] = (), cross: bool = False,
          policy: str | os.PathLike[str] | None = None, strict: bool = True, **options: Any) -> Audit:  # fmt: skip
    """Model.audit of all rows: workers send few rows that stand for the others, with counts.

    The report is that of `model.audit(frame.toPandas())`, byte for byte; numbers of rows are places in the order of
    the frame's partitions.
    """
    from ._errors import InputError
    from ._parts import COUNTED, PART, Parts, finish, split

    parts = Parts(model, by, **options)  # what is wrong with the options is said here
    arguments = (model.text, model.name, parts.by, parts.options)
    schema = _with_columns(frame.schema, {COUNTED: "string", PART: "long"})
    found = _to_arrow(frame.mapInArrow(_on_workers("reduce", arguments, _archive(frame), numbered=True), schema))
    if found.num_rows == 0:
        raise InputError("table: the table has no rows")
    return finish(model, split(found), by=parts.by, cross=cross, policy=policy, strict=strict, **options)


def _to_arrow(frame: Any) -> Any:
    if hasattr(frame, "toArrow"):  # since Spark 4
        return frame.toArrow()
    import pyarrow

    return pyarrow.Table.from_pandas(frame.toPandas(), preserve_index=False)


def learn(frame: Any, *, label: str, undesired: Any, sample: int = 10_000_000, key: Sequence[str] = (),
          distinct: bool | None = None, **options: Any) -> LearnedFromSample:  # fmt: skip
    """Rules from a table of any size, and their figures on all rows, exactly.

    A table of more than `sample` rows is sent as its distinct rows with counts, if these are no more than `sample`
    (distinct=False: not tried, True: always done); else as about `sample` rows that are chosen in each class by a hash of the
    columns `key` (all of them, if none is named).
    """
    from pyspark.sql import functions as F

    from ._clusters import COUNTED, HASHES, borders, in_order, learn_from_sample

    label = _column(frame, label)
    # Without a label a row says nothing here, and is counted as undecided below.
    counts = {row[0]: row[1] for row in frame.groupBy(F.col(f"`{label}`")).count().collect()}
    rows = sum(counts.values())
    counts.pop(None, None)
    chosen: Any = frame
    counted = False
    if rows > sample or distinct:
        few = None
        if distinct is not False:
            left_out = set(_names(options.get("ignore")))
            names = [F.col(f"`{n}`") for n in frame.columns if n not in left_out]
            grouped = frame.groupBy(*names).agg(F.count(F.lit(1)).alias(COUNTED))
            few = _to_arrow(grouped if distinct else grouped.limit(sample + 1))
        if few is not None and (distinct or few.num_rows <= sample):
            chosen, counted = in_order(few), True
    if not counted and rows > sample:
        below: Any = F.lit(0)
        for one, border in borders(counts, sample).items():
            below = F.when(F.col(f"`{label}`") == F.lit(one), F.lit(border)).otherwise(below)
        by = [F.col(f"`{n}`") for n in (list(key) or frame.columns)]
        chosen = frame.where(F.pmod(F.xxhash64(*by), F.lit(HASHES)) < below)

    def confusion(model: Model) -> Any:
        from pyspark.sql.types import StructType

        schema = _with_columns(StructType(), {"label": "string", "cogs_decision": "string", "rows": "long"})
        work = _on_workers("confuse", (model.text, model.name, label), _archive(frame))
        return _to_arrow(frame.mapInArrow(work, schema))

    table = chosen if counted else _to_arrow(chosen)
    return learn_from_sample(table, counts, rows, confusion, label=label, undesired=undesired, counted=counted, **options)


def _names(given: Any) -> list[str]:
    return [given] if isinstance(given, str) else list(given or ())


def _column(frame: Any, name: str) -> str:
    """The column's own name; what is wrong is said before anything runs."""
    from ._errors import InputError

    for known in frame.columns:
        if known == name or known.lower() == name.lower():
            return str(known)
    raise InputError(f"table: there is no column '{name}'")


def ship(spark: Any, folder: str | None = None, wheel: str | os.PathLike[str] | None = None) -> str:
    """Sends this package to the workers as an archive, for clusters that do not have it; gives the file's name.

    wheel: that of the workers' platform, where it is not this one's.
    """
    import tarfile
    import tempfile
    import zipfile

    target = folder or tempfile.mkdtemp(prefix="cogs-")
    file = os.path.join(target, ARCHIVE + ".tar.gz")
    with tempfile.TemporaryDirectory() as unpacked, tarfile.open(file, "w:gz") as out:
        here = os.path.dirname(os.path.abspath(__file__))
        if wheel is not None:
            with zipfile.ZipFile(wheel) as packed:
                packed.extractall(unpacked)
            here = os.path.join(unpacked, "cogs")
        out.add(here, "cogs", filter=lambda entry: None if "__pycache__" in entry.name else entry)
        beside = os.path.join(os.path.dirname(here), "cogs_recourse.libs")
        if os.path.isdir(beside):
            out.add(beside, "cogs_recourse.libs")
    if hasattr(spark, "addArtifacts"):
        spark.addArtifacts(f"{file}#{ARCHIVE}", archive=True)
    else:
        spark.sparkContext.addArchive(f"{file}#{ARCHIVE}")
    spark._cogs_archive = ARCHIVE
    return file
