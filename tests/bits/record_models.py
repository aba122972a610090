# SPDX-License-Identifier: Apache-2.0
"""Trains small models with the libraries at hand on made data, and records them with their raw scores.

    python tests/bits/record_models.py tests/score/models

What it wrote is what tests/score reads where these libraries are not there.
"""

import json
import sys
import warnings
from pathlib import Path

import numpy as np

from made_data import categorical, made

FOLDER = Path(sys.argv[1])
warnings.simplefilter("ignore")


def record(name, frame, raw):
    raw = np.asarray(raw)
    raw = raw.reshape(len(frame), -1)
    out = frame.copy()
    for i in range(raw.shape[1]):
        out["raw_score" if raw.shape[1] == 1 else f"raw_score_{i}"] = raw[:, i]
    out.iloc[:60].to_csv(FOLDER / f"{name}.rows.csv", index=False)


def few(rows=300):
    frame, label, three, signal = made(rows)
    frame["job"] = frame["job"].str.replace("ü", "u")
    frame["region"] = frame["region"].str[:2]
    return frame.drop(columns=["tiny"]), label, three, signal


def record_xgboost():
    import xgboost as xgb
    frame, label, three, _ = few()
    frame = categorical(frame)
    data = xgb.DMatrix(frame, label=label, enable_categorical=True)
    same = {"max_depth": 3, "nthread": 1, "seed": 1, "tree_method": "hist"}
    for name, extension, more in [("xgboost_binary", "json", {}), ("xgboost_binary_ubj", "ubj", {}),
                                  ("xgboost_dart", "json", {"booster": "dart", "rate_drop": 0.5, "one_drop": 1})]:
        booster = xgb.train({"objective": "binary:logistic", **same, **more}, data, 4)
        booster.save_model(FOLDER / f"{name}.{extension}")
        record(name, frame, booster.predict(data, output_margin=True))
    data = xgb.DMatrix(frame, label=three, enable_categorical=True)
    booster = xgb.train({"objective": "multi:softprob", "num_class": 3, **same}, data, 2)
    booster.save_model(FOLDER / "xgboost_classes.json")
    record("xgboost_classes", frame, booster.predict(data, output_margin=True))


def record_lightgbm():
    import lightgbm as lgb
    frame, label, _, _ = few()
    frame = categorical(frame)
    for name, more in [("lightgbm_binary", {}), ("lightgbm_zero", {"zero_as_missing": True})]:
        booster = lgb.train({"objective": "binary", "num_threads": 1, "verbose": -1, "num_leaves": 6, "min_data_per_group": 5,
                             **more}, lgb.Dataset(frame, label=label), 4)
        booster.save_model(FOLDER / f"{name}.txt")
        record(name, frame, booster.predict(frame, raw_score=True))


def record_catboost():
    import catboost as cb
    frame, label, _, _ = few()
    for name in ["job", "region"]:
        frame[name] = frame[name].fillna("left out")
    frame = frame[["job", "income", "region"]]  # so few that categories count
    pool = cb.Pool(frame, label, cat_features=["job", "region"])
    model = cb.CatBoost({"iterations": 4, "depth": 3, "verbose": 0, "thread_count": 1, "loss_function": "Logloss",
                         "allow_writing_files": False, "max_ctr_complexity": 1, "border_count": 8})
    model.fit(pool)
    path = FOLDER / "catboost_binary.json"
    model.save_model(str(path), format="json", pool=pool)
    written = json.loads(path.read_text(encoding="utf-8"))
    info = written["model_info"]  # without who built the library, and all its settings
    written["model_info"] = {"class_params": info["class_params"],
                             "params": {"loss_function": info["params"]["loss_function"]}}
    path.write_text(json.dumps(written), encoding="utf-8")
    record("catboost_binary", frame, model.predict(pool, prediction_type="RawFormulaVal"))


def record_ebm():
    from interpret.glassbox import ExplainableBoostingClassifier
    frame, label, _, _ = few()
    model = ExplainableBoostingClassifier(outer_bags=1, max_rounds=20, n_jobs=1, interactions=1, max_bins=6,
                                          max_interaction_bins=4)
    model.fit(frame, label)
    model.to_json(str(FOLDER / "ebm_binary.json"), detail="minimal")
    record("ebm_binary", frame, model.decision_function(frame))


if __name__ == "__main__":
    record_xgboost()
    record_lightgbm()
    record_catboost()
    record_ebm()
