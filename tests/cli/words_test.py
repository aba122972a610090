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
        self.assertIn("It would have to be $60,000 or more while credit score is 600.", told)
        self.assertIn("$60,000", self.run_cogs("why", LOAN, *PERSON, "--for", "clerk").out)

    def test_weights_and_ties_are_said_in_words(self):
        text = self.run_cogs("why", LOAN, *PERSON, "--for", "applicant").out
        self.assertIn("enough only together with credit score.", text)
        self.assertIn("Reasons 1 and 2 weigh the same.", text)
        alone = self.run_cogs("why", LOAN, *PERSON[:3], "credit_score=700", PERSON[4], "--for",
                              "applicant").out
        self.assertIn("enough by itself.", alone)

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
