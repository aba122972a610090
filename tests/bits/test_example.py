# SPDX-License-Identifier: Apache-2.0
"""examples/boosted from training to recourse: trained anew, imported, and every way flipped by XGBoost itself."""

import importlib.util
import json
import os
import subprocess
from pathlib import Path

import pytest

xgboost = pytest.importorskip("xgboost")
pd = pytest.importorskip("pandas")

ROOT = Path(__file__).resolve().parents[2]
STORY = ROOT / "examples" / "boosted"
COGS = os.environ.get("COGS", str(ROOT / "build" / "release" / "apps" / "cli" / "cogs"))


def cogs(folder, *arguments):
    done = subprocess.run([COGS, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def test_ways_out_of_a_model_that_was_just_trained(tmp_path):
    found = importlib.util.spec_from_file_location("train", STORY / "train.py")
    train = importlib.util.module_from_spec(found)
    found.loader.exec_module(train)
    train.main(tmp_path)
    cogs(tmp_path, "import", "model.json", "--people", "people.csv", "--check", "rows.csv", "--score", "risk", "--class", "1",
         "-o", "loan.cogs")
    cogs(tmp_path, "batch", "loan.cogs", "people.csv", "-o", "ways.jsonl", "-q")
    model = xgboost.XGBClassifier()
    model.load_model(tmp_path / "model.json")
    columns = model.get_booster().feature_names
    states, refused = [], 0
    for line in (tmp_path / "ways.jsonl").read_text(encoding="utf-8").splitlines():
        answer = json.loads(line)
        refused += answer["decision"]["undesired"]
        if answer["paths"]:
            states.append(answer["paths"][0]["transitions"][-1]["state"])
    assert refused == int((pd.read_csv(tmp_path / "rows.csv").raw_score >= 0).sum())
    assert len(states) > refused // 2 > 10
    table = pd.get_dummies(pd.DataFrame(states), columns=["home"], dtype=int).reindex(columns=columns, fill_value=0)
    assert (model.predict(table) == 0).all()
