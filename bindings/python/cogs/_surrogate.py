# SPDX-License-Identifier: Apache-2.0
"""Rules in the place of a model that cannot be imported: learned from its own decisions, with how far they agree.

Answers are about the rules. So that nobody takes them for answers about the model, the share of rows on which both
agree is measured on rows that the rules were not learned from, stands in the first lines of the text, and `confirm` asks the
model itself about the ends of ways.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Sequence

from . import _errors, _options, _tables
from ._answers import Learned, Path, Recourse, Rules, _loads, _path
from ._model import Model, learn


@dataclass(frozen=True)
class Fidelity:
    """On how many of the rows that were held out the rules say what the model says."""

    rows: int
    agree: int
    low: float  # bounds of the share at 95 % (Wilson)
    high: float
    majority: float  # the share that always saying one thing would have
    undesired: int  # rows that the model decides so
    undesired_agree: int  # of these, those of the rules

    @property
    def share(self) -> float:
        return self.agree / self.rows if self.rows else 0.0

    def __str__(self) -> str:
        return (f"{self.agree} of {self.rows} rows held out ({self.share:.1%}, 95 %: {self.low:.1%} to {self.high:.1%}; "
                f"one answer for everybody: {self.majority:.1%})")  # fmt: skip


@dataclass(frozen=True)
class Validity:
    """For how many ways of the rules the model itself changes its decision."""

    rows: int  # people whom both the model and the rules decide against
    ways: int  # of these, those for whom there is a way
    confirmed: int

    @property
    def share(self) -> float:
        return self.confirmed / self.ways if self.ways else 0.0

    def __str__(self) -> str:
        return f"{self.confirmed} of {self.ways} ways confirmed ({self.share:.1%}), for {self.rows} people"


class Surrogate:
    """Rules learned from the decisions of another model; `model` answers, `fidelity` says how far to trust it."""

    def __init__(self, learned: Learned, model: Model, fidelity: Fidelity, asked: Callable[[Any], Any], like: _Like,
                 undesired: str) -> None:  # fmt: skip
        self.learned, self.model, self.fidelity = learned, model, fidelity
        self._asked, self._like, self._undesired = asked, like, undesired
        # Features have names of their own where those of columns would not do.
        by_name = {name.lower(): name for name in like.names}
        self._columns = {f.name: by_name.get((f.label or f.name).lower(), f.name) for f in model.features.values()}

    @property
    def rules(self) -> Rules:
        return self.learned.rules

    def recourse(self, person: Any, **options: Any) -> Recourse:
        """The cheapest way by the rules; `confirm` asks the model about it."""
        return self.model.recourse(self._like.fields(person), **options)

    def confirm(self, person: Any, ways: Recourse | Path | Iterable[Path]) -> list[bool]:
        """For each way whether the model itself decides otherwise at its end."""
        paths = ways.paths if isinstance(ways, Recourse) else [ways] if isinstance(ways, Path) else list(ways)
        fields = self._like.all_fields(person)
        return self._otherwise([{**fields, **self._end(path)} for path in paths])

    def confirmed_way(self, person: Any, *, tries: int = 20, **options: Any) -> Path | None:
        """The cheapest of up to `tries` ways of the rules at whose end the model itself decides otherwise."""
        ways = self.recourse(person, top=tries, **options)
        return next((path for path, held in zip(ways.paths, self.confirm(person, ways)) if held), None)

    def validity(self, people: Any, **options: Any) -> Validity:
        """Asks for a way for everybody whom the model and the rules decide against, and the model about each end."""
        frame = self._like.frame(people)
        against = [word == self._undesired for word in _words(self._asked(self._like.own(people)))]
        answers = self.model.batch(frame, form="json", columns="only", **options)
        rows, ends = 0, []
        for row, held, text in zip(_records(frame), against, answers["cogs_answer"]):
            answer = _loads(text) if held and text else {}
            rows += answer.get("status") in ("found", "none", "gave_up")
            if answer.get("paths"):
                ends.append({**row, **self._end(_path(answer["paths"][0]))})
        return Validity(rows, len(ends), sum(self._otherwise(ends)))

    def _end(self, path: Path) -> dict[str, Any]:
        """The values at the end of a way, by the names of columns."""
        return {self._columns[name]: value for name, value in path.end.items()}

    def _otherwise(self, rows: list[dict[str, Any]]) -> list[bool]:
        if not rows:
            return []
        return [word != self._undesired for word in _words(self._asked(self._like.rows(rows)))]

    def __repr__(self) -> str:
        return f"{self.rules!r}\nagrees with the model on {self.fidelity}"


class _Like:
    """Rows in the form that a model was given them in, from values as cogs has them."""

    def __init__(self, table: Any) -> None:
        self.kind = _tables.kind_of(table)
        if self.kind not in ("pandas", "polars", "numpy", "rows", "pyarrow"):
            raise TypeError(f"X is a frame of pandas, polars or pyarrow, an array, or a dict of columns, not {type(table).__name__}")
        frame = self.frame(table)
        if len(set(map(str, frame.columns))) < len(frame.columns):
            raise _errors.InputError("X: two columns have the same name")
        self.names = [str(name) for name in frame.columns]
        self._empty = table[:0] if self.kind in ("pandas", "polars", "numpy") else None
        self._dtypes = dict(zip(self.names, frame.dtypes))
        # What stands for a text: True for "true", 3 for "3" where numbers are names.
        self._values: dict[str, dict[str, Any]] = {}
        for name, dtype in self._dtypes.items():
            if not _is_number(dtype):
                found = frame.iloc[:, self.names.index(name)].dropna().unique()
                self._values[name] = {_word(value): value for value in found}

    def frame(self, table: Any) -> Any:
        """As a frame of pandas, which cogs and what follows read."""
        import pandas as pd

        kind = _tables.kind_of(table)
        if kind == "pandas":
            return table
        if kind == "numpy" and table.dtype.names is None:
            if table.ndim != 2:
                raise TypeError("X is an array with rows and columns")
            return pd.DataFrame(table, columns=[f"x{i}" for i in range(table.shape[1])])
        return table.to_pandas() if hasattr(table, "to_pandas") else pd.DataFrame(table)

    def own(self, people: Any) -> Any:
        """A table of people as the model takes it."""
        if _tables.kind_of(people) == self.kind:
            return people
        return self.rows(_records(self.frame(people)))

    def all_fields(self, person: Any) -> dict[str, Any]:
        from ._people import fields_of

        if type(person).__module__.partition(".")[0] == "numpy" and getattr(person, "ndim", 0) == 1:
            return dict(zip(self.names, person.tolist()))
        return fields_of(person)[0]

    def fields(self, person: Any) -> Any:
        if type(person).__module__.partition(".")[0] == "numpy":
            return self.all_fields(person)
        return person

    def rows(self, rows: Sequence[Mapping[str, Any]]) -> Any:
        import pandas as pd

        columns: dict[str, list[Any]] = {}
        for name in self.names:
            known = self._values.get(name)
            if any(name not in row for row in rows):
                raise _errors.InputError(f"the model is to be asked, and the person lacks '{name}'")
            values = [row[name] for row in rows]
            columns[name] = values if known is None else [known.get(_word(v), v) for v in values]
        if self.kind == "polars":
            import polars

            return polars.DataFrame(columns, schema=self._empty.schema, strict=False)  # type: ignore[union-attr]
        frame = pd.DataFrame(columns)
        for name, dtype in self._dtypes.items():
            frame[name] = _cast(frame[name], dtype)
        if self.kind == "numpy":
            return frame.to_numpy(dtype=self._empty.dtype)  # type: ignore[union-attr]
        if self.kind == "pandas":
            frame.columns = self._empty.columns  # type: ignore[union-attr]
        elif self.kind == "pyarrow":
            import pyarrow

            return pyarrow.Table.from_pandas(frame, preserve_index=False)
        return frame


def _is_number(dtype: Any) -> bool:
    return getattr(dtype, "kind", "O") in "iuf"


def _cast(column: Any, dtype: Any) -> Any:
    """A way may end between the whole numbers of a column; it is asked about as it is."""
    try:
        return column.astype(dtype)
    except (TypeError, ValueError):
        return column


def _word(value: Any) -> str:
    """A decision or a category as cogs writes it."""
    plain = value.item() if hasattr(value, "item") else value
    return ("true" if plain else "false") if isinstance(plain, bool) else str(plain).strip()


def _words(decisions: Any) -> list[str]:
    values = decisions.tolist() if hasattr(decisions, "tolist") else list(decisions)
    if values and isinstance(values[0], (list, tuple)):
        if len(values[0]) != 1:
            raise _errors.OptionsError("the model gives several numbers a row; give a function that decides: "
                                       "lambda X: model.predict_proba(X)[:, 1] >= 0.5")  # fmt: skip
        values = [value[0] for value in values]
    return [_word(value) for value in values]


def _records(frame: Any) -> list[dict[str, Any]]:
    return [dict(zip(map(str, frame.columns), row)) for row in frame.itertuples(index=False, name=None)]


def _wilson(agree: int, rows: int) -> tuple[float, float]:
    if rows == 0:
        return 0.0, 1.0
    z = 1.959963984540054
    middle, spread = agree + z * z / 2, z * math.sqrt(agree * (rows - agree) / rows + z * z / 4)
    return (middle - spread) / (rows + z * z), (middle + spread) / (rows + z * z)


def _fidelity(test: Mapping[str, Any], undesired: str) -> Fidelity:
    by_label: Mapping[str, Mapping[str, int]] = test["confusion"]
    rows = sum(sum(said.values()) for said in by_label.values())
    agree = sum(said.get(label, 0) for label, said in by_label.items())
    most = max(sum(said.values()) for said in by_label.values())
    held = by_label.get(undesired, {})
    return Fidelity(rows, agree, *_wilson(agree, rows), most / rows, sum(held.values()), held.get(undesired, 0))


def surrogate(
    fitted: Any, X: Any, *, undesired: Any, holdout: float = 0.25, label: str = "decision", seed: int = 0, **options: Any
) -> Surrogate:  # fmt: skip
    """Rules that say what a black box says, for models that `import_model` cannot take: a network, an ensemble of
    several libraries, a service. The way of MC3G: asked about the rows of `X`, the box gives the decisions that rules are
    learned from. No labels are needed.

    fitted: has `predict`, or is a function of a table such as X that gives one decision a row. undesired: the decision that
    people want to get away from; all others are taken together. holdout: the share of rows on which agreement is measured.
    Other options are those of `learn`: features={"fixed": ["age"]}, ignore=["id"], prune=False.

    >>> import cogs, pandas as pd
    >>> X = pd.DataFrame({"income": range(200), "debt": [7 * i % 50 for i in range(200)]})
    >>> box = lambda rows: ["yes" if i > 80 + d else "no" for i, d in zip(rows["income"], rows["debt"])]
    >>> found = cogs.surrogate(box, X, undesired="no")
    >>> found.fidelity.share > 0.85
    True
    >>> person = {"income": 20, "debt": 30}
    >>> way = found.recourse(person)
    >>> found.confirm(person, way) in ([True], [False])      # the box has the last word
    True
    """
    asked = fitted.predict if hasattr(fitted, "predict") else fitted
    if not callable(asked):
        raise TypeError(f"{type(fitted).__name__} has no predict and is no function")
    like = _Like(X)
    frame = like.frame(X)
    unwanted = _word(undesired)
    decisions = _words(asked(X))
    if len(decisions) != len(frame):
        raise _errors.InputError(f"X: the model gives {len(decisions)} decisions for {len(frame)} rows")
    classes = sorted(set(decisions))
    if unwanted not in classes:
        shown = ", ".join(classes[:8])
        raise _errors.OptionsError(f"the model never decides {undesired!r} about these rows; it says {shown}")
    if len(classes) == 1:
        raise _errors.OptionsError(f"the model decides {undesired!r} about every row: there is nothing to learn")
    if len(classes) > 2:
        other = f"not {unwanted}"
        decisions = [word if word == unwanted else other for word in decisions]
    while label.lower() in {name.lower() for name in like.names}:
        label += "_"
    table = frame.copy(deep=False)
    table.columns = like.names
    table[label] = decisions
    options["categorical"] = [*options.get("categorical", ()), label]
    # What the model was given counts, also where it looks like an identifier.
    ignored = set(_options.names(options.get("ignore") or []))
    options.setdefault("use", [name for name in like.names if name not in ignored])
    learned = learn(table, label=label, undesired=unwanted, holdout=holdout, seed=seed, **options)
    test = learned.test
    assert test is not None
    fidelity = _fidelity(test, unwanted)
    name = type(fitted).__name__ if hasattr(fitted, "predict") else "a function"
    said = f"% In the place of {name}: these rules were learned from its decisions, and agree with it on\n% {fidelity}.\n"
    model = Model.parse(said + learned.model.text, learned.model.name)
    if fidelity.low <= fidelity.majority:
        _tables.warn([{"message": f"the rules agree with the model on {fidelity}: not clearly better than one answer for everybody",
                       "help": "more rows, or prune=False"}])  # fmt: skip
    return Surrogate(learned, model, fidelity, asked, like, unwanted)
