# SPDX-License-Identifier: Apache-2.0
"""Rules in the place of black boxes: how far they agree is counted anew here, and the boxes are asked about the ends of ways."""

import pytest

np = pytest.importorskip("numpy")
pd = pytest.importorskip("pandas")
pytest.importorskip("sklearn")

from sklearn.compose import ColumnTransformer
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.svm import SVC

import cogs


def people(count=600):
    draw = np.random.default_rng(7)
    frame = pd.DataFrame({"income": draw.integers(0, 100, count), "debt": np.round(draw.random(count) * 50, 1),
                          "city": draw.choice(["Rome", "Oslo", "Bern"], count), "member": draw.random(count) < 0.5})  # fmt: skip
    good = frame.income - frame.debt + (frame.city == "Rome") * 20 + frame.member * 5 + draw.normal(0, 3, count) > 30
    return frame, np.where(good, "yes", "no")


@pytest.fixture(scope="module")
def network():
    frame, label = people()
    prepared = ColumnTransformer([("n", StandardScaler(), ["income", "debt"]), ("c", OneHotEncoder(), ["city", "member"])])
    return make_pipeline(prepared, MLPClassifier((16,), max_iter=400, random_state=1)).fit(frame, label), frame


def test_agreement_is_that_of_the_rows_held_out(network):
    box, frame = network
    found = cogs.surrogate(box, frame, undesired="no", holdout=0.25)
    fidelity = found.fidelity
    assert fidelity.rows == 150 and fidelity.low < fidelity.share < fidelity.high <= 1
    assert fidelity.share > fidelity.majority
    # All rows, those that were learned from too: the rows held out are a part of these.
    same = (found.model.predict(frame).to_numpy() == box.predict(frame)).sum()
    learned = found.learned.to_dict()["train"]["confusion"]
    assert same == fidelity.agree + sum(said.get(label, 0) for label, said in learned.items())
    assert str(fidelity.agree) in found.model.text.splitlines()[1]
    assert "Pipeline" in found.model.text.splitlines()[0]
    assert "agrees with the model on" in repr(found)


def test_the_box_has_the_last_word(network):
    box, frame = network
    found = cogs.surrogate(box, frame, undesired="no", features={"fixed": ["member"]})
    decided = box.predict(frame)
    person = next(frame.iloc[i] for i in range(len(frame))
                  if decided[i] == "no" and found.recourse(frame.iloc[i]).status == "found")  # fmt: skip
    way = found.recourse(person, top=3)
    said = found.confirm(person, way)
    assert len(said) == len(way.paths)
    for path, confirmed in zip(way.paths, said):
        end = pd.DataFrame([{**person.to_dict(), **path.end}])[frame.columns]
        end["member"] = end["member"].map({"true": True, "false": False, True: True, False: False}).astype(bool)
        assert (box.predict(end.astype({"income": "int64", "debt": "float64"}))[0] != "no") == confirmed
        assert "member" not in {change.feature for change in path.changes}
    validity = found.validity(frame)
    assert 0 < validity.ways <= validity.rows <= (decided == "no").sum()
    one_by_one = 0
    for i in range(len(frame)):
        if decided[i] == "no":
            way = found.recourse(frame.iloc[i])
            one_by_one += bool(way.paths) and found.confirm(frame.iloc[i], way)[0]
    assert validity.confirmed == one_by_one
    for i in range(40):
        path = found.confirmed_way(frame.iloc[i]) if decided[i] == "no" else None
        assert path is None or found.confirm(frame.iloc[i], path) == [True]


def test_arrays_frames_of_polars_and_functions():
    draw = np.random.default_rng(3)
    X = draw.random((400, 3))
    machine = SVC().fit(X, (X[:, 0] + X[:, 1] > 1).astype(int))
    found = cogs.surrogate(machine, X, undesired=0)
    assert found.model.features.keys() == {"x0", "x1", "x2"} and found.fidelity.share > 0.8
    person = X[int(np.argmin(X.sum(axis=1)))]
    assert len(found.confirm(person, found.recourse(person))) == 1
    assert found.validity(X).ways > 0

    pl = pytest.importorskip("polars")
    frame = pl.DataFrame({"a": X[:, 0], "b": X[:, 1], "c": ["u", "v"] * 200})
    asked = []

    def box(rows):
        asked.append(type(rows))
        return rows["a"] > 0.5

    found = cogs.surrogate(box, frame, undesired=False)
    assert found.fidelity.share > 0.95 and found.validity(frame).share > 0.95
    assert found.confirm({"a": 0.1, "b": 0.2, "c": "u"}, found.recourse({"a": 0.1, "b": 0.2, "c": "u"})) == [True]
    assert set(asked) == {pl.DataFrame}


def test_several_classes_become_the_unwanted_one_and_the_others():
    frame = pd.DataFrame({"a": range(300), "b": [i % 7 for i in range(300)]})
    found = cogs.surrogate(lambda rows: np.digitize(rows.a, [100, 200]), frame, undesired=0)
    way = found.recourse({"a": 10, "b": 3})
    assert way.path.end["a"] >= 100 and found.confirm({"a": 10, "b": 3}, way) == [True]


def test_what_cannot_be_done_is_said():
    frame = pd.DataFrame({"a": range(100), "b": [i % 7 for i in range(100)]})
    with pytest.raises(cogs.OptionsError, match="never decides 'no'.*it says maybe, yes"):
        cogs.surrogate(lambda rows: ["yes", "maybe"] * 50, frame, undesired="no")
    with pytest.raises(cogs.OptionsError, match="about every row"):
        cogs.surrogate(lambda rows: ["no"] * 100, frame, undesired="no")
    with pytest.raises(cogs.InputError, match="3 decisions for 100 rows"):
        cogs.surrogate(lambda rows: [1, 2, 3], frame, undesired=1)
    with pytest.raises(cogs.OptionsError, match="predict_proba"):
        cogs.surrogate(lambda rows: np.ones((100, 2)), frame, undesired=1)
    with pytest.raises(TypeError, match="no predict"):
        cogs.surrogate(3, frame, undesired=1)
    found = cogs.surrogate(lambda rows: rows.a > 50, frame, undesired=False, ignore=["b"])
    assert found.confirm({"a": 3, "b": 1}, found.recourse({"a": 3})) == [True]
    with pytest.raises(cogs.InputError, match="lacks 'b'"):
        found.confirm({"a": 3}, found.recourse({"a": 3}))
    draw = np.random.default_rng(1)
    with pytest.warns(cogs.CogsWarning, match="not clearly better"):
        cogs.surrogate(lambda rows: draw.choice(["yes", "no"], len(rows)), frame, undesired="no")
