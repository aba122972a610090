# SPDX-License-Identifier: Apache-2.0
"""Somebody, in any of the forms that Python has for a record, as a JSON object."""

from __future__ import annotations

import dataclasses
from typing import Any, Mapping

from . import _errors, _options


def fields_of(person: Any) -> tuple[dict[str, Any], bool]:
    """Names and values; whether names that are no features may be passed over.

    A dict is written by hand, so a name that the model does not have is a mistake. Rows of frames
    have columns such as ids and labels beside the features.
    """
    if isinstance(person, Mapping):
        return {str(k): v for k, v in person.items()}, False
    if dataclasses.is_dataclass(person) and not isinstance(person, type):
        return {f.name: getattr(person, f.name) for f in dataclasses.fields(person)}, False
    for method in ("asDict", "_asdict", "to_dict"):  # rows of Spark, namedtuples, pandas Series
        call = getattr(person, method, None)
        if callable(call):
            found = call()
            if isinstance(found, Mapping):
                if method == "to_dict" and any(isinstance(v, (list, dict)) for v in found.values()):
                    break
                return {str(k): v for k, v in found.items()}, True
    if callable(getattr(person, "to_dicts", None)):  # a polars frame of one row
        rows: list[dict[str, Any]] = getattr(person, "to_dicts")()
        if len(rows) == 1:
            return dict(rows[0]), True
    shape: Any = getattr(person, "shape", None)
    if shape is not None and len(shape) == 2 and shape[0] == 1 and hasattr(person, "iloc"):
        return fields_of(getattr(person, "iloc")[0])
    what = f"a frame of {shape[0]} rows" if shape is not None and len(shape) == 2 else f"{type(person).__name__}"
    raise TypeError(f"a person is a dict, a row of a frame or a dataclass, not {what}")


def to_json(person: Any, features: Mapping[str, Any], truths: Mapping[str, tuple[str, str]], decision: str) -> str:
    """The person as the JSON object that the engine reads.

    The decision itself, which a row of the table that a model was learned from has, is passed over.
    """
    fields, lenient = fields_of(person)
    label = decision.partition("(")[0].strip("'").lower()
    small = {name.lower(): name for name in features}
    out: dict[str, Any] = {}
    for name, value in fields.items():
        feature = name if name in features else small.get(name.lower())
        if feature is None and (lenient or name.lower() == label):
            continue
        try:
            value = _options.plain(value)
        except TypeError as error:
            raise _errors.InputError(
                f"'{name}': {error}", [_errors.Diagnostic(str(error), file=name)]
            ) from None
        if isinstance(value, bool) and feature is not None and feature in truths:
            value = truths[feature][0 if value else 1]
        out[name] = value
    return _options.dumps(out)
