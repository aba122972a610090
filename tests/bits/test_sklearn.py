# SPDX-License-Identifier: Apache-2.0
"""What the Python package writes for scikit-learn, alone and in pipelines, bit for bit."""

import json

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("sklearn")
_import = pytest.importorskip("cogs._import")

from sklearn.compose import ColumnTransformer
from sklearn.ensemble import (
    AdaBoostClassifier, ExtraTreesClassifier, GradientBoostingClassifier, GradientBoostingRegressor,
    HistGradientBoostingClassifier, HistGradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor,
)  # fmt: skip
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import (
    KBinsDiscretizer, MinMaxScaler, OneHotEncoder, OrdinalEncoder, PolynomialFeatures, QuantileTransformer, RobustScaler, StandardScaler,
)  # fmt: skip
from sklearn.tree import DecisionTreeClassifier

from bits import assert_equal_bits, scores_of
from made_data import adult, categorical, made

NUMBERS = ["age", "income", "ratio", "debts", "change", "tiny"]
TEXTS = ["job", "region"]


def check(tmp_path, fitted, frame, exact=True):
    steps, estimator = _import._parts(fitted)
    file, kind, raw = _import._write_score(fitted, steps, estimator, frame, False, str(tmp_path), "m")
    assert kind == "score"
    if exact:
        assert_equal_bits(kind, file, frame, raw)
    else:  # the order of additions is the library's own affair
        got = scores_of(kind, file, frame)
        assert np.abs(got - raw).max() < 1e-12
    return json.loads(open(file, encoding="utf-8").read())


@pytest.mark.parametrize("estimator", [
    DecisionTreeClassifier(max_depth=6, random_state=1),
    RandomForestClassifier(30, max_depth=7, random_state=1),
    ExtraTreesClassifier(20, max_depth=6, random_state=1),
    HistGradientBoostingClassifier(max_iter=30, random_state=1),
], ids=lambda e: type(e).__name__)
def test_numbers_with_gaps(tmp_path, estimator):
    frame, label, _, _ = made(1200)
    check(tmp_path, estimator.fit(frame[NUMBERS], label), frame[NUMBERS])


@pytest.mark.parametrize("estimator", [
    GradientBoostingClassifier(n_estimators=30, random_state=1),
    GradientBoostingClassifier(n_estimators=30, init="zero", random_state=1),
    RandomForestClassifier(20, random_state=1, class_weight="balanced"),
], ids=lambda e: type(e).__name__)
def test_numbers_without_gaps(tmp_path, estimator):
    frame, label, _, _ = made(1200)
    full = frame[NUMBERS].fillna(0.0)
    check(tmp_path, estimator.fit(full, label), full)


@pytest.mark.parametrize("estimator", [
    RandomForestRegressor(20, max_depth=6, random_state=1), GradientBoostingRegressor(n_estimators=25, random_state=1),
    HistGradientBoostingRegressor(max_iter=25, random_state=1),
], ids=lambda e: type(e).__name__)
def test_regression(tmp_path, estimator):
    frame, _, _, signal = made(1000)
    full = frame[NUMBERS].fillna(0.0)
    check(tmp_path, estimator.fit(full, signal), full)


@pytest.mark.parametrize("estimator", [
    RandomForestClassifier(15, max_depth=6, random_state=1), GradientBoostingClassifier(n_estimators=10, random_state=1),
    HistGradientBoostingClassifier(max_iter=10, random_state=1),
], ids=lambda e: type(e).__name__)
def test_several_classes(tmp_path, estimator):
    frame, _, three, _ = made(1000)
    full = frame[NUMBERS].fillna(0.0)
    check(tmp_path, estimator.fit(full, three), full)


def test_categories_of_its_own(tmp_path):
    frame, label, _, _ = made(1200)
    frame = categorical(frame)
    check(tmp_path, HistGradientBoostingClassifier(max_iter=30, random_state=1).fit(frame, label), frame)


PREPARED = [
    ("scaled", ColumnTransformer([("n", StandardScaler(), NUMBERS), ("t", OneHotEncoder(handle_unknown="ignore"), TEXTS)])),
    ("ranges", ColumnTransformer([("n", make_pipeline(SimpleImputer(), MinMaxScaler()), NUMBERS),
                                  ("t", OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1), TEXTS)])),
    ("robust", ColumnTransformer([("n", make_pipeline(SimpleImputer(strategy="median", add_indicator=True), RobustScaler()),
                                   NUMBERS), ("t", OneHotEncoder(drop="first", min_frequency=20, handle_unknown="infrequent_if_exist"), TEXTS)])),
    ("shares", ColumnTransformer([("n", make_pipeline(SimpleImputer(), QuantileTransformer(n_quantiles=50)), NUMBERS)],
                                 remainder=make_pipeline(SimpleImputer(strategy="most_frequent"), OneHotEncoder(sparse_output=False)))),
    ("bins", ColumnTransformer([("n", make_pipeline(SimpleImputer(strategy="constant", fill_value=-5.0),
                                                    KBinsDiscretizer(5, encode="onehot")), ["age", "income"]),
                                ("o", make_pipeline(SimpleImputer(), KBinsDiscretizer(4, encode="ordinal")), ["ratio"])])),
]


@pytest.mark.parametrize("name,steps", PREPARED, ids=[name for name, _ in PREPARED])
@pytest.mark.parametrize("estimator", [RandomForestClassifier(15, max_depth=7, random_state=1),
                                       HistGradientBoostingClassifier(max_iter=15, random_state=1)],
                         ids=lambda e: type(e).__name__)
def test_pipelines(tmp_path, name, steps, estimator):
    frame, label, _, _ = made(1000)
    if name in ("scaled", "ranges", "robust"):
        frame["region"] = frame["region"].where(np.arange(len(frame)) % 17 != 0, np.nan)
    steps.sparse_threshold = 0  # else neither estimator takes missing numbers
    check(tmp_path, Pipeline([("prepare", steps), ("decide", estimator)]).fit(frame, label), frame)


def test_logistic_regression_on_bins_and_texts(tmp_path):
    frame, label, _, _ = made(1000)
    steps = ColumnTransformer([("n", make_pipeline(SimpleImputer(), KBinsDiscretizer(5, encode="onehot-dense")), ["income", "ratio"]),
                               ("a", StandardScaler(), ["age"]), ("t", OneHotEncoder(drop="first"), TEXTS)])
    check(tmp_path, make_pipeline(steps, LogisticRegression(max_iter=500)).fit(frame, label), frame, exact=False)


def test_logistic_regression_as_it_is(tmp_path):
    frame, label, _, _ = made(1000)
    full = frame[["age", "income", "change"]].fillna(1.0)
    score = check(tmp_path, LogisticRegression(max_iter=2000).fit(full, label), full, exact=False)
    assert len(score["linear"]) == 2 and len(score["trees"]) == 1  # age has few whole numbers


def test_boosters_behind_other_steps(tmp_path):
    frame, label, _, _ = made(1000)
    steps = ColumnTransformer([("n", StandardScaler(), NUMBERS), ("t", OneHotEncoder(handle_unknown="ignore", sparse_output=False), TEXTS)])
    for module, name, options in [("xgboost", "XGBClassifier", {"n_estimators": 20, "n_jobs": 1}),
                                  ("lightgbm", "LGBMClassifier", {"n_estimators": 20, "n_jobs": 1, "verbose": -1}),
                                  ("catboost", "CatBoostClassifier", {"iterations": 20, "verbose": 0, "thread_count": 1,
                                                                      "allow_writing_files": False})]:
        try:
            library = __import__(module)
        except ImportError:
            continue
        fitted = Pipeline([("prepare", steps), ("decide", getattr(library, name)(**options))]).fit(frame, label)
        check(tmp_path, fitted, frame)


@pytest.mark.parametrize("fitted", [
    AdaBoostClassifier(n_estimators=3), make_pipeline(PolynomialFeatures(), DecisionTreeClassifier()),
    make_pipeline(StandardScaler(), LogisticRegression()),
], ids=["AdaBoost", "Polynomial", "scaled digits"])
def test_what_is_not_exact_is_refused_by_name(tmp_path, fitted):
    import cogs
    frame, label, _, _ = made(300)
    full = frame[["age", "change"]]
    with pytest.raises(cogs.OptionsError, match="AdaBoostClassifier|PolynomialFeatures|'change' is a number"):
        check(tmp_path, fitted.fit(full, label), full)


def test_adult(tmp_path):
    found = adult(10000)
    if found is None:
        pytest.skip("COGS_DATA is not set")
    frame, label = found
    texts = [name for name in frame.columns if frame[name].dtype.kind not in "if"]
    steps = ColumnTransformer([("t", OneHotEncoder(handle_unknown="ignore"), texts)], remainder=StandardScaler(), sparse_threshold=0)
    check(tmp_path, make_pipeline(steps, RandomForestClassifier(40, max_depth=9, random_state=1)).fit(frame, label), frame)
    frame = categorical(frame)
    check(tmp_path, HistGradientBoostingClassifier(max_iter=60, random_state=1).fit(frame, label), frame)
