# SPDX-License-Identifier: Apache-2.0
"""FOLD-SE as an estimator of scikit-learn, and its decision trees as models."""

from __future__ import annotations

import csv
import decimal
import io
import math
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _core
from ._answers import Recourse, Rules
from ._errors import CogsWarning
from ._model import Model, learn


def _texts(values: Any) -> list[str]:
    """Classes as texts that tell them apart."""
    texts = [str(v.item() if hasattr(v, "item") else v).strip() for v in values]
    plain = all(texts) and not {"?", "NA", "N/A", "NaN", "nan", "NULL", "null"} & set(texts)
    if len(set(texts)) < len(texts) or not plain:
        return [f"class{i}" for i in range(len(texts))]
    return texts


class FoldSEClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A few rules with exceptions, learned by FOLD-SE.

    Columns may be numbers or texts, and may have gaps. `undesired` is the class that people want to get away from
    (the first one); `model_` answers what they would have to change.

    >>> import numpy as np
    >>> from cogs.sklearn import FoldSEClassifier
    >>> X = np.array([[1.0], [2.0], [8.0], [9.0]] * 10)
    >>> clf = FoldSEClassifier().fit(X, ["no", "no", "yes", "yes"] * 10)
    >>> clf.predict([[1.5], [8.5]])
    array(['no', 'yes'], dtype='<U3')
    """

    model_: Model | None
    rules_: Rules
    classes_: Any
    complexity_: int
    train_: Any

    def __init__(self, *, ratio: float = 0.5, tail: float = 0.005, prune: bool = True, undesired: Any = None,
                 class_weight: Any = None, random_state: Any = 0, n_jobs: int | None = None) -> None:  # fmt: skip
        self.ratio = ratio
        self.tail = tail
        self.prune = prune
        self.undesired = undesired
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    # ---- Columns

    def _checked(self, X: Any, y: Any = None) -> Any:
        reset = y is not None
        kinds = [str(t) for t in X.dtypes] if hasattr(X, "iloc") else None
        if kinds is not None and any(k in ("object", "category", "string", "str", "bool") for k in kinds):
            # Texts: what scikit-learn checks about numbers does not apply.
            from sklearn.utils.validation import _check_feature_names, _check_n_features

            _check_feature_names(self, X, reset=reset)
            _check_n_features(self, X, reset=reset)
            for name in X.columns:
                if X[name].dtype.kind == "f" and np.isinf(X[name].to_numpy()).any():
                    raise ValueError(f"Input X contains infinity, in the column '{name}'")
            return X
        return validate_data(self, X, reset=reset, dtype=None, ensure_all_finite="allow-nan", accept_sparse=False)

    def _columns(self, X: Any) -> dict[str, Any]:
        if hasattr(X, "iloc"):
            columns = {name: X.iloc[:, i] for i, name in enumerate(self._names)}
            return {k: (v.to_list() if v.dtype.kind not in "iuf" else v.to_numpy()) for k, v in columns.items()}
        return {name: X[:, i] for i, name in enumerate(self._names)}

    @staticmethod
    def _stream(columns: dict[str, Any]) -> Any:
        from ._tables import _add_array

        out = _core.Columns("X")
        for name, values in columns.items():
            if isinstance(values, np.ndarray) and values.dtype.kind in "iufb":
                _add_array(out, name, np.ascontiguousarray(values))
            else:
                out.objects(name, list(values))
        return _Rows(out)

    # ---- The estimator

    def fit(self, X: Any, y: Any) -> FoldSEClassifier:
        if y is None:
            raise ValueError("This FoldSEClassifier estimator requires y to be passed, but the target y is None.")
        from sklearn.utils.validation import column_or_1d

        X = self._checked(X, y)
        y = column_or_1d(y, warn=True)
        check_classification_targets(y)
        rows = X.shape[0]
        if len(y) != rows:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: [{rows}, {len(y)}]")
        self.classes_, places = np.unique(y, return_inverse=True)
        texts = _texts(self.classes_)
        self._names = [str(n) for n in getattr(self, "feature_names_in_", [f"x{i}" for i in range(X.shape[1])])]
        self._by_text = {text: i for i, text in enumerate(texts)}
        first = 0
        if self.undesired is not None:
            found = np.flatnonzero(self.classes_ == self.undesired)
            if len(found) == 0:
                raise ValueError(f"undesired={self.undesired!r} is no class: {list(self.classes_)}")
            first = int(found[0])
        self._default = int(np.bincount(places).argmax())
        self._proba: Any = None
        if len(self.classes_) == 1 or rows < 2:
            self.model_, self.rules_, self.train_, self.complexity_ = None, Rules(), None, 0
            return self
        columns = self._columns(X)
        label = "label"
        while label.lower() in {n.lower() for n in self._names}:
            label += "_"
        table = {**columns, label: [texts[i] for i in places]}
        seed = int(check_random_state(self.random_state).randint(0, 2**31 - 1)) if self.random_state is not None else 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CogsWarning)
            learned = learn(
                self._stream(table), label=label, undesired=texts[first], ratio=self.ratio, tail=self.tail,
                prune=self.prune, class_weight=self._weights(places, texts), seed=seed, threads=self._threads(),
                use=self._names, categorical=[label], name="X",
            )  # fmt: skip
        self.model_ = self._with_reals(learned.model, columns)
        self.rules_ = learned.rules
        self.train_ = learned.train
        self.complexity_ = int(learned.to_dict()["literal_count"])
        uncovered = [p is None for p in self._decisions(columns)]
        if any(uncovered):
            self._default = int(np.bincount(places[np.array(uncovered)]).argmax())
        predicted = self._places(columns)
        if self._weights_say_one_class(predicted, places, texts):
            self.model_, self.rules_, self.train_, self.complexity_ = None, Rules(), None, 0
            predicted = self._places(columns)
        self._set_shares(predicted, places)
        return self

    def _weights_say_one_class(self, predicted: Any, places: Any, texts: list[str]) -> bool:
        """Whether rules gain less than `tail` of the weight of all rows over always saying one class."""
        by_text = self._weights(places, texts)
        if by_text is None:
            return False
        of_class = np.array([by_text.get(t, 1.0) for t in texts])
        weights = of_class[places]
        by_class = np.bincount(places, weights, minlength=len(texts))
        best = int(by_class.argmax())
        gain = weights[predicted == places].sum() - by_class[best]
        if gain > self.tail * weights.sum():
            return False
        self._default = best
        return True

    def _threads(self) -> int:
        return 0 if self.n_jobs is not None and self.n_jobs < 0 else int(self.n_jobs or 1)

    def _weights(self, places: Any, texts: list[str]) -> dict[str, float] | None:
        if self.class_weight is None:
            return None
        if self.class_weight == "balanced":
            counts = np.bincount(places, minlength=len(texts))
            return {t: len(places) / (len(texts) * max(1, int(n))) for t, n in zip(texts, counts)}
        by_class = dict(self.class_weight)
        return {t: float(by_class[c]) for t, c in zip(texts, self.classes_) if by_class.get(c, 0) > 0}

    def _with_reals(self, model: Model, columns: dict[str, Any]) -> Model:
        """A column of floats is one of real numbers, also where all of them happen to be whole."""
        floats = {n.lower() for n, v in columns.items() if isinstance(v, np.ndarray) and v.dtype.kind == "f"}
        rows = list(csv.DictReader(io.StringIO(model.feature_sheet())))
        changed = False
        for row in rows:
            if (row["label"] or row["feature"]).lower() in floats or row["feature"].lower() in floats:
                if row["domain"].startswith("integer"):
                    row["domain"] = "real" + row["domain"].removeprefix("integer")
                    changed = True
        if not changed:
            return model
        sheet = io.StringIO()
        writer = csv.DictWriter(sheet, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return model.with_features(sheet=sheet.getvalue())

    def _decisions(self, columns: dict[str, Any]) -> list[Any]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CogsWarning)
            assert self.model_ is not None
            found: list[Any] = self.model_.predict(self._stream(columns), strict=False, threads=self._threads())
        return found

    def _places(self, columns: dict[str, Any]) -> Any:
        if self.model_ is None:
            rows = len(next(iter(columns.values())))
            return np.full(rows, self._default)
        return np.array([self._by_text.get(d, self._default) for d in self._decisions(columns)], dtype=int)

    def _set_shares(self, predicted: Any, actual: Any) -> None:
        """By predicted class: the shares of the classes among the training rows, with one more of each."""
        count = len(self.classes_)
        shares = np.ones((count, count))
        np.add.at(shares, (predicted, actual), 1)
        shares /= shares.sum(axis=1, keepdims=True)
        for i in range(count):  # the prediction is the most probable class
            best = int(shares[i].argmax())
            if best != i:
                shares[i, [i, best]] = shares[i, [best, i]]
            if (shares[i] == shares[i, i]).sum() > 1:
                shares[i, i] += 1e-6
                shares[i] /= shares[i].sum()
        self._proba = shares

    def predict(self, X: Any) -> Any:
        check_is_fitted(self, "classes_")
        X = self._checked(X)
        return self.classes_[self._places(self._columns(X))]

    def predict_proba(self, X: Any) -> Any:
        """The shares of the classes among training rows with the same prediction, by Laplace's rule."""
        check_is_fitted(self, "classes_")
        X = self._checked(X)
        places = self._places(self._columns(X))
        if self._proba is None:
            return np.ones((len(places), 1))
        return self._proba[places]

    def visualize(self) -> Any:
        """The rules as a frame."""
        from ._tables import frame_of

        check_is_fitted(self, "classes_")
        return frame_of([{"rule": r} for r in self.rules_], None, ["rule"])

    def recourse(self, person: Any, **options: Any) -> Recourse:
        """What somebody would have to change to get away from the undesired class."""
        check_is_fitted(self, "classes_")
        if self.model_ is None:
            raise ValueError("all rows had the same class, so there is nothing to change")
        return self.model_.recourse(person, **options)


class _Rows:
    """Columns as a table, once."""

    def __init__(self, columns: Any) -> None:
        self._columns = columns

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._columns.stream()


CogsClassifier = FoldSEClassifier


# ---- Trees


def _border(threshold: float) -> tuple[float, float]:
    """The largest double x with float32(x) <= threshold, and the next one."""
    below = np.float32(threshold)
    if float(below) > threshold:
        below = np.nextafter(below, np.float32(-np.inf))
    above = np.nextafter(below, np.float32(np.inf))
    last = float(below)
    if math.isfinite(float(above)):
        last = (float(below) + float(above)) / 2  # exact: it has one bit more
        if below.view(np.uint32) % 2 != 0:  # a tie goes to the even one
            last = math.nextafter(last, -math.inf)
    return last, math.nextafter(last, math.inf)


def _decimal(number: float) -> str:
    """The shortest decimal that reads back, as tables have it: so doubles are on the same side of both."""
    text = repr(number)
    return text.removesuffix(".0") if "e" not in text else format(decimal.Decimal(text), "f")


def from_tree(clf: Any, *, feature_names: Any = None, undesired: Any, label: str = "decision") -> Model:
    """A decision tree of scikit-learn as a model that decides exactly as the tree does.

    scikit-learn compares single-precision numbers; the cuts of the rules are where their rounding changes.
    """
    tree = clf.tree_
    names = [str(n) for n in (feature_names if feature_names is not None else getattr(clf, "feature_names_in_", []))]
    if not names:
        names = [f"x{i}" for i in range(clf.n_features_in_)]
    if len(names) != clf.n_features_in_:
        raise ValueError(f"the tree has {clf.n_features_in_} features, feature_names {len(names)}")
    texts = _texts(clf.classes_)
    if undesired not in list(clf.classes_):
        raise ValueError(f"undesired={undesired!r} is no class: {list(clf.classes_)}")
    first = list(clf.classes_).index(undesired)

    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = [f"#feature {quoted(n)} : real -inf..inf." for n in names]
    lines.append(f"#undesired {quoted(label)}(X, {quoted(texts[first])}).")
    lines.append("")

    def walk(node: int, tests: dict[int, list[Any]]) -> None:
        if tree.children_left[node] < 0:
            winner = int(tree.value[node][0].argmax())
            if winner != first:
                return
            parts = []
            for feature, (low, high) in sorted(tests.items()):
                variable = f"N{feature}"
                parts.append(f"{quoted(names[feature])}(X, {variable})")
                # Both ends lie outside of what the leaf has, at doubles: whoever leaves it gets one of these, which is
                # still on the other side where programs round to doubles.
                if low is not None:
                    parts.append(f"{variable} > {_decimal(low)}")
                if high is not None:
                    parts.append(f"{variable} < {_decimal(high)}")
            body = " :- " + ", ".join(parts) if parts else ""
            lines.append(f"{quoted(label)}(X, {quoted(texts[first])}){body}.")
            return
        feature, (last, following) = int(tree.feature[node]), _border(float(tree.threshold[node]))
        low, high = tests.get(feature, [None, None])
        walk(tree.children_left[node], {**tests, feature: [low, following if high is None else min(following, high)]})
        walk(tree.children_right[node], {**tests, feature: [last if low is None else max(last, low), high]})

    walk(0, {})
    return Model.parse("\n".join(lines) + "\n", "tree")
