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

    def test_a_cell_in_another_unit_than_the_models_is_an_error_of_its_row(self):
        data = self.file("months.csv", nasty_tables.table(lambda n, i: f"{n} months"))
        self.run_cogs("learn", data, *self.label, "-o", "m.cogs", "--fresh")
        self.assertIn('unit "months"', (self.folder / "m.cogs").read_text())
        other = self.file("years.csv", "age,income,city\n30,3 years,Paris\n30,20100,Paris\n")
        done = self.run_cogs("predict", "m.cogs", other, code=3)
        self.assertIn("row 1: 'income' is in months, not '3 years'", " ".join(done.err.split()))
        self.assertNotIn("row 2", done.err)
        said = self.run_cogs("why", "m.cogs", "age=30", "income=20100 months", "city=Paris",
                             "--json")
        self.assertEqual(json.loads(said.out)["start"]["income"], 20100)

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
                    if case.name not in ("codes", "code_far_below") else self.check_look(case, data)
                learned = self.check_learning(case, data)
                self.check_reading_again(case, data, learned)


def count(predicted):
    counts = {}
    for row in predicted["measures"]["confusion"].values():
        for outcome, n in row.items():
            counts[outcome] = counts.get(outcome, 0) + n
    return {"predicted": counts}


class Words(run.Case):
    """What is no matter of one column's numbers."""

    def test_spellings_of_a_class_are_named(self):
        rows = "".join(f"{20 + i % 40},{('Yes', 'yes', 'YES ', 'No', 'no')[i % 5]}\n"
                       for i in range(200))
        data = self.file("t.csv", "age,ok\n" + rows)
        done = self.run_cogs("learn", data, "--label", "ok", "--undesired", "no", "-o", "m.cogs")
        err = " ".join(done.err.split())
        self.assertIn("'No' and 'no' in 'ok' differ in capitals or blanks alone", err)
        self.assertIn("'YES', 'Yes' and 'yes' in 'ok'", err)
        self.assertIn("write them alike", err)

    def test_codes_stay_as_they_are_written(self):
        case = next(c for c in nasty_tables.cases() if c.name == "zip_codes")
        data = self.file("t.csv", case.content)
        self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs")
        self.assertIn("'01069'", (self.folder / "m.cogs").read_text())
        row = json.loads(self.run_cogs("why", "m.cogs", f"{data}:1", "--json", "-q").out)
        self.assertEqual(row["start"]["zip"], "01069")

    def test_a_sorted_column_is_no_identifier(self):
        rows = "".join(f"{1000 + i * 37},{i % 50 + 20},{'no' if i < 100 else 'yes'}\n"
                       for i in range(400))
        data = self.file("t.csv", "income,age,loan\n" + rows)
        done = self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs")
        self.assertIn("income(X,", (self.folder / "m.cogs").read_text())
        self.assertNotIn("counts through", done.out + done.err)

    def test_numbers_by_word_are_no_categories(self):
        case = next(c for c in nasty_tables.cases() if c.name == "numeric_said")
        data = self.file("t.csv", case.content)
        self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs",
                      *case.options)
        model = (self.folder / "m.cogs").read_text()
        self.assertIn("#feature income : integer 20050..43800", model)
        self.assertNotIn("see file", model)


class Currencies(run.Case):
    def test_an_amount_in_another_currency_is_no_number_of_the_model(self):
        case = next(c for c in nasty_tables.cases() if c.name == "dollars")
        data = self.file("t.csv", case.content)
        self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs", "-q")
        other = self.file("o.csv", "age,income,city,loan\n30,€21000,Paris,no\n30,$21000,Paris,no\n")
        self.assertIn("'income' is in $, not '€21000'",
                      self.run_cogs("why", "m.cogs", f"{other}:1", code=3).err)
        self.run_cogs("why", "m.cogs", f"{other}:2")
        for command in ("batch", "predict"):
            self.assertIn("€21000", self.run_cogs(command, "m.cogs", other, "-q", code=3).err)


class DecimalComma(run.Case):
    """A model of a table with decimal commas."""

    def setUp(self):
        super().setUp()
        rows = "".join(f"{i % 40},{i * 37 % 1000:03d};{i % 70};{'no' if i % 40 > 19 else 'yes'}\n"
                       for i in range(400))
        self.data = self.file("t.csv", "ratio;amount;ok\n" + rows)
        self.run_cogs("learn", self.data, "--label", "ok", "--undesired", "no", "-o", "m.cogs",
                      "--decimal", "ratio=,", "--fresh")
        self.assertIn('decimal ","', (self.folder / "m.cogs").read_text())

    def test_evaluate_reads_what_batch_wrote(self):
        self.run_cogs("batch", "m.cogs", self.data, "-o", "answers.csv", "--first", "-q")
        done = self.run_cogs("evaluate", "m.cogs", self.data, "answers.csv", "--rows", "--json",
                             "-q")
        each = json.loads(done.out)["tools"][0]["each"]
        self.assertEqual(len(each), 200)
        self.assertEqual([e for e in each if not (e["valid"] and e["actionable"])], [])

    def test_one_row_is_read_as_all_rows_are(self):
        point = self.file("p.csv", "ratio;amount;ok\n27.5;3;no\n")
        done = self.run_cogs("why", "m.cogs", f"{point}:1", code=3)
        self.assertIn("'ratio' takes a number with a decimal comma, not '27.5'",
                      " ".join(done.err.split()))
        self.assertIn("p.csv:2", done.err)
        self.run_cogs("batch", "m.cogs", point, "-q", "--first", code=3)
        beyond = self.file("b.csv", "ratio;amount;ok\n1.234,5;3;no\n")
        row = json.loads(self.run_cogs("why", "m.cogs", f"{beyond}:1", "--json", "-q").out)
        self.assertEqual(row["start"]["ratio"], 1234.5)


class Encodings(run.Case):
    def test_one_row_of_a_file_in_another_encoding(self):
        case = next(c for c in nasty_tables.cases() if c.name == "latin1_said")
        data = self.file("t.csv", case.content)
        self.run_cogs("learn", data, "--label", "loan", "--undesired", "no", "-o", "m.cogs",
                      *case.options)
        refused = next(i for i, (*_, no) in enumerate(nasty_tables.people(), 1) if no)
        granted = next(i for i, (*_, no) in enumerate(nasty_tables.people(), 1) if not no)
        for command in (["recourse"], ["why"], ["counterfactuals"]):
            self.run_cogs(*command, "m.cogs", f"{data}:{refused}", code=3)
            self.run_cogs(*command, "m.cogs", f"{data}:{refused}", *case.options)
        self.run_cogs("compare", "m.cogs", f"{data}:{refused}", f"{data}:{granted}", *case.options)
        # A letter is not written, as the decision has no words; but the row has been read.
        letter = ("letter", "m.cogs", f"{data}:{refused}", "--template", "regulation-b",
                  "--settings", run.EXAMPLES / "letters" / "office.txt", "--date", "2026-11-16",
                  "--id", "7")
        self.assertIn("not UTF-8", self.run_cogs(*letter, code=3).err)
        self.assertIn("no letter", self.run_cogs(*letter, *case.options, code=3).err)


class Screens(run.Case):
    def test_the_table_on_the_screen_and_on_a_page(self):
        case = next(c for c in nasty_tables.cases() if c.name == "dollars")
        data = self.file("dollars.csv", case.content)
        out = " ".join(self.run_cogs("look", data).out.split())
        self.assertIn("240 rows, 4 columns", out)
        self.assertRegex(out, r"income +whole numbers +- +[▁▂▃▄▅▆▇█]{16} +20050 to 43950 \$, median \d+")
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
