# SPDX-License-Identifier: Apache-2.0
"""dice-ml itself and cogs.compat.dice, the same calls about the same 50 people. `make test-clusters` runs this in build/older.

    python bindings/python/tests/test_dice.py     prints what each of them gave
"""

import json
import time
import warnings

import pytest
from conftest import ROOT  # noqa: F401  (finds the package)

pytestmark = pytest.mark.clusters

pd = pytest.importorskip("pandas")
np = pytest.importorskip("numpy")
pytest.importorskip("sklearn")
dice_ml = pytest.importorskip("dice_ml")
import cogs  # noqa: E402
from cogs.compat.dice import Dice  # noqa: E402

FEATURES = ["age", "income", "debt", "hours"]
VARY = ["income", "debt", "hours"]
RANGES = {"income": [8, 90], "debt": [0, 6], "hours": [10, 50]}
PEOPLE = 50


def side_by_side():
    """Both packages with one call each; a tree decides, and cogs has the very same tree as a model."""
    from sklearn.tree import DecisionTreeClassifier

    draw = np.random.default_rng(11)
    rows = 3000
    data = pd.DataFrame({"age": draw.integers(18, 80, rows), "income": draw.integers(8, 120, rows),
                         "debt": draw.integers(0, 12, rows), "hours": draw.integers(5, 60, rows)})  # fmt: skip
    data["no"] = ((data.income < 35) | (data.debt > 6) & (data.age < 60) | (data.hours < 12)).astype(int)
    tree = DecisionTreeClassifier(max_depth=6, random_state=0).fit(data[FEATURES], data.no)
    rejected = data[FEATURES][tree.predict(data[FEATURES]) == 1]
    # Somebody outside of a permitted range is asked about too: the own value may stay as it is.
    asked = rejected.iloc[:PEOPLE]

    theirs_of = dice_ml.Dice(
        dice_ml.Data(dataframe=data, continuous_features=FEATURES, outcome_name="no"),
        dice_ml.Model(model=tree, backend="sklearn"), method="random",
    )  # fmt: skip
    call = {"total_CFs": 2, "desired_class": "opposite", "features_to_vary": VARY, "permitted_range": RANGES}
    began = time.perf_counter()
    theirs = theirs_of.generate_counterfactuals(asked, **call, random_seed=1, verbose=False)
    between = time.perf_counter()
    model = cogs.from_tree(tree, feature_names=FEATURES, undesired=1)
    ours = Dice(model, outcome_name="no").generate_counterfactuals(asked, **call)
    return tree, asked, theirs, ours, (between - began, time.perf_counter() - between)


@pytest.fixture(scope="module")
def both():
    with warnings.catch_warnings(action="ignore"):
        return side_by_side()


def test_the_same_attributes(both):
    _, asked, theirs, ours, _ = both
    for name in ("cf_examples_list", "visualize_as_dataframe", "to_json"):
        assert hasattr(theirs, name) and hasattr(ours, name)
    assert len(theirs.cf_examples_list) == len(ours.cf_examples_list) == len(asked)
    for name in ("final_cfs_df", "test_instance_df", "desired_class", "to_json"):
        assert hasattr(theirs.cf_examples_list[0], name) and hasattr(ours.cf_examples_list[0], name), name
    first = next(i for i, one in enumerate(theirs.cf_examples_list) if one.final_cfs_df is not None)
    assert list(theirs.cf_examples_list[first].final_cfs_df.columns) == list(ours.cf_examples_list[first].final_cfs_df.columns)
    json.loads(ours.to_json()), json.loads(theirs.to_json())


def faults(tree, person, ways):
    """Ways that break what was asked for."""
    broken = 0
    for _, way in ways.iterrows():
        moved = [f for f in FEATURES if float(way[f]) != float(person[f])]
        kept = all(f in VARY and RANGES[f][0] <= float(way[f]) <= RANGES[f][1] for f in moved)
        other = tree.predict(pd.DataFrame([way[FEATURES].astype(float)]))[0] == 0
        broken += not (kept and other)
    return broken


def counts(both, of):
    tree, asked, *packages, _ = both
    given = packages[of].cf_examples_list
    served = [i for i, one in enumerate(given) if one.final_cfs_df is not None and len(one.final_cfs_df)]
    with warnings.catch_warnings(action="ignore"):
        broken = sum(faults(tree, asked.iloc[i], given[i].final_cfs_df) for i in served)
    return len(served), sum(len(given[i].final_cfs_df) for i in served), broken


def test_our_constraints_are_kept(both):
    served, ways, broken = counts(both, 1)
    assert broken == 0 and ways >= served > 0
    for one in both[3].cf_examples_list:
        assert one.final_cfs_df is not None or one.reasons, "a no without reasons"


def test_whoever_is_served_there_is_served_here(both):
    tree, asked, theirs, ours, _ = both
    for i, one in enumerate(theirs.cf_examples_list):
        if one.final_cfs_df is None or not len(one.final_cfs_df):
            continue
        with warnings.catch_warnings(action="ignore"):
            good = [way for _, way in one.final_cfs_df.iterrows() if not faults(tree, asked.iloc[i], pd.DataFrame([way]))]
        if good:
            changes = min(sum(float(way[f]) != float(asked.iloc[i][f]) for f in FEATURES) for way in good)
            found = ours.cf_examples_list[i].answer
            assert found.status == "found" and found.path.changed <= changes  # the fewest, and proved


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"):
        result = side_by_side()
    for place, name in enumerate(("dice-ml", "cogs")):
        print(name, "served {} of 50 with {} ways, {} of which break what was asked for;".format(*counts(result, place)),
              f"{result[4][place]:.2f} s")  # fmt: skip
