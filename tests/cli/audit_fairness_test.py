# SPDX-License-Identifier: Apache-2.0
"""cogs audit: what it says about groups that fare worse and features that should not count; and
that it leaves its inputs alone."""

import json
import unittest
from fractions import Fraction

import audit_figures as figures
from audit_test import MODEL, ORDER, WAYS, table
from html_test import Reader
from run import Case


class AuditFairness(Case):
    def audit(self, *arguments):
        done = self.run_cogs("audit", *arguments, "-q", "--json")
        return json.loads(done.out, parse_float=Fraction)

    def page(self, *arguments):
        reader = Reader(self.run_cogs("audit", *arguments, "-q").out)
        self.assertEqual(reader.faults, [])
        return reader

    def test_less_than_four_fifths_is_said(self):
        # Of 40 people each 40, 31 and 32 have the wanted decision.
        model = self.file("y.cogs", "#feature debt : integer 0..9.\n#undesired bad(X).\n"
                                    "bad(X) :- debt(X, D), D > 5.\n")
        rows = [(who, 9 if i >= good else 1) for i in range(40)
                for who, good in (("top", 40), ("low", 31), ("edge", 32))]
        data = self.file("d.csv", "who,debt\n" + "".join(f"{w},{d}\n" for w, d in rows))
        groups = {g["values"][0]["value"]: g["ratios"]["decision"]
                  for g in self.audit(model, data, "--by", "who")["by"][0]["groups"]}
        self.assertEqual({who: (r["ratio"], r["below_four_fifths"]) for who, r in groups.items()},
                         {"top": (1, False), "low": (Fraction("0.775"), True),
                          "edge": (Fraction("0.8"), False)})
        done = self.run_cogs("audit", model, data, "--by", "who", "-o", "page.html")
        self.assertIn("The share with the wanted decision is less than four fifths of that of top: "
                      "low 0.78", " ".join(done.err.split()))
        reader = self.page(model, data, "--by", "who")
        self.assertIn("Less than four fifths of the share of top, the largest: low.", reader.text)

    def test_errors_by_what_was_so(self):
        # Decided by debt; what was so differs for every fifth and every seventh, and is not known of some.
        model = self.file("y.cogs", "#feature debt : integer 0..9.\n#undesired bad(X).\n"
                                    "bad(X) :- debt(X, D), D > 5.\n")
        rows = []
        for i in range(300):
            debt, who = i * 7 % 10, "ab"[i % 2]
            so = (debt > 5) != (i % 5 == 0 or (who == "a" and i % 7 == 0))
            rows.append((who, debt, "" if i % 50 == 0 else "Yes" if so else "no"))
        data = self.file("d.csv", "who,debt,late\n" + "".join(f"{w},{d},{s}\n" for w, d, s in rows))
        found = self.audit(model, data, "--by", "who", "--actual", "LATE=yes")
        self.assertEqual(found["actual_column"], "LATE=yes")
        for group in (None, "a", "b"):
            people = [(d > 5, s == "Yes") for w, d, s in rows if s and group in (None, w)]
            so = [decided for decided, was in people if was]
            others = [decided for decided, was in people if not was]
            counts = found["actual"] if group is None else next(
                g["actual"] for g in found["by"][0]["groups"] if g["values"][0]["value"] == group)
            self.assertEqual({name: (c["count"], c["of"]) for name, c in counts.items()}, {
                "undesired": (len(so), len(people)),
                "decided": (sum(d for d, _ in people), len(people)),
                "wrongly": (sum(others), len(others)),
                "missed": (so.count(False), len(so))})
            self.assertGreater(counts["missed"]["share"], 0)
        page = self.page(model, data, "--by", "who", "--actual", "late=yes")
        self.assertIn("Errors", page.text)
        done = self.run_cogs("audit", model, data, "--by", "who", "--actual", "late=yes", "-o",
                             "p.html")
        self.assertIn("the rules wrongly decide against", " ".join(done.err.split()))
        # A decision with a value needs none here.
        model = self.file("v.cogs", "#feature debt : integer 0..9.\n#undesired late(X, yes).\n"
                                    "late(X, yes) :- debt(X, D), D > 5.\n")
        again = self.audit(model, data, "--by", "who", "--actual", "late")
        self.assertEqual(again["actual"], found["actual"])

    def test_what_was_so_must_be_there(self):
        model = self.file("y.cogs", "#feature debt : integer 0..9.\n#undesired bad(X).\n"
                                    "bad(X) :- debt(X, D), D > 5.\n")
        data = self.file("d.csv", "debt,late\n1,yes\n7,no\n")
        for asked, words in (("lat", "did you mean 'late'?"), ("late", "which value of 'late'"),
                             ("late=maybe", "no cell of 'late' is 'maybe'")):
            err = self.run_cogs("audit", model, data, "--actual", asked, "-o", "p.html", code=3).err
            self.assertIn(words, " ".join(err.split()))

    def test_the_page_says_what_was_asked(self):
        model, data = self.file("m.cogs", MODEL), self.file("d.csv", table(60))
        page = self.page(model, data, "--fix", "job", "--range", "savings=..90", "--cost",
                         "debt=0.5", "--max-length", "2", "--top", "3")
        self.assertIn("Asked with --fix job, --range savings=..90, --cost debt=0.5 and "
                      "--max-length 2.", page.text)
        self.assertNotIn("Asked with", self.page(model, data).text)

    def test_many_costs_are_joined_at_round_numbers(self):
        places = range(14)
        features = [f"#feature f{i} : {{a, b}}, cost {(3 * i + 1) / 7:.6f}.\n" for i in places]
        rules = [f"bad(X) :- f{i}(X, a).\n" for i in places]
        model = self.file("y.cogs", "".join(features + ["#undesired bad(X).\n"] + rules))
        header = ",".join(f"f{i}" for i in places)
        rows = [",".join("a" if i == one else "b" for i in places) for one in places]
        page = self.page(model, self.file("d.csv", "\n".join([header, *rows]) + "\n"))
        self.assertIn("from 0 to below 0.5", page.text)
        self.assertIn("from 5.5 to below 6", page.text)
        self.assertNotRegex(page.text, r"below \d+/\d")

    def test_an_input_is_not_overwritten(self):
        self.file("m.cogs", MODEL)
        data, policy = self.file("d.csv", table(20)), self.file("p.txt", "protected sex\n")
        for name in ("d.csv", "m.cogs", "p.txt"):
            before = (self.folder / name).read_bytes()
            for option in ("-o", "--errors"):
                done = self.run_cogs("audit", "m.cogs", data, "--policy", policy, option,
                                     f"./{name}", code=3)
                self.assertIn("would overwrite an input", done.err)
                self.assertEqual((self.folder / name).read_bytes(), before)
        done = self.run_cogs("audit", "m.cogs", data, "-o", "x", "--errors", "x", code=3)
        self.assertIn("are the same file", done.err)

    def test_a_policy_sees_what_rules_use_by_detours(self):
        model = self.file("y.cogs", """\
#feature sex : {m, f}, fixed.
#feature kin : {a, b}, fixed.
#feature home : {a, b}, fixed.
#feature pay : integer 0..9.
#feature job : {x, y}.
#undesired kind(X, bad).
kind(X, bad) :- pay(X, P), P < 5.
kind(X, good) :- pay(X, P), P >= 5, sex(X, m).
kind(X, fair) :- pay(X, P), P >= 5, not sex(X, m).
near(X) :- kin(X, a).
job(X, x) :- near(X).
pay(X, P) :- P > 7, job(X, x).
:- home(X, a), job(X, y).
""")
        data = self.file("d.csv", "sex,kin,home,pay,job\nm,a,b,1,x\nf,b,b,1,y\n")
        policy = self.file("p.txt", "protected sex\nproxy kin\nproxy home\n")
        found = {p["name"]: p for p in self.audit(model, data, "--policy", policy)["policy"]}
        self.assertEqual([found[n]["decision_lines"] for n in found], [[], [], []])
        self.assertEqual([found[n]["causal_lines"] for n in found], [[], [10, 11], [13]])
        self.assertEqual([found[n]["through"] for n in found], [[], ["pay"], []])
        wanted = self.audit(model, data, "--policy", policy, "--desired", "kind(X, good)")["policy"]
        self.assertEqual(wanted[0]["decision_lines"], [8])
        done = self.run_cogs("audit", model, data, "--policy", policy, "-o", "page.html")
        self.assertIn("by causal rules it bears on pay, which the decision uses",
                      " ".join(done.err.split()))
        reader = self.page(model, data, "--policy", policy)
        self.assertIn("By causal rules, what the decision tests depends on kin (proxy).",
                      reader.text)

    def test_a_policy_may_name_a_feature_as_its_column_is_spelt(self):
        model = self.file("m.cogs", MODEL)
        data = self.file("d.csv", table(30).replace("sex", "Sex", 1))
        policy = self.file("p.txt", "protected Sex\n")
        found = self.audit(model, data, "--policy", policy)["policy"][0]
        self.assertEqual((found["feature"], found["decision_lines"]), (True, [12]))
        self.file("p.txt", "protected Sex\nproxy sex\n")
        done = self.run_cogs("audit", model, data, "--policy", policy, code=3)
        self.assertIn("'sex' is named twice", done.err)

    def test_constraints_of_each_row_count_as_for_batch(self):
        model = self.file("m.cogs", MODEL)
        cells = ["", "job", "debt; job", "city"]
        header, *lines = table(200).splitlines()
        text = "\n".join([header + ",plans,prices"] +
                         [f"{line},{cells[i % 4]},{['', 'savings=0.5'][i // 4 % 2]}"
                          for i, line in enumerate(lines)]) + "\n"
        data = self.file("d.csv", text)
        columns = ["--fix-column", "plans", "--cost-column", "prices"]
        found = self.audit(model, data, *columns, "--by", "plans")
        done = self.run_cogs("batch", model, data, "-q", "--jsonl", "--top", WAYS + 1, *columns)
        answers = figures.read_lines(done.out)
        self.assertEqual(figures.differences(figures.statistics(answers, ORDER, WAYS),
                                             found["all"]), [])
        self.assertNotEqual(found["all"], self.audit(model, data)["all"])
        self.assertEqual(found["columns"], {"fix": ["plans"], "cost": ["prices"]})
        self.assertIn("Asked with --fix-column plans and --cost-column prices.",
                      self.page(model, data, *columns).text)

    def test_rows_with_constraints_that_cannot_be_read_are_bad(self):
        model = self.file("m.cogs", MODEL)
        header, *lines = table(20).splitlines()
        lines = [line + (",jbo" if i == 6 else ",job") for i, line in enumerate(lines)]
        data = self.file("d.csv", "\n".join([header + ",plans", *lines]) + "\n")
        done = self.run_cogs("audit", model, data, "--fix-column", "plans", code=3)
        self.assertIn("row 7: ", done.err)
        self.assertIn("did you mean 'job'?", done.err)
        found = self.audit(model, data, "--fix-column", "plans", "--errors", "bad.csv")
        self.assertEqual((found["bad_rows"], found["all"]["rows"]), (1, 19))
        self.assertIn("\n7,", (self.folder / "bad.csv").read_text(encoding="utf-8"))
        self.run_cogs("audit", model, data, "--fix-column", "plan", code=3)


if __name__ == "__main__":
    unittest.main()
