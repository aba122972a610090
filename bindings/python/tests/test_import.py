# SPDX-License-Identifier: Apache-2.0
"""Fitted models of scikit-learn as models: the same decisions, and ways that the fitted model agrees to.

Other libraries are in tests/bits, which compares bits."""

import pytest

pytest.importorskip("sklearn")
pd = pytest.importorskip("pandas")

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import AdaBoostClassifier, GradientBoostingClassifier, HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

import cogs


def people(count=300):
    draw = np.random.default_rng(5)
    frame = pd.DataFrame({"income": np.round(draw.random(count) * 100, 1), "debt": draw.integers(0, 50, count).astype(float),
                          "city": draw.choice(["Rome", "Oslo", "Bern"], count)})  # fmt: skip
    label = ((frame.income - frame.debt + (frame.city == "Rome") * 20 + draw.normal(0, 5, count)) > 30).astype(int)
    return frame, np.asarray(label)


PREPARED = ColumnTransformer([("n", StandardScaler(), ["income", "debt"]), ("c", OneHotEncoder(), ["city"])], sparse_threshold=0)


@pytest.mark.parametrize("fitted,threshold", [
    (make_pipeline(PREPARED, RandomForestClassifier(10, max_depth=4, random_state=1)), None),
    (make_pipeline(PREPARED, GradientBoostingClassifier(n_estimators=10, random_state=1)), None),
    (make_pipeline(PREPARED, HistGradientBoostingClassifier(max_iter=10, random_state=1)), None),
], ids=["forest", "boosting", "histograms"])  # fmt: skip
def test_decides_as_the_fitted_model_does(tmp_path, fitted, threshold):
    frame, label = people()
    fitted.fit(frame, label)
    model = cogs.import_model(fitted, frame, tmp_path / "m.cogs", score="s", threshold=threshold)
    assert (tmp_path / "m.score.json").is_file()
    # Half of a forest is a tie, which goes to the first class.
    shares = fitted.predict_proba(frame)[:, 1]
    sure = np.abs(shares - 0.5) > 1e-9
    said = model.predict(frame).to_numpy()
    assert ((said == said[np.argmin(shares)]) == (shares < 0.5))[sure].all()
    person = frame.iloc[int(np.argmin(shares))].to_dict()
    way = model.recourse(person)
    assert way.status == "found"
    after = pd.DataFrame([{**person, **way.path.end}])[frame.columns]
    assert fitted.predict(after.astype(frame.dtypes.to_dict()))[0] == 1


def test_without_a_path_it_lives_with_the_process():
    frame, label = people()
    model = cogs.import_model(RandomForestClassifier(5, max_depth=3, random_state=1).fit(frame[["income", "debt"]], label),
                              frame[["income", "debt"]], fixed=["debt"])  # fmt: skip
    assert model.features["debt"].fixed


def test_what_cannot_be_taken_is_named():
    frame, label = people()
    numbers = frame[["income", "debt"]]
    with pytest.raises(cogs.OptionsError, match="AdaBoostClassifier"):
        cogs.import_model(AdaBoostClassifier(n_estimators=2).fit(numbers, label), numbers)
