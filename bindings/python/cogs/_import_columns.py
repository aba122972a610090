# SPDX-License-Identifier: Apache-2.0
"""Tests on prepared columns as tests on the features that people have.

What prepares the columns (scalers, encoders, imputers, bins) is asked, never imitated: the place where a test on a
scaled number changes is found by halving over all doubles between two numbers, so that rounding is as in the pipeline.
"""

from __future__ import annotations

from typing import Any, Callable

from ._errors import OptionsError
from ._import_draft import Draft, Test

# One feature in, or each output from one feature; what they do to a number never turns back.
_KNOWN = {
    "StandardScaler", "MinMaxScaler", "MaxAbsScaler", "RobustScaler", "PowerTransformer", "QuantileTransformer",
    "KBinsDiscretizer", "OneHotEncoder", "OrdinalEncoder", "TargetEncoder", "SimpleImputer", "Binarizer", "MissingIndicator",
    "VarianceThreshold", "SelectKBest", "SelectPercentile", "SelectFromModel", "ColumnTransformer", "Pipeline",
    "FeatureUnion", "FunctionTransformer",
}  # fmt: skip
_FAR = 1e30  # no feature is beyond it, and its square fits a double


def check_steps(step: Any) -> None:
    """Refuses, by name, what does something else."""
    name = type(step).__name__
    if isinstance(step, str) or step is None:
        return
    if name not in _KNOWN:
        raise OptionsError(f"{name} cannot be taken: its columns are not functions of one feature each that are known to "
                           "grow; known are " + ", ".join(sorted(_KNOWN)))  # fmt: skip
    if name == "FunctionTransformer" and getattr(step.func, "__name__", "identity") not in (
        "identity", "log", "log1p", "log2", "log10", "sqrt", "exp", "expm1", "cbrt", "arcsinh", "check_array",
    ) and step.func is not None:  # fmt: skip
        raise OptionsError(f"FunctionTransformer with {getattr(step.func, '__name__', step.func)!r} cannot be taken")
    for _, inner, *_ in getattr(step, "transformers_", None) or getattr(step, "steps", None) or getattr(
        step, "transformer_list", []
    ):
        check_steps(inner)


def _keys(values: Any) -> Any:
    """Doubles as integers of the same order."""
    import numpy as np

    bits = np.asarray(values, dtype=np.float64).view(np.int64)
    return np.where(bits >= 0, bits, np.iinfo(np.int64).min - bits)


def _doubles(keys: Any) -> Any:
    import numpy as np

    return np.where(keys >= 0, keys, np.iinfo(np.int64).min - keys).astype(np.int64).view(np.float64)


class Columns:
    """The features of a frame, and how the columns that a model sees come from them."""

    def __init__(self, frame: Any, prepare: Callable[[Any], Any] | None, categories: frozenset[str] = frozenset()) -> None:
        import numpy as np
        import pandas as pd

        self.frame, self.prepare = frame, prepare
        self.names = [str(name) for name in frame.columns]
        self.values: dict[int, list[Any]] = {}  # of features that are categories
        base = {}
        for c, name in enumerate(frame.columns):
            column = frame[name]
            known = column.dropna()
            if len(known) == 0:
                raise OptionsError(f"the column '{name}' has no value")
            base[name] = known.iloc[0]
            if str(name) in categories or not pd.api.types.is_numeric_dtype(column) or column.dtype == bool:
                seen = list(column.cat.categories) if isinstance(column.dtype, pd.CategoricalDtype) else []
                self.values[c] = seen + [value for value in sorted(known.unique(), key=str) if value not in seen]
        self._base = base
        self._owner: dict[int, int | None] = {}
        if prepare is not None:
            self._find_owners(np)

    def probe(self, c: int, values: list[Any] | Any) -> Any:
        """What the model sees where feature c has these values, and the others what somebody has."""
        import numpy as np
        import pandas as pd

        assert self.prepare is not None
        names = list(self.frame.columns)
        data = {}
        for i, name in enumerate(names):
            column = values if i == c else [self._base[name]] * len(values)
            dtype = self.frame[name].dtype
            if isinstance(dtype, pd.CategoricalDtype):
                data[name] = pd.Series(pd.Categorical(column, categories=dtype.categories, ordered=dtype.ordered))
            elif i in self.values:
                data[name] = self._texts(list(column), dtype)
            else:
                data[name] = pd.Series(np.asarray(column, dtype=np.float64 if i == c else dtype))
        out = self.prepare(pd.DataFrame(data))
        if hasattr(out, "toarray"):
            out = out.toarray()
        return np.asarray(out, dtype=np.float64)

    @staticmethod
    def _texts(values: list[Any], dtype: Any) -> Any:
        """A column as the frame has it, where that can hold the values: encoders tell kinds of missing apart."""
        import pandas as pd

        try:
            return pd.Series(values, dtype=dtype)
        except (TypeError, ValueError):
            return pd.Series(values, dtype=object)

    def _probes(self, c: int) -> list[Any]:
        import numpy as np

        if c in self.values:
            return list(self.values[c])
        seen = self.frame.iloc[:, c].dropna().to_numpy(dtype=np.float64)
        return [-_FAR, *np.unique(np.quantile(seen, np.linspace(0, 1, 60), method="nearest")).tolist(), _FAR]

    def _missing(self, c: int) -> Any | None:
        """What the model sees where feature c is missing; None where it takes no such thing."""
        try:
            return self.probe(c, [float("nan")])[0]
        except Exception:
            return None

    def _unknown(self, c: int) -> Any | None:
        import pandas as pd

        if isinstance(self.frame.dtypes.iloc[c], pd.CategoricalDtype):
            return self._missing(c)  # which is what pandas makes of it
        try:
            return self.probe(c, ["\x00 nobody has this"])[0]
        except Exception:
            return None

    def _find_owners(self, np: Any) -> None:
        for c in range(len(self.names)):
            seen = self.probe(c, self._probes(c))
            more = [row for row in (self._missing(c), self._unknown(c) if c in self.values else None) if row is not None]
            seen = np.vstack([seen, *more])
            same = (seen == seen[0]) | (np.isnan(seen) & np.isnan(seen[0]))
            for j in np.flatnonzero(~same.all(axis=0)).tolist():
                if self._owner.setdefault(j, c) != c:
                    raise OptionsError(f"column {j} of the prepared data mixes the features '{self.names[self._owner[j] or 0]}' "
                                       f"and '{self.names[c]}'")  # fmt: skip

    def owner(self, j: int) -> int | None:
        return j if self.prepare is None else self._owner.get(j)


class Remapped:
    """A draft with the tests of its trees on features: what score.json holds."""

    def __init__(self, draft: Draft, columns: Columns) -> None:
        self.draft, self.columns = draft, columns
        self.sets: list[list[int]] = []
        self._set_index: dict[tuple[int, ...], int] = {}
        self._cuts: dict[tuple[Any, ...], Any] = {}
        self._missing: dict[int, Any] = {}
        if columns.prepare is not None:
            self._find_cuts()

    # A test, as far as features go, is its column, kind and number.
    @staticmethod
    def _key(test: Test) -> tuple[Any, ...]:
        return test.column, test.kind, test.threshold, test.members, test.missing

    def _seen(self, values: Any) -> Any:
        import numpy as np

        if not self.draft.float32:
            return values
        with np.errstate(over="ignore"):
            return np.asarray(values, dtype=np.float32).astype(np.float64)

    def _missing_row(self, c: int) -> Any:
        if c not in self._missing:
            self._missing[c] = self.columns._missing(c)
        return self._missing[c]

    def _find_cuts(self) -> None:
        """For each test on a number: where its outcome changes, as (the first outcome, cuts, that of missing)."""
        import numpy as np

        by_feature: dict[int, dict[tuple[Any, ...], Test]] = {}
        for test in self.draft.tests():
            c = self.columns.owner(test.column)
            if c is not None and c not in self.columns.values:
                by_feature.setdefault(c, {})[self._key(test)] = test
        for c, found in by_feature.items():
            tests = list(found.values())
            which = np.array([test.column for test in tests])
            rows = np.arange(len(tests))
            sample = self.columns._probes(c)
            seen = self._seen(self.columns.probe(c, sample))
            table = np.array([test.holds(seen[:, test.column]) for test in tests], dtype=bool)  # tests x probes
            changes = (table[:, 1:] != table[:, :-1]).sum(axis=1)
            if (changes > 1).any():
                self._find_cells(c, found)
                continue

            def holds(values: Any, c: int = c, tests: list[Test] = tests, which: Any = which, rows: Any = rows) -> Any:
                numbers = self._seen(self.columns.probe(c, values))[rows, which]
                return np.array([bool(test.holds(number)) for test, number in zip(tests, numbers)])

            low: Any = np.full(len(tests), _keys(np.float64(-_FAR)), dtype=np.int64)
            high: Any = np.full(len(tests), _keys(np.float64(_FAR)), dtype=np.int64)
            first = table[:, 0]
            while (low + 1 < high).any():
                middle = (low & high) + ((low ^ high) >> 1)  # their mean, which does not overflow
                same = holds(_doubles(middle)) == first
                low, high = np.where(same, middle, low), np.where(same, high, middle)
            last = _doubles(low)
            for i, test in enumerate(tests):
                cuts = [float(last[i])] if changes[i] == 1 else []
                self._cuts[self._key(test)] = (bool(first[i]), [(cut, True) for cut in cuts])

    def _find_cells(self, c: int, found: dict[tuple[Any, ...], Test]) -> None:
        """Columns that go up and down again: those of bins, whose ends are where they change."""
        import numpy as np

        ends = sorted(_bin_ends(self.columns))
        if not ends:
            raise OptionsError(f"what becomes of the feature '{self.columns.names[c]}' goes up and down, and is no bin")
        places = [-_FAR, *ends]
        before = [float(np.nextafter(end, -np.inf)) for end in ends]
        at, just_before = (self._seen(self.columns.probe(c, values)) for values in (places, before))
        sample = self.columns._probes(c)
        seen = self._seen(self.columns.probe(c, sample))
        cell = np.searchsorted(ends, sample, side="right")
        for key, test in found.items():
            holds = test.holds(at[:, test.column])
            if (test.holds(just_before[:, test.column]) != holds[:-1]).any() or (
                test.holds(seen[:, test.column]) != holds[cell]
            ).any():
                raise OptionsError(f"the bins of the feature '{self.columns.names[c]}' come behind another step; "
                                   "put them first")  # fmt: skip
            cuts = [(ends[i], False) for i in range(len(ends)) if holds[i] != holds[i + 1]]
            self._cuts[key] = (bool(holds[0]), cuts)

    def _set(self, codes: list[int]) -> int:
        key = tuple(codes)
        if key not in self._set_index:
            self._set_index[key] = len(self.sets)
            self.sets.append(codes)
        return self._set_index[key]

    def _category_table(self, c: int) -> tuple[Any, Any, Any]:
        if ("table", c) not in self._cuts:
            columns = self.columns
            seen = self._seen(columns.probe(c, columns.values[c]))
            unknown = columns._unknown(c)
            missing = self._missing_row(c)
            self._cuts[("table", c)] = (seen, unknown, missing)
        return self._cuts[("table", c)]  # type: ignore[no-any-return]

    # Rows of (test, column, value, yes, no, missing, unknown); children are given as trees.
    def tree(self, root: Any) -> dict[str, list[Any]]:
        out: dict[str, list[Any]] = {"test": [], "column": [], "value": [], "yes": [], "no": [], "missing": [], "unknown": []}
        places = [root]
        at = 0
        while at < len(places):
            node = self._resolved(places[at])
            if isinstance(node, float):
                row: tuple[Any, ...] = (0, 0, node, 0, 0, 0, 0)
            else:
                kind, column, value, missing, unknown, yes, no = node
                row = (kind, column, value, len(places), len(places) + 1, int(missing), int(unknown))
                places += [yes, no]
            for name, entry in zip(out, row):
                out[name].append(entry)
            at += 1
        return out

    def _resolved(self, node: Any) -> Any:
        """A number, or (kind, column, value, missing, unknown, yes, no)."""
        while isinstance(node, Test):
            c = self.columns.owner(node.column)
            if c is None:  # the same for everybody
                import numpy as np

                seen = self._seen(self.columns.probe(0, [self.columns._probes(0)[0]]))[0, node.column]
                node = node.yes if bool(node.holds(np.array([seen]))[0]) else node.no
                continue
            if c in self.columns.values:
                return self._on_category(node, c)
            if self.columns.prepare is None:
                kind = {"<": 1, "<=": 2, ">": 3}[node.kind]
                return kind, c, node.threshold, node.missing, False, node.yes, node.no
            first, cuts = self._cuts[self._key(node)]
            missing_row = self._missing_row(c)
            missing = first if missing_row is None else bool(node.holds(self._seen(missing_row)[node.column]))
            return self._pieces(c, first, cuts, missing, node)
        return node if isinstance(node, tuple) else float(node)

    def _pieces(self, c: int, first: bool, cuts: list[tuple[float, bool]], missing: bool, node: Test) -> Any:
        below, above = (node.yes, node.no) if first else (node.no, node.yes)
        if not cuts:
            if missing == first:
                return self._resolved(below)
            return 1, c, float("-inf"), True, False, above, below  # nothing but missing passes
        (cut, closed), *more = cuts
        rest: Any = above
        if more:
            rest = self._pieces(c, not first, more, missing, node)
        # The chain is left at its first test by those below the cut, and by missing where it goes the same way.
        return 2 if closed else 1, c, cut, missing == first, False, below, rest

    def _on_category(self, node: Test, c: int) -> Any:
        import numpy as np

        columns = self.columns
        if columns.prepare is None:
            raise OptionsError(f"the feature '{columns.names[c]}' has texts, and the model takes numbers")
        seen, unknown, missing = self._category_table(c)
        holds = node.holds(seen[:, node.column])
        other = False if unknown is None else bool(node.holds(np.array([self._seen(unknown)[node.column]]))[0])
        lost = other if missing is None else bool(node.holds(np.array([self._seen(missing)[node.column]]))[0])
        return 4, c, self._set(np.flatnonzero(holds).tolist()), lost, other, node.yes, node.no

    def linear_trees(self) -> tuple[list[tuple[int, dict[str, Any]]], list[dict[str, Any]]]:
        """What the linear terms come to: trees on categories, bins and few whole numbers, else terms."""
        trees: list[tuple[int, dict[str, Any]]] = []
        terms: list[dict[str, Any]] = []
        for output, j, weight in self.draft.linear:
            c = self.columns.owner(j)
            if c is None:
                constant = self._seen(self.columns.probe(0, [self.columns._probes(0)[0]]))[0, j]
                self.draft.outputs[output] += weight * float(constant)
                continue
            if c in self.columns.values:
                seen, unknown, missing = self._category_table(c)
                trees.append((output, self._steps_of_category(c, seen[:, j], unknown, missing, j, weight)))
                continue
            trees_or_term = self._number_term(c, j, weight)
            if trees_or_term is None:
                terms.append({"column": c, "output": output, "coefficient": weight})
            else:
                trees.append((output, trees_or_term))
        return trees, terms

    def _steps_of_category(self, c: int, seen: Any, unknown: Any, missing: Any, j: int, weight: float) -> dict[str, Any]:
        by_value: dict[float, list[int]] = {}
        for code, value in enumerate(seen.tolist()):
            by_value.setdefault(value, []).append(code)
        other = 0.0 if unknown is None else weight * float(unknown[j])
        lost = other if missing is None or missing[j] != missing[j] else weight * float(missing[j])
        tree: Any = other
        for value, codes in by_value.items():
            tree = (4, c, self._set(codes), False, False, weight * value, tree)
        return self.tree((4, c, self._set([]), True, False, lost, tree))

    def _number_term(self, c: int, j: int, weight: float) -> dict[str, Any] | None:
        import numpy as np

        if self.columns.prepare is None:
            return self._few_numbers(c, lambda values: np.asarray(values, dtype=np.float64), weight, None)
        missing = self._missing_row(c)
        # Where missing stays missing, the estimator takes none of it.
        lost = None if missing is None or np.isnan(missing[j]) else weight * float(missing[j])
        ends = sorted(_bin_ends(self.columns))
        sample = self.columns._probes(c)
        seen = self.columns.probe(c, sample)[:, j]
        if ends:
            at = self.columns.probe(c, [-_FAR, *ends])[:, j]
            if (seen == at[np.searchsorted(ends, sample, side="right")]).all():
                return self._steps_of_number(c, [(end, False) for end in ends], (at * weight).tolist(), lost)
        if (seen == np.asarray(sample)).all() and (missing is None or np.isnan(missing[j])):
            return self._few_numbers(c, lambda values: np.asarray(values, dtype=np.float64), weight, lost)
        made = self._few_numbers(c, lambda values: self.columns.probe(c, values)[:, j], weight, lost)
        if made is None:
            raise OptionsError(f"'{self.columns.names[c]}' is a number of many digits that is scaled before it is weighted, "
                               "which is not taken; put bins (KBinsDiscretizer) on it, or weight it as it is")  # fmt: skip
        return made

    def _few_numbers(self, c: int, prepared: Callable[[Any], Any], weight: float, lost: float | None) -> dict[str, Any] | None:
        """Whole numbers of a range that can be listed: a step for each."""
        import numpy as np

        known = self.columns.frame.iloc[:, c].dropna().to_numpy(dtype=np.float64)
        if (known != np.floor(known)).any() or known.max() - known.min() > 1000:
            return None
        numbers = np.arange(known.min(), known.max() + 1)
        values = (prepared(numbers) * weight).tolist()
        return self._steps_of_number(c, [(float(n) + 0.5, False) for n in numbers[:-1]], values, lost)

    def _steps_of_number(self, c: int, cuts: list[tuple[float, bool]], values: list[float], lost: float | None) -> dict[str, Any]:
        def between(first: int, last: int) -> Any:
            if first == last:
                return float(values[first])
            middle = (first + last) // 2
            return (1, c, cuts[middle][0], False, False, between(first, middle), between(middle + 1, last))

        return self.tree((1, c, float("-inf"), True, False, 0.0 if lost is None else lost, between(0, len(values) - 1)))


def _bin_ends(columns: Columns) -> set[float]:
    """The ends of all bins in what prepares the columns."""
    found: set[float] = set()

    def look(step: Any) -> None:
        if type(step).__name__ == "KBinsDiscretizer":
            for edges in step.bin_edges_:
                found.update(float(edge) for edge in edges[1:-1])
        for _, inner, *_ in getattr(step, "transformers_", None) or getattr(step, "steps", None) or getattr(
            step, "transformer_list", []
        ):
            look(inner)

    look(getattr(columns.prepare, "steps", None))
    return found
