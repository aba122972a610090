# SPDX-License-Identifier: Apache-2.0
"""Bad input: a located, helpful message, the exit code of the contract, nothing written."""

import os
import random
import unittest

from run import EXAMPLES, JOHN, LOAN, Case


class BadInput(Case):
    def refuse(self, *arguments, says, code=3, input=None):
        """Runs with -o onto an existing file, which must stay as it was."""
        target = self.file("kept.txt", "as it was")
        before = self.files()
        done = self.run_cogs(*arguments, "-o", target, code=code, input=input)
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, done.err)
        self.assertEqual(done.out, "")
        self.assertEqual(self.files(), before)
        with open(target, encoding="utf-8") as kept:
            self.assertEqual(kept.read(), "as it was")
        return done

    def model(self, text):
        return self.file("model.cogs", text)

    # Records

    def test_unknown_feature(self):
        self.refuse("recourse", LOAN, "agee=31", says=["no feature 'agee'", "did you mean 'age'?"])

    def test_unknown_value(self):
        adult = EXAMPLES / "adult" / "adult.cogs"
        self.refuse("recourse", adult, "sex=male", says=["has no value 'male'",
                                                         "did you mean 'Male'?"])

    def test_value_outside_its_domain(self):
        self.refuse("recourse", LOAN, "age=120", says="outside its domain 1..99")

    def test_wrong_type(self):
        self.refuse("recourse", LOAN, "age=old", says="takes an integer, not 'old'")
        self.refuse("recourse", LOAN, "age=30.5", says="takes an integer, not 30.5")
        self.refuse("recourse", LOAN, "age=", "age=3", says="given twice")

    def test_errors_of_json_are_located(self):
        record = self.file("r.json", '{"age": 31,\n "dept": 5000,\n "debt": [1]}')
        self.refuse("recourse", LOAN, record, says=f"{record}:3:10: error: 'debt' must have one")
        record = self.file("r.json", '{"age": 31,\n "dept": 5000}')
        self.refuse("recourse", LOAN, record,
                    says=[f"{record}:2:10: error: the model has no feature 'dept'", "    |  "
                          "        ^~~~", "did you mean 'debt'?"])
        self.refuse("recourse", LOAN, "-", input=b"{", says="standard input:1:")
        self.refuse("recourse", LOAN, "-", input=b"[1]", says="must be a JSON object")
        self.refuse("recourse", LOAN, "-", input=b"", says="empty")
        self.refuse("recourse", LOAN, "-", input=b'{"age": "\xff"}', says="not valid JSON")

    def test_rows_of_tables(self):
        table = self.file("t.csv", "age,debt,bank_balance,credit_score\n1,2,3,400\n1,2,x,400\n")
        self.refuse("recourse", LOAN, table + ":9", says="there is no row 9")
        self.refuse("recourse", LOAN, table + ":0", says="there is no row 0")
        self.refuse("recourse", LOAN, table + ":2", says=f"{table}:3:5: error: 'bank_balance'")
        self.refuse("recourse", LOAN, self.file("u.csv", "x,y\n1,2\n") + ":1",
                    says="no column of this file is a feature")
        self.refuse("recourse", LOAN, str(self.folder / "none.csv") + ":1", says="no such file")

    # Files

    def test_missing_file_folder_and_unreadable(self):
        self.refuse("recourse", self.folder / "none.cogs", *JOHN, says="no such file")
        self.refuse("recourse", self.folder, *JOHN, says="it is a folder")
        self.refuse("recourse", LOAN, self.folder / "none.json", says="no such file")
        self.refuse("recourse", LOAN, self.folder, says="it is a folder")
        self.refuse("check", LOAN, self.folder / "none.json", says="no such file")
        if os.geteuid() != 0:
            secret = self.model("#feature a : integer 0..1.\n")
            os.chmod(secret, 0)
            self.refuse("recourse", secret, *JOHN, says="permission denied")

    def test_binary_noise(self):
        noise = random.Random(7).randbytes(100_000)
        for command in [["recourse", self.file("noise.cogs", noise), "a=1"],
                        ["counterfactuals", self.file("noise.cogs", noise)],
                        ["recourse", LOAN, self.file("noise.json", noise)],
                        ["recourse", LOAN, self.file("noise.csv", noise) + ":1"],
                        ["check", LOAN, self.file("noise.json", noise)]]:
            done = self.refuse(*command, says="error:")
            self.assertNotIn("\x1b", done.err)

    def test_empty_file(self):
        self.refuse("recourse", self.model(""), "a=1", says="empty")
        self.refuse("recourse", LOAN, self.file("e.json", ""), says="empty")
        self.refuse("check", LOAN, self.file("e.json", ""), says="empty")

    def test_hundred_megabytes_of_nesting(self):
        deep = self.model("#feature a : integer 0..1.\n#undesired p(X).\np(X) :- " +
                          "f(" * 50_000_000)
        self.refuse("recourse", deep, "a=1", says="nested")
        os.remove(deep)
        deep = self.file("deep.json", "[" * 100_000_000)
        self.refuse("recourse", LOAN, deep, says="nested")
        self.refuse("check", LOAN, deep, says="nested")

    # Models

    def test_every_error_of_a_model_at_once(self):
        model = self.model("#feature a : integer 0..5.\n#undesired p(X).\n"
                           "p(X) :- b(X, 1).\np(X) :- a(X, 9, 9).\n")
        self.refuse("recourse", model, "a=1", says=[f"{model}:3:", f"{model}:4:", "^"])

    def test_loop_through_negation(self):
        self.refuse("recourse", self.model("#feature a : integer 0..5.\n#undesired p(X).\n"
                                           "p(X) :- a(X, 1), not q(X).\nq(X) :- not p(X).\n"),
                    "a=1", says=["loop through negation", "q(x)"])

    def test_causal_cycle(self):
        self.refuse("recourse", self.model("#feature a : integer 0..5.\n#feature b : integer 0..5.\n"
                                           "#undesired p(X).\np(X) :- a(X, 1).\n"
                                           "a(X, 1) :- b(X, 1).\nb(X, 1) :- a(X, 1).\n"),
                    "a=1", says=["causal cycle", "a -> b -> a"])

    def test_undesired_atom_without_rules(self):
        self.refuse("recourse", self.model("#feature a : integer 0..5.\n#undesired p(X).\n"),
                    "a=1", says="model.cogs:2:12: error: no rule concludes p(X)")

    # Answers

    def test_answers_of_the_wrong_shape(self):
        self.refuse("check", LOAN, self.file("a.json", '{"age": 3}'), says="'schema' is not there")
        self.refuse("check", LOAN, self.file("a.json", '{"schema": "cogs.why/1"}'),
                    says="not a 'cogs.recourse/1'")

    # Options

    def test_options_with_names_that_the_model_does_not_have(self):
        for option in [["--fix", "dept"], ["--allow", "dept"], ["--only", "dept"],
                       ["--range", "dept=1..2"], ["--cost", "dept=2"]]:
            self.refuse("recourse", LOAN, *JOHN, *option, says="did you mean 'debt'?")
        self.refuse("recourse", LOAN, *JOHN, "--desired", "reject_lone(X)",
                    says="did you mean 'reject_loan(x)'?")
        adult = EXAMPLES / "adult" / "adult.cogs"
        self.refuse("recourse", adult, "age=28", "--range", "sex=1..2", says="needs numbers")

    def test_prices_that_no_change_can_have(self):
        for price, says in [
                ("0", "must be greater than 0"), ("-1 per 3", "below 0"), ("2 per 0", "behind `per`"),
                ("1 on {5: 2, 9: 1}", "the scale falls at 9: 1"),
                ("1 on {5: 1, 9: 1}", "the scale is flat from 5 to 9"),
                ("1 on {9: 1, 5: 2}", "must ascend"), ("to {a: 1}", "names values of a set"),
                ("1 on {5: 1}", "two points"), ("x", "the cost of 'debt', x")]:
            self.refuse("recourse", LOAN, *JOHN, "--cost", "debt=" + price, says=says)
        adult = EXAMPLES / "adult" / "adult.cogs"
        for price, says in [("2 per 1", "have no order"), ("to {'Mail': 2}", "`sex` has no value Mail"),
                            ("to {'Male': 1, 'Male': 2}", "given twice"), ("up 2, down 1", "no order")]:
            self.refuse("recourse", adult, "age=28", "--cost", "sex=" + price, says=says)

    def test_options_that_exclude_each_other(self):
        for options, says in [
                (["--fix", "debt", "--allow", "debt"], "--fix debt and --allow debt exclude"),
                (["--fix", "debt", "--only", "age,debt"], "--fix debt and --only debt exclude"),
                (["--top", "2", "--all"], "--top and --all exclude"),
                (["--range", "debt=5..1"], "is empty"),
                (["--range", "debt=1..5", "--range", "debt=2..3"], "given twice"),
                (["--cost", "debt=1", "--cost", "debt=2"], "given twice"),
                (["-q", "-v"], "-q and -v exclude")]:
            self.refuse("recourse", LOAN, *JOHN, *options, says=says, code=2)

    def test_malformed_command_lines(self):
        for arguments, says in [
                (["recours", LOAN], "did you mean 'recourse'?"),
                (["recourse"], "MODEL is required"),
                (["recourse", LOAN], "INSTANCE is required"),
                (["recourse", LOAN, *JOHN, "--fixx", "debt"], "did you mean '--fix'?"),
                (["recourse", LOAN, *JOHN, "john.json"], "is not NAME=VALUE"),
                (["recourse", LOAN, *JOHN, "--range", "debt"], "--range takes"),
                (["recourse", LOAN, *JOHN, "--range", "debt=a..b"], "--range takes"),
                (["recourse", LOAN, *JOHN, "--cost", "debt"], "--cost takes"),
                (["recourse", LOAN, *JOHN, "--first", "--top", "2"], "--first and --top exclude"),
                (["recourse", LOAN, *JOHN, "--first", "--all"], "--first and --all exclude"),
                (["recourse", LOAN, *JOHN, "--top", "0"], "--top"),
                (["recourse", LOAN, *JOHN, "--max-length", "x"], "--max-length"),
                (["recourse", LOAN, *JOHN, "--time-limit", "-1"], "--time-limit takes"),
                (["recourse", LOAN, *JOHN, "--memory-limit", "2Q"], "--memory-limit takes"),
                (["recourse", LOAN, *JOHN, "--threads", "0"], "--threads"),
                (["recourse", LOAN, *JOHN, "--color", "blue"], "--color"),
                (["check", LOAN, "a", "b"], "one word too many"),
                (["export", LOAN], "--to is required"),
                (["--nonsense"], "no option '--nonsense'")]:
            done = self.run_cogs(*arguments, code=2)
            self.assertIn(says, done.err)
            self.assertEqual(done.out, "")


if __name__ == "__main__":
    unittest.main()
