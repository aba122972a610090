# SPDX-License-Identifier: Apache-2.0
"""cogs why and cogs compare: proofs, reasons and differences as a user sees them."""

import json
import unittest

import run

CAR = str(run.EXAMPLES / "cars" / "cars.cogs")


def leaves(node):
    if not node["children"]:
        yield node
    for child in node["children"]:
        yield from leaves(child)


class Why(run.Case):
    def test_shows_each_rule_that_applies_with_actual_values(self):
        done = self.run_cogs("why", run.LOAN, *run.JOHN)
        self.assertIn("reject_loan: yes, 2 rules apply.", done.out)
        self.assertIn("bank_balance is 40000 $; this rule applies below 60000 $", done.out)
        self.assertIn("credit_score is 599; this rule applies below 600", done.out)

    def test_proves_that_a_decision_does_not_hold(self):
        done = self.run_cogs("why", run.LOAN, "age=31", "debt=0", "bank_balance=70000",
                             "credit_score=700")
        self.assertIn("reject_loan: no, none of its 2 rules applies.", done.out)
        self.assertIn("bank_balance is 70000 $; this rule needs less than 60000 $", done.out)

    def test_names_missing_values(self):
        done = self.run_cogs("why", run.LOAN, "age=31", "debt=0", "bank_balance=70000")
        self.assertIn("credit_score is not known", done.out)

    def test_json_has_the_shape_of_the_contract(self):
        answer = json.loads(self.run_cogs("why", run.LOAN, *run.JOHN, "--json").out)
        self.assertEqual(answer["schema"], "cogs.why/1")
        self.assertEqual(answer["decision"],
                         {"undesired": True, "atom": "reject_loan(x)", "rules": [9, 10]})
        for node in leaves(answer["proof"]):
            self.assertEqual(set(node["fact"]), {"feature", "value", "compared"})
        facts = [node["fact"] for node in leaves(answer["proof"])]
        self.assertIn({"feature": "bank_balance", "value": 40000, "compared": "< 60000"}, facts)
        self.assertEqual([r["feature"] for r in answer["reasons"]],
                         ["bank_balance", "credit_score"])
        self.assertEqual(answer["reasons"][0]["responsibility"], "1/2")

    def test_the_number_of_reasons_can_be_chosen(self):
        answer = json.loads(self.run_cogs("why", run.LOAN, *run.JOHN, "--json", "--reasons",
                                          "1").out)
        self.assertEqual(len(answer["reasons"]), 1)

    def test_short_gives_the_reasons_only(self):
        done = self.run_cogs("why", run.LOAN, *run.JOHN, "--short")
        self.assertNotIn("line 9", done.out)
        self.assertIn("What it rests on:", done.out)

    def test_tree_marks_what_holds_and_what_does_not(self):
        done = self.run_cogs("why", run.LOAN, *run.JOHN, "--tree")
        self.assertTrue(done.out.startswith("+ reject_loan holds\n  + the rule in line 9 applies"))

    def test_escapes_in_values_never_reach_the_terminal(self):
        model = self.file("m.cogs", "#feature a : {'x\\x1b\\[31m', y}.\n#undesired p(X).\n"
                                    "p(X) :- a(X, y).\n")
        done = self.run_cogs("why", model, "a=y", code=(0, 3))
        self.assertNotIn("\x1b", done.out + done.err)

    def test_rather_than_says_what_it_would_take(self):
        model = self.file("m.cogs", "#feature size : integer 0..9.\n#feature new : {yes, no}.\n"
                                    "#undesired kind(X, bad).\n"
                                    "kind(X, bad) :- size(X, N), N < 5.\n"
                                    "kind(X, good) :- size(X, N), N >= 5, new(X, yes).\n")
        done = self.run_cogs("why", model, "size=3", "new=no", "--rather-than", "kind(X,good)")
        self.assertIn("Why not kind good?", done.out)
        self.assertIn("It would take size to be 5 or more instead of 3 and new to be yes instead of "
                      "no", " ".join(done.out.split()))
        self.run_cogs("why", model, "size=3", "--rather-than", "kind(X,gud)", code=2)


class Compare(run.Case):
    rich = "age=31,debt=0,bank_balance=70000,credit_score=700"

    def test_finds_the_smallest_difference(self):
        john = ",".join(run.JOHN)
        answer = json.loads(self.run_cogs("compare", run.LOAN, john, self.rich, "--json").out)
        self.assertEqual([d["feature"] for d in answer["decisive"]],
                         ["bank_balance", "credit_score"])
        done = self.run_cogs("compare", run.LOAN, john, self.rich)
        self.assertIn("bank_balance: 40000 $ for A, 70000 $ for B", done.out)

    def test_a_limit_makes_no_decision_another(self):
        text = "".join(f"#feature f{i} : integer 0..9.\n" for i in range(14)) + "#undesired d(X).\n"
        for k in range(14):
            tests = (f"f{(k * 5 + i * 3) % 14}(X,N{i}), N{i} > {1 + (k + i) % 8}" for i in range(6))
            text += f"d(X) :- {', '.join(tests)}.\n"
        model = self.file("m.cogs", text + "d(X) :- not ok(X).\nok(X) :- f0(X,N), N > 5.\n")
        for f0 in ((0, 1), (0, 6), (1, 0)):
            people = [",".join([f"f0={f0[p]}"] + [f"f{i}={9 - 9 * p}" for i in range(1, 14)])
                      for p in (0, 1)]
            asked = ("compare", model, *people, "--json")
            whole = json.loads(self.run_cogs(*asked, code=(0, 1)).out)["undesired"]
            with self.subTest(f0=f0):
                code = 1 if whole[0] == whole[1] else 4
                done = self.run_cogs(*asked, "--time-limit", "0", code=code)
                answer = json.loads(done.out)
                self.assertEqual(answer["undesired"], whole)
                self.assertEqual(answer.get("complete", True), code == 1)
        done = self.run_cogs("why", model, *people[0].split(","), "--json", "--time-limit", "0",
                             code=4)
        self.assertIs(json.loads(done.out)["reasons_complete"], False)

    def test_equal_decisions_are_said_to_be_equal(self):
        done = self.run_cogs("compare", run.LOAN, self.rich, self.rich, code=1)
        self.assertIn("same decision", done.out)


if __name__ == "__main__":
    unittest.main()
