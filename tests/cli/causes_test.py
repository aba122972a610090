# SPDX-License-Identifier: Apache-2.0
"""cogs causes: proposals in the model, as text and as JSON."""

import json
import os
import pathlib
import unittest

from run import EXAMPLES, Case

BARE_LOAN = """\
#feature age          : integer 18..80, may increase.
#feature job          : {student, employed, self_employed, unemployed, retired}.
#feature income       : integer 0..200000.
#feature debt         : integer 0..100000.
#feature credit_score : integer 300..850.
#feature bank_balance : integer 0..1000000.
#undesired decision(X, reject).
decision(X, reject) :- bank_balance(X, B), B < 60000.
decision(X, reject) :- credit_score(X, C), C < 600.
"""


class Causes(Case):
    def setUp(self):
        super().setUp()
        self.run_cogs("demo", "--save", ".")
        self.model = self.file("bare.cogs", BARE_LOAN)

    def causes(self, *arguments, **more):
        return self.run_cogs("causes", self.model, "loans.csv", *arguments, **more)

    def text(self):
        return pathlib.Path(self.model).read_text(encoding="utf-8")

    def test_proposals_go_into_the_model(self):
        out = self.causes().out
        self.assertIn("bank_balance is at least 60000, exactly where", out)
        self.assertIn("credit_score is at least 600, wherever\n", out)
        self.assertIn("debt is 0", out)
        text = self.text()
        self.assertTrue(text.startswith(BARE_LOAN))
        self.assertIn("status proposed", text)
        self.assertIn("credit_score(X,V) :- V >= 600, debt(X,0).", text)
        self.assertNotIn("#causal", text)

    def test_a_second_run_changes_nothing(self):
        self.causes()
        before = self.text()
        self.causes()
        self.assertEqual(self.text(), before)

    def test_dry_run_and_output_file(self):
        self.causes("--dry-run")
        self.assertEqual(self.text(), BARE_LOAN)
        self.causes("-o", "other.cogs")
        self.assertEqual(self.text(), BARE_LOAN)
        self.assertIn("status proposed", (self.folder / "other.cogs").read_text())

    def test_proposals_change_no_answer(self):
        person = ["age=31", "job=employed", "income=42000", "debt=5000", "credit_score=599",
                  "bank_balance=40000", "--json", "--no-timing"]
        answer = json.loads(self.run_cogs("recourse", self.model, *person).out)
        self.causes()
        again = json.loads(self.run_cogs("recourse", self.model, *person).out)
        self.assertNotEqual(answer.pop("model"), again.pop("model"))
        self.assertEqual(answer, again)

    def test_json(self):
        answer = json.loads(self.causes("--json", "--no-timing", "--all").out)
        self.assertEqual(answer["schema"], "cogs.causes/1")
        self.assertEqual(answer["written"], self.model)
        self.assertEqual(answer["rows"], 2000)
        found = {p["feature"]: p for p in answer["proposals"]}
        self.assertEqual({f: p["mode"] for f, p in found.items()},
                         {"bank_balance": "iff", "credit_score": "if", "job": "iff",
                          "income": "only_if"})
        cause = found["credit_score"]["causes"][0]
        self.assertEqual(cause["rules"][0]["text"],
                         "credit_score(X,V) :- V >= 600, debt(X,0).")
        self.assertEqual(cause["rules"][0]["status"], "proposed")
        self.assertEqual(cause["with_both"], cause["rules"][0]["correct"])
        self.assertAlmostEqual(cause["precision"], cause["with_both"] / cause["with_cause"],
                               places=3)
        self.assertEqual(len(cause["counterexamples"]["without_effect"]),
                         min(5, cause["with_cause"] - cause["with_both"]))
        self.assertEqual([p["why"] for p in answer["passed_over"] if p["feature"] == "age"],
                         ["direction"])
        self.assertNotIn("seconds", answer)

    def test_bytes_do_not_depend_on_threads(self):
        one = self.causes("--dry-run", "--threads", 1).out
        self.assertEqual(self.causes("--dry-run", "--threads", 4).out, one)

    def test_wrong_input(self):
        self.assertIn("did you mean 'debt'", self.causes("--no-effect", "dept", code=3).err)
        self.assertIn("--precision", self.causes("--precision", "0.2", code=2).err)
        self.assertIn("no column of this file",
                      self.run_cogs("causes", self.model, self.file("x.csv", "p,q\n1,2\n"),
                                    code=3).err)
        self.run_cogs("causes", self.model, "nowhere.csv", code=3)
        self.assertEqual(self.text(), BARE_LOAN)

    def test_a_limit_leaves_the_model_alone(self):
        self.causes("--time-limit", "0", code=4)
        self.assertEqual(self.text(), BARE_LOAN)

    @unittest.skipUnless(os.environ.get("COGS_DATA"), "COGS_DATA is not set")
    def test_adult(self):
        text = (EXAMPLES / "adult" / "adult.cogs").read_text(encoding="utf-8")
        # Without its causal rules: those behind the decision rules.
        bare = text[:text.index("marital_status(X,'Never-married') :-")]
        for line in ("#causal marital_status : only_if.\n", "#causal relationship : only_if.\n"):
            bare = bare.replace(line, "")
        model = self.file("adult.cogs", bare)
        data = pathlib.Path(os.environ["COGS_DATA"]) / "adult" / "adult.csv"
        answer = json.loads(self.run_cogs("causes", model, data, "--json").out)
        first = answer["proposals"][0]
        self.assertEqual((first["feature"], first["mode"]), ("marital_status", "iff"))
        self.assertEqual([r["text"] for r in first["causes"][0]["rules"]],
                         ["marital_status(X,'Married-civ-spouse') :- relationship(X,'Husband').",
                          "marital_status(X,'Married-civ-spouse') :- relationship(X,'Wife')."])
        self.assertAlmostEqual(first["causes"][0]["precision"], 0.999, delta=0.01)
        self.assertAlmostEqual(first["causes"][0]["recall"], 0.982, delta=0.01)
        self.assertEqual({p["mode"] for p in answer["proposals"][1:]
                          if p["feature"] == "relationship"}, {"only_if"})


if __name__ == "__main__":
    unittest.main()
