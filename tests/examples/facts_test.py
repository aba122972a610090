#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the examples must answer, written down by hand.

The expected outputs beside the examples are made by the program; these facts are not. They follow
from the rules by hand and by enumeration (docs/language.md explains the terms).
"""

import json
import subprocess
import sys
import unittest
from pathlib import Path

COGS = str(Path(sys.argv.pop(1)).resolve())
EXAMPLES = Path(sys.argv.pop(1)).resolve()


def ask(story, *arguments):
    done = subprocess.run([COGS, *arguments, "--json", "--no-timing"], cwd=EXAMPLES / story,
                          capture_output=True, encoding="utf-8", check=False, timeout=60)
    return done.returncode, json.loads(done.stdout)


def changes(answer):
    """The best path as a list of transitions, each ({action: value}, {effect: value})."""
    return [tuple({c["feature"]: c["to"]["value"] for c in step[kind]}
                  for kind in ("actions", "effects"))
            for step in answer["paths"][0]["transitions"]]


PERSON = ["marital_status=Never-married", "capital_gain=6000", "education_num=7",
          "relationship=Unmarried", "sex=Male"]
MARRY = ({"relationship": "Husband"}, {"marital_status": "Married-civ-spouse"})


class Facts(unittest.TestCase):
    def recourse(self, story, *arguments):
        code, answer = ask(story, "recourse", *arguments)
        self.assertEqual((code, answer["status"]), (0, "found"), answer)
        path = answer["paths"][0]
        self.assertTrue(path["checked"] and path["optimal"])
        return path["cost"], changes(answer)

    def cells(self, story):
        code, answer = ask(story, "counterfactuals", f"{story}.cogs")
        self.assertEqual(code, 0)
        return answer["cells"]

    def test_loan1_raises_the_balance(self):
        self.assertEqual(self.recourse("loan1", "loan.cogs", "john.json"),
                         (1, [({"bank_balance": 60000}, {})]))

    def test_loan2_clears_the_debt_and_raises_the_balance(self):
        self.assertEqual(self.recourse("loan2", "loan.cogs", "john.json"),
                         (2, [({"debt": 0}, {"credit_score": 600}), ({"bank_balance": 60000}, {})]))

    def test_loan2_has_no_way_round_the_debt(self):
        code, answer = ask("loan2", "recourse", "loan.cogs", "john.json", "--fix", "debt")
        self.assertEqual((code, answer["status"], answer["paths"]), (1, "none", []))

    def test_adult_needs_a_higher_gain(self):
        self.assertEqual(self.recourse("adult", "adult.cogs", *PERSON, "age=28"),
                         (1, [({"capital_gain": 6850}, {})]))

    def test_adult_marries_when_the_gain_is_fixed(self):
        self.assertEqual(self.recourse("adult", "adult.cogs", *PERSON, "age=28",
                                       "--fix", "capital_gain"), (1, [MARRY]))

    def test_adult_waits_until_28_to_be_a_husband(self):
        self.assertEqual(self.recourse("adult", "adult.cogs", *PERSON, "age=26",
                                       "--fix", "capital_gain"), (2, [({"age": 28}, {}), MARRY]))

    def test_german_needs_one_change(self):
        self.assertEqual(self.recourse("german", "german.cogs", "applicant.json"),
                         (1, [({"credit_amount": 428}, {})]))

    def test_german_property_alone_does_as_well(self):
        self.assertEqual(self.recourse("german", "german.cogs", "applicant.json",
                                       "--only", "property"),
                         (1, [({"property": "car or other"}, {})]))

    def test_car_needs_more_safety(self):
        self.assertEqual(self.recourse("cars", "cars.cogs", "car.json"),
                         (1, [({"safety": "med"}, {})]))

    def test_goal_sets_have_the_known_numbers_of_cells(self):
        self.assertEqual([self.cells(s) for s in ("cars", "german", "adult")], [52, 3588, 297])

    def test_the_readme_shows_what_the_program_prints(self):
        readme = (EXAMPLES.parent / "README.md").read_text(encoding="utf-8")
        block = readme.split("```\n$ ", 1)[1].split("```", 1)[0]
        command, shown = block.split("\n", 1)
        done = subprocess.run([COGS, *command.split()[1:]], cwd=EXAMPLES / "loan2",
                              capture_output=True, encoding="utf-8", check=True, timeout=60)
        self.assertEqual(shown, done.stdout)
        model = (EXAMPLES / "loan2" / "loan.cogs").read_text(encoding="utf-8")
        self.assertIn(model.split("\n", 1)[1], readme)


if __name__ == "__main__":
    unittest.main()
