# SPDX-License-Identifier: Apache-2.0
"""cogs solve ends by its limits on every program of programs.py, and says what it is that stopped it."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import programs  # noqa: E402
from limited import MEGABYTE, SANITIZED, SECONDS, Hostile, run  # noqa: E402

# Reading a program is not limited; the largest has a hundred thousand clauses.
MOST_CPU = SECONDS * 1.1 + (40 if SANITIZED else 2.5)


class Programs(Hostile):
    """A test for each program: test_pigeon_holes and so on."""

    def solve(self, name, *how):
        path = self.inputs / f"{name}.lp"
        if not path.exists():
            path.write_text(programs.PROGRAMS[name](), encoding="utf-8")
        done = run(self.folder, "solve", path, "--time-limit", SECONDS, "--threads", 1, *how)
        self.assertIn(done.code, (0, 1, 3, 4), f"{name} {how}\n{done}")
        self.assertLess(done.cpu, MOST_CPU, f"{name} {how}\n{done}")
        if not SANITIZED:
            self.assertLess(done.memory, 400 * MEGABYTE, f"{name} {how}\n{done}")
        if done.code in (3, 4):
            self.assertTrue(done.err, f"{name} {how}\n{done}")
        return done


def add_tests():
    for name in programs.PROGRAMS:
        def test(self, name=name):
            self.solve(name)
            self.solve(name, "--json", "-n", 0, "--memory-limit", "200M")
        setattr(Programs, f"test_{name}", test)


add_tests()

if __name__ == "__main__":
    unittest.main()
