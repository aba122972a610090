# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

lgb = pytest.importorskip("lightgbm")

from bits import assert_equal_bits
from made_data import adult, categorical, made


def train(frame, label, rounds=60, **parameters):
    parameters = {"num_threads": 1, "verbose": -1, "seed": 1, "min_data_in_leaf": 5,
                  "min_data_per_group": 5, "cat_smooth": 1, **parameters}
    return lgb.train(parameters, lgb.Dataset(frame, label=label), rounds)


@pytest.mark.parametrize("parameters", [
    {"objective": "binary"},
    {"objective": "binary", "sigmoid": 0.7, "is_unbalance": True},
    {"objective": "binary", "zero_as_missing": True},
    {"objective": "binary", "use_missing": False},
    {"objective": "binary", "boosting": "dart"},
    {"objective": "binary", "boosting": "rf", "bagging_freq": 1, "bagging_fraction": 0.6, "feature_fraction": 0.7},
    {"objective": "binary", "max_cat_to_onehot": 50},
    {"objective": "cross_entropy"},
    {"objective": "regression"},
    {"objective": "regression_l1"},
    {"objective": "poisson"},
    {"objective": "tweedie"},
])
def test_raw_scores_have_equal_bits(tmp_path, parameters):
    frame, label, _, _ = made()
    frame = categorical(frame)
    booster = train(frame, label, **parameters)
    path = tmp_path / "model.txt"
    booster.save_model(path)
    expected = booster.predict(frame, raw_score=True)
    if parameters.get("boosting") == "rf":
        expected = expected / booster.current_iteration()  # as predict does before its link, and raw_score does not
    assert_equal_bits("lightgbm", path, frame, expected)


@pytest.mark.parametrize("objective", ["multiclass", "multiclassova"])
def test_raw_scores_of_several_classes(tmp_path, objective):
    frame, _, three, _ = made()
    frame = categorical(frame)
    booster = train(frame, three, objective=objective, num_class=3, rounds=25)
    path = tmp_path / "model.txt"
    booster.save_model(path)
    assert_equal_bits("lightgbm", path, frame, booster.predict(frame, raw_score=True))


def test_categories_as_numbers(tmp_path):
    frame, label, _, _ = made()
    frame = categorical(frame)
    codes = frame["region"].cat.codes * 3 + 2
    frame = frame.select_dtypes("number").assign(region=codes)
    data = lgb.Dataset(frame, label=label, categorical_feature=["region"])
    booster = lgb.train({"objective": "binary", "verbose": -1, "num_threads": 1, "min_data_per_group": 5, "cat_smooth": 1}, data, 40)
    path = tmp_path / "model.txt"
    booster.save_model(path)
    other = frame.assign(region=np.where(np.arange(len(frame)) % 7 == 0, 1, frame["region"]))  # not seen
    assert_equal_bits("lightgbm", path, frame, booster.predict(frame, raw_score=True))
    assert_equal_bits("lightgbm", path, other, booster.predict(other, raw_score=True))


def test_zeros_and_what_is_next_to_them(tmp_path):
    rng = np.random.default_rng(3)
    import pandas as pd
    values = np.array([0.0, -0.0, 1e-36, -1e-36, 1e-35, -1e-35, 2e-35, -2e-35, 1.0, -1.0, np.nan])
    frame = pd.DataFrame({"a": rng.choice(values, 3000), "b": rng.choice(values, 3000)})
    label = ((frame.a > 0) ^ (frame.b >= 0) ^ (rng.random(3000) < 0.05)).astype(int)
    for parameters in [{}, {"zero_as_missing": True}, {"use_missing": False}]:
        booster = train(frame, label, objective="binary", rounds=20, **parameters)
        path = tmp_path / "model.txt"
        booster.save_model(path)
        assert_equal_bits("lightgbm", path, frame, booster.predict(frame, raw_score=True))


def test_adult(tmp_path):
    found = adult()
    if found is None:
        pytest.skip("COGS_DATA is not set")
    frame, label = found
    frame = categorical(frame)
    booster = train(frame, label, rounds=100, objective="binary")
    path = tmp_path / "model.txt"
    booster.save_model(path)
    assert_equal_bits("lightgbm", path, frame, booster.predict(frame, raw_score=True))
