# SPDX-License-Identifier: Apache-2.0
"""cogs demo: the whole story, and that its commands do what it says."""

import json
import re
import shlex
import unittest

from run import Case


def commands(text):
    """What stands behind $, with the lines that it was wrapped over."""
    found = []
    for line in text.splitlines():
        if line.startswith("    $ "):
            found.append(line[6:])
        elif found and found[-1] is not None and line.startswith("      "):
            found[-1] = found[-1].removesuffix("\\") + line.strip()
        elif found and found[-1] is not None:
            found.append(None)
    return [shlex.split(c) for c in found if c]


class Demo(Case):
    def test_it_says_what_to_do(self):
        out = self.run_cogs("demo").out
        self.assertIn("Lower debt by 5000, to 0.", out)
        self.assertIn("credit_score follows: 599 ->", out)
        self.assertIn("bank_balance follows: 40000 ->", out)
        self.assertIn("Decision: decision approve.", out)
        self.assertEqual(self.files(), [])

    def test_the_commands_of_the_story_give_the_story(self):
        out = self.run_cogs("demo", "--save", "here").out
        self.assertEqual(self.files(), ["here"])
        saved = self.folder / "here"
        self.assertEqual(sorted(p.name for p in saved.iterdir()), ["loan.cogs", "loans.csv"])
        reviewed = (saved / "loan.cogs").read_text(encoding="utf-8")
        (saved / "loan.cogs").unlink()
        self.folder = saved
        told = commands(out)
        self.assertEqual([c[1] for c in told], ["learn", "causes", "review", "recourse"])
        for command in told:
            self.assertEqual(command[0], "cogs")
            answer = self.run_cogs(*command[1:])
        # The last answer is that of the story, up to the margin and the width.
        def words(text):
            return re.sub(r"\s+", " ", text)
        self.assertIn(words(answer.out), words(out))
        # So is the model, but for who reviewed it and when.
        def without_dates(text):
            return re.sub(r', (by|on) (?:"[^"]*"|\w+)', "", text)
        self.assertEqual(without_dates((saved / "loan.cogs").read_text(encoding="utf-8")),
                         without_dates(reviewed))

    def test_json_is_the_answer_of_recourse(self):
        answer = json.loads(self.run_cogs("demo", "--json").out)
        self.assertEqual(answer["schema"], "cogs.recourse/1")
        self.assertEqual(answer["status"], "found")
        self.assertTrue(answer["decision"]["undesired"])
        self.assertTrue(answer["paths"][0]["checked"])
        effects = [e["feature"] for t in answer["paths"][0]["transitions"] for e in t["effects"]]
        self.assertEqual(sorted(effects), ["bank_balance", "credit_score"])

    def test_it_is_the_same_every_time(self):
        self.assertEqual(self.run_cogs("demo").out, self.run_cogs("demo", "--threads", 1).out)

    def test_a_folder_that_cannot_be_made(self):
        self.file("here", "a file")
        self.assertIn("error", self.run_cogs("demo", "--save", "here", code=3).err)


if __name__ == "__main__":
    unittest.main()
