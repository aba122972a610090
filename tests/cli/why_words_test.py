# SPDX-License-Identifier: Apache-2.0
"""Explanations in words: the model's own templates, reason codes, steps of paths, and what
hostile text does to them."""

import json
import re
import unittest

import run

FEATURES = """#feature debt : integer 0..1000000, unit "$".
#feature score : integer 300..850, caused.
#feature job : {clerk, boss, 'night watch'}.
#undesired reject(X).
#causal score : if.
"""
RULES = """reject(X) :- score(X, S), S < 600, not trusted(X).
trusted(X) :- job(X, boss).
score(X, S) :- S >= 600, debt(X, 0).
"""
ANN = ["debt=5", "score=500", "job=clerk"]
HEBREW = "\u05d0\u05d1\u05d2"


class Templates(run.Case):
    def model(self, *templates, rules=RULES):
        return self.file("m.cogs", FEATURES + "".join(t + "\n" for t in templates) + rules)

    def test_word_features_by_their_actual_value(self):
        model = self.model("#pred score(X, S) :: 'the credit score of @(X) is @(S)'.")
        out = self.run_cogs("why", model, *ANN).out
        self.assertIn("the credit score of the person is 500; this rule applies below 600", out)
        self.assertIn("1. the credit score of the person is 500; 600 or more would change", out)
        self.assertNotIn("score is 500;", out.replace("credit score of the person is 500;", ""))

    def test_call_the_person_what_the_type_says(self):
        model = self.model("#pred reject(X) :: 'the loan of @(X:applicant) is refused'.",
                           "#pred debt(X, D) :: '{{X:debtor}} owes {{D:amount}}'.",
                           rules="reject(X) :- debt(X, D), D > 3.\n")
        out = self.run_cogs("why", model, "debt=5").out
        self.assertIn("the loan of the applicant is refused: yes", out)
        self.assertIn("the debtor owes the amount 5 $; this rule applies above 3 $", out)

    def test_word_what_does_not_hold(self):
        model = self.model("#pred job(X, boss) :: '@(X) is a boss'.",
                           "#pred trusted(X) :: 'we trust @(X)'.")
        out = " ".join(self.run_cogs("why", model, *ANN).out.split())
        self.assertIn("it is not the case that we trust the person", out)
        self.assertIn("it is not the case that the person is a boss (job is clerk)", out)
        unknown = " ".join(self.run_cogs("why", model, *ANN[:2]).out.split())
        self.assertIn("there is no evidence that the person is a boss (job is not known)", unknown)

    def test_have_words_of_their_own_for_negation(self):
        model = self.model("#pred not trusted(X) :: 'nobody vouches for @(X)'.",
                           "#pred not job(X, boss) :: '@(X) leads nobody'.")
        out = " ".join(self.run_cogs("why", model, *ANN).out.split())
        self.assertIn("- nobody vouches for the person", out)
        self.assertIn("- the person leads nobody (job is clerk); this rule needs boss", out)

    def test_are_used_in_json_and_on_pages(self):
        model = self.model("#pred score(X, S) :: 'the <b>score</b> of @(X) is @(S)'.")
        words = "the <b>score</b> of the person is 500"
        self.assertIn(words, self.run_cogs("why", model, *ANN, "--json").out)
        page = self.run_cogs("why", model, *ANN, "--html", "-").out
        self.assertIn("the &lt;b&gt;score&lt;/b&gt; of the person is 500", page)
        self.assertNotIn("<b>score", page)

    def test_word_the_decision_of_recourse(self):
        model = self.model("#pred reject(X) :: 'the loan is refused'.")
        out = " ".join(self.run_cogs("recourse", model, *ANN).out.split())
        self.assertIn("Decision: the loan is refused, because of", out)
        self.assertIn("Decision: it is not the case that the loan is refused.", out)

    def test_change_no_words_where_there_is_none(self):
        out = self.run_cogs("why", self.model(), *ANN).out
        self.assertIn("score is 500; this rule applies below 600", out)
        self.assertIn("trusted does not hold", out)

    def test_with_an_unknown_variable_are_errors(self):
        model = self.model("#pred score(X, S) :: 'the score of @(X) is @(C)'.",
                           "#pred reject(_) :: '@(Who) is refused'.")
        done = self.run_cogs("why", model, *ANN, code=3)
        self.assertIn("m.cogs:6:22: error: the words name the variable `C`", done.err)
        self.assertIn("the variables are X, S", done.err)
        self.assertIn("m.cogs:7:20: error: the words name the variable `Who`", done.err)
        self.assertIn("there is no variable left of ::", done.err)
        self.assertEqual(done.out, "")

    def test_of_other_forms_are_errors(self):
        done = self.run_cogs("why", self.model("#pred score(X, S) :: 5."), *ANN, code=3)
        self.assertIn("the words of a #pred are a text in quotes", done.err)
        done = self.run_cogs("why", self.model("#pred job(X, f(Y)) :: 'a'."), *ANN, code=3)
        self.assertIn("a variable or a constant", done.err)
        done = self.run_cogs("why", self.model("#pred 5 :: 'a'."), *ANN, code=3)
        self.assertIn("is about one literal", done.err)

    def test_for_what_the_model_does_not_have_are_warnings(self):
        done = self.run_cogs("why", self.model("#pred scorre(X, S) :: 'a @(S)'."), *ANN)
        self.assertIn("m.cogs:6:7: warning: the model has no feature or atom `scorre`", done.err)
        self.assertIn("did you mean `score`?", done.err)
        done = self.run_cogs("why", self.model("#pred score(X) :: 'a'."), *ANN)
        self.assertIn("`score` has 2 arguments in this model", done.err)

    def test_cannot_send_escapes_to_the_terminal(self):
        model = self.model("#pred score(X, S) :: 'red \\x1b\\[31m @(S) \\x202e\\ \u202eback'.")
        for form in ([], ["--tree"], ["--short"]):
            out = self.run_cogs("why", model, *ANN, *form).out
            self.assertNotIn("\x1b", out)
            self.assertNotIn("\u202e", out)
            self.assertIn("\\x1b[31m", out)


class HostileValues(run.Case):
    def model(self, value):
        quoted = "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        return self.file("m.cogs", f"#feature job : {{{quoted}, ok}}.\n#undesired no(X).\n"
                         f"#pred job(X, J) :: 'the job is @(J)'.\nno(X) :- not job(X, ok).\n")

    def everywhere(self, value):
        model = self.model(value)
        record = self.file("r.json", json.dumps({"job": value}))
        for command in ("why", "recourse"):
            text = self.run_cogs(command, model, record).out
            page = self.run_cogs(command, model, record, "--html", "-").out
            json.loads(self.run_cogs(command, model, record, "--json").out)
            yield text, page

    def test_html_stays_text(self):
        for _, page in self.everywhere("<script>alert(1)</script>"):
            self.assertNotIn("<script>alert", page)
            self.assertIn("&lt;script&gt;alert(1)", page)

    def test_escapes_are_made_visible(self):
        for text, page in self.everywhere("\u009b31m\u2066x"):
            for character in "\u009b\u2066":
                self.assertNotIn(character, text)
                self.assertNotIn(character, page)
            self.assertIn("\\x9b31m", text)

    def test_of_a_hundred_thousand_characters_come_out_whole(self):
        value = "v" * 100_000
        for text, page in self.everywhere(value):
            self.assertIn(value, text)
            self.assertIn(value, page)

    def test_right_to_left_text_does_not_reorder_what_stands_around(self):
        for _, page in self.everywhere(HEBREW + " 7"):
            self.assertNotIn("\u202e", page)
            for found in re.finditer(HEBREW, page.split("</title>")[1]):
                before = page.split("</title>")[1][max(0, found.start() - 60):found.start()]
                self.assertRegex(before, r"<bdi>|dir=\"auto\"|aria-label|<code")


class Codes(run.Case):
    def codes(self, *lines, header="feature,when,code,text"):
        return self.file("codes.csv", "\n".join([header, *lines]) + "\n")

    def reasons(self, codes, *record):
        return json.loads(self.run_cogs("why", run.LOAN, *(record or run.JOHN), "--codes", codes,
                                        "--json").out)["reasons"]

    def test_stand_beside_the_reasons(self):
        codes = self.codes("bank_balance,low,12,Bank balance too low", "debt,,20,Debt")
        with_code, without = self.reasons(codes)
        self.assertEqual((with_code["code"], with_code["code_text"]), ("12", "Bank balance too low"))
        self.assertEqual((without["code"], without["code_text"]), (None, None))
        for form in ([], ["--short"]):
            out = self.run_cogs("why", run.LOAN, *run.JOHN, "--codes", codes, *form).out
            self.assertIn("Code 12: Bank balance too low", out)
            self.assertIn("No code", out)
        page = self.run_cogs("why", run.LOAN, *run.JOHN, "--codes", codes, "--html", "-").out
        self.assertIn("<dt>code</dt><dd dir=\"auto\">12: Bank balance too low</dd>", page)
        self.assertIn("<dt>code</dt><dd dir=\"auto\">none</dd>", page)

    def test_are_not_there_unless_asked_for(self):
        reasons = json.loads(self.run_cogs("why", run.LOAN, *run.JOHN, "--json").out)["reasons"]
        self.assertNotIn("code", reasons[0])

    def test_follow_direction_and_missing_values(self):
        codes = self.codes("bank_balance,high,1,too high", "bank_balance,low,2,too low",
                           "credit_score,missing,3,not known", "credit_score,,4,other")
        self.assertEqual([r["code"] for r in self.reasons(codes)], ["2", "4"])
        approved = ["age=31", "debt=0", "bank_balance=70000"]
        self.assertEqual({r["feature"]: r["code"] for r in self.reasons(codes, *approved)},
                         {"bank_balance": "1", "credit_score": "3"})

    def test_follow_values_of_sets(self):
        car = str(run.EXAMPLES / "cars" / "cars.cogs")
        record = str(run.EXAMPLES / "cars" / "car.json")
        codes = self.codes("safety,low,S1,unsafe", "safety,,S2,safety")
        answer = json.loads(self.run_cogs("why", car, record, "--codes", codes, "--json").out)
        safety = [r for r in answer["reasons"] if r["feature"] == "safety"]
        self.assertEqual(safety[0]["value"], "low")
        self.assertEqual(safety[0]["code"], "S1")

    def test_cannot_break_out_of_the_page_or_the_terminal(self):
        codes = self.codes('bank_balance,,<i>1</i>,"a\x1b[31m <script>x"')
        out = self.run_cogs("why", run.LOAN, *run.JOHN, "--codes", codes).out
        self.assertNotIn("\x1b", out)
        page = self.run_cogs("why", run.LOAN, *run.JOHN, "--codes", codes, "--html", "-").out
        self.assertNotIn("<i>1", page)
        self.assertNotIn("<script>x", page)

    def refused(self, codes, *parts):
        done = self.run_cogs("why", run.LOAN, *run.JOHN, "--codes", codes, code=3)
        self.assertEqual(done.out, "")
        for part in parts:
            self.assertIn(part, done.err)

    def test_errors_are_located(self):
        self.refused(self.codes("bank_balanse,,1,a", "debt,lowish,2,b", "debt,,,c"),
                     "codes.csv:2:1: error: the model has no feature 'bank_balanse'",
                     "did you mean 'bank_balance'?",
                     "codes.csv:3:6: error: 'lowish' is no case of 'debt'",
                     "codes.csv:4:7: error: the code is empty")
        self.refused(self.codes("debt,low,1,a", "debt,low,2,b"),
                     "codes.csv:3:1: error: line 2 has a code for the same case")
        self.refused(self.codes("debt,,1,a", "debt,low,2,b"),
                     "codes.csv:3:1: error: line 2 has a code for every case of 'debt' already")
        self.refused(self.codes("debt,low,1"), "codes.csv:2")
        self.refused(self.codes("debt,1", header="feature,code"),
                     "codes.csv:1:1: error: the columns of a file of codes are")
        self.refused(str(self.folder / "none.csv"), "none.csv")
        self.refused(self.file("codes.csv", ""), "codes.csv")


class Steps(run.Case):
    def test_say_by_how_much_why_and_what_then(self):
        out = " ".join(self.run_cogs("recourse", run.LOAN, *run.JOHN).out.split())
        self.assertIn("1. Lower debt by 5000 $, to 0 $. Then credit_score follows: 599 -> 600 or "
                      "more, because where debt is 0 $, credit_score is at least 600 (line 12). "
                      "Without this step, line 10 would still apply (credit_score is 599; this "
                      "rule applies below 600). After this step: still reject_loan, because of "
                      "line 9.", out)
        self.assertIn("2. Raise bank_balance by at least 20000 $, to 60000 $ or more. Without this "
                      "step, line 9 would still apply (bank_balance is 40000 $; this rule applies "
                      "below 60000 $).", out)

    def test_are_data_in_json_and_words_on_pages(self):
        answer = self.run_cogs("recourse", run.LOAN, *run.JOHN, "--json").out
        steps = json.loads(answer)["paths"][0]["transitions"]
        self.assertEqual([s["after"] for s in steps], [{"undesired": True, "rules": [9]},
                                                       {"undesired": False, "rules": []}])
        self.assertEqual(steps[0]["needed_because"],
                         [{"kind": "decision", "feature": None, "lines": [10], "step": None}])
        self.run_cogs("check", run.LOAN, self.file("answer.json", answer))
        page = self.run_cogs("recourse", run.LOAN, *run.JOHN, "--html", "-").out
        self.assertIn("raise bank_balance by at least 20000 $, to 60000 $ or more", page)
        self.assertIn("Without this step, line 9 would still apply", page)
        self.assertIn("After this step: still reject_loan, because of line 9.", page)

    def test_may_be_there_for_a_later_one(self):
        # g is on in between only, and then p must be 1; the end does not ask for p.
        model = self.file("m.cogs", """#feature p : {0, 1}.
#feature h1 : {off, on}.
#feature h2 : {off, on}.
#feature g : {off, on}, caused.
#feature f : {1, 2}, caused.
#undesired no(X).
#causal f : if.
no(X) :- f(X, 1).
no(X) :- h2(X, off).
g(X, on) :- h1(X, on), h2(X, off).
f(X, 2) :- g(X, on).
:- g(X, on), p(X, 0).
""")
        record = ["p=0", "h1=off", "h2=off", "g=off", "f=1"]
        out = " ".join(self.run_cogs("recourse", model, *record).out.split())
        self.assertIn("1. Change p from 0 to 1. Without this step, step 2 could not be taken: it "
                      "would break line 12, :- g(X, on), p(X, 0). After this", out)
        answer = json.loads(self.run_cogs("recourse", model, *record, "--json").out)
        self.assertEqual(answer["paths"][0]["transitions"][0]["needed_because"],
                         [{"kind": "later_step", "feature": None, "lines": [12], "step": 2}])

    def test_may_be_there_for_a_denial(self):
        model = self.file("m.cogs", """#feature a : {0, 1}, caused.
#feature k : {off, on}.
#feature b : {0, 1}.
#undesired no(X).
#causal a : if.
no(X) :- b(X, 0).
a(X, 1) :- k(X, on).
:- b(X, 1), a(X, 0).
""")
        out = self.run_cogs("recourse", model, "a=0", "k=off", "b=0").out
        self.assertIn("Without this step, the end would be ruled out by line 8: :- b(X, 1), a(X, 0)",
                      " ".join(out.split()))

    def test_blockers_say_what_lifting_them_gives(self):
        arguments = ["recourse", run.LOAN, *run.JOHN, "--fix", "debt"]
        out = " ".join(self.run_cogs(*arguments, code=1).out.split())
        lifted = "bank_balance to 60000 $, then credit_score to 600; cost 2."
        self.assertIn("If credit_score could be set directly: " + lifted, out)
        page = self.run_cogs(*arguments, "--html", "-", code=1).out
        self.assertIn(lifted, page)
        answer = json.loads(self.run_cogs(*arguments, "--json", code=1).out)
        self.assertEqual(answer["lifted"]["cost"], 2)
        self.assertEqual(len(answer["lifted"]["transitions"]), 2)

    def test_several_blockers_open_a_way_only_together(self):
        model = self.file("m.cogs", """#feature a : {0, 1}, fixed.
#feature b : {0, 1}, fixed.
#undesired no(X).
no(X) :- a(X, 0).
no(X) :- b(X, 0).
""")
        out = self.run_cogs("recourse", model, "a=0", "b=0", code=1).out
        self.assertIn("Only if a could change and b could change, together: a to 1, then b to 1; "
                      "cost 2.", " ".join(out.split()))


if __name__ == "__main__":
    unittest.main()
