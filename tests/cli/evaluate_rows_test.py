# SPDX-License-Identifier: Apache-2.0
"""cogs evaluate: what the rows say besides their values, and which files belong together."""

import json
import random
import unittest

from evaluate_test import FAULTLESS, GOOD, MODEL, SEED, random_rows, text_of
from run import Case


class EvaluateRows(Case):
    def evaluate(self, *arguments):
        return json.loads(self.run_cogs("evaluate", *arguments, "--json", "--rows", "-q").out)

    def test_an_index_that_pandas_wrote_is_left_alone(self):
        self.file("m.cogs", MODEL)
        indexed = lambda row: "," + text_of([row]).replace("\n1,", "\n0,1,")
        self.file("r.csv", indexed(GOOD))
        self.file("c.csv", indexed(FAULTLESS))
        each = self.evaluate("m.cogs", "r.csv", "c.csv")["tools"][0]["each"]
        self.assertEqual((each[0]["changed"], each[0]["reachable"]), (["debt"], True))
        self.file("c.csv", text_of([FAULTLESS]).replace("debt", ""))
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", code=3)
        self.assertIn("column 3 has no name", done.err)

    def test_answers_of_cogs_batch_about_other_rows_are_refused(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD, {**GOOD, "age": 41}]))
        for output in ("a.csv", "a.jsonl"):
            self.run_cogs("batch", "m.cogs", "r.csv", "-o", output, "-q")
            self.assertEqual(self.evaluate("m.cogs", "r.csv", output)["tools"][0]["reachable"], 2)
        self.file("other.csv", text_of([{**GOOD, "age": 41}, GOOD]))
        for output, place in (("a.csv", "a.csv:2:3"), ("a.jsonl", "a.jsonl:1:1")):
            done = self.run_cogs("evaluate", "m.cogs", "other.csv", output, code=3)
            self.assertIn(f"{place}: error: this is no answer about row 1: 'age' differs", done.err)
            self.assertEqual(done.out, "")

    # Constraints of each row, in columns

    def constrained(self, starts, cells):
        """ROWS with a column for each kind of constraint, and the options that name them."""
        kinds = ("fix", "allow", "only", "range", "cost")
        lines = [(start, *(cell.get(kind, "") for kind in kinds))
                 for start, cell in zip(starts, cells, strict=True)]
        self.file("r.csv", text_of(lines, [f"my {kind}" for kind in kinds]))
        return [text for kind in kinds for text in (f"--{kind}-column", f"my {kind}")]

    def test_constraints_of_each_row_are_those_of_options(self):
        self.file("m.cogs", MODEL)
        state = {**GOOD, "debt": 40, "age": 41, "score": 7}
        cells = [{}, {"fix": "debt; age"}, {"allow": "score"}, {"only": "debt"},
                 {"range": "debt=0..30; age=..40"}, {"cost": "debt=3; age=0.5"},
                 {"range": "age=-inf..inf"}]
        options = [[], ["--fix", "debt,age"], ["--allow", "score"], ["--only", "debt"],
                   ["--range", "debt=0..30,age=..40"], ["--cost", "debt=3,age=0.5"], []]
        columns = self.constrained([GOOD] * len(cells), cells)
        self.file("c.csv", text_of([state] * len(cells)))
        each = self.evaluate("m.cogs", "r.csv", "c.csv", *columns)["tools"][0]["each"]
        self.assertEqual(len({json.dumps([e["faults"], e["cost"]]) for e in each}), 6)
        for found, one in zip(each, options, strict=True):
            self.file("one.csv", text_of([GOOD]))
            self.file("state.csv", text_of([state]))
            alone = self.evaluate("m.cogs", "one.csv", "state.csv", *one)["tools"][0]["each"][0]
            for name in ("faults", "cost", "best_cost", "actionable", "reachable"):
                self.assertEqual(found[name], alone[name], f"{one}: {name}")

    def test_the_answer_says_what_was_asked(self):
        self.file("m.cogs", MODEL)
        self.file("c.csv", text_of([FAULTLESS]))
        columns = self.constrained([GOOD], [{}])
        answer = self.evaluate("m.cogs", "r.csv", "c.csv", *columns[:4], "--fix", "age")
        self.assertEqual(answer["options"], {"fix": ["age"]})
        self.assertEqual(answer["columns"], {"fix": ["my fix"], "allow": ["my allow"]})

    def test_what_batch_answers_under_constraints_is_reachable_under_them(self):
        draw = random.Random(SEED)
        rows = random_rows(draw, 60)
        cells = [{"fix": draw.choice(["", "job"]), "cost": draw.choice(["", "debt=9"]),
                  "range": draw.choice(["", "weight=..120"])} for _ in rows]
        self.file("m.cogs", MODEL)
        columns = self.constrained(rows, cells)
        self.run_cogs("batch", "m.cogs", "r.csv", "-o", "a.csv", "-q", *columns)
        tool = self.evaluate("m.cogs", "r.csv", "a.csv", *columns)["tools"][0]
        self.assertGreater(tool["counterfactuals"], 0)
        self.assertEqual(tool["reachable"], tool["counterfactuals"])
        self.assertEqual(tool["cost"]["at_best"], tool["counterfactuals"])
        without = self.evaluate("m.cogs", "r.csv", "a.csv")["tools"][0]
        self.assertLess(without["cost"]["all"]["mean"], tool["cost"]["all"]["mean"])

    def test_constraints_that_cannot_be_read_are_located(self):
        self.file("m.cogs", MODEL)
        columns = self.constrained([GOOD, GOOD], [{}, {"fix": "dept"}])
        self.file("c.csv", text_of([FAULTLESS, FAULTLESS]))
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", *columns, code=3)
        self.assertIn("r.csv: error: row 2: ", done.err)
        self.assertIn("did you mean 'debt'?", done.err)
        self.file("c.csv", text_of([(FAULTLESS, 1)], ("row",)))
        self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", *columns)
        done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", "--fix-column", "my fxi",
                             code=3)
        self.assertIn("did you mean 'my fix'?", done.err)

    def test_an_input_is_not_overwritten(self):
        self.file("m.cogs", MODEL)
        self.file("r.csv", text_of([GOOD]))
        self.file("c.csv", text_of([FAULTLESS]))
        self.file("d.csv", text_of([GOOD]))
        for name in ("m.cogs", "r.csv", "c.csv", "d.csv"):
            before = (self.folder / name).read_bytes()
            done = self.run_cogs("evaluate", "m.cogs", "r.csv", "c.csv", "--data", "d.csv",
                                 "-o", f"./{name}", code=3)
            self.assertIn("would overwrite an input", done.err)
            self.assertEqual((self.folder / name).read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
