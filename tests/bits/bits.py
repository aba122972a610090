# SPDX-License-Identifier: Apache-2.0
"""Runs our evaluation of a model file over rows, and compares bits with what the library says."""

import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np

PROGRAM = os.environ.get("COGS_RAW_SCORES", "build/release/tests/bits/raw_scores")


def scores_of(kind, model, frame, *options):
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        frame.to_csv(rows, index=False)
        done = subprocess.run([PROGRAM, kind, str(model), str(rows), *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "BROKEN" not in done.stderr, done.stderr
    assert "no column" not in done.stderr, done.stderr
    return np.array([[float.fromhex(word) for word in line.split()] for line in done.stdout.splitlines()])


def assert_equal_bits(kind, model, frame, expected, *options):
    got = scores_of(kind, model, frame, *options)
    expected = np.asarray(expected, dtype=np.float64).reshape(len(frame), -1)
    assert got.shape == expected.shape, (got.shape, expected.shape)
    wrong = (got != expected).any(axis=1)
    where = int(np.argmax(wrong))
    assert not wrong.any(), (f"{int(wrong.sum())} of {len(frame)} rows differ; the first is row {where}: "
                             f"{got[where]} for {expected[where]}\n{frame.iloc[where]}")
