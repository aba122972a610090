# SPDX-License-Identifier: Apache-2.0
"""cogs predict: decisions, measures, messages, exit codes."""

import gzip
import json
import unittest

from run import LOAN, Case

MODEL = """\
#feature age : integer 18..80, observed.
#feature job : {clerk, none, '?'}, observed.
#feature debt : integer 0..100.
#classes decision : {bad, good}.
#undesired decision(X, bad).
decision(X, bad) :- debt(X, D), D > 50, not job(X, clerk).
decision(X, bad) :- age(X, A), A =< 20.
"""

DATA = """\
Age,JOB,debt,Decision
31,none,60,bad
31,clerk,60,good
19,clerk,0,good
99,pilot,70,bad
?,?,51,bad
"""


class Predict(Case):
    def test_gives_each_row_its_decision(self):
        done = self.run_cogs("predict", self.file("m.cogs", MODEL), self.file("d.csv", DATA))
        self.assertEqual(done.out, "row,decision\n1,bad\n2,good\n3,bad\n4,bad\n5,bad\n")
        self.assertIn("accuracy 80.0 %", done.err)
        self.assertIn("5 rows: bad 4 and good 1", done.err)
        self.assertIn("2 values were not in the data", done.err)
        quiet = self.run_cogs("predict", "m.cogs", "d.csv", "-q")
        self.assertEqual((quiet.out, quiet.err), (done.out, ""))

    def test_writes_json(self):
        model, data = self.file("m.cogs", MODEL), self.file("d.csv", DATA)
        done = self.run_cogs("predict", model, data, "--json", "--no-timing", "-q")
        answer = json.loads(done.out)
        self.assertEqual(answer["schema"], "cogs.predict/1")
        self.assertEqual(answer["decisions"], [0, 1, 0, 0, 0])
        self.assertEqual(answer["classes"], [{"name": "bad", "undesired": True, "rows": 4},
                                             {"name": "good", "undesired": False, "rows": 1}])
        self.assertEqual(answer["label"], "Decision")
        self.assertEqual(answer["measures"]["accuracy"], 0.8)
        self.assertNotIn("seconds", answer)
        lines = self.run_cogs("predict", model, data, "--jsonl", "-q").out.splitlines()
        self.assertEqual(json.loads(lines[1]), {"row": 2, "decision": "good", "undesired": False})
        self.run_cogs("predict", model, data, "--jsonl", "--json", code=2)
        for threads in ("1", "2"):
            again = self.run_cogs("predict", model, data, "--json", "--no-timing", "-q",
                                  "--threads", threads)
            self.assertEqual(again.out, done.out)

    def test_warns_of_a_label_that_is_about_something_else(self):
        data = self.file("d.csv", "debt,age,acceptable\n60,31,no\n0,31,yes\n")
        done = self.run_cogs("predict", self.file("m.cogs", MODEL), data, "--label", "acceptable")
        self.assertIn("the column 'acceptable' never says 'bad'", done.err)
        self.assertIn("its values are no, yes", done.err)

    def test_takes_another_label_or_none(self):
        model = self.file("m.cogs", MODEL)
        data = self.file("d.csv", DATA.replace("Decision", "outcome"))
        self.assertIsNone(json.loads(self.run_cogs("predict", model, data, "--json").out)["label"])
        named = json.loads(self.run_cogs("predict", model, data, "--json", "--label", "outcome").out)
        self.assertEqual(named["measures"]["accuracy"], 0.8)
        done = self.run_cogs("predict", model, data, "--label", "outcom", code=3)
        self.assertIn("did you mean 'outcome'?", done.err)

    def test_says_once_which_columns_are_missing(self):
        model = self.file("m.cogs", MODEL)
        data = self.file("d.csv", "age,jobb\n19,clerk\n40,clerk\n")
        done = self.run_cogs("predict", model, data)
        self.assertEqual(done.out, "row,decision\n1,bad\n2,good\n")
        self.assertEqual(done.err.count("there is no column for job, debt"), 1)
        self.assertIn("did you mean 'job'?", done.err)
        self.run_cogs("predict", model, self.file("x.csv", "a,b\n1,2\n"), code=3)

    def test_refuses_values_that_a_feature_cannot_have(self):
        model = self.file("m.cogs", MODEL)
        data = self.file("d.csv", "age,job,debt\n30,none,60\n30,none,600\nold,none,6\n30,none,1.5\n")
        done = self.run_cogs("predict", model, data, "-o", "out.csv", code=3)
        self.assertIn("row 2: 'debt' = 600 is outside its domain 0..100", done.err)
        self.assertIn("row 3: 'age' takes an integer, not 'old'", done.err)
        self.assertIn("row 4: 'debt' takes an integer, not 1.5", done.err)
        self.assertNotIn("out.csv", self.files())
        self.run_cogs("predict", model, data, "-o", "out.csv", "--errors", "bad.csv")
        self.assertEqual((self.folder / "out.csv").read_text(), "row,decision\n1,bad\n2,\n3,\n4,\n")
        bad = (self.folder / "bad.csv").read_text().splitlines()
        self.assertEqual(bad[0], "row,column,value,message")
        self.assertEqual([line.split(",")[0] for line in bad[1:]], ["2", "3", "4"])

    def test_reads_gzip_and_standard_input(self):
        model = self.file("m.cogs", MODEL)
        expected = self.run_cogs("predict", model, self.file("d.csv", DATA)).out
        self.assertEqual(self.run_cogs("predict", model, "-", input=DATA.encode()).out, expected)
        packed = self.file("d.csv.gz", gzip.compress(DATA.encode()))
        self.assertEqual(self.run_cogs("predict", model, packed).out, expected)

    def test_names_a_decision_without_classes_after_its_atom(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score\n31,5000,40000,599\n"
                                  "31,0,70000,700\n")
        self.assertEqual(self.run_cogs("predict", LOAN, data).out,
                         "row,decision\n1,reject_loan\n2,not reject_loan\n")

    def test_bad_files(self):
        model = self.file("m.cogs", MODEL)
        self.run_cogs("predict", model, "nowhere.csv", code=3)
        self.run_cogs("predict", model, self.file("e.csv", ""), code=3)
        self.run_cogs("predict", self.file("n.cogs", "nonsense"), self.file("d.csv", DATA), code=3)
        self.run_cogs("predict", model, "d.csv", "-o", "/nowhere/out.csv", code=3)
        self.run_cogs("predict", model, code=2)


if __name__ == "__main__":
    unittest.main()
