# SPDX-License-Identifier: Apache-2.0
"""cogs learn: from a table to a model, and what is said about tables that cannot be used."""

import gzip
import json
import os
import pathlib
import subprocess
import threading
import unittest

import run

DATA = os.environ.get("COGS_DATA")


def loans(rows=200):
    """Rejected below a balance of 60000 and, with debt, below a score of 600."""
    lines = ["id,age,debt,balance,score,decision"]
    for i in range(rows):
        age, debt = 20 + i * 7 % 60, (0, 500, 9000)[i % 3]
        balance, score = 20000 + i * 7919 % 90000, 400 + i * 104729 % 450
        reject = balance < 60000 or (debt > 0 and score < 600)
        lines.append(f"p{i},{age},{debt},{balance},{score},{'reject' if reject else 'approve'}")
    return "\n".join(lines) + "\n"


class Learn(run.Case):
    options = ("--label", "decision", "--undesired", "reject", "--ignore", "id")

    def learn(self, data, *more, code=0, **kwargs):
        return self.run_cogs("learn", data, *self.options, *more, code=code, **kwargs)

    def test_writes_a_model_that_the_other_commands_take(self):
        data = self.file("loans.csv", loans())
        done = self.learn(data, "-o", "loan.cogs")
        self.assertIn("Learned", done.out)
        self.assertIn("The model is in loan.cogs", done.out)
        answer = json.loads(self.run_cogs("recourse", "loan.cogs", f"{data}:1", "--json").out)
        self.assertIn(answer["status"], ("found", "already"))
        self.run_cogs("predict", "loan.cogs", data)

    def test_prints_the_model_without_an_output_file(self):
        done = self.learn(self.file("loans.csv", loans()))
        self.assertIn("#undesired decision(X,'reject').", done.out)
        self.assertIn("Learned", done.err)
        self.run_cogs("recourse", self.file("m.cogs", done.out), "balance=1000", code=(0, 1))

    def test_json_has_the_members_of_the_contract(self):
        data = self.file("loans.csv", loans())
        done = self.learn(data, "--json", "--holdout", "0.25", "--cv", "4")
        found = json.loads(done.out)
        self.assertEqual(found["schema"], "cogs.learn/1")
        self.assertEqual(found["rows"], 150)
        self.assertEqual(found["features"], 4)
        self.assertEqual(found["test"]["rows"], 50)
        self.assertEqual(found["cv"]["folds"], 4)
        self.assertEqual(set(found["seconds"]), {"read", "fit", "predict"})
        self.assertGreater(found["train"]["accuracy"], 0.9)
        self.assertTrue(all(isinstance(rule, str) for rule in found["rules"]))

    def test_rows_may_stand_for_many(self):
        few = [(1, 3, "approve"), (2, 40, "reject"), (3, 2, "approve"), (9, 25, "reject")]
        counted = "id,debt,n,decision\n" + "".join(f"p,{d},{n},{y}\n" for d, n, y in few)
        whole = "id,debt,decision\n" + "".join(f"p,{d},{y}\n" * n for d, n, y in few)
        found = self.learn(self.file("loans.csv", counted), "--counted", "n")
        self.assertEqual(found.out, self.learn(self.file("loans.csv", whole)).out)
        bad = self.file("loans.csv", "id,debt,n,decision\np,1,2,approve\np,2,half,reject\n")
        self.assertIn("row 2: 'half' in 'n' is no number of rows", self.learn(bad, "--counted", "n", code=3).err)

    def test_gives_the_same_bytes_for_any_number_of_threads(self):
        data = self.file("loans.csv", loans(3000))
        texts = {self.learn(data, "-q", "--threads", n).out for n in (1, 2, 5)}
        self.assertEqual(len(texts), 1)

    def test_reads_gzip_files_and_pipes(self):
        plain = self.learn(self.file("loans.csv", loans()), "-q").out
        packed = self.learn(self.file("loans.csv.gz", gzip.compress(loans().encode())), "-q").out
        piped = self.learn("-", "-q", input=loans().encode()).out
        rules = [[l for l in text.splitlines() if ":-" in l] for text in (plain, packed, piped)]
        self.assertEqual(rules[0], rules[1])
        self.assertEqual(rules[0], rules[2])

    def test_tests_on_another_table(self):
        data, test = self.file("a.csv", loans(300)), self.file("b.csv", loans(100))
        found = json.loads(self.learn(data, "--json", "--test", test).out)
        self.assertEqual(found["test"]["rows"], 100)

    def test_learns_several_classes(self):
        rows = ["size,colour,kind"]
        for i in range(300):
            size, colour = i % 30, ("red", "green", "blue")[i % 3]
            kind = "big" if size > 20 else "hot" if colour == "red" else "cold"
            rows.append(f"{size},{colour},{kind}")
        data = self.file("kinds.csv", "\n".join(rows) + "\n")
        found = json.loads(self.run_cogs("learn", data, "--label", "kind", "--undesired", "hot",
                                         "--desired", "cold", "--json", "-o", "m.cogs").out)
        self.assertGreater(found["train"]["accuracy"], 0.95)
        self.assertIn("#desired kind(X,'cold').", (self.folder / "m.cogs").read_text())

    def test_leaves_out_columns_that_look_like_identifiers(self):
        data = self.file("loans.csv", loans())
        done = self.run_cogs("learn", data, "--label", "decision", "--undesired", "reject")
        self.assertIn("id: 200 values", done.err)
        self.assertIn("--use 'id'", done.err)
        self.assertNotIn("#feature id ", done.out)

    def test_tuning_says_what_it_chose(self):
        data = self.file("loans.csv", loans(600))
        done = self.learn(data, "--tune-time", "20", "--holdout", "0.2", "--json")
        found = json.loads(done.out)
        tuned = found["tuned"]
        self.assertEqual(tuned["rows"], 480)
        self.assertGreaterEqual(tuned["best"]["accuracy"], tuned["given"]["accuracy"])
        self.assertEqual(tuned["settings"][0], tuned["best"])
        self.assertGreater(found["test"]["accuracy"], 0.9)
        text = " ".join(self.learn(data, "--tune-time", "20", "-o", "m.cogs").out.split())
        self.assertIn("Tuned on 600 rows: of ", text)
        self.assertIn("rules for ", text)
        self.run_cogs("predict", "m.cogs", data)


class BadTables(run.Case):
    def refused(self, data, *words, label="label", undesired="a", more=()):
        (self.folder / "old.cogs").write_text("kept as it is")
        done = self.run_cogs("learn", data, "--label", label, "--undesired", undesired, "--fresh",
                             "-o", "old.cogs", *more, code=3)
        for word in words:
            self.assertIn(word, done.err)
        self.assertEqual((self.folder / "old.cogs").read_text(), "kept as it is")
        self.assertEqual(done.out, "")
        return done

    def test_a_file_that_is_not_there(self):
        self.refused("nothing.csv", "nothing.csv", "no such file")

    def test_an_empty_file(self):
        self.refused(self.file("t.csv", ""), "empty")

    def test_a_header_only(self):
        self.refused(self.file("t.csv", "x,label\n"), "no rows")

    def test_one_class_only(self):
        self.refused(self.file("t.csv", "x,label\n1,a\n2,a\n"), "every row", "two classes")

    def test_a_label_that_no_column_has(self):
        self.refused(self.file("t.csv", "x,lable\n1,a\n2,b\n"), "did you mean 'lable'?")

    def test_a_class_that_no_row_has(self):
        self.refused(self.file("t.csv", "x,label\n1,good\n2,bad\n"), "did you mean 'good'?",
                     undesired="god")

    def test_two_columns_of_one_name(self):
        self.refused(self.file("t.csv", "x,x,label\n1,1,a\n2,2,b\n"), ":1:3:", "'x'")

    def test_rows_with_too_many_and_too_few_fields(self):
        done = self.refused(self.file("t.csv", "x,label\n1,a\n2,b,c\n3\n4,b\n"), ":3:", ":4:")
        self.assertEqual(done.err.count("error:"), 2)

    def test_bytes_that_are_not_text(self):
        self.refused(self.file("t.csv", b"x,label\n1,a\n\xff\xfe,b\n"), ":3:1:", "UTF-8")
        self.refused(self.file("u.csv", b"x,label\n1,a\n\x00,b\n"), ":3:1:", "zero byte")

    def test_a_quote_that_is_never_closed(self):
        self.refused(self.file("t.csv", 'x,label\n1,a\n"2,b\n3,a\n'), ":3:1:", "never closed")

    def test_a_file_in_the_place_of_the_model(self):
        data = self.file("t.csv", "x,label\n" + "1,a\n2,b\n" * 20)
        self.file("old.cogs", "this is no model")
        done = self.run_cogs("learn", data, "--label", "label", "--undesired", "a", "-o",
                             "old.cogs", code=3)
        self.assertIn("--fresh", done.err)
        self.assertEqual((self.folder / "old.cogs").read_text(), "this is no model")

    def test_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        data = self.file("t.csv", "x,label\n" + "1,a\n2,b\n" * 20)
        done = self.run_cogs("learn", data, "--label", "label", "--undesired", "a", "--fresh",
                             "-o", "/dev/full", code=3)
        self.assertIn("space", done.err)

    def test_options_that_cannot_be_meant(self):
        data = self.file("t.csv", "x,label\n1,a\n2,b\n")
        for more in (["--holdout", "2"], ["--cv", "1"], ["--ratio", "-1"], ["--tail", "1"],
                     ["--prune", "all"], ["--weight", "a"], ["--holdout", "0.2", "--test", data]):
            self.run_cogs("learn", data, "--label", "label", "--undesired", "a", *more, code=2)
        done = self.run_cogs("learn", data, "--label", "label", "--undesired", "a", "--numeric",
                             "y", code=3)
        self.assertIn("'y'", done.err)


class Review(run.Case):
    """What people decided about rules survives learning on new data."""

    def test_keeps_reviewed_rules_and_says_which_no_longer_hold(self):
        def table(follows):
            lines = ["debt,balance,score,decision"]
            for i in range(400):
                debt = 0 if i % 2 else 5000
                score = 600 + i % 90 if (debt == 0) == follows else 450 + i * 37 % 350
                balance = 1000 * (i % 100)
                reject = balance < 60000 or score < 600
                lines.append(f"{debt},{balance},{score},{'reject' if reject else 'approve'}")
            return "\n".join(lines) + "\n"

        first, second = self.file("a.csv", table(True)), self.file("b.csv", table(False))
        learn = ["--label", "decision", "--undesired", "reject", "-o", "loan.cogs"]
        self.run_cogs("learn", first, *learn)
        self.run_cogs("causes", "loan.cogs", first)
        items = json.loads(self.run_cogs("review", "loan.cogs", "--list", "--json").out)["rules"]
        item = next(i for i in items if i["feature"] == "score")
        self.run_cogs("review", "loan.cogs", "--approve", item["id"], "--by", "risk", "--on",
                      "2026-11-16")
        before = (self.folder / "loan.cogs").read_text()
        self.assertIn("status approved", before)
        same = self.run_cogs("learn", first, *learn)
        self.assertIn("status approved", (self.folder / "loan.cogs").read_text())
        self.assertNotIn("no longer", same.err)
        done = self.run_cogs("learn", second, *learn)
        self.assertIn("status approved", (self.folder / "loan.cogs").read_text())
        self.assertIn("no longer", done.err)
        self.assertIn(item["id"], done.err)


@unittest.skipUnless(DATA, "COGS_DATA is not set")
class Adult(run.Case):
    def test_gives_the_published_model(self):
        found = json.loads(self.run_cogs("learn", f"{DATA}/adult/adult.csv", "--label", "label",
                                         "--undesired", "<=50K", "--prune", "none", "--missing",
                                         "value", "--json", "-o", "adult.cogs").out)
        self.assertEqual((found["rule_count"], found["literal_count"]), (2, 5))
        text = (self.folder / "adult.cogs").read_text()
        for threshold in ("6849", "5013", "12"):
            self.assertRegex(text, rf"=< ?{threshold}\b")
        self.assertAlmostEqual(found["train"]["accuracy"], 0.845, delta=0.003)


if __name__ == "__main__":
    unittest.main()
