# SPDX-License-Identifier: Apache-2.0
"""cogs import: models of other libraries become models, and what is wrong with them is said."""

import json
import pathlib
import shutil
import unittest

from run import Case

MODELS = pathlib.Path(__file__).resolve().parent.parent / "score" / "models"


class Import(Case):
    def model(self, name):
        shutil.copy(MODELS / name, self.folder / name)
        return name

    def rows(self, name):
        return self.model(name + ".rows.csv")

    def text(self, name="m.cogs"):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_writes_features_the_import_and_the_decision(self):
        file, rows = self.model("xgboost_binary.json"), self.rows("xgboost_binary")
        done = self.run_cogs("import", file, "--features", rows, "--check", rows, "--score", "risk", "-o", "m.cogs")
        self.assertIn("a model of XGBoost", done.out)
        self.assertIn("all 60 rows of xgboost_binary.rows.csv are equal to its own, bit for bit", done.out.replace("\n", " "))
        text = self.text()
        self.assertRegex(text, r"#feature age : integer \d+\.\.\d+, may increase, observed\.")
        self.assertRegex(text, r"#feature income : real .*, step 0\.01\.")
        self.assertRegex(text, r"#import risk from 'xgboost_binary.json', format xgboost, sha256 '[0-9a-f]{64}'\.")
        self.assertIn("reject(X) :- risk(X, S), S < 0.", text)
        self.assertNotIn("raw_score", text)
        answers = self.run_cogs("predict", "m.cogs", rows, "--json").out
        self.assertIn("reject", answers)

    def test_every_format_is_found_out(self):
        for name, found in [("xgboost_binary_ubj.ubj", "xgboost"), ("lightgbm_binary.txt", "lightgbm"),
                            ("catboost_binary.json", "catboost"), ("ebm_binary.json", "ebm"), ("card.csv", "scorecard")]:
            told = json.loads(self.run_cogs("import", self.model(name), "--threshold", "0", "--json").out)
            self.assertEqual(told["format"], found)
            self.assertGreater(told["leaves"], 3)

    def test_options_of_the_decision(self):
        file = self.model("lightgbm_binary.txt")
        text = self.run_cogs("import", file, "--score", "p", "--decision", "flag", "--undesired", "above", "--threshold", "0.7",
                             "--probability", "-q").out
        self.assertIn("flag(X) :- probability(X, p, P), P >= 0.7.", text)
        several = self.model("xgboost_classes.json")
        self.assertIn("several classes", self.run_cogs("import", several, code=3).err)
        self.assertIn("reject(X) :- chosen(X, score, '2').", self.run_cogs("import", several, "--class", "2", "-q").out)
        self.assertIn("no class '9'", self.run_cogs("import", several, "--class", "9", code=3).err)
        self.run_cogs("import", file, "--threshold", "much", code=2)

    def test_a_card_of_points_has_no_threshold_of_its_own(self):
        done = self.run_cogs("import", self.model("card.csv"), "-o", "m.cogs", code=3)
        self.assertIn("nothing says which scores are unwanted", done.err)
        self.assertIn("--threshold N", done.err)
        self.assertFalse((self.folder / "m.cogs").exists())

    def test_what_is_assumed_about_the_decision_is_said_and_written_down(self):
        file = self.model("lightgbm_binary.txt")
        told = self.run_cogs("import", file, "-o", "m.cogs").out.replace("\n", " ")
        self.assertIn("Assumed: the decision is taken at the score 0", told)
        self.assertIn("--undesired above", told)
        self.assertIn("% Assumed: scores below 0 are the unwanted ones", self.text())
        told = json.loads(self.run_cogs("import", file, "--threshold", "0.5", "--undesired", "above", "--json").out)
        self.assertEqual(told["guesses"], [])
        self.assertIn("base_margin", self.run_cogs("import", self.model("xgboost_binary.json"), "-o", "x.cogs").out)

    def test_people_may_have_what_no_tree_looks_at(self):
        file = self.model("card.csv")
        rows = "".join(f"{20 + i},{'none' if i % 3 else 'full time'},{'red' if i % 2 else 'blue'},{i},p{i}\n" for i in range(40))
        people = self.file("people.csv", "age,job,colour,shoe,id\n" + rows)
        told = self.run_cogs("import", file, "--features", people, "--threshold", "400", "--skip", "shoe", "-o", "m.cogs").out
        self.assertIn("does not look at colour", told)
        self.assertIn("id looks like an identifier", told)
        self.assertIn("% The score does not look at these.", self.text())
        self.assertNotIn("shoe", self.text())
        answer = json.loads(self.run_cogs("why", "m.cogs", "age=30", "job=none", "colour=red", "--json").out)
        self.assertEqual(answer["scores"][0]["points"], 362.5)
        done = self.run_cogs("why", "m.cogs", "age=30", "shoe=4", code=3)
        self.assertIn("leave it out, or declare it", done.err)
        self.assertIn("does not have: foo", self.run_cogs("import", file, "--features", people, "--threshold", "1", "--skip", "foo", code=3).err)

    def test_a_scorecard_as_a_table_is_a_model_that_decides(self):
        rows = self.file("people.csv", "age,job\n" + "".join(f"{20 + i},{'none' if i % 3 else 'full time'}\n" for i in range(40)))
        self.run_cogs("import", self.model("card.csv"), "--features", rows, "--points", "--threshold", "400", "-o", "m.cogs")
        text = self.text()
        self.assertIn("#score score : base 300.", text)
        self.assertIn('age, "[25, 40)", 72.5', text)
        self.assertIn('job, "part time%,%full time", 45', text)
        done = self.run_cogs("predict", "m.cogs", rows, "--json")
        self.assertTrue(done.out)

    def test_rows_with_other_scores_are_refused_and_nothing_is_written(self):
        file, rows = self.model("lightgbm_binary.txt"), self.rows("lightgbm_binary")
        lines = (self.folder / rows).read_text(encoding="utf-8").splitlines()
        start, number = lines[7].rsplit(",", 1)
        lines[7] = f"{start},{float(number) + 1e-15}"
        (self.folder / rows).write_text("\n".join(lines) + "\n", encoding="utf-8")
        done = self.run_cogs("import", file, "--check", rows, "-o", "m.cogs", code=3)
        self.assertIn("lightgbm_binary.rows.csv:8:", done.err)
        self.assertIn("row 7: the library gave", done.err)
        self.assertFalse((self.folder / "m.cogs").exists())

    def test_a_value_that_few_people_have_is_listed_where_a_column_stands_for_it(self):
        tree = {"test": [2, 0, 0], "column": [0, 0, 0], "value": [0.5, 1, -1], "yes": [1, 0, 0], "no": [2, 0, 0]}
        card = {"format": "cogs-score", "version": 1, "library": "made for a test", "sum": "exact",
                "columns": [{"name": "job_weaver"}], "outputs": [{}], "trees": [tree]}
        (self.folder / "jobs.json").write_text(json.dumps(card), encoding="utf-8")
        jobs = ["clerk"] * 30 + ["cook"] * 30 + ["weaver", "harpist"]
        (self.folder / "jobs.csv").write_text("job\n" + "\n".join(jobs) + "\n", encoding="utf-8")
        self.run_cogs("import", "jobs.json", "--people", "jobs.csv", "--threshold", "0", "-o", "m.cogs")
        feature = next(line for line in self.text().splitlines() if line.startswith("#feature job"))
        self.assertIn("weaver", feature)
        self.assertNotIn("harpist", feature)

    def test_columns_that_nothing_explains_are_listed(self):
        file = self.model("lightgbm_binary.txt")
        done = self.run_cogs("import", file, "--features", self.file("p.csv", "age,ratio\n1,2\n3,4\n"), code=3)
        self.assertRegex(done.err, "not in .*p.csv: .*income")

    def test_no_input_is_overwritten_and_no_model_that_people_worked_on(self):
        file, rows = self.model("lightgbm_binary.txt"), self.rows("lightgbm_binary")
        before = (self.folder / file).read_bytes()
        self.run_cogs("import", file, "--fresh", "-o", file, code=3)
        self.run_cogs("import", file, "--fresh", "--features", rows, "-o", rows, code=3)
        self.assertEqual((self.folder / file).read_bytes(), before)
        self.run_cogs("import", file, "-o", "m.cogs")
        self.assertIn("--fresh", self.run_cogs("import", file, "-o", "m.cogs", code=3).err)
        self.run_cogs("import", file, "-o", "m.cogs", "--fresh")

    def test_what_is_no_model(self):
        for name, text in [("a.json", "{}"), ("b.txt", "tree\nversion=v4\n"), ("c.bin", "\x80\x02cpickle"), ("d.csv", "")]:
            done = self.run_cogs("import", self.file(name, text), code=3)
            self.assertIn(name, done.err)
        self.run_cogs("import", "nowhere.json", code=3)


if __name__ == "__main__":
    unittest.main()
