# SPDX-License-Identifier: Apache-2.0
"""Tables to train on: made ones with all that goes wrong, and public ones from COGS_DATA."""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before any library starts threads that wait for each other

from pathlib import Path

import numpy as np
import pandas as pd


def made(rows=1500, seed=0):
    """Numbers with few and many digits, zeros, ties on thresholds, missing cells, categories, rare ones."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame({
        "age": rng.integers(18, 80, rows).astype(float),
        "income": np.round(rng.lognormal(3, 1, rows), 2),
        "ratio": np.round(rng.random(rows), 3),
        "debts": np.where(rng.random(rows) < 0.6, 0.0, np.round(rng.exponential(5, rows), 1)),
        "change": np.round(rng.normal(0, 2, rows), 4),
        "tiny": rng.normal(0, 1, rows) * 1e-3,
        "job": rng.choice(["clerk", "self employed", "ünused, odd \"name\"", "none"], rows, p=[.5, .3, .05, .15]),
        "region": rng.choice([f"r{i}" for i in range(40)], rows),
    })
    signal = ((frame.age - 45) / 15 + np.log(frame.income) - 3 + (frame.job == "clerk") * 1.2
              - (frame.debts > 4) + np.sin(frame.ratio * 9) + (frame.region < "r2") * 0.7)
    label = (signal + rng.normal(0, 0.7, rows) > 0.8).astype(int)
    three = np.digitize(signal, [0.3, 1.4])
    for name in ["income", "ratio", "debts", "job"]:
        frame.loc[rng.random(rows) < 0.08, name] = np.nan
    return frame, np.asarray(label), np.asarray(three), np.asarray(signal)


def adult(rows=None):
    """Adult of the folder COGS_DATA with 5 % of the numbers missing; None without it."""
    folder = os.environ.get("COGS_DATA")
    if not folder or not (Path(folder) / "adult" / "adult.csv").is_file():
        return None
    frame = pd.read_csv(Path(folder) / "adult" / "adult.csv", skipinitialspace=True)
    label = np.asarray((frame.iloc[:, -1] == frame.iloc[:, -1].unique()[-1]).astype(int))
    frame = frame.iloc[:, :-1]
    rng = np.random.default_rng(1)
    for name in frame.columns:
        if frame[name].dtype.kind in "if":
            frame[name] = frame[name].astype(float)
            frame.loc[rng.random(len(frame)) < 0.05, name] = np.nan
    if rows:
        frame, label = frame.iloc[:rows], label[:rows]
    return frame, label


def categorical(frame):
    """Texts as pandas' categories."""
    out = frame.copy()
    for name in out.columns:
        if out[name].dtype.kind not in "if":
            out[name] = pd.Categorical(out[name])
    return out
