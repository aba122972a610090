# SPDX-License-Identifier: Apache-2.0
"""Scores through the program: classes, margins, what is lost against what, limits, and what else knows scores."""

import csv
import json
import pathlib
import shutil
import subprocess
import unittest
from fractions import Fraction

from run import EXAMPLES, Case

MODELS = pathlib.Path(__file__).resolve().parent.parent / "score" / "models"
CARD = EXAMPLES / "scorecard" / "card.cogs"
ANNA = EXAMPLES / "scorecard" / "anna.json"
PEOPLE = ("age,income,employment,savings,open_loans,utilisation,bankrupt\n"
          "30,30000,full_time,middle,1,30,no\n50,60000,none,high,0,10,no\n")  # fmt: skip


class Classes(Case):
    """xgboost_classes.json: three classes, and rows with the library's own sums."""

    def setUp(self):
        super().setUp()
        for name in ["xgboost_classes.json", "xgboost_classes.rows.csv"]:
            shutil.copy(MODELS / name, self.folder / name)
        with open(self.folder / "xgboost_classes.rows.csv", encoding="utf-8") as file:
            self.rows = list(csv.DictReader(file))
        self.run_cogs("import", "xgboost_classes.json", "--people", "xgboost_classes.rows.csv", "--check",
                      "xgboost_classes.rows.csv", "--score", "grade", "--class", "2", "-o", "m.cogs")  # fmt: skip

    def sums(self, row):
        return [float(row[f"raw_score_{i}"]) for i in range(3)]

    def chosen(self, row):
        sums = self.sums(row)
        return sums.index(max(sums))

    def test_the_decision_is_the_class_with_the_highest_sum(self):
        self.run_cogs("predict", "m.cogs", "xgboost_classes.rows.csv", "-o", "out.csv")
        with open(self.folder / "out.csv", encoding="utf-8") as file:
            said = list(csv.DictReader(file))
        expected = [self.chosen(row) == 2 for row in self.rows]
        self.assertIn(True, expected)
        self.assertIn(False, expected)
        self.assertEqual([row["decision"] == "reject" for row in said], expected)

    def test_why_names_the_sums_and_the_leads(self):
        number = next(i for i, row in enumerate(self.rows) if self.chosen(row) == 2) + 1
        person = f"xgboost_classes.rows.csv:{number}"
        text = self.run_cogs("why", "m.cogs", person).out.replace("\n", " ")
        self.assertIn("grade chooses 2: 0 ", text)
        told = json.loads(self.run_cogs("why", "m.cogs", person, "--json").out)
        leads = {tuple(each["classes"]): each for each in told["scores"]}
        self.assertEqual(set(leads), {("0", "2"), ("1", "2")})
        sums = self.sums(self.rows[number - 1])
        for (first, second), lead in leads.items():
            self.assertAlmostEqual(lead["points"], sums[int(first)] - sums[int(second)], places=5)
            parts = sum(part["points"] for part in lead["parts"])
            self.assertAlmostEqual(lead["base"] + parts, lead["points"], places=9)

    def test_ways_lead_to_another_class_and_are_checked(self):
        refused = [i + 1 for i, row in enumerate(self.rows) if self.chosen(row) == 2]
        for number in refused[:5]:
            done = self.run_cogs("recourse", "m.cogs", f"xgboost_classes.rows.csv:{number}", "--json", code=(0, 1))
            answer = json.loads(done.out)
            if answer["status"] == "none":
                continue
            self.assertTrue(answer["paths"][0]["checked"])
            sums = answer["paths"][0]["transitions"][-1]["scores"]["grade"]
            self.assertNotEqual(max(sums, key=lambda name: Fraction(str(sums[name]))), "2")
            self.file("answer.json", done.out)
            self.run_cogs("check", "m.cogs", "answer.json")

    def test_to_one_class_and_in_a_batch(self):
        text = (self.folder / "m.cogs").read_text(encoding="utf-8")
        self.file("to.cogs", text + "#desired chosen(X, grade, 1).\n")
        self.run_cogs("batch", "to.cogs", "xgboost_classes.rows.csv", "-o", "out.csv")
        number = next(i for i, row in enumerate(self.rows) if self.chosen(row) == 2) + 1
        done = self.run_cogs("recourse", "to.cogs", f"xgboost_classes.rows.csv:{number}", "--json", code=(0, 1))
        answer = json.loads(done.out)
        if answer["paths"]:
            sums = answer["paths"][0]["transitions"][-1]["scores"]["grade"]
            self.assertEqual(max(sums, key=lambda name: Fraction(str(sums[name]))), "1")

    def test_what_is_wrong_with_a_question_about_classes(self):
        text = (self.folder / "m.cogs").read_text(encoding="utf-8")
        for line, said in [("reject(X) :- chosen(X, grade, '9').", "no class '9'"),
                           ("reject(X) :- grade(X, S), S < 0.", "a score for each of its 3 classes"),
                           ("reject(X) :- chosen(X, grad, '2').", "is not a score"),
                           ("reject(X) :- probability(X, grade, P), P < 0.5.", "gives no probability")]:  # fmt: skip
            done = self.run_cogs("why", self.file("bad.cogs", text + line + "\n"), "age=3", code=3)
            self.assertIn(said, done.err)
            self.assertIn("bad.cogs:", done.err)
        card = CARD.read_text(encoding="utf-8") + "decline(X) :- chosen(X, points, a).\n"
        self.assertIn("has no classes", self.run_cogs("why", self.file("bad.cogs", card), "age=3", code=3).err)


class Cards(Case):
    def lost(self, *options):
        told = json.loads(self.run_cogs("why", CARD, ANNA, "--json", *options).out)
        return {each["feature"]: Fraction(str(each["points"])) for each in told["scores"][0]["lost"]}

    def test_points_lost_against_best_neutral_and_people(self):
        self.assertEqual(self.lost(), {"income": 70, "age": 25, "utilisation": 25, "savings": 20})
        self.assertEqual(self.lost("--against", "neutral"), {})  # no part of hers is below 0
        people = self.file("people.csv", PEOPLE)
        # Their incomes bring 40 and 75 instead of 5, their ages 52 and 60 instead of 35, and so on.
        self.assertEqual(self.lost("--against", people),
                         {"income": Fraction(105, 2), "age": 21, "utilisation": 25, "savings": 15})  # fmt: skip
        self.assertIn("against", self.run_cogs("why", CARD, ANNA, "--against", people).out)
        self.run_cogs("why", CARD, ANNA, "--against", "nobody.csv", code=3)

    def test_shapley_values_of_a_card_are_differences_from_the_mean(self):
        people = self.file("people.csv", PEOPLE)
        told = json.loads(self.run_cogs("why", CARD, ANNA, "--shapley", people, "--json").out)["shapley"][0]
        self.assertEqual(told["points"], 385)
        shares = {each["feature"]: Fraction(str(each["points"])) for each in told["shares"]}
        self.assertEqual(shares["income"], Fraction(-105, 2))
        self.assertEqual(sum(shares.values()), 385 - Fraction(str(told["mean"])))
        self.assertIn("Shapley values of points", self.run_cogs("why", CARD, ANNA, "--shapley", people).out)
        self.assertIn("no score", self.run_cogs("why", EXAMPLES / "loan2" / "loan.cogs", "age=31",
                                                "--shapley", people, code=2).err)  # fmt: skip

    def test_what_suffices(self):
        told = json.loads(self.run_cogs("why", CARD, ANNA, "--sufficient", "--json").out)["sufficient"]
        self.assertTrue(told["minimal"])
        # Without an income of 50000 the most is 300 + 60 + 5 + 30 + 40 + 20 = 455: something else is needed too.
        self.assertIn("income", told["features"])
        self.assertGreater(len(told["features"]), 1)
        bankrupt = ["age=50", "income=90000", "employment=full_time", "savings=high", "open_loans=0", "utilisation=5",
                    "bankrupt=yes"]  # fmt: skip
        told = json.loads(self.run_cogs("why", CARD, *bankrupt, "--sufficient", "--json").out)["sufficient"]
        self.assertEqual(told["features"], ["bankrupt"])

    def test_where_there_is_no_way_the_most_that_can_be_had_is_said(self):
        fixed = ["--fix", "income", "--fix", "employment"]
        done = self.run_cogs("recourse", CARD, ANNA, *fixed, code=1)
        # 300 + 35 + 5 + 30 + 40 + 20 with one loan and high savings.
        self.assertIn("Nothing that may change brings points above 430 points; at least 450 points", done.out.replace("\n", " "))
        limit = json.loads(self.run_cogs("recourse", CARD, ANNA, *fixed, "--json", code=1).out)["score_limits"][0]
        self.assertEqual((limit["points"], limit["needed"], limit["best"], limit["reached"]), (385, 450, 430, True))
        self.run_cogs("recourse", CARD, ANNA, *fixed, "--html", "page.html", code=1)
        self.assertIn("above 430 points", (self.folder / "page.html").read_text(encoding="utf-8"))

    def test_a_margin_asks_for_more(self):
        text = CARD.read_text(encoding="utf-8")
        wide = self.file("wide.cogs", text.replace("base 300,", "base 300, margin 20,"))
        answer = json.loads(self.run_cogs("recourse", wide, ANNA, "--json").out)
        self.assertGreaterEqual(answer["paths"][0]["transitions"][-1]["scores"]["points"], 470)
        self.assertTrue(answer["paths"][0]["checked"])
        plain = json.loads(self.run_cogs("recourse", CARD, ANNA, "--json").out)
        self.assertLess(plain["paths"][0]["transitions"][-1]["scores"]["points"], 470)
        self.assertLess(plain["paths"][0]["cost"], answer["paths"][0]["cost"])
        # The decision is what it was.
        self.assertEqual(json.loads(self.run_cogs("why", wide, ANNA, "--json").out)["decision"]["undesired"], True)
        bad = self.file("bad.cogs", text.replace("base 300,", "base 300, margin -1,"))
        self.assertIn("the margin", self.run_cogs("why", bad, ANNA, code=3).err)

    def test_the_page_shows_how_the_score_comes_about(self):
        self.run_cogs("why", CARD, ANNA, "--html", "page.html")
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        self.assertIn('aria-label="How points comes about; the line is at 450 points', page)

    def test_clingo_finds_the_same_cost(self):
        clingo = shutil.which("clingo")
        if clingo is None:
            self.skipTest("clingo is not installed (Debian package gringo)")
        program = self.run_cogs("export", CARD, "--to", "clingo", ANNA, "--cost", "income=2", "--cost", "savings=1",
                                "--cost", "open_loans=1").out  # fmt: skip
        self.assertIn("#sum", program)
        answer = json.loads(self.run_cogs("recourse", CARD, ANNA, "--cost", "income=2", "--cost", "savings=1",
                                          "--cost", "open_loans=1", "--json").out)  # fmt: skip
        done = subprocess.run([clingo, "--outf=2", "--quiet=1", self.file("p.lp", program)], capture_output=True, check=False)
        cost = json.loads(done.stdout)["Models"]["Costs"][0]
        self.assertEqual(cost, answer["paths"][0]["cost"])

    def test_all_commands_know_scores(self):
        people = self.file("people.csv", PEOPLE + "23,18000,part_time,low,3,72,no\n")
        self.run_cogs("predict", CARD, people)
        self.run_cogs("batch", CARD, people, "-o", "out.jsonl")
        self.run_cogs("audit", CARD, people, "-o", "audit.html")
        self.run_cogs("compare", CARD, f"{people}:1", f"{people}:3")
        self.run_cogs("counterfactuals", CARD, ANNA, "--time-limit", "20", code=(0, 4))
        self.run_cogs("recourse", CARD, ANNA, "--record", "record.json")
        self.run_cogs("check", CARD, "record.json")
        self.file("cf.csv", "age,income,employment,savings,open_loans,utilisation,bankrupt\n23,50000,part_time,low,3,72,no\n")
        self.file("rows.csv", "age,income,employment,savings,open_loans,utilisation,bankrupt\n23,18000,part_time,low,3,72,no\n")
        self.assertIn("1", self.run_cogs("evaluate", CARD, "rows.csv", "cf.csv", "--json").out)
        self.assertIn("cannot be written", self.run_cogs("export", CARD, "--to", "scasp", code=3).err)


if __name__ == "__main__":
    unittest.main()
