# SPDX-License-Identifier: Apache-2.0
"""Answers with one value replaced: `cogs check` says right, wrong or malformed, and never crashes."""

import copy
import json
import os
import random
import unittest

from run import EXAMPLES, JOHN, LOAN, Case

SEED = int(os.environ.get("COGS_SEED", "1"))
ROUNDS = 120
STRANGE = [None, True, -1, 0, 1.5, 10**30, "", "x", "debt", "599", [], {}, [1], [[1, 2]], {"a": 1},
           [None, None], {"range": [1, 2], "open": "lo"}, "1/3", 1e300]


def places(value, path=()):
    """The paths to every value inside `value`."""
    yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], path + (key,))


def tampered(answer, chance):
    answer = copy.deepcopy(answer)
    path = chance.choice([p for p in places(answer) if p])
    holder = answer
    for key in path[:-1]:
        holder = holder[key]
    if chance.random() < 0.2:
        del holder[path[-1]]
    else:
        holder[path[-1]] = copy.deepcopy(chance.choice(STRANGE))
    return path, answer


class TamperedAnswers(Case):
    def tamper(self, model, *record):
        print(f"seed {SEED}")
        chance = random.Random(SEED)
        answer = json.loads(self.run_cogs("recourse", model, *record, "--json", "--top", "3").out)
        codes = {0: 0, 1: 0, 3: 0}
        for _ in range(ROUNDS):
            path, wrong = tampered(answer, chance)
            file = self.file("answer.json", json.dumps(wrong))
            done = self.run_cogs("check", model, file, "-q", code=(0, 1, 3))
            code = done.returncode
            self.assertEqual(code == 3, "error:" in done.err, (SEED, path, done.err))
            codes[code] += 1
            if code == 0:  # only what is not a claim about this model may change unnoticed
                self.assertNotEqual(path[-1], "cost", path)
                self.assertNotEqual(path[-1], "from", path)
        self.assertGreater(codes[1], 0)
        self.assertGreater(codes[3], 0)

    def test_loan(self):
        self.tamper(LOAN, *JOHN)

    def test_adult(self):
        self.tamper(EXAMPLES / "adult" / "adult.cogs", EXAMPLES / "adult" / "person.json", "--fix",
                    "capital_gain")


if __name__ == "__main__":
    unittest.main()
