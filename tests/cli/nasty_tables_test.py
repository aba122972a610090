# SPDX-License-Identifier: Apache-2.0
"""Tables as they come: types, messages and rules of each table that nasty_tables.py makes, and
every command reads the same cell alike."""

import json
import unittest

import nasty_tables
import run


class Nasty(run.Case):
    label = ("--label", "Loan", "--undesired", "no")

    def income(self, looked):
        return next(c for c in looked["columns"] if c["name"] == "income")

    def check_look(self, case, data):
        done = self.run_cogs("look", data, "--json", *case.options)
        found = self.income(json.loads(done.out))
        self.assertEqual(found["kind"], case.kind)
        self.assertEqual(found["missing"], case.missing)
        if case.low is not None and case.kind != "names" and case.missing == 0:
            self.assertEqual((found["low"], found["high"]), (case.low, case.high))
        return done

    def check_messages(self, case, err):
        err = " ".join(err.split())
        for words in case.say:
            self.assertIn(" ".join(words.split()), err)
        if case.silent:
            self.assertNotIn("warning", err)

    def check_learning(self, case, data):
        done = self.run_cogs("learn", data, *self.label, "-o", "m.cogs", "--fresh", "--json",
                             *case.options)
        self.check_messages(case, done.err)
        learned = json.loads(done.out)
        if case.rules:
            self.assertEqual(learned["train"]["accuracy"], 1 if case.missing == 0 else
                             learned["train"]["accuracy"])
            self.assertGreater(learned["train"]["accuracy"], 0.95)
            self.assertTrue(any("income(X," in rule for rule in learned["rules"]),
                            learned["rules"])
        return learned

    def check_reading_again(self, case, data, learned):
        """predict, batch and DATA.csv:ROW read the table with the model as it was learned."""
        options = [o for o in case.options]
        encoding = options if "--encoding" in options else []
        done = self.run_cogs("predict", "m.cogs", data, "--json", "--label", "loan", *encoding)
        predicted = json.loads(done.out)
        self.assertAlmostEqual(predicted["measures"]["accuracy"], learned["train"]["accuracy"],
                               places=5)
        rows = [json.loads(line) for line in self.run_cogs(
            "batch", "m.cogs", data, "--jsonl", "-q", "--first", *encoding).out.splitlines()]
        self.assertEqual(len(rows), nasty_tables.ROWS)
        refused = sum(row["decision"]["undesired"] for row in rows)
        self.assertEqual(refused, sum(p["predicted"]["no"] for p in [count(predicted)]))
        if encoding:
            return
        for row in (1, 18, 100):
            one = json.loads(self.run_cogs("why", "m.cogs", f"{data}:{row}", "--json", "-q").out)
            self.assertEqual(one["start"], rows[row - 1]["start"])

    def test_every_table(self):
        cases = list(nasty_tables.cases())
        self.assertGreaterEqual(len(cases), 40)
        for case in cases:
            with self.subTest(table=case.name):
                data = self.file(case.file, case.content)
                if case.error:
                    done = self.run_cogs("look", data, *case.options, code=3)
                    self.assertIn(case.error, " ".join(done.err.split()))
                    continue
                self.check_messages(case, self.check_look(case, data).err) \
                    if "codes" != case.name else self.check_look(case, data)
                learned = self.check_learning(case, data)
                self.check_reading_again(case, data, learned)


def count(predicted):
    counts = {}
    for row in predicted["measures"]["confusion"].values():
        for outcome, n in row.items():
            counts[outcome] = counts.get(outcome, 0) + n
    return {"predicted": counts}


class Screens(run.Case):
    def test_the_table_on_the_screen_and_on_a_page(self):
        case = next(c for c in nasty_tables.cases() if c.name == "dollars")
        data = self.file("dollars.csv", case.content)
        out = " ".join(self.run_cogs("look", data).out.split())
        self.assertIn("240 rows, 4 columns", out)
        self.assertRegex(out, r"income +whole numbers +- +[▁▂▃▄▅▆▇█]{16} +20050 to 43950 \$, half below \d+")
        self.assertRegex(out, r"city +names +- +3 values: Lyon \(80\)")
        self.run_cogs("look", data, "--html", "look.html")
        page = (self.folder / "look.html").read_text()
        self.assertIn("<h1>", page)
        self.assertIn("whole numbers", page)
        self.assertNotIn("http://", page.replace("http://www.w3.org", ""))

    def test_long_names_are_cut_between_characters(self):
        data = self.file("long.csv", "who,n\n" + "".join(f"{'éè' * 15}{i % 3},{i}\n" for i in range(30)))
        out = self.run_cogs("look", data).out
        self.assertIn("éè" * 10 + "... (10)", " ".join(out.split()))

    def test_the_date_is_shown_as_a_date_and_nobody_is_told_to_change_it(self):
        case = next(c for c in nasty_tables.cases() if c.name == "dates_said")
        data = self.file("dates.csv", case.content)
        done = self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs",
                             *case.options)
        self.assertIn("nobody can change: income", " ".join(done.out.split()))
        model = (self.folder / "m.cogs").read_text()
        self.assertIn('date "%d/%m/%Y"', model)
        shown = self.run_cogs("why", "m.cogs", f"{data}:2").out
        given = case.content.decode().splitlines()[2].split(",")[1]
        self.assertIn(given, shown)
        again = self.run_cogs("why", "m.cogs", f"income={given}", "age=30", "city=Paris", "--json")
        days = json.loads(again.out)["start"]["income"]
        row = json.loads(self.run_cogs("why", "m.cogs", f"{data}:2", "--json").out)
        self.assertEqual(days, row["start"]["income"])


if __name__ == "__main__":
    unittest.main()
