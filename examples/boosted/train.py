# SPDX-License-Identifier: Apache-2.0
"""Trains the model of this example: who does not pay a loan back, by XGBoost.

    python train.py            # writes people.csv, rows.csv and model.json into this folder

The people are made up. `rows.csv` has the raw scores that XGBoost itself gives them, for `cogs import --check`.
"""

import pathlib
import sys

import numpy as np
import pandas as pd
import xgboost

COUNT = 400


def people():
    draw = np.random.default_rng(11)
    income = (draw.lognormal(10.4, 0.4, COUNT) // 500 * 500).astype(int)
    debt = (draw.exponential(9000, COUNT) // 100 * 100).astype(int)
    frame = pd.DataFrame({
        "age": draw.integers(19, 70, COUNT),
        "income": income,
        "debt": debt,
        "savings": (draw.exponential(6000, COUNT) // 100 * 100).astype(int),
        "utilisation": np.clip(np.round(debt / 300 + draw.normal(10, 12, COUNT)), 0, 120).astype(int),
        "home": draw.choice(["own", "rent", "family"], COUNT, p=[0.4, 0.45, 0.15]),
        "city": draw.choice(["Lisbon", "Oslo", "Bern"], COUNT),
    })  # fmt: skip
    risk = (frame.debt / 9000 + frame.utilisation / 40 - frame.income / 22000 - frame.savings / 9000
            + (frame.home == "rent") * 0.5 + draw.normal(0, 0.4, COUNT))  # fmt: skip
    return frame, (risk > 0.6).astype(int)


def main(folder):
    frame, unpaid = people()
    table = pd.get_dummies(frame.drop(columns="city"), columns=["home"], dtype=int)
    model = xgboost.XGBClassifier(n_estimators=20, max_depth=3, learning_rate=0.4, base_score=0.5)
    model.fit(table, unpaid)
    model.save_model(folder / "model.json")
    frame.to_csv(folder / "people.csv", index=False)
    rows = frame.assign(raw_score=model.predict(table, output_margin=True).astype(float))
    rows.to_csv(folder / "rows.csv", index=False)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
