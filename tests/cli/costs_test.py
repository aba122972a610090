# SPDX-License-Identifier: Apache-2.0
"""cogs costs: percentile prices in a model, and what is said about them."""

import json
import pathlib
import unittest

from run import Case

MODEL = """\
% Who gets a loan.
#feature income : integer 0..100000, unit "$", label "yearly income".   % net
#feature age    : integer 18..99, may increase, cost 3.
#feature sex    : {m, f}, fixed.
#feature score  : integer 0..100, caused.
#feature debt   : integer 0..100000, cost 2 per 1000.
#undesired reject(X).
#causal score : if.

reject(X) :- income(X, N), N < 50000.
reject(X) :- score(X, S), S < 50.
score(X, S) :- S >= 50, debt(X, 0).
"""


def table(rows):
    return "income,age,sex,score,debt\n" + "".join(",".join(map(str, r)) + "\n" for r in rows)


ROWS = [(1000 * i, 20 + i % 50, "mf"[i % 2], i % 100, 10 * i) for i in range(1, 101)]


class Costs(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("loan.cogs", MODEL)
        self.data = self.file("loans.csv", table(ROWS))

    def text(self, name="loan.cogs"):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_prices_go_into_the_model_and_nothing_else_changes(self):
        out = " ".join(self.run_cogs("costs", "loan.cogs", "loans.csv").out.split())
        self.assertIn("Prices for 2 features from 100 rows of loans.csv: the price of a change is "
                      "the share of the people that it passes.", out)
        self.assertRegex(out, r"from 25000 \$ to 75000 \$ costs 0\.(49|5)")
        self.assertIn("Left alone (no numbers): sex.", out)
        self.assertIn("They are in loan.cogs", out)
        before, after = MODEL.splitlines(), self.text().splitlines()
        kept = [line for line in after if line in before]
        self.assertEqual(kept, [line for line in before if "income :" not in line
                                and "age    :" not in line])
        self.assertIn('label "yearly income",', self.text())
        self.assertIn("% net", self.text())
        self.assertIn("cost 3 on {", self.text(), "a flat price is the weight of the scale")
        self.assertIn("cost 2 per 1000.", self.text(), "what somebody wrote stays")

    def test_another_file_leaves_the_model_alone(self):
        self.run_cogs("costs", "loan.cogs", "loans.csv", "-o", "priced.cogs")
        self.assertEqual(self.text(), MODEL)
        self.assertIn(" on {", self.text("priced.cogs"))
        self.run_cogs("costs", "loan.cogs", "loans.csv", "--dry-run")
        self.assertEqual(self.text(), MODEL)

    def test_a_second_run_changes_nothing(self):
        self.run_cogs("costs", "loan.cogs", "loans.csv")
        once = self.text()
        self.run_cogs("costs", "loan.cogs", "loans.csv")
        self.assertEqual(self.text(), once)

    def test_options_choose_features_scale_and_fixed_part(self):
        self.run_cogs("costs", "loan.cogs", "loans.csv", "--only", "income", "--points", "3",
                      "--fixed-part", "0.05")
        self.assertIn("cost 0.05 + 1 on {1000: 0.01, 51000: 0.51, 101000: 1}.", self.text())
        self.assertIn("cost 3.", self.text())
        self.run_cogs("costs", "loan.cogs", "loans.csv", "--except", "age", "--replace",
                      "--by", "log-percentile", "-o", "log.cogs")
        self.assertIn("cost 3.", self.text("log.cogs"))
        self.assertNotIn("per 1000", self.text("log.cogs"))
        self.assertIn(": 4.615}", self.text("log.cogs"))

    def test_what_is_priced_is_what_recourse_pays(self):
        self.run_cogs("costs", "loan.cogs", "loans.csv")
        answer = json.loads(self.run_cogs("recourse", "loan.cogs", "income=30000", "age=30",
                                          "sex=m", "score=60", "debt=0", "--json").out)
        action = answer["paths"][0]["transitions"][0]["actions"][0]
        self.assertEqual(action["feature"], "income")
        self.assertAlmostEqual(action["cost"], 0.2, delta=0.02)
        self.assertEqual(answer["paths"][0]["cost"], action["cost"])
        words = self.run_cogs("recourse", "loan.cogs", "income=30000", "age=30", "sex=m",
                              "score=60", "debt=0").out
        self.assertIn(f"(costs {action['cost']})", " ".join(words.split()))

    def test_missing_values_do_not_count(self):
        rows = [(i, "", "m", 1, 0) for i in (1, 2)] + [("NA", 20, "m", 1, 0)] * 7
        self.file("loans.csv", table(rows))
        out = self.run_cogs("costs", "loan.cogs", "loans.csv", "--only", "income").out
        self.assertIn("cost 1 on {1: 0.5, 2: 1}", self.text())
        self.assertIn("7 rows without it", out)

    def test_json_says_the_same(self):
        out = json.loads(self.run_cogs("costs", "loan.cogs", "loans.csv", "--json").out)
        outcomes = {f["feature"]: f["outcome"] for f in out["features"]}
        self.assertEqual(outcomes, {"income": "scaled", "age": "scaled", "sex": "no_numbers",
                                    "score": "caused", "debt": "priced"})
        self.assertEqual(out["written"], "loan.cogs")
        self.assertTrue(out["features"][0]["cost"].startswith("1 on {1000: 0.01, "))

    def test_wrong_input_writes_nothing(self):
        cases = [
            (("loan.cogs", "none.csv"), "none.csv"),
            (("loan.cogs", "loans.csv", "--only", "incom"), "did you mean 'income'?"),
            (("loan.cogs", "loans.csv", "--only", "sex"), "loan.cogs:4:"),
            (("loan.cogs", "loans.csv", "--only", "score"), "only follows from its causes"),
            (("loan.cogs", "loans.csv", "--only", "debt"), "--replace"),
            (("loan.cogs", "loans.csv", "-o", "loans.csv"), "loans.csv"),
        ]
        before = self.files()
        for arguments, message in cases:
            with self.subTest(arguments=arguments):
                error = self.run_cogs("costs", *arguments, code=3).err
                self.assertIn(message, error)
                self.assertEqual(self.text(), MODEL)
                self.assertEqual(self.files(), before)
        self.file("short.csv", "age\n20\n30\n")
        error = self.run_cogs("costs", "loan.cogs", "short.csv", "--only", "income", code=3).err
        self.assertIn("'income' has no column in the table", error)

    def test_wrong_options_are_told(self):
        for arguments in (["--by", "luck"], ["--points", "1"], ["--fixed-part", "-1"],
                          ["--fixed-part", "x"], ["--only", "age", "--except", "income"]):
            with self.subTest(arguments=arguments):
                self.run_cogs("costs", "loan.cogs", "loans.csv", *arguments, code=2)
        self.assertEqual(self.text(), MODEL)


if __name__ == "__main__":
    unittest.main()
