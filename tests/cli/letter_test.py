# SPDX-License-Identifier: Apache-2.0
"""cogs letter: what letters hold, each refusal, and letters for a whole table. What whole letters
look like is in examples/letters."""

import csv
import pathlib
import re
import unittest

import run

FOLDER = run.EXAMPLES / "letters"
LOAN = FOLDER / "loan.cogs"
PERSON = ["age=31", "debt=5000", "bank_balance=40000", "credit_score=599", "employment=none"]
RICH = ["age=31", "debt=0", "bank_balance=90000", "credit_score=700", "employment=none"]
CODES = ("--codes", FOLDER / "codes.csv")
OFFICE = ("--settings", FOLDER / "office.txt", "--date", "2026-11-16")
NOTICE = ("--template", "regulation-b", *OFFICE)
HEAD = "name,age,debt,bank_balance,credit_score,employment\n"


def reasons(page):
    first = page.split('<div class="sheet">')[1]
    part = first[first.index("<ol>"):first.index("</ol>")]
    return re.findall(r"<li>(.*?)</li>", part, re.S)


def table(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


class Letter(run.Case):
    def letter(self, *arguments, **more):
        return self.run_cogs("letter", *arguments, **more)

    def test_reasons_are_what_the_deciding_rules_tested(self):
        # Debt and employment are tested in the exception; age is tested by no rule.
        page = self.letter(LOAN, *PERSON, *NOTICE, *CODES, "--id", "7").out
        self.assertEqual(reasons(page), ["Bank balance too low.", "Credit score too low.",
                                         "Excessive obligations.", "Type of employment."])

    def test_a_cause_alone_is_no_reason(self):
        # In loan2 debt only bears on the score by a causal rule: a way, never a reason.
        model = self.file("m.cogs", pathlib.Path(run.LOAN).read_text().replace(
            "#undesired", '#classes reject_loan : {yes: "Declined", no: "Approved"}.\n#undesired'))
        page = self.letter(model, *run.JOHN, *NOTICE, "--id", "7", "--codes",
                           run.EXAMPLES / "loan2" / "codes.csv").out
        self.assertEqual(reasons(page), ["Bank balance too low.", "Credit score too low."])
        notice, ways = page.split('<div class="sheet">')[1:]
        self.assertNotIn("debt", notice)
        self.assertIn("Lower debt by $5,000", ways)

    def test_has_at_most_four_reasons_and_says_that_others_weigh_as_much(self):
        features = "".join(f"#feature f{i} : integer 0..9.\n" for i in range(6))
        body = ", ".join(f"f{i}(X, N{i}), N{i} < 5" for i in range(6))
        model = self.file("m.cogs", features + '#classes no : {yes: "Declined", no: "Approved"}.\n'
                          f"#undesired no(X).\nno(X) :- {body}.\n")
        codes = self.file("codes.csv", "feature,when,code,text\n" + "".join(
            f"f{i},,{i},Reason {i}\n" for i in range(6)))
        done = self.letter(model, *(f"f{i}=1" for i in range(6)), *NOTICE, "--codes", codes,
                           "--id", "7")
        self.assertEqual(reasons(done.out), [f"Reason {i}." for i in range(4)])
        self.assertIn("2 more weigh as much", done.err)

    def test_says_a_text_once(self):
        codes = self.file("codes.csv", "feature,when,code,text\nbank_balance,,1,Finances\n"
                          "credit_score,,1,Finances\nemployment,,2,Work\ndebt,,1,Finances\n")
        page = self.letter(LOAN, *PERSON, *NOTICE, "--codes", codes, "--id", "7").out
        self.assertEqual(reasons(page), ["Finances.", "Work."])

    def test_holds_no_thresholds_where_the_template_asks_for_none(self):
        page = self.letter(LOAN, *PERSON, *NOTICE, *CODES, "--id", "7", "--no-ways").out
        self.assertNotIn("60,000", page)
        self.assertNotIn("600", page.split("<body>")[1])
        self.assertEqual(page.count('<div class="sheet">'), 1)

    def test_no_prolog_and_no_names_of_features(self):
        for form in ("regulation-b", "gdpr"):
            page = self.letter(LOAN, *PERSON, "--template", form, *OFFICE, *CODES, "--id", "7",
                               *(word for name in ("controller", "controller_address",
                                                   "review_contact", "review_deadline",
                                                   "supervisory_authority",
                                                   "data_protection_officer")
                                 for word in ("--set", f"{name}=x"))).out
            body = page.split("<body>")[1]
            for word in (":-", "bank_balance", "reject_loan", "line 1", "#"):
                self.assertNotIn(word, body.replace("&#39;", ""), form)

    def test_escapes_what_settings_say(self):
        page = self.letter(LOAN, *PERSON, *NOTICE, *CODES, "--id", "<b>7</b>").out
        self.assertIn("&lt;b&gt;7&lt;/b&gt;", page)
        self.assertNotIn("<b>", page)

    def test_own_templates(self):
        own = self.letter("--template", "gdpr", "--print-template").out
        self.assertIn("{{logic}}", own)
        form = self.file("own.letter", "language: en\nreasons: words\n\n# Hello {{who}}\n{{reasons}}\n")
        page = self.letter(LOAN, *PERSON, "--template", form, "--set", "who=you").out
        self.assertIn("<h1>Hello you</h1>", page)
        self.assertEqual(reasons(page)[0], "Bank balance is $40,000.")
        broken = self.file("broken.letter", "language: en\n\nnothing\n")
        err = self.letter(LOAN, *PERSON, "--template", broken, code=3).err
        self.assertIn("broken.letter: error: the template has no {{reasons}}", err)
        self.assertIn("no-such.letter", self.letter(LOAN, *PERSON, "--template", "no-such.letter",
                                                    code=3).err)

    # ---- Refusals. None of them leaves a file.

    def refused(self, *arguments, code=3):
        done = self.letter(*arguments, "-o", self.folder / "out.html", code=code)
        self.assertNotIn("out.html", self.files())
        return done.err

    def test_refuses_a_reason_without_text(self):
        codes = self.file("codes.csv", "feature,when,code,text\nbank_balance,low,12,Low\n")
        err = self.refused(LOAN, *PERSON, *NOTICE, "--codes", codes, "--id", "7")
        self.assertIn("the reason 'credit_score' (599) has no text in the file of codes", err)
        err = self.refused(LOAN, *PERSON, *NOTICE, "--id", "7")
        self.assertIn("the reason 'bank_balance' (40000 $) has no text", err)

    def test_refuses_a_protected_reason(self):
        policy = self.file("policy.txt", "protected employment\n")
        err = self.refused(LOAN, *PERSON, *NOTICE, *CODES, "--id", "7", "--policy", policy)
        self.assertIn("'employment' is a reason for the decision, and is protected", err)

    # The four reasons that a letter names leave the fifth one out.
    FIVE = "".join(f"#feature {name} : integer 0..9.\n" for name in "abcd") + """\
#feature {0} : {{yes, no}}.
#classes bad : {{yes: "Declined", no: "Approved"}}.
#undesired bad(X).
bad(X) :- a(X,A), A > 3, b(X,B), B > 3, c(X,C), C > 3, d(X,D), D > 3, {0}(X,yes).
"""

    def plain(self, *more):
        form = self.file("own.letter", "language: en\nreasons: words\n\n# Hello\n{{reasons}}\n"
                         "---\n{{ways}}\n")
        return ("--template", form, *more)

    def test_refuses_what_any_test_of_the_deciding_rules_protects(self):
        people = [f"{name}=5" for name in "abcd"]
        model = self.file("m.cogs", self.FIVE.format("tenant"))
        ask = (model, *people, "tenant=yes", *self.plain())
        self.assertIn("Hello", self.letter(*ask).out)
        policy = self.file("policy.txt", "protected tenant\n")
        err = self.refused(*ask, "--policy", policy)
        self.assertIn("'tenant' is a reason for the decision, and is protected", err)

    def test_refuses_a_protected_exception(self):
        policy = self.file("policy.txt", "protected tenant\n")
        head = ("#feature a : integer 0..9.\n#feature tenant : {yes, no}.\n"
                '#classes bad : {yes: "Declined", no: "Approved"}.\n#undesired bad(X).\n')
        # The exception fails by `a` alone; the rule says `tenant` all the same.
        model = self.file("m.cogs", head + "bad(X) :- a(X,A), A > 3, not fine(X).\n"
                          "fine(X) :- a(X,A), A > 7, tenant(X,no).\n")
        err = self.refused(model, "a=5", "tenant=no", *self.plain("--policy", policy))
        self.assertIn("'tenant' is tested by the rules that made the decision, and is protected",
                      err)

    def test_ways_leave_what_is_protected_alone(self):
        policy = self.file("policy.txt", "protected tenant\n")
        model = self.file("m.cogs", "#feature a : integer 0..9, cost 1 per 1.\n"
                          "#feature tenant : {yes, no}.\n#causal a : if.\n"
                          '#classes bad : {yes: "Declined", no: "Approved"}.\n'
                          "#undesired bad(X).\nbad(X) :- a(X,A), A > 3.\n"
                          "a(X,A) :- A =< 3, tenant(X,no).\n")
        ask = (model, "a=9", "tenant=yes", *self.plain())
        self.assertIn("tenant", self.letter(*ask).out)
        page = self.letter(*ask, "--policy", policy).out
        self.assertIn("Lower a by", page)
        self.assertNotIn("tenant", page)
        err = self.refused(*ask, "--policy", policy, "--allow", "tenant", code=2)
        self.assertIn("'tenant' is protected: ways of letters cannot change it", err)

    def test_refuses_ways_that_a_protected_feature_blocks(self):
        policy = self.file("policy.txt", "protected tenant\n")
        model = self.file("m.cogs", "#feature a : integer 0..9.\n#feature tenant : {yes, no}.\n"
                          '#classes bad : {yes: "Declined", no: "Approved"}.\n'
                          "#undesired bad(X).\nbad(X) :- a(X,A), A > 3.\n"
                          "bad(X) :- a(X,A), A =< 3, tenant(X,yes).\n")
        ask = (model, "a=5", "tenant=yes", *self.plain("--policy", policy))
        err = self.refused(*ask)
        self.assertIn("'tenant' stands in the way of another decision, and is protected; --no-ways",
                      err)
        self.assertNotIn("tenant", self.letter(*ask, "--no-ways").out)

    def test_what_looks_protected_is_unless_it_is_allowed(self):
        for name, label in (("sex", ""), ("'Marital Status'", ""), ("pregnant", ""),
                            ("x1", ', label "Gender"')):
            model = self.file("m.cogs", f"#feature a : integer 0..9.\n#feature {name} : {{yes, no}}"
                              f"{label}.\n" '#classes bad : {yes: "Declined", no: "Approved"}.\n'
                              f"#undesired bad(X).\nbad(X) :- a(X,A), A > 3, {name}(X,yes).\n")
            plain = name.strip("'")
            ask = (model, "a=5", f"{plain}=yes", *self.plain())
            err = " ".join(self.refused(*ask).split())
            self.assertIn(f"'{plain}' is a reason for the decision, and looks protected; a line "
                          f"`allowed {name}` in --policy FILE says that it may be used", err)
            policy = self.file("policy.txt", f"allowed {name}\n")
            self.assertIn("Hello", self.letter(*ask, "--policy", policy).out)

    def test_more_than_two_decisions(self):
        model = self.file("m.cogs", """\
#feature income : integer 1..100.
#classes outcome : {approve: "Approved", decline: "Declined", refer: "Referred"}.
#undesired outcome(X,decline).
outcome(X,approve) :- income(X,N), N > 60.
outcome(X,decline) :- income(X,N), N < 30.
outcome(X,refer) :- income(X,N), N >= 30, N =< 60.
""")
        form = self.file("two.letter", "language: en\nreasons: words\n\n# {{decision}}\n"
                         "Not {{other_decision}}.\n{{reasons}}\n{{ways}}\n")
        page = self.letter(model, "income=20", "--template", form).out
        self.assertIn("Not Approved or Referred.", page)
        self.assertIn("the decision would be: Referred.", page)
        err = self.refused(model, "income=70", "--template", form, code=1)
        self.assertIn("the decision is Approved", err)
        wanted = self.file("w.cogs", pathlib.Path(model).read_text().replace(
            "outcome(X,approve) :-", "#desired outcome(X,approve).\noutcome(X,approve) :-", 1))
        self.assertIn("Not Approved.", self.letter(wanted, "income=20", "--template", form).out)

    def test_a_text_has_one_full_stop(self):
        codes = self.file("codes.csv", "feature,when,code,text\nbank_balance,,1,Too low.\n"
                          "credit_score,,2,Score. \nemployment,,3,Work\ndebt,,4,Debt\n")
        page = self.letter(LOAN, *PERSON, *NOTICE, "--codes", codes, "--id", "7").out
        self.assertEqual(reasons(page), ["Too low.", "Score.", "Debt.", "Work."])

    def test_a_date_is_one(self):
        for day in ("2026-02-31", "yesterday", "2026-1-1"):
            err = self.refused(LOAN, *PERSON, "--template", "regulation-b", "--settings",
                               FOLDER / "office.txt", *CODES, "--id", "7", "--date", day)
            self.assertIn(f"--date: error: '{day}' is no date", err)

    def test_a_template_is_not_overwritten(self):
        text = "language: en\nreasons: words\n\n# Hello\n{{reasons}}\n"
        form = self.file("own.letter", text)
        for more in ((), ("--print-template",)):
            err = self.letter(LOAN, *PERSON, "--template", form, *more, "-o", form, code=3).err
            self.assertIn("the output would overwrite an input", err)
        self.assertEqual(pathlib.Path(form).read_text(), text)

    def test_a_value_that_an_open_set_does_not_list_is_shown(self):
        model = self.file("m.cogs", "#feature job : {clerk, cook, ...}.\n"
                          '#classes bad : {yes: "Declined", no: "Approved"}.\n'
                          "#undesired bad(X).\nbad(X) :- not job(X,clerk).\n")
        data = self.file("people.csv", "job\nplumber\ncook\n")
        page = self.letter(model, "job=plumber", *self.plain()).out
        self.assertEqual(reasons(page), ["Job is plumber."])
        self.assertIn("Change job from plumber to clerk.", page)
        self.letter(model, "--table", data, *self.plain(), "-o", self.folder / "all")
        first = (self.folder / "all" / "letter-000001.html").read_text()
        self.assertEqual(first, page)
        second = (self.folder / "all" / "letter-000002.html").read_text()
        self.assertEqual(reasons(second), ["Job is cook."])

    def test_refuses_where_the_model_has_no_words_for_its_decisions(self):
        err = self.refused(run.LOAN, *run.JOHN, *NOTICE, "--id", "7", "--codes",
                           run.EXAMPLES / "loan2" / "codes.csv")
        self.assertIn("the model does not say what its decisions are called", err)

    def test_refuses_where_a_limit_was_reached(self):
        err = self.refused(LOAN, *PERSON, *NOTICE, *CODES, "--id", "7", "--effort", "1", code=4)
        self.assertIn("a limit was reached", err)

    def test_refuses_where_no_fact_has_any_influence(self):
        model = self.file("m.cogs", "#feature a : integer 0..9.\n"
                          '#classes no : {yes: "Declined", no: "Approved"}.\n'
                          "#undesired no(X).\nno(X) :- a(X, N), N < 5.\nno(X) :- a(X, N), N > 4.\n")
        err = self.refused(model, "a=3", *NOTICE, *CODES[:1], self.file(
            "codes.csv", "feature,when,code,text\na,,1,A\n"), "--id", "7")
        self.assertIn("has any influence", err)

    def test_refuses_where_a_setting_is_missing(self):
        err = self.refused(LOAN, *PERSON, "--template", "regulation-b", *CODES)
        for name in ("creditor", "federal_agency", "agency_bureau", "reference"):
            self.assertIn(f"the letter asks for '{name}', and nothing gives it", err)

    def test_asks_nothing_about_reports_that_no_feature_comes_from(self):
        model = self.file("m.cogs", LOAN.read_text().replace(
            ', source "credit report"', ""))
        settings = self.file("s.txt", "\n".join(
            line for line in (FOLDER / "office.txt").read_text().splitlines()
            if not line.startswith("agency_bureau")))
        page = self.letter(model, *PERSON, "--template", "regulation-b", "--settings", settings,
                           *CODES, "--id", "7").out
        self.assertNotIn("consumer reporting agency", page)

    def test_warns_where_a_report_may_have_been_forgotten(self):
        asked = (*PERSON, *NOTICE, *CODES, "--id", "7")
        self.assertNotIn("sounds like", self.letter(LOAN, *asked).err)
        model = self.file("m.cogs", LOAN.read_text().replace(', source "credit report"', ""))
        self.assertIn("'credit_score' sounds like a consumer report", " ".join(
            self.letter(model, *asked).err.split()))
        model = self.file("n.cogs", LOAN.read_text().replace('"credit report"', '"application"'))
        self.assertNotIn("sounds like", self.letter(model, *asked).err)

    def test_dates_are_those_of_the_jurisdiction(self):
        page = self.letter(LOAN, *PERSON, *NOTICE, *CODES, "--id", "7").out
        self.assertIn('<html lang="en-US">', page)
        self.assertIn("November 16, 2026", page)
        page = self.letter(LOAN, *PERSON, "--template", "gdpr", "--settings",
                           FOLDER / "eu_office.txt", "--date", "2026-11-16", "--id", "7").out
        self.assertIn("16 November 2026", page)

    def test_says_where_there_is_nothing_to_give_notice_of(self):
        err = self.refused(LOAN, *RICH, *NOTICE, *CODES, "--id", "7", code=1)
        self.assertIn("the decision is Approved", err)

    def test_bad_input_is_located(self):
        err = self.refused(LOAN, "age=much", *NOTICE, *CODES, "--id", "7")
        self.assertIn("'age' takes an integer", err)
        self.refused(LOAN, *PERSON, *NOTICE, "--codes", "none.csv", "--id", "7")
        settings = self.file("s.txt", "just words\n")
        err = self.refused(LOAN, *PERSON, "--template", "gdpr", "--settings", settings)
        self.assertRegex(err, r"s\.txt:1:1: error: this is no setting")

    def test_what_cannot_be_meant(self):
        self.letter(LOAN, *NOTICE, code=2)
        self.letter(LOAN, *PERSON, *NOTICE, "--table", "d.csv", "-o", "x", code=2)
        self.letter(LOAN, "--table", "d.csv", *NOTICE, code=2)
        self.letter(LOAN, *PERSON, *NOTICE, "--set", "nothing", code=2)
        self.letter(LOAN, *PERSON, *NOTICE, "--set-column", "a=b", code=2)

    # ---- Whole tables

    def test_writes_a_letter_for_each_row_that_is_due_one(self):
        data = self.file("people.csv", HEAD + "Ada,31,5000,40000,599,none\n"
                         "Bela,40,0,90000,700,none\nCleo,50,100,20000,800,employed\n")
        out = self.folder / "letters"
        done = self.letter(LOAN, "--table", data, *NOTICE, *CODES, "--set-column",
                           "applicant=Name", "-o", out)
        self.assertIn("3 rows: 2 letters, 1 with nothing to give notice of, 0 refused, 0 bad",
                      done.out)
        self.assertEqual(sorted(p.name for p in out.iterdir()),
                         ["letter-000001.html", "letter-000003.html", "letters.csv"])
        first = (out / "letter-000001.html").read_text()
        self.assertIn("<p class=\"lines\">Ada</p>", first)
        self.assertNotIn("Cleo", first)
        alone = self.letter(LOAN, data + ":1", *NOTICE, *CODES, "--id", "1", "--set",
                            "applicant=Ada").out
        self.assertEqual(first, alone)
        rows = table(out / "letters.csv")
        self.assertEqual([r["status"] for r in rows], ["written", "not due", "written"])
        self.assertEqual(rows[0]["codes"], "12;32;20;40")

    def test_a_row_without_a_letter_stops_the_table_unless_listed(self):
        data = self.file("people.csv", HEAD + "Ada,31,5000,40000,599,none\n"
                         "Bela,old,0,90000,700,none\nCleo,31,5000,40000,,none\n")
        codes = self.file("codes.csv", "feature,when,code,text\nbank_balance,low,12,Low\n"
                          "credit_score,low,32,Low score\nemployment,,40,Work\ndebt,,20,Debt\n")
        out = self.folder / "letters"
        ask = (LOAN, "--table", data, *NOTICE, "--codes", codes, "-o", out)
        err = self.letter(*ask, code=3).err
        self.assertIn("people.csv:2: error: 'age' takes an integer", err)
        self.assertEqual(self.files(), ["codes.csv", "people.csv"])
        self.letter(*ask, "--errors", self.folder / "errors.csv")
        rows = table(self.folder / "errors.csv")
        self.assertEqual([r["row"] for r in rows], ["2"])
        self.assertIn("letter-000001.html", [p.name for p in out.iterdir()])

    def test_never_writes_over_a_folder(self):
        data = self.file("people.csv", HEAD + "Ada,31,5000,40000,599,none\n")
        (self.folder / "letters").mkdir()
        self.file("letters/mine.txt", "x")
        err = self.letter(LOAN, "--table", data, *NOTICE, *CODES, "-o", self.folder / "letters",
                          code=3).err
        self.assertIn("the folder is there already", err)
        self.assertEqual([p.name for p in (self.folder / "letters").iterdir()], ["mine.txt"])

    def test_a_limit_leaves_no_letters(self):
        data = self.file("people.csv", HEAD + "Ada,31,5000,40000,599,none\n" * 2000)
        self.letter(LOAN, "--table", data, *NOTICE, *CODES, "-o", self.folder / "letters",
                    "--time-limit", "0.05", code=4)
        self.assertEqual(self.files(), ["people.csv"])

    def test_a_column_that_is_not_there(self):
        data = self.file("people.csv", HEAD + "Ada,31,5000,40000,599,none\n")
        err = self.letter(LOAN, "--table", data, *NOTICE, *CODES, "--set-column", "applicant=Nme",
                          "-o", self.folder / "letters", code=3).err
        self.assertIn("there is no column 'Nme'", err)
        self.assertIn("did you mean 'name'?", err)


if __name__ == "__main__":
    unittest.main()
