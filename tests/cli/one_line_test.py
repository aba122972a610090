# SPDX-License-Identifier: Apache-2.0
"""Several statements on one line: answers speak of the right one."""

import json
import unittest

from run import Case

MODEL = """\
#feature a : {0, 1}. #feature b : {0, 1}, caused. #feature c : {0, 1}, fixed.
#undesired no(X). #causal b : if.
no(X) :- a(X, 0). no(X) :- b(X, 0).
b(X, 0) :- c(X, 1). b(X, 1) :- a(X, 1).
:- a(X, 1), c(X, 1). :- b(X, 1), c(X, 1).
"""


class OneLine(Case):
    def setUp(self):
        super().setUp()
        self.file("m.cogs", MODEL)

    def ask(self, *words, command="recourse", code=0):
        return self.run_cogs(command, "m.cogs", *words, code=code).out

    def test_recourse_quotes_the_rules_that_apply(self):
        out = self.ask("a=0", "b=1", "c=0")
        self.assertIn("line 3: no(X) :- a(X, 0).", out)
        self.assertNotIn("b(X, 0).", out)
        out = self.ask("a=0", "b=0", "c=0")
        self.assertIn("line 3: no(X) :- a(X, 0).", out)
        self.assertIn("line 3: no(X) :- b(X, 0).", out)
        self.assertIn("because where a is 1, b is 1 (line 4)", out)
        self.assertNotIn("c is 1", out)

    def test_why_quotes_the_rule_of_the_proof(self):
        out = self.ask("a=1", "b=0", "c=0", command="why")
        self.assertIn("no(X) :- b(X, 0).", out)
        self.assertNotIn("no(X) :- a(X, 0).", out)

    def test_json_names_each_line_once(self):
        answer = json.loads(self.ask("a=0", "b=0", "c=0", "--json"))
        self.assertEqual(answer["decision"]["rules"], [3])
        step = answer["paths"][0]["transitions"][0]
        self.assertEqual(step["effects"][0]["rules"], [4])
        self.file("answer.json", json.dumps(answer))
        self.run_cogs("check", "m.cogs", "answer.json")
        step["effects"][0]["rules"] = [3]
        self.file("answer.json", json.dumps(answer))
        self.run_cogs("check", "m.cogs", "answer.json", code=1)

    def test_exceptions_are_those_of_the_record(self):
        out = " ".join(self.ask("a=1", "b=0", "c=0", code=(0, 1)).split())
        self.assertIn("the record is an exception to line 4: where a is 1, b is 1, and here it is "
                      "0. No step rests on that rule.", out)

    def test_the_denial_that_blocks_is_the_one_that_is_lifted(self):
        self.file("m.cogs", "#feature a : {0, 1, 2}. #feature b : {0, 1}.\n"
                            "#undesired no(X).\nno(X) :- a(X, 0). no(X) :- a(X, 2).\n"
                            ":- a(X, 2). :- a(X, 1). :- b(X, 1).\n")
        out = " ".join(self.ask("a=0", "b=0", code=1).split())
        self.assertIn("the denial (line 4): :- a(X, 1).", out)
        self.assertIn("If the denial at line 4 were not there: a to 1; cost 1.", out)
        answer = json.loads(self.ask("a=0", "b=0", "--json", code=1))
        self.assertEqual(answer["blockers"],
                         [{"kind": "denial", "feature": None, "lines": [4]}])
        self.assertEqual(answer["lifted"]["transitions"][0]["state"]["a"], 1)


if __name__ == "__main__":
    unittest.main()
