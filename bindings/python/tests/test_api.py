# SPDX-License-Identifier: Apache-2.0
"""Models and single questions."""

import dataclasses
import decimal
import doctest
import fractions
import json
import pickle
import subprocess
import sys

import pytest
from conftest import LOAN

import cogs


def test_answers_are_those_of_the_program(loan, john, program, tmp_path):
    (tmp_path / "loan.cogs").write_text(LOAN)
    (tmp_path / "john.json").write_text(json.dumps(john))
    assert loan.recourse(john).to_json(timing=False) == program(
        "recourse", "loan.cogs", "john.json", "--json", "--no-timing", cwd=tmp_path)  # fmt: skip
    assert loan.why(john).to_json(timing=False) == program("why", "loan.cogs", "john.json", "--json", "--no-timing",
                                                          cwd=tmp_path)  # fmt: skip
    goals = loan.counterfactuals().to_json(timing=False)
    assert goals == program("counterfactuals", "loan.cogs", "--json", "--no-timing", cwd=tmp_path)


def test_a_path_is_read_as_data(loan, john):
    way = loan.recourse(john)
    assert way and way.status == "found" and way.undesired
    assert (way.path.cost, way.path.optimal, way.path.direct, way.path.changed) == (2, True, 2, 3)
    assert [str(c) for c in way.path.changes] == [
        "debt: 5000 -> 0", "credit_score: 599 => 600", "bank_balance: 40000 -> 60000"]  # fmt: skip
    assert way.path.end["bank_balance"] == 60000
    assert way.path.steps[0].effects[0].lines == (11,)
    assert list(way.to_frame("dict")["feature"]) == ["debt", "credit_score", "bank_balance"]


def test_a_no_has_blockers(loan, john):
    no = loan.recourse(john, fix=["bank_balance"])
    assert not no and no.status == "none" and no.path is None
    assert {(b.kind, b.option) for b in no.blockers} == {("option", "--fix")}
    assert no.lower_bound is None


def test_options_are_kept(loan, john):
    way = loan.recourse(john, ranges={"bank_balance": (70000, None)}, costs={"debt": 3})
    assert way.path.cost == 4
    assert way.path.end["bank_balance"] == 70000
    assert len(loan.recourse(john, top=3).paths) >= 1


def test_numbers_are_exact():
    model = cogs.Model.parse(
        "#feature a : real 0..10.\n#feature b : real 0..1, cost 0.1.\n#undesired no(X).\n"
        "no(X) :- a(X, A), A =< 0.1.\nno(X) :- b(X, B), B < 0.3.\n"
    )
    way = model.recourse({"a": 5, "b": 0.1})
    assert cogs.exact(way.path.cost) == fractions.Fraction(1, 10)
    assert way.path.end["b"] == 0.3
    assert pickle.loads(pickle.dumps(way.path.cost)).exact == fractions.Fraction(1, 10)


def test_people_come_in_many_forms(loan, john):
    @dataclasses.dataclass
    class Person:
        age: int
        debt: decimal.Decimal
        bank_balance: float
        credit_score: fractions.Fraction

    person = Person(31, decimal.Decimal("5000.0"), 40000.0, fractions.Fraction(599))
    assert loan.person(person) == john
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([{**john, "id": "x7"}])
    assert loan.person(frame.iloc[0]) == john  # columns that are no features are passed over
    assert loan.person(frame) == john
    assert loan.person({"AGE": 31, "Debt": None, "bank_balance": float("nan")})["debt"] is None


def test_a_missing_value_that_rules_ask_for_is_a_warning(loan):
    with pytest.warns(cogs.CogsWarning, match="credit_score"):
        loan.recourse({"age": 31, "debt": 0, "bank_balance": 1})


def test_truths_are_written_as_the_domain_lists_them():
    model = cogs.Model.parse("#feature smokes : {yes, no}.\n#undesired bad(X).\nbad(X) :- smokes(X, yes).\n")
    assert model.recourse({"smokes": True}).path.end == {"smokes": "no"}
    assert model.predict([{"smokes": True}, {"smokes": False}]) == ["bad", "not bad"]


@pytest.mark.parametrize("person, message", [
    ({"agee": 3}, "did you mean 'age'"),
    ({"age": "old"}, "'old'"),
    ({"age": [1, 2]}, "one value"),
    ({"age": object()}, "object"),
    ({"debt": float("inf")}, "inf"),
])  # fmt: skip
def test_a_bad_person_is_an_error_with_diagnostics(loan, person, message):
    with pytest.raises(cogs.InputError, match=message) as caught:
        loan.recourse(person)
    assert isinstance(caught.value, ValueError) and caught.value.diagnostics


def test_a_person_that_is_none(loan):
    for thing in (None, 7, "age=31", [1, 2]):
        with pytest.raises(TypeError, match="a person is"):
            loan.recourse(thing)


@pytest.mark.parametrize("options, error", [
    (dict(fix=["aeg"]), "did you mean 'age'"),
    (dict(nonsense=1), "no option 'nonsense'"),
    (dict(top=0), "from 1"),
    (dict(ranges={"debt": (1,)}), "two ends"),
    (dict(top=2, all=True), "top"),
])  # fmt: skip
def test_bad_options_are_errors(loan, john, options, error):
    with pytest.raises(cogs.Error, match=error):
        loan.recourse(john, **options)


@pytest.mark.parametrize("text", ["", "#feature", "no text \0 at all", "reject(X) :-", "\ud800", "é" * 1000, "%" * 10])
def test_a_model_that_is_none_is_an_error(text):
    with pytest.raises((cogs.InputError, UnicodeError)):
        cogs.Model.parse(text)


def test_a_model_that_is_no_text():
    for thing in (None, b"bytes", 7):
        with pytest.raises(TypeError):
            cogs.Model.parse(thing)
    with pytest.raises(cogs.Error):
        cogs.load("/nowhere/at/all.cogs")


def test_features_are_data_and_edits_give_other_models(loan, john):
    assert loan.features["age"].may == "increase" and loan.features["DEBT"].range == (0, 1000000)
    fixed = loan.features["debt"].change(fixed=True)
    assert fixed.features["debt"].fixed and not loan.features["debt"].fixed
    assert fixed != loan and (loan.recourse(john).status, fixed.recourse(john).status) == ("found", "none")
    dear = loan.with_features(cost={"debt": 5})
    assert dear.recourse(john).path.cost == 6
    with pytest.raises(dataclasses.FrozenInstanceError):
        loan.features["debt"].fixed = True
    with pytest.raises(cogs.OptionsError):
        loan.features["debt"].change(colour="red")
    assert "age" in repr(loan.features) and len(loan.features.to_frame("dict")["name"]) == 4


def test_models_pickle_as_their_text(loan, tmp_path):
    again = pickle.loads(pickle.dumps(loan))
    assert again == loan and hash(again) == hash(loan) and again.text == LOAN
    loan.save(tmp_path / "m.cogs")
    assert cogs.load(tmp_path / "m.cogs") == loan
    assert loan != cogs.Model.parse(LOAN + "% a comment\n")


def test_answers_pickle(loan, john):
    for answer in (loan.recourse(john), loan.why(john), loan.counterfactuals(), loan.compare(john, {**john, "debt": 0})):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer and str(again) == str(answer) and hash(again) == hash(answer)
        if answer._made.has_html:
            assert again.html() == answer.html()


def test_pages_stand_alone(loan, john, tmp_path):
    way = loan.recourse(john)
    way.write_html(tmp_path / "way.html")
    page = (tmp_path / "way.html").read_text()
    assert page.startswith("<!DOCTYPE html>") and "http://" not in page.replace("http://www.w3.org", "")
    shown = way._repr_html_()
    assert shown.startswith("<iframe") and 'sandbox="allow-scripts"' in shown
    assert "<pre>" in loan.counterfactuals()._repr_html_()
    assert loan.explore(john, tmp_path / "explore.html") and (tmp_path / "explore.html").exists()


def test_records_are_checked(loan, john):
    way = loan.recourse(john)
    assert loan.check(way) and loan.check(way.record()) and loan.check(way.to_json())
    wrong = way.to_dict()
    wrong["paths"][0]["cost"] = 1
    verdict = loan.check(wrong)
    assert not verdict and verdict.faults
    assert way.record()["schema"] == "cogs.record/1"


def test_why_and_compare(loan, john):
    why = loan.why(john)
    assert why.undesired and why.reasons[0].responsibility == fractions.Fraction(1, 2)
    assert why.proof["truth"] == "true" and why.tree()
    rich = {**john, "bank_balance": 70000, "credit_score": 700}
    difference = loan.compare(john, rich)
    assert difference and {d.feature for d in difference.decisive} == {"bank_balance", "credit_score"}
    assert loan.counterfactuals(john).states > 0 and len(loan.counterfactuals()) > 0


def test_limits(loan, john):
    assert loan.recourse(john, effort_limit=0).status in ("gave_up", "found")
    assert loan.recourse(john, time_limit=10, memory_limit="1G").status == "found"


def test_learning_and_reviewing():
    import random

    draw = random.Random(7)
    rows = []
    for _ in range(600):
        debt = draw.choice([0, 0, 1000, 5000, 9000])
        score = draw.randint(600, 850) if debt == 0 else draw.randint(300, 700)
        rows.append({"debt": debt, "score": score, "decision": "yes" if score >= 600 else "no"})
    learned = cogs.learn(rows, label="decision", undesired="no", holdout=0.2, cv=3)
    assert learned.test["accuracy"] > 0.95 and learned.cv["folds"] == 3
    assert "score" in repr(learned.rules)
    assert pickle.loads(pickle.dumps(learned)).model == learned.model
    found = learned.model.propose_causes(rows)
    assert len(found) == len(found.to_frame("dict")["id"]) and len(found) > 0
    first = list(found)[0]
    model = found.model.review(approve=[first.id], by="risk office", reason="known")
    assert [c for c in model.causes if c.id == first.id][0].by == "risk office"
    with pytest.raises(cogs.OptionsError, match="somebody"):
        found.model.review(approve=[first.id])
    with pytest.raises(cogs.InputError):
        found.model.review(approve=["c999"], by="x")
    again = cogs.learn(rows, label="decision", undesired="no", earlier=model)
    assert [c.status for c in again.model.causes if c.id == first.id] == ["approved"]
    scaled = learned.model.scale_costs(rows)
    assert scaled != learned.model
    assert cogs.look(rows).columns[0]["name"] == "debt"


def test_export(loan, john):
    assert "reject_loan" in loan.export("clingo", john)
    assert json.loads(loan.export("json"))["schema"] == "cogs.model/1"
    with pytest.raises(cogs.OptionsError):
        loan.export("prolog")


def test_importing_is_quick_and_takes_nothing_along():
    code = "import sys, cogs; print(sorted(m for m in ('numpy', 'pandas', 'pyarrow', 'sklearn') if m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


@pytest.mark.parametrize("module", ["cogs", "cogs._model", "cogs._answers", "cogs.sklearn", "cogs.compat.dice",
                                    "cogs.compat.carla", "cogs.duckdb"])
def test_the_examples_of_the_documentation_run(module):
    for needed in ("sklearn", "duckdb"):
        if needed in module:
            pytest.importorskip(needed)
    import importlib

    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0


def test_ways_from_doubles_end_where_a_double_is_on_the_other_side():
    import random

    draw = random.Random(5)
    rows = [{"a": draw.random(), "b": draw.random() * 1e6} for _ in range(400)]
    for row in rows:
        row["ok"] = "yes" if row["a"] > 0.5 and row["b"] > 2e5 else "no"
    for prune in (True, False):
        model = cogs.learn(rows, label="ok", undesired="no", prune=prune).model
        for row in rows[:60]:
            way = model.recourse({"a": row["a"], "b": row["b"]})
            if way.status == "found":
                end = {name: float(value) for name, value in way.path.end.items()}
                assert model.predict([end]) == ["yes"], (end, model.text)


def test_rows_may_stand_for_many():
    few = {"debt": [0, 9000, 100, 8000], "n": [30, 20, 5, 45], "decision": ["yes", "no", "yes", "no"]}
    whole = {name: [v for v, n in zip(few[name], few["n"]) for _ in range(n)] for name in ("debt", "decision")}
    counted = cogs.learn(few, label="decision", undesired="no", counted="n", cv=5)
    every = cogs.learn(whole, label="decision", undesired="no", cv=5)
    assert counted.to_json(timing=False) == every.to_json(timing=False) and counted.model.text == every.model.text
    with pytest.raises(cogs.InputError, match="row 2: '0' in 'n' is no number of rows"):
        cogs.learn({**few, "n": [1, 0, 1, 1]}, label="decision", undesired="no", counted="n")
    with pytest.raises(cogs.InputError, match="no column 'm'"):
        cogs.learn(few, label="decision", undesired="no", counted="m")


def test_a_row_of_the_learned_table_may_have_its_label():
    rows = [{"Debt": d, "The Decision": "no" if d > 50 else "yes"} for d in range(0, 100, 5)] * 10
    model = cogs.learn(rows, label="The Decision", undesired="no").model
    assert model.recourse(rows[15]).path.cost == 1
    assert model.why(rows[15]).undesired
    with pytest.raises(cogs.InputError, match="no feature 'decision'"):
        model.recourse({"Debt": 3, "decision": "no"})


def test_every_answer_is_a_frame_and_a_page(loan, tmp_path):
    rows = [{"a": i % 10, "b": i % 3, "ok": "no" if i % 10 < 5 else "yes"} for i in range(200)]
    people = [{"age": 31, "debt": 5000, "bank_balance": 40000, "credit_score": 599}]
    learned = cogs.learn(rows, label="ok", undesired="no", holdout=0.2, cv=2)
    way = loan.recourse(people[0])
    answers = [
        way, loan.why(people[0]), loan.compare(people[0], people[0]), loan.counterfactuals(), loan.audit(people), learned,
        loan.evaluate(people, {"none": people}), loan.check(way), cogs.look(rows), learned.model.propose_causes(rows),
    ]  # fmt: skip
    for answer in answers:
        answer.write_html(tmp_path / "page.html")
        page = (tmp_path / "page.html").read_text()
        assert page.lower().startswith("<!doctype html>") and page.rstrip().endswith("</html>"), type(answer)
        assert isinstance(answer.to_frame("dict"), dict) and answer._repr_html_(), type(answer)
    assert learned.to_frame("dict")["rows"] == ["train", "test", "cv"]
    assert learned.to_frame("dict")["accuracy"] == [1, 1, 1]
    assert loan.check(way).to_frame("dict") == {"fault": []}
