# SPDX-License-Identifier: Apache-2.0
import warnings

import numpy as np
import pytest

glassbox = pytest.importorskip("interpret.glassbox")

from bits import assert_equal_bits
from made_data import adult, made


def check(tmp_path, model, frame, label, raw):
    path = tmp_path / "model.json"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(frame, label)
        model.to_json(str(path), detail="minimal")
    assert_equal_bits("ebm", path, frame, raw(model, frame))


def settings(**more):
    return {"outer_bags": 2, "max_rounds": 60, "n_jobs": 1, "interactions": 3, **more}


def test_a_decision_with_pairs(tmp_path):
    frame, label, _, _ = made(1000)
    check(tmp_path, glassbox.ExplainableBoostingClassifier(**settings()), frame, label,
          lambda model, rows: model.decision_function(rows))


def test_several_classes(tmp_path):
    frame, _, three, _ = made(1000)
    check(tmp_path, glassbox.ExplainableBoostingClassifier(**settings(interactions=0)), frame, three,
          lambda model, rows: model.decision_function(rows))


def test_a_number(tmp_path):
    frame, _, _, signal = made(1000)
    check(tmp_path, glassbox.ExplainableBoostingRegressor(**settings()), frame, signal,
          lambda model, rows: model.predict(rows))


def test_adult(tmp_path):
    found = adult(3000)
    if found is None:
        pytest.skip("COGS_DATA is not set")
    frame, label = found
    check(tmp_path, glassbox.ExplainableBoostingClassifier(**settings()), frame, label,
          lambda model, rows: model.decision_function(rows))
