# SPDX-License-Identifier: Apache-2.0
"""cogs review: by options, in a dialogue, and what it changes."""

import json
import unittest

from run import Case

MODEL = """\
% a loan
#feature debt : integer 0..100.
#feature score : integer 300..850.   % points
#feature job : {none, clerk}.
#undesired reject(X).
reject(X) :- score(X, S), S < 600.

#rule c1, status proposed, mode if, covers 4, correct 3.
score(X, S) :- S >= 600, debt(X, 0).
#rule c2, status proposed, mode iff.
debt(X, 0) :- score(X, 850).
#rule c3, status proposed, mode only_if.
job(X, clerk) :- score(X, S), S > 700.
"""

DATA = """\
debt,score,job
5,500,none
0,700,clerk
0,400,none
9,650,none
7,310,none
"""

START = ["debt=5", "score=500", "job=none"]


class Review(Case):
    def setUp(self):
        super().setUp()
        self.model = self.file("m.cogs", MODEL)

    def run_cogs(self, *arguments, env=None, **more):
        # The machine that tests run on may have no login name.
        return super().run_cogs(*arguments, env={"LOGNAME": "tester", **(env or {})}, **more)

    def text(self):
        return (self.folder / "m.cogs").read_text()

    def dialogue(self, *lines, options=()):
        return self.run_cogs("review", "m.cogs", "--by", "Ann", "--on", "2026-11-16", *options,
                             input="".join(line + "\n" for line in lines).encode())

    def test_lists_rules(self):
        done = self.run_cogs("review", "m.cogs", "--list")
        self.assertIn("where debt is 0, score is at least 600", done.out)
        self.assertIn("covers 4, correct 3", done.out)
        answer = json.loads(self.run_cogs("review", "m.cogs", "--list", "--json").out)
        self.assertEqual(answer["schema"], "cogs.review/1")
        self.assertEqual([(r["id"], r["status"], r["mode"]) for r in answer["rules"]],
                         [("c1", "proposed", "if"), ("c2", "proposed", "iff"),
                          ("c3", "proposed", "only_if")])
        self.assertEqual(answer["rules"][0]["evidence"], {"covers": 4, "correct": 3})
        self.assertEqual(self.text(), MODEL)

    def test_shows_what_data_say(self):
        self.file("m.cogs", MODEL.replace("300..850.", "300..850, caused."))
        data = self.file("d.csv", DATA)
        answer = json.loads(
            self.run_cogs("review", "m.cogs", "--list", "--json", "--data", data).out)
        figures = answer["rules"][0]["data"]
        self.assertEqual((figures["meets"], figures["right"], figures["has_value"],
                          figures["explained"]), (2, 1, 2, 1))
        self.assertEqual([r["row"] for r in figures["without_effect"]], [3])
        self.assertEqual([r["row"] for r in figures["without_cause"]], [4])
        self.assertEqual(answer["rules"][0]["answers"]["tried"], 3)
        self.assertGreater(answer["rules"][0]["answers"]["different"], 0)

    def test_only_approved_rules_have_an_effect(self):
        def answer():
            done = self.run_cogs("recourse", "m.cogs", *START, "--json", "--no-timing", "--only",
                                 "debt", code=(0, 1))
            return json.loads(done.out)
        bare = MODEL[:MODEL.index("#rule c1")]
        self.file("m.cogs", bare)
        without = answer()
        self.file("m.cogs", MODEL)
        proposed = answer()
        for result in (without, proposed):
            result.pop("model")
        self.assertEqual(proposed, without)
        self.assertEqual(proposed["status"], "none")
        self.run_cogs("review", "m.cogs", "--reject", "c1")
        rejected = answer()
        rejected.pop("model")
        self.assertEqual(rejected, without)
        self.run_cogs("review", "m.cogs", "--approve", "c1")
        approved = answer()
        self.assertEqual(approved["status"], "found")
        self.assertEqual(approved["paths"][0]["transitions"][0]["effects"][0]["feature"], "score")

    def test_keeps_who_when_and_why(self):
        done = self.run_cogs("review", "m.cogs", "--approve", "c1", "--reject", "c2,c3", "--mode",
                             "c1=iff", "--by", "risk office", "--on", "2026-11-16", "--reason",
                             'a "good" one')
        self.assertIn("approved by risk office on 2026-11-16", done.out)
        text = self.text()
        self.assertIn('#rule c1, status approved, mode iff, covers 4, correct 3, '
                      'by "risk office", on "2026-11-16", reason "a \\"good\\" one".', text)
        self.assertIn("#causal score : iff.\n", text)
        self.assertIn("% points", text)
        again = self.run_cogs("review", "m.cogs", "--list", "--json")
        self.assertEqual([r["status"] for r in json.loads(again.out)["rules"]],
                         ["approved", "rejected", "rejected"])

    def test_a_verdict_has_a_name_and_a_day(self):
        nobody = {"LOGNAME": "", "USER": ""}
        err = self.run_cogs("review", "m.cogs", "--approve", "c1", env=nobody, code=2).err
        self.assertIn("say who decides with --by NAME", err)
        for name in ("", "  "):
            err = self.run_cogs("review", "m.cogs", "--approve", "c1", "--by", name, code=2).err
            self.assertIn("--by takes the name of who decides", err)
        for day in ("yesterday", "2026-13-45", "2026-02-31", "2026-11-16T10:00:00"):
            err = self.run_cogs("review", "m.cogs", "--approve", "c1", "--on", day, code=3).err
            self.assertIn(f"--on: error: '{day}' is no date", err)
        self.assertEqual(self.text(), MODEL)
        self.run_cogs("review", "m.cogs", "--list", env=nobody)

    def test_another_text_voids_the_verdict_and_the_evidence(self):
        self.file("m.cogs", MODEL.replace("300..850.", "300..850, caused."))
        self.run_cogs("review", "m.cogs", "--approve", "c1", "--by", "Ann", "--on", "2026-11-16",
                      "--reason", "known")
        self.run_cogs("recourse", "m.cogs", *START)
        self.run_cogs("review", "m.cogs", "--edit", "c1=score(X, S) :- S >= 800, debt(X, 0).",
                      "--by", "Bob", "--on", "2026-11-17")
        self.assertIn('#rule c1, status proposed, mode if, '
                      'was "score(X, S) :- S >= 600, debt(X, 0).", by "Bob", on "2026-11-17".',
                      self.text())
        self.run_cogs("recourse", "m.cogs", *START, code=1)  # nothing moves the score any more
        # Both at once is a verdict on the new text; the same text changes nothing.
        self.run_cogs("review", "m.cogs", "--edit", "c1=score(X, S) :- S >= 700, debt(X, 0).",
                      "--approve", "c1", "--by", "Bob", "--on", "2026-11-18")
        self.assertIn("#rule c1, status approved", self.text())
        self.run_cogs("review", "m.cogs", "--edit", "c1=score(Y,Z) :- Z >= 700, debt(Y,0).",
                      "--by", "Bob", "--on", "2026-11-18")
        self.assertIn("#rule c1, status approved", self.text())

    def test_does_not_lift_fixed(self):
        model = MODEL.replace("300..850.", "300..850, fixed.")
        self.file("m.cogs", model)
        for option in ("--caused", "--may-increase", "--may-decrease"):
            err = self.run_cogs("review", "m.cogs", "--approve", "c1", option, "score", code=3).err
            self.assertRegex(err, r"m\.cogs:3:\d+: error: 'score' is fixed, and " + option)
        self.assertEqual(self.text(), model)

    def test_refuses_a_cycle_and_leaves_the_file_alone(self):
        done = self.run_cogs("review", "m.cogs", "--approve", "c1", "c2", code=3)
        self.assertIn("m.cogs:11:1: error: approving c2 would close a causal cycle: "
                      "debt -> score -> debt", done.err)
        self.assertEqual(self.text(), MODEL)

    def test_refuses_what_is_not_there(self):
        done = self.run_cogs("review", "m.cogs", "--approve", "c11", code=3)
        self.assertIn("there is no rule `c11` to review", done.err)
        self.run_cogs("review", "m.cogs", "--mode", "c1=maybe", code=2)
        self.run_cogs("review", "m.cogs", "--mode", "c1", code=2)
        self.run_cogs("review", "m.cogs", "--approve", "c1", "--reject", "c1", code=2)
        self.assertEqual(self.text(), MODEL)

    def test_dialogue_decides_one_rule_after_the_other(self):
        done = self.dialogue("a", "known to be so", "yes", "r", "", "mode", "if", "s")
        self.assertIn("Rule 1 of 3: c1", done.out)
        self.assertIn("1 approved, 1 rejected, 1 still proposed", done.out)
        text = self.text()
        self.assertIn('#rule c1, status approved, mode if, covers 4, correct 3, by "Ann", '
                      'on "2026-11-16", reason "known to be so".', text)
        self.assertIn('#rule c2, status rejected, mode iff, by "Ann", on "2026-11-16".', text)
        self.assertIn("#rule c3, status proposed, mode if,", text)

    def test_dialogue_goes_back_edits_and_quits(self):
        done = self.dialogue("skip", "back", "edit", "score(X, S) :- S >= 650, dept(X, 0).", "edit",
                             "score(X, S) :- S >= 650, debt(X, 0)", "approve", "", "", "what?", "quit")
        self.assertIn("did you mean `debt`?", done.out)
        self.assertIn("'what?' is not one of these", done.out)
        self.assertIn("score(X, S) :- S >= 650, debt(X, 0).", self.text())
        self.assertIn('was "score(X, S) :- S >= 600, debt(X, 0)."', self.text())

    def test_dialogue_refuses_a_cycle_and_goes_on(self):
        done = self.dialogue("a", "", "", "a", "", "r", "", "q")
        self.assertIn("would close a causal cycle", done.out)
        self.assertIn("status rejected, mode iff", self.text())

    def test_dialogue_ends_with_its_input(self):
        done = self.dialogue("a", "yes")
        self.assertIn("1 approved", done.out)
        self.assertIn("status approved", self.text())
        self.assertEqual(self.dialogue("q").out.count("Rule 1 of 2"), 1)

    def test_dialogue_shows_rows_and_answers(self):
        data = self.file("d.csv", DATA)
        model = MODEL.replace("300..850.", "300..850, caused.")
        self.file("m.cogs", model)
        done = self.dialogue("q", options=["--data", data])
        self.assertIn("row 3: debt 0, score 400", done.out)
        self.assertIn("row 1: without it there is no way; with it debt to 0 (then score 600); cost",
                      done.out)
        self.assertIn("Nothing was changed", done.out)
        self.assertEqual(self.text(), model)

    def test_dialogue_asks_who_sets_what_has_causes(self):
        question = "Can people set score themselves? [y]es, [n]o (it is caused), only [u]p or only [d]own"
        line = "#feature score : integer 300..850{}.   % points\n"
        for answer, option in (("n", ", caused"), ("no", ", caused"), ("u", ", may increase"),
                               ("down", ", may decrease"), ("", ""), ("yes", "")):
            self.file("m.cogs", MODEL)
            done = self.dialogue("a", "", "what?", answer, "q")
            self.assertEqual(done.out.count(question), 2)
            self.assertIn("'what?' is not one of these", done.out)
            self.assertIn(line.format(option), self.text())
            # The rest is what approving alone gives.
            self.assertEqual(self.text().replace(line.format(option), line.format("")).replace(
                '#causal score : if.\n', "").replace("approved", "proposed").replace(
                ', by "Ann", on "2026-11-16"', ""), MODEL)

    def test_dialogue_asks_once_and_only_where_there_is_something_to_say(self):
        second = "#rule c4, status proposed, mode if.\nscore(X, S) :- S < 800, debt(X, 9).\n"
        self.file("m.cogs", MODEL + second)
        done = self.dialogue("a", "", "y", "s", "s", "a", "")
        self.assertEqual(done.out.count("Can people set score"), 1)
        self.assertIn("2 approved", done.out)
        # Under only_if nothing would move a caused feature, and a set has no direction.
        self.file("m.cogs", MODEL)
        done = self.dialogue("s", "s", "a", "")
        self.assertNotIn("Can people set", done.out)
        for said in ("fixed", "caused", "may decrease"):
            self.file("m.cogs", MODEL.replace("300..850.", f"300..850, {said}."))
            self.assertNotIn("Can people set", self.dialogue("a", "", "q").out)
        # A rejected rule gives no reason to ask.
        self.file("m.cogs", MODEL)
        self.assertNotIn("Can people set", self.dialogue("r", "", "q").out)

    def test_options_say_who_sets_what_has_causes(self):
        done = self.run_cogs("review", "m.cogs", "--approve", "c1", "--by", "A")
        self.assertIn("People can still set score themselves", done.out)
        self.assertIn("--caused, --may-increase or --may-decrease score", " ".join(done.out.split()))
        self.file("m.cogs", MODEL)
        done = self.run_cogs("review", "m.cogs", "--approve", "c1", "--caused", "score")
        self.assertNotIn("People can still set", done.out)
        self.assertIn("300..850, caused.   % points", self.text())
        self.assertIn("status approved", self.text())
        answer = json.loads(self.run_cogs("review", "m.cogs", "--list", "--json").out)
        self.assertEqual([r["declared"] for r in answer["rules"]], ["caused", None, None])
        self.run_cogs("review", "m.cogs", "--may-increase", "score", "--may-decrease", "debt")
        self.assertIn("300..850, may increase.   % points", self.text())
        self.assertIn("#feature debt : integer 0..100, may decrease.", self.text())

    def test_options_about_features_that_cannot_be_meant(self):
        for options, code in ((["--caused", "scor"], 3), (["--may-increase", "job"], 3),
                              (["--caused", "score", "--may-increase", "score"], 2)):
            self.run_cogs("review", "m.cogs", "--approve", "c1", *options, code=code)
            self.assertEqual(self.text(), MODEL)

    def test_saves_elsewhere_if_asked(self):
        self.run_cogs("review", "m.cogs", "--approve", "c1", "-o", "other.cogs")
        self.assertEqual(self.text(), MODEL)
        self.assertIn("status approved", (self.folder / "other.cogs").read_text())
        self.run_cogs("review", "m.cogs", "--approve", "c1", "-o", "/nowhere/x.cogs", code=3)

    def test_nothing_to_review(self):
        self.file("m.cogs", MODEL[:MODEL.index("#rule c1")])
        self.assertIn("nothing to review", self.dialogue().out)
        done = self.run_cogs("review", "m.cogs", "--approve", "all")
        self.assertIn("nothing was changed", done.out)


if __name__ == "__main__":
    unittest.main()
