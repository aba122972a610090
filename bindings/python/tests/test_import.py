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


def test_columns_that_no_tree_looks_at_may_be_spoken_of(tmp_path):
    frame, label = people()
    frame["unused"] = 1.0
    numbers = frame[["income", "debt", "unused"]]
    fitted = RandomForestClassifier(5, max_depth=3, random_state=1).fit(numbers, label)
    model = cogs.import_model(fitted, numbers, tmp_path / "m.cogs", fixed=["debt", "unused"], cost={"income": 2, "unused": 3})
    assert model.features["debt"].fixed and model.features["income"].cost == 2 and model.features["unused"].fixed
    assert cogs.load(tmp_path / "m.cogs") == model
    assert model.recourse(numbers.iloc[int(np.argmin(fitted.predict_proba(numbers)[:, 1]))]).status == "found"
    with pytest.raises(cogs.InputError, match="incom"):
        cogs.import_model(fitted, numbers, fixed=["incom"])


@pytest.mark.parametrize("fitted", [
    RandomForestClassifier(12, max_depth=4, random_state=1),
    HistGradientBoostingClassifier(max_iter=8, random_state=1),
], ids=["forest", "histograms"])  # fmt: skip
def test_one_of_several_classes(tmp_path, fitted):
    frame, _ = people()
    numbers = frame[["income", "debt"]]
    label = np.digitize(numbers.income - numbers.debt, [0, 40])
    fitted.fit(numbers, label)
    model = cogs.import_model(fitted, numbers, tmp_path / "m.cogs", score="grade", unwanted_class=0)
    assert "chosen(X, grade, '0')" in (tmp_path / "m.cogs").read_text(encoding="utf-8")
    shares = fitted.predict_proba(numbers)
    best = np.sort(shares, axis=1)
    sure = best[:, -1] - best[:, -2] > 1e-9
    said = model.predict(numbers).to_numpy()
    assert ((said == said[np.argmax(shares[:, 0])]) == (shares.argmax(axis=1) == 0))[sure].all()
    person = numbers.iloc[int(np.argmax(shares[:, 0]))].to_dict()
    way = model.recourse(person)
    assert way.status == "found"
    assert fitted.predict(pd.DataFrame([{**person, **way.path.end}])[numbers.columns])[0] != 0


def test_what_is_assumed_about_the_decision_is_said():
    frame, label = people()
    fitted = RandomForestClassifier(3, max_depth=2, random_state=1).fit(frame[["income", "debt"]], label)
    with pytest.warns(UserWarning, match="a probability of 0.5"):
        cogs.import_model(fitted, frame[["income", "debt"]], undesired="below")
