# SPDX-License-Identifier: Apache-2.0
"""Python values as the JSON that the engine takes."""

from __future__ import annotations

import json
import re
from typing import Any, Mapping

from . import _errors

# Names that read better in Python, or that Python has for other things.
_ALIASES = {"ranges": "range", "costs": "cost", "effort_limit": "effort"}


class _Encoder(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        return plain(o)


def dumps(value: Any) -> str:
    """JSON that the engine can read: halves of characters are escaped, which it then refuses."""
    text = json.dumps(value, cls=_Encoder, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        text = json.dumps(value, cls=_Encoder)
    return text


def plain(value: Any) -> Any:
    """A value as JSON has it: None, bool, int, float, str, list or dict."""
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if value != value:
            return None
        if value in (float("inf"), float("-inf")):
            return str(value)
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(v) for v in (sorted(value) if isinstance(value, (set, frozenset)) else value)]
    kind = type(value).__name__
    if kind in ("NAType", "NaTType"):
        return None
    if kind in ("Decimal", "Fraction"):
        return None if str(value) in ("NaN", "sNaN") else str(value)
    if hasattr(value, "isoformat"):
        text: str = value.isoformat()
        return text.removesuffix("T00:00:00")
    if hasattr(value, "item") and hasattr(value, "dtype"):  # of numpy
        inner = value.item()
        if type(inner) is not type(value):
            return plain(inner)
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, (bytes, bytearray)) or not hasattr(value, "__str__"):
        raise TypeError(f"a value of the type {kind} cannot be read")
    if hasattr(value, "__iter__"):
        return [plain(v) for v in value]
    raise TypeError(f"a value of the type {kind} cannot be read: numbers, texts, truths, dates or None are values")


def names(given: Any) -> list[Any]:
    """Names of features or columns; a single one may stand without a list."""
    if isinstance(given, str):
        return [given]
    if not hasattr(given, "__iter__"):
        raise _errors.OptionsError(f"names are texts, one or a list of them, not {given!r}")
    return list(given)


def to_json(options: Mapping[str, Any]) -> str:
    """Options as the engine takes them; those that are None are left out."""
    given: dict[str, Any] = {}
    for name, value in options.items():
        if value is None:
            continue
        name = _ALIASES.get(name, name)
        if isinstance(value, float) and value != value:
            raise _errors.OptionsError(f"'{name}' is not a number")
        if name in given:
            raise _errors.OptionsError(f"'{name}' is given twice")
        if name in ("range",) and isinstance(value, Mapping):
            value = {f: _range(f, r) for f, r in value.items()}
        if name == "memory_limit" and isinstance(value, str):
            value = _bytes(value)
        given[name] = plain(value)
    return dumps(given)


def _range(feature: str, ends: Any) -> list[Any]:
    ends = list(ends) if isinstance(ends, (list, tuple)) else []
    if len(ends) != 2:
        raise _errors.OptionsError(f"the range of '{feature}' has two ends, such as (0, 1000) or (None, 1000)")
    low, high = (None if end in (float("inf"), float("-inf")) else end for end in ends)
    return [plain(low), plain(high)]


def _bytes(text: str) -> int:
    units = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    size = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMG]?)B?\s*", text, re.I | re.A)
    if not size:
        raise _errors.OptionsError(f"a size is a number of bytes, or such as '200M' or '2G', not {text!r}")
    return int(float(size[1]) * units[size[2].upper()])
