# SPDX-License-Identifier: Apache-2.0
"""Fitted estimators as trees over the columns that they are given.

A draft knows nothing of features yet: _import_columns turns its tests on numbers into tests on features.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

from ._errors import OptionsError

Outcome = Callable[[Any], Any]  # numbers -> whether the test holds; not asked for NaN


@dataclass
class Test:
    column: int
    kind: str  # "<", "<=", ">" with a threshold, or "in" with numbers
    threshold: float = 0.0
    members: frozenset[int] = frozenset()
    missing: bool = False  # whether NaN passes
    yes: Any = None  # Test or float
    no: Any = None

    def holds(self, values: Any) -> Any:
        """For an array of numbers, NaN included."""
        import numpy as np

        values = np.asarray(values, dtype=np.float64)
        with np.errstate(invalid="ignore"):
            if self.kind == "<":
                found = values < self.threshold
            elif self.kind == "<=":
                found = values <= self.threshold
            elif self.kind == ">":
                found = values > self.threshold
            else:
                found = np.isin(values, list(self.members))
        return np.where(np.isnan(values), self.missing, found)


@dataclass
class Draft:
    """Trees (Test or float, and the output that each is for) and linear terms."""

    outputs: list[float]  # bases
    sum: str = "float64"
    float32: bool = False  # numbers are rounded before they are tested
    in_order: bool = True
    weighted: bool = False
    divisor: float = 1.0
    link: str = "identity"
    classes: list[str] = field(default_factory=list)
    trees: list[tuple[int, Any]] = field(default_factory=list)
    linear: list[tuple[int, int, float]] = field(default_factory=list)  # output, column, coefficient
    prepare: Callable[[Any], Any] | None = None  # what the estimator does with its input first
    categorical: frozenset[int] = frozenset()  # columns of its input that are categories to it

    def tests(self) -> Iterator[Test]:
        for _, tree in self.trees:
            stack = [tree]
            while stack:
                node = stack.pop()
                if isinstance(node, Test):
                    yield node
                    stack += [node.yes, node.no]


def refuse(estimator: Any, what: str = "", instead: str = "") -> OptionsError:
    name = type(estimator).__name__
    return OptionsError(f"{name} cannot be taken exactly" + (f": {what}" if what else "") + (f"; {instead}" if instead else ""))


def down_to_float32(threshold: float) -> float:
    """float32(x) <= threshold just where float32(x) <= this, which is a float32."""
    import numpy as np

    near = np.float32(threshold)
    return float(near if float(near) <= threshold else np.nextafter(near, np.float32(-np.inf)))


def grown(tree: Any, value_of: Callable[[int], float]) -> Any:
    """A tree of scikit-learn from its arrays, children first."""
    left, right = tree.children_left.tolist(), tree.children_right.tolist()
    feature, threshold = tree.feature.tolist(), tree.threshold.tolist()
    missing = getattr(tree, "missing_go_to_left", None)
    made: list[Any] = [None] * len(left)
    for i in range(len(left) - 1, -1, -1):  # children come behind their parents
        if left[i] == -1:
            made[i] = value_of(i)
        else:
            made[i] = Test(feature[i], "<=", down_to_float32(threshold[i]), frozenset(),
                           bool(missing[i]) if missing is not None else False, made[left[i]], made[right[i]])  # fmt: skip
    return made[0]


def class_names(estimator: Any) -> list[str]:
    return [str(name) for name in getattr(estimator, "classes_", [])]


def of_trees(estimator: Any) -> Draft:
    """Decision trees and forests: the mean of the shares, or of the numbers, of all trees."""
    members = list(getattr(estimator, "estimators_", [estimator]))
    if getattr(estimator, "n_outputs_", 1) != 1:
        raise refuse(estimator, "it has several outputs", "import one model for each")
    classes = class_names(estimator)
    if len(classes) == 1:
        raise refuse(estimator, "it knows one class alone")
    draft = Draft([0.0] * (len(classes) if len(classes) > 2 else 1), float32=True, classes=classes,
                  link="probability" if classes else "identity", divisor=float(len(members)))  # fmt: skip
    for member in members:
        values = member.tree_.value
        if classes:
            values = values / values.sum(axis=2, keepdims=True) if (values.sum(axis=2) > 1.5).any() else values
        for output in range(len(draft.outputs)):
            which = (1 if len(classes) == 2 else output) if classes else 0
            draft.trees.append((output, grown(member.tree_, lambda i, w=which: float(values[i, 0, w]))))  # type: ignore[misc]
    return draft


def of_gradient_boosting(estimator: Any) -> Draft:
    import numpy as np

    start = estimator._raw_predict_init(np.zeros((1, estimator.n_features_in_), dtype=np.float32))[0]
    name = type(estimator.init_).__name__
    if name not in ("DummyClassifier", "DummyRegressor", "str"):
        raise refuse(estimator, f"it starts from the predictions of {name}", "fit it with init=None or init='zero'")
    classes = class_names(estimator)
    loss = type(estimator._loss).__name__
    if loss == "ExponentialLoss":
        raise refuse(estimator, "loss='exponential' has a link of its own", "fit it with loss='log_loss'")
    draft = Draft([float(value) for value in start], float32=True, weighted=True, classes=classes,
                  link="identity" if not classes else "logistic" if len(classes) == 2 else "softmax")  # fmt: skip
    rate = float(estimator.learning_rate)
    for stage in estimator.estimators_:
        for output, member in enumerate(stage):
            values = member.tree_.value
            draft.trees.append((output, grown(member.tree_, lambda i, v=values: rate * float(v[i, 0, 0]))))  # type: ignore[misc]
    return draft


def of_hist_gradient_boosting(estimator: Any) -> Draft:
    import numpy as np

    bases = np.asarray(estimator._baseline_prediction, dtype=np.float64).reshape(-1)
    classes = class_names(estimator)
    loss = type(estimator._loss).__name__
    link = "logistic" if len(classes) == 2 else "softmax" if classes else "identity"
    if not classes and loss in ("HalfPoissonLoss", "HalfGammaLoss"):
        link = "exponential"
    draft = Draft([float(value) for value in bases], classes=classes, link=link)
    draft.prepare = lambda rows: estimator._preprocess_X(rows, reset=False)
    known, place = estimator._bin_mapper.make_known_categories_bitsets()
    if estimator.is_categorical_ is not None:
        draft.categorical = frozenset(np.flatnonzero(estimator.is_categorical_).tolist())

    def codes(bits: Any) -> frozenset[int]:
        return frozenset(32 * word + bit for word in range(8) for bit in range(32) if int(bits[word]) >> bit & 1)

    for stage in estimator._predictors:
        for output, predictor in enumerate(stage):
            nodes = predictor.nodes
            made: list[Any] = [None] * len(nodes)
            for i in range(len(nodes) - 1, -1, -1):
                node = nodes[i]
                if node["is_leaf"]:
                    made[i] = float(node["value"])
                    continue
                j, left = int(node["feature_idx"]), bool(node["missing_go_to_left"])
                if node["is_categorical"]:
                    members = codes(predictor.raw_left_cat_bitsets[node["bitset_idx"]])
                    if left:  # so do categories that were never seen
                        members |= frozenset(range(256)) - codes(known[place[j]])
                    test = Test(j, "in", 0.0, members, left)
                else:
                    test = Test(j, "<=", float(node["num_threshold"]), frozenset(), left)
                test.yes, test.no = made[int(node["left"])], made[int(node["right"])]
                made[i] = test
            draft.trees.append((output, made[0]))
    return draft


def of_linear(estimator: Any) -> Draft:
    import numpy as np

    weights = np.atleast_2d(np.asarray(estimator.coef_, dtype=np.float64))
    bases = np.broadcast_to(np.atleast_1d(np.asarray(estimator.intercept_, dtype=np.float64)), (len(weights),))
    classes = class_names(estimator)
    link = "logistic" if len(classes) == 2 else "softmax" if classes else "identity"
    if classes and type(estimator).__name__ == "SGDClassifier" and estimator.loss != "log_loss":
        link = "sign" if len(classes) == 2 else "identity"
    draft = Draft([float(b) for b in bases], in_order=False, classes=classes, link=link)
    for output, row in enumerate(weights):
        draft.linear += [(output, j, float(w)) for j, w in enumerate(row) if w != 0.0]
    return draft


_READERS: dict[str, Callable[[Any], Draft]] = {
    **dict.fromkeys(["DecisionTreeClassifier", "DecisionTreeRegressor", "ExtraTreeClassifier", "ExtraTreeRegressor",
                     "RandomForestClassifier", "RandomForestRegressor", "ExtraTreesClassifier", "ExtraTreesRegressor"],
                    of_trees),
    **dict.fromkeys(["GradientBoostingClassifier", "GradientBoostingRegressor"], of_gradient_boosting),
    **dict.fromkeys(["HistGradientBoostingClassifier", "HistGradientBoostingRegressor"], of_hist_gradient_boosting),
    **dict.fromkeys(["LogisticRegression", "LogisticRegressionCV", "LinearRegression", "Ridge", "RidgeClassifier", "Lasso",
                     "ElasticNet", "SGDClassifier"], of_linear),
}  # fmt: skip


def draft_of(estimator: Any) -> Draft:
    reader = _READERS.get(type(estimator).__name__)
    if reader is None:
        raise refuse(estimator, "known are " + ", ".join(sorted(_READERS)) + ", and models of XGBoost, LightGBM, CatBoost "
                     "and interpret", "other models can be imitated by rules: cogs.learn on their predictions")  # fmt: skip
    return reader(estimator)


def raw_scores(estimator: Any, rows: Any) -> Any:
    """What scikit-learn gives before its link, in the order that the draft has."""
    name = type(estimator).__name__
    if name in ("LinearRegression", "Ridge", "Lasso", "ElasticNet") or name.endswith("Regressor"):
        raw = estimator._raw_predict(rows) if name.startswith("HistGradient") else estimator.predict(rows)
        return raw.reshape(rows.shape[0], -1)
    if hasattr(estimator, "decision_function"):
        return estimator.decision_function(rows).reshape(rows.shape[0], -1)
    shares = estimator.predict_proba(rows)
    return shares[:, 1:] if shares.shape[1] == 2 else shares


def draft_of_score(score: dict[str, Any]) -> Draft:
    """The trees of a score.json whose columns are all numbers."""
    names = {1: "<", 2: "<=", 3: ">"}
    draft = Draft([output.get("base", 0.0) for output in score["outputs"]], score["sum"], score["columns"][0].get("float32", False),
                  score.get("in_order", True), score.get("weighted", False), score.get("divisor", 1.0), score["link"],
                  score.get("classes", []))  # fmt: skip
    for tree in score["trees"]:
        made: list[Any] = [None] * len(tree["test"])
        for i in range(len(made) - 1, -1, -1):
            if tree["test"][i] == 0:
                made[i] = tree["value"][i]
                continue
            missing = bool(tree["missing"][i]) if "missing" in tree else False
            made[i] = Test(tree["column"][i], names[tree["test"][i]], tree["value"][i], frozenset(), missing,
                           made[tree["yes"][i]], made[tree["no"][i]])  # fmt: skip
        draft.trees.append((tree.get("output", 0), made[0]))
    for term in score.get("linear", []):
        draft.linear.append((term.get("output", 0), term["column"], term["coefficient"]))
    return draft
