# SPDX-License-Identifier: Apache-2.0
import numpy as np
import pytest

cb = pytest.importorskip("catboost")

from bits import assert_equal_bits
from made_data import adult, made


def texts_filled(frame):
    """CatBoost takes no missing texts."""
    frame = frame.copy()
    for name in frame.columns:
        if frame[name].dtype.kind not in "if":
            frame[name] = frame[name].fillna("left out").astype(object)
    return frame


def check(tmp_path, frame, label, categories=True, **parameters):
    frame = texts_filled(frame)
    if not categories:
        frame = frame.select_dtypes("number")
    names = [name for name in frame.columns if frame[name].dtype.kind not in "if"]
    pool = cb.Pool(frame, label, cat_features=names)
    model = cb.CatBoost({"iterations": 40, "depth": 4, "verbose": 0, "thread_count": 1, "loss_function": "Logloss",
                         "allow_writing_files": False, "max_ctr_complexity": 1, **parameters})
    model.fit(pool)
    path = tmp_path / "model.json"
    model.save_model(str(path), format="json", pool=pool)
    assert_equal_bits("catboost", path, frame, model.predict(pool, prediction_type="RawFormulaVal"))
    return model, path


@pytest.mark.parametrize("parameters", [
    {},
    {"one_hot_max_size": 255},
    {"one_hot_max_size": 6},
    {"nan_mode": "Max"},
    {"grow_policy": "Lossguide", "one_hot_max_size": 255},
    {"grow_policy": "Depthwise"},
    {"simple_ctr": ["Buckets", "Counter", "BinarizedTargetMeanValue"]},
    {"loss_function": "RMSE"},
    {"loss_function": "Poisson"},
])
def test_raw_scores_have_equal_bits(tmp_path, parameters):
    frame, label, _, _ = made(1000)
    check(tmp_path, frame, label, **parameters)


@pytest.mark.parametrize("parameters", [{}, {"grow_policy": "Lossguide"}, {"loss_function": "MultiClassOneVsAll"}])
def test_raw_scores_of_several_classes(tmp_path, parameters):
    frame, _, three, _ = made(1000)
    check(tmp_path, frame, three, **{"loss_function": "MultiClass", **parameters})


def test_numbers_alone(tmp_path):
    frame, label, _, _ = made(1000)
    check(tmp_path, frame, label, categories=False)


def test_adult(tmp_path):
    found = adult(8000)
    if found is None:
        pytest.skip("COGS_DATA is not set")
    check(tmp_path, *found, iterations=60, depth=6)
