# SPDX-License-Identifier: Apache-2.0
"""The estimator, by scikit-learn's own checks and in its own tools."""

import pickle

import pytest

pytest.importorskip("sklearn")
pd = pytest.importorskip("pandas")

import numpy as np
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

import cogs
from cogs.sklearn import FoldSEClassifier, _border

pytestmark = pytest.mark.filterwarnings("ignore")


@parametrize_with_checks([FoldSEClassifier()])
def test_the_checks_of_scikit_learn(estimator, check):
    check(estimator)


def people(count=400):
    draw = np.random.default_rng(4)
    frame = pd.DataFrame({"income": draw.integers(0, 100, count) * 1000.0, "city": draw.choice(["Rome", "Oslo"], count),
                          "member": draw.random(count) < 0.5})  # fmt: skip
    return frame, np.where((frame.income > 50000) & (frame.city == "Rome"), "yes", "no")


def test_frames_with_texts():
    X, y = people()
    clf = FoldSEClassifier(undesired="no").fit(X, y)
    assert clf.score(X, y) > 0.98 and list(clf.feature_names_in_) == ["income", "city", "member"]
    assert "city" in str(clf.rules_) and clf.complexity_ >= 2 and len(clf.visualize()) == len(clf.rules_)
    poor = X.iloc[int(np.flatnonzero(y == "no")[0])]
    assert clf.recourse(poor).status == "found"
    assert np.allclose(clf.predict_proba(X).sum(axis=1), 1)
    assert (clf.classes_[clf.predict_proba(X).argmax(axis=1)] == clf.predict(X)).all()
    again = pickle.loads(pickle.dumps(clf))
    assert (again.predict(X) == clf.predict(X)).all()
    assert clone(clf).get_params() == clf.get_params()


def test_floats_that_happen_to_be_whole_are_real_numbers():
    X, y = people()
    clf = FoldSEClassifier(undesired="no").fit(X, y)
    assert clf.model_.features["income"].type == "real"
    odd = X.head(3).assign(income=[2.5, 60000.5, -1e9], city=["Rome", "Rome", "Tokyo"])
    assert list(clf.predict(odd)) == ["no", "yes", "no"]


def test_gaps_are_allowed_and_infinity_is_not():
    X, y = people()
    X.loc[:20, "income"] = np.nan
    clf = FoldSEClassifier().fit(X, y)
    assert len(clf.predict(X)) == len(X)
    X.loc[0, "income"] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        clf.predict(X)


def test_pipelines_and_searches():
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    assert cross_val_score(FoldSEClassifier(), X, y, cv=3).mean() > 0.9
    pipe = make_pipeline(make_column_transformer((StandardScaler(), list(X.columns))).set_output(transform="pandas"),
                         FoldSEClassifier())  # fmt: skip
    assert pipe.fit(X, y).score(X, y) > 0.9
    iris = load_iris(as_frame=True)
    search = GridSearchCV(FoldSEClassifier(), {"ratio": [0.3, 0.5]}, cv=3).fit(iris.data, iris.target)
    assert search.best_score_ > 0.9


def test_one_class_is_said_for_everybody():
    clf = FoldSEClassifier().fit([[1.0], [2.0]], ["a", "a"])
    assert list(clf.predict([[9.0]])) == ["a"] and clf.predict_proba([[9.0]]).shape == (1, 1)
    with pytest.raises(ValueError, match="same class"):
        clf.recourse({"x0": 1})
    with pytest.raises(ValueError, match="no class"):
        FoldSEClassifier(undesired="z").fit([[1.0], [2.0]], ["a", "b"])


def test_trees_decide_as_models_do():
    X, y = load_breast_cancer(return_X_y=True)
    tree = DecisionTreeClassifier(random_state=0).fit(X, y)
    model = cogs.from_tree(tree, undesired=0)
    # Also at the cuts, and at the doubles beside them that single precision takes for the same.
    inner = tree.tree_.feature >= 0
    rows = []
    for feature, cut in zip(tree.tree_.feature[inner], tree.tree_.threshold[inner]):
        for value in (cut, np.nextafter(cut, np.inf), np.nextafter(cut, -np.inf), _border(cut)[0],
                      np.nextafter(_border(cut)[0], np.inf), float(np.float32(cut))):  # fmt: skip
            row = X[17].copy()
            row[feature] = value
            rows.append(row)
    every = np.vstack([X, rows])
    found = model.predict({f"x{i}": every[:, i] for i in range(every.shape[1])})
    assert [d == "0" for d in found] == [p == 0 for p in tree.predict(every)]
    # Ways end at doubles: what programs round is still on the other side.
    short = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, tree.predict(X))
    simple = cogs.from_tree(short, undesired=0)
    for sick in X[short.predict(X) == 0][:40]:
        end = simple.recourse({f"x{i}": v for i, v in enumerate(sick)}, time_limit=20).path.end
        assert short.predict([[float(end[f"x{i}"]) for i in range(30)]])[0] == 1
    sick = X[int(np.flatnonzero(tree.predict(X) == 0)[0])]
    way = model.recourse({f"x{i}": v for i, v in enumerate(sick)}, time_limit=20, first=True)
    assert tree.predict([[way.path.end[f"x{i}"] for i in range(30)]])[0] == 1
