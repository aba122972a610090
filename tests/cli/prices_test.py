# SPDX-License-Identifier: Apache-2.0
"""Prices that depend on the change, in every command that counts costs; --first; missing values."""

import csv
import json
import random
import unittest

from run import Case

MODEL = """\
#feature edu    : {none < school < bachelor < master}, may increase, cost 2 per 1.
#feature debt   : integer 0..1000, cost 1 + 2 per 100.
#feature income : integer 0..9000, cost 4 on {0: 0, 2000: 1, 9000: 2}.
#feature job    : {none, clerk, boss}, cost to {clerk: 1.5, boss: 6}.
#feature hours  : integer 0..60, cost up 0.25 per 1, down 0.5.
#feature flat   : {a, b}, cost 5.
#undesired no(X).
no(X) :- income(X, N), N < 3000, flat(X, a).
no(X) :- debt(X, N), N > 300, edu(X, E), E < bachelor.
no(X) :- job(X, none), hours(X, N), N < 20.
"""
ROWS = ["edu,debt,income,job,hours,flat"]
DRAW = random.Random(5)
for _ in range(60):
    ROWS.append(",".join(map(str, (
        DRAW.choice(["none", "school", "bachelor", "master"]), DRAW.randrange(0, 1001),
        DRAW.randrange(0, 9001), DRAW.choice(["none", "clerk", "boss"]), DRAW.randrange(0, 61),
        DRAW.choice("ab")))))


class Prices(Case):
    def setUp(self):
        super().setUp()
        self.file("m.cogs", MODEL)
        self.file("d.csv", "\n".join(ROWS) + "\n")

    def answer(self, *words, code=(0, 1)):
        return json.loads(self.run_cogs("recourse", "m.cogs", *words, "--json", "--no-timing",
                                        code=code).out)

    def test_each_form_costs_what_it_says(self):
        fine = {"edu": "master", "debt": 0, "income": 5000, "job": "boss", "hours": 40, "flat": "b"}
        for change, feature, cost in [
                ({"edu": "none", "debt": 400}, "debt", 3),       # 1 + 2 per 100, of 100
                ({"edu": "school", "debt": 900}, "edu", 2),      # one place
                ({"income": 2000, "flat": "a"}, "income", 0.571428),  # 4 * 1/7 of the second piece
                ({"job": "none", "hours": 19}, "hours", 0.25),
                ({"job": "none", "hours": 9}, "job", 1.5)]:
            words = [f"{f}={v}" for f, v in {**fine, **change}.items()]
            answer = self.answer(*words)
            [step] = answer["paths"][0]["transitions"]
            [action] = step["actions"]
            self.assertEqual(action["feature"], feature)
            found = action["cost"]
            if isinstance(found, str):
                above, below = map(int, found.split("/"))
                found = above / below
            self.assertAlmostEqual(found, cost, places=4)
            self.assertEqual(action["cost"], answer["paths"][0]["cost"])

    def test_words_name_prices_and_places(self):
        out = self.run_cogs("recourse", "m.cogs", "edu=school", "debt=900", "income=5000",
                            "job=boss", "hours=40", "flat=b").out
        self.assertIn("Raise edu from school to bachelor or more (costs 2).", out)
        page = self.run_cogs("recourse", "m.cogs", "edu=school", "debt=900", "income=5000",
                             "job=boss", "hours=40", "flat=b", "--html", "-").out
        self.assertIn("costs 2", page)

    def test_rows_of_a_batch_are_the_answers_to_single_questions(self):
        self.run_cogs("batch", "m.cogs", "d.csv", "-o", "o.jsonl", "-q")
        lines = (self.folder / "o.jsonl").read_text().splitlines()
        self.assertEqual(len(lines), 60)
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            single = self.answer(f"d.csv:{number}")
            del row["row"], single["model"]
            for path in single["paths"]:
                for step in path["transitions"]:
                    step.pop("after"), step.pop("needed_because")
            self.assertEqual(row, single, number)

    def test_columns_may_hold_every_form_of_price(self):
        prices = ["debt=7", "debt=1 + 2 per 1000; edu=9 per 1", "edu=up 3, down 1",
                  "job=to {clerk: 0.5}", "income=1 on {0: 0, 9000: 9}", ""]
        rows = [ROWS[0] + ",price"] + [f'{row},"{prices[i % 6]}"' for i, row in enumerate(ROWS[1:])]
        self.file("p.csv", "\n".join(rows) + "\n")
        self.run_cogs("batch", "m.cogs", "p.csv", "-o", "p.csv.out.csv", "--cost-column", "price",
                      "-q")
        with open(self.folder / "p.csv.out.csv", newline="") as out:
            answers = list(csv.DictReader(out))
        costs = 0
        for number, row in enumerate(answers, 1):
            options = [w for p in prices[(number - 1) % 6].split("; ") if p
                       for w in ("--cost", p)]
            single = self.answer(f"d.csv:{number}", *options)
            self.assertEqual(row["cogs_status"], single["status"], number)
            if single["status"] == "found":
                self.assertEqual(row["cogs_cost"], str(single["paths"][0]["cost"]), number)
                costs += 1
        self.assertGreater(costs, 20)
        self.file("bad.csv", ROWS[0] + ",price\n" + ROWS[1] + ',"debt=1 on {5: 2, 9: 1}"\n')
        self.assertIn("the scale falls", self.run_cogs(
            "batch", "m.cogs", "bad.csv", "-o", "bad.out.csv", "--cost-column", "price",
            code=3).err)

    def test_audits_and_evaluations_count_the_same_costs(self):
        self.run_cogs("batch", "m.cogs", "d.csv", "-o", "o.jsonl", "-q")
        rows = [json.loads(line) for line in (self.folder / "o.jsonl").read_text().splitlines()]
        found = [r["paths"][0]["cost"] for r in rows if r["status"] == "found"]
        audit = json.loads(self.run_cogs("audit", "m.cogs", "d.csv", "--json", "-q").out)
        counted = [c["cost"] for c in audit["all"]["costs"] for _ in range(c["people"])]
        self.assertEqual(sorted(map(str, counted)), sorted(map(str, found)))
        report = json.loads(self.run_cogs("evaluate", "m.cogs", "d.csv", "o.jsonl", "--json",
                                          "-q").out)
        tool = report["tools"][0]
        self.assertEqual((tool["reachable"], tool["cost"]["at_best"]), (len(found), len(found)))

    def test_records_and_checks_know_them(self):
        self.run_cogs("recourse", "m.cogs", "d.csv:1", "--record", "r.json", "--json", "-o", "a.json",
                      "--cost", "debt=up 3, down 1 + 2 per 50", "--set-missing", code=(0, 1))
        answer = json.loads((self.folder / "a.json").read_text())
        self.assertEqual(answer["options"], {"set_missing": True,
                                             "cost": {"debt": "up 3, down 1 + 2 per 50"}})
        self.run_cogs("check", "m.cogs", "a.json")
        self.run_cogs("check", "m.cogs", "r.json")
        if answer["paths"]:
            answer["paths"][0]["transitions"][0]["actions"][0]["cost"] = 99
            self.file("a.json", json.dumps(answer))
            self.assertIn("costs", self.run_cogs("check", "m.cogs", "a.json", code=1).out)

    def test_first_gives_some_way_and_says_so(self):
        best = self.answer("d.csv:1")
        first = self.answer("d.csv:1", "--first")
        self.assertEqual(first["status"], best["status"])
        self.assertEqual(first["options"], {"first": True})
        if first["paths"] and not first["paths"][0]["optimal"]:
            self.assertGreaterEqual(first["paths"][0]["cost"], best["paths"][0]["cost"])
            self.assertLessEqual(first["lower_bound"], best["paths"][0]["cost"])
        self.run_cogs("batch", "m.cogs", "d.csv", "-o", "o.csv", "--first", "-q")

    def test_what_is_missing_stays_missing(self):
        self.file("m.cogs", "#feature a : integer 0..9.\n#feature b : {x, y}, fixed.\n"
                            "#undesired no(X).\nno(X) :- not a(X, 5).\n")
        answer = self.answer("b=x")
        self.assertEqual(answer["status"], "none")
        self.assertEqual(answer["blockers"], [{"kind": "missing", "feature": "a", "lines": [1]}])
        out = " ".join(self.run_cogs("recourse", "m.cogs", "b=x", code=1).out.split())
        self.assertIn("a is not known, and nothing lets it be set (line 1) (--allow a asks what if)",
                      out)
        self.assertIn("If a, which is not known, could be set: a to 5; cost 1.", out)
        self.assertEqual(self.answer("b=x", "--set-missing")["status"], "found")
        self.assertEqual(self.answer("b=x", "--allow", "a")["status"], "found")
        self.file("m2.cogs", (self.folder / "m.cogs").read_text().replace("0..9.", "0..9, may be set."))
        self.run_cogs("recourse", "m2.cogs", "b=x")
        self.file("d.csv", "b\nx\n")
        audit = json.loads(self.run_cogs("audit", "m.cogs", "d.csv", "--json", "-q").out)
        self.assertEqual(audit["all"]["blockers"][0]["kind"], "missing")


ENDLESS = """\
#feature savings : integer 0..inf, cost 1 per 1000.
#feature plain   : integer 0..inf, cost 1 per 5.
#feature income  : integer 0..200000, cost 1 per 10000.
#undesired reject(X).
reject(X) :- not rich(X), income(X, I), I < 40000.
rich(X) :- savings(X, S), S >= 1000000.
"""


class Endless(Case):
    """From missing there is no distance, and in a domain without an end no largest one either: such
    a change has no price, and must not look as if it were free."""

    def setUp(self):
        super().setUp()
        self.file("m.cogs", ENDLESS)

    def refused(self, *words):
        done = self.run_cogs(*words, code=3)
        self.assertIn("setting savings from missing has no price: its domain has no end",
                      " ".join(done.err.split()))
        self.assertEqual(done.out, "")

    def test_whoever_lets_it_be_set(self):
        for more in (["--allow", "savings"], ["--set-missing"], ["--set-missing", "--top", "3"],
                     ["--set-missing", "--range", "savings=0..9"]):
            self.refused("recourse", "m.cogs", "income=10000", *more)
            self.refused("export", "m.cogs", "income=10000", "--to", "clingo", *more)
        self.refused("counterfactuals", "m.cogs", "income=10000", "--set-missing")
        self.file("m.cogs", ENDLESS.replace("cost 1 per 1000.", "cost 4, may be set."))
        self.refused("recourse", "m.cogs", "income=10000", "--cost", "savings=1 per 1000")

    def test_what_is_known_or_has_a_price_or_plays_no_part_is_no_matter(self):
        for more in (["savings=0", "--set-missing"], ["--set-missing", "--cost", "savings=9"],
                     ["--set-missing", "--fix", "savings"], ["--allow", "plain"], []):
            answer = json.loads(self.run_cogs("recourse", "m.cogs", "income=10000", *more,
                                              "--json").out)
            self.assertEqual(answer["paths"][0]["cost"], 3)

    def test_blockers_do_not_lift_it(self):
        answer = json.loads(self.run_cogs("recourse", "m.cogs", "income=10000", "--fix", "income",
                                          "--json", code=1).out)
        self.assertEqual([b["kind"] for b in answer["blockers"]], ["option"])

    def test_rows_of_a_batch_are_refused_one_by_one(self):
        self.file("d.csv", "income,savings\n10000,5\n10000,\n50000,\n")
        self.run_cogs("batch", "m.cogs", "d.csv", "--set-missing", "-o", "out.csv", code=3)
        self.run_cogs("batch", "m.cogs", "d.csv", "--set-missing", "--errors", "bad.csv", "-o",
                      "out.csv", code=(0, 1, 3))
        with (self.folder / "out.csv").open() as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["cogs_status"] for row in rows], ["found", "error", "already"])

    def test_the_checker_refuses_such_a_path(self):
        answer = json.loads(self.run_cogs("recourse", "m.cogs", "income=10000", "--set-missing",
                                          "--cost", "savings=2", "--json").out)
        answer["options"]["cost"]["savings"] = "1 per 1000"
        answer["paths"][0]["cost"] = answer["lower_bound"] = 0
        answer["paths"][0]["transitions"][0]["actions"][0]["cost"] = 0
        done = self.run_cogs("check", "m.cogs", self.file("a.json", json.dumps(answer)),
                             code=(1, 3))
        self.assertIn("no price", " ".join((done.out + done.err).split()))


if __name__ == "__main__":
    unittest.main()
