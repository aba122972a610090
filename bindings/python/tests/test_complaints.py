# SPDX-License-Identifier: Apache-2.0
"""What users of other packages complain about, as cases: constraints, types, silence."""

import json

import pytest

import cogs
from cogs.compat.dice import Dice

pd = pytest.importorskip("pandas")

MODEL = """\
#feature age : integer 17..90, may increase.
#feature job : {none, clerk, boss}.
#feature income : integer 0..1000000.
#feature sex : {m, f}, fixed.
#undesired no(X).
no(X) :- income(X, I), I < 30000, not job(X, boss).
no(X) :- age(X, A), A < 21.
"""


@pytest.fixture
def dice():
    return Dice(cogs.Model.parse(MODEL))


@pytest.fixture
def frame():
    return pd.DataFrame({"job": ["clerk", "none", "clerk"], "age": [40, 35, 19], "sex": ["m", "f", "f"],
                         "income": [20000, 0, 50000]}, index=[7, 8, 9])  # fmt: skip


def ways(found, name):
    return [way[name] for one in found.cf_examples_list for way in one.final_cfs_list]


def test_permitted_ranges_are_kept(dice, frame):
    found = dice.generate_counterfactuals(frame, total_CFs=3, permitted_range={"income": [0, 35000], "job": ["clerk"]})
    assert all(v <= 50000 for v in ways(found, "income")) and ways(found, "income")
    assert set(ways(found, "job")) <= {"clerk", "none"}


def test_only_the_features_to_vary_are_varied(dice, frame):
    found = dice.generate_counterfactuals(frame, total_CFs=3, features_to_vary=["income", "age"])
    for one in found.cf_examples_list:
        for way in one.final_cfs_list:
            assert way["job"] == one.test_instance["job"] and way["sex"] == one.test_instance["sex"]
    assert len(ways(found, "job")) >= 3


def test_a_no_is_no_silence(dice, frame):
    found = dice.generate_counterfactuals(frame, features_to_vary=["sex"]).cf_examples_list
    assert all(one.final_cfs_df is None and one.reasons for one in found)
    assert found[0].answer.status == "none"


def test_columns_in_any_order_and_values_outside_the_data(dice, frame):
    one = dice.generate_counterfactuals(frame[["sex", "income", "job", "age"]], total_CFs=1)
    two = dice.generate_counterfactuals(frame, total_CFs=1)
    assert one.to_json() == two.to_json()
    with pytest.raises(cogs.InputError, match="'pilot'"):
        dice.generate_counterfactuals(frame.assign(job="pilot"))


def test_categories_may_be_numbers():
    model = cogs.Model.parse("#feature stars : {1, 2, 3}.\n#undesired no(X).\nno(X) :- stars(X, 1).\n")
    found = Dice(model).generate_counterfactuals(pd.DataFrame({"stars": [1]}), total_CFs=2)
    assert ways(found, "stars") == [2]  # one way for each set of features; 2 is as good as 3


def test_frames_and_json(dice, frame):
    found = dice.generate_counterfactuals(frame, total_CFs=2)
    one = found.cf_examples_list[0]
    assert list(one.final_cfs_df.columns) == ["age", "job", "income", "sex", "no"]
    shown = one.visualize_as_dataframe(show_only_changes=True)
    assert (shown.iloc[1:] == "-").any().any()
    assert len(json.loads(found.to_json())["cfs_list"]) == 3
    with pytest.raises(cogs.OptionsError):
        dice.generate_counterfactuals(frame, desired_class=1)


def test_the_call_of_carla(frame):
    from cogs.compat.carla import Cogs

    out = Cogs(cogs.Model.parse(MODEL)).get_counterfactuals(frame)
    assert list(out.index) == [7, 8, 9] and list(out.columns) == list(frame.columns)
    assert out.loc[9, "age"] == 21
