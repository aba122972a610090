# SPDX-License-Identifier: Apache-2.0
import json

import numpy as np
import pytest

xgb = pytest.importorskip("xgboost")

from bits import assert_equal_bits
import made_data
from made_data import adult, categorical

MAJOR = tuple(int(part) for part in xgb.__version__.split(".")[:2])
EXTENSIONS = ["json", "ubj"] if MAJOR >= (1, 6) else ["json"]


def train(frame, label, rounds=60, names=True, **parameters):
    data = xgb.DMatrix(frame, label=label, enable_categorical=True) if names else xgb.DMatrix(frame.to_numpy(), label=label)
    parameters = {"max_depth": 5, "tree_method": "hist", "nthread": 1, "seed": 1, **parameters}
    return xgb.train(parameters, data, rounds), data


def made():
    """XGBoost 3.2 writes names of categories by their number of characters, and so cuts those beyond ASCII."""
    frame, label, three, signal = made_data.made()
    frame["job"] = frame["job"].str.replace("ü", "u")
    return frame, label, three, signal


def numbers(frame):
    return frame.select_dtypes("number")


def with_codes(frame):
    """Where the file has no names of categories, rows have their codes."""
    out = frame.copy()
    for name in out.columns:
        if out[name].dtype.name == "category":
            out[name] = out[name].cat.codes.where(out[name].cat.codes >= 0).astype("Int64")
    return out


def rows_of(frame):
    return frame if MAJOR >= (3, 1) else with_codes(frame)


@pytest.mark.parametrize("extension", EXTENSIONS)
@pytest.mark.parametrize("parameters", [
    {"objective": "binary:logistic"},
    {"objective": "binary:logistic", "base_score": 0.3},
    {"objective": "binary:logitraw"},
    {"objective": "binary:hinge"},
    {"objective": "reg:squarederror"},
    {"objective": "count:poisson"},
    {"objective": "reg:tweedie"},
    {"objective": "binary:logistic", "booster": "dart", "rate_drop": 0.2, "one_drop": 1},
    {"objective": "binary:logistic", "num_parallel_tree": 4, "subsample": 0.5},
    {"objective": "binary:logistic", "max_cat_to_onehot": 10},
    {"objective": "binary:logistic", "grow_policy": "lossguide", "max_leaves": 40, "gamma": 2.0},
])
def test_margins_have_equal_bits(tmp_path, extension, parameters):
    frame, label, _, _ = made()
    frame = categorical(frame)
    booster, data = train(frame, label, **parameters)
    path = tmp_path / f"model.{extension}"
    booster.save_model(path)
    assert_equal_bits("xgboost", path, rows_of(frame), booster.predict(data, output_margin=True))


@pytest.mark.parametrize("objective", ["multi:softprob", "multi:softmax"])
def test_margins_of_several_classes(tmp_path, objective):
    frame, _, three, _ = made()
    frame = categorical(frame)
    booster, data = train(frame, three, objective=objective, num_class=3, rounds=30)
    path = tmp_path / "model.json"
    booster.save_model(path)
    assert_equal_bits("xgboost", path, rows_of(frame), booster.predict(data, output_margin=True))


def test_a_file_without_names(tmp_path):
    frame, label, _, _ = made()
    frame = numbers(frame)
    booster, data = train(frame, label, names=False, objective="binary:logistic")
    path = tmp_path / "model.json"
    booster.save_model(path)
    frame.columns = [f"f{i}" for i in range(len(frame.columns))]
    assert_equal_bits("xgboost", path, frame, booster.predict(data, output_margin=True))


def test_the_best_iteration(tmp_path):
    frame, label, _, _ = made()
    frame = numbers(frame)
    model = xgb.XGBClassifier(n_estimators=300, learning_rate=0.4, max_depth=6, early_stopping_rounds=5)
    model.fit(frame[:1000], label[:1000], eval_set=[(frame[1000:], label[1000:])], verbose=False)
    assert model.best_iteration < 200
    path = tmp_path / "model.json"
    model.save_model(path)
    assert_equal_bits("xgboost", path, frame, model.predict(frame, output_margin=True))
    everything = model.get_booster().predict(xgb.DMatrix(frame), output_margin=True)
    assert_equal_bits("xgboost", path, frame, everything, "--all-trees")


def test_a_linear_booster(tmp_path):
    frame, label, _, _ = made()
    frame = numbers(frame)
    booster, data = train(frame, label, booster="gblinear", objective="binary:logistic", rounds=10)
    path = tmp_path / "model.json"
    booster.save_model(path)
    assert_equal_bits("xgboost", path, frame, booster.predict(data, output_margin=True))


def test_adult(tmp_path):
    found = adult()
    if found is None:
        pytest.skip("COGS_DATA is not set")
    frame, label = found
    frame = categorical(frame)
    for extension in EXTENSIONS:
        booster, data = train(frame, label, rounds=100, max_depth=6, objective="binary:logistic")
        path = tmp_path / f"model.{extension}"
        booster.save_model(path)
        assert_equal_bits("xgboost", path, rows_of(frame), booster.predict(data, output_margin=True))
