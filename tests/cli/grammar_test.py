# SPDX-License-Identifier: Apache-2.0
"""What explanations say is true to the letter and reads as English, whatever a rule asks for."""

import unittest

import run


class Grammar(run.Case):
    def out(self, text, *arguments, code=0):
        """The words of one run on this model, on one line."""
        model = self.file("m.cogs", text)
        command, *rest = arguments
        return " ".join(self.run_cogs(command, model, *rest, code=code).out.split())


class Tests(Grammar):
    def rule(self, declaration, body, value, *more):
        text = f"#feature f : {declaration}.\n#undesired d(X).\nd(X) :- {body}.\n"
        return self.out(text, "why", f"f={value}", *more)

    def test_of_every_kind_that_hold(self):
        for body, words in (("f(X, N), N < 9", "below 9"), ("f(X, N), N =< 9", "up to 9"),
                            ("f(X, N), N > 1", "above 1"), ("f(X, N), N >= 1", "from 1 up"),
                            ("f(X, N), N \\= 9", "to anything but 9"),
                            ("not f(X, 9)", "to anything but 9"),
                            ("f(X, N), N = 4, N < 9", "at 4 and below 9"),
                            ("f(X, N), N >= 1, N < 9", "from 1 up and below 9")):
            with self.subTest(body=body):
                self.assertIn(f"f is 4; this rule applies {words} What",
                              self.rule("integer 0..20", body, 4))

    def test_of_every_kind_that_fail(self):
        for body, words in (("f(X, N), N < 3", "less than 3"), ("f(X, N), N =< 3", "at most 3"),
                            ("f(X, N), N > 5", "more than 5"), ("f(X, N), N >= 5", "at least 5"),
                            ("f(X, N), N \\= 4", "anything but 4"), ("f(X, 5)", "5"),
                            ("f(X, N), N >= 5, N < 9", "at least 5 and less than 9")):
            with self.subTest(body=body):
                self.assertIn(f"f is 4; this rule needs {words} What",
                              self.rule("integer 0..20", body, 4))

    def test_on_numbers_of_a_set(self):
        self.assertIn("f is 4; this rule applies from 2 up What",
                      self.rule("{1, 2, 4}", "f(X, N), N >= 2", 4))
        self.assertIn("f is b; this rule applies to anything but a What",
                      self.rule("{a, b}", "not f(X, a)", "b"))

    def test_name_units_of_one_in_the_singular(self):
        out = self.rule("integer 0..20, unit \"years\"", "f(X, N), N =< 1", 1)
        self.assertIn("f is 1 year; this rule applies up to 1 year", out)
        self.assertIn("2 years or more would change that", out)
        self.assertIn("f is 1 ms;", self.rule("integer 0..20, unit \"ms\"", "f(X, N), N =< 1", 1))


class Reasons(Grammar):
    FRAUD = ("#feature amount : real 0..inf, step 0.01.\n#feature age : integer 0..99.\n"
             "#undesired d(X).\nd(X) :- amount(X, A), A > 999.99, age(X, N), N < 18.\n")

    def test_name_the_nearest_values_of_other_features(self):
        out = self.out(self.FRAUD, "why", "amount=5", "age=40")
        self.assertIn("amount is 5; more than 999.99 would change that, if age were 17", out)
        self.assertIn("age is 40; 17 or less would change that, if amount were 1000", out)

    def test_warn_of_values_that_the_decision_would_ask_for(self):
        model = self.file("m.cogs", self.FRAUD + "#feature z : {a, b}.\n")
        words = "'{}' is missing, and rules mention it"
        done = self.run_cogs("why", model, "age=40")
        self.assertIn(words.format("amount"), done.err)
        self.assertNotIn(words.format("z"), done.err)
        self.assertEqual(self.run_cogs("why", model, "age=40", "-q").err, "")
        self.assertEqual(self.run_cogs("why", model, "age=40", "amount=5").err, "")
        done = self.run_cogs("compare", model, "age=4", "age=7,amount=2000")
        self.assertEqual(done.err.count(words.format("amount")), 1)

    def test_keep_ranges_apart(self):
        text = ("#feature n : integer 0..20.\n#undesired d(X).\n"
                "d(X) :- n(X, N), N > 4, N < 9.\n")
        self.assertIn("n is 6; 4 or less, or 9 or more would change that",
                      self.out(text, "why", "n=6"))

    def test_are_left_out_where_none_is_asked_for(self):
        asked = ("amount=5", "age=40", "--reasons", "0")
        self.assertNotIn("influence", self.out(self.FRAUD, "why", *asked))
        page = self.out(self.FRAUD, "why", *asked, "--html", "-")
        self.assertNotIn("influence", page)
        self.assertNotIn("What it rests on", page)

    def test_cannot_be_fewer_than_none(self):
        model = self.file("m.cogs", self.FRAUD)
        for count in ("-1", "x", "1.5"):
            self.run_cogs("why", model, "amount=5", "age=40", "--reasons", count, code=2)


class Steps(Grammar):
    def test_say_more_than_where_there_is_no_least_change(self):
        text = "#feature x : real 0..10{}.\n#undesired d(X).\nd(X) :- x(X, N), N =< 2.5.\n"
        self.assertIn("Raise x by more than 0.5, to 2.51 (more than 2.5 does as well).",
                      self.out(text.format(""), "recourse", "x=2"))
        self.assertIn("Raise x to 2.51 (more than 2.5 does as well).",
                      self.out(text.format(""), "recourse", "x=2.5"))
        self.assertIn("Raise x by at least 1, to 3 (more than 2.5 does as well).",
                      self.out(text.format(", step 0.5"), "recourse", "x=2"))

    def test_say_which_line_of_an_exception_asks_for_what(self):
        text = ("#feature refs : integer 0..9.\n#feature job : {a, b}, fixed.\n#undesired d(X).\n"
                "d(X) :- not trusted(X).\ntrusted(X) :- not doubtful(X).\n"
                "doubtful(X) :- refs(X, N), N < 2.\n")
        self.assertIn("line 4 would still apply (refs is 1; line 6 applies below 2).",
                      self.out(text, "recourse", "refs=1", "job=a"))
        text = text.replace("not doubtful(X)", "refs(X, N), N > 4")
        self.assertIn("line 4 would still apply (refs is 1; line 5 needs more than 4).",
                      self.out(text, "recourse", "refs=1", "job=a"))

    CLASSES = ("#feature a : integer 0..9.\n#feature b : integer 0..9.\n#undesired c(X, no).\n"
               "#desired c(X, yes).\n#pred c(X, no) :: '@(X:student) is rejected'.\n"
               "#pred c(X, yes) :: '@(X:student) is admitted'.\n"
               "c(X, no) :- a(X, N), N < 5.\nc(X, yes) :- b(X, N), N > 5.\n")

    def test_put_sentences_of_the_model_into_sentences(self):
        out = self.out(self.CLASSES, "recourse", "a=1", "b=1")
        self.assertIn("After this step: it is not the case that the student is rejected, but it is "
                      "not the case that the student is admitted yet.", out)
        self.assertIn("Without this step, it would not be the case that the student is admitted.",
                      out)
        text = self.CLASSES.replace("c(X, no) :- a(X, N), N < 5.",
                                    "c(X, no) :- a(X, N), N < 5.\nc(X, no) :- b(X, N), N < 3.")
        self.assertIn("it is still the case that the student is rejected, because of line 8",
                      self.out(text, "recourse", "a=1", "b=1"))
        self.assertIn("Why not: the student is admitted?",
                      self.out(text, "why", "a=1", "b=1", "--rather-than", "c(X,yes)"))

    def test_pages_are_called_after_what_is_the_case(self):
        page = self.out(self.CLASSES, "recourse", "a=1", "b=1", "--html", "-")
        self.assertIn("<title>the student is rejected: yes - What would change that - ", page)
        page = self.out(self.CLASSES, "recourse", "a=7", "b=1", "--html", "-")
        self.assertIn("<title>the student is rejected: no - What would change that - ", page)

    def test_of_what_lifting_gives_come_one_after_the_other(self):
        text = "".join(f"#feature {f} : integer 0..9{o}.\n" for f, o in
                       (("a", ", fixed"), ("b", ""), ("c", "")))
        text += "#undesired d(X).\n" + "".join(f"d(X) :- {f}(X, 0).\n" for f in "abc")
        self.assertIn("If a could change: a to 1, then b to 1, then c to 1; cost 3.",
                      self.out(text, "recourse", "a=0", "b=0", "c=0", code=1))

    def test_ranges_read_as_phrases(self):
        text = ("#feature x : real 0..10.\n#feature y : {u, v}.\n#undesired d(X).\n"
                "d(X) :- x(X, N), N < 1.5.\nd(X) :- x(X, N), N >= 2.\n")
        self.assertIn("to 1.5 (1.5 to less than 2 does as well)",
                      self.out(text, "recourse", "x=1", "y=u"))


if __name__ == "__main__":
    unittest.main(verbosity=1)
