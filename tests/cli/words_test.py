# SPDX-License-Identifier: Apache-2.0
"""--for clerk|applicant and --lang: words without rules, lines and raw names; classes with names."""

import json
import re
import unittest

import run

FOLDER = run.EXAMPLES / "letters"
LOAN = FOLDER / "loan.cogs"
SPANISH = FOLDER / "prestamo.cogs"
PERSON = ["age=31", "debt=5000", "bank_balance=40000", "credit_score=599",
          "employment=self_employed"]
RICH = ["age=31", "debt=0", "bank_balance=90000", "credit_score=700", "employment=none"]
RAW = re.compile(r":-|#<|\bline\b|reject_loan|bank_balance|credit_score|\(X|self_employed")


class Words(run.Case):
    def test_applicants_and_clerks_read_no_rules_lines_or_raw_names(self):
        for command in ("why", "recourse"):
            for who in ("clerk", "applicant"):
                for person in (PERSON, RICH):
                    text = self.run_cogs(command, LOAN, *person, "--for", who).out
                    self.assertIsNone(RAW.search(text), text)
                    page = self.run_cogs(command, LOAN, *person, "--for", who, "--html", "-").out
                    body = page[page.index("<main>"):page.index("</main>")]
                    self.assertIsNone(RAW.search(body), body)

    def test_thresholds_are_told_to_applicants_on_request_only(self):
        plain = self.run_cogs("why", LOAN, *PERSON, "--for", "applicant").out
        self.assertIn("Bank balance is $40,000.", plain)
        self.assertNotIn("60,000", plain)
        self.assertNotIn("600", plain)
        told = self.run_cogs("why", LOAN, *PERSON, "--for", "applicant", "--thresholds").out
        self.assertIn("It would have to be $60,000 or more if credit score were 600.", told)
        self.assertIn("$60,000", self.run_cogs("why", LOAN, *PERSON, "--for", "clerk").out)

    def test_weights_and_ties_are_said_in_words(self):
        text = self.run_cogs("why", LOAN, *PERSON, "--for", "applicant").out
        self.assertIn("enough only together with credit score.", text)
        self.assertIn("Reasons 1 and 2 weigh the same.", text)
        alone = self.run_cogs("why", LOAN, *PERSON[:3], "credit_score=700", PERSON[4], "--for",
                              "applicant").out
        self.assertIn("enough by itself.", alone)

    HEAD = '#classes bad : {yes: "Declined", no: "Approved"}.\n#undesired bad(X).\n'

    def test_a_partner_is_the_only_one_or_an_example(self):
        model = self.file("m.cogs", "".join(f"#feature {f} : integer 0..9.\n" for f in "abc") +
                          self.HEAD + "bad(X) :- a(X,A), A > 3.\n"
                          "bad(X) :- b(X,B), B > 3, c(X,C), C > 3.\n")
        text = self.run_cogs("why", model, "a=5", "b=5", "c=5", "--for", "applicant").out
        parts = " ".join(text.split()).split("2. ")
        self.assertRegex(parts[0], "A is 5. Changing this would be enough together with, for "
                         "example, [bc].")
        self.assertIn("B is 5. Changing this would be enough only together with a.", parts[1])
        spanish = self.run_cogs("why", model, "a=5", "b=5", "c=5", "--for", "applicant", "--lang",
                                "es").out
        self.assertIn("junto con, por ejemplo: ", spanish)

    def test_nobody_is_told_that_changing_what_is_fixed_is_enough(self):
        model = self.file("m.cogs", "#feature a : {yes, no}, fixed.\n#feature b : integer 0..9.\n" +
                          self.HEAD + "bad(X) :- a(X,yes), b(X,B), B > 3.\n")
        for who in ("applicant", "clerk"):
            text = self.run_cogs("recourse", model, "a=yes", "b=5", "--for", who).out
            first, second = " ".join(text.split()).split("2. ", 1)
            self.assertIn("This cannot be changed.", first)
            self.assertNotIn("enough by itself", first)
            self.assertIn("enough by itself", second)

    THREE = """\
#feature income : integer 1..100.
#feature debt : integer 0..50.
#classes outcome : {approve: "Approved", decline: "Declined", refer: "Referred"}.
#undesired outcome(X,decline).
outcome(X,approve) :- income(X,N), N > 60.
outcome(X,decline) :- income(X,N), N < 30.
outcome(X,refer) :- income(X,N), N >= 30, N =< 60.
"""

    def test_of_several_decisions_the_one_that_holds_is_named(self):
        model = self.file("m.cogs", self.THREE)
        for command in ("recourse", "why"):
            for who in ("applicant", "clerk"):
                for income, words in (("20", "Declined"), ("40", "Referred"), ("70", "Approved")):
                    text = self.run_cogs(command, model, f"income={income}", "debt=1", "--for",
                                         who).out
                    self.assertTrue(text.startswith(f"Decision: {words}\n"), text)
        self.assertIn("Decision: Referred", self.run_cogs("recourse", model, "income=40",
                                                          "debt=1").out)

    def test_people_with_several_decisions_are_compared(self):
        model = self.file("m.cogs", self.THREE)
        ask = ("compare", model, "income=40,debt=1", "income=70,debt=2")
        for who in ("analyst", "clerk", "applicant"):
            text = self.run_cogs(*ask, "--for", who).out
            self.assertIn("Referred", text)
            self.assertIn("Approved", text)
            self.assertIn("income", text.lower())
            self.assertNotIn("same decision", text)
        answer = json.loads(self.run_cogs(*ask, "--json").out)
        self.assertEqual(answer["undesired"], [False, False])
        self.assertEqual(answer["labels"], ["Referred", "Approved"])
        self.assertEqual([d["feature"] for d in answer["decisive"]], ["income"])
        same = self.run_cogs("compare", model, "income=40,debt=1", "income=50,debt=2", code=1).out
        self.assertIn("same decision", same)

    def test_dates_lie_before_and_after_each_other(self):
        model = self.file("m.cogs", '#feature opened : integer 7308..20417, date "%m/%d/%Y".\n' +
                          self.HEAD + "bad(X) :- opened(X,D), D > 16436.\n")
        ask = ("recourse", model, "opened=17000")
        text = self.run_cogs(*ask).out
        self.assertIn("Make opened earlier by at least 564 days, to 01/01/2015 or earlier", text)
        text = " ".join(self.run_cogs(*ask, "--for", "clerk").out.split())
        self.assertIn("Applies: Declined, if opened is after 1 January 2015.", text)
        self.assertIn("It would have to be 1 January 2015 or earlier.", text)
        self.assertIn("Change opened from 18 July 2016 to 1 January 2015 or earlier.", text)
        text = " ".join(self.run_cogs(*ask, "--for", "clerk", "--lang", "es").out.split())
        self.assertIn("después del 1 de enero de 2015", text)
        self.assertIn("1 de enero de 2015 o antes", text)
        other = self.run_cogs("compare", model, "opened=17000", "opened=16000", "--for",
                              "applicant").out
        self.assertIn("for the other person it is earlier", " ".join(other.split()))

    def test_a_value_that_an_open_set_does_not_list_is_the_persons_own(self):
        model = self.file("m.cogs", "#feature job : {clerk, cook, ...}.\n" + self.HEAD +
                          "bad(X) :- not job(X,clerk).\n")
        person = self.file("p.json", '{"job": "deep sea diver"}')
        for who in ("applicant", "clerk"):
            text = self.run_cogs("recourse", model, person, "--for", who).out
            self.assertIn("Job is “deep sea diver”.", text)
            self.assertIn("Change job from “deep sea diver” to clerk.", text)
            self.assertNotIn("any other value", text)
        self.assertIn("Change job from 'deep sea diver' to clerk",
                      self.run_cogs("recourse", model, person).out)

    def test_warns_of_what_looks_protected(self):
        model = self.file("m.cogs", "#feature 'Marital Status' : {married, single}.\n" + self.HEAD +
                          "bad(X) :- 'Marital Status'(X,single).\n")
        ask = (model, "Marital Status=single")
        for who in ("applicant", "clerk"):
            err = self.run_cogs("recourse", *ask, "--for", who).err
            self.assertIn("rules of the decision test 'Marital Status', which looks protected", err)
            self.assertIn("ways change 'Marital Status'", err)
            self.assertIn("--fix 'Marital Status' leaves it alone", err)
            err = self.run_cogs("why", *ask, "--for", who).err
            self.assertIn("rules of the decision test 'Marital Status'", err)
            self.assertNotIn("ways change", err)
        self.assertEqual(self.run_cogs("recourse", *ask).err, "")
        data = self.file("d.csv", "Marital Status\nsingle\n")
        err = self.run_cogs("batch", model, data).err
        self.assertIn("rules of the decision test 'Marital Status'", err)
        self.assertIn("ways may change 'Marital Status'", err)
        err = self.run_cogs("batch", model, data, "--fix", "Marital Status").err
        self.assertNotIn("ways may change", err)

    def test_rules_are_told_to_clerks(self):
        text = self.run_cogs("why", LOAN, *PERSON, "--for", "clerk").out
        flat = " ".join(text.split())
        self.assertIn("Applies: Declined, if bank balance is below $60,000, unless employment is "
                      "employed and debt is $0.", flat)

    def test_ways_say_what_is_not_certain_first(self):
        model = self.file("m.cogs", "#feature a : integer 0..9.\n#feature b : integer 0..9, caused.\n"
                          '#classes no : {yes: "Declined", no: "Approved"}.\n'
                          "#undesired no(X).\n#causal b : if.\nno(X) :- b(X, N), N < 5.\n"
                          "b(X, N) :- N > 2, a(X, 0).\n")
        text = self.run_cogs("recourse", model, "a=3", "b=1", "--for", "applicant").out
        note = text.index("Not certain:")
        self.assertLess(note, text.index("1. Lower a"))
        page = self.run_cogs("recourse", model, "a=3", "b=1", "--for", "applicant", "--html", "-").out
        self.assertLess(page.index('<p class="note strong">'), page.index('<ol class="plain">\n<li class'))

    def test_spanish(self):
        text = self.run_cogs("recourse", SPANISH, *PERSON, "--for", "applicant", "--lang", "es").out
        self.assertTrue(text.startswith("Decisión: Denegada\n"), text)
        self.assertIn("Aumentar saldo bancario en 20\u00a0000\u00a0€ como mínimo", text)
        self.assertNotRegex(text, r"\b(the|Raise|Lower|would|decision)\b")
        page = self.run_cogs("why", SPANISH, *PERSON, "--for", "clerk", "--lang", "es", "--html",
                             "-").out
        self.assertIn('<html lang="es">', page)

    def test_an_applicant_sees_nothing_of_the_other_person(self):
        other = "age=31,debt=0,bank_balance=91234,credit_score=777,employment=none"
        text = self.run_cogs("compare", LOAN, ",".join(PERSON), other, "--for", "applicant").out
        self.assertIn("for the other person it is higher", text)
        self.assertNotRegex(text, "91,?234|777")
        clerk = self.run_cogs("compare", LOAN, ",".join(PERSON), other, "--for", "clerk").out
        self.assertIn("$91,234", clerk)
        page = self.run_cogs("compare", LOAN, ",".join(PERSON), other, "--html", "-").out
        self.assertIn("What makes the difference", page)

    def test_names_of_classes_stand_everywhere(self):
        for who in ([], ["--for", "clerk"]):
            self.assertIn("Declined", self.run_cogs("why", LOAN, *PERSON, *who).out)
            self.assertNotIn("not reject_loan", self.run_cogs("why", LOAN, *RICH, *who).out)
        recourse = json.loads(self.run_cogs("recourse", LOAN, *PERSON, "--json").out)
        self.assertEqual(recourse["decision"]["label"], "Declined")
        why = json.loads(self.run_cogs("why", LOAN, *RICH, "--json").out)
        self.assertEqual(why["decision"]["label"], "Approved")
        model = json.loads(self.run_cogs("export", LOAN, "--to", "json").out)
        self.assertEqual(model["classes"], [{"name": "yes", "label": "Declined"},
                                            {"name": "no", "label": "Approved"}])
        data = self.file("d.csv", "age,debt,bank_balance,credit_score,employment\n"
                         "31,5000,40000,599,none\n")
        said = json.loads(self.run_cogs("predict", LOAN, data, "--json").out)
        self.assertEqual([c["label"] for c in said["classes"]], ["Declined", "Approved"])
        page = self.run_cogs("recourse", LOAN, *PERSON, "--html", "-").out
        self.assertIn("Declined</span></h1>", page)

    def test_a_model_without_names_for_its_decisions_earns_a_warning(self):
        done = self.run_cogs("why", run.LOAN, *run.JOHN, "--for", "applicant")
        self.assertIn("the model has no words for its decisions", done.err)

    def test_names_that_cannot_be_shown_are_errors(self):
        model = self.file("m.cogs", '#feature a : integer 0..9.\n#classes x : {yes: "A", no: "B"}.\n'
                          "#undesired no(X).\nno(X) :- a(X, 1).\n")
        self.assertRegex(self.run_cogs("why", model, "a=1", code=3).err,
                         r"m\.cogs:2:14: error: #classes gives words for `x`")

    def test_what_cannot_be_meant(self):
        self.run_cogs("why", LOAN, *PERSON, "--lang", "es", code=2)
        self.run_cogs("why", LOAN, *PERSON, "--thresholds", code=2)
        self.run_cogs("why", LOAN, *PERSON, "--for", "clerk", "--json", code=2)
        self.run_cogs("why", LOAN, *PERSON, "--for", "clerk", "--tree", code=2)
        self.run_cogs("why", LOAN, *PERSON, "--for", "nobody", code=2)


if __name__ == "__main__":
    unittest.main()
