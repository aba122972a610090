# SPDX-License-Identifier: Apache-2.0
"""A model and a record of a table with names hold nothing of the other rows; what was left out is
said, and can be had all the same."""

import json
import random
import unittest

import run

FIRST = "Ada Bela Cleo Dora Egon Finn Gusta Hanno Ilse Jonas Karla Lennart Mila Nora Otto".split()
LAST = "Abel Brandt Czerny Dorn Eckart Falk Grimm Haas Imhof Jung Krull Lenz Moor Nagel".split()
RARE_JOBS = "harpist falconer cooper thatcher chandler fletcher glover wainwright tanner".split()


def table(rows=400, seed=5):
    """Refused below 30000 unless a clerk. Names, mails and tickets are everybody's own; some jobs
    and cities are those of a few."""
    draw = random.Random(seed)
    lines = ["PersonId,Name,E-Mail,Ticket,Job,City,Sex,Income,Note,Decision"]
    for i in range(rows):
        name = f"{FIRST[i % 15]} {LAST[i * 7 % 14]}{i}"
        job = RARE_JOBS[i // 9 % 9] if i % 45 == 0 else draw.choice(["clerk", "cook", "driver"])
        city = f"Village{i // 3 % 60}" if i % 4 == 0 else draw.choice(["Paris", "Rome", "Oslo"])
        income = draw.randrange(10000, 60000, 100)
        refused = income < 30000 and job != "clerk"
        note = f"note of {name}" if i % 3 == 0 else ""
        lines.append(f"{4000 + i * 7919 % 9973},{name},m{i}@example.org,T{i * 31 % 300},{job},{city},"
                     f"{draw.choice(['f', 'm'])},{income},{note},{'no' if refused else 'yes'}")
    return "\n".join(lines) + "\n"


class NobodyElsesData(run.Case):
    label = ("--label", "decision", "--undesired", "no")

    def setUp(self):
        super().setUp()
        self.text = table()
        self.data = self.file("people.csv", self.text)
        rows = [line.split(",") for line in self.text.splitlines()]
        self.head, self.rows = rows[0], rows[1:]

    def own_texts(self, but=None):
        """Texts that fewer than ten rows share, less those of row `but` (from 0)."""
        texts = {}
        for row in self.rows:
            for name, cell in zip(self.head, row):
                if name not in ("Income", "Decision") and cell:
                    texts[cell] = texts.get(cell, 0) + 1
        mine = set(self.rows[but]) if but is not None else set()
        return [t for t, n in texts.items() if n < 10 and t not in mine]

    def assert_none(self, texts, where, words):
        self.assertGreater(len(texts), 500)
        for text in texts:
            # A number of an identifier may also be one of the figures.
            if not text.isdigit():
                self.assertNotIn(text, where, words)

    def test_the_model_holds_no_text_that_few_rows_share(self):
        done = self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs")
        model = (self.folder / "m.cogs").read_text()
        self.assert_none(self.own_texts(), model, "model")
        said = " ".join(done.out.split())
        for column in ("PersonId", "Name", "E-Mail", "Ticket", "Note"):
            self.assertIn(f"{column}: ", said)
        self.assertIn("--use", said)
        self.assertIn("job : {clerk, cook, driver, ...}", model)
        self.assertIn("sex : {f, m}", model)
        self.assertIn('label "Income"', model)

    def test_records_pages_and_answers_hold_nothing_of_others(self):
        self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", "-q")
        refused = [i for i, row in enumerate(self.rows) if row[-1] == "no"]
        for i in refused[:3] + [r for r in refused if r % 45 == 0][:2]:
            person = f"{self.data}:{i + 1}"
            self.run_cogs("recourse", "m.cogs", person, "--record", "r.json", "-q", "--no-timing",
                          code=(0, 1))
            self.run_cogs("recourse", "m.cogs", person, "--html", "r.html", "-q", code=(0, 1))
            self.run_cogs("why", "m.cogs", person, "--record", "w.json", "-q", "--no-timing")
            for name in ("r.json", "r.html", "w.json"):
                self.assert_none(self.own_texts(i), (self.folder / name).read_text(), name)
            self.run_cogs("check", "m.cogs", "r.json")

    def test_letters_hold_nothing_of_others(self):
        self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", "-q", "--class-label",
                      "no=Declined", "--class-label", "yes=Approved")
        office = self.file("office.txt", "\n".join(f"{name} = here" for name in (
            "controller", "controller_address", "review_contact", "review_deadline",
            "supervisory_authority", "data_protection_officer")))
        self.run_cogs("letter", "m.cogs", "--table", self.data, "--template", "gdpr", "--settings",
                      office, "--set-column", "applicant=Name", "--date", "2026-11-16", "-o",
                      "letters", "-q")
        refused = [i for i, row in enumerate(self.rows) if row[-1] == "no"]
        files = sorted(p for p in (self.folder / "letters").glob("*.html"))
        self.assertEqual(len(files), len(refused))
        for i, path in list(zip(refused, files))[::7]:
            page = path.read_text()
            self.assertIn(self.rows[i][1], page)
            self.assert_none(self.own_texts(i), page.replace(self.rows[i][1], ""), path.name)

    def test_rules_of_the_truth_are_found(self):
        done = json.loads(self.run_cogs("learn", self.data, *self.label, "--json").out)
        self.assertEqual(done["train"]["accuracy"], 1)
        self.assertEqual(done["literal_count"], 2)
        self.assertIn("N1 =< 29900", done["rules"][0].replace("30000", "29900"))

    def test_only_what_rules_name_where_that_is_wanted(self):
        self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", "--list-values", "named")
        model = (self.folder / "m.cogs").read_text()
        self.assertIn("job : {clerk, ...}", model)
        self.assertIn("sex : {...}", model)
        self.run_cogs("recourse", "m.cogs", "income=12000", "job=cook", "-q")
        self.run_cogs("learn", self.data, *self.label, "-o", "a.cogs", "--list-values", "all")
        self.assertIn("harpist", (self.folder / "a.cogs").read_text())

    def test_what_was_left_out_can_be_had(self):
        self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", "--use", "ticket")
        self.assertIn("#feature ticket", (self.folder / "m.cogs").read_text())

    def test_a_value_that_is_not_listed_is_any_other(self):
        self.run_cogs("learn", self.data, *self.label, "-o", "m.cogs", "-q")
        rare = next(i for i, row in enumerate(self.rows) if row[4] in RARE_JOBS and row[-1] == "no")
        answer = json.loads(self.run_cogs("recourse", "m.cogs", f"{self.data}:{rare + 1}",
                                          "--json").out)
        self.assertEqual(answer["start"]["job"], "...")
        same = self.run_cogs("recourse", "m.cogs", "job=falconer", "income=12000", "--json",
                             "--no-timing").out
        self.assertEqual(same, self.run_cogs("recourse", "m.cogs", "job=harpist", "income=12000",
                                             "--json", "--no-timing").out)
        self.assertIn("any other value", self.run_cogs("recourse", "m.cogs", "job=harpist",
                                                       "income=12000").out)
        # What looks like a slip is said.
        self.assertIn("did you mean 'clerk'?", self.run_cogs(
            "recourse", "m.cogs", "job=clerck", "income=12000").err)

    def test_names_in_any_capitals(self):
        self.run_cogs("learn", self.data, "--label", "DECISION", "--undesired", "no", "-o",
                      "m.cogs", "-q", "--categorical", "SEX", "--ignore", "city")
        plain = self.run_cogs("recourse", "m.cogs", "job=cook", "income=12000", "--fix", "job",
                              "--json", "--no-timing").out
        loud = self.run_cogs("recourse", "m.cogs", "JOB=cook", "Income=12000", "--fix", "Job",
                             "--json", "--no-timing").out
        self.assertEqual(json.loads(plain)["paths"], json.loads(loud)["paths"])
        self.assertIn("Income", self.run_cogs("recourse", "m.cogs", "job=cook",
                                              "income=12000").out)


class NamesAndNumbers(run.Case):
    """Names of people however few, and numbers of customers that do not count through."""

    def learned(self, heading, cells, rows=300):
        draw = random.Random(3)
        lines = [f"{heading},income,decision"]
        for i in range(rows):
            income = draw.randrange(10000, 60000, 100)
            lines.append(f"{cells(i, draw)},{income},{'Denied' if income < 30000 else 'approved'}")
        data = self.file("t.csv", "\n".join(lines) + "\n")
        done = self.run_cogs("learn", data, "--label", "decision", "--undesired", "DENIED", "-o",
                             "m.cogs", "--fresh")
        return " ".join(done.out.split()), (self.folder / "m.cogs").read_text()

    def test_names_of_people_are_left_out_however_few(self):
        for heading in ("First Name", "surname", "ManagerName", "Customer name", "Vorname"):
            out, model = self.learned(heading, lambda i, draw: draw.choice(FIRST[:4]))
            self.assertIn(f"{heading}: 4 values, and its name says", out)
            self.assertNotIn("Ada", model, heading)
        out, model = self.learned("Product name", lambda i, draw: draw.choice(FIRST[:4]))
        self.assertIn("Ada", model)

    def test_names_are_left_out_in_tables_of_few_rows(self):
        _, model = self.learned("Full name", lambda i, draw: FIRST[i], rows=12)
        self.assertNotIn("Ada", model)

    def test_numbers_of_customers_are_left_out(self):
        for heading in ("Kundennr.", "Kontonummer", "customerid", "Account No", "Loan Number",
                        "Phone", "passport"):
            out, model = self.learned(heading, lambda i, draw: draw.randrange(10 ** 6, 10 ** 7))
            self.assertIn("and its name says", out, heading)
            self.assertEqual(model.count("#feature"), 1, heading)
        out, model = self.learned("number of trades", lambda i, draw: draw.randrange(10 ** 6))
        self.assertEqual(model.count("#feature"), 2)

    def test_classes_that_are_words_for_decisions_are_called_so(self):
        _, model = self.learned("age", lambda i, draw: draw.randrange(20, 60))
        self.assertIn("{'Denied': \"Denied\", 'approved': \"Approved\"}", model)
        out = self.run_cogs("why", "m.cogs", "income=12000", "age=30", "--for", "applicant")
        self.assertIn("Decision: Denied", out.out)
        self.assertNotIn("warning", out.err)


class Applicants(run.Case):
    """A table like that of home equity loans: months and counts in capitals, with codes."""

    def rows(self, count=900, seed=11):
        draw = random.Random(seed)
        head = ("RiskFlag,MSinceOldestTradeOpen,AverageMInFile,NumSatisfactoryTrades,"
                "PercentTradesNeverDelq,NumInqLast6M,NetFractionRevolvingBurden")
        lines = [head]
        for i in range(count):
            burden, never, inq = draw.randrange(0, 120), draw.randrange(40, 101), draw.randrange(9)
            bad = burden > 60 or (inq > 5 and never < 90)
            cells = [draw.randrange(12, 400), draw.randrange(10, 200), draw.randrange(1, 60), never,
                     inq, burden]
            if i % 15 == 0:
                cells, bad = [-9] * 6, i % 2 == 0
            elif i % 11 == 0:
                cells[0] = -8
            lines.append(("Bad," if bad else "Good,") + ",".join(map(str, cells)))
        return "\n".join(lines) + "\n"

    def test_codes_are_said_then_left_alone_and_time_goes_one_way(self):
        data = self.file("loans.csv", self.rows())
        label = ("--label", "RiskFlag", "--undesired", "Bad")
        done = self.run_cogs("learn", data, *label, "-o", "m.cogs", "--json")
        self.assertIn("'-9' stands in the same 60 rows of 6 columns", done.err)
        done = self.run_cogs("learn", data, *label, "-o", "m.cogs", "--fresh", "--json",
                             "--missing-value", "-7,-8,-9")
        self.assertNotIn("stands in the same", done.err)
        learned = json.loads(done.out)
        self.assertGreater(learned["train"]["accuracy"], 0.95)
        rules = " ".join(learned["rules"])
        self.assertIn("netfractionrevolvingburden(X,N1), N1 > 60", rules)
        model = (self.folder / "m.cogs").read_text()
        self.assertIn("missing {-7, -8, -9}", model)
        self.assertIn('label "NetFractionRevolvingBurden"', model)
        rows = [json.loads(line) for line in
                self.run_cogs("batch", "m.cogs", data, "--jsonl", "-q").out.splitlines()]
        self.assertIsNone(rows[0]["start"]["averageminfile"])
        for row in rows:
            for path in row["paths"]:
                for step in path["transitions"]:
                    for action in step["actions"]:
                        self.assertIsNotNone(action["from"])
                        self.assertNotIn(action["to"]["value"], (-7, -8, -9))
                        if action["feature"] == "msinceoldesttradeopen":
                            self.assertGreater(action["to"]["value"], action["from"])


if __name__ == "__main__":
    unittest.main()
