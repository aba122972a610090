# SPDX-License-Identifier: Apache-2.0
"""cogs audit: every figure is worked out anew from what `cogs batch` says (audit_figures.py).

COGS_SEED draws another table; COGS_DATA adds Adult and German.
"""

import collections
import csv
import io
import json
import os
import pathlib
import random
import unittest

import audit_figures as figures
from html_test import Reader
from run import EXAMPLES, LOAN, Case

SEED = int(os.environ.get("COGS_SEED", "1"))
WAYS = 8

MODEL = """\
#feature sex     : {m, f}, fixed.
#feature age     : integer 18..90, may increase.
#feature debt    : integer 0..100, cost 2.
#feature job     : {none, part, full}, cost 1.5.
#feature savings : integer 0..100, may increase.
#feature city    : {a, b, c}, cost 1.25.
#feature score   : integer 0..9, caused.
#causal score : if.
#undesired bad(X).
bad(X) :- debt(X, D), D > 50, job(X, none).
bad(X) :- score(X, S), S < 7, savings(X, V), V < 20.
bad(X) :- sex(X, f), age(X, A), A < 25, not job(X, full).
bad(X) :- age(X, A), A > 80.
bad(X) :- city(X, a), debt(X, D), D > 30.
score(X, S) :- S >= 5, job(X, full).
:- job(X, full), age(X, A), A > 70.
"""
ORDER = ["sex", "age", "debt", "job", "savings", "city", "score"]
HEADER = "region,sex,age,debt,job,savings,score,city"
REGIONS = ["north", "<b>south</b>&\"'", "\u05d0\u05d1 \u05d2", "a\u202eb\x1b[31m", "", "?", "east"]


def table(rows, seed=SEED):
    draw = random.Random(seed)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER.split(","))
    for _ in range(rows):
        writer.writerow([draw.choices(REGIONS, weights=[9, 3, 3, 2, 1, 1, 1])[0],
                         draw.choice("mf"), draw.randint(18, 90), draw.randint(0, 100),
                         draw.choice(["none", "part", "full", "?"]), draw.randint(0, 100),
                         draw.randint(0, 9), draw.choice("abc")])
    return out.getvalue()


class Audit(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("m.cogs", MODEL)

    def audit(self, *arguments, **how):
        done = self.run_cogs("audit", *arguments, "-q", "--json", "--no-timing", **how)
        return json.loads(done.out, parse_float=figures.Fraction)

    def answers(self, model, data, *arguments, ways=WAYS):
        done = self.run_cogs("batch", model, data, "-q", "--jsonl", "--top", ways + 1, *arguments,
                             code=(0, 3))
        return figures.read_lines(done.out)

    def agree(self, expected, actual):
        self.assertEqual(figures.differences(expected, actual), [])

    def compare(self, model, data, order, groups, *arguments, ways=WAYS):
        """`groups`: columns -> the value of each row of the table. Returns the audit."""
        by = ["--by", ",".join(groups)] if groups else []
        found = self.audit(model, data, *by, "--top", ways, *arguments)
        answers = self.answers(model, data, *arguments, ways=ways)
        whole = figures.statistics(answers, order, ways)
        self.agree(whole, found["all"])
        self.assertEqual(found["rows"], len(answers))
        for (column, values), grouping in zip(groups.items(), found["by"], strict=True):
            self.assertEqual(grouping["columns"], [column])
            self.check_groups(values, grouping, answers, order, ways)
        return found, answers

    def check_groups(self, values, grouping, answers, order, ways):
        members = collections.defaultdict(list)
        for value, answer in zip(values, answers, strict=True):
            members[value].append(answer)
        found = {}
        for group in grouping["groups"]:
            value = group["values"][0]
            found[(value["from"], value["to"]) if "from" in value else value["value"]] = group
        self.assertEqual(set(found), set(members))
        concerned = [a for a in answers if a["status"] != "already"]
        for value, rows in members.items():
            group = found[value]
            own = figures.statistics(rows, order, ways)
            self.agree(own, group["statistics"])
            count, of = own["found"]["count"], own["found"]["of"]
            rest = (sum(a["status"] == "found" for a in concerned) - count, len(concerned) - of)
            self.agree(figures.newcombe((count, of), rest), group["difference"])
            self.assertEqual(group["small"], of < 30)
        self.check_ratios(grouping["groups"], "decision",
                          lambda s: (s["already"], s["rows"]))
        self.check_ratios(grouping["groups"], "recourse",
                          lambda s: (s["found"]["count"], s["found"]["of"]))
        large = [g for g in found.values() if not g["small"]]
        shares = [g["statistics"]["found"]["share"] for g in large]
        for group in found.values():
            own = group["statistics"]["found"]["share"]
            self.assertEqual(group["rank"],
                             None if group["small"] else 1 + sum(s < own for s in shares))

    def check_ratios(self, groups, name, counted):
        """Against the first of the groups with the largest share, among those with 30 people."""
        counts = [counted(g["statistics"]) for g in groups]
        large = [i for i, (count, of) in enumerate(counts) if of >= 30 and count > 0]
        top = max(large, key=lambda i: (figures.Fraction(*counts[i]), -i), default=None)
        for group, own in zip(groups, counts):
            found = group["ratios"][name]
            if top is None or own[1] == 0:
                self.assertIsNone(found)
                continue
            expected = {"to": top, **figures.ratio(own, counts[top])}
            if group is groups[top]:
                expected["interval"] = None
            self.agree(expected, found)

    def test_every_figure_of_a_drawn_table(self):
        print(f"COGS_SEED={SEED}")
        text = table(700)
        data = self.file("d.csv", text)
        rows = list(csv.DictReader(io.StringIO(text)))
        bands = figures.bands([int(r["age"]) for r in rows])
        region = [None if r["region"] in ("", "?") else r["region"] for r in rows]
        groups = {"sex": [r["sex"] for r in rows], "region": region,
                  "age": [bands[int(r["age"])] for r in rows]}
        found, answers = self.compare(self.model, data, ORDER, groups)
        self.assertEqual([g["in_bands"] for g in found["by"]], [[], [], ["age"]])
        # What the table is drawn for is there.
        self.assertGreater(found["all"]["none"], 0)
        self.assertGreater(found["all"]["broken"]["count"], 0)
        self.assertTrue(any(b["kind"] == "direction" for b in found["all"]["blockers"]))
        self.assertTrue(any(g["small"] for g in found["by"][1]["groups"]))
        self.assertTrue(0 < found["all"]["certain"]["share"] < 1)
        self.assertGreater(len(found["all"]["changes"]), 1)
        self.assertGreater(len(found["all"]["covers"][-1]["features"]), 1)
        for example in found["examples"]:
            what = {k: v for k, v in example.items() if k != "rows"}
            first = [i + 1 for i, a in enumerate(answers) if what in a["start_breaks"]]
            self.assertEqual(example["rows"], first[:5])
        self.assertEqual([e["line"] for e in found["examples"]],
                         [b["line"] for b in found["all"]["broken_lines"]])

    def test_options_of_the_run_count(self):
        data = self.file("d.csv", table(200))
        for options in (["--fix", "job"], ["--only", "debt,savings"], ["--certain"],
                        ["--cost", "debt=0.3"], ["--range", "savings=0..30"],
                        ["--max-length", "1"]):
            with self.subTest(options):
                self.compare(self.model, data, ORDER, {}, *options)

    def test_fewer_ways_are_said(self):
        data = self.file("d.csv", table(300))
        found, _ = self.compare(self.model, data, ORDER, {}, ways=1)
        self.assertGreater(found["all"]["more_ways"], 0)
        page = self.page(self.model, data, "--top", "1")[1]
        self.assertIn("have more", page.text)

    def test_a_cover_is_what_only_permits(self):
        data = self.file("d.csv", table(300))
        found = self.audit(self.model, data)["all"]
        self.assertEqual(found["more_ways"], 0)
        for cover in found["covers"]:
            answers = self.answers(self.model, data, "--only", ",".join(cover["features"]))
            self.assertEqual(sum(a["status"] == "found" for a in answers),
                             cover["covers"]["count"])

    def test_combinations_of_columns(self):
        text = table(300)
        data = self.file("d.csv", text)
        rows = list(csv.DictReader(io.StringIO(text)))
        found = self.audit(self.model, data, "--by", "sex,job", "--cross")
        self.assertEqual([g["columns"] for g in found["by"]], [["sex"], ["job"], ["sex", "job"]])
        counts = collections.Counter((r["sex"], None if r["job"] == "?" else r["job"])
                                     for r in rows)
        self.assertEqual({tuple(v["value"] for v in g["values"]): g["statistics"]["rows"]
                          for g in found["by"][2]["groups"]}, counts)

    def test_many_groups_are_pooled(self):
        text = table(90).splitlines()
        text = "\n".join([text[0] + ",id"] + [f"{t},p{i}" for i, t in enumerate(text[1:])]) + "\n"
        data = self.file("d.csv", text)
        found = self.audit(self.model, data, "--by", "id")["by"][0]
        self.assertEqual(len(found["groups"]), 41)
        self.assertEqual(found["pooled"], 50)
        self.assertEqual(found["groups"][-1]["values"], [{"others": True}])
        self.assertEqual(sum(g["statistics"]["rows"] for g in found["groups"]), 90)
        self.page(self.model, data, "--by", "id")

    # The page

    def page(self, *arguments, code=0):
        self.run_cogs("audit", *arguments, "-o", "page.html", "-q", code=code)
        page = (self.folder / "page.html").read_text(encoding="utf-8")
        reader = Reader(page)
        self.assertEqual(reader.faults, [])
        for loading in ("http://", "https://", "url("):
            self.assertNotIn(loading, page)
        self.assertEqual(reader.count["h1"], 1)
        self.assertGreaterEqual(reader.count["table"], reader.count.get("svg", 0))
        return page, reader

    def test_the_page_shows_the_figures_and_is_safe(self):
        data = self.file("d.csv", table(700))
        page, reader = self.page(self.model, data, "--by", "region,sex,age", "--cross")
        found = self.audit(self.model, data)["all"]
        for section in ("people", "costs", "changes", "covers", "blockers", "by1", "by2", "by3",
                        "by4", "broken", "method"):
            self.assertIn(section, reader.ids)
        shown = f"{float(100 * found['found']['share']):.1f}"
        self.assertIn(shown + " %", reader.text.replace("\xa0", " "))
        self.assertNotIn("<b>", page)
        self.assertNotIn("\u202e", page)
        self.assertNotIn("\x1b", page)
        self.assertIn("<bdi>\u05d0\u05d1 \u05d2</bdi>", page)
        self.assertIn("<b>south</b>&\"'", reader.text)
        self.assertIn("not known", reader.text)

    def test_the_same_bytes_on_any_number_of_threads(self):
        data = self.file("d.csv", table(700))
        pages, texts = set(), set()
        for threads in (1, 2, 7):
            arguments = [self.model, data, "--by", "region,sex", "--threads", threads]
            pages.add(self.page(*arguments)[0])
            texts.add(json.dumps(self.audit(*arguments), default=str))
        self.assertEqual((len(pages), len(texts)), (1, 1))

    def test_a_summary_for_people(self):
        data = self.file("d.csv", table(300))
        done = self.run_cogs("audit", self.model, data, "--by", "region")
        self.assertIn("have recourse", done.err)
        self.assertNotIn("\x1b", done.err)
        self.assertIn("\\u{202e}", done.err)
        self.assertEqual(done.out, self.page(self.model, data, "--by", "region")[0])

    # Policy

    def test_a_policy(self):
        data = self.file("d.csv", table(400))
        policy = self.file("p.txt", "% who\nprotected sex\n proxy  'debt' % a note\n"
                                    "protected region\nprotected age\r\n")
        found = {p["name"]: p for p in self.audit(self.model, data, "--policy", policy)["policy"]}
        answers = self.answers(self.model, data)
        self.assertEqual(list(found), ["sex", "debt", "region", "age"])
        self.assertEqual(found["debt"]["kind"], "proxy")
        self.assertEqual([found[n]["feature"] for n in found], [True, True, False, True])
        self.assertEqual(found["sex"]["decision_lines"], [12])
        self.assertEqual(found["age"]["decision_lines"], [12, 13])
        self.assertEqual(found["age"]["causal_lines"], [16])
        self.assertEqual(found["debt"]["decision_lines"], [10, 14])
        best = [a["paths"][0] for a in answers if a["status"] == "found"]
        for name in ("sex", "debt", "age"):
            self.assertEqual(found[name]["direct"], sum(name in figures.direct_of(p) for p in best))
            self.assertEqual(found[name]["effect"],
                             sum(name in figures.effects_of(p) for p in best))
            self.assertEqual(found[name]["blocks"],
                             sum(any(b["feature"] == name for b in a["blockers"])
                                 for a in answers))
        self.assertGreater(found["age"]["blocks"], 0)
        _, reader = self.page(self.model, data, "--policy", policy)
        self.assertIn("Rules of the decision test sex (protected), debt (proxy) and age",
                      reader.text)
        self.assertIn("not in the model", reader.text)
        self.assertIsNone(self.audit(self.model, data)["policy"])

    def test_faults_of_a_policy_are_located(self):
        data = self.file("d.csv", table(20))
        policy = self.file("p.txt", "protected sexx\nprotect age\nprotected\nproxy debt job\n"
                                    "proxy age\nprotected age\n")
        done = self.run_cogs("audit", self.model, data, "--policy", "p.txt", code=3)
        for words in ("p.txt:1:11: error: there is no feature or column 'sexx'",
                      "did you mean 'sex'?", "p.txt:2:1: error: 'protect' is not known here",
                      "did you mean 'protected'?", "p.txt:3:1: error: the name of a feature",
                      "p.txt:4:12: error: there is one word too many",
                      "p.txt:6:11: error: 'age' is named twice"):
            self.assertIn(words, done.err)
        self.assertEqual(done.out, "")
        self.assertTrue(policy)
        self.run_cogs("audit", self.model, data, "--policy", "nowhere.txt", code=3)

    # Bad input, and tables with little in them

    def test_unknown_columns(self):
        data = self.file("d.csv", table(20))
        done = self.run_cogs("audit", self.model, data, "--by", "regoin,sex", "-o", "x.html", code=3)
        self.assertIn("there is no column 'regoin'", done.err)
        self.assertIn("did you mean 'region'?", done.err)
        self.assertNotIn("x.html", self.files())
        done = self.run_cogs("audit", self.model, data, "--by", "sex,sex", code=3)
        self.assertIn("named twice", done.err)

    def test_options_that_cannot_be_meant(self):
        data = self.file("d.csv", table(20))
        self.run_cogs("audit", self.model, data, "--all", code=2)
        self.run_cogs("audit", self.model, data, "--cross", code=2)
        self.run_cogs("audit", self.model, data, "--fix", "jbo", code=3)

    def test_rows_that_cannot_be_read(self):
        lines = table(40).splitlines()
        lines[3] = "north,x,20,1,none,1,1,b"
        lines[7] = "north,m,200,1,none,1,1,b"
        data = self.file("d.csv", "\n".join(lines) + "\n")
        done = self.run_cogs("audit", self.model, data, "-o", "page.html", code=3)
        self.assertIn("row 3", done.err)
        self.assertIn("--errors FILE", done.err)
        self.assertNotIn("page.html", self.files())
        found = self.audit(self.model, data, "--errors", "bad.csv", "--by", "sex")
        self.assertEqual((found["rows"], found["bad_rows"], found["all"]["rows"]), (40, 2, 38))
        self.assertEqual({g["values"][0]["value"] for g in found["by"][0]["groups"]}, {"m", "f"})
        answers = [a for a in self.answers(self.model, data) if a["status"] != "error"]
        self.agree(figures.statistics(answers, ORDER, WAYS), found["all"])
        listed = (self.folder / "bad.csv").read_text().splitlines()
        self.assertEqual([line.split(",")[0] for line in listed], ["row", "3", "7"])

    def test_nobody_there(self):
        data = self.file("d.csv", table(0))
        found = self.audit(self.model, data, "--by", "sex")
        self.assertEqual(found["rows"], 0)
        self.agree(figures.statistics([], ORDER, WAYS), found["all"])
        self.page(self.model, data, "--by", "sex")

    def test_nobody_concerned_and_everybody(self):
        good = HEADER + "\n" + "north,m,40,0,part,90,9,b\n" * 3
        found = self.audit(self.model, self.file("good.csv", good), "--by", "region")
        self.assertEqual(found["all"]["already"], 3)
        self.assertIsNone(found["all"]["found"]["share"])
        self.assertIsNone(found["by"][0]["groups"][0]["difference"])
        self.assertIn("Nobody here", self.page(self.model, "good.csv", "--by", "region")[1].text)
        bad = HEADER + "\n" + "north,m,85,0,part,90,9,b\n" * 3
        found = self.audit(self.model, self.file("bad.csv", bad), "--by", "region")
        self.assertEqual(found["all"]["none"], 3)
        self.assertEqual(found["all"]["found"]["share"], 0)
        self.assertEqual(found["all"]["covers"], [])
        self.page(self.model, "bad.csv", "--by", "region")

    def test_a_limit_of_time(self):
        data = self.file("d.csv", table(400))
        self.run_cogs("audit", self.model, data, "--time-limit", "0", "-o", "x.html", code=4)

    # Public data

    def public(self, name, columns, every=1):
        """`every`: one row in so many, unless COGS_EVERY says otherwise."""
        model = EXAMPLES / name / f"{name}.cogs"
        data = pathlib.Path(os.environ["COGS_DATA"]) / name / f"{name}.csv"
        with open(data, encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
        every = int(os.environ.get("COGS_EVERY", every))
        lines = lines[:1] + lines[1::every]
        data = self.file(f"{name}.csv", "".join(lines))
        rows = list(csv.DictReader(lines))
        order = [f["name"] for f in json.loads(
            self.run_cogs("export", model, "--to", "json").out)["features"]]
        groups = {c: [r[c] for r in rows] for c in columns}
        self.compare(model, data, order, groups)
        self.page(model, data, "--by", ",".join(columns))

    @unittest.skipUnless(os.environ.get("COGS_DATA"), "COGS_DATA is not set")
    def test_adult(self):
        self.public("adult", ["sex", "race"], every=300)

    @unittest.skipUnless(os.environ.get("COGS_DATA"), "COGS_DATA is not set")
    def test_german(self):
        self.public("german", ["Personal_status", "Foreign_worker"])

    def test_the_loan_of_the_paper(self):
        data = self.file("d.csv", "age,debt,bank_balance,credit_score\n31,5000,40000,599\n")
        found = self.audit(LOAN, data)["all"]
        self.assertEqual(found["sets"], [{"features": ["debt", "bank_balance"], "best": 1,
                                          "open": 1}])
        self.assertEqual(found["features"][-1], {"feature": "credit_score", "direct": 0,
                                                 "effect": 1, "alone": 0})


if __name__ == "__main__":
    unittest.main()
